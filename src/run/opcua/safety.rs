//! What keeps a robot from moving, by the terms of OPC 40010-1 (Robotics): an emergency stop, a protective stop, a mode that is not
//! automatic. The server tells of it by subscription, so that it is known while nothing is said of any step.

use std::{sync::Arc, time::Duration};

use opcua::{
    client::DataChangeCallback,
    types::{DataValue, MonitoredItemCreateRequest, NodeId, TimestampsToReturn, Variant},
};
use parking_lot::Mutex;

use super::{
    super::driver::DriverError,
    controller::read,
    link::Link,
    nodes::{EMERGENCY_STOP, OPERATIONAL_MODE, PROTECTIVE_STOP, SAFETY},
};

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

/// The last value of each variable that a server has.
#[derive(Debug)]
pub(super) struct Safety {
    values: Arc<Mutex<Vec<(What, Option<Variant>)>>>,
}

impl Safety {
    /// Has the server tell of its variables; none where it has none of them.
    pub(super) fn watch(link: &Link) -> Result<Option<Self>, DriverError> {
        let wanted = [
            (What::EmergencyStop, EMERGENCY_STOP),
            (What::ProtectiveStop, PROTECTIVE_STOP),
            (What::OperationalMode, OPERATIONAL_MODE),
        ];
        let ways = wanted.map(|(_, name)| [SAFETY, name]);
        let ways: Vec<&[&str]> = ways.iter().map(<[&str; 2]>::as_slice).collect();
        let found: Vec<(What, NodeId)> =
            wanted.iter().zip(link.nodes(&ways)?).filter_map(|((what, _), node)| Some((*what, node?))).collect();
        if found.is_empty() {
            return Ok(None);
        }
        let nodes: Vec<NodeId> = found.iter().map(|(_, node)| node.clone()).collect();
        let whats: Vec<What> = found.iter().map(|(what, _)| *what).collect();
        let now = read(link, &nodes)?;
        let values = Arc::new(Mutex::new(whats.iter().copied().zip(now.into_iter().map(Some)).collect::<Vec<_>>()));
        let (told, known) = (Arc::clone(&values), nodes.clone());
        let callback = DataChangeCallback::new(move |value: DataValue, item| {
            let mut told = told.lock();
            let of = known.iter().position(|node| *node == item.item_to_monitor().node_id);
            let is_good = value.status.is_none_or(|status| status.is_good());
            if let Some((_, last)) = of.and_then(|of| told.get_mut(of)) {
                *last = value.value.filter(|_| is_good);
            }
        });
        let session = link.session();
        let subscription =
            link.within("a subscription", session.create_subscription(PUBLISHING, 600, 50, 0, 0, true, callback))?;
        let items: Vec<MonitoredItemCreateRequest> = nodes.into_iter().map(Into::into).collect();
        let made = link.within(
            "a subscription",
            session.create_monitored_items(subscription, TimestampsToReturn::Neither, items),
        )?;
        match made.iter().all(|item| item.result.status_code.is_good()) {
            true => Ok(Some(Self { values })),
            false => Err(DriverError::Failed("the controller's SafetyState cannot be subscribed to".to_owned())),
        }
    }

    /// Why the robot must not be sent anywhere; none where nothing speaks against it.
    pub(super) fn against(&self) -> Option<String> {
        self.values.lock().iter().find_map(|(what, value)| against(*what, value.as_ref()))
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
