//! A new layout in the snapshot's file, at the page of the program itself.

use std::fs;

use cellgraph::{
    import, snapshot,
    store::LayoutDecision,
    store::Store,
    web::{Operators, Role},
};

use crate::{
    binary::{Cell, Served},
    browser::Page,
};

/// The demo cell with another name for a position, of this generation.
pub(crate) fn renamed(cell: &Cell, name: &str, generation: u64) {
    let export = include_str!("../../graph-snapshots/demo-cell.apoc.jsonl").replace("Safe_Pos_4", name);
    let import = import::from_apoc(export.as_bytes(), &mut |_| ()).unwrap();
    let provenance = snapshot::Provenance { generation, ..Default::default() };
    fs::write(cell.path("demo.cell"), snapshot::build(&import.draft, &provenance).bytes).unwrap();
}

/// Answers the layout that a page showed.
pub(crate) fn answer(served: &Served, shown: &Page, answer: &str) -> Page {
    let (token, layout) = (shown.field("token"), shown.field("layout"));
    served.browser.post("/layout", &[("token", &token), ("layout", &layout), ("answer", answer)])
}

#[test]
fn a_new_layout_is_shown_and_taken_up_on_the_page() {
    let cell = Cell::new();
    let served = Served::start(&cell, &["--driver", "simulator"]);
    let browser = &served.browser;
    assert!(browser.say("layout").has("file holds no other"));
    renamed(&cell, "Clear_of_the_bench", 2);
    let shown = browser.say("where is the robot?");
    assert!(shown.has("Another layout") && shown.has("Clear_of_the_bench"), "{}", shown.body);
    assert!(!browser.say("go to clear of the bench").has("name=\"digest\""), "the layout in force stays");
    // Another one lies there by the time of the answer.
    let stale = browser.get("/");
    renamed(&cell, "Beside_the_bench", 3);
    assert_eq!(answer(&served, &stale, "yes").status, 303);
    let shown = browser.get("/");
    assert!(shown.has("The layout in force stays") && shown.has("Beside_the_bench"), "{}", shown.body);
    assert_eq!(answer(&served, &shown, "perhaps").status, 400);
    assert_eq!(answer(&served, &shown, "no").status, 303);
    let shown = browser.get("/");
    assert!(shown.has("Declined: the layout in force stays."), "{}", shown.body);
    assert_eq!(answer(&served, &shown, "yes").status, 303);
    let shown = browser.get("/");
    assert!(shown.has("The new layout is in force: generation 3") && !shown.has("Another layout"), "{}", shown.body);
    assert_eq!(answer(&served, &stale, "yes").status, 409, "nothing is offered");
    assert!(browser.say("go to beside the bench").has("name=\"digest\""));
    drop(served);
    let layouts = Store::read_only(&cell.path("cellgraph-data")).unwrap().layouts(10).unwrap();
    let decided: Vec<_> = layouts.iter().map(|row| (row.generation, row.decision, row.operator.as_deref())).collect();
    use LayoutDecision::{Declined, InForce};
    assert_eq!(decided, [(3, InForce, Some("Ada")), (3, Declined, Some("Ada")), (0, InForce, None)]);
}

/// At the start nobody is asked, and nothing new is taken up.
/// Whoever asked was told that the file holds no other layout, though nobody could read what it holds.
#[test]
fn who_asks_is_told_that_the_file_cannot_be_used() {
    let cell = Cell::new();
    let mut served = Served::start(&cell, &["--driver", "simulator"]);
    fs::write(cell.path("demo.cell"), "no snapshot").unwrap();
    for _ in 0..2 {
        let told = served.browser.say("layout");
        assert!(told.has("cannot be used") && !told.has("holds no other"), "{}", told.body);
    }
    served.browser.language = "de";
    let told = served.browser.say("layout");
    assert!(told.has("Das Layout in Kraft: ") && told.has("ist nicht zu verwenden"), "{}", told.body);
}

#[test]
fn a_layout_that_came_before_the_start_waits_for_an_engineer() {
    let cell = Cell::new();
    drop(Served::start(&cell, &["--driver", "simulator"]));
    renamed(&cell, "Clear_of_the_bench", 2);
    let data = cell.path("cellgraph-data");
    for (name, role) in [("Ada", Role::Engineer), ("Bob", Role::Operate)] {
        let done = (cellgraph::store::PageActKind::OperatorAdded, "Eve", name);
        Operators::change(&data, done, |operators| operators.add(name, role, "482913")).unwrap();
    }
    let served = Served::start_for(&cell, &["--driver", "simulator"], "Bob", "482913");
    let shown = served.browser.get("/");
    assert!(shown.has("Clear_of_the_bench") && shown.has("An engineer may take it up"), "{}", shown.body);
    let layout = shown.body.split_once("name=\"layout\"").map(|(_, rest)| rest.to_owned());
    assert_eq!(layout, None, "no key for it");
    let refused = served.browser.act("/layout", &[("layout", "x"), ("answer", "yes")]);
    assert!(refused.status == 403 && refused.has("Your role is 'operate'"));
}
