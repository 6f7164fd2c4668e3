//! Cells of other trades with other ways of naming, as drafts.

use cellgraph::{
    cell::{
        Draft, Metadata, Move, Position, PositionId, Role, Routine, RoutineId, StandId, Support, Tool, ToolId,
        ToolStand,
    },
    import,
    snapshot::{self, Provenance, Snapshot},
};

const DEMO: &[u8] = include_bytes!("../../graph-snapshots/demo-cell.apoc.jsonl");

/// The cell of the seeds: welding, `Pos_1`.
pub(crate) fn demo() -> Snapshot {
    of(&import::from_apoc(DEMO, &mut |_| ()).unwrap().draft)
}

const PRESS: &[u8] = include_bytes!("further/press.apoc.jsonl");

/// The press brake of the further cells: tables that only descriptions call so, docks, a stud gun.
pub(crate) fn press() -> Snapshot {
    of(&import::from_apoc(PRESS, &mut |_| ()).unwrap().draft)
}

const BATTERY: &[u8] = include_bytes!("further/battery.apoc.jsonl");

/// Battery modules, of the further cells: trays in rows called A and B, two busbars, a paste gun.
pub(crate) fn battery() -> Snapshot {
    of(&import::from_apoc(BATTERY, &mut |_| ()).unwrap().draft)
}

const PUMPS: &[u8] = include_bytes!("further/pumps.apoc.jsonl");

/// Pump housings, of the further cells: a bolt driver that drives bolts, a place called REST, O-rings.
pub(crate) fn pumps() -> Snapshot {
    of(&import::from_apoc(PUMPS, &mut |_| ()).unwrap().draft)
}

const SHOES: &[u8] = include_bytes!("further/shoes.apoc.jsonl");

/// Shoe soles, of the further cells: forms that are called by a number, a press with two sides.
pub(crate) fn shoes() -> Snapshot {
    of(&import::from_apoc(SHOES, &mut |_| ()).unwrap().draft)
}

const FOUNDRY: &[u8] = include_bytes!("further/foundry.apoc.jsonl");

/// A foundry, of the further cells: moulds in a line, a lance, a ladle.
pub(crate) fn foundry() -> Snapshot {
    of(&import::from_apoc(FOUNDRY, &mut |_| ()).unwrap().draft)
}

pub(crate) fn of(draft: &Draft) -> Snapshot {
    Snapshot::from_bytes(&snapshot::build(draft, &Provenance::default()).bytes).unwrap()
}

