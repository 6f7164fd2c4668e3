//! The picture is arranged, or put back, on the desk's thread and while nothing else goes on. In: what a form of somebody who may said.
//! Out: the file, the picture, and what came of it in words.

use super::{arrangement::Arrangement, drawing, worker::Worker};

impl Worker<'_> {
    /// Keeps an arrangement instead of what the page showed; none is the automatic picture again.
    pub(super) fn arrange(&mut self, wanted: Option<&Arrangement>, instead_of: &str) {
        let is_that = self.hub.picture.lock().as_ref().is_some_and(|drawn| drawn.kept.name() == instead_of);
        if !is_that {
            return self.rest("", "Somebody else has arranged the picture by now. Nothing was changed.".to_owned());
        }
        let text = match drawing::arrange(self.hub, self.desk.snapshot(), wanted) {
            Ok(()) if wanted.is_some() => "The arrangement of the picture is saved.".to_owned(),
            Ok(()) => "The picture is put back: it is drawn automatically.".to_owned(),
            Err(error) => match error.hint() {
                Some(hint) => format!("The picture was not arranged: {error}. {hint}."),
                None => format!("The picture was not arranged: {error}."),
            },
        };
        self.rest("", text);
    }
}
