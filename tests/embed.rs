//! The library as a stranger's program uses it: one call from an export to a file, names, and ids that are of no snapshot.
//!
//! | what holds | test |
//! |---|---|
//! | one call leads from an export to a file, and skips no refusal | `one_call_skips_no_refusal` |
//! | a new snapshot without moves does not replace one that has some | `a_snapshot_without_moves_replaces_none_that_has_some` |
//! | an id that the snapshot does not have never panics | `ids_of_no_snapshot_never_panic`, `every_function_that_takes_an_id_is_asked_for_nothing` |
//! | a draft with an id of nothing is refused, and nothing panics | `a_draft_with_an_id_of_nothing_is_refused_with_words` |
//! | the examples of `examples/` compile, and do what they say | `the_examples_work`, `a_driver_of_ones_own_works` |
//! | positions and stands are asked for by name | `positions_and_stands_by_name` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[cfg(feature = "cli")]
#[allow(dead_code, unreachable_pub, reason = "an example is a program")]
#[path = "../examples/own_driver.rs"]
mod own_driver;
#[allow(dead_code, unreachable_pub, reason = "an example is a program")]
#[path = "../examples/plan_to_yaml.rs"]
mod plan_to_yaml;
#[allow(dead_code, unreachable_pub, reason = "an example is a program")]
#[path = "../examples/swap_under_load.rs"]
mod swap_under_load;
#[allow(dead_code, unreachable_pub, reason = "an example is a program")]
#[path = "../examples/verify_plan.rs"]
mod verify_plan;

use std::fs;

use cellgraph::{
    cell::{Draft, PositionId, Role, RoutineId, StandId, ToolId},
    engine::query,
    files::{self, BuildError},
    generate::{self, Options},
    import,
    plan::{
        Goal, Intent,
        build::{self, Builder, BuiltStep},
    },
    snapshot::{self, Provenance, Refused, Snapshot, VERSION, check, diff, route::Scratch},
    verify::{FaultKind, State, verify},
};
use proptest::{prelude::*, sample::Index};

const DEMO: &str = include_str!("../graph-snapshots/demo-cell.apoc.jsonl");

fn position(id: usize, role: &str) -> String {
    format!(r#"{{"type":"node","id":"{id}","labels":["Position"],"properties":{{"name":"P{id}","role":"{role}"}}}}"#)
}

fn one_way(from: usize, to: usize) -> String {
    format!(
        r#"{{"type":"relationship","id":"9{from}{to}","label":"ONLY_ALLOWED_MOVE_TO","start":{{"id":"{from}","labels":["Position"]}},"end":{{"id":"{to}","labels":["Position"]}}}}"#
    )
}

fn allowing(codes: &[&str]) -> Provenance {
    Provenance { allowed: codes.iter().map(|&code| code.to_owned()).collect(), ..Provenance::default() }
}

/// A caller who forgot to ask for the findings' refusals wrote what `snapshot build` refuses.
#[test]
fn one_call_skips_no_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cell.cellgraph");
    let built = files::build_snapshot(DEMO.as_bytes(), &file, &Provenance::default()).unwrap();
    assert_eq!((built.position_count(), built.provenance().generation), (14, 1));
    let first = fs::read(&file).unwrap();
    assert_eq!(first[8..12], VERSION.to_le_bytes());

    // A fault of the export.
    let faulty = format!("{DEMO}\nno JSON\n");
    let refused = files::build_snapshot(faulty.as_bytes(), &file, &Provenance::default()).unwrap_err();
    assert!(matches!(refused, BuildError::Export(_)), "{refused}");
    // Errors of the check.
    let homeless = [position(1, "work"), position(2, "work"), one_way(1, 2), one_way(2, 1)].join("\n");
    let refused = files::build_snapshot(homeless.as_bytes(), &file, &Provenance::default()).unwrap_err();
    let BuildError::Cell(Refused::Findings(findings)) = &refused else { panic!("{refused}") };
    assert_eq!(findings.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>(), ["no-home"]);
    assert!(refused.to_string().contains("no-home: "), "{refused}");
    // Another's error is not allowed with it.
    let other = files::build_snapshot(homeless.as_bytes(), &file, &allowing(&["no-way-home"])).unwrap_err();
    assert!(matches!(other, BuildError::Cell(_)), "{other}");
    assert_eq!(fs::read(&file).unwrap(), first, "the old file is as it was");

    let allowed = files::build_snapshot(homeless.as_bytes(), &file, &allowing(&["no-home"])).unwrap();
    assert_eq!(allowed.provenance().generation, 2);
    assert_eq!(files::read_snapshot(&file).unwrap().content_hash(), allowed.content_hash());
    // What is no snapshot is not replaced.
    fs::write(&file, "a letter").unwrap();
    let refused = files::build_snapshot(DEMO.as_bytes(), &file, &Provenance::default()).unwrap_err();
    assert!(matches!(refused, BuildError::File(_)), "{refused}");
    assert_eq!(fs::read(&file).unwrap(), b"a letter");
}

