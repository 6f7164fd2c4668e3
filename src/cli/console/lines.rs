//! Lines from a terminal, with editing, history and completion; or from a program, plain.

use std::{
    cell::Cell,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    rc::Rc,
};

use rustyline::{
    Cmd, Context, Editor, Event, ExternalPrinter, Helper, KeyEvent, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::DefaultHistory, validate::Validator,
};

use super::ahead::Ahead;
use crate::{
    cli::{failure::Failure, input, printer::talk, terminal::Questions},
    files::open,
    language::Completions,
    limits::{COMPLETIONS_MAX, SENTENCE_BYTES_MAX},
};

/// Where the lines come from.
pub(super) struct Lines {
    editor: Editor<Names, DefaultHistory>,
    /// None where it is not kept.
    history: Option<PathBuf>,
    /// The editor may have read beyond its line: what was typed then is lost.
    has_lost: Rc<Cell<bool>>,
    /// Nobody will type another.
    pub(super) ended: bool,
    /// What was begun during a run: the next line begins with it.
    pub(super) begun: Option<String>,
}

/// What comes to a console that drives nothing.
pub(super) enum AnyLine {
    Typed(String),
    /// Ctrl-C.
    Interrupt,
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
        let path = data.join("console-history.txt");
        let history = match open::refuse_irregular(&path) {
            Ok(()) => Some(path),
            Err(error) => {
                talk(format_args!("the console's history is not kept: {}: {error}", path.display()));
                None
            }
        };
        if let Some(history) = &history {
            // The first start has none.
            let _none_yet = editor.load_history(history);
        }
        Ok(Self { editor, history, has_lost: Rc::default(), ended: false, begun: None })
    }

    /// Completes lines with these from now on.
    pub(super) fn know(&mut self, completions: Completions) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.completions = completions;
        }
    }

    /// What prints beside a line that is being typed; none where nobody types.
    pub(super) fn printer(&mut self) -> Option<impl ExternalPrinter + Send + 'static> {
        self.editor.create_external_printer().ok().filter(|_| io::stdin().is_terminal())
    }

    /// Questions that are answered here.
    pub(super) fn questions(&mut self) -> Questions<'_> {
        Questions::after(Rc::clone(&self.has_lost), |prompt| self.answer(prompt))
    }

    /// A sentence; none at the end. Ctrl-C gives an empty one. It is taken from its first letter on, or not at all.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if !self.has_lost.get() {
            return self.sentence(prompt);
        }
        Questions::after(Rc::clone(&self.has_lost), |prompt| self.sentence(prompt)).ask(prompt, "the prompt was shown")
    }

    /// A line, whenever it was typed: for a console at which nothing is approved, and at which a stop must never be left aside.
    pub(super) fn any_line(&mut self, prompt: &str) -> Result<Option<AnyLine>, Failure> {
        Ok(match self.typed(prompt)? {
            Typed::End => None,
            Typed::Interrupt => Some(AnyLine::Interrupt),
            Typed::Line(line) => Some(AnyLine::Typed(line)),
        })
    }

    /// From now on nothing is searched for in what was typed before: a line that is typed is itself, and no older one.
    pub(super) fn search_nothing(&mut self) {
        for key in ['R', 'S'] {
            self.editor.bind_sequence(KeyEvent::ctrl(key), Cmd::Noop);
        }
    }

    fn sentence(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let typed = self.typed(prompt)?;
        self.drop_ahead()?;
        Ok(match typed {
            Typed::End => None,
            Typed::Interrupt => {
                talk("Ctrl-D or quit ends the console");
                Some(String::new())
            }
            Typed::Line(line) => Some(line),
        })
    }

    /// What the editor read beyond its line is no sentence, and no answer to a question that was not shown then: another editor knows
    /// nothing of it.
    fn drop_ahead(&mut self) -> Result<(), Failure> {
        if !self.has_lost.get() {
            return Ok(());
        }
        let completions = self.editor.helper_mut().map(|helper| std::mem::take(&mut helper.completions));
        self.editor = editor()?;
        self.know(completions.unwrap_or_default());
        if let Some(history) = &self.history {
            let _none_yet = self.editor.load_history(history);
        }
        Ok(())
    }

    fn typed(&mut self, prompt: &str) -> Result<Typed, Failure> {
        let begun = self.begun.take().unwrap_or_default();
        let line = match typed(&mut self.editor, (prompt, &begun), &self.has_lost, &mut self.ended)? {
            Typed::Line(line) => line,
            other => return Ok(other),
        };
        if !line.trim().is_empty()
            && line.len() <= SENTENCE_BYTES_MAX
            && let Err(error) = self.keep(&line)
        {
            talk(format_args!("the console's history is not kept: {error}"));
        }
        Ok(Typed::Line(line))
    }

    /// Keeps a line for the next start as well, where that can be.
    fn keep(&mut self, line: &str) -> rustyline::Result<()> {
        self.editor.add_history_entry(line)?;
        let Some(history) = &self.history else { return Ok(()) };
        open::refuse_irregular(history)?;
        self.editor.save_history(history)
    }

    /// An answer to a question; none at the end. The kernel gives it line by line, so that nothing behind it is read: a stop that
    /// is typed behind a yes is there for the run, and Ctrl-C is a signal from the first moment on.
    fn answer(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if self.ended {
            return Ok(None);
        }
        let answer = input::answer(prompt)?;
        self.ended = answer.is_none();
        Ok(answer)
    }
}

fn editor() -> Result<Editor<Names, DefaultHistory>, Failure> {
    let editor = Editor::new().map_err(|error| Failure::internal(format_args!("no console: {error}")));
    let (mut editor, ahead) = (editor?, Ahead::default());
    editor.bind_sequence(Event::Any, ahead.handler());
    editor.set_helper(Some(Names { completions: Completions::default(), ahead }));
    Ok(editor)
}

fn typed(
    editor: &mut Editor<Names, DefaultHistory>,
    (prompt, begun): (&str, &str),
    has_lost: &Cell<bool>,
    ended: &mut bool,
) -> Result<Typed, Failure> {
    if *ended {
        return Ok(Typed::End);
    }
    let is_terminal = io::stdin().is_terminal();
    let prompt = if is_terminal { prompt } else { "" };
    let ahead = editor.helper().map(|helper| helper.ahead.clone());
    ahead.iter().for_each(Ahead::begin);
    let line = editor.readline_with_initial(prompt, (begun, ""));
    has_lost.set(is_terminal && ahead.is_none_or(|ahead| ahead.may_have()));
    match line {
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

/// Completes lines, and counts what is read.
struct Names {
    completions: Completions,
    ahead: Ahead,
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        let fitting = self.completions.fitting(typed, COMPLETIONS_MAX);
        // All of them are to stand from one place on.
        let start = fitting.iter().map(|fits| fits.start).min().unwrap_or(at);
        let whole = fitting.iter().map(|fits| format!("{}{}", &typed[start..fits.start], fits.text));
        Ok((start, whole.collect()))
    }
}

impl Helper for Names {}

impl Hinter for Names {
    type Hint = String;

    /// Hints at nothing: it is called after each change of the line.
    fn hint(&self, _: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.ahead.pasted();
        None
    }
}

impl Highlighter for Names {}

impl Validator for Names {}
