//! Every example of `router-and-intent.md` on the seeds' cell.

use crate::{cells, harness::Cell};

fn check(table: &str) {
    Cell::new(cells::demo()).check("Home", "none", table);
}

#[test]
fn categories() {
    check(
        "
        Move to position 1 => go Pos_1
        Weld at position 2 => tack_weld@Pos_2
        Attach the camera => take Camera
        Can you inspect at area 3? => camera_inspection@Pos_3
        Please go to home => go Home
        Do that again => replay
        proceed => confirm
        yes => confirm
        go ahead => confirm
        yes go ahead => confirm
        do it => confirm
        What positions are available? => ask positions
        What stations are available? => ask positions
        What positions exist? => ask positions
        Where is the robot? => ask where
        Show me the tools => ask tools
        What tools are available? => ask tools
        What did you do? => ask history
        Show me the history => ask history
        Give me the task list => ask history
        Give me the last 15 tasks => ask history 15
        give me the 15 latest => ask history 15
        Tell me more => ask more
        What about tools? => ask tools
        and the tools? => ask tools
        And the routines? => ask routines
        show me 10 more => ask more 10
        10 more => ask more 10
        what about the rest? => ask rest
        what did the robot do today? => ask history Today
        what did the robot do yesterday? => ask history Yesterday
        Hello => unknown
        What's the weather? => unknown
        asdfgh => unknown
        => unknown
        Scan at area 5 => camera_inspection@Pos_5
        ",
    );
}

#[test]
fn replays() {
    check(
        "
        run task be892f3d-9cfc-44de-acff-c82576a46603 => replay
        do that again => replay
        repeat the last one => replay
        run the same => replay
        Repeat the last task => replay
        run the latest task again => replay
        do it again => replay
        again => replay
        run task abc-123-def-456 => ?
        ",
    );
}

#[test]
fn the_six_goals() {
    check(
        "
        go to position 1 => go Pos_1
        move to home => go Home
        navigate to safe position 2 => go Safe_Pos_2
        weld at position 2 => tack_weld@Pos_2
        inspect at position 1 => camera_inspection@Pos_1
        grab the camera => take Camera
        attach welder => take Welder
        return the tool => drop
        put back camera => drop
        release welder => drop
        return tool and go home => drop+home
        put back camera and return to home position => drop+home
        finish up => drop+home
        weld at position 1, 2, and 3 => tack_weld@Pos_1, tack_weld@Pos_2, tack_weld@Pos_3
        inspect all positions => camera_inspection@Pos_1, camera_inspection@Pos_2, camera_inspection@Pos_3, camera_inspection@Pos_4, camera_inspection@Pos_5
        weld at position 1 and 2 => tack_weld@Pos_1, tack_weld@Pos_2
        ",
    );
}

#[test]
fn precedence() {
    check(
        "
        visit all positions => go Pos_1, go Pos_2, go Pos_3, go Pos_4, go Pos_5
        tour the work area => go Pos_1, go Pos_2, go Pos_3, go Pos_4, go Pos_5
        move to position 1 and back home => go Pos_1, go Home
        go to position 1 and back home => go Pos_1, go Home
        pick up camera => take Camera
        grab the welder => take Welder
        weld and inspect pos 1 => tack_weld@Pos_1, camera_inspection@Pos_1
        scan area 3 => camera_inspection@Pos_3
        inspect areas 1, 2, and 3 => camera_inspection@Pos_1, camera_inspection@Pos_2, camera_inspection@Pos_3
        do a full inspection => camera_inspection@Pos_1, camera_inspection@Pos_2, camera_inspection@Pos_3, camera_inspection@Pos_4, camera_inspection@Pos_5
        do a full scan => camera_inspection@Pos_1, camera_inspection@Pos_2, camera_inspection@Pos_3, camera_inspection@Pos_4, camera_inspection@Pos_5
        scan all areas => camera_inspection@Pos_1, camera_inspection@Pos_2, camera_inspection@Pos_3, camera_inspection@Pos_4, camera_inspection@Pos_5
        weld station 2 then inspect it => tack_weld@Pos_2, camera_inspection@Pos_2
        weld => ?
        inspect => ?
        weld at position 9 => ?
        ",
    );
}
