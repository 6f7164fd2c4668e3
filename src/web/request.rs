//! One request → its response. In: a head as hyper read it, a body that is still to come. Out: a page, a stream, or why not.
//!
//! What is looked at, in this order: whether it is for this page at all, the address, who asks, and for a form where it came from,
//! its size, its time, its token. Only then is anything done.

use std::{net::IpAddr, sync::Arc, time::Instant};

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{
    Request, StatusCode,
    body::{Body, Incoming},
    header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HeaderMap},
};
use maud::Markup;
use serde_json::json;
use tokio::time::timeout;
use tracing::info;

use super::{
    act, entry, export,
    fault::Fault,
    form::{FORM_TYPE, Form},
    hub::Hub,
    news,
    operators::{self, Role},
    pages::{self, Counted, Past, Sight},
    people::Entrance,
    response::{self, Answered},
    route::{Act, NoRoute, Route, Target},
    seats::Party,
    sessions::{Visitor, is_same},
    unbroken::Forms,
    wish,
    words::{Language, Words},
};
use crate::{
    limits::{
        WEB_ARRANGEMENT_BYTES_MAX, WEB_ARRANGEMENT_FIELDS_MAX, WEB_BODY_BYTES_MAX, WEB_COMPLETIONS_MAX, WEB_FIELDS_MAX,
        WEB_JUDGING_LIMIT, WEB_REFUSALS_WAITING_MAX, WEB_REQUEST_LIMIT, WEB_RUNS_SHOWN,
    },
    review::reply::{self, Reply},
    store::{PageActKind, Reader, RunFilter, Store, StoreError},
};

const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";

/// Whose connection a request came by.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) from: IpAddr,
    /// It is told the session that the connection shows.
    pub(super) party: Party,
    /// Its forms: whether somebody is still there who sees what comes of one.
    pub(super) forms: Forms,
}

/// Answers a request.
pub(super) async fn respond(hub: Arc<Hub>, caller: Caller, request: Request<Incoming>) -> Answered {
    let target = request.uri().to_string();
    let accepted = request.headers().get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut language = Language::accepted(accepted);
    if !hub.guard.is_for_us(request.headers()) {
        return Fault::OtherHost.page(None, language);
    }
    let token = hub.guard.token(request.headers());
    let visitor = token.and_then(|token| hub.sessions.lock().visitor(token, Instant::now()));
    language = visitor.as_ref().and_then(|visitor| visitor.language).unwrap_or(language);
    let read = Target::of(request.method().as_str(), &target);
    if let Ok(Target { german: Some(german), .. }) = read {
        language = if german { Language::German } else { Language::English };
        if let Some(visitor) = &visitor {
            hub.sessions.lock().speak(visitor.session, language);
        }
    }
    let answered = match (read.map(|target| target.route), &visitor) {
        (Ok(Route::Style), _) => Ok(response::file("text/css; charset=utf-8", pages::STYLE)),
        (Ok(Route::Enter), None) => {
            Ok(response::page(StatusCode::OK, pages::enter(language, hub.entrance(Target::code(&target)), None)))
        }
        (Ok(Route::Code), None) => code(&hub, caller.from, request, language).await,
        // Whether there is such a page, nobody learns without a session.
        (_, None) if request.method() == hyper::Method::GET && target != "/news" => Ok(response::see_other("/enter")),
        (_, None) => Err(Fault::NoSession),
        (Err(no_route), Some(_)) => Err(Fault::NoRoute(no_route)),
        (Ok(route), Some(visitor)) => {
            // A connection stays with the session that it showed first.
            let _ = caller.party.set(visitor.session);
            served(&hub, route, visitor, language, (request, &caller.forms)).await
        }
    };
    answered.unwrap_or_else(|fault| {
        let view = hub.view();
        let sight = visitor.as_ref().map(|visitor| Sight { visitor, language, view: &view });
        let page = fault.page(sight.as_ref(), language);
        match fault {
            Fault::NoRoute(NoRoute::OtherMethod(method)) => response::with_allow(page, method),
            _ => page,
        }
    })
}

