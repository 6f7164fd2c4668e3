//! What somebody might send who is not to: nothing moves, and the page goes on.

use cellgraph::limits::{WEB_BODY_BYTES_MAX, WEB_HEAD_BYTES_MAX, WEB_TARGET_BYTES_MAX};

use crate::server::Server;

#[test]
fn a_form_of_another_site_does_nothing() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let shown = ada.say("go to position 1");
    let (token, ticket, digest) = (shown.field("token"), shown.field("ticket"), shown.field("digest"));
    let fields = [("token", token.as_str()), ("ticket", &ticket), ("digest", &digest), ("words", "yes")];
    let (head, body) = ada.form("/answer", &fields);
    let own = format!("Origin: http://{}\r\n", ada.address);
    assert!(head.contains(&own));
    for other in [
        "",
        "Origin: null\r\n",
        "Origin: http://evil.example\r\n",
        "Origin: http://localhost:1\r\n",
        "Origin: https://127.0.0.1\r\n",
        &format!("{own}Sec-Fetch-Site: cross-site\r\n"),
        &format!("{own}{own}"),
    ] {
        let sent = ada.send(&head.replace(&own, other), body.as_bytes());
        assert_eq!(sent.status, 403, "{other}");
    }
    let plain = head.replace("application/x-www-form-urlencoded", "text/plain");
    assert_eq!(ada.send(&plain, body.as_bytes()).status, 415);
    let elsewhere = head.replace(&format!("Host: {}", ada.address), "Host: evil.example");
    assert_eq!(ada.send(&elsewhere, body.as_bytes()).status, 421);
    assert!(ada.get("/").has("id=\"plan\"") && server.runs().is_empty(), "the plan waits");
}

#[test]
fn a_form_with_another_sessions_token_does_nothing() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let shown = ada.say("go to position 1");
    let (ticket, digest) = (shown.field("ticket"), shown.field("digest"));
    for token in [bob.get("/").field("token"), String::new(), "x".repeat(64)] {
        let fields = [("token", token.as_str()), ("ticket", &ticket), ("digest", &digest), ("words", "yes")];
        assert_eq!(ada.post("/answer", &fields).status, 403);
    }
    assert_eq!(ada.post("/answer", &[("ticket", &ticket), ("digest", &digest), ("words", "yes")]).status, 403);
    assert!(server.runs().is_empty());
}

#[test]
fn another_session_approves_nothing() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    ada.say("go to position 1");
    let seen = bob.get("/");
    assert!(seen.has("id=\"plan\"") && !seen.has("class=\"main\" name=\"words\""), "{}", seen.body);
    for words in ["yes", "approve it", "skip position 1", "where is the robot?"] {
        assert_eq!(bob.answer(&seen, words).status, 409, "{words}");
    }
    assert_eq!(bob.approve(&seen).status, 409);
    assert_eq!(bob.act("/say", &[("say", "go home")]).status, 409, "one plan at a time");
    assert!(server.runs().is_empty());
    assert_eq!(bob.answer(&seen, "no").status, 303, "everybody may drop it");
    assert!(ada.get("/").has("Rejected: nothing was run."));
}

#[test]
fn a_stale_digest_approves_nothing() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let first = ada.say("weld at position 1 and 2");
    let (token, ticket) = (first.field("token"), first.field("ticket"));
    let other = "0".repeat(64);
    let fields = [("token", token.as_str()), ("ticket", &ticket), ("digest", &other), ("words", "yes")];
    assert_eq!(ada.post("/answer", &fields).status, 409, "the right plan, another digest");
    ada.answer(&first, "skip position 2");
    let second = ada.get("/");
    assert_ne!(first.field("digest"), second.field("digest"));
    assert_eq!(ada.approve(&first).status, 409, "what was shown before");
    let fields =
        [("token", token.as_str()), ("ticket", &ticket), ("digest", &second.field("digest")), ("words", "yes")];
    assert_eq!(ada.post("/answer", &fields).status, 409, "this digest, the plan before");
    for fields in [[("ticket", "x"), ("digest", "y")], [("ticket", ticket.as_str()), ("digest", "abcd")]] {
        assert_eq!(ada.act("/answer", &[&fields[..], &[("words", "yes")]].concat()).status, 400);
    }
    assert!(server.runs().is_empty() && ada.get("/").has("id=\"plan\""));
    // A no counts from whichever page it comes.
    assert_eq!(ada.answer(&first, "no").status, 303);
    ada.news().rests("The robot is at Home");
    assert!(server.runs().is_empty() && !ada.get("/").has("id=\"plan\""));
}

