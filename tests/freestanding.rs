//! The second gate: the verifier and the reader of snapshots without std, allocator and libc say what the hosted ones say.
//!
//! `freestanding/` is a program of its own, with a lock file of its own. It runs the vectors that this suite writes: cells, plans, and
//! what the hosted build says of them. The folder is cargo's again where the program is built.
//!
//! | what holds | test |
//! |---|---|
//! | every verdict, every fault in its words, and every state after a step is the same; a plan of 50 steps fits into 64 KB; nothing of an allocator or of libc is in the program | `the_second_gate_says_the_same_in_64_kb` |
//! | the program finds what differs | `a_difference_is_found` |
//! | damage, and tables that the hashes do not show to be wrong, are refused with the same words, read from memory and in place | `damage_is_refused_alike`, `inconsistent_tables_are_refused_alike` |
//! | what does not lie at a multiple of eight bytes is refused | `misaligned_bytes_are_refused` |
//! | every look-up gives the same | `look_ups_are_the_same` |
//! | no id of nothing and no number at which 32 bits overflow panics, on a Cortex-M4 either | `the_second_gate_says_the_same_in_64_kb` |
//! | the program takes no other versions of packages than the library | `one_version_of_each_package` |

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "the figures are for whoever reads the run")]

mod oracle;
#[path = "freestanding/src/vectors.rs"]
mod vectors;
#[path = "freestanding/writer.rs"]
mod writer;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use cellgraph::{
    cell::{PositionId, RoutineId, StandId, State, ToolId},
    snapshot::{ALIGN, HEADER_BYTES, InPlace, ReadError, Snapshot, Unnamed},
};

/// What a small microcontroller has.
const RAM_BYTES: usize = 64 * 1024;

/// Bytes at a multiple of eight, and one more behind them.
struct Aligned(Vec<u64>, usize);

impl Aligned {
    fn new(bytes: &[u8]) -> Self {
        let mut words = vec![0_u64; bytes.len() / 8 + 2];
        bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Self(words, bytes.len())
    }

    fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.0)[..self.1]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.0)[..self.1]
    }
}

/// `target/freestanding`, wherever cargo's folder is.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("freestanding");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Builds the program with these vectors, and gives the place of it.
fn build(vectors: &[u8]) -> PathBuf {
    let (folder, file) = (folder(), folder().join("vectors.bin"));
    // What is unchanged is not written, and so not built again.
    if fs::read(&file).ok().as_deref() != Some(vectors) {
        fs::write(&file, vectors).unwrap();
    }
    let output = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--offline", "--target-dir"])
        .arg(&folder)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/freestanding"))
        .env("CELLGRAPH_VECTORS", &file)
        // The program's flags are in its own configuration.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join("x86_64-unknown-linux-gnu/release/cellgraph-freestanding")
}

fn run(program: &Path) -> (Output, BTreeMap<String, usize>) {
    let output = Command::new(program).env_clear().output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers = text.lines().filter_map(|line| {
        let (name, number) = line.split_once(' ')?;
        Some((name.to_owned(), number.parse().ok()?))
    });
    let numbers = numbers.collect();
    (output, numbers)
}

