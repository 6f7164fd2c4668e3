//! What a form asks to be done → done, or why not. The form has proved where it comes from. Nothing here decides about motion: it
//! takes the floor, and asks the desk.

use tokio::sync::oneshot;
use uuid::Uuid;

use super::{
    arrangement::{Arrangement, NotArranged, PLACES_AND_TOOLS, PUT_BACK},
    fault::Fault,
    floor::Refused,
    form::{Form, NoForm},
    hub::{self, Ask, Hub, Who},
    route::Act,
    sessions::Visitor,
    wish,
};
use crate::{
    cell::State,
    limits::SENTENCE_BYTES_MAX,
    review::{Digest, Place, reply},
    run::Since,
    store::PageActKind,
};

pub(super) async fn act(hub: &Hub, act: Act, visitor: &Visitor, form: &Form) -> Result<(), Fault> {
    let who = Who { session: visitor.session, operator: visitor.operator.clone() };
    let (done, is_done) = oneshot::channel();
    // Where the floor is taken, nothing else is noted before this is dealt with: their number needs no bound.
    let note = |kind, words: &str| hub.note(kind, Some(visitor), &visitor.operator, words);
    let ask = match act {
        Act::Say => {
            let sentence = sentence(form.text("say")?)?;
            let held = hub.take_to_plan(visitor.session)?;
            note(PageActKind::Said, &sentence);
            Ask::Say { sentence, held, who, done }
        }
        Act::Choose => {
            let (ticket, number): (Uuid, usize) = (form.parsed("ticket")?, form.parsed("number")?);
            let view = hub.view();
            let outcome = view.outcome.as_ref().filter(|outcome| outcome.ticket == ticket);
            if outcome.is_none_or(|outcome| number == 0 || number > outcome.offers.len()) {
                return Err(Refused::Stale.into());
            }
            let held = hub.take_to_plan(visitor.session)?;
            note(PageActKind::Chose, &number.to_string());
            Ask::Choose { ticket, number, held, who, done }
        }
        Act::Answer => {
            let (ticket, digest): (Uuid, Digest) = (form.parsed("ticket")?, form.parsed("digest")?);
            let words = sentence(form.text("words")?)?;
            hub.take_review(ticket, digest, visitor.session, &words)?;
            note(PageActKind::Answered, &words);
            Ask::Answer { words, digest, who, done }
        }
        Act::Place => {
            // A box that is not ticked is not sent.
            let looked = form.text("looked").is_ok_and(|looked| looked == "yes");
            let place = Place { position: form.text("position")?.to_owned(), tool: form.text("tool")?.to_owned() };
            let reason = sentence(form.text("reason")?)?;
            let view = hub.view();
            if !looked || State::named(&view.snapshot, &place.position, &place.tool).is_err() {
                return Err(Fault::NotLooked);
            }
            if form.text("record")? != view.record() {
                return Err(Refused::Stale.into());
            }
            let shown = Since::named(form.parsed("awake")?);
            if shown.stood_still().is_some() {
                return Err(Refused::LookedBefore.into());
            }
            hub.take_rest(visitor.session)?;
            note(PageActKind::Placed, &format!("{place}: {reason}"));
            Ask::Place { place, reason, shown, who, done }
        }
        Act::Layout => {
            let shown = form.text("layout")?;
            let taken_up = match form.text("answer")? {
                "yes" => true,
                "no" => false,
                _ => return Err(NoForm::Field("answer").into()),
            };
            let view = hub.view();
            let offered = view.new_layout.as_ref().filter(|offered| offered.hash_text() == shown);
            let offered = offered.ok_or(Fault::Refused(Refused::Stale))?;
            hub.take_rest(visitor.session)?;
            let recorded = if taken_up { "taken up" } else { "declined" };
            note(PageActKind::LayoutDecided, &format!("{}: {recorded}", offered.name));
            Ask::Layout { shown: offered.hash, taken_up, who, done }
        }
        Act::Arrange => {
            let view = hub.view();
            let drawn = hub.picture.lock().clone().filter(|drawn| drawn.of == *view.snapshot.content_hash());
            let drawn = drawn.ok_or(Fault::Refused(Refused::Stale))?;
            let shown = (form.text("layout")?, form.text("arrangement")?);
            if shown != (&*view.snapshot.content_hash_hex(), &*drawn.name()) {
                return Err(Refused::Stale.into());
            }
            let arrangement = match form.text("what")? {
                "save" => Some(Box::new(Arrangement::of_form(form, &view.snapshot, &drawn.kept)?)),
                "back" if form.text("sure").is_ok_and(|sure| sure == "yes") => None,
                "back" => return Err(NotArranged::NotSure.into()),
                _ => return Err(NoForm::Field("what").into()),
            };
            hub.take_rest(visitor.session)?;
            let words = match &arrangement {
                Some(arrangement) => format!("{}{PLACES_AND_TOOLS}", arrangement.len()),
                None => PUT_BACK.to_owned(),
            };
            let act = hub::done(PageActKind::PictureArranged, Some(visitor), &visitor.operator, &words);
            Ask::Arrange { arrangement, instead_of: drawn.name(), act, done }
        }
        Act::Run => return wish::wish(hub, visitor, form),
        Act::Leave => {
            hub.let_leave(visitor.session)?;
            hub.sessions.lock().leave(visitor.session);
            note(PageActKind::Left, "");
            return Ok(());
        }
    };
    if !hub.ask(ask) {
        return Err(Fault::Over);
    }
    // Whoever does not wait for it changes nothing by that.
    is_done.await.map_err(|_| Fault::Over)
}

/// Whether a robot may move by it that would stand still without it, or sooner.
pub(super) fn lets_move(act: Act, form: &Form) -> bool {
    match act {
        Act::Answer => form.text("words").is_ok_and(|words| reply::at_review(words).may_approve()),
        Act::Run => wish::lets_move(form),
        // What is confirmed, and what layout is in force, keeps a robot from moving no more.
        Act::Place | Act::Layout => true,
        Act::Say | Act::Choose | Act::Arrange | Act::Leave => false,
    }
}

/// What was typed, as one line.
fn sentence(text: &str) -> Result<String, Fault> {
    let text = text.trim();
    let is_fit = !text.is_empty() && text.len() <= SENTENCE_BYTES_MAX && !text.contains(['\n', '\r']);
    if is_fit { Ok(text.to_owned()) } else { Err(Fault::NoSentence) }
}
