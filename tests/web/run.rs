//! A run, and the keys to it. Step by step, each step waits for its yes, so that a run stands where a test wants it.

use std::{
    io::{Read, Write},
    net::Shutdown,
    sync::{Arc, atomic::Ordering},
    thread,
};

use rustix::net::sockopt::set_tcp_cork;

use crate::{
    browser::{Browser, News, Page},
    server::{Around, Gate, Server},
};

/// A run of two steps that waits before its first one.
fn waiting(ada: &Browser, sentence: &str) -> News {
    let mut shown = ada.say(sentence);
    assert_eq!(ada.answer(&shown, "step").status, 303);
    shown = ada.get("/");
    assert!(shown.has("each step waits for a yes of its own"), "{}", shown.body);
    let mut news = ada.news();
    assert_eq!(ada.approve(&shown).status, 303);
    news.until("Waits for the yes of Ada: step 1/");
    news
}

/// Presses a key of the page at `/`.
fn press(browser: &Browser, wish: &str, more: &[(&str, &str)]) -> Page {
    let page = browser.get("/");
    let (token, run, pause) = (page.field("token"), page.field("run"), page.field("pause"));
    let fields = [("token", token.as_str()), ("run", &run), ("pause", &pause), ("wish", wish)];
    browser.post("/run", &[&fields, more].concat())
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
    news.until("Waits for the yes of Ada: step 2/");
    let second = ada.get("/").field("question");
    assert_ne!(first, second);
    assert_eq!(press(&ada, "yes", &[("question", &first)]).status, 303, "the same key once more says nothing new");
    let never = (first.parse::<u32>().unwrap() + 100).to_string();
    assert_eq!(press(&ada, "yes", &[("question", &never)]).status, 409, "a yes to another question");
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
    assert!(ada.get("/").has("Bob: it stands already"));
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
    assert!(!until_line(&mut news, "Waits for the yes of Ada: step 1/2").contains("pausing"));
    // What looks like a question, and is not understood, is as good as anything else that is not.
    assert_eq!(press(&bob, "line", &[("line", "what does the fox say?")]).status, 303);
    until_line(&mut news, "that is not understood: the step waits for its key");
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
    news.until("Waits for the yes of Ada: step 2/");
    yes(&ada);
    news.rests("The robot is at Pos_1");
    let _next = waiting(&ada, "go home");
    let token = ada.get("/").field("token");
    for (wish, more) in [("yes", ("question", question.as_str())), ("resume", ("", "")), ("confirm", ("code", "0000"))]
    {
        let sent = ada.post("/run", &[("token", &token), ("run", &old), ("pause", "0"), ("wish", wish), more]);
        assert_eq!(sent.status, 409, "{wish}");
    }
    assert!(ada.get("/").has("value=\"yes\""), "the step still waits");
    assert_eq!(press(&ada, "halt", &[]).status, 303);
}

