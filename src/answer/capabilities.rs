//! What one can say here. In: the grounds. Out: the kinds of sentences, with examples from this cell that would work now.

use super::{
    Found, Grounds,
    robot::doubts,
    suggest::suggestions,
    words::{and, count, wrap},
};
use crate::language::Said;

/// What one can say here.
pub(super) fn capabilities<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let s = grounds.snapshot;
    let counts =
        [count(s.position_count(), "position"), count(s.tool_count(), "tool"), count(s.routine_count(), "routine")];
    let mut lines = vec![
        format!("This cell has {}.", and(&counts)),
        "Commands: go to a position, do a routine at one or several or all positions, attach or release a tool, do the \
         last run or an earlier one again."
            .to_owned(),
        "Questions: what positions, tools and routines there are; where the robot is and what it holds; where one can go \
         from a position and what can be done there; what was run."
            .to_owned(),
    ];
    lines.extend(grounds.robot.map(|robot| doubts(robot, grounds)).filter(|doubts| !doubts.is_empty()));
    let found = suggestions(&Said::Unknown, grounds);
    if !found.is_empty() {
        lines.push("For example, now:".to_owned());
    }
    let mut words: Vec<String> = lines.iter().map(|line| wrap(line, "  ")).collect();
    words.extend(found.into_iter().map(|each| format!("  {}", each.sentence)));
    let facts = grounds.state().into_iter().chain([grounds.cell("counts; plans from this state, built and verified")]);
    Found::words(words.join("\n"), facts.collect())
}
