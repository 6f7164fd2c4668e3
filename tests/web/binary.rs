//! The program itself: `cellgraph serve`, as a process of its own. With a robot, the reference controller is the other side.

use std::{
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::SocketAddr,
    os::unix::net::UnixDatagram,
    path::PathBuf,
    process::{Child, ChildStderr, Command, ExitStatus, Stdio},
};

use cellgraph::{
    import, snapshot,
    store::{PageActKind, RunRow, Store},
};
use rustix::process::{Pid, Signal, kill_process};

use crate::browser::{Browser, News, Page, patiently};

/// A folder with a cell, in which the robot is confirmed at Home with an empty hand.
pub(crate) struct Cell(tempfile::TempDir);

impl Cell {
    pub(crate) fn new() -> Self {
        let cell = Self(tempfile::tempdir().unwrap());
        let export = include_bytes!("../../graph-snapshots/demo-cell.apoc.jsonl");
        let import = import::from_apoc(export, &mut |_| ()).unwrap();
        let built = snapshot::build(&import.draft, &snapshot::Provenance::default());
        std::fs::write(cell.path("demo.cell"), &built.bytes).unwrap();
        std::fs::create_dir(cell.path("robot")).unwrap();
        let mut store = Store::open(&cell.path("cellgraph-data")).unwrap();
        store.ensure_robot("Home", "none").unwrap();
        store.correct_robot("Home", "none", "Ada", "looked").unwrap();
        cell
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn serve(&self, options: &[&str]) -> Command {
        let mut command = self.command("serve", options);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// `serve` or `run`, in this folder.
    pub(crate) fn command(&self, name: &str, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cellgraph"));
        command.args([name, "--snapshot", "demo.cell", "--model", "none"]).args(options);
        command.current_dir(self.0.path());
        let inherited = ["CELLGRAPH_MODEL", "VERIFICATION_MODEL", "MAX_PLAN_ATTEMPTS", "RUST_LOG", "USER"];
        for name in inherited.into_iter().chain(["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"]) {
            command.env_remove(name);
        }
        command
    }

    /// The runs on record, the latest first.
    fn runs(&self) -> Vec<RunRow> {
        Store::read_only(&self.path("cellgraph-data")).unwrap().runs(&Default::default()).unwrap()
    }

    fn permit(&self) -> serde_json::Value {
        serde_json::from_slice(&std::fs::read(self.path("robot/permit.json")).unwrap()).unwrap()
    }
}

/// A process that ends with the value.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Enters as Ada, with the code at the end of the address.
fn by_code(browser: &Browser, rest: &str) -> Page {
    let code = rest.strip_prefix("/enter?code=").unwrap();
    browser.post("/enter", &[("code", code), ("name", "Ada")])
}

/// What stands behind `http://` in the next line that has that.
fn told_address(lines: &mut BufReader<ChildStderr>) -> String {
    let mut line = String::new();
    while !line.contains("http://") {
        line.clear();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "it ended without an address");
    }
    line.trim_end().split_once("http://").unwrap().1.to_owned()
}

/// The page, and somebody in front of it.
pub(crate) struct Served {
    process: Process,
    lines: BufReader<ChildStderr>,
    pub(crate) browser: Browser,
}

impl Served {
    pub(crate) fn start(cell: &Cell, options: &[&str]) -> Self {
        Self::entered(cell, options, by_code)
    }

    /// In a cell with operators.
    pub(crate) fn start_for(cell: &Cell, options: &[&str], name: &str, pin: &str) -> Self {
        Self::entered(cell, options, |browser, _| browser.post("/enter", &[("name", name), ("pin", pin)]))
    }

    /// `enter` has what follows the address in the line that says it.
    fn entered(cell: &Cell, options: &[&str], enter: impl FnOnce(&Browser, &str) -> Page) -> Self {
        Self::begun(&mut cell.serve(options), enter)
    }

    fn begun(command: &mut Command, enter: impl FnOnce(&Browser, &str) -> Page) -> Self {
        let (mut served, rest) = Self::spawned(command);
        let entered = enter(&served.browser, &rest);
        assert_eq!(entered.status, 303, "{}", entered.body);
        served.browser.keep_cookie(&entered);
        served
    }

