//! The questions of a recovery: where the robot is, what it holds, how somebody knows.
//!
//! In: what the record and the controller say, answers that were given already, and a person. Out: a confirmed position, or why
//! there is none. What the controller says while a person answers is heard before anything is confirmed.
//!
//! 1. Every answer is read by [`reply::about_robot`]: a no, a wish to leave and a call for help mean the same at each question.
//! 2. Whatever a person says that is not what is on record takes the record's confirmation back before it is looked at further: a no, "not
//!    sure", another place, words that name none, a question, "it was jogged", how they know. Whatever ends the dialogue then, it stays
//!    so. A yes, a wish to leave and a call for help leave it standing.
//! 3. An answer that cannot be used is asked for again; no other answer is lost by it.
//! 4. "Again" has the controller asked once more, at the first question: the robot was jogged meanwhile.
//! 5. A name may be said in any case, or by its beginning, where that leaves one: the whole is asked for a yes at the end.

use crate::{
    cell::{NO_TOOL, State, shown},
    cli::{
        desk::store,
        failure::Failure,
        input::{self, Completed, StateArgs},
        printer::{complain, talk},
        state::{doubt, doubt_given, is_in_order, tool_of_cell, words},
        terminal::Questions,
    },
    limits::RECOVERY_REPORT_LIMIT,
    review::{
        Place,
        reply::{self, AboutRobot},
    },
    run::Recovered,
    snapshot::Snapshot,
    store::Store,
    workflow::broken_move,
};

use super::{distrust_contradicted, story};

/// Names of positions or tools that are listed where another was said.
const NAMES_SHOWN: usize = 12;

const HELP: &str = "\
Look at the robot, and say what you see: the next run starts from there.
The robot was jogged meanwhile? Again has the controller asked once more.
Nobody can look now? Nothing at all, or quit, puts it off; type or run recover again when somebody has looked.";

/// What came of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Led {
    /// A person has said where the robot is.
    Said,
    /// Nobody has; nothing was confirmed.
    PutOff,
    /// The controller said something else meanwhile; nothing was confirmed.
    Overtaken,
}

/// Says what is known, closes an interrupted run, and takes the operator's word. `answers` are those given already:
/// position, tool, reason. Whoever is asked all three is asked for a yes to the whole at the end. `found` is what the controller
/// said, and hears it on.
pub(in crate::cli) fn lead(
    open: &mut Store,
    snapshot: &Snapshot,
    operator: &str,
    answers: [Option<&str>; 3],
    mut found: Option<&mut Recovered>,
    questions: &mut Questions<'_>,
) -> Result<Led, Failure> {
    let reported = found.as_ref().and_then(|found| found.reported.clone());
    doubt_given(open, Some(snapshot), Some(operator), answers)?;
    if let [Some(position), Some(tool), _] = answers {
        StateArgs::of(position, tool).state(snapshot)?;
    }
    if let ([Some(position), Some(tool), _], Some(place)) = (answers, &reported) {
        refuse_contradicted(open, place, position, tool)?;
    }
    if let Some(reason) = answers[2] {
        input::refuse_reason(reason)?;
    }
    if let Some(interrupted) = open.interrupted().map_err(store)? {
        talk(story(&interrupted));
        open.recover(interrupted.run.row.run_id, "the program ended in the middle of the run").map_err(store)?;
        talk("The run is closed as failed. No step is sent again.");
    }
    match open.robot() {
        Ok(robot) => talk(words(&robot)),
        Err(_) => talk("Nobody has said yet where the robot is."),
    }
    let is_placed = |place: &Place| State::named(snapshot, &place.position, &place.tool).is_ok();
    if answers == [None; 3]
        && !reported.as_ref().is_some_and(is_placed)
        && let Some(broken) = broken_move(open).map_err(store)?
    {
        talk(broken);
        talk(match found.as_ref().is_some_and(|found| found.hears()) {
            true => {
                "3. Then type: again. The controller is asked once more where the robot is. Or say yourself where it is."
            }
            false => "3. Then say here where it is.",
        });
    }
    let mut person = Person { open, snapshot, operator, questions };
    let (position, reported) = loop {
        let reported = found.as_ref().and_then(|found| found.reported.clone());
        let agreed = match &reported {
            Some(place) => person.agree(place, answers)?,
            None => Agreed::NotAsked,
        };
        let named = match (agreed, reported.as_ref()) {
            (Agreed::Yes, Some(place)) => {
                let reason = "the controller reports it, and the operator has looked and agrees";
                return confirm(person.open, place, operator, reason, found);
            }
            (Agreed::PutOff, _) => return Ok(Led::PutOff),
            (Agreed::Again, _) => {
                person.ask_again(found.as_deref_mut())?;
                continue;
            }
            (Agreed::At(position), _) => Some(position),
            (Agreed::No | Agreed::NotAsked | Agreed::Yes, _) => None,
        };
        match person.position(answers[0].map(str::to_owned).or(named))? {
            Some(Where::At(position)) => break (position, reported),
            Some(Where::Again) => person.ask_again(found.as_deref_mut())?,
            None => return Ok(Led::PutOff),
        }
    };
    let Some(tool) = person.tool(answers[1], &position)? else { return Ok(Led::PutOff) };
    let place = Place { position, tool };
    // Where nobody was asked whether the controller is right, nobody has said that it is wrong.
    if let Some(reported) = reported.filter(|_| answers != [None; 3]) {
        refuse_contradicted(person.open, &reported, &place.position, &place.tool)?;
    }
    let Some(reason) = person.reason(answers[2])? else { return Ok(Led::PutOff) };
    if answers[2].is_none() && !person.stands_by(&place)? {
        return Ok(Led::PutOff);
    }
    confirm(person.open, &place, operator, &reason, found)
}

