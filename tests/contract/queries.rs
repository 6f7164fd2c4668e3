//! The ten queries, the least-cost path and the routes under a held tool against the oracle, on whole random cells.

use cellgraph::{
    cell::PositionId,
    engine::query::{self, By},
    snapshot::{Snapshot, route::Scratch},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{config, snapshot_of};
use crate::oracle::{Cell, queries, strategy};

fn value(answer: impl serde::Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

fn same_answers(cell: &Cell, s: &Snapshot) {
    let ask =
        |name: &str, args: &[&str]| queries::query(cell, name, args).unwrap_or_else(|error| json!({ "error": error }));
    let scratch = &mut Scratch::default();
    assert_eq!(value(query::get_all_positions(s)), ask("get_all_positions", &[]));
    assert_eq!(value(query::get_all_tools(s)), ask("get_all_tools", &[]));
    assert_eq!(value(query::get_all_routines(s)), ask("get_all_routines", &[]));
    assert_eq!(value(query::get_tool_locations(s)), ask("get_tool_locations", &[]));
    assert_eq!(value(query::get_routine_by_name(s, "no such")), Value::Null);
    for a in cell.positions.keys() {
        assert_eq!(value(query::get_allowed_moves(s, a).unwrap()), ask("get_allowed_moves", &[a]));
        for b in cell.positions.keys() {
            assert_eq!(value(query::is_move_allowed(s, a, b).unwrap()), ask("is_move_allowed", &[a, b]));
            let path = query::get_shortest_path(s, a, b, By::Moves, scratch).unwrap();
            assert_eq!(value(path), ask("get_shortest_path", &[a, b]), "{a} to {b}");
            let cheapest = query::get_shortest_path(s, a, b, By::Cost, scratch).ok();
            assert_eq!(cheapest.map(value), queries::get_cheapest_path(cell, a, b).ok(), "{a} to {b} by cost");
        }
    }
    for routine in cell.routines.keys() {
        assert_eq!(value(query::get_routine_by_name(s, routine)), ask("get_routine_by_name", &[routine]));
        assert_eq!(
            value(query::get_supported_positions(s, routine).unwrap()),
            ask("get_supported_positions", &[routine])
        );
        for position in cell.positions.keys() {
            let metadata = query::get_routine_metadata(s, routine, position).unwrap();
            assert_eq!(value(metadata), ask("get_routine_metadata", &[routine, position]));
        }
    }
}

fn same_routes_holding(cell: &Cell, s: &Snapshot) {
    let scratch = &mut Scratch::default();
    let mut route = Vec::new();
    let tools = cell.tools.keys().map(String::as_str).chain(["none"]);
    for tool in tools {
        let held = s.tool_id(tool);
        for (a, from) in cell.positions.keys().zip((0..).map(PositionId)) {
            for (b, to) in cell.positions.keys().zip((0..).map(PositionId)) {
                let found = s.path_holding(held, from, to, scratch, &mut route);
                let names = found.then(|| route.iter().map(|&p| s.position_name(p).to_owned()).collect::<Vec<_>>());
                assert_eq!(names, queries::route(cell, a, b, tool), "{a} to {b} with {tool}");
            }
        }
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn every_query_gives_the_contracts_answer(cell in strategy::cell()) {
        same_answers(&cell, &snapshot_of(&cell));
    }

    #[test]
    fn every_route_under_a_held_tool_is_the_contracts(cell in strategy::cell()) {
        same_routes_holding(&cell, &snapshot_of(&cell));
    }
}