#[test]
#[cfg_attr(not(all(target_os = "linux", target_arch = "x86_64")), ignore = "the program is for Linux on x86-64")]
fn the_second_gate_says_the_same_in_64_kb() {
    let (bytes, counts) = writer::vectors();
    assert_eq!(writer::missing_codes(&bytes), [""; 0], "a fault that no vector has");
    assert!(counts.plans > 1500 && counts.verified > 200 && counts.faults > 5000, "{counts:?}");
    // The same look at them with std.
    assert_eq!(vectors::run(Aligned::new(&bytes).bytes(), |_, _, _, _| true), Ok(counts));

    let program = build(&bytes);
    let (output, numbers) = run(&program);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for (name, count) in counts.named() {
        assert_eq!(numbers[name], count, "{name}\n{text}");
    }

    // The same altered snapshots, and the same said of each: what overflows in 32 bits is seen where `usize` has 32 bits.
    let demo = writer::demo();
    let altered = vectors::alter(&demo, Aligned::new(&demo).bytes_mut()).unwrap();
    assert!(altered.snapshots > 2_000 && altered.read > 0 && altered.read < altered.snapshots / 2, "{altered:?}");
    assert_eq!(
        [numbers["altered_snapshots"], numbers["altered_read"]],
        [altered.snapshots, altered.read].map(|n| n as usize)
    );
    let words: String = altered.words.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(text.contains(&format!("altered_words {words}\n")), "{text}");
    fs::write(folder().join("altered.txt"), format!("altered_words {words}\n")).unwrap();

    // The stack lies in the program's own memory, and the plan on the stack: this is all the memory that it can ever write to.
    println!("{text}");
    let number = |name: &str| numbers[name];
    assert!(number("static_ram_bytes") > number("stack_room_bytes"), "{text}");
    assert!(number("static_ram_bytes") <= RAM_BYTES, "{text}");
    assert!(number("plan_50_bytes") >= writer::STEPS * 16 && number("snapshot_value_bytes") > 256, "{text}");
    for part in ["stack_read_bytes", "stack_verify_50_bytes", "stack_vectors_bytes"] {
        assert!((256..=number("stack_deepest_bytes")).contains(&number(part)), "{part}\n{text}");
    }
    // The hash of a whole content took the more stack the larger the cell was; only the demo cell's was measured.
    assert!(number("largest_snapshot_bytes") > 100_000, "{text}");
    assert!(number("stack_read_any_bytes") <= number("stack_read_bytes") + 1024, "{text}");
    // A quarter of the stack was never touched.
    assert!(number("stack_deepest_bytes") <= number("stack_room_bytes") / 4 * 3, "{text}");

    let symbols = symbols(&program);
    assert!(symbols.len() > 20 && symbols.iter().any(|symbol| symbol == "_start"), "{symbols:?}");
    for foreign in ["alloc", "malloc", "calloc", "free", "libc", "pthread", "printf", "rust_eh_personality", "_Unwind"]
    {
        let found = symbols.iter().find(|symbol| symbol.contains(foreign) && !symbol.contains("freestanding"));
        assert_eq!(found, None, "{foreign}");
    }
}

