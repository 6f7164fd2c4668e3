//! A browser of a few lines: requests as bytes, a connection for each, a cookie, the fields of the forms that it was shown;
//! and how long a test waits for what a page is to say.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use cellgraph::limits::WEB_HEARTBEAT;
use serde_json::Value;

/// A read that takes longer will not end. The page does what it is to do in milliseconds; other work on this machine may not.
const PATIENCE: Duration = Duration::from_secs(600);

/// How often a page may send the same news again, as a sign of life, while a test waits for others: for `PATIENCE`.
const SAME_NEWS_MAX: u64 = PATIENCE.as_secs() / WEB_HEARTBEAT.as_secs();

/// Asks again and again until it is so; what is not so after `PATIENCE` will not be.
#[track_caller]
pub(crate) fn patiently(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}: waited for {PATIENCE:?}, and it never came");
    }
}

#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    /// The language that it asks for.
    pub(crate) language: &'static str,
}

/// What was answered.
pub(crate) struct Page {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Page {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} stands there once");
        value
    }

    /// The value of a field that the page's forms carry; the first of that name.
    pub(crate) fn field(&self, name: &str) -> String {
        let at = format!("name=\"{name}\" value=\"");
        let (_, rest) = self.body.split_once(&at).unwrap_or_else(|| panic!("no field {name}:\n{}", self.body));
        rest.split_once('"').unwrap().0.to_owned()
    }

    pub(crate) fn has(&self, words: &str) -> bool {
        self.body.contains(words)
    }

    pub(crate) fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text}"));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| line.split_once(": ").unwrap());
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { status, headers, body: body.to_owned() }
    }
}

impl Browser {
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self { address, cookie: None, language: "en" }
    }

    pub(crate) fn keep_cookie(&mut self, page: &Page) {
        let cookie = page.header("set-cookie").unwrap();
        assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"), "{cookie}");
        self.cookie = Some(cookie.split(';').next().unwrap().to_owned());
    }

    pub(crate) fn get(&self, target: &str) -> Page {
        self.send(&self.head("GET", target, &[]), b"")
    }

    /// A form, as a browser sends one of the page's own.
    pub(crate) fn post(&self, target: &str, fields: &[(&str, &str)]) -> Page {
        let (head, body) = self.form(target, fields);
        self.send(&head, body.as_bytes())
    }

    /// A form with the token that the page at `/` shows.
    pub(crate) fn act(&self, target: &str, fields: &[(&str, &str)]) -> Page {
        let token = self.get("/").field("token");
        self.post(target, &[&[("token", token.as_str())], fields].concat())
    }

    /// Says a sentence, and gives the page that shows what came of it.
    pub(crate) fn say(&self, sentence: &str) -> Page {
        let said = self.act("/say", &[("say", sentence)]);
        assert_eq!((said.status, said.header("location")), (303, Some("/")), "{}", said.body);
        self.get("/")
    }

    /// Answers the plan that a page showed.
    pub(crate) fn answer(&self, shown: &Page, words: &str) -> Page {
        let (token, ticket, digest) = (shown.field("token"), shown.field("ticket"), shown.field("digest"));
        self.post("/answer", &[("token", &token), ("ticket", &ticket), ("digest", &digest), ("words", words)])
    }

    /// Approves the plan that a page showed, with the key that is there for it.
    pub(crate) fn approve(&self, shown: &Page) -> Page {
        self.answer(shown, &format!("approve {}", shown.field("digest")))
    }

    pub(crate) fn form(&self, target: &str, fields: &[(&str, &str)]) -> (String, String) {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let length = body.len().to_string();
        let origin = format!("http://{}", self.address);
        let headers = [
            ("Origin", origin.as_str()),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Content-Length", &length),
        ];
        (self.head("POST", target, &headers), body)
    }

    pub(crate) fn head(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> String {
        let mut head = format!("{method} {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        head.push_str(&format!("Accept-Language: {}\r\n", self.language));
        if let Some(cookie) = &self.cookie {
            head.push_str(&format!("Cookie: {cookie}\r\n"));
        }
        headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        head.push_str("\r\n");
        head
    }

    pub(crate) fn send(&self, head: &str, body: &[u8]) -> Page {
        Page::of(&self.bytes(&[head.as_bytes(), body].concat()))
    }

    /// What comes back for any bytes, until the connection is closed.
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // Whoever refuses a request need not read it to its end.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The stream of news.
    pub(crate) fn news(&self) -> News {
        let mut stream = self.connect();
        stream.write_all(self.head("GET", "/news", &[]).as_bytes()).unwrap();
        News { lines: BufReader::new(stream), last: Value::Null, same: 0 }
    }
}

/// A stream that is read event by event.
pub(crate) struct News {
    lines: BufReader<TcpStream>,
    last: Value,
    /// How often `last` was sent again. No read ends by itself while the page sends signs of life.
    same: u64,
}

impl News {
    /// Reads on until an event's line has these words.
    pub(crate) fn until(&mut self, words: &str) -> Value {
        loop {
            let event = self.next().unwrap_or_else(|| panic!("the news ended without '{words}', after {}", self.last));
            if event["line"].as_str().unwrap().contains(words) {
                return event;
            }
        }
    }

    /// Reads on until nothing goes on, and an event's line begins with these words.
    pub(crate) fn rests(&mut self, words: &str) {
        let rests =
            |line: &str| line.starts_with(words) || line.starts_with("NOT confirmed") || line.starts_with("NICHT");
        while !rests(self.until(words)["line"].as_str().unwrap()) {}
    }

    /// The next event; none where the stream has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            match self.lines.read_line(&mut line) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => panic!("the news cannot be read: {error}, after {}", self.last),
            }
            if let Some(data) = line.trim_end().strip_prefix("data: ") {
                let event: Value = serde_json::from_str(data).unwrap();
                self.same = if event == self.last { self.same + 1 } else { 0 };
                assert!(self.same < SAME_NEWS_MAX, "what is waited for never came, and the news still are {event}");
                self.last = event;
                return Some(self.last.clone());
            }
        }
    }
}
