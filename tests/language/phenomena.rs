//! What operators do to language, phenomenon by phenomenon, on cells of several trades and ways of naming.

use cellgraph::cell::State;

use crate::{cells, harness::Cell};

#[test]
fn on_the_demo_cell() {
    Cell::new(cells::demo()).check(
        "Pos_2",
        "Welder",
        "
        // lists, ranges, all, exclusions
        weld 1 & 3 => tack_weld@Pos_1, tack_weld@Pos_3
        weld pos 1, pos 2 then go home => tack_weld@Pos_1, tack_weld@Pos_2, go Home
        weld 1 to 3 => tack_weld@Pos_1, tack_weld@Pos_2, tack_weld@Pos_3
        weld 1-3 => tack_weld@Pos_1, tack_weld@Pos_2, tack_weld@Pos_3
        weld positions 1 through 3 except 2 => tack_weld@Pos_1, tack_weld@Pos_3
        weld from position 3 down to 1 => tack_weld@Pos_3, tack_weld@Pos_2, tack_weld@Pos_1
        inspect everything between 2 and 4 => camera_inspection@Pos_2, camera_inspection@Pos_3, camera_inspection@Pos_4
        inspect between position 2 and position 4 => camera_inspection@Pos_2, camera_inspection@Pos_3, camera_inspection@Pos_4
        weld everything but 2 => tack_weld@Pos_1, tack_weld@Pos_3
        weld all positions but not 2 => tack_weld@Pos_1, tack_weld@Pos_3
        weld all but 2 => tack_weld@Pos_1, tack_weld@Pos_3
        weld everywhere except for position 1 and 2 => tack_weld@Pos_3
        weld all positions, skip 2 => tack_weld@Pos_1, tack_weld@Pos_3
        weld 1 2 and 3 but leave out 2 =>? tack_weld@Pos_1, tack_weld@Pos_3
        weld 1, 2 and 3 but leave out 2 => tack_weld@Pos_1, tack_weld@Pos_3
        weld all positions in reverse order => tack_weld@Pos_3, tack_weld@Pos_2, tack_weld@Pos_1
        weld 1 and 2, inspect each before =>? camera_inspection@Pos_1, camera_inspection@Pos_2, tack_weld@Pos_1, tack_weld@Pos_2
        inspect each => camera_inspection@Pos_1, camera_inspection@Pos_2, camera_inspection@Pos_3, camera_inspection@Pos_4, camera_inspection@Pos_5
        weld every position => tack_weld@Pos_1, tack_weld@Pos_2, tack_weld@Pos_3
        weld 1 and 2 but don't do 2 => tack_weld@Pos_1
        // several routines, order words
        at each position weld and inspect =>? tack_weld@Pos_1, camera_inspection@Pos_1, tack_weld@Pos_2, camera_inspection@Pos_2, tack_weld@Pos_3, camera_inspection@Pos_3, camera_inspection@Pos_4, camera_inspection@Pos_5
        weld at 1 but before that inspect at 2 => camera_inspection@Pos_2, tack_weld@Pos_1
        before welding at 1, inspect at 2 => camera_inspection@Pos_2, tack_weld@Pos_1
        inspect at 2 before welding at 1 => camera_inspection@Pos_2, tack_weld@Pos_1
        go home after welding at 1 => tack_weld@Pos_1, go Home
        after welding at 1 go home => tack_weld@Pos_1, go Home
        inspect 3 first, then weld 2 => camera_inspection@Pos_3, tack_weld@Pos_2
        weld 2, but first inspect 3 => camera_inspection@Pos_3, tack_weld@Pos_2
        first weld at 1, then inspect at 2, finally go home => tack_weld@Pos_1, camera_inspection@Pos_2, go Home
        weld at 1, after that inspect at 2 => tack_weld@Pos_1, camera_inspection@Pos_2
        go to 1 and weld there => tack_weld@Pos_1
        go to position 1 and weld => tack_weld@Pos_1
        go from 2 to 5 => go Pos_5
        please move from position 2 to home => go Home
        drive from position 2 to tool stand 9 => ?
        move to position 5 from 2 => go Pos_5
        from 2 get over to 5 => go Pos_5
        go from 1 to 5 => ?
        move to position 5 from home => ?
        weld 1, then go from 1 to 5 => tack_weld@Pos_1, go Pos_5
        weld 1, then go from 2 to 5 => ?
        from position 2, move to home => go Home
        go from 2 to 3 and weld there => tack_weld@Pos_3
        weld from 1 to 3 => tack_weld@Pos_1, tack_weld@Pos_2, tack_weld@Pos_3
        go to position 1, weld, then go home => tack_weld@Pos_1, go Home
        weld at 1 and then inspect it => tack_weld@Pos_1, camera_inspection@Pos_1
        weld at 1 and inspect at 2 and go home => tack_weld@Pos_1, camera_inspection@Pos_2, go Home
        weld at 1 then 2 => tack_weld@Pos_1, tack_weld@Pos_2
        at position 3 weld then inspect => tack_weld@Pos_3, camera_inspection@Pos_3
        // self-corrections
        weld at 1, no wait, 2 => tack_weld@Pos_2
        weld at position 1, sorry, position 3 => tack_weld@Pos_3
        weld at 1, I mean at 2 => tack_weld@Pos_2
        weld at 1, no, inspect at 2 => camera_inspection@Pos_2
        weld at 1, I mean inspect => camera_inspection@Pos_1
        go to 1, actually weld there => tack_weld@Pos_1
        go to 1, no wait, go to 2 => go Pos_2
        grab the camera, no, the welder => take Welder
        weld 1 and 2, make that 1 and 3 => tack_weld@Pos_1, tack_weld@Pos_3
        weld at 1... actually make that 3 => tack_weld@Pos_3
        weld at 2 instead of 1 => tack_weld@Pos_2
        weld at 2, not 1 => tack_weld@Pos_2
        // repeat counts
        weld at 2 twice => tack_weld@Pos_2, tack_weld@Pos_2
        weld 2 three times then go home => tack_weld@Pos_2, tack_weld@Pos_2, tack_weld@Pos_2, go Home
        weld twice at 1 => tack_weld@Pos_1, tack_weld@Pos_1
        weld at 1 x3 => tack_weld@Pos_1, tack_weld@Pos_1, tack_weld@Pos_1
        inspect position 2 3 times => camera_inspection@Pos_2, camera_inspection@Pos_2, camera_inspection@Pos_2
        weld at 1 a few times => ?
        weld at 1 zero times => ?
        // synonyms and slang, typos, dropped words, speech
        zap 1 => tack_weld@Pos_1
        take a picture at 3 => camera_inspection@Pos_3
        check the upper face of the inspection bench =>? position_check@Pos_4
        weld the left end of the seam =>? tack_weld@Pos_1
        inspect the lower face of the part =>? camera_inspection@Pos_5
        do a weld at 1 and an inspection at 2 => tack_weld@Pos_1, camera_inspection@Pos_2
        weld 1 twice and 2 once => tack_weld@Pos_1, tack_weld@Pos_1, tack_weld@Pos_2
        bring the camera to position 4 =>? take Camera, go Pos_4
        take me to position 3 => go Pos_3
        have a look at 4 => camera_inspection@Pos_4
        wled at positon 2 => tack_weld@Pos_2
        isnpect pos 3 plz => camera_inspection@Pos_3
        weld pos1 => tack_weld@Pos_1
        weld p1 and p2 => tack_weld@Pos_1, tack_weld@Pos_2
        pos 2 weld => tack_weld@Pos_2
        position 2: inspect => camera_inspection@Pos_2
        weld pos one and pos too => tack_weld@Pos_1, tack_weld@Pos_2
        WELD AT POSITION THREE => tack_weld@Pos_3
        um so yeah weld at uh position two please mate => tack_weld@Pos_2
        home => go Home
        swing by 4 then head back home => go Pos_4, go Home
        // number words, ordinals, here
        could you please weld the first and the third position => tack_weld@Pos_1, tack_weld@Pos_3
        weld the 2nd one => tack_weld@Pos_2
        inspect the last position => camera_inspection@Pos_5
        weld here => tack_weld@Pos_2
        inspect right here please => camera_inspection@Pos_2
        // polite and needs
        would you mind welding at position 2? => tack_weld@Pos_2
        i'd like you to weld position 1 please => tack_weld@Pos_1
        position 1 needs to be welded => tack_weld@Pos_1
        position 1 needs welding => tack_weld@Pos_1
        i need position 3 welded => tack_weld@Pos_3
        let's inspect position 4 => camera_inspection@Pos_4
        tell the robot to weld at 1 => tack_weld@Pos_1
        please have the robot go home => go Home
        // tools
        put the welder back => drop
        put the camera back => ?
        put it back and go home => drop+home
        take the welder off =>? drop
        pick up the camera and inspect 1 => take Camera, camera_inspection@Pos_1
        use the camera to inspect 1 => camera_inspection@Pos_1
        inspect 1 with the camera => camera_inspection@Pos_1
        weld 1 with the camera => ?
        switch to the camera => take Camera
        swap the welder for the camera => take Camera
        drop the tool, then go home => drop+home
        weld at 1, then put the tool back and return home => tack_weld@Pos_1, drop+home
        go to the welder stand => go Tool_Weld_Position
        // impossible names, nothing said, choices, conditions
        weld at position 9 => ?
        weld at 1 and 9 => ?
        weld at the moon => ?
        paint position 1 => ?
        grab the gripper => ?
        weld at station B => ?
        weld somewhere => ?
        weld at 1 or 2 => ?
        weld at 1 if it is cold => ?
        go to the safe position => ?
        pls wld pos 2 => tack_weld@Pos_2
        weld all positions 1 to 2 => tack_weld@Pos_1, tack_weld@Pos_2
        the robot welds at position 1 every morning => ?
        inspecting position 3 now => ?
        you can weld at position 2, right? => ask routines at Pos_2
        tomorrow weld at position 1 => ?
        weld at 5 pm => ?
        // negations and stop words
        don't weld at 1 => ?
        do not move => ?
        never weld at 2 => ?
        stop => ?
        cancel => ?
        weld at 1, never mind => ?
        hold on => ?
        no => ?
        weld at 1 no => ?
        stop welding at 1 => ?
        position 1 was welded => ?
        i welded position 2 => ?
        ",
    );
}

