//! A generated cell as the JSON lines of `apoc.export.json.all`: nodes, then relationships, both numbered from 0, with
//! each relationship showing the nodes at its ends.

use std::io::{self, Write};

use serde::Serialize;

use super::model::{Layout, Position, Routine, Tool};

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "one at a time, written at once")]
enum Line<'c> {
    Node {
        id: String,
        labels: [&'static str; 1],
        properties: Properties<'c>,
    },
    Relationship {
        id: String,
        label: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        properties: Option<Properties<'c>>,
        start: End<'c>,
        end: End<'c>,
    },
}

#[derive(Serialize)]
struct End<'c> {
    id: String,
    labels: [&'static str; 1],
    properties: Properties<'c>,
}

/// Every property of every kind; absent ones are not written.
#[derive(Default, Serialize)]
#[serde(rename_all = "snake_case")]
struct Properties<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'c str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pose: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required_tool: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stabilize: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verify: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action_after: Option<&'c str>,
}

/// The four kinds of node, and their places among their own.
#[derive(Clone, Copy)]
enum Node {
    Position(usize),
    Tool(usize),
    Stand(usize),
    Routine(usize),
}

/// Writes the whole cell.
pub(super) fn write(cell: &Layout, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = Writer { cell, out: io::BufWriter::with_capacity(1 << 16, out), relationships: 0 };
    let (tools, routines) = (0..cell.tools.len(), 0..cell.routines.len());
    (0..cell.positions.len()).try_for_each(|place| writer.node(Node::Position(place)))?;
    tools.clone().try_for_each(|place| writer.node(Node::Tool(place)))?;
    tools.clone().try_for_each(|place| writer.node(Node::Stand(place)))?;
    routines.into_iter().try_for_each(|place| writer.node(Node::Routine(place)))?;
    for tool in tools {
        writer.relationship("TOOL_AVAILABLE_AT", Node::Tool(tool), Node::Stand(tool), None)?;
        writer.relationship("LOCATED_AT", Node::Stand(tool), Node::Position(cell.tools[tool].mount), None)?;
    }
    for m in &cell.moves {
        let properties = m.cost_s.map(|cost| Properties { cost: Some(cost), ..Properties::default() });
        writer.relationship("ONLY_ALLOWED_MOVE_TO", Node::Position(m.from), Node::Position(m.to), properties)?;
    }
    for s in &cell.supports {
        let properties = Properties {
            stabilize: s.stabilize_s,
            verify: s.verify.as_deref(),
            action_after: s.action_after,
            ..Properties::default()
        };
        let is_bare = s.stabilize_s.is_none() && s.verify.is_none() && s.action_after.is_none();
        let properties = (!is_bare).then_some(properties);
        writer.relationship("SUPPORTED_AT", Node::Routine(s.routine), Node::Position(s.position), properties)?;
    }
    writer.out.flush()
}

struct Writer<'c, W: Write> {
    cell: &'c Layout,
    out: W,
    relationships: usize,
}

impl<'c, W: Write> Writer<'c, W> {
    fn node(&mut self, node: Node) -> io::Result<()> {
        let End { id, labels, properties } = self.end(node);
        self.line(&Line::Node { id, labels, properties })
    }

    fn relationship(
        &mut self,
        label: &'static str,
        start: Node,
        end: Node,
        properties: Option<Properties<'c>>,
    ) -> io::Result<()> {
        let id = self.relationships.to_string();
        self.relationships += 1;
        self.line(&Line::Relationship { id, label, properties, start: self.end(start), end: self.end(end) })
    }

    fn end(&self, node: Node) -> End<'c> {
        let cell = self.cell;
        let (positions, tools) = (cell.positions.len(), cell.tools.len());
        let (id, label, properties) = match node {
            Node::Position(place) => (place, "Position", of_position(&cell.positions[place])),
            Node::Tool(place) => (positions + place, "Tool", of_tool(&cell.tools[place])),
            Node::Stand(place) => (positions + tools + place, "ToolStand", of_stand(&cell.tools[place])),
            Node::Routine(place) => (positions + 2 * tools + place, "Routine", of_routine(&cell.routines[place])),
        };
        End { id: id.to_string(), labels: [label], properties }
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")
    }
}

fn of_position(position: &Position) -> Properties<'_> {
    Properties {
        role: Some(position.role.word()),
        name: Some(&position.name),
        description: Some(&position.description),
        ..Properties::default()
    }
}

fn of_tool(tool: &Tool) -> Properties<'_> {
    Properties {
        name: Some(&tool.name),
        description: Some(tool.description),
        kind: Some(tool.kind),
        ..Properties::default()
    }
}

fn of_stand(tool: &Tool) -> Properties<'_> {
    Properties { name: Some(&tool.stand), pose: Some(&tool.pose), ..Properties::default() }
}

fn of_routine(routine: &Routine) -> Properties<'_> {
    Properties {
        name: Some(&routine.name),
        description: Some(&routine.description),
        required_tool: Some(&routine.required_tool),
        ..Properties::default()
    }
}
