//! `serve`: the operator's page on this PC. The desk stays on the program's own thread; what is said at the terminal is said by
//! another, so that a terminal that stalls holds up nothing.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crossbeam_channel::bounded;
use signal_hook::consts::{SIGCONT, SIGINT, SIGTSTP, SIGTTIN, SIGTTOU};

use super::{
    desk::{DeskArgs, layout},
    failure::{Failure, Outcome, Verdict},
    keyboard::Keyboard,
    printer::{complain, talk},
    recover::{self, Led},
    signals::{self, Background, Watch},
    state::doubt_given,
    terminal::{Questions, Read},
};
use crate::{
    cell::State,
    language::{Readers, rules::Recogniser},
    observe::Declared,
    plan::Plan,
    review::Place,
    run::{Control, Crew},
    snapshot::Snapshot,
    web::{Elsewhere, Hold, Listener, Reach, Station, Tell, Tls, TlsError, WebError},
    workflow::{Aside, Desk, Following},
};

const EXAMPLES: &str = "\
Examples:
  cellgraph serve --snapshot cell.cellgraph --driver simulator --speed 1
  cellgraph serve --snapshot cell.cellgraph --driver files --robot /srv/controller --listen 127.0.0.1:8080
  cellgraph serve --snapshot cell.cellgraph --driver files --robot /srv/controller \\
      --listen 192.168.10.7:8443 --tls-certificate cell-7.pem --tls-key cell-7.key --name cell-7.plant.example

The page shows the cell, takes sentences, shows plans and runs them when they are approved there. It is reached from this PC alone, \
unless a certificate, its key and operators with PINs are there (`cellgraph operator add`). Without operators, open it with the \
address that is shown at the start: each code opens it once, and the next one is shown then. \
Ctrl-C ends the page; during a run it stops the robot now. The page is no emergency stop.";

/// Lines that wait to be shown.
const LINES_MAX: usize = 64;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    desk: DeskArgs,
    /// The address of the page, on this PC
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8787")]
    listen: SocketAddr,
    /// The page's certificate, and those that lead to its authority, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,
    /// The certificate's private key, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,
    /// A further name of this PC by which browsers ask for the page; may be given several times
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
}

pub(super) fn run(args: &Args) -> Outcome {
    // Before any thread is started.
    let _background = Background::leave_alone();
    let _keyboard = Keyboard::for_signals();
    if args.desk.operator.is_given() {
        return Err(Failure::input("--operator names nobody here: the page asks everybody who opens it for a name")
            .hint("leave --operator out"));
    }
    let tls = match (&args.tls_certificate, &args.tls_key) {
        (Some(certificate), Some(key)) => Some(Tls::read(certificate, key).map_err(no_tls)?),
        _ => None,
    };
    let listener = Listener::on(args.listen, Reach { tls, names: args.name.clone() }).map_err(failure)?;
    if let Some(following) = Following::of(args.desk.data.folder()) {
        return follow(args, listener, following);
    }
    // A layout about which nobody has decided is shown on the page, to somebody who may take it up.
    let desk = args.desk.open(&mut |started, store| match started.in_force {
        Some(_) => started.leave().map_err(layout),
        None => started.without_asking(store).map_err(layout),
    })?;
    let tell = tell()?;
    let mut desk = args.desk.followed(desk.asking_by_number(true));
    listener.serve(&mut desk, &Here(&args.desk), tell).map_err(failure)?;
    Ok(Verdict::Yes)
}

/// A page beside the desk that drives: a console, or another page.
fn follow(args: &Args, listener: Listener, following: Following) -> Outcome {
    let folder = args.desk.data.folder();
    let (snapshot, templates) = (args.desk.layout()?, args.desk.readers.templates()?);
    talk(
        "this page follows: another desk drives this cell, and what goes on there is shown. Nothing is driven from here",
    );
    let data = folder.to_owned();
    let aside = move |snapshot: Arc<Snapshot>| {
        let recogniser = Arc::new(Recogniser::new(&snapshot, templates.clone()));
        Aside::beside(recogniser, snapshot, data.clone())
    };
    let tell = tell()?;
    listener.follow(Elsewhere::new(following, aside), folder, &snapshot, tell).map_err(failure)?;
    Ok(Verdict::Yes)
}

/// Says things at the terminal, by a thread that may lose them.
fn tell() -> Result<Tell, Failure> {
    let (lines, waiting) = bounded::<String>(LINES_MAX);
    let show = move || waiting.iter().for_each(talk);
    thread::Builder::new()
        .name("lines".to_owned())
        .spawn(show)
        .map_err(|error| Failure::internal(format_args!("there is no thread for what is to be said: {error}")))?;
    // Full: a terminal that takes nothing more is not waited for.
    Ok(Box::new(move |line: &str| drop(lines.try_send(line.to_owned()))))
}

fn failure(error: WebError) -> Failure {
    match error {
        WebError::NotEncrypted(_) => Failure::input(error).hint(
            "name a certificate and its key with --tls-certificate and --tls-key, or an address that this PC alone reaches: \
             --listen 127.0.0.1:8787",
        ),
        WebError::NoOperators(_) => {
            Failure::input(error).hint("add whoever may enter: `cellgraph operator add NAME --role operate`")
        }
        WebError::Operators(_) => {
            Failure::input(error).hint("put the file back, or remove it and add the operators anew: `cellgraph operator add`")
        }
        WebError::Unspecified(_) | WebError::Name(_) => Failure::input(error),
        WebError::Listen { .. } => Failure::input(error).hint("name another port with --listen, or end what has it"),
        WebError::Served(_) => Failure::internal(error),
    }
}

