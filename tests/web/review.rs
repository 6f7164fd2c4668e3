//! From a sentence to a yes.

use crate::server::{Around, Server};

#[test]
fn a_sentence_is_shown_approved_and_run() {
    // The page is told that a robot moves.
    for is_simulated in [true, false] {
        let server = Server::of(Around { is_simulated, gate: None }, true);
        let ada = server.enter("Ada");
        let shown = ada.say("put the camera on");
        for words in ["attach Camera", "Tool_Camera_Safe_Position", "takes Camera", "dwell 1.5 s", "verify 'Camera'"] {
            assert!(shown.has(words), "{words}:\n{}", shown.body);
        }
        assert!(shown.has(&shown.field("digest")[..16]) && server.runs().is_empty(), "nothing is run before the yes");
        let mut news = ada.news();
        let approved = ada.approve(&shown);
        assert_eq!((approved.status, approved.header("location")), (303, Some("/")), "{}", approved.body);
        news.rests("The robot is at Tool_Camera_Position with Camera");
        let runs = server.runs();
        assert_eq!((runs.len(), runs[0].operator.as_str()), (1, "Ada"));
        let after = ada.get("/");
        assert!(after.has("completed") && after.has(&format!("/history/{}", runs[0].run_id)), "{}", after.body);
    }
}

#[test]
fn a_typed_yes_approves_where_no_robot_moves_and_nowhere_else() {
    for is_simulated in [true, false] {
        let server = Server::of(Around { is_simulated, gate: None }, true);
        let ada = server.enter("Ada");
        let mut shown = ada.say("go to position 1");
        let but_a_yes = ["yes?", "yes, later", "approve 0123456789abcdef", "approve it slowly", "yes please stop"];
        let yes = (!is_simulated).then_some("Yes, go ahead!");
        for words in but_a_yes.into_iter().chain(yes) {
            assert_eq!(ada.answer(&shown, words).status, 303);
            shown = ada.get("/");
            assert!(shown.has("id=\"plan\"") && server.runs().is_empty(), "{words}:\n{}", shown.body);
        }
        assert_eq!(shown.has("A typed yes moves no robot."), !is_simulated, "{}", shown.body);
        let mut news = ada.news();
        if is_simulated {
            // The yes may have been meant for the words before it, which changed nothing.
            assert_eq!(ada.answer(&shown, "Yes, go ahead!").status, 303);
            shown = ada.get("/");
            let asked_again = shown.has("Say yes once more to run the plan as it was shown.");
            assert!(asked_again && shown.has("id=\"plan\"") && server.runs().is_empty(), "{}", shown.body);
            assert_eq!(ada.answer(&shown, "Yes, go ahead!").status, 303);
        } else {
            let named = format!("approve {}", &shown.field("digest")[..16]);
            assert_eq!(ada.answer(&shown, &named).status, 303, "as a program names it");
        }
        news.rests("The robot is at Pos_1");
        assert_eq!(server.runs().len(), 1);
    }
}

/// The words that ask for a yes once more, and what was done with a plan, were English on a German page.
#[test]
fn a_german_page_asks_for_the_yes_once_more_in_german() {
    let server = Server::start();
    let mut ada = server.enter("Ada");
    ada.language = "de";
    let mut shown = ada.say("go to position 1");
    for (answer, words) in [
        ("yes, later", "Das gibt den Plan nicht frei, er wartet, wie er ist: sagen Sie yes, no"),
        ("yes", "Sagen Sie noch einmal yes, um den Plan so auszuführen, wie er gezeigt wurde."),
        ("help", "Nichts bewegt sich vor einem klaren Ja."),
        ("step", "Schrittweise: ist der Plan freigegeben, wartet jeder Schritt auf ein eigenes Ja."),
        ("state", "Der Roboter steht bei Home mit leerer Hand"),
        ("no", "Abgelehnt: nichts wurde ausgeführt."),
    ] {
        assert_eq!(ada.answer(&shown, answer).status, 303);
        shown = ada.get("/");
        assert!(shown.has(words) && !shown.has("Say yes") && !shown.has("othing was run"), "{answer}:\n{}", shown.body);
    }
    assert!(server.runs().is_empty());
    assert!(ada.say("stop!").has("Es läuft nichts. Das ist kein Not-Halt: drücken Sie den Taster."));
}

