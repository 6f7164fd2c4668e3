//! What texts are about, as far as their words tell. In: texts. Out: content words, and whether two words may be one word in
//! two forms. Nothing is understood here: a match is a hint that two texts are about the same, no match that they are not.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use serde::Deserialize;

/// The lists of `words.yaml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    filler: Vec<String>,
    hanging: Vec<String>,
    partial: Vec<String>,
    negations: Vec<String>,
    succeeds: Vec<String>,
    fails: Vec<String>,
    outcomes: Vec<String>,
    failures: Vec<String>,
    spared: Vec<String>,
    nothing: Vec<String>,
    quiet: Vec<String>,
    alarms: Vec<String>,
    stops: Vec<String>,
    troubles: Vec<String>,
    denied: Vec<String>,
    cleared: Vec<String>,
    days: Vec<String>,
}

/// The program's own. A test holds that the file has no fault.
static WORDS: LazyLock<Words> =
    LazyLock::new(|| serde_saphyr::from_str(include_str!("words.yaml")).unwrap_or_default());

/// The words of a text: names with `_` or a digit as they are, for names are told apart by case; the others in lower case.
/// An apostrophe inside a word belongs to it.
pub(super) fn words(text: &str) -> Vec<String> {
    spelled(text).map(|word| normal(&word)).collect()
}

fn spelled(text: &str) -> impl Iterator<Item = String> {
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_' || c == '\'' || c == '’');
    parts(text, is_end).map(|part| part.trim_matches(['\'', '’']).replace('’', "'")).filter(|word| !word.is_empty())
}

/// The parts of a text between characters that end one. The point of a decimal number ends none: 2.5 is not 5.2.
fn parts<'t>(text: &'t str, ends: impl Fn(char) -> bool + 't) -> impl Iterator<Item = &'t str> {
    let mut ends = text.char_indices().filter(move |&(at, c)| ends(c) && !is_point(text, at));
    let mut begin = Some(0);
    std::iter::from_fn(move || {
        let from = begin?;
        let end = ends.next();
        begin = end.map(|(at, c)| at + c.len_utf8());
        Some(&text[from..end.map_or(text.len(), |(at, _)| at)])
    })
}

/// Whether the point of a decimal number stands there.
fn is_point(text: &str, at: usize) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = text.as_bytes();
    bytes.get(at) == Some(&b'.') && at > 0 && is_digit(bytes.get(at - 1)) && is_digit(bytes.get(at + 1))
}

fn normal(word: &str) -> String {
    if is_exact(word) { word.to_owned() } else { word.to_lowercase() }
}

/// The words of a text that name something: with `_` or a digit, or with a capital within a sentence.
pub(super) fn named(text: &str) -> Vec<String> {
    let within = |sentence: &str| {
        let words: Vec<String> = spelled(sentence).collect();
        let is_named =
            |(at, word): &(usize, &String)| is_exact(word) || (*at > 0 && word.starts_with(char::is_uppercase));
        words.iter().enumerate().filter(is_named).map(|(_, word)| normal(word)).collect::<Vec<_>>()
    };
    parts(text, |c| matches!(c, '.' | '!' | '?' | ':' | '\n')).flat_map(within).collect()
}

/// The words that say what a text is about.
pub(super) fn content(text: &str) -> Vec<String> {
    let says = |word: &String| !is_in(&WORDS.filler, word) && (word.chars().count() > 2 || is_exact(word));
    words(text).into_iter().filter(says).collect()
}

/// Whether a word must be met letter by letter: a name or a number.
pub(super) fn is_exact(word: &str) -> bool {
    word.contains(|c: char| c.is_numeric() || c == '_')
}

/// Whether a word is a name: with `_`, or with letters and digits.
pub(super) fn is_name(word: &str) -> bool {
    word.contains('_') || (word.contains(char::is_numeric) && word.contains(char::is_alphabetic))
}

/// Whether the last word is one that no finished sentence ends with.
pub(super) fn hangs(text: &str) -> bool {
    words(text).last().is_some_and(|word| is_in(&WORDS.hanging, word))
}

