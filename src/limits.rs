//! Every bound of the program in one place, with its reason; relations between them are checked by the compiler.

use std::time::Duration;

/// Longest name of a position, tool, stand or routine, in bytes of UTF-8 (contract, section 1).
pub const NAME_BYTES_MAX: usize = 255;

/// Most nodes of one label. Ids are `u32` with `u32::MAX` for "none"; ten times the largest cell that is benchmarked.
pub const NODES_MAX: usize = 1_000_000;

/// Most relationships of one type: 16 for every node, so that offsets stay far inside `u32`.
pub const EDGES_MAX: usize = 16 * NODES_MAX;

/// A file of which this many lines and not one is a record is no export: its list of faults ends there.
pub const UNREADABLE_LINES_MAX: u64 = 1_000;

/// Largest snapshot file that is read, in bytes: ten times the 80 MB that a cell of 100,000 positions may take.
pub const SNAPSHOT_BYTES_MAX: u64 = 800_000_000;

/// Largest plan or intent document that is read, in bytes. A step takes about 100; this is a plan of 600,000 steps.
pub const DOCUMENT_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Deepest YAML that is read: twice as deep as any `actions.yaml` goes.
pub const YAML_DEPTH_MAX: usize = 12;

/// Most nodes of a YAML that is read. None is shorter than two bytes, so a document is never refused for this alone.
pub const YAML_NODES_MAX: usize = DOCUMENT_BYTES_MAX as usize / 2;

/// Bytes that the all-pairs next-hop table may take in a snapshot: what the 30 MB file of a 10,000-position cell leaves for it.
pub const NEXT_HOP_BYTES_MAX: usize = 26_000_000;

/// Most core positions for which least-cost next hops are prepared: a Dijkstra run from each must fit the build time.
pub const COST_TABLE_CORE_MAX: usize = 2_000;

/// Bytes that the route trees from and to the tool stands may take in a snapshot.
pub const STAND_TREE_BYTES_MAX: usize = 24_000_000;

/// Most goals that one sentence spells out: more would not be reviewed step by step by anybody.
pub const MAX_GOALS: usize = 1_000;

/// From the first packet to a Neo4j to its first answer; one that is up takes milliseconds.
pub const BOLT_CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// Between two packets of a Neo4j's answer; covers the server's planning of the statement.
pub const BOLT_SILENCE_LIMIT: Duration = Duration::from_secs(60);

/// Rows that a Neo4j is asked for at once: about 1 MB of them, so that a round trip costs little.
pub const BOLT_ROWS_AT_ONCE: usize = 2_000;

/// "No id" in every table of the snapshot.
pub const NONE_ID: u32 = u32::MAX;

const _: () = assert!(NODES_MAX < NONE_ID as usize);
const _: () = assert!(EDGES_MAX < NONE_ID as usize);
const _: () = assert!(NODES_MAX * (NAME_BYTES_MAX + 1) < NONE_ID as usize, "name offsets are u32");
const _: () = assert!((NEXT_HOP_BYTES_MAX + STAND_TREE_BYTES_MAX) as u64 * 2 < SNAPSHOT_BYTES_MAX);

/// Longest sentence that is read, in bytes: ten times what anybody says in one breath, and short enough for any reader.
pub const SENTENCE_BYTES_MAX: usize = 4_000;

/// Most words of a name that a sentence can be searched for; a longer one is found by its telling words alone.
pub const LEXICON_WORDS_OF_NAME_MAX: usize = 16;

/// Most words of a cell's names that a misspelt word is compared with.
pub const LEXICON_NEAR_WORDS_MAX: usize = 20_000;

/// Most words of one sentence that are tried as misspelt: a text of noise is not looked up word by word.
pub const MISSPELT_WORDS_MAX: usize = 24;

/// Most sentence templates of one file: more would be a language of its own.
pub const TEMPLATES_MAX: usize = 2_000;

/// Most steps of comparing one template with one sentence, so that no pattern takes its time from the operator.
pub const TEMPLATE_STEPS_MAX: usize = 5_000;
