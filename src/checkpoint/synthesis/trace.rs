//! Does a source carry a claim? In: a claim, and all evidence. Out: every reason why not, in words; none where it is traced.
//!
//! A claim is traced where it names a source that exists, the place in it where the source is more than one fact, and where
//! every name and number of the claim stands in the cited text, more than half of all its words do, and it turns nothing
//! round. What any evidence has as an id or a value is a name. The words of the query may be repeated; its names and numbers
//! may not, unless a source has them.

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
    denies: bool,
}

impl Place {
    fn of(content: &Value) -> Self {
        let texts = texts(content);
        let bag = Bag::of(texts.iter().map(String::as_str));
        let negated = content.as_str().map(words::is_negated);
        Self { texts, bag, negated, denies: denies(content) }
    }
}

impl<'c> Sources<'c> {
    pub(super) fn of(case: &'c Case) -> Self {
        let key = |evidence: &'c Evidence| ((evidence.kind, evidence.id.as_str()), evidence);
        let mut values = HashSet::new();
        for evidence in &case.evidence {
            values.extend(one_word(&evidence.id));
            single_values(&evidence.content, &mut values);
        }
        let by_id = case.evidence.iter().map(key).collect();
        Self { by_id, query: Bag::of([&*case.query]), values, places: RefCell::default() }
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
        let said = words::content(&claim.text);
        if said.is_empty() {
            return vec!["it says nothing that could be held against its source".to_owned()];
        }
        let named: HashSet<String> = words::named(&claim.text).into_iter().collect();
        let is_name = |word: &String| named.contains(word) || self.values.contains(word);
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
    /// Whether any source denies, or holds nothing where something could be.
    denies: bool,
}

impl Cited {
    fn add(&mut self, citation: &Citation, place: Rc<Place>) {
        self.denies |= place.denies;
        self.own.push(Bag::of([&*citation.id, citation.at.as_deref().unwrap_or("")]));
        match &citation.quote {
            Some(quote) => {
                self.negated.push(words::is_negated(quote));
                self.own.push(Bag::of([&**quote]));
            }
            None => {
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

    /// Where every source is one sentence, they must all turn round what the claim does, or none.
    fn is_turned_round(&self, claim: &str) -> bool {
        let negated = words::is_negated(claim);
        let sentences = !self.negated.is_empty() && self.negated.iter().all(|&each| each != negated);
        sentences || (negated && self.negated.is_empty() && !self.denies)
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
        Value::Object(fields) => {
            fields.iter().flat_map(|(key, value)| std::iter::once(key.clone()).chain(texts(value))).collect()
        }
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

fn denies(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty() || words::words(text).iter().any(|word| words::negates(word)),
        Value::Array(items) => items.is_empty() || items.iter().any(denies),
        Value::Object(fields) => fields.values().any(denies),
    }
}
