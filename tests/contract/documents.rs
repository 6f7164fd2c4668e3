//! The quick reader of plans against serde's: the same plan, or the same refusal, whatever the text is.

use cellgraph::plan::Plan;
use proptest::{prelude::*, sample::Index};

use super::config;
use crate::oracle::strategy;

/// What is put into a text, or in the place of a character.
const PIECES: [&str; 26] = [
    " ", "\t", "\n", "\r", "\u{b}", "\"", "\\", "\\\"", "\\n", "\\u0041", "\\ud800", "{", "}", "[", "]", ",", ":", "0",
    "7", ".", "-", "e3", "ü", "\u{7f}", "\u{1f}", "null",
];

/// Fields and values that steps have, or should not have.
const VALUES: [&str; 20] = [
    "null",
    "true",
    "0",
    "00",
    "01",
    "1.5",
    "1.50",
    "0.1",
    "1.",
    ".5",
    "-0",
    "1e2",
    "999999999999999",
    "9999999999999999",
    "0.000000000000001",
    "123456789.123456789",
    "18446744073709551616",
    "\"\"",
    "\"A\"",
    "[{\"a\":1}]",
];

fn same(text: &str) -> Result<(), TestCaseError> {
    let (quick, slow) = (Plan::from_json(text), serde_json::from_str::<Plan<'_>>(text));
    prop_assert_eq!(quick.map_err(|error| error.to_string()), slow.map_err(|error| error.to_string()), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn a_text_with_some_characters_changed_reads_the_same(
        case in strategy::plan_case(6),
        changes in prop::collection::vec((any::<Index>(), 0_usize..3, 0..PIECES.len()), 0..4),
    ) {
        let mut text: Vec<String> = case.plan.to_string().chars().map(String::from).collect();
        for (at, kind, piece) in changes {
            let at = at.index(text.len());
            match kind {
                0 => text[at] = PIECES[piece].to_owned(),
                1 => text.insert(at, PIECES[piece].to_owned()),
                _ => text[at].clear(),
            }
        }
        same(&text.concat())?;
    }

    #[test]
    fn any_value_in_any_field_reads_the_same(
        fields in prop::collection::vec((prop::sample::select(vec![
            "id", "name", "action", "target", "position", "tool", "stabilize", "action_after", "verify", "Tool", "",
        ]), 0..VALUES.len()), 0..6),
        action in prop::sample::select(vec!["move", "routine", "wait"]),
    ) {
        let fields: String = fields.iter().map(|(field, value)| format!("\"{field}\":{},", VALUES[*value])).collect();
        same(&format!("[{{{fields}\"action\":\"{action}\",\"target\":\"A\"}}]"))?;
        same(&format!("[{{\"action\":\"{action}\",{fields}\"target\":\"A\"}},{{}}]"))?;
    }

    #[test]
    fn any_number_of_seconds_reads_the_same(whole in any::<u64>(), part in "[0-9]{0,20}", digits in 1_usize..20) {
        let whole: String = whole.to_string().chars().take(digits).collect();
        for seconds in [whole.clone(), format!("{whole}.{part}")] {
            same(&format!(r#"[{{"action":"routine","target":"A","stabilize":{seconds}}}]"#))?;
        }
    }
}
