//! The cases, played one after the other.
//!
//! In: a trial, and an agreed way. Out: a finding for each case, in the order of [`Case::ALL`]. Each case begins with a report of where the
//! robot is; a case that would move it is left out where that is not where the way begins.

use std::time::Duration;

use jiff::Timestamp;
use uuid::Uuid;

use super::{
    super::{
        ACTIONS_FILE, Stop,
        driver::SequenceText,
        gate,
        handover::ACTIONS_JSON_FILE,
        protocol::{Grant, Progress},
    },
    AgreedWay, Beside, Case, Fault, Finding, LeftOut, Outcome, Request, Trial, TrialError,
    play::{Broken, Paper, Play, Played},
    step::{after, begin, deadline, go, go_or_nothing, halted, is_at, quiet_after},
};
use crate::{
    limits::{HEARTBEAT_VALID_S, TRIAL_CROSSING, TRIAL_QUIET},
    review::{Place, plan_hash},
    verify::VerifiedPlan,
    yaml::{self, About},
};

const NAME: &str = "Robot Sequence";
const DESCRIPTION: &str = "a trial of the controller";
/// The heartbeat that a controller must not miss for longer.
const VALID: Duration = Duration::from_secs(HEARTBEAT_VALID_S as u64);

/// Asks the controller where the robot is: nothing moves. The place is none where the controller did not say it; the finding says why.
///
/// # Errors
///
/// [`TrialError`].
pub fn ask(trial: &Trial<'_>, beside: &mut dyn Beside) -> Result<(Vec<Finding>, Option<Place>), TrialError> {
    let nowhere = Place { position: String::new(), tool: String::new() };
    let run = Uuid::new_v4();
    let hash = blake3::hash(b"[]");
    let yaml = format!(
        "# run {}\n# a question to the controller: there are no steps\nRobotSequence:\n  name: \"{NAME}\"\n  \
         description: \"{DESCRIPTION}\"\n  steps: []\n",
        run.hyphenated()
    );
    let json = serde_json::json!({
        "run": run.hyphenated().to_string(),
        "RobotSequence": {"name": NAME, "description": DESCRIPTION, "steps": []},
    });
    let paper = Paper {
        yaml: SequenceText::new(yaml),
        json: SequenceText::new(format!("{json:#}\n")),
        plan_hash: hash,
        orders: Vec::new(),
        start: nowhere,
    };
    beside.begin(Case::Report);
    let mut place = None;
    let played = Play::begin(trial, beside, run, &paper, true).and_then(|mut play| {
        let serial = play.permit(Grant::Hold, 0, true)?;
        place = Some(play.report(serial, 0)?.0);
        play.quiet()?;
        Ok(play.stop()?)
    });
    let mut lines = Vec::new();
    let finding = finding(Case::Report, played, &mut lines)?;
    let place = place.filter(|_| finding.is_passed());
    let is_silent = matches!(finding.outcome, Outcome::Failed { fault: Fault::Silent(_), .. });
    let mut findings = vec![finding];
    if place.is_none() {
        // What cannot say where the robot is, is permitted nothing.
        findings.extend(Case::ALL[1..12].iter().map(|&case| left_out(case, LeftOut::CameToNothing)));
        findings.push(if is_silent { left_out(Case::Lines, LeftOut::NoLine) } else { of_lines(lines) });
    }
    Ok((findings, place))
}

/// Plays all other cases. `is_attended`: a person is at the robot, and is asked to bring it back where it was halted on its way.
///
/// # Errors
///
/// [`TrialError`]: a stop stands all the same.
pub fn play(
    trial: &Trial<'_>,
    beside: &mut dyn Beside,
    way: &AgreedWay<'_>,
    is_attended: bool,
) -> Result<Vec<Finding>, TrialError> {
    let mut stage = Stage { trial, beside, way };
    let (mut findings, mut lines) = (Vec::new(), Vec::new());
    for &case in &Case::ALL[1..12] {
        if case.halts_on_the_way() && !is_attended {
            findings.push(left_out(case, LeftOut::NobodyThere));
            continue;
        }
        stage.beside.begin(case);
        let played = stage.case(case, is_attended);
        findings.push(finding(case, played, &mut lines)?);
    }
    findings.push(of_lines(lines));
    // The last case may have ended without a stop.
    if trial.control.stop() == Stop::No { Ok(findings) } else { Err(TrialError::Stopped) }
}

