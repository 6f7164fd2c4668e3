//! What one can say here. In: the grounds. Out: the kinds of sentences, with examples from this cell that would work now.

use super::{
    Found, Grounds,
    draft::{Line, Piece, Statement, words},
    evidence::Read,
    robot, sources,
    suggest::{Suggestion, suggestions},
    words::and,
};
use crate::language::Said;

/// What one can say here.
pub(super) fn capabilities<'g>(grounds: &Grounds<'g>) -> Found<'g> {
    let counts = format!("This cell has {}.", and(&robot::counts(grounds)));
    let counts = Statement::new(counts).on(sources::cell(&["/positions", "/tools", "/routines"]));
    let mut lines = vec![
        Line::hanging(vec![counts.piece()]),
        Line::hanging(vec![words(
            "Commands: go to a position, do a routine at one or several or all positions, attach or release a tool, do the \
             last run or an earlier one again.",
        )]),
        Line::hanging(vec![words(
            "Questions: what positions, tools and routines there are; where the robot is and what it holds; where one can \
             go from a position and what can be done there; what was run.",
        )]),
        Line::hanging(grounds.robot.map(|robot| robot::notes(robot, grounds)).unwrap_or_default()),
    ];
    let found = suggestions(&[], grounds);
    if !found.is_empty() {
        lines.push(Line::of(vec![words("For example, now:")]));
    }
    lines.extend(suggested(&found));
    Found::lines(lines).with(found.into_iter().map(Read::Plan).collect())
}

/// Sentences that would work, each on a line of its own.
pub(super) fn suggested(found: &[Suggestion]) -> Vec<Line<Piece>> {
    found.iter().enumerate().map(|(number, each)| to_say(number, each)).collect()
}

/// That a command would work is a claim; a question states nothing.
fn to_say(number: usize, suggestion: &Suggestion) -> Line<Piece> {
    Line::to_say(match &suggestion.said {
        Said::Ask(_) => words(&*suggestion.sentence),
        _ => Statement::within("This works now: ", &*suggestion.sentence).on(sources::plan(number)).piece(),
    })
}
