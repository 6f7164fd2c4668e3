//! What a page and the history say of what was wished during a run. In: nothing. Out: words; and those of the history, in a page's language.

use super::words::Words;

pub(super) const NOT_UNDERSTOOD: Words = Words::own(
    "that is not understood: pausing after this step",
    "das ist nicht verstanden: der Lauf pausiert nach diesem Schritt",
);
/// Before a step that waits for its yes.
pub(super) const NOT_UNDERSTOOD_AT_STEP: Words = Words::own(
    "that is not understood: the step waits for its key",
    "das ist nicht verstanden: der Schritt wartet auf seine Taste",
);
/// At the question whether a step was done.
pub(super) const NOT_UNDERSTOOD_AT_QUESTION: Words = Words::own(
    "that is not understood: the question stands, and the run pauses when it is answered",
    "das ist nicht verstanden: die Frage bleibt, und der Lauf pausiert, wenn sie beantwortet ist",
);
pub(super) const NOT_UNDERSTOOD_AT_LAST: Words = Words::own(
    "that is not understood, and this is the last step: nothing comes after it that could wait",
    "das ist nicht verstanden, und dies ist der letzte Schritt: danach kommt nichts, was warten könnte",
);
pub(super) const NOTHING_TO_PAUSE: Words = Words::own(
    "this is the last step: nothing comes after it that could wait",
    "dies ist der letzte Schritt: danach kommt nichts, was warten könnte",
);
pub(super) const STANDS_ALREADY: Words = Words::own("it stands already", "er steht schon");
pub(super) const PAUSING_AFTER_THE_QUESTION: Words =
    Words::own("the run pauses when the question is answered", "der Lauf pausiert, wenn die Frage beantwortet ist");
pub(super) const NOT_PAUSED: Words = Words::own("nothing is paused", "nichts ist pausiert");
pub(super) const HELP: Words = Words::own(
    "pause: wait after this step. step: each step waits for a yes. stop: end after this step. stop now: halt the robot. A question is answered",
    "pause: nach diesem Schritt warten. schrittweise: jeder Schritt wartet auf ein Ja. stop: nach diesem Schritt beenden. stop now: sofort anhalten. Eine Frage wird beantwortet",
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
        NOT_UNDERSTOOD_AT_STEP,
        NOT_UNDERSTOOD_AT_QUESTION,
        NOT_UNDERSTOOD_AT_LAST,
        NOTHING_TO_PAUSE,
        STANDS_ALREADY,
        PAUSING_AFTER_THE_QUESTION,
        NOT_PAUSED,
        HELP,
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
