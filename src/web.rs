//! The operator's page: the desk over HTTP, on the loopback alone. Like the command line it holds no rule of the domain; it asks
//! [`crate::workflow`], and shows what came of it.
//!
//! ```text
//! browser ─▶ net (how many, how slow) ─▶ request (host, session, origin, token) ─┬─▶ pages, from the board and the history
//!                                                                               └─▶ act ─▶ floor ─▶ worker ─▶ workflow
//! worker, on the desk's own thread ─▶ board ─▶ pages, and the stream of news
//! ```
//!
//! 1. Nobody sees or does anything without a session; a session is opened by a code from the terminal, which counts once.
//! 2. A form counts where a page of the same session sent it: by origin, and by a token that no other page knows.
//! 3. What is approved is what that page showed: its form names proposal and digest, and counts once.
//! 4. The desk's thread waits for no page. A page that stalls, closes or floods holds up no run and no stop.
//! 5. Every size, number and time is bounded ([`crate::limits`]); what is refused gets a page that says why.
//!
//! TLS, other addresses than the loopback, roles and PINs are not there.

use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
    thread,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::sync::oneshot;

mod act;
mod board;
mod drawing;
mod export;
mod fault;
mod floor;
mod form;
mod guard;
mod hub;
mod net;
mod news;
mod pages;
mod request;
mod response;
mod route;
mod run;
mod seats;
mod sessions;
mod station;
mod turns;
mod wish;
mod words;
mod worker;

pub use form::{Form, NoForm};
pub use hub::Tell;
pub use route::{Act, NoRoute, Route, Target};
pub use station::{Hold, Station};

use board::{Doing, View};
use hub::{Ask, Hub};
use worker::Worker;

use crate::workflow::Desk;

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// Others than this PC could reach it.
    #[error(
        "{0} can be reached from other machines, and the page has no TLS yet: it listens on 127.0.0.1 or [::1] alone"
    )]
    NotLoopback(SocketAddr),
    /// The address cannot be had.
    #[error("the page cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        error: std::io::Error,
    },
    /// The page's thread could not be started, or has failed.
    #[error("the page has ended: {0}")]
    Served(std::io::Error),
}

/// An address that the page has, and nobody is answered at yet.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    asks: (Sender<Ask>, Receiver<Ask>),
}

/// Ends the page from another thread.
#[derive(Clone)]
pub struct Ender(Sender<Ask>);

impl Ender {
    /// Ends the page once the desk has dealt with what it was asked before.
    pub fn end(&self) {
        // It has ended already.
        let _ = self.0.send(Ask::End);
    }
}

impl std::fmt::Debug for Ender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ender").finish_non_exhaustive()
    }
}

impl Listener {
    /// Takes an address of the loopback. Port 0 stands for any that is free.
    ///
    /// # Errors
    ///
    /// [`WebError::NotLoopback`], [`WebError::Listen`].
    pub fn on(address: SocketAddr) -> Result<Self, WebError> {
        if !address.ip().is_loopback() {
            return Err(WebError::NotLoopback(address));
        }
        let failed = |error| WebError::Listen { address, error };
        let socket = TcpListener::bind(address).map_err(failed)?;
        let address = socket.local_addr().map_err(failed)?;
        Ok(Self { socket, address, asks: unbounded() })
    }

    /// The address, with its port.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends the page.
    #[must_use]
    pub fn ender(&self) -> Ender {
        Ender(self.asks.0.clone())
    }

    /// Shows a desk, and does what is said there, until the page is ended. The desk stays on this thread. `tell` says at the terminal
    /// which code opens the next session; it must not wait.
    ///
    /// # Errors
    ///
    /// [`WebError::Served`].
    pub fn serve(self, desk: &mut Desk, station: &dyn Station, tell: Tell) -> Result<(), WebError> {
        let Self { socket, address, asks: (asks, asked) } = self;
        let view = View {
            page: 0,
            snapshot: Arc::clone(desk.snapshot()),
            robot: desk.store().robot().ok(),
            trouble: turns::trouble(desk, station.is_simulated()),
            broken: turns::broken(desk),
            doing: Doing::Rest,
            outcome: None,
        };
        let hub = Arc::new(Hub::new(address, desk.store().folder().to_owned(), view, asks, tell));
        drawing::draw(&hub, desk.snapshot());
        hub.tell_code();
        let (over, is_over) = oneshot::channel();
        let page = {
            let hub = Arc::clone(&hub);
            thread::Builder::new().name("page".to_owned()).spawn(move || {
                // However it ends: by a word, a failure or a fault of this program.
                let _gone = Gone(Arc::clone(&hub));
                net::serve(socket, &hub, is_over)
            })
        };
        let page = page.map_err(WebError::Served)?;
        Worker::new(desk, station, &hub).work(&asked);
        drop(over);
        match page.join() {
            Ok(served) => served.map_err(WebError::Served),
            Err(_) => Err(WebError::Served(std::io::Error::other("its thread broke off"))),
        }
    }
}

/// Tells the desk when the page's thread has ended.
struct Gone(Arc<Hub>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.go();
    }
}
