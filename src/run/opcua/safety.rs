//! What keeps a robot from moving, by the terms of OPC 40010-1 (Robotics): an emergency stop, a protective stop, a mode that is not
//! automatic. The variables are read before every `go`, and every second while a run goes on. The server tells of changes by subscription as
//! well, so that they are known at once; that nothing is told does not mean that nothing has changed.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use opcua::{
    client::DataChangeCallback,
    types::{DataValue, MonitoredItemCreateRequest, NodeId, TimestampsToReturn, Variant},
};
use parking_lot::Mutex;

use super::{
    super::driver::DriverError,
    link::Link,
    nodes::{EMERGENCY_STOP, OPERATIONAL_MODE, PROTECTIVE_STOP, SAFETY},
    variables::read,
};
use crate::limits::OPC_UA_SAFETY_EVERY;

/// How often the server is to tell of a change.
const PUBLISHING: Duration = Duration::from_millis(100);
/// The numbers of OPC 40010-1's OperationalModeEnumeration under which a program may move the robot.
const AUTOMATIC: i32 = 3;
const AUTOMATIC_EXTERNAL: i32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    EmergencyStop,
    ProtectiveStop,
    OperationalMode,
}

impl What {
    const ALL: [Self; 3] = [Self::EmergencyStop, Self::ProtectiveStop, Self::OperationalMode];

    const fn name(self) -> &'static str {
        match self {
            Self::EmergencyStop => EMERGENCY_STOP,
            Self::ProtectiveStop => PROTECTIVE_STOP,
            Self::OperationalMode => OPERATIONAL_MODE,
        }
    }
}

/// The last value of each variable that a server has.
#[derive(Debug)]
pub(super) struct Safety {
    whats: Vec<What>,
    nodes: Vec<NodeId>,
    /// Their names, for people.
    names: Vec<String>,
    /// The last values that were told or read.
    values: Arc<Mutex<Vec<Option<Variant>>>>,
    /// When they were read last.
    read_at: Mutex<Option<Instant>>,
}

impl Safety {
    /// Of a controller that is looked at for nothing but its cell.
    pub(super) fn unwatched() -> Self {
        Self {
            whats: Vec::new(),
            nodes: Vec::new(),
            names: Vec::new(),
            values: Arc::default(),
            read_at: Mutex::default(),
        }
    }

    /// Has the server tell of its variables.
    pub(super) fn watch(link: &Link) -> Result<Self, DriverError> {
        let ways = What::ALL.map(|what| [SAFETY, what.name()]);
        let ways: Vec<&[&str]> = ways.iter().map(<[&str; 2]>::as_slice).collect();
        let found = What::ALL.into_iter().zip(link.nodes(&ways)?).filter_map(|(what, node)| Some((what, node?)));
        let (whats, nodes): (Vec<What>, Vec<NodeId>) = found.unzip();
        let names = whats.iter().map(|what| format!("{SAFETY}/{}", what.name())).collect();
        let values = Arc::new(Mutex::new(vec![None; whats.len()]));
        let safety = Self { whats, nodes, names, values, read_at: Mutex::default() };
        if !safety.nodes.is_empty() {
            safety.read(link)?;
            safety.subscribe(link)?;
        }
        Ok(safety)
    }

    /// What an operator should know: which of the variables the controller does not have.
    pub(super) fn remarks(&self) -> Vec<String> {
        let is_missing = |what: &&What| !self.whats.contains(what);
        let missing: Vec<&str> = What::ALL.iter().filter(is_missing).map(|what| what.name()).collect();
        match missing.as_slice() {
            [] => Vec::new(),
            names => vec![format!(
                "the controller's SafetyState has no {}: cellgraph sees that by the steps alone",
                names.join(", no ")
            )],
        }
    }

