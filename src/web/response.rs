//! Responses, each with the headers that keep a browser from running, framing or sending on anything of a page.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use hyper::{
    Response, StatusCode,
    body::{Bytes, Frame, SizeHint},
    header::{
        ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
        LOCATION, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
    },
};
use maud::PreEscaped;
use tokio::sync::mpsc;

use super::guard::Cookie;

/// Nothing inline, nothing from elsewhere, no frame around it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // With no referrer at all a browser would name no origin with a form either.
    (REFERRER_POLICY, "same-origin"),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What is sent.
#[derive(Debug)]
pub(super) enum Body {
    Whole(Option<Bytes>),
    /// Pieces as they come. Whoever makes them waits where nobody takes them. After an error the connection is broken off, so that
    /// nobody takes what came for the whole.
    Stream(mpsc::Receiver<io::Result<Bytes>>),
}

/// What is answered.
pub(super) type Answered = Response<Body>;

/// A page.
pub(super) fn page(status: StatusCode, markup: PreEscaped<String>) -> Answered {
    of(status, "text/html; charset=utf-8", Body::Whole(Some(in_reading_order(markup.into_string()).into())))
}

/// A text in which everything stands where it is read: characters that turn the order of writing round are written as their
/// numbers. Words of one operator could otherwise change how the words beside them look.
pub(super) fn in_reading_order(text: String) -> String {
    let turns =
        |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if !text.contains(turns) {
        return text;
    }
    text.chars().fold(String::with_capacity(text.len()), |mut plain, c| {
        match turns(c) {
            true => plain.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => plain.push(c),
        }
        plain
    })
}

/// A file that the program has in it.
pub(super) fn file(kind: &'static str, text: &'static str) -> Answered {
    of(StatusCode::OK, kind, Body::Whole(Some(Bytes::from_static(text.as_bytes()))))
}

/// An answer to a script.
pub(super) fn json(text: String) -> Answered {
    of(StatusCode::OK, "application/json", Body::Whole(Some(text.into())))
}

/// A stream of events.
pub(super) fn stream(pieces: mpsc::Receiver<io::Result<Bytes>>) -> Answered {
    of(StatusCode::OK, "text/event-stream", Body::Stream(pieces))
}

/// A file to be saved, piece by piece.
pub(super) fn download(name: &'static str, pieces: mpsc::Receiver<io::Result<Bytes>>) -> Answered {
    let mut response = of(StatusCode::OK, "application/jsonl; charset=utf-8", Body::Stream(pieces));
    if let Ok(value) = format!("attachment; filename=\"{name}\"").parse() {
        response.headers_mut().insert(CONTENT_DISPOSITION, value);
    }
    response
}

/// Elsewhere, by GET.
pub(super) fn see_other(place: &'static str) -> Answered {
    let mut response = of(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", Body::Whole(None));
    response.headers_mut().insert(LOCATION, HeaderValue::from_static(place));
    response
}

/// With the session's cookie, which no script sees and no other site sends; none takes it away.
pub(super) fn with_session(mut response: Answered, cookie: &Cookie, token: Option<&str>) -> Answered {
    let (token, age) = token.map_or(("", "; Max-Age=0"), |token| (token, ""));
    let secure = if cookie.is_secure { "; Secure" } else { "" };
    if let Ok(value) = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict{secure}{age}", cookie.name).parse() {
        response.headers_mut().insert(SET_COOKIE, value);
    }
    response
}

/// With the method that the address takes.
pub(super) fn with_allow(mut response: Answered, method: &'static str) -> Answered {
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(method));
    response
}

fn of(status: StatusCode, kind: &'static str, body: Body) -> Answered {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self.get_mut() {
            Self::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Stream(pieces) => pieces.poll_recv(cx).map(|piece| piece.map(|piece| piece.map(Frame::data))),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Self::Stream(_) => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;

    #[test]
    fn nothing_turns_the_order_of_a_page_round() {
        for turns in ['\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}'] {
            let answered = page(StatusCode::OK, html! { p { "weld " (turns) "1, Zoë" } });
            let Body::Whole(Some(bytes)) = answered.into_body() else { panic!("a page is sent whole") };
            let number = u32::from(turns);
            assert_eq!(std::str::from_utf8(&bytes).unwrap(), format!("<p>weld \\u{number:04x}1, Zoë</p>"));
        }
    }
}
