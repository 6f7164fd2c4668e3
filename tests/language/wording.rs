//! The same things in other words: how work is asked for, what becomes of tools, rows of places, counts, where the robot
//! is, slips of the fingers. And what must not be taken for any of that.

use crate::{cells, harness::Cell};

#[test]
fn work_is_asked_for_in_many_ways() {
    let asked = [
        "could I trouble you to weld position 1",
        "could I bother you to weld at 1",
        "any chance of a weld at position 1",
        "be a good lad and weld position 1",
        "do us a favour, weld position 1",
        "I'd be grateful if you'd weld position 1",
        "I was hoping you could weld position 1",
        "you are cleared to weld position 1",
        "your next task: weld position 1",
        "next job is welding position 1",
        "position 1 could do with a weld",
        "position 1 is ready to be welded",
        "position 1 is next for a weld",
        "I want position 1 welded",
        "can I have position 1 welded",
        "could we have a weld at 1",
        "may I have a weld at position 1",
        "get position 1 welded",
        "have position 1 welded",
        "have a weld done at position 1",
        "have a go at welding position 1",
        "give position 1 a weld",
        "give us a weld on 1",
        "stick a weld on position 1",
        "throw a weld on position 1",
        "see that position 1 gets welded",
        "weld position 1 when you get a sec",
        "weld position 1 whenever you are ready",
        "weld position 1, there's a good robot",
        "weld position 1 and let me know",
    ];
    let table: Vec<String> = asked.iter().map(|text| format!("{text} => tack_weld@Pos_1")).collect();
    Cell::new(cells::demo()).check("Home", "none", &table.join("\n"));
}

#[test]
fn what_is_no_request_stays_none() {
    Cell::new(cells::demo()).check(
        "Home",
        "none",
        "
        welding position 1 => ?
        the robot welds at position 1 => ?
        position 1 was welded => ?
        weld position 1 while I get the next part => ?
        can we weld at position 1? => ask
        can I weld at position 1? => ask
        what about position 1? => ask
        go to position 1 and do not move => ?
        go to position 1 and do not move from where you are => ?
        weld at 1 but don't go => ?
        weld 2 without leaving position 1 => ?
        go to 1 or 2 => ?
        ",
    );
}

#[test]
fn tools_come_and_go() {
    Cell::new(cells::press()).check(
        "T4",
        "none",
        "
        take the gun back to its dock and go home => drop+home
        gun back on its dock and away home => drop+home
        gun in the dock, robot home => drop+home
        fire the gun back on its hook => drop
        home, belt off first =>? drop+home
        go home after putting the belt away =>? drop+home
        before going home put the belt back =>? drop+home
        hands empty and home please => drop+home
        go home with an empty hand => drop+home
        let go of whatever you've got =>? drop
        get the gun from its dock => take StudGun
        take the gun off the dock => take StudGun
        pads please =>? take SuctionPads
        I need the pads =>? take SuctionPads
        tool change: belt head => take BeltHead
        switch from the gun to the belt =>? take BeltHead
        gun fetch => take StudGun
        put a stud in T1 => set-stud@T1
        grab the stud gun and set a stud at T1 => take StudGun, set-stud@T1
        with the belt head on, deburr T2 => take-burr@T2
        // onto the flange, or into its dock?
        dock the gun => ?
        undock the gun => ?
        // it hangs there already
        leave the gun in its dock => ?
        T1, belt away => ?
        ",
    );
    Cell::new(cells::press()).check("T4", "StudGun", "dock the gun =>? drop\nleave the gun in its dock =>? drop");
}

