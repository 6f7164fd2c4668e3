//! Keys that a terminal sends as an escape sequence. A program that ended without setting that back (kitty's keyboard protocol, xterm's
//! modifyOtherKeys, the keypad's application mode) leaves a terminal whose Ctrl-C is no byte of its own any more, and whose Enter ends no line.

/// What a sequence stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escaped {
    /// A key that means "stop now", as [`super::STOP_KEYS`] has them.
    Stop,
    Enter,
}

const ESCAPE: u8 = 0x1b;
/// Escape and a bracket in one byte.
const ESCAPE_AND_BRACKET: u8 = 0x9b;

/// The longest sequence that is looked for, in bytes.
const SEQUENCE_MAX: usize = 24;

/// The bit of Ctrl among the modifiers, which are sent with one added.
const CTRL: u32 = 4;

/// Enter, and the keypad's, by kitty's numbers.
const ENTER: [u32; 2] = [13, 57_414];

/// The kind of event of a key that is let go.
const RELEASED: u32 = 3;

/// The sequence that ends here: what it stands for, and where it begins. None where no such key does.
pub(super) fn at_end(bytes: &[u8]) -> Option<(Escaped, usize)> {
    let from = bytes.len().saturating_sub(SEQUENCE_MAX);
    let begins = from + bytes[from..].iter().rposition(|byte| [ESCAPE, ESCAPE_AND_BRACKET].contains(byte))?;
    let sequence = std::str::from_utf8(&bytes[begins + 1..]).ok()?;
    if sequence == "OM" {
        return Some((Escaped::Enter, begins));
    }
    let inner = if bytes[begins] == ESCAPE { sequence.strip_prefix('[')? } else { sequence };
    // `key:with shift:on an English keyboard;modifiers:kind of event;text`; of each field the numbers.
    let (kind, fields) = (inner.chars().last()?, &inner[..inner.len() - inner.chars().last()?.len_utf8()]);
    let fields: Vec<Vec<u32>> =
        fields.split(';').map(|field| field.split(':').map(|number| number.parse().unwrap_or(0)).collect()).collect();
    let (keys, modifiers) = match (kind, fields.as_slice()) {
        ('u', [keys]) => (keys.clone(), vec![1]),
        ('u', [keys, modifiers, ..]) => (keys.clone(), modifiers.clone()),
        ('~', [first, modifiers, keys]) if first == &[27] => (keys.clone(), modifiers.clone()),
        _ => return None,
    };
    let is_ctrl = modifiers.first().is_some_and(|modifiers| modifiers.saturating_sub(1) & CTRL != 0);
    let is_released = modifiers.get(1) == Some(&RELEASED);
    let stands_for = match is_ctrl && keys.iter().any(|key| is_stop(*key)) {
        true => Escaped::Stop,
        // An Enter that is let go answers nothing: it was pressed before.
        false if !is_released && keys.iter().any(|key| ENTER.contains(key)) => Escaped::Enter,
        false => return None,
    };
    Some((stands_for, begins))
}

/// Whether a key means "stop now" beside Ctrl: the letters of [`super::STOP_KEYS`], on a Russian keyboard as well.
fn is_stop(key: u32) -> bool {
    let letter = char::from_u32(key).and_then(|letter| letter.to_lowercase().next());
    letter.is_some_and(|letter| ['c', 'd', 'z', '\\', ' ', '@', 'с', 'в', 'я'].contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_by_its_sequence() {
        for (bytes, is) in [
            ("\x1b[99;5u", Some((Escaped::Stop, 0))),
            ("go\x1b[27;5;99~", Some((Escaped::Stop, 2))),
            ("\x1b[100;5u", Some((Escaped::Stop, 0))),
            ("\x1b[99:67;6:1u", Some((Escaped::Stop, 0))),
            ("\x1b[122;5u", Some((Escaped::Stop, 0))),
            ("stop now\x1b[13u", Some((Escaped::Enter, 8))),
            ("stop now\x1b[13;1u", Some((Escaped::Enter, 8))),
            ("stop now\x1b[57414u", Some((Escaped::Enter, 8))),
            ("stop now\x1bOM", Some((Escaped::Enter, 8))),
            ("stop now\x1b[13;5u", Some((Escaped::Enter, 8))),
            ("stop now\x1b[13;1:1u", Some((Escaped::Enter, 8))),
            // On a Russian keyboard.
            ("\x1b[1089;5u", Some((Escaped::Stop, 0))),
            ("\x1b[1089::99;5u", Some((Escaped::Stop, 0))),
            ("\x1b[27;5;1089~", Some((Escaped::Stop, 0))),
            // A key that is let go: it stops, and it ends no line.
            ("\x1b[99;5:3u", Some((Escaped::Stop, 0))),
            ("yes\x1b[13;1:3u", None),
            // Other keys, and what is not whole.
            ("\x1b[99;1u", None),
            ("\x1b[97;5u", None),
            ("\x1b[A", None),
            ("\x1b[27;5~", None),
            ("\x1b[99;5", None),
            ("99;5u", None),
            ("\x1b[u", None),
            ("", None),
        ] {
            assert_eq!(at_end(bytes.as_bytes()), is, "{bytes:?}");
        }
        assert_eq!(at_end(b"go\x9b99;5u"), Some((Escaped::Stop, 2)));
    }
}
