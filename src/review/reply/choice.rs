//! Which of several things is chosen, by its number. In: an answer, and how many there are. Out: [`Choice`].

use super::{holds_back, lists::lists, normal};

/// Digits of the longest number that is a choice.
const CHOICE_DIGITS_MAX: usize = 3;

/// Which of several things was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// None of them: 0, nothing at all, or a no.
    Nothing,
    /// This one, counted from 1.
    Number(usize),
    /// A plain yes, where there are several.
    WhichOfThem,
    /// A number that none of them has, as it was typed.
    NoSuch(String),
    /// Other words.
    Words(String),
}

/// Reads which of `of` things is chosen, counted from 1.
#[must_use]
pub fn choice(line: &str, of: usize) -> Choice {
    let words = line.trim();
    let Some(phrase) = normal(words) else {
        let is_no = words.is_empty() || holds_back(words);
        return if is_no { Choice::Nothing } else { Choice::Words(words.to_owned()) };
    };
    let digits = phrase.strip_prefix(['-', '+']).unwrap_or(&phrase);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        if lists().agree.contains(&*phrase) {
            return if of == 1 { Choice::Number(1) } else { Choice::WhichOfThem };
        }
        let is_no = holds_back(words) || lists().empty_hand.contains(&*phrase);
        return if is_no { Choice::Nothing } else { Choice::Words(words.to_owned()) };
    }
    match phrase.parse() {
        Ok(0) => Choice::Nothing,
        Ok(number @ 1..) if number <= of && phrase.len() <= CHOICE_DIGITS_MAX && digits == phrase => {
            Choice::Number(number)
        }
        _ => Choice::NoSuch(phrase),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_choice_is_a_number_that_there_is() {
        let (words, no_such) =
            (|text: &str| Choice::Words(text.to_owned()), |text: &str| Choice::NoSuch(text.to_owned()));
        for (line, chosen) in [
            ("1", Choice::Number(1)),
            (" 3. ", Choice::Number(3)),
            ("03", Choice::Number(3)),
            ("0003", no_such("0003")),
            ("4", no_such("4")),
            ("99999999999999999999", no_such("99999999999999999999")),
            ("-1", no_such("-1")),
            ("+1", no_such("+1")),
            ("0", Choice::Nothing),
            ("", Choice::Nothing),
            ("none", Choice::Nothing),
            ("No.", Choice::Nothing),
            ("quit", Choice::Nothing),
            ("1?", words("1?")),
            ("1 2", words("1 2")),
            ("1...", words("1...")),
            ("one", words("one")),
            ("yes", Choice::WhichOfThem),
            ("Yes, please.", Choice::WhichOfThem),
            ("yes?", words("yes?")),
            ("yes 1", words("yes 1")),
            (" go home ", words("go home")),
        ] {
            assert_eq!(choice(line, 3), chosen, "{line:?}");
        }
    }

    #[test]
    fn a_plain_yes_chooses_the_only_one() {
        let words = |text: &str| Choice::Words(text.to_owned());
        for (line, chosen) in [
            ("yes", Choice::Number(1)),
            ("That's right!", Choice::Number(1)),
            ("1", Choice::Number(1)),
            // It starts a plan, and there is none yet.
            ("run it", words("run it")),
            ("yes, later", words("yes, later")),
            ("no", Choice::Nothing),
        ] {
            assert_eq!(choice(line, 1), chosen, "{line:?}");
        }
        assert_eq!(choice("yes", 0), Choice::WhichOfThem);
    }

    proptest! {
        #[test]
        fn a_number_that_there_is_or_none(line in "\\PC{0,40}", of in 0_usize..5) {
            prop_assert!(!matches!(choice(&line, of), Choice::Number(number) if number == 0 || number > of));
        }
    }
}
