//! A new layout, on the desk's thread: looked for, shown with what it would change, and taken up or declined by somebody who may. In: the
//! snapshot's file, an answer that names what was shown. Out: the layout in force.

use std::sync::Arc;

use super::{board::Offered, drawing, hub::Who, words::Words, worker::Worker};
use crate::workflow::{LayoutNews, NewLayout, layout_name, refused_plans};

impl Worker<'_> {
    /// Looks whether the snapshot's file holds something else, and shows it; what is to be said about it with the next answer. A run over
    /// another layout than the one in force is refused by the workflow.
    pub(super) fn look_for_layout(&mut self) -> Option<Words> {
        let (new, words) = match self.desk.look_at_layout(true) {
            Err(error) => (None, Some(Words::of_desk(error.to_string()))),
            Ok(LayoutNews::Same) => (None, None),
            Ok(LayoutNews::Unusable(reason)) => {
                let words = Words::both(
                    format!(
                        "The snapshot's file has changed, and cannot be used: {reason}. The layout in force stays."
                    ),
                    format!(
                        "Die Datei des Snapshots hat sich geändert, und ist nicht zu verwenden: {reason}. Das Layout in Kraft bleibt."
                    ),
                );
                (None, Some(words))
            }
            Ok(LayoutNews::New(new)) => {
                let name = layout_name(&new.snapshot);
                let words = Words::both(
                    format!(
                        "The snapshot's file holds another layout: {name}. The layout in force stays until an engineer takes it up here."
                    ),
                    format!(
                        "Die Datei des Snapshots enthält ein anderes Layout: {name}. Das Layout in Kraft bleibt, bis ein Techniker es hier übernimmt."
                    ),
                );
                (Some(new), Some(words))
            }
            // Somebody has decided: it is offered, and not spoken of.
            Ok(LayoutNews::Declined(new, _)) => (Some(new), None),
        };
        let shown = self.hub.view().new_layout.as_ref().map(|offered| offered.hash);
        if new.as_ref().map(hash) != shown {
            let shown = new.as_ref().map(|new| Arc::new(self.shown_layout(new)));
            self.hub.show(|view| {
                view.new_layout = shown;
                true
            });
        }
        self.offered_layout = new;
        // Once for each.
        let is_news = words != self.told_of_layout;
        self.told_of_layout.clone_from(&words);
        words.filter(|_| is_news)
    }

    fn shown_layout(&self, new: &NewLayout) -> Offered {
        Offered {
            hash: hash(new),
            name: layout_name(&new.snapshot),
            changes: new.changes.clone(),
            past: refused_plans(&new.snapshot, self.desk.store()).map_err(|error| error.to_string()),
        }
    }

    /// What there is to say about layouts to somebody who asks.
    pub(super) fn told_layout(&self) -> Words {
        let in_force = layout_name(self.desk.snapshot());
        match (&self.offered_layout, &self.told_of_layout) {
            // A file that cannot be used, or cannot be read.
            (None, Some(why)) => why.within(|why, language| {
                format!("{} {in_force}. {why}", language.of("The layout in force:", "Das Layout in Kraft:"))
            }),
            (None, None) => Words::both(
                format!("The layout in force: {in_force}. The snapshot's file holds no other."),
                format!("Das Layout in Kraft: {in_force}. Die Datei des Snapshots enthält kein anderes."),
            ),
            (Some(new), _) => {
                let new = layout_name(&new.snapshot);
                Words::both(
                    format!(
                        "The layout in force: {in_force}. The snapshot's file holds another, {new}: it is shown here, and an engineer may take it up."
                    ),
                    format!(
                        "Das Layout in Kraft: {in_force}. Die Datei des Snapshots enthält ein anderes, {new}: es wird hier gezeigt, und ein Techniker kann es übernehmen."
                    ),
                )
            }
        }
    }

    /// A yes or a no to the layout that a page showed.
    pub(super) fn answer_layout(&mut self, shown: [u8; 32], taken_up: bool, who: &Who) {
        let _ = self.look_for_layout();
        let Some(new) = self.offered_layout.take().filter(|new| hash(new) == shown) else {
            let another = Words::own(
                "The snapshot's file holds another layout by now. The layout in force stays.",
                "Die Datei des Snapshots enthält inzwischen ein anderes Layout. Das Layout in Kraft bleibt.",
            );
            return self.rest("", another);
        };
        let text = match self.settle_layout(&new, taken_up, who) {
            Ok(text) => text,
            Err(why) => {
                Words::both(format!("{why}. The layout in force stays."), format!("{why}. Das Layout in Kraft bleibt."))
            }
        };
        let _ = self.look_for_layout();
        self.rest("", text);
    }

    fn settle_layout(&mut self, new: &NewLayout, taken_up: bool, who: &Who) -> Result<Words, String> {
        if !taken_up {
            self.desk.decline_layout(new, &who.operator).map_err(|error| error.to_string())?;
            return Ok(Words::own("Declined: the layout in force stays.", "Abgelehnt: das Layout in Kraft bleibt."));
        }
        let readers = self.station.readers(self.desk, &new.snapshot)?;
        self.desk.take_up_layout(new, readers, &who.operator).map_err(|error| error.to_string())?;
        drawing::draw(self.hub, self.desk.snapshot());
        self.hub.know(self.desk.completions());
        let name = layout_name(self.desk.snapshot());
        Ok(Words::both(
            format!("The new layout is in force: {name}."),
            format!("Das neue Layout ist in Kraft: {name}."),
        ))
    }
}

fn hash(new: &NewLayout) -> [u8; 32] {
    *new.snapshot.content_hash()
}
