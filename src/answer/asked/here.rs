//! "Here" in a question: where the robot is, with what there is to say about that. In: the places that a question names. Out:
//! the same places by name; or the answer, where the robot's place is not known.

use super::super::{
    Found, Grounds,
    draft::Piece,
    robot::{here_or, here_source},
};
use crate::{
    cell::PositionId,
    checkpoint::synthesis::Citation,
    language::query::{Filter, Key, Place},
};

/// The robot's place, where a question asks for it.
pub(super) struct Here {
    place: Option<PositionId>,
    /// Doubts about it, and for whom it is confirmed.
    pub(super) notes: Vec<Piece>,
}

impl Here {
    /// For these places.
    ///
    /// # Errors
    ///
    /// The answer, where one of them is the robot's and that is not known.
    pub(super) fn of<'g>(
        mut places: impl Iterator<Item = Option<Place>>,
        grounds: &Grounds<'g>,
    ) -> Result<Self, Found<'g>> {
        if !places.any(|place| place == Some(Place::Here)) {
            return Ok(Self { place: None, notes: Vec::new() });
        }
        let (place, notes) = here_or(None, grounds)?;
        Ok(Self { place: Some(place), notes })
    }

    /// A place by its id.
    pub(super) fn place(&self, place: Place) -> Place {
        match (place, self.place) {
            (Place::Here, Some(here)) => Place::At(here),
            (place, _) => place,
        }
    }

    /// The same of a filter's place.
    pub(super) fn filter(&self, filter: Filter) -> Filter {
        let key = match filter.key {
            Key::At(place) => Key::At(self.place(place)),
            Key::From(place) => Key::From(self.place(place)),
            Key::To(place) => Key::To(self.place(place)),
            key => key,
        };
        Filter { key, ..filter }
    }

    /// Where that is known from.
    pub(super) fn sources(&self) -> Vec<Citation> {
        if self.place.is_some() { here_source(None) } else { Vec::new() }
    }
}
