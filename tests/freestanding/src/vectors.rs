//! Vectors: cells with plans and what the hosted build said of each. Read where they lie; every verdict is compared.
//!
//! All numbers are u32, little-endian; `NONE` stands for what is absent. A text is its length in bytes and its bytes.
//!
//! ```text
//! cell    (at a multiple of 8) bytes of the snapshot, number of cases, the snapshot, the cases
//! case    bytes of the case behind this number, start, number of steps, steps,
//!         0 and the state after each step, or 1, the number of faults, and the faults
//! state   position, tool or NONE
//! step    action, target, position or NONE, tool or NONE: texts
//! fault   number of the step; code, words, expected, found: texts
//! ```
//!
//! This file is in the program without std, and in the test that has it: it is the same look at both.

use core::fmt::{self, Write};

use cellgraph::{
    cell::{PositionId, RoutineId, StandId, ToolId},
    snapshot::{HEADER_BYTES, InPlace, ReadError, Snapshot},
    verify::{ActionRef, Fault, State, StepRef, verify_steps},
};

/// What is absent.
const NONE: u32 = u32::MAX;

/// Most steps of a plan: what there is room for.
pub(crate) const STEPS_MAX: usize = 64;

/// What fills the room behind a plan.
pub(crate) const NO_STEP: StepRef<'static> =
    StepRef { action: ActionRef::Unknown(""), target: "", position: None, tool: None };

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) cells: usize,
    pub(crate) plans: usize,
    pub(crate) steps: usize,
    pub(crate) verified: usize,
    pub(crate) faults: usize,
}

impl Counts {
    pub(crate) fn named(&self) -> [(&'static str, usize); 5] {
        let &Self { cells, plans, steps, verified, faults } = self;
        [("cells", cells), ("plans", plans), ("steps", steps), ("verified", verified), ("faults", faults)]
    }
}

/// Verifies every plan, and compares; `also` is a further look at each.
///
/// # Errors
///
/// What is not as the hosted build said.
pub(crate) fn run<'b>(
    bytes: &'b [u8],
    also: impl for<'a> Fn(&'a Snapshot<InPlace<'b>>, State, &'a [StepRef<'a>], &Case<'_>) -> bool,
) -> Result<Counts, &'static str> {
    let mut counts = Counts::default();
    for cell in Cells::of(bytes) {
        counts.cells += 1;
        let snapshot = Snapshot::in_place(cell.snapshot).map_err(|_| "a snapshot is not read")?;
        ask_for_nothing(&snapshot)?;
        for case in cell.cases() {
            let mut steps = [NO_STEP; STEPS_MAX];
            let steps = case.steps_into(&mut steps).ok_or("a plan is too long")?;
            compare(&snapshot, &case, steps)?;
            if !also(&snapshot, case.start, steps, &case) {
                return Err("a list of faults");
            }
            counts.plans += 1;
            counts.steps += steps.len();
            counts.verified += usize::from(case.is_verified);
            counts.faults += case.fault_count;
        }
    }
    Ok(counts)
}

fn compare<'a>(
    snapshot: &'a Snapshot<InPlace<'_>>,
    case: &Case<'_>,
    steps: &'a [StepRef<'a>],
) -> Result<(), &'static str> {
    let mut expected = case.faults();
    let mut different = None;
    let verdict = verify_steps(snapshot, case.start, steps, |fault| {
        let found = expected.next().ok_or("a fault too many").and_then(|expected| expected.compare(&fault));
        different = different.or(found.err());
    });
    if let Some(different) = different {
        return Err(different);
    }
    if expected.next().is_some() {
        return Err("a fault is missing");
    }
    match verdict {
        Ok(_) if !case.is_verified => Err("verified, and was refused"),
        Err(_) if case.is_verified => Err("refused, and was verified"),
        Err(refused) if refused.faults != case.fault_count => Err("the number of faults"),
        Err(_) => Ok(()),
        Ok(verified) => {
            let is_same = verified.states().eq(case.states()) && case.states().last() == Some(verified.end());
            is_same.then_some(()).ok_or("a state after a step")
        }
    }
}

