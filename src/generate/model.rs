//! The cell that is generated, before anybody writes it: nodes and relationships by number.
//!
//! Its shape: a home beside a lattice of safe approaches; behind these hang the work positions, and the tool stands each
//! behind a safe approach of its own. Which routines a work position supports depends on its zone, a block of the
//! lattice that has tools of its own.

use super::{
    Options,
    draw::Draw,
    lattice::{Lattice, Link},
};
use crate::cell::{NO_TOOL, Role, TOOL_ATTACH, TOOL_RELEASE};

/// Of a hundred work positions, how many hang on two neighbouring approaches.
const DOUBLE_PERCENT: usize = 5;
/// Safe approaches beside the home.
const HOME_LINKS: usize = 4;
/// Most nodes along one side of a zone.
const ZONE_SIDE_MAX: usize = 8;

/// What a tool is, and the two routines that need it.
const TRADES: [(&str, &str, [&str; 2]); 6] = [
    ("end_effector", "Welding head", ["tack_weld", "seam_weld"]),
    ("sensor", "Inspection camera with ring light", ["camera_inspection", "seam_scan"]),
    ("gripper", "Parallel gripper", ["pick_part", "place_part"]),
    ("dispenser", "Glue dispenser", ["glue_bead", "glue_dot"]),
    ("end_effector", "Screwdriver with feeder", ["drive_screw", "check_torque"]),
    ("end_effector", "Deburring spindle", ["deburr_edge", "polish_spot"]),
];

/// A generated cell. Positions, tools and routines are referred to by their places in these lists.
pub(super) struct Layout {
    /// The home, then the lattice, then approaches and mounts of the tools, then the work positions.
    pub(super) positions: Vec<Position>,
    pub(super) tools: Vec<Tool>,
    /// The two system routines first.
    pub(super) routines: Vec<Routine>,
    pub(super) moves: Vec<Move>,
    pub(super) supports: Vec<Support>,
}

pub(super) struct Position {
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) description: String,
}

pub(super) struct Tool {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) description: &'static str,
    pub(super) stand: String,
    pub(super) pose: String,
    /// The position of its stand.
    pub(super) mount: usize,
}

pub(super) struct Routine {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) required_tool: String,
}

pub(super) struct Move {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) cost_s: Option<f64>,
}

pub(super) struct Support {
    pub(super) routine: usize,
    pub(super) position: usize,
    pub(super) stabilize_s: Option<f64>,
    pub(super) action_after: Option<&'static str>,
    pub(super) verify: Option<String>,
}

impl Layout {
    /// The cell of these options, which were checked.
    pub(super) fn of(options: &Options) -> Self {
        let mut draw = Draw::of(options.seed);
        let (positions, tools) = (options.positions as usize, options.tools as usize);
        let free = positions - 1 - 2 * tools;
        let lattice = Lattice::of((positions / 3).clamp(1, free - 1), &mut draw);
        let digits = positions.to_string().len().max(5);
        let mut maker = Maker { cell: Self::with_routines(tools), lattice, draw, digits, costs: options.costs };
        maker.home_and_lattice();
        for tool in 0..tools {
            maker.tool(tool, tools);
        }
        for work in 0..positions - maker.cell.positions.len() {
            maker.work(work, free - maker.lattice.nodes, tools);
        }
        maker.cell
    }

    fn with_routines(tools: usize) -> Self {
        let mut cell = Self {
            positions: Vec::new(),
            tools: Vec::new(),
            routines: Vec::new(),
            moves: Vec::new(),
            supports: Vec::new(),
        };
        cell.routine(TOOL_ATTACH.to_owned(), "Close the tool changer on the tool in this stand", NO_TOOL);
        cell.routine(TOOL_RELEASE.to_owned(), "Open the tool changer and leave the tool in its stand", NO_TOOL);
        cell.routine("position_check".to_owned(), "Compare the pose reached with the pose taught", NO_TOOL);
        cell.routine("touch_probe".to_owned(), "Touch the part with the bare flange", NO_TOOL);
        for tool in 0..tools {
            let (_, _, routines) = TRADES[tool % TRADES.len()];
            for routine in routines {
                cell.routine(format!("{routine}_{:02}", tool + 1), "Works on the part", &tool_name(tool));
            }
        }
        cell
    }

    fn routine(&mut self, name: String, description: &str, required_tool: &str) {
        let (description, required_tool) = (description.to_owned(), required_tool.to_owned());
        self.routines.push(Routine { name, description, required_tool });
    }
}

/// A cell in the making.
struct Maker {
    cell: Layout,
    lattice: Lattice,
    draw: Draw,
    /// Digits of a number in a name.
    digits: usize,
    costs: bool,
}

/// The place of a lattice node among the positions.
const fn approach(node: usize) -> usize {
    node + 1
}

fn tool_name(tool: usize) -> String {
    format!("Tool_{:02}", tool + 1)
}