    /// A change is known as soon as the server tells of it. A server that tells of nothing any more is asked all the same.
    fn subscribe(&self, link: &Link) -> Result<(), DriverError> {
        let (told, known) = (Arc::clone(&self.values), self.nodes.clone());
        let callback = DataChangeCallback::new(move |value: DataValue, item| {
            let is_good = value.status.is_none_or(|status| status.is_good());
            let of = known.iter().position(|node| *node == item.item_to_monitor().node_id);
            let mut told = told.lock();
            if let Some(last) = of.and_then(|of| told.get_mut(of)) {
                *last = value.value.filter(|_| is_good);
            }
        });
        let items: Vec<MonitoredItemCreateRequest> = self.nodes.iter().cloned().map(Into::into).collect();
        let made = link.within("a subscription", |session| async move {
            let subscription = session.create_subscription(PUBLISHING, 600, 50, 0, 0, true, callback).await?;
            session.create_monitored_items(subscription, TimestampsToReturn::Neither, items).await
        })?;
        match made.iter().all(|item| item.result.status_code.is_good()) {
            true => Ok(()),
            false => Err(DriverError::Failed("the controller's SafetyState cannot be subscribed to".to_owned())),
        }
    }

    fn read(&self, link: &Link) -> Result<(), DriverError> {
        let now = read(link, &self.nodes, &self.names)?;
        *self.values.lock() = now.into_iter().map(Some).collect();
        *self.read_at.lock() = Some(Instant::now());
        Ok(())
    }

    /// Why the robot must not be sent anywhere; none where nothing speaks against it. The variables are read where that was not done within
    /// the last second, and whenever `is_go`.
    pub(super) fn against(&self, link: &Link, is_go: bool) -> Result<Option<String>, DriverError> {
        if let Some(why) = self.told() {
            return Ok(Some(why));
        }
        let is_old = self.read_at.lock().is_none_or(|at| at.elapsed() >= OPC_UA_SAFETY_EVERY);
        if self.nodes.is_empty() || !(is_old || is_go) {
            return Ok(None);
        }
        self.read(link)?;
        Ok(self.told())
    }

    fn told(&self) -> Option<String> {
        let values = self.values.lock();
        self.whats.iter().zip(values.iter()).find_map(|(what, value)| against(*what, value.as_ref()))
    }
}

/// What is not known speaks against it as well.
fn against(what: What, value: Option<&Variant>) -> Option<String> {
    let why = match (what, value) {
        (What::EmergencyStop | What::ProtectiveStop, Some(Variant::Boolean(false))) => return None,
        (What::OperationalMode, Some(Variant::Int32(mode))) if [AUTOMATIC, AUTOMATIC_EXTERNAL].contains(mode) => {
            return None;
        }
        (What::EmergencyStop, Some(Variant::Boolean(true))) => "an emergency stop is pressed",
        (What::ProtectiveStop, Some(Variant::Boolean(true))) => "a protective stop holds the robot",
        (What::OperationalMode, Some(Variant::Int32(1 | 2))) => "the robot is operated by hand",
        (What::OperationalMode, Some(Variant::Int32(_))) => "the robot is in no automatic mode",
        (What::EmergencyStop, _) => "the controller does not say whether an emergency stop is pressed",
        (What::ProtectiveStop, _) => "the controller does not say whether a protective stop holds the robot",
        (What::OperationalMode, _) => "the controller does not say how the robot is operated",
    };
    Some(format!("{why} (SafetyState)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_sent_nowhere_unless_it_is_free_to_move() {
        use What::{EmergencyStop, OperationalMode, ProtectiveStop};
        for what in [EmergencyStop, ProtectiveStop] {
            assert_eq!(against(what, Some(&Variant::from(false))), None);
            for value in [Some(Variant::from(true)), Some(Variant::from(0_u8)), Some(Variant::Empty), None] {
                assert!(against(what, value.as_ref()).is_some(), "{what:?} {value:?}");
            }
        }
        for mode in -1..8 {
            let is_free = against(OperationalMode, Some(&Variant::from(mode))).is_none();
            assert_eq!(is_free, [3, 4].contains(&mode), "{mode}");
        }
        assert!(against(OperationalMode, None).is_some());
        assert!(against(OperationalMode, Some(&Variant::from("AUTOMATIC"))).is_some());
    }
}
