//! Predictions: for corrections and the record.

use cellgraph::{
    observe::{
        Confidence, Declared, Expected, Observation,
        panel::Page,
        prediction::{ActionType, Check, Outcome, Seen, Support},
    },
    plan::{Action, Step},
};

use crate::support::{attach, declared, go, state, weld};

const PAGE: &str = "<a id=link href=/b>Go</a><div id=role role=link>R</div><button id=menu aria-haspopup=true \
    aria-expanded=true>M</button><button id=none aria-haspopup=false class='big red'>Stop now</button>\
    <li role=menuitem data-testid=first>One</li>";

fn page() -> Page {
    Page::parse(PAGE.as_bytes()).unwrap()
}

#[test]
fn action_types() {
    for (action, kind) in [
        ("navigate('http://p/x')", ActionType::Navigation),
        ("goBack()", ActionType::Navigation),
        ("click(link)", ActionType::Navigation),
        ("click(role)", ActionType::Navigation),
        ("click(menu)", ActionType::Dropdown),
        ("click(\"menu\")", ActionType::Dropdown),
        ("click(none)", ActionType::Generic),
        ("click(gone)", ActionType::Generic),
        ("wait(0.5)", ActionType::Generic),
        ("navigate", ActionType::Generic),
        ("", ActionType::Generic),
    ] {
        assert_eq!(ActionType::of_panel(action, &page()), kind, "{action}");
    }
    let of = |action, target: &'static str| ActionType::of_step(&Step::new(action, target.into()));
    assert_eq!(of(Action::Move, "tool_attach"), ActionType::Move);
    assert_eq!(of(Action::Routine, "tool_attach"), ActionType::ToolChange);
    assert_eq!(of(Action::Routine, "tool_release"), ActionType::ToolChange);
    assert_eq!(of(Action::Routine, "weld"), ActionType::Routine);
    assert_eq!(of(Action::Unknown("x".into()), "weld"), ActionType::Generic);
}

#[test]
fn outcomes_are_fixed_where_they_are_certain() {
    let of_step = |expected: &Expected, action| Outcome::of_step(expected, action, &Declared::default(), None);
    let moved = of_step(&go("A", "B"), ActionType::Move).unwrap();
    assert_eq!(moved.checks, [Check::StateSays { key: "position".into(), text: "B".into() }]);
    let taken = of_step(&attach(), ActionType::ToolChange).unwrap();
    assert_eq!(taken.checks, [Check::StateSays { key: "tool".into(), text: "Welder".into() }]);
    assert_eq!(
        of_step(&weld(None, true), ActionType::Routine),
        None,
        "a routine without a check: nothing is predicted"
    );
    assert_eq!(of_step(&weld(Some("c"), true), ActionType::Routine), None, "nobody declared what answers it");
    assert_eq!(Outcome::of_panel("goBack()", &page()).unwrap().checks, [Check::UrlChanged]);
    assert_eq!(
        Outcome::of_panel("click(menu)", &page()).unwrap().checks,
        [Check::AriaExpanded("menu".into()), Check::RolesExist(vec!["menuitem".into()])]
    );
    assert_eq!(Outcome::of_panel("click(none)", &page()), None);
    let state = Observation::of_place("B", "none");
    let seen = Seen { state: state.skeleton(), ..Seen::default() };
    assert_eq!(moved.score(&seen), Some(Confidence::ONE));
    assert_eq!(taken.score(&seen), Some(Confidence::ZERO));
}

#[test]
fn the_six_checks() {
    let page = page();
    let holds = |check: Check| check.holds(&Seen { page: Some(&page), ..Seen::default() });
    for found in ["link", "red", "first", "Stop now"] {
        assert!(holds(Check::ElementExists(found.into())), "{found}");
        assert!(!holds(Check::ElementNotExists(found.into())), "{found}");
    }
    for gone in ["links", "re", "Stop", ""] {
        assert!(!holds(Check::ElementExists(gone.into())), "{gone}");
        assert!(holds(Check::ElementNotExists(gone.into())), "{gone}");
    }
    let has = |text: &str| holds(Check::ElementHasText { element: "none".into(), text: text.into() });
    assert!(has("Stop") && !has("stop"));
    assert!(holds(Check::AriaExpanded("menu".into())) && !holds(Check::AriaExpanded("none".into())));
    assert!(holds(Check::RolesExist(vec!["menuitem".into(), "link".into()])));
    assert!(!holds(Check::RolesExist(vec!["menuitem".into(), "listbox".into()])));
    for check in [Check::ElementNotExists("x".into()), Check::UrlChanged, Check::RolesExist(vec![])] {
        assert!(!check.holds(&Seen::default()), "what cannot be looked at is not so: {check:?}");
    }
}