#[test]
fn a_typed_line_is_read_as_at_the_console() {
    for (line, said, ends) in [
        ("pause", "Ada: it stands already", false),
        ("frobnicate", "Ada: that is not understood: the step waits for its key", false),
        ("yes", "Ada: that is not understood: the step waits for its key", false),
        ("help", "Ada: pause: wait after this step.", false),
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

/// A form from before somebody else's pause let the robot go on: whoever had paused may have been on the way into the cell.
#[test]
fn a_pause_is_lifted_by_a_page_that_shows_it() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let mut news = waiting(&ada, "go to position 1");
    let before = ada.get("/");
    assert!(!before.has("value=\"resume\""), "nothing is paused");
    let (token, run, question) = (before.field("token"), before.field("run"), before.field("question"));
    assert_eq!(press(&bob, "pause", &[]).status, 303);
    news.until("Paused");
    let resume =
        |pause: &str| ada.post("/run", &[("token", &token), ("run", &run), ("pause", pause), ("wish", "resume")]);
    let refused = resume(&before.field("pause"));
    assert!(refused.status == 409 && refused.has("Somebody has paused the run since"), "{}", refused.body);
    let typed = [("token", token.as_str()), ("run", &run), ("pause", "0"), ("wish", "line"), ("line", "resume")];
    assert_eq!(ada.post("/run", &typed).status, 409);
    let yes = [("token", token.as_str()), ("run", &run), ("question", &question), ("wish", "yes")];
    assert_eq!(ada.post("/run", &yes).status, 409, "it is not asked during a pause");
    let shown = ada.get("/");
    assert!(shown.has("Bob: it stands already") && shown.has("value=\"resume\""), "{}", shown.body);
    assert_eq!(resume(&shown.field("pause")).status, 303);
    news.until("Waits for the yes of Ada: step 1/");
    assert_eq!(ada.post("/run", &yes).status, 409, "it is asked anew");
    assert_ne!(ada.get("/").field("question"), question);
    assert_eq!(resume(&shown.field("pause")).status, 303, "nothing is paused, and the step waits on");
    assert!(ada.get("/").has("nothing is paused") && ada.get("/").has("value=\"yes\""));
    assert_eq!(press(&ada, "halt", &[]).status, 303);
    news.rests("The robot is at Home");
}

/// A stop that was typed into the box for a sentence stopped nothing.
#[test]
fn a_stop_counts_in_whichever_box_it_is_typed() {
    for (target, words) in [
        ("/say", "Stopp!"),
        ("/say", "nein"),
        ("/say", "stop"),
        ("/say", "the red one\nstop now"),
        ("/answer", "no"),
        ("/answer", "stop now"),
        // The box for the code, and the one for how somebody knows where the robot is.
        ("/run", "stop"),
        ("/run", "no"),
        ("/place", "nein!"),
    ] {
        let server = Server::start();
        let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
        let shown = ada.say("go to position 1");
        let (ticket, digest) = (shown.field("ticket"), shown.field("digest"));
        assert_eq!(ada.answer(&shown, "step").status, 303);
        let mut news = ada.news();
        ada.approve(&ada.get("/"));
        news.until("Waits for the yes of Ada: step 1/");
        let token = bob.get("/").field("token");
        let fields =
            [("ticket", ticket.as_str()), ("digest", &digest), ("say", words), ("words", words), ("wish", "confirm")];
        let fields = [&[("token", token.as_str()), ("code", words), ("reason", words)], &fields[..]].concat();
        assert_eq!(bob.post(target, &fields).status, 303, "{target} {words}");
        news.rests("The robot is at Home");
        assert!(server.runs()[0].failure.is_some(), "{target} {words}");
        // Where nothing runs, nothing is stopped.
        match target {
            "/say" if !words.contains('\n') => assert!(bob.say(words).has("Nothing is running"), "{words}"),
            _ => assert!(bob.post(target, &fields).status >= 400, "{target} {words}"),
        }
    }
}

/// Between the yes and the run's beginning a stop was told that nothing runs, and the robot moved then.
#[test]
fn a_run_can_be_stopped_from_its_approval_on() {
    for (target, words) in [("/run", "halt"), ("/run", "finish"), ("/answer", "no"), ("/say", "stop now")] {
        let gate = Gate::new(false);
        let server = Server::of(Around { is_simulated: true, gate: Some(Arc::clone(&gate)) }, true);
        let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
        let shown = ada.say("go to position 1");
        let mut news = ada.news();
        gate.is_closed.store(true, Ordering::SeqCst);
        thread::scope(|scope| {
            scope.spawn(|| ada.approve(&shown));
            news.until("A run is made ready");
            let page = bob.get("/");
            assert!(page.has("value=\"halt\""), "{}", page.body);
            let (token, ticket, digest) = (page.field("token"), shown.field("ticket"), shown.field("digest"));
            let fields = [("ticket", ticket.as_str()), ("digest", &digest), ("words", words), ("say", words)];
            let fields = [&[("token", token.as_str()), ("wish", words)], &fields[..]].concat();
            assert_eq!(bob.post(target, &fields).status, 303, "{target} {words}");
            // What lets it go on counts for a run that is shown.
            let resume = [("token", token.as_str()), ("run", &ticket), ("pause", "0"), ("wish", "resume")];
            assert_eq!(bob.post("/run", &resume).status, 409);
            gate.barrier.wait();
        });
        news.rests("The robot is at Home with an empty hand");
        let runs = server.runs();
        let failure = runs.first().map(|run| run.failure.clone());
        assert!(
            failure.as_ref().is_none_or(|why| why.as_deref().is_some_and(|why| why.starts_with("stopped by"))),
            "{target} {words}: {failure:?}"
        );
    }
}

/// A stop that came while an answer was looked at was lost where the answer approved nothing: the plan waited on, and was approved later.
#[test]
fn a_stop_while_an_answer_is_looked_at_drops_the_plan() {
    for (target, words) in [("/run", "halt"), ("/run", "pause"), ("/answer", "no")] {
        let gate = Gate::new(false);
        // A typed yes moves no robot.
        let server = Server::of(Around { is_simulated: false, gate: Some(Arc::clone(&gate)) }, true);
        let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
        let shown = ada.say("go to position 1");
        let mut news = ada.news();
        gate.is_closed.store(true, Ordering::SeqCst);
        thread::scope(|scope| {
            scope.spawn(|| ada.answer(&shown, "yes"));
            news.until("A run is made ready");
            let (token, ticket, digest) = (bob.get("/").field("token"), shown.field("ticket"), shown.field("digest"));
            let fields = [
                ("token", token.as_str()),
                ("ticket", &ticket),
                ("digest", &digest),
                ("words", words),
                ("wish", words),
            ];
            assert_eq!(bob.post(target, &fields).status, 303, "{target} {words}");
            gate.barrier.wait();
        });
        news.rests("The robot is at Home");
        let page = ada.get("/");
        assert!(
            page.has("Somebody said stop, pause or no while this was looked at") && !page.has("id=\"plan\""),
            "{}",
            page.body
        );
        assert_eq!(ada.approve(&shown).status, 409);
        assert!(server.runs().is_empty());
    }
}

/// The same where nothing was approved yet: a sentence, or a change to the plan that waits. The plan that came of it waited, and could be approved.
#[test]
fn a_stop_while_a_sentence_or_a_change_is_looked_at_drops_the_plan() {
    for (change, target, words) in [
        (None, "/run", "halt"),
        (None, "/say", "Stopp!"),
        (Some("position 2 instead"), "/run", "pause"),
        (Some("position 2 instead"), "/answer", "no"),
    ] {
        let gate = Gate::new(false);
        let server = Server::of(Around { is_simulated: true, gate: Some(Arc::clone(&gate)) }, true);
        let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
        let shown = change.map(|_| ada.say("go to position 1"));
        let mut news = ada.news();
        gate.is_closed.store(true, Ordering::SeqCst);
        thread::scope(|scope| {
            scope.spawn(|| match (&shown, change) {
                (Some(shown), Some(change)) => ada.answer(shown, change),
                _ => ada.say("go to position 1"),
            });
            news.until("Working on it");
            let token = bob.get("/robot").field("token");
            let (ticket, digest) =
                shown.as_ref().map_or_else(Default::default, |shown| (shown.field("ticket"), shown.field("digest")));
            let fields =
                [("ticket", ticket.as_str()), ("digest", &digest), ("words", words), ("say", words), ("wish", words)];
            let fields = [&[("token", token.as_str())], &fields[..]].concat();
            assert_eq!(bob.post(target, &fields).status, 303, "{change:?} {target} {words}");
            gate.barrier.wait();
        });
        news.rests("The robot is at Home");
        let page = ada.get("/");
        assert!(
            page.has("Somebody said stop, pause or no while this was looked at") && !page.has("id=\"plan\""),
            "{change:?} {target} {words}: {}",
            page.body
        );
        assert!(server.runs().is_empty());
    }
}

/// Which of a stop and a yes was sent first, nobody can tell who reads them: a flood of pages, or a program that stood still, had the yes read
/// after the stop, which was told that nothing runs, and the robot moved.
#[test]
fn a_stop_while_a_plan_waits_drops_it_whoever_says_it() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    for (target, words) in
        [("/run", "halt"), ("/run", "pause"), ("/run", "finish"), ("/say", "stop!"), ("/say", "nein")]
    {
        let shown = ada.say("go to position 1");
        assert_eq!(bob.act(target, &[("wish", words), ("say", words)]).status, 303, "{target} {words}");
        assert_eq!(ada.approve(&shown).status, 409, "{target} {words}");
        ada.news().rests("The robot is at Home");
        let page = ada.get("/");
        let is_told = page.has("Somebody said stop, pause or no while this was looked at");
        assert!(is_told && !page.has("id=\"plan\""), "{target} {words}: {}", page.body);
    }
    assert!(server.runs().is_empty());
    // What is no word for less motion drops nothing.
    let shown = ada.say("go to position 1");
    for (target, words) in [("/run", "resume"), ("/say", "go home"), ("/run", "step")] {
        assert!(bob.act(target, &[("wish", words), ("say", words)]).status >= 400, "{target} {words}");
    }
    assert_eq!(ada.approve(&shown).status, 303);
}