/// Every symbol of a program; one that it wants from elsewhere ends the test.
fn symbols(program: &Path) -> BTreeSet<String> {
    let output = Command::new("nm").arg(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |line: &str| {
        let (kind, name) = line.get(17..)?.split_once(' ')?;
        assert!(!kind.contains(['U', 'w', 'v']), "wanted from elsewhere: {line}");
        Some(name.to_owned())
    };
    text.lines().filter_map(line).collect()
}

#[test]
fn a_difference_is_found() {
    let (bytes, counts) = writer::vectors();
    let mut vectors = Aligned::new(&bytes);
    let outcome = |vectors: &Aligned| vectors::run(vectors.bytes(), |_, _, _, _| true);
    assert_eq!(outcome(&vectors), Ok(counts));
    // A word of a fault, its code, and a text that it was not to be.
    for (text, other, what) in [
        ("does not exist in graph", 'D', "the words of a fault"),
        ("missing-position", 'M', "the code of a fault"),
        ("a position of the graph", 'A', "the words of a fault"),
    ] {
        let place = bytes.windows(text.len()).position(|part| part == text.as_bytes()).unwrap();
        vectors.bytes_mut()[place] = other as u8;
        assert_eq!(outcome(&vectors), Err(what), "{text}");
        vectors.bytes_mut()[place] = bytes[place];
    }
    // A snapshot.
    vectors.bytes_mut()[300] ^= 1;
    assert_eq!(outcome(&vectors), Err("a snapshot is not read"));
}

/// What the two readers say, which is the same.
fn refusal(bytes: &Aligned) -> Option<String> {
    let owned = Snapshot::from_bytes(bytes.bytes()).err().map(|error| error.to_string());
    let in_place = Snapshot::in_place(bytes.bytes()).err().map(|error| error.to_string());
    assert_eq!(owned, in_place);
    owned
}

#[test]
fn damage_is_refused_alike() {
    let whole = writer::demo();
    let mut bytes = Aligned::new(&whole);
    assert_eq!(refusal(&bytes), None);
    for bit in 0..whole.len() * 8 {
        // Of the content every 61st is enough: one hash is over all of it.
        if bit / 8 >= HEADER_BYTES && !bit.is_multiple_of(61) {
            continue;
        }
        bytes.bytes_mut()[bit / 8] ^= 1 << (bit % 8);
        assert!(refusal(&bytes).is_some(), "bit {bit}");
        bytes.bytes_mut()[bit / 8] ^= 1 << (bit % 8);
    }
    for length in (0..=HEADER_BYTES + 64).chain(whole.len() - 64..whole.len()) {
        assert!(refusal(&Aligned::new(&whole[..length])).is_some(), "{length} bytes");
    }
    let longer: Vec<u8> = whole.iter().copied().chain([0]).collect();
    assert!(refusal(&Aligned::new(&longer)).is_some());
}

/// Makes both hashes fit again.
fn seal(bytes: &mut [u8]) {
    let end = content_end(bytes);
    vectors::seal(bytes, end);
}

/// Where the content of a file ends, and the provenance begins.
fn content_end(bytes: &[u8]) -> usize {
    HEADER_BYTES + u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize
}

#[test]
fn inconsistent_tables_are_refused_alike() {
    let whole = writer::demo();
    // The findings are a text that the reader in place does not read: they are the last section, from its first brace on.
    let findings = whole[..content_end(&whole)].iter().rposition(|&byte| byte == b'}').unwrap();
    let begin = whole[..findings].windows(15).rposition(|part| part == b"{\"states_reache").unwrap();
    let mut refused = BTreeMap::new();
    let mut kept = 0;
    for at in HEADER_BYTES..begin {
        for other in [0, 1, 0x7F, 0xFF, whole[at] ^ 1, whole[at].wrapping_add(1)] {
            if other == whole[at] {
                continue;
            }
            let mut bytes = Aligned::new(&whole);
            bytes.bytes_mut()[at] = other;
            seal(bytes.bytes_mut());
            let owned = Snapshot::from_bytes(bytes.bytes()).err().map(|error| error.to_string());
            // The reader in place proves the findings, and does not read them.
            if owned.as_ref().is_some_and(|words| words.contains("the check's findings")) {
                continue;
            }
            match refusal(&bytes) {
                Some(words) => *refused.entry(words).or_insert(0) += 1,
                None => kept += 1,
            }
        }
    }
    // Texts may be other texts, and routes are proved where they are walked; all else contradicts something.
    assert!(kept > 0 && refused.len() >= 18, "{kept} kept, {refused:#?}");
    assert!(refused.keys().all(|words| words.starts_with("is not consistent (")), "{refused:#?}");
    // What is cut off, and what is put behind, with lengths that say so.
    for change in [-64_i64, -8, -1, 1, 8, 64] {
        let end = content_end(&whole);
        let mut bytes = whole[..end].to_vec();
        bytes.resize((end as i64 + change) as usize, 0);
        bytes.extend_from_slice(&whole[end..]);
        bytes[16..24].copy_from_slice(&((end as i64 + change) as u64 - HEADER_BYTES as u64).to_le_bytes());
        seal(&mut bytes);
        let words = refusal(&Aligned::new(&bytes)).unwrap();
        assert!(words.starts_with("is not consistent ("), "{words}");
    }
    // What the header keeps for later.
    for at in 96..HEADER_BYTES {
        let mut bytes = whole.clone();
        bytes[at] = 1;
        seal(&mut bytes);
        let words = refusal(&Aligned::new(&bytes)).unwrap();
        assert!(words.contains("reserved bytes of the header are not zero"), "{at}: {words}");
    }
    // No content, and less than the number of sections.
    for length in [0_usize, 1, 7, 8, 9] {
        let mut bytes = whole[..HEADER_BYTES + length].to_vec();
        bytes[16..24].copy_from_slice(&(length as u64).to_le_bytes());
        bytes.extend_from_slice(&whole[content_end(&whole)..]);
        seal(&mut bytes);
        assert!(refusal(&Aligned::new(&bytes)).is_some(), "{length}");
    }
}

#[test]
fn misaligned_bytes_are_refused() {
    let whole = writer::demo();
    for shift in 1..ALIGN {
        let bytes = Aligned::new(&[&vec![0; shift], &whole[..]].concat());
        let error = Snapshot::in_place(&bytes.bytes()[shift..]).unwrap_err();
        assert!(matches!(error, ReadError::Misaligned), "{shift}: {error}");
        assert_eq!(error.to_string(), "does not lie at a multiple of 8 bytes in memory: align it there");
    }
    assert!(Snapshot::in_place(Aligned::new(&whole).bytes()).is_ok());
}

#[test]
fn look_ups_are_the_same() {
    let demo = writer::demo();
    for bytes in writer::cells(40).into_iter().map(|(_, bytes)| bytes).chain([demo]) {
        let (owned, aligned) = (Snapshot::from_bytes(&bytes).unwrap(), Aligned::new(&bytes));
        compare(&owned, &Snapshot::in_place(aligned.bytes()).unwrap(), &bytes);
    }
}

fn compare(owned: &Snapshot, in_place: &Snapshot<InPlace<'_>>, bytes: &[u8]) {
    macro_rules! same {
        ($look_up:ident($($id:expr),*)) => {
            assert_eq!(owned.$look_up($($id),*), in_place.$look_up($($id),*), stringify!($look_up));
        };
    }
    assert_eq!(format!("{owned:?}"), format!("{in_place:?}"));
    assert_eq!(in_place.provenance_json(), &bytes[content_end(bytes)..]);
    assert_eq!(serde_json::to_vec(owned.provenance()).unwrap(), in_place.provenance_json());
    assert_eq!(serde_json::to_vec(owned.findings()).unwrap(), in_place.findings_json());
    same!(content_hash());
    same!(position_count());
    same!(move_count());
    same!(tool_count());
    same!(stand_count());
    same!(routine_count());
    same!(every_move_has_cost());
    same!(attach_routine());
    same!(release_routine());
    assert!(owned.position_names().eq(in_place.position_names()) && owned.roles().eq(in_place.roles()));
    // One more of each than there is.
    let ids = |count: usize| 0..count as u32 + 1;
    for position in ids(owned.position_count()).map(PositionId) {
        same!(position_name(position));
        same!(position_description(position));
        same!(role(position));
        same!(tool_at(position));
        same!(allowed_moves(position));
        same!(moves_into(position));
        same!(routines_at(position));
        same!(nearest_home(position));
        let (costs_s, others) = (owned.move_costs_s(position), in_place.move_costs_s(position));
        let bits = |costs_s: &[f64]| costs_s.iter().map(|cost_s| cost_s.to_bits()).collect::<Vec<_>>();
        assert!(bits(costs_s) == bits(others) || (others.is_empty() && costs_s.iter().all(|cost_s| cost_s.is_nan())));
        for to in ids(owned.position_count()).map(PositionId) {
            same!(is_move_allowed(position, to));
        }
        for tool in ids(owned.tool_count()).map(ToolId) {
            same!(works_at(tool, position));
            same!(forbids(Some(tool), position));
        }
        for routine in ids(owned.routine_count()).map(RoutineId) {
            same!(is_supported(routine, position));
            same!(metadata(routine, position));
        }
    }
    for tool in ids(owned.tool_count()).map(ToolId) {
        same!(tool_name(tool));
        same!(tool_kind(tool));
        same!(tool_description(tool));
        same!(tool_stand(tool));
        same!(tool_position(tool));
    }
    for stand in ids(owned.stand_count()).map(StandId) {
        same!(stand_name(stand));
        same!(stand_pose(stand));
        same!(stand_positions(stand));
    }
    for routine in ids(owned.routine_count()).map(RoutineId) {
        same!(routine_name(routine));
        same!(routine_description(routine));
        same!(required_tool(routine));
        same!(supported_positions(routine));
    }
    let names =
        owned.position_names().chain(owned.tool_names()).chain(owned.routine_names()).chain(["", "none", "Nobody"]);
    for name in names {
        same!(position_id(name));
        same!(tool_id(name));
        same!(routine_id(name));
        let first = owned.position_name(PositionId(0));
        for (position, tool) in [(name, "none"), (first, name)] {
            let found = State::found(in_place, position, tool);
            assert_eq!(State::named(owned, position, tool).ok(), found.ok());
            let unnamed = if owned.position_id(position).is_none() { Unnamed::Position } else { Unnamed::Tool };
            assert!(found.is_ok() || found == Err(unnamed));
        }
    }
}

#[test]
fn one_version_of_each_package() {
    let packages = |path: &str| {
        let lock: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
        let text =
            |package: &toml::Value, key: &str| package.get(key).and_then(|text| text.as_str()).unwrap().to_owned();
        let list = lock["package"].as_array().unwrap().clone();
        list.iter().map(|package| (text(package, "name"), text(package, "version"))).collect::<BTreeSet<_>>()
    };
    let (library, program) = (packages("Cargo.lock"), packages("tests/freestanding/Cargo.lock"));
    let other: Vec<_> = program.iter().filter(|(name, _)| name != "cellgraph-freestanding").collect();
    assert!(other.len() > 10, "{other:?}");
    for package in other {
        assert!(library.contains(package), "{package:?} is none of the library's: renew tests/freestanding/Cargo.lock");
    }
}
