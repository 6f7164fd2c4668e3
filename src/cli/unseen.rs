//! What a person types unseen, or has in a file: passwords and PINs. They are in no message.

use std::{io::IsTerminal, path::Path};

use super::failure::Failure;
use crate::files;

/// A kind of them.
pub(super) struct Unseen {
    /// What it is called.
    pub(super) word: &'static str,
    /// The option that names a file with it.
    pub(super) option: &'static str,
    pub(super) bytes_max: usize,
    /// What to think of where an empty one was given.
    pub(super) advice: &'static str,
}

impl Unseen {
    /// The first line of a file.
    pub(super) fn in_file(&self, path: &Path) -> Result<String, Failure> {
        let text = files::read_document_file(path)?;
        self.usable(text.lines().next().unwrap_or_default().to_owned(), &path.display().to_string())
    }

    /// Typed at the terminal.
    pub(super) fn asked(&self, question: &str) -> Result<String, Failure> {
        let Self { word, option, .. } = self;
        let missing = || Failure::input(format_args!("there is no terminal to type the {word} at"));
        if !std::io::stdin().is_terminal() {
            return Err(missing().hint(format!("name a file with the {word} with {option}, and remove it afterwards")));
        }
        let typed = rpassword::prompt_password(question).map_err(|_| missing())?;
        self.usable(typed, "the line that was typed")
    }

    /// A new one: from the file, or typed twice.
    pub(super) fn chosen(&self, file: Option<&Path>, question: &str) -> Result<String, Failure> {
        if let Some(path) = file {
            return self.in_file(path);
        }
        let chosen = self.asked(question)?;
        if self.asked("The same again: ")? != chosen {
            return Err(Failure::input(format_args!("the two {}s differ, so nothing was made", self.word)));
        }
        Ok(chosen)
    }

    fn usable(&self, secret: String, source: &str) -> Result<String, Failure> {
        let Self { word, bytes_max, advice, .. } = self;
        match secret.len() {
            0 => Err(Failure::input(format_args!("the {word} in {source} is empty")).hint(*advice)),
            length if length <= *bytes_max => Ok(secret),
            _ => Err(Failure::input(format_args!("the {word} in {source} is longer than {bytes_max} bytes"))),
        }
    }
}