fn left_out(case: Case, why: LeftOut) -> Finding {
    Finding { case, outcome: Outcome::LeftOut(why) }
}

fn of_lines(lines: Vec<(String, Option<u64>)>) -> Finding {
    let first = lines.into_iter().next();
    let outcome = first.map_or(Outcome::Passed, |(why, line)| Outcome::Failed { fault: Fault::Line(why), line });
    Finding { case: Case::Lines, outcome }
}

/// What came of a case; a line that cannot be used goes to the lines.
fn finding(case: Case, played: Played, lines: &mut Vec<(String, Option<u64>)>) -> Result<Finding, TrialError> {
    let outcome = match played {
        Ok(()) => Outcome::Passed,
        Err(Broken::Fault(fault, line)) => Outcome::Failed { fault, line },
        Err(Broken::LeftOut(why)) => Outcome::LeftOut(why),
        Err(Broken::Line(why, line)) => {
            lines.push((why, line));
            Outcome::LeftOut(LeftOut::LineUnusable)
        }
        Err(Broken::Trial(error)) => return Err(error),
    };
    Ok(Finding { case, outcome })
}

/// One of the two files that have the sequence.
#[derive(Clone, Copy)]
enum OneFile {
    Json,
    Yaml,
}

impl OneFile {
    const fn name(self) -> &'static str {
        match self {
            Self::Json => ACTIONS_JSON_FILE,
            Self::Yaml => ACTIONS_FILE,
        }
    }
}

const fn unfit() -> Broken {
    Broken::LeftOut(LeftOut::CameToNothing)
}

/// What both files of a run have in them.
fn texts(run: Uuid, verified: &VerifiedPlan<'_>) -> Result<(SequenceText, SequenceText), Broken> {
    let written_at_s = Timestamp::now().as_second();
    let about = About { run_id: run.as_u128(), written_at_s, name: NAME, description: DESCRIPTION };
    let yaml = yaml::write(verified, &about).map_err(|_| unfit())?;
    let json = yaml::write_json(verified, &about).map_err(|_| unfit())?;
    Ok((SequenceText::new(yaml), SequenceText::new(json)))
}

/// The robot, and who is beside it.
struct Stage<'t> {
    trial: &'t Trial<'t>,
    beside: &'t mut dyn Beside,
    way: &'t AgreedWay<'t>,
}

