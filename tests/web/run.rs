//! A run, and the keys to it. Step by step, each step waits for its yes, so that a run stands where a test wants it.

use std::io::Write;

use crate::{
    browser::{Browser, News, Page},
    server::Server,
};

/// A run of two steps that waits before its first one.
fn waiting(ada: &Browser, sentence: &str) -> News {
    let mut shown = ada.say(sentence);
    assert_eq!(ada.answer(&shown, "step").status, 303);
    shown = ada.get("/");
    assert!(shown.has("each step waits for a yes of its own"), "{}", shown.body);
    let mut news = ada.news();
    assert_eq!(ada.approve(&shown).status, 303);
    news.until("Waits for your yes: step 1/");
    news
}

/// Presses a key of the page at `/`.
fn press(browser: &Browser, wish: &str, more: &[(&str, &str)]) -> Page {
    let page = browser.get("/");
    let (token, run) = (page.field("token"), page.field("run"));
    browser.post("/run", &[&[("token", token.as_str()), ("run", &run), ("wish", wish)], more].concat())
}

/// Says yes to the step that waits.
fn yes(ada: &Browser) -> String {
    let question = ada.get("/").field("question");
    assert_eq!(press(ada, "yes", &[("question", &question)]).status, 303);
    question
}

#[test]
fn each_step_waits_for_the_yes_that_names_its_question() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let mut news = waiting(&ada, "go to position 1");
    let first = yes(&ada);
    news.until("Waits for your yes: step 2/");
    let second = ada.get("/").field("question");
    assert_ne!(first, second);
    assert_eq!(press(&ada, "yes", &[("question", &first)]).status, 303, "the same form once more");
    assert_eq!(press(&ada, "yes", &[]).status, 400, "a yes to nothing");
    assert_eq!(ada.get("/").field("question"), second, "it is no yes to the second step");
    yes(&ada);
    news.rests("The robot is at Pos_1 with an empty hand");
    assert_eq!(server.runs()[0].failure, None);
    let _next = waiting(&ada, "go home");
    assert_eq!(press(&ada, "halt", &[]).status, 303);
}

#[test]
fn everybody_may_stop_and_only_the_approver_lets_it_go_on() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let mut news = waiting(&ada, "go to position 1");
    let page = bob.get("/");
    assert!(page.has("value=\"halt\"") && !page.has("value=\"yes\"") && !page.has("value=\"resume\""), "{}", page.body);
    let question = ada.get("/").field("question");
    assert_eq!(press(&bob, "yes", &[("question", &question)]).status, 409);
    assert_eq!(press(&bob, "resume", &[]).status, 409);
    assert_eq!(press(&bob, "confirm", &[("code", "1234")]).status, 409);
    assert_eq!(bob.act("/say", &[("say", "go home")]).status, 409, "a sentence waits for no run's end");
    assert_eq!(press(&bob, "pause", &[]).status, 303);
    assert!(ada.get("/").has("Bob: pausing after this step"));
    assert_eq!(bob.act("/run", &[("wish", "halt")]).status, 303, "a stop needs no more than that");
    news.rests("The robot is at Home with an empty hand");
    assert_eq!(server.runs().len(), 1);
}

#[test]
fn a_question_is_answered_beside_the_run_and_pauses_nothing() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let mut news = waiting(&ada, "go to position 1");
    assert_eq!(press(&bob, "line", &[("line", "what tools are there?")]).status, 303);
    let lines = until_line(&mut news, "2 tools");
    assert!(lines.contains("Bob: what tools are there?") && !lines.contains("pausing"), "{lines}");
    assert_eq!(press(&bob, "line", &[("line", "where is the robot?")]).status, 303);
    assert!(!until_line(&mut news, "Waits for your yes: step 1/2").contains("pausing"));
    // What looks like a question, and is not understood, pauses as anything else does.
    assert_eq!(press(&bob, "line", &[("line", "what does the fox say?")]).status, 303);
    until_line(&mut news, "that is not understood: pausing after this step");
    assert_eq!(press(&bob, "halt", &[]).status, 303);
    news.rests("The robot is at Home");
}

/// Reads on until the run's lines have these words; the lines.
fn until_line(news: &mut News, words: &str) -> String {
    loop {
        let lines = news.next().unwrap()["lines"].as_str().unwrap().to_owned();
        if lines.contains(words) {
            return lines;
        }
    }
}

#[test]
fn a_key_of_an_earlier_run_lets_nothing_go_on() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let mut news = waiting(&ada, "go to position 1");
    let (old, question) = (ada.get("/").field("run"), ada.get("/").field("question"));
    yes(&ada);
    news.until("Waits for your yes: step 2/");
    yes(&ada);
    news.rests("The robot is at Pos_1");
    let _next = waiting(&ada, "go home");
    let token = ada.get("/").field("token");
    for (wish, more) in [("yes", ("question", question.as_str())), ("resume", ("", "")), ("confirm", ("code", "0000"))]
    {
        let sent = ada.post("/run", &[("token", &token), ("run", &old), ("wish", wish), more]);
        assert_eq!(sent.status, 409, "{wish}");
    }
    assert!(ada.get("/").has("value=\"yes\""), "the step still waits");
    assert_eq!(press(&ada, "halt", &[]).status, 303);
}

#[test]
fn a_typed_line_is_read_as_at_the_console() {
    for (line, said, ends) in [
        ("pause", "Ada: pausing after this step", false),
        ("frobnicate", "Ada: that is not understood: pausing after this step", false),
        ("stop", "Ada: stopping after this step", true),
        ("stap", "Ada: stopping now", true),
        ("nein!", "Ada: stopping now", true),
    ] {
        let server = Server::start();
        let ada = server.enter("Ada");
        let mut news = waiting(&ada, "go to position 1");
        assert_eq!(press(&ada, "line", &[("line", line)]).status, 303, "{line}");
        if !ends {
            assert!(ada.get("/").has(said), "{line}:\n{}", ada.get("/").body);
            assert_eq!(press(&ada, "halt", &[]).status, 303);
        }
        news.rests("The robot is at Home with an empty hand");
    }
}

/// Whoever approved is gone before the answer is there.
#[test]
fn a_page_that_closes_changes_nothing() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let mut news = bob.news();
    let shown = ada.say("go to position 1");
    let (token, ticket, digest) = (shown.field("token"), shown.field("ticket"), shown.field("digest"));
    let (head, body) =
        ada.form("/answer", &[("token", &token), ("ticket", &ticket), ("digest", &digest), ("words", "yes")]);
    let mut stream = ada.connect();
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    // A form whose connection ends before it was read is none: nothing would run.
    let line = |event: serde_json::Value| event["line"].as_str().unwrap().to_owned();
    let is_over = |line: &str| line.starts_with("The robot is at Pos_1");
    let mut now = line(news.next().unwrap());
    while !now.starts_with("Running: ") && !is_over(&now) {
        now = line(news.next().unwrap());
    }
    drop(stream);
    // Of several changes the last is told.
    while !is_over(&now) {
        now = line(news.next().unwrap());
    }
    assert!(server.runs()[0].failure.is_none());
}
