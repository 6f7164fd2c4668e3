//! Names of fields in what others write: which known name an unknown one is near to. In: a name, and the names that are known.
//! Out: the known name. A near name is never taken for the known one: it is told, or refused.

use strsim::osa_distance;

/// Names of this length and longer may have two slips; shorter ones have one, behind their first letter.
const LONG_CHARS: usize = 6;
/// Shorter names are near to too much.
const SHORT_CHARS: usize = 4;

/// The known name that this one is near to: the same but for its case and its joints, a single for a plural, or a slip of the
/// pen. A slip is none where the known name stands there as well: `stands` says whether it does.
pub(crate) fn near<'k>(name: &str, known: &[&'k str], stands: impl Fn(&str) -> bool) -> Option<&'k str> {
    let folded = fold(name);
    let same = known.iter().find(|known| folded == **known || format!("{folded}s") == **known);
    let slip = || known.iter().filter(|known| !stands(known)).find(|known| is_slip(&folded, known));
    same.or_else(slip).copied().filter(|known| *known != name)
}

/// The known name that this one may be meant for: one that it is near to, or that it is another name of.
pub(crate) fn meant<'k>(
    name: &str,
    known: &[&'k str],
    aliases: &[(&str, &'k str)],
    stands: impl Fn(&str) -> bool,
) -> Option<&'k str> {
    let alias = || aliases.iter().find(|(alias, _)| *alias == name).map(|(_, meant)| *meant);
    near(name, known, stands).or_else(alias).filter(|meant| known.contains(meant))
}

/// Says which fields are not known, and which known name each is near to; none where all are known.
pub(crate) fn unknown<'n>(
    names: impl IntoIterator<Item = &'n str>,
    known: &[&str],
    aliases: &[(&str, &str)],
) -> Option<String> {
    let is_known = |name: &&str| known.contains(name);
    let names: Vec<&str> = names.into_iter().collect();
    let texts: Vec<String> =
        names.iter().filter(|name| !is_known(name)).map(|name| told(name, known, aliases)).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

fn told(name: &str, known: &[&str], aliases: &[(&str, &str)]) -> String {
    let shown = crate::cell::shown(name);
    let others: Vec<&str> = aliases.iter().map(|(alias, _)| *alias).collect();
    // A slip of another name is one of the known name as well.
    let by_slip = || near(name, &others, |_| false).and_then(|other| meant(other, known, aliases, |_| false));
    match meant(name, known, aliases, |_| false).or_else(by_slip) {
        Some(near) => format!("unknown field `{shown}`: is `{near}` meant?"),
        None => format!("unknown field `{shown}`: the fields are {}", known.join(", ")),
    }
}

/// Letters and digits alone, in lower case.
fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_slip(name: &str, known: &str) -> bool {
    let (letters, of_known) = (name.chars().count(), known.chars().count());
    let is_list_of_it = name.strip_suffix('s') == Some(known);
    if letters < SHORT_CHARS.min(of_known) - 1 || of_known < SHORT_CHARS || is_list_of_it {
        return false;
    }
    match of_known >= LONG_CHARS {
        true => letters.abs_diff(of_known) <= 2 && osa_distance(name, known) <= 2,
        false => {
            letters.abs_diff(of_known) <= 1
                && name.chars().next() == known.chars().next()
                && osa_distance(name, known) <= 1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["position", "tool", "mode", "alarms", "witness", "error"];

    #[test]
    fn slips_cases_joints_and_singles_are_near() {
        for (name, known) in [
            ("postion", "position"),
            ("Position", "position"),
            ("POSITION", "position"),
            ("poistion", "position"),
            ("positon", "position"),
            ("Tool", "tool"),
            ("tol", "tool"),
            ("toool", "tool"),
            ("mdoe", "mode"),
            ("alarm", "alarms"),
            ("alrams", "alarms"),
            ("_witness", "witness"),
            ("eror", "error"),
        ] {
            assert_eq!(near(name, KNOWN, |_| false), Some(known), "{name}");
        }
        for name in ["node", "code", "tools", "pool", "x", "", "lamp", "clock", "temperature", "positions_seen", "t"] {
            assert_eq!(near(name, KNOWN, |_| false), None, "{name}");
        }
        assert_eq!(near("position", KNOWN, |_| false), None, "it is known");
    }

    /// A slip beside the name itself is another field; a second spelling of the name is not.
    #[test]
    fn what_stands_beside_the_known_name_is_no_slip_of_it() {
        assert_eq!(near("model", KNOWN, |_| false), Some("mode"));
        assert_eq!(near("model", KNOWN, |name| name == "mode"), None);
        assert_eq!(near("Mode", KNOWN, |_| true), Some("mode"));
        assert_eq!(near("alarm", KNOWN, |_| true), Some("alarms"));
    }

    #[test]
    fn what_is_not_known_is_told_with_what_it_is_near_to() {
        let told = |names: &[&str]| unknown(names.iter().copied(), &["cell", "tool"], &[("skeleton", "cell")]);
        assert_eq!(told(&["cell", "tool"]), None);
        assert_eq!(told(&["skeletn"]).unwrap(), "unknown field `skeletn`: is `cell` meant?");
        assert_eq!(
            told(&["Tool", "x"]).unwrap(),
            "unknown field `Tool`: is `tool` meant?; unknown field `x`: the fields are cell, tool"
        );
    }
}
