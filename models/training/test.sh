#!/bin/sh
# That models of three architectures can be trained, that llama.cpp reads their adapters as transformers has them, and that a training
# that was killed three times gives the adapter of one that was not. On tiny models with random weights: minutes, no download
# but of the Python packages. PYTHON as in run.sh.
set -eu
cd "$(dirname "$0")/../.."
out=target/training-test
words=models/SmolLM2-135M-Instruct.Q4_1.gguf
mkdir -p "$out"
if [ -z "${PYTHON:-}" ]; then
    [ -x "$out/venv/bin/python" ] || python3 -m venv "$out/venv"
    "$out/venv/bin/pip" install --quiet --requirement models/training/requirements.txt
    PYTHON=$out/venv/bin/python
fi
cargo build --release --locked --package cellgraph-training-generator
target/release/generate --cells 8 --seed 5 --sentences 20 -o "$out/few.jsonl"
target/release/tokens pack "$words" "$out/few.jsonl" "$out/few.bin"
for architecture in llama qwen2 qwen3; do
    echo "$architecture"
    "$PYTHON" models/training/tiny.py "$architecture" "$words" "$out/$architecture.gguf"
    "$PYTHON" models/training/check.py "$out/$architecture.gguf" "$out/few.bin" target/release/tokens
done
"$PYTHON" models/training/interrupted.py "$out/qwen2.gguf" "$out/few.bin" "$out/interrupted" 3
