//! Who is at the page: a code from the terminal opens a session, and is used up by it; or a PIN opens one, which was looked at before. In:
//! codes, tokens, the time. Out: who that is. Codes and tokens are compared by hash, in constant time; a token is kept as its hash
//! alone.

use std::time::Instant;

use uuid::Uuid;

use super::{operators::Role, words::Language};
use crate::limits::{WEB_SESSION_IDLE, WEB_SESSIONS_MAX};

/// Letters and digits of a code: none that is taken for another.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Bytes of a code: 80 bits, so that nobody finds it by trying.
const CODE_BYTES: usize = 10;

/// Somebody with a session.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    /// Names the session, in the log too. It opens nothing.
    pub(super) session: u32,
    pub(super) operator: String,
    /// What they may do.
    pub(super) role: Role,
    /// What each form of the session has to carry.
    pub(super) form_token: String,
    /// The language that was chosen, if any was.
    pub(super) language: Option<Language>,
}

/// Every session, and the code for the next.
#[derive(Debug)]
pub(super) struct Sessions {
    code: String,
    open: Vec<Session>,
    opened: u32,
}

#[derive(Debug)]
struct Session {
    token: blake3::Hash,
    visitor: Visitor,
    /// The PIN that opened it, as [`super::operators::Operator::credential`] gives it; none where a code did.
    credential: Option<blake3::Hash>,
    used: Instant,
}

impl Sessions {
    pub(super) fn new() -> Self {
        Self { code: code(), open: Vec::new(), opened: 0 }
    }

    /// The code that opens the next session.
    pub(super) fn code(&self) -> &str {
        &self.code
    }

    /// Opens a session for somebody with the code, and gives its token; none where that is not the code. There is another code then.
    pub(super) fn enter(&mut self, typed: &str, operator: &str, now: Instant) -> Option<String> {
        if !is_same(&plain(typed), &plain(&self.code)) {
            return None;
        }
        self.code = code();
        // Whoever sees the terminal could do there whatever the page can.
        Some(self.open(operator, Role::Engineer, None, now))
    }

    /// Opens a session for somebody who has shown who they are, and gives its token.
    pub(super) fn open(
        &mut self,
        operator: &str,
        role: Role,
        credential: Option<blake3::Hash>,
        now: Instant,
    ) -> String {
        self.forget_idle(now);
        if self.open.len() >= WEB_SESSIONS_MAX
            && let Some(least) = (0..self.open.len()).min_by_key(|&place| self.open[place].used)
        {
            self.open.remove(least);
        }
        self.opened += 1;
        let token = secret();
        let visitor =
            Visitor { session: self.opened, operator: operator.to_owned(), role, form_token: secret(), language: None };
        self.open.push(Session { token: blake3::hash(token.as_bytes()), visitor, credential, used: now });
        token
    }

    /// Says anew what everybody may do; ends the sessions of those who may do nothing any more.
    pub(super) fn judge(&mut self, role: impl Fn(&str, Option<blake3::Hash>) -> Option<Role>) {
        self.open.retain_mut(|session| {
            let now = role(&session.visitor.operator, session.credential);
            session.visitor.role = now.unwrap_or(Role::Look);
            now.is_some()
        });
    }

    /// Whose token that is.
    pub(super) fn visitor(&mut self, token: &str, now: Instant) -> Option<Visitor> {
        self.forget_idle(now);
        let token = blake3::hash(token.as_bytes());
        let found = self.open.iter_mut().find(|session| session.token == token)?;
        found.used = now;
        Some(found.visitor.clone())
    }

    /// Whether a session is still open. Asking does not keep it open.
    pub(super) fn is_open(&mut self, session: u32, now: Instant) -> bool {
        self.forget_idle(now);
        self.open.iter().any(|open| open.visitor.session == session)
    }

