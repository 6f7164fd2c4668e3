//! Why a request gets no page: each with its status, what is wrong, and what to do.

use hyper::StatusCode;

use super::{
    arrangement::NotArranged,
    floor::Refused,
    form::NoForm,
    operators::Role,
    pages,
    response::{self, Answered},
    route::NoRoute,
    words::{Language, Words},
};
use crate::limits::{ARRANGED_PX_MAX, SENTENCE_BYTES_MAX, WEB_TARGET_BYTES_MAX};

/// Why there is no page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It names another host than this page's.
    OtherHost,
    NoSession,
    /// This role does not allow it.
    MayNot(Role),
    NoRoute(NoRoute),
    NoRun,
    /// The form does not come from a page of this session.
    OtherPage,
    NotAForm,
    /// It has more than so many bytes.
    TooLarge(usize),
    TooSlow,
    BrokenOff,
    Form(NoForm),
    NoSentence,
    /// A word about the robot that is not whole, or that nobody says to have looked for.
    NotLooked,
    /// A form that arranges nothing.
    NotArranged(NotArranged),
    Refused(Refused),
    /// The history cannot be read.
    Store(Words),
    /// The desk has ended.
    Over,
}

impl From<NoForm> for Fault {
    fn from(no_form: NoForm) -> Self {
        Self::Form(no_form)
    }
}

