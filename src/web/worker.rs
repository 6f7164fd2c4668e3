//! The desk's own thread: it hears what is asked, one after the other, and shows what came of it. In: [`Ask`]s, which have taken the floor. Out:
//! changes of what there is to see. It is the one reader of the page's sentences and answers, and calls the workflow as the console
//! does. It waits for nobody who looks at a page.

use std::{iter, sync::Arc};

use crossbeam_channel::{Receiver, never, select};
use tracing::warn;
use uuid::Uuid;

use super::{
    board::{Doing, Outcome, Review, at},
    fault::refused_words,
    floor::Refused,
    hub::{Ask, Floor, Held, Hub, Who},
    operators::Operators,
    station::Station,
    turns,
    words::{Language, Words},
};
use crate::{
    language::model::Cancel,
    review::{
        ApprovedPlan, Digest, Place,
        reply::{self, AtRest, Reply, ReviewWord},
    },
    run::Control,
    store::PageAct,
    workflow::{
        ApprovedBy, Desk, GivenUp, HELD_BACK, NewLayout, Proposed, Replied, Showing, Turn, Waiting, Way, WorkflowError,
    },
};

/// What a key of an outcome leads to.
enum Offer {
    /// Readings of a sentence.
    Readings(Box<GivenUp>),
    /// Ways to go on after a run that failed.
    Ways(Vec<Way>),
}

/// The plan that waits, and what controls it from before it was shown on.
struct Waits {
    proposed: Proposed,
    held: Held,
}

/// The desk, and what waits at it.
pub(super) struct Worker<'w> {
    pub(super) desk: &'w mut Desk,
    pub(super) station: &'w dyn Station,
    pub(super) hub: &'w Arc<Hub>,
    waiting: Option<Waits>,
    /// What was offered last, and the name under which it was shown.
    offered: Option<(Uuid, Offer)>,
    /// The layout that is offered on the page.
    pub(super) offered_layout: Option<NewLayout>,
    /// What was said last about the snapshot's file.
    pub(super) told_of_layout: Option<Words>,
    /// Each step of the next run waits for a yes of its own.
    pub(super) is_stepwise: bool,
    /// The program is to end.
    pub(super) is_over: bool,
}

impl<'w> Worker<'w> {
    pub(super) fn new(desk: &'w mut Desk, station: &'w dyn Station, hub: &'w Arc<Hub>) -> Self {
        Self {
            desk,
            station,
            hub,
            waiting: None,
            offered: None,
            offered_layout: None,
            told_of_layout: None,
            is_stepwise: false,
            is_over: false,
        }
    }

    /// Hears until the page is over.
    pub(super) fn work(&mut self, asks: &Receiver<Ask>) {
        let _ = self.look_for_layout();
        while !self.is_over {
            // A stop from beside reaches the control alone.
            let held_back = self.waiting.as_ref().map_or_else(never, |waits| waits.held.control.woken().clone());
            let ask = select! {
                recv(asks) -> ask => ask,
                recv(held_back) -> _ => {
                    self.hold_back();
                    continue;
                }
            };
            let Ok(ask) = ask else { return };
            match ask {
                Ask::End => return,
                Ask::Note(act) => self.note(&act),
                // Whoever asked may wait no longer.
                Ask::Enter { act, session, recorded } => drop(recorded.send(self.enter(&act, session))),
                Ask::Operators(operators) => record_operators(&operators, self.desk),
                Ask::Say { sentence, held, who, done } => {
                    self.say(&sentence, &who);
                    self.let_go(held);
                    let _ = done.send(());
                }
                Ask::Choose { ticket, number, held, who, done } => {
                    self.choose(ticket, number, &who);
                    self.let_go(held);
                    let _ = done.send(());
                }
                Ask::Place { place, reason, shown, who, done } => {
                    match shown.stood_still() {
                        Some(_) => {
                            let why = |language| refused_words(Refused::LookedBefore, language);
                            self.rest("", Words::own(why(Language::English), why(Language::German)));
                        }
                        None => self.place(&place, &reason, &who),
                    }
                    let _ = done.send(());
                }
                Ask::Arrange { arrangement, instead_of, act, done } => {
                    self.arrange(arrangement.as_deref(), &instead_of, &act);
                    let _ = done.send(());
                }
                Ask::Layout { shown, taken_up, who, done } => {
                    self.answer_layout(shown, taken_up, &who);
                    let _ = done.send(());
                }
                Ask::Answer { words, digest, who, done } => match self.answer(&words, digest, &who) {
                    Some((approved, held)) => self.run(*approved, held, &who, done),
                    None => drop(done.send(())),
                },
            }
        }
    }