#[test]
fn a_plan_is_asked_about_changed_and_rejected() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let first = ada.say("weld at position 1 and 2");
    assert_eq!(ada.answer(&first, "where is the robot?").status, 303);
    let asked = ada.get("/");
    assert!(asked.has("The robot is at Home") && asked.has("The plan waits"), "{}", asked.body);
    assert_eq!(asked.field("digest"), first.field("digest"), "the same plan waits");
    assert_eq!(ada.answer(&asked, "skip position 2").status, 303);
    let changed = ada.get("/");
    assert!(changed.has("do tack_weld at Pos_1") && changed.field("digest") != first.field("digest"));
    assert_eq!(ada.answer(&changed, "no").status, 303);
    let rejected = ada.get("/");
    assert!(rejected.has("Rejected: nothing was run.") && rejected.has("name=\"say\"") && server.runs().is_empty());
}

/// "Pause" was not understood, and the key of the page that had been shown before moved the robot.
#[test]
fn whatever_is_said_to_a_plan_is_heard_before_an_older_page() {
    for (words, drops) in [
        ("pause", true),
        ("wait", true),
        ("warte", true),
        ("stop", true),
        ("stop?", false),
        ("not yet", false),
        ("do not run it yet", false),
        ("why", false),
        ("where is the robot?", false),
        ("step", false),
    ] {
        let server = Server::start();
        let ada = server.enter("Ada");
        let first = ada.say("go to position 1");
        assert_eq!(ada.answer(&first, words).status, 303, "{words}");
        let named = format!("approve {}", first.field("digest"));
        assert_eq!(ada.answer(&first, &named).status, 409, "{words}");
        let page = ada.get("/");
        assert_eq!(page.has("Rejected: nothing was run."), drops, "{words}: {}", page.body);
        assert_eq!(page.has("id=\"plan\""), !drops, "{words}");
        assert!(server.runs().is_empty());
    }
}

#[test]
fn a_reading_that_was_offered_is_chosen_from_what_was_shown() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let shown = ada.say("move from position 2 to position 1");
    let (ticket, number) = (shown.field("ticket"), shown.field("number"));
    assert_eq!(ada.act("/choose", &[("ticket", &ticket), ("number", "9")]).status, 409, "there is none");
    assert_eq!(ada.act("/choose", &[("ticket", &ticket), ("number", "0")]).status, 409);
    assert_eq!(ada.act("/choose", &[("ticket", &ticket), ("number", &number)]).status, 303);
    assert!(ada.get("/").has("id=\"plan\""), "it leads to the review");
    let again = ada.act("/choose", &[("ticket", &ticket), ("number", &number)]);
    assert_eq!(again.status, 409, "{}", again.body);
}

#[test]
fn what_cannot_be_run_is_not_shown_as_if_it_could() {
    let server = Server::of(Around { is_simulated: true, gate: None }, false);
    let ada = server.enter("Ada");
    assert!(ada.get("/").has("nobody has said where the robot is"));
    for sentence in ["go home", "go to position 1"] {
        let said = ada.say(sentence);
        assert!(!said.has("id=\"plan\"") && !said.has("name=\"digest\""), "{sentence}:\n{}", said.body);
    }
    assert!(ada.say("which tools are there?").has("Welder"), "a question is answered");
}

#[test]
fn a_stop_with_nothing_running_says_so() {
    let server = Server::start();
    let ada = server.enter("Ada");
    assert!(ada.say("stop!").has("Nothing is running. This is no emergency stop: press the button."));
    assert!(ada.say("no").has("Nothing is running, and nothing waits for an answer."));
    let pressed = ada.act("/run", &[("wish", "halt"), ("run", "00000000-0000-0000-0000-000000000000")]);
    assert!(pressed.status == 409 && pressed.has("no emergency stop"), "{}", pressed.body);
}
