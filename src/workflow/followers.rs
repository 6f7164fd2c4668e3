//! Consoles and pages beside the desk that drives a cell: they see what goes on, and may pause or stop it.
//!
//! In: the events of a run, and wishes that come over a socket in the cell's data folder. Out: lines to each follower, a pause or a stop,
//! and what was done beside, to be recorded.
//!
//! ```text
//! desk that drives ── events ─▶ Followers ── lines ─▶ Following (another console, a page)
//!                   ◀─ Control ─            ◀─ wish, act ─
//! ```
//!
//! 1. A wish leads to less motion: a pause, a stop after the step, a stop now. A line that was not understood pauses. Whatever else is sent
//!    moves and stops nothing.
//! 2. Nothing waits for a follower that does not read: it is let go.
//! 3. The socket is made by whoever has the data folder's lock, for its own user alone (mode 0600). What was wished and done beside goes into
//!    the history when the desk has time for it; no other data are changed.
//! 4. Sizes, numbers and times are bounded: a follower that floods is let go, too.
//! 5. Whoever comes is told first whether a run goes on, and how it stands. Whoever is there hears of its end, however it ends.

use std::{
    collections::BTreeSet,
    io::{self, BufReader, Write},
    net::Shutdown,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use crossbeam_channel::{Receiver, Sender, bounded};
use jiff::Timestamp;
use parking_lot::Mutex;
use tracing::warn;

use super::following::{Beside, Going, SOCKET, Told, WORD_BYTES_MAX, WRITE_LIMIT, Wish, fitting, next};
use crate::{
    cell::shown,
    files::{
        self,
        open::{self, Socket},
    },
    limits::OPERATOR_BYTES_MAX,
    run::{Control, Event, OthersWish, Stop},
    store::{PAGE_ROLES, PageAct, PageActKind},
};

/// Most consoles that follow.
const SEATS_MAX: usize = 8;
/// Lines that wait for a console: more than it shows at once say nothing to anybody.
const LINES_MAX: usize = 256;
/// Acts that wait to be recorded, beside wishes. Those beyond are only counted, in the log.
const ACTS_MAX: usize = 256;
/// Wishes that wait to be recorded: nothing else that is done takes their room.
const WISHES_MAX: usize = 256;
/// Wishes of different people that are told while what they wish is so already.
const HEARD_MAX: usize = 32;
/// What may be told to have been done beside. Nothing else is done there.
const TOLD_ACTS: [PageActKind; 4] = [PageActKind::Entered, PageActKind::Refused, PageActKind::Left, PageActKind::Said];

/// The consoles and pages that follow a desk.
#[derive(Clone)]
pub struct Followers(Arc<Shared>);

struct Shared {
    path: PathBuf,
    seats: Mutex<Vec<Seat>>,
    /// How many there ever were, and how many controls.
    numbers: AtomicU64,
    /// What wishes go to, and which holding of it that is.
    run: Mutex<Option<(u64, Control)>>,
    /// How things stand, and what was told last.
    last: Mutex<(Going, String)>,
    /// Who has wished what, while it has been so.
    heard: Mutex<BTreeSet<(String, &'static str)>>,
    /// What was done beside, and is not recorded yet.
    acts: Mutex<Acts>,
}

#[derive(Default)]
struct Acts {
    waiting: Vec<PageAct>,
    /// How many there was no room for.
    lost: u64,
}

/// A follower. Whoever loses the seat is cut off, so that nobody looks at what has ceased to be told.
struct Seat {
    number: u64,
    lines: Sender<String>,
    stream: Socket,
}

impl Drop for Seat {
    fn drop(&mut self) {
        // It may be closed already. Both threads of the seat hear of it.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl std::fmt::Debug for Followers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Followers").field("path", &self.0.path).finish_non_exhaustive()
    }
}

impl Followers {
    /// Lets consoles follow the desk that has the lock of this folder.
    ///
    /// # Errors
    ///
    /// The socket cannot be made: its path may be too long for one. Nobody follows then.
    pub fn start(folder: &Path) -> io::Result<Self> {
        let path = folder.join(SOCKET);
        let listener = open::socket(&path)?;
        let shared = Arc::new(Shared {
            path,
            seats: Mutex::default(),
            numbers: AtomicU64::new(0),
            run: Mutex::default(),
            last: Mutex::new((Going::Ended, NOTHING_RUNS.to_owned())),
            heard: Mutex::default(),
            acts: Mutex::default(),
        });
        let followers = Arc::downgrade(&shared);
        thread::Builder::new().name("followers".to_owned()).spawn(move || {
            for stream in listener.incoming() {
                let Some(shared) = followers.upgrade() else { return };
                // One that cannot be served follows nothing.
                let _ = stream.and_then(|stream| seat(&shared, stream));
            }
        })?;
        Ok(Self(shared))
    }

    /// From now on wishes go to this control alone, until the value is dropped. Gives nothing where they go to it already.
    #[must_use]
    pub(crate) fn hold(&self, control: &Control) -> Option<Begun> {
        let number = {
            let mut run = self.0.run.lock();
            if run.as_ref().is_some_and(|(_, held)| held.is_same(control)) {
                return None;
            }
            let number = self.0.numbers.fetch_add(1, Ordering::Relaxed);
            *run = Some((number, control.clone()));
            number
        };
        self.0.heard.lock().clear();
        Some(Begun { followers: self.clone(), number })
    }

    /// A run begins.
    pub(super) fn begin(&self) {
        self.0.tell(Some(Going::Between), "a run is made ready");
    }

    /// Tells every follower what an event says. Waits for nobody.
    pub(super) fn tell(&self, event: &Event) {
        match (event, told(event)) {
            // The pause may not have begun.
            (Event::PauseLifted { .. }, _) => self.0.tell(None, "the desk that drives has lifted the pause"),
            (_, Some((going, line))) => self.0.tell(Some(going), &line),
            (_, None) => {}
        }
    }

    /// What was done beside since the last time.
    pub(super) fn take_acts(&self) -> Vec<PageAct> {
        let Acts { waiting, lost } = std::mem::take(&mut *self.0.acts.lock());
        if lost > 0 {
            warn!(stage = "beside", lost, "so many acts beside are not recorded: too many waited already");
        }
        waiting
    }
}

/// A run that goes on, or that may come of an answer that is looked at.
#[derive(Debug)]
pub struct Begun {
    followers: Followers,
    /// Which holding this is: one that came after it is not ended by this one's end.
    number: u64,
}

impl Drop for Begun {
    fn drop(&mut self) {
        let shared = &self.followers.0;
        let held = shared.run.lock().take_if(|(number, _)| *number == self.number);
        let Some((_, control)) = held else { return };
        // It may not have begun, or have broken off.
        let has_ended = shared.last.lock().0 == Going::Ended;
        match has_ended {
            false => shared.tell(Some(Going::Ended), "the run is over"),
            true if control.is_held_back() => shared.tell(None, "no run goes on"),
            true => {}
        }
    }
}

impl Shared {
    fn tell(&self, going: Option<Going>, line: &str) {
        let sent = Told::sent(going, line);
        // Whoever comes meanwhile is told either this or what was before, and this then.
        let mut seats = self.seats.lock();
        {
            let mut last = self.last.lock();
            *last = (going.unwrap_or(last.0), line.to_owned());
        }
        // Whoever does not read is let go.
        seats.retain(|seat| seat.lines.try_send(sent.clone()).is_ok());
    }

    /// Takes what a follower says: a wish, or what was done beside. What it alone is answered, where nothing was done.
    fn heed(&self, said: &str) -> Option<String> {
        let parts: Vec<&str> = said.splitn(6, '\t').collect();
        match parts.as_slice() {
            ["act", kind, session, role, operator, words] => {
                let kind = TOLD_ACTS.into_iter().find(|act| act.word() == *kind)?;
                let role = Some(*role).filter(|role| !role.is_empty());
                // What no history takes is not kept for it.
                if role.is_some_and(|role| !PAGE_ROLES.contains(&role)) {
                    return Some(NO_WISH.to_owned());
                }
                self.note(kind, session.parse().ok(), (operator, role), (*words).to_owned());
                None
            }
            [word, from, by] => {
                let wish = Wish::ALL.into_iter().find(|wish| wish.word() == *word);
                let from = Beside::ALL.into_iter().find(|beside| beside.word() == *from);
                match (wish, from) {
                    (Some(wish), Some(from)) => self.wish(wish, from, by),
                    _ => Some(NO_WISH.to_owned()),
                }
            }
            _ => Some(NO_WISH.to_owned()),
        }
    }

    /// Does what somebody beside wishes, and tells every follower so.
    fn wish(&self, wish: Wish, from: Beside, who: &str) -> Option<String> {
        // Held until the wish is set: a run that were let go in between would never look at it.
        let run = self.run.lock();
        let Some((_, control)) = &*run else {
            let answer = match wish {
                Wish::NotUnderstood => DRIVES,
                Wish::Pause | Wish::Stop | Wish::StopNow => NO_RUN,
            };
            return Some(answer.to_owned());
        };
        let who = if who.is_empty() { "somebody" } else { fitting(who, OPERATOR_BYTES_MAX) };
        // Whether it is told again or not, it is done: the desk may be letting the robot go on at this moment.
        let is_heard = self.is_heard(wish, who, control);
        let from = from.word();
        let by = format!("{}, at a {from} beside", shown(who));
        // What is so already gets no new number: nobody would be told of it, and nobody could lift it.
        let paused = || if is_heard { control.pause_unless_paused() } else { Some(control.pause()) };
        let mut pause = None;
        let said = match wish {
            Wish::Pause => {
                pause = paused();
                "pausing after this step"
            }
            Wish::Stop => {
                control.finish_step_and_stop();
                "stopping after this step"
            }
            Wish::StopNow => {
                control.stop_now_by_word(&format!("{} said so at a {from} beside", shown(who)));
                "stopping now"
            }
            Wish::NotUnderstood => {
                pause = paused();
                "something that was not understood: pausing after this step"
            }
        };
        let told = OthersWish { by: by.clone(), words: said.to_owned(), pause };
        let is_so_already = is_heard && pause.is_none();
        if !is_so_already {
            control.tell_beside(told);
        }
        drop(run);
        if is_so_already {
            return Some("that is so already: no further step is sent".to_owned());
        }
        self.note(PageActKind::Wished, None, (who, None), format!("{said} (from a {from} beside)"));
        self.tell(None, &format!("{by}: {said}"));
        None
    }

    /// Whether somebody wishes again what is so already. Whoever else wishes it is told of all the same: whoever lets the robot go on has to
    /// know who did not want that. A flood of wishes drowns nothing so.
    fn is_heard(&self, wish: Wish, who: &str, control: &Control) -> bool {
        let is_so = match wish {
            Wish::Pause | Wish::NotUnderstood => control.is_paused() || control.stop() != Stop::No,
            Wish::Stop => control.stop() != Stop::No,
            Wish::StopNow => control.stop() == Stop::Now,
        };
        let mut heard = self.heard.lock();
        if !is_so {
            // It begins to be so: of that, nobody was heard before. What else is so stays so.
            let begins = if pauses(wish) { vec![Wish::Pause, Wish::NotUnderstood] } else { vec![wish] };
            heard.retain(|(_, word)| begins.iter().all(|wish| wish.word() != *word));
        }
        let is_new = heard.len() < HEARD_MAX && heard.insert((who.to_owned(), wish.word()));
        is_so && !is_new
    }

    /// Keeps what was done, until the desk records it.
    fn note(&self, act: PageActKind, session: Option<u32>, (operator, role): (&str, Option<&str>), words: String) {
        let (operator, role) = (shown(operator).into_owned(), role.map(|role| shown(role).into_owned()));
        let act =
            PageAct { act, session, operator, role, words: shown(&words).into_owned(), done_at: Timestamp::now() };
        let mut acts = self.acts.lock();
        let is_wish = |act: &PageAct| act.act == PageActKind::Wished;
        let most = if is_wish(&act) { WISHES_MAX } else { ACTS_MAX };
        if acts.waiting.iter().filter(|kept| is_wish(kept) == is_wish(&act)).count() < most {
            acts.waiting.push(act);
        } else {
            acts.lost += 1;
        }
    }
}

const fn pauses(wish: Wish) -> bool {
    matches!(wish, Wish::Pause | Wish::NotUnderstood)
}

/// To a wish where no run goes on.
const NO_RUN: &str = "Nothing is running. This is no emergency stop: press the button.";
/// To a line that was not understood, where no run goes on.
const DRIVES: &str = "That is no question that is understood. Say what is to be done at the desk that drives; here there are questions, pause, stop and stop now.";
/// To whoever comes where no run goes on.
const NOTHING_RUNS: &str = "Nothing is running.";
/// To what moves and stops nothing.
const NO_WISH: &str = "that is no wish of a desk beside";

impl Drop for Shared {
    fn drop(&mut self) {
        // One that stays is taken away at the next start.
        let _ = files::remove(&self.path);
    }
}

/// Serves one console by two threads: one writes what is told, one hears what is wished.
fn seat(shared: &Arc<Shared>, stream: Socket) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_LIMIT))?;
    let (writes, held) = (stream.try_clone()?, stream.try_clone()?);
    let (lines, told) = bounded(LINES_MAX);
    let number = shared.numbers.fetch_add(1, Ordering::Relaxed);
    {
        let mut seats = shared.seats.lock();
        if seats.len() >= SEATS_MAX {
            drop(seats);
            let full =
                format!("{}\n", Told::sent(None, &format!("{SEATS_MAX} follow this desk already, and no more can")));
            return (&stream).write_all(full.as_bytes());
        }
        let greeting = {
            let last = shared.last.lock();
            match &*last {
                (Going::Ended, _) => Told::sent(Some(Going::Ended), NOTHING_RUNS),
                (going, line) => Told::sent(Some(*going), line),
            }
        };
        // There is room for one.
        let _ = lines.try_send(greeting);
        seats.push(Seat { number, lines: lines.clone(), stream: held });
    }
    let seated = serve(shared, stream, (writes, lines), told, number);
    if seated.is_err() {
        // Nobody hears what would be wished there.
        shared.seats.lock().retain(|seat| seat.number != number);
    }
    seated
}