    /// Before anybody has entered; with what follows the address in the line that says it.
    fn spawned(command: &mut Command) -> (Self, String) {
        let mut child = command.args(["--listen", "127.0.0.1:0"]).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let process = Process(child);
        let line = told_address(&mut lines);
        let is_of_address = |c: char| c.is_ascii_digit() || c == '.' || c == ':';
        let address = line.split(|c| !is_of_address(c)).next().unwrap().trim_end_matches(':');
        let rest = line[address.len()..].to_owned();
        let browser = Browser::at(address.parse::<SocketAddr>().unwrap());
        (Self { process, lines, browser }, rest)
    }

    fn with_robot(cell: &Cell) -> Self {
        Self::start(cell, &["--driver", "files", "--robot", "robot"])
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_raw(self.process.0.id().cast_signed()).unwrap(), signal).unwrap();
    }

    /// Waits for its end, and gives what it said at last.
    fn ends(&mut self) -> (ExitStatus, String) {
        let mut said = String::new();
        self.lines.read_to_string(&mut said).unwrap();
        (self.process.0.wait().unwrap(), said)
    }
}

/// The reference controller. Its steps take as long as that.
fn controller(cell: &Cell, step_seconds: &str) -> Process {
    controller_at(cell, "Home", step_seconds)
}

/// The same, at this position.
fn controller_at(cell: &Cell, position: &str, step_seconds: &str) -> Process {
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/controller/controller.py"));
    command
        .arg(cell.path("robot"))
        .args(["--step-seconds", step_seconds, "--position", position])
        .stdout(Stdio::null());
    Process(command.spawn().expect("this test needs python3"))
}

/// A robot in the middle of its first step, which takes an hour; what is told of it, and its controller.
fn moving(cell: &Cell) -> (Served, News, Process) {
    let served = Served::with_robot(cell);
    let controller = controller(cell, "3600");
    let mut news = served.browser.news();
    served.browser.approve(&served.browser.say("go to position 1"));
    news.until("Running: step 1/2");
    // The page says what was permitted; the robot moves a little later.
    while !std::fs::read_to_string(cell.path("robot/progress.jsonl")).is_ok_and(|said| said.contains("\"started\"")) {
        std::thread::yield_now();
    }
    (served, news, controller)
}

/// Says where the robot is, as somebody who has looked; what the page shows then.
fn says_where(ada: &Browser, position: &str, tool: &str) -> Page {
    let shown = ada.get("/robot");
    let (token, record, awake) = (shown.field("token"), shown.field("record"), shown.field("awake"));
    let place =
        [("awake", awake.as_str()), ("position", position), ("tool", tool), ("reason", "I looked"), ("looked", "yes")];
    let said = ada.post("/place", &[&[("token", token.as_str()), ("record", &record)], &place[..]].concat());
    assert_eq!(said.status, 303, "{}", said.body);
    ada.get("/")
}

/// A page whose history could not be written let people in, and their entry was on no record. Each act there needs one.
#[test]
fn nobody_enters_a_page_whose_history_cannot_be_written() {
    let cell = Cell::new();
    let (mut served, rest) = Served::spawned(&mut cell.serve(&["--driver", "simulator"]));
    let entries = || {
        let acts = Store::read_only(&cell.path("cellgraph-data")).unwrap().page_acts(100).unwrap();
        acts.iter().filter(|act| act.what.act == PageActKind::Entered).count()
    };
    let held = rusqlite::Connection::open(cell.path("cellgraph-data/history.db")).unwrap();
    held.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = by_code(&served.browser, &rest);
    assert!(
        refused.status == 503 && refused.has("Nobody can enter now, because what is done here"),
        "{}",
        refused.body
    );
    assert!(refused.header("set-cookie").is_none() && entries() == 0);
    // The first code is used up, and the next one is told.
    served.browser.language = "de";
    let rest = next_code(&mut served.lines);
    let refused = by_code(&served.browser, &rest);
    assert!(
        refused.status == 503 && refused.has("Jetzt kann niemand herein, denn was hier getan wird"),
        "{}",
        refused.body
    );
    assert!(refused.header("set-cookie").is_none());
    drop(held);
    // What was held up is not written in part: whoever comes now may enter.
    let rest = next_code(&mut served.lines);
    let entered = by_code(&served.browser, &rest);
    assert!(entered.status == 303 && entered.header("set-cookie").is_some(), "{}", entered.body);
    assert_eq!(entries(), 1);
    drop(served);
    let _entered = Served::start(&cell, &["--driver", "simulator"]);
    assert_eq!(entries(), 2);
}

