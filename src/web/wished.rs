//! What a page and the history say of what was wished during a run. In: nothing. Out: words; and those of the history, in a page's language.

use super::words::Words;

pub(super) const NOT_UNDERSTOOD: Words = Words::own(
    "that is not understood: pausing after this step",
    "das ist nicht verstanden: der Lauf pausiert nach diesem Schritt",
);
pub(super) const PAUSING: Words = Words::own("pausing after this step", "der Lauf pausiert nach diesem Schritt");
pub(super) const A_QUESTION: Words = Words::own("a question", "eine Frage");
pub(super) const GOING_ON: Words = Words::own("going on", "der Lauf wird fortgesetzt");
pub(super) const STOPPING_ALL_THE_SAME: Words = Words::own("it stops all the same", "der Lauf endet trotzdem");
pub(super) const STOPPING: Words = Words::own("stopping after this step", "der Lauf endet nach diesem Schritt");
pub(super) const STOPPING_NOW: Words = Words::own("stopping now", "der Roboter wird sofort angehalten");
pub(super) const STEP_BY_STEP: Words =
    Words::own("from now on each step waits for a yes", "von jetzt an wartet jeder Schritt auf ein Ja");
pub(super) const YES_TO_STEP: Words = Words::own("yes to this step", "ja zu diesem Schritt");
pub(super) const DONE: Words = Words::own("the step was done", "der Schritt wurde ausgeführt");

/// What the history says that was wished, for a page. A line that was typed is no word of the page.
pub(super) fn recorded(words: &str) -> Words {
    let own = [
        NOT_UNDERSTOOD,
        PAUSING,
        A_QUESTION,
        GOING_ON,
        STOPPING_ALL_THE_SAME,
        STOPPING,
        STOPPING_NOW,
        STEP_BY_STEP,
        YES_TO_STEP,
        DONE,
    ];
    own.into_iter().find(|own| own.english() == words).unwrap_or_else(|| Words::of_desk(words))
}
