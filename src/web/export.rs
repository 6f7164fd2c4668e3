//! The whole history as a download. In: the history, read beside whoever writes it. Out: pieces, of which one waits at most; whoever does not
//! take them for as long as a request may take is let go.

use std::{io, sync::Arc};

use hyper::body::Bytes;
use tokio::{runtime::Handle, sync::mpsc, time::timeout};

use super::{
    hub::Hub,
    response::{self, Answered},
};
use crate::{limits::WEB_REQUEST_LIMIT, store::Store};

/// What one piece holds.
const PIECE_BYTES: usize = 64 * 1024;

/// Under this name a browser saves it.
const NAME: &str = "cellgraph-history.jsonl";

/// Begins it. What goes wrong later breaks the download off.
pub(super) async fn export(hub: &Arc<Hub>) -> Answered {
    let (seat, folder) = (hub.apart.reader().await, hub.folder.clone());
    let (pieces, taken) = mpsc::channel(1);
    let runtime = Handle::current();
    let work = seat.work(move || {
        let mut out = Pieces { kept: Vec::with_capacity(PIECE_BYTES), pieces, runtime };
        let written = Store::read_only(&folder).and_then(|reader| reader.export(&mut out)).map_err(io::Error::other);
        if let Err(error) = written.and_then(|()| out.send()) {
            // Whoever is gone hears nothing of it.
            let _ = out.pieces.try_send(Err(error));
        }
    });
    tokio::spawn(work);
    response::download(NAME, taken)
}

/// Writes pieces into a channel.
struct Pieces {
    kept: Vec<u8>,
    pieces: mpsc::Sender<io::Result<Bytes>>,
    runtime: Handle,
}

impl Pieces {
    fn send(&mut self) -> io::Result<()> {
        let piece = std::mem::replace(&mut self.kept, Vec::with_capacity(PIECE_BYTES));
        let sent = self.runtime.block_on(timeout(WEB_REQUEST_LIMIT, self.pieces.send(Ok(piece.into()))));
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.kept.len() >= PIECE_BYTES {
            self.send()?;
        }
        self.kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
