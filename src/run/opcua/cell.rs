//! The variables under `Cell` → the state of the cell, as a line's `cell` has it.
//!
//! A variable's browse name is its field; an object's is the field that has the fields under it. So `Cell/program/running` is
//! `{"program":{"running":…}}`. The variables are looked for once, when the session is opened.

use std::time::Instant;

use opcua::types::{
    BrowseDescription, BrowseDirection, BrowseResultMask, NodeClass, NodeClassMask, NodeId, ReferenceTypeId, Variant,
};
use serde_json::{Map, Value, json};

use super::{super::driver::DriverError, link::Link, variables::read};
use crate::{
    cell::shown,
    limits::{OPC_UA_CELL_DEPTH_MAX, OPC_UA_CELL_VARIABLES_MAX, OPC_UA_CONNECT_LIMIT},
};

/// How many nodes a server is to give at once.
const PAGE: u32 = 256;

/// Where the values of a cell's state are.
#[derive(Debug)]
pub(super) struct CellVariables {
    nodes: Vec<NodeId>,
    /// The way of field names to each.
    ways: Vec<Vec<String>>,
}

impl CellVariables {
    /// Looks for the variables under a node.
    pub(super) fn found(link: &Link, root: &NodeId) -> Result<Self, DriverError> {
        let mut cell = Self { nodes: Vec::new(), ways: Vec::new() };
        let (mut open, mut looked_at, begun) = (vec![(root.clone(), Vec::<String>::new())], 0_usize, Instant::now());
        while let Some((node, way)) = open.pop() {
            for (child, name, is_variable) in children(link, &node)? {
                let way: Vec<String> = way.iter().cloned().chain([name]).collect();
                looked_at += 1;
                let fault = match () {
                    () if way.len() > OPC_UA_CELL_DEPTH_MAX => {
                        Some(format!("is deeper than {OPC_UA_CELL_DEPTH_MAX} names"))
                    }
                    () if looked_at > OPC_UA_CELL_VARIABLES_MAX => {
                        Some(format!("is one node more than the {OPC_UA_CELL_VARIABLES_MAX} that are looked at"))
                    }
                    () if begun.elapsed() > OPC_UA_CONNECT_LIMIT => {
                        Some(format!("was not reached within {} s", OPC_UA_CONNECT_LIMIT.as_secs()))
                    }
                    () if cell.ways.contains(&way) => Some("is there twice".to_owned()),
                    () => None,
                };
                if let Some(fault) = fault {
                    return Err(DriverError::Failed(format!("the controller's {} {fault}", named(&way))));
                }
                match is_variable {
                    true => {
                        cell.nodes.push(child);
                        cell.ways.push(way);
                    }
                    false => open.push((child, way)),
                }
            }
        }
        Ok(cell)
    }

    /// The state as it is now.
    pub(super) fn read(&self, link: &Link) -> Result<Value, DriverError> {
        if self.nodes.is_empty() {
            return Ok(json!({}));
        }
        let names: Vec<String> = self.ways.iter().map(|way| named(way)).collect();
        let values = read(link, &self.nodes, &names)?;
        document(self.ways.iter().zip(values)).map_err(DriverError::Protocol)
    }
}

fn children(link: &Link, node: &NodeId) -> Result<Vec<(NodeId, String, bool)>, DriverError> {
    let wanted = BrowseDescription {
        node_id: node.clone(),
        browse_direction: BrowseDirection::Forward,
        reference_type_id: ReferenceTypeId::HierarchicalReferences.into(),
        include_subtypes: true,
        node_class_mask: (NodeClassMask::OBJECT | NodeClassMask::VARIABLE).bits(),
        result_mask: BrowseResultMask::All as u32,
    };
    let mut found = Vec::new();
    let mut result = link.within("browsing", |session| async move { session.browse(&[wanted], PAGE, None).await })?;
    loop {
        let Some(page) = result.pop().filter(|page| page.status_code.is_good()) else {
            return Err(DriverError::Failed("the controller's Cell cannot be browsed".to_owned()));
        };
        for reference in page.references.into_iter().flatten() {
            let name = String::from(reference.browse_name.name);
            found.push((reference.node_id.node_id, name, reference.node_class == NodeClass::Variable));
        }
        if found.len() > OPC_UA_CELL_VARIABLES_MAX || page.continuation_point.is_null() {
            return Ok(found);
        }
        let point = page.continuation_point;
        result = link.within("browsing", |session| async move { session.browse_next(false, &[point]).await })?;
    }
}

