//! Every answer says what it stands on, claim by claim, and checkpoint 3 lets all of it pass: in any cell, with any state
//! and any history. Nothing true is withheld.

use cellgraph::{
    answer::{Answer, Conversation, Misfit, Suggestion, answer, draft, ended, fallback, limit, why},
    checkpoint::{
        Verdict,
        synthesis::{Citation, Kind},
    },
    language::{HistoryAsk, Lookup, Said, Subject, rules::Lacks},
    review::Place,
    run::{Ended, RunReport},
    store::{RobotState, RunStatus},
};
use proptest::{collection::vec, prelude::*};
use uuid::Uuid;

use super::{
    harness::{Runs, Torn, demo, grounds, of_cell, robot, unconfirmed},
    never_invents::{config, lookup, marked, runs, state},
    suggestions::said,
};
use crate::oracle::{Cell, strategy};

fn sources(sources: &[Citation]) -> Vec<String> {
    let place = |source: &Citation| source.at.clone().unwrap_or_default();
    sources.iter().map(|source| format!("{} {}{}", source.kind.word(), source.id, place(source))).collect()
}

fn asked(lookup: &Lookup, robot: Option<&RobotState>, runs: Option<&Runs>) -> Answer {
    let s = demo();
    answer(lookup, &Conversation::default(), &grounds(&s, robot, runs.map(|runs| runs as _)))
}

/// A run of the history, as the program itself reports it.
pub(super) fn report(run: Uuid, end: Ended, place: (&str, &str), confirmed: bool) -> RunReport {
    let place = Place { position: place.0.to_owned(), tool: place.1.to_owned() };
    RunReport {
        run_id: run,
        end,
        steps: 2,
        completed: 2,
        place,
        said: None,
        confirmed,
        unwritten: false,
        actions: "actions.yaml".into(),
        notes: Vec::new(),
    }
}

#[test]
fn a_claim_about_the_cell_stands_on_its_elements() {
    let answer = asked(&Lookup::AllowedMoves(demo().position_id("Pos_4")), None, None);
    let [lead, item] = &answer.claims[..] else { panic!("{:?}", answer.claims) };
    assert_eq!(lead.text, "From Pos_4 one move leads to 1 position");
    assert_eq!(sources(&lead.sources), ["graph position Pos_4/allowed_moves_lead_to"]);
    assert_eq!(item.text, "From Pos_4 one move leads to Safe_Pos_4 (1.4 s)");
    assert_eq!(sources(&item.sources), ["graph move Pos_4 -> Safe_Pos_4"]);
    assert_eq!(answer.text, "From Pos_4 one move leads to 1 position: Safe_Pos_4 (1.4 s).");
}

#[test]
fn a_claim_about_the_robot_stands_on_the_state() {
    let answer = asked(&Lookup::HeldTool, Some(&unconfirmed("Home", "none", "run 12 was interrupted")), None);
    let all: Vec<Vec<String>> = answer.claims.iter().map(|claim| sources(&claim.sources)).collect();
    assert_eq!(all[0], ["state robot/holds_tool", "state robot/last_known"]);
    assert_eq!(all[1], ["state reliance/state_confirmed", "state reliance/run_starts", "state reliance/reason"]);
    let words = "The robot was last known to hold no tool, today 2026-07-14 10:15:30 CEST.\n  \
                 from the state: robot (holds tool, last known)";
    assert_eq!(why(&answer.claims[0]), words);
}

#[test]
fn a_claim_about_the_past_stands_on_rows_and_steps() {
    let runs = Runs::default().with("go to 1", "2026-07-14T07:00:00Z", RunStatus::Completed, &["Safe_Pos_1", "Pos_1"]);
    let id = runs.0[0].0.run_id;
    let answer = asked(&Lookup::LastRun, None, Some(&runs));
    let all: Vec<Vec<String>> = answer.claims.iter().map(|claim| sources(&claim.sources)).collect();
    let run = format!("history run {id}");
    assert_eq!(all[0], [&*run]);
    assert_eq!(all[1], [format!("{run}/steps")]);
    assert_eq!(all[2], [format!("step 1 of run {id}")]);
    assert_eq!(answer.claims.len(), 4);
}

