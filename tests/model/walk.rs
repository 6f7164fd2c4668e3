//! Answers drawn at random among all that a grammar allows, token by token, from the model's own vocabulary.

use std::{path::Path, sync::Arc};

use cellgraph::language::llama::token_environment;
use llguidance::{Matcher, ParserFactory, api::TopLevelGrammar};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use toktrie::{InferenceCapabilities, TokEnv};

pub(crate) struct Vocabulary {
    environment: TokEnv,
}

impl Vocabulary {
    pub(crate) fn of(model: &Path) -> Self {
        Self { environment: token_environment(model).unwrap() }
    }

    pub(crate) fn walker(&self, lark: String, seed: u64) -> Walker {
        let capabilities = InferenceCapabilities::default();
        let factory = ParserFactory::new(&self.environment, capabilities, &[]).unwrap();
        let matcher = Matcher::new(factory.create_parser(TopLevelGrammar::from_lark(lark)));
        assert_eq!(matcher.get_error(), None);
        Walker { matcher, environment: Arc::clone(&self.environment), random: ChaCha8Rng::seed_from_u64(seed) }
    }
}

pub(crate) struct Walker {
    matcher: Matcher,
    environment: TokEnv,
    random: ChaCha8Rng,
}

impl Walker {
    /// One answer. Short ones are as likely as the grammar makes them: at every place each token counts the same.
    pub(crate) fn line(&mut self) -> String {
        let trie = self.environment.tok_trie();
        let mut matcher = self.matcher.deep_clone();
        let mut bytes = Vec::new();
        while !matcher.is_stopped() {
            let mask = matcher.compute_mask_or_eos().unwrap();
            let allowed: Vec<u32> = mask.iter().collect();
            let token = allowed[self.random.next_u32() as usize % allowed.len()];
            if trie.eos_tokens().contains(&token) || token == trie.eos_token() {
                break;
            }
            matcher.consume_token(token).unwrap();
            bytes.extend_from_slice(trie.token(token));
        }
        String::from_utf8(bytes).unwrap()
    }
}