/// A variable's name for people.
fn named(way: &[String]) -> String {
    format!("Cell/{}", shown(&way.join("/")))
}

/// Values at their ways, as one document.
fn document<'w>(values: impl Iterator<Item = (&'w Vec<String>, Variant)>) -> Result<Value, String> {
    let mut document = Map::new();
    for (way, value) in values {
        let fault = |why: &str| format!("the controller's {} {why}", named(way));
        let value = as_json(value).ok_or_else(|| fault("has a type that is not read here"))?;
        let Some((field, above)) = way.split_last() else { continue };
        let mut at = &mut document;
        for name in above {
            let Value::Object(inner) = at.entry(name.clone()).or_insert_with(|| json!({})) else {
                return Err(fault("is under a value"));
            };
            at = inner;
        }
        if at.insert(field.clone(), value).is_some() {
            return Err(fault("is there twice"));
        }
    }
    Ok(Value::Object(document))
}

/// A number that is none (NaN) has no form in JSON, and is not read.
fn as_json(value: Variant) -> Option<Value> {
    let float = |number: f64| serde_json::Number::from_f64(number).map(Value::Number);
    match value {
        Variant::Boolean(value) => Some(json!(value)),
        Variant::SByte(value) => Some(json!(value)),
        Variant::Byte(value) => Some(json!(value)),
        Variant::Int16(value) => Some(json!(value)),
        Variant::UInt16(value) => Some(json!(value)),
        Variant::Int32(value) => Some(json!(value)),
        Variant::UInt32(value) => Some(json!(value)),
        Variant::Int64(value) => Some(json!(value)),
        Variant::UInt64(value) => Some(json!(value)),
        Variant::Float(value) => float(f64::from(value)),
        Variant::Double(value) => float(value),
        Variant::String(text) if text.is_null() => Some(json!("")),
        Variant::String(text) => Some(json!(String::from(text))),
        Variant::Array(array) => array.values.into_iter().map(as_json).collect::<Option<_>>().map(Value::Array),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(values: Vec<(&str, Variant)>) -> Result<Value, String> {
        let ways: Vec<Vec<String>> =
            values.iter().map(|(way, _)| way.split('/').map(str::to_owned).collect()).collect();
        document(ways.iter().zip(values.into_iter().map(|(_, value)| value)))
    }

    #[test]
    fn variables_are_fields() {
        let found = state(vec![
            ("position", Variant::from("Pos_1")),
            ("program/running", Variant::from(false)),
            ("program/name", Variant::from("weld")),
            ("values/images", Variant::from(17_u16)),
            ("values/force", Variant::from(1.5_f32)),
            ("alarms", Variant::from(Vec::<String>::new())),
        ]);
        let wanted = json!({
            "position": "Pos_1", "program": { "running": false, "name": "weld" },
            "values": { "images": 17, "force": 1.5 }, "alarms": []
        });
        assert_eq!(found.unwrap(), wanted);
        assert_eq!(state(Vec::new()).unwrap(), json!({}));
    }

    #[test]
    fn what_cannot_be_a_field_is_named() {
        for (values, why) in [
            (vec![("a", Variant::from(1_u8)), ("a/b", Variant::from(1_u8))], "Cell/a/b is under a value"),
            (vec![("a/b", Variant::from(1_u8)), ("a", Variant::from(1_u8))], "Cell/a is there twice"),
            (vec![("a", Variant::from(f64::NAN))], "Cell/a has a type that is not read here"),
            (vec![("a", Variant::Empty)], "Cell/a has a type that is not read here"),
        ] {
            assert_eq!(state(values).unwrap_err(), format!("the controller's {why}"));
        }
    }
}