/// A browser that went while its code was looked at used the code up, and no other was shown: nobody could enter any more.
#[test]
fn a_browser_that_goes_while_it_enters_shuts_nobody_out() {
    let cell = Cell::new();
    let (mut served, rest) = Served::spawned(&mut cell.serve(&["--driver", "simulator"]));
    let held = rusqlite::Connection::open(cell.path("cellgraph-data/history.db")).unwrap();
    held.execute_batch("BEGIN IMMEDIATE").unwrap();
    let code = rest.strip_prefix("/enter?code=").unwrap();
    let (head, body) = served.browser.form("/enter", &[("code", code), ("name", "Ada")]);
    let mut gone = served.browser.connect();
    gone.write_all(format!("{head}{body}").as_bytes()).unwrap();
    // A browser that goes before its form was read has entered nothing.
    let log = cell.path("cellgraph-data/logs/cellgraph.jsonl");
    patiently("the entry", || std::fs::read_to_string(&log).is_ok_and(|log| log.contains("a session was opened")));
    drop(gone);
    let rest = next_code(&mut served.lines);
    drop(held);
    assert_eq!(by_code(&served.browser, &rest).status, 303);
}

/// A run could not be recorded, and the page looked as if the next one could be.
#[test]
fn a_page_says_at_once_that_nothing_is_written_any_more() {
    let cell = Cell::new();
    let mut served = Served::start(&cell, &["--driver", "simulator"]);
    let shown = served.browser.say("go to position 1");
    let held = rusqlite::Connection::open(cell.path("cellgraph-data/history.db")).unwrap();
    held.execute_batch("BEGIN IMMEDIATE").unwrap();
    served.browser.approve(&shown);
    served.browser.news().rests("The robot is at Home");
    drop(held);
    assert!(cell.runs().is_empty());
    for (language, trouble, robot) in [
        ("en", "Nothing can be run now: nothing is written since an earlier write failed", "Say where the robot is"),
        ("de", "Jetzt kann nichts ausgeführt werden: ", "Sagen, wo der Roboter steht"),
    ] {
        served.browser.language = language;
        let page = served.browser.get("/");
        assert!(page.has(trouble) && !page.has(robot), "nobody has to look at the robot:\n{}", page.body);
    }
    let page = served.browser.get("/");
    assert!(page.has("schließen Sie die Seite am Terminal, und starten Sie sie neu"), "{}", page.body);
    assert!(!served.browser.say("go to position 1").has("id=\"plan\""));
}

/// What follows the address that is told next.
fn next_code(lines: &mut BufReader<ChildStderr>) -> String {
    let line = told_address(lines);
    line[line.find('/').unwrap()..].to_owned()
}

#[test]
fn a_simulated_run_from_the_sentence_to_the_history() {
    let cell = Cell::new();
    let served = Served::start(&cell, &["--driver", "simulator"]);
    let ada = &served.browser;
    let mut news = ada.news();
    let shown = ada.say("go to position 1");
    assert!(shown.has("go to position 1") && cell.runs().is_empty(), "{}", shown.body);
    assert_eq!(ada.approve(&shown).status, 303);
    news.rests("The robot is at Pos_1");
    let runs = cell.runs();
    assert_eq!((runs.len(), runs[0].operator.as_str(), &runs[0].failure), (1, "Ada", &None));
    assert!(ada.get("/history").has("completed"));
}

/// The rule of `--approve DIGEST`: a robot is moved by an answer that names what was shown.
#[test]
fn a_robot_is_moved_by_the_key_that_names_the_digest_and_not_by_a_typed_yes() {
    let cell = Cell::new();
    let served = Served::with_robot(&cell);
    let _controller = controller(&cell, "0");
    let ada = &served.browser;
    let mut news = ada.news();
    let mut shown = ada.say("go to position 1");
    for (words, told) in [
        ("approve 0123456789abcdef", "is not what is proposed"),
        ("yes", "A typed yes moves no robot."),
        ("Yes, go ahead!", "A typed yes moves no robot."),
    ] {
        assert_eq!(ada.answer(&shown, words).status, 303);
        shown = ada.get("/");
        assert!(shown.has("id=\"plan\"") && shown.has(told), "{words}:\n{}", shown.body);
        assert!(cell.runs().is_empty(), "{words}");
    }
    assert_eq!(ada.approve(&shown).status, 303);
    news.rests("The robot is at Pos_1 with an empty hand");
    assert_eq!(cell.runs()[0].failure, None);
}

