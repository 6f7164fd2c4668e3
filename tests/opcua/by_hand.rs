//! One thing at a time: sessions and certificates, lies of a server, what keeps a robot from moving, another client, recovery.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf, time::Duration};

use cellgraph::{
    observe::Declared,
    review::Place,
    run::{
        Driver, DriverError, Handover, RecoveryError, SequenceText,
        opcua::{Endpoint, KeyError, Keys, OpcUaHandover, look, recover},
        protocol::{Grant, Permit},
    },
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::serving;

const HOLD: Permit = Permit { serial: 1, grant: Grant::Hold, step: 0, report: true };
const GO: Permit = Permit { serial: 2, grant: Grant::Go, step: 1, report: false };

fn handover(run: u128) -> Handover {
    let run = Uuid::from_u128(run);
    let step = json!({ "id": 1, "name": "Move to Safe_Pos_1", "action": "move", "target": "Safe_Pos_1" });
    let sequence = json!({ "run": run.hyphenated().to_string(), "RobotSequence": { "steps": [step] } });
    Handover {
        run,
        start: Place { position: "Home".to_owned(), tool: "none".to_owned() },
        orders: Vec::new(),
        plan_hash: blake3::hash(b"plan"),
        actions: PathBuf::from("actions.yaml"),
        yaml: SequenceText::new("RobotSequence: to Safe_Pos_1\n".to_owned()),
        json: SequenceText::new(sequence.to_string()),
    }
}

/// A driver that is ready for a run.
fn ready(endpoint: &Endpoint, run: u128) -> OpcUaHandover {
    let mut driver = OpcUaHandover::new(endpoint.clone());
    driver.prepare(&handover(run)).unwrap();
    driver
}

fn id(run: u128) -> String {
    Uuid::from_u128(run).hyphenated().to_string()
}

/// What keeps a driver from going on; it is told by the server's own thread.
fn heard(driver: &mut OpcUaHandover) -> String {
    for _ in 0..100_000 {
        if let Err(error) = driver.listen() {
            return error.to_string();
        }
    }
    panic!("nothing was heard of it");
}

#[test]
fn a_server_is_talked_to_where_a_person_trusts_it_and_it_knows_this_program() {
    let folder = tempfile::tempdir().unwrap();
    let (python, endpoint) = serving(folder.path());
    look(&endpoint).unwrap();
    // Another key, which the server does not know, and which trusts nobody.
    let keys = Keys::of(&folder.path().join("other"));
    keys.make().unwrap();
    let stranger = Endpoint::new(endpoint.url(), keys.folder()).unwrap();
    let why = look(&stranger).unwrap_err().to_string();
    let certificate = folder.path().join("server.der");
    let thumbprint = keys.certificate(&certificate).unwrap().thumbprint;
    assert!(why.contains("nobody has trusted the server's certificate, 'urn:cellgraph:reference-controller'"), "{why}");
    assert!(why.contains(&thumbprint), "{why}");
    let rejected = fs::read_dir(keys.folder().join("rejected")).unwrap().next().unwrap().unwrap().path();
    assert_eq!(keys.certificate(&rejected).unwrap().thumbprint, thumbprint);
    assert!(matches!(keys.trust(&rejected, &"0".repeat(40)), Err(KeyError::OtherThumbprint { .. })));
    assert!(
        look(&stranger).unwrap_err().to_string().contains("nobody has trusted"),
        "a wrong thumbprint trusts nobody"
    );
    keys.trust(&rejected, &thumbprint.to_uppercase()).unwrap();
    assert!(!rejected.exists());
    let why = look(&stranger).unwrap_err().to_string();
    assert!(why.contains("gives no session"), "the server knows no such user: {why}");
    // A key that others may read is not used.
    let private = endpoint_keys(folder.path()).join("private/private.pem");
    fs::set_permissions(&private, fs::Permissions::from_mode(0o640)).unwrap();
    let why = look(&endpoint).unwrap_err().to_string();
    assert!(why.contains("may be read by others than its owner"), "{why}");
    fs::set_permissions(&private, fs::Permissions::from_mode(0o600)).unwrap();
    for name in ["", "own", "private", "trusted", "rejected"] {
        let part = endpoint_keys(folder.path()).join(name);
        let mode = fs::metadata(&part).unwrap().permissions();
        fs::set_permissions(&part, fs::Permissions::from_mode(0o777)).unwrap();
        let why = look(&endpoint).unwrap_err().to_string();
        assert!(why.contains("may be written into by others than its owner"), "{name}: {why}");
        fs::set_permissions(&part, mode).unwrap();
    }
    look(&endpoint).unwrap();
    // Nor a certificate of the trust list that others may write, or that lies elsewhere.
    let listed = fs::read_dir(endpoint_keys(folder.path()).join("trusted")).unwrap().next().unwrap().unwrap().path();
    fs::set_permissions(&listed, fs::Permissions::from_mode(0o666)).unwrap();
    let why = look(&endpoint).unwrap_err().to_string();
    assert!(why.contains("may be written by others than its owner"), "{why}");
    fs::set_permissions(&listed, fs::Permissions::from_mode(0o644)).unwrap();
    let elsewhere = folder.path().join("elsewhere.der");
    fs::rename(&listed, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &listed).unwrap();
    let why = look(&endpoint).unwrap_err().to_string();
    assert!(why.contains("is a symbolic link"), "{why}");
    fs::rename(&elsewhere, &listed).unwrap();
    look(&endpoint).unwrap();
    drop(python);
}

/// A server whose methods are not all there was left with a session that nobody closed.
#[test]
fn a_session_whose_opening_fails_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    look(&endpoint).unwrap();
    assert_eq!(python.ask("sessions"), "1 1");
    python.ask("without Beat");
    let why = look(&endpoint).unwrap_err().to_string();
    assert!(why.contains("Beat"), "{why}");
    assert_eq!(python.ask("sessions"), "2 2");
}

