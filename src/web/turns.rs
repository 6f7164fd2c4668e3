//! What came of a sentence, in words, and why nothing can be run. In: turns, and the desk. Out: text as the console has it, and in German where
//! it is no plan, answer or warning.

use super::words::Words;
use crate::{
    cell::State,
    review::{Proposal, Shown, reply::ReviewWord},
    store::StoreError,
    workflow::{BrokenMove, Desk, Lost, Remedies, Turn, Waiting, WorkflowError, broken_move},
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
pub(super) fn words(turn: &Turn, desk: &Desk) -> (Vec<Words>, Vec<String>) {
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
            let offers = given_up.offers.iter().map(|offer| offer.sentence.clone()).collect();
            (of_desk(&given_up.fallback.text), offers)
        }
        Turn::NothingWaits => (limit(NOTHING_TO_APPROVE), Vec::new()),
        Turn::NoReplay(text) | Turn::NothingToCorrect(text) => (limit(Words::of_desk(text)), Vec::new()),
        // It has a page of its own.
        Turn::Proposed(_) => (limit(Words::own("A plan waits for a yes.", "Ein Plan wartet auf ein Ja.")), Vec::new()),
    }
}

/// Why a run failed, and the ways to go on.
pub(super) fn remedies(remedies: &Remedies) -> (Words, Vec<String>) {
    (Words::of_desk(remedies.to_string()), remedies.ways.iter().map(|way| way.words().to_owned()).collect())
}

/// Why a plan waits on. The English is the console's, but where the page has a key for what the console has a word for.
pub(super) fn waits(why: &Waiting) -> Words {
    let english = why.to_string();
    let german = match why {
        Waiting::NothingSaid => "Nichts wurde gesagt: sagen Sie yes, no, oder was zu ändern ist.".to_owned(),
        Waiting::NameTheDigest(_) => return NO_TYPED_YES,
        Waiting::Unnamed => "Nichts wurde ausgeführt: ein Plan wird mit mindestens den ersten Stellen seines Vorschlags benannt, wie sie hier stehen."
            .to_owned(),
        Waiting::OtherDigest { named, proposed } => {
            format!("{named} ist nicht, was vorgeschlagen ist: das ist {proposed}. Nichts wurde ausgeführt.")
        }
        Waiting::NoPlainYes => {
            "Das ist kein klares Ja, also wartet der Plan, wie er ist: sagen Sie yes, no, oder was zu ändern ist.".to_owned()
        }
        Waiting::Unchanged => {
            "Das würde nichts ändern, also wartet der Plan, wie er ist: sagen Sie yes, no, oder was zu ändern ist.".to_owned()
        }
        Waiting::Word(ReviewWord::Help) => HELP_IN_GERMAN.to_owned(),
        Waiting::Word(ReviewWord::Layout) => {
            "Ein neues Layout kann übernommen werden, wenn der Plan beantwortet ist. Sagen Sie yes, no, oder was zu ändern ist."
                .to_owned()
        }
        Waiting::Answered(_) | Waiting::Word(_) => {
            "Der Plan wartet: sagen Sie yes, no, oder was zu ändern ist.".to_owned()
        }
        Waiting::NotUnderstood(_) => {
            "Nicht verstanden, also wartet der Plan, wie er ist: sagen Sie yes, no, oder was zu ändern ist.".to_owned()
        }
        Waiting::YesToWhat(lost) => format!(
            "Nichts wurde ausgeführt: {}. Sagen Sie noch einmal yes, um den Plan so auszuführen, wie er gezeigt wurde.",
            lost_in_german(*lost)
        ),
        Waiting::CannotBeDone(_) => {
            "Diese Änderung ist nicht möglich. Der Plan von vorher wartet unverändert: sagen Sie yes, no, oder was zu ändern ist."
                .to_owned()
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
        WorkflowError::Store(store) => Words::of_desk(match store.hint() {
            Some(hint) => format!("{error}. {hint}"),
            None => error.to_string(),
        }),
        WorkflowError::NotApproved(_) => Words::of_desk(error.to_string()),
    }
}

/// Why nothing was run.
pub(super) fn not_run(why: &Words) -> Words {
    why.within(|why, language| format!("{why}. {}", language.of("Nothing was run.", "Nichts wurde ausgeführt.")))
}

/// Why nothing could be run now, if that is so.
pub(super) fn trouble(desk: &Desk, is_simulated: bool) -> Option<Words> {
    let stored = desk.store();
    match stored.interrupted() {
        Ok(None) => {}
        Ok(Some(interrupted)) => {
            let row = &interrupted.run.row;
            let (number, said) = (row.number, &row.operator_input);
            return Some(Words::both(
                format!("run {number} ('{said}') was interrupted. Look at the robot, and say where it is"),
                format!(
                    "Lauf {number} ('{said}') wurde unterbrochen. Sehen Sie den Roboter an, und sagen Sie, wo er steht"
                ),
            ));
        }
        Err(error) => return Some(Words::of_desk(error.to_string())),
    }
    let robot = match stored.robot() {
        Err(StoreError::NoRobotState) => {
            return Some(Words::own(
                "nobody has said where the robot is. Look at it, and say so",
                "niemand hat gesagt, wo der Roboter steht. Sehen Sie ihn an, und sagen Sie es",
            ));
        }
        Err(error) => return Some(Words::of_desk(error.to_string())),
        Ok(robot) => robot,
    };
    if let Err(error) = State::named(desk.snapshot(), &robot.position, &robot.tool) {
        return Some(Words::both(
            format!("{error}: it was stored for another layout"),
            format!("{error}: das wurde für ein anderes Layout vermerkt"),
        ));
    }
    match desk.reason_not_to_run(is_simulated) {
        Ok(reason) => reason.map(|reason| {
            Words::both(
                format!("nobody knows for sure where the robot is: {reason}"),
                format!("niemand weiß sicher, wo der Roboter steht: {reason}"),
            )
        }),
        Err(error) => Some(Words::of_desk(error.to_string())),
    }
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
