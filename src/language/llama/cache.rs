//! The prompt's part of a context on disk, so that a start need not decode it again.
//!
//! Beside the snapshot, in a file named after everything that it depends on. llama.cpp parses that file in C, so it is
//! read only if its BLAKE3 is the one in the seal written after it; anything else counts as not there and is made anew.

use std::{
    fs,
    path::{Path, PathBuf},
};

use llama_cpp_2::{context::LlamaContext, token::LlamaToken};

use super::{Provenance, hash_file};

/// llama.cpp's own state, for the version that is compiled in.
const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " llama-cpp-2 0.1.160");

struct Paths {
    state: PathBuf,
    seal: PathBuf,
}

impl Paths {
    fn of(folder: &Path, provenance: &Provenance) -> Self {
        let mut hasher = blake3::Hasher::new();
        let adapter = provenance.adapter.as_deref().unwrap_or_default();
        let threads = provenance.threads.to_string();
        for part in [&provenance.model, adapter, &provenance.prompt, &provenance.snapshot, &threads, BUILD] {
            hasher.update(part.as_bytes()).update(b"\n");
        }
        let key = hasher.finalize().to_hex();
        let name = |end| folder.join(format!("prompt-{}.{end}", &key[..32]));
        Self { state: name("state"), seal: name("seal") }
    }
}

/// Puts the kept state into an empty context; says whether there was one.
pub(super) fn restore(
    context: &mut LlamaContext<'_>,
    folder: &Path,
    provenance: &Provenance,
    prefix: &[LlamaToken],
) -> bool {
    let paths = Paths::of(folder, provenance);
    let sealed = crate::files::read_document_file(&paths.seal).ok();
    let is_whole = sealed.is_some() && hash_file(&paths.state).ok() == sealed;
    if !is_whole {
        return false;
    }
    match context.state_seq_load_file(&paths.state, 0, prefix.len() + 1) {
        Ok((tokens, _)) if tokens == prefix => true,
        _ => {
            context.clear_kv_cache();
            false
        }
    }
}

/// Keeps the state of a context that holds the prefix and nothing else.
///
/// # Errors
///
/// In words: what could not be written. The model works without it.
pub(super) fn keep(
    context: &LlamaContext<'_>,
    folder: &Path,
    provenance: &Provenance,
    prefix: &[LlamaToken],
) -> Result<(), String> {
    let paths = Paths::of(folder, provenance);
    let written = |error: &dyn std::fmt::Display| format!("{}: {error}", paths.state.display());
    fs::create_dir_all(folder).map_err(|error| written(&error))?;
    // In a folder of this process's own first, so that another start never sees half a file under the right name.
    let own = tempfile::tempdir_in(folder).map_err(|error| written(&error))?;
    let state = own.path().join("state");
    context.state_seq_save_file(&state, 0, prefix).map_err(|error| written(&error))?;
    let hash = hash_file(&state).map_err(|error| written(&error))?;
    fs::rename(&state, &paths.state).map_err(|error| written(&error))?;
    crate::files::write_whole(&paths.seal, |out| out.write_all(hash.as_bytes())).map_err(|error| written(&error))
}
