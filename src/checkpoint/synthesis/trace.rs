//! Does a source carry a claim? In: a claim, and all evidence. Out: every reason why not, in words; none where it is traced.
//!
//! A claim is traced where it names a source that exists, the place in it where the source is more than one fact, and where
//! every name and number of the claim stands in the cited text, more than half of all its words do, and it turns nothing
//! round. What any evidence has as an id or a value is a name, but for the words that fields are called by: those say of what
//! kind something is. So is a day that is named from today. The words of the query may be repeated; its names and numbers may
//! not, unless a source has them. What is the very text at its place is traced.
//!
//! A field that holds nothing (false, null, 0, an empty list, "none") has to be said as nothing, and no more may be denied than
//! the sources deny.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use serde_json::Value;

use super::{Case, Citation, Claim, Evidence, Kind};
use crate::checkpoint::{
    issue::names,
    words::{self, Bag},
};

/// All evidence, by kind and id.
pub(super) struct Sources<'c> {
    by_id: HashMap<(Kind, &'c str), &'c Evidence>,
    query: Bag,
    /// Words that are the whole of an id or a value, in any evidence.
    values: HashSet<String>,
    /// Words that fields are called by, in any evidence.
    fields: HashSet<String>,
    /// Places that were cited: a long one is taken apart once, however many claims cite it.
    places: RefCell<HashMap<Where<'c>, Rc<Place>>>,
}

/// A source's kind and id, and the pointer into it.
type Where<'c> = (Kind, &'c str, &'c str);

/// What stands at one place of a source.
struct Place {
    texts: Vec<String>,
    bag: Bag,
    /// Whether it is one sentence that turns something round; none where it is not one text.
    negated: Option<bool>,
    /// Whether it is a field that holds nothing.
    is_nothing: bool,
    /// How often it denies something, at most.
    denials: usize,
}

impl Place {
    fn of(content: &Value) -> Self {
        let texts = texts(content);
        let bag = Bag::of(texts.iter().map(String::as_str));
        let is_nothing = is_nothing(content);
        let negated = match content {
            Value::String(text) => Some(words::is_negated(text)),
            Value::Bool(_) => Some(is_nothing),
            _ => is_nothing.then_some(true),
        };
        Self { texts, bag, negated, is_nothing, denials: denials(content) }
    }

    /// Whether it is one word that denies, which may be a name.
    fn is_name(&self) -> bool {
        matches!(&self.texts[..], [one] if self.negated == Some(true) && one_word(one).is_some())
    }

    /// Whether a claim is the one text that stands there.
    fn is_said_by(&self, claim: &str) -> bool {
        matches!(&self.texts[..], [one] if one.trim() == claim.trim())
    }
}

impl<'c> Sources<'c> {
    pub(super) fn of(case: &'c Case) -> Self {
        let key = |evidence: &'c Evidence| ((evidence.kind, evidence.id.as_str()), evidence);
        let (mut values, mut fields) = (HashSet::new(), HashSet::new());
        for evidence in &case.evidence {
            values.extend(one_word(&evidence.id));
            single_values(&evidence.content, &mut values);
            field_words(&evidence.content, &mut fields);
        }
        let by_id = case.evidence.iter().map(key).collect();
        Self { by_id, query: Bag::of([&*case.query]), values, fields, places: RefCell::default() }
    }

