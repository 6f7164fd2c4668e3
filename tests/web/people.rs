//! Operators with PINs, and what their roles allow.

use std::{fs, io::Write};

use cellgraph::{
    store::{PageActKind, PageActRow, Store},
    web::{Operators, Role},
};

use crate::{
    browser::{Browser, patiently},
    server::Server,
};

const ADA: (&str, Role, &str) = ("Ada", Role::Engineer, "482913");
const BOB: (&str, Role, &str) = ("Bob", Role::Operate, "771302");
const CAROL: (&str, Role, &str) = ("Carol", Role::Look, "360158");

fn change(server: &Server, act: PageActKind, change: impl FnOnce(&mut Operators)) {
    let done = (act, "Eve", "as agreed");
    let changed = Operators::change(&server.data(), done, |operators| {
        change(operators);
        Ok(())
    });
    changed.unwrap();
}

/// Acts on record, the earliest first.
fn acts(server: &Server) -> Vec<PageActRow> {
    let mut acts = Store::read_only(&server.data()).unwrap().page_acts(usize::MAX).unwrap();
    acts.reverse();
    acts
}

/// What came of a form; the page is asked until that is it. The page looks at its operators every two seconds.
#[track_caller]
fn until(browser: &Browser, wanted: impl Fn(&Browser) -> bool) {
    patiently("what came of the page", || wanted(browser));
}

#[test]
fn name_and_pin_open_the_page_and_no_code_does() {
    let server = Server::with(&[ADA, BOB]);
    let stranger = server.stranger();
    let entrance = stranger.get("/enter");
    assert!(entrance.has("name=\"pin\"") && !entrance.has("name=\"code\""), "{}", entrance.body);
    let bob = server.enter_by_pin("bob", "771302");
    assert!(bob.say("where is the robot?").has("The robot is at Home"));
    for (name, pin) in [("Bob", "482913"), ("Bob", ""), ("Dan", "482913"), ("", "482913")] {
        let refused = stranger.post("/enter", &[("name", name), ("pin", pin)]);
        assert_eq!((refused.status, refused.header("set-cookie")), (403, None), "{name} {pin}");
    }
    assert_eq!(stranger.post("/enter", &[("name", "Bob"), ("code", "0000-0000-0000-0000")]).status, 400);
}

#[test]
fn after_five_wrong_pins_the_right_one_has_to_wait() {
    let server = Server::with(&[ADA, BOB]);
    let stranger = server.stranger();
    let refused = |pin: &str| stranger.post("/enter", &[("name", "Bob"), ("pin", pin)]);
    for _ in 0..5 {
        assert!(refused("000001").has("do not go together"));
    }
    assert!(refused("771302").has("Wait a minute"));
    server.enter_by_pin("Ada", "482913");
}

/// Thousands of tries, each given up at once, neither keep a removal from counting nor take memory.
#[test]
fn a_flood_of_pins_holds_up_nothing() {
    let server = Server::with(&[ADA, BOB]);
    let (ada, bob) = (server.enter_by_pin("Ada", "482913"), server.enter_by_pin("Bob", "771302"));
    for number in 0..2000 {
        let name = format!("nobody {number}");
        let (head, body) = server.stranger().form("/enter", &[("name", &name), ("pin", "000001")]);
        let mut given_up = server.stranger().connect();
        given_up.write_all((head + &body).as_bytes()).unwrap();
    }
    change(&server, PageActKind::OperatorRemoved, |operators| operators.remove("Bob").unwrap());
    assert_eq!(ada.get("/history").status, 200);
    until(&bob, |bob| bob.get("/").status == 303);
    // A few may wait still.
    until(&server.stranger(), |new| new.post("/enter", &[("name", "Ada"), ("pin", "482913")]).status == 303);
}

