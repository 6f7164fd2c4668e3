//! The picture, arranged by a person: kept with the cell's data, found again, put back; and whatever else a form or the file may hold.

use std::fs;

use cellgraph::{
    limits::{ARRANGED_MAX, WEB_ARRANGEMENT_BYTES_MAX, WEB_ARRANGEMENT_FIELDS_MAX},
    store::{PageActKind, Store},
    web::Role,
};
use serde_json::Value;

use crate::{
    binary::{Cell, Served},
    browser::{Browser, Page},
    layout::{answer, renamed},
    server::Server,
};

const ADA: (&str, Role, &str) = ("Ada", Role::Engineer, "482913");
const BOB: (&str, Role, &str) = ("Bob", Role::Operate, "771302");
const CAROL: (&str, Role, &str) = ("Carol", Role::Look, "360158");

/// What is sent of a page on which something can be arranged.
struct Sheet(Vec<(String, String)>);

impl Sheet {
    /// That of a page. It is drawn beside everything else, and the pages are told when it is there.
    fn of(browser: &Browser) -> Self {
        let mut news = browser.news();
        let mut page = browser.get("/arrange");
        while !page.has("id=\"board\"") {
            news.next().unwrap();
            page = browser.get("/arrange");
        }
        Self::on(&page)
    }

    fn on(page: &Page) -> Self {
        let fixed = ["token", "layout", "arrangement"].map(|name| (name.to_owned(), page.field(name)));
        let things = ["p", "t"].into_iter().flat_map(|kind| {
            (0..).map(move |id| format!("{kind}{id}")).take_while(|name| page.has(&format!("name=\"{name}\"")))
        });
        let things = things.map(|name| (name.clone(), page.field(&name)));
        Self(fixed.into_iter().chain(things).collect())
    }

    fn with(&self, field: &str, value: &str) -> Self {
        let mut sheet = Self(self.0.clone());
        match sheet.0.iter_mut().find(|(name, _)| name == field) {
            Some((_, old)) => *old = value.to_owned(),
            None => sheet.0.push((field.to_owned(), value.to_owned())),
        }
        sheet
    }

    fn without(&self, field: &str) -> Self {
        Self(self.0.iter().filter(|(name, _)| name != field).cloned().collect())
    }

    fn send(&self, browser: &Browser, what: &str) -> Page {
        let fields: Vec<(&str, &str)> = self.0.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        browser.post("/arrange", &[&fields[..], &[("what", what)]].concat())
    }
}

/// The field of a position or a tool, as its label says.
fn field(page: &Page, name: &str) -> String {
    let (before, _) =
        page.body.split_once(&format!("\">{name}</label>")).unwrap_or_else(|| panic!("{name}: {}", page.body));
    before.rsplit_once("for=\"").unwrap().1.to_owned()
}

