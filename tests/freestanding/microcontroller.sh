#!/bin/sh
# Builds the second gate for a Cortex-M4 and runs it under QEMU: microcontroller.sh FOLDER
# FOLDER/vectors.bin is what `cargo test --test freestanding` wrote. The core library for the target is rustup's where it is
# installed; else it is built from Debian's sources of Rust, by the compiler that they belong to.
set -eu
folder=$(cd "$1" && pwd)
target=thumbv7em-none-eabihf
cd "$(dirname "$0")"
export CELLGRAPH_VECTORS="$folder/vectors.bin"
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
sysroot=$(rustc --print sysroot)
host=$(rustc -vV | sed -n 's/^host: //p')
if [ -d "$sysroot/lib/rustlib/$target" ]; then
    cargo build --release --locked --target "$target" --target-dir "$folder"
else
    debian=${DEBIAN_RUSTC:-/usr/bin/rustc}
    if ! [ -e "$("$debian" --print sysroot)/lib/rustlib/src/rust/library/core/src/lib.rs" ]; then
        echo "error: there is no core library for $target" >&2
        echo "hint: rustup target add $target, or install Debian's rustc-web and rust-web-src" >&2
        exit 1
    fi
    RUSTC=$debian RUSTC_BOOTSTRAP=1 CARGO_TARGET_THUMBV7EM_NONE_EABIHF_LINKER="$sysroot/lib/rustlib/$host/bin/rust-lld" \
        cargo build --release --locked -Z build-std=core --target "$target" --target-dir "$folder"
fi
# Nothing is attached but the console, which is written to standard error; a plan that hangs is stopped.
status=0
timeout 600 qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none \
    -semihosting-config enable=on,target=native -kernel "$folder/$target/release/cellgraph-freestanding" \
    > "$folder/microcontroller.txt" 2>&1 || status=$?
cat "$folder/microcontroller.txt"
[ $status = 0 ] || exit $status
# The hosted build said the same of every altered snapshot.
if ! grep -qxFf "$folder/altered.txt" "$folder/microcontroller.txt"; then
    echo "error: of altered snapshots the hosted build says: $(cat "$folder/altered.txt")" >&2
    exit 1
fi