#[test]
fn an_approval_counts_once() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let mut news = ada.news();
    let rejected = ada.say("go to position 1");
    ada.answer(&rejected, "no");
    assert_eq!(ada.approve(&rejected).status, 409, "nothing waits");
    let shown = ada.say("go to position 1");
    assert_eq!(shown.field("digest"), rejected.field("digest"), "the same sentence over the same history");
    assert_eq!(ada.approve(&rejected).status, 409, "the same plan, and not what that page showed");
    assert_eq!(ada.approve(&shown).status, 303);
    news.rests("The robot is at Pos_1");
    assert_eq!(ada.approve(&shown).status, 409, "used up");
    ada.say("go to position 1");
    assert_eq!(ada.approve(&shown).status, 409);
    assert_eq!(server.runs().len(), 1);
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let large = "x".repeat(WEB_BODY_BYTES_MAX);
    assert_eq!(ada.act("/say", &[("say", &large)]).status, 413);
    let (head, _) = ada.form("/say", &[("say", "x")]);
    let declared = head.replace("Content-Length: 5", "Content-Length: 99999999999");
    assert_ne!(declared, head);
    assert_eq!(ada.send(&declared, large.as_bytes()).status, 413);
    assert_eq!(ada.act("/say", &[("say", &"x".repeat(4_001))]).status, 400);
    assert_eq!(ada.act("/say", &[("say", "go home\nyes")]).status, 400, "two lines are no sentence");
    assert_eq!(ada.get(&format!("/{}", "x".repeat(WEB_TARGET_BYTES_MAX))).status, 414);
    let head = ada.head("GET", "/", &[("X-Large", &"x".repeat(WEB_HEAD_BYTES_MAX))]);
    assert_eq!(ada.send(&head, b"").status, 431);
    let many: Vec<(String, &str)> = (0..200).map(|n| (format!("X-{n}"), "x")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    assert_eq!(ada.send(&ada.head("GET", "/", &many), b"").status, 431);
    assert!(ada.get("/").has("name=\"say\""));
}

#[test]
fn bytes_that_are_no_request_change_nothing() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let cookie = ada.cookie.clone().unwrap();
    let host = format!("Host: {}\r\n", ada.address);
    let chunked = format!(
        "POST /say HTTP/1.1\r\n{host}Cookie: {cookie}\r\nOrigin: http://{}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        ada.address
    );
    let cases: Vec<Vec<u8>> = vec![
        b"\r\n\r\n".to_vec(),
        vec![0; 1000],
        vec![0xff; 1000],
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        format!("GET /\u{e4} HTTP/1.1\r\n{host}\r\n").into_bytes(),
        format!("GET / HTTP/1.1\r\n{host}Cookie: \u{1}\r\n\r\n").into_bytes(),
        format!("POST /say HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n").into_bytes(),
        format!("POST /say HTTP/1.1\r\n{host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd").into_bytes(),
        format!("{chunked}zz\r\n").into_bytes(),
        format!("{chunked}ffffffffffffffffff\r\nabc").into_bytes(),
        format!("{chunked}3\r\n\u{e4}\r\n").into_bytes(),
    ];
    for bytes in cases {
        let mut stream = ada.connect();
        std::io::Write::write_all(&mut stream, &bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        // Closed in whatever way.
        let _ = std::io::Read::read_to_end(&mut stream, &mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        // Whoever shows a session is told where the robot is on the page of refusal, too.
        let is_told = bytes.windows(cookie.len()).any(|part| part == cookie.as_bytes());
        assert!(!answer.starts_with("HTTP/1.1 200") && (is_told || !answer.contains("Home")), "{bytes:?}: {answer}");
    }
    assert_eq!(ada.act("/say", &[("say", "go home"), ("say", "yes")]).status, 400, "a field twice");
    assert!(!ada.get("/").has("id=\"outcome\""), "nothing was heard");
}