/// What a server offers is first heard in clear: whoever stands between could take the stronger policy out of it.
#[test]
fn a_policy_that_was_taken_out_of_the_list_is_missed_before_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    drop(ready(&endpoint, 1));
    python.ask("hides Aes256_Sha256_RsaPss");
    let why = OpcUaHandover::new(endpoint.clone()).prepare(&handover(2)).unwrap_err().to_string();
    assert!(why.contains("offers Aes256-Sha256-RsaPss") && why.contains("Basic256Sha256 at best"), "{why}");
    // A recovery, which stops, is kept from nothing.
    look(&endpoint).unwrap();
}

#[test]
fn no_policy_is_used_below_the_least_that_an_engineer_names() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let policy = endpoint_keys(folder.path()).join("policy");
    for named in ["Basic256Sha256\n", "Aes128-Sha256-RsaOaep", "Aes256-Sha256-RsaPss\n"] {
        fs::write(&policy, named).unwrap();
        look(&endpoint).unwrap_or_else(|why| panic!("{named}: {why}"));
    }
    python.ask("hides Aes256_Sha256_RsaPss");
    let why = look(&endpoint).unwrap_err().to_string();
    assert!(why.contains("by one of Aes256-Sha256-RsaPss"), "{why}");
    fs::write(&policy, "Basic256Sha256").unwrap();
    look(&endpoint).unwrap();
    for wrong in ["", "Basic128Rsa15", "None", "Aes256-Sha256-RsaPss\nBasic256Sha256"] {
        fs::write(&policy, wrong).unwrap();
        let why = look(&endpoint).unwrap_err().to_string();
        assert!(why.contains("has no security policy: one line has to name one of"), "{wrong}: {why}");
    }
    fs::write(&policy, "Basic256Sha256").unwrap();
    fs::set_permissions(&policy, fs::Permissions::from_mode(0o666)).unwrap();
    let why = look(&endpoint).unwrap_err().to_string();
    assert!(why.contains("may be written by others"), "{why}");
}

fn endpoint_keys(folder: &std::path::Path) -> PathBuf {
    folder.join("keys")
}

#[test]
fn a_key_is_made_once_and_read_by_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let keys = Keys::of(&folder.path().join("keys"));
    let made = keys.make().unwrap();
    assert_eq!(keys.own().unwrap(), made);
    assert!(matches!(keys.make(), Err(KeyError::IsThere(_))));
    let mode = |name: &str| fs::metadata(keys.folder().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("private"), mode("private/private.pem")), (0o700, 0o600));
    fs::remove_file(keys.folder().join("own/cert.der")).unwrap();
    let half = keys.make().unwrap_err();
    assert!(half.to_string().contains("private.pem is there without own/cert.der"), "{half}");
    let none = Keys::of(&folder.path().join("none"));
    let why = none.own().unwrap_err();
    assert!(why.hint().unwrap().contains("cellgraph opcua key --keys"), "{why}");
    assert!(matches!(
        keys.certificate(&keys.folder().join("private/private.pem")),
        Err(KeyError::NoCertificate { .. })
    ));
}