/// Looks up what ids of nothing are: no look-up panics, and each gives nothing. The ids are those at which a number of 32 bits
/// overflows, in bytes and in entries.
///
/// # Errors
///
/// The kind of id that gave something.
pub(crate) fn ask_for_nothing(snapshot: &Snapshot<InPlace<'_>>) -> Result<(), &'static str> {
    let edges = [1 << 28, 1 << 29, 1 << 30, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, NONE - 2, NONE - 1, NONE];
    let ids = |count: usize| [count as u32, count as u32 + 1].into_iter().chain(edges);
    let nothing = |is_nothing: bool, what: &'static str| is_nothing.then_some(()).ok_or(what);
    for id in ids(snapshot.position_count()).map(PositionId) {
        let texts = snapshot.position_name(id).len() + snapshot.position_description(id).len();
        let lists = snapshot.allowed_moves(id).len() + snapshot.moves_into(id).len() + snapshot.routines_at(id).len();
        let (tool, routine) = (ToolId(id.0), RoutineId(id.0));
        let holds = snapshot.tool_at(id).is_some()
            || snapshot.is_move_allowed(id, id)
            || snapshot.is_move_allowed(PositionId(0), id)
            || snapshot.works_at(tool, id)
            // Nobody may go there with anything in hand.
            || !snapshot.forbids(Some(tool), id)
            || snapshot.is_supported(routine, id)
            || snapshot.metadata(routine, id).is_some();
        nothing(texts + lists + snapshot.move_costs_s(id).len() == 0 && !holds, "a position that is none")?;
    }
    for id in ids(snapshot.tool_count()).map(ToolId) {
        let texts = snapshot.tool_name(id).len() + snapshot.tool_kind(id).len() + snapshot.tool_description(id).len();
        let places = [snapshot.tool_stand(id).0, snapshot.tool_position(id).0];
        nothing(texts == 0 && places == [NONE; 2], "a tool that is none")?;
    }
    for id in ids(snapshot.stand_count()).map(StandId) {
        let texts = snapshot.stand_name(id).len() + snapshot.stand_pose(id).len();
        nothing(texts + snapshot.stand_positions(id).len() == 0, "a stand that is none")?;
    }
    for id in ids(snapshot.routine_count()).map(RoutineId) {
        let texts = snapshot.routine_name(id).len() + snapshot.routine_description(id).len();
        let lists = snapshot.supported_positions(id).len();
        nothing(texts + lists == 0 && snapshot.required_tool(id).is_none(), "a routine that is none")?;
    }
    Ok(())
}

/// Altered snapshots whose hashes fit: how many, how many of them are read, and a hash over what is said of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Altered {
    pub(crate) snapshots: u32,
    pub(crate) read: u32,
    pub(crate) words: [u8; 32],
}

/// Sets each word of a snapshot to numbers at which one of 32 bits overflows, makes the hashes fit, and reads it in place. What is
/// read is asked for nothing. `room` holds a copy, at a multiple of 8; the findings stay, for the reader in place does not parse them.
///
/// # Errors
///
/// There is no room, or an id of nothing gave something.
pub(crate) fn alter(whole: &[u8], room: &mut [u8]) -> Result<Altered, &'static str> {
    let room = room.get_mut(..whole.len()).ok_or("no room for a copy")?;
    room.copy_from_slice(whole);
    let content = whole.get(16..24).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
    let content_end = HEADER_BYTES + content.ok_or("no header")? as usize;
    let findings =
        whole[..content_end].windows(FINDINGS.len()).rposition(|part| part == FINDINGS).ok_or("no findings")?;
    let (mut altered, mut words) = (Altered { snapshots: 0, read: 0, words: [0; 32] }, Words(blake3::Hasher::new()));
    for at in (0..findings - 3).step_by(4) {
        for number in [NONE, 1 << 31] {
            room[at..at + 4].copy_from_slice(&number.to_le_bytes());
            seal(room, content_end);
            altered.snapshots += 1;
            match Snapshot::in_place(room) {
                Ok(snapshot) => {
                    ask_for_nothing(&snapshot)?;
                    altered.read += 1;
                    words.say(at, None);
                }
                Err(error) => words.say(at, Some(error)),
            }
        }
        room[at..at + 4].copy_from_slice(&whole[at..at + 4]);
        room[..HEADER_BYTES].copy_from_slice(&whole[..HEADER_BYTES]);
    }
    altered.words = *words.0.finalize().as_bytes();
    Ok(altered)
}

/// What the findings begin with.
const FINDINGS: &[u8] = b"{\"states_reache";

/// Makes both hashes of a snapshot fit again.
pub(crate) fn seal(bytes: &mut [u8], content_end: usize) {
    let content = *blake3::hash(&bytes[HEADER_BYTES..content_end]).as_bytes();
    bytes[32..64].copy_from_slice(&content);
    let mut hash = blake3::Hasher::new();
    hash.update(&bytes[..64]).update(&bytes[96..HEADER_BYTES]).update(&bytes[content_end..]);
    bytes[64..96].copy_from_slice(hash.finalize().as_bytes());
}

/// A hash over words.
struct Words(blake3::Hasher);

impl Words {
    fn say(&mut self, at: usize, error: Option<ReadError>) {
        // A hash takes all that is written.
        let _ = match error {
            Some(error) => writeln!(self, "{at} {error}"),
            None => writeln!(self, "{at} is read"),
        };
    }
}

impl Write for Words {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// The cells, one after the other.
pub(crate) struct Cells<'b> {
    /// The whole file, and how far it was read.
    reader: Reader<'b>,
}

impl<'b> Cells<'b> {
    pub(crate) fn of(bytes: &'b [u8]) -> Self {
        Self { reader: Reader { bytes, at: 0 } }
    }
}

