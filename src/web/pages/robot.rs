//! Where the robot is, and the form for somebody who has looked.

use maud::{Markup, html};

use super::Sight;
use crate::{
    cell::{NO_TOOL, PositionId, ToolId},
    limits::{PICTURE_POSITIONS_MAX, SENTENCE_BYTES_MAX},
    run::Since,
    web::{board::Doing, route::Act, words::Words},
    workflow::BrokenMove,
};

pub(in crate::web) fn robot(sight: &Sight<'_>) -> Markup {
    let view = sight.view;
    let main = html! {
        h1 { (sight.of("The robot", "Der Roboter")) }
        (sight.trouble())
        @if let Some(robot) = &view.robot {
            dl {
                dt { (sight.of("On record", "Vermerkt")) } dd { (robot.position) ", " (robot.tool) }
                dt { (sight.of("Since", "Seit")) } dd { (super::past::zoned(robot.last_updated)) }
                @if let Some(operator) = &robot.operator { dt { (sight.of("Said by", "Gesagt von")) } dd { (operator) } }
                @if let Some(run) = &robot.run_id {
                    dt { (sight.of("Seen in", "Gesehen in")) } dd { a href={ "/history/" (run.hyphenated()) } { (sight.of("this run", "diesem Lauf")) } }
                }
                @if let Some(why) = &robot.unconfirmed_reason {
                    dt { (sight.of("Not confirmed", "Nicht bestätigt")) } dd lang="en" { (why) }
                }
            }
        }
        @if let Some(broken) = &view.broken { (jog(sight, broken)) }
        @if matches!(view.doing, Doing::Rest) { (form(sight)) }
        @else if matches!(view.doing, Doing::Elsewhere(_)) {
            p { (sight.of("Another desk drives this cell: where the robot is can be said there.", "Diese Zelle wird an anderer Stelle gefahren: wo der Roboter steht, kann dort gesagt werden.")) }
        }
        @else { p { (sight.of("This can be said when no plan waits and nothing runs.", "Das kann gesagt werden, wenn kein Plan wartet und nichts läuft.")) } }
    };
    sight.page("/robot", sight.of("Robot", "Roboter"), &main)
}

/// How the robot is brought back to a position.
fn jog(sight: &Sight<'_>, broken: &BrokenMove) -> Markup {
    let BrokenMove { from, to, tool } = broken;
    let held = (tool != NO_TOOL).then(|| {
        Words::both(
            format!(" It holds {tool}: keep that clear of everything as well."),
            format!(" Er hält {tool}: auch das darf nirgends anstoßen."),
        )
    });
    html! {
        h2 { (sight.of("Bring it to a position", "An einen Platz bringen")) }
        p { (sight.of("The robot may stand between ", "Der Roboter steht vielleicht zwischen ")) strong { (from) } (sight.of(" and ", " und ")) strong { (to) }
            (sight.of(". A run begins at a position, so bring it to one of them by hand:", ". Ein Lauf beginnt an einem Platz, also bringen Sie ihn von Hand an einen der beiden:")) }
        ol {
            li { (sight.of("Switch the robot to manual. Nobody else is in the cell.", "Stellen Sie den Roboter auf Handbetrieb. Niemand sonst ist in der Zelle.")) }
            li { (sight.of("Look which way is free, and jog it slowly to ", "Sehen Sie, welcher Weg frei ist, und fahren Sie ihn langsam nach "))
                (to) (sight.of(" or back to ", " oder zurück nach ")) (from) "." @if let Some(held) = &held { (sight.said(held)) } }
            li { (sight.of("Then say below where it is.", "Sagen Sie dann unten, wo er steht.")) }
        }
    }
}

fn form(sight: &Sight<'_>) -> Markup {
    if !sight.may(Act::Place) {
        return sight.may_not();
    }
    let snapshot = &sight.view.snapshot;
    let stands = sight.view.robot.as_ref().map(|robot| (robot.position.as_str(), robot.tool.as_str()));
    let is_at = |name: &str| stands.is_some_and(|(position, _)| position == name);
    let holds = |name: &str| stands.is_some_and(|(_, tool)| tool == name);
    let positions = (0..snapshot.position_count() as u32).map(|id| snapshot.position_name(PositionId(id)));
    let tools = (0..snapshot.tool_count() as u32).map(|id| snapshot.tool_name(ToolId(id)));
    html! {
        h2 { (sight.of("Say where it is", "Sagen, wo er steht")) }
        p { (sight.of("Look at the robot first: the next run starts from what you say. Where there is a controller, it is told to stop and is asked as well.",
            "Sehen Sie zuerst den Roboter an: der nächste Lauf beginnt dort, wo Sie sagen. Die Steuerung wird angehalten und ebenfalls gefragt, wo es eine gibt.")) }
        form method="post" action="/place" {
            (sight.token())
            input type="hidden" name="record" value=(sight.view.record());
            input type="hidden" name="awake" value=(Since::now().number());
            label for="position" { (sight.of("Position", "Platz")) }
            @if snapshot.position_count() <= PICTURE_POSITIONS_MAX {
                select #position name="position" required {
                    option value="" { (sight.of("choose", "wählen")) }
                    @for name in positions { option value=(name) { (name) @if is_at(name) { (sight.of(" (on record)", " (vermerkt)")) } } }
                }
            } @else {
                input #position name="position" required autocomplete="off" spellcheck="false";
            }
            label for="tool" { (sight.of("It holds", "Er hält")) }
            select #tool name="tool" required {
                option value="" { (sight.of("choose", "wählen")) }
                option value=(NO_TOOL) { (sight.of("nothing", "nichts")) @if holds(NO_TOOL) { (sight.of(" (on record)", " (vermerkt)")) } }
                @for name in tools { option value=(name) { (name) @if holds(name) { (sight.of(" (on record)", " (vermerkt)")) } } }
            }
            label for="reason" { (sight.of("How do you know?", "Woher wissen Sie das?")) }
            input #reason name="reason" required autocomplete="off" maxlength=(SENTENCE_BYTES_MAX);
            label class="tick" for="looked" {
                input #looked type="checkbox" name="looked" value="yes" required;
                (sight.of(" I have looked at the robot", " Ich habe den Roboter angesehen"))
            }
            button class="main" { (sight.of("The robot is there", "Der Roboter steht dort")) }
        }
    }
}
