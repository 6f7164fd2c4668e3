//! A word → the stem that its forms share.
//!
//! Crude on purpose: two words are alike if their stems are equal, nothing more is made of a stem.

use super::canon::singular;

/// What `weld`, `welds`, `welding`, `welded` and `welder` have in common.
pub(in crate::language) fn stem(word: &str) -> String {
    let mut stem = word.to_owned();
    let last = stem.bytes().last();
    // Most endings are told by their last letter to be none.
    for ending in ENDINGS.iter().filter(|ending| ending.bytes().last() == last) {
        let kept = stem.len().saturating_sub(ending.len());
        if stem.ends_with(ending) && stem.is_char_boundary(kept) && stem[..kept].chars().count() >= 3 {
            // "press" has no plural in it.
            if *ending == "s" && stem.ends_with("ss") {
                continue;
            }
            // "Putty" is no form of "put".
            if *ending == "y" && is_doubled(&stem[..kept]) {
                continue;
            }
            stem.truncate(kept);
            break;
        }
    }
    undouble(&mut stem);
    // Both spellings of palletise.
    if stem.ends_with('z') {
        stem.pop();
        stem.push('s');
    }
    stem
}

/// A noun without the ending of many: what `box` and `boxes` have in common, and `turn` and `turnings` have not.
pub(super) fn noun(word: &str) -> String {
    let is_sharp = |short: &&str| short.ends_with(['s', 'x', 'z']) || short.ends_with("ch") || short.ends_with("sh");
    match (word.strip_suffix("es").filter(is_sharp), word.strip_suffix("ies")) {
        (Some(short), _) => short.to_owned(),
        (None, Some(short)) if short.len() > 2 => format!("{short}y"),
        _ => singular(word).to_owned(),
    }
}

const ENDINGS: &[&str] = &[
    "ations", "ating", "ated", "ates", "ators", "ator", "ate", "ation", "ings", "ions", "ers", "ing", "ion", "ors",
    "ed", "er", "or", "es", "e", "s", "y",
];

fn is_doubled(word: &str) -> bool {
    let mut back = word.chars().rev();
    let (last, before) = (back.next(), back.next());
    last.is_some() && last == before
}

fn undouble(stem: &mut String) {
    if is_doubled(stem) && stem.chars().count() > 3 && !stem.ends_with("ss") && !stem.ends_with("ll") {
        stem.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::{noun, stem};

    #[test]
    fn other_words_share_none() {
        for (one, other) in [("put", "putty"), ("car", "carry")] {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
    }

    #[test]
    fn a_noun_is_no_verb() {
        for (one, many) in [("box", "boxes"), ("chip", "chips"), ("batch", "batches"), ("assembly", "assemblies")] {
            assert_eq!(noun(one), noun(many), "{one}");
        }
        for (verb, thing) in [("turn", "turnings"), ("shave", "shavings"), ("wash", "washers"), ("bear", "bearings")] {
            assert_ne!(noun(verb), noun(thing), "{verb}");
        }
    }

    #[test]
    fn forms_of_a_word_share_a_stem() {
        for forms in [
            &["weld", "welds", "welding", "welded", "welder"][..],
            &["inspect", "inspection", "inspecting", "inspected"],
            &["scan", "scanning", "scanner", "scanned"],
            &["calibrate", "calibration", "calibrating"],
            &["glue", "gluing", "glued"],
            &["deburr", "deburring"],
            &["palletise", "palletize", "palletizing"],
            &["press", "pressing"],
        ] {
            for form in forms {
                assert_eq!(stem(form), stem(forms[0]), "{form}");
            }
        }
    }
}
