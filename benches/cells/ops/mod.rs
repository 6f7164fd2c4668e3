//! Every operation that is measured, beside the bare loop that is its limit. One table for all benches, so that times,
//! instruction counts and budgets are of the very same work.

use super::Cell;

mod by_id;
mod by_name;
mod critic;
mod lists;
mod plan;
mod routes;
mod verify;
mod whole;

/// Something to be measured.
pub struct Work {
    /// How many calls of the operation one run makes.
    pub calls: u64,
    /// Makes them; the sum of whatever they gave keeps the compiler from leaving them out.
    pub run: Box<dyn FnMut() -> u64>,
}

impl Work {
    fn new(calls: usize, run: impl FnMut() -> u64 + 'static) -> Self {
        Self { calls: calls as u64, run: Box::new(run) }
    }

    /// One call for each number below `calls`.
    fn each(calls: usize, mut call: impl FnMut(usize) -> u64 + 'static) -> Self {
        Self::new(calls, move || (0..calls).fold(0, |sum, number| sum.wrapping_add(call(number))))
    }
}

/// An operation and its limit.
pub struct Op {
    pub name: &'static str,
    /// The program's own.
    pub work: fn(&Cell) -> Work,
    /// The same over flat arrays.
    pub limit: fn(&Cell) -> Work,
}

macro_rules! ops {
    ($($module:ident: $($name:ident)*;)*) => {
        /// All of them, in the order of the report.
        pub const OPS: &[Op] = &[$($(
            Op { name: stringify!($name), work: $module::$name::work, limit: $module::$name::limit },
        )*)*];

        /// Hands the names to a macro that makes something of each.
        #[macro_export]
        macro_rules! for_each_op {
            ($then:ident) => { $then! { $($($name)*)* } };
        }
    };
}

ops! {
    verify: verify_50 verify_50_from_ids verify_50_json;
    by_id: is_move_allowed_by_id position_by_id tool_by_id routine_by_id tool_location_by_id allowed_moves_by_id
        supported_positions_by_id routine_metadata_by_id;
    by_name: is_move_allowed_by_name allowed_moves_by_name supported_positions_by_name routine_by_name
        routine_metadata_by_name shortest_path_by_name;
    lists: get_all_positions get_all_tools get_all_routines get_tool_locations;
    routes: shortest_path shortest_path_holding least_cost;
    plan: plan_steps plan_document;
    critic: critique checkpoint_1;
    whole: load swap_load;
}

/// The operation with this name.
pub fn find(name: &str) -> &'static Op {
    OPS.iter().find(|op| op.name == name).unwrap()
}