    /// Records what somebody did. A history that cannot be written to says so by itself, and lets nothing begin.
    fn note(&mut self, act: &PageAct) {
        if let Err(error) = self.desk.store_mut().record_page_act(act) {
            warn!(stage = "page", "an act was not recorded: {error}");
            self.look_for_trouble();
        }
        self.hub.noted(act);
    }

    /// Records that somebody entered. Where that cannot be done, they are out again.
    fn enter(&mut self, act: &PageAct, session: u32) -> Result<(), String> {
        let recorded = self.desk.store_mut().record_page_act(act).map_err(|error| turns::of_store(&error));
        if let Err(why) = &recorded {
            warn!(stage = "page", session, "nobody was let in, as it could not be recorded: {why}");
            self.hub.sessions.lock().leave(session);
            self.look_for_trouble();
        }
        self.hub.noted(act);
        recorded
    }

    /// Shows at once that nothing can be recorded any more: whoever asks for something is told too late.
    fn look_for_trouble(&self) {
        let trouble = turns::trouble(self.desk, self.station.is_simulated());
        self.hub.show(|view| {
            let is_other = view.trouble != trouble;
            view.trouble = trouble;
            is_other
        });
    }

    fn say(&mut self, sentence: &str, who: &Who) {
        self.is_stepwise = false;
        let about_layout = self.look_for_layout();
        if reply::at_review(sentence) == Reply::Word(ReviewWord::Layout) {
            return self.rest(sentence, self.told_layout());
        }
        if reply::is_recover(sentence) {
            let where_said = Words::own(
                "Where the robot is, is said on the page \"Robot\".",
                "Wo der Roboter steht, sagen Sie auf der Seite \"Roboter\".",
            );
            return self.rest(sentence, where_said);
        }
        let turn = match reply::at_rest(sentence) {
            Some(AtRest::Correct) => return self.correct(sentence),
            Some(AtRest::Stop) => return self.rest(sentence, turns::NOT_RUNNING),
            Some(AtRest::Nothing) => {
                let nothing = Words::own(
                    "Nothing is running, and nothing waits for an answer.",
                    "Es läuft nichts, und nichts wartet auf eine Antwort.",
                );
                return self.rest(sentence, nothing);
            }
            Some(AtRest::GoOn) => self.desk.carry_on(self.station.robot()),
            None => self.desk.hear(sentence, &Cancel::default()),
        };
        self.take(turn, sentence, who, about_layout);
    }

    fn choose(&mut self, ticket: Uuid, number: usize, who: &Who) {
        let offered = self.offered.take().filter(|(shown, _)| *shown == ticket);
        let place = number.wrapping_sub(1);
        let chosen = match offered.as_ref().map(|(_, offer)| offer) {
            Some(Offer::Readings(given_up)) => given_up.offers.get(place).map(|offer| {
                let turn = self.desk.hear_choice(&given_up.said, number, &offer.sentence, &Cancel::default());
                (turn, offer.sentence.as_str())
            }),
            Some(Offer::Ways(ways)) => {
                ways.get(place).map(|way| (self.desk.correct(*way, self.station.robot()), way.words()))
            }
            None => None,
        };
        match chosen {
            Some((turn, said)) => self.take(turn, said, who, None),
            None => {
                self.rest("", Words::own("That is not offered any more.", "Das wird nicht mehr angeboten."));
            }
        }
    }