/// The word for which a result is not whole, if it has one.
pub(super) fn partial(text: &str) -> Option<&'static str> {
    let padded = format!(" {} ", words(text).join(" "));
    WORDS.partial.iter().map(String::as_str).find(|word| padded.contains(&format!(" {word} ")))
}

/// The word by which a text says that something failed, if it has one. "No error" says that nothing did.
pub(crate) fn failure(text: &str) -> Option<&'static str> {
    let words = name_words(text);
    let is_spared = |at: usize| at > 0 && is_in(&WORDS.spared, &words[at - 1]);
    let says = |phrase: &&str| met(&words, phrase).any(|at| !is_spared(at));
    WORDS.failures.iter().map(String::as_str).find(says)
}

/// Where a phrase stands among words.
fn met<'w>(words: &'w [String], phrase: &'w str) -> impl Iterator<Item = usize> + 'w {
    let length = phrase.split(' ').count();
    (0..words.len()).filter(move |&at| {
        words[at..].iter().zip(phrase.split(' ')).filter(|(word, part)| *word == part).count() == length
    })
}

/// The words of a text, with names taken apart: `weld_failed`, `WeldFailed` and `EStop` are two words each.
fn name_words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut spaced = String::with_capacity(text.len());
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| chars.get(before));
        let is_next_small = chars.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = c.is_uppercase()
            && before.is_some_and(|before| before.is_lowercase() || (before.is_uppercase() && is_next_small));
        if begins {
            spaced.push(' ');
        }
        spaced.push(if c == '_' { ' ' } else { c });
    }
    words(&spaced.to_lowercase())
}

/// What a key's parts and its value say of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Whatever it was before: an alarm in words.
    Stands,
    /// Where it has become so.
    Since,
}

/// Whether a key that names an alarm, an emergency stop, a fault or an error, by any of its parts, says that there is one.
pub(crate) fn trouble(key: &str, was: Option<&str>, is: &str) -> Option<Trouble> {
    let parts: Vec<String> = name_words(&key.replace(['.', '[', ']', '"', '-'], " "));
    let names = |list: &[String]| list.iter().any(|phrase| met(&parts, phrase).next().is_some());
    let has_changed = was.is_some_and(|was| was != is);
    if names(&WORDS.stops) && (has_changed || !is_quiet(is)) {
        return Some(Trouble::Since);
    }
    if !names(&WORDS.alarms) && !names(&WORDS.troubles) {
        return None;
    }
    let names_of_trouble = WORDS.alarms.iter().chain(&WORDS.troubles);
    let is_denied = names_of_trouble
        .flat_map(|phrase| met(&parts, phrase))
        .any(|at| at > 0 && is_in(&WORDS.denied, &parts[at - 1]));
    let is_turned = is_denied || names(&WORDS.cleared);
    let says = if is_turned { !is_yes(is) } else { !is_quiet(is) };
    let is_words = is.contains(char::is_alphabetic) && !matches!(is, "true" | "false");
    let stands = names(&WORDS.alarms) && is_words && !is_turned;
    says.then_some(if stands { Trouble::Stands } else { Trouble::Since })
}

fn is_yes(value: &str) -> bool {
    matches!(value.trim().to_lowercase().as_str(), "true" | "1" | "yes" | "ok")
}

/// Whether a value says that there is nothing of what its key names.
fn is_quiet(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    let says_none =
        || words(&value).first().is_some_and(|word| is_in(&WORDS.spared, word)) && failure(&value).is_none();
    is_in(&WORDS.nothing, &value) || is_in(&WORDS.quiet, &value) || is_zero(&value) || says_none()
}

/// "0.00", "0x00", "--". An "x" by itself is a mark.
fn is_zero(value: &str) -> bool {
    let is_hexadecimal = value.contains('x');
    value.trim_matches(['0', 'x', '.', '-', '+']).is_empty() && (!is_hexadecimal || value.contains('0'))
}