#[test]
fn an_address_changes_by_path_and_query() {
    let changed = |before, after| {
        Check::UrlChanged.holds(&Seen { address_before: Some(before), address_after: Some(after), ..Seen::default() })
    };
    assert!(changed("http://p/a", "http://p/b") && changed("http://p/a?x=1", "http://p/a?x=2"));
    assert!(changed("http://p", "http://p/b") && changed("/a", "/b"));
    assert!(!changed("http://p/a#top", "http://p/a#end") && !changed("http://p/a", "https://q/a"));
    assert!(!changed("http://p", "http://p/"));
}

#[test]
fn confidence_rules() {
    let n = Confidence::hundredths;
    let base = Support { checks: Some(n(50)), semantic: Some(n(60)), ..Support::default() };
    let of = |support: Support| support.confidence().as_hundredths();
    assert_eq!(of(base), 56, "two fifths and three fifths");
    assert_eq!(of(Support { client_found: Some(true), ..base }), 96, "+40");
    assert_eq!(
        of(Support { client_found: Some(true), semantic: Some(n(80)), ..base }),
        100,
        "and no more than certain"
    );
    assert_eq!(of(Support { client_found: Some(false), ..base }), 56, "a cap is no floor");
    assert_eq!(of(Support { client_found: Some(false), semantic: Some(n(80)), ..base }), 60, "capped");
    assert_eq!(of(Support { element_found: Some(false), semantic: Some(n(80)), ..base }), 60, "capped");
    assert_eq!(of(Support { has_navigated: true, ..base }), 75, "at least");
    assert_eq!(of(Support { has_navigated: true, semantic: Some(n(70)), checks: None, ..base }), 75, "from below");
    assert_eq!(
        of(Support { has_navigated: true, semantic: Some(n(76)), checks: None, ..base }),
        76,
        "a floor is no cap"
    );
    for (semantic, capped) in [(59, 59), (60, 60), (61, 60), (100, 60)] {
        let only = Support { checks: None, semantic: Some(n(semantic)), ..base };
        assert_eq!(of(Support { client_found: Some(false), ..only }), capped, "{semantic}");
        assert_eq!(of(Support { element_found: Some(false), ..only }), capped, "{semantic}");
    }
    assert_eq!(of(Support { client_found: Some(true), element_found: Some(false), ..base }), 60, "+40, and capped");
    assert_eq!(of(Support { has_navigated: true, element_found: Some(false), ..base }), 75, "v2.1.1: no cap then");
    assert_eq!(of(Support { has_navigated: true, client_found: Some(false), ..base }), 60, "the client's word caps");
    let checks = Some(Confidence::ZERO);
    assert_eq!(of(Support { checks, semantic: Some(n(85)), ..base }), 51, "not above 0.85");
    assert_eq!(of(Support { checks, semantic: Some(n(86)), ..base }), 86, "above it");
    assert_eq!(of(Support { checks, semantic: Some(n(99)), element_found: Some(false), ..base }), 60, "under the cap");
    assert_eq!(of(Support { checks: None, ..base }), 60);
    assert_eq!(of(Support { semantic: None, ..base }), 50);
    assert_eq!(of(Support::default()), 0);
    let only = |hundredths| Support { semantic: Some(n(hundredths)), ..Support::default() };
    assert!(!only(69).is_success() && only(70).is_success());
}

#[test]
fn the_score_is_the_average_of_the_checks() {
    let page = page();
    let seen = Seen { page: Some(&page), ..Seen::default() };
    let of = |names: &[&str]| {
        let checks = names.iter().map(|name| Check::ElementExists((*name).to_owned())).collect();
        Outcome { description: String::new(), checks, next_goal: None }.score(&seen).map(Confidence::as_hundredths)
    };
    assert_eq!((of(&["link", "gone"]), of(&["link", "menu", "gone"]), of(&[])), (Some(50), Some(66), None));
}

#[test]
fn a_routine_is_predicted_by_what_is_declared_of_its_check() {
    for (check, description, looked_at) in [
        ("output: ok, is: true", "'outputs.ok' is 'true'", true),
        ("message: Part in place", "the message 'Part in place' appears", false),
        ("counter: images", "'values.images' grows", false),
        ("value: seam_mm, at_least: 4, changes_by: 1", "'values.seam_mm' is within its bounds", false),
    ] {
        let declared = declared(&format!("checks: {{ c: {{ {check} }} }}"));
        let next = Some("Move to Home".to_owned());
        let of = Outcome::of_step(&weld(Some("c"), false), ActionType::Routine, &declared, next.clone()).unwrap();
        assert_eq!((of.description.as_str(), of.next_goal.clone()), (description, next), "{check}");
        let state = state(r#"{"position":"P","tool":"Welder","outputs":{"ok":true}}"#);
        let whole = state.whole();
        let seen = Seen { state: whole.as_ref(), ..Seen::default() };
        assert_eq!(of.score(&seen).map(Confidence::as_hundredths), looked_at.then_some(100), "{check}");
    }
}
