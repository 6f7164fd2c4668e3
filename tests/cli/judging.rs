//! A model that judges the steps beside the code: what cannot be one is refused before anything is asked, kept or moved.

use crate::{
    desk::SIMULATOR,
    harness::{Folder, Run},
};

/// Every command that runs steps.
const COMMANDS: [&[&str]; 3] = [&["do", "go home"], &["correct"], &["run"]];

/// A command with a simulator, and with this file as the model: by the command line, or by the environment.
fn with(folder: &Folder, command: &[&str], file: &str, is_named: bool, options: &[&str]) -> Run {
    let words = [command, &SIMULATOR[..], options].concat();
    let mut command = match is_named {
        true => folder.command(&[&words[..], &["--verification-model", file]].concat()),
        false => folder.command(&words),
    };
    if !is_named {
        command.env("VERIFICATION_MODEL", file);
    }
    let output = command.stdin(std::process::Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// A file that is no model; what is said of it in a build with models.
const REFUSED: &[(&str, &str)] = &[
    ("missing.gguf", "missing.gguf: No such file"),
    ("cellgraph", "cellgraph is not a model that llama.cpp can load"),
    (".", ".: Is a directory"),
];

#[test]
fn what_is_no_model_is_refused_before_anything_else() {
    let folder = Folder::with_snapshot();
    folder.write("cellgraph", "GGUF, and then something else");
    for command in COMMANDS {
        for (file, words) in REFUSED {
            let words = if cfg!(feature = "llama") { words } else { "this program was built without a model" };
            for is_named in [true, false] {
                let run = with(&folder, command, file, is_named, &[]);
                assert_eq!((run.status, run.out.as_str()), (2, ""), "{command:?} {file}: {run}");
                assert!(
                    run.err.contains(words) && run.err.contains("--verification-model"),
                    "{command:?} {file}: {run}"
                );
                assert!(!folder.path("cellgraph-data").exists(), "{command:?} {file}: {run}");
            }
        }
    }
}

#[test]
fn none_is_none_whatever_the_environment_says() {
    let folder = Folder::at_home();
    let run = with(&folder, &["do", "go home"], "missing.gguf", false, &["--verification-model", "none"]);
    assert!(run.status == 0 && run.out.contains("everything asked for is already so"), "{run}");
}

/// A yes to what is judged by code alone is no yes to what a model judges as well.
#[cfg(feature = "llama")]
#[test]
fn the_review_names_the_model_and_an_approval_binds_it() {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/models/SmolLM2-135M-Instruct.Q4_1.gguf");
    let folder = Folder::at_home();
    let propose = |judge: &str, options: &[&str]| with(&folder, &["do", "go to safe position 1"], judge, true, options);
    let digest = |run: &Run| run.out.split("Proposal:    ").nth(1).unwrap()[..16].to_owned();
    let (judged, alone) = (propose(model, &[]), propose("none", &[]));
    assert!(judged.out.contains("Judged by:   a model, beside the code ("), "{judged}");
    assert!(!alone.out.contains("Judged by:"), "{alone}");
    assert_ne!(digest(&judged), digest(&alone));
    let run = propose(model, &["--approve", &digest(&alone)]);
    assert!(run.status == 1 && run.err.contains("nothing was run"), "{run}");
    assert!(folder.run_ids().is_empty());
}
