#!/bin/sh
# Scores an adapter through cellgraph itself: evaluate.sh ADAPTER guide|held FOLDER
# One file of figures a cell, in FOLDER/CELL.PART.json; the summary over all cells on stdout. With `guide` the further cells
# come after it, on their own, and the cell whose trade the training data does not have. ADAPTER may be `none`.
set -eu
cd "$(dirname "$0")/../.."
adapter=$1 part=$2 out=$3
mkdir -p "$out"

# score SENTENCES EXPORT NAME
score() {
    target/release/cellgraph snapshot build --from "$2" -o "$out/$3.cellgraph" --allow all >/dev/null
    target/release/cellgraph eval "$1" --snapshot "$out/$3.cellgraph" --adapter "$adapter" --json > "$out/$3.json"
}
summary() {
    "${PYTHON:-python3}" models/training/summary.py "$@"
}

for lines in tests/language/*."$part".jsonl; do
    cell=$(basename "$lines" ".$part.jsonl")
    export=tests/language/cells/$cell.apoc.jsonl
    [ -e "$export" ] || export=graph-snapshots/demo-cell.apoc.jsonl
    score "$lines" "$export" "$cell.$part"
done
summary "$out"/*."$part".json
[ "$part" = guide ] || exit 0
for folder in further unseen; do
    for export in tests/language/"$folder"/*.apoc.jsonl; do
        cell=$(basename "$export" .apoc.jsonl)
        score "tests/language/$folder/$cell.jsonl" "$export" "$cell.$folder"
    done
    echo
    summary "$out"/*."$folder".json
done