/// For somebody with a session.
async fn served(
    hub: &Arc<Hub>,
    route: Route,
    visitor: &Visitor,
    language: Language,
    (request, forms): (Request<Incoming>, &Forms),
) -> Result<Answered, Fault> {
    match route {
        Route::Cell => {
            let drawn = hub.picture.lock().clone();
            draw(hub, visitor, language, move |sight| pages::cell(sight, drawn.as_ref())).await
        }
        Route::History { before } => {
            let filter = RunFilter { before, limit: Some(WEB_RUNS_SHOWN), ..RunFilter::default() };
            let runs = read(hub, move |reader| reader.runs(&filter)).await?;
            draw(hub, visitor, language, move |sight| pages::history(sight, &runs)).await
        }
        Route::Run(run) => match read(hub, move |reader| reader.run(run)).await? {
            Some(detail) => draw(hub, visitor, language, move |sight| pages::run(sight, &detail)).await,
            None => Err(Fault::NoRun),
        },
        Route::Timeline => {
            let past = read(hub, |reader| Past::read(reader, WEB_RUNS_SHOWN)).await?;
            draw(hub, visitor, language, move |sight| pages::timeline(sight, &past)).await
        }
        Route::Metrics => {
            let counted = read(hub, Counted::of).await?;
            draw(hub, visitor, language, move |sight| pages::metrics(sight, &counted)).await
        }
        Route::Export => Ok(export::export(hub).await),
        Route::Robot => draw(hub, visitor, language, pages::robot).await,
        Route::News => Ok(news::stream(Arc::clone(hub), visitor.session, language)),
        Route::Arrange => {
            let drawn = hub.picture.lock().clone();
            draw(hub, visitor, language, move |sight| pages::arrange(sight, drawn.as_ref())).await
        }
        Route::Complete => Ok(response::json(complete(hub, &Target::typed(&request.uri().to_string())))),
        Route::Script => Ok(response::file(SCRIPT_TYPE, pages::SCRIPT)),
        Route::CompleteScript => Ok(response::file(SCRIPT_TYPE, pages::COMPLETE_SCRIPT)),
        Route::ArrangeScript => Ok(response::file(SCRIPT_TYPE, pages::ARRANGE_SCRIPT)),
        Route::Style | Route::Enter | Route::Code => Ok(response::see_other("/")),
        Route::Act(wanted) => {
            let form = form(hub, request, limits(wanted)).await?;
            // A form may take its time: what counts is who that is when it is there.
            let now = hub.sessions.lock().now(visitor.session, Instant::now());
            let visitor = now.ok_or(Fault::NoSession)?;
            if !is_same(form.text("token").unwrap_or_default(), &visitor.form_token) {
                return Err(Fault::OtherPage);
            }
            info!(stage = "page", session = visitor.session, operator = %visitor.operator, act = ?wanted);
            let (hub, cookie, forms) = (Arc::clone(hub), hub.guard.cookie.clone(), forms.clone());
            let acting = async move {
                let done = match may_act(&hub, wanted, &visitor, (&form, &forms)).await {
                    Ok(now) => act::act(&hub, wanted, &now, &form).await,
                    Err(fault) => Err(fault),
                };
                done.or_else(|fault| wish::instead(&hub, &visitor, &form, fault))
            };
            // To its end, even where the connection has to give way meanwhile.
            tokio::spawn(acting).await.map_err(|_| Fault::Over)??;
            Ok(match wanted {
                Act::Leave => response::with_session(response::see_other("/enter"), &cookie, None),
                _ => response::see_other("/"),
            })
        }
    }
}

/// Who somebody is now, if they may do that. For what lets a robot move, by what is on disk now, and as long as somebody is there who sees what the robot
/// does then; and not late. A stop waits for nothing of this.
async fn may_act(
    hub: &Arc<Hub>,
    act: Act,
    visitor: &Visitor,
    (form, forms): (&Form, &Forms),
) -> Result<Visitor, Fault> {
    let has_role = |role: Role| if role < act.role() { Err(Fault::MayNot(role)) } else { Ok(()) };
    let is_seen = || if forms.is_unseen() { Err(Fault::BrokenOff) } else { Ok(()) };
    has_role(visitor.role)?;
    if !act::lets_move(act, form) {
        return Ok(visitor.clone());
    }
    is_seen()?;
    let looks = Arc::clone(hub);
    let looked = async move { looks.apart.judge().await.work(move || entry::look(&looks)).await };
    timeout(WEB_JUDGING_LIMIT, looked).await.map_err(|_| Fault::TooSlow)?.ok_or(Fault::Over)?;
    let now = hub.sessions.lock().now(visitor.session, Instant::now()).ok_or(Fault::NoSession)?;
    has_role(now.role)?;
    is_seen()?;
    Ok(now)
}

/// A code or a PIN, and who has it.
async fn code(hub: &Arc<Hub>, from: IpAddr, request: Request<Incoming>, language: Language) -> Result<Answered, Fault> {
    let form = form(hub, request, USUAL).await?;
    let name = form.text("name")?.trim().to_owned();
    if !operators::is_name(&name) {
        return Ok(refused_entry(
            hub,
            language,
            language.of(
                "This name cannot be used: a name is of letters, digits, blanks and . , - ' _ ( ) & / @ +.",
                "Dieser Name kann nicht verwendet werden: ein Name besteht aus Buchstaben, Ziffern, Leerzeichen und . , - ' _ ( ) & / @ +.",
            ),
        ));
    }
    let secret = match hub.entrance("") {
        Entrance::Code(_) => form.text("code")?,
        Entrance::Pin => form.text("pin")?,
    };
    // To its end, even where the browser goes meanwhile: a code that is used up is followed by the next.
    let entering = enter(Arc::clone(hub), name, secret.to_owned(), from, language);
    tokio::spawn(entering).await.map_err(|_| Fault::Over)
}

fn refused_entry(hub: &Hub, language: Language, why: &str) -> Answered {
    response::page(StatusCode::FORBIDDEN, pages::enter(language, hub.entrance(""), Some(why)))
}

