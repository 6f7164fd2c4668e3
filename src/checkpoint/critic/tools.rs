//! Tool steps: read and not asked for, asked for and not read, after the work that needs them.

use super::{
    cues::Cue,
    hands::Hand,
    issue::IssueKind,
    steps::{Deed, Step},
    token::Token,
    view::View,
};
use crate::cell::{PositionId, ToolId};

impl View<'_> {
    pub(super) fn check_tools(&mut self) {
        self.check_tools_forbidden();
        for (at, step) in self.steps.clone().into_iter().enumerate() {
            // The planner does it there of itself: where the tool is spoken of, the plan is the same without.
            if self.speaks_of_tool(step.deed) && self.is_planners(at) {
                continue;
            }
            let (is_said, words, why) = match step.deed {
                Deed::Take(tool) => {
                    let name = self.snapshot.tool_name(tool).to_owned();
                    let why = format!(
                        "the words do not ask for {name}, and the reading takes it; a tool that work needs is fetched by itself"
                    );
                    let by_slang = self.has(Cue::Take) && self.unknown_words() > 0 && self.hands.maybe_taken.is_empty();
                    // "Welder, please": nothing else is said.
                    let alone = self.places_read().next().is_none()
                        && self.tokens.iter().any(|token| token.tools.contains(&tool) && !token.dropped);
                    let is_taken = self.speaks_of_taking(tool);
                    (
                        self.hands.maybe_taken.contains(&tool) || is_taken || alone || by_slang || self.hands.maybe_any,
                        name,
                        why,
                    )
                }
                Deed::Drop | Deed::DropAndHome => {
                    let home = step.deed == Deed::Drop
                        || self.unknown_words() > 0 && self.has(Cue::Go)
                        || self.has(Cue::Home)
                        || self.has(Cue::Here) && self.is_home(self.state.position)
                        || self
                            .tokens
                            .iter()
                            .any(|token| token.has_place() && token.places.iter().any(|&place| self.is_home(place)));
                    // "Pick up the welder and come home with it" keeps it.
                    let is_kept = self.hands.steps.iter().any(|(_, hand, sure)| *sure && matches!(hand, Hand::Take(_)));
                    let by_slang = step.deed == Deed::DropAndHome
                        && !is_kept
                        && self
                            .tokens
                            .iter()
                            .any(|token| !token.tools.is_empty() && !token.dropped && !token.has_work());
                    (
                        (self.hands.maybe_dropped || by_slang || self.speaks_of_returning()) && home
                            || self.has_farewell(),
                        "the tool".to_owned(),
                        match step.deed {
                            Deed::DropAndHome => {
                                "the words do not ask to bring the tool back and go home, and the reading does both"
                            }
                            _ => "the words do not ask to bring the tool back, and the reading does",
                        }
                        .to_owned(),
                    )
                }
                Deed::Go | Deed::Work(_) => continue,
            };
            if !is_said {
                self.object(IssueKind::ToolNotMentioned, None, words, why);
            }
        }
        self.check_tools_unread();
    }

    /// "Flaschengreifer holen", "gun on": the tool is named, and a word speaks of taking.
    fn speaks_of_taking(&self, tool: ToolId) -> bool {
        let mut takes = self.tokens.iter().filter(|token| !token.dropped);
        takes.any(|token| token.is(Cue::Take) && (token.works.is_empty() || token.size > 1))
            && self.tokens.iter().any(|token| token.tools.contains(&tool) && !token.dropped)
    }

    /// "Back on its hook with it", "hand it back", "then away with the head": a word speaks of bringing back, and another of what.
    fn speaks_of_returning(&self) -> bool {
        let tokens = || self.tokens.iter().filter(|token| !token.dropped);
        let is_back = |token: &Token| {
            matches!(token.text.as_str(), "back" | "away") || token.is(Cue::Drop) && token.works.is_empty()
        };
        let is_thing = |token: &Token| !token.tools.is_empty() || token.is(Cue::Tool);
        // "The cup to the hook", "Taster in den Köcher".
        let is_stand = |token: &Token| {
            let of = self.lexicon.speaks_of(&token.text);
            let places = of.places_told.iter().chain(of.places_named).map(|&id| PositionId(id));
            let mut places = places.chain(token.places.iter().copied()).peekable();
            let is_plain =
                token.text.len() > 2 && token.cue.is_none() && token.tools.is_empty() && token.works.is_empty();
            is_plain && places.peek().is_some() && places.all(|place| self.snapshot.tool_at(place).is_some())
        };
        tokens().any(is_thing) && (tokens().any(is_back) || tokens().any(is_stand))
    }

    /// Whether the tool of a step, or any for bringing one back, is spoken of by its name.
    fn speaks_of_tool(&self, deed: Deed) -> bool {
        let is_named = |token: &&Token| !token.dropped && (token.works.is_empty() || token.sure_tool);
        self.tokens.iter().filter(is_named).any(|token| match deed {
            Deed::Take(tool) => token.tools.contains(&tool),
            _ => !token.tools.is_empty() || matches!(token.cue, Some(Cue::Tool | Cue::Drop | Cue::Back)),
        })
    }

    /// Whether the planner would do this tool step at this very place without being told: it takes the tool that the next work
    /// needs, and brings another back before it.
    fn is_planners(&self, at: usize) -> bool {
        let required = |step: &Step| match step.deed {
            Deed::Work(routine) => self.snapshot.required_tool(routine),
            _ => None,
        };
        let next = self.steps.get(at + 1);
        match self.steps[at].deed {
            Deed::Take(tool) => next.and_then(required) == Some(tool),
            Deed::Drop => {
                let held = self.steps[..at].iter().fold(self.state.tool, |held, step| match step.deed {
                    Deed::Take(tool) => Some(tool),
                    Deed::Drop | Deed::DropAndHome => None,
                    Deed::Work(_) => required(step).or(held),
                    Deed::Go => held,
                });
                let wanted = next.and_then(|next| match next.deed {
                    Deed::Take(tool) => Some(tool),
                    _ => required(next),
                });
                held.is_some() && wanted.is_some() && held != wanted
            }
            Deed::DropAndHome | Deed::Go | Deed::Work(_) => false,
        }
    }

    /// "Do not put the welder back".
    fn check_tools_forbidden(&mut self) {
        for step in self.hands.forbidden.clone() {
            let asked = |other: &(usize, (usize, Hand, bool))| {
                !self.hands.forbidden.contains(&other.0) && other.1.1 == self.hands.steps[step].1
            };
            let is_read = self.steps.iter().any(|read| self.is_hand(step, read.deed));
            if !is_read || self.hands.steps.iter().cloned().enumerate().any(|other| asked(&other)) {
                continue;
            }
            let range = self.tokens[self.hands.steps[step].0].at.clone();
            let words = self.said(&range);
            let why = format!("'{words}' is what is not to be done, and the reading does it");
            self.object(IssueKind::NegationIgnored, Some(range), words, why);
        }
    }

    /// "Pack up", "call it a day": the tool goes back and the robot home.
    fn has_farewell(&self) -> bool {
        self.tokens.iter().any(|token| {
            token.is(Cue::Home)
                && token.size > 1
                && !token.dropped
                && !self.said(&token.at).to_lowercase().contains("home")
        })
    }

    fn check_tools_unread(&mut self) {
        for (step, (at, hand, sure)) in self.hands.steps.clone().into_iter().enumerate() {
            if !sure
                || self.hands.forbidden.contains(&step)
                || self.tokens[at].dropped
                || self.groups.iter().any(|group| group.forbidden)
            {
                continue;
            }
            let is_read = match &hand {
                Hand::Take(tools) => {
                    self.steps.iter().any(|step| matches!(step.deed, Deed::Take(tool) if tools.contains(&tool)))
                        || self.routines_read().any(|routine| {
                            self.snapshot.required_tool(routine).is_some_and(|tool| tools.contains(&tool))
                        })
                }
                Hand::Drop => self.drops() || self.steps.iter().any(|step| matches!(step.deed, Deed::Take(_))),
            };
            if !is_read {
                let range = self.tokens[at].at.clone();
                let words = self.said(&range);
                let why = format!("'{words}' asks for a tool step, and the reading has none");
                self.object(IssueKind::ToolNotRead, Some(range), words, why);
            }
        }
    }

    /// "Grab the welder and weld 1": a tool that is asked for comes before its work.
    pub(super) fn check_tool_before_work(&mut self) {
        let taken = self.steps.iter().enumerate().find_map(|(at, step)| match step.deed {
            Deed::Take(tool) => Some((at, tool)),
            _ => None,
        });
        let Some((at, tool)) = taken else { return };
        let needs = |step: &Step| matches!(step.deed, Deed::Work(routine) if self.snapshot.required_tool(routine) == Some(tool));
        let take = self.tokens.iter().position(|token| token.is(Cue::Take));
        let work = self.tokens.iter().position(|token| token.has_work() && token.tools.is_empty() || token.has_place());
        if self.steps[..at].iter().any(needs) && take.is_some_and(|take| work.is_none_or(|work| take < work)) {
            let name = self.step_name(at);
            let why = format!("{name} is said before the work that needs it, and the reading has it after");
            self.object(IssueKind::OrderReversed, None, name, why);
        }
    }

    pub(super) fn is_hand(&self, step: usize, deed: Deed) -> bool {
        match (&self.hands.steps[step].1, deed) {
            (Hand::Take(tools), Deed::Take(tool)) => tools.contains(&tool),
            (Hand::Drop, Deed::Drop | Deed::DropAndHome) => true,
            _ => false,
        }
    }
}