impl<'b> Iterator for Cells<'b> {
    type Item = CellCases<'b>;

    fn next(&mut self) -> Option<CellCases<'b>> {
        let reader = &mut self.reader;
        reader.at = reader.at.next_multiple_of(8);
        let (snapshot_bytes, cases) = (reader.number()?, reader.number()?);
        let snapshot = reader.take(snapshot_bytes as usize)?;
        let cell = CellCases { snapshot, cases, reader: *reader };
        for _ in 0..cases {
            let bytes = reader.number()?;
            reader.take(bytes as usize)?;
        }
        Some(cell)
    }
}

/// A cell and its cases.
pub(crate) struct CellCases<'b> {
    pub(crate) snapshot: &'b [u8],
    cases: u32,
    reader: Reader<'b>,
}

impl<'b> CellCases<'b> {
    pub(crate) fn cases(&self) -> impl Iterator<Item = Case<'b>> + use<'b> {
        let mut reader = self.reader;
        (0..self.cases).map_while(move |_| {
            let bytes = reader.number()?;
            Case::read(Reader { bytes: reader.take(bytes as usize)?, at: 0 })
        })
    }
}

/// A plan, and what the hosted build said of it.
pub(crate) struct Case<'b> {
    pub(crate) start: State,
    step_count: usize,
    steps: Reader<'b>,
    pub(crate) is_verified: bool,
    pub(crate) fault_count: usize,
    /// States or faults.
    behind: Reader<'b>,
}

impl<'b> Case<'b> {
    fn read(mut reader: Reader<'b>) -> Option<Self> {
        let (start, step_count) = (reader.state()?, reader.number()? as usize);
        let steps = reader;
        for _ in 0..step_count {
            reader.step()?;
        }
        let is_verified = reader.number()? == 0;
        let fault_count = if is_verified { 0 } else { reader.number()? as usize };
        Some(Self { start, step_count, steps, is_verified, fault_count, behind: reader })
    }

    /// The steps, where there is room for them.
    pub(crate) fn steps_into<'r>(&self, room: &'r mut [StepRef<'b>]) -> Option<&'r [StepRef<'b>]> {
        let room = room.get_mut(..self.step_count)?;
        let mut reader = self.steps;
        for step in room.iter_mut() {
            *step = reader.step()?;
        }
        Some(room)
    }

    fn states(&self) -> impl Iterator<Item = State> + use<'b> {
        let (mut reader, count) = (self.behind, if self.is_verified { self.step_count } else { 0 });
        (0..count).map_while(move |_| reader.state())
    }

    pub(crate) fn faults(&self) -> impl Iterator<Item = Expected<'b>> + use<'b> {
        let mut reader = self.behind;
        (0..self.fault_count).map_while(move |_| {
            let step = reader.number()? as usize;
            let (code, words, expected, found) = (reader.text()?, reader.text()?, reader.text()?, reader.text()?);
            Some(Expected { step, code, words, expected, found })
        })
    }
}

/// A fault as the hosted build said it.
pub(crate) struct Expected<'b> {
    pub(crate) step: usize,
    code: &'b str,
    words: &'b str,
    expected: &'b str,
    found: &'b str,
}

impl Expected<'_> {
    fn compare(&self, fault: &Fault<'_, InPlace<'_>>) -> Result<(), &'static str> {
        if fault.step != self.step {
            return Err("the step of a fault");
        }
        if fault.code() != self.code {
            return Err("the code of a fault");
        }
        let is_same = is_written(self.words, |f| write!(f, "{fault}"))
            && is_written(self.expected, |f| fault.write_expected(f))
            && is_written(self.found, |f| fault.write_found(f));
        is_same.then_some(()).ok_or("the words of a fault")
    }
}

/// Whether `write` writes exactly this text.
fn is_written(text: &str, write: impl FnOnce(&mut Rest<'_>) -> fmt::Result) -> bool {
    let mut rest = Rest(text);
    write(&mut rest).is_ok() && rest.0.is_empty()
}

/// What is still to be written.
struct Rest<'t>(&'t str);

impl Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, bytes: usize) -> Option<&'b [u8]> {
        let taken = self.bytes.get(self.at..)?.get(..bytes)?;
        self.at += bytes;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn state(&mut self) -> Option<State> {
        let (position, tool) = (PositionId(self.number()?), self.number()?);
        Some(State { position, tool: (tool != NONE).then_some(ToolId(tool)) })
    }

    fn text_or_none(&mut self) -> Option<Option<&'b str>> {
        match self.number()? {
            NONE => Some(None),
            bytes => Some(Some(str::from_utf8(self.take(bytes as usize)?).ok()?)),
        }
    }

    fn text(&mut self) -> Option<&'b str> {
        self.text_or_none()?
    }

    fn step(&mut self) -> Option<StepRef<'b>> {
        let (action, target) = (ActionRef::of(self.text()?), self.text()?);
        Some(StepRef { action, target, position: self.text_or_none()?, tool: self.text_or_none()? })
    }
}