#[test]
fn a_server_that_lies_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    for (run, (lie, why)) in (1..).zip([
        ("shapes", "answer to Look has 5 values, and not 14"),
        ("types", "answer to Look has Serial that is no UInt32"),
        ("lengths", "answer to Look has 0 of Serials, and 1 of Runs"),
        ("loses a line", "lines are missing: the controller's last is 1, 1 after line 0, and 0 came"),
        ("the largest line", "numbers its last line with the largest number there is"),
        ("another run", "the controller's permit was replaced during the run"),
    ]) {
        python.ask(&format!("new {}", json!({ "seed": run as u64, "step_s": 1.0 })));
        let mut driver = ready(&endpoint, run);
        driver.publish(&HOLD).unwrap();
        driver.listen().unwrap();
        python.ask(&format!("lie {lie}"));
        let found = driver.listen().unwrap_err().to_string();
        assert!(found.contains(why), "{lie}: {found}");
        python.ask("lie none");
        driver.stopper().stop().unwrap();
        assert_eq!(python.permit()["permit"], "stop", "{lie}");
    }
    for (lie, why) in
        [("refuses", "the controller refused permit"), ("another number", "with something else than its number")]
    {
        python.ask(&format!("new {}", json!({ "seed": 9, "step_s": 1.0 })));
        let mut driver = ready(&endpoint, 9);
        python.ask(&format!("lie {lie}"));
        let found = driver.publish(&HOLD).unwrap_err().to_string();
        assert!(found.contains(why), "{lie}: {found}");
        python.ask("lie none");
        driver.stopper().stop().unwrap();
    }
}

/// A robot that is kept from moving is sent nowhere, and it is known while nothing is said of any step.
#[test]
fn an_emergency_stop_a_protective_stop_and_a_mode_that_is_not_automatic_end_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    for (run, (name, bad, good, why)) in (1..).zip([
        ("EmergencyStop", "true", "false", "an emergency stop is pressed"),
        ("ProtectiveStop", "true", "false", "a protective stop holds the robot"),
        ("OperationalMode", "1", "3", "the robot is operated by hand"),
        ("OperationalMode", "0", "4", "the robot is in no automatic mode"),
    ]) {
        python.ask(&format!("safety {name} {bad}"));
        let found = look(&endpoint).unwrap().against.unwrap();
        assert!(found.starts_with(why), "{found}");
        let refused = OpcUaHandover::new(endpoint.clone()).prepare(&handover(run)).unwrap_err().to_string();
        assert!(refused.starts_with(why), "{refused}");
        python.ask(&format!("safety {name} {good}"));
        let mut driver = ready(&endpoint, run);
        driver.publish(&HOLD).unwrap();
        python.ask(&format!("safety {name} {bad}"));
        let found = heard(&mut driver);
        assert!(found.starts_with(why), "{found}");
        assert!(driver.publish(&GO).is_err(), "nothing is permitted");
        driver.stopper().stop().unwrap();
        python.ask(&format!("safety {name} {good}"));
    }
}

/// A server whose subscription tells of nothing any more was believed: a step was sent with the emergency stop pressed.
#[test]
fn a_server_that_tells_of_nothing_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let mut driver = ready(&endpoint, 1);
    driver.publish(&HOLD).unwrap();
    python.ask("lie tells nothing");
    python.ask("safety EmergencyStop true");
    let found = driver.publish(&GO).unwrap_err().to_string();
    assert!(found.starts_with("an emergency stop is pressed"), "{found}");
    assert_eq!(python.permit()["permit"], "hold");
    assert!(heard(&mut driver).starts_with("an emergency stop is pressed"));
    // A variable that is there twice is no variable that is missing.
    python.ask("twice");
    let found = OpcUaHandover::new(endpoint.clone()).prepare(&handover(2)).unwrap_err().to_string();
    assert!(found.contains("SafetyState/EmergencyStop is there 2 times"), "{found}");
}

/// A Cell that cannot be read, and a sensor that failed, kept a recovery from telling the controller to stop.
#[test]
fn a_stop_needs_nothing_of_a_server_but_its_methods() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let mut dead = ready(&endpoint, 1);
    dead.publish(&HOLD).unwrap();
    dead.publish(&GO).unwrap();
    for fault in ["circle", "twice"] {
        python.ask(fault);
    }
    assert!(OpcUaHandover::new(endpoint.clone()).prepare(&handover(2)).is_err());
    let found = recover(&endpoint, Some(Uuid::from_u128(1)), None, &Declared::default(), Duration::ZERO).unwrap();
    assert!(found.is_stopped && found.remarks.iter().any(|remark| remark.contains("Cell/")), "{found:?}");
    assert_eq!(python.permit()["permit"], "stop");
}

