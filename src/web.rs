//! The operator's page: the desk over HTTP, on the loopback, or over TLS for operators with PINs. Like the command line it holds no rule of the domain; it asks
//! [`crate::workflow`], and shows what came of it.
//!
//! ```text
//! browser ─▶ net (how many, how slow) ─▶ request (host, session, origin, token) ─┬─▶ pages, from the board and the history
//!                                                                               └─▶ act ─▶ floor ─▶ worker ─▶ workflow
//! worker, on the desk's own thread ─▶ board ─▶ pages, and the stream of news
//! ```
//!
//! 1. Nobody sees or does anything without a session. A session is opened by a code from the terminal, which counts once; or, where the
//!    cell has operators, by a name and its PIN, and then it may do what the operator's role allows. It ends where it cannot be recorded.
//! 2. A form counts where a page of the same session sent it: by origin, and by a token that no other page knows.
//! 3. What is approved is what that page showed: its form names proposal and digest, and counts once.
//! 4. The desk's thread waits for no page. A page that stalls, closes or floods holds up no run and no stop.
//! 5. Beyond the loopback everything is encrypted, and everybody has a PIN.
//! 6. Every size, number and time is bounded ([`crate::limits`]); what is refused gets a page that says why.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    path::Path,
    sync::Arc,
    thread::{self, JoinHandle},
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::sync::oneshot;

mod act;
mod alive;
mod apart;
mod arrangement;
mod arranging;
mod beside;
mod board;
mod drawing;
mod elsewhere;
mod entry;
mod export;
mod fault;
mod floor;
mod form;
mod guard;
mod hub;
mod layout;
mod net;
mod news;
mod operators;
mod pages;
mod people;
mod pins;
mod request;
mod response;
mod route;
mod run;
mod seats;
mod sessions;
mod station;
mod tls;
mod tries;
mod turns;
mod unbroken;
mod wish;
mod wished;
mod words;
mod worker;

pub use arrangement::{Arrangement, ArrangementError};
pub use elsewhere::Elsewhere;
pub use form::{Form, NoForm};
pub use hub::Tell;
pub use operators::{Operator, Operators, OperatorsError, Role};
pub use route::{Act, NoRoute, Route, Target};
pub use station::{Hold, Station};
pub use tls::{Tls, TlsError};

use board::{Doing, View};
use guard::Guard;
use hub::{Ask, Drives, Hub};
use people::People;
use worker::Worker;

use crate::{limits::NAME_BYTES_MAX, snapshot::Snapshot, workflow::Desk};

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// Others than this PC could reach it, and read along.
    #[error("{0} can be reached from other machines: what is said there has to be encrypted")]
    NotEncrypted(SocketAddr),
    /// Every address of this PC, which is none that a browser could name.
    #[error("{0} stands for every address of this PC: name the one address at which the page is to be reached")]
    Unspecified(SocketAddr),
    /// A name that is none.
    #[error("'{0}' is no name of this PC, such as cell-7.plant.example")]
    Name(String),
    /// Others than this PC could reach it, and there is nobody who could enter by a PIN.
    #[error("{0} can be reached from other machines, and the cell has no operators with PINs")]
    NoOperators(SocketAddr),
    /// The operators cannot be read.
    #[error(transparent)]
    Operators(#[from] OperatorsError),
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

/// How a page is reached.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// What connections are encrypted with. Without it the page is on the loopback alone.
    pub tls: Option<Tls>,
    /// Further names of this PC, by which browsers may ask for the page.
    pub names: Vec<String>,
}

