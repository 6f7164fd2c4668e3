//! strace, as every suite calls it that harms a run or reads its calls.

use std::process::Command;

/// What a suite says where it cannot be started.
pub(crate) const MISSING: &str = "this test needs strace: `make test` installs it, or apt-get install strace";

/// It follows every thread, and stops the program at the calls that are traced alone: the kernel leaves the others out. A
/// kernel that cannot do so stops it at every call, which is slower and gives the same.
pub(crate) fn strace() -> Command {
    let mut command = Command::new("strace");
    // Cargo's; the loader would look for libraries in it a hundred times before the program begins.
    command.args(["-f", "-qq", "--seccomp-bpf"]).env_remove("LD_LIBRARY_PATH");
    command
}