#[test]
fn questions_on_the_demo_cell() {
    Cell::new(cells::demo()).check(
        "Pos_2",
        "Welder",
        "
        what happens if you weld at 2? => ask
        should I weld at 2? => ask
        can the robot weld at 2? => ask
        is it possible to weld at position 4? => ask
        where can you weld? => ask supported tack_weld
        which positions support welding? => ask supported tack_weld
        where can i inspect => ask supported camera_inspection
        how do I get from home to position 3? => ask path Home Pos_3
        how do I go from home to position 3? => ask path Home Pos_3
        which way would you go from home to 3? => ask path Home Pos_3
        what is the way to position 3 => ask path here Pos_3
        which tool are you holding? => ask held
        what's in your hand? => ask held
        what tool is attached? => ask held
        what can you do? => ask capabilities
        help => ask capabilities
        what can you do at position 2? => ask routines at Pos_2
        which routines are supported at position 2 => ask routines at Pos_2
        what can I do here? => ask routines at here
        where is the camera kept? => ask kept Camera
        where is the welder? => ask kept Welder
        where are the tools? => ask kept all
        what failed yesterday? => ask history Yesterday Failed
        show me the failed runs => ask history Failed
        where am i => ask where
        what's your current position? => ask where
        where can you go from here? => ask moves here
        where can i go from position 1? => ask moves Pos_1
        what is tack_weld? => ask about tack_weld
        tell me about the camera => ask about Camera
        describe position 4 => ask about Pos_4
        list the routines => ask routines
        name all the tools => ask tools
        what was the last task? => ask last run
        what did you just do => ask last run
        are you ready? => ask status
        status => ask status
        the rest please => ask rest
        more => ask more
        give me a list of positions => ask positions
        can you tell me which tools there are => ask tools
        could you show me the history => ask history
        check which tools are available => ask tools
        run me through the routines => ask routines
        why did the last run fail => ask last run
        what happened in the last failed run? => ask history Failed
        why did the last failed run fail? => ask history Failed
        which of the last runs failed? => ask history Failed
        do you know where the camera is? => ask kept Camera
        ",
    );
}

