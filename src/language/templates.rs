//! Sentence templates as data.

/// Templates.
#[derive(Clone, Debug, Default)]
pub struct Templates {}
impl Templates {
    /// TEMP
    pub fn read(_t: &str) -> Result<Self, String> {
        Ok(Self {})
    }
}
