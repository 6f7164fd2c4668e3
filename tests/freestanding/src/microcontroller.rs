//! A Cortex-M4 with a floating-point unit, 64 KB of RAM and nothing else, as QEMU's `mps2-an386`: the first instructions, the
//! stack, and semihosting for output and for the end.

use core::{arch, fmt};

unsafe extern "C" {
    // Places that `microcontroller.ld` gives.
    static mut __data: usize;
    static __data_end: usize;
    static __data_in_flash: usize;
    static mut __bss: usize;
    static __bss_end: usize;
    static mut __stack: usize;
    static __stack_end: usize;
}

/// The stack: what `microcontroller.ld` leaves for it.
pub(crate) const STACK_BYTES: usize = 32 * 1024;

/// What the processor reads first: where the stack ends, and where to begin. Any fault ends the program.
#[repr(C)]
struct Vectors {
    stack_end: *const usize,
    reset: extern "C" fn() -> !,
    faults: [extern "C" fn() -> !; 14],
}
// SAFETY: nobody writes to it.
unsafe impl Sync for Vectors {}

#[unsafe(link_section = ".vectors")]
#[used]
static FIRST: Vectors = Vectors { stack_end: &raw const __stack_end, reset, faults: [fault; 14] };

#[unsafe(no_mangle)]
extern "C" fn reset() -> ! {
    // SAFETY: the floating-point unit is turned on before anything may use it; `.data` and `.bss` are as long as the linker says, and
    // nothing was put there yet.
    unsafe {
        arch::asm!(
            "ldr {at}, =0xE000ED88",
            "ldr {value}, [{at}]",
            "orr {value}, {value}, #0xF00000",
            "str {value}, [{at}]",
            "dsb",
            "isb",
            at = out(reg) _,
            value = out(reg) _,
        );
        let words = |from: *const usize, to: *const usize| (to.addr() - from.addr()) / size_of::<usize>();
        for word in 0..words(&raw const __data, &raw const __data_end) {
            (&raw mut __data).add(word).write_volatile((&raw const __data_in_flash).add(word).read());
        }
        for word in 0..words(&raw const __bss, &raw const __bss_end) {
            (&raw mut __bss).add(word).write_volatile(0);
        }
    }
    start()
}

/// Apart from [`reset`], so that nothing of it uses the floating-point unit before that is on.
#[inline(never)]
fn start() -> ! {
    exit(super::run())
}

extern "C" fn fault() -> ! {
    exit(102)
}

pub(crate) fn stack_bottom() -> *mut usize {
    &raw mut __stack
}

#[inline(always)]
pub(crate) fn stack_pointer() -> usize {
    let here;
    // SAFETY: reads a register.
    unsafe { arch::asm!("mov {}, sp", out(reg) here, options(nomem, nostack, preserves_flags)) };
    here
}

/// Bytes of `.data` and `.bss`, and of the stack behind them.
pub(crate) fn static_ram_bytes() -> usize {
    (&raw const __stack_end).addr() - (&raw const __data).addr()
}

/// The console of whoever holds the processor.
pub(crate) struct Out;

impl fmt::Write for Out {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const WRITE_BYTE: usize = 0x03;
        for byte in text.as_bytes() {
            semihosting(WRITE_BYTE, (&raw const *byte).addr());
        }
        Ok(())
    }
}

pub(crate) fn exit(status: u8) -> ! {
    const EXIT_EXTENDED: usize = 0x20;
    const APPLICATION_EXIT: usize = 0x20026;
    let reason = [APPLICATION_EXIT, usize::from(status)];
    loop {
        semihosting(EXIT_EXTENDED, reason.as_ptr().addr());
    }
}

/// Asks whoever holds the processor.
fn semihosting(operation: usize, about: usize) {
    // SAFETY: the debugger reads what `about` points to, and writes to the registers that are named here alone.
    unsafe {
        arch::asm!("bkpt #0xAB", inlateout("r0") operation => _, in("r1") about, options(nostack));
    }
}
