//! Help, version, completions, and usage that is none.

#[cfg(feature = "llama")]
use crate::harness::Transcript;
use crate::harness::{Folder, check};

/// What a build with OPC UA says besides.
#[cfg(feature = "llama")]
const OF_OPCUA: [&str; 4] = [
    "  opcua        Get ready for a controller that has an OPC UA server\n",
    "          - opcua:     A controller that has an OPC UA server\n",
    "      --endpoint <URL>
          The controller's OPC UA server, as in opc.tcp://192.168.0.10:4840

      --keys <FOLDER>
          The folder with this program's key and the list of trusted servers: `cellgraph opcua key`
          makes it

",
    "      --endpoint <URL>       The controller's OPC UA server, as in opc.tcp://192.168.0.10:4840
      --keys <FOLDER>        The folder with this program's key and the list of trusted servers:
                             `cellgraph opcua key` makes it
",
];

/// A build without the model has one command less.
#[cfg(feature = "llama")]
#[test]
fn every_command_explains_itself_with_examples() {
    let folder = Folder::new();
    let mut transcript = Transcript::default();
    let mut found = [false; OF_OPCUA.len()];
    for command in [
        "",
        "snapshot",
        "snapshot build",
        "snapshot check",
        "snapshot show",
        "snapshot diff",
        "snapshot generate",
        "bundle",
        "bundle keygen",
        "bundle create",
        "bundle inspect",
        "bundle verify",
        "bundle keys",
        "bundle enrol",
        "bundle install",
        "bundle rollback",
        "bundle list",
        "bundle rekey",
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
        "robot",
        "robot test",
        "doctor",
        "model",
        "completions",
        "manual",
    ] {
        let mut run = folder.run(&format!("{command} --help"));
        assert!(run.out.contains("Examples:"), "{command}");
        for (said, is_found) in OF_OPCUA.iter().zip(&mut found) {
            *is_found |= run.out.contains(said);
            run.out = run.out.replace(said, "");
        }
        transcript.add(&format!("cellgraph {command} --help"), &run);
    }
    assert_eq!(found, [cfg!(feature = "opcua"); OF_OPCUA.len()]);
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
        "bundle",
        "bundle keygen",
        "bundle create --snapshot demo.cell --cell c --reason r --key k",
        "bundle create --snapshot demo.cell --adapter a --cell c --reason r --key k -o new.bundle",
        "bundle verify demo.cell --cell c",
        "bundle verify demo.cell --key k",
        "bundle keys --cell c --trust k --reason r --key k -o keys.json",
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
        "manual frobnicate",
        "manual snapshot frobnicate",
        "manual snapshot --list",
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

/// Whoever followed the book with a build that has no OPC UA was told "unexpected argument '--endpoint'".
#[test]
fn a_build_says_what_it_was_made_without() {
    let folder = Folder::with_snapshot();
    let opcua = ("OPC UA (feature `opcua`)", cfg!(feature = "opcua"));
    let page = ("the page (feature `web`)", cfg!(feature = "web"));
    let model = ("a model (feature `llama`)", cfg!(feature = "llama"));
    for (line, (part, is_built)) in [
        ("opcua look --endpoint opc.tcp://localhost:4840 --keys keys", opcua),
        ("do home --snapshot demo.cell --driver opcua --endpoint opc.tcp://localhost:4840 --keys keys", opcua),
        ("do home --snapshot demo.cell --driver opcua", opcua),
        ("run --endpoint=opc.tcp://localhost:4840 --snapshot demo.cell --driver files --robot .", opcua),
        ("recover --snapshot demo.cell --keys keys", opcua),
        ("serve --snapshot demo.cell --driver simulator --port many", page),
        ("operator", page),
        ("model", model),
    ] {
        let run = folder.run(line);
        let without = format!("error: this program was built without {part}\nhint: take a build that has it: ");
        assert_eq!(run.err.contains(&without), !is_built, "cellgraph {line}: {run}");
        assert!(is_built || run.status == 2 && !run.err.contains("tip:"), "cellgraph {line}: {run}");
    }
    // What no build has is a slip.
    for line in
        ["opcuaa", "do home --snapshot demo.cell --driver opc", "bundle verify demo.cell --keys k", "bundle opcua"]
    {
        let run = folder.run(line);
        assert_eq!((run.status, run.err.contains("built without")), (2, false), "cellgraph {line}: {run}");
    }
}

/// The words of a command's help that name its subcommands.
fn subcommands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let named =
        listed.take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    named.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Every command that has no further commands, found by asking for help.
fn every_command(folder: &Folder, of: &str) -> Vec<(String, String)> {
    let help = folder.run(&format!("{of} --help")).out;
    match subcommands(&help) {
        none if none.is_empty() => vec![(of.to_owned(), help)],
        some => some.iter().flat_map(|name| every_command(folder, format!("{of} {name}").trim())).collect(),
    }
}

/// Errors under `--json` were for people.
#[test]
fn with_json_every_error_is_one_object_on_stderr() {
    let folder = Folder::with_snapshot();
    folder.write("bad.json", "{");
    let with_json: Vec<String> = every_command(&folder, "")
        .into_iter()
        .filter(|(_, help)| help.contains("--json"))
        .map(|(command, _)| command)
        .collect();
    assert!(with_json.len() >= 20, "{with_json:?}");
    // What is wrong in a way of its own; every other command is only used wrongly.
    let wrong = [
        ("snapshot build", "--from nowhere -o new.cell"),
        ("snapshot check", "bad.json"),
        ("snapshot show", "nowhere"),
        ("snapshot diff", "demo.cell nowhere"),
        ("bundle keygen", "demo --password-file nowhere"),
        ("bundle create", "--snapshot nowhere --cell c --reason r --key k --operator Eve -o new.bundle"),
        ("bundle inspect", "demo.cell"),
        ("bundle verify", "nowhere --cell c --key nowhere"),
        ("bundle list", "--data nowhere"),
        ("bundle keys", "--cell c --generation 1 --trust nowhere --reason r --key k --operator Eve -o keys.json"),
        ("query", "get_allowed_moves Nowhere --snapshot demo.cell"),
        ("verify", "bad.json --snapshot demo.cell --position Home --tool none"),
        ("plan", "bad.json --snapshot demo.cell --position Home --tool none"),
        ("parse", "home --snapshot nowhere --position Home --tool none"),
        ("checkpoint decomposition", "bad.json"),
        ("checkpoint report", "bad.json"),
        ("checkpoint synthesis", "bad.json"),
        ("observe diff", "bad.json nowhere"),
        ("do", "home --snapshot nowhere --driver simulator --operator Ada"),
        ("history list", "--data nowhere"),
        ("history show", "last --data nowhere"),
        ("history timeline", "--data nowhere"),
        ("history check", "--data nowhere"),
        ("metrics suggest", "--data nowhere"),
        ("state show", "--data nowhere"),
    ];
    for command in &with_json {
        let own = wrong.iter().filter(|(of, _)| of == command).map(|(_, options)| *options);
        for options in own.chain(["--no-such-option"]) {
            let run = folder.run(&format!("{command} {options} --json"));
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command} {options}: {run}");
            let last = run.err.lines().last().unwrap_or_default();
            let error: serde_json::Value =
                serde_json::from_str(last).unwrap_or_else(|e| panic!("{command} {options}: {e}: {run}"));
            assert!(error["error"].as_str().is_some_and(|text| !text.is_empty()), "{command} {options}: {run}");
            assert!(error.get("hint").is_some(), "{command} {options}: {run}");
        }
    }
    for (command, _) in wrong {
        assert!(with_json.iter().any(|known| known == command), "{command} has no --json: {with_json:?}");
    }
    check!("json_error", folder.run("query get_allowed_moves Pos_11 --snapshot demo.cell --json"));
    check!("json_usage_error", folder.run("history list --limit 0 --json"));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = Folder::new().run(&format!("completions {shell}"));
        assert_eq!(run.status, 0, "{run}");
        assert!(run.out.contains("cellgraph") && run.out.contains("generate"), "{shell}");
    }
}

#[test]
fn each_command_has_a_page_for_man_and_each_page_it_refers_to_is_there() {
    let page = |command: &str| {
        let run = Folder::new().run(&format!("manual {command}"));
        assert_eq!(run.status, 0, "{run}");
        run.out
    };
    let list = page("--list");
    let names: Vec<String> = list.lines().map(|name| name.replace(' ', "-")).collect();
    assert!(names.len() > 40 && names.contains(&"snapshot-build".to_owned()), "{names:?}");
    for command in list.lines().chain([""]) {
        let out = page(command);
        let name = format!("cellgraph {command}").trim_end().replace(' ', "-");
        assert!(out.contains(&format!(".TH {name} 1")), "{name}: {out}");
        // Man sees a letter of a word after a backslash, and no line that begins with a point but is none of its own.
        let referred = out.lines().filter_map(|line| line.strip_suffix("(1)")).map(|line| line.replace("\\-", "-"));
        for line in referred.filter(|line| line.starts_with("cellgraph-")) {
            assert!(names.iter().any(|name| line == format!("cellgraph-{name}")), "{name} refers to {line}");
        }
    }
    check!("manual", Folder::new().run("manual snapshot check"));
}
