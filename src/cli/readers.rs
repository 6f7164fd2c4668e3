//! Who reads the sentences: the recogniser, and a model where there is one, wherever it lies. In: options and the environment.
//! Out: the readers of a cell.

use std::{
    cell::OnceCell,
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{failure::Failure, printer::talk};
use crate::{
    bundle::Member,
    checkpoint::critic::Critic,
    files::{self, FileError},
    language::{Readers, chooser::Chooser, model::ModelReader, templates::Templates},
    snapshot::Snapshot,
    store::PhraseRow,
    workflow::{Learnt, PhraseList},
};

/// A file that this program was measured with.
pub(super) struct Known {
    pub(super) name: &'static str,
    /// BLAKE3 of its contents, in hexadecimal digits.
    #[cfg(feature = "llama")]
    pub(super) blake3: &'static str,
}

/// The model that is taken where no other is named.
pub(super) const DEFAULT_MODEL: Known = Known {
    name: "SmolLM2-135M-Instruct.Q4_1.gguf",
    #[cfg(feature = "llama")]
    blake3: "5f4fa13bfc6dd4a91fd00e22974a9c4e9ed628fd7d7f307398ddf30260d6b2c3",
};

/// The adapter that was trained for the default model. It is used with that model where its file lies beside the model's file and no
/// other adapter is named.
#[cfg(feature = "llama")]
pub(super) const DEFAULT_ADAPTER: Known = Known {
    name: "cellgraph-adapter.gguf",
    blake3: "7c611258736dfdc4697b3e34af9b7d21bcb0f65c89f874a8192a8751782c87cd",
};

/// The readers of sentences: the model, its adapter, and templates for the recogniser.
#[derive(Debug, clap::Args)]
pub(super) struct ReaderArgs {
    #[command(flatten)]
    model: ModelArgs,
    /// Believe the model where the recogniser does not understand a sentence, though it has no adapter that was trained
    /// for that
    #[arg(long)]
    trust_model: bool,
    /// Threads that the model decodes with
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroU32>,
    #[command(flatten)]
    templates: TemplatesArg,
    #[command(flatten)]
    phrases: PhrasesArg,
    #[command(flatten)]
    thresholds: ThresholdsArg,
}

/// What was accepted elsewhere of what people say.
#[derive(Debug, clap::Args)]
pub(super) struct PhrasesArg {
    /// Phrases and nicknames beside those that the cell has learnt itself (JSON)
    #[arg(long, value_name = "FILE")]
    phrases: Option<PathBuf>,
    /// Those that the bundle in force brings.
    #[arg(skip)]
    bundled: OnceCell<Option<PathBuf>>,
}

impl PhrasesArg {
    fn read(&self) -> Result<PhraseList, Failure> {
        let Some((path, text)) = document(self.phrases.as_ref(), &self.bundled)? else {
            return Ok(PhraseList::default());
        };
        PhraseList::read(&text).map_err(|error| {
            Failure::input(format_args!("{}: {error}", path.display()))
                .hint("`cellgraph phrases export` writes such a list, of what a cell has accepted")
        })
    }
}

/// From when on a reading is believed.
#[derive(Debug, clap::Args)]
pub(super) struct ThresholdsArg {
    /// Weights and thresholds that were fitted to the model in use (JSON) [default: those of the default model's adapter]
    #[arg(long, value_name = "FILE")]
    thresholds: Option<PathBuf>,
    /// Those that the bundle in force brings.
    #[arg(skip)]
    bundled: OnceCell<Option<PathBuf>>,
}

impl ThresholdsArg {
    fn read(&self) -> Result<Chooser, Failure> {
        let Some((path, text)) = document(self.thresholds.as_ref(), &self.bundled)? else {
            return Ok(Chooser::shipped());
        };
        Chooser::read(&text).map_err(|error| {
            Failure::input(format_args!("{}: {error}", path.display()))
                .hint("models/training/choose.py writes such a document, from what `cellgraph eval --each` prints")
        })
    }
}

/// Which model, and which adapter for it.
#[derive(Debug, clap::Args)]
pub(super) struct ModelArgs {
    /// A GGUF model; `none` for the recogniser alone [default: $CELLGRAPH_MODEL, else the default model, looked for in ./models, in the data folder, beside the program, and in the package's ../share/cellgraph]
    #[arg(long, value_name = "FILE|none")]
    model: Option<PathBuf>,
    /// A LoRA adapter for the model; `none` for the model as it is [default: the one trained for the default model,
    /// where it lies beside it]
    #[arg(long, value_name = "FILE|none")]
    adapter: Option<PathBuf>,
    /// Both, as the bundle in force brings them.
    #[arg(skip)]
    bundled: OnceCell<(Option<PathBuf>, Option<PathBuf>)>,
}

/// Sentences that the recogniser knows besides its own.
#[derive(Debug, clap::Args)]
pub(super) struct TemplatesArg {
    /// More sentence templates for the recogniser (YAML)
    #[arg(long, value_name = "FILE")]
    templates: Option<PathBuf>,
    /// Those that the bundle in force brings.
    #[arg(skip)]
    bundled: OnceCell<Option<PathBuf>>,
}

impl TemplatesArg {
    pub(super) fn read(&self) -> Result<Templates, Failure> {
        let Some((path, text)) = document(self.templates.as_ref(), &self.bundled)? else {
            return Ok(Templates::default());
        };
        Templates::read(&text).map_err(|error| Failure::input(format_args!("{}: {error}", path.display())))
    }
}

/// The document that is named, else the one that the bundle in force brings; none where there is neither.
fn document<'p>(
    named: Option<&'p PathBuf>,
    bundled: &'p OnceCell<Option<PathBuf>>,
) -> Result<Option<(&'p Path, String)>, Failure> {
    let path = named.or_else(|| bundled.get().and_then(Option::as_ref));
    path.map(|path| Ok((path.as_path(), files::read_document_file(path)?))).transpose()
}

