//! The address of a request → what is asked for, or why that is nothing. In: method and target as they came. Out: [`Route`].
//! Nothing is looked up here, and nothing is allowed: whoever asks is looked at elsewhere.

use uuid::Uuid;

use super::operators::Role;
use crate::limits::WEB_TARGET_BYTES_MAX;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The form for the code.
    Enter,
    /// The code itself, posted.
    Code,
    /// The cell, what waits, what runs.
    Cell,
    /// Runs, the latest first.
    History {
        /// Those before the run with this number.
        before: Option<i64>,
    },
    /// One run.
    Run(Uuid),
    /// What happened, the latest first: runs, words about the robot, layouts, sentences without a run.
    Timeline,
    /// How good the looks at readings are.
    Metrics,
    /// The whole history as JSON lines.
    Export,
    /// Where the robot is, and the form to say so.
    Robot,
    /// The stream of news.
    News,
    /// The look of the pages.
    Style,
    /// What keeps a page up to date.
    Script,
    /// What completes a line that is typed.
    CompleteScript,
    /// What lets somebody drag things of the picture.
    ArrangeScript,
    /// What a line may be completed with.
    Complete,
    /// The picture, to be arranged.
    Arrange,
    /// Something that is to be done, posted.
    Act(Act),
}

/// What a form asks to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A sentence.
    Say,
    /// One of the readings that were offered, by its number.
    Choose,
    /// An answer to the plan that waits.
    Answer,
    /// A word to the run.
    Run,
    /// A person's word for where the robot is.
    Place,
    /// A yes or a no to the layout that lies in the snapshot's file.
    Layout,
    /// An arrangement of the picture, or none.
    Arrange,
    /// The session is to end.
    Leave,
}

impl Act {
    /// Who may do it, and whoever may do more. What a word to a run needs depends on the word.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Self::Run | Self::Leave => Role::Look,
            Self::Say | Self::Choose | Self::Answer | Self::Place => Role::Operate,
            Self::Layout | Self::Arrange => Role::Engineer,
        }
    }
}

/// A route, and the language that the address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// What is asked for.
    pub route: Route,
    /// `lang=de` or `lang=en`, as it stands there.
    pub german: Option<bool>,
}

/// Why an address is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    /// It is too long.
    #[error("the address is longer than {WEB_TARGET_BYTES_MAX} bytes")]
    TooLong,
    /// There is no such page.
    #[error("there is no such page")]
    NoPage,
    /// There is, for the other method.
    #[error("this address takes {0} alone")]
    OtherMethod(&'static str),
    /// Its query has something that the page does not know, or cannot read.
    #[error("what follows the question mark in the address cannot be used")]
    Query,
}