/// Whether a field of this name and value says that something failed. A value inside it is for whoever walks the fields.
pub(crate) fn is_failure(name: &str, value: &str) -> bool {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let value = value.trim().to_lowercase();
    let is_none = is_in(&WORDS.nothing, &value) || value.parse() == Ok(0.0);
    (is_in(&WORDS.succeeds, &name) && is_none && value != "ok")
        || (is_in(&WORDS.fails, &name) && !is_none)
        || (is_in(&WORDS.outcomes, &name) && failure(&value).is_some())
}

/// Whether a word turns a claim round.
pub(super) fn negates(word: &str) -> bool {
    is_in(&WORDS.negations, word) || word.ends_with("n't")
}

/// Whether a text turns round what it says: an odd number of negations.
pub(super) fn is_negated(text: &str) -> bool {
    negations(text) % 2 == 1
}

/// How often a text turns something round.
pub(super) fn negations(text: &str) -> usize {
    words(text).iter().filter(|word| negates(word)).count()
}

/// Whether a word says on which day something was, seen from today.
pub(super) fn is_day(word: &str) -> bool {
    is_in(&WORDS.days, word)
}

fn is_in(list: &[String], word: &str) -> bool {
    list.iter().any(|each| each == word)
}

/// A text to look words up in.
#[derive(Debug, Default)]
pub(super) struct Bag {
    whole: HashSet<String>,
    /// Words by their first four letters: forms of one word have these in common.
    by_start: HashMap<String, Vec<String>>,
}

impl Bag {
    pub(super) fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut bag = Self::default();
        for word in texts.into_iter().flat_map(words) {
            if bag.whole.insert(word.clone()) {
                bag.by_start.entry(start(&word)).or_default().push(word);
            }
        }
        bag
    }

    /// Whether the very word is in it.
    pub(super) fn has_itself(&self, word: &str) -> bool {
        self.whole.contains(word)
    }

    /// Whether the word is in it, itself or, where it is neither name nor number, in another form.
    pub(super) fn has(&self, word: &str) -> bool {
        let near = || self.by_start.get(&start(word)).is_some_and(|words| words.iter().any(|each| alike(word, each)));
        let is_plural = || match word.strip_suffix('s') {
            Some(one) if self.whole.contains(one) => true,
            _ => self.whole.contains(&format!("{word}s")),
        };
        self.whole.contains(word) || (!is_exact(word) && (near() || is_plural()))
    }
}

fn start(word: &str) -> String {
    word.chars().take(4).collect()
}

