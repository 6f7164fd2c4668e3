//! What every page shows: one value, made anew at each change and never changed afterwards. In: what the desk's thread says. Out: what pages
//! are drawn from; nobody who draws holds anything up.

use std::sync::Arc;

use uuid::Uuid;

use super::words::{Language, Words};
use crate::{
    cell::{NO_TOOL, State, shown},
    limits::WEB_LINES_MAX,
    review::{Place, Shown},
    run::Event,
    snapshot::Snapshot,
    store::RobotState,
    workflow::{BrokenMove, Past},
};

/// All that there is to see.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// Changes with what a page has on it beside its status line; a page that shows another is drawn anew.
    pub(super) page: u64,
    pub(super) snapshot: Arc<Snapshot>,
    /// Where the robot is as far as anybody knows; none before the first word about it.
    pub(super) robot: Option<RobotState>,
    /// Why nothing can be run now, if that is so.
    pub(super) trouble: Option<Trouble>,
    /// Another layout, which lies in the snapshot's file.
    pub(super) new_layout: Option<Arc<Offered>>,
    /// The move that the robot may stand in the middle of.
    pub(super) broken: Option<BrokenMove>,
    pub(super) doing: Doing,
    /// What came of the last sentence or run.
    pub(super) outcome: Option<Arc<Outcome>>,
}

/// Why nothing can be run now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) why: Words,
    /// Whether it is over when somebody says where the robot is.
    pub(super) is_about_robot: bool,
}

/// What goes on.
#[derive(Clone, Debug)]
pub(super) enum Doing {
    Rest,
    /// Something is done that no plan comes of.
    Busy,
    /// Something is read, planned or answered: whoever says stop to it drops the plan that may come of it.
    Plans,
    /// An approval is looked at, or an approved run is made ready: it can be stopped already. What was said to it so far.
    Begins(Vec<Words>),
    /// A plan waits for a yes.
    Review(Arc<Review>),
    Run(Arc<Running>),
    /// Another desk drives this cell.
    Elsewhere(Arc<Driven>),
}

/// What the desk that drives tells.
#[derive(Clone, Debug, Default)]
pub(super) struct Driven {
    /// It tells nothing any more: it has ended, or has let this page go.
    pub(super) is_over: bool,
    /// It has told how it stands, which a desk does at once that does not hang.
    pub(super) has_told: bool,
    /// Whether a run goes on there, whatever can be read of it.
    pub(super) has_run: bool,
    /// The run that goes on, as far as the cell's data tell of it.
    pub(super) run: Option<Running>,
    /// Why the cell's data cannot be read now.
    pub(super) unread: Option<String>,
    pub(super) lines: Vec<Words>,
}

/// What came of a sentence or a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// What was said; nothing after a run.
    pub(super) said: String,
    pub(super) text: Vec<Words>,
    /// What was done beside it since.
    pub(super) also: Vec<Words>,
    /// Readings to choose from.
    pub(super) offers: Vec<Words>,
    /// Names this outcome, so that a choice is made from what was shown.
    pub(super) ticket: Uuid,
    /// The run that it tells of.
    pub(super) run: Option<Uuid>,
}

/// A layout that may be taken up.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    pub(super) hash: [u8; 32],
    pub(super) name: String,
    /// What is different from the one in force.
    pub(super) changes: Vec<String>,
    /// Which plans of the history it would refuse; or why nobody can say.
    pub(super) past: Result<Past, String>,
}

impl Offered {
    /// Its hash, as a form names it.
    pub(super) fn hash_text(&self) -> String {
        blake3::Hash::from_bytes(self.hash).to_hex().to_string()
    }
}

/// A plan that waits.
#[derive(Clone, Debug)]
pub(super) struct Review {
    /// Of this showing. Whatever is said about the plan is shown with it anew, and no page that was shown before answers it.
    pub(super) ticket: Uuid,
    pub(super) shown: Shown,
    pub(super) session: u32,
    pub(super) operator: String,
    /// What was said about it since it is shown.
    pub(super) remarks: Vec<Words>,
}