    /// What can be done about the latest run, if it failed: each way with a key that leads to its review.
    fn correct(&mut self, said: &str) {
        self.desk.forget_unheard();
        let remedies = match self.desk.remedies(self.station.robot()) {
            Ok(Ok(remedies)) => remedies,
            Ok(Err(why)) => return self.rest(said, Words::of_desk(self.desk.told_limit(&why).text)),
            Err(error) => return self.rest(said, turns::failed(&error)),
        };
        let (text, offers) = turns::remedies(&remedies);
        let ticket = Uuid::new_v4();
        self.offered = Some((ticket, Offer::Ways(remedies.ways)));
        self.over(Outcome { said: said.to_owned(), text: vec![text], offers, ticket, ..Outcome::default() });
    }

    /// Where the robot is, by somebody who has looked.
    fn place(&mut self, place: &Place, reason: &str, who: &Who) {
        let text = match self.station.recover(self.desk, place, &who.operator, reason) {
            Ok(()) => {
                let at = |language| at(&place.position, &place.tool, language);
                Words::both(
                    format!("{}. That is confirmed.", at(Language::English)),
                    format!("{}. Das ist bestätigt.", at(Language::German)),
                )
            }
            Err(why) => {
                let text =
                    Words::both(format!("Nothing is confirmed: {why}."), format!("Nichts ist bestätigt: {why}."));
                return self.rest("", text);
            }
        };
        let text = iter::once(text).chain(self.what_is_left()).collect();
        self.over(Outcome { text, ..Outcome::default() });
    }

    /// The word for what can be done about the latest run, where it failed or was stopped.
    fn what_is_left(&mut self) -> Option<Words> {
        match self.desk.remedies(self.station.robot()) {
            Ok(Ok(remedies)) if remedies.is_done => Some(Words::own(
                "Nothing is left of the latest run: everything that was asked for is already so.",
                "Vom letzten Lauf ist nichts übrig: alles, was verlangt wurde, ist schon so.",
            )),
            Ok(Ok(remedies)) if remedies.ways.is_empty() => Some(Words::own(
                "Of the latest run nothing can be done from here. Say in words what is to be done.",
                "Vom letzten Lauf ist von hier aus nichts möglich. Sagen Sie in Worten, was zu tun ist.",
            )),
            Ok(Ok(remedies)) if remedies.is_stopped && remedies.ways.contains(&Way::Rest) => Some(Words::own(
                "The latest run was stopped. Say continue to be shown what is left of it.",
                "Der letzte Lauf wurde gestoppt und ist nicht fertig. Sagen Sie continue, um zu sehen, was davon übrig ist.",
            )),
            Ok(Ok(_)) => Some(Words::own(
                "The latest run failed. Say correct to see what can be done about it.",
                "Der letzte Lauf ist fehlgeschlagen. Sagen Sie correct, um zu sehen, was zu tun ist.",
            )),
            Ok(Err(_)) | Err(_) => None,
        }
    }

    /// An answer to the plan that waits, from the page that showed `seen`.
    fn answer(&mut self, words: &str, seen: Digest, who: &Who) -> Option<(Box<ApprovedPlan>, Held)> {
        let Some(Waits { proposed, held }) = self.waiting.take() else {
            self.rest("", turns::NOTHING_TO_APPROVE);
            return None;
        };
        let moves_robot = !self.station.is_simulated();
        // As for a program: a robot is moved by an answer that names the digest, as the page's key for it does. A yes that is typed
        // into a browser may have been typed for anything.
        let showing = Showing { digest: seen, operator: &who.operator, moves_robot, at_terminal: false };
        let sentence = proposed.proposal.request().sentence.clone();
        match self.desk.reply(proposed, words, &showing, &Cancel::default()) {
            Ok(Replied::Approved(_)) if !self.hub.may_drive(who.session) => {
                let left = Words::own(
                    "Whoever approved has left, or may not do that any more: nothing was run.",
                    "Wer freigegeben hat, hat sich abgemeldet oder darf das nicht mehr: nichts wurde ausgeführt.",
                );
                self.rest(&sentence, left);
            }
            Ok(Replied::Approved(approved)) => return Some((approved, held)),
            Ok(Replied::Rejected) => {
                let rejected = Words::own("Rejected: nothing was run.", "Abgelehnt: nichts wurde ausgeführt.");
                self.rest(&sentence, rejected);
            }
            Ok(Replied::Revised(turn)) => {
                let dropped = (!matches!(turn, Turn::Proposed(_))).then(|| {
                    Words::own(
                        "What was proposed before is dropped: nothing was run.",
                        "Was zuvor vorgeschlagen war, ist verworfen: nichts wurde ausgeführt.",
                    )
                });
                self.take(Ok(turn), words, who, dropped);
            }
            Ok(Replied::Waits(proposed, why)) => self.waits(*proposed, words, &why, who),
            Err(error) => self.rest(&sentence, turns::not_run(&turns::failed(&error))),
        }
        self.let_go(held);
        None
    }

