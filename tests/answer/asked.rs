//! Questions in the terse form, word by word, on the demo cell: one of each kind, each filter and its negation, two parts,
//! and a state that nobody confirmed, that a simulation left, or that is not known.

use cellgraph::store::RobotState;
use uuid::Uuid;

use super::harness::{Runs, asked, check, demo, grounds, robot, unconfirmed};

fn runs() -> Runs {
    let weld = ["move to Safe_Pos_1", "move to Pos_1", "tack_weld at Pos_1"];
    Runs::default()
        .working("2026-07-01T23:59:59Z", None, &["move to Safe_Pos_1", "move to Pos_1", "camera_inspection at Pos_1"])
        .working("2026-07-13T10:00:00Z", Some("failed at step 3: the arc did not strike"), &weld)
        .working("2026-07-13T11:00:00Z", None, &weld)
        .working("2026-07-14T07:30:00Z", Some("stopped by the operator after step 2"), &weld)
        .working("2026-07-14T08:00:00Z", None, &["move to Home"])
}

const LISTS: &str = "
    which positions role=work
    which positions role!=work
    count positions role=safe_approach
    any positions role=home
    which positions role=tool_mount
    which positions routine=tack_weld
    which positions role=work routine!=tack_weld
    which positions routine=tack_weld routine=camera_inspection at!=Pos_2
    which positions tool=Camera
    which positions role=work tool!=Welder
    which positions tool=none
    which positions tool!=none
    which positions from=here
    which positions to=Pos_4
    which positions from!=Home role=safe_approach
    any positions routine=tack_weld at=Pos_4
    count positions routine=tack_weld
    which tools routine=tack_weld
    which tools routine=position_check
    which tools routine!=tack_weld
    which tools at=Tool_Weld_Position
    which tools at=Pos_4
    which tools tool!=Welder
    any tools at=Home
    count tools
    which routines tool=Welder
    which routines tool!=Welder
    which routines tool=none
    which routines tool!=none
    which routines at=Pos_1 tool=Camera
    any routines at=Home tool=Welder
    which routines at=here routine!=position_check
    count routines at=Pos_1
    which stands
    which stands tool=Welder
    any stands tool=none
    which stands at!=Tool_Weld_Position
    count stands
    which moves from=Pos_4
    which moves to=Home
    which moves from!=Home to=Safe_Pos_4
    which moves at=Pos_1
    any moves from=here to=Safe_Pos_1
    any moves from=here to=Pos_1
    count moves
    which tools role=work
    count positions day=today
    which moves tool=Welder
    any routines outcome=failed
    which stands routine=tack_weld
";

const PAST: &str = "
    which runs outcome=failed
    which runs outcome=stopped
    which runs outcome!=completed
    which runs outcome!=failed day=yesterday
    count runs outcome=completed
    count runs outcome=stopped
    any runs outcome=failed day=today
    any runs outcome=stopped day=today
    which runs day=yesterday
    which runs day!=today
    which runs day=2026-07-01
    any runs routine=tack_weld at=Pos_1 day=today
    any runs routine=tack_weld at=Pos_1 day=yesterday
    any runs routine=tack_weld at=Pos_3
    which runs routine=tack_weld
    which runs routine!=tack_weld
    which runs routine=tack_weld outcome=failed
    which runs tool=Camera
    which runs at=Home
    which runs at!=Pos_1
    which runs routine=tack_weld last=1
    which runs outcome=stopped last=1
    any runs outcome=failed last=1
    any runs outcome=stopped last=2
    count runs day=today outcome!=completed
    which steps
    which steps last=2
    count steps last=2 outcome=completed
    which steps day=yesterday routine=tack_weld
    any steps day=yesterday outcome=failed
    which steps day=yesterday outcome!=completed
    which steps outcome=stopped
    which runs from=Home
    which runs role=work
    which runs last!=3
    when tack_weld @ Pos_1
    when tack_weld
    when tack_weld @ Pos_3
    when camera_inspection
    when go Home
    when take Welder
    why last
    last
    which runs outcome=completed last=1
    more
    rest
