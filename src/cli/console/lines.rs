//! Lines from a terminal, with editing, history and completion; or from a program, plain.

use std::{
    cell::Cell,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Weak,
};

use rustyline::{
    Context, Editor, Event, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter, hint::Hinter,
    history::DefaultHistory, validate::Validator,
};

use super::{
    ahead::{Ahead, can_count},
    any_line::{AnyLine, SendStop},
    below::Below,
    unedited::{self, Unedited},
};
use crate::{
    cli::{
        failure::Failure,
        input,
        keyboard::{Keyboard, STOP_KEYS},
        piped,
        printer::talk,
        terminal::{IsOver, Questions, Read},
    },
    files::open,
    language::Completions,
    limits::{COMPLETIONS_MAX, SENTENCE_BYTES_MAX},
};

/// Where the lines come from.
pub(super) struct Lines {
    editor: Editor<Names, DefaultHistory>,
    /// None where it is not kept.
    history: Option<PathBuf>,
    /// Sentences are read by an editor, of which is known whether it read beyond its line. Else the kernel gives them, line by line.
    is_edited: bool,
    /// Read in place of what is edited.
    unedited: Option<Unedited>,
    /// The editor may have read beyond its line: what was typed then is lost.
    has_lost: Rc<Cell<bool>>,
    /// Nobody will type another.
    pub(super) ended: bool,
    /// What was begun during a run: the next line begins with it.
    pub(super) begun: Option<String>,
    /// Set back at the end.
    _keyboard: Option<Keyboard>,
}

enum Typed {
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// It is not UTF-8.
    Lost,
    End,
}

impl Lines {
    pub(super) fn new(data: &Path) -> Result<Self, Failure> {
        // Before the editor takes the terminal's modes for those that it sets back.
        let keyboard = Keyboard::of_another();
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
        let is_edited = !io::stdin().is_terminal() || unedited::can_edit() && can_count();
        Ok(Self {
            editor,
            history,
            is_edited,
            unedited: None,
            has_lost: Rc::default(),
            ended: false,
            begun: None,
            _keyboard: keyboard,
        })
    }

    /// Completes lines with these from now on.
    pub(super) fn know(&mut self, completions: Completions) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.completions = completions;
        }
    }

    /// What shows lines above the one that is being typed; none where nothing is drawn.
    pub(super) fn below(&self) -> Option<Below> {
        self.unedited.as_ref().and_then(Unedited::below)
    }

    /// Forgets the line that is begun, and waits for nothing: whoever reads it may be taking a key.
    pub(super) fn forget_typed(&self) -> impl Fn() + Send + 'static {
        let listening = self.unedited.as_ref().and_then(Unedited::listening);
        move || {
            if let Some(listening) = listening.as_ref().and_then(Weak::upgrade)
                && let Some(mut listening) = listening.try_lock()
            {
                listening.forget();
            }
        }
    }

    /// What the next line begins with.
    fn take_begun(&mut self) -> String {
        let begun = self.begun.take().filter(|text| !text.trim().is_empty() && !text.chars().any(char::is_control));
        begun.unwrap_or_default()
    }

    /// Questions that are answered here.
    pub(super) fn questions(&mut self) -> Questions<'_> {
        // A line that was begun in the run before does not end in an answer.
        if self.begun.take().is_some() {
            self.has_lost.set(true);
        }
        Questions::after(Rc::clone(&self.has_lost), |prompt, is_over| self.answer(prompt, is_over))
    }

    /// A sentence; none at the end. Ctrl-C gives an empty one. It is taken from its first letter on, or not at all.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if !self.has_lost.get() {
            return self.sentence(prompt);
        }
        let has_lost = Rc::clone(&self.has_lost);
        let sentence = |prompt: &str, _: IsOver<'_>| Ok(self.sentence(prompt)?.map_or(Read::Nobody, Read::Line));
        Questions::after(has_lost, sentence).ask(prompt, "the prompt was shown")
    }

    /// A line, whenever it was typed: for a console at which nothing is approved, and at which a stop must never be left aside.
    pub(super) fn any_line(&mut self, prompt: &str) -> Result<Option<AnyLine>, Failure> {
        if let Some(unedited) = &self.unedited {
            return Ok(unedited.line(prompt));
        }
        Ok(match self.typed(prompt)? {
            Typed::End => None,
            Typed::Interrupt => Some(AnyLine::Interrupt),
            Typed::Lost => Some(AnyLine::Lost),
            Typed::Line(line) if line.bytes().any(|byte| STOP_KEYS.contains(&byte)) => Some(AnyLine::Interrupt),
            Typed::Line(line) => Some(AnyLine::Typed(line)),
        })
    }

    /// From now on nothing stands between a key and a stop: no editor, which waits for the second key of a chord, or knows Ctrl-C by another
    /// key. A key that means "stop now" during a run does so in whatever is being typed, but for a Ctrl-D where no line is begun, which ends
    /// the console.
    ///
    /// # Errors
    ///
    /// The keys cannot be read.
    pub(super) fn stop_by_keys(&mut self, send_stop: SendStop) -> Result<(), Failure> {
        if io::stdin().is_terminal() {
            let unedited = Unedited::begin(send_stop);
            self.unedited =
                Some(unedited.ok_or_else(|| Failure::internal("the keys of this terminal cannot be read"))?);
        }
        Ok(())
    }

    fn sentence(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        if !self.is_edited {
            let begun = self.take_begun();
            // Without its modes a line may come in pieces, which is no sentence.
            let _keyboard = Keyboard::for_question().ok();
            return Ok(match self.answer(&format!("{prompt}{begun}"), None)? {
                Read::Line(line) => Some(begun + &line),
                Read::NotOneLine(_) => Some(String::new()),
                Read::Nobody | Read::Over => None,
            });
        }
        let typed = self.typed(prompt)?;
        self.drop_ahead()?;
        Ok(match typed {
            Typed::End => None,
            Typed::Interrupt => {
                talk("Ctrl-D or quit ends the console");
                Some(String::new())
            }
            // It is no sentence; the next one may be.
            Typed::Lost => {
                talk("error: that line cannot be read: it is not UTF-8, or it is too long");
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
        let begun = self.take_begun();
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
    fn answer(&mut self, prompt: &str, is_over: IsOver<'_>) -> Result<Read, Failure> {
        if self.ended {
            return Ok(Read::Nobody);
        }
        let answer = input::answer(prompt, is_over)?;
        self.ended = answer == Read::Nobody;
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
    if !io::stdin().is_terminal() {
        return match piped::line() {
            Ok(Some(line)) => Ok(Typed::Line(line.trim_end_matches(['\r', '\n']).to_owned())),
            Ok(None) => {
                *ended = true;
                Ok(Typed::End)
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Typed::Lost),
            Err(error) => Err(Failure::internal(format_args!("the console cannot be read: {error}"))),
        };
    }
    let ahead = editor.helper().map(|helper| helper.ahead.clone());
    ahead.iter().for_each(Ahead::begin);
    let line = editor.readline_with_initial(prompt, (begun, ""));
    has_lost.set(ahead.is_none_or(|ahead| ahead.may_have()));
    match line {
        Ok(line) => Ok(Typed::Line(line)),
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
        Err(ReadlineError::Eof) => {
            *ended = true;
            Ok(Typed::End)
        }
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => Ok(Typed::Lost),
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