#[test]
fn the_key_stops_a_robot_in_the_middle_of_a_step() {
    let cell = Cell::new();
    let (served, mut news, _controller) = moving(&cell);
    let ada = &served.browser;
    assert_eq!(ada.act("/run", &[("wish", "halt")]).status, 303);
    news.until("NOT confirmed");
    assert_eq!(cell.permit()["permit"], "stop");
    let after = ada.get("/");
    assert!(after.has("Nothing can be run now"), "{}", after.body);
    assert!(!ada.say("go home").has("id=\"plan\""), "nobody knows where it is");
}

/// Somebody says where the robot is; the controller, asked as well, says something else.
#[test]
fn what_the_controller_denies_is_not_confirmed() {
    let cell = Cell::new();
    let served = Served::with_robot(&cell);
    let _controller = controller(&cell, "0");
    let ada = &served.browser;
    let mut news = ada.news();
    ada.approve(&ada.say("go to position 1"));
    news.rests("The robot is at Pos_1");
    for (position, words) in [
        ("Home", "Nothing is confirmed: the controller reports that the robot is at Pos_1"),
        ("Pos_1", "The robot is at Pos_1 with an empty hand. That is confirmed."),
    ] {
        let after = says_where(ada, position, "none");
        assert!(after.has(words), "{position}:\n{}", after.body);
        assert_eq!(cell.permit()["permit"], "stop", "it was told to stop first");
        // The controller said the place on record, and that stayed confirmed.
        let robot = Store::read_only(&cell.path("cellgraph-data")).unwrap().robot().unwrap();
        assert_eq!((&*robot.position, robot.confirmed), ("Pos_1", position == "Pos_1"));
    }
}

/// The page told an operator to type a word after a run that failed, and did not know the word: nobody could go on from the page.
#[test]
fn what_is_left_of_a_run_that_failed_is_shown_approved_and_run() {
    let cell = Cell::new();
    let declared = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/controller/declared.yaml");
    let mut served = Served::start(&cell, &["--driver", "files", "--robot", "robot", "--declared", declared]);
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/demo/liar.py")).arg(cell.path("robot"));
    let _liar = Process(command.spawn().expect("this test needs python3"));
    let ada = &served.browser;
    let mut news = ada.news();
    assert!(ada.say("correct").has("Nothing was run yet."));
    ada.approve(&ada.say("weld at position 1"));
    news.until("NOT confirmed");
    assert!(ada.get("/").has("Say it on the page") && !ada.get("/").has("cellgraph recover"));
    let failed = cell.runs()[0].run_id.to_string();
    let confirmed = says_where(ada, "Pos_1", "Welder");
    assert!(confirmed.has("The latest run failed. Say correct"), "{}", confirmed.body);
    assert!(ada.say("continue").has("Type correct to see what can be done."), "it was not stopped");
    let offered = ada.say(" Correct. ");
    assert!(offered.has("do what is left of it") && offered.has(&failed), "{}", offered.body);
    served.browser.language = "de";
    assert!(served.browser.get("/").has(">den Rest ausführen</button>"), "{}", served.browser.get("/").body);
    served.browser.language = "en";
    let ada = &served.browser;
    let ticket = offered.field("ticket");
    assert_eq!(ada.act("/choose", &[("ticket", &ticket), ("number", "9")]).status, 409, "there is none");
    assert_eq!(ada.act("/choose", &[("ticket", &ticket), ("number", "1")]).status, 303);
    let shown = ada.get("/");
    assert!(shown.has(&format!("run {failed}")) && cell.runs().len() == 1, "{}", shown.body);
    ada.approve(&shown);
    // It stood there before as well: what is told from now on counts.
    ada.news().rests("The robot is at Pos_1 with Welder");
    let runs = cell.runs();
    assert_eq!((runs.len(), &runs[0].failure), (2, &None));
    assert!(ada.say("correct").has("there is nothing to correct"), "it is done");
}

/// As long as the controller says that it stands nowhere, no word of a person confirms a place.
#[test]
fn a_robot_between_two_positions_is_jogged_and_then_confirmed() {
    let cell = Cell::new();
    let (served, mut news, halted) = moving(&cell);
    let ada = &served.browser;
    ada.act("/run", &[("wish", "halt")]);
    news.until("NOT confirmed");
    let told = ada.get("/robot");
    assert!(told.has("may stand between <strong>Home</strong> and <strong>Safe_Pos_1</strong>"), "{}", told.body);
    let denied = says_where(ada, "Safe_Pos_1", "none");
    assert!(denied.has("Nothing is confirmed: the controller reports that the robot is at unknown"), "{}", denied.body);
    drop(halted);
    let _jogged = controller_at(&cell, "Safe_Pos_1", "0");
    let confirmed = says_where(ada, "Safe_Pos_1", "none");
    assert!(confirmed.has("The robot is at Safe_Pos_1 with an empty hand. That is confirmed."), "{}", confirmed.body);
    assert!(confirmed.has("Say continue to be shown what is left of it."), "{}", confirmed.body);
    assert!(!ada.get("/robot").has("may stand between"), "somebody has said where it is");
}

