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
    /// The session whose run goes on. It does not end before that: its keys are those that let the run go on.
    drives: Option<u32>,
}

#[derive(Debug)]
struct Session {
    token: blake3::Hash,
    visitor: Visitor,
    /// The PIN that opened it, as [`super::operators::Operator::credential`] gives it; none where a code did.
    credential: Option<blake3::Hash>,
    /// Nobody knows its operator any more, or they have another PIN. It may only look, and ends with its run.
    ends_with_run: bool,
    used: Instant,
    /// When it was last used, or its news were last sent.
    seen: Instant,
}

impl Sessions {
    pub(super) fn new() -> Self {
        Self { code: code(), open: Vec::new(), opened: 0, drives: None }
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
        self.opened += 1;
        let token = secret();
        let visitor =
            Visitor { session: self.opened, operator: operator.to_owned(), role, form_token: secret(), language: None };
        self.open.push(Session {
            token: blake3::hash(token.as_bytes()),
            visitor,
            credential,
            ends_with_run: false,
            used: now,
            seen: now,
        });
        token
    }

    /// Where there are too many, some have to go once somebody has entered: of the same person, or else those that nobody has looked at for
    /// the longest. The session that a plan or a run waits for, `kept`, stays.
    pub(super) fn make_room(&mut self, entered: u32, kept: Option<u32>) {
        let operator = self.open.iter().find(|session| session.visitor.session == entered);
        let Some(operator) = operator.map(|session| session.visitor.operator.clone()) else { return };
        while self.open.len() > WEB_SESSIONS_MAX {
            let may_go =
                |session: &&Session| session.visitor.session != entered && Some(session.visitor.session) != kept;
            let is_anothers = |session: &&Session| session.visitor.operator != operator;
            let least = self.open.iter().filter(may_go).min_by_key(|session| (is_anothers(session), session.seen));
            let Some(least) = least.map(|session| session.visitor.session) else { return };
            self.leave(least);
        }
    }

    /// Says anew what everybody may do; ends the sessions of those who may do nothing any more. A session whose run goes on keeps its keys
    /// that stop, and ends with the run.
    pub(super) fn judge(&mut self, role: impl Fn(&str, Option<blake3::Hash>) -> Option<Role>) {
        let drives = self.drives;
        self.open.retain_mut(|session| {
            let now = role(&session.visitor.operator, session.credential);
            // What has ended stays so, whatever is known of its operator later.
            session.ends_with_run |= now.is_none();
            session.visitor.role = now.filter(|_| !session.ends_with_run).unwrap_or(Role::Look);
            !session.ends_with_run || Some(session.visitor.session) == drives
        });
    }

    /// Whose token that is.
    pub(super) fn visitor(&mut self, token: &str, now: Instant) -> Option<Visitor> {
        self.forget_idle(now);
        let token = blake3::hash(token.as_bytes());
        let found = self.open.iter_mut().find(|session| session.token == token)?;
        (found.used, found.seen) = (now, now);
        Some(found.visitor.clone())
    }

    /// Who that is now, where the session is still open.
    pub(super) fn now(&mut self, session: u32, now: Instant) -> Option<Visitor> {
        self.forget_idle(now);
        self.open.iter().find(|open| open.visitor.session == session).map(|open| open.visitor.clone())
    }

    /// Whether a session is still open, for the news that are sent to it. Asking does not keep it open, but others go before it.
    pub(super) fn is_open(&mut self, session: u32, now: Instant) -> bool {
        self.forget_idle(now);
        let found = self.open.iter_mut().find(|open| open.visitor.session == session);
        found.map(|open| open.seen = now).is_some()
    }

    pub(super) fn speak(&mut self, session: u32, language: Language) {
        if let Some(open) = self.open.iter_mut().find(|open| open.visitor.session == session) {
            open.visitor.language = Some(language);
        }
    }

    pub(super) fn leave(&mut self, session: u32) {
        self.open.retain(|open| open.visitor.session != session);
    }