/// An address that the page has, and nobody is answered at yet.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    reach: Reach,
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
    /// Takes an address. Port 0 stands for any that is free.
    ///
    /// # Errors
    ///
    /// [`WebError::NotEncrypted`], [`WebError::Unspecified`], [`WebError::Name`], [`WebError::Listen`].
    pub fn on(address: SocketAddr, reach: Reach) -> Result<Self, WebError> {
        if address.ip().is_unspecified() {
            return Err(WebError::Unspecified(address));
        }
        if !address.ip().is_loopback() && reach.tls.is_none() {
            return Err(WebError::NotEncrypted(address));
        }
        let is_name = |name: &String| {
            let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
            name.len() <= NAME_BYTES_MAX && name.split('.').all(is_part)
        };
        if let Some(name) = reach.names.iter().find(|name| !is_name(name)) {
            return Err(WebError::Name(name.clone()));
        }
        let failed = |error| WebError::Listen { address, error };
        let socket = TcpListener::bind(address).map_err(failed)?;
        let address = socket.local_addr().map_err(failed)?;
        Ok(Self { socket, address, reach, asks: unbounded() })
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
    /// [`WebError::NoOperators`], [`WebError::Operators`], [`WebError::Served`].
    pub fn serve(self, desk: &mut Desk, station: &dyn Station, tell: Tell) -> Result<(), WebError> {
        let people = self.people(desk.store().folder())?;
        if let People::Operators(operators) = &people {
            worker::record_operators(operators, desk);
        }
        let view = View {
            page: 0,
            snapshot: Arc::clone(desk.snapshot()),
            robot: desk.store().robot().ok(),
            new_layout: None,
            trouble: turns::trouble(desk, station.is_simulated()),
            broken: turns::broken(desk),
            doing: Doing::Rest,
            outcome: None,
        };
        let drives = Drives::Here(desk.followers().cloned());
        let open = self.open(people, desk.store().folder(), view, tell, drives)?;
        open.hub.know(desk.completions());
        Worker::new(desk, station, &open.hub).work(&open.asked);
        desk.record_acts_beside();
        open.close()
    }

    /// Shows what another desk does, which drives the cell whose data are in `folder`, until the page is ended. Nothing is driven from here.
    ///
    /// # Errors
    ///
    /// [`WebError::NoOperators`], [`WebError::Operators`], [`WebError::Served`].
    pub fn follow(
        self,
        elsewhere: Elsewhere,
        folder: &Path,
        snapshot: &Arc<Snapshot>,
        tell: Tell,
    ) -> Result<(), WebError> {
        let people = self.people(folder)?;
        let elsewhere = Arc::new(elsewhere);
        let drives = Drives::Elsewhere(Arc::clone(&elsewhere));
        let open = self.open(people, folder, beside::view(snapshot), tell, drives)?;
        let followed = beside::follow(&open.hub, &elsewhere, &open.asked);
        open.close().and(followed)
    }

    /// Who may enter.
    fn people(&self, folder: &Path) -> Result<People, WebError> {
        let people = People::of(folder)?;
        refuse_codes(&people, self.address)?;
        Ok(people)
    }

    /// Answers from now on.
    fn open(self, people: People, folder: &Path, view: View, tell: Tell, drives: Drives) -> Result<Open, WebError> {
        let Self { socket, address, reach, asks: (asks, asked) } = self;
        let guard = Guard::of(address, &reach.names, reach.tls.is_some());
        let snapshot = Arc::clone(&view.snapshot);
        let hub = Arc::new(Hub::new(guard, people, folder.to_owned(), view, (asks, tell), drives));
        // Before the first request: a question that nothing answers yet would pause a run.
        if let Some(elsewhere) = hub.elsewhere() {
            beside::answer_by(&hub, &elsewhere, &snapshot);
        }
        drawing::draw(&hub, &snapshot);
        hub.tell_entrance();
        let (over, is_over) = oneshot::channel();
        entry::watch(&hub).map_err(WebError::Served)?;
        let page = {
            let hub = Arc::clone(&hub);
            thread::Builder::new().name("page".to_owned()).spawn(move || {
                // However it ends: by a word, a failure or a fault of this program.
                let _gone = Gone(Arc::clone(&hub));
                net::serve(socket, reach.tls, &hub, is_over)
            })
        };
        let page = page.map_err(WebError::Served)?;
        Ok(Open { hub, asked, page, over })
    }
}

/// A page that answers.
struct Open {
    hub: Arc<Hub>,
    asked: Receiver<Ask>,
    page: JoinHandle<io::Result<()>>,
    over: oneshot::Sender<()>,
}

impl Open {
    /// Answers nobody any more.
    fn close(self) -> Result<(), WebError> {
        drop(self.over);
        match self.page.join() {
            Ok(served) => served.map_err(WebError::Served),
            Err(_) => Err(WebError::Served(std::io::Error::other("its thread broke off"))),
        }
    }
}

/// A code that stands at a terminal is no protection against everybody who can reach an address.
fn refuse_codes(people: &People, address: SocketAddr) -> Result<(), WebError> {
    match people {
        People::Codes if !address.ip().is_loopback() => Err(WebError::NoOperators(address)),
        People::Codes | People::Operators(_) | People::Unreadable => Ok(()),
    }
}

