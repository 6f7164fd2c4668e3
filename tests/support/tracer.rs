//! strace, as every suite calls it that harms a run or reads its calls.

use std::process::Command;

/// What a suite says where it cannot be started.
pub(crate) const MISSING: &str = "this test needs strace: `make test` installs it, or apt-get install strace";

/// strace with these options, following every thread. Where it sends no signal, it stops the program at the calls alone that are
/// traced: the kernel leaves the others out. A signal would be lost at such a stop.
pub(crate) fn strace<O: AsRef<str>>(options: &[O]) -> Command {
    let mut command = Command::new("strace");
    // Cargo's; the loader would look for libraries in it a hundred times before the program begins.
    command.args(["-f", "-qq"]).env_remove("LD_LIBRARY_PATH");
    if !options.iter().any(|option| option.as_ref().contains(":signal=")) {
        command.arg("--seccomp-bpf");
    }
    command.args(options.iter().map(AsRef::as_ref));
    command
}