/// A run that goes on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Running {
    pub(super) run: Uuid,
    pub(super) session: u32,
    pub(super) operator: String,
    pub(super) sentence: String,
    pub(super) of: u32,
    pub(super) done: u32,
    pub(super) step: Option<(u32, String, Option<f64>)>,
    pub(super) place: Place,
    pub(super) stands: Stands,
    /// Whether a pause stands, or begins after the step.
    pub(super) is_paused: bool,
    /// The number of the pause that was shown last: what lets the run go on names it.
    pub(super) pause: u32,
    pub(super) lines: Vec<Words>,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    GettingReady,
    Moving,
    Between,
    Looking,
    Paused,
    /// A step waits for its yes, which names this question.
    Asked(u32),
    /// Nobody can be sure of the step; an operator's word names this code.
    Unsure(u16),
}

impl View {
    /// The robot's place in the cell in force, where it has one.
    pub(super) fn here(&self) -> Option<usize> {
        let (position, tool) = match (&self.doing, &self.robot) {
            (Doing::Run(run), _) => (&run.place.position, &run.place.tool),
            // What is on record comes from that run.
            (_, Some(robot)) => (&robot.position, &robot.tool),
            (_, None) => return None,
        };
        State::named(&self.snapshot, position, tool).ok().map(|state| state.position.index())
    }

    /// Whether the robot is known to be at that place, or on its way from there in a run that goes on.
    pub(super) fn is_sure(&self) -> bool {
        self.has_run() || self.robot.as_ref().is_some_and(|robot| robot.confirmed)
    }

    /// Whether a run goes on, here or at the desk that drives.
    pub(super) fn has_run(&self) -> bool {
        match &self.doing {
            Doing::Run(_) => true,
            Doing::Elsewhere(driven) => driven.has_run,
            Doing::Rest | Doing::Busy | Doing::Plans | Doing::Begins(_) | Doing::Review(_) => false,
        }
    }

    /// Whether a stop has something to halt: a run goes on or begins, here or perhaps at the desk that drives; or a plan is made that it drops.
    /// A plan that is shown has its no beside it.
    pub(super) fn may_halt(&self) -> bool {
        match &self.doing {
            Doing::Run(_) | Doing::Begins(_) | Doing::Plans => true,
            Doing::Elsewhere(driven) => !driven.is_over,
            Doing::Rest | Doing::Busy | Doing::Review(_) => false,
        }
    }

    /// Names what is on record about the robot: a word about it counts where it was given to this.
    pub(super) fn record(&self) -> String {
        self.robot.as_ref().map_or_else(|| "none".to_owned(), |robot| robot.last_updated.to_string())
    }

    /// How things stand, in one line.
    pub(super) fn line(&self, language: Language) -> String {
        let robot = || match &self.robot {
            None => language
                .of("Nobody has said yet where the robot is.", "Niemand hat gesagt, wo der Roboter steht.")
                .to_owned(),
            Some(robot) => {
                let at = at(&robot.position, &robot.tool, language);
                match robot.confirmed {
                    true => at,
                    false => format!(
                        "{} {at}",
                        language.of(
                            "NOT confirmed: nobody knows where the robot is. The last word was:",
                            "NICHT bestätigt: niemand weiß, wo der Roboter steht. Zuletzt hieß es:",
                        )
                    ),
                }
            }
        };
        match &self.doing {
            Doing::Rest => robot(),
            Doing::Busy | Doing::Plans => language.of("Working on it …", "Wird bearbeitet …").to_owned(),
            Doing::Begins(_) => language.of("A run is made ready …", "Ein Lauf wird vorbereitet …").to_owned(),
            Doing::Review(review) => {
                let waits = language.of("A plan waits for the yes of", "Ein Plan wartet auf das Ja von");
                format!("{waits} {}. {}", shown(&review.operator), robot())
            }
            Doing::Run(run) => run.line(language),
            Doing::Elsewhere(driven) => driven.line(language, robot),
        }
    }
}

