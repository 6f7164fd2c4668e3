//! A page beside the desk that drives: a console drives, or another page, and this one shows what goes on there, answers, and may pause or
//! stop a run. It drives nothing.

use cellgraph::store::{PageActKind, Store};

use crate::{
    binary::{Cell, Served},
    browser::{Browser, News},
    terminal::Terminal,
};

const SLOWLY: [&str; 4] = ["--driver", "simulator", "--speed", "0.00001"];

fn console(cell: &Cell) -> Terminal {
    let mut command = cell.command("run", &SLOWLY);
    command.args(["--operator", "Eve"]);
    let mut terminal = Terminal::open();
    terminal.start(&command, None);
    terminal.sees("> ");
    terminal
}

/// Reads on until an event has a line that was told, with these words.
fn told(news: &mut News, words: &str) {
    while !news.next().unwrap()["lines"].as_str().unwrap().contains(words) {}
}

/// Nothing of this can be said beside the desk that drives.
fn drives_nothing(ada: &Browser) {
    let nil = "00000000-0000-0000-0000-000000000000";
    let digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    for (target, fields) in [
        ("/answer", vec![("ticket", nil), ("digest", digest), ("words", "yes")]),
        ("/run", vec![("run", nil), ("wish", "resume")]),
        ("/run", vec![("run", nil), ("wish", "yes"), ("question", "0")]),
        ("/run", vec![("run", nil), ("wish", "step")]),
        ("/run", vec![("wish", "line"), ("line", "resume")]),
        ("/run", vec![("wish", "line"), ("line", "confirm 1234")]),
        ("/layout", vec![("layout", "0"), ("answer", "yes")]),
    ] {
        let refused = ada.act(target, &fields);
        assert_eq!(refused.status, 409, "{target} {fields:?}: {}", refused.body);
    }
}

/// A page was refused where a console drove: who stood at the panel could neither see nor stop what the console did.
#[test]
fn a_page_beside_a_console_shows_its_run_and_stops_it() {
    let cell = Cell::new();
    let mut drives = console(&cell);
    let page = Served::start(&cell, &["--driver", "simulator"]);
    let ada = &page.browser;
    let mut news = ada.news();
    news.until("The robot is at Home");
    let shown = ada.get("/");
    assert!(shown.has("Another desk drives this cell") && !shown.has("name=\"wish\""), "{}", shown.body);
    assert!(ada.get("/robot").has("where the robot is can be said there"));
    ada.say("what tools are there?");
    told(&mut news, "2 tools:");
    ada.say("go to position 2");
    told(&mut news, "What is to be done is said at the desk that drives");
    drives_nothing(ada);
    ada.act("/run", &[("wish", "halt")]);
    told(&mut news, "This is no emergency stop: press the button.");
    drives.types("go to position 1\r");
    drives.sees("approve? [yes / no / say what to change]");
    drives_nothing(ada);
    drives.types("yes\r");
    news.until("Running: step 1/2: ");
    let running = ada.get("/");
    assert!(running.has("value=\"halt\"") && running.has("» go to position 1 «, Eve"), "{}", running.body);
    assert!(!running.has("value=\"resume\"") && !running.has("value=\"step\""), "{}", running.body);
    drives_nothing(ada);
    assert_eq!(ada.act("/run", &[("wish", "halt")]).status, 303);
    drives.sees("Ada said so at a page beside");
    drives.sees("At which position is it?");
    told(&mut news, "Ada, at a page beside: stopping now");
    news.until("NOT confirmed");
    // Who entered, asked and stopped is on record, by the desk that drives.
    let store = Store::read_only(&cell.path("cellgraph-data")).unwrap();
    let acts: Vec<_> = store.page_acts(100).unwrap().into_iter().map(|row| (row.what.act, row.what.words)).collect();
    for wanted in [
        (PageActKind::Entered, ""),
        (PageActKind::Said, "what tools are there?"),
        (PageActKind::Wished, "stopping now (from a page beside)"),
    ] {
        assert!(acts.contains(&(wanted.0, wanted.1.to_owned())), "{wanted:?} is missing in {acts:?}");
    }
    assert!(store.check().unwrap().is_sound());
    drives.types("\r");
    drives.sees("Put off.");
    drives.types("quit\r");
    assert_eq!(drives.ends(), Some(0), "{}", drives.seen);
    news.until("The desk that drove this cell has ended.");
    let over = ada.act("/run", &[("wish", "halt")]);
    assert!(over.status == 409 && over.has("press the button"), "{}", over.body);
}

/// A page that is started a second time follows the first one; ending it ends nothing else.
#[test]
fn a_page_beside_a_page_follows_and_a_stop_from_there_holds() {
    let cell = Cell::new();
    let drives = Served::start(&cell, &["--driver", "simulator"]);
    let follows = Served::start(&cell, &["--driver", "simulator"]);
    let (eve, ada) = (&drives.browser, &follows.browser);
    let (mut at_desk, mut beside) = (eve.news(), ada.news());
    let shown = eve.say("go to position 1");
    eve.answer(&shown, "step by step");
    eve.approve(&eve.get("/"));
    at_desk.until("Waits for your yes");
    beside.until("Waits for your yes");
    // Only the session that approved the run is asked.
    assert!(!ada.get("/").has("name=\"question\""));
    assert_eq!(ada.act("/run", &[("wish", "finish")]).status, 303);
    told(&mut beside, "Ada, at a page beside: stopping after this step");
    at_desk.rests("The robot is at Home");
    beside.rests("The robot is at Home");
    drop(follows);
    assert!(eve.say("where is the robot?").has("The robot is at Home"), "the first page is there as before");
}
