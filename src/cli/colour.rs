//! Colours for people: a line is painted as a whole, by how it begins. The words say everything that a colour says. A terminal that has
//! none, a pipe, `NO_COLOR` and `TERM=dumb` get none.

use std::{borrow::Cow, io, sync::LazyLock};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// How lines begin that somebody must not miss.
const BAD: &[&str] =
    &["error:", "NO STOP STANDS", "failed ", "stopped by", "not started:", "Nobody knows", "That is NOT confirmed"];
/// How lines begin that somebody should read before a yes.
const DOUBTFUL: &[&str] = &["Warning:", "warning:", "paused after"];
/// How lines begin that say that all is well.
const GOOD: &[&str] = &["completed: ", "That is confirmed."];

/// Which of the two streams for people.
#[derive(Clone, Copy)]
pub(super) enum Stream {
    Out,
    Err,
}

/// A line as its stream shows it.
pub(super) fn painted(line: Cow<'_, str>, stream: Stream) -> Cow<'_, str> {
    static HAS_COLOURS: LazyLock<[bool; 2]> = LazyLock::new(|| {
        [AutoStream::choice(&io::stdout()), AutoStream::choice(&io::stderr())]
            .map(|choice| choice != ColorChoice::Never)
    });
    let has_colours = match stream {
        Stream::Out => HAS_COLOURS[0],
        Stream::Err => HAS_COLOURS[1],
    };
    match style(&line).filter(|_| has_colours) {
        Some(style) => format!("{style}{line}{style:#}").into(),
        None => line,
    }
}

fn style(line: &str) -> Option<Style> {
    let begins = |with: &[&str]| with.iter().any(|beginning| line.starts_with(beginning));
    let bold = |colour: AnsiColor| Some(colour.on_default().bold());
    match () {
        () if begins(BAD) => bold(AnsiColor::Red),
        () if begins(DOUBTFUL) => bold(AnsiColor::Yellow),
        () if begins(GOOD) => bold(AnsiColor::Green),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_painted_by_how_it_begins() {
        let colour = |line| style(line).and_then(|style| style.get_fg_color());
        let is = |colour: AnsiColor| Some(anstyle::Color::Ansi(colour));
        assert_eq!(colour("error: there is no cell"), is(AnsiColor::Red));
        assert_eq!(colour("Nobody knows where the robot is now."), is(AnsiColor::Red));
        assert_eq!(colour("Warning:     the layout is new"), is(AnsiColor::Yellow));
        assert_eq!(colour("completed: 2 of 2 steps"), is(AnsiColor::Green));
        assert_eq!(colour("You said:    error: weld at 1"), None);
    }
}
