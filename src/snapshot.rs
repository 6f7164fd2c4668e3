//! An immutable cell, ready to be asked: the graph of moves, look-up tables, prepared routes, content hash.
//!
//! In: a [`Draft`], or the bytes of a snapshot file. Out: answers by name and by dense id, in a few nanoseconds and
//! without allocating. A snapshot never changes after it was made, and nothing here reads a clock or a file.
//! Without std a snapshot is read where its bytes lie ([`Snapshot::in_place`]), with the same proofs and the same look-ups.
//!
//! 1. The same graph gives the same content bytes and the same content hash, whoever builds it and when.
//! 2. What was read from bytes had both hashes proved and every offset and id checked: no look-up can panic.
//! 3. Ids are in the byte order of the names.
//! 4. An id that the snapshot does not have never panics. It has empty texts, the role `work`, no moves, no tool, no routine and no
//!    route; where an id is asked for, the answer is an id that no snapshot has.

use core::fmt;
#[cfg(feature = "std")]
use std::io::Read;

#[cfg(feature = "import")]
use petgraph::csr::Csr;

#[cfg(feature = "import")]
use crate::cell::Draft;
use crate::{
    cell::{Ids, PositionId, Role, RoutineId, StandId, ToolId},
    limits::NONE_ID,
};

/// Up to this many neighbours a straight scan is quicker than anything clever.
const SCAN: usize = 16;

mod at;
#[cfg(feature = "std")]
pub mod check;
#[cfg(feature = "import")]
mod checked;
#[cfg(feature = "import")]
pub mod diff;
#[cfg(feature = "std")]
mod draft;
#[cfg_attr(not(feature = "std"), allow(dead_code, reason = "routes are looked up with std alone"))]
mod encoding;
mod format;
mod load;
mod names;
#[cfg(feature = "std")]
mod prepared;
#[cfg(feature = "std")]
mod provenance;
#[cfg(feature = "std")]
pub mod route;
#[cfg(feature = "import")]
mod routes;
mod rows;
mod state;
mod storage;
#[cfg(feature = "import")]
mod tables;

use at::{bytes_at, id_at, list_at, range_at, text_at};
#[cfg(feature = "import")]
pub use checked::{Checked, Refused};
pub use format::{ALIGN, HEADER_BYTES, MAGIC, ReadError, VERSION};
#[cfg(feature = "std")]
pub use prepared::RouteTable;
#[cfg(feature = "std")]
pub use provenance::Provenance;
#[cfg(feature = "std")]
pub use state::StateError;
pub use state::Unnamed;
#[cfg(feature = "std")]
pub use storage::Owned;
pub use storage::{InPlace, Storage};

/// The way that a routine is done at a position, as the snapshot holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MetadataRef<'s> {
    /// Seconds to wait before it starts.
    pub stabilize_s: Option<f64>,
    /// What the controller does after it.
    pub action_after: Option<&'s str>,
    /// What is checked after it.
    pub verify: Option<&'s str>,
}

#[cfg(feature = "std")]
crate::document::to_object!(MetadataRef<'s> {
    "stabilize": stabilize_s unless Option::is_none,
    "action_after": action_after unless Option::is_none,
    "verify": verify unless Option::is_none,
});

/// An immutable cell. See the head of this file. Its tables are in memory of their own ([`Owned`]), or where the file's bytes
/// lie ([`InPlace`]).
pub struct Snapshot<#[cfg(feature = "std")] S: Storage = Owned, #[cfg(not(feature = "std"))] S: Storage> {
    text: S::Text,
    /// In memory of their own `text` is empty here, and where no move has a cost, the costs of moves are NaN, one each.
    tables: format::Tables<S>,
    every_move_has_cost: bool,
    /// As [`load`] read them; in memory of their own their bytes in `tables` are empty.
    findings: S::Findings,
    content_hash: [u8; 32],
    provenance: S::Provenance,
}

