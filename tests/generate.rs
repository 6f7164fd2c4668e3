//! Generated cells: sound, exactly as large as asked for, the same every time, and the same in both forms.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::ErrorKind;

use cellgraph::{
    cell::{Draft, Role},
    generate::{self, Options, Unfit},
    import,
    snapshot::check::{self, Severity},
};
use proptest::prelude::*;

fn apoc(options: &Options) -> Vec<u8> {
    let mut out = Vec::new();
    generate::apoc(options, &mut out).unwrap();
    out
}

fn cypher(options: &Options) -> String {
    let mut out = Vec::new();
    generate::cypher(options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn draft(options: &Options) -> Draft {
    import::from_apoc(&apoc(options), &mut |_| ()).unwrap_or_else(|faults| panic!("{faults:?}")).draft
}

/// The promises of the module for one set of options.
fn check(options: &Options) {
    let draft = draft(options);
    assert_eq!(draft.positions.len(), options.positions as usize, "{options:?}");
    assert_eq!(draft.tools.len(), options.tools as usize, "{options:?}");
    assert_eq!(draft.routines.len(), 4 + 2 * options.tools as usize, "{options:?}");
    assert_eq!(draft.moves.iter().all(|m| m.cost_s.is_some()), options.costs, "{options:?}");
    let findings = check::check(&draft);
    let errors: Vec<_> = findings.findings.iter().filter(|f| f.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{options:?}: {errors:?}");
    let unreached = findings.findings.iter().filter(|f| f.code == "unreachable-position").count();
    assert_eq!(unreached, 0, "{options:?}");
}

#[test]
fn sizes_and_seeds() {
    for (positions, tools) in [(3, 0), (11, 4), (14, 2), (14, 4), (100, 1), (100, 4), (1000, 4), (1000, 12), (5000, 4)]
    {
        for seed in [0, 1, 7, u64::MAX] {
            check(&Options { positions, tools, seed, costs: seed % 2 == 1 });
        }
    }
}

#[test]
fn the_smallest_cell_of_each_number_of_tools() {
    for tools in (0..32).chain([99, 100, generate::TOOLS_MAX]) {
        check(&Options { positions: 3 + 2 * tools, tools, ..Options::default() });
    }
}

#[test]
fn what_cannot_be_generated_is_said() {
    let unfit = |positions, tools| Options { positions, tools, ..Options::default() }.check();
    assert_eq!(unfit(10, 4), Err(Unfit::TooFewPositions { positions: 10, tools: 4, needed: 11 }));
    assert_eq!(unfit(0, 0), Err(Unfit::TooFewPositions { positions: 0, tools: 0, needed: 3 }));
    assert_eq!(unfit(1_000_001, 4), Err(Unfit::TooManyPositions { positions: 1_000_001 }));
    assert_eq!(unfit(1000, 257), Err(Unfit::TooManyTools { tools: 257 }));
    assert_eq!(unfit(1000, u32::MAX), Err(Unfit::TooManyTools { tools: u32::MAX }));
    let few = Options { positions: 10, ..Options::default() };
    for write in [generate::apoc, generate::cypher] {
        let mut out = Vec::new();
        assert_eq!(write(&few, &mut out).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert!(out.is_empty());
    }
}

#[test]
fn the_shape_is_that_of_a_real_cell() {
    let draft = draft(&Options { positions: 3000, ..Options::default() });
    let count = |role| draft.positions.iter().filter(|p| p.role == role).count();
    assert_eq!((count(Role::Home), count(Role::ToolMount)), (1, 4));
    assert_eq!(count(Role::SafeApproach), 1000 + 4);
    let out = |id: usize| draft.moves.iter().filter(|m| m.from.index() == id).count();
    let doubles =
        (0..draft.positions.len()).filter(|&id| draft.positions[id].role == Role::Work && out(id) == 2).count();
    let works = count(Role::Work);
    assert!((works * 3..works * 7).contains(&(doubles * 100)), "{doubles} of {works}");
    for id in 0..draft.positions.len() {
        let supported = draft.supports.iter().filter(|s| s.position.index() == id).count();
        match draft.positions[id].role {
            Role::Work => assert!((1..=3).contains(&supported)),
            Role::ToolMount => assert_eq!(supported, 2),
            Role::Home | Role::SafeApproach => assert_eq!(supported, 0),
        }
    }
    let back =
        |m: &cellgraph::cell::Move| draft.moves.binary_search_by_key(&(m.to, m.from), |m| (m.from, m.to)).is_ok();
    let one_way = draft.moves.iter().filter(|m| !back(m)).count();
    assert!((1..=40).contains(&one_way), "{one_way}");
}

/// The text after `key: ` in each row of the statements that hold `clause`; the generator's own names need no unescaping.
fn column<'c>(cypher: &'c str, clause: &str, key: &str) -> Vec<&'c str> {
    let statements = cypher.split_inclusive(";\n").filter(|statement| statement.contains(clause));
    let rows = statements.flat_map(str::lines).filter(|line| line.starts_with("  {"));
    let marker = format!("{key}: ");
    let value = |row: &'c str| row.split_once(&marker).map_or("", |(_, rest)| rest.split([',', '}']).next().unwrap());
    rows.map(|row| value(row).trim_matches('\'')).collect()
}

#[test]
fn both_forms_are_the_same_graph() {
    for options in
        [Options { costs: true, ..Options::default() }, Options { positions: 14, tools: 2, ..Options::default() }]
    {
        let (draft, cypher) = (draft(&options), cypher(&options));
        let name = |id: cellgraph::cell::PositionId| draft.positions[id.index()].name.as_str();
        let mut moves: Vec<_> = column(&cypher, "ONLY_ALLOWED_MOVE_TO", "a")
            .into_iter()
            .zip(column(&cypher, "ONLY_ALLOWED_MOVE_TO", "b"))
            .zip(column(&cypher, "ONLY_ALLOWED_MOVE_TO", "cost"))
            .map(|((a, b), cost)| (a, b, cost.parse::<f64>().ok()))
            .collect();
        moves.sort_by_key(|&(a, b, _)| (a, b));
        let expected: Vec<_> = draft.moves.iter().map(|m| (name(m.from), name(m.to), m.cost_s)).collect();
        assert_eq!(moves, expected);

        let columns = |key| column(&cypher, "SUPPORTED_AT", key);
        let texts = |key| columns(key).into_iter().map(|text| Some(text.to_owned()).filter(|text| !text.is_empty()));
        let mut supports: Vec<_> = columns("r")
            .into_iter()
            .zip(columns("p"))
            .zip(columns("stabilize").into_iter().map(|s| s.parse::<f64>().ok()))
            .zip(texts("action_after").zip(texts("verify")))
            .collect();
        supports.sort_by_key(|&((pair, _), _)| pair);
        let expected: Vec<_> = draft
            .supports
            .iter()
            .map(|s| {
                let pair = (draft.routines[s.routine.index()].name.as_str(), name(s.position));
                ((pair, s.metadata.stabilize_s), (s.metadata.action_after.clone(), s.metadata.verify.clone()))
            })
            .collect();
        assert_eq!(supports, expected);

        let mut positions: Vec<_> = column(&cypher, ":Position) SET", "name");
        positions.sort_unstable();
        assert_eq!(positions, draft.positions.iter().map(|p| p.name.as_str()).collect::<Vec<_>>());
        assert_eq!(column(&cypher, ":Tool) SET", "name").len(), draft.tools.len());
        assert_eq!(column(&cypher, "TOOL_AVAILABLE_AT", "s").len(), draft.stands.len());
        assert_eq!(column(&cypher, ":Routine) SET", "required_tool").len(), draft.routines.len());
    }
}

#[test]
fn statements_end_at_the_end_of_a_line_and_nowhere_else() {
    let cypher = cypher(&Options::default());
    assert!(cypher.ends_with(";\n"));
    assert_eq!(cypher.matches(';').count(), cypher.matches(";\n").count());
    assert!(cypher.matches(';').count() < 30, "batches, not single rows");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_options_give_a_sound_cell(tools in 0_u32..12, more in 0_u32..400, seed: u64, costs: bool) {
        check(&Options { positions: 3 + 2 * tools + more, tools, seed, costs });
    }

    #[test]
    fn the_seed_alone_decides(positions in 40_u32..300, seed: u64, costs: bool) {
        let one = Options { positions, tools: 4, seed, costs };
        let other = Options { seed: seed ^ 1, ..one };
        prop_assert_eq!(apoc(&one), apoc(&one));
        prop_assert_eq!(cypher(&one), cypher(&one));
        prop_assert_ne!(apoc(&one), apoc(&other));
        prop_assert_ne!(cypher(&one), cypher(&other));
    }
}
