//! Words in their forms: numbers, ordinals, plurals, "-ing", and names in the styles that cells use.

/// Small numbers as words.
const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS: [&str; 20] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// A number in words; a large one digit by digit, as codes are read out.
pub fn number(n: u32) -> String {
    match n {
        0..20 => SMALL[n as usize].to_owned(),
        20..100 if n.is_multiple_of(10) => TENS[n as usize / 10].to_owned(),
        20..100 => format!("{} {}", TENS[n as usize / 10], SMALL[n as usize % 10]),
        _ => n.to_string().bytes().map(|b| SMALL[usize::from(b - b'0')]).collect::<Vec<_>>().join(" "),
    }
}

/// "first" for 0.
pub fn ordinal(at: usize) -> Option<&'static str> {
    ORDINALS.get(at).copied()
}

/// "once" and so on are tables; this is "3rd" for 2.
pub fn ordinal_digits(at: usize) -> String {
    let n = at + 1;
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// The plural of an English noun.
pub fn plural(noun: &str) -> String {
    if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") {
        format!("{noun}es")
    } else if noun.ends_with('y') && !noun.ends_with("ay") && !noun.ends_with("ey") {
        format!("{}ies", &noun[..noun.len() - 1])
    } else if noun.ends_with("shelf") {
        format!("{}ves", &noun[..noun.len() - 1])
    } else {
        format!("{noun}s")
    }
}

/// First words of verbs of two words: "spot weld", "base coat".
const COMPOUND: [&str; 12] =
    ["spot", "laser", "base", "leak", "torque", "top", "clear", "tack", "scuff", "probe", "finish", "shrink"];
const SECOND: [&str; 8] = ["weld", "coat", "check", "sand", "test", "wrap", "drill", "solder"];
const IRREGULAR: [(&str, &str); 62] = [
    ("put", "put"),
    ("take", "taken"),
    ("cut", "cut"),
    ("set", "set"),
    ("get", "got"),
    ("give", "given"),
    ("run", "run"),
    ("lay", "laid"),
    ("hit", "hit"),
    ("blow", "blown"),
    ("draw", "drawn"),
    ("shut", "shut"),
    ("see", "seen"),
    ("feel", "felt"),
    ("read", "read"),
    ("make", "made"),
    ("drive", "driven"),
    ("do", "done"),
    ("bring", "brought"),
    ("stick", "stuck"),
    ("shoot", "shot"),
    ("bend", "bent"),
    ("let", "let"),
    ("hold", "held"),
    ("grind", "ground"),
    ("have", "had"),
    ("go", "been"),
    ("be", "been"),
    ("find", "found"),
    ("sow", "sown"),
    ("sweep", "swept"),
    ("light", "lit"),
    ("throw", "thrown"),
    ("tie", "tied"),
    ("burn", "burned"),
    ("build", "built"),
    ("slide", "slid"),
    ("spin", "spun"),
    ("split", "split"),
    ("squirt", "squirted"),
    ("suck", "sucked"),
    ("beat", "beaten"),
    ("break", "broken"),
    ("keep", "kept"),
    ("fit", "fitted"),
    ("leave", "left"),
    ("wind", "wound"),
    ("undo", "undone"),
    ("hang", "hung"),
    ("mix", "mixed"),
    ("fix", "fixed"),
    ("spread", "spread"),
    ("unscrew", "unscrewed"),
    ("screw", "screwed"),
    ("saw", "sawn"),
    ("dry", "dried"),
    ("spray", "sprayed"),
    ("stow", "stowed"),
    ("open", "opened"),
    ("gather", "gathered"),
    ("bung", "bunged"),
    ("wring", "wrung"),
];

/// What stands before the verb of a command, the verb, and the rest.
fn verb_of(command: &str) -> (&str, &str, &str) {
    let (first, rest) = command.split_once(' ').unwrap_or((command, ""));
    let (second, after) = rest.split_once(' ').unwrap_or((rest, ""));
    if COMPOUND.contains(&first) && SECOND.contains(&second) { (first, second, after) } else { ("", first, rest) }
}