impl ReaderArgs {
    /// Templates, phrases, thresholds, model and adapter of the bundle in force, for where none is named.
    pub(super) fn use_bundled(&self, bundled: impl Fn(Member) -> Option<PathBuf>) {
        self.templates.bundled.get_or_init(|| bundled(Member::Templates));
        self.thresholds.bundled.get_or_init(|| bundled(Member::Thresholds));
        self.phrases.bundled.get_or_init(|| bundled(Member::Phrases));
        self.model.use_bundled(bundled);
    }

    /// The readers of a cell. Without a model that was not asked for by name, the recogniser reads alone, and says so.
    pub(super) fn readers(&self, snapshot: &Arc<Snapshot>, beside: &Path) -> Result<Readers, Failure> {
        self.readers_with(snapshot, beside, None, &[])
    }

    /// The same, with what the cell has learnt of its people; a model may lie in its data folder.
    pub(super) fn readers_with(
        &self,
        snapshot: &Arc<Snapshot>,
        beside: &Path,
        data: Option<&Path>,
        phrases: &[PhraseRow],
    ) -> Result<Readers, Failure> {
        let file = self.model.file(data)?;
        let chooser = self.thresholds.read()?;
        let starting = file.map(|file| self.start_model(file, snapshot, beside)).transpose()?;
        let learnt = Learnt::of(phrases, &self.phrases.read()?, snapshot, self.templates.read()?);
        let Learnt { recogniser, phrases, stale } = learnt;
        stale.iter().for_each(|what| talk(format_args!("warning: {what}")));
        let model = starting.map(Starting::wait).transpose()?;
        if model.is_none() {
            talk("no model: sentences are read by the recogniser alone");
        }
        let critic = Arc::new(Critic::beside(&recogniser, snapshot));
        let readers = Readers::new(Arc::clone(snapshot), recogniser, model)
            .with_phrases(phrases)
            .with_second_look(critic)
            .with_chooser(chooser);
        Ok(if self.trust_model { readers.trusting() } else { readers })
    }

    /// What is to be learnt of a list beside what a cell learns itself.
    pub(super) fn phrases(&self) -> Result<PhraseList, Failure> {
        self.phrases.read()
    }

    /// What the recogniser knows beside the names of the cell.
    pub(super) fn templates(&self) -> Result<Templates, Failure> {
        self.templates.read()
    }

    #[cfg(feature = "llama")]
    fn start_model(&self, model: PathBuf, snapshot: &Arc<Snapshot>, beside: &Path) -> Result<Starting, Failure> {
        use crate::language::llama::{DEFAULT_THREADS, Files, Model};
        let cache = beside.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let files = Files {
            cache: cache.map(Path::to_owned),
            threads: self.threads.unwrap_or(DEFAULT_THREADS),
            ..self.model.files(model)
        };
        Model::starting(files, Arc::clone(snapshot)).map(Starting).map_err(no_model)
    }

    #[cfg(not(feature = "llama"))]
    fn start_model(&self, model: PathBuf, _: &Arc<Snapshot>, _: &Path) -> Result<Starting, Failure> {
        let _ = self.threads;
        Err(Failure::input(format_args!(
            "this program was built without a model, so {} cannot be used",
            model.display()
        ))
        .hint("leave --model out, or build with the feature `llama`"))
    }
}