/// The middle of a position in the picture.
fn middle(page: &Page, field: &str) -> (f64, f64) {
    let (_, rest) =
        page.body.split_once(&format!("class=\"place {field}")).unwrap_or_else(|| panic!("{field}: {}", page.body));
    let number = |name: &str| -> f64 {
        let (_, rest) = rest.split_once(&format!(" {name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    // The picture has tenths of a pixel.
    ((number("x") + number("width") / 2.0).round(), (number("y") + number("height") / 2.0).round())
}

fn svg(page: &Page) -> &str {
    let (_, rest) = page.body.split_once("<svg").unwrap();
    rest.split_once("</svg>").unwrap().0
}

/// The file, as a position stands in it.
fn kept(data: &std::path::Path, name: &str) -> Option<(i64, i64)> {
    let text = fs::read(data.join("arrangement.json")).ok()?;
    let file: Value = serde_json::from_slice(&text).unwrap();
    let put = file["places"].as_array().unwrap().iter().find(|put| put["name"] == name)?;
    Some((put["x"].as_i64().unwrap(), put["y"].as_i64().unwrap()))
}

#[test]
fn what_an_engineer_arranges_is_kept_shown_and_put_back() {
    let server = Server::with(&[ADA]);
    let ada = server.enter_by_pin("Ada", "482913");
    let sheet = Sheet::of(&ada);
    let (before, page) = (ada.get("/"), ada.get("/arrange"));
    assert!(page.has("src=\"/arrange.js\"") && before.has("href=\"/arrange\"") && !page.has("name=\"sure\""));
    let (home, pos_1) = (field(&page, "Home"), field(&page, "Pos_1"));
    let saved = sheet.with(&home, "-120 345").with(&pos_1, "700,-80").send(&ada, "save");
    assert_eq!((saved.status, saved.header("location")), (303, Some("/")), "{}", saved.body);
    let after = ada.get("/");
    assert!(after.has("The arrangement of the picture is saved."), "{}", after.body);
    assert_eq!((middle(&after, &home), middle(&after, &pos_1)), ((-120.0, 345.0), (700.0, -80.0)));
    assert_eq!(svg(&after).matches("<g class=\"move ").count(), svg(&before).matches("<g class=\"move ").count());
    let data = server.data();
    assert_eq!((kept(&data, "Home"), kept(&data, "Pos_1")), (Some((-120, 345)), Some((700, -80))));
    // The way of a plan is marked in it.
    let plan = ada.say("go to position 1");
    assert_eq!(plan.body.matches(" way out\"><path").count() + plan.body.matches(" way back\"><path").count(), 2);
    ada.answer(&plan, "no");
    let page = ada.get("/arrange");
    assert_eq!(page.field(&home), "-120 345");
    let sheet = Sheet::on(&page);
    assert_eq!(sheet.send(&ada, "back").status, 400, "nobody said that it may go");
    assert_eq!(kept(&data, "Home"), Some((-120, 345)));
    assert_eq!(sheet.with("sure", "yes").send(&ada, "back").status, 303);
    assert_eq!((kept(&data, "Home"), svg(&ada.get("/")) == svg(&before)), (None, true));
    let acts = Store::read_only(&data).unwrap().page_acts(usize::MAX).unwrap();
    let arranged = acts.iter().filter(|row| row.what.act == PageActKind::PictureArranged);
    let told: Vec<_> = arranged.map(|row| (&*row.what.operator, row.what.role.as_deref(), &*row.what.words)).collect();
    assert_eq!(told, [("Ada", Some("engineer"), "put back"), ("Ada", Some("engineer"), "16 places and tools")]);
    assert!(ada.get("/timeline").has("Ada arranged the picture: put back"));
}

#[test]
fn a_form_that_arranges_nothing_changes_nothing_and_says_why() {
    let server = Server::with(&[ADA]);
    let ada = server.enter_by_pin("Ada", "482913");
    let sheet = Sheet::of(&ada);
    let before = ada.get("/");
    let none = "Nothing was changed.";
    let long = "x".repeat(300);
    for (field, value, status, words) in [
        ("p0", "NaN 3", 400, "&#39;NaN 3&#39; is not two whole numbers between -2000000 and 2000000"),
        ("p0", "inf inf", 400, none),
        ("p0", "1.5 2", 400, none),
        ("p0", "1e3 2", 400, none),
        ("p0", "2000001 0", 400, none),
        ("p0", "0 -2000001", 400, none),
        ("p0", "99999999999999999999 0", 400, none),
        ("t0", "120", 400, none),
        ("t0", "120 40 7", 400, none),
        ("t1", "<b> 1", 400, none),
        ("t1", &long, 400, none),
        ("p14", "1 2", 400, "a field &#39;p14&#39;, which is nothing of this cell"),
        ("Pos_77", "1 2", 400, "which is nothing of this cell"),
        ("layout", "0", 409, "not what is shown now"),
        ("arrangement", "0", 409, "not what is shown now"),
        ("token", "0", 403, "did not come from a page of your session"),
    ] {
        let refused = sheet.with(field, value).send(&ada, "save");
        let body = refused.body.replace('\'', "&#39;");
        assert!(refused.status == status && body.contains(words), "{field} {value:.30}: {} {body}", refused.status);
    }
    let missing = sheet.without("p3").send(&ada, "save");
    assert!(missing.status == 400 && missing.has("The form says nothing of"), "{}", missing.body);
    assert_eq!(sheet.send(&ada, "perhaps").status, 400);
    assert_eq!(sheet.with("p0", &"1".repeat(WEB_ARRANGEMENT_BYTES_MAX)).send(&ada, "save").status, 413);
    let many = (0..=WEB_ARRANGEMENT_FIELDS_MAX).fold(sheet.with("p0", "1 1"), |mut sheet, number| {
        sheet.0.push((format!("x{number}"), String::new()));
        sheet
    });
    assert_eq!(many.send(&ada, "save").status, 400);
    assert!(!server.data().join("arrangement.json").exists());
    assert_eq!(svg(&ada.get("/")), svg(&before));
    // What no number is given for is placed by the program.
    assert_eq!(sheet.with("p3", "").send(&ada, "save").status, 303);
    let page = ada.get("/arrange");
    assert!(!page.field("p3").is_empty());
    assert_eq!(kept(&server.data(), "Home").is_some(), field(&page, "Home") != "p3");
}

#[test]
fn whoever_is_no_engineer_sees_the_picture_and_arranges_nothing() {
    let server = Server::with(&[ADA, BOB, CAROL]);
    let sheet = Sheet::of(&server.enter_by_pin("Ada", "482913"));
    for (name, pin, role) in [("Bob", "771302", "operate"), ("Carol", "360158", "look")] {
        let browser = server.enter_by_pin(name, pin);
        let page = browser.get("/arrange");
        assert!(page.status == 200 && page.has("An engineer may arrange the picture") && !page.has("id=\"arrange\""));
        assert!(!browser.get("/").has("href=\"/arrange\""));
        let token = browser.get("/").field("token");
        let refused = sheet.with("token", &token).with("p0", "1 2").send(&browser, "save");
        assert!(refused.status == 403 && refused.has(&format!("Your role is '{role}'")), "{}", refused.body);
    }
    assert!(!server.data().join("arrangement.json").exists());
}

/// Two engineers: the second has not seen what the first has done.
#[test]
fn an_arrangement_replaces_what_its_page_showed() {
    let server = Server::with(&[ADA]);
    let ada = server.enter_by_pin("Ada", "482913");
    let (sheet, other) = (Sheet::of(&ada), Sheet::of(&ada));
    assert_eq!(sheet.with("p0", "11 22").send(&ada, "save").status, 303);
    assert_eq!(other.with("p0", "33 44").send(&ada, "save").status, 409);
    assert_eq!(ada.get("/arrange").field("p0"), "11 22");
}

#[test]
fn nothing_is_arranged_while_a_plan_waits_or_runs() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let sheet = Sheet::of(&ada);
    let plan = ada.say("go to position 1");
    let refused = sheet.send(&ada, "save");
    assert!(refused.status == 409 && refused.has("A plan waits for an answer"), "{}", refused.body);
    assert!(ada.get("/arrange").has("when no plan waits and nothing runs"));
    assert!(ada.get("/").has("id=\"plan\""), "it waits still");
    ada.answer(&plan, "step");
    let mut news = ada.news();
    ada.approve(&ada.get("/"));
    news.until("Waits for the yes of");
    let refused = sheet.send(&ada, "save");
    assert!(refused.status == 409 && refused.has("A run goes on"), "{}", refused.body);
    assert_eq!(ada.act("/run", &[("wish", "halt")]).status, 303);
    news.rests("The robot is at Home");
    assert_eq!(sheet.send(&ada, "save").status, 303);
}

#[test]
fn an_arrangement_is_found_again_after_a_restart() {
    let cell = Cell::new();
    let served = Served::start(&cell, &["--driver", "simulator"]);
    let sheet = Sheet::of(&served.browser);
    let home = field(&served.browser.get("/arrange"), "Home");
    assert_eq!(sheet.with(&home, "640 480").send(&served.browser, "save").status, 303);
    drop(served);
    let served = Served::start(&cell, &["--driver", "simulator"]);
    Sheet::of(&served.browser);
    assert_eq!(middle(&served.browser.get("/"), &home), (640.0, 480.0));
}

/// A new layout finds what it still has. What it has not is kept for the old one, and what is new has a place of its own.
#[test]
fn an_arrangement_outlives_a_new_layout() {
    let cell = Cell::new();
    let served = Served::start(&cell, &["--driver", "simulator"]);
    let ada = &served.browser;
    let sheet = Sheet::of(ada);
    let page = ada.get("/arrange");
    let (home, safe) = (field(&page, "Home"), field(&page, "Safe_Pos_4"));
    assert_eq!(sheet.with(&home, "640 480").with(&safe, "640 700").send(ada, "save").status, 303);
    renamed(&cell, "Clear_of_the_bench", 2);
    let shown = ada.say("where is the robot?");
    assert_eq!(answer(&served, &shown, "yes").status, 303);
    let new = Sheet::of(ada);
    assert_eq!(new.send(ada, "perhaps").status, 400, "it is of the new layout");
    assert_eq!(sheet.send(ada, "save").status, 409, "and this is not");
    let page = ada.get("/arrange");
    let (home, clear) = (field(&page, "Home"), field(&page, "Clear_of_the_bench"));
    assert_eq!(page.field(&home), "640 480");
    let ((x, y), (left, top)) = (middle(&page, &clear), middle(&page, &home));
    assert!((x - left).abs() > 60.0 || (y - top).abs() > 30.0, "nothing lies on it: {x} {y}");
    assert_eq!(new.with(&clear, "1 2").send(ada, "save").status, 303);
    let data = cell.path("cellgraph-data");
    let all = ["Home", "Clear_of_the_bench", "Safe_Pos_4"].map(|name| kept(&data, name));
    assert_eq!(all, [Some((640, 480)), Some((1, 2)), Some((640, 700))]);
}

/// Whatever is in the file, there is a picture, and the page says what to do.
#[test]
fn a_file_that_cannot_be_used_stops_no_page() {
    let put = |name: &str| format!(r#"{{"name":"{name}","x":1,"y":2}}"#);
    let many: Vec<String> = (0..=ARRANGED_MAX).map(|number| put(&number.to_string())).collect();
    for (file, why) in [
        ("", "EOF"),
        ("\u{0}\u{ff}", "expected value"),
        (r#"{"format":1,"places":[],"tools":[],"colour":"red"}"#, "unknown field `colour`"),
        (r#"{"format":9,"places":[],"tools":[]}"#, "its format is 9"),
        (&format!(r#"{{"format":1,"places":[{},{}],"tools":[]}}"#, put("Home"), put("Home")), "is in it twice"),
        (&format!(r#"{{"format":1,"places":[{}],"tools":[]}}"#, many.join(",")), "more than 2000 places and tools"),
    ] {
        let cell = Cell::new();
        fs::write(cell.path("cellgraph-data/arrangement.json"), file).unwrap();
        let served = Served::start(&cell, &["--driver", "simulator"]);
        let sheet = Sheet::of(&served.browser);
        let page = served.browser.get("/");
        assert!(
            page.has("The arrangement of the picture cannot be read, and is not used") && page.has("<svg"),
            "{}",
            page.body
        );
        assert!(
            page.has("arrangement.json cannot be used") && page.body.replace("&#39;", "'").contains(why),
            "{}",
            page.body
        );
        assert_eq!(sheet.with("p0", "5 6").send(&served.browser, "save").status, 303);
        let page = served.browser.get("/");
        assert!(!page.has("cannot be read") && middle(&page, "p0") == (5.0, 6.0), "{}", page.body);
    }
}

#[test]
fn an_arrangement_that_cannot_be_written_is_said_to_be_none() {
    let cell = Cell::new();
    fs::create_dir(cell.path("cellgraph-data/arrangement.json")).unwrap();
    let served = Served::start(&cell, &["--driver", "simulator"]);
    let ada = &served.browser;
    let sheet = Sheet::of(ada);
    let before = ada.get("/");
    assert!(before.has("cannot be read, and is not used"), "{}", before.body);
    assert_eq!(sheet.with("p0", "5 6").send(ada, "save").status, 303);
    let after = ada.get("/");
    assert!(after.has("The picture was not arranged: cannot write"), "{}", after.body);
    assert_eq!(svg(&after), svg(&before));
    assert!(ada.say("go to position 1").has("id=\"plan\""), "everything else goes on");
}

#[test]
fn the_picture_is_arranged_in_german_and_without_a_script() {
    let server = Server::start();
    let mut ada = server.enter("Ada");
    Sheet::of(&ada);
    ada.language = "de";
    let page = ada.get("/arrange");
    for words in
        ["Das Bild ordnen", "Anordnung speichern", "Plätze in Zahlen", "<noscript>", "Ziehen braucht das Skript"]
    {
        assert!(page.has(words), "{words}: {}", page.body);
    }
    let refused = Sheet::on(&page).with("p0", "x").send(&ada, "save");
    assert!(refused.has("sind nicht zwei ganze Zahlen") && refused.has("Nichts wurde geändert."), "{}", refused.body);
}

/// Things that nobody can see, or that could be read as something else, were saved without a word.
#[test]
fn what_cannot_be_seen_as_it_is_arranged_is_told() {
    let server = Server::start();
    let ada = server.enter("Ada");
    // Once it is drawn.
    let (sheet, page) = (Sheet::of(&ada), ada.get("/arrange"));
    let (home, pos_1) = (field(&page, "Home"), field(&page, "Pos_1"));
    sheet.with(&home, "0 0").with(&pos_1, "5 5").send(&ada, "save");
    let told = ada.get("/");
    assert!(told.has("The arrangement of the picture is saved."), "{}", told.body);
    assert!(told.has("Home and Pos_1 lie on one another.") || told.has("Pos_1 and Home lie on one another."));
    // The place of the robot is drawn last: nothing hides it.
    let shapes = svg(&told);
    assert!(shapes.rfind("class=\"place ").unwrap() == shapes.find(&format!("class=\"place {home} here\"")).unwrap());
    Sheet::of(&ada).with(&home, "200000 0").send(&ada, "save");
    assert!(ada.get("/").has("so far off that nothing is legible"));
}

/// What was said last, and the readings that it offers, were wiped off by a save.
#[test]
fn what_came_of_the_last_sentence_stays_beside_an_arrangement() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let answer = ada.say("what tools are there?");
    assert!(answer.has("2 tools"), "{}", answer.body);
    Sheet::of(&ada).send(&ada, "save");
    let after = ada.get("/");
    assert!(after.has("2 tools") && after.has("The arrangement of the picture is saved."), "{}", after.body);
}

/// A file that somebody changed by hand while the page ran was overwritten.
#[test]
fn what_was_changed_by_hand_meanwhile_is_not_overwritten() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let (sheet, data) = (Sheet::of(&ada), server.data());
    fs::write(data.join("arrangement.json"), r#"{"format":1,"places":[{"name":"Home","x":1,"y":2}],"tools":[]}"#)
        .unwrap();
    assert_eq!(sheet.with("p0", "5 6").send(&ada, "save").status, 303);
    assert!(ada.get("/").has("Somebody else has arranged the picture by now. Nothing was changed."));
    assert_eq!(kept(&data, "Home"), Some((1, 2)));
    assert_eq!(Sheet::of(&ada).send(&ada, "save").status, 303);
    assert!(ada.get("/").has("The arrangement of the picture is saved."));
    // What was put back is not what was never arranged: a page from before counts for nothing.
    let (old, new) = (Sheet::of(&ada), Sheet::of(&ada));
    assert_eq!(new.with("sure", "yes").send(&ada, "back").status, 303);
    let back = Sheet::of(&ada);
    assert_eq!(old.send(&ada, "save").status, 409);
    assert_eq!(back.send(&ada, "save").status, 303);
}

/// The timeline told of arrangements that had failed, and not of some that were done.
#[test]
fn an_arrangement_is_on_record_where_it_was_done_and_nowhere_else() {
    let cell = Cell::new();
    fs::create_dir(cell.path("cellgraph-data/arrangement.json")).unwrap();
    let served = Served::start(&cell, &["--driver", "simulator"]);
    let ada = &served.browser;
    assert_eq!(Sheet::of(ada).send(ada, "save").status, 303);
    assert!(ada.get("/").has("The picture was not arranged"));
    assert!(!ada.get("/timeline").has("arranged the picture"));
    fs::remove_dir(cell.path("cellgraph-data/arrangement.json")).unwrap();
    assert_eq!(Sheet::of(ada).send(ada, "save").status, 303);
    assert!(ada.get("/").has("Somebody else has arranged the picture by now"), "the folder is gone");
    assert_eq!(Sheet::of(ada).send(ada, "save").status, 303);
    assert!(ada.get("/timeline").has("Ada arranged the picture: 16 places and tools"));
}

/// A page beside showed the picture of its start.
#[test]
fn a_page_beside_shows_the_arrangement_of_the_page_that_drives() {
    let cell = Cell::new();
    let drives = Served::start(&cell, &["--driver", "simulator"]);
    let follows = Served::start(&cell, &["--driver", "simulator"]);
    let mut news = follows.browser.news();
    // It begins to follow a moment after it can be asked for.
    while !follows.browser.get("/arrange").has("arranged on the page that drives the cell") {
        news.next().unwrap();
    }
    let (sheet, page) = (Sheet::of(&drives.browser), drives.browser.get("/arrange"));
    let home = field(&page, "Home");
    assert_eq!(sheet.with(&home, "-777 42").send(&drives.browser, "save").status, 303);
    loop {
        let page = follows.browser.get("/");
        if page.has("<svg") && middle(&page, &home) == (-777.0, 42.0) {
            break;
        }
        news.next().unwrap();
    }
}
