//! The cell's picture, drawn beside everything else: the layout of a tangled cell takes long, and nobody waits for it. Only what a person
//! has arranged is drawn at once, from what was laid out before.

use std::{
    sync::{Arc, Weak},
    thread,
};

use super::{
    arrangement::{Arrangement, Kept},
    hub::{Hub, Picture},
};
use crate::{
    files::FileError,
    limits::PICTURE_POSITIONS_MAX,
    picture::{
        self, arranged,
        svg::{self, Laid},
    },
    snapshot::Snapshot,
};

/// Draws a layout, and shows it where it is still there to be shown. A cell too large to be drawn has no picture.
pub(super) fn draw(hub: &Arc<Hub>, snapshot: &Arc<Snapshot>) {
    if snapshot.position_count() > PICTURE_POSITIONS_MAX {
        return;
    }
    let number = {
        let mut latest = hub.drawing.lock();
        latest.layouts += 1;
        latest.layouts
    };
    let (hub, snapshot): (Weak<Hub>, _) = (Arc::downgrade(hub), Arc::clone(snapshot));
    let work = move || {
        let laid = Arc::new(svg::laid(&picture::Picture::of(&snapshot)));
        let Some(hub) = hub.upgrade() else { return };
        let latest = hub.drawing.lock();
        // A newer layout is drawn meanwhile, or was sooner.
        if latest.layouts == number {
            show(&hub, &snapshot, &laid, latest.arranged);
        }
    };
    // Without a thread there is no picture.
    let _ = thread::Builder::new().name("picture".to_owned()).spawn(work);
}

/// Keeps an arrangement, or none, and shows the picture with it.
///
/// # Errors
///
/// A file that cannot be written or removed: what is shown is what the file holds then.
pub(super) fn arrange(hub: &Hub, snapshot: &Snapshot, arrangement: Option<&Arrangement>) -> Result<(), FileError> {
    let mut one = hub.drawing.lock();
    let done = arrangement.map_or_else(|| Arrangement::remove(&hub.folder), |wanted| wanted.save(&hub.folder));
    one.arranged += u32::from(done.is_ok());
    if let Some(drawn) = of(hub, snapshot) {
        show(hub, snapshot, &drawn.laid, one.arranged);
    }
    drop(one);
    done
}

/// Draws the picture anew where the file is another than the one that it was drawn by: somebody else has changed it.
pub(super) fn look_again(hub: &Hub, snapshot: &Snapshot) {
    let one = hub.drawing.lock();
    if let Some(drawn) = of(hub, snapshot).filter(|drawn| drawn.kept.name() != Kept::of(&hub.folder).name()) {
        show(hub, snapshot, &drawn.laid, one.arranged);
    }
    drop(one);
}

/// What cannot be seen in the picture as it is arranged, in words.
pub(super) fn faults(hub: &Hub, snapshot: &Snapshot) -> Vec<String> {
    let drawn = of(hub, snapshot).filter(|drawn| matches!(*drawn.kept, Kept::Arrangement(_)));
    drawn.map_or_else(Vec::new, |drawn| arranged::faults(&picture::Picture::of(snapshot), &drawn.spots))
}

/// The picture that is shown, if it is of this layout.
fn of(hub: &Hub, snapshot: &Snapshot) -> Option<Picture> {
    hub.picture.lock().clone().filter(|drawn| drawn.of == *snapshot.content_hash())
}

/// Draws what was laid out, as it is arranged. One at a time does so, that the last has read the file last.
fn show(hub: &Hub, snapshot: &Snapshot, laid: &Arc<Laid>, number: u32) {
    let kept = Kept::of(&hub.folder);
    let picture = picture::Picture::of(snapshot);
    let by_hand = kept.spots(snapshot);
    let spots = arranged::spots(&picture, laid, &by_hand);
    let document = match by_hand.is_empty() {
        true => laid.svg.clone(),
        false => arranged::svg(&picture, &spots),
    };
    // Within a page an SVG has no head of its own.
    let svg = document.split_once("?>").map_or(document.as_str(), |(_, svg)| svg.trim_start());
    let drawn = Picture {
        of: *snapshot.content_hash(),
        svg: svg.into(),
        laid: Arc::clone(laid),
        spots: Arc::new(spots),
        kept: Arc::new(kept),
        number,
    };
    *hub.picture.lock() = Some(drawn);
    // During a run no page is loaded anew for this: somebody may be about to press a key.
    hub.show(|view| !view.has_run());
}
