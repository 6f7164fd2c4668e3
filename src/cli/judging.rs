//! Who judges the steps of a run beside the code: the model that the command line or the environment names, loaded once.

#[cfg(feature = "llama")]
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::failure::Failure;
#[cfg(feature = "llama")]
use crate::{cell::shown, language::llama::DEFAULT_THREADS, run::StepJudge, workflow::StepModel};
use crate::{observe::model::VERIFICATION_MODEL, review::Digest, run::Judge};

/// A model that judges the steps.
#[derive(Debug, clap::Args)]
pub(super) struct JudgeArgs {
    /// A GGUF model that judges each step beside the code, and can only lower what the code found; `none` for none
    #[arg(long, value_name = "FILE|none", env = VERIFICATION_MODEL, hide_env_values = true)]
    verification_model: Option<PathBuf>,
    /// The model, once it is loaded: what a yes was said to is what is run by.
    #[cfg(feature = "llama")]
    #[arg(skip)]
    loaded: OnceCell<StepModel>,
}

impl JudgeArgs {
    /// BLAKE3 over what its answers depend on; none where no model is named.
    pub(super) fn digest(&self) -> Result<Option<Digest>, Failure> {
        Ok(self.model()?.map(|model| model.digest()))
    }

    /// The judge for a run; none where no model is named.
    pub(super) fn judge(&self) -> Result<Option<Judge>, Failure> {
        Ok(self.model()?.map(|model| model.judge()))
    }

    fn file(&self) -> Option<&Path> {
        self.verification_model.as_deref().filter(|file| file.as_os_str() != "none")
    }

    #[cfg(feature = "llama")]
    fn model(&self) -> Result<Option<&StepModel>, Failure> {
        let Some(file) = self.file() else { return Ok(None) };
        if self.loaded.get().is_none() {
            // A pipe or a device would be read for ever.
            if file.exists() && !file.is_file() && !file.is_dir() {
                let what = format!("{} is not a regular file", shown(&file.display().to_string()));
                return Err(Failure::input(what).hint("name a model's file with --verification-model"));
            }
            let model = StepModel::start(file, DEFAULT_THREADS).map_err(|error| {
                Failure::input(error).hint(format!(
                    "name another with --verification-model or {VERIFICATION_MODEL}, or say --verification-model none"
                ))
            })?;
            return Ok(Some(self.loaded.get_or_init(|| model)));
        }
        Ok(self.loaded.get())
    }

    #[cfg(not(feature = "llama"))]
    fn model(&self) -> Result<Option<&NoModel>, Failure> {
        match self.file() {
            None => Ok(None),
            Some(file) => Err(Failure::input(format_args!(
                "this program was built without a model, so {} cannot judge the steps",
                file.display()
            ))
            .hint(format!(
                "leave --verification-model and {VERIFICATION_MODEL} out, or build with the feature `llama`"
            ))),
        }
    }
}

/// What a build without a model has instead of one: nothing.
#[cfg(not(feature = "llama"))]
enum NoModel {}

#[cfg(not(feature = "llama"))]
impl NoModel {
    fn digest(&self) -> Digest {
        match *self {}
    }

    fn judge(&self) -> Judge {
        match *self {}
    }
}
