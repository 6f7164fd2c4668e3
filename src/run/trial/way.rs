//! The way of a trial: one allowed move from where the robot is, and the move back.

use std::borrow::Cow;

use crate::{
    cell::{PositionId, Role, State},
    plan::{Action, Plan, Step},
    review::{Digest, Place, reply::Named},
    snapshot::{Snapshot, StateError},
    verify::{VerifiedPlan, verify},
};

/// Why there is no way.
#[derive(Debug, thiserror::Error)]
pub enum NoWay {
    /// The place is none of the cell.
    #[error("the controller reports {place}, which is no place and tool of this cell: {why}")]
    Unknown {
        /// Where it says that the robot is.
        place: Place,
        /// What is not known.
        why: StateError,
    },
    /// No move leads there and back.
    #[error("no allowed move leads from {0} to another position and back")]
    None(Place),
    /// This one does not.
    #[error("from {place} no allowed move leads to '{to}' and back")]
    Not {
        /// Where the robot is.
        place: Place,
        /// What was named.
        to: String,
    },
}

/// One move and the move back, verified for where the robot is.
#[derive(Debug)]
pub struct Way<'s> {
    snapshot: &'s Snapshot,
    start: State,
    plan: Plan<'static>,
    digest: Digest,
}

impl<'s> Way<'s> {
    /// From `place` to `to` and back; to a position that is chosen where none is named: a safe one first, then by name. A tool's stand
    /// is never chosen.
    ///
    /// # Errors
    ///
    /// [`NoWay`].
    pub fn from(snapshot: &'s Snapshot, place: &Place, to: Option<&str>) -> Result<Self, NoWay> {
        let start = State::named(snapshot, &place.position, &place.tool)
            .map_err(|why| NoWay::Unknown { place: place.clone(), why })?;
        let mut ends: Vec<PositionId> = match to {
            Some(to) => snapshot.position_id(to).into_iter().collect(),
            None => snapshot.allowed_moves(start.position).iter().collect(),
        };
        ends.retain(|&end| end != start.position && (to.is_some() || snapshot.role(end) != Role::ToolMount));
        ends.sort_by_key(|&end| (snapshot.role(end) == Role::Work, snapshot.position_name(end)));
        let plan = ends.into_iter().map(|end| there_and_back(snapshot, start, end));
        let found = plan.into_iter().find(|plan| verify(snapshot, start, plan).is_ok_and(|way| way.end() == start));
        match (found, to) {
            (Some(plan), _) => {
                let digest = digest(snapshot, place, &plan);
                Ok(Self { snapshot, start, plan, digest })
            }
            (None, Some(to)) => Err(NoWay::Not { place: place.clone(), to: to.to_owned() }),
            (None, None) => Err(NoWay::None(place.clone())),
        }
    }

    /// Where it begins and ends.
    #[must_use]
    pub fn start(&self) -> Place {
        Place::of(self.snapshot, self.start)
    }

    /// The names of the two moves.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.plan.steps.iter().map(Step::words).collect()
    }

    /// Over the snapshot, the place and the moves: what a yes is bound to.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// A program says yes by the digest of what it was shown.
    ///
    /// # Errors
    ///
    /// The way itself, where another one is named.
    pub fn approved(self, named: &Named) -> Result<AgreedWay<'s>, Self> {
        if named.names(self.digest) { Ok(AgreedWay(self)) } else { Err(self) }
    }

    /// A person who was shown it said yes at the terminal.
    #[must_use]
    pub const fn agreed(self) -> AgreedWay<'s> {
        AgreedWay(self)
    }
}

/// A way that somebody said yes to.
#[derive(Debug)]
pub struct AgreedWay<'s>(Way<'s>);

impl AgreedWay<'_> {
    /// Where it begins and ends.
    #[must_use]
    pub fn start(&self) -> Place {
        self.0.start()
    }

    /// The plan, verified once more; none where it is not what was verified before.
    pub(super) fn verified(&self) -> Option<VerifiedPlan<'_>> {
        verify(self.0.snapshot, self.0.start, &self.0.plan).ok()
    }

    /// The two moves the other way round, verified: the first of them leads to where the robot is.
    pub(super) fn reversed(&self) -> Option<Reversed<'_>> {
        let steps = self.0.plan.steps.iter().rev().cloned().collect();
        Some(Reversed { way: &self.0, plan: Plan { steps } }).filter(|reversed| reversed.verified().is_some())
    }
}

/// A plan that no controller may do, and by which no robot moves.
pub(super) struct Reversed<'w> {
    way: &'w Way<'w>,
    plan: Plan<'static>,
}

impl Reversed<'_> {
    pub(super) fn verified(&self) -> Option<VerifiedPlan<'_>> {
        verify(self.way.snapshot, self.way.start, &self.plan).ok()
    }
}

fn there_and_back(snapshot: &Snapshot, start: State, end: PositionId) -> Plan<'static> {
    let step = |to| Step::new(Action::Move, Cow::Owned(snapshot.position_name(to).to_owned()));
    Plan { steps: vec![step(end), step(start.position)] }
}

fn digest(snapshot: &Snapshot, place: &Place, plan: &Plan<'_>) -> Digest {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"cellgraph trial of a controller\0");
    hasher.update(snapshot.content_hash());
    let names = [&*place.position, &*place.tool].into_iter().chain(plan.steps.iter().map(|step| &*step.target));
    for name in names {
        // No name holds a control character.
        hasher.update(name.as_bytes()).update(b"\0");
    }
    hasher.finalize()
}