#[test]
fn what_another_client_permits_ends_the_run_and_the_stop_is_obeyed_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let mut driver = ready(&endpoint, 1);
    driver.publish(&HOLD).unwrap();
    python.ask("rob");
    let found = driver.publish(&GO).unwrap_err().to_string();
    assert!(found.contains("the controller refused permit"), "a go names what it replaces: {found}");
    let found = driver.listen().unwrap_err().to_string();
    assert!(found.contains("was replaced during the run"), "{found}");
    driver.stopper().stop().unwrap();
    let standing = python.permit();
    assert_eq!((&standing["permit"], &standing["run"]), (&json!("stop"), &json!(id(1))));
}

#[test]
fn a_session_that_is_lost_ends_the_run_and_the_stop_is_told_over_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let mut driver = ready(&endpoint, 1);
    driver.publish(&HOLD).unwrap();
    driver.publish(&GO).unwrap();
    python.ask("close");
    assert!(driver.listen().is_err());
    driver.stopper().stop().unwrap();
    assert_eq!(python.permit()["permit"], "stop");
    assert!(driver.publish(&GO).is_err(), "nothing after a stop");
    assert_eq!(python.permit()["permit"], "stop");
    // It stays so: nobody takes the session up again for the run.
    assert!(driver.listen().is_err());
}

/// A server that answers by itself says nothing of the controller's program.
#[test]
fn a_controller_whose_program_stands_still_has_no_heartbeat() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let driver = ready(&endpoint, 1);
    let stopper = driver.stopper();
    python.turns(1, 20, "-");
    stopper.beat().unwrap();
    python.turns(1, 20, "-");
    stopper.beat().unwrap();
    let why = stopper.beat().unwrap_err().to_string();
    assert!(why.contains("its program stands still"), "{why}");
}

#[test]
fn the_sequence_is_read_back_before_every_go() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let mut driver = ready(&endpoint, 1);
    driver.publish(&HOLD).unwrap();
    python.ask("alter");
    let found = driver.publish(&GO).unwrap_err().to_string();
    assert!(found.contains("is not the one that was handed over"), "{found}");
}

#[test]
fn a_go_that_another_run_left_is_stopped_and_no_run_begins() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let mut dead = ready(&endpoint, 1);
    dead.publish(&HOLD).unwrap();
    dead.publish(&GO).unwrap();
    let found = OpcUaHandover::new(endpoint.clone()).prepare(&handover(2)).unwrap_err();
    assert!(matches!(&found, DriverError::Unsafe(why) if why.contains("it is told to stop now")), "{found}");
    assert_eq!(python.permit()["permit"], "stop");
}

#[test]
fn a_recovery_stops_the_interrupted_run_and_hears_where_the_robot_is() {
    let folder = tempfile::tempdir().unwrap();
    let (mut python, endpoint) = serving(folder.path());
    let mut dead = ready(&endpoint, 1);
    dead.publish(&HOLD).unwrap();
    dead.publish(&GO).unwrap();
    let before = python.permit();
    let patience = Duration::from_millis(1);
    let other = recover(&endpoint, Some(Uuid::from_u128(2)), None, &Declared::default(), patience);
    assert!(matches!(other, Err(RecoveryError::OtherController { .. })), "{other:?}");
    assert_eq!(python.permit(), before, "another run's controller is told nothing");
    let mut found = recover(&endpoint, Some(Uuid::from_u128(1)), None, &Declared::default(), patience).unwrap();
    assert!(found.is_stopped && found.reported.is_none());
    assert_eq!(found.stood, format!("`go` for step 1 of run {}", id(1)));
    assert_eq!(python.permit()["permit"], "stop");
    // The controller's turn, and it is asked again.
    python.turns(1, 20, "-");
    found.ask_again(Duration::ZERO);
    python.turns(1, 20, "-");
    assert_eq!(found.against(&Place { position: "Home".to_owned(), tool: "none".to_owned() }), None);
    assert!(found.against(&Place { position: "Pos_1".to_owned(), tool: "none".to_owned() }).is_none(), "said once");
    // A controller that has never had a permit is told nothing where nothing was interrupted.
    python.ask(&format!("new {}", json!({ "seed": 3, "step_s": 1.0 })));
    let found = recover(&endpoint, None, None, &Declared::default(), patience).unwrap();
    assert!(!found.is_stopped);
    assert_eq!(python.permit(), Value::Null);
}

/// The node set that the documentation gives is the one that the driver asks for: the reference controller has no other.
#[test]
fn the_cell_of_the_variables_goes_with_a_line_that_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let (python, endpoint) = serving(folder.path());
    let found = look(&endpoint).unwrap();
    assert_eq!(found.cell, Some(json!({ "position": "Home", "tool": "none" })));
    assert_eq!((found.lines, found.standing.as_str(), found.against), (0, "nothing that a controller obeys", None));
    drop(python);
}