#[cfg(feature = "std")]
impl Storage for Owned {
    type List<T: storage::Element> = Vec<T>;
    type Text = String;
    type Provenance = Provenance;
    type Findings = check::Findings;
}

impl<S: Storage> fmt::Debug for Snapshot<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = blake3::Hash::from_bytes(self.content_hash).to_hex();
        write!(f, "Snapshot({} positions, {hash})", self.position_count())
    }
}

/// The bytes of a snapshot file for a draft, with the report of the check that is stored in it. No bytes where the draft has an id
/// that is of nothing in it ([`Draft::foreign_id`]): [`Built::checked`] says which.
#[cfg(feature = "import")]
#[must_use]
pub fn build(draft: &Draft, provenance: &Provenance) -> Built {
    let findings = check::check(draft);
    if findings.findings.iter().any(|finding| finding.code == check::FOREIGN_ID) {
        return Built { bytes: Vec::new(), findings };
    }
    let mut tables = tables::build(draft);
    routes::prepare(&mut tables);
    // Neither can fail: plain structs with text keys. Were one ever empty, the file would be refused when it is loaded.
    tables.findings = serde_json::to_vec(&findings).unwrap_or_default();
    let provenance = serde_json::to_vec(provenance).unwrap_or_default();
    Built { bytes: format::encode(&tables, &provenance), findings }
}

/// What [`build`] makes: to be asked, and not yet to be written. [`Self::checked`] leads there.
#[cfg(feature = "import")]
#[derive(Debug)]
pub struct Built {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What the check found.
    pub findings: check::Findings,
}

#[cfg(feature = "std")]
impl Snapshot {
    /// Reads a snapshot of `source_bytes` bytes and proves it.
    ///
    /// # Errors
    ///
    /// Everything in [`ReadError`]. A snapshot is returned only if every byte is what its builder wrote.
    pub fn read(source: &mut dyn Read, source_bytes: u64) -> Result<Self, ReadError> {
        load::load(format::decode(source, source_bytes)?)
    }

    /// [`Self::read`] from bytes in memory.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Self, ReadError> {
        let length = bytes.len() as u64;
        Self::read(&mut bytes, length)
    }

    /// [`Self::content_hash`] in hexadecimal digits.
    #[must_use]
    pub fn content_hash_hex(&self) -> String {
        blake3::Hash::from_bytes(self.content_hash).to_hex().to_string()
    }

    /// Where it came from.
    #[must_use]
    pub const fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// What the check found when it was built.
    #[must_use]
    pub const fn findings(&self) -> &check::Findings {
        &self.findings
    }

    /// The allowed moves as petgraph's graph, for its algorithms: node `i` is position `i`, weights are seconds (NaN: none given).
    /// It is made at each call.
    #[cfg(feature = "import")]
    #[must_use]
    pub fn move_graph(&self) -> Csr<(), f64> {
        let edges = self.position_ids().flat_map(|from| {
            let costs_s = self.move_costs_s(from);
            self.allowed_moves(from).iter().zip(costs_s).map(move |(to, &cost_s)| (from.0, to.0, cost_s))
        });
        // They are in order: a snapshot whose moves are not does not load.
        let mut graph = Csr::from_sorted_edges(&edges.collect::<Vec<_>>()).unwrap_or_default();
        while graph.node_count() < self.position_count() {
            graph.add_node(());
        }
        graph
    }
}

impl<'b> Snapshot<InPlace<'b>> {
    /// A snapshot that stays where its bytes lie, in flash for one, and proves them as [`Snapshot::read`] does: both hashes, and
    /// every offset and id. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Everything in [`ReadError`] but what comes of reading; [`ReadError::Misaligned`] where the bytes do not lie at a multiple
    /// of [`ALIGN`].
    pub fn in_place(bytes: &'b [u8]) -> Result<Self, ReadError> {
        load::load_in_place(format::decode_in_place(bytes)?)
    }