#[test]
fn what_is_not_known_is_said_with_its_reason_and_claims_nothing() {
    let torn = "It is not known what was run: the history cannot be read: history.db is damaged: page 3 is torn.";
    let s = demo();
    let of = |lookup: &Lookup, history| answer(lookup, &Conversation::default(), &grounds(&s, None, history));
    for (lookup, history, text) in [
        (Lookup::WhereIsRobot, None, "It is not known where the robot is: no state is stored."),
        (Lookup::LastRun, None, "It is not known what was run: there is no history here."),
        (Lookup::LastRun, Some(&Torn as _), torn),
    ] {
        let answer = of(&lookup, history);
        assert!(answer.text.replace('\n', " ").starts_with(text), "{}", answer.text);
        assert_eq!((answer.claims.len(), answer.checkpoint.verdict), (0, Verdict::Pass));
    }
}

#[test]
fn a_changed_layout_is_a_limit() {
    let (old, new) = (demo(), of_cell(&Cell::default().with_position("Only", "home")));
    let first = answer(&Lookup::Positions, &Conversation::default(), &grounds(&old, None, None));
    let more = draft(&Lookup::Rest, &first.next, &grounds(&new, None, None));
    assert_eq!(more.limitations, ["The cell has changed since that list was shown. Ask for it again."]);
    let text = "No run was completed yet.";
    assert_eq!(limit(text, &grounds(&new, None, None)).text, text);
}

#[test]
fn a_runs_end_stands_on_state_history_and_steps() {
    let s = demo();
    let runs = Runs::default().with("go to 1", "2026-07-14T07:00:00Z", RunStatus::Completed, &["Safe_Pos_1", "Pos_1"]);
    let id = runs.0[0].0.run_id;
    let robot = robot("Pos_1", "none");
    let told = ended(&report(id, Ended::Completed, ("Pos_1", "none"), true), &grounds(&s, Some(&robot), Some(&runs)));
    assert_eq!(
        told.text,
        format!("completed: 2 of 2 steps\nThe robot is at Pos_1 with an empty hand.\nRun {id}"),
        "{:?}",
        told.checkpoint
    );
    let all: Vec<Vec<String>> = told.claims.iter().map(|claim| sources(&claim.sources)).collect();
    assert_eq!(all[0], [format!("history run {id}/status"), format!("history run {id}/steps")]);
    assert_eq!(all[1], ["state robot/position", "state robot/in_hand"]);
}

/// What the journal does not have is the run's own word; it is told in any case.
#[test]
fn an_end_that_is_not_on_record_is_told_from_the_report() {
    let s = demo();
    let end = Ended::JournalFailed { step: 1, sent: true, reason: "the disk is full".to_owned() };
    let report = RunReport { unwritten: true, ..report(Uuid::from_u128(7), end, ("Pos_1", "none"), true) };
    let elsewhere = robot("Home", "none");
    for (robot, history) in [(Some(&elsewhere), None), (None, Some(&Torn as _))] {
        let told = ended(&report, &grounds(&s, robot, history));
        assert!(told.text.contains("The robot is at Pos_1 with an empty hand."), "{}", told.text);
        assert!(told.text.contains("It is not known what the history says of this run: "), "{}", told.text);
        assert!(told.claims.iter().flat_map(|claim| &claim.sources).all(|source| source.kind == Kind::Output));
        assert_eq!((told.checkpoint.verdict, told.checkpoint.withheld.len()), (Verdict::Pass, 0));
    }
}

/// A report that says otherwise than the state: the place is not said.
#[test]
fn a_place_that_the_state_does_not_have_is_not_said() {
    let (s, runs) = (demo(), runs(1));
    let (id, elsewhere) = (runs.0[0].0.run_id, robot("Home", "none"));
    let report = report(id, Ended::Completed, ("Pos_3", "Welder"), true);
    let told = ended(&report, &grounds(&s, Some(&elsewhere), Some(&runs)));
    assert!(!told.text.contains("Pos_3") && told.text.contains("Something was left out"), "{}", told.text);
}

/// Whether something is called "None": how often that denies something cannot be counted, and a claim may be withheld.
fn denies(cell: &Cell) -> bool {
    let mut names = cell.positions.keys().chain(cell.tools.keys()).chain(cell.routines.keys());
    names.any(|name| name.to_lowercase().contains("none"))
}

