#!/bin/sh
# The main job, from a Neo4j export to a verified actions.yaml: demo.sh BINARY FOLDER
set -eu
bin=$1
out=$2
here=$(dirname "$0")/..
mkdir -p "$out"
snapshot=$out/demo-cell.cellgraph
rm -f "$snapshot" "$out/actions.yaml"

say() { printf '\n== %s\n' "$*"; }
run() { printf '$ cellgraph %s\n' "$*" >&2; "$bin" "$@"; }

say "Build a snapshot from the export that a real Neo4j wrote"
run snapshot build --from "$here/graph-snapshots/demo-cell.apoc.jsonl" -o "$snapshot"

say "Prove that no verified plan can break a tool or strand the robot"
run snapshot check "$snapshot"

say "Show it (pictures in $out)"
run snapshot show "$snapshot" --dot "$out/demo-cell.dot" --svg "$out/demo-cell.svg"

say "Plan 'weld at positions 1 and 2'"
cat > "$out/intent.json" <<'JSON'
{"goal":"sequence","steps":[{"action":"routine","routine":"tack_weld","position":"Pos_1"},{"action":"routine","routine":"tack_weld","position":"Pos_2"}]}
JSON
run plan "$out/intent.json" --snapshot "$snapshot" --position Home --tool none --timings > "$out/plan.json"
cat "$out/plan.json"
echo

say "Verify the plan, and write actions.yaml"
run verify "$out/plan.json" --snapshot "$snapshot" --position Home --tool none --timings \
    --yaml "$out/actions.yaml" --description "Weld at positions 1 and 2"
cat "$out/actions.yaml"

say "Refuse an unsafe plan: to the welder's stand with the camera in hand"
cat > "$out/unsafe.json" <<'JSON'
[{"action":"move","target":"Tool_Weld_Safe_Position"},{"action":"move","target":"Tool_Weld_Position"}]
JSON
status=0
run verify "$out/unsafe.json" --snapshot "$snapshot" --position Home --tool Camera --yaml "$out/unsafe.yaml" || status=$?
if [ "$status" -ne 1 ] || [ -e "$out/unsafe.yaml" ]; then
    echo "error: the unsafe plan was not refused (exit status $status)" >&2
    exit 1
fi
say "Refused, and nothing was written. Done: $out/actions.yaml"