impl Driven {
    /// Adds a line to what was told.
    pub(super) fn say(&mut self, line: Words) {
        keep(&mut self.lines, line);
    }

    fn line(&self, language: Language, robot: impl Fn() -> String) -> String {
        if self.is_over {
            return language
                .of(
                    "The desk that drove this cell tells nothing any more.",
                    "Die Stelle, die diese Zelle fuhr, meldet nichts mehr.",
                )
                .to_owned();
        }
        let line = match &self.run {
            Some(run) => run.line(language),
            None if self.has_run => language
                .of("A run goes on at the desk that drives.", "An der Stelle, die fährt, ist ein Lauf im Gang.")
                .to_owned(),
            None => robot(),
        };
        let line = match self.has_told {
            true => line,
            false => format!(
                "{} {line}",
                language.of(
                    "The desk that drives has told nothing yet.",
                    "Die Stelle, die fährt, hat noch nichts gemeldet."
                ),
            ),
        };
        match &self.unread {
            None => line,
            Some(why) => {
                format!("{line} {}: {}", language.of("This may be old", "Das kann alt sein"), shown(why))
            }
        }
    }
}

/// Adds a line, at the expense of the oldest one where there are many.
fn keep(lines: &mut Vec<Words>, line: Words) {
    if lines.len() == WEB_LINES_MAX {
        lines.remove(0);
    }
    lines.push(line);
}

/// Where the robot is, in a sentence without its end.
pub(super) fn at(position: &str, tool: &str, language: Language) -> String {
    let hand = in_hand(tool, language);
    format!("{} {} {hand}", language.of("The robot is at", "Der Roboter steht bei"), shown(position))
}

fn in_hand(tool: &str, language: Language) -> String {
    match tool {
        NO_TOOL => language.of("with an empty hand", "mit leerer Hand").to_owned(),
        tool => format!("{} {}", language.of("with", "mit"), shown(tool)),
    }
}

impl Running {
    /// Takes in an event, with its line for the log where it has one. Whether the page has other keys on it from then on.
    pub(super) fn heed(&mut self, event: &Event) -> bool {
        let before = (self.stands, self.is_paused, self.pause);
        match event {
            Event::Started { steps, .. } => (self.of, self.stands) = (*steps, Stands::Between),
            Event::StepStarted { number, of, name, expected_s, .. } => {
                self.of = *of;
                self.step = Some((*number, name.clone(), *expected_s));
                self.stands = Stands::Moving;
                self.say(Words::of_desk(format!("{number}/{of}  {name}")));
            }
            Event::StepCompleted { number, place } => {
                (self.done, self.place, self.stands) = (*number, place.clone(), Stands::Between);
                let hand = |language| in_hand(&place.tool, language);
                let done = format!("{number}/{}  ✓ {}", self.of, shown(&place.position));
                self.say(Words::both(
                    format!("{done} {}", hand(Language::English)),
                    format!("{done} {}", hand(Language::German)),
                ));
            }
            Event::LookingAgain { number, reason } => {
                self.stands = Stands::Looking;
                self.say(Words::both(
                    format!("step {number} is said to be done, and that is not certain ({reason}); looking once more"),
                    format!("Schritt {number} ist als ausgeführt gemeldet, und das ist nicht sicher ({reason}); wird noch einmal angesehen"),
                ));
            }
            Event::Unsure { number, name, reason, code } => {
                self.stands = Stands::Unsure(*code);
                self.say(Words::both(
                    format!("step {number} ({name}) seems done, and nobody can be sure: {reason}"),
                    format!("Schritt {number} ({name}) scheint ausgeführt, und niemand kann sicher sein: {reason}"),
                ));
            }
            Event::StepAsked { number, of, name, question, .. } => {
                self.of = *of;
                self.step = Some((*number, name.clone(), None));
                self.stands = Stands::Asked(*question);
            }
            Event::PartialSuccess { number, warning } => self.say(Words::both(
                format!("step {number} is a partial success: {warning}"),
                format!("Schritt {number} ist teilweise gelungen: {warning}"),
            )),
            Event::Paused { .. } => (self.stands, self.is_paused) = (Stands::Paused, true),
            Event::Resumed => self.stands = Stands::Between,
            Event::PauseLifted { pause } => self.lifted(*pause),
            Event::Confirmed { number } => {
                self.stands = Stands::Between;
                self.say(Words::both(
                    format!("step {number} was confirmed"),
                    format!("Schritt {number} wurde bestätigt"),
                ));
            }
            Event::Beside(wish) => {
                self.say(Words::of_desk(format!("{}: {}", wish.by, wish.words)));
                if let Some(pause) = wish.pause {
                    self.paused(pause);
                }
            }
            Event::Observed { .. } | Event::Ended(_) => {}
        }
        let has_question = |stands| matches!(stands, Stands::Asked(_) | Stands::Unsure(_));
        let has_other_question = before.0 != self.stands && (has_question(before.0) || has_question(self.stands));
        has_other_question || (before.1, before.2) != (self.is_paused, self.pause)
    }

