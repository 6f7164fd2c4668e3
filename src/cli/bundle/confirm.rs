//! A person's yes to what was shown, or a program's word for it: the digits of what it has looked at.

use std::io::{self, IsTerminal};

use crate::{
    cli::{failure::Failure, input, terminal::Questions},
    review::reply::Named,
};

/// Whether a person at the terminal types yes, and nothing else: what is trusted or installed here stays so. `option` names what a
/// program gives in place of the yes.
pub(super) fn yes(question: &str, shown: &str, option: &str) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        return Err(Failure::input("a person has to say yes to this at a terminal, and there is none")
            .hint(format!("a program that has looked at it says so with {option}")));
    }
    let answer = Questions::new(input::answer).ask(question, shown)?;
    Ok(answer.is_some_and(|answer| answer.trim() == "yes"))
}

/// Whether a bundle was accepted: by a yes, or by the first digits of its hash.
pub(super) fn bundle(hash: blake3::Hash, given: Option<&Named>, question: &str) -> Result<bool, Failure> {
    match given {
        None => yes(question, "the bundle was shown", "--approve and the first digits of its BLAKE3"),
        Some(named) if named.names(hash) => Ok(true),
        Some(_) => Err(Failure::input("the digits are not those of its BLAKE3, so nothing was changed")
            .hint("look at it again: its BLAKE3 is shown")),
    }
}