/// An approval whose last byte came after its sender had left let the robot move.
#[test]
fn a_form_counts_for_who_its_sender_is_when_it_is_there() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let shown = ada.say("go to position 1");
    let (token, ticket, digest) = (shown.field("token"), shown.field("ticket"), shown.field("digest"));
    let words = format!("approve {digest}");
    let fields = [("token", token.as_str()), ("ticket", &ticket), ("digest", &digest), ("words", &words)];
    let (head, body) = ada.form("/answer", &fields);
    let (most, last) = body.split_at(body.len() - 1);
    let mut stream = ada.connect();
    stream.write_all(format!("{head}{most}").as_bytes()).unwrap();
    assert_eq!(ada.act("/leave", &[]).status, 303);
    stream.write_all(last.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert_eq!(Page::of(&answer).status, 401);
    assert!(server.runs().is_empty());
    assert!(bob.get("/").has("A plan waits for the yes of"));
}

/// Somebody pressed stop, and closed the page or loaded it anew before its answer: the form was read, and nobody heard it. The yes that came
/// behind it moved the robot.
#[test]
fn a_stop_counts_whose_browser_goes_behind_it_and_a_yes_does_not() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let goes_behind = |browser: &Browser, target: &str, fields: &[(&str, &str)]| {
        let token = browser.get("/").field("token");
        let (head, body) = browser.form(target, &[&[("token", token.as_str())], fields].concat());
        let mut stream = browser.connect();
        // All of it at once, and the end with it.
        set_tcp_cork(&stream, true).unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
    };
    for _ in 0..10 {
        for (target, key, words) in [
            ("/run", "wish", "halt"),
            ("/run", "wish", "pause"),
            ("/say", "say", "stop now"),
            ("/answer", "words", "no"),
        ] {
            let shown = ada.say("go to position 1");
            let (ticket, digest) = (shown.field("ticket"), shown.field("digest"));
            goes_behind(&bob, target, &[(key, words), ("ticket", &ticket), ("digest", &digest)]);
            assert_ne!(ada.approve(&shown).status, 303, "{target} {words}");
            ada.news().rests("The robot is at Home");
        }
        let shown = ada.say("go to position 1");
        let (ticket, digest) = (shown.field("ticket"), shown.field("digest"));
        goes_behind(
            &ada,
            "/answer",
            &[("ticket", &ticket), ("digest", &digest), ("words", &format!("approve {digest}"))],
        );
        assert_eq!(ada.answer(&ada.get("/"), "no").status, 303);
        ada.news().rests("The robot is at Home");
    }
    assert!(server.runs().is_empty());
}

