//! What `do`, `run`, `history`, `state` and `recover` have in common: the folder of the cell's data, the driver, and who is at
//! the desk.

use std::{
    cell::OnceCell,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{failure::Failure, input, judging::JudgeArgs, printer::talk, readers::ReaderArgs};
use crate::{
    cell::{State, TOOL_ATTACH, TOOL_RELEASE, shown},
    files,
    language::Readers,
    limits::OPERATOR_BYTES_MAX,
    observe::Declared,
    plan::{Action, Plan, Step},
    review::Warning,
    run::{Driver, FaultInjector, FaultRates, Simulator},
    snapshot::Snapshot,
    store::{Reader, Store, StoreError, is_operator_name},
    workflow::{
        BundleError, Desk, Followers, HeldLayout, JudgedBy, LayoutAtStart, LayoutError, LayoutFile, VerificationLog,
        layout_in_force, layout_name,
    },
};

mod at;
mod layout_arg;

pub(super) use at::{At, options};
#[cfg(feature = "opcua")]
pub(super) use at::{EndpointArgs, keys};
pub(super) use layout_arg::{LayoutArg, LayoutSource, cut_off};

/// The data folder where none is named.
const FOLDER: &str = "cellgraph-data";

/// Where state, history and logs are kept.
#[derive(Debug, clap::Args)]
pub(super) struct DataArg {
    /// The folder of the cell's data: state, history, logs
    #[arg(long, value_name = "FOLDER", default_value = FOLDER)]
    data: PathBuf,
}

impl DataArg {
    /// A folder that was named in another way.
    pub(super) fn of(folder: &Path) -> Self {
        Self { data: folder.to_owned() }
    }

    /// The folder where none is named.
    pub(super) fn by_default() -> PathBuf {
        PathBuf::from(FOLDER)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.data
    }

    pub(super) fn open(&self) -> Result<Store, Failure> {
        Store::open(&self.data).map_err(store)
    }

    /// The same; none where another program has it open.
    #[cfg(feature = "web")]
    pub(super) fn open_unless_held(&self) -> Result<Option<Store>, Failure> {
        match Store::open(&self.data) {
            Err(StoreError::Locked { .. }) => Ok(None),
            opened => opened.map(Some).map_err(store),
        }
    }

    pub(super) fn read(&self) -> Result<Reader, Failure> {
        Store::read_only(&self.data).map_err(store)
    }
}

/// A store's error as the end of a command: unusable input where it is the files', an internal failure where it is the disk's.
pub(super) fn store(error: StoreError) -> Failure {
    let hint = error.hint();
    let failure = if error.is_input() { Failure::input(error) } else { Failure::internal(error) };
    input::with_hint(failure, hint.map(str::to_owned))
}

/// Who speaks.
#[derive(Debug, clap::Args)]
pub(super) struct OperatorArg {
    /// Who is at the desk; goes into the history [default: $USER]
    #[arg(long, value_name = "NAME")]
    operator: Option<String>,
}

impl OperatorArg {
    /// Somebody who was named by another option.
    pub(super) const fn of(operator: Option<String>) -> Self {
        Self { operator }
    }

    /// Whether somebody is named.
    #[cfg(feature = "web")]
    pub(super) const fn is_given(&self) -> bool {
        self.operator.is_some()
    }

    pub(super) fn name(&self) -> Result<String, Failure> {
        let name = self.operator.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_default();
        let name = name.trim();
        let what = match () {
            () if name.is_empty() => "nobody is named as the operator".to_owned(),
            () if name.len() > OPERATOR_BYTES_MAX => {
                format!("the operator's name has {} bytes; at most {OPERATOR_BYTES_MAX} are kept", name.len())
            }
            () if !is_operator_name(name) => format!(
                "the operator's name '{}' is not of letters, digits, blanks and . , - ' _ ( ) & / @ + alone, each of them seen",
                shown(name)
            ),
            () => return Ok(name.to_owned()),
        };
        Err(Failure::input(what).hint("say who you are with --operator NAME"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DriverKind {
    /// No robot moves
    Simulator,
    /// A controller that shares a folder with this program
    Files,
    /// A controller that has an OPC UA server
    #[cfg(feature = "opcua")]
    #[value(name = "opcua")]
    OpcUa,
}

/// What moves the robot, or pretends to.
#[derive(Debug, clap::Args)]
pub(super) struct DriverArgs {
    /// What carries out the steps
    #[arg(long, value_enum)]
    driver: DriverKind,
    /// The folder shared with the controller, for `--driver files`
    #[arg(long, value_name = "FOLDER", required_if_eq("driver", "files"))]
    robot: Option<PathBuf>,
    #[cfg(feature = "opcua")]
    #[command(flatten)]
    endpoint: EndpointArgs,
    /// What ticks by itself on the controller, and what answers which check (YAML), for a robot
    #[arg(long, value_name = "FILE")]
    declared: Option<PathBuf>,
    /// The one that the bundle in force brings.
    #[arg(skip)]
    bundled: OnceCell<Option<PathBuf>>,
    /// What that file said when it was read, once.
    #[arg(skip)]
    declared_once: OnceCell<Declared>,
    /// How much faster than a real robot the simulator moves [default: at once]
    #[arg(long, value_name = "FACTOR")]
    speed: Option<f64>,
    /// Faults that the simulator makes: a seed, and how often each kind happens in 1,000 steps
    #[arg(long, value_name = "SEED:RATE")]
    faults: Option<String>,
}

impl DriverArgs {
    pub(super) fn is_simulated(&self) -> bool {
        self.driver == DriverKind::Simulator
    }

    /// Whether the options fit each other; asked before anything else is done.
    fn check(&self) -> Result<(), Failure> {
        if !self.is_simulated() && (self.speed.is_some() || self.faults.is_some()) {
            return Err(Failure::input("--speed and --faults are the simulator's: a robot has its own"));
        }
        if self.is_simulated() && self.robot.is_some() {
            return Err(Failure::input("--robot is for --driver files: the simulator has no controller")
                .hint("leave --robot out, or say --driver files"));
        }
        #[cfg(feature = "opcua")]
        self.fits_endpoint()?;
        if self.is_simulated() && self.declared.is_some() {
            return Err(Failure::input("--declared is for --driver files: the simulator answers every check itself"));
        }
        self.folder_is_there()?;
        self.speed().and(self.faults().map(drop))
    }

    /// Whether an endpoint is named where one is needed, and nowhere else.
    #[cfg(feature = "opcua")]
    fn fits_endpoint(&self) -> Result<(), Failure> {
        match (self.driver, self.endpoint.at()?) {
            (DriverKind::OpcUa, None) => Err(Failure::input("--driver opcua needs --endpoint URL and --keys FOLDER")),
            (DriverKind::OpcUa, Some(_)) if self.robot.is_some() => {
                Err(Failure::input("--robot is for --driver files")
                    .hint("leave --robot out: --endpoint names the controller"))
            }
            (DriverKind::Simulator | DriverKind::Files, Some(_)) => {
                Err(Failure::input("--endpoint is for --driver opcua")
                    .hint("leave --endpoint out, or say --driver opcua"))
            }
            (DriverKind::OpcUa, Some(At::Server(endpoint))) => endpoint.check_keys().map_err(keys),
            _ => Ok(()),
        }
    }

    /// The controller's folder, looked at before anybody is asked to approve what would go there.
    fn folder_is_there(&self) -> Result<(), Failure> {
        let Some(folder) = &self.robot else { return Ok(()) };
        files::open::folder(folder).map(drop).map_err(|error| {
            let path = folder.display();
            Failure::input(format_args!("the robot's folder {path} cannot be opened: {}", files::Words(&error))).hint(
                "name the folder that is shared with the controller with --robot, and see whether the share is mounted",
            )
        })
    }

    /// What an engineer declared about the controller.
    pub(super) fn declared(&self, snapshot: &Snapshot) -> Result<Declared, Failure> {
        let bundled = self.bundled.get().and_then(Option::as_ref).filter(|_| !self.is_simulated());
        let Some(path) = self.declared.as_ref().or(bundled) else { return Ok(Declared::default()) };
        // Once, so that what a yes was said to is what is run by.
        let declared = match self.declared_once.get() {
            Some(declared) => declared.clone(),
            None => {
                let read = super::observe::declared(path)?;
                self.declared_once.get_or_init(|| read).clone()
            }
        };
        super::observe::for_cell(declared, snapshot, path)
    }

    /// The first step of a plan that an operator is going to be asked about: nothing declared answers its check.
    pub(super) fn to_be_confirmed(
        &self,
        plan: &Plan<'_>,
        snapshot: &Snapshot,
    ) -> Result<Option<(usize, String)>, Failure> {
        if self.is_simulated() {
            return Ok(None);
        }
        let declared = self.declared(snapshot)?;
        let is_open = |step: &Step<'_>| {
            let works = step.action == Action::Routine && ![TOOL_ATTACH, TOOL_RELEASE].contains(&&*step.target);
            step.verify.as_deref().filter(|check| works && declared.check(check).is_none()).map(str::to_owned)
        };
        Ok((1..).zip(&plan.steps).find_map(|(number, step)| Some((number, is_open(step)?))))
    }

    /// A driver for a robot in `state`.
    pub(super) fn driver(&self, snapshot: &Arc<Snapshot>, state: State) -> Result<Box<dyn Driver>, Failure> {
        if !self.is_simulated() {
            let at = self.controller()?.ok_or_else(|| Failure::input("--driver files needs --robot FOLDER"))?;
            return Ok(at.driver(self.declared(snapshot)?));
        }
        let simulator = Simulator::new(Arc::clone(snapshot), state);
        let simulator = match self.speed()? {
            None => simulator,
            Some(speed) => simulator.paced(speed),
        };
        Ok(match self.faults()? {
            None => Box::new(simulator),
            Some((seed, rate)) => Box::new(FaultInjector::new(simulator, FaultRates::all(rate), seed)),
        })
    }

    /// Where the controller is, where there is one.
    pub(super) fn controller(&self) -> Result<Option<At>, Failure> {
        #[cfg(feature = "opcua")]
        if self.driver == DriverKind::OpcUa {
            return self.endpoint.at();
        }
        Ok(self.robot.clone().filter(|_| !self.is_simulated()).map(At::Folder))
    }

    /// The same as the record of a run names it: a folder, or an endpoint.
    pub(super) fn robot(&self) -> Option<&Path> {
        #[cfg(feature = "opcua")]
        if self.driver == DriverKind::OpcUa {
            return self.endpoint.endpoint.as_deref().map(Path::new);
        }
        self.robot.as_deref().filter(|_| !self.is_simulated())
    }

    fn speed(&self) -> Result<Option<f64>, Failure> {
        match self.speed {
            Some(speed) if !speed.is_finite() || speed <= 0.0 => {
                Err(Failure::input("--speed must be a number greater than 0"))
            }
            speed => Ok(speed),
        }
    }

    fn faults(&self) -> Result<Option<(u64, u32)>, Failure> {
        let Some(text) = &self.faults else { return Ok(None) };
        let parsed = text.split_once(':').and_then(|(seed, rate)| Some((seed.parse().ok()?, rate.parse().ok()?)));
        let parsed = parsed.filter(|&(_, rate)| rate <= 1_000);
        parsed.map(Some).ok_or_else(|| {
            Failure::input("--faults takes a seed and a number up to 1000, as in 7:50").hint("1000 is at every step")
        })
    }
}

/// Everything that a session with a robot needs.
#[derive(Debug, clap::Args)]
pub(super) struct DeskArgs {
    #[command(flatten)]
    snapshot: LayoutArg,
    /// What it turned out to be, once.
    #[arg(skip)]
    source_once: OnceCell<LayoutSource>,
    #[command(flatten)]
    pub(super) data: DataArg,
    #[command(flatten)]
    pub(super) readers: ReaderArgs,
    #[command(flatten)]
    pub(super) driver: DriverArgs,
    #[command(flatten)]
    pub(super) judge: JudgeArgs,
    #[command(flatten)]
    pub(super) operator: OperatorArg,
}

/// What a door makes of the layouts at the start: which is in force, and the file that it watches.
pub(super) type Settle<'s> = dyn FnMut(LayoutAtStart, &mut Store) -> Result<(LayoutFile, Arc<Snapshot>), Failure> + 's;

impl DeskArgs {
    /// The layout that the desk that drives goes by: the one in force, where it is at hand, else the one that is named.
    pub(super) fn layout(&self) -> Result<Arc<Snapshot>, Failure> {
        let reader = self.data.read()?;
        match layout_in_force(&reader).map_err(self::store)? {
            Some(in_force) => Ok(in_force),
            None => self.snapshot.load(&self.data).map(|(snapshot, _)| Arc::new(snapshot)),
        }
    }

    /// A desk that other consoles may follow, where its folder can have a socket.
    pub(super) fn followed(&self, desk: Desk) -> Desk {
        match Followers::start(self.data.folder()) {
            Ok(followers) => desk.followed_by(followers),
            Err(error) => {
                tracing::warn!(stage = "start", %error, "no other console can follow this one");
                desk
            }
        }
    }

    pub(super) fn open(&self, settle: &mut Settle<'_>) -> Result<Desk, Failure> {
        self.driver.check()?;
        let attempts = attempts()?;
        // Before the store: a mistyped name makes no folder.
        let judge = self.judge.digest()?;
        let source = self.source()?;
        self.use_members(source)?;
        let held = HeldLayout::read(&source.path)?;
        // Before it is put on record.
        source.refuse_other(held.snapshot())?;
        let mut store = self.data.open()?;
        source.refuse_forgotten(&store, &self.data)?;
        // Before a layout could be taken up: what is signed is taken up by installing it, and in no other way.
        source.refuse_cut_off(&store)?;
        super::logs::write_into(self.data.folder());
        let started = held.start(&mut store).map_err(layout)?;
        let (file, snapshot) = settle(started, &mut store)?;
        source.refuse_other(&snapshot)?;
        talk(format_args!("layout in force: {}; {}", layout_name(&snapshot), source.words()));
        file.warnings().iter().for_each(warn);
        // Before anybody is asked to approve anything.
        let declared = self.driver.declared(&snapshot)?.digest();
        let phrases = store.phrases().map_err(self::store)?;
        let readers = self.readers.readers_with(&snapshot, &source.beside, Some(self.data.folder()), &phrases)?;
        Ok(Desk::new(readers, store, VerificationLog::under(self.data.folder()), attempts)
            .watching(file)
            .judging_by(JudgedBy { declared, judge })
            .moving(!self.driver.is_simulated()))
    }
}

impl DeskArgs {
    /// The readers of another layout of the same desk. Where a key is enrolled, that is the layout which was signed, and no other.
    pub(super) fn readers_for(&self, desk: &Desk, snapshot: &Arc<Snapshot>) -> Result<Readers, Failure> {
        self.source()?.refuse_other(snapshot)?;
        let phrases = desk.store().phrases().map_err(store)?;
        self.readers.readers_with(snapshot, &self.source()?.beside, Some(self.data.folder()), &phrases)
    }

    /// Where the layout comes from, looked at once.
    pub(super) fn source(&self) -> Result<&LayoutSource, Failure> {
        match self.source_once.get() {
            Some(source) => Ok(source),
            None => {
                let source = self.snapshot.source(&self.data)?;
                Ok(self.source_once.get_or_init(|| source))
            }
        }
    }

    /// What a bundle brings beside the snapshot is used where nothing else is named; another declared file is refused.
    fn use_members(&self, source: &LayoutSource) -> Result<(), Failure> {
        let declared = source.declared_file(self.driver.declared.as_deref())?;
        if !source.is_signed() {
            return Ok(());
        }
        self.driver.bundled.get_or_init(|| declared);
        self.readers.use_bundled(|member| source.bundled(member));
        Ok(())
    }
}

/// What is to be thought about the layout, at the start.
fn warn(warning: &Warning) {
    match warning {
        Warning::LayoutNew { changes } => {
            talk("the layout is new, and is taken up without anybody being asked:");
            changes.iter().for_each(|change| talk(format_args!("  {change}")));
        }
        other => talk(format_args!("warning: {other}")),
    }
}

/// Why the layouts could not be seen to, as the end of a command.
pub(super) fn layout(error: LayoutError) -> Failure {
    match error {
        LayoutError::File(error) if error.is_write() => {
            Failure::internal(error).hint("see to the disk, then say it again: nothing was run")
        }
        LayoutError::File(error) => error.into(),
        LayoutError::Store(error) => store(error),
        error @ LayoutError::OtherCell { .. } => Failure::input(error).hint(
            "name this cell's own data folder with --data, or give the snapshot of the cell that this one belongs to",
        ),
        error @ LayoutError::NotAtHand { .. } => Failure::input(error)
            .hint("put the snapshot that was in force back in its place, or take up the other one in `cellgraph run`"),
    }
}

/// Why bundles could not be seen to, as the end of a command.
pub(super) fn bundles(error: BundleError) -> Failure {
    let hint = error.hint().map(str::to_owned);
    match error {
        BundleError::Layout(error) => layout(error),
        BundleError::Store(error) => store(error),
        BundleError::File(error) => error.into(),
        error => input::with_hint(Failure::input(error), hint),
    }
}

/// `MAX_PLAN_ATTEMPTS` of the environment; 0 for none.
fn attempts() -> Result<u32, Failure> {
    match std::env::var("MAX_PLAN_ATTEMPTS") {
        Err(_) => Ok(0),
        Ok(text) => match text.parse() {
            Ok(attempts @ 1..) => Ok(attempts),
            _ => Err(Failure::input(format_args!("MAX_PLAN_ATTEMPTS is '{text}', and must be a number from 1 on"))),
        },
    }
}