impl Target {
    /// Reads a request's method and target. No text makes it panic.
    ///
    /// # Errors
    ///
    /// [`NoRoute`].
    pub fn of(method: &str, target: &str) -> Result<Self, NoRoute> {
        if target.len() > WEB_TARGET_BYTES_MAX {
            return Err(NoRoute::TooLong);
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (mut before, mut german) = (None, None);
        for field in query.split('&').filter(|field| !field.is_empty()) {
            match field.split_once('=') {
                Some(("lang", "de")) => german = Some(true),
                Some(("lang", "en")) => german = Some(false),
                Some(("before", number)) if path == "/history" => {
                    before = Some(number.parse().map_err(|_| NoRoute::Query)?);
                }
                // The code is read by the form alone, from the address that the terminal shows.
                Some(("code", _)) if path == "/enter" => {}
                Some(("typed", _)) if path == "/complete" => {}
                _ => return Err(NoRoute::Query),
            }
        }
        let (wanted, route) = match path {
            "/" => ("GET", Route::Cell),
            "/enter" if method == "POST" => ("POST", Route::Code),
            "/enter" => ("GET", Route::Enter),
            "/history" => ("GET", Route::History { before }),
            "/robot" => ("GET", Route::Robot),
            "/place" => ("POST", Route::Act(Act::Place)),
            "/timeline" => ("GET", Route::Timeline),
            "/metrics" => ("GET", Route::Metrics),
            "/history.jsonl" => ("GET", Route::Export),
            "/news" => ("GET", Route::News),
            "/page.css" => ("GET", Route::Style),
            "/page.js" => ("GET", Route::Script),
            "/complete.js" => ("GET", Route::CompleteScript),
            "/arrange.js" => ("GET", Route::ArrangeScript),
            "/complete" => ("GET", Route::Complete),
            "/arrange" if method == "POST" => ("POST", Route::Act(Act::Arrange)),
            "/arrange" => ("GET", Route::Arrange),
            "/layout" => ("POST", Route::Act(Act::Layout)),
            "/say" => ("POST", Route::Act(Act::Say)),
            "/choose" => ("POST", Route::Act(Act::Choose)),
            "/answer" => ("POST", Route::Act(Act::Answer)),
            "/run" => ("POST", Route::Act(Act::Run)),
            "/leave" => ("POST", Route::Act(Act::Leave)),
            path => match path.strip_prefix("/history/").map(Uuid::try_parse) {
                Some(Ok(run)) => ("GET", Route::Run(run)),
                _ => return Err(NoRoute::NoPage),
            },
        };
        if method != wanted {
            return Err(NoRoute::OtherMethod(wanted));
        }
        Ok(Self { route, german })
    }

    /// What was typed of a line, as the address says that it is to be completed; nothing where there is none, or it is not UTF-8.
    #[must_use]
    pub fn typed(target: &str) -> String {
        let query = target.split_once('?').map_or("", |(_, query)| query);
        let mut fields = form_urlencoded::parse(query.as_bytes());
        let typed = fields.find_map(|(name, value)| (name == "typed").then_some(value)).unwrap_or_default();
        if typed.contains('\u{fffd}') { String::new() } else { typed.into_owned() }
    }

    /// The code in the address of the form for it; nothing where there is none.
    #[must_use]
    pub fn code(target: &str) -> &str {
        let query = target.split_once('?').map_or("", |(_, query)| query);
        let code = query.split('&').find_map(|field| field.strip_prefix("code=")).unwrap_or_default();
        if code.len() <= 40 && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            code
        } else {
            ""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_pages_or_are_refused() {
        let of = |method: &str, target: &str| Target::of(method, target).map(|target| target.route);
        let run = Uuid::from_u128(7);
        let cases = [
            ("GET", "/", Ok(Route::Cell)),
            ("GET", "/?lang=de", Ok(Route::Cell)),
            ("POST", "/", Err(NoRoute::OtherMethod("GET"))),
            ("HEAD", "/", Err(NoRoute::OtherMethod("GET"))),
            ("GET", "/enter?code=ABCD-1234", Ok(Route::Enter)),
            ("POST", "/enter", Ok(Route::Code)),
            ("GET", "/history?before=12", Ok(Route::History { before: Some(12) })),
            ("GET", "/history?before=x", Err(NoRoute::Query)),
            ("GET", "/history?before=99999999999999999999", Err(NoRoute::Query)),
            ("GET", "/?before=12", Err(NoRoute::Query)),
            ("GET", "/?lang=fr", Err(NoRoute::Query)),
            ("GET", "/say", Err(NoRoute::OtherMethod("POST"))),
            ("GET", "/arrange", Ok(Route::Arrange)),
            ("POST", "/arrange", Ok(Route::Act(Act::Arrange))),
            ("GET", "/complete?typed=go+to+%C3%9Cb", Ok(Route::Complete)),
            ("GET", "/?typed=x", Err(NoRoute::Query)),
            ("POST", "/complete", Err(NoRoute::OtherMethod("GET"))),
            ("POST", "/say", Ok(Route::Act(Act::Say))),
            ("GET", "/history/../page.css", Err(NoRoute::NoPage)),
            ("GET", "//", Err(NoRoute::NoPage)),
            ("GET", "*", Err(NoRoute::NoPage)),
            ("GET", "", Err(NoRoute::NoPage)),
            ("GET", "http://127.0.0.1/", Err(NoRoute::NoPage)),
        ];
        for (method, target, wanted) in cases {
            assert_eq!(of(method, target), wanted, "{method} {target}");
        }
        assert_eq!(of("GET", &format!("/history/{run}")), Ok(Route::Run(run)));
        assert_eq!(of("GET", &format!("/{}", "x".repeat(WEB_TARGET_BYTES_MAX))), Err(NoRoute::TooLong));
    }

    #[test]
    fn what_was_typed_is_read_as_forms_are() {
        assert_eq!(Target::typed("/complete?lang=de&typed=go+to+%C3%9Cb%26"), "go to Üb&");
        assert_eq!(Target::typed("/complete?typed=%FF"), "");
        assert_eq!(Target::typed("/complete"), "");
    }

    #[test]
    fn a_code_in_the_address_is_a_code_or_nothing() {
        assert_eq!(Target::code("/enter?lang=de&code=AB-12"), "AB-12");
        assert_eq!(Target::code("/enter?code=%22%3E"), "");
        assert_eq!(Target::code(&format!("/enter?code={}", "A".repeat(41))), "");
    }
}
