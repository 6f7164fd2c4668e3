#!/bin/sh
# The main job: from a Neo4j export and an operator's sentence to a recorded run. demo.sh BINARY FOLDER
set -eu
bin=$1
out=$2
here=$(dirname "$0")/..
mkdir -p "$out"
snapshot=$out/demo-cell.cellgraph
data=$out/data
model=$here/models/SmolLM2-135M-Instruct.Q4_1.gguf
rm -rf "$snapshot" "$data"

say() { printf '\n== %s\n' "$*"; }
run() { printf '$ cellgraph %s\n' "$*" >&2; "$bin" "$@"; }
refused() {
    what=$1
    shift
    status=0
    run "$@" || status=$?
    [ "$status" -eq 1 ] || { echo "error: $what was not refused (exit status $status)" >&2; exit 1; }
}

say "Build a snapshot from the export that a real Neo4j wrote"
run snapshot build --from "$here/graph-snapshots/demo-cell.apoc.jsonl" -o "$snapshot"

say "Prove that no verified plan can break a tool or strand the robot"
run snapshot check "$snapshot"

say "Show it (pictures in $out)"
run snapshot show "$snapshot" --dot "$out/demo-cell.dot" --svg "$out/demo-cell.svg"

say "Read a sentence: the local model, and the recogniser beside it"
run parse "weld at position 1 and 2" --snapshot "$snapshot" --position Home --tool none --model "$model" --timings

say "A person has looked where the robot is, and says so"
run state correct --snapshot "$snapshot" --data "$data" --position Home --tool none \
    --operator demo --reason "start of the demo: the simulated robot stands at Home"

set -- --snapshot "$snapshot" --data "$data" --model "$model" --operator demo --driver simulator

say "The whole way: read, plan, verify, review, run, record (simulated, so --yes approves)"
run do "weld at position 1 and 2" "$@" --yes --timings

say "What went to the controller"
cat "$data/actions.yaml"

say "Ask"
run do "what did you do?" "$@"

say "Bring the tool back, then repeat the first run"
run do "put the welder back and go home" "$@" --yes
first=$("$bin" history list --data "$data" --text "weld at position 1 and 2" --json | sed -n 's/.*"run_id":"\([^"]*\)".*/\1/p' | tail -n 1)
run do "run task $first" "$@" --yes

say "Be refused: a place that the cell does not have"
refused "an impossible command" do "weld at position 9" "$@" --yes

say "Be refused: a plan that goes to the welder's stand with the camera in hand"
cat > "$out/unsafe.json" <<'JSON'
[{"action":"move","target":"Tool_Weld_Safe_Position"},{"action":"move","target":"Tool_Weld_Position"}]
JSON
refused "an unsafe plan" verify "$out/unsafe.json" --snapshot "$snapshot" --position Home --tool Camera --yaml "$out/unsafe.yaml"
[ ! -e "$out/unsafe.yaml" ] || { echo "error: an unsafe plan was written" >&2; exit 1; }

say "A controller by files whose robot lies: it says that it welded, and it did not"
shared=$out/controller
rm -rf "$shared" && mkdir -p "$shared"
python3 "$here/tests/demo/liar.py" "$shared" &
liar=$!
trap 'kill "$liar" 2>/dev/null || true' EXIT
run state correct --snapshot "$snapshot" --data "$data" --position Home --tool none \
    --operator demo --reason "another robot: the pretended one of this controller stands at Home"
set -- --snapshot "$snapshot" --data "$data" --model none --operator demo --driver files --robot "$shared" \
    --declared "$here/examples/controller/declared.yaml"
# A program looks at the plan, and then approves it by its digest.
digest() { "$bin" "$@" --json </dev/null 2>/dev/null | sed -n 's/.*"digest":"\([^"]*\)".*/\1/p' | head -n 1; }
seen=$(digest do "weld at position 1" "$@")
refused "a weld that nobody saw" do "weld at position 1" "$@" --approve "$seen"

say "What was found about that step, and what the person who looked says"
lied=$("$bin" history list --data "$data" --limit 1 --json | sed -n 's/.*"run_id":"\([^"]*\)".*/\1/p')
run history show "$lied" --data "$data"
run recover --snapshot "$snapshot" --data "$data" --robot "$shared" --position Pos_1 --tool Welder \
    --operator demo --reason "looked: it stands at the seam, with the welder, and there is no weld"

say "The correction: a new run, linked to the one that failed, shown and approved like any other"
seen=$(digest correct rest "$@")
run correct rest "$@" --approve "$seen"

say "How good the looks at the readings of this demo were"
run metrics --data "$data"

say "The history, and the proof that nothing in it was changed"
run history list --data "$data"
run history check --data "$data"
say "Done: $data/actions.yaml, $data/history.db"