    /// The run of this session goes on now, or none does. Whoever drove has used the session to the run's end.
    pub(super) fn drive(&mut self, session: Option<u32>, now: Instant) {
        let drove = std::mem::replace(&mut self.drives, session);
        self.open.iter_mut().filter(|open| Some(open.visitor.session) == drove).for_each(|open| open.used = now);
        self.open.retain(|open| !open.ends_with_run || Some(open.visitor.session) == session);
    }

    fn forget_idle(&mut self, now: Instant) {
        let is_idle = |open: &Session| now.saturating_duration_since(open.used) >= WEB_SESSION_IDLE;
        self.open.retain(|open| Some(open.visitor.session) == self.drives || !is_idle(open));
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
            let token = sessions.enter(&code, "Ada", at).unwrap_or_default();
            sessions.make_room(sessions.opened, None);
            token
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

    /// A run took longer than a session lasts unused, and its driver's keys, the stop among them, were dead.
    #[test]
    fn a_session_lasts_as_long_as_its_run() {
        let (mut sessions, now) = (Sessions::new(), Instant::now());
        let ada = sessions.open("Ada", Role::Operate, None, now);
        sessions.drive(Some(1), now);
        let late = now + 3 * WEB_SESSION_IDLE;
        assert!(sessions.is_open(1, late) && sessions.now(1, late).is_some());
        sessions.drive(None, late);
        assert!(sessions.is_open(1, late) && !sessions.is_open(1, late + WEB_SESSION_IDLE));
        assert!(sessions.visitor(&ada, late + WEB_SESSION_IDLE).is_none());
    }

    /// A driver was removed, or had another PIN, and the key that stops the step that still moved was dead.
    #[test]
    fn whoever_drives_and_is_removed_may_stop_their_run_to_its_end() {
        let (mut sessions, now) = (Sessions::new(), Instant::now());
        let (ada, bob) =
            (sessions.open("Ada", Role::Operate, None, now), sessions.open("Bob", Role::Operate, None, now));
        sessions.drive(Some(1), now);
        sessions.judge(|_, _| None);
        assert!(sessions.visitor(&bob, now).is_none());
        let role = |sessions: &mut Sessions| sessions.visitor(&ada, now).map(|visitor| visitor.role);
        assert_eq!(role(&mut sessions), Some(Role::Look));
        // Somebody else of this name is let in, or nobody can be looked up.
        sessions.judge(|_, _| Some(Role::Engineer));
        assert_eq!(role(&mut sessions), Some(Role::Look));
        assert!(sessions.is_open(1, now));
        sessions.drive(None, now);
        assert!(!sessions.is_open(1, now) && role(&mut sessions).is_none());
    }

    /// Somebody who only looks on entered sixteen times, and the key that stops a run was dead for the one who had approved it.
    #[test]
    fn nobody_crowds_out_who_drives_or_looks_on() {
        let (mut sessions, now) = (Sessions::new(), Instant::now());
        let at = |second| now + std::time::Duration::from_secs(second);
        let open = |sessions: &mut Sessions, name: &str, second| {
            let token = sessions.open(name, Role::Look, None, at(second));
            sessions.make_room(sessions.opened, Some(1));
            token
        };
        let ada = open(&mut sessions, "Ada", 0);
        let eve = open(&mut sessions, "Eve", 1);
        for second in 2..100 {
            open(&mut sessions, "Bob", second);
        }
        assert!(sessions.visitor(&ada, at(100)).is_some() && sessions.visitor(&eve, at(100)).is_some());
        // Of others, the one whose news are sent stays.
        let watches = open(&mut sessions, "Fay", 100);
        let fay = sessions.opened;
        let others: Vec<String> = (101..141)
            .map(|second| {
                assert!(sessions.is_open(fay, at(second)));
                open(&mut sessions, &format!("P{second}"), second)
            })
            .collect();
        assert!(sessions.visitor(&others[0], at(200)).is_none(), "the one that was looked at long ago");
        assert!(sessions.visitor(&watches, at(200)).is_some() && sessions.visitor(&ada, at(200)).is_some());
    }
}
