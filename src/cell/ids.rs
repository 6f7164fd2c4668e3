//! Lists of ids, where a snapshot has them: its words, read as ids of one kind. Nothing is copied, and nothing is converted before it is
//! asked for.

use core::{
    fmt::{self, Debug, Formatter},
    iter,
    marker::PhantomData,
    slice,
};

/// An id of one kind: [`PositionId`](super::PositionId), [`ToolId`](super::ToolId), [`StandId`](super::StandId) or
/// [`RoutineId`](super::RoutineId). There are no others.
pub trait Id: sealed::Number + Copy + Debug + Ord {}

pub(super) mod sealed {
    pub trait Number {
        fn from_number(number: u32) -> Self;
        fn number(self) -> u32;
    }
}

/// The ids of [`Ids`], one after the other, from either end.
pub type IdsIter<'s, I> = iter::Map<slice::Iter<'s, u32>, fn(&u32) -> I>;

/// A list of ids, in the order that the snapshot has them in.
///
/// ```
/// # #[cfg(feature = "import")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let import = cellgraph::import::from_apoc(&std::fs::read("graph-snapshots/demo-cell.apoc.jsonl")?, &mut |_| ())?;
/// # let snapshot = cellgraph::snapshot::build(&import.draft, &Default::default()).checked()?.into_snapshot();
/// let home = snapshot.position_id("Home").ok_or("no Home")?;
/// for to in snapshot.allowed_moves(home) {
///     assert!(snapshot.is_move_allowed(home, to));
///     println!("from Home one move leads to {}", snapshot.position_name(to));
/// }
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "import"))]
/// # fn main() {}
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ids<'s, I> {
    numbers: &'s [u32],
    kind: PhantomData<I>,
}

impl<'s, I> Ids<'s, I> {
    #[inline]
    pub(crate) const fn of(numbers: &'s [u32]) -> Self {
        Self { numbers, kind: PhantomData }
    }

    /// The ids as the tables have them.
    #[inline]
    pub(crate) const fn numbers(self) -> &'s [u32] {
        self.numbers
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.numbers.is_empty()
    }
}

impl<'s, I: Id> Ids<'s, I> {
    /// The id at this place, counted from 0; none behind the end.
    #[inline]
    #[must_use]
    pub fn get(self, place: usize) -> Option<I> {
        self.numbers.get(place).map(|&number| I::from_number(number))
    }

    /// The first id; none where there are no ids.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<I> {
        self.get(0)
    }

    /// Whether the id is in the list.
    #[inline]
    #[must_use]
    pub fn contains(self, id: I) -> bool {
        self.numbers.contains(&id.number())
    }

    /// The ids, one after the other.
    #[inline]
    pub fn iter(self) -> IdsIter<'s, I> {
        self.numbers.iter().map(|&number| I::from_number(number))
    }
}

impl<I: Id> Debug for Ids<'_, I> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<I: Id> PartialEq<[I]> for Ids<'_, I> {
    fn eq(&self, other: &[I]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<I: Id, const N: usize> PartialEq<[I; N]> for Ids<'_, I> {
    fn eq(&self, other: &[I; N]) -> bool {
        self == other.as_slice()
    }
}

impl<'s, I: Id> IntoIterator for Ids<'s, I> {
    type Item = I;
    type IntoIter = IdsIter<'s, I>;

    #[inline]
    fn into_iter(self) -> IdsIter<'s, I> {
        self.iter()
    }
}
