//! A word → the stem that its forms share, and the words that shops use for one another.
//!
//! Crude on purpose: two words are alike if their stems are equal, nothing more is made of a stem.

use std::{collections::HashMap, sync::LazyLock};

/// What `weld`, `welds`, `welding`, `welded` and `welder` have in common.
pub(in crate::language) fn stem(word: &str) -> String {
    let mut stem = word.to_owned();
    for ending in ENDINGS {
        let kept = stem.len().saturating_sub(ending.len());
        if stem.ends_with(ending) && stem.is_char_boundary(kept) && stem[..kept].chars().count() >= 3 {
            // "press" has no plural in it.
            if *ending == "s" && stem.ends_with("ss") {
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

const ENDINGS: &[&str] = &[
    "ations", "ating", "ated", "ates", "ators", "ator", "ate", "ation", "ings", "ions", "ers", "ing", "ion", "ors",
    "ed", "er", "or", "es", "e", "s", "y",
];

fn undouble(stem: &mut String) {
    let mut back = stem.chars().rev();
    let (last, before) = (back.next(), back.next());
    if last.is_some() && last == before && stem.chars().count() > 3 && !stem.ends_with("ss") && !stem.ends_with("ll") {
        stem.pop();
    }
}

/// Words that shops use for one another, group by group. A word of a group means a routine whose name has another word of
/// it, where the cell has exactly one such routine and none is named by the word itself.
pub(in crate::language) const KIN: &[&str] = &[
    "inspect inspection check scan examine examination look photo photograph picture image imaging view survey capture \
     snapshot snap camera vision visual eyeball qc",
    "weld tack spot seam join fuse mig tig arc zap stitch bead",
    "glue dispense bond adhesive bead paste apply gluing epoxy",
    "screw fasten tighten torque drive bolt driver screwdriving",
    "drill bore ream hole",
    "grind sand polish buff deburr finish abrade smooth linish debur",
    "paint spray coat lacquer varnish prime",
    "clean wipe wash blow rinse purge degrease",
    "measure measurement gauge gage probe metrology dimension",
    "cut trim slice saw",
    "label mark engrave etch laser print stamp sticker tag",
    "seal caulk sealant sealing gasket",
    "insert press fit push",
    "solder reflow",
    "pick grip grasp pickup",
    "place deposit putdown",
    "load feed infeed",
    "unload eject offload",
    "palletise stack palletize pallet",
    "test verify validate proof leak",
    "calibrate calibration zero teach tare align",
    "scan barcode read qr",
    "rivet crimp",
    "weigh scale",
    "pack package wrap box packing",
    "heat cure bake dry",
    "mill machine rout",
    "sort",
    "assemble assembly",
    "oil grease lube lubricate",
];

static GROUPS: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut groups: HashMap<String, Vec<String>> = HashMap::new();
    for group in KIN {
        let stems: Vec<String> = group.split_whitespace().map(stem).collect();
        for one in &stems {
            let kin = groups.entry(one.clone()).or_default();
            kin.extend(stems.iter().filter(|other| *other != one).cloned());
        }
    }
    groups
});

/// The stems that shops use for this one; empty where it is no word for work.
pub(super) fn kin(stem: &str) -> Vec<&'static str> {
    GROUPS.get(stem).map_or_else(Vec::new, |kin| kin.iter().map(String::as_str).collect())
}

#[cfg(test)]
mod tests {
    use super::stem;

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
