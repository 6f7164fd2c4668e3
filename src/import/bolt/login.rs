//! Where to go and as whom: the address from the URL, the login from the environment and from nowhere else.

use std::{ffi::OsString, fmt};

use super::{BoltError, one_line};

/// A user name, a password and perhaps a database. Its `Debug` does not show the password.
pub struct Login {
    pub(super) user: String,
    pub(super) password: String,
    pub(super) database: Option<String>,
}

impl Login {
    /// From `NEO4J_USER` (or `NEO4J_USERNAME`), `NEO4J_PASSWORD` and, where set, `NEO4J_DATABASE`.
    ///
    /// # Errors
    ///
    /// A variable is missing, empty or not UTF-8.
    pub fn from_environment() -> Result<Self, BoltError> {
        Self::from_variables(|name| std::env::var_os(name))
    }

    pub(super) fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, BoltError> {
        let text = |name: &'static str| match variable(name).map(OsString::into_string) {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
            Some(Err(_)) => Err(BoltError::NotText(name)),
        };
        let user = text("NEO4J_USER")?.map_or_else(|| text("NEO4J_USERNAME"), |user| Ok(Some(user)))?;
        Ok(Self {
            user: user.ok_or(BoltError::NotSet("NEO4J_USER"))?,
            password: text("NEO4J_PASSWORD")?.ok_or(BoltError::NotSet("NEO4J_PASSWORD"))?,
            database: text("NEO4J_DATABASE")?,
        })
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login").field("user", &self.user).field("database", &self.database).finish_non_exhaustive()
    }
}

/// `scheme://host[:port]` of a URL that holds nothing else.
pub(super) fn address(url: &str) -> Result<String, BoltError> {
    if url.contains('@') {
        return Err(BoltError::CredentialsInUrl);
    }
    let (scheme, rest) = scheme(url).ok_or_else(|| BoltError::Url(one_line(url)))?;
    let authority = rest.strip_suffix('/').unwrap_or(rest);
    let is_plain = |c: char| c.is_alphanumeric() || "-._~%:[]".contains(c);
    if authority.is_empty() || authority.starts_with(':') || !authority.chars().all(is_plain) {
        return Err(BoltError::Url(one_line(url)));
    }
    Ok(format!("{scheme}://{authority}"))
}

fn scheme(source: &str) -> Option<(&'static str, &str)> {
    let (scheme, rest) = source.split_once("://")?;
    ["bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"]
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(scheme))
        .map(|known| (known, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(variables: &[(&str, &str)]) -> Result<Login, BoltError> {
        Login::from_variables(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn an_address_is_scheme_host_and_port() {
        for (url, expected) in [
            ("bolt://localhost", "bolt://localhost"),
            ("Bolt://localhost:7687/", "bolt://localhost:7687"),
            ("neo4j+s://db.example:1", "neo4j+s://db.example:1"),
            ("bolt://[::1]:7687", "bolt://[::1]:7687"),
        ] {
            assert_eq!(address(url).unwrap(), expected);
        }
        for url in [
            "bolt://",
            "bolt:///",
            "bolt://:7687",
            "bolt://h/db",
            "bolt://h?x=1",
            "bolt://h#f",
            "http://h",
            "bolt://h h",
        ] {
            assert!(matches!(address(url), Err(BoltError::Url(_))), "{url}");
        }
    }

    #[test]
    fn a_url_with_credentials_is_refused_without_showing_them() {
        for url in ["bolt://neo4j:secret@h", "bolt://neo4j@h", "bolt://u:se/cret@h", "neo4j://:secret@h:1"] {
            let error = address(url).unwrap_err();
            assert!(matches!(error, BoltError::CredentialsInUrl), "{url}");
            assert!(!format!("{error} {error:?} {}", error.hint()).contains("cret"), "{error}");
        }
    }

    #[test]
    fn a_login_comes_from_the_environment_alone() {
        let complete =
            login(&[("NEO4J_USER", "neo4j"), ("NEO4J_PASSWORD", "secret"), ("NEO4J_DATABASE", "cell")]).unwrap();
        assert_eq!((complete.user.as_str(), complete.password.as_str()), ("neo4j", "secret"));
        assert_eq!(complete.database.as_deref(), Some("cell"));
        assert!(!format!("{complete:?}").contains("secret"));

        let other =
            login(&[("NEO4J_USER", ""), ("NEO4J_USERNAME", "b"), ("NEO4J_PASSWORD", "c"), ("NEO4J_DATABASE", "")]);
        let other = other.unwrap();
        assert_eq!((other.user.as_str(), other.database), ("b", None));

        let missing = |variables: &[(&str, &str)]| login(variables).unwrap_err().to_string();
        assert!(missing(&[("NEO4J_PASSWORD", "c")]).contains("NEO4J_USER"));
        assert!(missing(&[("NEO4J_USER", "a")]).contains("NEO4J_PASSWORD"));
        assert!(missing(&[("NEO4J_USER", "a"), ("NEO4J_PASSWORD", "")]).contains("NEO4J_PASSWORD"));
    }
}
