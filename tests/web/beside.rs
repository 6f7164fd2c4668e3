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

/// A page that drives, and one that follows it.
fn two(cell: &Cell) -> (Served, Served) {
    (Served::start(cell, &["--driver", "simulator"]), Served::start(cell, &["--driver", "simulator"]))
}

/// Reads on until an event has a line that was told, with these words.
fn told(news: &mut News, words: &str) {
    while !news.next().unwrap()["lines"].as_str().unwrap().contains(words) {}
}

/// Types a line into the page's box.
fn types(ada: &Browser, line: &str) {
    let taken = ada.act("/run", &[("wish", "line"), ("line", line)]);
    assert_eq!(taken.status, 303, "{line}: {}", taken.body);
}

/// Nothing of this can be said beside the desk that drives.
fn drives_nothing(ada: &Browser) {
    let nil = "00000000-0000-0000-0000-000000000000";
    let digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    for (target, fields) in [
        ("/answer", vec![("ticket", nil), ("digest", digest), ("words", "yes")]),
        ("/say", vec![("say", "go to position 2")]),
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
    assert!(shown.has("Another desk drives this cell") && shown.has("No run goes on"), "{}", shown.body);
    // A stop is there whatever this page knows: a run may have begun a moment ago.
    assert!(shown.has("value=\"halt\"") && !shown.has("value=\"resume\""), "{}", shown.body);
    assert!(ada.get("/robot").has("where the robot is can be said there"));
    types(ada, "what tools are there?");
    told(&mut news, "2 tools:");
    types(ada, "go to position 2");
    told(&mut news, "Say what is to be done at the desk that drives");
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
    news.until("The desk that drove this cell tells nothing any more.");
    let over = ada.act("/run", &[("wish", "halt")]);
    assert!(over.status == 409 && over.has("press the button"), "{}", over.body);
}

/// A page that is started a second time follows the first one; ending it ends nothing else.
#[test]
fn a_page_beside_a_page_follows_and_a_stop_from_there_holds() {
    let cell = Cell::new();
    let (drives, follows) = two(&cell);
    let (eve, ada) = (&drives.browser, &follows.browser);
    let (mut at_desk, mut beside) = (eve.news(), ada.news());
    let shown = eve.say("go to position 1");
    eve.answer(&shown, "step by step");
    eve.approve(&eve.get("/"));
    at_desk.until("Waits for the yes of");
    beside.until("Waits for the yes of");
    // Only the session that approved the run is asked.
    assert!(!ada.get("/").has("name=\"question\""));
    assert_eq!(ada.act("/run", &[("wish", "finish")]).status, 303);
    told(&mut beside, "Ada, at a page beside: stopping after this step");
    at_desk.rests("The robot is at Home");
    beside.rests("The robot is at Home");
    drop(follows);
    assert!(eve.say("where is the robot?").has("The robot is at Home"), "the first page is there as before");
}

/// A line that nobody understood was answered as no question, and the robot went on; "stop now" in the box was taken for a question.
#[test]
fn what_is_typed_beside_pauses_or_stops_a_run() {
    for (line, told_so) in [
        ("the blue one first", "not understood: pausing after this step"),
        ("will it rain today?", "not understood: pausing after this step"),
        ("status", "step 1/2: Move to Safe_Pos_1"),
        ("stop, now", "Ada, at a page beside: stopping now"),
        ("no, not that", "Ada, at a page beside: stopping now"),
    ] {
        let cell = Cell::new();
        let (drives, follows) = two(&cell);
        let (eve, ada) = (&drives.browser, &follows.browser);
        let mut beside = ada.news();
        let shown = eve.say("go to position 1");
        eve.answer(&shown, "step by step");
        eve.approve(&eve.get("/"));
        beside.until("Waits for the yes of");
        types(ada, line);
        told(&mut beside, told_so);
        if !told_so.ends_with("stopping now") {
            assert_eq!(ada.act("/run", &[("wish", "finish")]).status, 303);
        }
        beside.rests("The robot is at Home");
    }
}

/// A page that came after somebody beside had said something showed no run, and no key to stop it.
#[test]
fn whoever_opens_a_page_beside_in_the_middle_of_a_run_has_the_keys() {
    let cell = Cell::new();
    let mut drives = console(&cell);
    let first = Served::start(&cell, &["--driver", "simulator"]);
    let mut news = first.browser.news();
    drives.types("go to position 1\r");
    drives.sees("approve? [yes / no / say what to change]");
    drives.types("yes\r");
    news.until("Running: step 1/2: ");
    types(&first.browser, "hm hm");
    told(&mut news, "pausing after this step");
    let second = Served::start(&cell, &["--driver", "simulator"]);
    let eve = &second.browser;
    let mut news = eve.news();
    news.until("Running: ");
    // What cannot be read hides no key.
    let history = cell.path("cellgraph-data/history.db");
    let aside = history.with_extension("aside");
    std::fs::rename(&history, &aside).unwrap();
    news.until("This may be old");
    assert!(eve.get("/").has("value=\"halt\""));
    std::fs::rename(&aside, &history).unwrap();
    assert_eq!(eve.act("/run", &[("wish", "halt")]).status, 303);
    drives.sees("stopped by the operator in the middle of step 1");
}

/// A stop from beside at a plan that waited was told that nothing runs. A yes that was sent before it and read after it moved the robot.
#[test]
fn a_stop_from_beside_drops_the_plan_that_waits() {
    let cell = Cell::new();
    let (drives, follows) = two(&cell);
    let (eve, ada) = (&drives.browser, &follows.browser);
    let (mut at_desk, mut beside) = (eve.news(), ada.news());
    let shown = eve.say("go to position 1");
    at_desk.until("A plan waits for the yes of");
    beside.until("The robot is at Home");
    assert_eq!(ada.act("/run", &[("wish", "halt")]).status, 303);
    told(&mut beside, "stopping now");
    at_desk.rests("The robot is at Home");
    assert!(eve.get("/").has("The plan is dropped"));
    assert_eq!(eve.approve(&shown).status, 409);
    let runs = Store::read_only(&cell.path("cellgraph-data")).unwrap().runs(&Default::default()).unwrap();
    assert!(runs.is_empty(), "{runs:?}");
}

/// Between the page's yes and the moment when the desk looked at it, a stop from beside was told that nothing runs, and the robot moved then.
#[test]
fn a_stop_from_beside_counts_from_the_approval_on() {
    let cell = Cell::new();
    let (drives, follows) = two(&cell);
    let (eve, ada) = (&drives.browser, &follows.browser);
    let (mut at_desk, mut beside) = (eve.news(), ada.news());
    let shown = eve.say("go to position 1");
    beside.until("The robot is at Home");
    // The desk waits for its history before it looks at the answer.
    let held = rusqlite::Connection::open(cell.path("cellgraph-data/history.db")).unwrap();
    held.execute_batch("BEGIN IMMEDIATE").unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| eve.approve(&shown));
        at_desk.until("A run is made ready");
        assert_eq!(ada.act("/run", &[("wish", "halt")]).status, 303);
        let is_answered = |lines: &str| lines.contains("stopping now") || lines.contains("Nothing is running");
        while !is_answered(beside.next().unwrap()["lines"].as_str().unwrap()) {}
        held.execute_batch("COMMIT").unwrap();
    });
    // Nothing goes on any more. Where the desk waited for too long, the plan waits.
    let is_over = |line: &str| line.starts_with("The robot is at") || line.starts_with("A plan waits");
    while !is_over(at_desk.next().unwrap()["line"].as_str().unwrap()) {}
    let runs = Store::read_only(&cell.path("cellgraph-data")).unwrap().runs(&Default::default()).unwrap();
    assert!(runs.iter().all(|run| run.failure.is_some()), "{runs:?}");
}
