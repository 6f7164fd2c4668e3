//! Where the robot is, said on the page by somebody who has looked.

use crate::{
    browser::{Browser, Page},
    server::{Around, Server},
};

const SAID: [(&str, &str); 4] = [("position", "Pos_1"), ("tool", "none"), ("reason", "I looked"), ("looked", "yes")];

/// Sends the form that a page showed.
fn say(browser: &Browser, shown: &Page, fields: &[(&str, &str)]) -> Page {
    let (token, record, awake) = (shown.field("token"), shown.field("record"), shown.field("awake"));
    browser.post("/place", &[&[("token", token.as_str()), ("record", &record), ("awake", &awake)], fields].concat())
}

#[test]
fn somebody_who_has_looked_says_where_the_robot_is() {
    let server = Server::of(Around { is_simulated: true, gate: None }, false);
    let ada = server.enter("Ada");
    assert!(ada.get("/").has("href=\"/robot\""), "the way to the form");
    let shown = ada.get("/robot");
    assert!(shown.has("<option value=\"Pos_1\">") && shown.has("<option value=\"Welder\">"), "{}", shown.body);
    assert_eq!(say(&ada, &shown, &SAID).status, 303);
    let after = ada.get("/");
    assert!(after.has("The robot is at Pos_1 with an empty hand. That is confirmed."), "{}", after.body);
    assert!(!after.has("Nothing can be run now"), "{}", after.body);
    assert!(ada.get("/robot").has("Ada") && ada.say("go home").has("id=\"plan\""));
}

#[test]
fn a_word_about_the_robot_that_is_not_whole_confirms_nothing() {
    let server = Server::of(Around { is_simulated: true, gate: None }, false);
    let ada = server.enter("Ada");
    let shown = ada.get("/robot");
    for (place, other) in [
        (0, ("position", "Nowhere")),
        (0, ("position", "")),
        (1, ("tool", "Hammer")),
        (2, ("reason", " ")),
        (2, ("reason", "two\nlines")),
        (3, ("looked", "no")),
        (3, ("", "")),
    ] {
        let mut fields = SAID;
        fields[place] = other;
        let said = say(&ada, &shown, &fields);
        assert_eq!(said.status, 400, "{other:?}: {}", said.body);
    }
    assert!(ada.get("/").has("nobody has said where the robot is"), "nothing was recorded");
}

/// A form that was sent before the machine slept confirmed a place after it. Each form says when it was shown.
#[test]
fn a_word_about_the_robot_says_since_when_the_program_was_awake() {
    let server = Server::of(Around { is_simulated: true, gate: None }, false);
    let ada = server.enter("Ada");
    let shown = ada.get("/robot");
    let (token, record) = (shown.field("token"), shown.field("record"));
    for awake in [&[][..], &[("awake", "")], &[("awake", "-1")]] {
        let fields = [&[("token", token.as_str()), ("record", &record)], awake, &SAID[..]].concat();
        assert_eq!(ada.post("/place", &fields).status, 400, "{awake:?}");
    }
    assert!(ada.get("/").has("nobody has said where the robot is"), "nothing was recorded");
    assert_eq!(say(&ada, &shown, &SAID).status, 303);
}

#[test]
fn a_word_about_the_robot_counts_where_it_was_given_to_what_is_on_record() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let old = bob.get("/robot");
    assert_eq!(say(&ada, &ada.get("/robot"), &SAID).status, 303);
    assert_eq!(say(&bob, &old, &SAID).status, 409, "Ada has said something since");
    ada.say("go home");
    let shown = bob.get("/robot");
    assert!(!shown.has("name=\"record\""), "a plan waits: {}", shown.body);
    assert_eq!(say(&bob, &old, &SAID).status, 409);
    let (token, record) = (bob.get("/").field("token"), server.record());
    let fields = [&[("token", token.as_str()), ("record", &record), ("awake", "0")], &SAID[..]].concat();
    assert_eq!(bob.post("/place", &fields).status, 409, "not while a plan waits");
    assert!(ada.get("/").has("id=\"plan\""));
}