/// Tells the desk when the page's thread has ended.
struct Gone(Arc<Hub>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.go();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpStream,
        time::Instant,
    };

    use tokio::runtime;

    use super::*;
    use crate::{
        import,
        language::{rules::Recogniser, templates::Templates},
        snapshot,
        workflow::{Aside, Followers, Following},
    };

    /// A page beside a desk, which ends with the first value.
    fn beside() -> ((tempfile::TempDir, Followers), Arc<Elsewhere>, Open) {
        let folder = tempfile::tempdir().unwrap();
        let drives = Followers::start(folder.path()).unwrap();
        let following = Following::of(folder.path()).unwrap();
        let export = include_bytes!("../graph-snapshots/demo-cell.apoc.jsonl");
        let draft = import::from_apoc(export, &mut |_| ()).unwrap().draft;
        let built = snapshot::build(&draft, &snapshot::Provenance::default());
        let snapshot = Arc::new(Snapshot::from_bytes(&built.bytes).unwrap());
        let data = folder.path().to_owned();
        let elsewhere = Arc::new(Elsewhere::new(following, move |snapshot| {
            let recogniser = Arc::new(Recogniser::new(&snapshot, Templates::default()));
            Aside::beside(recogniser, snapshot, data.clone())
        }));
        let listener = Listener::on(SocketAddr::from(([127, 0, 0, 1], 0)), Reach::default()).unwrap();
        let (view, to) = (beside::view(&snapshot), Drives::Elsewhere(Arc::clone(&elsewhere)));
        let open = listener.open(People::Codes, folder.path(), view, Box::new(|_| ()), to).unwrap();
        ((folder, drives), elsewhere, open)
    }

    /// Whoever asked the page beside for something in its first milliseconds spoilt it for good: it said that it works on that.
    #[test]
    fn a_page_beside_another_desk_is_one_from_its_first_request_on() {
        let (_drives, elsewhere, open) = beside();
        assert_eq!(open.hub.take_to_plan(1).err(), Some(floor::Refused::Elsewhere));
        assert_eq!(open.hub.take_rest(1), Err(floor::Refused::Elsewhere));
        assert!(matches!(open.hub.view().doing, Doing::Elsewhere(_)));
        assert!(elsewhere.takes("what tools are there?"), "a question pauses no run");
        open.close().unwrap();
    }

    /// Somebody who only looks on asked for thousands of pages, and a stop of somebody else was read when they were drawn.
    #[test]
    fn a_stop_waits_for_no_page() {
        let (_drives, _elsewhere, open) = beside();
        let hub = &open.hub;
        let at = hub.guard.page().strip_prefix("http://").unwrap().to_owned();
        let token = hub.sessions.lock().open("Ada", Role::Look, None, Instant::now());
        let form_token = hub.sessions.lock().visitor(&token, Instant::now()).unwrap().form_token;
        let head = format!("Host: {at}\r\nCookie: {}={token}\r\nConnection: close\r\n", hub.guard.cookie.name);
        let ask = |request: String| {
            let mut stream = TcpStream::connect(&at).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        };
        let answer = |mut stream: TcpStream| {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        // No page can be drawn as long as these are held.
        let drawers = runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let mut drawers = Vec::new();
            for _ in 0..apart::DRAWERS_MAX {
                drawers.push(hub.apart.drawer().await);
            }
            drawers
        });
        let page = ask(format!("GET / HTTP/1.1\r\n{head}\r\n"));
        let body = format!("token={form_token}&wish=halt");
        let kind = "application/x-www-form-urlencoded";
        let stop = ask(format!(
            "POST /run HTTP/1.1\r\n{head}Origin: http://{at}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        let stopped = answer(stop);
        assert!(stopped.starts_with("HTTP/1.1 303"), "{stopped}");
        drop(drawers);
        assert!(answer(page).starts_with("HTTP/1.1 200"));
        open.close().unwrap();
    }

    #[test]
    fn codes_open_the_page_on_the_loopback_alone() {
        let near = SocketAddr::from(([127, 0, 0, 1], 8787));
        let far = SocketAddr::from(([192, 168, 10, 7], 8787));
        let operators = || People::Operators(Arc::new(Operators::default()));
        assert!(refuse_codes(&People::Codes, near).is_ok());
        assert!(matches!(refuse_codes(&People::Codes, far), Err(WebError::NoOperators(_))));
        assert!(refuse_codes(&operators(), far).is_ok() && refuse_codes(&operators(), near).is_ok());
    }
}