/// Records where the robot is, unless the controller has said something else since it was asked.
fn confirm(
    open: &mut Store,
    place: &Place,
    operator: &str,
    reason: &str,
    found: Option<&mut Recovered>,
) -> Result<Led, Failure> {
    if let Some(why) = found.and_then(|found| found.against(place)) {
        let why = format!("the controller has said more meanwhile: {why}");
        talk(format_args!("{why}. Nothing is confirmed."));
        if is_in_order(open)? {
            open.distrust_robot(&why).map_err(store)?;
        }
        return Ok(Led::Overtaken);
    }
    open.ensure_robot(&place.position, &place.tool).map_err(store)?;
    open.correct_robot(&place.position, &place.tool, operator, reason).map_err(store)?;
    Ok(Led::Said)
}

/// What is asked.
#[derive(Clone, Copy)]
enum About {
    /// Whether the controller is right.
    Report,
    Position,
    Tool,
    /// How somebody knows.
    Reason,
    /// Whether all that was said is so.
    Whole,
}

/// What an operator says to the controller's report.
enum Agreed {
    Yes,
    No,
    /// No: at this position.
    At(String),
    NotAsked,
    PutOff,
    /// The controller is to be asked once more.
    Again,
}

/// What an operator says to the question where the robot is.
enum Where {
    At(String),
    /// The controller is to be asked once more.
    Again,
}

/// Somebody who is asked where the robot is.
struct Person<'p, 'q> {
    open: &'p mut Store,
    snapshot: &'p Snapshot,
    operator: &'p str,
    questions: &'p mut Questions<'q>,
}

impl Person<'_, '_> {
    /// Shows what the controller reports, and asks whether it is so, where the answers were not given.
    fn agree(&mut self, place: &Place, answers: [Option<&str>; 3]) -> Result<Agreed, Failure> {
        if State::named(self.snapshot, &place.position, &place.tool).is_err() {
            talk(format_args!("The controller reports {place}, which is no place and tool of this cell."));
            return Ok(Agreed::NotAsked);
        }
        talk(format_args!("The controller was asked, and reports that the robot is at {place}."));
        if answers != [None; 3] {
            return Ok(Agreed::NotAsked);
        }
        loop {
            let question = "Look at the robot. Is that so? [yes / no] ";
            let Some(line) = self.ask(About::Report, question)? else { return Ok(Agreed::PutOff) };
            match reply::about_robot(&line) {
                AboutRobot::Yes => return Ok(Agreed::Yes),
                AboutRobot::Again => return Ok(Agreed::Again),
                AboutRobot::No => return Ok(Agreed::No),
                AboutRobot::Words(said)
                    if let Completed::One(name) = input::complete(said, &input::position_names(self.snapshot)) =>
                {
                    return Ok(Agreed::At(name.to_owned()));
                }
                AboutRobot::Words(_) => {
                    talk("That is neither yes nor no. Say yes, no, or where it is; quit puts it off.")
                }
                other => {
                    if puts_off(&other) {
                        return Ok(Agreed::PutOff);
                    }
                }
            }
        }
    }

