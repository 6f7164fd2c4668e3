//! A command that says where the robot is, and cannot be read. In: its arguments. Out: nothing is confirmed any more in the data folders that it
//! may mean.
//!
//! As far as anybody knows, such a command says something else than the record. One slip makes a command unreadable: a reason without quotes, a
//! dash of another kind, a letter too many. So this module guesses whether a command is a correction, and which folder it means. Where it guesses
//! wrongly, somebody has to say once more where the robot is.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::CommandFactory;
use strsim::osa_distance;

use super::{
    Cli,
    desk::{DataArg, store},
    failure::Failure,
    printer::{complain, talk},
    state::is_in_order,
};

/// Of the name of a folder, at most so many words are joined that stand without quotes.
const WORDS_MAX: usize = 4;

/// What this program is called.
const PROGRAM: &str = "cellgraph";

/// So far to the front a command's name is looked for, in words.
const FRONT_WORDS: usize = 4;

/// What a dash is written as, also where a text was pasted.
const DASHES: [char; 4] = ['-', '\u{2013}', '\u{2014}', '\u{2212}'];

/// To be called before anything is said of the command: that is the last line then.
pub(super) fn doubt(arguments: &[OsString]) {
    let given = arguments.get(1..).unwrap_or_default();
    if !is_correction(&words(given.iter().map(|word| word.to_string_lossy()))) {
        return;
    }
    let folders = folders(given, |folder| folder.join("robot_state.db").is_file());
    if folders.is_empty() {
        return talk(
            "No data folder was found by that command, so that nothing is taken back. Say again where the robot is, before anything is run.",
        );
    }
    for folder in folders {
        if let Err(failure) = take_back(&folder) {
            complain(&failure);
        }
    }
}

fn take_back(folder: &Path) -> Result<(), Failure> {
    let mut open = DataArg::of(folder).open()?;
    if is_in_order(&open)? {
        let reason = "somebody began to say where the robot is, by a command that could not be read";
        open.distrust_robot(reason).map_err(store)?;
        let folder = folder.display();
        talk(format_args!("From now on nothing is confirmed in {folder}, until somebody has said where the robot is."));
    }
    Ok(())
}

/// The words of a command in small letters. Several may stand in one argument, as where a script has quoted the whole command.
fn words<'w>(given: impl Iterator<Item = impl AsRef<str> + 'w>) -> Vec<String> {
    let split = |word: &str| {
        let words = word.split(|letter: char| letter.is_whitespace() || "=:;,".contains(letter));
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect::<Vec<_>>()
    };
    given.flat_map(|word| split(word.as_ref())).collect()
}

/// Where the words stand that are no option, and no option's value.
fn no_options(words: &[String]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut is_value = false;
    for (at, word) in words.iter().enumerate() {
        let is_option = word.starts_with(DASHES);
        if !is_option && !is_value {
            found.push(at);
        }
        is_value = is_option && !word.contains("json");
    }
    found
}

/// Whether it may be a correction.
fn is_correction(words: &[String]) -> bool {
    // Options may stand before the command, and the program's own name.
    let bare: Vec<&str> = words.iter().map(|word| word.trim_start_matches(DASHES)).collect();
    let known = Cli::command();
    let is_command = |word: &str| known.find_subcommand(word).is_some();
    let is_name = |at: &usize| is_command(bare[*at]) || is_ours(bare[*at]) || bare[*at] == "set";
    let in_front = || (0..bare.len().min(FRONT_WORDS)).find(is_name);
    let at = no_options(words).into_iter().find(is_name).or_else(in_front).unwrap_or(0);
    let Some(&name) = bare.get(at) else { return false };
    // What begins with no word that this program knows may say anything: "position Home", "at Home", "setze Home", "Home".
    let is_known = |word: &str| {
        [PROGRAM, "set"].contains(&word)
            || is_near(word, "help")
            || is_ours(word)
            || known.get_subcommands().any(|of| is_near(word, of.get_name()))
    };
    match no_options(words).first() {
        Some(&first) if !is_known(bare[first]) => return true,
        None if words.iter().any(|word| is_short(word)) => return true,
        Some(_) | None => {}
    }
    let rest = &bare[at + 1..];
    let says_where = words.iter().any(|word| is_place_option(word));
    let names_place = says_where || rest.iter().any(|word| is_place(word));
    match name {
        "recover" => true,
        "set" => !rest.is_empty(),
        "correct" => names_place || is_more_than_a_way(&words[at + 1..]),
        // What is to be done is said in words of one's own.
        "do" => says_where,
        "parse" | "completions" | "manual" | "help" => false,
        other if is_command(other) && other != "state" => {
            // What is planned or verified begins at a place of one's own.
            let takes_place = known.find_subcommand(other).is_some_and(takes_place);
            let behind = &words[at + 1..];
            let said = no_options(behind);
            // "history correct Pos_2", "robot position Pos_2".
            let says_ours = said.iter().enumerate().take(FRONT_WORDS).any(|(nth, &at)| {
                let (word, has_more) = (behind[at].as_str(), said.len() > nth + 1);
                is_near(word, "recover")
                    || (has_more || says_where)
                        && ["state", "correct", "position"].iter().any(|name| is_near(word, name))
            });
            // "robot at Home".
            let is_robots = |word: &str| {
                known
                    .find_subcommand(other)
                    .is_some_and(|robot| robot.get_subcommands().any(|of| is_near(word, of.get_name())))
            };
            let says_of_robot = other == "robot" && said.first().is_some_and(|&at| !is_robots(&behind[at]));
            says_ours || says_of_robot || says_where && !takes_place
        }
        state if is_near(state, "state") => names_place || does_more_than_show(&words[at + 1..]),
        slip => names_place || is_ours(slip),
    }
}

