//! Who is let in, and what everybody else gets.

use crate::server::Server;

const ADDRESSES: [&str; 15] = [
    "/",
    "/robot",
    "/timeline",
    "/metrics",
    "/history.jsonl",
    "/history",
    "/history/00000000-0000-0000-0000-000000000007",
    "/history?before=x",
    "/page.js",
    "/arrange",
    "/arrange.js",
    "/complete.js",
    "/complete?typed=h",
    "/nothing",
    "/?lang=de",
];

const ACTS: [(&str, &str); 7] = [
    ("/say", "say"),
    ("/choose", "number"),
    ("/answer", "words"),
    ("/place", "position"),
    ("/run", "wish"),
    ("/arrange", "what"),
    ("/leave", "token"),
];

#[test]
fn nothing_is_seen_without_a_session() {
    let server = Server::start();
    let mut strangers = vec![server.stranger(); 3];
    strangers[1].cookie = Some(format!("cellgraph-{}={}", server.address.port(), "0".repeat(64)));
    strangers[2].cookie = Some("cellgraph=1".to_owned());
    for stranger in &strangers {
        for address in ADDRESSES {
            let page = stranger.get(address);
            assert_eq!((page.status, page.header("location"), &*page.body), (303, Some("/enter"), ""), "{address}");
        }
        assert_eq!(stranger.get("/news").status, 401);
        let entrance = stranger.get("/enter");
        assert_eq!(entrance.status, 200);
        assert!(!entrance.has("Home") && !entrance.has("<svg"), "{}", entrance.body);
    }
}

#[test]
fn nothing_is_done_without_a_session() {
    let server = Server::start();
    for (address, field) in ACTS {
        let page = server.stranger().post(address, &[(field, "go home"), ("token", "")]);
        assert_eq!(page.status, 401, "{address}");
    }
    let ada = server.enter("Ada");
    assert!(!ada.get("/").has("id=\"outcome\""), "nothing was heard");
}

#[test]
fn a_code_opens_the_page_once() {
    let server = Server::start();
    let (stranger, code) = (server.stranger(), server.code());
    let enter = |code: &str, name: &str| stranger.post("/enter", &[("code", code), ("name", name)]);
    assert_eq!(enter("0000-0000-0000-0000", "Eve").status, 403);
    assert_eq!(enter(&code, "  ").status, 403, "nobody");
    assert_eq!(enter(&code, "a\u{7}").status, 403, "a bell");
    assert_eq!(enter(&code, &"a".repeat(256)).status, 403);
    assert_eq!(enter(&code.to_lowercase().replace('-', " "), "Ada").status, 303);
    let again = enter(&code, "Eve");
    assert_eq!((again.status, again.header("set-cookie")), (403, None));
    assert_eq!(enter(&server.code(), "Bob").status, 303, "the terminal shows the next one");
}

#[test]
fn a_session_that_was_left_opens_nothing() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let mut news = ada.news();
    assert!(news.next().is_some());
    let left = ada.act("/leave", &[]);
    assert_eq!((left.status, left.header("location")), (303, Some("/enter")));
    assert!(left.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(ada.get("/").status, 303);
    // Whatever happens next, the stream does not tell of it.
    let bob = server.enter("Bob");
    bob.say("where is the robot?");
    while let Some(event) = news.next() {
        assert!(!event["line"].as_str().unwrap().contains("Working"), "{event}");
    }
}

#[test]
fn every_answer_keeps_browsers_from_running_framing_or_keeping_it() {
    let server = Server::start();
    let (stranger, ada) = (server.stranger(), server.enter("Ada"));
    let pages = [
        stranger.get("/"),
        stranger.get("/enter"),
        stranger.get("/page.css"),
        stranger.post("/say", &[]),
        ada.get("/"),
        ada.get("/history"),
        ada.get("/page.js"),
        ada.get("/arrange"),
        ada.get("/arrange.js"),
        ada.get("/complete?typed=h"),
        ada.get("/nothing"),
        ada.post("/say", &[]),
    ];
    for page in pages {
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("cache-control", "no-store"),
            ("referrer-policy", "same-origin"),
        ] {
            assert_eq!(page.header(name), Some(value));
        }
        for inline in ["style=\"", "<style", "onclick", "javascript:", "<script>"] {
            assert!(!page.has(inline) || page.header("content-type").unwrap().contains("css"), "{inline}");
        }
    }
}

#[test]
fn a_page_speaks_the_language_that_was_asked_for() {
    let server = Server::start();
    let mut ada = server.enter("Ada");
    assert!(ada.get("/").has("Say what to do") && ada.get("/").has("lang=\"en\""));
    ada.language = "de-DE,de;q=0.9";
    assert!(ada.get("/").has("Sagen Sie, was zu tun ist") && ada.get("/").has("kein Not-Halt"));
    assert!(ada.get("/?lang=en").has("Say what to do"));
    assert!(ada.get("/history").has("There are no runs here."), "the choice stays");
}

/// "Ada" with a character that nobody sees looked like Ada on the page and in the history.
#[test]
fn nobody_enters_by_a_name_that_looks_like_another() {
    let server = Server::start();
    let code = server.code();
    for name in ["Ada\u{200b}", "Ada\u{202e}", "A\u{308}da", "Ada <b>", " ", "Ada\nEve"] {
        let refused = server.stranger().post("/enter", &[("code", &code), ("name", name)]);
        assert!(refused.status == 403 && refused.has("This name cannot be used"), "{name:?}: {}", refused.body);
    }
    let entered = server.stranger().post("/enter", &[("code", &code), ("name", "Ärmel-O'Brien (2)")]);
    assert_eq!(entered.status, 303, "the code is not used up by a name: {}", entered.body);
}
