//! The closed vocabulary: what ordinary words do in a command or a question, as a table.
//!
//! In: a word or the words of a phrase. Out: its [`Tag`]. What a cell calls its things is not here but in the lexicon.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// What a word does in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::language) enum Tag {
    /// Be somewhere: go, drive, visit.
    Go,
    /// The same, told of what was: went, moved.
    Went,
    /// Have a tool: take, attach.
    Take,
    /// Take, where "back" or "away" comes later: put, bring, hang.
    Put,
    /// One tool for another: swap, exchange.
    Swap,
    /// Bring a tool back: release, drop.
    Drop,
    /// Holding no tool, as the way in which something is done.
    EmptyHanded,
    /// Return: a tool, or to a place.
    Return,
    Back,
    Away,
    /// Carry out: do, run, perform.
    Do,
    Use,
    /// Drop the tool and go home.
    FinishUp,
    At,
    To,
    From,
    Of,
    With,
    For,
    Through,
    Between,
    And,
    Or,
    Then,
    /// Of places that were said: they are not meant.
    LeftOut,
    Before,
    After,
    BeforeThat,
    ButFirst,
    /// Sets a clause to the end: finally, lastly.
    Lastly,
    StartWith,
    But,
    Not,
    Except,
    /// The same before a command: but do not.
    ExceptDo,
    /// Leave a place out, as a command: skip, omit.
    Skip,
    Instead,
    Only,
    All,
    Each,
    Both,
    Everywhere,
    Rest,
    Here,
    There,
    It,
    Last,
    Times,
    Again,
    Vague,
    Reverse,
    /// The speaker corrects himself: I mean, make that.
    Fix,
    No,
    Wait,
    /// Do not move.
    Halt,
    If,
    Because,
    What,
    Where,
    Which,
    Who,
    When,
    Why,
    How,
    /// A request, or a question about what one can: can, could, would, will.
    Can,
    /// A question about what one ought: should, may, must.
    Should,
    Is,
    Was,
    Have,
    /// Wants it done: need, want, must be.
    Need,
    You,
    Me,
    Robot,
    Show,
    Know,
    Tell,
    Noun,
    ToolNoun,
    RoutineNoun,
    Object,
    History,
    Today,
    Yesterday,
    Failed,
    Completed,
    Status,
    Held,
    Way,
    Reach,
    Supports,
    More,
    Able,
    Happen,
    Ok,
    Please,
    Hello,
    /// Tries to widen what is allowed.
    Bend,
    Article,
    Filler,
}

