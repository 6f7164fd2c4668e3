//! Operators with PINs, and what their roles allow.

use std::{
    fs,
    io::Write,
    sync::{Arc, atomic::Ordering},
    thread,
};

use cellgraph::{
    store::{PageActKind, PageActRow, Store},
    web::{Operators, Reach, Role},
};

use crate::{
    binary::{Cell, Served},
    browser::{Browser, patiently},
    server::{Around, Gate, Server},
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
    assert_eq!(carol.act("/answer", &no).status, 303, "a no counts, whoever says it");
    bob.news().rests("The robot is at Home");
    let shown = bob.say("weld at position 1");
    bob.answer(&shown, "step");
    let mut news = bob.news();
    assert_eq!(bob.approve(&bob.get("/")).status, 303);
    news.until("Waits for the yes of Bob: step 1/");
    let shown = bob.get("/");
    let (run, question) = (shown.field("run"), shown.field("question"));
    for wish in ["resume", "yes"] {
        let form = [("wish", wish), ("run", &*run), ("question", &*question)];
        assert_eq!(carol.act("/run", &form).status, 403, "{wish}");
    }
    assert_eq!(carol.act("/run", &[("wish", "halt")]).status, 303);
    news.rests("The robot is at Home");
    // What was pressed during a run is recorded after it.
    let wishes = || acts(&server).iter().filter(|row| row.what.act == PageActKind::Wished).count();
    patiently("the wish on record", || wishes() == 2);
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
            of(Wished, "Carol", role(Role::Look)),
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

/// Somebody approved, and was removed while the run was made ready: the robot moved then, for nobody.
#[test]
fn whoever_may_drive_no_more_begins_nothing() {
    type Change = (fn(&mut Operators), fn(&Browser) -> bool);
    let removed: Change = (|operators| operators.remove("Bob").unwrap(), |bob| bob.get("/").status == 303);
    let may_look: Change = (
        |operators| operators.set_role("Bob", Role::Look).unwrap(),
        |bob| bob.act("/say", &[("say", "go home")]).status == 403,
    );
    for (change_of_bob, is_changed) in [removed, may_look] {
        let gate = Gate::new(false);
        let around = Around { is_simulated: true, gate: Some(Arc::clone(&gate)) };
        let server = Server::reached(Reach::default(), &[ADA, BOB], around, true);
        let (ada, bob) = (server.enter_by_pin("Ada", "482913"), server.enter_by_pin("Bob", "771302"));
        let shown = bob.say("go to position 1");
        let mut news = ada.news();
        gate.is_closed.store(true, Ordering::SeqCst);
        thread::scope(|scope| {
            scope.spawn(|| bob.approve(&shown));
            news.until("A run is made ready");
            change(&server, PageActKind::OperatorChanged, change_of_bob);
            until(&bob, is_changed);
            gate.barrier.wait();
        });
        news.rests("The robot is at Home with an empty hand");
        assert!(server.runs().iter().all(|run| run.failure.is_some()), "{:?}", server.runs());
    }
}

/// For up to two seconds the page knew nothing of a role that was taken away, and a yes moved the robot.
#[test]
fn a_role_counts_as_it_is_on_disk_when_somebody_says_yes() {
    let server = Server::with(&[ADA, BOB]);
    let (ada, bob) = (server.enter_by_pin("Ada", "482913"), server.enter_by_pin("Bob", "771302"));
    let shown = bob.say("go to position 1");
    change(&server, PageActKind::OperatorChanged, |operators| operators.set_role("Bob", Role::Look).unwrap());
    assert_eq!(bob.approve(&shown).status, 403);
    ada.news().rests("The robot is at Home");
    assert!(server.runs().is_empty());
}

/// A driver's PIN was changed, and their key that stops the robot was dead while the step went on.
#[test]
fn whoever_drives_and_is_removed_may_still_stop_their_run() {
    let cell = Cell::new();
    let change = |act, change: &dyn Fn(&mut Operators)| {
        let changed = Operators::change(&cell.path("cellgraph-data"), (act, "Eve", "as agreed"), |operators| {
            change(operators);
            Ok(())
        });
        changed.unwrap();
    };
    let (name, role, pin) = BOB;
    change(PageActKind::OperatorAdded, &|operators| operators.add(name, role, pin).unwrap());
    let slowly = ["--driver", "simulator", "--speed", "0.00001"];
    let page = Served::start_for(&cell, &slowly, name, pin);
    let bob = &page.browser;
    let shown = bob.say("go to position 1");
    let mut news = bob.news();
    assert_eq!(bob.approve(&shown).status, 303);
    news.until("Running: step 1/");
    change(PageActKind::OperatorChanged, &|operators| operators.set_pin(name, "905517").unwrap());
    patiently("what comes of the change", || bob.get("/").has("no further step is sent"));
    for (address, field, words) in [("/run", "wish", "resume"), ("/say", "say", "go home")] {
        assert_eq!(bob.act(address, &[(field, words), ("run", &shown.field("ticket"))]).status, 403, "{address}");
    }
    assert_eq!(bob.act("/run", &[("wish", "halt")]).status, 303);
    patiently("the end of the session", || bob.get("/").status == 303);
}

/// Somebody who only looks on said so much that the driver's own stop was on no record.
#[test]
fn nobody_s_acts_take_the_room_of_another_s() {
    let server = Server::with(&[BOB, CAROL]);
    let (bob, carol) = (server.enter_by_pin("Bob", "771302"), server.enter_by_pin("Carol", "360158"));
    bob.answer(&bob.say("go to position 1"), "step");
    let mut news = bob.news();
    bob.approve(&bob.get("/"));
    news.until("Waits for the yes of Bob: step 1/");
    for said in 0..400 {
        assert_eq!(carol.act("/run", &[("wish", "line"), ("line", &format!("hello {said}"))]).status, 303);
    }
    assert_eq!(carol.act("/run", &[("wish", "pause")]).status, 303);
    assert_eq!(bob.act("/run", &[("wish", "halt")]).status, 303);
    bob.news().rests("The robot is at Home");
    patiently("the stop on record", || {
        acts(&server).last().is_some_and(|row| row.what.operator == "Bob" && row.what.act == PageActKind::Wished)
    });
    let wished = |name: &str| {
        acts(&server).iter().filter(|row| row.what.operator == name && row.what.act == PageActKind::Wished).count()
    };
    assert_eq!((wished("Carol"), wished("Bob")), (256 + 1, 1));
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

/// Somebody whose role had become "look" typed a stop, was told that their role does not allow it, and the robot moved on.
#[test]
fn whoever_may_only_look_stops_a_run_in_whichever_box() {
    let server = Server::with(&[("Bob", Role::Operate, "482613"), ("Carol", Role::Look, "591734")]);
    let (bob, carol) = (server.enter_by_pin("Bob", "482613"), server.enter_by_pin("Carol", "591734"));
    assert_eq!(carol.act("/say", &[("say", "stop now")]).status, 403, "nothing runs");
    bob.answer(&bob.say("go to position 1"), "step");
    let mut news = bob.news();
    bob.approve(&bob.get("/"));
    news.until("Waits for the yes of Bob: step 1/");
    for words in ["go home", "resume", "yes", "what tools are there?"] {
        assert_eq!(carol.act("/say", &[("say", words)]).status, 403, "{words}");
    }
    // What is said again takes no room from whoever drives.
    for _ in 0..20 {
        assert_eq!(carol.act("/run", &[("wish", "step")]).status, 303);
    }
    assert_eq!(carol.act("/say", &[("say", "Stopp!")]).status, 303);
    news.rests("The robot is at Home");
}
