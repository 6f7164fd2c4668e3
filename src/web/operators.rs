//! Who may do what at the page: names, roles, and PINs as hashes. In: the file `operators.json` of a cell's data. Out: [`Operators`], or
//! why it cannot be used. Where there is no such file, the page is opened by codes from the terminal.
//!
//! 1. A PIN is kept as its Argon2id hash alone, in a file that its owner alone may read.
//! 2. How long a look at a PIN takes does not say whether there is such an operator.
//! 3. Where the file cannot be used, nobody enters, and whoever is in may look and stop, and do nothing else.
//! 4. The file says who changed it, how and when. Whoever has the cell's history open puts on record what is not there yet: the page that
//!    is served, or else `cellgraph operator` itself. So a file that was put back or begun anew hides no later change.
//! 5. Names that look alike are one name, whatever their letters are.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use argon2::{
    Argon2,
    password_hash::{self, PasswordHash, PasswordHasher, PasswordVerifier, SaltString},
};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use unicode_security::confusable_detection::skeleton;
use uuid::Uuid;

use crate::{
    files::{self, FileError},
    limits::{OPERATOR_BYTES_MAX, PIN_BYTES_MAX, PIN_CHARS_MIN, WEB_OPERATORS_MAX},
    store::{self, PageAct, PageActKind, Store, StoreError},
};

pub(super) use crate::store::is_operator_name as is_name;

/// The file's name in a cell's data.
const FILE: &str = "operators.json";
/// The PIN of nobody: a name that nobody has takes as long.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$Z8p5u3nNeTxLQ1VbDxOQYkzJwaV8yJ3sgnXlWYlP4yc";
/// Held while it is changed.
const LOCK: &str = "operators.lock";
/// Changes that the file keeps: more than anybody makes before a page looks, or is started.
const CHANGES_KEPT: usize = 256;
/// The format of the file that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// What somebody may do at the page. Each role may do what the ones before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// See everything, and pause or stop a run.
    Look,
    /// Say sentences, approve plans, let runs go on, say where the robot is.
    Operate,
    /// Take up a new layout.
    Engineer,
}

impl Role {
    /// Its name in the file and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Operate => "operate",
            Self::Engineer => "engineer",
        }
    }
}

/// Somebody who may enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operator {
    /// Under which name runs are recorded.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// The hash, in the PHC form.
    pin: String,
}

/// Everybody who may enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operators {
    format: u32,
    operators: Vec<Operator>,
    /// The latest.
    changes: Vec<Change>,
}

/// What was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    #[serde(deserialize_with = "act")]
    act: PageActKind,
    #[serde(serialize_with = "store::as_text", deserialize_with = "time")]
    at: Timestamp,
    by: String,
    words: String,
}

/// Why there are no operators, or why one cannot be added.
#[derive(Debug, thiserror::Error)]
pub enum OperatorsError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not such a file.
    #[error("{} cannot be used: {fault}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
    /// Others than its owner may read or change it.
    #[error("others than its owner may read or change {}: `chmod 600` it, and give everybody in it a new PIN", .0.display())]
    Open(PathBuf),
    /// There is nobody of that name.
    #[error("there is no operator '{0}'")]
    Unknown(String),
    /// There is somebody of that name.
    #[error(
        "there is an operator '{0}' already, or the two names look alike: change the PIN or the role, or remove the operator first"
    )]
    Known(String),
    /// The name is none.
    #[error(
        "a name is 1 to {OPERATOR_BYTES_MAX} bytes long, of letters, digits, blanks and . , - ' _ ( ) & / @ +, without blanks around it"
    )]
    Name,
    /// There are as many as there may be.
    #[error("there are {WEB_OPERATORS_MAX} operators, and no more are kept")]
    Full,
    /// The PIN is too easily found.
    #[error(
        "a PIN has at least {PIN_CHARS_MIN} characters and at most {PIN_BYTES_MAX} bytes, and is not one character repeated or a row \
         such as 123456"
    )]
    Weak,
    /// There was no hash of it.
    #[error("the PIN cannot be hashed: {0}")]
    Hash(password_hash::Error),
}

impl Operator {
    /// What changes with the PIN, and says nothing about it.
    pub(super) fn credential(&self) -> blake3::Hash {
        blake3::hash(self.pin.as_bytes())
    }
}

