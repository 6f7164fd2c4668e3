#!/bin/sh
# Scores an adapter through cellgraph itself: evaluate.sh ADAPTER guide|held|authors|authors-held FOLDER
# One file of figures a cell, in FOLDER/CELL.PART.json; the summary over all cells on stdout. With `guide` the further cells
# come after it, on their own, and the cell whose trade the training data does not have. `authors` is what the authors in
# models/training/authors wrote for development, `authors-held` what nobody may choose anything by. ADAPTER may be `none`.
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

case $part in
    authors | authors-held)
        [ "$part" = authors ] && of=development || of=held
        sh models/training/authors/export.sh "$out/$part" "$of" >/dev/null
        for lines in "$out/$part"/*.lines.jsonl; do
            cell=$(basename "$lines" .lines.jsonl)
            score "$out/$part/$cell.jsonl" "$out/$part/$cell.apoc.jsonl" "$cell.$part"
            score "$out/$part/$cell.talk.jsonl" "$out/$part/$cell.apoc.jsonl" "$cell.$part-talk"
        done
        summary "$out"/*."$part".json
        echo
        echo "Dialogues: what is meant after a comment on a proposal"
        echo
        summary "$out"/*."$part"-talk.json
        exit 0
        ;;
esac
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
