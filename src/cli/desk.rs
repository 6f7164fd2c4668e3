//! What `parse`, `do`, `run`, `history`, `state` and `recover` have in common: the readers, the folder of the cell's data,
//! the driver, and who is at the desk.

use std::{
    cell::OnceCell,
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{SnapshotArg, failure::Failure, input, judging::JudgeArgs, printer::talk};
use crate::{
    cell::{State, TOOL_ATTACH, TOOL_RELEASE, shown},
    files::{self, FileError},
    language::{Readers, model::ModelReader, templates::Templates},
    limits::OPERATOR_BYTES_MAX,
    observe::Declared,
    plan::{Action, Plan, Step},
    review::Warning,
    run::{Driver, FaultInjector, FaultRates, FileHandover, Simulator},
    snapshot::Snapshot,
    store::{PhraseRow, Reader, Store, StoreError},
    workflow::{
        Desk, HeldLayout, JudgedBy, LayoutAtStart, LayoutError, LayoutFile, Learnt, VerificationLog, layout_name,
    },
};

/// The model that is taken where no other is named.
const DEFAULT_MODEL: &str = "models/SmolLM2-135M-Instruct.Q4_1.gguf";

/// The adapter that was trained for the default model. It is used with that model where its file lies beside the model's file and no
/// other adapter is named.
#[cfg(feature = "llama")]
const DEFAULT_ADAPTER: &str = "cellgraph-adapter.gguf";

/// The readers of sentences: the model, its adapter, and templates for the recogniser.
#[derive(Debug, clap::Args)]
pub(super) struct ReaderArgs {
    /// A GGUF model; `none` for the recogniser alone [default: $CELLGRAPH_MODEL, else the default model where it is there]
    #[arg(long, value_name = "FILE|none")]
    model: Option<PathBuf>,
    /// A LoRA adapter for the model; `none` for the model as it is [default: the one trained for the default model,
    /// where it lies beside it]
    #[arg(long, value_name = "FILE|none")]
    adapter: Option<PathBuf>,
    /// Believe the model where the recogniser does not understand a sentence, though it has no adapter that was trained
    /// for that
    #[arg(long)]
    trust_model: bool,
    /// Threads that the model decodes with
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroU32>,
    #[command(flatten)]
    templates: TemplatesArg,
}

/// Sentences that the recogniser knows besides its own.
#[derive(Debug, clap::Args)]
pub(super) struct TemplatesArg {
    /// More sentence templates for the recogniser (YAML)
    #[arg(long, value_name = "FILE")]
    templates: Option<PathBuf>,
}

impl TemplatesArg {
    pub(super) fn read(&self) -> Result<Templates, Failure> {
        let Some(path) = &self.templates else { return Ok(Templates::default()) };
        let text = files::read_document_file(path)?;
        Templates::read(&text).map_err(|error| Failure::input(format_args!("{}: {error}", path.display())))
    }
}

impl ReaderArgs {
    /// The readers of a cell. Without a model that was not asked for by name, the recogniser reads alone, and says so.
    pub(super) fn readers(&self, snapshot: &Arc<Snapshot>, beside: &Path) -> Result<Readers, Failure> {
        self.readers_with(snapshot, beside, &[])
    }

    /// The same, with what the cell has learnt of its people.
    pub(super) fn readers_with(
        &self,
        snapshot: &Arc<Snapshot>,
        beside: &Path,
        phrases: &[PhraseRow],
    ) -> Result<Readers, Failure> {
        let file = self.model_file();
        if let (None, Some(adapter)) = (&file, self.adapter.as_ref().filter(|adapter| adapter.as_os_str() != "none")) {
            return Err(Failure::input(format_args!(
                "there is no model to use the adapter {} with",
                adapter.display()
            ))
            .hint("name the model that it was trained for with --model"));
        }
        // A model is loaded by its name: a pipe would be waited for.
        for path in file.iter().chain(self.adapter.iter().filter(|adapter| adapter.as_os_str() != "none")) {
            let unusable = |error| Failure::from(FileError::Read { path: path.clone(), error });
            files::open::refuse_irregular(path).map_err(unusable)?;
        }
        let starting = file.map(|file| self.start_model(file, snapshot, beside)).transpose()?;
        let Learnt { recogniser, phrases, stale } = Learnt::of(phrases, snapshot, self.templates.read()?);
        for number in stale {
            talk(format_args!(
                "warning: phrase {number} was accepted, and does not fit this layout: it counts for nothing (`cellgraph phrases \
                 list` says why)"
            ));
        }
        let model = starting.map(Starting::wait).transpose()?;
        if model.is_none() {
            talk("no model: sentences are read by the recogniser alone");
        }
        let readers = Readers::new(Arc::clone(snapshot), recogniser, model).with_phrases(phrases);
        Ok(if self.trust_model { readers.trusting() } else { readers })
    }

    fn model_file(&self) -> Option<PathBuf> {
        match &self.model {
            Some(file) if file.as_os_str() == "none" => None,
            Some(file) => Some(file.clone()),
            None => {
                let named = std::env::var_os("CELLGRAPH_MODEL").map(PathBuf::from);
                named.or_else(|| Some(PathBuf::from(DEFAULT_MODEL)).filter(|file| file.exists()))
            }
        }
    }

    /// The adapter for a model. The default adapter fits the default model alone; any other model needs an adapter that is named.
    #[cfg(feature = "llama")]
    fn adapter_for(&self, model: &Path) -> Option<PathBuf> {
        match &self.adapter {
            Some(file) if file.as_os_str() == "none" => None,
            Some(file) => Some(file.clone()),
            None if model.file_name() == Path::new(DEFAULT_MODEL).file_name() => {
                Some(model.with_file_name(DEFAULT_ADAPTER)).filter(|file| file.exists())
            }
            None => None,
        }
    }

    #[cfg(feature = "llama")]
    fn start_model(&self, model: PathBuf, snapshot: &Arc<Snapshot>, beside: &Path) -> Result<Starting, Failure> {
        use crate::language::llama::{DEFAULT_THREADS, Files, Model};
        let cache = beside.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let files = Files {
            adapter: self.adapter_for(&model),
            model,
            cache: cache.map(Path::to_owned),
            threads: self.threads.unwrap_or(DEFAULT_THREADS),
        };
        Model::starting(files, Arc::clone(snapshot)).map(Starting).map_err(no_model)
    }

    #[cfg(not(feature = "llama"))]
    fn start_model(&self, model: PathBuf, _: &Arc<Snapshot>, _: &Path) -> Result<Starting, Failure> {
        let _ = (&self.adapter, self.threads);
        Err(Failure::input(format_args!(
            "this program was built without a model, so {} cannot be used",
            model.display()
        ))
        .hint("leave --model out, or build with the feature `llama`"))
    }
}

/// A model that is being loaded while the recogniser is made.
#[cfg(feature = "llama")]
struct Starting(crate::language::llama::Starting);
#[cfg(not(feature = "llama"))]
enum Starting {}

impl Starting {
    #[cfg(feature = "llama")]
    fn wait(self) -> Result<Box<dyn ModelReader>, Failure> {
        let model = self.0.wait().map_err(no_model)?;
        if let Some(fault) = &model.ready().cache_fault {
            talk(format_args!("the model's prompt state cannot be kept, so every start takes seconds: {fault}"));
        }
        Ok(Box::new(model))
    }

    #[cfg(not(feature = "llama"))]
    fn wait(self) -> Result<Box<dyn ModelReader>, Failure> {
        match self {}
    }
}

#[cfg(feature = "llama")]
fn no_model(error: crate::language::llama::StartError) -> Failure {
    Failure::input(error).hint("name another with --model, or use --model none for the recogniser alone")
}

/// Where state, history and logs are kept.
#[derive(Debug, clap::Args)]
pub(super) struct DataArg {
    /// The folder of the cell's data: state, history, logs
    #[arg(long, value_name = "FOLDER", default_value = "cellgraph-data")]
    data: PathBuf,
}

impl DataArg {
    pub(super) fn folder(&self) -> &Path {
        &self.data
    }

    pub(super) fn open(&self) -> Result<Store, Failure> {
        Store::open(&self.data).map_err(store)
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
    pub(super) fn name(&self) -> Result<String, Failure> {
        let name = self.operator.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_default();
        let name = name.trim();
        let what = match () {
            () if name.is_empty() => "nobody is named as the operator".to_owned(),
            () if name.len() > OPERATOR_BYTES_MAX => {
                format!("the operator's name has {} bytes; at most {OPERATOR_BYTES_MAX} are kept", name.len())
            }
            () if name.chars().any(char::is_control) => {
                format!("the operator's name '{}' has control characters", shown(name))
            }
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
    /// What ticks by itself on the controller, and what answers which check (YAML), for `--driver files`
    #[arg(long, value_name = "FILE")]
    declared: Option<PathBuf>,
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
        if self.is_simulated() && self.declared.is_some() {
            return Err(Failure::input("--declared is for --driver files: the simulator answers every check itself"));
        }
        self.folder_is_there()?;
        self.speed().and(self.faults().map(drop))
    }

    /// The controller's folder, looked at before anybody is asked to approve what would go there.
    fn folder_is_there(&self) -> Result<(), Failure> {
        let Some(folder) = self.robot() else { return Ok(()) };
        files::open::folder(folder).map(drop).map_err(|error| {
            let path = folder.display();
            Failure::input(format_args!("the robot's folder {path} cannot be opened: {}", files::Words(&error))).hint(
                "name the folder that is shared with the controller with --robot, and see whether the share is mounted",
            )
        })
    }

    /// What an engineer declared about the controller.
    pub(super) fn declared(&self, snapshot: &Snapshot) -> Result<Declared, Failure> {
        let Some(path) = &self.declared else { return Ok(Declared::default()) };
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
            return match &self.robot {
                Some(folder) => Ok(Box::new(FileHandover::new(folder).with_declared(self.declared(snapshot)?))),
                None => Err(Failure::input("--driver files needs --robot FOLDER")),
            };
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

    /// The folder that is shared with the controller, where there is one.
    pub(super) fn robot(&self) -> Option<&Path> {
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
    pub(super) snapshot: SnapshotArg,
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
    pub(super) fn open(&self, settle: &mut Settle<'_>) -> Result<Desk, Failure> {
        self.driver.check()?;
        let attempts = attempts()?;
        // Before the store: a mistyped name makes no folder.
        let judge = self.judge.digest()?;
        let held = HeldLayout::read(&self.snapshot.snapshot)?;
        let mut store = self.data.open()?;
        super::logs::write_into(self.data.folder());
        let started = held.start(&mut store).map_err(layout)?;
        let (file, snapshot) = settle(started, &mut store)?;
        talk(format_args!("layout in force: {}", layout_name(&snapshot)));
        file.warnings().iter().for_each(warn);
        // Before anybody is asked to approve anything.
        let declared = self.driver.declared(&snapshot)?.digest();
        let phrases = store.phrases().map_err(self::store)?;
        let readers = self.readers.readers_with(&snapshot, &self.snapshot.snapshot, &phrases)?;
        Ok(Desk::new(readers, store, VerificationLog::under(self.data.folder()), attempts)
            .watching(file)
            .judging_by(JudgedBy { declared, judge })
            .moving(!self.driver.is_simulated()))
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
        error @ LayoutError::NotAtHand { .. } => Failure::input(error)
            .hint("put the snapshot that was in force back in its place, or take up the other one in `cellgraph run`"),
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