impl Operators {
    /// Those of a cell's data; none where no operator was ever added.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is of another form, or can be read by others than its owner.
    pub fn of(data: &Path) -> Result<Option<Self>, OperatorsError> {
        let path = data.join(FILE);
        let meta = match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            meta => meta.map_err(|error| FileError::Read { path: path.clone(), error })?,
        };
        if std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o077 != 0 {
            return Err(OperatorsError::Open(path));
        }
        let text = files::read_document_file(&path)?;
        let operators = Self::read(&text).map_err(|fault| OperatorsError::Malformed { path, fault })?;
        Ok(Some(operators))
    }

    fn read(text: &str) -> Result<Self, String> {
        let read: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if read.format != FORMAT {
            return Err(format!("its format is {}, and this program reads format {FORMAT}", read.format));
        }
        if read.operators.len() > WEB_OPERATORS_MAX {
            return Err(OperatorsError::Full.to_string());
        }
        for (place, operator) in read.operators.iter().enumerate() {
            if !is_name(&operator.name) {
                return Err(OperatorsError::Name.to_string());
            }
            if read.operators[..place].iter().any(|other| is_same_name(&other.name, &operator.name)) {
                return Err(format!("'{}' is in it twice", operator.name));
            }
            PasswordHash::new(&operator.pin).map_err(|error| format!("the PIN of '{}': {error}", operator.name))?;
        }
        Ok(read)
    }

    /// Changes a cell's operators: nobody else changes them meanwhile, and what was changed by whom stands beside it.
    ///
    /// # Errors
    ///
    /// What `change` gives; a file that cannot be read or written.
    pub fn change(
        data: &Path,
        (act, by, words): (PageActKind, &str, &str),
        change: impl FnOnce(&mut Self) -> Result<(), OperatorsError>,
    ) -> Result<Self, OperatorsError> {
        let lock = files::lock(&data.join(LOCK))?;
        let mut operators = Self::of(data)?.unwrap_or_default();
        change(&mut operators)?;
        operators.changes.push(Change { act, at: Timestamp::now(), by: by.to_owned(), words: words.to_owned() });
        let many = operators.changes.len().saturating_sub(CHANGES_KEPT);
        operators.changes.drain(..many);
        let write = |out: &mut dyn io::Write| {
            serde_json::to_writer_pretty(&mut *out, &operators)?;
            out.write_all(b"\n")
        };
        // Nobody else writes it while the lock is held. What is in it is not to lie about.
        files::write_private_alone(&data.join(FILE), write)?;
        drop(lock);
        Ok(operators)
    }

    /// Puts on record what was changed and is not on record yet.
    ///
    /// # Errors
    ///
    /// A history that cannot be read or written.
    pub fn record(&self, store: &mut Store) -> Result<(), StoreError> {
        let known = store.operator_changes()?;
        for Change { act, at, by, words } in &self.changes {
            let (operator, words, done_at) = (by.clone(), words.clone(), *at);
            let change = PageAct { act: *act, session: None, operator, role: None, words, done_at };
            if !known.contains(&change) {
                store.record_page_act(&change)?;
            }
        }
        Ok(())
    }

    /// The same for a cell's operators as they are now. Nobody changes them before `open`'s history is closed again, so that whoever finds
    /// it open has been heard, or is heard by whoever has it open. Whether it could be opened.
    ///
    /// # Errors
    ///
    /// What `open` gives; files that cannot be read or written.
    pub fn record_now<E: From<OperatorsError> + From<StoreError>>(
        data: &Path,
        open: impl FnOnce() -> Result<Option<Store>, E>,
    ) -> Result<bool, E> {
        let lock = files::lock(&data.join(LOCK)).map_err(OperatorsError::from)?;
        let Some(mut store) = open()? else { return Ok(false) };
        Self::of(data)?.unwrap_or_default().record(&mut store)?;
        drop(store);
        drop(lock);
        Ok(true)
    }

    /// Everybody, in the order in which they were added.
    #[must_use]
    pub fn all(&self) -> &[Operator] {
        &self.operators
    }

    /// Somebody by name, in any case.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Operator> {
        self.operators.iter().find(|operator| is_same_name(&operator.name, name))
    }

    /// Whether somebody of this name could be added.
    ///
    /// # Errors
    ///
    /// A name that is none or known; too many.
    pub fn may_add(&self, name: &str) -> Result<(), OperatorsError> {
        if !is_name(name) {
            return Err(OperatorsError::Name);
        }
        if let Some(known) = self.named(name) {
            return Err(OperatorsError::Known(known.name.clone()));
        }
        if self.operators.len() >= WEB_OPERATORS_MAX {
            return Err(OperatorsError::Full);
        }
        Ok(())
    }

    /// Adds somebody.
    ///
    /// # Errors
    ///
    /// A name that is none or known; a PIN that is weak; too many.
    pub fn add(&mut self, name: &str, role: Role, pin: &str) -> Result<(), OperatorsError> {
        self.may_add(name)?;
        self.operators.push(Operator { name: name.to_owned(), role, pin: hash(pin)? });
        Ok(())
    }

    /// Gives somebody another PIN.
    ///
    /// # Errors
    ///
    /// Nobody of that name; a PIN that is weak.
    pub fn set_pin(&mut self, name: &str, pin: &str) -> Result<(), OperatorsError> {
        self.find(name)?.pin = hash(pin)?;
        Ok(())
    }

    /// Gives somebody another role.
    ///
    /// # Errors
    ///
    /// Nobody of that name.
    pub fn set_role(&mut self, name: &str, role: Role) -> Result<(), OperatorsError> {
        self.find(name)?.role = role;
        Ok(())
    }

    /// Takes somebody out.
    ///
    /// # Errors
    ///
    /// Nobody of that name.
    pub fn remove(&mut self, name: &str) -> Result<(), OperatorsError> {
        let name = self.find(name)?.name.clone();
        self.operators.retain(|operator| operator.name != name);
        Ok(())
    }

    fn find(&mut self, name: &str) -> Result<&mut Operator, OperatorsError> {
        let found = self.operators.iter_mut().find(|operator| is_same_name(&operator.name, name));
        found.ok_or_else(|| OperatorsError::Unknown(name.to_owned()))
    }

    /// The operator with this name and this PIN. It takes some 30 ms and 19 MiB, whoever asks.
    #[must_use]
    pub fn enter(&self, name: &str, pin: &str) -> Option<&Operator> {
        let found = self.named(name);
        let kept = PasswordHash::new(found.map_or(NOBODY, |operator| &operator.pin)).ok()?;
        let is_right = pin.len() <= PIN_BYTES_MAX && Argon2::default().verify_password(pin.as_bytes(), &kept).is_ok();
        found.filter(|_| is_right)
    }
}