/// Two threads for one seat.
fn serve(
    shared: &Arc<Shared>,
    stream: Socket,
    (writes, lines): (Socket, Sender<String>),
    told: Receiver<String>,
    number: u64,
) -> io::Result<()> {
    let hears = Arc::downgrade(shared);
    thread::Builder::new().name("wishes".to_owned()).spawn(move || {
        let mut wishes = BufReader::new(stream);
        while let Some(wish) = next(&mut wishes, WORD_BYTES_MAX) {
            let Some(shared) = hears.upgrade() else { return };
            let answer = shared.heed(&wish).map(|answer| Told::sent(None, &answer));
            if answer.is_some_and(|answer| lines.try_send(answer).is_err()) {
                break;
            }
        }
        if let Some(shared) = hears.upgrade() {
            shared.seats.lock().retain(|seat| seat.number != number);
        }
    })?;
    thread::Builder::new().name("follower".to_owned()).spawn(move || write_all(writes, &told))?;
    Ok(())
}

fn write_all(mut stream: Socket, lines: &Receiver<String>) {
    for line in lines {
        if stream.write_all(format!("{line}\n").as_bytes()).is_err() {
            break;
        }
    }
    // The other thread hears of it.
    let _ = stream.shutdown(Shutdown::Both);
}

/// What a follower is told of an event: it answers no question of the run.
fn told(event: &Event) -> Option<(Going, String)> {
    let at_desk = "the desk that drives is asked";
    Some(match event {
        Event::Started { run, steps: 1 } => (Going::Between, format!("run {run}: 1 step")),
        Event::Started { run, steps } => (Going::Between, format!("run {run}: {steps} steps")),
        Event::StepStarted { number, of, name, .. } => (Going::Moving, format!("  step {number} of {of}: {name}")),
        Event::StepCompleted { number, place } => {
            (Going::Between, format!("  step {number} done: the robot is at {place}"))
        }
        Event::LookingAgain { number, .. } => (Going::Looking, format!("  step {number} is looked at once more")),
        Event::Unsure { number, name, reason, .. } => {
            (Going::Unsure, format!("  step {number} ({name}) seems done, and nobody can be sure: {reason}; {at_desk}"))
        }
        Event::Confirmed { number } => (Going::Between, format!("  step {number} was confirmed")),
        Event::PartialSuccess { number, warning } => {
            (Going::Between, format!("  step {number} is a partial success: {warning}"))
        }
        // They were told when it was wished.
        Event::Beside(_) | Event::PauseLifted { .. } | Event::Observed { .. } => return None,
        Event::Paused { after } => (Going::Paused, format!("paused after step {after}")),
        Event::StepAsked { number, of, name, .. } => {
            (Going::Asked, format!("  step {number} of {of} is next: {name}; {at_desk}"))
        }
        Event::Resumed => (Going::Between, "resumed: the robot is asked where it is".to_owned()),
        Event::Ended(end) => (Going::Ended, format!("{end}")),
    })
}

