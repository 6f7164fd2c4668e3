//! The names of the nodes. `examples/controller/cellgraph.NodeSet2.xml` describes them; a test holds the two together.

/// The namespace of the names.
pub const NAMESPACE: &str = "urn:cellgraph:handover";

/// The object under `Objects` that has all others.
pub(super) const OBJECT: &str = "Cellgraph";

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    HandOver,
    Permit,
    Beat,
    Look,
}

impl Method {
    pub(super) const ALL: [Self; 4] = [Self::HandOver, Self::Permit, Self::Beat, Self::Look];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::HandOver => "HandOver",
            Self::Permit => "Permit",
            Self::Beat => "Beat",
            Self::Look => "Look",
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// The two texts of the sequence, as they stand at the controller.
pub(super) const SEQUENCE: [[&str; 2]; 2] = [["Sequence", "ActionsYaml"], ["Sequence", "ActionsJson"]];

/// The object whose variables are the state of the cell.
pub(super) const CELL: &str = "Cell";

/// What keeps a robot from moving, by the terms of OPC 40010-1.
pub(super) const SAFETY: &str = "SafetyState";
/// True: an emergency stop is pressed.
pub(super) const EMERGENCY_STOP: &str = "EmergencyStop";
/// True: a protective stop holds, for an open guard say.
pub(super) const PROTECTIVE_STOP: &str = "ProtectiveStop";
/// How the robot is operated.
pub(super) const OPERATIONAL_MODE: &str = "OperationalMode";