    /// What was looked at is dealt with. Whoever said stop, pause or no meanwhile did not want the plan that waits now.
    fn let_go(&mut self, held: Held) {
        let Held { control, beside } = held;
        // A plan that waits is held by a control of its own: what was said until then was said to this one.
        drop(beside);
        if control.is_held_back() {
            self.drop_plan(&control);
        }
    }

    /// Somebody may have said stop, pause or no to the plan that waits. An answer that has taken the floor was sent before, and is heard: where
    /// it is a yes, the stop is the run's.
    fn hold_back(&mut self) {
        let Some(control) = self.waiting.as_ref().map(|waits| waits.held.control.clone()) else { return };
        if control.is_held_back() && self.hub.take_back() {
            self.drop_plan(&control);
        }
    }

    /// The plan that waits, if one does, was not wanted by somebody.
    fn drop_plan(&mut self, control: &Control) {
        let Some(Waits { proposed, held: _held }) = self.waiting.take() else { return };
        let dropped = match control.reason() {
            Some(reason) => Words::both(
                format!("The plan is dropped: {reason}. Nothing was run."),
                format!("Der Plan ist verworfen: {reason}. Nichts wurde ausgeführt."),
            ),
            None => Words::own(
                HELD_BACK,
                "Jemand hat Stopp, Pause oder Nein gesagt, während dies geprüft wurde. Der Plan ist verworfen: nichts wurde ausgeführt.",
            ),
        };
        let sentence = proposed.proposal.request().sentence.clone();
        self.rest(&sentence, dropped);
    }

    /// What came of a sentence: a plan waits, or it is over.
    fn take(&mut self, turn: Result<Turn, WorkflowError>, said: &str, who: &Who, also: Option<Words>) {
        let over = |text: Vec<Words>| {
            let text = text.into_iter().chain(also.clone()).collect();
            Outcome { said: said.to_owned(), text, ..Outcome::default() }
        };
        let turn = match turn {
            Ok(turn) => turn,
            Err(error) => return self.over(over(vec![turns::failed(&error)])),
        };
        // What cannot be run is not shown as if it could, and nobody knows what is already so while nobody knows where the robot is.
        let trouble = matches!(turn, Turn::Proposed(_) | Turn::NothingToDo(_))
            .then(|| turns::trouble(self.desk, self.station.is_simulated()))
            .flatten();
        if let Some(trouble) = trouble {
            let none = trouble.why.within(|trouble, language| {
                format!("{} {trouble}.", language.of("Nothing can be run now:", "Jetzt kann nichts ausgeführt werden:"))
            });
            return self.over(over(vec![none]));
        }
        match turn {
            Turn::Proposed(proposed) => {
                let remarks = also.clone().into_iter().chain(self.will_be_asked(&proposed)).collect();
                self.review(*proposed, remarks, who);
            }
            turn => {
                let (text, offers) = turns::words(&turn, self.desk);
                let ticket = Uuid::new_v4();
                if let Turn::Fallback(given_up) = turn {
                    self.offered = Some((ticket, Offer::Readings(given_up)));
                }
                self.over(Outcome { offers, ticket, ..over(text) });
            }
        }
    }