/// Words and phrases, parted by commas.
const TABLE: &[(Tag, &str)] = &[
    (
        Tag::Go,
        "go, move, drive, head, travel, navigate, visit, go over, head over, pop over, run over, swing by, tour, drive over, \
         move over, go on over, slide, shift, fly, walk, proceed to, position yourself, come, go and visit, make a tour, \
         make your way, retract, get yourself, take yourself, get over, get going, approach, reposition, send the robot, send the arm, send, \
         park, position the robot, position the arm, bring the robot, bring the arm, bring yourself, take the robot, \
         take the arm, get the robot, get the arm, put the robot, put the arm, do a tour, do the rounds, stop by, roll, \
         hop, hop over, jog, zip, scoot, mosey, cruise, nip, going, moving, heading, driving, visiting, travelling, \
         traveling, navigating, touring, moves, goes, go through, drive through, pass through, run along, go round, go around, go past, drive past, run past, pass by, hustle, dash, rush, trot, amble, \
         stroll, swing over, swing, step over, hurry over, race, relocate, advance, run to, run on to, run over to, parking, gp, g0, goto, wander, skip over to, transfer",
    ),
    (Tag::Went, "went, moved, drove, visited, travelled, gone, came"),
    (
        Tag::Take,
        "grab, take, pick up, attach, fetch, get, mount, equip, grip, pick, put on, load up, arm yourself with, couple, dock, \
         switch to, change to, swap to, change over to, go get, go grab, collect, gimme, snatch, snag, hook up, install, fit, \
         connect, lock in, clip on, chuck up, get hold of, take hold of, equip yourself with, attaching, grabbing, picking up, \
         taking, fetching, mounting, tool up with, pull out, acquire, obtain, hold, swap in, engage, stick on, change tool to, \
         change the tool to, change tools to, switch tool to, switch tools to, swap tools to, swap over to, grabs, tool change, \
         tool change to, change tool, change tools, next tool, new tool, switch tool, switch tools, swap tool, swap tools",
    ),
    (Tag::Put, "put, bring, hang, set, stick, lay, carry, pop, bung, shove, chuck, stash, putting, bringing, hanging"),
    (
        Tag::Drop,
        "release, drop, detach, let go of, let go, stow, put back, put away, put down, take off, unmount, dismount, unload, drop off, \
         get rid of, remove, ditch, uncouple, undock, disconnect, park the tool, hang up, give back, bring back, set down, \
         take back, lose, dump, unclip, unhook, lay down, stow away, detaching, releasing, dropping, returning, unequip, disengage, deposit, empty the flange, empty your hand, free the flange, stick back, pop back, hand back, putting back, \
         putting away, bringing back, stowing, hanging up",
    ),
    (
        Tag::EmptyHanded,
        "empty handed, with an empty hand, with empty hands, with nothing in your hand, with nothing in your hands, with no tool, \
         with no tools, with nothing attached, without a tool, without any tool, without tools, hands empty, hand empty, bare handed, \
         tool free, without the tool",
    ),
    (
        Tag::Swap,
        "swap, exchange, trade, replace, substitute, switch, change, swap out, change out, switch out, trade in, swop, change over from, swap over",
    ),
    (Tag::Return, "return, back off, come back, go back, move back, head back, get back, drive back, returns"),
    (
        Tag::Back,
        "back, back on its stand, back in its stand, back to its stand, back where it belongs, back on the stand, \
                 back in the stand, back to the stand, on its stand, in its stand, to its stand, back on the rack, back in the rack, \
                 back in its holder, back in its place, back on its rack, back to its place, back to its holder, in the rack, on the rack, \
                 on the stand, where it belongs, to where it belongs, back to where it belongs, where it lives, back where it lives, in its home, to its home",
    ),
    (Tag::Away, "away, off, down, aside"),
    (
        Tag::Do,
        "have a go at, have a crack at, have a bash at, have a shot at, get going on, get started on, get started with, get to work on, get cracking on, \
         make a start on, initiate, crack on with, get on with, press on with, carry on with, deal with, take care of, sort out, see about, go about, start on, do, run, execute, perform, carry out, start, make, launch, begin, apply, kick off, fire up, conduct, trigger, \
         doing, running, performing, start up, complete, undertake, handle, hit, process, give, tackle, cover, put",
    ),
    (Tag::Use, "use, using, utilise, utilize, by means of, employ"),
    (
        Tag::FinishUp,
        "finish up, finish up for today, wrap up for today, wrap it up for today, pack up for today, tidy up for today, wrap up, wrap it up, finish off, pack up, tidy up, clean up and go home, call it a day, shut down for the day, \
         wrap things up, finish things up, finish for the day, finish for today, pack it in, pack up and go home, \
         call it a night, end of shift, knock off",
    ),
    (Tag::At, "at, on, in, by, near, onto, into, over, inside, around, @, next to, along, across, above, upon"),
    (Tag::To, "to, towards, toward, unto, ->, =>"),
    (Tag::From, "from, out of, starting from, starting at, beginning at, beginning with"),
    (Tag::Of, "of"),
    (Tag::With, "with, via"),
    (Tag::For, "for"),
    (
        Tag::Through,
        "through, thru, until, till, up to, up to and including, all the way to, down to, up through, - , to and including, \u{2013}, \u{2014}",
    ),
    (Tag::Between, "between"),
    (
        Tag::And,
        "and, plus, as well as, together with, followed by, &, +, along with, and also, also, n, and additionally, and both",
    ),
    (Tag::Or, "or, either, and or, /"),
    (
        Tag::Then,
        "then, after that, afterwards, after this, and then, next, once that is done, once done, when done, when you are done, \
         when that is done, when finished, once finished, after which, subsequently, and after that, and afterwards, thereafter, \
         when you are finished, once you are done, when that is finished, when this is done, once that is finished, when all that is done, and when that is finished, and when that is done, and once that is done, followed by that, before you then, after wards, thn, before then, \
         once it is done, when it is done, as soon as that is done, and next, then after that, secondly, thirdly, and when done, \
         and once done, when ready, from there, and from there, later, once you have finished, when you have finished, \
         once you are there, when you get there, once there",
    ),
    (
        Tag::LeftOut,
        "left out, can be left out, is not needed, are not needed, is not necessary, can be skipped, we skip, we leave out, is left out, \
         is skipped, is out, can stay out, we leave, stays out, may be left out, may be skipped, does not need it, does not need to, \
         is excluded, are excluded, can wait, no need for, no need of, excepted, excluded, exempted, we do not need, we do not want, i do not need, i do not want, not needed, not necessary, can be omitted",
    ),
    (Tag::Before, "sooner than, earlier than, before, prior to, before you, ahead of"),
    (
        Tag::After,
        "later than, preceded by, after, once, following, after you, after having, once you have, as soon as you have, when you have",
    ),
    (
        Tag::BeforeThat,
        "before that, but before that, before this, beforehand, prior to that, but prior to that, before doing that, before doing so, \
         before you do that, before you do, but before you do that, but before, and before that, though before that",
    ),
    (
        Tag::ButFirst,
        "but first, but first of all, first of all though, but start with, but do first, only first, but to begin, though first, first though",
    ),
    (
        Tag::Lastly,
        "finally, lastly, at the end, to finish, in the end, and finally, at last, last of all, end with, finish with, \
                   finish by, end by, end at, end in, end on, finish in, finishing with, ending with, finishing at, ending at, to finish off, to finish up, finish at",
    ),
    (
        Tag::StartWith,
        "start with, begin with, start by, begin by, firstly, first of all, first off, to begin with, to start with, start off with, start off by, begin at, start at",
    ),
    (Tag::But, "but, however, though, although, yet"),
    (
        Tag::Not,
        "not, never, neither, nor, cannot, no need to, nothing, nowhere, none, no longer, without, refrain from, avoid, nobody",
    ),
    (
        Tag::Except,
        "but for, leaving, except, except for, cept, cept for, excluding, but not, apart from, other than, minus, save, with exception of, with the exception, skipping, leaving out, bar, barring, \
         besides, aside from, but skip, but leave out, and skip, with the exception of, save for, just not, only not, \
         omitting, but omit, excepting, but exclude, except at, but leave, not including, ignoring, missing out, but miss out, \
         and leave out, but avoid, rather than, instead of, in place of, exclude, and not, but leave off, sans",
    ),
    (
        Tag::ExceptDo,
        "but do not, and do not, just do not, only do not, but never, but please do not, and please do not, however do not, but i do not want, but we do not want, but no",
    ),
    (Tag::Skip, "skip, leave out, omit, miss out, leave off, drop out"),
    (Tag::Instead, "instead, rather, for a change"),
    (Tag::Only, "only, just, nothing but, solely, merely, simply"),
    (
        Tag::All,
        "all, full, every single, entire, complete set of, whole, all the, all of the, all of them, the lot, the whole lot, every last, \
         all of those, all of these, complete, lot of them",
    ),
    (
        Tag::Each,
        "each, every, each of the, each one of, every one of, each and every, each one, each in turn, one by one, one after the other, each of them, in turn, every one",
    ),
    (Tag::Both, "both"),
    (
        Tag::Everywhere,
        "wherever it is supported, wherever it is allowed, wherever supported, wherever allowed, wherever that works, wherever it works, \
         everywhere it is supported, everywhere it is allowed, them all, the whole shebang, the whole set, the whole bunch, the entire lot, \
         the entire line, everywhere it is possible, everywhere you can, everywhere it goes, everywhere they go, everywhere it fits, everywhere possible, everywhere, everything, wherever it is possible, wherever possible, wherever you can, everywhere you are able to, wherever you are able to, all over, the whole cell, all around, all round, the work area, the whole work area, the entire cell, the cell, everyplace, all of it, the whole line, the line, the whole thing, across the board",
    ),
    (
        Tag::Rest,
        "rest, others, other, remaining, remainder, another, leftover, other ones, next one, previous, neighbouring, neighboring",
    ),
    (
        Tag::Here,
        "where you stand now, where you are stood, where you are sat, where you are parked, this one, you are at, you are on, you are standing at, in front of you, before you now, here, right here, where you are, where you are now, your current position, the current position, current position, \
                this position, this spot, this place, this station, on the spot, at hand, this location, where you stand, this point, where you are standing, \
                where the robot is, where the robot is now, in place, where we are, where it is now, current location, the current location, this one here, \
                where you currently are, your position, your current location, right where you are, the current spot, current spot, the current place, current place",
    ),
    (
        Tag::There,
        "right there, just there, there, over there, in there, on there, the same place, same place, the same spot, same spot, the same position, same position, the same positions, same positions, the same places, the same ones, same ones, \
                 at both, those, these, them, same spots, the same spots, same places, same station, the same station, same stations, the same stations, that position, that spot, that station, that place, same location, the same location",
    ),
    (Tag::It, "it, that, this, that one, this one, one"),
    (Tag::Last, "last, latest, final, most recent"),
    (
        Tag::Times,
        "times, time, twice, thrice, x, passes, rounds, repetitions, reps, coats, layers of, cycles, runs each, round, pass, go's, goes",
    ),
    (
        Tag::Again,
        "again, once more, one more time, over again, a second time, anew, another time, repeat, redo, rerun, once again, same again, repeat it",
    ),
    (
        Tag::Vague,
        "means, meaning, at least, at most, included, exclusive, exclusively, ascending, in ascending order, every now and then, as needed, as required, when needed, when required, as and when, some, several, a few, few, a couple of, couple, many, any, whichever, somewhere, something, whatever, wherever, anywhere, maybe, perhaps, a bit, slightly, a little, somehow, anything, various, certain, half, most, couple of",
    ),
    (
        Tag::Reverse,
        "in reverse, in reverse order, reversed, backwards, in the reverse order, back to front, in opposite order, in the opposite order, other way round, the other way round, the other way around, other way around, reverse order, last to first, from last to first, from the last to the first, in descending order, from back to front, descending, in backward order, backward, starting with the last, starting from the last, from the end, from the end to the start",
    ),
    (
        Tag::Fix,
        "i mean, i meant, make that, make it, actually, sorry, scratch that, correction, rather make it, or rather, no sorry, oops, whoops, \
         my mistake, my bad, let me rephrase, strike that, i should say, that should be, i meant to say, change that to, \
         on second thought, on second thoughts, come to think of it, sorry i mean, sorry i meant, no i mean, no i meant, no wait, no make that, no make it, \
         wait no, wait sorry, no actually, actually no, oh wait, hang on, well actually, forget that, ah no, oh no, nope, er no, uh no, um no, no no, \
         change of plan, excuse me, pardon, apologies, i take that back, wrong, no scratch that, no wait sorry, wait actually, hm no, no hang on, no better, \
         oh sorry, ah sorry, uh sorry, nah, wait make that, actually make that, sorry make that, apologies i meant, i wanted to say, excuse me i wanted to say, what i wanted to say, \
         i should have said, should have said, or rather let us say, rather let us say, sorry sorry, ah no sorry, oh no sorry, \
         no sorry sorry, no i meant to say, no i wanted to say",
    ),
    (Tag::No, "no"),
    (
        Tag::Wait,
        "wait, hold on, wait a moment, wait a second, one moment, wait a minute, hold your horses, hold up, wait up, hang on a second, one second, hang on a minute",
    ),
    (
        Tag::Halt,
        "do nut, just you try, yeah nah, yeah right, like hell, like heck, like fun, i would like to see you, stop, cancel, abort, halt, freeze, never mind, nevermind, do not, quit, forget it, forget about it, emergency, emergency stop, e stop, estop, \
         no more, cease, pause, hold it, stay, stand by, stand down, leave it, hands off, shut down, shutdown, kill, kill it, belay that, belay, stay put, \
         don't move, stay where you are, leave everything, call it off, stand still, keep still, drop it all, desist, cancel that, disregard that, disregard, \
         ignore that, ignore it, withdraw, undo, revert, terminate, cut it out, whoa, woah, back out, scrap that, scrap it, refuse, forbid, forbidden, prohibited, \
         must not, mustn't, may not, shall not, ought not, prevent, hold off, cancelled, canceled, aborted, cancelling, canceling, stopping, aborting, halting, no way, do nothing, do n't, dnt, dont, stopp, leave alone, remain",
    ),
    (
        Tag::If,
        "as if, without leaving, if, unless, in case, provided, assuming, whenever, while, as long as, so long as, should it, depending, in the event, only if, otherwise, else, until it, until the, suppose, supposing, imagine, pretend, what if, hypothetically, theoretically",
    ),
    (Tag::Because, "because, since, due to, so that, so we, cause, cuz, coz, as the, so that we, in order to"),
    (Tag::What, "what, whats, wot, what is, what are"),
    (Tag::Where, "where"),
    (Tag::Which, "which"),
    (Tag::Who, "who, whose, whom"),
    (Tag::When, "when, only when, as soon as, wait until, wait till"),
    (Tag::Why, "why, how come"),
    (Tag::How, "how, how long"),
    (
        Tag::Can,
        "can, could, would, will, can not you, would you mind, do you mind, mind, any chance you could, any chance you can, any chance of, is there any chance you could, \
               how about, would it be possible to, could it be possible to, would you be so kind as to, would you be so kind and, would you be willing to, would you be, could you be, could the robot be, could the robot please be, could the arm be, would the robot kindly, would the arm kindly, would you kindly, can you please, would you please, could you please, \
               will you please, i wonder if you could, i was wondering whether you could, i was wondering if you could, i would be grateful if you could, would you be able to, could you possibly, might you, chance you could, \
               be so kind as to, be so kind and, be so good as to, be so good and, be a dear and, be a sport and, would it be ok to, would it be okay to, is there a chance you could, any chance to, you could, you can, you would, could you maybe, could you perhaps, wondering if you could, do me a favour and, do me a favor and, do us a favour and, do us a favor and, could i trouble you to, can i trouble you to, can i get you to, could i get you to, \
               could i ask you to, can i ask you to, may i ask you to, i would ask you to, i would request you to, i request you to, be a love and, be a pet and, be a star and, be a darling and, \
               be a good lad and, would you ever, would you mind awfully, would it be too much trouble to, any danger of, any danger of a, you may please, you may kindly, could one of you, can one of you",
    ),
    (Tag::Should, "should, may, might, shall, ought, must"),
    (Tag::Is, "is, are, am, be, being, does, s, isn't, re"),
    (
        Tag::Was,
        "was, were, did, has, had, been, already, having, ve, just now, has been, have been, have you, has the, have we, had you",
    ),
    (Tag::Have, "have"),
    (
        Tag::Need,
        "could do with, could use, can do with, is crying out for, is screaming for, is waiting for, are waiting for, is next for, is up for, are up for, \
         is ready for, are ready for, is ready to be, are ready to be, ready to be, waiting to be, is waiting to be, is meant to be, is to get, are to get, \
         see that, be sure to, be sure that, remember to, do not forget to, never forget to, can get, may get, shall get, will get, must get, should get, \
         deserves, deserve, calls for, call for, asks for, could get, needs to get, need to get, has to get, have to get, wants to be, want to be, gets, need, needs, want, wants, like, want you to, need you to, would like, wish, required, require, requires, let us, lets, should be, must be, has to be, have to be, \
                have to, has to, needs to be, need to be, want to, would like to, would like you to, make sure, make sure that, ensure, ensure that, see to it, see to it that, time to, it is time to, \
                you should, you must, you have to, you need to, we should, we must, you shall, gotta, got to, gonna, going to, wanna, required to, supposed to be, supposed to, ought to be, ready for, due for, due, is due, \
                needed, wanted, got to be, gotta be, i would love, would love, would prefer, i would rather, would appreciate, would appreciate it if you, can be, could be, may be, shall be, get, \
                please have, please get, you ought to, has got to be, is to be, are to be, are to, is to, you may, you might, feel free to, go ahead and, go on and, try to, try and, want it, need it, you may now, i suggest you, we have to",
    ),
    (Tag::You, "you, ya, yourself, u, your"),
    (Tag::Me, "i, me, my, we, us, our, myself, i'm, we're"),
    (Tag::Robot, "robot, arm, the robot, the arm, robo, bot, machine, system, manipulator, the bot, cobot"),
    (
        Tag::Show,
        "show, list, display, print, enumerate, name all, read out, bring up, pull up, view, give me a list of, give me the list of, give me an overview of, overview, overview of, summarise, summarize, summary, summary of, give me a summary of, a list of, list of, list out, show me, get me a list of, get me the list of, run me through, walk me through, take me through, run through, talk me through, go through the, report on, list down, list out all, look up, what about, tell me about, and what about, show us, report, output, present, get a list of, recap",
    ),
    (
        Tag::Tell,
        "tell, explain, describe, tell me, let me know, say, inform, remind me, answer, explain to me, i want to know, i would like to know, i need to know, find out, check whether, check if, see whether, see if, check what, check where, check which, see what, see which, see where, tell us, elaborate, know",
    ),
    (
        Tag::Know,
        "wonder, wondering, i was wondering, was wondering, we were wondering, question, is it possible, is it safe, is it ok, is it okay, is it allowed, do you know, do you think, curious, i wonder, just wondering, are you able, do we have, is there, are there, do you have, have you got, do i, do we, does it, do you, can the robot, can the arm, could the robot, can it, can i, can we, could i, could we, may i, may we, am i allowed to, are we allowed to, allowed to, are you allowed to, is the, is it, are we, are you, would it, could it, can one, is that, was the, are the, am i, would the, could the, will the, will it, does the, is anything, are all, is every, does, does anything, is this",
    ),
    (
        Tag::Noun,
        "position, positions, pos, posn, poses, pose, place, places, spot, spots, station, stations, location, locations, point, points, area, areas, site, sites, stop point, poz, stn, stns, loc, locs, workstation, workstations, work position, work positions, work station, work stations, waypoint, waypoints, stage, zone, zones, target, targets, destination, destinations, workplace, workplaces, work places, work spots, work points, working positions, work areas, pt, working position, work spot, work place, work point, number, numbers, no., num, nr, #, nos, #s",
    ),
    (
        Tag::ToolNoun,
        "tool, tools, end effector, end effectors, effector, toolhead, tool head, attachment, implement, equipment, attachments, toolset, tooling, the current tool, current tool, what you are holding, whatever you are holding, what you have, what you hold, what you are carrying, tools you, gear, \
         whatever you have got, whatever you have, what you have got, whatever you hold, whatever is in your hand, \
         whatever is on the flange, whatever is on the arm, whatever it is holding, what it is holding, what the robot is holding, \
         whatever the robot is holding, whatever you are carrying, whatever it is you are holding, whatever it is you are carrying, whatever it is carrying, tool it is carrying, thing you are holding",
    ),
    (
        Tag::RoutineNoun,
        "routine, routines, program, programs, programme, procedure, procedures, operation, operations, process, processes, job type, task type, skill, skills, recipe, recipes, work cycle, routine",
    ),
    (
        Tag::Object,
        "part, parts, piece, pieces, workpiece, workpieces, thing, things, stuff, unit, units, job, jobs, work, component, components, item, items, product, surface, once over, once-over, go over, treatment, area around, material, shot, shots, pass over",
    ),
    (
        Tag::History,
        "history, log, logs, runs, tasks, records, record, past runs, past tasks, previous runs, previous tasks, executions, activity, activities, did you do, have you done, has been done, was done, did the robot do, happened, has the robot done, been doing, steps, we do, did we do, been up to, got done, task list, task, entries, run history, task history, get done, commands, ran, run log, have we done, you did, we did, robot did, done so far, did it do, it did, you have done, been run, did i do, have i done, recent runs, recent tasks, recent jobs, past jobs, last jobs, latest jobs, previous jobs",
    ),
    (Tag::Today, "today, this morning, this afternoon, today's, so far today, this shift"),
    (Tag::Yesterday, "yesterday, yesterday's"),
    (
        Tag::Failed,
        "failed, fail, failure, failures, failing, errors, error, went wrong, go wrong, unsuccessful, broke, broken, wrong runs, faults",
    ),
    (Tag::Completed, "completed, successful, succeeded, finished, success, successfully, worked, done"),
    (
        Tag::Status,
        "status, state, how is it going, how are things, ready, busy, idle, what is going on, what is happening, what is up with, what are you doing, condition, doing now, doing right now, online, operational, what is the robot doing, stuck, working on, currently doing, situation, what is the situation",
    ),
    (
        Tag::Held,
        "holding, held, hold, in hand, in your hand, in the hand, attached, mounted, carrying, equipped, gripping, on the flange, on your flange, fitted, in its hand, currently have, got on, in the gripper, flange, on the arm, have on, currently using, in use, on the robot, is loaded, has attached",
    ),
    (
        Tag::Way,
        "path, route, way, the way, get from, trajectory, shortest, quickest, shortest path, get to, how to get",
    ),
    (
        Tag::Reach,
        "reach, reachable, accessible, allowed moves, allowed move, moves, neighbours, neighbors, move to from, go next, connected, possible moves, can you go, can you move, can i go, can the robot go, can the robot move, can it go, could you go, able to go, allowed to go, allowed to move, adjacent, legal moves, you go, it go, robot go, we go, you move, it move, go from here, move from here, get to from, next move, next moves, can we go, i go, i move",
    ),
    (
        Tag::Supports,
        "support, supports, supported, available, possible, allowed, exist, exists, there are, are there, defined, configured, known, usable, permitted, offered, do you have, have you, have we got, do we have, is there, there is, valid, can be used, installed, we got, you got, got",
    ),
    (
        Tag::More,
        "more, tell me more, continue the list, further, next page, what else, anything else, details, detail, more details, more detail, more info, go on with the list, additional, further details, more about that, elaborate on that, expand",
    ),
    (
        Tag::Able,
        "able, capable, capabilities, capability, help, abilities, features, what can you do, what do you do, commands, options, can you do, can you help, functions, able to, allowed to do, can it do, instructions, can the robot do, are you able to do, good for, can i say, can i ask",
    ),
    (Tag::Happen, "happens, happen, would happen, will happen"),
    (
        Tag::Ok,
        "that is grand, that is great, that is perfect, that is lovely, that is sound, that is spot on, spot on, happy with that, yes, yeah, yep, yup, ok, okay, okey, okey dokey, k, sure, proceed, go ahead, do it, confirm, confirmed, approve, approved, go for it, looks good, sounds good, \
         that is right, right, correct, affirmative, fine, alright, all right, perfect, great, carry on, continue, run it, execute it, execute, lets go, let us go, fire away, make it so, send it, \
         good to go, aye, of course, certainly, absolutely, agreed, accept, accepted, that works, works for me, by all means, go on, do that, do so, please do so, resume, let us do it, let us do that, \
         start it, start now, begin now, green light, roger, roger that, copy, copy that, all good, that looks right, that looks good, looks right, looks fine, looks ok, looks okay, sounds right, that is correct, \
         that is fine, that is good, that is ok, that is okay, it is fine, it is ok, it is good, yea, yessir, yes sir, yes please, please proceed, you may proceed, ship it, go go go, indeed, exactly, thats it, that is it, ja, si, oui, good, \
         lgtm, go on then, go ahead then, proceed with the plan, carry on with it, go on with it, looks fine to me, proceed with it, proceed with that, looks good to me, away you go, off you pop, crack on, get on with it, that will do, that will do nicely, have at it, fire ahead, go on so, sound, grand, lovely, that is the one, i am agreeing, i do agree, i confirm it, it is confirmed, roll it, off you go, let it rip, hit it, you got it, jup, yess, you can go, you can proceed, im happy with that, i am happy with that, happy with that, fine by me, fine with me, i approve, i confirm, i agree, plan is good, plan is fine, \
         start the plan, run the plan, execute the plan, the plan, this plan, that plan, plan, plan looks good, nice, cool, very good, excellent, super, definitely, for sure, sure thing, you have my approval, do your thing",
    ),
    (
        Tag::Please,
        "sorry to bother you, sorry to bother you again, sorry to disturb you, sorry to trouble you, while you are standing there, while you are there, while you are up there, while you are over there, could i bother you to, can i bother you to, could i ask you to, can i ask you to, may i ask you to, might i ask you to, \
         could i get you to, can i get you to, i was hoping you could, i was hoping you would, i was hoping you might, \
         i was wondering if you could, i was wondering if you would, i was wondering could you, i was wondering would you, i wonder if you could, \
         i wonder could you, you would not mind, would you ever, could you ever, be an angel and, be a star and, do us a favour, do us a favour and, \
         do me a favour, i would be grateful if you would, i would be grateful if you could, i would be obliged if you would, \
         i would be obliged if you could, i would be much obliged if you would, i would be glad if you would, i would be glad if you could, \
         it would be great to have, it would be good to have, it would be nice to have, it would be great to get, it would be good to get, \
         it would be lovely if you could, it would be lovely if you would, it would be great if you would, \
         you are cleared to, you are clear to, you are good to, you are free to, your next task, your next job, next task, next job, next job is, \
         next task is, your next job is, your next task is, your next task is to, your next job is to, your job now is to, your job is to, \
         your task is to, your task now is to, when you get a sec, when you get a second, when you have got a sec, when you have got a second, \
         at your convenience, at your earliest, at your leisure, thanks a million, there is a good robot, there is a good lad, good robot, good lad, \
         if it is all the same to you, any chance of getting, any chance you would, any chance of having, chance of getting, i wonder would you, \
         could you maybe, would you maybe, could you perhaps, would you perhaps, could you possibly, would you possibly, could you just, can you just, \
         would you just, could you kindly, can you please, could you please, would you please, will you please, i am asking you to, i ask you to, \
         i am requesting you to, i would ask you to, i would request you to, i request you to, you are requested to, you are kindly requested to, \
         i beg you to, i would be happy if you, i would be happy if you could, i would be happy if you would, it is your turn to, the plan is to, \
         what i want is for you to, what i need is for you to, what i would like is for you to, what you should do is, what you need to do is, \
         all i want is, all i need is, all you need to do is, all you have to do is, i just want you to, i just need you to, i only need you to, whenever you are ready, whenever you can, whenever it suits, whenever suits, whenever you like, whenever you have a moment, \
         whenever you have a minute, when it suits, when you are ready, when you are free, if you have a minute, if you have time, \
         if you have a moment, if it suits, if it is no trouble, if it is not too much bother, if you are not busy, if that is ok, \
         no rush, in your own time, and let me know, and do let me know, and report back, and tell me when it is done, \
         and tell me when done, and let me know when done, and let me know when it is done, do let me know, please, pls, plz, kindly, thanks, thank you, thx, ta, cheers, thanks a lot, many thanks, thank you very much, if you please, if you would, if you can, if you could, if possible, if you do not mind, \
         would you, will you, could you, can you, when you can, when you get a chance, when you have a moment, when you have a minute, when you have a second, when you have a sec, when you get a minute, when you get a moment, when you have got a minute, if you would be so kind, if it is not too much to ask, if it is not too much trouble, when you have time, if you get a chance, at your earliest convenience, when convenient, for me, for us, if that is ok, if that is okay, if it is possible, thank u, if you have time, if you like, please and thank you",
    ),
    (
        Tag::Hello,
        "hello, hi, hey, nah then, now then, good morning, good afternoon, good evening, morning, greetings, yo, howdy, hiya, good day, bye, goodbye, good night, see you, how are you, what is up, sup, moin, hallo, hey there, hi there, hello there, how are you doing, how do you do, nice to meet you, see you later, how is it hanging, evening, g'day, how are ya, you there, are you there, anybody there, test, testing",
    ),
    (
        Tag::Bend,
        "ignore, override, bypass, pretend you, system prompt, prompt, previous instructions, all rules, rules, rule, your rules, sudo, admin, administrator, developer mode, debug mode, jailbreak, without verification, without checking, \
         without approval, without review, unverified, skip the check, skip the checks, skip verification, skip approval, skip review, skip the review, skip the verification, no checks, regardless, regardless of, disable, safety, \
         straight through, directly without, jump, jump straight, teleport, forbidden moves, instructions, instruction, you are now, act as, role play, ignoring, illegal, unsafe, restriction, restrictions, limits off, verifier, interlock, interlocks, \
         anyway, no matter what, hack, exploit, disable the, turn off, switch off, json, goal, grammar, schema, assistant, user, override the, force, forced, drop table, select, delete, insert into, exec, eval, script, root, password, interlocked, guardrails, ram, crash, smash, collide, collision, as fast as possible and skip, self destruct",
    ),
    (Tag::Article, "the, a, an, its, their, his, her"),
    (
        Tag::Filler,
        "right away, after all, once and for all, no idea why, do not know why, god knows why, i do not know why, inclusive, inclusively, in the order, in the sequence, where it is possible, where possible, where it can be done, where it fits, where it goes, now, right now, immediately, straight away, quickly, quick, asap, as soon as possible, at once, so, well, um, uh, er, erm, hmm, hm, ah, oh, eh, like that, you know, kind of, sort of, basically, \
         mate, buddy, pal, dude, boss, guys, folks, bro, man, sir, friend, carefully, slowly, gently, nice and slow, nicely, properly, to be safe, really, very, today please, tonight, this time, first thing, \
         up, out, straight, way over, at the moment, for now, for me please, for the moment, all together, in order, in that order, in this order, one more thing, there please, then please, on it, separately, \
         too, as well, additionally, in addition, yet again, quick sharp, regards, best regards, kind regards, back to back, with you, there is a love, there is a dear, there is a pet, there is a good lad, there is a good girl, in a row, in sequence, each time, and so on, if possible please, let us see, okay so, so then, alright then, right then, all right then, listen, look here, see, \
         i think, i guess, i believe, i suppose, i reckon, i hope, i would say, you see, it would be great if you could, it would be nice if you could, it would be good if you could, that would be great, that would be nice, it would be great if, \
         shift, customer, supervisor, before lunch, before the break, after lunch, before the end of the shift, next up, hurry, hurry up, sharp, in a hurry, the usual, as usual, thoroughly, proper, little, bit, big, nice, same, own, new, such, even, still, okay now, ok now, ok then, okay then, \
         just real quick, real quick, real, gonna be, whole way, way, over here, this, those ones, ones, one's, whilst you are at it, while you are at it, when you are at it, in there, with it, some more, at first, one last time, one time, first time, sequence, whole sequence, turn, per, single, as, than, set of, a set of, complete run of, a run of, a round of, round of, \
         that is why i say, which is why i say, i say, that is what i wanted, that is what i want, that is what i meant, that is the one i want, that is the one i wanted, that is the one i meant, is what i wanted, is what i meant, it is what i want, and nothing else, nothing else, and nothing more, nothing more, that is all, that is it for today, we are through, we are done, we are finished, command, commands please, request, my friend, old chap, me old mate, love, darling, machine please, robot please, coffee, lads, team, people, everyone, everybody, lot, goes without saying, all good then, busy day, long day, today was, quickly please, safely, safe and sound, accurately, precisely, exactly at, quietly, slowly please, smoothly, nicely please, carefully please, good old, good, very nice, would be, that would be, it would be, will be, would be nice, would be great, would be good, then we, so yeah, yeah so, yes so, dear, hey robot, ok robot, okay robot, hey bot, hey arm, go on then, come on, job done, and oblige, kindly do the needful, do the needful, and do the needful, po, amigo, awfully, from my side, from my end, on my side, my end, sir please, dear colleague, dear colleagues, colleague, colleagues, lad, lass, chief, guv, pet, ma am, madam, no rush, no hurry, good man, good lad, like a good lad, as i said, like i said, as before, as discussed, as always, as said, as mentioned, over and out, over to you, by hand, kept, stored, located, live, lives, find, found, look like, exactly, called, name, names, mean, means, stand for, kind, type, types, sort, moment, far, so far, currently, present, presently",
    ),
];