async fn enter(hub: Arc<Hub>, name: String, secret: String, from: IpAddr, language: Language) -> Answered {
    let token = match hub.enter(&name, &secret, from).await {
        Ok(token) => token,
        Err(no_entry) => {
            info!(stage = "page", operator = name, "nobody was let in: {no_entry:?}");
            // Whoever tries thousands of codes fills the log, and neither the history nor the desk's time.
            if hub.has_room_for_note(None, WEB_REFUSALS_WAITING_MAX) {
                hub.note(PageActKind::Refused, None, &name, "");
            }
            return refused_entry(&hub, language, no_entry.words(language, hub.entrance("")));
        }
    };
    info!(stage = "page", operator = name, "a session was opened");
    let visitor = hub.sessions.lock().visitor(&token, Instant::now());
    let recorded = match &visitor {
        Some(visitor) => hub.record_entry(visitor).await,
        // It has ended already.
        None => Ok(()),
    };
    hub.tell_entrance();
    if let (Ok(()), Some(visitor)) = (&recorded, &visitor) {
        hub.make_room(visitor.session);
    }
    if let Err(why) = recorded {
        let words = Words::both(
            format!("Nobody can enter now, because what is done here cannot be recorded: {why}."),
            format!("Jetzt kann niemand herein, denn was hier getan wird, ließe sich nicht vermerken: {why}."),
        );
        let page = pages::enter(language, hub.entrance(""), Some(words.of(language)));
        return response::page(StatusCode::SERVICE_UNAVAILABLE, page);
    }
    response::with_session(response::see_other("/"), &hub.guard.cookie, Some(&token))
}

/// How large a form may be.
#[derive(Clone, Copy)]
struct Limits {
    bytes: usize,
    fields: usize,
}

const USUAL: Limits = Limits { bytes: WEB_BODY_BYTES_MAX, fields: WEB_FIELDS_MAX };

const fn limits(act: Act) -> Limits {
    match act {
        Act::Arrange => Limits { bytes: WEB_ARRANGEMENT_BYTES_MAX, fields: WEB_ARRANGEMENT_FIELDS_MAX },
        _ => USUAL,
    }
}

/// What a line may be completed with. A place in it is counted as scripts count, in UTF-16.
fn complete(hub: &Hub, typed: &str) -> String {
    let completions = hub.completions();
    let fitting = completions.fitting(typed, WEB_COMPLETIONS_MAX);
    // A name may be a word of the review: nobody is led to type an answer.
    let is_answer = |text: &str| !matches!(reply::at_review(text), Reply::Other | Reply::Empty);
    let fits: Vec<_> = fitting
        .iter()
        .filter(|fits| !is_answer(&format!("{}{}", &typed[..fits.start], fits.text)))
        .map(|fits| json!({ "start": typed[..fits.start].encode_utf16().count(), "text": fits.text }))
        .collect();
    json!({ "fits": fits }).to_string()
}

/// The form of a request that came from a page of ours.
async fn form(hub: &Hub, request: Request<Incoming>, limits: Limits) -> Result<Form, Fault> {
    if !hub.guard.is_from_us(request.headers()) {
        return Err(Fault::OtherPage);
    }
    if !is_form(request.headers()) {
        return Err(Fault::NotAForm);
    }
    if request.body().size_hint().lower() > limits.bytes as u64 {
        return Err(Fault::TooLarge(limits.bytes));
    }
    let body = Limited::new(request.into_body(), limits.bytes).collect();
    match timeout(WEB_REQUEST_LIMIT, body).await {
        Err(_) => Err(Fault::TooSlow),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Fault::TooLarge(limits.bytes)),
        Ok(Err(_)) => Err(Fault::BrokenOff),
        Ok(Ok(body)) => Ok(Form::read_with(&body.to_bytes(), limits.fields)?),
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(FORM_TYPE))
}

/// Draws a page, of what there is to see when its turn has come.
async fn draw(
    hub: &Arc<Hub>,
    visitor: &Visitor,
    language: Language,
    drawn: impl FnOnce(&Sight<'_>) -> Markup + Send + 'static,
) -> Result<Answered, Fault> {
    let seat = hub.apart.drawer().await;
    let (hub, visitor) = (Arc::clone(hub), visitor.clone());
    let page = seat.work(move || {
        let view = hub.view();
        response::page(StatusCode::OK, drawn(&Sight { visitor: &visitor, language, view: &view }))
    });
    page.await.ok_or(Fault::Over)
}

/// Reads the history beside whoever writes it, on a thread that may wait.
async fn read<T: Send + 'static>(
    hub: &Hub,
    what: impl FnOnce(&Reader) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Fault> {
    let (seat, folder) = (hub.apart.reader().await, hub.folder.clone());
    match seat.work(move || what(&Store::read_only(&folder)?)).await {
        Some(read) => read.map_err(|error| Fault::Store(Words::of_desk(error.to_string()))),
        None => Err(Fault::Store(Words::own("the reading broke off", "das Lesen brach ab"))),
    }
}
