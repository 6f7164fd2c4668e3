//! Files that are no JSON export, told by their first bytes.
//!
//! In go the bytes, out goes what they look like and what to do. A damaged JSON export is not foreign: it is read, and
//! its faults are listed by line.

const EXPORT_JSON: &str = "export again with apoc.export.json.all";
const UNCOMPRESSED: &str = "unpack it, or export again with the setting compression: 'NONE'";
const UTF_8: &str = "convert it to UTF-8";

/// First bytes of what people take for an export.
const MAGIC: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "a gzip file", UNCOMPRESSED),
    (b"BZh", "a bzip2 file", UNCOMPRESSED),
    (b"\x78\x01", "a zlib (deflate) stream", UNCOMPRESSED),
    (b"\x78\x9c", "a zlib (deflate) stream", UNCOMPRESSED),
    (b"\x78\xda", "a zlib (deflate) stream", UNCOMPRESSED),
    (b"LZ4Block", "an LZ4 file", UNCOMPRESSED),
    (b"\xff\x06\0\0sNaPpY", "a snappy file", UNCOMPRESSED),
    (b"\x28\xb5\x2f\xfd", "a zstd file", UNCOMPRESSED),
    (b"\xfd7zXZ\0", "an xz file", UNCOMPRESSED),
    (b"7z\xbc\xaf", "a 7z archive", UNCOMPRESSED),
    (b"PK\x03\x04", "a zip archive", UNCOMPRESSED),
    (b"DGV1", "a database dump of neo4j-admin", "load it into a Neo4j and export with apoc.export.json.all"),
    (b"DZV1", "a database dump of neo4j-admin", "load it into a Neo4j and export with apoc.export.json.all"),
    (b"SQLite format 3\0", "an SQLite database", EXPORT_JSON),
    (b"<?xml", "an XML file, perhaps GraphML", EXPORT_JSON),
    (b"<graphml", "a GraphML file", EXPORT_JSON),
    (b"\xff\xfe", "text in UTF-16", UTF_8),
    (b"\xfe\xff", "text in UTF-16", UTF_8),
];

/// First words of Cypher scripts, apart from comments.
const CYPHER: &[&str] = &[
    ":auto", ":begin", ":param", ":use", "begin", "call", "create", "drop", "foreach", "load", "match", "merge",
    "optional", "unwind", "with",
];

/// What the bytes look like if not like a JSON export, and what to do.
pub(super) fn recognise(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let magic = MAGIC.iter().find(|(magic, ..)| bytes.starts_with(magic));
    if let Some((_, what, remedy)) = magic {
        return Some((what, remedy));
    }
    if let [0, _, 0, _, ..] | [_, 0, _, 0, ..] = bytes {
        return Some(("text in UTF-16", UTF_8));
    }
    let line = first_line(bytes);
    if is_cypher(line) {
        return Some(("a Cypher script", "export as JSON with apoc.export.json.all, not apoc.export.cypher.all"));
    }
    if is_csv(line) {
        return Some(("a CSV file", "export as JSON with apoc.export.json.all, not apoc.export.csv.all"));
    }
    let head = &bytes[..bytes.len().min(512)];
    let is_binary = !line.starts_with(['{', '[']) && head.iter().filter(|&&byte| byte == 0).count() > 1;
    is_binary.then_some(("a binary file", EXPORT_JSON))
}

/// The first line that is not blank, as far as it is UTF-8 and not longer than a few thousand bytes.
fn first_line(bytes: &[u8]) -> &str {
    let head = &bytes[..bytes.len().min(4096)];
    let text = head.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    text.trim_start_matches('\u{feff}').trim_start().lines().next().unwrap_or_default()
}

fn is_cypher(line: &str) -> bool {
    let word: String = line.chars().take_while(|&char| char == ':' || char.is_ascii_alphabetic()).collect();
    let ends = line[word.len()..].chars().next().is_none_or(|char| char.is_whitespace() || "(;".contains(char));
    line.starts_with("//") || line.starts_with("/*") || (ends && CYPHER.contains(&word.to_ascii_lowercase().as_str()))
}

/// A line of columns, with nothing in it that a line of a damaged JSON export would still have.
fn is_csv(line: &str) -> bool {
    line.contains([',', ';', '\t']) && !line.contains(['{', '}', '[', ']', ':'])
}
