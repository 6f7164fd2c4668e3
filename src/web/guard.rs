//! What is looked at before anything else of a request: whose page it came from, and for whom it is. In: headers. Out: yes or no.
//!
//! A name that leads to this PC and is not the page's own (DNS rebinding) is refused by the `Host`; a form of another page by the
//! `Origin`, and by the token that each form carries.

use std::net::SocketAddr;

use hyper::header::{COOKIE, HOST, HeaderMap, HeaderName, ORIGIN};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Under which names the page is reached, and the name of its cookie.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    hosts: Vec<String>,
    scheme: &'static str,
    pub(super) cookie: Cookie,
}

/// The cookie of a session.
#[derive(Clone, Debug)]
pub(super) struct Cookie {
    pub(super) name: String,
    /// Browsers send it over TLS alone.
    pub(super) is_secure: bool,
}

impl Guard {
    /// `names` are further names of this PC by which the page is reached.
    pub(super) fn of(address: SocketAddr, names: &[String], is_encrypted: bool) -> Self {
        let (scheme, usual) = if is_encrypted { ("https", 443) } else { ("http", 80) };
        let port = address.port();
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        hosts.push(address.to_string());
        if address.ip().is_loopback() {
            hosts.push(format!("localhost:{port}"));
        }
        if port == usual {
            let ending = format!(":{port}");
            hosts.extend(hosts.clone().iter().filter_map(|host| host.strip_suffix(&ending)).map(str::to_owned));
        }
        // Browsers send a cookie to every port of a host.
        Self { hosts, scheme, cookie: Cookie { name: format!("cellgraph-{port}"), is_secure: is_encrypted } }
    }

    /// The page's address, as it is typed.
    pub(super) fn page(&self) -> String {
        format!("{}://{}", self.scheme, self.hosts.first().map_or("", String::as_str))
    }

    /// Whether the request names this page as the one that it is for.
    pub(super) fn is_for_us(&self, headers: &HeaderMap) -> bool {
        one(headers, &HOST).is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }

    /// Whether a form was sent by a page of ours. A browser says so itself; what does not say it is no browser.
    pub(super) fn is_from_us(&self, headers: &HeaderMap) -> bool {
        let Some(host) = one(headers, &HOST) else { return false };
        let origin = one(headers, &ORIGIN).and_then(|origin| origin.split_once("://"));
        let is_own_site = match headers.contains_key(&FETCH_SITE) {
            true => one(headers, &FETCH_SITE) == Some("same-origin"),
            false => true,
        };
        let is_own = |(scheme, origin): (&str, &str)| scheme == self.scheme && origin.eq_ignore_ascii_case(host);
        origin.is_some_and(is_own) && is_own_site
    }

    /// The session's token; none where no cookie has it, or two have.
    pub(super) fn token<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut tokens = pairs.filter(|(name, _)| *name == self.cookie.name).map(|(_, token)| token);
        let token = tokens.next()?;
        tokens.next().is_none().then_some(token)
    }
}

/// A header that stands there once, as text.
fn one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_our_own_page_is_let_through() {
        let guard = Guard::of(SocketAddr::from(([127, 0, 0, 1], 8787)), &[], false);
        let host = ("host", "127.0.0.1:8787");
        for (host, wanted) in [
            ("127.0.0.1:8787", true),
            ("LocalHost:8787", true),
            ("127.0.0.1", false),
            ("127.0.0.1:8788", false),
            ("evil.example:8787", false),
        ] {
            assert_eq!(guard.is_for_us(&headers(&[("host", host)])), wanted, "{host}");
        }
        assert!(!guard.is_for_us(&headers(&[])) && !guard.is_for_us(&headers(&[host, host])));
        let from = |more: &[(&'static str, &'static str)]| guard.is_from_us(&headers(&[&[host], more].concat()));
        let origin = ("origin", "http://127.0.0.1:8787");
        assert!(from(&[origin]) && from(&[origin, ("sec-fetch-site", "same-origin")]));
        for wrong in ["null", "http://evil.example", "https://127.0.0.1:8787", "http://localhost:8787"] {
            assert!(!from(&[("origin", wrong)]), "{wrong}");
        }
        assert!(!from(&[]) && !from(&[origin, origin]));
        for wrong in ["cross-site", "same-site", "none"] {
            assert!(!from(&[origin, ("sec-fetch-site", wrong)]), "{wrong}");
        }
    }

    #[test]
    fn an_encrypted_page_has_its_names() {
        let names = ["cell-7.plant.example".to_owned()];
        let guard = Guard::of(SocketAddr::from(([10, 0, 0, 7], 443)), &names, true);
        assert_eq!(guard.page(), "https://cell-7.plant.example:443");
        for (host, wanted) in [
            ("cell-7.plant.example", true),
            ("Cell-7.plant.example:443", true),
            ("10.0.0.7", true),
            ("10.0.0.7:443", true),
            ("localhost", false),
            ("localhost:443", false),
            ("10.0.0.7:80", false),
        ] {
            let host: &'static str = host;
            assert_eq!(guard.is_for_us(&headers(&[("host", host)])), wanted, "{host}");
        }
        let from = |origin: &'static str| guard.is_from_us(&headers(&[("host", "10.0.0.7"), ("origin", origin)]));
        assert!(from("https://10.0.0.7"));
        assert!(!from("http://10.0.0.7") && !from("10.0.0.7") && !from("https://cell-7.plant.example"));
    }

    #[test]
    fn a_token_is_taken_from_one_cookie() {
        let guard = Guard::of(SocketAddr::from(([127, 0, 0, 1], 8787)), &[], false);
        let token = |cookie: &'static str| guard.token(&headers(&[("cookie", cookie)])).map(str::to_owned);
        assert_eq!(token("a=b; cellgraph-8787=xyz").as_deref(), Some("xyz"));
        assert_eq!(token("cellgraph-8788=xyz"), None);
        assert_eq!(token("cellgraph-8787=x; cellgraph-8787=y"), None, "which of them is not known");
    }
}
