#!/bin/sh
# From nothing to the adapter and its figures: generates, cuts into tokens, trains, converts, and evaluates through
# cellgraph itself. On a CPU within MINUTES; on a GPU in a few.
#   OUT      where everything goes (target/training)
#   CELLS    cells of the generator, 50 sentences each (1700)
#   ROUNDS   times that each sentence of the authors comes in an epoch (3)
#   MINUTES  for the training proper, at most (0: as long as it takes): a slow machine sees less of the data
#   EPOCHS   times that the data is gone through, if the time is enough (1)
#   FROM     an adapter to go on from (none)
#   MODEL    the base model's GGUF file (the shipped one)
#   SEED     of data and training (1)
#   WITHOUT  trades that the generator leaves out, separated by commas, for the leave-one-out figures (none)
#   PYTHON   one with what requirements.txt names; if there is none, a virtual environment is made
# Broken off, and started again with the same words, it goes on where it stood: see train.py.
set -eu
cd "$(dirname "$0")/../.."
model=${MODEL:-models/SmolLM2-135M-Instruct.Q4_1.gguf}
out=${OUT:-target/training}
mkdir -p "$out"
if [ -z "${PYTHON:-}" ]; then
    [ -x "$out/venv/bin/python" ] || python3 -m venv "$out/venv"
    "$out/venv/bin/pip" install --quiet --requirement models/training/requirements.txt
    PYTHON=$out/venv/bin/python
fi
cargo build --release --locked
cargo build --release --locked --package cellgraph-training-generator
set -- --without tests/language/*.guide.jsonl tests/language/further/*[!c].jsonl
[ -z "${WITHOUT:-}" ] || set -- "$@" --without-trade "$WITHOUT"
target/release/generate --cells "${CELLS:-1700}" --seed "${SEED:-1}" --stats -o "$out/train.jsonl" "$@"
target/release/generate --cells 60 --seed 1001 -o "$out/check.jsonl" "$@"
sh models/training/authors/export.sh "$out/authors" training
target/release/authored "$out/authors" --rounds "${ROUNDS:-3}" --seed "${SEED:-1}" -o "$out/authored.jsonl" \
    --without tests/language/*.guide.jsonl tests/language/further/*[!c].jsonl
cat "$out/authored.jsonl" >> "$out/train.jsonl"
for part in train check; do
    target/release/tokens pack "$model" "$out/$part.jsonl" "$out/$part.bin"
done
# oneDNN makes its kernels for each size: keep them. Large buffers are kept as well, instead of being asked for anew.
export ONEDNN_PRIMITIVE_CACHE_CAPACITY=8192
export MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=17179869184 MALLOC_TOP_PAD_=268435456
"$PYTHON" models/training/train.py --model "$model" --data "$out/train.bin" --check "$out/check.bin" \
    ${FROM:+--adapter "$FROM"} --out "$out/adapter.gguf" --minutes "${MINUTES:-0}" --epochs "${EPOCHS:-1}" --seed "${SEED:-1}"
sh models/training/evaluate.sh "$out/adapter.gguf" guide "$out"