impl ModelArgs {
    /// The model's file: the one that is named, else the default one where it is found. It and the adapter are files, and no adapter
    /// is named without a model.
    pub(super) fn file(&self, data: Option<&Path>) -> Result<Option<PathBuf>, Failure> {
        let file = self.found(data);
        let adapter = self.adapter.as_ref().filter(|adapter| adapter.as_os_str() != "none");
        if let (None, Some(adapter)) = (&file, adapter) {
            return Err(Failure::input(format_args!(
                "there is no model to use the adapter {} with",
                adapter.display()
            ))
            .hint("name the model that it was trained for with --model"));
        }
        // A model is loaded by its name: a pipe would be waited for.
        for path in file.iter().chain(adapter) {
            let unusable = |error| Failure::from(FileError::Read { path: path.clone(), error });
            files::open::refuse_irregular(path).map_err(unusable)?;
        }
        Ok(file)
    }

    /// Model and adapter of the bundle in force, for where none is named.
    pub(super) fn use_bundled(&self, bundled: impl Fn(Member) -> Option<PathBuf>) {
        self.bundled.get_or_init(|| (bundled(Member::Model), bundled(Member::Adapter)));
    }

    fn bundled_model(&self) -> Option<&Path> {
        self.bundled.get().and_then(|(model, _)| model.as_deref())
    }

    fn found(&self, data: Option<&Path>) -> Option<PathBuf> {
        let named = self.model.clone().or_else(|| std::env::var_os("CELLGRAPH_MODEL").map(PathBuf::from));
        match named.filter(|file| !file.as_os_str().is_empty()) {
            Some(file) if file.as_os_str() == "none" => None,
            Some(file) => Some(file),
            // A program without a model needs none.
            None if cfg!(not(feature = "llama")) => None,
            None if self.bundled_model().is_some() => self.bundled_model().map(Path::to_owned),
            None => {
                let program = std::env::current_exe().ok();
                default_models(data, program.as_deref()).find(|file| file.is_file())
            }
        }
    }

    /// The default adapter fits the default model alone: another model needs one of its own, by name.
    #[cfg(feature = "llama")]
    fn adapter_for(&self, model: &Path) -> Option<PathBuf> {
        match &self.adapter {
            Some(file) if file.as_os_str() == "none" => None,
            Some(file) => Some(file.clone()),
            None if self.bundled_model() == Some(model) => self.bundled.get().and_then(|(_, adapter)| adapter.clone()),
            None if model.file_name() == Path::new(DEFAULT_MODEL.name).file_name() => {
                Some(model.with_file_name(DEFAULT_ADAPTER.name)).filter(|file| file.exists())
            }
            None => None,
        }
    }

    /// What a reader with this model is made of, with the default number of threads; its prompt's state is kept nowhere.
    #[cfg(feature = "llama")]
    pub(super) fn files(&self, model: PathBuf) -> crate::language::llama::Files {
        use crate::language::llama::{DEFAULT_THREADS, Files};
        Files { adapter: self.adapter_for(&model), model, cache: None, threads: DEFAULT_THREADS }
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

/// Where the default model may lie, wherever the program is started: here, in the cell's data, beside the program, in the
/// package's place.
fn default_models(data: Option<&Path>, program: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let beside = program.and_then(Path::parent);
    let package = beside.and_then(Path::parent).map(|prefix| prefix.join("share/cellgraph"));
    let folders = [data.map(Path::to_owned), beside.map(Path::to_owned), package].into_iter().flatten();
    let here = Path::new("models").join(DEFAULT_MODEL.name);
    std::iter::once(here).chain(
        folders.flat_map(|folder| [folder.join("models").join(DEFAULT_MODEL.name), folder.join(DEFAULT_MODEL.name)]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_model_is_looked_for_wherever_the_program_is_started() {
        let found: Vec<String> = default_models(Some(Path::new("/cell/data")), Some(Path::new("/usr/bin/cellgraph")))
            .map(|file| file.display().to_string().replace(DEFAULT_MODEL.name, "MODEL"))
            .collect();
        let places = [
            "models/MODEL",
            "/cell/data/models/MODEL",
            "/cell/data/MODEL",
            "/usr/bin/models/MODEL",
            "/usr/bin/MODEL",
            "/usr/share/cellgraph/models/MODEL",
            "/usr/share/cellgraph/MODEL",
        ];
        assert_eq!(found, places);
        assert_eq!(default_models(None, None).count(), 1);
    }

    /// `doctor` calls a PC unfit whose files are others.
    #[cfg(feature = "llama")]
    #[test]
    fn the_default_files_are_the_ones_that_are_known() {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        for known in [DEFAULT_MODEL, DEFAULT_ADAPTER] {
            let path = models.join(known.name);
            // The model is fetched: a build without it has none to compare.
            if known.name == DEFAULT_ADAPTER.name || path.exists() {
                assert_eq!(files::hash(&path).unwrap().to_hex().as_str(), known.blake3, "{}", known.name);
            }
        }
    }
}