#[test]
fn places_by_what_they_are_called() {
    Cell::new(cells::press()).check(
        "T4",
        "none",
        "
        deburr tables 1 and 3 =>? take-burr@T1, take-burr@T3
        deburr tables 1-3 =>? take-burr@T1, take-burr@T2, take-burr@T3
        deburr the first and the third table => take-burr@T1, take-burr@T3
        deburr the jigs => take-burr@JIG_A, take-burr@JIG_B
        deburr the last jig => take-burr@JIG_B
        deburr all tables and jigs => take-burr@T1, take-burr@T2, take-burr@T3, take-burr@T4, take-burr@JIG_A, take-burr@JIG_B
        deburr every table bar T3 => take-burr@T1, take-burr@T2, take-burr@T4
        deburr T4 and T1, T1 first =>? take-burr@T1, take-burr@T4
        // where the robot is
        deburr this one => take-burr@T4
        deburr this table => take-burr@T4
        deburr the part in front of you => take-burr@T4
        // this, and which?
        deburr this and T2 => ?
        deburr right there => ?
        ",
    );
}

#[test]
fn counts_and_order() {
    Cell::new(cells::press()).check(
        "T4",
        "none",
        "
        T4, rivets, three off =>? pull-rivet@T4, pull-rivet@T4, pull-rivet@T4
        T4: 2 rivets =>? pull-rivet@T4, pull-rivet@T4
        put two rivets in T4 => pull-rivet@T4, pull-rivet@T4
        a double deburr on T1 => take-burr@T1, take-burr@T1
        stud T1 two times, T2 one time => set-stud@T1, set-stud@T1, set-stud@T2
        go home last, deburr T1 first => take-burr@T1, go PARK
        deburr T1 last, rivet T4, go to QC_Post =>? pull-rivet@T4, go QC_Post, take-burr@T1
        go to T1... ah no, sorry sorry, I mean T2, go to T2 => go T2
        deburr no 1 and no 3 =>? take-burr@T1, take-burr@T3
        deburr T1, no, T3 => take-burr@T3
        ",
    );
}

#[test]
fn slips_of_the_fingers() {
    Cell::new(cells::demo()).check(
        "Home",
        "none",
        "
        weld the frist position => tack_weld@Pos_1
        weld the secodn and the thrid one => tack_weld@Pos_2, tack_weld@Pos_3
        wekd pos 1 => tack_weld@Pos_1
        // a number is put right by its own letters alone
        weld position thre => ?
        weld position tow => ?
        ",
    );
}

#[test]
fn counts_belong_to_the_places_beside_them() {
    Cell::new(cells::press()).check(
        "T4",
        "none",
        "
        two rivets in T1 and one in T2 => pull-rivet@T1, pull-rivet@T1, pull-rivet@T2
        two studs for table 2 and one for table 3 =>? set-stud@T2, set-stud@T2, set-stud@T3
        deburr T1 and gauge it before and after => ?
        deburr all four tables => take-burr@T1, take-burr@T2, take-burr@T3, take-burr@T4
        deburr all five tables => ?
        ",
    );
}

#[test]
fn what_is_left_out_may_be_counted_off() {
    Cell::new(cells::press()).check(
        "T4",
        "none",
        "
        rivet every table bar the third => pull-rivet@T1, pull-rivet@T2, pull-rivet@T4
        gauge all the tables but the last two =>? try-gauge@T1, try-gauge@T2
        deburr tables 1 to 4 excluding the 3rd one =>? take-burr@T1, take-burr@T2, take-burr@T4
        gauge T1 and T2, not T2, T3 => ?
        gauge just T1 and nothing else => try-gauge@T1
        ",
    );
}

#[test]
fn rows_sides_and_materials() {
    Cell::new(cells::battery()).check(
        "HomePark",
        "none",
        "
        test the A trays =>? TestVoltage@TrayA1, TestVoltage@TrayA2, TestVoltage@TrayA3
        test voltage on the A trays and B1 =>? TestVoltage@TrayA1, TestVoltage@TrayA2, TestVoltage@TrayA3, TestVoltage@TrayB1
        for each A tray read the barcode => ReadBarcode@TrayA1, ReadBarcode@TrayA2, ReadBarcode@TrayA3
        weld a tray => ?
        tighten the busbar on the left =>? TightenBolts@BusbarLeft
        weld the left busbar and the right one => WeldTabs@BusbarLeft, WeldTabs@BusbarRight
        put some paste on tray A2 =>? DispensePaste@TrayA2
        weld some trays => ?
        weld A1, welder off => WeldTabs@TrayA1, drop
        go to A1 on your way to B1 =>? go TrayA1, go TrayB1
        go home and put the probe away on the way => ?
        could the robot be testing A1 => TestVoltage@TrayA1
        ",
    );
}