    /// Where it came from: the JSON object of the file, proved and not read.
    #[must_use]
    pub const fn provenance_json(&self) -> &'b [u8] {
        self.provenance
    }

    /// What the check found when it was built: the JSON object of the file, proved and not read.
    #[must_use]
    pub const fn findings_json(&self) -> &'b [u8] {
        self.findings
    }
}

impl<S: Storage> Snapshot<S> {
    /// BLAKE3 of the content: the same for the same graph.
    #[must_use]
    pub const fn content_hash(&self) -> &[u8; 32] {
        &self.content_hash
    }

    // Positions

    /// How many there are; their ids are below.
    #[inline]
    #[must_use]
    pub fn position_count(&self) -> usize {
        self.tables.position_facts.len()
    }

    /// The position with exactly this name.
    #[inline]
    #[must_use]
    pub fn position_id(&self, name: &str) -> Option<PositionId> {
        let (text, offsets) = (self.text.as_bytes(), &*self.tables.position_name_offsets);
        names::find(&self.tables.position_slots, name, |id| bytes_at(text, offsets, id)).map(PositionId)
    }

    /// Its name.
    #[inline]
    #[must_use]
    pub fn position_name(&self, id: PositionId) -> &str {
        text_at(&self.text, &self.tables.position_name_offsets, id.0)
    }

    /// Its description; empty where there is none.
    #[must_use]
    pub fn position_description(&self, id: PositionId) -> &str {
        text_at(&self.text, &self.tables.position_description_offsets, id.0)
    }

    /// What it is for.
    #[inline]
    #[must_use]
    pub fn role(&self, id: PositionId) -> Role {
        role_of(self.facts(id))
    }

    /// The tool whose stand is at this position.
    #[inline]
    #[must_use]
    pub fn tool_at(&self, id: PositionId) -> Option<ToolId> {
        let tool = self.facts(id) & ((1 << encoding::FACT_TOOL_BITS) - 1);
        tool.checked_sub(1).map(ToolId)
    }

    /// Role and tool of a position, packed.
    #[inline]
    fn facts(&self, id: PositionId) -> u32 {
        at::entry_at(&self.tables.position_facts, id.index(), encoding::NO_FACTS)
    }

    /// Whether the contract forbids to move there while holding `tool`: another tool's stand, or a work position where
    /// no routine requires the tool (section 3, rules 2 and 3 of a move).
    #[inline]
    #[must_use]
    pub fn forbids(&self, tool: Option<ToolId>, id: PositionId) -> bool {
        let Some(tool) = tool else { return false };
        match self.tool_at(id) {
            Some(own) if own != tool => true,
            _ => self.role(id) == Role::Work && !self.works_at(tool, id),
        }
    }

    /// Whether a routine that requires `tool` is supported at the position.
    #[inline]
    #[must_use]
    pub fn works_at(&self, tool: ToolId, id: PositionId) -> bool {
        list_at(&self.tables.work_tool_offsets, &self.tables.work_tools, id.0).contains(&tool.0)
    }

    // Moves

