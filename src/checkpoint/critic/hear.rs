//! A sentence → tokens: each with what it may mention, and what it does to the mentions around it.
//!
//! In: a text and the lexicon of the cell. Out: [`Token`]s in the order of the words. A token may mention several things, of
//! several kinds: nothing is decided here, but where a word says only one thing, the token is sure of it. Neither the tags
//! nor the grammar of the recogniser are asked.

use super::{
    cues::{CUES, Cue},
    german,
    spots::Spots,
    token::Token,
};
use crate::{
    cell::{PositionId, RoutineId, ToolId},
    language::lexicon::{
        Lexicon, canon, canonical, kin, singular,
        words::{Word, words},
    },
    snapshot::Snapshot,
};

/// The tokens of a text.
pub(super) fn hear(text: &str, lexicon: &Lexicon, snapshot: &Snapshot) -> Vec<Token> {
    let words = spelled_out(text, lexicon);
    let mut spots = Spots::new(&words, lexicon, snapshot);
    let mut tokens: Vec<Token> = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let mut token =
            if words[at].mark { mark(&words, at) } else { one(&words, at, (lexicon, snapshot), &mut spots, &tokens) };
        token.size = token.size.max(1);
        token.glued = words[at].glued;
        token.head.clone_from(&words[at].text);
        token.at = words[at].start..words[at + token.size - 1].end;
        if token.size == 1 {
            token.text.clone_from(&words[at].text);
            token.number = words[at].number.filter(|_| !words[at].ordinal);
        }
        at += token.size;
        tokens.push(token);
    }
    for at in 0..tokens.len().saturating_sub(1) {
        // "Once red is finished" asks for no finish.
        let is_state = matches!(tokens[at].text.as_str(), "is" | "are" | "been" | "gets" | "get" | "be");
        if is_state && tokens[at + 1].text == "finished" {
            tokens[at + 1].works.clear();
            tokens[at + 1].sure_work = false;
        }
        // "Wait above 2" is no correction.
        let is_there = matches!(tokens[at + 1].text.as_str(), "in" | "at" | "by" | "on" | "over" | "near" | "for");
        if tokens[at].text == "wait" && (is_there || tokens[at + 1].has_place() || tokens[at + 1].is(Cue::Here)) {
            tokens[at].cue = Some(Cue::Go);
        }
    }
    tokens
}

fn mark(words: &[Word], at: usize) -> Token {
    let text = words[at].text.as_str();
    let next_is_number = words.get(at + 1).is_some_and(|next| next.number.is_some());
    let cue = match text {
        "-" | "\u{2013}" | "\u{2192}" if words.get(at + 1).is_some_and(|next| next.glued) && words[at].glued => {
            Some(Cue::Through)
        }
        "&" | "+" | "/" => Some(Cue::And),
        "\u{d7}" | "*" if next_is_number => Some(Cue::Times),
        ">" | "\u{2192}" => Some(Cue::Then),
        _ => None,
    };
    let parts = matches!(
        text,
        "," | "." | ";" | ":" | "!" | "?" | "-" | "\u{2013}" | "\u{2014}" | "\u{2026}" | "(" | ")" | "\n"
    );
    let mark = text.chars().next().filter(|_| parts && cue.is_none());
    Token { size: 1, cue: cue.or((mark.is_none()).then_some(Cue::Little)), mark, ..Token::default() }
}

