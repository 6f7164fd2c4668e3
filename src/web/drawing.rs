//! The cell's picture, drawn beside everything else: the layout of a tangled cell takes long, and nobody waits for it.

use std::{
    sync::{Arc, Weak},
    thread,
};

use super::hub::{Hub, Picture};
use crate::{
    picture::{self, svg},
    snapshot::Snapshot,
};

/// Draws a layout, and shows it where it is still there to be shown. A cell too large to be drawn has no picture.
pub(super) fn draw(hub: &Arc<Hub>, snapshot: &Arc<Snapshot>) {
    if snapshot.position_count() > svg::POSITIONS_MAX {
        return;
    }
    let (hub, snapshot): (Weak<Hub>, _) = (Arc::downgrade(hub), Arc::clone(snapshot));
    let work = move || {
        let document = svg::svg(&picture::Picture::of(&snapshot));
        let Some(hub) = hub.upgrade() else { return };
        // Within a page an SVG has no head of its own.
        let svg = document.split_once("?>").map_or(document.as_str(), |(_, svg)| svg.trim_start());
        *hub.picture.lock() = Some(Picture { of: *snapshot.content_hash(), svg: svg.into() });
        hub.show(|_| true);
    };
    // Without a thread there is no picture.
    let _ = thread::Builder::new().name("picture".to_owned()).spawn(work);
}