/// One reading of a phrase: its words after the first, and what they do.
type Rest = (Vec<&'static str>, Tag);

/// First word → the phrases that begin with it, longest first.
static PHRASES: LazyLock<HashMap<&'static str, Vec<Rest>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<Rest>> = HashMap::new();
    for (tag, list) in TABLE {
        for phrase in list.split(',') {
            let mut words = phrase.split_whitespace();
            if let Some(first) = words.next() {
                phrases.entry(first).or_default().push((words.collect(), *tag));
            }
        }
    }
    for list in phrases.values_mut() {
        list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
    }
    phrases
});

/// The longest phrase that `word_at` begins with, `word_at(n)` being the word n places on: how many words, and what they do.
pub(in crate::language) fn phrase<'w>(word_at: impl Fn(usize) -> Option<&'w str>) -> Option<(usize, Tag)> {
    let list = PHRASES.get(word_at(0)?)?;
    list.iter().find_map(|(rest, tag)| {
        let fits = rest.iter().enumerate().all(|(n, word)| word_at(n + 1) == Some(*word));
        fits.then_some((rest.len() + 1, *tag))
    })
}

/// Every word that any phrase has in it.
static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let words = TABLE.iter().flat_map(|(_, list)| list.split([' ', ',', '\n']));
    words.chain(SHORT.iter().map(|(short, _)| *short)).filter(|word| !word.is_empty()).collect()
});

