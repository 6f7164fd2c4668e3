//! For any state, any page, any bytes.

use std::collections::BTreeMap;

use cellgraph::observe::{
    Declared, Element, Kind, Observation, RawState, Skeleton, Witness, controller, difference::difference, panel::Page,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{NOBODY, declared, go, verdict, weld};

fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,3}", "\\PC{1,6}", Just("x y'\n".to_owned())]
}

fn skeleton() -> impl Strategy<Value = BTreeMap<String, (Kind, BTreeMap<String, String>)>> {
    let kind = prop_oneof![
        Just(Kind::Value),
        Just(Kind::Alarm),
        Just(Kind::Message),
        Just(Kind::Program),
        Just(Kind::Interactive)
    ];
    let attributes = prop::collection::btree_map(word(), word(), 1..4);
    prop::collection::btree_map(word(), (kind, attributes), 0..8)
}

fn made(map: &BTreeMap<String, (Kind, BTreeMap<String, String>)>) -> Skeleton {
    let mut skeleton = Skeleton::default();
    for (key, (kind, attributes)) in map {
        skeleton.insert(key.clone(), Element { kind: *kind, attributes: attributes.clone() }).unwrap();
    }
    skeleton
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equal_skeletons_do_not_differ(map in skeleton()) {
        let found = difference(&made(&map), &made(&map), &Declared::default());
        prop_assert_eq!(found, Default::default());
    }

    #[test]
    fn any_single_change_is_found(map in skeleton(), place: prop::sample::Index, how in 0..4, new in "[A-Z]{8}") {
        prop_assume!(!map.is_empty());
        let key = map.keys().nth(place.index(map.len())).unwrap().clone();
        // A message is its text, and nothing else of it: tests/observe/evidence.rs.
        prop_assume!(map[&key].0 != Kind::Message);
        let mut other = map.clone();
        let attributes = &mut other.get_mut(&key).unwrap().1;
        let name = attributes.keys().next().unwrap().clone();
        match how {
            0 => { attributes.insert(name, new); }
            1 => { attributes.insert(new.clone(), new); }
            2 => { other.remove(&key); }
            _ => { other.insert(new.clone(), map[&key].clone()); }
        }
        for (before, after) in [(&map, &other), (&other, &map)] {
            let found = difference(&made(before), &made(after), &Declared::default());
            prop_assert!(found.is_meaningful(), "{before:?} {after:?}");
            prop_assert!(found.lines.iter().all(|line| !line.chars().any(char::is_control)));
        }
    }

    #[test]
    fn what_ticks_is_never_meaningful(before: [i32; 3], after: [i32; 3], still in word()) {
        let state = |[clock, heat, line]: [i32; 3]| {
            let json = json!({ "position": "P", "tool": "Welder", "mode": still, "program": { "name": "p", "line": line },
                "values": { "clock": clock, "temperature_1": heat } });
            Observation::of_controller(json.to_string().as_bytes())
        };
        let ticking = declared("ticking: [values.clock, \"values.temperature_*\", program.line]");
        let (before, after) = (state(before), state(after));
        let found = cellgraph::observe::changes(&before, &after, &NOBODY, &ticking);
        prop_assert!(!found.is_meaningful);
        let judged = cellgraph::observe::judge(Some(&before), Some(&after), &weld(None, true), &NOBODY, &ticking);
        prop_assert_eq!(judged.confidence().as_hundredths(), 20);
    }

    #[test]
    fn an_alarm_that_appears_always_fails(texts in prop::collection::vec("[a-z]{0,2}", 0..4), new in "[A-Z]{3}", all: bool) {
        let state = |alarms: &[String]| {
            let json = json!({ "position": "P", "tool": "Welder", "alarms": alarms });
            Observation::of_controller(json.to_string().as_bytes())
        };
        let mut more = texts.clone();
        more.insert(texts.len() / 2, new);
        let saw = Some(all);
        let witness = Witness { network: saw, motion: saw, program: saw };
        let judged = verdict(&state(&texts), &state(&more), &weld(None, true), &witness);
        prop_assert!(!judged.action_succeeded() && !judged.task_completed());
    }

    #[test]
    fn a_robot_elsewhere_never_succeeds(at in "[A-D]", to in "[A-D]", bits in 0_u8..8, hand in word()) {
        let saw = |bit: u8| Some(bits & bit != 0);
        let witness = Witness { network: saw(1), motion: saw(2), program: saw(4) };
        let state = |position: &str, hand: &str| {
            Observation::of_controller(json!({ "position": position, "tool": "none", "gripper": hand }).to_string().as_bytes())
        };
        let judged = verdict(&state("A", ""), &state(&at, &hand), &go("A", &to), &witness);
        // A witness that saw no motion denies one.
        prop_assert_eq!(judged.action_succeeded(), at == to && (at == "A" || bits & 2 != 0));
    }

    #[test]
    fn the_order_of_fields_changes_nothing(values in prop::collection::btree_map("[a-z]{1,4}", any::<i32>(), 0..8)) {
        let text = |rev: bool| {
            let mut fields: Vec<String> = values.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
            if rev { fields.reverse(); }
            format!("{{\"values\":{{{}}}}}", fields.join(","))
        };
        prop_assert_eq!(controller::read(text(false).as_bytes()), controller::read(text(true).as_bytes()));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let seen = [Observation::of_controller(&bytes), Observation::of_panel(&bytes, None, &Declared::default())];
        for seen in seen {
            prop_assert_eq!(seen.skeleton().is_some(), seen.fault().is_none());
            prop_assert_eq!(seen.hash(), blake3::hash(&bytes));
        }
    }

    #[test]
    fn any_markup_says_what_is_declared_or_is_refused(pieces in prop::collection::vec(markup(), 0..30), at in "[a-z]{0,3}") {
        let declared = declared("panel: { position: { element: b } }");
        let html = format!("<html>{}<b id=b>{at}</b></html>", pieces.concat());
        let seen = RawState::Panel { html, active: None, address: None }.observation(&declared);
        prop_assert_eq!(seen.position().is_some(), seen.fault().is_none());
        let judged = verdict(&Observation::of_place("A", "none"), &seen, &go("A", "B"), &NOBODY);
        prop_assert!(!judged.action_succeeded() || seen.position() == Some("B"));
    }

    #[test]
    fn any_markup_is_read(pieces in prop::collection::vec(markup(), 0..60)) {
        let html = pieces.concat();
        let page = Page::parse(html.as_bytes()).unwrap();
        let skeleton = page.skeleton(&[]).unwrap();
        prop_assert!(difference(&skeleton, &skeleton, &Declared::default()).lines.is_empty());
    }

    #[test]
    fn any_text_as_declared_evidence(text in prop_oneof![any::<String>(), yamlish()]) {
        if let Err(error) = Declared::read(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn any_json_is_a_state_or_refused(value in json_value()) {
        if let Ok((skeleton, _)) = controller::read(value.to_string().as_bytes()) {
            prop_assert!(value.is_object());
            prop_assert!(skeleton.len() <= cellgraph::limits::OBSERVED_ELEMENTS_MAX);
        }
    }
}

fn markup() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "a",
        "b",
        "button",
        "div",
        "form",
        "frameset",
        "html",
        "i",
        "input",
        "li",
        "math",
        "mi",
        "option",
        "p",
        "select",
        "svg",
        "table",
        "td",
        "template",
        "textarea",
        "title",
        "tr",
        "annotation-xml",
        "body",
        "caption",
        "col",
        "head",
        "noscript",
        "script",
    ]);
    let attribute = prop::sample::select(vec![
        "",
        " id=x",
        " class='toast error'",
        " role=alert",
        " name=n value=3",
        " data-toast",
    ]);
    prop_oneof![
        (tag.clone(), attribute).prop_map(|(tag, attribute)| format!("<{tag}{attribute}>")),
        tag.prop_map(|tag| format!("</{tag}>")),
        Just("words ".to_owned()),
        Just("<!-- c -->".to_owned()),
        Just("<![CDATA[x]]>".to_owned()),
        Just("<!doctype html>".to_owned()),
    ]
}

fn yamlish() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "ticking:",
        "- a",
        "checks:",
        "  c:",
        "    output: a",
        "    is: true",
        "    value: v",
        "    at_least: 1",
        "    changes_by: 0.1",
        "routines:",
        "  r:",
        "    changes_nothing: true",
        "where_only: fail",
        "*a",
        "&a",
        "<<: {}",
        "? x",
        "---",
    ]);
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.join("\n"))
}

fn json_value() -> impl Strategy<Value = Value> {
    let key = prop_oneof![
        prop::sample::select(vec![
            "mode", "program", "position", "inputs", "alarms", "values", "active", "name", "text", "id"
        ])
        .prop_map(str::to_owned),
        "[a-z]{1,3}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word().prop_map(Value::from)
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}
