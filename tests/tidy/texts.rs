//! The texts of the page: each stands in English and in German, side by side. In: the sources below `src/web`. Out: texts that have no
//! German, and pairs whose German says something else of a run than the English. Never: whether a translation is good.

use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What takes a text in English and in German.
const PAIRS: &[&str] = &["of", "own", "both"];

/// What takes texts that no page shows: for the log, for the terminal, for the history.
const NOT_SHOWN: &[&str] =
    &["debug", "error", "expect", "finish_step_and_stop_because", "info", "panic", "stop_now_because", "warn"];

/// Markup that is the same in every language, and classes of the picture.
const SAME: &[&str] = &[" - cellgraph", "cellgraph", "here unsure", "way back", "way out"];

/// Why a file cannot be used: as at the terminal, and marked as English where a page shows it; and the history's own words.
const OF_FILES: &[&str] = &["src/web/arrangement.rs", "src/web/operators.rs", "src/web/tls.rs"];

/// An English text with its German.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) path: String,
    pub(crate) english: String,
    pub(crate) german: String,
}

/// What a file's texts come to.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    pub(crate) pairs: Vec<Pair>,
    /// Texts that stand alone.
    pub(crate) alone: Vec<String>,
}

/// Looks at a file. What is there for tests alone, or for Rust itself, is left out.
pub(crate) fn of(path: &str, text: &str) -> Texts {
    let tokens = TokenStream::from_str(text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut texts = Texts::default();
    if OF_FILES.contains(&path) {
        return texts;
    }
    walk(path, tokens, false, &mut texts);
    texts
}

/// Pairs of which one speaks of a pause, a stop, an end or a going on, and the other does not.
pub(crate) fn faults(pair: &Pair) -> Vec<String> {
    let (english, german) = (pair.english.to_lowercase(), pair.german.to_lowercase());
    let has = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
    let halts = |text: &str| has(text, &["anhalt", "anzuhalten", "angehalten"]);
    let is_wrong = [
        // Whoever looks for a stop must not be led to a pause, nor the other way.
        (has(&english, &["paus"]) != has(&german, &["paus"]), "a pause is 'Pause', and nothing else is"),
        (halts(&german) && !has(&english, &["stop"]), "'anhalten' is to stop"),
        (halts(&german) && has(&german, &["schritt anhalten", "schritt an"]), "'anhalten' waits for no step"),
        (
            has(&english, &["stop now", "stopping now"]) && !has(&german, &["sofort"]),
            "to stop now is 'sofort anhalten'",
        ),
        (
            has(&english, &["finish the step", "stopping after"]) && !has(&german, &["beenden", "endet"]),
            "to finish is 'beenden'",
        ),
        (
            has(&english, &["resume", "going on"]) && !has(&german, &["fortsetz", "fortgesetzt"]),
            "to resume is 'fortsetzen'",
        ),
        (
            has(&german, &["fortsetz", "fortgesetzt"]) && !has(&english, &["resume", "going on"]),
            "'fortsetzen' is to resume",
        ),
    ];
    let wrong = is_wrong.into_iter().filter(|(is_wrong, _)| *is_wrong);
    wrong.map(|(_, why)| format!("{}: {why}: '{}' / '{}'", pair.path, pair.english, pair.german)).collect()
}

fn walk(path: &str, tokens: TokenStream, is_markup: bool, texts: &mut Texts) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let word = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at)).map(ToString::to_string);
        let is = |back: usize, text: &str| word(back).as_deref() == Some(text);
        let named = |more: usize| tokens.get(at + more).map(ToString::to_string).unwrap_or_default();
        match &tokens[at] {
            // German that a match over all there is goes with.
            TokenTree::Ident(ident) if ident == "let" && named(1) == "german" => at = end(&tokens, at),
            // What the history has of an act.
            TokenTree::Ident(ident) if ident == "let" && named(1) == "recorded" => at = end(&tokens, at),
            TokenTree::Ident(ident) if ident == "const" && named(1).ends_with("_IN_GERMAN") => at = end(&tokens, at),
            TokenTree::Ident(ident) if ident == "fn" && named(1).ends_with("_in_german") => at = body(&tokens, at),
            TokenTree::Ident(ident) if ident == "mod" && named(1) == "tests" => at = body(&tokens, at),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                // The value of an attribute, but for one that is spoken.
                let is_value = is_markup && is(1, "=") && !is(2, "label");
                let is_shown = if is_markup { !is_value && is_word(&text) } else { is_sentence(&text) };
                let is_same = SAME.contains(&text.trim_matches('"'));
                if text.starts_with('"') && is_shown && !is_same {
                    texts.alone.push(format!("{path}: {text} has no German beside it"));
                }
            }
            TokenTree::Group(group) => {
                let inner = group.stream();
                let called = if is(1, "!") { word(2) } else { word(1) }.unwrap_or_default();
                let is_call = group.delimiter() == Delimiter::Parenthesis;
                // At the terminal.
                let is_told = called.starts_with("(self") && called.contains("tell");
                if called == "#" && group.delimiter() == Delimiter::Bracket || is_told {
                    // An attribute, or a comment at the head of the file.
                } else if is_call && PAIRS.contains(&called.as_str()) {
                    pair(path, inner, texts);
                } else if !(is_call && NOT_SHOWN.contains(&called.as_str())) {
                    let is_value = is(1, "=") && !is(2, "label");
                    let is_markup = match called.as_str() {
                        "html" if is(1, "!") => true,
                        // A call within markup, and the value of an attribute.
                        _ => is_markup && group.delimiter() == Delimiter::Brace && !is_value,
                    };
                    walk(path, inner, is_markup, texts);
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
        at += 1;
    }
}

