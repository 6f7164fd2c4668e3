//! Arguments in, exit status out; everything else is in [`cellgraph::cli`].

fn main() -> std::process::ExitCode {
    cellgraph::cli::main(std::env::args_os())
}
