#!/bin/sh
# The authors' cells as snapshots, and their lines as `cellgraph eval` and `authored` read them:
# export.sh FOLDER training|development|held
set -eu
cd "$(dirname "$0")/../../.."
out=$1
mkdir -p "$out"
python3 models/training/authors/check.py --export "$out" --part "$2"
for export in "$out"/*.apoc.jsonl; do
    target/release/cellgraph snapshot build --from "$export" -o "${export%.apoc.jsonl}.cellgraph" --allow all >/dev/null
done
target/release/gold "$out"