#[cfg(test)]
mod tests {
    use super::{super::following::Following, *};
    use crate::{
        limits::{OPERATOR_BYTES_MAX, SENTENCE_BYTES_MAX},
        run::{Ended, GoneOn, Stop},
        store::Store,
    };

    fn told(going: Going, line: &str) -> Told {
        Told { going: Some(going), line: line.to_owned() }
    }

    fn begin(followers: &Followers, control: &Control) -> Begun {
        let held = followers.hold(control).unwrap();
        followers.begin();
        held
    }

    fn following() -> (tempfile::TempDir, Followers, Following) {
        let folder = tempfile::tempdir().unwrap();
        let followers = Followers::start(folder.path()).unwrap();
        let following = Following::of(folder.path()).unwrap();
        (folder, followers, following)
    }

    #[test]
    fn a_console_beside_sees_what_goes_on_and_may_only_stop_it() {
        let (folder, followers, following) = following();
        let found = folder.path().join(SOCKET).metadata().unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o777, 0o600);
        let mut lines = following.lines().unwrap();
        assert_eq!(lines.next().unwrap().line, "Nothing is running.");
        following.wish(Wish::StopNow, Beside::Console, "Ada").unwrap();
        assert!(lines.next().unwrap().line.starts_with("Nothing is running. This is no emergency stop"));
        let control = Control::new();
        let run = begin(&followers, &control);
        assert_eq!(lines.next().unwrap(), told(Going::Between, "a run is made ready"));
        followers.tell(&Event::Paused { after: 1 });
        assert_eq!(lines.next().unwrap(), told(Going::Paused, "paused after step 1"));
        let said = [
            ("resume\tconsole\tAda", Stop::No),
            ("stop_now\tnowhere\tAda", Stop::No),
            ("stop_now", Stop::No),
            ("yes", Stop::No),
            ("", Stop::No),
            ("stop\tconsole\tAda", Stop::AfterStep),
        ];
        for (line, is_stopped) in said {
            following.raw().write_all(format!("{line}\n").as_bytes()).unwrap();
            let answer = lines.next().unwrap();
            assert_eq!(control.stop(), is_stopped, "{line}: {answer:?}");
        }
        following.wish(Wish::StopNow, Beside::Page, "Ada\n").unwrap();
        assert!(lines.any(|told| told.line == "Ada, at a page beside: stopping now"));
        assert_eq!(control.stop(), Stop::Now);
        drop(run);
        assert_eq!(lines.next().unwrap(), told(Going::Ended, "the run is over"));
        following.wish(Wish::StopNow, Beside::Page, "Ada").unwrap();
        assert!(lines.any(|told| told.line.starts_with("Nothing is running. This is no emergency stop")));
        // What stopped the run is to be recorded; what reached nothing is not.
        let acts: Vec<(PageActKind, String)> =
            followers.take_acts().into_iter().map(|act| (act.act, act.words)).collect();
        let wished = |words: &str| (PageActKind::Wished, words.to_owned());
        assert_eq!(
            acts,
            [wished("stopping after this step (from a console beside)"), wished("stopping now (from a page beside)"),]
        );
        drop(followers);
        assert!(Following::of(folder.path()).is_none(), "nobody drives any more");
    }

    #[test]
    fn what_was_done_beside_is_kept_to_be_recorded_and_nothing_else_can_be_told() {
        let (_folder, followers, following) = following();
        let mut lines = following.lines().unwrap();
        lines.next().unwrap();
        let act = |act, words: &str| PageAct {
            act,
            session: Some(3),
            operator: "Ada\tB".to_owned(),
            role: Some("operate".to_owned()),
            words: words.to_owned(),
            done_at: Timestamp::now(),
        };
        following.tell(&act(PageActKind::Entered, "")).unwrap();
        for kind in [PageActKind::Said, PageActKind::Answered, PageActKind::OperatorAdded] {
            following.tell(&act(kind, "where is\nit\u{7}?")).unwrap();
        }
        // It is answered after all of that.
        following.wish(Wish::Pause, Beside::Page, "Ada").unwrap();
        lines.next().unwrap();
        let acts = followers.take_acts();
        assert_eq!(acts.iter().map(|act| act.act).collect::<Vec<_>>(), [PageActKind::Entered, PageActKind::Said]);
        assert_eq!(acts[0].words, "");
        let told = (acts[1].session, acts[1].operator.as_str(), acts[1].role.as_deref(), acts[1].words.as_str());
        assert_eq!(told, (Some(3), "AdaB", Some("operate"), "where isit?"));
        for _ in 0..ACTS_MAX + 9 {
            following.tell(&act(PageActKind::Said, "?")).unwrap();
        }
        following.wish(Wish::Pause, Beside::Page, "Ada").unwrap();
        lines.next().unwrap();
        // A stop has room all the same.
        let _run = begin(&followers, &Control::new());
        following.wish(Wish::StopNow, Beside::Page, "Ada").unwrap();
        assert!(lines.any(|told| told.line.ends_with("stopping now")));
        let acts = followers.take_acts();
        assert_eq!(acts.len(), ACTS_MAX + 1);
        assert_eq!(acts[ACTS_MAX].act, PageActKind::Wished);
    }

    /// Whoever came after a line that somebody beside had caused was told that nothing runs, and had no key to stop what ran.
    #[test]
    fn whoever_comes_in_the_middle_of_a_run_is_told_that_one_goes_on() {
        let (folder, followers, first) = following();
        let mut lines = first.lines().unwrap();
        let comes = || Following::of(folder.path()).unwrap().lines().unwrap().next().unwrap();
        assert_eq!(comes(), told(Going::Ended, "Nothing is running."));
        let control = Control::new();
        let run = begin(&followers, &control);
        assert_eq!(comes(), told(Going::Between, "a run is made ready"));
        followers.tell(&Event::Paused { after: 1 });
        first.wish(Wish::Pause, Beside::Console, "Ada").unwrap();
        assert!(lines.any(|told| told.line.starts_with("Ada, at a console beside")));
        assert_eq!(comes(), told(Going::Paused, "Ada, at a console beside: pausing after this step"));
        followers.tell(&Event::Ended(Ended::Completed));
        assert_eq!(comes().going, Some(Going::Ended));
        drop(run);
        // The end was told once.
        begin(&followers, &control);
        let ends =
            lines.take_while(|told| told.line != "the run is over").filter(|told| told.going == Some(Going::Ended));
        assert_eq!(ends.count(), 1);
    }

    /// What nobody understood was shown as no question, and the run went on.
    #[test]
    fn a_line_that_is_not_understood_pauses_a_run_and_nothing_else() {
        let (_folder, followers, following) = following();
        let mut lines = following.lines().unwrap();
        lines.next().unwrap();
        let say = || following.wish(Wish::NotUnderstood, Beside::Page, "Ada").unwrap();
        say();
        assert_eq!(lines.next().unwrap(), Told { going: None, line: DRIVES.to_owned() });
        assert!(followers.take_acts().is_empty());
        let control = Control::new();
        let _run = begin(&followers, &control);
        assert!(!control.is_paused());
        say();
        assert!(lines.any(|told| told.line.contains("not understood: pausing after this step")));
        assert!(control.is_paused() && control.stop() == Stop::No);
        assert_eq!(followers.take_acts().len(), 1);
    }

    /// A line that is too long for the desk would cost the follower its seat, and with it the next stop.
    #[test]
    fn whatever_is_said_fits_into_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let followers = Followers::start(folder.path()).unwrap();
        let following = Following::of(folder.path()).unwrap();
        let mut lines = following.lines().unwrap();
        lines.next().unwrap();
        let act = PageAct {
            act: PageActKind::Entered,
            session: Some(u32::MAX),
            operator: "Ä".repeat(OPERATOR_BYTES_MAX),
            role: Some("engineer".to_owned()),
            words: "ß\u{7}".repeat(SENTENCE_BYTES_MAX),
            done_at: jiff::Timestamp::now(),
        };
        following.tell(&act).unwrap();
        following.wish(Wish::NotUnderstood, Beside::Console, &act.operator).unwrap();
        // It is answered after the act.
        assert!(lines.next().is_some());
        assert_eq!(followers.take_acts().len(), 1);
    }

    /// Three hundred pauses in one write cut everybody off who looked on, and took the room of the stop that came after them.
    #[test]
    fn a_flood_of_wishes_drowns_nobody_and_no_stop() {
        let (folder, followers, floods) = following();
        let other = Following::of(folder.path()).unwrap();
        let mut lines = other.lines().unwrap();
        lines.next().unwrap();
        let control = Control::new();
        let run = begin(&followers, &control);
        let _ = floods.raw().write_all("pause\tconsole\tMallory\n".repeat(20 * LINES_MAX).as_bytes());
        assert!(lines.any(|told| told.line == "Mallory, at a console beside: pausing after this step"));
        other.wish(Wish::StopNow, Beside::Console, "Fred").unwrap();
        let told: Vec<String> =
            lines.map(|told| told.line).take_while(|line| !line.ends_with("stopping now")).collect();
        assert!(told.is_empty(), "{told:?}");
        assert_eq!(control.stop(), Stop::Now);
        let acts: Vec<String> = followers.take_acts().into_iter().map(|act| act.operator).collect();
        assert_eq!(acts, ["Mallory", "Fred"]);
        // Who else did not want the robot to go on is known, once each.
        let second = Control::new();
        drop(run);
        let _run = begin(&followers, &second);
        second.pause();
        for who in ["Fred", "Bea", "Fred", "Bea"] {
            other.wish(Wish::Pause, Beside::Console, who).unwrap();
        }
        other.wish(Wish::StopNow, Beside::Console, "Bea").unwrap();
        let mut lines = other.lines().unwrap();
        assert!(lines.any(|told| told.line == "Bea, at a console beside: stopping now"));
        let acts: Vec<String> = followers.take_acts().into_iter().map(|act| act.operator).collect();
        assert_eq!(acts, ["Fred", "Bea", "Bea"]);
    }

    /// The second of two pauses had a number that nobody was told, and whoever drove could not lift it.
    #[test]
    fn a_pause_that_is_pressed_twice_is_one_pause() {
        let (_folder, followers, following) = following();
        let mut lines = following.lines().unwrap();
        lines.next().unwrap();
        let control = Control::new();
        let _run = begin(&followers, &control);
        for _ in 0..3 {
            following.wish(Wish::Pause, Beside::Page, "Fred").unwrap();
        }
        let is_so = |told: &Told| told.line == "that is so already: no further step is sent";
        assert_eq!(lines.by_ref().filter(is_so).take(2).count(), 2);
        assert_eq!((control.last_pause(), control.is_paused()), (1, true));
        // What somebody else wishes is news.
        following.wish(Wish::Pause, Beside::Page, "Bea").unwrap();
        assert!(lines.any(|told| told.line == "Bea, at a page beside: pausing after this step"));
        assert_eq!(control.resume(1), GoneOn::PausedSince(2));
        assert_eq!(control.resume(2), GoneOn::Lifted);
    }

    /// A stop that came while a plan was let go was set on its control when nobody looked at that any more.
    #[test]
    fn a_wish_is_set_before_its_control_is_let_go() {
        let (_folder, followers, _following) = following();
        for _ in 0..2000 {
            let (control, both) = (Control::new(), std::sync::Barrier::new(2));
            let held = followers.hold(&control).unwrap();
            let (is_held_back, answer) = thread::scope(|scope| {
                let wish = scope.spawn(|| {
                    both.wait();
                    followers.0.wish(Wish::StopNow, Beside::Console, "Fred")
                });
                both.wait();
                drop(held);
                (control.is_held_back(), wish.join().unwrap())
            });
            assert!(is_held_back || answer.is_some(), "it was taken, and is not set");
        }
    }

    /// Between an approval and its run a stop was answered with "Nothing is running".
    #[test]
    fn what_is_held_can_be_stopped_before_it_begins() {
        let (_folder, followers, following) = following();
        let mut lines = following.lines().unwrap();
        lines.next().unwrap();
        let control = Control::new();
        let held = followers.hold(&control).unwrap();
        assert!(followers.hold(&control).is_none(), "it is held already");
        following.wish(Wish::StopNow, Beside::Console, "Fred").unwrap();
        assert_eq!(lines.next().map(|told| told.line).as_deref(), Some("Fred, at a console beside: stopping now"));
        assert_eq!(control.stop(), Stop::Now);
        // What is held next is not let go by the end of this one.
        let next = Control::new();
        let held_next = followers.hold(&next).unwrap();
        drop(held);
        following.wish(Wish::Stop, Beside::Console, "Fred").unwrap();
        assert_eq!(
            lines.next().map(|told| told.line).as_deref(),
            Some("Fred, at a console beside: stopping after this step")
        );
        assert_eq!(next.stop(), Stop::AfterStep);
        // Of a run that never began, no end is told; whoever wished something hears that nothing goes on.
        drop(held_next);
        assert_eq!(lines.next().map(|told| told.line).as_deref(), Some("no run goes on"));
        following.wish(Wish::StopNow, Beside::Console, "Fred").unwrap();
        assert_eq!(lines.next().map(|told| told.line).as_deref(), Some(NO_RUN));
    }

    /// One such line was kept for the history, which refused it, and wrote nothing any more.
    #[test]
    fn what_no_history_takes_is_not_kept_for_it() {
        let (folder, followers, following) = following();
        let mut lines = following.lines().unwrap();
        lines.next().unwrap();
        for line in ["act\tsaid\t1\tpope\tAda\tx", "act\tarranged\t1\tlook\tAda\tx", "act\tsaid\tx\tlook\tAda\tx"] {
            following.raw().write_all(format!("{line}\n").as_bytes()).unwrap();
        }
        following.wish(Wish::Pause, Beside::Page, "Ada").unwrap();
        assert!(lines.any(|told| told.line == NO_RUN));
        let mut store = Store::open(folder.path()).unwrap();
        for act in followers.take_acts() {
            store.record_page_act(&act).unwrap();
        }
        assert_eq!(store.page_acts(9).unwrap().len(), 1);
    }

    /// Nothing waits for a console that does not read, or that floods.
    #[test]
    fn a_console_that_does_not_read_is_let_go() {
        let (folder, followers, following) = following();
        for _ in 0..200_000 {
            followers.tell(&Event::Resumed);
        }
        assert!(followers.0.seats.lock().is_empty());
        // It hears of that by the end of what is told, and takes no other one's seat. On a busy machine nothing may have been written yet.
        let told = following.lines().unwrap().count();
        assert!(told < 200_000, "{told}");
        drop(following);
        let flooding = Following::of(folder.path()).unwrap();
        let mut lines = flooding.lines().unwrap();
        lines.next().unwrap();
        // It may be let go before the last of it is written.
        let _ = flooding.raw().write_all(&vec![b'x'; 1 << 20]);
        assert_eq!(lines.count(), 0);
    }

    #[test]
    fn no_more_consoles_follow_than_there_are_seats() {
        let (folder, followers, first) = following();
        let mut all = vec![first];
        for number in 1..SEATS_MAX + 3 {
            let next = Following::of(folder.path()).unwrap();
            let told: Vec<Told> = next.lines().unwrap().take(1).collect();
            assert_eq!(
                told[0].line.ends_with("follow this desk already, and no more can"),
                number >= SEATS_MAX,
                "{number}"
            );
            all.push(next);
        }
        drop(followers);
    }

    /// A killed program leaves its socket, and something else may stand in its place.
    #[test]
    fn what_was_left_is_taken_away_and_what_is_no_socket_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(SOCKET);
        drop(open::socket(&path).unwrap());
        assert!(Following::of(folder.path()).is_none(), "nobody listens at what was left");
        drop(Followers::start(folder.path()).unwrap());
        assert!(!path.exists());
        files::write_whole(&path, |file| file.write_all(b"a file of somebody's")).unwrap();
        assert!(Followers::start(folder.path()).is_err());
        assert_eq!(files::read_at_most(&path, 100).unwrap(), b"a file of somebody's");
    }
}
