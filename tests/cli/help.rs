//! Help, version, completions, and usage that is none.

#[cfg(feature = "llama")]
use crate::harness::Transcript;
use crate::harness::{Folder, check};

/// With every feature: a build without the model has one command less.
#[cfg(feature = "llama")]
#[test]
fn every_command_explains_itself_with_examples() {
    let folder = Folder::new();
    let mut transcript = Transcript::default();
    for command in [
        "",
        "snapshot",
        "snapshot build",
        "snapshot check",
        "snapshot show",
        "snapshot diff",
        "snapshot generate",
        "query",
        "verify",
        "plan",
        "parse",
        "observe",
        "observe diff",
        "checkpoint",
        "do",
        "run",
        "history",
        "state",
        "recover",
        "model",
        "completions",
    ] {
        let run = folder.run(&format!("{command} --help"));
        assert!(run.out.contains("Examples:"), "{command}");
        transcript.add(&format!("cellgraph {command} --help"), &run);
    }
    check!("help", transcript);
}

#[test]
fn version_is_an_answer() {
    check!("version", Folder::new().run("--version"));
}

#[test]
fn usage_errors_exit_with_2() {
    let folder = Folder::with_snapshot();
    for line in [
        "",
        "frobnicate",
        "snapshot",
        "snapshot build",
        "snapshot build --from demo.jsonl",
        "snapshot show",
        "snapshot diff demo.cell",
        "snapshot generate",
        "snapshot generate --positions many",
        "query",
        "query get_all_tools",
        "query get_all_tools --snapshot demo.cell --by luck",
        "verify --snapshot demo.cell --position Home --tool none",
        "verify plan.json --snapshot demo.cell --position Home",
        "verify plan.json --snapshot demo.cell --tool none",
        "verify plan.json --batch plans.jsonl --snapshot demo.cell",
        "verify --batch plans.jsonl --position Home --snapshot demo.cell",
        "verify --batch plans.jsonl --yaml actions.yaml --snapshot demo.cell",
        "verify plan.json --snapshot demo.cell --position Home --tool none --run-id 1 --yaml actions.yaml",
        "verify plan.json --snapshot demo.cell --position Home --tool none --title T",
        "plan --snapshot demo.cell",
        "plan intent.json --batch intents.jsonl --snapshot demo.cell",
        "completions csh",
        "checkpoint",
        "checkpoint plan plan.json",
        "checkpoint decomposition",
        "parse --snapshot demo.cell --position Home --tool none",
        "parse x --snapshot demo.cell --position Home",
        "parse x --batch sentences.jsonl --snapshot demo.cell",
        "parse --batch sentences.jsonl --position Home --snapshot demo.cell",
        "observe",
        "observe diff demo.cell",
        "do x --snapshot demo.cell",
        "do --snapshot demo.cell --driver simulator",
        "do x --driver simulator",
        "do x --snapshot demo.cell --driver files",
        "do x --snapshot demo.cell --driver simulator --threads 0",
        "run --snapshot demo.cell",
        "run --snapshot demo.cell --driver simulator --yes",
        "history",
        "history list --status over",
        "history list --day 2026-13-01",
        "history show",
        "history show 1",
        "state",
        "state correct --snapshot demo.cell --position Home --tool none",
        "recover",
    ] {
        let run = folder.run(line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "cellgraph {line}\n{run}");
        assert!(!run.err.is_empty(), "cellgraph {line}");
    }
    check!("usage_error", folder.run("query get_all_tools"));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = Folder::new().run(&format!("completions {shell}"));
        assert_eq!(run.status, 0, "{run}");
        assert!(run.out.contains("cellgraph") && run.out.contains("generate"), "{shell}");
    }
}