/// (name, role, description)
type PositionRow = (&'static str, Role, &'static str);
/// (name, kind, description, where it is kept)
type ToolRow = (&'static str, &'static str, &'static str, &'static str);
/// (name, description, required tool or "", where it is supported)
type RoutineRow = (&'static str, &'static str, &'static str, &'static [&'static str]);

/// A draft of these, every position reachable from every other.
pub(crate) fn draft(positions: &[PositionRow], tools: &[ToolRow], routines: &[RoutineRow]) -> Draft {
    let mut positions = positions.to_vec();
    positions.sort_unstable_by_key(|row| row.0);
    let mut tools = tools.to_vec();
    tools.sort_unstable_by_key(|row| row.0);
    let mut routines = routines.to_vec();
    routines.sort_unstable_by_key(|row| row.0);
    let place = |name: &str| PositionId(positions.iter().position(|row| row.0 == name).unwrap() as u32);
    let moves = (0..positions.len() as u32).flat_map(|from| (0..positions.len() as u32).map(move |to| (from, to)));
    let mut supports: Vec<Support> = (0..)
        .zip(&routines)
        .flat_map(|(id, row)| row.3.iter().map(move |name| (RoutineId(id), *name)))
        .map(|(routine, name)| Support { routine, position: place(name), metadata: Metadata::default() })
        .collect();
    supports.sort_unstable_by_key(|support| (support.routine, support.position));
    Draft {
        stands: tools
            .iter()
            .map(|row| ToolStand {
                name: format!("Stand_{}", row.0),
                pose: String::new(),
                positions: vec![place(row.3)],
            })
            .collect(),
        moves: moves
            .filter(|(from, to)| from != to)
            .map(|(from, to)| Move { from: PositionId(from), to: PositionId(to), cost_s: None })
            .collect(),
        routines: routines
            .iter()
            .map(|row| Routine {
                name: row.0.into(),
                description: row.1.into(),
                required_tool: tools.iter().position(|tool| tool.0 == row.2).map(|id| ToolId(id as u32)),
            })
            .collect(),
        positions: positions
            .iter()
            .map(|row| Position { name: row.0.into(), role: row.1, description: row.2.into() })
            .collect(),
        tools: tools
            .iter()
            .zip(0..)
            .map(|(row, id)| Tool {
                name: row.0.into(),
                kind: row.1.into(),
                description: row.2.into(),
                stand: StandId(id),
            })
            .collect(),
        supports,
    }
}

/// Assembly, camel case: `screwBay1`, `driveScrew`.
pub(crate) fn assembly() -> Snapshot {
    of(&draft(
        &[
            ("homePose", Role::Home, "Parked above the table"),
            ("clearA", Role::SafeApproach, ""),
            ("clearB", Role::SafeApproach, ""),
            ("infeedNest", Role::Work, "Where housings come in"),
            ("outfeedNest", Role::Work, "Where finished units leave"),
            ("pressStation", Role::Work, "Hydraulic press"),
            ("screwBay1", Role::Work, ""),
            ("screwBay2", Role::Work, ""),
            ("screwBay3", Role::Work, ""),
            ("screwBay4", Role::Work, ""),
            ("dockGripper", Role::ToolMount, ""),
            ("dockDriver", Role::ToolMount, ""),
        ],
        &[
            ("fingerGripper", "gripper", "Two finger gripper", "dockGripper"),
            ("screwDriver", "spindle", "Electric torque spindle", "dockDriver"),
        ],
        &[
            ("driveScrew", "Drive one screw", "screwDriver", &["screwBay1", "screwBay2", "screwBay3", "screwBay4"]),
            ("pickPart", "Pick a part", "fingerGripper", &["infeedNest"]),
            ("placePart", "Place a part", "fingerGripper", &["outfeedNest", "pressStation"]),
            ("visualCheck", "Look at the part", "", &["infeedNest", "outfeedNest", "screwBay1", "screwBay2"]),
        ],
    ))
}

/// Paint shop, upper case: `BOOTH_01`, `SPRAY_COAT`.
pub(crate) fn paint() -> Snapshot {
    of(&draft(
        &[
            ("PARK", Role::Home, "Home of the arm"),
            ("APPROACH_N", Role::SafeApproach, ""),
            ("APPROACH_S", Role::SafeApproach, ""),
            ("BOOTH_01", Role::Work, "Doors"),
            ("BOOTH_02", Role::Work, "Hoods"),
            ("BOOTH_03", Role::Work, "Fenders"),
            ("BOOTH_04", Role::Work, "Roofs"),
            ("BOOTH_10", Role::Work, "Mirrors"),
            ("RACK_L", Role::Work, "Left drying rack"),
            ("RACK_R", Role::Work, "Right drying rack"),
            ("MOUNT_GUN", Role::ToolMount, ""),
            ("MOUNT_SANDER", Role::ToolMount, ""),
            ("MOUNT_GAUGE", Role::ToolMount, ""),
        ],
        &[
            ("SPRAY_GUN", "applicator", "Rotary bell for base coat", "MOUNT_GUN"),
            ("ORBITAL_SANDER", "abrasive", "Sanding disc", "MOUNT_SANDER"),
            ("FILM_GAUGE", "sensor", "Measures the film", "MOUNT_GAUGE"),
        ],
        &[
            ("SPRAY_COAT", "One coat", "SPRAY_GUN", &["BOOTH_01", "BOOTH_02", "BOOTH_03", "BOOTH_04", "BOOTH_10"]),
            ("SAND_EDGE", "Sand the edge", "ORBITAL_SANDER", &["BOOTH_01", "BOOTH_02", "BOOTH_03", "BOOTH_04"]),
            ("GAUGE_FILM", "Film thickness", "FILM_GAUGE", &["BOOTH_01", "BOOTH_02", "RACK_L", "RACK_R"]),
            ("BLOW_OFF", "Air", "", &["BOOTH_01", "BOOTH_02", "BOOTH_03", "BOOTH_04", "BOOTH_10", "RACK_L", "RACK_R"]),
        ],
    ))
}

/// Laboratory, kebab case with letters: `deck-a`, `read-barcode`.
pub(crate) fn lab() -> Snapshot {
    of(&draft(
        &[
            ("rest", Role::Home, ""),
            ("transit", Role::SafeApproach, ""),
            ("deck-a", Role::Work, ""),
            ("deck-b", Role::Work, ""),
            ("deck-c", Role::Work, ""),
            ("deck-d", Role::Work, ""),
            ("centrifuge", Role::Work, "Cools and spins"),
            ("plate-hotel", Role::Work, "Stores plates"),
            ("park-pipette", Role::ToolMount, ""),
            ("park-scanner", Role::ToolMount, ""),
            ("park-gripper", Role::ToolMount, ""),
        ],
        &[
            ("pipette-head", "liquid handling", "Eight channels", "park-pipette"),
            ("code-scanner", "sensor", "Reads labels", "park-scanner"),
            ("plate-gripper", "gripper", "Holds plates", "park-gripper"),
        ],
        &[
            ("aspirate", "Draw liquid", "pipette-head", &["deck-a", "deck-b", "deck-c", "deck-d"]),
            ("dispense", "Give liquid", "pipette-head", &["deck-a", "deck-b", "deck-c", "deck-d"]),
            ("read-barcode", "Read the label", "code-scanner", &["deck-a", "deck-b", "plate-hotel", "centrifuge"]),
            ("wash-tips", "Rinse", "pipette-head", &["deck-d"]),
        ],
    ))
}