#[test]
fn talk_on_the_demo_cell() {
    Cell::new(cells::demo()).check(
        "Home",
        "none",
        "
        good morning => unknown
        how are you? => unknown
        thanks => unknown
        who won the match yesterday => unknown
        make me a coffee => unknown
        lorem ipsum dolor => unknown
        ?!? => unknown
        looks good, go ahead => confirm
        ok do it => confirm
        sure, proceed please => confirm
        yes, weld at 2 => tack_weld@Pos_2
        hello, please weld at 2 => tack_weld@Pos_2
        once more please => replay
        weld at 1 again => tack_weld@Pos_1
        ",
    );
}

#[test]
fn on_the_assembly_cell() {
    Cell::new(cells::assembly()).check(
        "homePose",
        "none",
        "
        drive a screw at bay 2 => driveScrew@screwBay2
        screw bay 1 and 3 =>? driveScrew@screwBay1, driveScrew@screwBay3
        go to screw bay 4 => go screwBay4
        drive screws at bays 1 to 3 => driveScrew@screwBay1, driveScrew@screwBay2, driveScrew@screwBay3
        tighten at screwBay2 => driveScrew@screwBay2
        pick a part at the infeed => pickPart@infeedNest
        pick at the infeed nest and place at the outfeed nest =>? pickPart@infeedNest, placePart@outfeedNest
        pick the part from infeed and place it at the press => pickPart@infeedNest, placePart@pressStation
        place the part on the press station => placePart@pressStation
        grab the screw driver => take screwDriver
        pick up the gripper => take fingerGripper
        take the finger gripper and go to the outfeed => take fingerGripper, go outfeedNest
        go to the press, then home => go pressStation, go homePose
        do a visual check at all bays => visualCheck@screwBay1, visualCheck@screwBay2, visualCheck@screwBay3, visualCheck@screwBay4
        visual check everywhere => visualCheck@infeedNest, visualCheck@outfeedNest, visualCheck@screwBay1, visualCheck@screwBay2
        visit every screw bay => go screwBay1, go screwBay2, go screwBay3, go screwBay4
        move to screwbay3 => go screwBay3
        go to bay 9 => ?
        go to the nest => ?
        drive screws => ?
        go to clear a => go clearA
        weld at bay 1 => ?
        put the gripper back => drop
        drive a screw at the second bay => driveScrew@screwBay2
        check the infeed and the outfeed => visualCheck@infeedNest, visualCheck@outfeedNest
        what can i do at the press? => ask routines at pressStation
        which tools do you have => ask tools
        where is the screwdriver => ask kept screwDriver
        stop the screw driver => ?
        fasten bay 1, then bay 4, then go home => driveScrew@screwBay1, driveScrew@screwBay4, go homePose
        ",
    );
}

