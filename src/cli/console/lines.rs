//! Lines from a terminal, with editing, history and completion of the cell's names; or from a program, plain.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use rustyline::{
    Context, Editor, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter, hint::Hinter,
    history::DefaultHistory, validate::Validator,
};

use crate::{
    cli::{failure::Failure, input, printer::talk},
    limits::SENTENCE_BYTES_MAX,
    snapshot::Snapshot,
};

/// Where the lines come from.
pub(super) struct Lines {
    editor: Editor<Names, DefaultHistory>,
    history: PathBuf,
    names: Names,
    /// Nobody will type another.
    pub(super) ended: bool,
}

enum Typed {
    Line(String),
    /// Ctrl-C.
    Interrupt,
    End,
}

impl Lines {
    pub(super) fn new(data: &Path) -> Result<Self, Failure> {
        let mut editor = editor()?;
        let history = data.join("console-history.txt");
        // The first start has none.
        let _none_yet = editor.load_history(&history);
        Ok(Self { editor, history, names: Names { names: Vec::new() }, ended: false })
    }

    /// Completes the names of this cell from now on.
    pub(super) fn know(&mut self, snapshot: &Snapshot) {
        let names = [input::position_names(snapshot), input::tool_names(snapshot), input::routine_names(snapshot)];
        let mut names: Vec<String> = names.concat().into_iter().map(str::to_owned).collect();
        names.sort_unstable();
        self.names = Names { names };
        self.editor.set_helper(Some(self.names.clone()));
    }

    /// A sentence; none at the end. Ctrl-C gives an empty one.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let line = match typed(&mut self.editor, prompt, &mut self.ended)? {
            Typed::End => return Ok(None),
            Typed::Interrupt => {
                talk("Ctrl-D or quit ends the console");
                return Ok(Some(String::new()));
            }
            Typed::Line(line) => line,
        };
        if !line.trim().is_empty() && line.len() <= SENTENCE_BYTES_MAX {
            let kept =
                self.editor.add_history_entry(line.as_str()).and_then(|_| self.editor.save_history(&self.history));
            if let Err(error) = kept {
                talk(format_args!("the console's history is not kept: {error}"));
            }
        }
        Ok(Some(line))
    }

    /// An answer to a question; none at the end, and for Ctrl-C, which means no. It has an editor of its own: what another
    /// read ahead, beyond the line that it gave, was typed before the question stood there.
    pub(super) fn answer(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let mut editor = editor()?;
        editor.set_helper(Some(self.names.clone()));
        match typed(&mut editor, prompt, &mut self.ended)? {
            Typed::Line(line) => Ok(Some(line)),
            Typed::Interrupt | Typed::End => Ok(None),
        }
    }
}

fn editor() -> Result<Editor<Names, DefaultHistory>, Failure> {
    Editor::new().map_err(|error| Failure::internal(format_args!("no console: {error}")))
}

fn typed(editor: &mut Editor<Names, DefaultHistory>, prompt: &str, ended: &mut bool) -> Result<Typed, Failure> {
    if *ended {
        return Ok(Typed::End);
    }
    let prompt = if io::stdin().is_terminal() { prompt } else { "" };
    match editor.readline(prompt) {
        Ok(line) => Ok(Typed::Line(line)),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
        Err(ReadlineError::Eof) => {
            *ended = true;
            Ok(Typed::End)
        }
        // A line that is not UTF-8 is no sentence; the next one may be.
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            talk("error: that line is not UTF-8");
            Ok(Typed::Line(String::new()))
        }
        Err(error) => Err(Failure::internal(format_args!("the console cannot be read: {error}"))),
    }
}

/// Completes the cell's names.
#[derive(Clone)]
struct Names {
    names: Vec<String>,
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(' ').map_or(0, |space| space + 1);
        let begun = line[start..at].to_lowercase();
        let fits = |name: &&String| !begun.is_empty() && name.to_lowercase().starts_with(&begun);
        Ok((start, self.names.iter().filter(fits).cloned().collect()))
    }
}

impl Helper for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Validator for Names {}