fn no_tls(error: TlsError) -> Failure {
    let hint = match &error {
        TlsError::File(error) => error.hint(),
        TlsError::OpenKey(_) => Some("take that right away: chmod o-r"),
        TlsError::NoCertificate { .. } => Some("it begins with -----BEGIN CERTIFICATE-----"),
        TlsError::NoKey { .. } => Some("it begins with -----BEGIN PRIVATE KEY-----, and is not encrypted"),
        TlsError::Unfit(_) => Some("name the key that the certificate was made for"),
    };
    let failure = Failure::input(error);
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// This program.
struct Here<'a>(&'a DeskArgs);

impl Station for Here<'_> {
    fn is_simulated(&self) -> bool {
        self.0.driver.is_simulated()
    }

    fn robot(&self) -> Option<&Path> {
        self.0.driver.robot()
    }

    fn crew(&self, snapshot: &Arc<Snapshot>, state: State) -> Result<Crew, String> {
        let driver = self.0.driver.driver(snapshot, state).map_err(words)?;
        Ok(Crew { driver, judge: self.0.judge.judge().map_err(words)? })
    }

    fn to_be_confirmed(&self, plan: &Plan<'_>, snapshot: &Snapshot) -> Result<Option<(usize, String)>, String> {
        self.0.driver.to_be_confirmed(plan, snapshot).map_err(words)
    }

    fn readers(&self, desk: &Desk, snapshot: &Arc<Snapshot>) -> Result<Readers, String> {
        self.0.readers_for(desk, snapshot).map_err(words)
    }

    fn recover(&self, desk: &mut Desk, place: &Place, operator: &str, reason: &str) -> Result<(), String> {
        let (snapshot, driver) = (Arc::clone(desk.snapshot()), &self.0.driver);
        // The stop waits for no file that cannot be used.
        let declared = driver.declared(&snapshot).unwrap_or_else(|failure| {
            complain(&failure);
            Declared::default()
        });
        let answers = [Some(place.position.as_str()), Some(place.tool.as_str()), Some(reason)];
        let robot = driver.controller();
        let found = robot.and_then(|robot| recover::stop_controller(desk.store_mut(), robot.as_ref(), &declared));
        // A controller that cannot be asked unsays nothing.
        let doubted = doubt_given(desk.store_mut(), Some(&snapshot), Some(operator), answers);
        let mut found = found.map_err(words)?;
        doubted.map_err(words)?;
        // Everything is answered: nobody at the terminal is asked.
        let nobody = &mut Questions::new(|_, _| Ok(Read::Nobody));
        match recover::lead(desk.store_mut(), &snapshot, operator, answers, found.as_mut(), nobody).map_err(at_page)? {
            Led::Said => Ok(()),
            Led::PutOff | Led::Overtaken => {
                Err("the controller has said something else meanwhile. Look again when the robot stands still"
                    .to_owned())
            }
        }
    }

    fn hold(&self, control: &Control) -> Box<dyn Hold> {
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let caught = catch(control.clone(), Arc::clone(&is_cut_off));
        if caught.is_none() {
            // Without hands nothing moves.
            control.stop_now_because("signals cannot be caught: nobody could stop the robot from the terminal");
        }
        Box::new(Hands { caught, is_cut_off })
    }
}

/// Why a word about the robot was not taken. What can be done about it at a terminal is none of the page's words.
fn at_page(failure: Failure) -> String {
    match failure {
        Failure::Input { message, .. } => message,
        failure => words(failure),
    }
}

fn words(failure: Failure) -> String {
    match failure {
        Failure::Input { message, hint: Some(hint) } | Failure::Internal { message, hint: Some(hint) } => {
            format!("{message} ({hint})")
        }
        Failure::Input { message, .. } | Failure::Internal { message, .. } => message,
        Failure::Pipe => "standard output is closed".to_owned(),
    }
}

/// The signals of one run.
struct Hands {
    caught: Option<Watch>,
    /// The program was told to end.
    is_cut_off: Arc<AtomicBool>,
}

impl Hold for Hands {
    fn let_go(self: Box<Self>) -> bool {
        self.caught.into_iter().for_each(Watch::off);
        self.is_cut_off.load(Ordering::SeqCst)
    }
}

/// Signals, each a wish to stop now. What would end the program ends it after the run.
fn catch(control: Control, is_cut_off: Arc<AtomicBool>) -> Option<Watch> {
    let heard = move |signal| match signal {
        SIGINT => control.stop_now(),
        SIGTSTP | SIGTTIN | SIGTTOU | SIGCONT => {
            control.stop_now_because("the program was put to sleep, or into the background");
        }
        _ => {
            control.stop_now_because(&format!("the program got {}", signals::name(signal)));
            is_cut_off.store(true, Ordering::SeqCst);
        }
    };
    Watch::on(heard).ok()
}