/// Whether the last letter is doubled before "-ing" and "-ed".
fn doubles(verb: &str) -> bool {
    let vowel = |b: u8| b"aeiou".contains(&b);
    let bytes = verb.as_bytes();
    let n = bytes.len();
    n >= 3
        && !vowel(bytes[n - 1])
        && vowel(bytes[n - 2])
        && !vowel(bytes[n - 3])
        && !b"wxy".contains(&bytes[n - 1])
        && (n <= 4 || ["unplug", "scrub", "strip", "unclip", "swing", "recap", "uncap"].contains(&verb))
        && !["open", "even"].contains(&verb)
        || ["recap", "uncap", "scrub", "strip", "unclip", "snap", "equip"].contains(&verb)
}

fn again(before: &str, form: &str, rest: &str) -> String {
    [before, form, rest].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The verb of a command in its "-ing" form, the rest as it is.
pub fn ing(command: &str) -> String {
    let (before, verb, rest) = verb_of(command);
    let n = verb.len();
    let form = if verb.ends_with("ie") {
        format!("{}ying", &verb[..n - 2])
    } else if verb.ends_with('e') && !verb.ends_with("ee") && !verb.ends_with("ye") && verb != "be" {
        format!("{}ing", &verb[..n - 1])
    } else if doubles(verb) {
        format!("{verb}{}ing", &verb[n - 1..])
    } else {
        format!("{verb}ing")
    };
    again(before, &form, rest)
}

/// The verb of a command as a participle, the rest as it is: "put a tack on 3", "welded 3".
pub fn done(command: &str) -> String {
    let (before, verb, rest) = verb_of(command);
    let n = verb.len();
    let low = verb.to_lowercase();
    let form = if let Some((_, form)) = IRREGULAR.iter().find(|(word, _)| *word == low) {
        (*form).to_owned()
    } else if verb.ends_with('e') {
        format!("{verb}d")
    } else if n > 1 && verb.ends_with('y') && !b"aeiou".contains(&verb.as_bytes()[n - 2]) {
        format!("{}ied", &verb[..n - 1])
    } else if doubles(verb) {
        format!("{verb}{}ed", &verb[n - 1..])
    } else {
        format!("{verb}ed")
    };
    again(before, &form, rest)
}

/// How the names of a cell are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Snake,
    TitleSnake,
    UpperSnake,
    Kebab,
    Camel,
    LowerCamel,
    Spaces,
    TitleSpaces,
    Joined,
    Dots,
}

/// Every style, the more usual ones more often.
pub const STYLES: [(usize, Style); 10] = [
    (6, Style::Snake),
    (6, Style::TitleSnake),
    (2, Style::UpperSnake),
    (4, Style::Kebab),
    (5, Style::Camel),
    (1, Style::LowerCamel),
    (2, Style::Spaces),
    (2, Style::TitleSpaces),
    (1, Style::Joined),
    (1, Style::Dots),
];

/// A name from its words.
pub fn name(words: &str, style: Style) -> String {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let title = |word: &String| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
    };
    let titles = || words.iter().map(title).collect::<Vec<_>>();
    match style {
        Style::Snake => words.join("_").to_lowercase(),
        Style::TitleSnake => titles().join("_"),
        Style::UpperSnake => words.join("_").to_uppercase(),
        Style::Kebab => words.join("-").to_lowercase(),
        Style::Camel => titles().concat(),
        Style::LowerCamel => {
            let rest: String = words.iter().skip(1).map(title).collect();
            words[0].to_lowercase() + &rest
        }
        Style::Spaces => words.join(" "),
        Style::TitleSpaces => titles().join(" "),
        Style::Joined => words.concat().to_lowercase(),
        Style::Dots => words.join(".").to_lowercase(),
    }
}
