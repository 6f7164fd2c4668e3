//! Questions whose words say plainly what is asked: the query in the terse form, with every filter that was said. What no query
//! asks by is not answered by a neighbour's answer.

use crate::{cells, harness::Cell};

#[test]
fn plain_words_give_the_query() {
    Cell::new(cells::demo()).check(
        "Home",
        "none",
        "
        is the welder attached? => ask is held Welder
        do you hold the welder? => ask is held Welder
        does it hold the welder? => ask is held Welder
        are you holding the camera right now? => ask is held Camera
        what does it hold? => ask held
        are you at position 3? => ask is robot Pos_3
        is the robot at home => ask is robot Home
        is the welder at 3? => ask kept Welder
        can the robot weld at 2? => ask can tack_weld @ Pos_2
        is it possible to weld at position 4? => ask can tack_weld @ Pos_4
        can you reach position 4? => ask can go Pos_4
        can you weld at 2 => tack_weld@Pos_2
        how many tools are there? => ask count tools
        how many safe positions are there? => ask count positions role=safe_approach
        how many positions do you have? => ask count positions
        which safe positions are there? => ask which positions role=safe_approach
        show me the work positions => ask which positions role=work
        is there a home position? => ask any positions role=home
        what can the camera do? => ask which routines tool=Camera
        what can you do with the welder? => ask which routines tool=Welder
        which routines don't need the welder? => ask which routines tool!=Welder
        what can you do without a tool? => ask which routines tool=none
        which tool is needed for position check? => ask which tools routine=position_check
        which tool does the inspection need? => ask which tools routine=camera_inspection
        what can be done at home? => ask routines at Home
        which runs failed yesterday? => ask history Yesterday Failed
        how many runs failed today? => ask count runs outcome=failed day=today
        how many runs were stopped? => ask count runs outcome=stopped
        did anything fail today? => ask any runs day=today outcome=failed
        which runs did not fail? => ask which runs outcome!=failed
        which positions cannot be welded? => ask which positions role=work routine!=tack_weld
        where can't you weld? => ask which positions role=work routine!=tack_weld
        what can not be done at position 5? => ask which routines at!=Pos_5
        when did you last weld 2? => ask when tack_weld @ Pos_2
        when did you last weld? => ask when tack_weld
        why can't you weld at 4? => ask why not tack_weld @ Pos_4
        why can't you go to position 4? => ask why not go Pos_4
        how long does it take to weld at position 1? => ask long tack_weld @ Pos_1
        how long does it take to go to position 3? => ask long go Pos_3
        how long is the way from home to position 3? => ask long go Home to Pos_3
        did you weld position 3? => ask any runs routine=tack_weld at=Pos_3
        did you weld position 3 today? => ask any runs routine=tack_weld at=Pos_3 day=today
        is position 1 welded? => ask any runs routine=tack_weld at=Pos_1
        how often was position 1 welded? => ask count runs routine=tack_weld at=Pos_1
        is there a move from home to position 1? => ask any moves from=Home to=Pos_1
        ",
    );
}

#[test]
fn two_questions_are_two() {
    Cell::new(cells::demo()).check(
        "Home",
        "none",
        "
        where are you and what do you hold? => ask where robot ; held
        how many tools are there, and which tool are you holding? => ask count tools ; held
        is the welder attached and are you at position 3? => ask is held Welder ; is robot Pos_3
        ",
    );
}

/// Attackers found these answered by a neighbour's answer: the place now for the place before, all runs for those that were
/// stopped, the places that support for those that do not.
#[test]
fn what_cannot_be_told_is_not_answered_by_a_neighbour() {
    Cell::new(cells::demo()).check(
        "Home",
        "none",
        "
        where was the robot before? => ask ?
        where will the robot be after the next run? => ask ?
        what was the run before the last? => ask history 2
        what was the first run? => ask ?
        is it safe? => ask ?
        where is the hammer? => ask ?
        which position is the nearest to home? => ask ?
        is position 1 left or right of position 2? => ask ?
        ",
    );
}