/// The token that begins at a word.
fn one(
    words: &[Word],
    at: usize,
    (lexicon, snapshot): (&Lexicon, &Snapshot),
    spots: &mut Spots<'_>,
    before: &[Token],
) -> Token {
    let rest = &words[at..];
    // "The rest pose" is no rest.
    let is_name = |size: usize| lexicon.name(&words[at + 1..]).is_some_and(|named| named.0 >= size);
    let cue =
        CUES.longest(rest).map(|cue| if words[at].text == "the" && is_name(cue.0) { (1, Cue::Little) } else { cue });
    // "At all places" goes to all; "no rush at all" says nothing.
    let is_whole = words[at].text != "at" || words.get(at + 2).is_none_or(|next| next.mark);
    let cue = cue.filter(|cue| cue.1 != Cue::Skip || is_whole).or_else(|| CUES.longest(&rest[..1]));
    let cue_size = cue.map_or(0, |cue| cue.0);
    let named = lexicon.name(rest);
    let name_size = named.map_or(0, |named| named.0);
    let phrase = lexicon.work_phrase(rest.iter().take_while(|word| !word.mark).map(|word| word.text.as_str()));
    let phrase_size = phrase.as_ref().map_or(0, |phrase| phrase.0);
    let spot = spots.at(at, before);
    let spot_size = spot.as_ref().map_or(0, |spot| spot.size);
    let longest = name_size.max(spot_size).max(phrase_size);
    if let Some((size, cue)) = cue.filter(|cue| cue.0 > 1 && cue.0 > longest) {
        return Token { size, cue: Some(cue), ..Token::default() };
    }
    let mut token =
        Token { size: 1, cue: cue.filter(|cue| cue.0 == longest.max(1)).map(|cue| cue.1), ..Token::default() };
    if let Some((size, named)) = named.filter(|_| name_size == longest) {
        token.size = size;
        token.tools.extend(named.tool.one());
        token.sure_tool = !token.tools.is_empty();
        token.works.extend(named.routine.one());
        token.sure_work = !token.works.is_empty();
    }
    if let Some(spot) = spot.filter(|spot| spot.size == longest.max(1)) {
        token.size = spot.size;
        (token.places, token.row, token.sure) = (spot.places, spot.row, spot.sure);
        (token.count, token.ordinal) = (spot.count, spot.ordinal);
    }
    if token.size > 1 && !token.places.is_empty() {
        let first = &words[at];
        if lexicon.is_in_routine_name(&first.text) {
            token.works.extend(lexicon.routines(&canon(first)).0.into_iter().map(RoutineId));
        }
    }
    if let Some((size, ids)) = phrase.filter(|_| phrase_size == longest && phrase_size > 0) {
        token.size = size;
        token.works.extend(ids.into_iter().map(RoutineId));
        token.sure_work = true;
        token.sure &= size == 1;
    }
    if token.size == 1 && token.count.is_none() && words[at].number.is_none() {
        single(&words[at], lexicon, snapshot, &mut token);
    }
    // "Weld a and b".
    if is_letter(&token, &words[at]) && !token.places.is_empty() {
        token.cue = None;
        token.sure = token.places.len() == 1;
    }
    // "Weld one and three": no pronoun.
    if token.sure && words[at].number.is_some() {
        token.cue = None;
    }
    let is_plain = token.works.is_empty() && token.tools.is_empty() && token.cue.is_none();
    token.sure &= is_plain || token.size > 1 || token.cue == Some(Cue::Home);
    token.sure |= is_plain && cue_size == 0 && name_size > 0 && !token.places.is_empty() && !token.row;
    token
}

fn is_letter(token: &Token, word: &Word) -> bool {
    token.size == 1 && word.text.len() == 1 && word.number.is_none()
}

/// What one word may speak of.
fn single(word: &Word, lexicon: &Lexicon, snapshot: &Snapshot, token: &mut Token) {
    let text = canon(word);
    let (ids, _) = lexicon.routines(&text);
    // "Flange" in `bend-flange` tells on what, not what: unless no word of the name is one for work.
    let tells = |id: &u32| !canonical(snapshot.routine_name(RoutineId(*id))).iter().any(|word| kin::is_work(word));
    let is_own = !lexicon.is_work_by_kin(&text) && (kin::is_work(&text) || ids.iter().all(tells));
    let of = lexicon.speaks_of(&text);
    let is_vague = of.things.is_some() || VAGUE.contains(&word.text.as_str());
    token.sure_work |= !ids.is_empty() && (is_own || kin::is_core_word(&text)) && !is_vague;
    // What the cell tells of a routine in this very word may be meant, where no routine has it in its name.
    if !ids.is_empty() && lexicon.is_work_by_kin(&text) {
        token.works.extend(of.routines_told.iter().map(|&id| RoutineId(id)));
    }
    token.works.extend(ids.into_iter().map(RoutineId));
    if of.places_told.len() > 1 && token.cue.is_none() && text.len() > 2 {
        token.told = of.places_told.iter().map(|&id| PositionId(id)).filter(|&place| lexicon.is_work(place)).collect();
    }
    token.works.extend(of.things.unwrap_or_default().into_iter().map(RoutineId));
    token.tools.extend(of.tools_named.iter().map(|&id| ToolId(id)));
    token.tools.extend(of.tool_of_kind);
    token.works.sort_unstable();
    token.works.dedup();
    token.tools.sort_unstable();
    token.tools.dedup();
}

/// The words with short forms in full, German in English, and slips put right.
fn spelled_out(text: &str, lexicon: &Lexicon) -> Vec<Word> {
    let mut out = Vec::new();
    for word in words(text) {
        let (said, further) = in_full(&word.text);
        let first = Word { text: said.to_owned(), ..word.clone() };
        let second = further.map(|text| Word { text: text.to_owned(), glued: false, number: None, ..word });
        out.extend(std::iter::once(first).filter(|first| !first.text.is_empty()).chain(second));
    }
    let mut out = german::in_english(out, lexicon);
    for word in &mut out {
        if let Some(mended) = mended(word, lexicon) {
            *word = mended;
        }
    }
    out
}

