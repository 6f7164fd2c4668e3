//! The picture as a Graphviz document.

use std::fmt::Write;

use super::{INK, Picture, TOOL_LOOK, look};
use crate::cell::Role;

/// The whole document. For large cells: `sfdp -Goverlap=prism -Tsvg`.
pub(crate) fn dot(picture: &Picture<'_>) -> String {
    let mut out = String::new();
    // Writing to a String does not fail.
    let _ = write(picture, &mut out);
    out
}

fn write(picture: &Picture<'_>, out: &mut String) -> std::fmt::Result {
    writeln!(out, "digraph cell {{")?;
    writeln!(out, "  graph [rankdir=LR, fontname=\"Helvetica\", nodesep=0.25, ranksep=0.7];")?;
    writeln!(
        out,
        "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=12, color=\"{INK}\", fontcolor=\"{INK}\"];"
    )?;
    writeln!(out, "  edge [color=\"{INK}\", arrowsize=0.7];")?;
    for (id, place) in picture.places.iter().enumerate() {
        let fill = look(place.role).0;
        writeln!(
            out,
            "  p{id} [label={}, fillcolor=\"{fill}\", tooltip={}];",
            quoted(place.name),
            quoted(&place.tooltip)
        )?;
    }
    for (id, tool) in picture.tools.iter().enumerate() {
        let label = quoted(&format!("{}\n{}", tool.name, tool.stand));
        let fill = TOOL_LOOK.0;
        writeln!(
            out,
            "  t{id} [label={label}, shape=ellipse, style=filled, fillcolor=\"{fill}\", tooltip={}];",
            quoted(&tool.tooltip)
        )?;
        writeln!(out, "  p{} -> t{id} [dir=none, style=dashed];", tool.at)?;
    }
    for link in &picture.links {
        let heads = if link.both_ways { "dir=both, " } else { "" };
        writeln!(out, "  p{} -> p{} [{heads}tooltip={}];", link.from, link.to, quoted(&link.tooltip))?;
    }
    legend(out)?;
    writeln!(out, "}}")
}

fn legend(out: &mut String) -> std::fmt::Result {
    writeln!(out, "  subgraph cluster_legend {{")?;
    writeln!(out, "    label=\"roles\"; fontsize=12; color=\"{INK}\"; fontcolor=\"{INK}\";")?;
    for role in Role::ALL {
        let (fill, words) = look(role);
        writeln!(out, "    legend_{} [label=\"{words}\", fillcolor=\"{fill}\"];", role.word())?;
    }
    let (fill, words) = TOOL_LOOK;
    writeln!(out, "    legend_tool [label=\"{words}\", shape=ellipse, style=filled, fillcolor=\"{fill}\"];")?;
    writeln!(out, "  }}")
}

/// A quoted string that Graphviz shows as it is: no escape sequence and no HTML entity of its own.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