#[test]
fn on_the_paint_cell() {
    Cell::new(cells::paint()).check(
        "BOOTH_02",
        "none",
        "
        spray booth 1 => SPRAY_COAT@BOOTH_01
        paint booths one through three => SPRAY_COAT@BOOTH_01, SPRAY_COAT@BOOTH_02, SPRAY_COAT@BOOTH_03
        coat booth 10 twice => SPRAY_COAT@BOOTH_10, SPRAY_COAT@BOOTH_10
        sand the edge at booth 3 and 4 => SAND_EDGE@BOOTH_03, SAND_EDGE@BOOTH_04
        sand booth 1, blow it off, then spray it => SAND_EDGE@BOOTH_01, BLOW_OFF@BOOTH_01, SPRAY_COAT@BOOTH_01
        blow off here => BLOW_OFF@BOOTH_02
        measure at the left rack => GAUGE_FILM@RACK_L
        gauge rack r =>? GAUGE_FILM@RACK_R
        park => ?
        go home => go PARK
        go to park => go PARK
        grab the spray gun => take SPRAY_GUN
        get the sander => take ORBITAL_SANDER
        spray booth 5 => ?
        spray booths 1 and 2 but not 1 => SPRAY_COAT@BOOTH_02
        spray all booths except 10 => SPRAY_COAT@BOOTH_01, SPRAY_COAT@BOOTH_02, SPRAY_COAT@BOOTH_03, SPRAY_COAT@BOOTH_04
        spray everything except booth 10 and booth 4 => SPRAY_COAT@BOOTH_01, SPRAY_COAT@BOOTH_02, SPRAY_COAT@BOOTH_03
        go to the rack => ?
        go to approach n => go APPROACH_N
        sprey both 2 => ?
        sprya booth 2 => SPRAY_COAT@BOOTH_02
        please sand BOOTH_04 first and then BOOTH_01 => SAND_EDGE@BOOTH_04, SAND_EDGE@BOOTH_01
        spray at position 3 => SPRAY_COAT@BOOTH_03
        weld booth 1 => ?
        paint the mirrors =>? SPRAY_COAT@BOOTH_10
        where can you sand? => ask supported SAND_EDGE
        can you sand booth 2 for me? => SAND_EDGE@BOOTH_02
        can the robot sand booth 2? => ask
        ",
    );
}

