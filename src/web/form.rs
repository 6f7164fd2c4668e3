//! The body of a request → the fields of a form. In: bytes as they came. Out: [`Form`], each field at most once, in UTF-8. What
//! the fields say is not looked at here.

use std::{
    borrow::Cow,
    collections::{BTreeMap, btree_map::Entry},
};

use crate::limits::WEB_FIELDS_MAX;

/// What a browser sends where a form says nothing else.
pub(super) const FORM_TYPE: &str = "application/x-www-form-urlencoded";

/// The fields of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form(BTreeMap<String, String>);

/// Why bytes are no form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoForm {
    /// More fields than any form of the page has.
    #[error("the form has more than {0} fields")]
    TooMany(usize),
    /// A field stands there twice: which of them is meant is not known.
    #[error("the form has the field '{0}' twice")]
    Twice(String),
    /// A field that is not UTF-8.
    #[error("the form is not UTF-8")]
    NotUtf8,
    /// A field that is wanted is not there, or is not what it should be.
    #[error("the form's field '{0}' is missing, or cannot be used")]
    Field(&'static str),
}

impl Form {
    /// Reads a body. No bytes make it panic.
    ///
    /// # Errors
    ///
    /// [`NoForm`].
    pub fn read(body: &[u8]) -> Result<Self, NoForm> {
        Self::read_with(body, WEB_FIELDS_MAX)
    }

    /// The same for a form that may have so many fields.
    ///
    /// # Errors
    ///
    /// [`NoForm`].
    pub fn read_with(body: &[u8], fields_max: usize) -> Result<Self, NoForm> {
        let mut fields = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(body) {
            // What is not UTF-8 comes out of the decoder as this character.
            if [&name, &value].into_iter().any(|text: &Cow<'_, str>| text.contains('\u{fffd}')) {
                return Err(NoForm::NotUtf8);
            }
            if fields.len() == fields_max {
                return Err(NoForm::TooMany(fields_max));
            }
            match fields.entry(name.into_owned()) {
                Entry::Vacant(free) => drop(free.insert(value.into_owned())),
                Entry::Occupied(twice) => return Err(NoForm::Twice(crate::cell::shown(twice.key()).into_owned())),
            }
        }
        Ok(Self(fields))
    }

    /// The names of all fields.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// A field; none where it is not there.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A field.
    ///
    /// # Errors
    ///
    /// [`NoForm::Field`] where it is not there.
    pub fn text(&self, name: &'static str) -> Result<&str, NoForm> {
        self.value(name).ok_or(NoForm::Field(name))
    }

    /// A field, as what it stands for.
    ///
    /// # Errors
    ///
    /// [`NoForm::Field`] where it is not there, or stands for nothing.
    pub fn parsed<T: std::str::FromStr>(&self, name: &'static str) -> Result<T, NoForm> {
        self.text(name)?.parse().map_err(|_| NoForm::Field(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_each_field_once_and_in_utf_8() {
        let form = Form::read(b"say=weld+at+2&token=a%C3%A4").unwrap_or_default();
        assert_eq!((form.text("say"), form.text("token")), (Ok("weld at 2"), Ok("aä")));
        assert_eq!(form.text("other"), Err(NoForm::Field("other")));
        assert_eq!(form.parsed::<u32>("say"), Err(NoForm::Field("say")));
        assert_eq!(Form::read(b"a=1&a=2"), Err(NoForm::Twice("a".to_owned())));
        assert_eq!(Form::read(b"a=%FF"), Err(NoForm::NotUtf8));
        assert_eq!(Form::read(b"\xff=1"), Err(NoForm::NotUtf8));
        let many: String = (0..=WEB_FIELDS_MAX).map(|n| format!("f{n}=&")).collect();
        assert_eq!(Form::read(many.as_bytes()), Err(NoForm::TooMany(WEB_FIELDS_MAX)));
        assert_eq!(Form::read(b""), Ok(Form::default()));
    }
}
