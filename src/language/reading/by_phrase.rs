//! A reading beside the phrases that an engineer accepted.
//!
//! In: what a sentence was understood as, and the phrases that it equals. Out: what the phrase says, or both, to be asked back.

use super::{
    super::{AcceptedPhrase, Said, rules},
    By, Readers, Reading,
};
use crate::{cell::State, limits::OFFERS_MAX};

impl Readers {
    /// A reading beside the phrases that its sentence equals.
    pub(super) fn by_phrase(&self, reading: Reading, sentence: &str, state: State) -> Reading {
        let phrases = self.phrases.of(sentence);
        let is_over = reading.rules.refused || reading.rules.complete && matches!(reading.rules.said, Said::Unclear(_));
        let Some(phrase) = phrases.first().filter(|_| !is_over) else { return reading };
        let is_meant = |said: &Said| self.meaning(said, state) == self.meaning(&phrase.said, state);
        let is_one = phrases.iter().all(|other| is_meant(&other.said));
        let is_understood = !matches!(reading.said, Said::Unclear(_) | Said::Unknown);
        match () {
            () if is_one && is_understood && is_meant(&reading.said) => reading,
            () if is_one && !is_understood && (reading.offers.is_empty() || reading.offers.iter().any(is_meant)) => {
                let (said, phrase) = (phrase.said.clone(), Some(phrase.clone()));
                Reading { said, by: By::Phrase, phrase, offers: Vec::new(), left_aside: Vec::new(), ..reading }
            }
            () => self.beside_phrases(reading, phrases, state),
        }
    }

    /// A sentence that is a phrase, and was understood as something else as well: asked back with all of it.
    pub(super) fn beside_phrases(&self, reading: Reading, phrases: &[AcceptedPhrase], state: State) -> Reading {
        let understood = Some(&reading.said).filter(|said| matches!(said, Said::Do(_)));
        let all = phrases.iter().map(|phrase| &phrase.said).chain(understood).chain(&reading.offers);
        let mut offers: Vec<Said> = Vec::new();
        for said in all {
            let is_new = offers.iter().all(|other| self.meaning(other, state) != self.meaning(said, state));
            if is_new && offers.len() < OFFERS_MAX {
                offers.push(said.clone());
            }
        }
        let told: Vec<String> = phrases.iter().map(ToString::to_string).collect();
        let reason = format!("it is {}, and may be understood otherwise", told.join(", and "));
        let rules = rules::Recognised { reason: Some(reason), ..reading.rules };
        Reading { said: Said::UNCLEAR, by: By::Rules, rules, offers, left_aside: Vec::new(), ..reading }
    }
}