impl Default for Operators {
    fn default() -> Self {
        Self { format: FORMAT, operators: Vec::new(), changes: Vec::new() }
    }
}

fn act<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PageActKind, D::Error> {
    let word = String::deserialize(deserializer)?;
    let act = PageActKind::from_word(&word).filter(|act| act.is_about_operators());
    act.ok_or_else(|| D::Error::custom(format!("'{word}' is no change of operators")))
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|error| D::Error::custom(format!("'{text}' is no time: {error}")))
}

/// What names that look alike have in common (Unicode's confusables, UTS 39), in any case.
pub(super) fn looks(name: &str) -> String {
    skeleton(&name.to_lowercase()).collect()
}

fn is_same_name(one: &str, other: &str) -> bool {
    looks(one) == looks(other)
}

fn hash(pin: &str) -> Result<String, OperatorsError> {
    if is_weak(pin) {
        return Err(OperatorsError::Weak);
    }
    // 122 random bits, from the kernel.
    let salt = SaltString::encode_b64(Uuid::new_v4().as_bytes()).map_err(OperatorsError::Hash)?;
    Ok(Argon2::default().hash_password(pin.as_bytes(), &salt).map_err(OperatorsError::Hash)?.to_string())
}

fn is_weak(pin: &str) -> bool {
    let characters: Vec<i64> = pin.chars().map(|c| i64::from(u32::from(c))).collect();
    let steps: Vec<i64> = characters.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let is_row = steps.windows(2).all(|pair| pair[0] == pair[1]) && steps.first().is_none_or(|step| step.abs() <= 1);
    characters.len() < PIN_CHARS_MIN || pin.len() > PIN_BYTES_MAX || is_row || pin.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_name_and_pin_enters() {
        let mut operators = Operators::default();
        operators.add("Ada", Role::Engineer, "482913").unwrap();
        operators.add("Bob", Role::Look, "props and cons").unwrap();
        let role =
            |operators: &Operators, name: &str, pin: &str| operators.enter(name, pin).map(|operator| operator.role);
        assert_eq!(role(&operators, "ada", "482913"), Some(Role::Engineer));
        assert_eq!(role(&operators, "Bob", "props and cons"), Some(Role::Look));
        for (name, pin) in [("Ada", "482914"), ("Ada", ""), ("Bob", "482913"), ("Eve", "482913"), ("", "")] {
            assert_eq!(role(&operators, name, pin), None, "{name} {pin}");
        }
        operators.set_pin("ADA", "771302").unwrap();
        assert_eq!(
            (role(&operators, "Ada", "482913"), role(&operators, "Ada", "771302")),
            (None, Some(Role::Engineer))
        );
        operators.remove("Ada").unwrap();
        assert_eq!(role(&operators, "Ada", "771302"), None);
    }

    #[test]
    fn a_name_that_nobody_has_takes_as_long() {
        let params = |hash: &str| {
            let hash = PasswordHash::new(hash).unwrap();
            (hash.algorithm.as_str().to_owned(), hash.version, hash.params.to_string())
        };
        assert_eq!(params(NOBODY), params(&hash("482913").unwrap()));
    }

    #[test]
    fn names_that_look_alike_are_one_name() {
        let mut operators = Operators::default();
        operators.add("Zoë", Role::Look, "482913").unwrap();
        operators.add("Ada", Role::Look, "482913").unwrap();
        for alike in ["zoë", "ADA", "Аda", "Adа"] {
            assert!(matches!(operators.add(alike, Role::Look, "482913"), Err(OperatorsError::Known(_))), "{alike}");
        }
        assert!(operators.enter("Zoe\u{308}", "482913").is_some(), "as another keyboard writes it");
        for unseen in ["Bob\u{200b}", "\u{202e}boB", "Zoe\u{308}", "Bob\t", " Bob", "Bob\u{ad}"] {
            assert!(matches!(operators.add(unseen, Role::Look, "482913"), Err(OperatorsError::Name)), "{unseen:?}");
        }
    }

    #[test]
    fn a_file_that_was_put_back_hides_no_later_change() {
        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path(), folder.path().join(FILE));
        let mut store = Store::open(data).unwrap();
        let mut add = |name: &str| {
            let done = (PageActKind::OperatorAdded, "Eve", name);
            let changed = Operators::change(data, done, |operators| operators.add(name, Role::Look, "482913")).unwrap();
            changed.record(&mut store).unwrap();
            changed.record(&mut store).unwrap();
        };
        add("Ada");
        let kept = fs::read(&file).unwrap();
        add("Bob");
        add("Carol");
        fs::write(&file, kept).unwrap();
        add("Mal");
        fs::remove_file(&file).unwrap();
        add("Mal");
        let on_record = Store::read_only(data).unwrap().page_acts(9).unwrap();
        let words: Vec<&str> = on_record.iter().rev().map(|row| row.what.words.as_str()).collect();
        assert_eq!(words, ["Ada", "Bob", "Carol", "Mal", "Mal"]);
    }

    #[test]
    fn a_pin_that_is_easily_found_is_refused() {
        for weak in ["", "12345", "000000", "123456", "654321", "abcdef", "4829\n3", &"4829".repeat(20)] {
            assert!(matches!(hash(weak), Err(OperatorsError::Weak)), "{weak:?}");
        }
        for fit in ["482913", "135791", "112233", "ährchen"] {
            assert!(hash(fit).is_ok(), "{fit}");
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_by_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Operators::of(folder.path()).unwrap().is_none());
        let mut operators = Operators::default();
        operators.add("Ada", Role::Operate, "482913").unwrap();
        assert!(matches!(operators.add("ada", Role::Look, "482914"), Err(OperatorsError::Known(_))));
        assert!(matches!(operators.add(" ", Role::Look, "482914"), Err(OperatorsError::Name)));
        let done = (PageActKind::OperatorAdded, "Eve", "Ada: operate");
        let written = Operators::change(folder.path(), done, |changed: &mut Operators| {
            *changed = operators;
            Ok(())
        });
        let written = written.unwrap();
        assert_eq!((written.changes.len(), &*written.changes[0].by), (1, "Eve"));
        assert_eq!(Operators::of(folder.path()).unwrap(), Some(written));
        let path = folder.path().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("482913"), "{text}");
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o640)).unwrap();
        assert!(matches!(Operators::of(folder.path()), Err(OperatorsError::Open(_))));
    }

    #[test]
    fn a_file_of_another_form_is_refused() {
        let entry = |name: &str, pin: &str| format!("{{\"name\": \"{name}\", \"role\": \"look\", \"pin\": \"{pin}\"}}");
        let good = entry("Ada", "$argon2id$v=19$m=8,t=1,p=1$bm9ib2R5bm9ib2R5$AAAAAAAAAAAAAAAAAAAAAA");
        let file = |format: u32, entries: &str| {
            format!("{{\"format\": {format}, \"operators\": [{entries}], \"changes\": []}}")
        };
        assert!(Operators::read(&file(1, &good)).is_ok());
        let twice = format!("{good}, {}", good.replace("Ada", "ADA"));
        let change = |act: &str, at: &str| {
            let change = format!(r#"{{"act": "{act}", "at": "{at}", "by": "Eve", "words": ""}}"#);
            file(1, "").replace("[]}", &format!("[{change}]}}"))
        };
        assert!(Operators::read(&change("operator_added", "2026-03-01T00:00:00Z")).is_ok());
        for (text, fault) in [
            (change("said", "2026-03-01T00:00:00Z"), "'said' is no change of operators"),
            (change("operator_added", "yesterday"), "yesterday"),
            (file(2, ""), "format 1"),
            (file(1, &twice), "twice"),
            (file(1, &entry("Ada", "482913")), "the PIN of 'Ada'"),
            (file(1, &entry("", "")), "a name is"),
            (file(1, "{}"), "name"),
            ("{".to_owned(), "EOF"),
        ] {
            let told = Operators::read(&text).unwrap_err();
            assert!(told.contains(fault), "{text}: {told}");
        }
    }
}
