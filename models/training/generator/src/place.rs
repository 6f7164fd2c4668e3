//! Families of work positions: how they are named, and how people speak of each.

use cellgraph_training_generator::dice::Dice;

use crate::words::{self, Style};

/// A position before it has an id, with what people call it.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// The name in the snapshot.
    pub name: String,
    /// Ways to say it in full: "station 3".
    pub full: Vec<String>,
    /// What tells it from its kind: "3", "B", "red"; empty where nothing shorter is clear.
    pub label: String,
    /// The number in the label, if it is one.
    pub number: Option<u32>,
}

/// Positions of one kind.
#[derive(Clone, Debug)]
pub struct Family {
    /// What one of them is called; the first is plainest. Empty for places with names of their own.
    pub nouns: Vec<String>,
    /// In the order in which people count them.
    pub places: Vec<Spoken>,
    /// What is told by: number, letter, word, grid, name.
    pub kind: Kind,
}

/// What tells the places of a family apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Letter,
    Word,
    Grid,
    Name,
}

const GENERIC: [&str; 30] = [
    "position",
    "station",
    "spot",
    "place",
    "point",
    "slot",
    "bay",
    "cell",
    "area",
    "zone",
    "fixture",
    "seat",
    "nest",
    "rack",
    "table",
    "jig",
    "stop",
    "dock",
    "bench",
    "location",
    "workplace",
    "checkpoint",
    "bin",
    "tray",
    "gate",
    "node",
    "target",
    "unit",
    "box",
    "pad",
];
const SHORT: [(&str, &str); 14] = [
    ("pos", "position"),
    ("stn", "station"),
    ("st", "station"),
    ("WP", "work position"),
    ("P", "position"),
    ("S", "station"),
    ("N", "nest"),
    ("loc", "location"),
    ("fix", "fixture"),
    ("T", "table"),
    ("pt", "point"),
    ("F", "fixture"),
    ("Z", "zone"),
    ("B", "bay"),
];
const FOREIGN: [(&str, &str); 26] = [
    ("Platz", "place"),
    ("Tisch", "table"),
    ("Regal", "rack"),
    ("Fach", "slot"),
    ("Lager", "store"),
    ("Stelle", "spot"),
    ("Halter", "holder"),
    ("Wanne", "tub"),
    ("Spannstelle", "clamp"),
    ("Arbeitsplatz", "workplace"),
    ("Mesa", "table"),
    ("Puesto", "post"),
    ("Estacion", "station"),
    ("Banco", "bench"),
    ("Caja", "box"),
    ("Celda", "cell"),
    ("Prensa", "press"),
    ("Poste", "post"),
    ("Etabli", "bench"),
    ("Bac", "bin"),
    ("Zone", "zone"),
    ("Banc", "bench"),
    ("Tavolo", "table"),
    ("Posto", "place"),
    ("Stol", "table"),
    ("Plaats", "place"),
];
const WORDS: [&[&str]; 9] = [
    &["red", "blue", "green", "yellow", "white", "black", "orange", "grey", "purple", "brown", "pink", "silver"],
    &["north", "south", "east", "west", "centre", "corner"],
    &["left", "right", "middle", "front", "back", "top", "bottom"],
    &["fox", "bear", "wolf", "eagle", "otter", "hare", "lynx", "crow", "badger", "heron", "moose", "viper"],
    &["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet"],
    &["mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "pluto"],
    &["oak", "ash", "birch", "maple", "pine", "elm", "willow", "cedar", "beech"],
    &["anna", "berta", "carl", "dora", "emil", "fritz", "greta", "hugo", "ida", "otto", "paula"],
    &["rot", "blau", "gruen", "gelb", "weiss", "schwarz", "links", "rechts", "oben", "unten", "vorne", "hinten"],
];
const ENGLISH: [(&str, &str); 12] = [
    ("rot", "red"),
    ("blau", "blue"),
    ("gruen", "green"),
    ("gelb", "yellow"),
    ("weiss", "white"),
    ("schwarz", "black"),
    ("links", "left"),
    ("rechts", "right"),
    ("oben", "upper"),
    ("unten", "lower"),
    ("vorne", "front"),
    ("hinten", "rear"),
];

/// What tells two places of a kind apart, and now and then a third.
const PAIRS: [(&[&str], bool); 16] = [
    (&["left", "right"], true),
    (&["left", "right", "middle"], true),
    (&["front", "back"], true),
    (&["front", "rear"], true),
    (&["upper", "lower"], true),
    (&["top", "bottom"], true),
    (&["north", "south"], true),
    (&["east", "west"], true),
    (&["inner", "outer"], true),
    (&["near", "far"], true),
    (&["big", "small"], true),
    (&["in", "out"], false),
    (&["entry", "exit"], false),
    (&["A", "B"], false),
    (&["A", "B", "C"], false),
    (&["one", "two"], false),
];

/// A family of about `size` places. `trade` holds the trade's own nouns.
pub fn family(size: usize, trade: &[&str], style: Style, dice: &mut Dice) -> Family {
    match dice.below(100) {
        0..52 => numbered(size, trade, style, dice),
        52..63 => lettered(size, trade, style, dice),
        63..77 => worded(size, trade, style, dice),
        77..90 => grid(size, dice),
        90..95 => tiers(size, trade, style, dice),
        _ => slots(size, style, dice),
    }
}

/// A further family of a cell: few places, oftenest a pair.
pub fn further(trade: &[&str], style: Style, dice: &mut Dice) -> Family {
    let size = *dice.weighted(&[(5, 2), (4, 3), (3, 4), (1, 5), (1, 6)]);
    match dice.below(100) {
        0..50 => pair(trade, style, dice),
        50..75 => numbered(size, trade, style, dice),
        75..92 => lettered(size, trade, style, dice),
        _ => worded(size, trade, style, dice),
    }
}

fn noun(trade: &[&str], dice: &mut Dice) -> String {
    (*if dice.chance(55) { dice.pick(trade) } else { dice.pick(&GENERIC) }).to_owned()
}

/// `Station_3`, `pos-3`, `P03`, `Tisch_3`.
fn numbered(size: usize, trade: &[&str], style: Style, dice: &mut Dice) -> Family {
    let mut glued = false;
    let (stem, nouns) = match dice.below(10) {
        0..5 => {
            let noun = noun(trade, dice);
            (noun.clone(), vec![noun])
        }
        5..8 => {
            let (short, long) = *dice.pick(&SHORT);
            glued = short.len() < 3 || dice.chance(20);
            (short.to_owned(), vec![long.to_owned(), short.to_lowercase()])
        }
        _ => {
            let (foreign, english) = *dice.pick(&FOREIGN);
            (foreign.to_owned(), vec![foreign.to_owned(), english.to_owned(), foreign.to_lowercase()])
        }
    };
    let first = *dice.pick(&[1, 1, 1, 1, 1, 1, 0, 2, 10, 101]);
    let step = if first == 10 { 10 } else { 1 };
    let padded = dice.chance(12);
    let places = (0..size as u32).map(|at| {
        let number = first + at * step;
        let digits = if padded { format!("{number:02}") } else { number.to_string() };
        let name = if glued { format!("{stem}{digits}") } else { words::name(&format!("{stem} {digits}"), style) };
        let full = nouns.iter().map(|noun| format!("{noun} {number}")).collect();
        Spoken { name, full, label: number.to_string(), number: Some(number) }
    });
    Family { places: places.collect(), nouns, kind: Kind::Number }
}

/// `BayA`, `jig_b`.
fn lettered(size: usize, trade: &[&str], style: Style, dice: &mut Dice) -> Family {
    let noun = noun(trade, dice);
    let places = (b'a'..=b'z').take(size.min(12)).map(|letter| {
        let letter = char::from(letter);
        let name = words::name(&format!("{noun} {letter}"), style);
        let label = letter.to_uppercase().to_string();
        Spoken { name, full: vec![format!("{noun} {label}")], label, number: None }
    });
    Family { places: places.collect(), nouns: vec![noun], kind: Kind::Letter }
}

/// `Bin_Red`, `NorthTable`, `falcon`.
fn worded(size: usize, trade: &[&str], style: Style, dice: &mut Dice) -> Family {
    let words = *dice.pick(&WORDS);
    let chosen = dice.some(words, size);
    let is_foreign = words[0] == "rot";
    let noun = if is_foreign { dice.pick(&FOREIGN[..10]).0.to_owned() } else { noun(trade, dice) };
    let english = FOREIGN.iter().find(|(foreign, _)| *foreign == noun).map(|(_, english)| (*english).to_owned());
    let (bare, after) = (dice.chance(25), dice.chance(50));
    let places = chosen.iter().map(|&word| {
        let phrase = match (bare, after) {
            (true, _) => word.to_owned(),
            (false, true) => format!("{noun} {word}"),
            (false, false) => format!("{word} {noun}"),
        };
        let said = ENGLISH.iter().find(|(foreign, _)| *foreign == word).map_or(word, |(_, english)| english);
        let mut full = vec![format!("the {said} {}", english.as_ref().unwrap_or(&noun)), format!("{noun} {word}")];
        if bare {
            full = vec![word.to_owned()];
        }
        let label = if is_foreign { word.to_owned() } else { said.to_owned() };
        Spoken { name: words::name(&phrase, style), full, label, number: None }
    });
    let nouns = if bare { Vec::new() } else { english.iter().cloned().chain([noun.clone()]).collect() };
    Family { places: places.collect(), nouns, kind: Kind::Word }
}

/// `rack_left` and `rack_right`, `FrontPress` and `BackPress`.
fn pair(trade: &[&str], style: Style, dice: &mut Dice) -> Family {
    let (words, before) = *dice.pick(&PAIRS);
    let noun = noun(trade, dice);
    let after = !before || dice.chance(60);
    let places = words.iter().map(|&word| {
        let phrase = if after { format!("{noun} {word}") } else { format!("{word} {noun}") };
        let mut full = vec![format!("{noun} {word}")];
        if before {
            full = vec![format!("the {word} {noun}"), format!("{word} {noun}"), full.remove(0)];
        }
        Spoken { name: words::name(&phrase, style), full, label: word.to_owned(), number: None }
    });
    Family { places: places.collect(), nouns: vec![noun.clone()], kind: if before { Kind::Word } else { Kind::Letter } }
}

/// `setter_1_upper`: a number and which of two or three.
fn tiers(size: usize, trade: &[&str], style: Style, dice: &mut Dice) -> Family {
    let words = *dice.pick(&[
        &["upper", "lower"][..],
        &["left", "right"],
        &["top", "bottom"],
        &["front", "back"],
        &["in", "out"],
        &["top", "middle", "bottom"],
    ]);
    let noun = noun(trade, dice);
    let rows = (size / words.len()).clamp(2, 5);
    let mut places = Vec::new();
    for row in 1..=rows {
        for &word in words {
            let full = vec![
                format!("{row} {word}"),
                format!("{noun} {row} {word}"),
                format!("the {word} one of {noun} {row}"),
                format!("{word} {row}"),
                format!("the {word} of {noun} {row}"),
                format!("{} {word}", words::number(row as u32)),
            ];
            let name = words::name(&format!("{noun} {row} {word}"), style);
            places.push(Spoken { name, full, label: String::new(), number: None });
        }
    }
    Family { places, nouns: Vec::new(), kind: Kind::Name }
}

/// `A1` to `D6`, `TrayA1` to `TrayD6`.
fn grid(size: usize, dice: &mut Dice) -> Family {
    let columns = dice.between(2, 6);
    let rows = (size / columns).clamp(2, 8);
    let lower = dice.chance(15);
    let separator = *dice.pick(&["", "", "", "", "-", "_"]);
    let noun = *dice.pick(&["slot", "well", "tray", "pocket", "cell", "place", "field", "nest", "position", "tube"]);
    let first = *dice.pick(b"AAAAKR");
    let stem = dice.chance(35).then(|| words::name(noun, *dice.pick(&[Style::Camel, Style::Snake])));
    let mut places = Vec::new();
    for row in 0..rows {
        let letter = char::from(first + row as u8);
        for column in 1..=columns {
            let shown = if lower { letter.to_ascii_lowercase() } else { letter };
            let name = format!("{}{shown}{separator}{column}", stem.as_deref().unwrap_or_default());
            let label = format!("{letter}{column}");
            let full =
                vec![label.clone(), format!("{noun} {label}"), format!("{letter} {column}"), label.to_lowercase()];
            places.push(Spoken { name, full, label, number: Some(column as u32) });
        }
    }
    Family { places, nouns: vec![noun.to_owned()], kind: Kind::Grid }
}

/// `rack2_slot3`.
fn slots(size: usize, style: Style, dice: &mut Dice) -> Family {
    let (outer, inner) =
        *dice.pick(&[("rack", "slot"), ("row", "place"), ("shelf", "bin"), ("table", "nest"), ("aisle", "bay")]);
    let columns = dice.between(2, 4);
    let rows = (size / columns).clamp(2, 5);
    let short = dice.chance(40);
    let mut places = Vec::new();
    for row in 1..=rows {
        for column in 1..=columns {
            let (o, i) = if short { (&outer[..1], &inner[..1]) } else { (outer, inner) };
            let name = words::name(&format!("{o}{row} {i}{column}"), style);
            let full = vec![
                format!("{outer} {row} {inner} {column}"),
                format!("{inner} {column} of {outer} {row}"),
                format!("{inner} {column} in {outer} {row}"),
            ];
            places.push(Spoken { name, full, label: String::new(), number: Some(column as u32) });
        }
    }
    Family { places, nouns: Vec::new(), kind: Kind::Name }
}
