//! Tells a service manager (systemd) that the page answers, and goes on telling it. In: the environment that the manager set. Out:
//! datagrams to its socket. Without a manager nothing is sent.
//!
//! 1. A beat comes from the page's own thread: a page that hangs gives none, and the manager ends the program. If that happens during
//!    a run, it is as in a power cut: the run's permit lapses, and the robot's place is unconfirmed.
//! 2. The page waits for no manager: a thread of its own sends the beats, and a beat that finds it busy is left out.

use std::{env, io, thread, time::Duration};

use crossbeam_channel::bounded;
use sd_notify::NotifyState;
use tokio::time::interval;

/// So many beats within the time that the manager waits for one.
const BEATS: u32 = 3;
/// Beats are never closer together, whatever time the manager names.
const BEAT_MIN: Duration = Duration::from_millis(1);

/// Says that the page answers, and says it again for as long as the tasks of this thread run.
///
/// # Errors
///
/// There is no thread for it.
pub(super) fn begin() -> io::Result<()> {
    if env::var_os("NOTIFY_SOCKET").is_none() {
        return Ok(());
    }
    let (beat, beats) = bounded::<NotifyState<'static>>(1);
    thread::Builder::new().name("alive".to_owned()).spawn(move || {
        for state in beats {
            // A manager that does not listen is nobody to wait for. It will see that beats are missing.
            let _ = sd_notify::notify(&[state]);
        }
    })?;
    tokio::spawn(async move {
        let _ = beat.try_send(NotifyState::Ready);
        let Some(limit) = sd_notify::watchdog_enabled() else { return };
        let mut turn = interval((limit / BEATS).max(BEAT_MIN));
        loop {
            turn.tick().await;
            let _ = beat.try_send(NotifyState::Watchdog);
        }
    });
    Ok(())
}