#[test]
fn counts_said_once_and_exceptions_in_other_words() {
    Cell::new(cells::demo()).check(
        "Home",
        "none",
        "
        weld 1 once and inspect it twice => tack_weld@Pos_1, camera_inspection@Pos_1, camera_inspection@Pos_1
        go to safe 1 to 3 accept 2 => go Safe_Pos_1, go Safe_Pos_3
        inspect 1 to 5 but for 3 => camera_inspection@Pos_1, camera_inspection@Pos_2, camera_inspection@Pos_4, camera_inspection@Pos_5
        weld 3 later than 1 => tack_weld@Pos_1, tack_weld@Pos_3
        weld 1 after all => tack_weld@Pos_1
        weld 1, right away => tack_weld@Pos_1
        ",
    );
}

#[test]
fn words_that_tools_and_routines_share() {
    Cell::new(cells::pumps()).check(
        "NEST_2",
        "none",
        "
        bolt nest 5 => drive_bolts@NEST_5
        bolt up nest 5 => drive_bolts@NEST_5
        do the bolts here => drive_bolts@NEST_2
        nip up the bolts on nest 1 => drive_bolts@NEST_1
        bolts on nests 1 and 2 => drive_bolts@NEST_1, drive_bolts@NEST_2
        tighten the bolts with the bolt driver on nest 3 => drive_bolts@NEST_3
        take the bolt driver => take bolt_driver
        grab the rivet gun => ?
        put the rivet gun away => ?
        ring and bolts at 3 => seat_oring@NEST_3, drive_bolts@NEST_3
        o-ring in nest 6 => seat_oring@NEST_6
        get a bearing into nest 3 => press_bearing@NEST_3
        two leak checks in the tub, back to back => leak_check@LEAK_TUB, leak_check@LEAK_TUB
        any chance of an air test on the one in the bell? => leak_check@LEAK_BELL
        press the bearing in nest 1 and gauge it after => press_bearing@NEST_1, gauge_bore@NEST_1
        bolt nest 1 and keep it bolted => ?
        back to rest with you => go REST
        and nest 3 as well => ?
        ",
    );
}

#[test]
fn idioms_of_requests_and_tools() {
    Cell::new(cells::pumps()).check(
        "NEST_2",
        "plug_head",
        "
        bolt nest 1. Many thanks, Ingrid =>? drive_bolts@NEST_1
        bolt nest 1, there's a love => drive_bolts@NEST_1
        bolt nest 1, ta => drive_bolts@NEST_1
        bolt nest 1, would you? => drive_bolts@NEST_1
        would you bolt nest 1? => drive_bolts@NEST_1
        bolt nest 1, and when that is finished come home => drive_bolts@NEST_1, go REST
        kindly initiate the leak check operation at LEAK_BELL => leak_check@LEAK_BELL
        two runs of leak check on LEAK_BELL => leak_check@LEAK_BELL, leak_check@LEAK_BELL
        leak check where you're stood => leak_check@NEST_2
        bolt the duff one in nest 3 => drive_bolts@NEST_3
        hang the plug head up and get me the bolt driver => drop, take bolt_driver
        put that plug head back where it lives => drop
        put down whatever it is you're holding => drop
        drop off the tool it's carrying => drop
        retract to over the test => go OVER_TEST
        swap the plug head for the bore probe, would you? => take bore_probe
        bolt nest 1, scan_code on NEST_2 => drive_bolts@NEST_1, scan_code@NEST_2
        take away the ring from nest 1 => ?
        bolt nest 1, er, nest 2 => ?
        hiya, you alright? => unknown
        ",
    );
}
