//! What a snapshot says of itself: the summary of `build`, `show` and `check`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    cell::Role,
    snapshot::{Provenance, RouteTable, Snapshot},
};

/// How much of everything there is.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Counts {
    pub(super) positions: usize,
    pub(super) moves: usize,
    pub(super) tools: usize,
    pub(super) stands: usize,
    pub(super) routines: usize,
    pub(super) supports: usize,
}

/// The summary of a snapshot.
#[derive(Serialize)]
pub(super) struct Facts<'s> {
    pub(super) content_hash: String,
    pub(super) generation: u64,
    #[serde(flatten)]
    pub(super) counts: Counts,
    pub(super) roles: BTreeMap<&'static str, usize>,
    pub(super) every_move_has_cost: bool,
    pub(super) core_positions: usize,
    pub(super) route_tables: Vec<RouteTable>,
    pub(super) file_bytes: u64,
    pub(super) provenance: &'s Provenance,
}

impl<'s> Facts<'s> {
    pub(super) fn of(snapshot: &'s Snapshot, file_bytes: u64) -> Self {
        let counts = Counts {
            positions: snapshot.position_count(),
            moves: snapshot.move_count(),
            tools: snapshot.tool_count(),
            stands: snapshot.stand_count(),
            routines: snapshot.routine_count(),
            supports: snapshot.routine_ids().map(|id| snapshot.supported_positions(id).len()).sum(),
        };
        let mut roles: BTreeMap<&'static str, usize> = Role::ALL.into_iter().map(|role| (role.word(), 0)).collect();
        for id in snapshot.position_ids() {
            *roles.entry(snapshot.role(id).word()).or_default() += 1;
        }
        Self {
            content_hash: snapshot.content_hash_hex(),
            generation: snapshot.provenance().generation,
            counts,
            roles,
            every_move_has_cost: snapshot.every_move_has_cost(),
            core_positions: snapshot.core_position_count(),
            route_tables: snapshot.route_tables(),
            file_bytes,
            provenance: snapshot.provenance(),
        }
    }
}