fn checked(answer: &str, checkpoint: &cellgraph::answer::Checkpoint) -> Result<(), TestCaseError> {
    prop_assert!(checkpoint.withheld.is_empty(), "{:?}\n{answer}", checkpoint.withheld);
    prop_assert_eq!((checkpoint.verdict, checkpoint.retry_count), (Verdict::Pass, 0), "{:?}\n{}", checkpoint, answer);
    prop_assert!(!answer.contains("Not covered") && !answer.contains("left out"), "{}", answer);
    Ok(())
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn nothing_true_is_withheld(
        cell in strategy::cell(), is_marked in any::<bool>(), start in any::<u64>(), past in 0..9_u64,
        asked in vec(any::<u64>(), 1..12),
    ) {
        let cell = if is_marked || denies(&cell) { marked(&cell) } else { cell };
        let (s, robot, runs) = (of_cell(&cell), state(&cell, start), runs(past));
        let grounds = grounds(&s, robot.as_ref(), (past != 8).then_some(&runs as _));
        let mut conversation = Conversation::default();
        for number in asked {
            let answer = answer(&lookup(number), &conversation, &grounds);
            checked(&answer.text, &answer.checkpoint)?;
            prop_assert!(answer.claims.iter().all(|claim| !claim.sources.is_empty()));
            conversation = answer.next;
            let said = said(number);
            let offers = [Suggestion { sentence: "go to Pos_1".to_owned(), said: Said::Unknown }];
            let misfit = Misfit { sentence: "do what I mean at Pos_1", said: &said, errors: &["no".to_owned(), "'a' is not at 'b'".to_owned()], attempts: 3, offers: &offers, is_choice: true, named: &[], lacks: &Lacks::default(), is_objected: false };
            let fallback = fallback(&misfit, &grounds);
            checked(&fallback.text, &fallback.checkpoint)?;
        }
    }

    #[test]
    fn every_end_of_a_run_may_be_told(start in any::<u64>(), cell in strategy::cell(), past in 1..9_u64, end in 0..8_u8, confirmed in any::<bool>()) {
        let (s, runs) = (of_cell(&cell), runs(past));
        let (position, tool) = strategy::start_state(&cell, start);
        let robot = if confirmed { robot(&position, &tool) } else { unconfirmed(&position, &tool, "it was stopped") };
        let reason = || "no answer within 30 s: the controller is not there".to_owned();
        let end = match end {
            0 => Ended::Completed,
            1 => Ended::Failed { step: 2, reason: reason() },
            2 => Ended::StoppedByOperator { after: 0 },
            3 => Ended::StoppedNow { during: 1 },
            6 => Ended::StoppedByProgram { after: 2 },
            7 => Ended::StoppedNowByProgram { during: 2 },
            4 => Ended::NotStarted { reason: reason() },
            _ => Ended::JournalFailed { step: 1, sent: true, reason: reason() },
        };
        let mut runs = runs;
        if let Some((row, past)) = runs.0.last_mut() {
            // As the journal writes it.
            let is_completed = end.is_completed();
            row.status = if is_completed { RunStatus::Completed } else { RunStatus::Failed };
            past.failure = (!is_completed).then(|| end.to_string());
        }
        let (row, steps) = runs.0.last().map(|(row, past)| (row.clone(), past.steps.clone())).unwrap();
        let done = steps.iter().filter(|step| step.state == cellgraph::store::StepState::Completed).count() as u32;
        let unwritten = matches!(end, Ended::JournalFailed { .. });
        let mut report = report(row.run_id, end, (&position, &tool), confirmed);
        (report.steps, report.completed, report.unwritten) = (steps.len() as u32, done, unwritten);
        report.notes = vec!["stopped because the terminal is gone".to_owned(), "ok".to_owned()];
        let told = ended(&report, &grounds(&s, Some(&robot), Some(&runs)));
        checked(&told.text, &told.checkpoint)?;
        prop_assert!(told.text.contains(&row.run_id.to_string()), "{}", told.text);
    }
}

#[test]
fn every_kind_of_source_is_used() {
    let s = demo();
    let (robot, runs) = (robot("Home", "none"), runs(3));
    let grounds = grounds(&s, Some(&robot), Some(&runs));
    let of = |lookup: Lookup| answer(&lookup, &Conversation::default(), &grounds).claims;
    let welder = s.tool_id("Welder").unwrap();
    let all =
        [Lookup::Status, Lookup::LastRun, Lookup::About(Subject::Tool(welder)), Lookup::History(HistoryAsk::default())];
    let claims: Vec<_> = all.into_iter().flat_map(of).collect();
    for kind in [Kind::Graph, Kind::State, Kind::History, Kind::Step] {
        assert!(claims.iter().flat_map(|claim| &claim.sources).any(|source| source.kind == kind), "{kind:?}");
    }
}
