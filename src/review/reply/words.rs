//! Words of a reviewer about the plan that are no answer to it: the plan waits on. In: a phrase. Out: [`ReviewWord`].

use super::lists::lists;

/// A word about the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewWord {
    /// How does this go?
    Help,
    /// Every step is to be shown.
    Steps,
    /// Each step is to wait for a yes of its own, once the plan is approved.
    StepByStep,
    /// Why this plan?
    Why,
    /// Where is the robot?
    State,
    /// Is there a new layout?
    Layout,
}

/// Reads a phrase as [`super::normal`] leaves it.
pub(super) fn review_word(phrase: &str) -> Option<ReviewWord> {
    let lists = lists();
    let words = [
        (&lists.help, ReviewWord::Help),
        (&lists.steps, ReviewWord::Steps),
        (&lists.step_by_step, ReviewWord::StepByStep),
        (&lists.whys, ReviewWord::Why),
        (&lists.state, ReviewWord::State),
        (&lists.layout, ReviewWord::Layout),
    ];
    words.into_iter().find_map(|(list, word)| list.contains(phrase).then_some(word))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Reply, at_review},
        *,
    };

    #[test]
    fn a_word_about_the_plan_is_no_answer_to_it() {
        for (word, lines) in [
            (ReviewWord::Help, &["help", "Help!", "?"][..]),
            (
                ReviewWord::Steps,
                &["steps", "Show the steps.", "show me all steps", "Zeig mir die Schritte", "alle Schritte"],
            ),
            (
                ReviewWord::StepByStep,
                &["step", "Step by step", "single-step mode", "one step at a time", "Schritt für Schritt"],
            ),
            (ReviewWord::Why, &["why", "Why?", "why this plan?", "Warum?"]),
            (ReviewWord::State, &["state"]),
            (ReviewWord::Layout, &["layout"]),
        ] {
            for line in lines {
                assert_eq!(at_review(line), Reply::Word(word), "{line:?}");
            }
        }
        for line in ["why not", "step 2", "steps?", "the layout", "why position 2?"] {
            assert_eq!(at_review(line), Reply::Other, "{line:?}");
        }
    }
}