    pub(super) fn speak(&mut self, session: u32, language: Language) {
        if let Some(open) = self.open.iter_mut().find(|open| open.visitor.session == session) {
            open.visitor.language = Some(language);
        }
    }

    pub(super) fn leave(&mut self, session: u32) {
        self.open.retain(|open| open.visitor.session != session);
    }

    fn forget_idle(&mut self, now: Instant) {
        self.open.retain(|open| now.saturating_duration_since(open.used) < WEB_SESSION_IDLE);
    }
}

/// Whether two secrets are the same; how long that takes says nothing about them.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

/// 244 random bits, from the kernel.
fn secret() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

/// Four groups of four.
fn code() -> String {
    let random = blake3::hash(secret().as_bytes());
    let bits = random.as_bytes()[..CODE_BYTES].iter().fold(0_u128, |bits, &byte| bits << 8 | u128::from(byte));
    let digit = |place: usize| char::from(ALPHABET[(bits >> (5 * place) & 31) as usize]);
    let groups: Vec<String> = (0..4).map(|group| (0..4).map(|place| digit(4 * group + place)).collect()).collect();
    groups.join("-")
}

/// A code as it is compared: typed in any case, with or without its hyphens, with an O for a zero.
fn plain(code: &str) -> String {
    let kept = code.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_uppercase());
    kept.map(|c| match c {
        'O' => '0',
        'I' | 'L' => '1',
        c => c,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_opens_one_session() {
        let (mut sessions, now) = (Sessions::new(), Instant::now());
        let code = sessions.code().to_owned();
        assert_eq!(sessions.enter("0000-0000-0000-0000", "Ada", now), None);
        let typed = code.to_lowercase().replace('-', " ");
        let token = sessions.enter(&typed, "Ada", now).unwrap_or_default();
        assert_eq!(sessions.visitor(&token, now).map(|visitor| visitor.operator).as_deref(), Some("Ada"));
        assert_eq!(sessions.enter(&code, "Eve", now), None, "it is used up");
        assert!(sessions.visitor(&code, now).is_none() && sessions.visitor("", now).is_none());
    }

    #[test]
    fn what_somebody_may_do_is_said_anew() {
        let (mut sessions, now) = (Sessions::new(), Instant::now());
        let (ada, bob) =
            (sessions.open("Ada", Role::Engineer, None, now), sessions.open("Bob", Role::Operate, None, now));
        sessions.judge(|name, _| (name == "Ada").then_some(Role::Look));
        assert_eq!(sessions.visitor(&ada, now).map(|visitor| visitor.role), Some(Role::Look));
        assert!(sessions.visitor(&bob, now).is_none());
    }

    #[test]
    fn a_session_ends_when_it_is_left_unused_or_crowded_out() {
        let (mut sessions, now) = (Sessions::new(), Instant::now());
        let enter = |sessions: &mut Sessions, at| {
            let code = sessions.code().to_owned();
            sessions.enter(&code, "Ada", at).unwrap_or_default()
        };
        let first = enter(&mut sessions, now);
        let late = now + WEB_SESSION_IDLE;
        assert!(sessions.is_open(1, now) && !sessions.is_open(1, late) && sessions.visitor(&first, late).is_none());
        let tokens: Vec<String> =
            (0..=WEB_SESSIONS_MAX).map(|n| enter(&mut sessions, late + WEB_SESSION_IDLE / 64 * n as u32)).collect();
        let soon = late + WEB_SESSION_IDLE / 64 * WEB_SESSIONS_MAX as u32;
        assert!(sessions.visitor(&tokens[0], soon).is_none(), "the least used one");
        assert!(tokens[1..].iter().all(|token| sessions.visitor(token, soon).is_some()));
        let last = sessions.visitor(&tokens[WEB_SESSIONS_MAX], soon).map_or(0, |visitor| visitor.session);
        sessions.leave(last);
        assert!(sessions.visitor(&tokens[WEB_SESSIONS_MAX], soon).is_none());
    }
}