#[test]
fn on_the_lab_cell() {
    Cell::new(cells::lab()).check(
        "rest",
        "none",
        "
        aspirate at deck a => aspirate@deck-a
        aspirate at a and dispense at b => aspirate@deck-a, dispense@deck-b
        dispense at decks a, b and d => dispense@deck-a, dispense@deck-b, dispense@deck-d
        dispense on deck a to c => dispense@deck-a, dispense@deck-b, dispense@deck-c
        go to deck bravo => go deck-b
        go to the centrifuge => go centrifuge
        read the barcode at the plate hotel => read-barcode@plate-hotel
        scan the centrifuge => read-barcode@centrifuge
        wash the tips at deck d => wash-tips@deck-d
        rinse the tips on deck-d then go home => wash-tips@deck-d, go rest
        grab the pipette => take pipette-head
        take the plate gripper => take plate-gripper
        pick up the scanner => take code-scanner
        aspirate at deck e => ?
        aspirate everywhere except deck c => aspirate@deck-a, aspirate@deck-b, aspirate@deck-d
        dispense at the third deck => dispense@deck-c
        go to deck-a, aspirate, go to deck-b, dispense => aspirate@deck-a, dispense@deck-b
        aspirate at deck a, no sorry, deck b => aspirate@deck-b
        what can you do at deck d? => ask routines at deck-d
        aspirate at deck a twice and then dispense at deck b => aspirate@deck-a, aspirate@deck-a, dispense@deck-b
        go to transit => go transit
        dont aspirate at deck a => ?
        ",
    );
}

#[test]
fn what_a_command_was_read_without_is_said() {
    let cell = Cell::new(cells::demo());
    let state = State::named(&cell.snapshot, "Home", "none").unwrap();
    let left_aside = |text: &str| {
        let reading = cell.recogniser.read(text, &cell.snapshot, state);
        (reading.complete, reading.left_aside)
    };
    assert_eq!(left_aside("weld at position 1"), (true, vec![]));
    assert_eq!(left_aside("weld the gizmo at position 1"), (false, vec!["gizmo".to_owned()]));
    assert_eq!(left_aside("weld the flurb at position 1"), (false, vec![]));
    let talk = "the customer called again about his invoice, so please weld at position 1";
    assert_eq!(
        left_aside(talk),
        (false, vec!["the customer called again about his invoice,".to_owned(), "so please".to_owned()])
    );
    // Neither a refusal is left aside, nor a condition, nor a place.
    for text in [
        "do not ask me why, so please weld at position 1",
        "when the part in the fixture is cold, please weld at position 1",
        "weld at position 2 after the lunch break with the others, go home please",
    ] {
        assert_eq!(cell.read(text, "Home", "none"), "?", "{text}");
    }
}

#[test]
fn a_tool_that_is_not_held_is_not_put_away_by_naming_it_first() {
    let cell = Cell::new(cells::demo());
    for text in [
        "camera away",
        "the camera back and go home",
        "park the camera in its dock",
        "finish up: camera back, then home",
        "change the camera for the welder",
        "swap the camera for the welder",
        "change from the camera to the welder",
        "camera off",
        "take the camera off",
        "take off the camera",
        "take the camera down",
        "uninstall the camera",
        "take off the camera and go home",
        "take the camera off and weld 1",
    ] {
        assert_eq!(cell.read(text, "Home", "Welder"), "?", "{text}");
    }
}