/// How often the key that stops is on a page, and whether it is hidden.
fn stops(page: &Page) -> (usize, bool) {
    (page.body.matches("value=\"halt\"").count(), page.has("class=\"keys halt\" hidden"))
}

#[test]
fn every_page_has_the_key_that_stops_while_a_run_goes_on() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let pages = ["/robot", "/history", "/timeline", "/metrics", "/arrange", "/nothing"];
    for path in pages {
        assert_eq!(stops(&bob.get(path)), (1, true), "{path} at rest");
    }
    assert_eq!(stops(&bob.get("/")).0, 0, "the cell's page is drawn anew when a run begins");
    let mut news = waiting(&ada, "go to position 1");
    let run = format!("/history/{}", ada.get("/").field("run"));
    for path in pages.iter().chain(&["/", &run]) {
        assert_eq!(stops(&bob.get(path)), (1, false), "{path} while a run goes on");
    }
    let refused = press(&bob, "resume", &[]);
    assert_eq!((refused.status, stops(&refused)), (409, (1, false)));
    let forged = bob.post("/run", &[("token", "x"), ("wish", "halt")]);
    assert_eq!((forged.status, stops(&forged)), (403, (1, false)));
    // The key of the page of refusal does what it says.
    assert_eq!(bob.post("/run", &[("token", &refused.field("token")), ("wish", "halt")]).status, 303);
    news.rests("The robot is at Home");
    assert_eq!(stops(&bob.get("/history")), (1, true));
}

#[test]
fn whoever_drives_a_run_does_not_leave_it() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let mut news = waiting(&ada, "go to position 1");
    assert!(!ada.get("/").has(">Leave<") && bob.get("/").has(">Leave<"));
    let refused = ada.act("/leave", &[]);
    assert!(refused.status == 409 && refused.has("end the run or stop it first"), "{}", refused.body);
    assert_eq!(bob.act("/leave", &[]).status, 303);
    yes(&ada);
    news.until("Waits for the yes of Ada: step 2/");
    assert_eq!(press(&ada, "halt", &[]).status, 303);
    news.rests("The robot is at");
    assert_eq!(ada.act("/leave", &[]).status, 303);
}