#[test]
fn a_snapshot_without_moves_replaces_none_that_has_some() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cell.cellgraph");
    let (still, moving) =
        (position(1, "home"), [position(1, "home"), position(2, "home"), one_way(1, 2), one_way(2, 1)]);
    files::build_snapshot(still.as_bytes(), &file, &allowing(&["all"])).unwrap();
    files::build_snapshot(moving.join("\n").as_bytes(), &file, &Provenance::default()).unwrap();
    let refused = files::build_snapshot(still.as_bytes(), &file, &Provenance::default()).unwrap_err();
    assert!(matches!(refused, BuildError::NoMoves(2)), "{refused}");
    assert_eq!(files::read_snapshot(&file).unwrap().move_count(), 2);
    files::build_snapshot(still.as_bytes(), &file, &allowing(&[files::NO_MOVES])).unwrap();
}

/// A generated cell.
fn drafted(options: Options) -> Draft {
    let mut export = Vec::new();
    generate::apoc(&options, &mut export).unwrap();
    import::from_apoc(&export, &mut |_| ()).unwrap().draft
}

/// Asks every function of a snapshot that takes an id, with ids that the snapshot does not have beside one that it has.
fn ask_for_nothing(s: &Snapshot, [p, q]: [PositionId; 2], t: ToolId, r: RoutineId, stand: StandId) {
    let (mut scratch, mut route) = (Scratch::default(), Vec::new());
    let home = PositionId(0);
    let work = RoutineId(0);
    assert_eq!((s.position_name(p), s.position_description(p), s.role(p)), ("", "", Role::Work));
    assert_eq!((s.tool_at(p), s.nearest_home(p)), (None, None));
    assert!(s.allowed_moves(p).is_empty() && s.moves_into(p).is_empty() && s.move_costs_s(p).is_empty());
    assert!(s.routines_at(p).is_empty() && !s.works_at(t, p) && !s.works_at(t, home));
    assert!(!s.is_move_allowed(p, home) && !s.is_move_allowed(home, p) && !s.is_move_allowed(p, q));
    assert_eq!([s.move_cost_s(p, home), s.move_cost_s(home, p), s.move_cost_s(p, q)], [None; 3]);
    // Nothing is known of such a position but its role, which a tool may be forbidden at; an empty hand is forbidden nothing.
    assert!(s.forbids(Some(t), p) && s.forbids(Some(ToolId(0)), p) && !s.forbids(None, p));
    assert!(!s.is_passable(Some(t), p) && s.is_passable(None, p));
    assert_eq!((s.tool_name(t), s.tool_kind(t), s.tool_description(t)), ("", "", ""));
    assert!(s.position_name(s.tool_position(t)).is_empty() && s.stand_name(s.tool_stand(t)).is_empty());
    assert_eq!((s.stand_name(stand), s.stand_pose(stand), s.stand_positions(stand).len()), ("", "", 0));
    assert_eq!((s.routine_name(r), s.routine_description(r), s.required_tool(r)), ("", "", None));
    assert!(s.supported_positions(r).is_empty() && !s.is_supported(r, home) && !s.is_supported(work, p));
    assert!(s.metadata(r, p).is_none() && s.metadata(r, home).is_none() && s.metadata(work, p).is_none());
    for (from, to) in [(p, home), (home, p), (p, p), (p, q)] {
        for held in [None, Some(ToolId(0)), Some(t)] {
            assert!(!s.path_holding(held, from, to, &mut scratch, &mut route) && route.is_empty());
        }
        assert!(!s.shortest_path(from, to, &mut scratch, &mut route) && route.is_empty());
        assert!(!s.cheapest_path(from, to, &mut scratch, &mut route) && route.is_empty());
    }

    // What plans and verifies takes states and steps by id.
    let goals =
        [Goal::Move { position: s.position_name(home).to_owned() }, Goal::ReleaseTool, Goal::ReleaseToolAndHome];
    let steps = [BuiltStep::Move(p), BuiltStep::Routine { routine: r, position: p, tool: Some(t) }];
    let plan = build::plan(s, &steps);
    assert_eq!(plan.steps.iter().map(|step| &*step.target).collect::<Vec<_>>(), ["", ""]);
    for start in [(p, None), (p, Some(t)), (home, Some(t))].map(|(position, tool)| State { position, tool }) {
        for goal in &goals {
            let mut built = Vec::new();
            let ended = Builder::default().build(s, start, &Intent::Goals(vec![goal.clone()]), &mut built);
            // A tool of nothing is in no way where nothing is to be done.
            assert!(ended.is_err() || built.is_empty(), "{start:?} {goal:?}: {built:?}");
        }
        let faults = verify(s, start, &plan).unwrap_err().faults().to_vec();
        assert!(matches!(&faults[..], [fault] if matches!(fault.kind, FaultKind::ForeignState { .. })), "{faults:?}");
        assert!(verify(s, start, &plan).unwrap_err().report().feedback.len() > 10);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ids_of_no_snapshot_never_panic(
        positions in 11_u32..60,
        seed in any::<u64>(),
        // Near the end of each table, and where a number of 32 bits ends or overflows in bytes and in entries.
        beyond in prop::collection::vec(prop_oneof![0_u32..3, any::<u32>(), Just(u32::MAX), Just(u32::MAX - 1), Just(1 << 30)], 5),
    ) {
        let draft = drafted(Options { positions, seed, costs: seed % 2 == 0, ..Options::default() });
        let s = Snapshot::from_bytes(&snapshot::build(&draft, &Provenance::default()).bytes).unwrap();
        let id = |place: usize, count: usize| (count as u32).saturating_add(beyond[place]);
        let (p, q) = (id(0, s.position_count()), id(1, s.position_count()));
        let (t, r, stand) = (id(2, s.tool_count()), id(3, s.routine_count()), id(4, s.stand_count()));
        ask_for_nothing(&s, [p, q].map(PositionId), ToolId(t), RoutineId(r), StandId(stand));
    }

    #[test]
    fn a_draft_with_an_id_of_nothing_is_refused_with_words(
        seed in any::<u64>(), what in 0_usize..7, at in any::<Index>(), beyond in prop_oneof![0_u32..3, any::<u32>()],
    ) {
        let mut draft = drafted(Options { positions: 40, seed, ..Options::default() });
        prop_assert_eq!(draft.foreign_id(), None);
        let whole = draft.clone();
        let id = |count: usize| (count as u32).saturating_add(beyond);
        let (positions, tools, stands) = (draft.positions.len(), draft.tools.len(), draft.stands.len());
        match what {
            0 => draft.tools[at.index(tools)].stand = StandId(id(stands)),
            1 => draft.stands[at.index(stands)].positions.push(PositionId(id(positions))),
            2 => draft.routines[at.index(whole.routines.len())].required_tool = Some(ToolId(id(tools))),
            3 => draft.moves[at.index(whole.moves.len())].from = PositionId(id(positions)),
            4 => draft.moves[at.index(whole.moves.len())].to = PositionId(id(positions)),
            5 => draft.supports[at.index(whole.supports.len())].routine = RoutineId(id(whole.routines.len())),
            _ => draft.supports[at.index(whole.supports.len())].position = PositionId(id(positions)),
        }
        let text = draft.foreign_id().unwrap();
        prop_assert!(text.contains(" is number "), "{}", text);
        let built = snapshot::build(&draft, &allowing(&["all"]));
        prop_assert_eq!(built.findings.findings.iter().map(|finding| &*finding.text).collect::<Vec<_>>(), [&*text]);
        prop_assert!(built.bytes.is_empty());
        let Err(Refused::Findings(findings)) = built.checked() else { panic!("not refused") };
        prop_assert_eq!(&findings[0].code, check::FOREIGN_ID);
        let _changes = diff::diff(&whole, &draft);
    }
}

/// A function that takes an id and is not asked above would be one that nobody knows not to panic.
#[test]
fn every_function_that_takes_an_id_is_asked_for_nothing() {
    let this = include_str!("embed.rs");
    let mut count = 0;
    for source in [
        include_str!("../src/snapshot.rs"),
        include_str!("../src/snapshot/rows.rs"),
        include_str!("../src/snapshot/route.rs"),
        include_str!("../src/snapshot/prepared.rs"),
        include_str!("../src/plan/build.rs"),
    ] {
        for function in source.split("\n    pub fn ").skip(1).chain(source.split("\npub fn ").skip(1)) {
            let (head, _) = function.split_once('{').unwrap();
            let arguments = head.split(") ->").next().unwrap();
            if ["PositionId", "ToolId", "StandId", "RoutineId", ": State", "BuiltStep]"]
                .iter()
                .any(|id| arguments.contains(id))
            {
                let name = head.split(['(', '<']).next().unwrap();
                assert!(this.contains(&format!(".{name}(")) || this.contains(&format!("::{name}(")), "{name}");
                count += 1;
            }
        }
    }
    assert!(count > 25, "{count}");
}

#[test]
fn positions_and_stands_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let s = files::build_snapshot(DEMO.as_bytes(), &folder.path().join("s"), &Provenance::default()).unwrap();
    assert!(query::position_exists(&s, "Home") && !query::position_exists(&s, "home"));
    assert_eq!(query::tool_at(&s, "Tool_Weld_Position"), Ok(Some("Welder")));
    assert_eq!(query::tool_at(&s, "Home"), Ok(None));
    let stands = query::get_tool_stands(&s);
    let locations: Vec<_> = stands.iter().map(|row| (row.tool, row.position)).collect();
    assert_eq!(locations, query::get_tool_locations(&s).0);
    for row in stands {
        let stand = s.tool_stand(s.tool_id(row.tool).unwrap());
        assert_eq!((row.stand, row.pose), (s.stand_name(stand), s.stand_pose(stand)));
        assert!(!row.stand.is_empty());
    }
    // petgraph's graph has the moves that the snapshot has.
    let graph = s.move_graph();
    assert_eq!((graph.node_count(), graph.edge_count()), (14, s.move_count()));
    for from in (0..14).map(PositionId) {
        assert!(graph.neighbors_slice(from.0).iter().copied().eq(s.allowed_moves(from).iter().map(|to| to.0)));
    }
    assert_eq!(query::tool_at(&s, "Nowhere"), Err(query::QueryError::Position("Nowhere".into())));
}

