//! Little words that change what a sentence asks for: relations between work and a place, and those of German. A line each, as in
//! [`crate::table`].

use crate::table::check;

/// A place that stands in a relation to the work was taken for where it is done.
#[test]
fn a_relation_is_no_place_of_work() {
    check(
        "Home",
        "none",
        r#"
        weld before position 2 => tack_weld @ Pos_2 => ambiguous
        weld after position 2 => tack_weld @ Pos_2 => ambiguous
        weld up to position 2 => tack_weld @ Pos_2 => ambiguous
        weld to position 2 => tack_weld @ Pos_2 => ambiguous
        weld from position 2 => tack_weld @ Pos_2 => ambiguous
        weld on to position 2 => tack_weld @ Pos_2 => ambiguous
        weld over to position 2 => tack_weld @ Pos_2 => ambiguous
        weld at 1 minus 2 => tack_weld @ Pos_1 + Pos_2 => ambiguous exclusion_ignored
        weld at 1 minus 2 => tack_weld @ Pos_1 => ambiguous
        weld 1 minus 2 => tack_weld @ Pos_1 to Pos_2 => ambiguous exclusion_ignored
        weld 1, 2 minus 2 => tack_weld @ Pos_1 =>
        weld all minus 2 => tack_weld @ Pos_1 + Pos_3 =>
        weld 1 to 3 minus 2 => tack_weld @ Pos_1 + Pos_3 =>
        weld at 1 but not 2 => tack_weld @ Pos_1 =>
        weld at position 2 => tack_weld @ Pos_2 =>
        weld on position 2 => tack_weld @ Pos_2 =>
        apply a tack to 3 => tack_weld @ Pos_3 =>
        move to 3 => go Pos_3 =>
        weld from 1 to 3 => tack_weld @ Pos_1 to Pos_3 =>
        weld 1 after 2 => tack_weld @ Pos_2 + Pos_1 =>
        swap the welder => take Welder => ambiguous
        switch to the welder => take Welder =>
        "#,
    );
}

/// German was a row of unknown words.
#[test]
fn german_is_followed() {
    check(
        "Home",
        "none",
        r#"
        schweiß die 1 und die 2 => tack_weld @ Pos_1 + Pos_2 =>
        schweiß die 1 und die 2 => tack_weld @ Pos_1 => place_not_read
        schweiß von 1 bis 3 => tack_weld @ Pos_1 to Pos_3 =>
        schweiß die 1, aber nicht die 2 => tack_weld @ Pos_1 + Pos_2 => exclusion_ignored
        erst die 3 schweißen, dann die 1 => tack_weld @ Pos_3 + Pos_1 =>
        schweiß die zwei zweimal => tack_weld @ Pos_2 x2 =>
        schweiß die zwei zweimal => tack_weld @ Pos_2 => count_off
        fahr bitte zur drei => go Pos_3 =>
        fahr heim => go Home =>
        "#,
    );
}