    /// Why a claim cannot be traced.
    pub(super) fn faults(&self, claim: &'c Claim) -> Vec<String> {
        if claim.text.trim().is_empty() {
            return vec!["it says nothing".to_owned()];
        }
        if claim.sources.is_empty() {
            return vec!["it names no source".to_owned()];
        }
        let mut faults = Vec::new();
        let mut cited = Cited::default();
        for citation in &claim.sources {
            match self.look_up(citation) {
                Ok(place) => cited.add(citation, place),
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { self.carried(claim, &cited) } else { faults }
    }

    fn look_up(&self, citation: &'c Citation) -> Result<Rc<Place>, String> {
        let source = format!("{} {}", citation.kind.word(), names([&*citation.id]));
        let Some(evidence) = self.by_id.get(&(citation.kind, citation.id.as_str())) else {
            return Err(format!("there is no {source}"));
        };
        // The empty pointer is the whole, too.
        let at = citation.at.as_deref().unwrap_or("");
        if citation.kind == Kind::Output && at.is_empty() && citation.quote.is_none() {
            return Err(format!("{source} is named as a whole, without `at` or `quote`"));
        }
        let Some(content) = evidence.content.pointer(at) else {
            return Err(format!("{source} has nothing at {}", names([at])));
        };
        let place = self
            .places
            .borrow_mut()
            .entry((citation.kind, &citation.id, at))
            .or_insert_with(|| Rc::new(Place::of(content)))
            .clone();
        match &citation.quote {
            Some(quote) if quote.trim().is_empty() => Err(format!("the quote from {source} is empty")),
            Some(quote) if !place.texts.iter().any(|text| text.contains(quote.as_str())) => {
                Err(format!("{source} does not say {}", names([&**quote])))
            }
            _ => Ok(place),
        }
    }

    fn carried(&self, claim: &Claim, cited: &Cited) -> Vec<String> {
        if cited.places.iter().any(|place| place.is_said_by(&claim.text)) {
            return Vec::new();
        }
        let said = words::content(&claim.text);
        if said.is_empty() {
            return vec!["it says nothing that could be held against its source".to_owned()];
        }
        let named: HashSet<String> = words::named(&claim.text).into_iter().collect();
        // Whether something is denied is looked at by itself.
        let is_word = |word: &String| self.is_field(word) || words::negates(word);
        let is_value = |word: &String| self.values.contains(word) && !is_word(word);
        let is_name = |word: &String| named.contains(word) || words::is_day(word) || is_value(word);
        let mut foreign: Vec<&str> =
            said.iter().filter(|word| is_name(word) && !cited.has_itself(word)).map(String::as_str).collect();
        foreign.dedup();
        if !foreign.is_empty() {
            let stand = if foreign.len() == 1 { "stands" } else { "stand" };
            return vec![format!("{} {stand} in none of its sources", names(foreign))];
        }
        let said: Vec<&String> = said.iter().filter(|word| !words::negates(word)).collect();
        let is_known = |word: &&&String| cited.has(word) || (!is_name(word) && self.query.has(word));
        let mut faults = Vec::new();
        if 2 * said.iter().filter(is_known).count() <= said.len() {
            faults.push("its sources are about something else".to_owned());
        }
        if cited.is_turned_round(&claim.text) {
            faults.push("it says the opposite of its source".to_owned());
        }
        faults
    }

    /// Whether a field is called by a word, or by its plural or singular.
    fn is_field(&self, word: &str) -> bool {
        let one = word.strip_suffix('s').unwrap_or(word);
        [word, one, &format!("{one}s")].into_iter().any(|form| self.fields.contains(form))
    }
}

/// What a claim's sources say.
#[derive(Default)]
struct Cited {
    /// Places that are cited whole.
    places: Vec<Rc<Place>>,
    /// Quotes, and the ids and pointers of the sources.
    own: Vec<Bag>,
    /// Whether each source that is quoted, or is one text, turns something round.
    negated: Vec<bool>,
    /// Whether any source is a field that holds nothing.
    is_nothing: bool,
    /// Whether a name has a word that denies: a position may be called "None". How often that is denied is not counted then.
    is_named_so: bool,
    /// How often the sources deny something, at most.
    denials: usize,
}

impl Cited {
    fn add(&mut self, citation: &Citation, place: Rc<Place>) {
        let in_name = words::negations(&citation.id);
        self.is_named_so |= in_name > 0 || place.is_name();
        self.denials += place.denials + in_name;
        let pointer = citation.at.as_deref().unwrap_or("");
        self.own.push(Bag::of([&*citation.id, pointer, &*pointer.replace('_', " ")]));
        match &citation.quote {
            Some(quote) => {
                self.negated.push(words::is_negated(quote));
                self.own.push(Bag::of([&**quote]));
            }
            None => {
                self.is_nothing |= place.is_nothing;
                self.negated.extend(place.negated);
                self.places.push(place);
            }
        }
    }

    fn bags(&self) -> impl Iterator<Item = &Bag> {
        self.own.iter().chain(self.places.iter().map(|place| &place.bag))
    }

    fn has(&self, word: &str) -> bool {
        self.bags().any(|bag| bag.has(word))
    }

    fn has_itself(&self, word: &str) -> bool {
        self.bags().any(|bag| bag.has_itself(word))
    }

    /// Where every source is one sentence, they must all turn round what the claim does, or none. What holds nothing has to be
    /// said as nothing, and what nobody denies is not to be denied.
    fn is_turned_round(&self, claim: &str) -> bool {
        let said = words::negations(claim);
        let negated = said % 2 == 1;
        let is_one = !self.negated.is_empty() && self.negated.iter().all(|&each| each != negated);
        let may_deny = |place: &Rc<Place>| place.negated.is_none() && place.denials > 0;
        let others_deny = self.is_named_so || self.places.iter().any(may_deny);
        let sentences = is_one && said != self.denials && !(said > 0 && others_deny);
        let unsaid = self.is_nothing && said == 0;
        let invented = !self.is_named_so && said > self.denials && (said - self.denials) % 2 == 1;
        ((sentences || unsaid) && !self.says_zero(claim)) || invented
    }

    /// Nothing, said as a number.
    fn says_zero(&self, claim: &str) -> bool {
        self.is_nothing && words::words(claim).iter().any(|word| word == "0")
    }
}

/// The texts of a value: its keys and what they hold.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Null => vec!["none".to_owned()],
        Value::Bool(truth) => vec![truth.to_string()],
        Value::Number(number) => vec![number.to_string()],
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.iter().flat_map(|(key, value)| names_of(key).chain(texts(value))).collect(),
    }
}

/// A text that is one word, as words are compared.
fn one_word(text: &str) -> Option<String> {
    let mut words = words::content(text).into_iter();
    words.next().filter(|_| words.next().is_none() && !text.contains(char::is_whitespace))
}

fn single_values(value: &Value, values: &mut HashSet<String>) {
    match value {
        Value::String(text) => values.extend(one_word(text)),
        Value::Array(items) => items.iter().for_each(|item| single_values(item, values)),
        Value::Object(fields) => fields.values().for_each(|field| single_values(field, values)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A field's name, as it is written and as words.
fn names_of(key: &str) -> impl Iterator<Item = String> {
    let words = key.replace('_', " ");
    std::iter::once(key.to_owned()).chain((words != key).then_some(words))
}

fn field_words(value: &Value, words: &mut HashSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| field_words(item, words)),
        Value::Object(fields) => {
            for (key, field) in fields {
                words.extend(names_of(key).flat_map(|name| words::words(&name)));
                field_words(field, words);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a field holds nothing.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(truth) => !truth,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text == "none",
        Value::Array(items) => items.is_empty(),
        Value::Object(_) => false,
    }
}

/// How often a value denies something, at most.
fn denials(value: &Value) -> usize {
    match value {
        Value::String(text) if text.is_empty() => 1,
        Value::String(text) => words::negations(text),
        Value::Array(items) if !items.is_empty() => items.iter().map(denials).sum(),
        Value::Object(fields) => fields.values().map(denials).sum(),
        other => usize::from(is_nothing(other)),
    }
}
