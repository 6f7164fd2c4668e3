#!/bin/sh
# Generates, cuts into tokens and trains: the adapter from nothing. On a CPU within MINUTES; on a GPU in a few.
#   PYTHON (with torch and numpy), CELLS, MINUTES and SEED may be set.
set -eu
cd "$(dirname "$0")"
model=../SmolLM2-135M-Instruct.Q4_1.gguf
python=${PYTHON:-python3}
out=${OUT:-out}
mkdir -p "$out"
build="cargo run --release --locked --features llama --manifest-path generator/Cargo.toml"
guide=$(ls ../../tests/language/*.guide.jsonl)
$build --bin generate -- --cells "${CELLS:-8000}" --seed "${SEED:-1}" --without $guide --stats -o "$out/train.jsonl"
$build --bin generate -- --cells 60 --seed 1001 --without $guide -o "$out/check.jsonl"
for part in train check; do
    $build --bin tokens -- pack "$model" "$out/$part.jsonl" "$out/$part.bin"
done
# Kernels of a CPU are made for each size; keep them.
ONEDNN_PRIMITIVE_CACHE_CAPACITY=8192 "$python" train.py --model "$model" --data "$out/train.bin" --check "$out/check.bin" \
    --out "$out/adapter.gguf" --minutes "${MINUTES:-120}" --epochs "${EPOCHS:-4}" --seed "${SEED:-1}"