/// Whether two words may be forms of one: "weld" and "welded", "verify" and "verification".
fn alike(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let shorter = one.chars().count().min(other.chars().count());
    !is_exact(other) && (common >= 5 || (common >= 4 && common == shorter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_and_its_value_say_whether_there_is_trouble() {
        for (key, is) in [
            ("outputs.no_error", "true"),
            ("values.fault_cleared", "true"),
            ("values.error", "0"),
            ("values.error_code", "0x00"),
            ("fault", "false"),
            ("values.errors", "none"),
            ("values.alarm_text", "no alarm"),
            ("inputs.e_stop", "false"),
            ("values.terror", "1"),
            ("values.keine_stoerung", "true"),
            ("values.fehler", "kein Fehler"),
            ("inputs.notAus", "false"),
        ] {
            assert_eq!(trouble(key, None, is), None, "{key}: {is}");
        }
        for (key, was, is, says) in [
            ("values.error_no", None, "1", Trouble::Since),
            ("values.fault_no", Some("0"), "1", Trouble::Since),
            ("outputs.no_error", Some("true"), "false", Trouble::Since),
            ("values.fault_cleared", Some("true"), "false", Trouble::Since),
            ("values.fault_code", None, "17", Trouble::Since),
            ("values.alarm_acknowledged", Some("false"), "true", Trouble::Since),
            ("values.weldError", None, "true", Trouble::Since),
            ("inputs.e_stop", Some("true"), "false", Trouble::Since),
            ("EStop", None, "true", Trouble::Since),
            ("inputs.safetyGate", Some("true"), "false", Trouble::Since),
            ("inputs.light_curtain", Some("false"), "true", Trouble::Since),
            ("inputs.notAus", Some("true"), "false", Trouble::Since),
            ("values.Störung", Some("0"), "17", Trouble::Since),
            ("values.axis_overload", None, "true", Trouble::Since),
            ("values.fault", Some("-"), "x", Trouble::Since),
            ("values.err", Some("0"), "5", Trouble::Since),
            ("values.nok_parts", Some("0"), "1", Trouble::Since),
            ("values.alarme[0]", Some("Gas fehlt"), "Gas fehlt", Trouble::Stands),
            ("values.alarms[0]", Some("E-STOP pressed"), "E-STOP pressed", Trouble::Stands),
        ] {
            assert_eq!(trouble(key, was, is), Some(says), "{key}: {was:?} {is}");
        }
    }

    #[test]
    fn the_file_has_no_fault() {
        let words: Words = serde_saphyr::from_str(include_str!("words.yaml")).unwrap();
        let lists = [
            &words.filler,
            &words.hanging,
            &words.partial,
            &words.negations,
            &words.days,
            &words.succeeds,
            &words.fails,
            &words.outcomes,
            &words.failures,
            &words.spared,
            &words.nothing,
            &words.quiet,
            &words.alarms,
            &words.stops,
            &words.troubles,
            &words.denied,
            &words.cleared,
        ];
        for list in lists {
            assert!(list.iter().all(|word| word.to_lowercase() == *word));
            assert_eq!(list.iter().collect::<HashSet<_>>().len(), list.len(), "{list:?}");
            assert!(!list.is_empty());
        }
    }

    #[test]
    fn forms_of_a_word_are_met_and_names_letter_by_letter() {
        let bag = Bag::of(["Welded the verification plate at Pos_1 in 2.5 s and two runs of a car"]);
        for word in ["weld", "verify", "plate", "Pos_1", "2.5", "run", "cars"] {
            assert!(bag.has(word), "{word}");
        }
        for word in ["Pos_2", "pos_1", "pos", "well", "plat_1", "veto", "5.2", "2", "cart"] {
            assert!(!bag.has(word), "{word}");
        }
    }

    #[test]
    fn names_are_met_by_case_and_found_within_a_sentence() {
        assert_eq!(named("Welder is at Home. The run took 1.5 s at Pos_1"), ["home", "1.5", "Pos_1"]);
        assert!(!Bag::of(["pos_1"]).has("Pos_1"));
    }

    #[test]
    fn a_failure_is_said_by_a_word_and_by_a_field() {
        for text in [
            "Weld FAILED",
            "error 17",
            "Part not ok",
            "Seam timed out.",
            "2 errors, 1 error left",
            "no gas: fault",
            "Schweißen fehlgeschlagen",
            "STÖRUNG 17",
            "Teil n.i.O.",
            "Arc lost",
            "SafetyStop",
            "seam not reached",
        ] {
            assert!(failure(text).is_some(), "{text}");
        }
        for text in [
            "Weld done",
            "no error",
            "0 error",
            "without fault",
            "default",
            "Part ok",
            "errors 0",
            "",
            "Kein Fehler",
            "ohne Störung fertig",
        ] {
            assert_eq!(failure(text), None, "{text}");
        }
        for (name, value) in [
            ("success", "false"),
            ("Success", "0"),
            ("is_ok", "False"),
            ("succeeded", "none"),
            ("failed", "true"),
            ("error", "Arc lost"),
            ("errorCode", "17"),
            ("status", "FAILED"),
            ("result", "not ok"),
            ("ok", "NOK"),
        ] {
            assert!(is_failure(name, value), "{name} {value}");
        }
        for (name, value) in [
            ("success", "true"),
            ("ok", "ok"),
            ("failed", "false"),
            ("error", "none"),
            ("error", "0"),
            ("errors", "0.0"),
            ("status", "ok"),
            ("result", "5.2"),
            ("seam_mm", "0"),
            ("lamp", "false"),
        ] {
            assert!(!is_failure(name, value), "{name} {value}");
        }
    }

    #[test]
    fn two_negations_turn_nothing_round() {
        assert!(is_negated("It is not held"));
        assert!(is_negated("It isn’t held"));
        assert!(!is_negated("It is held"));
        assert!(!is_negated("Nobody has no tool"));
    }
}
