//! What the programs of the training data share: seeded chance, training lines, and authors' gold forms.

pub mod dice;
pub mod gold;
pub mod made;