    /// Has the controller say once more where the robot is.
    fn ask_again(&mut self, found: Option<&mut Recovered>) -> Result<(), Failure> {
        let Some(found) = found.filter(|found| found.hears()) else {
            talk("There is no controller that could be asked. Say where the robot is.");
            return Ok(());
        };
        found.ask_again(RECOVERY_REPORT_LIMIT);
        found.remarks.iter().for_each(talk);
        if found.reported.is_none() && found.unusable.is_none() {
            talk("The controller did not say where the robot is.");
        }
        distrust_contradicted(self.open, found)
    }

    /// Where it is; none where that is put off.
    fn position(&mut self, given: Option<String>) -> Result<Option<Where>, Failure> {
        if let Some(given) = given {
            StateArgs::of(&given, NO_TOOL).state(self.snapshot)?;
            return Ok(Some(Where::At(given)));
        }
        let names = input::position_names(self.snapshot);
        talk(format_args!("Positions: {}.", listed(&names)));
        loop {
            let question = "Look at the robot. At which position is it? (nothing: put it off) ";
            let Some(line) = self.ask(About::Position, question)? else { return Ok(None) };
            let name = line.trim();
            if self.snapshot.position_id(name).is_some() {
                return Ok(Some(Where::At(name.to_owned())));
            }
            match reply::about_robot(&line) {
                AboutRobot::Again => return Ok(Some(Where::Again)),
                AboutRobot::Yes | AboutRobot::Words(_) => match input::complete(name, &names) {
                    Completed::One(name) => return Ok(Some(Where::At(name.to_owned()))),
                    Completed::Several(several) => which("position", name, &several),
                    Completed::None => no_such("position", name, &names),
                },
                other => {
                    if puts_off(&other) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// What it holds; none where that is put off.
    fn tool(&mut self, given: Option<&str>, position: &str) -> Result<Option<String>, Failure> {
        if let Some(given) = given {
            let tool = tool_of_cell(self.snapshot, given).unwrap_or_else(|| given.to_owned());
            StateArgs::of(position, &tool).state(self.snapshot)?;
            return Ok(Some(tool));
        }
        let names = input::tool_names(self.snapshot);
        talk(format_args!("Tools: {}.", listed(&names)));
        loop {
            let Some(line) = self.ask(About::Tool, "What does it hold (none for nothing)? ")? else {
                return Ok(None);
            };
            let name = line.trim();
            if let Some(tool) = tool_of_cell(self.snapshot, name) {
                return Ok(Some(tool));
            }
            match reply::about_robot(&line) {
                AboutRobot::Yes | AboutRobot::Words(_) => match input::complete(name, &names) {
                    Completed::One(name) => return Ok(Some(name.to_owned())),
                    Completed::Several(several) => which("tool", name, &several),
                    Completed::None => no_such("tool", name, &names),
                },
                other => {
                    if puts_off(&other) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// How somebody knows; none where that is put off.
    fn reason(&mut self, given: Option<&str>) -> Result<Option<String>, Failure> {
        if let Some(given) = given {
            input::refuse_reason(given)?;
            return Ok(Some(given.to_owned()));
        }
        loop {
            let Some(line) = self.ask(About::Reason, "How do you know? ")? else { return Ok(None) };
            match reply::about_robot(&line) {
                AboutRobot::Words(reason) => match input::refuse_reason(reason) {
                    Ok(()) => return Ok(Some(reason.to_owned())),
                    Err(failure) => complain(&failure),
                },
                AboutRobot::Yes => talk("Say in a few words how you know."),
                other => {
                    if puts_off(&other) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Asks for a yes to the whole.
    fn stands_by(&mut self, place: &Place) -> Result<bool, Failure> {
        let question = format!("The robot is at {place}, and you have looked. Is that so? [yes / no] ");
        loop {
            let Some(line) = self.ask(About::Whole, &question)? else { return Ok(false) };
            match reply::about_robot(&line) {
                AboutRobot::Yes => return Ok(true),
                AboutRobot::Words(_) => talk("That is neither yes nor no. Say yes or no; quit puts it off."),
                other => {
                    if puts_off(&other) {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// A line that says something; none where nobody answers, or with nothing. What it says against the record counts from here on.
    fn ask(&mut self, about: About, question: &str) -> Result<Option<String>, Failure> {
        let line = match self.questions.ask(question, "the question was asked") {
            Ok(line) => line,
            // Somebody may have said something that cannot be read.
            Err(failure) => {
                self.doubt("was asked where the robot is, and the answer could not be read")?;
                return Err(failure);
            }
        };
        let Some(line) = line.filter(|line| reply::about_robot(line) != AboutRobot::Nothing) else { return Ok(None) };
        if let Some(said) = self.said_beside_record(about, &line)? {
            self.doubt(&format!("was asked where the robot is, and {said}"))?;
        }
        Ok(Some(line))
    }

    /// What an answer says that is not what is on record; none where it says just that, or nothing about the robot.
    fn said_beside_record(&self, about: About, line: &str) -> Result<Option<String>, Failure> {
        if !is_in_order(self.open)? {
            return Ok(None);
        }
        let robot = self.open.robot().map_err(store)?;
        let said = line.trim();
        let whole = match about {
            About::Position => self.snapshot.position_id(said).map(|_| said.to_owned()),
            About::Tool => tool_of_cell(self.snapshot, said),
            About::Report | About::Reason | About::Whole => None,
        };
        let (known, on_record) = match about {
            About::Report | About::Position => (input::position_names(self.snapshot), &*robot.position),
            About::Tool => (input::tool_names(self.snapshot), &*robot.tool),
            About::Reason | About::Whole => (Vec::new(), ""),
        };
        let begun = || match input::complete(said, &known) {
            Completed::One(name) => Some(name.to_owned()),
            Completed::Several(_) | Completed::None => None,
        };
        let named = match (whole, reply::about_robot(line)) {
            (Some(name), _) => Some(name),
            (None, AboutRobot::Help | AboutRobot::PutOff | AboutRobot::Nothing) => return Ok(None),
            (None, AboutRobot::Yes) if matches!(about, About::Report | About::Reason | About::Whole) => {
                return Ok(None);
            }
            (None, AboutRobot::No) => return Ok(Some("said no".to_owned())),
            (None, AboutRobot::Unsure) => return Ok(Some("is not sure".to_owned())),
            (None, AboutRobot::Yes | AboutRobot::Words(_)) => begun(),
            (None, AboutRobot::Again | AboutRobot::Question) => None,
        };
        Ok(match named {
            Some(name) if name == on_record => None,
            Some(name) => Some(format!("said {name}")),
            None => Some("did not say what is on record".to_owned()),
        })
    }

    fn doubt(&mut self, what: &str) -> Result<(), Failure> {
        doubt(self.open, &format!("{} {what}", self.operator))
    }
}

/// Whether an answer that is no name puts the question off: a no does so where no yes was asked for, and where the whole is denied.
fn puts_off(answer: &AboutRobot<'_>) -> bool {
    match answer {
        AboutRobot::Help | AboutRobot::Question => talk(HELP),
        AboutRobot::Again => talk(
            "The controller is asked at the question where the robot is. To come back to that, quit, and recover again.",
        ),
        _ => return true,
    }
    false
}

/// Names, as many as anybody reads.
fn listed(names: &[&str]) -> String {
    let mut listed = names.iter().take(NAMES_SHOWN).map(|name| shown(name)).collect::<Vec<_>>().join(", ");
    if names.len() > NAMES_SHOWN {
        listed = format!("{listed} and {} more: type how a name begins to see those", names.len() - NAMES_SHOWN);
    }
    if names.is_empty() { "none".to_owned() } else { listed }
}

/// Says that the cell has no such name, and which it has.
fn no_such(what: &str, name: &str, known: &[&str]) {
    talk(format_args!("This cell has no {what} '{}'. Its {what}s: {}.", shown(name), listed(known)));
    if let Some(hint) = input::did_you_mean(name, known) {
        talk(format_args!("hint: {hint}"));
    }
    talk("Say it once more; nothing at all, or quit, puts it off.");
}

/// Says that several names begin so.
fn which(what: &str, begun: &str, several: &[&str]) {
    talk(format_args!("Several {what}s begin with '{}': {}.", shown(begun), listed(several)));
    talk("Say which; nothing at all, or quit, puts it off.");
}

/// A place that is given is the one that the controller reports. Where the two contradict each other, nothing stays confirmed, whichever of
/// them is on record.
fn refuse_contradicted(open: &mut Store, place: &Place, position: &str, tool: &str) -> Result<(), Failure> {
    if (place.position.as_str(), place.tool.as_str()) == (position, tool) {
        return Ok(());
    }
    let what = format!("the controller reports that the robot is at {place}, and not at '{position}' with '{tool}'");
    doubt(open, &what)?;
    Err(Failure::input(format_args!("{what}: nothing is confirmed, neither this nor what is on record")).hint(
        "look at the robot; where the controller is wrong, leave --robot out or say it with `cellgraph state correct`",
    ))
}