/// Whether it is one of the commands that say where the robot is, also with a slip or with more behind it.
fn is_ours(word: &str) -> bool {
    ["state", "correct", "recover"].iter().any(|name| is_near(word, name))
        || ["state-", "state_", "correct", "recover"].iter().any(|name| word.starts_with(name))
}

/// Whether what stands behind `correct` is anything but a way to go on with the latest run.
fn is_more_than_a_way(rest: &[String]) -> bool {
    let is_way = |word: &str| ["rest", "around", "reseat"].iter().any(|way| is_near(word, way));
    let is_reason = |word: &String| word.starts_with(DASHES) && is_near(word.trim_start_matches(DASHES), "reason");
    let said = no_options(rest);
    said.len() > 1
        || said.first().is_some_and(|&at| !is_way(&rest[at]))
        || rest.iter().any(|word| is_reason(word) || is_short(word))
}

/// Whether what stands behind `state` is anything but a look at it.
fn does_more_than_show(rest: &[String]) -> bool {
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        if is_short(word) {
            return true;
        }
        if !word.starts_with(DASHES) {
            return word != "get" && !["show", "list", "status"].iter().any(|look| is_near(word, look));
        }
        // An option with its value.
        if !word.contains('=') && !word.contains("json") {
            rest.next();
        }
    }
    false
}

/// Whether a command has a position or a tool among its options, of a robot that there need not be.
fn takes_place(command: &clap::Command) -> bool {
    command.get_arguments().any(|argument| matches!(argument.get_long(), Some("position" | "tool")))
        || command.get_subcommands().any(takes_place)
}

/// Whether it is an option of one letter, such as "-p", but for those of the help and the version. Commands about the robot's place have none.
fn is_short(word: &str) -> bool {
    let letters = word.trim_start_matches(DASHES);
    word.starts_with(DASHES) && letters.chars().count() == 1 && !["h", "v"].contains(&letters)
}

/// Whether it is the option of a position or a tool.
fn is_place_option(word: &str) -> bool {
    word.starts_with(DASHES) && is_place(word.trim_start_matches(DASHES))
}

/// Whether it begins with such an option's name.
fn is_place(word: &str) -> bool {
    let name = word.split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
    is_near(name, "position") || is_near(name, "tool") || name == "pos"
}

/// A word, or one with a slip; with two, where it is long.
fn is_near(word: &str, name: &str) -> bool {
    osa_distance(word, name) <= if name.len() > 5 { 2 } else { 1 }
}

