//! What the critic objects to.

use std::ops::Range;

use serde::Serialize;

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

/// What an objection takes off the scores of a reading, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Deduction {
    /// Something said is missing.
    pub completeness: u8,
    /// Something read contradicts what is said.
    pub consistency: u8,
    /// Something read has no ground in what is said.
    pub groundedness: u8,
}

impl IssueKind {
    /// What it takes off.
    #[must_use]
    pub const fn deduction(self) -> Deduction {
        let (completeness, consistency, groundedness) = match self {
            Self::PlaceNotRead | Self::RoutineNotRead | Self::ToolNotRead => (40, 0, 0),
            Self::WayForRange => (40, 20, 0),
            Self::PlaceNotMentioned | Self::RoutineNotMentioned | Self::ToolNotMentioned => (0, 0, 40),
            Self::RangeForWay => (0, 20, 40),
            Self::OrderReversed | Self::CountOff => (0, 40, 0),
            Self::CorrectionIgnored => (20, 40, 0),
            Self::ExclusionIgnored => (0, 60, 0),
            Self::NegationIgnored | Self::ConditionIgnored => (0, 80, 0),
        };
        Deduction { completeness, consistency, groundedness }
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
        }
    }
}
