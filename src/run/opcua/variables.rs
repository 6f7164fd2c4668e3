//! The values of a server's variables, as they are now.

use std::sync::Arc;

use opcua::{
    client::Session,
    types::{DataValue, NodeId, ReadValueId, TimestampsToReturn, Variant},
};

use super::{super::driver::DriverError, link::Link};

/// The values of variables, each of which has one and a name.
pub(super) fn read(link: &Link, nodes: &[NodeId], names: &[String]) -> Result<Vec<Variant>, DriverError> {
    let wanted: Vec<ReadValueId> = nodes.iter().map(|node| ReadValueId::from(node.clone())).collect();
    let ask = |session: Arc<Session>| async move { session.read(&wanted, TimestampsToReturn::Neither, 0.0).await };
    let values = link.within("reading", ask)?;
    if values.len() != nodes.len() {
        return Err(DriverError::Protocol(format!("{} values were read, and {} came", nodes.len(), values.len())));
    }
    let value = |(value, name): (DataValue, &String)| match (value.value, value.status) {
        (Some(found), None) => Ok(found),
        (Some(found), Some(status)) if status.is_good() => Ok(found),
        (_, status) => {
            let status = status.map_or_else(|| "no value".to_owned(), |status| status.to_string());
            Err(DriverError::Failed(format!("the controller's {name} has {status}")))
        }
    };
    values.into_iter().zip(names).map(value).collect()
}
