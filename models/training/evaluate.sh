#!/bin/sh
# Scores an adapter through cellgraph itself: evaluate.sh ADAPTER guide|held FOLDER
# One table a cell, in FOLDER/CELL.PART.txt; the summary over all cells on stdout. ADAPTER may be `none`.
set -eu
cd "$(dirname "$0")/../.."
adapter=$1 part=$2 out=$3
mkdir -p "$out"
for lines in tests/language/*."$part".jsonl; do
    cell=$(basename "$lines" ".$part.jsonl")
    export=tests/language/cells/$cell.apoc.jsonl
    [ -e "$export" ] || export=graph-snapshots/demo-cell.apoc.jsonl
    target/release/cellgraph snapshot build --from "$export" -o "$out/$cell.cellgraph" --allow all >/dev/null
    target/release/cellgraph eval "$lines" --snapshot "$out/$cell.cellgraph" --adapter "$adapter" --json > "$out/$cell.$part.json"
done
"${PYTHON:-python3}" models/training/summary.py "$out"/*."$part".json
