//! What the critic objects to.

use std::ops::Range;

use serde::Serialize;

use crate::checkpoint::{self, Criterion};

/// The kind of an objection, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IssueKind {
    /// A place is mentioned, and nothing is done there.
    PlaceNotRead,
    /// Something is done at a place that is not mentioned, or not with that work.
    PlaceNotMentioned,
    /// A tool step is asked for and not read.
    ToolNotRead,
    /// A tool step is read that nobody asked for.
    ToolNotMentioned,
    /// Work is mentioned and not read.
    RoutineNotRead,
    /// Work is read that is not mentioned.
    RoutineNotMentioned,
    /// The order said is not the order read.
    OrderReversed,
    /// How often is not as said.
    CountOff,
    /// What is not to be done is read as a command.
    NegationIgnored,
    /// A place that is left out is read.
    ExclusionIgnored,
    /// What a speaker took back is read.
    CorrectionIgnored,
    /// A way from one place to another is read as all the places between.
    RangeForWay,
    /// All the places from one to another are asked for, and only an end is read.
    WayForRange,
    /// Something is to be done only if something else holds.
    ConditionIgnored,
    /// The words mean two things, and the reading has one of them.
    Ambiguous,
}

/// An objection to a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// For programs.
    pub kind: IssueKind,
    /// Where the words stand that it is about, in bytes of the sentence; `None` where it is about what is not said.
    pub at: Option<Range<usize>>,
    /// Those words, or the name of what is not said.
    pub words: String,
    /// For the operator.
    pub why: String,
    /// What the operator could do, where something can be said.
    pub suggestion: Option<String>,
}

impl From<&Issue> for checkpoint::Issue {
    /// As the checkpoint counts it. A reading that does other than what was said is not carried out as it stands.
    fn from(issue: &Issue) -> Self {
        let new = Self::new(issue.kind.word(), issue.kind.criterion(), Self::MAJOR, issue.why.clone()).blocking();
        new.suggest(issue.suggestion.clone().unwrap_or_default())
    }
}

impl IssueKind {
    /// A short name for programs: the one that it is written by.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::PlaceNotRead => "place_not_read",
            Self::PlaceNotMentioned => "place_not_mentioned",
            Self::ToolNotRead => "tool_not_read",
            Self::ToolNotMentioned => "tool_not_mentioned",
            Self::RoutineNotRead => "routine_not_read",
            Self::RoutineNotMentioned => "routine_not_mentioned",
            Self::OrderReversed => "order_reversed",
            Self::CountOff => "count_off",
            Self::NegationIgnored => "negation_ignored",
            Self::ExclusionIgnored => "exclusion_ignored",
            Self::CorrectionIgnored => "correction_ignored",
            Self::RangeForWay => "range_for_way",
            Self::WayForRange => "way_for_range",
            Self::ConditionIgnored => "condition_ignored",
            Self::Ambiguous => "ambiguous",
        }
    }

    /// What it lowers: something said is missing, something read has no ground, or the two contradict each other.
    #[must_use]
    pub const fn criterion(self) -> Criterion {
        match self {
            Self::PlaceNotRead | Self::RoutineNotRead | Self::ToolNotRead | Self::WayForRange => {
                Criterion::Completeness
            }
            Self::PlaceNotMentioned | Self::RoutineNotMentioned | Self::ToolNotMentioned | Self::RangeForWay => {
                Criterion::Groundedness
            }
            Self::OrderReversed
            | Self::CountOff
            | Self::CorrectionIgnored
            | Self::ExclusionIgnored
            | Self::NegationIgnored
            | Self::ConditionIgnored
            | Self::Ambiguous => Criterion::Consistency,
        }
    }

    /// Whether it is about what is read and not mentioned.
    pub(super) const fn is_unmentioned(self) -> bool {
        matches!(self, Self::PlaceNotMentioned | Self::RoutineNotMentioned | Self::ToolNotMentioned)
    }

    /// What the operator could do.
    pub(super) const fn suggestion(self) -> &'static str {
        match self {
            Self::PlaceNotRead | Self::RoutineNotRead | Self::ToolNotRead => {
                "say the part that is missing again, in words of its own"
            }
            Self::PlaceNotMentioned | Self::RoutineNotMentioned | Self::ToolNotMentioned => {
                "say which steps are to be left out"
            }
            Self::OrderReversed => "say what comes first and what comes then",
            Self::CountOff => "say how often, for each step",
            Self::NegationIgnored => "say only what is to be done",
            Self::ExclusionIgnored => "name only the places that are meant",
            Self::CorrectionIgnored => "say the whole command again, as it is meant now",
            Self::RangeForWay => "say only where to",
            Self::WayForRange => "say 'all positions from … to …', or name each",
            Self::ConditionIgnored => "say it when it is to be done",
            Self::Ambiguous => "say the name of each place and tool that is meant",
        }
    }
}