/// "Don't" → "do", "not".
fn in_full(word: &str) -> (&str, Option<&'static str>) {
    let whole = match word {
        "can't" | "cant" => Some(("can", "not")),
        "won't" | "wont" => Some(("will", "not")),
        "dont" => Some(("do", "not")),
        "doesnt" => Some(("does", "not")),
        "couldnt" => Some(("could", "not")),
        "wouldnt" => Some(("would", "not")),
        "shouldnt" | "shan't" => Some(("should", "not")),
        "let's" | "lets" => Some(("let", "us")),
        "gonna" => Some(("going", "to")),
        "wanna" => Some(("want", "to")),
        _ => None,
    };
    if let Some((first, second)) = whole {
        return (first, Some(second));
    }
    let endings = [("n't", "not"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'d", "would"), ("'m", "am")];
    for (ending, further) in endings {
        if let Some(first) = word.strip_suffix(ending).filter(|first| !first.is_empty()) {
            return (first, Some(further));
        }
    }
    match word.strip_suffix("'s") {
        Some(first @ ("it" | "that" | "he" | "she" | "what" | "there" | "where" | "here" | "who")) => {
            (first, Some("is"))
        }
        Some(first) if !first.is_empty() => (first, None),
        _ => (word, None),
    }
}

/// A slip of the fingers put right, where the word is known to nobody and near to one that is.
fn mended(word: &Word, lexicon: &Lexicon) -> Option<Word> {
    let text = word.text.as_str();
    let is_known = word.mark
        || word.number.is_some()
        || text.len() < SLIP_BYTES_MIN
        || CUES.knows(text)
        || lexicon.is_known(text)
        || lexicon.is_told(text)
        || kin::is_word(text)
        || kin::is_word(singular(text))
        || CUES.knows(singular(text))
        || !lexicon.routines(text).0.is_empty();
    if is_known {
        return None;
    }
    let near = lexicon.near(text)?;
    let mut mended = words(near).into_iter().next()?;
    (mended.start, mended.end, mended.glued) = (word.start, word.end, word.glued);
    Some(mended)
}

/// Words that go with any work.
const VAGUE: &[&str] = &[
    "check", "look", "see", "set", "put", "clear", "open", "try", "use", "place", "position", "do", "make", "give",
    "have",
];

/// Shorter words are other words.
const SLIP_BYTES_MIN: usize = 4;

/// What stands before a comment is no longer sure where the comment speaks of the same kind of thing.
pub(super) fn soften(tokens: &mut [Token], comment: usize) {
    let later = || tokens.iter().filter(|token| token.at.start > comment);
    // "The other one", "without the last": of those that the sentence says.
    let speaks_of_said = |token: &Token| {
        matches!(token.cue, Some(Cue::Rest | Cue::Except | Cue::Left | Cue::Leave | Cue::Cancel | Cue::Not))
            || token.ordinal
    };
    // "Skip 2": the work that stood there goes with it; "no inspection": so does the place of the work.
    let is_left = |token: &Token| {
        matches!(token.cue, Some(Cue::Except | Cue::Left | Cue::Leave | Cue::Refusal | Cue::Not)) && !token.parts()
    };
    let goes = |token: &Token| {
        is_left(token)
            || matches!(
                token.head.as_str(),
                "remove" | "drop" | "delete" | "forget" | "cancel" | "replace" | "swap" | "exchange" | "change"
            )
    };
    // The first that says anything; the token at the comment itself is the mark that parts it off.
    let says = |token: &&Token| token.at.start > comment + 1 && (goes(token) || token.has_place() || token.has_work());
    let leads = later().find(says).is_some_and(goes);
    let has_place = later().any(|token| token.has_place() || speaks_of_said(token));
    let has_work = later().any(Token::has_work);
    // "Only the last", "just hang it up": of what was said, nothing but that.
    let is_only =
        later().take(2).chain(later().next_back()).any(|token| matches!(token.text.as_str(), "only" | "just"));
    for token in tokens.iter_mut().filter(|token| token.at.start == comment + 1) {
        (token.mark, token.cue) = (Some('.'), None);
    }
    for token in tokens.iter_mut().filter(|token| token.at.start <= comment) {
        token.sure &= !has_place && !is_only;
        token.sure_work &= !has_work && !is_only;
    }
    if leads {
        let (said, later) = tokens.split_at_mut(tokens.partition_point(|token| token.at.start <= comment));
        soften_parts(said, later);
    }
    // "Replace 2 with 3": 2 goes, and 3 comes.
    if let Some(from) = tokens.iter().position(|token| token.at.start > comment && goes(token)).filter(|_| leads) {
        let is_left_out = is_left(&tokens[from]);
        let comes = |token: &Token| matches!(token.text.as_str(), "with" | "by" | "for" | "to" | "into");
        for token in tokens[from..].iter_mut().take_while(|token| !token.parts() && !comes(token)) {
            (token.sure, token.sure_work) = (token.sure && is_left_out, false);
        }
    }
}

/// In the parts of a sentence that name what a comment names: a place that is left out takes its work along, and work
/// takes its place along.
fn soften_parts(said: &mut [Token], comment: &[Token]) {
    let is_place_of_comment = |place: &PositionId| comment.iter().any(|token| token.places.contains(place));
    let is_work_of_comment = |work: &RoutineId| comment.iter().any(|token| token.works.contains(work));
    let parts_off = |token: &Token| token.parts() || matches!(token.cue, Some(Cue::And | Cue::Then));
    for part in said.split_mut(parts_off) {
        let names_place = part.iter().any(|token| token.places.iter().any(is_place_of_comment));
        let names_work = part.iter().any(|token| token.works.iter().any(is_work_of_comment));
        for token in part {
            token.sure &= !names_work;
            token.sure_work &= !names_place;
        }
    }
}
