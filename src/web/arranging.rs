//! The picture is arranged, or put back, on the desk's thread and while nothing else goes on. In: what a form of somebody who may said.
//! Out: the file, the picture, the history's row of it, and what came of it in words.
//!
//! What is done is on record: where the history cannot be written, the file is put back as it was.

use super::{
    arrangement::{Arrangement, Kept},
    drawing,
    words::Words,
    worker::Worker,
};
use crate::{files::FileError, store::PageAct};

impl Worker<'_> {
    /// Keeps an arrangement instead of what the page showed; none is the automatic picture again.
    pub(super) fn arrange(&mut self, wanted: Option<&Arrangement>, instead_of: &str, act: &PageAct) {
        let text = self.arranged(wanted, instead_of, act);
        self.also(text);
    }

    fn arranged(&mut self, wanted: Option<&Arrangement>, instead_of: &str, act: &PageAct) -> Vec<Words> {
        let snapshot = self.desk.snapshot();
        // Somebody may have changed the file by hand.
        drawing::look_again(self.hub, snapshot);
        let drawn = self.hub.picture.lock().clone().filter(|drawn| drawn.name() == instead_of);
        let Some(drawn) = drawn else {
            return vec![Words::own(
                "Somebody else has arranged the picture by now. Nothing was changed.",
                "Jemand anderes hat das Bild inzwischen geordnet. Nichts wurde geändert.",
            )];
        };
        if let Err(error) = drawing::arrange(self.hub, snapshot, wanted) {
            return vec![not_arranged(&error)];
        }
        if let Err(error) = self.desk.store_mut().record_page_act(act) {
            let before = match &*drawn.kept {
                Kept::Arrangement(before) => Some(before),
                Kept::Nothing | Kept::Unusable(_) => None,
            };
            let back = match drawing::arrange(self.hub, self.desk.snapshot(), before) {
                Ok(()) => Words::own("The picture is as it was before.", "Das Bild ist, wie es vorher war."),
                Err(error) => not_arranged(&error),
            };
            return vec![back.within(|back, language| {
                let not_arranged = language.of(
                    "The picture was not arranged, for that could not be recorded:",
                    "Das Bild wurde nicht geordnet, denn das ließ sich nicht vermerken:",
                );
                format!("{not_arranged} {error}. {back}")
            })];
        }
        let faults = drawing::faults(self.hub, self.desk.snapshot());
        let done = match wanted {
            Some(_) => {
                Words::own("The arrangement of the picture is saved.", "Die Anordnung des Bildes ist gespeichert.")
            }
            None => Words::own(
                "The picture is put back: it is drawn automatically.",
                "Das Bild ist zurückgesetzt: es wird automatisch gezeichnet.",
            ),
        };
        std::iter::once(done).chain(faults.into_iter().map(Words::of_desk)).collect()
    }
}

fn not_arranged(error: &FileError) -> Words {
    Words::both(
        format!(
            "The picture was not arranged: {error}. What stands in the file's place has to be taken away, or its folder made writable."
        ),
        format!(
            "Das Bild wurde nicht geordnet: {error}. Nehmen Sie weg, was an der Stelle der Datei liegt, oder machen Sie ihren Ordner beschreibbar."
        ),
    )
}
