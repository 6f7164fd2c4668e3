//! The model's tokens as llguidance wants them, and what the processor must have.

use std::sync::Arc;

use llama_cpp_2::{model::LlamaModel, sampling::LlamaSampler};
use toktrie::{TokEnv, TokTrie, TokenId, TokenizerEnv};

use super::StartError;

/// The model's own tokeniser behind llguidance's interface, so that text which the grammar forces is cut into the same
/// tokens that the model was trained on.
struct Vocabulary {
    model: Arc<LlamaModel>,
    trie: TokTrie,
}

impl TokenizerEnv for Vocabulary {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, text: &[u8]) -> Vec<TokenId> {
        self.trie.tokenize_with_greedy_fallback(text, |text| {
            self.model
                .vocab()
                .tokenize(text.as_bytes(), false, false)
                .iter()
                .map(|token| token.0.cast_unsigned())
                .collect()
        })
    }
}

/// The tokens of a model.
pub(super) fn environment(model: &Arc<LlamaModel>) -> TokEnv {
    let trie = LlamaSampler::llguidance_tok_env(model).tok_trie().clone();
    Arc::new(Vocabulary { model: Arc::clone(model), trie })
}

/// llama.cpp is compiled for processors of the x86-64-v3 level, as its build does by default: on an older one it would end
/// the whole program with an illegal instruction.
#[cfg(target_arch = "x86_64")]
pub fn processor_has_all() -> Result<(), StartError> {
    let features = [
        ("AVX2", std::is_x86_feature_detected!("avx2")),
        ("FMA", std::is_x86_feature_detected!("fma")),
        ("F16C", std::is_x86_feature_detected!("f16c")),
        ("BMI2", std::is_x86_feature_detected!("bmi2")),
    ];
    features.into_iter().find(|(_, has)| !has).map_or(Ok(()), |(name, _)| Err(StartError::Processor(name)))
}

/// Other processors have what llama.cpp is compiled for.
#[cfg(not(target_arch = "x86_64"))]
pub const fn processor_has_all() -> Result<(), StartError> {
    Ok(())
}
