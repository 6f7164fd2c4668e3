//! A controller that shows its panel's page instead of a state, behind the hand-over by files.

use std::fs;

use cellgraph::{
    observe::Declared,
    run::{Control, Ended, Event},
};
use serde_json::{Value, json};

use super::{
    controller::{Asked, Change, Controller, Turns},
    support::{Bench, RUN, approved_with, home, weld},
};

/// What an engineer says about the panel of these tests.
const DECLARED: &str = "
panel:
  position: { element: at }
  tool: { element: hand, names: { empty: none, W: Welder } }
  values: { welds: { element: welds } }
checks: { weld_quality_check: { counter: welds } }
ticking: [clock]
";
/// The same, and nothing about the panel.
const UNDECLARED: &str = "checks: { weld_quality_check: { counter: welds } }";

/// The page of the panel, where it shows what the line says.
fn page(line: &Value) -> String {
    let (at, hand) = (line["position"].as_str().unwrap(), if line["tool"] == "none" { "empty" } else { "W" });
    let welds = &line["cell"]["values"]["checks"]["weld_quality_check"];
    let clock = &line["serial"];
    format!(
        "<!doctype html><html lang=en><title>Cell 7</title><input id=clock value={clock}><h1>Robot</h1>\
         <p>at <b id=at>{at}</b> with <b id=hand>{hand}</b></p><p>seams: <output id=welds>{welds}</output></p></html>"
    )
}

/// Shows the page instead of the state, and leaves the place to it.
fn by_page(lines: &mut [Vec<u8>]) {
    edit(lines, |line| {
        line["panel"] = json!({ "html": page(line), "active": "clock", "url": "http://panel/weld" });
        ["cell", "position", "tool"].iter().for_each(|field| drop(line.as_object_mut().unwrap().remove(*field)));
    });
}

/// Changes the lines that say where the robot is.
fn edit(lines: &mut [Vec<u8>], change: impl Fn(&mut Value)) {
    for bytes in lines {
        let mut line: Value = serde_json::from_slice(bytes).unwrap();
        if line["state"] != "started" {
            change(&mut line);
        }
        *bytes = format!("{line}\n").into_bytes();
    }
}

/// "Weld at position 1" by such a controller: how it ended, which steps the operator was asked about, and the judgements on
/// record.
fn run(declared: &str, change: Change) -> (Ended, Vec<u32>, Vec<Value>) {
    run_case(0, declared, change)
}

/// The same, with the number of a case in the controller's folder.
fn run_case(case: usize, declared: &str, change: Change) -> (Ended, Vec<u32>, Vec<Value>) {
    let mut bench = Bench::new();
    fs::write(bench.folder.path().join("case"), case.to_string()).unwrap();
    let declared = Declared::read(declared).unwrap();
    let (driver, _) = Turns::declaring(Controller::new(bench.folder.path(), change), declared.clone());
    let approved = approved_with(&declared, &bench.snapshot, home(&bench.snapshot), weld(&bench.snapshot), RUN);
    let (control, mut asked) = (Control::new(), Vec::new());
    let mut watch = |event: Event| {
        if let Event::Unsure { number, .. } = event {
            asked.push(number);
            control.stop_now();
        }
    };
    let folder = bench.folder.path().to_owned();
    let store = &mut bench.store;
    let driver = Box::new(driver);
    let report =
        cellgraph::run::execute(approved, &bench.snapshot, store, driver, &control, &mut watch, &folder).unwrap();
    let steps = bench.store.run(RUN).unwrap().unwrap().steps;
    let judged = steps.iter().filter_map(|step| serde_json::from_str(step.judged_json.as_deref()?).ok());
    (report.end, asked, judged.collect())
}

#[test]
fn a_panel_alone_completes_a_run() {
    let (end, asked, judged) = run(DECLARED, |_, lines, _| by_page(lines));
    assert_eq!((end, asked), (Ended::Completed, vec![]));
    let confidences: Vec<&Value> = judged.iter().map(|judged| &judged["confidence"]).collect();
    assert_eq!(confidences, [95, 95, 95, 95, 95, 95, 95, 90].iter().collect::<Vec<&i32>>(), "{judged:?}");
    // A place beside the page says the same, or is a contradiction.
    let (end, ..) = run(DECLARED, |_, lines, _| {
        edit(lines, |line| {
            line["panel"] = json!({ "html": page(line) });
            line.as_object_mut().unwrap().remove("cell");
        });
    });
    assert_eq!(end, Ended::Completed);
}

/// The page changed, and nobody said what that means: the operator looks, from the first step on.
#[test]
fn a_page_that_nobody_declared_confirms_nothing() {
    let (end, asked, judged) = run(UNDECLARED, |_, lines, _| {
        edit(lines, |line| {
            line["panel"] = json!({ "html": page(line) });
            line.as_object_mut().unwrap().remove("cell");
        });
    });
    assert!(matches!(end, Ended::Failed { step: 1, .. }), "{end}");
    assert_eq!(asked, [1]);
    assert_eq!(judged.last().unwrap()["confidence"], 60);
    let (end, ..) = run(UNDECLARED, |_, lines, _| by_page(lines));
    let why = "`report` needs `position` and `tool`, and nobody declared which element of the panel shows them";
    assert!(end.to_string().contains(why), "{end}");
}

/// What stands in `panel` of step 3's end, in place of the true page.
type Panel = fn(&Value, &str) -> Value;

