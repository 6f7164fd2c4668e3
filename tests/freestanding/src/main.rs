//! The second gate without std, allocator and libc: verifies what the hosted build verified, and says what it takes.
//!
//! In: `vectors.bin`, in read-only memory, as `tests/freestanding.rs` wrote it. Out: one `name number` a line, and the exit
//! status: 0 where every verdict and every word is the one of the hosted build, 1 where one is not, 101 after a panic.
//! What is never done here: a rule of the verifier. This program only calls it.

#![no_std]
#![no_main]

use core::fmt::Write;

use cellgraph::{
    snapshot::{InPlace, Snapshot},
    verify::{FirstFaults, State, StepRef, verify_steps},
};

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod machine;
#[cfg(not(target_os = "linux"))]
#[path = "microcontroller.rs"]
mod machine;
mod stack;
mod vectors;

use vectors::{Case, Cells, NO_STEP, STEPS_MAX};

/// Where the snapshots and plans lie: in read-only memory, and aligned as a snapshot must be.
#[repr(C, align(8))]
struct Aligned<B: ?Sized>(B);

static VECTORS: &Aligned<[u8]> = &Aligned(*include_bytes!(env!("CELLGRAPH_VECTORS")));

/// Everything; the machine calls it with an empty stack.
pub(crate) fn run() -> u8 {
    let mut out = machine::Out;
    match sizes(&mut out).and_then(|()| compare(&mut out)).and_then(|()| alter(&mut out)) {
        Ok(()) => 0,
        Err(what) => {
            let _ = writeln!(out, "different: {what}");
            1
        }
    }
}

/// What the demo cell and its plan of 50 steps take, which are the first of the vectors.
#[inline(never)]
fn sizes(out: &mut machine::Out) -> Result<(), &'static str> {
    let cell = Cells::of(&VECTORS.0).next().ok_or("no cell")?;
    let here = stack::paint();
    let snapshot = Snapshot::in_place(cell.snapshot).map_err(|_| "the demo cell is not read")?;
    let read_bytes = stack::deepest(here);
    let case = cell.cases().next().ok_or("no plan")?;
    let mut steps = [NO_STEP; STEPS_MAX];
    let steps = case.steps_into(&mut steps).ok_or("the plan is too long")?;
    if steps.len() != 50 {
        return Err("the first plan has not 50 steps");
    }
    let here = stack::paint();
    let verified = verify_steps(&snapshot, case.start, steps, |_| ()).is_ok();
    let verify_bytes = stack::deepest(here);
    if !verified {
        return Err("the plan of 50 steps is not verified");
    }
    // A larger cell takes no more stack.
    let (mut largest_bytes, mut read_any_bytes) = (0, 0);
    for cell in Cells::of(&VECTORS.0) {
        let here = stack::paint();
        Snapshot::in_place(cell.snapshot).map_err(|_| "a cell is not read")?;
        read_any_bytes = read_any_bytes.max(stack::deepest(here));
        largest_bytes = largest_bytes.max(cell.snapshot.len());
    }
    for (name, bytes) in [
        ("demo_snapshot_bytes", cell.snapshot.len()),
        ("largest_snapshot_bytes", largest_bytes),
        ("stack_read_any_bytes", read_any_bytes),
        ("snapshot_value_bytes", size_of::<Snapshot<InPlace<'_>>>()),
        ("plan_50_bytes", size_of_val(steps)),
        ("stack_read_bytes", read_bytes),
        ("stack_verify_50_bytes", verify_bytes),
        ("static_ram_bytes", machine::static_ram_bytes()),
        ("stack_room_bytes", stack::room_bytes()),
    ] {
        writeln!(out, "{name} {bytes}").map_err(|_| "nothing can be written")?;
    }
    Ok(())
}

/// Every vector.
#[inline(never)]
fn compare(out: &mut machine::Out) -> Result<(), &'static str> {
    let here = stack::paint();
    let counts = vectors::run(&VECTORS.0, are_lists_alike)?;
    let deepest = stack::deepest(here);
    for (name, count) in counts.named().into_iter().chain([("stack_vectors_bytes", deepest)]) {
        writeln!(out, "{name} {count}").map_err(|_| "nothing can be written")?;
    }
    // The deepest that anything went, from the top: nothing below was ever touched.
    writeln!(out, "stack_deepest_bytes {}", stack::deepest_of_all()).map_err(|_| "nothing can be written")
}

/// Altered copies of the demo cell, last of all: a copy takes more room than anything before it.
#[inline(never)]
fn alter(out: &mut machine::Out) -> Result<(), &'static str> {
    let cell = Cells::of(&VECTORS.0).next().ok_or("no cell")?;
    let mut room = Aligned([0; COPY_BYTES_MAX]);
    let altered = vectors::alter(cell.snapshot, &mut room.0)?;
    write!(out, "altered_snapshots {}\naltered_read {}\naltered_words ", altered.snapshots, altered.read)
        .and_then(|()| altered.words.iter().try_for_each(|byte| write!(out, "{byte:02x}")))
        .and_then(|()| writeln!(out))
        .map_err(|_| "nothing can be written")
}

/// Room for a copy of the demo cell.
const COPY_BYTES_MAX: usize = 8 * 1024;

/// Whatever room a list has for faults: the same verdict, the first faults, and the others counted.
fn are_lists_alike<'a>(
    snapshot: &'a Snapshot<InPlace<'_>>,
    start: State,
    steps: &'a [StepRef<'a>],
    case: &Case<'_>,
) -> bool {
    is_list_alike::<0>(snapshot, start, steps, case)
        && is_list_alike::<1>(snapshot, start, steps, case)
        && is_list_alike::<8>(snapshot, start, steps, case)
}

fn is_list_alike<'a, const N: usize>(
    snapshot: &'a Snapshot<InPlace<'_>>,
    start: State,
    steps: &'a [StepRef<'a>],
    case: &Case<'_>,
) -> bool {
    let mut list = FirstFaults::<'_, _, N>::default();
    let verified = verify_steps(snapshot, start, steps, |fault| list.add(fault));
    let places = case.faults().map(|fault| fault.step);
    verified.is_ok() == case.is_verified
        && verified.map_or_else(|refused| refused.faults, |_| 0) == list.faults().len() + list.beyond()
        && list.faults().len() == case.fault_count.min(N)
        && list.faults().iter().map(|fault| fault.step).eq(places.take(N))
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    let _ = writeln!(machine::Out, "{info}");
    machine::exit(101)
}
