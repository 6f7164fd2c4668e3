//! One form for the many ways in which a word is written, and which words say nothing by themselves.

use super::words::{self, Word};

/// A name's words, each in its usual form.
pub(crate) fn canonical(name: &str) -> Vec<String> {
    words::words(name).iter().filter(|word| !word.mark).map(|word| canon(word).into_owned()).collect()
}

/// A word in its usual form: numbers in digits, one word for position.
pub(crate) fn canon(word: &Word) -> std::borrow::Cow<'_, str> {
    match word.number {
        Some(number) if !word.ordinal => number.to_string().into(),
        _ => canon_text(&word.text).into(),
    }
}

pub(super) fn canon_text(word: &str) -> &str {
    match word {
        "pos" | "posn" | "poz" | "positions" | "poses" | "postion" | "possition" | "pose" => "position",
        "stations" | "stn" | "sta" | "stns" => "station",
        "spots" => "spot",
        "places" => "place",
        "points" | "pt" => "point",
        "areas" => "area",
        "locations" | "loc" | "locs" => "location",
        "zones" => "zone",
        "sites" => "site",
        "shelves" => "shelf",
        "workstation" | "workstations" => "workstation",
        word => spelled(singular(word)),
    }
}

/// One spelling of words that have two, and words for their abbreviations.
fn spelled(word: &str) -> &str {
    match word {
        "mold" => "mould",
        "color" => "colour",
        "gray" => "grey",
        "center" | "ctr" => "centre",
        "aluminum" => "aluminium",
        "fiber" => "fibre",
        "plow" => "plough",
        "gage" => "gauge",
        "tire" => "tyre",
        "meter" => "metre",
        "caliper" => "calliper",
        "mag" | "magazin" => "magazine",
        "temp" => "temperature",
        "conv" | "cnv" => "conveyor",
        "insp" => "inspection",
        "cam" => "camera",
        "assy" | "asm" => "assembly",
        word => word,
    }
}

/// "bins" → "bin"; short words and those in "ss" or "us" stay.
pub(crate) fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(short) if short.len() >= 3 && !short.ends_with(['s', 'u', 'i']) => short,
        _ => word,
    }
}

/// Words for any place.
pub(crate) fn is_place_noun(word: &str) -> bool {
    matches!(
        word,
        "position"
            | "station"
            | "spot"
            | "place"
            | "point"
            | "area"
            | "location"
            | "zone"
            | "site"
            | "workstation"
            | "stop"
            | "work"
            | "target"
            | "number"
            | "stage"
            | "destination"
            | "waypoint"
            | "workplace"
            | "num"
            | "nr"
    )
}

/// Words that tell nothing from anything.
pub(super) fn is_hollow(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "a"
            | "an"
            | "of"
            | "at"
            | "on"
            | "in"
            | "to"
            | "and"
            | "or"
            | "with"
            | "for"
            | "from"
            | "by"
            | "one"
            | "is"
            | "tool"
            | "routine"
            | "position"
            | "part"
            | "this"
            | "that"
            | "it"
            | "all"
            | "every"
            | "do"
            | "run"
            | "no"
            | "not"
            | "robot"
            | "any"
            | "into"
            | "onto"
            | "up"
            | "out"
            | "off"
            | "down"
            | "pos"
            | "positions"
            | "go"
            | "move"
            | "its"
            | "each"
            | "take"
            | "get"
            | "set"
            | "program"
            | "process"
            | "operation"
            | "job"
            | "task"
            | "work"
            | "here"
            | "there"
    )
}

/// A number, or a single letter: what tells the places of a row from each other.
pub(super) fn is_mark_of_place(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || (word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase()))
}
