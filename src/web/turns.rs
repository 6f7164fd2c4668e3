//! What came of a sentence, in words, and why nothing can be run. In: turns, and the desk. Out: text as the console has it, and in German where
//! it is no plan, answer or warning.

use super::{
    board::Trouble,
    words::{Language, Words},
};
use crate::{
    cell::State,
    review::{Proposal, Shown, reply::ReviewWord},
    store::StoreError,
    workflow::{ApprovedBy, BrokenMove, Desk, Lost, Remedies, Turn, Waiting, Way, WorkflowError, broken_move},
};

/// To a stop where nothing runs.
pub(super) const NOT_RUNNING: Words = Words::own(
    "Nothing is running. This is no emergency stop: press the button.",
    "Es läuft nichts. Das ist kein Not-Halt: drücken Sie den Taster.",
);

/// To a yes that was typed, where a robot would move.
const NO_TYPED_YES: Words = Words::own(
    "A typed yes moves no robot. Nothing was run: press the key that approves the plan shown here.",
    "Ein getipptes Ja bewegt keinen Roboter. Nichts wurde ausgeführt: drücken Sie die Taste, die den Plan hier freigibt.",
);

/// Where nothing waits.
pub(super) const NOTHING_TO_APPROVE: Words =
    Words::own("There is nothing to approve.", "Es gibt nichts, was freizugeben wäre.");

/// Words, and the readings that are offered with them.
pub(super) fn words(turn: &Turn, desk: &Desk) -> (Vec<Words>, Vec<Words>) {
    let of_desk = |text: &str| vec![Words::of_desk(text)];
    let limit = |words: Words| {
        let told = desk.told_limit(words.english()).text;
        vec![if told == words.english() { words } else { Words::of_desk(told) }]
    };
    match turn {
        Turn::Answered(answered) => (of_desk(&answered.1.text), Vec::new()),
        Turn::NothingToDo(about) => {
            let mut text = limit(Words::own(
                "Nothing to do: everything asked for is already so.",
                "Nichts zu tun: alles, was verlangt wurde, ist schon so.",
            ));
            if let Some(understood) = &about.1 {
                text.push(Words::both(format!("Understood: {understood}"), format!("Verstanden: {understood}")));
            }
            (text, Vec::new())
        }
        Turn::Fallback(given_up) => {
            let offers = given_up.offers.iter().map(|offer| Words::of_desk(&offer.sentence)).collect();
            (of_desk(&given_up.fallback.text), offers)
        }
        Turn::NothingWaits => (limit(NOTHING_TO_APPROVE), Vec::new()),
        Turn::NoReplay(text) | Turn::NothingToCorrect(text) => (limit(Words::of_desk(text)), Vec::new()),
        // It has a page of its own.
        Turn::Proposed(_) => (limit(Words::own("A plan waits for a yes.", "Ein Plan wartet auf ein Ja.")), Vec::new()),
    }
}

/// Why a run failed, and the ways to go on.
pub(super) fn remedies(remedies: &Remedies) -> (Words, Vec<Words>) {
    (Words::of_desk(remedies.to_string()), remedies.ways.iter().copied().map(way).collect())
}

/// A way, on its key.
fn way(way: Way) -> Words {
    let german = match way {
        Way::Rest => "den Rest ausführen",
        Way::Around => "den Rest ausführen, ohne die fehlgeschlagene Bewegung",
        Way::Reseat => "das Werkzeug zurücklegen, neu nehmen, und den Rest ausführen",
    };
    Words::both(way.words(), german)
}

/// Why a plan waits on, and what can be said now.
pub(super) fn waits(why: &Waiting, by: ApprovedBy) -> Words {
    let english = why.words(by);
    let (say, once_more) = match by {
        ApprovedBy::Word => (
            Words::own("say yes, no, or what to change", "sagen Sie yes, no, oder was zu ändern ist"),
            Words::own("Say yes once more", "Sagen Sie noch einmal yes"),
        ),
        ApprovedBy::Key => (
            Words::own(
                "press the key, or say no, or what to change",
                "drücken Sie die Taste, oder sagen Sie no, oder was zu ändern ist",
            ),
            Words::own("Press the key once more", "Drücken Sie die Taste noch einmal"),
        ),
    };
    let (say, once_more) = (say.of(Language::German), once_more.of(Language::German));
    let german = match why {
        Waiting::NothingSaid => format!("Nichts wurde gesagt: {say}."),
        Waiting::NameTheDigest(_) => return NO_TYPED_YES,
        Waiting::Unnamed => "Nichts wurde ausgeführt: ein Plan wird mit mindestens den ersten Stellen seines Vorschlags benannt, wie sie hier stehen."
            .to_owned(),
        Waiting::OtherDigest { named, proposed } => {
            format!("{named} ist nicht, was vorgeschlagen ist: das ist {proposed}. Nichts wurde ausgeführt.")
        }
        Waiting::NoPlainYes => {
            format!("Das gibt den Plan nicht frei, er wartet, wie er ist: {say}.")
        }
        Waiting::Unchanged => {
            format!("Das würde nichts ändern, also wartet der Plan, wie er ist: {say}.")
        }
        Waiting::Word(ReviewWord::Help) => HELP_IN_GERMAN.to_owned(),
        Waiting::Word(ReviewWord::Layout) => {
            format!("Ein neues Layout kann übernommen werden, wenn der Plan beantwortet ist: {say}.")
        }
        Waiting::Answered(_) | Waiting::Word(_) => {
            format!("Der Plan wartet: {say}.")
        }
        Waiting::NotUnderstood(_) => {
            format!("Nicht verstanden, also wartet der Plan, wie er ist: {say}.")
        }
        Waiting::YesToWhat(lost) => format!(
            "Nichts wurde ausgeführt: {}. {once_more}, um den Plan so auszuführen, wie er gezeigt wurde.",
            lost_in_german(*lost)
        ),
        Waiting::CannotBeDone(_) => {
            format!("Diese Änderung ist nicht möglich. Der Plan von vorher wartet unverändert: {say}.")
        }
    };
    Words::both(english, german)
}

