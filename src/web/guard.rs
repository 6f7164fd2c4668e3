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
    pub(super) cookie: String,
}

impl Guard {
    pub(super) fn of(address: SocketAddr) -> Self {
        let port = address.port();
        let mut hosts = vec![address.to_string(), format!("localhost:{port}")];
        if port == 80 {
            hosts.extend([address.to_string().trim_end_matches(":80").to_owned(), "localhost".to_owned()]);
        }
        // Browsers send a cookie to every port of a host.
        Self { hosts, cookie: format!("cellgraph-{port}") }
    }

    /// Whether the request names this page as the one that it is for.
    pub(super) fn is_for_us(&self, headers: &HeaderMap) -> bool {
        one(headers, &HOST).is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }

    /// Whether a form was sent by a page of ours. A browser says so itself; what does not say it is no browser.
    pub(super) fn is_from_us(&self, headers: &HeaderMap) -> bool {
        let Some(host) = one(headers, &HOST) else { return false };
        let origin = one(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        let is_own_site = match headers.contains_key(&FETCH_SITE) {
            true => one(headers, &FETCH_SITE) == Some("same-origin"),
            false => true,
        };
        origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) && is_own_site
    }

    /// The session's token; none where no cookie has it, or two have.
    pub(super) fn token<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut tokens = pairs.filter(|(name, _)| *name == self.cookie).map(|(_, token)| token);
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
        let guard = Guard::of(SocketAddr::from(([127, 0, 0, 1], 8787)));
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
    fn a_token_is_taken_from_one_cookie() {
        let guard = Guard::of(SocketAddr::from(([127, 0, 0, 1], 8787)));
        let token = |cookie: &'static str| guard.token(&headers(&[("cookie", cookie)])).map(str::to_owned);
        assert_eq!(token("a=b; cellgraph-8787=xyz").as_deref(), Some("xyz"));
        assert_eq!(token("cellgraph-8788=xyz"), None);
        assert_eq!(token("cellgraph-8787=x; cellgraph-8787=y"), None, "which of them is not known");
    }
}