/// Whether a word is one of the language's.
pub(in crate::language) fn is_word(word: &str) -> bool {
    WORDS.contains(word)
}

/// Every single word of the table that is long enough to be spelled wrong, with what it does.
pub(in crate::language) fn vocabulary() -> impl Iterator<Item = (&'static str, Tag)> {
    PHRASES.iter().filter_map(|(word, list)| {
        let (_, tag) = list.iter().find(|(rest, _)| rest.is_empty())?;
        (word.len() >= 4).then_some((*word, *tag))
    })
}

/// Contractions and ways of writing, and what they stand for.
const SHORT: &[(&str, &str)] = &[
    ("don't", "do not"),
    ("dont", "do not"),
    ("doesn't", "does not"),
    ("doesnt", "does not"),
    ("didn't", "did not"),
    ("didnt", "did not"),
    ("can't", "can not"),
    ("cant", "can not"),
    ("couldn't", "could not"),
    ("wouldn't", "would not"),
    ("won't", "will not"),
    ("wont", "will not"),
    ("shouldn't", "should not"),
    ("shouldnt", "should not"),
    ("isn't", "is not"),
    ("isnt", "is not"),
    ("aren't", "are not"),
    ("wasn't", "was not"),
    ("haven't", "have not"),
    ("hasn't", "has not"),
    ("mustn't", "must not"),
    ("needn't", "need not"),
    ("what's", "what is"),
    ("whats", "what is"),
    ("where's", "where is"),
    ("wheres", "where is"),
    ("who's", "who is"),
    ("how's", "how is"),
    ("that's", "that is"),
    ("thats", "that is"),
    ("there's", "there is"),
    ("here's", "here is"),
    ("it's", "it is"),
    ("i'd", "i would"),
    ("id", "i would"),
    ("i'm", "i am"),
    ("im", "i am"),
    ("i've", "i have"),
    ("i'll", "i will"),
    ("we'd", "we would"),
    ("we'll", "we will"),
    ("we're", "we are"),
    ("you'd", "you would"),
    ("you're", "you are"),
    ("youre", "you are"),
    ("you'll", "you will"),
    ("you've", "you have"),
    ("let's", "let us"),
    ("lets", "let us"),
    ("gimme", "give me"),
    ("lemme", "let me"),
    ("w", "with"),
    ("thru", "through"),
    ("em", "them"),
    ("'em", "them"),
    ("pls", "please"),
    ("u", "you"),
    ("ur", "your"),
    ("nd", "and"),
    ("adn", "and"),
    ("nad", "and"),
    ("anf", "and"),
    ("wiht", "with"),
    ("fo", "of"),
    ("posiiton", "position"),
    ("teh", "the"),
    ("tehn", "then"),
    ("hte", "the"),
    ("annd", "and"),
    ("od", "do"),
    ("og", "go"),
    ("ot", "to"),
    ("ta", "to"),
    ("att", "at"),
    ("stp", "stop"),
    ("cancle", "cancel"),
    ("y'all", "you"),
    ("c'mon", "come on"),
];

static EXPANDED: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| SHORT.iter().copied().collect());

/// What a short form stands for.
pub(in crate::language) fn expanded(word: &str) -> Option<&'static str> {
    EXPANDED.get(word).copied()
}
