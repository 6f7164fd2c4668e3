#!/bin/sh
# Builds the fuzz targets with libFuzzer on the stable toolchain and runs each: run.sh [SECONDS_EACH], or run.sh build
# Any finding ends it with the input that shows it, under tests/fuzz/artifacts/.
set -eu
seconds=${1:-60}
targets="import snapshot plan yaml sentence templates checkpoint observe declared bundle page"
cd "$(dirname "$0")"
host=$(rustc -vV | sed -n 's/^host: //p')
# What cargo-fuzz passes with `--sanitizer none`: coverage for libFuzzer. None of it needs a nightly compiler.
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
cargo build --release --locked --quiet --target "$host"
[ "$seconds" != build ] || exit 0
for target in $targets; do
    mkdir -p "corpus/$target" "artifacts/$target"
done
seed() {
    cp ../../graph-snapshots/demo-cell.apoc.jsonl corpus/import/
    for target in $targets; do cp "seeds/$target/"* "corpus/$target/"; done
}
seed
one() {
    "target/$host/release/$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="artifacts/$1/" "corpus/$1" > "artifacts/$1.log" 2>&1
}
# Two at a time: that is how many cores the machine class has.
for pair in "import snapshot" "plan yaml" "sentence templates" "checkpoint observe" "declared bundle" "page"; do
    set -- $pair
    one "$1" & first=$!
    second=
    if [ -n "${2-}" ]; then one "$2" & second=$!; fi
    failed=
    wait $first || failed=$1
    if [ -n "$second" ]; then wait $second || failed="$failed $2"; fi
    if [ -n "$failed" ]; then
        for target in $failed; do tail -n 40 "artifacts/$target.log" >&2; done
        echo "error: finding in:$failed; the inputs are under tests/fuzz/artifacts/" >&2
        exit 1
    fi
done
for target in $targets; do
    printf '%-10s %s, no finding\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: */runs: /p' "artifacts/$target.log")"
done