    /// That a step will have to be confirmed.
    fn will_be_asked(&self, proposed: &Proposed) -> Option<Words> {
        match self.station.to_be_confirmed(proposed.proposal.plan(), self.desk.snapshot()) {
            Ok(open) => open.map(|(step, check)| {
                Words::both(
                    format!("After step {step} you will be asked whether it was done: nothing is declared that answers '{check}'."),
                    format!("Nach Schritt {step} werden Sie gefragt, ob er ausgeführt wurde: nichts ist erklärt, was '{check}' beantwortet."),
                )
            }),
            Err(why) => Some(Words::of_desk(why)),
        }
    }

    fn review(&mut self, proposed: Proposed, remarks: Vec<Words>, who: &Who) {
        let shown = turns::shown(&proposed.proposal);
        let (ticket, digest) = (Uuid::new_v4(), shown.digest);
        // Before it is shown: who says stop from then on says it to this plan, and a program that stood still since then runs nothing.
        let held = self.hub.hold();
        let control = held.control.clone();
        self.waiting = Some(Waits { proposed, held });
        let review = Review { ticket, shown, session: who.session, operator: who.operator.clone(), remarks };
        self.hub.take(Floor::Review { ticket, digest, session: who.session, control }, Doing::Review(Arc::new(review)));
    }

    fn waits(&mut self, proposed: Proposed, words: &str, why: &Waiting, who: &Who) {
        let said = match why {
            Waiting::Answered(turn) | Waiting::NotUnderstood(turn) | Waiting::CannotBeDone(turn) => {
                turns::words(turn, self.desk).0
            }
            Waiting::Word(ReviewWord::Why) => vec![Words::of_desk(proposed.proposal.shown().why())],
            Waiting::Word(ReviewWord::State) => {
                vec![match self.desk.store().robot() {
                    Ok(robot) => {
                        let stands = |language| at(&robot.position, &robot.tool, language);
                        Words::both(stands(Language::English), stands(Language::German))
                    }
                    Err(error) => Words::of_desk(error.to_string()),
                }]
            }
            Waiting::Word(ReviewWord::StepByStep) => {
                self.is_stepwise = true;
                vec![Words::own(
                    "Step by step: once the plan is approved, each step waits for a yes of its own.",
                    "Schrittweise: ist der Plan freigegeben, wartet jeder Schritt auf ein eigenes Ja.",
                )]
            }
            _ => Vec::new(),
        };
        let mut remarks: Vec<Words> = self.will_be_asked(&proposed).into_iter().collect();
        remarks.push(Words::of_desk(format!("» {words} «")));
        remarks.extend(said);
        let by = if self.station.is_simulated() { ApprovedBy::Word } else { ApprovedBy::Key };
        remarks.push(turns::waits(why, by));
        self.review(proposed, remarks, who);
    }

    pub(super) fn rest(&mut self, said: &str, text: Words) {
        self.over(Outcome { said: said.to_owned(), text: vec![text], ..Outcome::default() });
    }

    /// What was done beside sentences and runs. What came of the last of these stays, and so does what it offers.
    pub(super) fn also(&mut self, text: Vec<Words>) {
        let last = self.hub.view().outcome.as_deref().cloned();
        self.over(Outcome { also: text, ..last.unwrap_or_default() });
    }

    /// The end of a sentence or a run.
    pub(super) fn over(&mut self, outcome: Outcome) {
        let trouble = turns::trouble(self.desk, self.station.is_simulated());
        let broken = turns::broken(self.desk);
        let robot = self.desk.store().robot().ok();
        let snapshot = Arc::clone(self.desk.snapshot());
        self.hub.show(|view| {
            (view.trouble, view.broken, view.robot, view.snapshot) = (trouble, broken, robot, snapshot);
            view.outcome = Some(Arc::new(outcome));
            false
        });
        self.hub.take(Floor::Rest, Doing::Rest);
    }
}

/// Puts on record who may enter. A history that cannot be written to says so by itself, and lets nothing begin.
pub(super) fn record_operators(operators: &Operators, desk: &mut Desk) {
    if let Err(error) = operators.record(desk.store_mut()) {
        warn!(stage = "page", "changes of the operators were not recorded: {error}");
    }
}