const BAD_PAGES: &[(&str, Panel, &str)] = &[
    (
        "the first half",
        |_, page| json!({ "html": page[..page.len() / 2] }),
        "the page is not whole: it does not end with",
    ),
    ("the last half", |_, page| json!({ "html": page[20..] }), "the page is not whole: it does not begin with"),
    ("an error of a gateway", |_, _| json!({ "html": "502 Bad Gateway" }), "the page is not whole"),
    ("a state", |_, _| json!({ "html": "{\"position\":\"Tool_Weld_Position\"}" }), "the page is not whole"),
    ("nothing", |_, _| json!({ "html": "" }), "the page is not whole"),
    ("lost characters", |_, page| json!({ "html": page.replace("Robot", "Robot\u{fffd}") }), "could not be decoded"),
    ("too large a page", |_, page| json!({ "html": page.replace("Robot", &"x".repeat(300_000)) }), "it is longer than"),
    ("a login page", |_, _| json!({ "html": "<html><input name=user></html>" }), "has no element 'at'"),
    ("the place twice", |_, page| json!({ "html": page.replace("<h1>", "<i id=at>Home</i><h1>") }), "more than once"),
    ("no place", |_, page| json!({ "html": page.replace("Tool_Weld_Position", "") }), "'at' says nothing"),
    ("an unknown tool", |_, page| json!({ "html": page.replace(">W<", ">X<") }), "shows 'X' as `tool`"),
    ("another place", |_, page| json!({ "html": page.replace("Tool_Weld_Position", "Home") }), "is at 'Home', not at"),
    (
        "an alarm",
        |_, page| json!({ "html": page.replace("<h1>", "<p class=error>Fire</p><h1>") }),
        "an alarm stands: 'Fire'",
    ),
    ("a page as it is", |_, page| json!(page), "no line of progress"),
    ("no page", |_, _| json!({ "active": "clock" }), "missing field `html`"),
    ("a field of its own", |_, page| json!({ "html": page, "title": "/" }), "unknown field"),
    ("an address of nothing", |_, page| json!({ "html": page, "url": "" }), "`url` is the address of the panel's page"),
    ("the focus on nothing", |_, page| json!({ "html": page, "active": "" }), "`active` is the name of an element"),
];

#[test]
fn no_bad_page_is_a_success() {
    // A plain function takes no case with it: the case is in the controller's folder.
    let change: Change = |asked: &Asked, lines, folder| {
        by_page(lines);
        if asked.step == 3 && !asked.is_report {
            let case: usize = fs::read_to_string(folder.join("case")).unwrap().parse().unwrap();
            edit(lines, |line| {
                let page = line["panel"]["html"].as_str().unwrap().to_owned();
                line["panel"] = BAD_PAGES[case].1(line, &page);
            });
        }
    };
    for (number, (case, _, words)) in BAD_PAGES.iter().enumerate() {
        let (end, ..) = run_case(number, DECLARED, change);
        assert!(matches!(end, Ended::Failed { step: 3, .. }), "{case}: {end}");
        assert!(end.to_string().contains(words), "{case}: {end}");
    }
}

/// What a controller does with its page at step 3, and what the run is ended with.
const CONTRADICTIONS: &[(&str, Change, &str)] = &[
    (
        "another place beside the page",
        |asked, lines, _| {
            by_page(lines);
            if asked.step == 3 && !asked.is_report {
                edit(lines, |line| {
                    let page = line["panel"]["html"].as_str().unwrap().replace("Tool_Weld_Position", "Home");
                    line["panel"]["html"] = page.into();
                    (line["position"], line["tool"]) = ("Tool_Weld_Position".into(), "Welder".into());
                });
            }
        },
        "the controller reports position 'Tool_Weld_Position', and its panel shows 'Home'",
    ),
    (
        "a state and a page",
        |asked, lines, _| {
            if asked.step == 3 && !asked.is_report {
                edit(lines, |line| line["panel"] = json!({ "html": page(line) }));
            } else {
                by_page(lines);
            }
        },
        "`cell` and `panel` in one line",
    ),
    (
        "a state instead of the page",
        |asked, lines, _| {
            if asked.step != 3 || asked.is_report {
                by_page(lines);
            }
        },
        "the controller shows its cell in another way than before",
    ),
    (
        "no page any more",
        |asked, lines, _| {
            if asked.step == 3 && !asked.is_report {
                edit(lines, |line| drop(line.as_object_mut().unwrap().remove("cell")));
            } else {
                by_page(lines);
            }
        },
        "the controller does not show its cell any more",
    ),
    (
        "a page that is no UTF-8",
        |asked, lines, _| {
            by_page(lines);
            if asked.step == 3 && !asked.is_report {
                let line = lines.last_mut().unwrap();
                let at = line.windows(5).position(|word| word == b"Robot").unwrap();
                line[at] = 0xe9;
            }
        },
        " is not JSON: ",
    ),
];

#[test]
fn no_contradiction_passes_in_silence() {
    for (case, change, words) in CONTRADICTIONS {
        let (end, asked, _) = run(DECLARED, *change);
        assert!(matches!(end, Ended::Failed { step: 3, .. }) && asked.is_empty(), "{case}: {end}");
        assert!(end.to_string().contains(words), "{case}: {end}");
    }
}

/// The gateway gives the page of before the step for ever: nothing changed but a clock.
#[test]
fn an_old_page_is_no_motion() {
    let (end, ..) = run(DECLARED, |asked, lines, _| {
        by_page(lines);
        if asked.step == 2 && !asked.is_report {
            edit(lines, |line| {
                let page = line["panel"]["html"].as_str().unwrap();
                let (from, to) = (page.find("<b id=at>").unwrap() + 9, page.find("</b> with").unwrap());
                let page = format!("{}Safe_Pos_1{}", &page[..from], &page[to..]);
                line["panel"]["html"] = page.into();
            });
        }
    });
    assert!(matches!(end, Ended::Failed { step: 2, .. }), "{end}");
}