const fn lost_in_german(lost: Lost) -> &'static str {
    match lost {
        Lost::NotPossible => "die Änderung, die Sie verlangt haben, ist nicht möglich",
        Lost::NotUnderstood => "was Sie zuvor zum Plan gesagt haben, wurde nicht verstanden",
        Lost::Doubted => "was von Ihrer Änderung verstanden wurde, ist vielleicht nicht, was Sie gesagt haben",
        Lost::NoChange => "was Sie zuvor zum Plan gesagt haben, hat ihn nicht geändert",
    }
}

/// What can be said to a plan.
const HELP_IN_GERMAN: &str = "\
Der Plan wartet. Nichts bewegt sich vor einem klaren Ja.
  yes      ausführen, wie gezeigt
  no       verwerfen
  steps    jeden Schritt zeigen
  step     vor jedem Schritt nach einem Ja fragen, wenn der Plan freigegeben ist
  why      worauf der Plan beruht
  state    wo der Roboter steht
Alles andere ändert den Plan (skip position 2), oder fragt (where is the robot?).";

/// Why a sentence could not be taken up.
pub(super) fn failed(error: &WorkflowError) -> Words {
    match error {
        WorkflowError::Elsewhere(_) => Words::both(
            format!("{error}. Say on the page \"Robot\" where it is in this cell."),
            format!("{error}. Sagen Sie auf der Seite \"Roboter\", wo er in dieser Zelle steht."),
        ),
        WorkflowError::Store(error) => Words::of_desk(of_store(error)),
        WorkflowError::NotApproved(_) => Words::of_desk(error.to_string()),
    }
}

/// What is wrong with the cell's data, and what to do.
pub(super) fn of_store(error: &StoreError) -> String {
    match error.hint() {
        Some(hint) => format!("{error} ({hint})"),
        None => error.to_string(),
    }
}

/// Why nothing was run.
pub(super) fn not_run(why: &Words) -> Words {
    why.within(|why, language| format!("{why}. {}", language.of("Nothing was run.", "Nichts wurde ausgeführt.")))
}

/// Why nothing could be run now, if that is so.
pub(super) fn trouble(desk: &Desk, is_simulated: bool) -> Option<Trouble> {
    let stored = desk.store();
    if let Some(error) = stored.unwritable() {
        let why = Words::both(
            format!("{error}. See to the cause, then end the page and start it again"),
            format!("{error}. Beheben Sie die Ursache, schließen Sie die Seite am Terminal, und starten Sie sie neu"),
        );
        return Some(Trouble { why, is_about_robot: false });
    }
    match unknown_place(desk, is_simulated) {
        Ok(why) => why.map(|why| Trouble { why, is_about_robot: true }),
        Err(error) => Some(Trouble { why: Words::of_desk(error.to_string()), is_about_robot: false }),
    }
}

/// Why nobody knows for sure where the robot is, if that is so.
fn unknown_place(desk: &Desk, is_simulated: bool) -> Result<Option<Words>, StoreError> {
    let stored = desk.store();
    if let Some(interrupted) = stored.interrupted()? {
        let row = &interrupted.run.row;
        let (number, said) = (row.number, &row.operator_input);
        return Ok(Some(Words::both(
            format!("run {number} ('{said}') was interrupted. Look at the robot, and say where it is"),
            format!(
                "Lauf {number} ('{said}') wurde unterbrochen. Sehen Sie den Roboter an, und sagen Sie, wo er steht"
            ),
        )));
    }
    let robot = match stored.robot() {
        Err(StoreError::NoRobotState) => {
            return Ok(Some(Words::own(
                "nobody has said where the robot is. Look at it, and say so",
                "niemand hat gesagt, wo der Roboter steht. Sehen Sie ihn an, und sagen Sie es",
            )));
        }
        robot => robot?,
    };
    if let Err(error) = State::named(desk.snapshot(), &robot.position, &robot.tool) {
        return Ok(Some(Words::both(
            format!("{error}: it was stored for another layout"),
            format!("{error}: das wurde für ein anderes Layout vermerkt"),
        )));
    }
    let reason = desk.reason_not_to_run(is_simulated)?;
    Ok(reason.map(|reason| {
        Words::both(
            format!("nobody knows for sure where the robot is: {reason}"),
            format!("niemand weiß sicher, wo der Roboter steht: {reason}"),
        )
    }))
}

/// The move that the robot may stand in the middle of; none where somebody has said where it is.
pub(super) fn broken(desk: &Desk) -> Option<BrokenMove> {
    let is_known = desk.store().robot().is_ok_and(|robot| robot.confirmed);
    // A history that cannot be read is a trouble of its own, which is shown.
    if is_known { None } else { broken_move(desk.store()).ok().flatten() }
}

/// What a page shows of a proposal: everything.
pub(super) fn shown(proposal: &Proposal) -> Shown {
    proposal.shown().clone()
}
