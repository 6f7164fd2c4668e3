//! This machine: a Linux kernel and nothing else. System calls, the first instruction, the stack, and the four functions that the
//! compiler takes for granted.

use core::{arch, cell::UnsafeCell, fmt};

/// The stack: all that there is. It lies in the program's own memory, so that the program's size says what it can take.
pub(crate) const STACK_BYTES: usize = 32 * 1024;

#[repr(C, align(64))]
struct Stack(UnsafeCell<[usize; STACK_BYTES / size_of::<usize>()]>);
// SAFETY: there is one thread.
unsafe impl Sync for Stack {}
static STACK: Stack = Stack(UnsafeCell::new([0; STACK_BYTES / size_of::<usize>()]));

arch::global_asm!(
    ".globl _start",
    "_start:",
    "lea rsp, [rip + {stack} + {bytes}]",
    "xor ebp, ebp",
    "call {start}",
    "ud2",
    stack = sym STACK,
    bytes = const STACK_BYTES,
    start = sym start,
);

extern "C" fn start() -> ! {
    exit(super::run())
}

pub(crate) fn stack_bottom() -> *mut usize {
    STACK.0.get().cast()
}

#[inline(always)]
pub(crate) fn stack_pointer() -> usize {
    let here;
    // SAFETY: reads a register.
    unsafe { arch::asm!("mov {}, rsp", out(reg) here, options(nomem, nostack, preserves_flags)) };
    here
}

/// Bytes of `.data` and `.bss`, as the program's own header has them: of its parts those that can be written to.
pub(crate) fn static_ram_bytes() -> usize {
    unsafe extern "C" {
        static __ehdr_start: [u8; 64];
    }
    const PARTS_AT: usize = 32;
    const PART_BYTES_AT: usize = 54;
    const PART_COUNT_AT: usize = 56;
    const LOADED: u32 = 1;
    const WRITABLE: u32 = 2;
    let header = (&raw const __ehdr_start).cast::<u8>();
    // SAFETY: the linker puts the header of the file and the list of its parts into memory.
    unsafe {
        let first = header.add(PARTS_AT).cast::<usize>().read_unaligned();
        let bytes = usize::from(header.add(PART_BYTES_AT).cast::<u16>().read_unaligned());
        let count = usize::from(header.add(PART_COUNT_AT).cast::<u16>().read_unaligned());
        (0..count)
            .map(|at| header.add(first + at * bytes))
            .filter(|part| part.cast::<u32>().read_unaligned() == LOADED)
            .filter(|part| part.add(4).cast::<u32>().read_unaligned() & WRITABLE != 0)
            .map(|part| part.add(40).cast::<usize>().read_unaligned())
            .sum()
    }
}

/// Standard output.
pub(crate) struct Out;

impl fmt::Write for Out {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut left = text.as_bytes();
        while !left.is_empty() {
            let written: isize;
            // SAFETY: `write(1, left)`; the kernel reads these bytes and no others.
            unsafe {
                arch::asm!(
                    "syscall",
                    inlateout("rax") 1_isize => written,
                    in("rdi") 1,
                    in("rsi") left.as_ptr(),
                    in("rdx") left.len(),
                    out("rcx") _,
                    out("r11") _,
                    options(nostack),
                );
            }
            left = usize::try_from(written).ok().and_then(|written| left.get(written..)).ok_or(fmt::Error)?;
        }
        Ok(())
    }
}

pub(crate) fn exit(status: u8) -> ! {
    // SAFETY: `exit(status)` does not come back.
    unsafe { arch::asm!("syscall", in("rax") 60, in("rdi") u64::from(status), options(noreturn, nostack)) }
}

/// What the compiler calls where it copies, fills and compares; libc has them elsewhere. In assembly, as a loop in Rust may become a
/// call of the function that it is in.
mod memory {
    use core::arch::asm;

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8 {
        // SAFETY: the caller's word that both are that long and apart.
        unsafe {
            asm!("rep movsb", inout("rcx") bytes => _, inout("rdi") to => _, inout("rsi") from => _,
                options(nostack, preserves_flags));
        }
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8 {
        if to.addr().wrapping_sub(from.addr()) >= bytes {
            // SAFETY: nothing is overwritten before it is read; the rest is the caller's word.
            return unsafe { memcpy(to, from, bytes) };
        }
        // SAFETY: from the end, as the ends overlap. There is one byte or more.
        unsafe {
            asm!("std", "rep movsb", "cld", inout("rcx") bytes => _, inout("rdi") to.add(bytes - 1) => _,
                inout("rsi") from.add(bytes - 1) => _, options(nostack));
        }
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, byte: i32, bytes: usize) -> *mut u8 {
        // SAFETY: the caller's word that it is that long.
        unsafe {
            asm!("rep stosb", inout("rcx") bytes => _, inout("rdi") to => _, in("al") byte as u8,
                options(nostack, preserves_flags));
        }
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, bytes: usize) -> i32 {
        for at in 0..bytes {
            // SAFETY: the caller's word that both are that long. Volatile, so that it stays a loop.
            let (a, b) = unsafe { (a.add(at).read_volatile(), b.add(at).read_volatile()) };
            if a != b {
                return i32::from(a) - i32::from(b);
            }
        }
        0
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, bytes: usize) -> i32 {
        // SAFETY: as there.
        unsafe { memcmp(a, b, bytes) }
    }
}
