//! The page's thread: connections, their number, and the time that a request's head may take. In: sockets. Out: requests, each
//! answered by itself.
//!
//! Where there are as many connections as there may be, the oldest that has shown no session gives way to the next one. So neither idle
//! nor slow clients keep an operator out, and none of them costs more than its buffer.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    io,
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::Mutex;
use tokio::{net::TcpStream, runtime, sync::oneshot, task::AbortHandle};

use super::{hub::Hub, request};
use crate::limits::{WEB_CONNECTIONS_MAX, WEB_HEAD_BYTES_MAX, WEB_HEADERS_MAX, WEB_REQUEST_LIMIT};

/// Threads that read the history at once.
const READERS_MAX: usize = 4;
/// After a connection could not be taken: there are no file descriptors, or no memory.
const BREATH: Duration = Duration::from_millis(50);

/// Answers until `over` hears something, or is gone. What is open then is closed.
pub(super) fn serve(listener: TcpListener, hub: &Arc<Hub>, over: oneshot::Receiver<()>) -> io::Result<()> {
    let runtime =
        runtime::Builder::new_current_thread().enable_io().enable_time().max_blocking_threads(READERS_MAX).build()?;
    listener.set_nonblocking(true)?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(accept(listener, Arc::clone(hub)));
        // Either way it is over.
        let _ = over.await;
        Ok(())
    });
    runtime.shutdown_background();
    served
}

async fn accept(listener: tokio::net::TcpListener, hub: Arc<Hub>) {
    let connections = Arc::<Connections>::default();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => take(stream, &hub, &connections),
            Err(_) => {
                connections.make_room(0);
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

fn take(stream: TcpStream, hub: &Arc<Hub>, connections: &Arc<Connections>) {
    connections.make_room(WEB_CONNECTIONS_MAX - 1);
    // Where that cannot be set, answers come a little later.
    let _ = stream.set_nodelay(true);
    let (hub, is_known) = (Arc::clone(hub), Arc::new(AtomicBool::new(false)));
    let known = Arc::clone(&is_known);
    let service = service_fn(move |request| {
        let (hub, known) = (Arc::clone(&hub), Arc::clone(&known));
        async move { Ok::<_, Infallible>(request::respond(hub, known, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(WEB_REQUEST_LIMIT)
        .max_buf_size(WEB_HEAD_BYTES_MAX)
        .max_headers(WEB_HEADERS_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let number = connections.next();
    let seat = Seat { number, connections: Arc::clone(connections) };
    let task = tokio::spawn(async move {
        let _seat = seat;
        // How a connection ends is its browser's business.
        let _ = connection.await;
    });
    // The task begins only when this function has returned: there is one thread.
    connections.0.lock().open.insert(number, (task.abort_handle(), is_known));
}

/// The connections that are open, the oldest first.
#[derive(Default)]
struct Connections(Mutex<Open>);

#[derive(Default)]
struct Open {
    taken: u64,
    open: BTreeMap<u64, (AbortHandle, Arc<AtomicBool>)>,
}

impl Connections {
    fn next(&self) -> u64 {
        let mut open = self.0.lock();
        open.taken += 1;
        open.taken
    }

    /// Closes connections until no more than `left` are open, and where `left` is 0 one of them.
    fn make_room(&self, left: usize) {
        let mut connections = self.0.lock();
        let open = &mut connections.open;
        let many = if left == 0 { open.len().min(1) } else { open.len().saturating_sub(left) };
        for _ in 0..many {
            let is_unknown =
                |(_, (_, is_known)): &(&u64, &(AbortHandle, Arc<AtomicBool>))| !is_known.load(Ordering::Relaxed);
            let oldest = open.iter().find(is_unknown).or_else(|| open.iter().next()).map(|(&number, _)| number);
            if let Some((task, _)) = oldest.and_then(|number| open.remove(&number)) {
                task.abort();
            }
        }
    }
}

/// A place among the connections, given up when the connection ends.
struct Seat {
    number: u64,
    connections: Arc<Connections>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.connections.0.lock().open.remove(&self.number);
    }
}
