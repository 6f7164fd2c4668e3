//! What work is meant by a word that narrows another, or by what is done with a workpiece: "weld the tack", "put the box on 2".

use super::{LISTS, cursor::Cursor, english::Tag};
use crate::{cell::RoutineId, language::lexicon::canonical};

impl Cursor<'_> {
    /// What the next word for work leaves of some routines; none where it means another.
    pub(super) fn narrower(&mut self, meant: &[u32]) -> Option<Vec<u32>> {
        self.skip(&[Tag::Article, Tag::Of, Tag::Filler]);
        let item = self.peek().filter(|item| (item.is_work || !item.thing.is_empty()) && item.place.is_none())?;
        let fits = item.tag.is_none() || item.is_any(&[Tag::Object, Tag::Filler]) || item.is_routine_name;
        let left: Vec<u32> = meant.iter().copied().filter(|id| item.routines().contains(id)).collect();
        self.at += 1;
        (fits && !left.is_empty()).then_some(left)
    }

    /// "Put the box on 2", the cursor before "put": what is done with a workpiece; none where a tool is meant, or where that
    /// leaves more than one routine.
    pub(super) fn handling(&self) -> Option<RoutineId> {
        self.peek().filter(|verb| LISTS.puts.has(&verb.text))?;
        let mut by = 1;
        while self.ahead(by)?.is_any(&[Tag::Article, Tag::Filler, Tag::Each, Tag::All, Tag::Rest]) {
            by += 1;
        }
        let (mut things, mut named) = (None, false);
        while let Some(item) =
            self.ahead(by).filter(|item| item.is_any(&[Tag::Object, Tag::It]) && item.number.is_none())
        {
            named = true;
            if !item.thing.is_empty() {
                things = Some(things.map_or_else(|| item.thing.clone(), |ids: Vec<u32>| shared(&ids, &item.thing)));
            }
            by += 1;
        }
        // "Put it back" is said of tools.
        if !named || self.ahead(by).is_some_and(|item| item.is_any(&[Tag::Back, Tag::Away])) {
            return None;
        }
        let places = self.lexicon.routines("place").0;
        let fitting = match things {
            // "Put a sheet on 2": laying it is the work, unless the work is taking it away.
            Some(things) if shared(&things, &places).is_empty() => {
                let takes = ["pick", "unload", "remove"].map(|word| self.lexicon.routines(word).0).concat();
                let is_laid = |id: &u32| !takes.contains(id) && !self.lays_nothing(RoutineId(*id));
                things.into_iter().filter(is_laid).collect()
            }
            Some(things) => shared(&things, &places),
            None => places,
        };
        if let [only] = fitting[..] { Some(RoutineId(only)) } else { None }
    }

    /// Weighing, clamping, checking: what is worked on is there already, so that putting it there is other work.
    fn lays_nothing(&self, routine: RoutineId) -> bool {
        let parts = || LISTS.observing_names.iter().chain(LISTS.laying_nothing.iter());
        let lays_nothing = |word: &String| parts().any(|part| word.contains(part));
        canonical(self.snapshot.routine_name(routine)).iter().any(lays_nothing)
    }
}

fn shared(a: &[u32], b: &[u32]) -> Vec<u32> {
    a.iter().copied().filter(|id| b.contains(id)).collect()
}
