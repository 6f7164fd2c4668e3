//! Names that an operator could not tell apart, on a screen or by ear.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// Pairs of different names that look or sound the same: (the first by name, the other).
pub(super) fn look_alikes<'n>(names: &[&'n str]) -> Vec<(&'n str, &'n str)> {
    let mut seen: HashMap<String, &'n str> = HashMap::with_capacity(names.len() * 2);
    let mut pairs = Vec::new();
    for &name in names {
        let sounds = format!("sounds {}", sound(name));
        // Unicode's confusables (UTS 39): names with the same skeleton look the same in common fonts.
        let looks = format!("looks {}", skeleton(name).collect::<String>());
        let first = seen.get(&sounds).or_else(|| seen.get(&looks)).copied();
        pairs.extend(first.map(|first| (first, name)));
        seen.entry(sounds).or_insert(name);
        seen.entry(looks).or_insert(name);
    }
    pairs
}

/// A name as it is said: compatibility forms and case folded, words and numbers apart, no leading zeros.
fn sound(name: &str) -> String {
    let mut said = String::with_capacity(name.len() + 4);
    let mut last = ' ';
    for c in name.nfkc().flat_map(char::to_lowercase) {
        let kind = if c.is_numeric() {
            '0'
        } else if c.is_alphanumeric() {
            'a'
        } else {
            ' '
        };
        if kind != last && kind != ' ' && !said.is_empty() {
            said.push(' ');
        }
        let leading_zero = c == '0' && (said.is_empty() || said.ends_with(' '));
        if kind != ' ' && !leading_zero {
            said.push(c);
        }
        last = kind;
    }
    said
}