    /// How many moves are allowed.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.tables.move_targets.len()
    }

    /// Where one move leads from a position, by name.
    #[inline]
    #[must_use]
    pub fn allowed_moves(&self, from: PositionId) -> Ids<'_, PositionId> {
        Ids::of(list_at(&self.tables.move_offsets, &self.tables.move_targets, from.0))
    }

    /// From where one move leads to a position, by name.
    #[inline]
    #[must_use]
    pub fn moves_into(&self, to: PositionId) -> Ids<'_, PositionId> {
        Ids::of(list_at(&self.tables.in_offsets, &self.tables.in_sources, to.0))
    }

    /// Whether the whitelist has the move. A position to itself is never in it.
    #[inline]
    #[must_use]
    pub fn is_move_allowed(&self, from: PositionId, to: PositionId) -> bool {
        let out = self.allowed_moves(from);
        if out.len() <= SCAN { out.contains(to) } else { self.is_hub_move_allowed(from, to, out) }
    }

    /// A hub has many neighbours, its neighbours rarely do: ask from the other end. Apart from the rest, so that this is
    /// short enough to be put where it is asked.
    #[cold]
    fn is_hub_move_allowed(&self, from: PositionId, to: PositionId, out: Ids<'_, PositionId>) -> bool {
        let into = self.moves_into(to);
        if into.len() <= SCAN { into.contains(from) } else { out.numbers().binary_search(&to.0).is_ok() }
    }

    /// Seconds of each move of [`Self::allowed_moves`], NaN where it has none. A snapshot in place of whose moves none has any gives
    /// an empty list.
    #[must_use]
    pub fn move_costs_s(&self, from: PositionId) -> &[f64] {
        list_at(&self.tables.move_offsets, &self.tables.move_costs_s, from.0)
    }

    /// Seconds of one move; none where it has no cost, and where there is no such move.
    #[must_use]
    pub fn move_cost_s(&self, from: PositionId, to: PositionId) -> Option<f64> {
        let place = self.allowed_moves(from).numbers().binary_search(&to.0).ok()?;
        self.move_costs_s(from).get(place).copied().filter(|cost_s| !cost_s.is_nan())
    }

    /// Whether least cost can be asked for: every move has one.
    #[must_use]
    pub const fn every_move_has_cost(&self) -> bool {
        self.every_move_has_cost
    }

    // Tools and stands

    /// How many tools there are.
    #[must_use]
    pub fn tool_count(&self) -> usize {
        self.tables.tool_stand.len()
    }

    /// The tool with exactly this name.
    #[inline]
    #[must_use]
    pub fn tool_id(&self, name: &str) -> Option<ToolId> {
        let (text, offsets) = (self.text.as_bytes(), &*self.tables.tool_name_offsets);
        names::find(&self.tables.tool_slots, name, |id| bytes_at(text, offsets, id)).map(ToolId)
    }

    /// Its name.
    #[inline]
    #[must_use]
    pub fn tool_name(&self, id: ToolId) -> &str {
        text_at(&self.text, &self.tables.tool_name_offsets, id.0)
    }

    /// Its `type`; empty where there is none.
    #[must_use]
    pub fn tool_kind(&self, id: ToolId) -> &str {
        text_at(&self.text, &self.tables.tool_kind_offsets, id.0)
    }

    /// Its description; empty where there is none.
    #[must_use]
    pub fn tool_description(&self, id: ToolId) -> &str {
        text_at(&self.text, &self.tables.tool_description_offsets, id.0)
    }

    /// The stand that it is kept on.
    #[must_use]
    pub fn tool_stand(&self, id: ToolId) -> StandId {
        StandId(id_at(&self.tables.tool_stand, id.index()))
    }

    /// Where its stand is.
    #[inline]
    #[must_use]
    pub fn tool_position(&self, id: ToolId) -> PositionId {
        PositionId(id_at(&self.tables.tool_position, id.index()))
    }

    /// How many stands there are, spare ones included.
    #[must_use]
    pub fn stand_count(&self) -> usize {
        self.tables.stand_position_offsets.len() - 1
    }

    /// Its name.
    #[must_use]
    pub fn stand_name(&self, id: StandId) -> &str {
        text_at(&self.text, &self.tables.stand_name_offsets, id.0)
    }

    /// Its pose; empty where there is none.
    #[must_use]
    pub fn stand_pose(&self, id: StandId) -> &str {
        text_at(&self.text, &self.tables.stand_pose_offsets, id.0)
    }

    /// Where it is: one position where a tool is kept on it.
    #[must_use]
    pub fn stand_positions(&self, id: StandId) -> Ids<'_, PositionId> {
        Ids::of(list_at(&self.tables.stand_position_offsets, &self.tables.stand_positions, id.0))
    }

    // Routines

    /// How many there are.
    #[must_use]
    pub fn routine_count(&self) -> usize {
        self.tables.routine_tool.len()
    }

    /// The routine with exactly this name.
    #[inline]
    #[must_use]
    pub fn routine_id(&self, name: &str) -> Option<RoutineId> {
        let (text, offsets) = (self.text.as_bytes(), &*self.tables.routine_name_offsets);
        names::find(&self.tables.routine_slots, name, |id| bytes_at(text, offsets, id)).map(RoutineId)
    }

    /// Its name.
    #[inline]
    #[must_use]
    pub fn routine_name(&self, id: RoutineId) -> &str {
        text_at(&self.text, &self.tables.routine_name_offsets, id.0)
    }

    /// Its description; empty where there is none.
    #[must_use]
    pub fn routine_description(&self, id: RoutineId) -> &str {
        text_at(&self.text, &self.tables.routine_description_offsets, id.0)
    }

    /// The tool that it requires.
    #[inline]
    #[must_use]
    pub fn required_tool(&self, id: RoutineId) -> Option<ToolId> {
        some_id(id_at(&self.tables.routine_tool, id.index())).map(ToolId)
    }

    /// `tool_attach`, where the cell has it.
    #[inline]
    #[must_use]
    pub fn attach_routine(&self) -> Option<RoutineId> {
        some_id(self.tables.counts[4]).map(RoutineId)
    }

    /// `tool_release`, where the cell has it.
    #[inline]
    #[must_use]
    pub fn release_routine(&self) -> Option<RoutineId> {
        some_id(self.tables.counts[5]).map(RoutineId)
    }

    /// Where it is supported, by name.
    #[inline]
    #[must_use]
    pub fn supported_positions(&self, id: RoutineId) -> Ids<'_, PositionId> {
        Ids::of(list_at(&self.tables.support_offsets, &self.tables.support_positions, id.0))
    }

    /// Routines supported at a position, by name.
    #[must_use]
    pub fn routines_at(&self, id: PositionId) -> Ids<'_, RoutineId> {
        Ids::of(list_at(&self.tables.at_offsets, &self.tables.at_routines, id.0))
    }

    /// Whether the routine is supported at the position.
    #[inline]
    #[must_use]
    pub fn is_supported(&self, routine: RoutineId, position: PositionId) -> bool {
        self.support(routine, position).is_some()
    }

    /// How the routine is done at the position; none where it is not supported there.
    #[inline]
    #[must_use]
    pub fn metadata(&self, routine: RoutineId, position: PositionId) -> Option<MetadataRef<'_>> {
        let support = self.support(routine, position)?;
        let tables = &self.tables;
        // `NONE_ID` is beyond the end of any table.
        let text = |entry: u32| self.text.get(range_at(&tables.metadata_offsets, entry)?);
        let stabilize_s = tables.support_stabilize_s[support];
        Some(MetadataRef {
            stabilize_s: (!stabilize_s.is_nan()).then_some(stabilize_s),
            action_after: text(tables.support_action_after[support]),
            verify: text(tables.support_verify[support]),
        })
    }

    /// The entry of the support lists for this pair.
    #[inline]
    fn support(&self, routine: RoutineId, position: PositionId) -> Option<usize> {
        let tables = &self.tables;
        let range = range_at(&tables.at_offsets, position.0)?;
        let place = tables.at_routines.get(range.clone())?.binary_search(&routine.0).ok()?;
        tables.at_supports.get(range.start + place).map(|&support| support as usize)
    }

    /// The home with the fewest moves from a position with an empty hand; the first by name among equals.
    #[must_use]
    pub fn nearest_home(&self, from: PositionId) -> Option<PositionId> {
        some_id(id_at(&self.tables.nearest_home, from.index())).map(PositionId)
    }
}

/// The role in an entry of `position_facts`.
#[inline]
fn role_of(facts: u32) -> Role {
    Role::from_number((facts >> encoding::FACT_TOOL_BITS) as u8).unwrap_or(Role::Work)
}

/// The id, where it is one.
#[inline]
fn some_id(id: u32) -> Option<u32> {
    (id != NONE_ID).then_some(id)
}
