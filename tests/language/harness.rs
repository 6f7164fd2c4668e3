//! One boundary for all tables: a sentence on a cell, and what it says in one line.
//!
//! `R@P` a routine at a place, `go P`, `take T`, `drop`, `drop+home`, `?` for a command that cannot be pinned down,
//! `confirm`, `replay`, `unknown`, and `ask …` for a look-up, or a question in the
//! terse form (`ask` alone: any of them).

use cellgraph::{
    cell::State,
    language::{Lookup, Said, Subject, rules::Recogniser, templates::Templates, terse},
    plan::{Goal, Intent},
    snapshot::Snapshot,
};

pub(crate) struct Cell {
    pub(crate) snapshot: Snapshot,
    pub(crate) recogniser: Recogniser,
}

impl Cell {
    pub(crate) fn new(snapshot: Snapshot) -> Self {
        let recogniser = Recogniser::new(&snapshot, Templates::default());
        Self { snapshot, recogniser }
    }

    pub(crate) fn read(&self, text: &str, position: &str, tool: &str) -> String {
        let state = State::named(&self.snapshot, position, tool).unwrap();
        line(&self.recogniser.read(text, &self.snapshot, state).said, &self.snapshot, state)
    }

    /// Every wrong line of a table at once. A case is "sentence => line", or "sentence =>? line" where it may be asked back as
    /// well; blank lines and comments are left out.
    pub(crate) fn check(&self, position: &str, tool: &str, table: &str) {
        let mut wrong = String::new();
        for case in table.lines().map(str::trim).filter(|case| !case.is_empty() && !case.starts_with("//")) {
            let (text, expected) = case.rsplit_once("=>").expect(case);
            let (expected, may_ask) = expected
                .strip_prefix('?')
                .filter(|rest| !rest.is_empty())
                .map_or((expected, false), |rest| (rest, true));
            let found = self.read(text.trim(), position, tool);
            let fits = may_ask && found == "?"
                || found == expected.trim()
                || (expected.trim() == "ask" && found.starts_with("ask"));
            if !fits {
                wrong += &format!("\n  {}\n    expected {}\n    found    {found}", text.trim(), expected.trim());
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }
}

pub(crate) fn line(said: &Said, snapshot: &Snapshot, state: State) -> String {
    match said {
        Said::Replay(_) => "replay".into(),
        Said::Confirm => "confirm".into(),
        Said::Unknown => "unknown".into(),
        Said::Ask(lookup) => format!("ask {}", question(lookup, snapshot)),
        Said::Do(_) | Said::Unclear(_) => match said.intent(snapshot, state) {
            Ok(Some(Intent::Goals(goals))) => goals.iter().map(goal).collect::<Vec<_>>().join(", "),
            Ok(_) => "?".into(),
            Err(error) => error.to_string(),
        },
    }
}

fn goal(goal: &Goal) -> String {
    match goal {
        Goal::Move { position } => format!("go {position}"),
        Goal::Routine { routine, position } => format!("{routine}@{position}"),
        Goal::AttachTool { tool } => format!("take {tool}"),
        Goal::ReleaseTool => "drop".into(),
        Goal::ReleaseToolAndHome => "drop+home".into(),
    }
}

fn question(lookup: &Lookup, s: &Snapshot) -> String {
    let place = |place: &Option<_>| place.map_or("here", |id| s.position_name(id)).to_owned();
    match lookup {
        Lookup::Positions => "positions".into(),
        Lookup::Tools => "tools".into(),
        Lookup::Routines => "routines".into(),
        Lookup::WhereIsRobot => "where".into(),
        Lookup::HeldTool => "held".into(),
        Lookup::ToolLocation(tool) => format!("kept {}", tool.map_or("all", |id| s.tool_name(id))),
        Lookup::AllowedMoves(from) => format!("moves {}", place(from)),
        Lookup::SupportedAt(routine) => format!("supported {}", s.routine_name(*routine)),
        Lookup::RoutinesAt(at) => format!("routines at {}", place(at)),
        Lookup::About(Subject::Position(id)) => format!("about {}", s.position_name(*id)),
        Lookup::About(Subject::Tool(id)) => format!("about {}", s.tool_name(*id)),
        Lookup::About(Subject::Routine(id)) => format!("about {}", s.routine_name(*id)),
        Lookup::Path { from, to } => format!("path {} {}", place(from), s.position_name(*to)),
        Lookup::History(ask) => format!(
            "history{}{}{}",
            ask.count.map_or(String::new(), |count| format!(" {count}")),
            ask.day.map_or(String::new(), |day| format!(" {day:?}")),
            ask.only.map_or(String::new(), |only| format!(" {only:?}"))
        ),
        Lookup::LastRun => "last run".into(),
        Lookup::Capabilities => "capabilities".into(),
        Lookup::Status => "status".into(),
        Lookup::More(count) => count.map_or("more".into(), |count| format!("more {count}")),
        Lookup::Rest => "rest".into(),
        Lookup::Asked(query) => terse::write(&Said::Ask(Lookup::Asked(query.clone())), s).replacen("question ", "", 1),
    }
}