/// The data folders that are named anywhere, in whatever way; the default where none is. A mistyped one is not made into a new cell, so that
/// only those count of which `holds_robot` is so.
fn folders(given: &[OsString], holds_robot: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut named: Vec<PathBuf> = given.iter().map(PathBuf::from).collect();
    let words: Vec<_> = given.iter().map(|word| word.to_string_lossy()).collect();
    for begin in 0..words.len() {
        for end in begin + 1..=words.len().min(begin + WORDS_MAX) {
            let joined = words[begin..end].join(" ");
            // What stands behind the option's name, however it is joined to it.
            let behind = joined.find(|letter: char| "=:".contains(letter) || letter.is_whitespace());
            let behind = behind.map(|at| {
                joined[at..]
                    .trim_start_matches(|letter: char| "=:".contains(letter) || letter.is_whitespace())
                    .to_owned()
            });
            named.extend([Some(joined), behind].into_iter().flatten().map(PathBuf::from));
        }
    }
    named.retain(|folder| !folder.as_os_str().is_empty() && holds_robot(folder));
    if named.is_empty() {
        named.extend(Some(DataArg::by_default()).filter(|folder| holds_robot(folder)));
    }
    named.sort();
    named.dedup();
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `state corect`, `recovr` and a pasted dash left the record confirmed.
    #[test]
    fn a_correction_is_known_by_what_it_may_be() {
        for (command, is) in [
            ("state correct --position Pos_1 --tool none --reason I looked", true),
            ("state corect --reason x", true),
            ("State correct --position Pos_1", true),
            ("state-correct --position Pos_1", true),
            ("stat correct", true),
            ("state set Home", true),
            ("state --position Pos_1", true),
            ("state show --position Pos_1", true),
            ("state show --jsn", false),
            ("state shwo", false),
            ("state", false),
            ("state --data d", false),
            ("state --json --data d", false),
            ("state --data d show", false),
            ("state --data d correct", true),
            ("state list", false),
            ("stat show", false),
            ("stats", false),
            ("states", false),
            ("--data d recover", true),
            ("cellgraph recover --data d", true),
            ("cellgraph state correct", true),
            ("robot recover", true),
            ("run recover", true),
            ("robot state correct --position pos_2", true),
            ("history correct --position pos_2", true),
            ("run --position pos_2", true),
            ("correct position pos_2 tool none", true),
            ("correct state position=pos_2", true),
            ("set position pos_2", true),
            ("snapshot build --frm x", false),
            ("history list --dya x", false),
            ("history list --tool welder --dya x", false),
            ("run --drver files", false),
            ("serve --drver files", false),
            ("recover --dta x", true),
            ("recovr", true),
            ("Recover", true),
            ("--recover", true),
            ("recover-robot", true),
            ("correct --position Pos_2", true),
            ("correct \u{2013}\u{2013}tool none", true),
            ("correct rest --jsn", false),
            ("set --postion Pos_1", true),
            ("plan intent.json --snapsot x --position Pos_1", false),
            ("do recover --drver files", false),
            ("verfy plan.json", false),
            ("correct Safe_Pos_1 none", true),
            ("correct rest --data d --jsn", false),
            ("correct --data d around --yse", false),
            ("correct --reason looked", true),
            ("set Safe_Pos_1", true),
            ("set robot at Safe_Pos_1", true),
            ("robot state Pos_2", true),
            ("robot correct Pos_2", true),
            ("robot position Pos_2", true),
            ("history correct Pos_2", true),
            ("history list --text correct --dya x", false),
            ("state=Pos_2", true),
            ("--data d --operator anna --reason looked state correct Pos_2", true),
            ("--json state correct Pos_2", true),
            ("correct -p Safe_Pos_1", true),
            ("state -p Safe_Pos_1 -t none", true),
            ("-p Safe_Pos_1", true),
            ("correct rest Safe_Pos_1", true),
            ("correct rest at Safe_Pos_1", true),
            ("position Safe_Pos_1", true),
            ("position=Home", true),
            ("pos=Safe_Pos_1", true),
            ("set-position X", true),
            ("set_state X", true),
            ("setposition X", true),
            ("robot set X", true),
            ("robot at X", true),
            ("robot is at X", true),
            ("robot=X", true),
            ("robot set-position X", true),
            ("robot test robot --wiat 5", false),
            ("robot tset robot", false),
            ("at X", true),
            ("place X", true),
            ("X", true),
            ("state:correct X", true),
            ("state.correct X", true),
            ("state;correct X", true),
            ("state/correct/X", true),
            ("korrigiere X", true),
            ("zustand korrigieren X", true),
            ("\u{441}\u{43e}rre\u{441}t X", true),
            ("\u{ff53}\u{ff54}\u{ff41}\u{ff54}\u{ff45} X", true),
            ("do --position Home --tool none", true),
            ("do weld at 1 --drver files", false),
            ("hisotry list", false),
            ("hlep", false),
            ("--hlep", false),
            ("--vresion", false),
            ("-h", false),
            ("-v", false),
            ("", false),
        ] {
            assert_eq!(is_correction(&words(command.split_whitespace())), is, "{command}");
            // A script that quotes the whole command.
            assert_eq!(is_correction(&words([command].into_iter())), is, "'{command}'");
        }
    }

    /// The folder that was named stayed confirmed, and the default one, of another cell, was said not to be.
    #[test]
    fn a_folder_is_found_however_it_is_named() {
        let cells = ["/srv/my cell", "d", "cellgraph-data"];
        let found = |given: &[&str]| {
            let given: Vec<OsString> = given.iter().map(OsString::from).collect();
            let found = folders(&given, |folder| cells.iter().any(|cell| folder == Path::new(cell)));
            found.into_iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>()
        };
        for given in [
            &["--data", "d"][..],
            &["--data=d"],
            &["--dtaa", "d"],
            &["-data", "d"],
            &["--data=", "d"],
            &["--data", "=", "d"],
            &["data=d"],
            &["--data:d"],
            &["--", "data", "d"],
            &["--data\u{a0}d"],
            &["\u{2014}data", "d"],
        ] {
            assert_eq!(found(given), ["d"], "{given:?}");
        }
        assert_eq!(found(&["--data", "/srv/my", "cell", "--tool", "none"]), ["/srv/my cell"]);
        assert_eq!(found(&["--data", "/srv/my cell", "--data", "d"]), ["/srv/my cell", "d"]);
        assert_eq!(found(&["--data", "mistyped", "--tool", "none"]), ["cellgraph-data"]);
    }
}