impl Maker {
    fn home_and_lattice(&mut self) {
        self.position("Home".to_owned(), Role::Home, "Parking pose, clear of every fixture and stand".to_owned());
        let (digits, width) = (self.digits, self.lattice.width);
        for node in 0..self.lattice.nodes {
            let description = format!("Clear point in row {}, column {}", node / width + 1, node % width + 1);
            self.position(format!("Safe_Pos_{:0digits$}", node + 1), Role::SafeApproach, description);
        }
        let beside = HOME_LINKS.min(width);
        for node in (width - beside) / 2..(width + beside) / 2 {
            self.link(0, approach(node), 20..60);
        }
        for Link { from, to, both_ways } in std::mem::take(&mut self.lattice.links) {
            if both_ways {
                self.link(approach(from), approach(to), 10..40);
            } else {
                let cost_s = self.cost_s(10..40);
                self.cell.moves.push(Move { from: approach(from), to: approach(to), cost_s });
            }
        }
    }

    /// A tool, its stand, the stand's position and the approach before it.
    fn tool(&mut self, tool: usize, tools: usize) {
        let name = tool_name(tool);
        let (kind, description, _) = TRADES[tool % TRADES.len()];
        let across = (tool as f64 + 0.5) / tools as f64;
        let node = self.lattice.nearest(across, if tool.is_multiple_of(2) { 0.25 } else { 0.75 });
        let before = self.position(
            format!("{name}_Safe_Position"),
            Role::SafeApproach,
            format!("Clear point before the stand of {name}"),
        );
        let mount = self.position(
            format!("{name}_Position"),
            Role::ToolMount,
            format!("Flange engaged with {name} in its stand"),
        );
        self.link(approach(node), before, 20..60);
        self.link(before, mount, 40..90);
        for (routine, stabilize_s, action, verify) in
            [(0, 1.5, "attach_tool", name.as_str()), (1, 1.0, "release_tool", NO_TOOL)]
        {
            self.cell.supports.push(Support {
                routine,
                position: mount,
                stabilize_s: Some(stabilize_s),
                action_after: Some(action),
                verify: Some(verify.to_owned()),
            });
        }
        let stand = format!("ToolStand_{:02}", tool + 1);
        let pose = format!("Upright, slot {}", tool + 1);
        self.cell.tools.push(Tool { name, kind, description, stand, pose, mount });
    }

    /// One of `works` work positions, with what it supports.
    fn work(&mut self, work: usize, works: usize, tools: usize) {
        let node = work * self.lattice.nodes / works;
        let digits = self.digits;
        let position = self.position(
            format!("Pos_{:0digits$}", work + 1),
            Role::Work,
            format!("Work point behind Safe_Pos_{:0digits$}", node + 1),
        );
        self.link(approach(node), position, 10..40);
        let beside = if (node + 1).is_multiple_of(self.lattice.width) { node.wrapping_sub(1) } else { node + 1 };
        if self.draw.percent(DOUBLE_PERCENT) && beside < self.lattice.nodes && self.lattice.width > 1 {
            self.link(approach(beside), position, 10..40);
        }
        let mut offered = self.offered(self.zone(node), tools);
        let count = 1 + self.draw.below(3);
        if tools > 0 {
            // A zone without its own tool would be none: what comes first in its offer is always there.
            self.draw.shuffle(&mut offered[1..]);
        } else {
            self.draw.shuffle(&mut offered);
        }
        for &routine in offered.iter().take(count) {
            self.support(routine, position);
        }
    }

    /// The number of the zone that a lattice node is in; neighbouring zones differ.
    fn zone(&self, node: usize) -> usize {
        let side = (self.lattice.width / 4).clamp(1, ZONE_SIDE_MAX);
        let zones_across = self.lattice.width.div_ceil(side);
        node / self.lattice.width / side * zones_across + node % self.lattice.width / side
    }

    /// What a zone can do: its tool's two routines (one first), one of the next tool's, one without a tool.
    fn offered(&self, zone: usize, tools: usize) -> Vec<usize> {
        if tools == 0 {
            return vec![2, 3];
        }
        let routine = |tool: usize, which: usize| 4 + 2 * (tool % tools) + which % 2;
        let mut offered =
            vec![routine(zone, zone / tools), routine(zone, zone / tools + 1), routine(zone + 1, zone), 2 + zone % 2];
        // With one tool the next is the same.
        let mut seen = Vec::new();
        offered.retain(|routine| {
            !seen.contains(routine) && {
                seen.push(*routine);
                true
            }
        });
        offered
    }

    fn support(&mut self, routine: usize, position: usize) {
        let bare = self.draw.percent(10);
        let stabilize_s = (!bare).then(|| self.draw.one_of(&[0.2, 0.5, 0.8, 1.0, 1.5]));
        let action_after = (!bare && self.draw.percent(50)).then_some("move_safe");
        let verify = (!bare && self.draw.percent(60))
            .then(|| self.draw.one_of(&["quality_check", "image_captured", "force_in_range"]).to_owned());
        self.cell.supports.push(Support { routine, position, stabilize_s, action_after, verify });
    }

    fn position(&mut self, name: String, role: Role, description: String) -> usize {
        self.cell.positions.push(Position { name, role, description });
        self.cell.positions.len() - 1
    }

    /// Allows the moves there and back, which take the same time.
    fn link(&mut self, one: usize, other: usize, tenths: std::ops::Range<usize>) {
        let cost_s = self.cost_s(tenths);
        self.cell.moves.push(Move { from: one, to: other, cost_s });
        self.cell.moves.push(Move { from: other, to: one, cost_s });
    }

    fn cost_s(&mut self, tenths: std::ops::Range<usize>) -> Option<f64> {
        self.costs.then(|| (tenths.start + self.draw.below(tenths.len())) as f64 / 10.0)
    }
}