";

const DEEDS: &str = "
    is held Welder
    is held Camera
    is robot Home
    is robot Pos_3
    can tack_weld @ Pos_1
    can tack_weld @ Pos_4
    can tack_weld @ here
    can tack_weld
    can go Pos_1
    can go Home
    can go Pos_4 to Home
    can go Pos_4 to Pos_4
    can go here to Pos_1
    can take Welder
    can take Camera
    why not tack_weld @ Pos_4
    why not tack_weld @ Pos_1
    why not go Pos_4
    why not go Tool_Camera_Position
    why not take Camera
    why not take Welder
    long tack_weld @ Pos_1
    long tack_weld @ Pos_4
    long tack_weld
    long go Home to Pos_3
    long go Pos_2
    long go Home
    long go here to Pos_2
    long take Camera
    dwell tack_weld @ Pos_1
    dwell tack_weld @ Pos_4
    dwell tack_weld
    dwell position_check
    dwell position_check @ Home
    dwell position_check @ here
    dwell take Welder
    dwell go Home
    way here to Pos_1
    way Pos_1 to here
    way Pos_1
    about Pos_1
    ?
    help
";

const TWO: &str = "
    where robot ; held
    which positions role=work ; count positions role=home
    can go Pos_1 ; can go Pos_2
    way Home to Pos_1 ; way Home to Pos_2
    long go Home to Pos_1 ; long go Home to Pos_2
    which routines at=Pos_1 ; which routines at=Pos_2
    is held Welder ; ?
    any runs day=today ; why last
    which runs last=2 ; which runs last=1
    status ; which runs outcome=failed last=1
";

#[test]
fn lists_by_every_filter() {
    let (s, robot) = (demo(), robot("Home", "none"));
    check!("asked_lists", asked(&grounds(&s, Some(&robot), None), LISTS));
}

#[test]
fn runs_and_steps_by_every_filter() {
    let (s, robot, runs) = (demo(), robot("Home", "none"), runs());
    check!("asked_past", asked(&grounds(&s, Some(&robot), Some(&runs)), PAST));
    check!("asked_no_past", asked(&grounds(&s, Some(&robot), Some(&Runs::default())), PAST));
}

#[test]
fn deeds_from_home_with_an_empty_hand() {
    let (s, robot) = (demo(), robot("Home", "none"));
    check!("asked_deeds_home", asked(&grounds(&s, Some(&robot), None), DEEDS));
}

#[test]
fn deeds_with_the_welder_in_hand() {
    let (s, robot) = (demo(), robot("Pos_1", "Welder"));
    check!("asked_deeds_welder", asked(&grounds(&s, Some(&robot), None), DEEDS));
}

#[test]
fn deeds_where_the_state_is_not_confirmed_not_known_not_of_this_cell_or_simulated() {
    let s = demo();
    let simulated = RobotState {
        run_id: Some(Uuid::from_u128(7)),
        operator: None,
        driver: Some("simulator".to_owned()),
        ..robot("Pos_1", "Welder")
    };
    let doubted = unconfirmed("Safe_Pos_4", "Welder", "run 12 was interrupted");
    let foreign = robot("Old_Place", "Old_Tool");
    for (name, state) in [
        ("asked_deeds_unconfirmed", Some(&doubted)),
        ("asked_deeds_simulated", Some(&simulated)),
        ("asked_deeds_foreign", Some(&foreign)),
        ("asked_deeds_unknown", None),
    ] {
        check!(name, asked(&grounds(&s, state, None), DEEDS));
    }
}

#[test]
fn two_questions_in_one() {
    let (s, robot, runs) = (demo(), robot("Home", "none"), runs());
    check!("asked_two", asked(&grounds(&s, Some(&robot), Some(&runs)), TWO));
}