impl Stage<'_> {
    fn case(&mut self, case: Case, is_attended: bool) -> Played {
        self.bring_back(is_attended)?;
        match case {
            Case::Hold => self.hold(),
            Case::Reports => self.reports(),
            Case::StopBefore => self.stop_before(),
            Case::OldSerial => self.old_serial(),
            Case::OtherRun => self.other_run(),
            Case::NoHeartbeat => self.no_heartbeat(),
            Case::Step => self.step(),
            Case::Pause => self.pause(),
            Case::StopInMotion => self.stop_in_motion(),
            Case::DeadPc => self.dead_pc(),
            Case::Restart => self.restart(),
            // Asked and looked at elsewhere.
            Case::Report | Case::Lines => Ok(()),
        }
    }

    /// The sequence of a run with this id.
    fn paper(&self, run: Uuid) -> Result<Paper, Broken> {
        let verified = self.way.verified().ok_or_else(unfit)?;
        let (yaml, json) = texts(run, &verified)?;
        let plan_hash = plan_hash(verified.plan()).map_err(|_| unfit())?;
        Ok(Paper { yaml, json, plan_hash, orders: gate::orders(&verified), start: self.way.start() })
    }

    /// The same, but for one file, which is of another run and has other steps.
    fn mixed_paper(&self, run: Uuid, other: OneFile) -> Result<Paper, Broken> {
        let paper = self.paper(run)?;
        let reversed = self.way.reversed().ok_or_else(unfit)?;
        let (yaml, json) = texts(Uuid::new_v4(), &reversed.verified().ok_or_else(unfit)?)?;
        Ok(match other {
            OneFile::Json => Paper { json, ..paper },
            OneFile::Yaml => Paper { yaml, ..paper },
        })
    }

    /// A run, and where the controller says in it that the robot is.
    fn asked(&mut self) -> Result<(Play<'_>, Paper, Place, Option<u64>), Broken> {
        let run = Uuid::new_v4();
        let paper = self.paper(run)?;
        let (play, place, line) = self.asked_with(run, &paper)?;
        Ok((play, paper, place, line))
    }

    fn asked_with(&mut self, run: Uuid, paper: &Paper) -> Result<(Play<'_>, Place, Option<u64>), Broken> {
        let mut play = Play::begin(self.trial, &mut *self.beside, run, paper, true)?;
        let serial = play.permit(Grant::Hold, 0, true)?;
        let (place, line) = play.report(serial, 0)?;
        Ok((play, place, line))
    }

    /// A run with the robot where the way begins.
    fn at_start(&mut self) -> Result<(Play<'_>, Paper), Broken> {
        let start = self.way.start();
        let (play, paper, place, _) = self.asked()?;
        if place == start { Ok((play, paper)) } else { Err(Broken::LeftOut(LeftOut::NotAtStart(place))) }
    }

    /// Has a person bring the robot to where the way begins, where it is not there.
    fn bring_back(&mut self, is_attended: bool) -> Played {
        let start = self.way.start();
        let (mut play, _, place, _) = self.asked()?;
        play.stop()?;
        drop(play);
        let is_there = place == start || (is_attended && self.beside.please(&Request::BringBack(start)));
        if is_there { Ok(()) } else { Err(Broken::LeftOut(LeftOut::NotAtStart(place))) }
    }

    fn hold(&mut self) -> Played {
        let (mut play, _) = self.at_start()?;
        play.quiet()?;
        play.permit(Grant::Hold, 0, false)?;
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn reports(&mut self) -> Played {
        let start = self.way.start();
        let (mut play, _) = self.at_start()?;
        for _ in 0..2 {
            let serial = play.permit(Grant::Hold, 0, true)?;
            let (place, line) = play.report(serial, 0)?;
            is_at(place, &start, line)?;
            play.quiet()?;
        }
        play.permit(Grant::Hold, 0, false)?;
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn stop_before(&mut self) -> Played {
        let start = self.way.start();
        let (mut play, _) = self.at_start()?;
        play.stop()?;
        play.quiet()?;
        let serial = play.ask_under_stop()?;
        let (place, line) = play.report(serial, 0)?;
        is_at(place, &start, line)?;
        play.quiet()
    }

    fn old_serial(&mut self) -> Played {
        let (mut play, _) = self.at_start()?;
        let old = play.permit(Grant::Hold, 0, false)?;
        play.quiet()?;
        play.permit(Grant::Hold, 0, false)?;
        play.quiet()?;
        play.permit_numbered(old, Grant::Go, 1, false)?;
        let quiet = play.quiet();
        // So that the stop's own number is the largest.
        play.permit(Grant::Hold, 0, false)?;
        quiet?;
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn other_run(&mut self) -> Played {
        let (mut play, paper) = self.at_start()?;
        play.stop()?;
        drop(play);
        self.goes_nowhere(Uuid::new_v4(), &paper, true)?;
        self.one_file_of_other_run(OneFile::Json)?;
        self.one_file_of_other_run(OneFile::Yaml)
    }

    /// A `go` whose step stands in one file of this run, and in one of another run that has another step there. Who reads the first does the
    /// step, and then the one back; who reads the other, or both, does nothing.
    fn one_file_of_other_run(&mut self, other: OneFile) -> Played {
        let (run, start) = (Uuid::new_v4(), self.way.start());
        let paper = self.mixed_paper(run, other)?;
        let (mut play, place, _) = self.asked_with(run, &paper)?;
        if place != start {
            return Err(Broken::LeftOut(LeftOut::NotAtStart(place)));
        }
        if let Some(heard) = go_or_nothing(&mut play, &paper, 1)? {
            let (place, line) = heard;
            // The step of the other file leads to where the robot is.
            if place == start && after(&paper, 1) != start {
                return Err(Broken::Fault(Fault::OfOtherRun(other.name()), line));
            }
            is_at(place, &after(&paper, 1), line)?;
            go(&mut play, &paper, 2)?;
        }
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn no_heartbeat(&mut self) -> Played {
        let (mut play, _) = self.at_start()?;
        play.stop()?;
        drop(play);
        let run = Uuid::new_v4();
        let paper = self.paper(run)?;
        self.goes_nowhere(run, &paper, false)
    }

    /// A `go` that no controller may heed.
    fn goes_nowhere(&mut self, run: Uuid, paper: &Paper, beats: bool) -> Played {
        let mut play = Play::begin(self.trial, &mut *self.beside, run, paper, beats)?;
        play.permit(Grant::Hold, 0, false)?;
        play.quiet()?;
        let serial = play.permit(Grant::Go, 1, false)?;
        if let Some(heard) = play.hear(TRIAL_QUIET)? {
            play.answers(&heard, serial, 1)?;
            match heard.line.progress {
                Progress::Failed(_) => {}
                Progress::Started | Progress::Done(_) => return Err(heard.fault(Fault::Moved)),
                Progress::At(_) => return Err(heard.fault(Fault::Unasked(heard.state()))),
            }
        }
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn step(&mut self) -> Played {
        let (mut play, paper) = self.at_start()?;
        for step in [1, 2] {
            go(&mut play, &paper, step)?;
            quiet_after(&mut play)?;
        }
        play.permit(Grant::End, 2, false)?;
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn pause(&mut self) -> Played {
        let (mut play, paper) = self.at_start()?;
        go(&mut play, &paper, 1)?;
        let serial = play.permit(Grant::Hold, 1, true)?;
        let (place, line) = play.report(serial, 1)?;
        is_at(place, &after(&paper, 1), line)?;
        play.quiet()?;
        go(&mut play, &paper, 2)?;
        play.permit(Grant::End, 2, false)?;
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn stop_in_motion(&mut self) -> Played {
        let (mut play, _) = self.at_start()?;
        let serial = begin(&mut play, 1)?;
        let stopped_at = play.now();
        play.stop()?;
        let is_crossed = |play: &Play<'_>| play.now().saturating_sub(stopped_at) <= TRIAL_CROSSING;
        let wait = play.wait();
        halted(&mut play, serial, wait, is_crossed)?;
        let serial = play.ask_under_stop()?;
        // The stop names the step of the `go` before it.
        play.report(serial, 1).map(drop)?;
        play.quiet()
    }

    fn dead_pc(&mut self) -> Played {
        let (mut play, _) = self.at_start()?;
        let serial = begin(&mut play, 1)?;
        play.beats = false;
        let died_at = play.now();
        let is_still_valid = |play: &Play<'_>| play.now().saturating_sub(died_at) <= VALID + TRIAL_CROSSING;
        let wait = VALID.saturating_add(play.wait());
        halted(&mut play, serial, wait, is_still_valid)?;
        // The heartbeat comes back, and the permit stands.
        play.beats = true;
        play.quiet()?;
        Ok(play.stop()?)
    }

    fn restart(&mut self) -> Played {
        if !self.beside.please(&Request::GetReadyToRestart) {
            return Err(Broken::LeftOut(LeftOut::NobodyThere));
        }
        let (mut play, paper) = self.at_start()?;
        let serial = begin(&mut play, 1)?;
        let limit = deadline(&paper, 1);
        let Some(heard) = play.hear(limit)? else { return Err(Broken::Fault(Fault::Silent(limit), None)) };
        play.answers(&heard, serial, 1)?;
        match heard.line.progress {
            Progress::Failed(_) => {}
            Progress::Started => return Err(heard.fault(Fault::Again)),
            Progress::At(_) => return Err(heard.fault(Fault::Unasked(heard.state()))),
            Progress::Done(_) => {
                play.stop()?;
                return Err(match play.beside.please(&Request::WasItRestarted) {
                    true => heard.fault(Fault::WentOn),
                    false => Broken::LeftOut(LeftOut::MotionTooShort),
                });
            }
        }
        quiet_after(&mut play)?;
        Ok(play.stop()?)
    }
}