#[test]
fn whoever_may_look_sees_everything_and_stops_a_run_and_does_nothing_else() {
    let server = Server::with(&[ADA, BOB, CAROL]);
    let (bob, carol) = (server.enter_by_pin("Bob", "771302"), server.enter_by_pin("Carol", "360158"));
    for address in ["/", "/robot", "/history", "/timeline", "/metrics"] {
        assert_eq!(carol.get(address).status, 200, "{address}");
    }
    for (address, field, words) in [("/say", "say", "go home"), ("/place", "position", "Pos_1")] {
        let refused = carol.act(address, &[(field, words)]);
        assert_eq!(refused.status, 403, "{address}");
        assert!(refused.has("Your role is 'look'"), "{}", refused.body);
    }
    let shown = bob.say("weld at position 1");
    let (ticket, digest) = (shown.field("ticket"), shown.field("digest"));
    let no = [("ticket", &*ticket), ("digest", &*digest), ("words", "no")];
    assert_eq!(carol.act("/answer", &no).status, 403);
    bob.answer(&shown, "step");
    let mut news = bob.news();
    assert_eq!(bob.approve(&bob.get("/")).status, 303);
    news.until("Waits for your yes: step 1/");
    let shown = bob.get("/");
    let (run, question) = (shown.field("run"), shown.field("question"));
    for wish in ["resume", "yes"] {
        let form = [("wish", wish), ("run", &*run), ("question", &*question)];
        assert_eq!(carol.act("/run", &form).status, 403, "{wish}");
    }
    assert_eq!(carol.act("/run", &[("wish", "halt")]).status, 303);
    news.rests("The robot is at Home");
    // What was pressed during a run is recorded after it.
    patiently("the wish on record", || acts(&server).last().is_some_and(|row| row.what.act == PageActKind::Wished));
    let done: Vec<(PageActKind, String, Option<String>)> =
        acts(&server).into_iter().map(|row| (row.what.act, row.what.operator, row.what.role)).collect();
    let role = |role: Role| Some(role.word().to_owned());
    let of = |act, name: &str, role| (act, name.to_owned(), role);
    use PageActKind::{Answered, Entered, OperatorAdded, Said, Wished};
    assert_eq!(
        done,
        [
            of(OperatorAdded, "Eve", None),
            of(OperatorAdded, "Eve", None),
            of(OperatorAdded, "Eve", None),
            of(Entered, "Bob", role(Role::Operate)),
            of(Entered, "Carol", role(Role::Look)),
            of(Said, "Bob", role(Role::Operate)),
            of(Answered, "Bob", role(Role::Operate)),
            of(Answered, "Bob", role(Role::Operate)),
            of(Wished, "Carol", role(Role::Look)),
        ]
    );
    // Readings are chosen by whoever may say something.
    let choose = "action=\"/choose\"";
    assert!(bob.say("schweiß auf der zwei oder der drei").has(choose));
    assert!(carol.get("/").has("Answer") && !carol.get("/").has(choose));
}

#[test]
fn what_is_changed_counts_while_the_page_is_open() {
    let server = Server::with(&[ADA, BOB]);
    let (ada, bob) = (server.enter_by_pin("Ada", "482913"), server.enter_by_pin("Bob", "771302"));
    change(&server, PageActKind::OperatorChanged, |operators| operators.set_role("Bob", Role::Look).unwrap());
    until(&bob, |bob| bob.act("/say", &[("say", "where is the robot?")]).status == 403);
    let again = server.enter_by_pin("Ada", "482913");
    change(&server, PageActKind::OperatorChanged, |operators| operators.set_pin("Ada", "913384").unwrap());
    until(&again, |again| again.get("/").status == 303);
    assert_eq!(ada.get("/").status, 303, "a PIN that others know opens nothing, and keeps nothing open");
    let ada = server.enter_by_pin("ada", "913384");
    change(&server, PageActKind::OperatorRemoved, |operators| operators.remove("Bob").unwrap());
    until(&bob, |bob| bob.get("/").status == 303);
    let told = "the operator: as agreed";
    until(&ada, |ada| ada.get("/timeline").body.matches(told).count() == 3);
    let changes = acts(&server).into_iter().filter(|row| row.what.act.is_about_operators());
    assert_eq!(changes.filter(|row| row.what.operator == "Eve").count(), 5);
}

#[test]
fn a_file_that_cannot_be_used_lets_nobody_in_and_nothing_begin() {
    let server = Server::with(&[ADA]);
    let ada = server.enter_by_pin("Ada", "482913");
    let path = server.data().join("operators.json");
    let kept = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    until(&ada, |ada| ada.act("/say", &[("say", "where is the robot?")]).status == 403);
    assert_eq!(ada.get("/").status, 200);
    let refused = server.stranger().post("/enter", &[("name", "Ada"), ("pin", "482913")]);
    assert!(refused.status == 403 && refused.has("operators.json"), "{}", refused.body);
    assert!(!server.stranger().get("/enter").has("name=\"code\""));
    fs::write(&path, kept).unwrap();
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    until(&ada, |ada| ada.act("/say", &[("say", "where is the robot?")]).status == 303);
}
