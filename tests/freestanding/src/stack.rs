//! How deep the stack went: what lies below is painted before, and looked at after.

use super::machine;

const PAINT: usize = 0xA5C3_5A3C;
/// Not painted: what the painter itself stands on, and 128 bytes below the stack's pointer that a function may use.
const OWN_BYTES: usize = 256;

/// Paints what lies below the caller's part of the stack. Gives the place that [`deepest`] counts from.
#[inline(never)]
pub(crate) fn paint() -> usize {
    let here = machine::stack_pointer();
    let bottom = machine::stack_bottom();
    let words = (here - OWN_BYTES - bottom.addr()) / size_of::<usize>();
    for word in 0..words {
        // SAFETY: these words lie in the stack, below everything that is in use.
        unsafe { bottom.add(word).write_volatile(PAINT) };
    }
    here
}

/// Bytes of the stack below `here` that were used since it was painted. A use of less than [`OWN_BYTES`] counts as that.
#[inline(never)]
pub(crate) fn deepest(here: usize) -> usize {
    here - lowest_used()
}

/// Bytes from the top of the stack to the lowest place that was used.
#[inline(never)]
pub(crate) fn deepest_of_all() -> usize {
    machine::stack_bottom().addr() + room_bytes() - lowest_used()
}

/// How long the stack is.
pub(crate) fn room_bytes() -> usize {
    machine::STACK_BYTES
}

fn lowest_used() -> usize {
    let bottom = machine::stack_bottom();
    let words = machine::STACK_BYTES / size_of::<usize>();
    // SAFETY: these words are the stack, and were all written to.
    let used = (0..words).find(|&word| unsafe { bottom.add(word).read_volatile() } != PAINT);
    bottom.addr() + used.unwrap_or(words) * size_of::<usize>()
}
