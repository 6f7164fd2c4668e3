//! The stream of news: how things stand, at each change. In: what there is to see. Out: events. Of several changes while nobody takes them,
//! the last is sent; nothing piles up, and nobody is waited for.

use std::{sync::Arc, time::Instant};

use hyper::body::Bytes;
use serde_json::json;
use tokio::{sync::mpsc, time::timeout};

use super::{
    board::{Doing, View},
    hub::Hub,
    response::{self, Answered, in_reading_order},
    words::{Language, joined},
};
use crate::limits::WEB_HEARTBEAT;

/// For as long as the session is open and somebody holds the stream.
pub(super) fn stream(hub: Arc<Hub>, session: u32, language: Language) -> Answered {
    let (pieces, taken) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut news = hub.news();
        loop {
            let view = Arc::clone(&news.borrow_and_update());
            if pieces.send(Ok(event(&view, language))).await.is_err() {
                return;
            }
            // Sent again after a while: so one that nobody holds any more is found.
            if let Ok(Err(_)) = timeout(WEB_HEARTBEAT, news.changed()).await {
                return;
            }
            if !hub.sessions.lock().is_open(session, Instant::now()) {
                return;
            }
        }
    });
    response::stream(taken)
}

fn event(view: &View, language: Language) -> Bytes {
    let lines = match &view.doing {
        Doing::Run(run) => joined(&run.lines, language),
        Doing::Elsewhere(driven) => joined(&driven.lines, language),
        Doing::Begins(said) => joined(said, language),
        Doing::Rest | Doing::Busy | Doing::Plans | Doing::Review(_) => String::new(),
    };
    let lines = in_reading_order(lines);
    let data = json!({
        "page": view.page, "line": view.line(language), "here": view.here(), "sure": view.is_sure(), "lines": lines,
        "may_halt": view.may_halt(),
    });
    format!("data: {data}\n\n").into()
}
