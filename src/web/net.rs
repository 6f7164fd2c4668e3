//! The page's thread: connections, their number, and the time that a handshake and a request's head may take. In: sockets. Out: requests, each
//! answered by itself.
//!
//! Neither idle nor slow clients keep an operator out (`seats.rs`), and none of them costs more than its buffer.

use std::{
    convert::Infallible,
    future::poll_fn,
    io,
    net::{IpAddr, TcpListener},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use hyper::{Method, Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    runtime,
    sync::oneshot,
    task::yield_now,
    time::{sleep, timeout},
};

use super::{
    alive,
    apart::THREADS_MAX,
    hub::Hub,
    request::{self, Caller},
    seats::{Party, Seats},
    tls::Tls,
    unbroken::{Forms, Unbroken},
};
use crate::limits::{WEB_CONNECTIONS_MAX, WEB_HEAD_BYTES_MAX, WEB_HEADERS_MAX, WEB_REQUEST_LIMIT};

/// After a connection could not be taken: there are no file descriptors, or no memory.
const BREATH: Duration = Duration::from_millis(50);

/// Answers until `over` hears something, or is gone. What is open then is closed.
pub(super) fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    hub: &Arc<Hub>,
    over: oneshot::Receiver<()>,
) -> io::Result<()> {
    let runtime =
        runtime::Builder::new_current_thread().enable_io().enable_time().max_blocking_threads(THREADS_MAX).build()?;
    listener.set_nonblocking(true)?;
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(accept(listener, tls, Arc::clone(hub)));
        alive::begin()?;
        // Either way it is over.
        let _ = over.await;
        Ok(())
    });
    runtime.shutdown_background();
    served
}

async fn accept(listener: tokio::net::TcpListener, tls: Option<Tls>, hub: Arc<Hub>) {
    let seats = Arc::<Seats>::default();
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                take(stream, from.ip(), tls.clone(), &hub, &seats);
                // What has come with it is read before the next one may take its seat.
                yield_now().await;
            }
            Err(_) => {
                seats.close_one();
                sleep(BREATH).await;
            }
        }
    }
}

fn take(stream: TcpStream, from: IpAddr, tls: Option<Tls>, hub: &Arc<Hub>, seats: &Arc<Seats>) {
    seats.make_room(WEB_CONNECTIONS_MAX - 1);
    // Where that cannot be set, answers come a little later.
    let _ = stream.set_nodelay(true);
    let (hub, party) = (Arc::clone(hub), Party::default());
    // There are no file descriptors: whoever it is tries again.
    let Ok(forms) = Forms::of(&stream) else { return seats.close_one() };
    let caller = Caller { from, party: Arc::clone(&party), forms };
    let seat = seats.take();
    let number = seat.number;
    let task = tokio::spawn(async move {
        let _seat = seat;
        match tls {
            None => talk(stream, hub, caller).await,
            Some(Tls(acceptor)) => {
                // Whoever is slow or speaks something else is left alone.
                if let Ok(Ok(stream)) = timeout(WEB_REQUEST_LIMIT, acceptor.accept(stream)).await {
                    talk(stream, hub, caller).await;
                }
            }
        }
    });
    // The task begins only when this function has returned: there is one thread.
    seats.sit(number, task.abort_handle(), party);
}

/// Answers one request after the other.
async fn talk(stream: impl AsyncRead + AsyncWrite + Unpin, hub: Arc<Hub>, caller: Caller) {
    let forms = caller.forms.clone();
    let mut service = service_fn(move |request: Request<Incoming>| {
        let (hub, caller) = (Arc::clone(&hub), caller.clone());
        // Before more of the connection is read.
        let in_hand = (request.method() == Method::POST).then(|| caller.forms.take());
        Box::pin(async move {
            // One request for each turn of a connection: whoever sends many at once has the others wait no longer.
            yield_now().await;
            let answered = request::respond(hub, caller, request).await;
            drop(in_hand);
            Ok::<_, Infallible>(answered)
        })
    });
    let mut stream = TokioIo::new(Unbroken::new(stream, forms.clone()));
    loop {
        let mut connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(WEB_REQUEST_LIMIT)
            .max_buf_size(WEB_HEAD_BYTES_MAX)
            .max_headers(WEB_HEADERS_MAX)
            .serve_connection(stream, service);
        let ended = poll_fn(|cx| connection.poll_without_shutdown(cx)).await;
        let parts = connection.into_parts();
        (stream, service) = (parts.io, parts.service);
        // The program stood still until the time of an idle connection was over. A request that came meanwhile is answered.
        match ended {
            Ok(()) => break,
            Err(error) if error.is_timeout() && parts.read_buf.is_empty() && forms.has_more() => {}
            Err(_) => return,
        }
    }
    // How a connection ends is its browser's business.
    let mut stream = stream.into_inner();
    let _ = timeout(WEB_REQUEST_LIMIT, poll_fn(|cx| Pin::new(&mut stream).poll_shutdown(cx))).await;
}