impl From<NotArranged> for Fault {
    fn from(why: NotArranged) -> Self {
        Self::NotArranged(why)
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl Fault {
    /// The page that says so; to somebody with a session, where `sight` is given.
    pub(super) fn page(&self, sight: Option<&pages::Sight<'_>>, language: Language) -> Answered {
        response::page(self.status(), pages::fault(sight, language, &self.words(language)))
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::NoSession => StatusCode::UNAUTHORIZED,
            Self::NoRoute(NoRoute::TooLong) => StatusCode::URI_TOO_LONG,
            Self::NoRoute(NoRoute::NoPage) | Self::NoRun => StatusCode::NOT_FOUND,
            Self::NoRoute(NoRoute::OtherMethod(_)) => StatusCode::METHOD_NOT_ALLOWED,
            Self::NoRoute(NoRoute::Query)
            | Self::Form(_)
            | Self::NoSentence
            | Self::NotLooked
            | Self::NotArranged(_)
            | Self::BrokenOff => StatusCode::BAD_REQUEST,
            Self::OtherPage | Self::MayNot(_) => StatusCode::FORBIDDEN,
            Self::NotAForm => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Refused(_) => StatusCode::CONFLICT,
            Self::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Over => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn words(&self, language: Language) -> String {
        let of = |english, german| language.of(english, german).to_owned();
        match self {
            Self::OtherHost => of(
                "This name does not lead to the page: use the address that stands at the terminal.",
                "Dieser Name führt nicht zur Seite: nehmen Sie die Adresse, die am Terminal steht.",
            ),
            Self::NoSession => of(
                "There is no session, so nothing was done: open the page anew. To stop a robot now, press the button.",
                "Es gibt keine Sitzung, also wurde nichts getan: öffnen Sie die Seite neu. Um einen Roboter jetzt anzuhalten, drücken Sie den Taster.",
            ),
            Self::MayNot(role) => format!(
                "{} '{}'.",
                of(
                    "Nothing was done: somebody with another role has to do this. You may pause and stop a run. Your role is",
                    "Nichts wurde getan: das muss jemand mit einer anderen Rolle tun. Einen Lauf dürfen Sie pausieren, beenden und sofort anhalten. Ihre Rolle ist",
                ),
                language.role(*role)
            ),
            Self::NoRoute(NoRoute::NoPage) => of("There is no such page.", "Diese Seite gibt es nicht."),
            Self::NoRoute(no_route) => no_route_words(*no_route, language),
            Self::NoRun => of("There is no such run.", "Diesen Lauf gibt es nicht."),
            Self::OtherPage => of(
                "This did not come from a page of your session. Nothing was done: open the page anew.",
                "Das kam nicht von einer Seite Ihrer Sitzung. Nichts wurde getan: öffnen Sie die Seite neu.",
            ),
            Self::NotAForm => of("This is not a form of the page.", "Das ist kein Formular der Seite."),
            Self::TooLarge(bytes_max) => format!(
                "{} {bytes_max} {}",
                of("The form has more than", "Das Formular hat mehr als"),
                of("bytes. Nothing was done.", "Bytes. Nichts wurde getan.")
            ),
            Self::TooSlow => {
                of("The form took too long. Nothing was done.", "Das Formular kam zu langsam. Nichts wurde getan.")
            }
            Self::BrokenOff => {
                of("The form broke off. Nothing was done.", "Das Formular brach ab. Nichts wurde getan.")
            }
            Self::Form(no_form) => no_form_words(no_form, language),
            Self::NoSentence => format!(
                "{} {SENTENCE_BYTES_MAX} {}",
                of("A sentence has between 1 and", "Ein Satz hat zwischen 1 und"),
                of("bytes, in one line.", "Bytes, in einer Zeile.")
            ),
            Self::NotLooked => of(
                "Nothing is confirmed: look at the robot, choose a position and a tool of this cell, and say that you have looked.",
                "Nichts ist bestätigt: sehen Sie den Roboter an, wählen Sie Platz und Werkzeug dieser Zelle, und sagen Sie, dass Sie nachgesehen haben.",
            ),
            Self::NotArranged(why) => not_arranged(why, language),
            Self::Refused(refused) => refused_words(*refused, language).to_owned(),
            Self::Store(reason) => {
                format!(
                    "{} {}",
                    of("The history cannot be read:", "Der Verlauf kann nicht gelesen werden:"),
                    reason.of(language)
                )
            }
            Self::Over => of("The desk has ended: start it again.", "Das Programm hat geendet: starten Sie es neu."),
        }
    }
}

fn no_route_words(no_route: NoRoute, language: Language) -> String {
    let german = match no_route {
        NoRoute::TooLong => format!("die Adresse ist länger als {WEB_TARGET_BYTES_MAX} Bytes"),
        NoRoute::NoPage => "diese Seite gibt es nicht".to_owned(),
        NoRoute::OtherMethod(method) => format!("diese Adresse nimmt nur {method}"),
        NoRoute::Query => "was in der Adresse hinter dem Fragezeichen steht, ist nicht zu verwenden".to_owned(),
    };
    Words::both(no_route.to_string(), german).of(language).to_owned()
}

fn no_form_words(no_form: &NoForm, language: Language) -> String {
    let german = match no_form {
        NoForm::TooMany(fields_max) => format!("das Formular hat mehr als {fields_max} Felder"),
        NoForm::Twice(field) => format!("das Formular hat das Feld '{field}' zweimal"),
        NoForm::NotUtf8 => "das Formular ist nicht in UTF-8".to_owned(),
        NoForm::Field(field) => format!("das Feld '{field}' des Formulars fehlt, oder ist nicht zu verwenden"),
    };
    let words = Words::both(no_form.to_string(), german);
    format!("{} {}.", language.of("Nothing was done:", "Nichts wurde getan:"), words.of(language))
}

fn not_arranged(why: &NotArranged, language: Language) -> String {
    let of = |english, german| language.of(english, german);
    let nothing = of("Nothing was changed.", "Nichts wurde geändert.");
    match why {
        NotArranged::Unknown(name) => format!(
            "{} '{name}', {} {nothing}",
            of("The form has a field", "Das Formular hat ein Feld"),
            of("which is nothing of this cell.", "das nichts in dieser Zelle ist."),
        ),
        NotArranged::Missing(name) => {
            format!("{} '{name}'. {nothing}", of("The form says nothing of", "Das Formular sagt nichts von"))
        }
        NotArranged::NoSpot { name, said } => format!(
            "'{name}': '{said}' {} -{ARRANGED_PX_MAX} {} {ARRANGED_PX_MAX}. {nothing}",
            of("is not two whole numbers between", "sind nicht zwei ganze Zahlen zwischen"),
            of("and", "und"),
        ),
        NotArranged::NotSure => format!(
            "{} {nothing}",
            of(
                "Say that the arrangement may go, by the tick above the key.",
                "Sagen Sie mit dem Haken über der Taste, dass die Anordnung gelöscht werden darf.",
            ),
        ),
    }
}

/// Why that was not taken.
pub(super) const fn refused_words(refused: Refused, language: Language) -> &'static str {
    match refused {
        Refused::Busy => language.of(
            "Something else is being worked on. Nothing was done.",
            "Etwas anderes wird gerade bearbeitet. Nichts wurde getan.",
        ),
        Refused::PlanWaits => language.of(
            "A plan waits for an answer. Nothing was done: answer it first.",
            "Ein Plan wartet auf eine Antwort. Nichts wurde getan: beantworten Sie ihn zuerst.",
        ),
        Refused::Running => language.of("A run goes on. Nothing was done.", "Ein Lauf ist im Gang. Nichts wurde getan."),
        Refused::NothingRuns => language.of(
            "Nothing is running. This is no emergency stop: press the button.",
            "Es läuft nichts. Das ist kein Not-Halt: drücken Sie den Taster.",
        ),
        Refused::HeldBack => language.of(
            "Somebody said stop, pause or no since the plan is shown, or nobody could have: the plan is dropped, and nothing was run.",
            "Jemand hat Stopp, Pause oder Nein gesagt, seit der Plan gezeigt wird, oder niemand hätte es gekonnt: der Plan ist verworfen, nichts wurde ausgeführt.",
        ),
        Refused::LookedBefore => language.of(
            "This program stood still since the page was shown, and the robot may have moved meanwhile. Nothing is confirmed: look at the robot again, and say on the page \"Robot\" where it is.",
            "Das Programm stand still, seit die Seite gezeigt wird, und der Roboter kann sich inzwischen bewegt haben. Nichts ist bestätigt: sehen Sie den Roboter noch einmal an, und sagen Sie auf der Seite \"Roboter\", wo er steht.",
        ),
        Refused::NothingWaits => language.of(
            "No plan waits for an answer, or not any more. Nothing was done by this.",
            "Kein Plan wartet auf eine Antwort, oder nicht mehr. Hierdurch wurde nichts getan.",
        ),
        Refused::Stale => language.of(
            "That is not what is shown now. Nothing was done: look at what is shown, and answer that.",
            "Das ist nicht, was jetzt gezeigt wird. Nichts wurde getan: sehen Sie an, was gezeigt wird, und beantworten Sie das.",
        ),
        Refused::NotYours => language.of(
            "The plan waits for the answer of somebody else. Nothing was done.",
            "Der Plan wartet auf die Antwort von jemand anderem. Nichts wurde getan.",
        ),
        Refused::NotYourRun => language.of(
            "Nothing was done: the window that approved this run alone can let it go on. From here it can be paused, ended after the step, and stopped now.",
            "Nichts wurde getan: nur das Fenster, das diesen Lauf freigegeben hat, kann ihn weiterlaufen lassen. Von hier kann man ihn pausieren, nach dem Schritt beenden und sofort anhalten.",
        ),
        Refused::DrivesRun => language.of(
            "Your run goes on, and nobody else can let it go on. You are still entered: end the run or stop it first.",
            "Ihr Lauf ist im Gang, und niemand sonst kann ihn weiterlaufen lassen. Sie sind noch angemeldet: beenden Sie ihn oder halten Sie ihn an.",
        ),
        Refused::TooMuchUnrecorded => language.of(
            "So much was said to this run that no more can be recorded after it: the robot does not go on by this. End the run or stop it.",
            "Zu diesem Lauf wurde so viel gesagt, dass nicht mehr davon vermerkt werden kann: hierdurch geht nichts weiter. Beenden Sie den Lauf oder halten Sie ihn an.",
        ),
        Refused::PausedSince => language.of(
            "Somebody has paused the run since this was shown. Nothing goes on: if it is to go on all the same, press Resume on the page as it is now.",
            "Jemand hat den Lauf pausiert, nachdem dies gezeigt wurde. Nichts geht weiter: soll er trotzdem weiterlaufen, drücken Sie Fortsetzen auf der Seite, wie sie jetzt ist.",
        ),
        Refused::OtherCode => language.of(
            "That is not the code of the question. Nothing is confirmed: type the code as it stands there, or stop the run.",
            "Das ist nicht der Code der Frage. Nichts ist bestätigt: geben Sie den Code ein, wie er dort steht, oder halten Sie den Lauf an.",
        ),
        Refused::Elsewhere => language.of(
            "Another desk drives this cell. Nothing was done: say that there. Here there are questions, pause, stop and stop now.",
            "Diese Zelle wird an anderer Stelle gefahren. Nichts wurde getan: sagen Sie das dort. Hier gibt es Fragen, pause (pausieren), stop (nach dem Schritt beenden) und stop now (sofort anhalten).",
        ),
        Refused::NobodyDrives => language.of(
            "The desk that drives does not hear this page any more: nothing can be stopped from here. To stop the robot, press the button.",
            "Die Stelle, die fährt, hört diese Seite nicht mehr: von hier kann nichts angehalten werden. Um den Roboter anzuhalten, drücken Sie den Taster.",
        ),
    }
}