    /// Somebody has paused the run.
    pub(super) fn paused(&mut self, pause: u32) {
        (self.is_paused, self.pause) = (true, self.pause.max(pause));
    }

    /// This pause is over. A later one stands.
    pub(super) fn lifted(&mut self, pause: u32) {
        self.is_paused &= self.pause > pause;
    }

    /// Whether nothing comes after the step that is being made.
    pub(super) fn is_in_last_step(&self) -> bool {
        let is_last = self.step.as_ref().is_some_and(|(number, ..)| *number >= self.of);
        is_last && matches!(self.stands, Stands::Moving | Stands::Looking)
    }

    pub(super) fn say(&mut self, line: Words) {
        keep(&mut self.lines, line);
    }

    /// What the status line says, for the log.
    pub(super) fn say_how_it_stands(&mut self) {
        self.say(Words::both(self.line(Language::English), self.line(Language::German)));
    }

    fn line(&self, language: Language) -> String {
        let (number, name) = self.step.as_ref().map_or((0, ""), |(number, name, _)| (*number, name.as_str()));
        let step = format!("{} {number}/{}: {}", language.of("step", "Schritt"), self.of, shown(name));
        let at = at(&self.place.position, &self.place.tool, language);
        let after = format!("{} {}/{}", language.of("after step", "nach Schritt"), self.done, self.of);
        match self.stands {
            Stands::GettingReady => format!("{}. {at}", language.of("Getting ready", "Wird vorbereitet")),
            Stands::Moving => {
                let expected = self.step.as_ref().and_then(|(.., expected)| *expected);
                let about = language.of("about", "etwa");
                let expected = expected.map(|seconds| format!(" ({about} {seconds:.1} s)")).unwrap_or_default();
                format!("{}: {step}{expected}", language.of("Running", "Läuft"))
            }
            Stands::Between => format!("{}: {after}. {at}", language.of("Running", "Läuft")),
            Stands::Looking => format!("{}: {step}", language.of("Looked at once more", "Wird noch einmal angesehen")),
            Stands::Paused => format!("{}, {after}. {at}", language.of("Paused", "Pausiert")),
            Stands::Asked(_) => {
                let waits = language.of("Waits for the yes of", "Wartet auf das Ja von");
                format!("{waits} {}: {step}. {at}", shown(&self.operator))
            }
            Stands::Unsure(_) => format!("{}: {step}", language.of("Was it done?", "Wurde er ausgeführt?")),
        }
    }
}
