#!/bin/sh
# The gate, from the root of the repository: every bench in its order, then the table. `make gate` calls it, and installs gungraun's runner before.
#
# 1. boot    builds the cells with the program and starts it again and again: build, boot, memory, file, batches
# 2. speed   criterion: every operation beside its limit; the report with plots is criterion/report/index.html
# 3. counts  gungraun: the instructions of the same operations, under valgrind
# 4. gate    compares with benches/budgets.toml; the table is gate.md; exits with 1 where a budget is not kept
#
# Results lie in the target folder, and those of an earlier run go first, so that nothing old is compared.
set -eu

cargo=${CARGO:-cargo}
target=${CARGO_TARGET_DIR:-target}

command -v valgrind >/dev/null || { echo "valgrind is missing: apt-get install valgrind" >&2; exit 2; }

GUNGRAUN_RUNNER=$(pwd)/target/tools/bin/gungraun-runner
export GUNGRAUN_RUNNER

rm -rf "$target/criterion" "$target/gungraun" "$target/gate" "$target/gate.md" "$target/tmp/cells"
$cargo bench --locked ${FEATURES-} --bench boot
$cargo bench --locked ${FEATURES-} --bench speed >"$target/speed.log" 2>&1 || { tail -n 30 "$target/speed.log" >&2; exit 3; }
$cargo bench --locked ${FEATURES-} --bench counts -- --save-summary=json --parallel="$(nproc)" >"$target/counts.log" 2>&1 ||
    { tail -n 30 "$target/counts.log" >&2; exit 3; }
$cargo bench --locked ${FEATURES-} --bench gate
