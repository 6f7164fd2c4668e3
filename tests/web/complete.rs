//! Completions of a line that is typed: the cell's names and the phrases that it has learnt, a few at a time.

use cellgraph::limits::{WEB_COMPLETIONS_MAX, WEB_TARGET_BYTES_MAX};
use serde_json::{Value, json};

use crate::{binary::Cell, binary::Served, browser::Browser, layout::answer, layout::renamed, server::Server};

fn fits(browser: &Browser, typed: &str) -> Vec<(u64, String)> {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("typed", typed).finish();
    let page = browser.get(&format!("/complete?{query}"));
    assert_eq!((page.status, page.header("content-type")), (200, Some("application/json")), "{}", page.body);
    let answer: Value = serde_json::from_str(&page.body).unwrap();
    let fits = answer["fits"].as_array().unwrap().iter();
    fits.map(|fit| (fit["start"].as_u64().unwrap(), fit["text"].as_str().unwrap().to_owned())).collect()
}

fn at(start: u64, texts: &[&str]) -> Vec<(u64, String)> {
    texts.iter().map(|&text| (start, text.to_owned())).collect()
}

#[test]
fn names_and_learnt_phrases_complete_a_line() {
    let server = Server::start();
    let ada = server.enter("Ada");
    assert_eq!(fits(&ada, "go to pos"), at(6, &["Pos_1", "Pos_2", "Pos_3", "Pos_4", "Pos_5", "position_check"]));
    assert_eq!(fits(&ada, "take the wel"), at(9, &["Welder"]));
    assert_eq!(fits(&ada, "do tack"), at(3, &["tack_weld"]));
    assert_eq!(fits(&ada, "the us"), at(0, &["the usual round"]));
    // Nobody is led to type an answer.
    assert_eq!((fits(&ada, "ye"), fits(&ada, "stop n")), (at(0, &[]), at(0, &[])));
    // A place in a line is counted as scripts count.
    assert_eq!(fits(&ada, "Ü😀 hom"), at(4, &["Home"]));
    for none in ["", " ", "go to ", "go to Mars", "<script>", "\u{0}"] {
        assert_eq!(fits(&ada, none), [], "{none:?}");
    }
    assert!(fits(&ada, "s").len() <= WEB_COMPLETIONS_MAX);
    assert_eq!(ada.get("/complete").body, json!({ "fits": [] }).to_string());
    assert_eq!(ada.get("/complete?typed=%FF").body, json!({ "fits": [] }).to_string());
    assert_eq!(ada.get(&format!("/complete?typed={}", "x".repeat(WEB_TARGET_BYTES_MAX))).status, 414);
    assert_eq!(ada.act("/complete", &[("typed", "h")]).status, 405);
    assert!(
        ada.get("/").has("data-complete=\"Completions\"") && !ada.get("/").has("id=\"outcome\""),
        "nothing was heard"
    );
    let plan = ada.say("go to position 1");
    assert!(plan.has("id=\"words\"") && plan.has("data-complete"), "what is to be changed is completed as well");
}

#[test]
fn nobody_learns_a_name_without_a_session() {
    let server = Server::start();
    let page = server.stranger().get("/complete?typed=h");
    assert_eq!((page.status, &*page.body), (303, ""));
}

#[test]
fn a_new_layout_completes_with_its_own_names() {
    let cell = Cell::new();
    let served = Served::start(&cell, &["--driver", "simulator"]);
    let ada = &served.browser;
    renamed(&cell, "Clear_of_the_bench", 2);
    let shown = ada.say("where is the robot?");
    assert_eq!(fits(ada, "go to clear"), []);
    assert_eq!(answer(&served, &shown, "yes").status, 303);
    assert_eq!(fits(ada, "go to clear of"), at(6, &["Clear_of_the_bench"]));
}
