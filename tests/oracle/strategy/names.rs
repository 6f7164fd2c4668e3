//! Names for random cells and plans: such as a cell has, such as only a careless implementation trips over, and such as
//! no graph can have. In: random numbers. Out: texts. Never here: a choice of what a name is for.

use proptest::prelude::*;
use proptest::sample::select;

use super::Cell;
use super::Dice;

const STEMS: [&str; 12] = [
    "Home",
    "Pos_",
    "Safe_Pos_",
    "Tool_Weld_Position",
    "Welder",
    "Camera",
    "tack_weld",
    "camera_inspection",
    "A",
    "b",
    "Position ",
    "Größe_",
];

/// Accepted by the import: no character of Cc, Cf, Zl, Zp, not blank, at most 255 bytes.
const ODD: [&str; 32] = [
    "it's",
    "a\"quote\"",
    "back\\slash",
    "\\u0041\\n",
    "two words",
    " leading",
    "trailing ",
    "tab  tab",
    "U\u{308}",
    "Ü",
    "ü",
    "位置 1",
    "🤖",
    "\u{1f9ea}x",
    "ﬃ",
    "ßtart",
    "None",
    "NONE",
    "none",
    "tool_attach",
    "tool_release",
    "move",
    "routine",
    "null",
    "true",
    "1",
    "-",
    "%s{}",
    "#",
    "__",
    "a_ b__c_",
    "Step 1: x",
];

/// A name that the import accepts.
pub fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (select(&STEMS[..]), 0..16_u8).prop_map(|(stem, n)| if n < 4 { stem.to_string() } else { format!("{stem}{n}") }),
        3 => select(&ODD[..]).prop_map(str::to_string),
        1 => (select(&["x", "é", "位"][..]), 80..85_usize).prop_map(|(c, n)| c.repeat(n)),
    ]
}

/// The name, with something behind it where it is taken.
pub fn unlike(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_string();
    let mut number = 0;
    while is_taken(&free) {
        number += 1;
        free = format!("{name}~{number}");
    }
    free
}

/// A text that names no position, routine or tool of the cell, nor an empty hand; often one that no graph can hold.
pub fn unknown_name(cell: &Cell, dice: &mut Dice) -> String {
    const NEVER: [&str; 16] = [
        "Nowhere",
        "",
        " ",
        "home",
        "a\nb",
        "\u{7f}",
        "\u{85}\u{9f}",
        "tab\there",
        "\u{0}",
        "\u{1b}[2J",
        "'\"\\\r\u{8}\u{c}",
        "\u{202e}rtl",
        "\u{2028}",
        "Pos_99",
        "\u{feff}x",
        "\u{1}\u{1f}é",
    ];
    let is_taken = |name: &str| {
        let is_name = cell.positions.contains_key(name) || cell.routines.contains_key(name);
        is_name || cell.tools.contains_key(name) || name == super::NONE
    };
    if dice.below(4) != 0 {
        return unlike(NEVER[dice.below(16) as usize], is_taken);
    }
    // Nearly one of the cell's own.
    let own = super::pick(dice, cell.positions.keys()).unwrap_or_default();
    let nearly = [format!("{own} "), own.to_lowercase(), format!("{own}\u{301}"), own.repeat(20)];
    unlike(&nearly[dice.below(4) as usize], is_taken)
}