#[test]
fn a_signal_stops_the_robot_whatever_the_page_does() {
    let cell = Cell::new();
    let (mut served, mut news, _controller) = moving(&cell);
    let ada = &served.browser;
    // Nobody takes what the page sends.
    let _stalled: Vec<_> = (0..20).map(|_| ada.news()).collect();
    served.signal(Signal::INT);
    news.until("NOT confirmed");
    assert_eq!(cell.permit()["permit"], "stop");
    assert_eq!(served.browser.get("/").status, 200, "the page is still there");
    served.signal(Signal::TERM);
    assert!(!served.ends().0.success());
}

#[test]
fn a_signal_that_ends_programs_ends_this_one_after_the_stop() {
    let cell = Cell::new();
    let (mut served, _news, _controller) = moving(&cell);
    served.signal(Signal::TERM);
    served.ends();
    assert_eq!(cell.permit()["permit"], "stop");
    let runs = cell.runs();
    assert!(runs.len() == 1 && runs[0].finished_at.is_some() && runs[0].failure.is_some(), "its end is on record");
}

#[test]
fn what_cannot_be_served_is_refused_before_anything_is_opened() {
    for (options, words) in [
        (vec!["--listen", "0.0.0.0:0"], "name the one address at which the page is to be reached"),
        (vec!["--listen", "[::]:0"], "name the one address at which the page is to be reached"),
        (vec!["--listen", "192.0.2.1:80"], "name a certificate and its key with --tls-certificate and --tls-key"),
        (vec!["--tls-certificate", "demo.cell"], "--tls-key <FILE>"),
        (vec!["--tls-certificate", "demo.cell", "--tls-key", "demo.cell"], "demo.cell"),
        (vec!["--name", "not a name"], "is no name of this PC"),
        (vec!["--listen", "example.org:80"], "invalid value"),
        (vec!["--operator", "Ada"], "the page asks everybody who opens it for a name"),
    ] {
        let cell = Cell::new();
        let ended = cell.serve(&[&["--driver", "simulator"], &options[..]].concat()).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(ended.status.code() == Some(2) && said.contains(words), "{options:?}: {said}");
        assert!(!said.contains("?code="), "{said}");
    }
}

#[test]
fn an_address_that_is_taken_is_refused() {
    let cell = Cell::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ended = cell.serve(&["--driver", "simulator", "--listen", &address]).output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.code() == Some(2) && said.contains("name another port with --listen"), "{said}");
}

/// As systemd starts it, with `Type=notify` and `WatchdogSec`.
#[test]
fn a_service_manager_hears_that_the_page_answers_and_goes_on_answering_and_is_not_waited_for() {
    let cell = Cell::new();
    let manager = UnixDatagram::bind(cell.path("notify")).unwrap();
    let mut command = cell.serve(&["--driver", "simulator"]);
    command.env("NOTIFY_SOCKET", cell.path("notify")).env("WATCHDOG_USEC", "30000");
    let served = Served::begun(&mut command, by_code);
    let heard = || {
        let mut line = [0; 64];
        let length = manager.recv(&mut line).unwrap();
        String::from_utf8(line[..length].to_vec()).unwrap()
    };
    assert_eq!(heard(), "READY=1\n");
    for _ in 0..3 {
        assert_eq!(heard(), "WATCHDOG=1\n");
    }
    // Nobody listens any more: the manager takes nothing else, whoever sends it.
    let other = UnixDatagram::unbound().unwrap();
    other.set_nonblocking(true).unwrap();
    while other.send_to(b"X", cell.path("notify")).is_ok() {}
    let refused = other.send_to(b"X", cell.path("notify")).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::WouldBlock);
    let shown = served.browser.say("go to position 1");
    let mut news = served.browser.news();
    assert_eq!(served.browser.approve(&shown).status, 303);
    news.rests("The robot is at Pos_1");
}