/// Two texts. A call of the same name that takes others is looked into.
fn pair(path: &str, inner: TokenStream, texts: &mut Texts) {
    let mut parts = vec![Vec::new()];
    for token in inner {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(Vec::new()),
            _ => parts.last_mut().unwrap().push(token),
        }
    }
    let found: Vec<Option<String>> =
        parts.iter().filter(|part| !part.is_empty()).map(|part| literal(part.iter().cloned().collect())).collect();
    match &found[..] {
        [Some(english), Some(german)] => {
            texts.pairs.push(Pair { path: path.to_owned(), english: english.clone(), german: german.clone() });
        }
        [Some(text), ..] if is_sentence(text) => {
            texts.alone.push(format!("{path}: {text} has no German beside it"));
        }
        _ => {}
    }
}

/// The first text in what is given for one.
fn literal(tokens: TokenStream) -> Option<String> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Literal(literal) => Some(literal.to_string()).filter(|text| text.starts_with('"')),
        TokenTree::Group(group) => literal(group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) => None,
    })
}

/// The end of a statement.
fn end(tokens: &[TokenTree], from: usize) -> usize {
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    tokens[from..].iter().position(is_end).map_or(tokens.len(), |at| from + at)
}

/// The braces of an item.
fn body(tokens: &[TokenTree], from: usize) -> usize {
    let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    tokens[from..].iter().position(is_body).map_or(tokens.len(), |at| from + at)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    // What stands in braces is put in by the program.
    text.split(['{', '}']).step_by(2).flat_map(|part| part.split(|c: char| !c.is_alphabetic()))
}

fn is_word(text: &str) -> bool {
    words(text).any(|word| !word.is_empty())
}

/// Two words in a row, as no name, key or header has them.
fn is_sentence(text: &str) -> bool {
    let parts: Vec<&str> = text.trim_matches('"').split(' ').collect();
    let is_plain = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    parts.windows(2).any(|pair| pair[0].chars().filter(|c| c.is_alphabetic()).count() > 1 && is_plain(pair[1]))
}