#[test]
fn the_examples_work() {
    let folder = tempfile::tempdir().unwrap();
    let s = files::build_snapshot(DEMO.as_bytes(), &folder.path().join("s"), &Provenance::default()).unwrap();
    let (good, bad) = (
        r#"[{"action":"move","target":"Safe_Pos_1"},{"action":"move","target":"Pos_1"}]"#,
        r#"[{"action":"move","target":"Pos_1"},{"action":"routine","target":"polish"}]"#,
    );
    assert_eq!(verify_plan::verdict(&s, good, "Home", "none").unwrap(), "valid: 2 steps, to Pos_1");
    assert_eq!(
        verify_plan::verdict(&s, bad, "Home", "none").unwrap(),
        "[illegal-edge] Step 1: No :ONLY_ALLOWED_MOVE_TO edge from 'Home' to 'Pos_1'; expected an edge from 'Home' to 'Pos_1', found none\n\
         [unknown-routine] Step 2: Routine 'polish' does not exist in graph; expected a routine of the graph, found 'polish'"
    );
    assert!(verify_plan::verdict(&s, good, "Nowhere", "none").is_err());

    let text = plan_to_yaml::actions(&s, "tack_weld", "Pos_1", 951_782_400).unwrap();
    assert!(text.starts_with("# run 00000000-0000-0000-0000-000000000001\n"), "{text}");
    assert!(text.contains("\n# written 2000-02-29T00:00:00Z\n") && text.contains("    - id: 8\n"), "{text}");
    let refused = plan_to_yaml::actions(&s, "tack_weld", "Pos_4", 0).unwrap_err();
    assert_eq!(refused.to_string(), "'tack_weld' is not supported at 'Pos_4'");

    assert!(swap_under_load::look_up_while_swapping(DEMO.as_bytes(), 20).unwrap() >= 4);
}

/// A sentence, a person's yes, and an arm that no part of cellgraph knows.
#[cfg(feature = "cli")]
#[test]
fn a_driver_of_ones_own_works() {
    let folder = tempfile::tempdir().unwrap();
    let export =
        |name: &str| files::build_snapshot(DEMO.as_bytes(), &folder.path().join(name), &Provenance::default()).unwrap();
    let run = |name: &str, answer: &str| {
        let mut ask = |plan: &str| {
            assert!(plan.contains("Move to Pos_1"), "{plan}");
            Ok(answer.to_owned())
        };
        own_driver::run(export(name), &folder.path().join(format!("{name}-data")), "go to position 1", &mut ask)
    };
    assert_eq!(run("yes", "yes").unwrap(), "completed: 2 of 2 steps, at Pos_1 with an empty hand");
    assert_eq!(run("no", "no").unwrap_err().to_string(), "nobody said a plain yes");
}
