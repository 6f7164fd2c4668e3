//! A generated cell as Cypher for an empty database: constraints, then nodes and relationships in lists that `UNWIND`
//! takes apart, so that a statement brings hundreds of them.

use std::io::{self, Write};

use super::model::Layout;

/// Rows of one statement: enough to be quick, few enough to be read by Neo4j's parser without a pause.
const ROWS: usize = 500;

/// Writes the whole cell.
pub(super) fn write(cell: &Layout, out: &mut dyn Write) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    for label in ["Position", "Tool", "ToolStand", "Routine"] {
        let name = label.to_lowercase();
        writeln!(out, "CREATE CONSTRAINT {name}_name IF NOT EXISTS FOR (n:{label}) REQUIRE n.name IS UNIQUE;")?;
    }
    nodes(cell, &mut out)?;
    relationships(cell, &mut out)?;
    out.flush()
}

fn nodes(cell: &Layout, out: &mut impl Write) -> io::Result<()> {
    let rows = cell
        .positions
        .iter()
        .map(|p| Row::new().text("name", &p.name).text("role", p.role.word()).text("description", &p.description));
    statements(out, rows, "CREATE (n:Position) SET n = row")?;
    let rows = cell
        .tools
        .iter()
        .map(|t| Row::new().text("name", &t.name).text("type", t.kind).text("description", t.description));
    statements(out, rows, "CREATE (n:Tool) SET n = row")?;
    let rows = cell.tools.iter().map(|t| Row::new().text("name", &t.stand).text("pose", &t.pose));
    statements(out, rows, "CREATE (n:ToolStand) SET n = row")?;
    let rows = cell.routines.iter().map(|r| {
        let row = Row::new().text("name", &r.name).text("description", &r.description);
        row.text("required_tool", &r.required_tool)
    });
    statements(out, rows, "CREATE (n:Routine) SET n = row")
}

fn relationships(cell: &Layout, out: &mut impl Write) -> io::Result<()> {
    let name = |position: usize| cell.positions[position].name.as_str();
    let rows = cell.tools.iter().map(|t| Row::new().text("t", &t.name).text("s", &t.stand).text("p", name(t.mount)));
    let matched = "MATCH (t:Tool {name: row.t}), (s:ToolStand {name: row.s}), (p:Position {name: row.p})";
    statements(out, rows, &format!("{matched} CREATE (t)-[:TOOL_AVAILABLE_AT]->(s), (s)-[:LOCATED_AT]->(p)"))?;
    let rows =
        cell.moves.iter().map(|m| Row::new().text("a", name(m.from)).text("b", name(m.to)).number("cost", m.cost_s));
    let matched = "MATCH (a:Position {name: row.a}), (b:Position {name: row.b})";
    statements(out, rows, &format!("{matched} CREATE (a)-[m:ONLY_ALLOWED_MOVE_TO]->(b) SET m.cost = row.cost"))?;
    let rows = cell.supports.iter().map(|s| {
        let row = Row::new().text("r", &cell.routines[s.routine].name).text("p", name(s.position));
        let row = row.number("stabilize", s.stabilize_s);
        let row = s.action_after.iter().fold(row, |row, action| row.text("action_after", action));
        s.verify.iter().fold(row, |row, verify| row.text("verify", verify))
    });
    let matched = "MATCH (r:Routine {name: row.r}), (p:Position {name: row.p})";
    let set = "SET s.stabilize = row.stabilize, s.action_after = row.action_after, s.verify = row.verify";
    statements(out, rows, &format!("{matched} CREATE (r)-[s:SUPPORTED_AT]->(p) {set}"))
}

/// One statement for each few hundred rows; a property that is absent in a row is null, and so is not set.
fn statements(out: &mut impl Write, rows: impl Iterator<Item = Row>, clause: &str) -> io::Result<()> {
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        out.write_all(b"UNWIND [\n")?;
        for (place, row) in rows.by_ref().take(ROWS).enumerate() {
            let comma = if place == 0 { "" } else { ",\n" };
            write!(out, "{comma}  {{{}}}", row.0)?;
        }
        writeln!(out, "\n] AS row {clause};")?;
    }
    Ok(())
}

/// The inside of a map in Cypher.
struct Row(String);

impl Row {
    const fn new() -> Self {
        Self(String::new())
    }

    fn text(self, key: &str, value: &str) -> Self {
        self.entry(key, &quoted(value))
    }

    fn number(self, key: &str, value: Option<f64>) -> Self {
        // Debug writes 2.0 where Display writes 2, which Cypher would take for an integer.
        match value {
            Some(value) => self.entry(key, &format!("{value:?}")),
            None => self,
        }
    }

    fn entry(mut self, key: &str, value: &str) -> Self {
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        self.0.push_str(key);
        self.0.push_str(": ");
        self.0.push_str(value);
        self
    }
}

/// A text as Cypher writes it. Control characters become escapes, so that no statement seems to end inside one.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for c in text.chars() {
        match c {
            '\\' | '\'' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_text_cannot_end_itself_nor_its_statement() {
        assert_eq!(quoted("O'Neil\\;\n"), r"'O\'Neil\\;\u000A'");
        assert_eq!(quoted("Bohrkopf Ø 8"), "'Bohrkopf Ø 8'");
    }
}
