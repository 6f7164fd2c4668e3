#!/bin/sh
# Makes what an air-gapped PC is set up from, in target/package: a Debian package and a tarball, each with the program (without network
# code towards Neo4j), the model and its adapter, a service, completions, man pages, and the licences of all that is in it; and
# their checksums. VERSION: the package's version (the crate's, with revision 1).
set -eu
# Everybody may read what is packed, whatever the mask of whoever packs it.
umask 022
cd "$(dirname "$0")/.."
out=target/package
tree=$out/tree
features="--no-default-features --features cli,llama,web"
rm -rf "$tree" && mkdir -p "$tree"
# Beside the program, whose library keeps one core busy for minutes.
sh package/tools.sh > "$out/tools.log" 2>&1 & tools=$!
# shellcheck disable=SC2086
${CARGO:-cargo} build --release --locked $features --bin cellgraph
wait "$tools" || { cat "$out/tools.log" >&2; exit 1; }
bin=$tree/bin/cellgraph
install -D -m 755 target/release/cellgraph "$bin"
version=$("$bin" --version | cut -d' ' -f2)
install -D -m 644 -t "$tree/share/cellgraph" models/SmolLM2-135M-Instruct.Q4_1.gguf models/cellgraph-adapter.gguf models/cellgraph-adapter.md
install -D -m 644 package/cellgraph.service "$tree/lib/systemd/system/cellgraph.service"
install -D -m 644 package/cellgraph.default "$tree/etc/default/cellgraph"
install -D -m 644 -t "$tree/share/doc/cellgraph" README.md CHANGELOG.md LICENSE package/NOTICE
# cargo-about and `cargo metadata` read the crates of every platform, and the build has fetched this one's alone. Needs no network where all are there.
${CARGO:-cargo} fetch --locked
# shellcheck disable=SC2086
{
    target/tools/bin/cargo-about generate --offline --locked --config package/about.toml --fail --format json $features --output-file "$out/about.json"
    cargo tree --offline --locked --package cellgraph --target x86_64-unknown-linux-gnu --edges normal --prefix none --format '{p}' $features > "$out/tree.txt"
}
# llama.cpp lies within its crate, and has a licence of its own.
llama=$(cargo metadata --offline --locked --format-version 1 | python3 -c '
import json, pathlib, sys
found = [p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == "llama-cpp-sys-2"]
print(pathlib.Path(found[0]).parent / "llama.cpp" / "LICENSE")')
python3 package/licences.py "$out/about.json" "$out/tree.txt" "$llama" > "$tree/share/doc/cellgraph/licences.txt"
mkdir -p "$tree/share/bash-completion/completions" "$tree/share/zsh/vendor-completions" "$tree/share/fish/vendor_completions.d" "$tree/share/man/man1"
"$bin" completions bash > "$tree/share/bash-completion/completions/cellgraph"
"$bin" completions zsh > "$tree/share/zsh/vendor-completions/_cellgraph"
"$bin" completions fish > "$tree/share/fish/vendor_completions.d/cellgraph.fish"
page() { gzip --no-name --best > "$tree/share/man/man1/$1.1.gz"; }
"$bin" manual | page cellgraph
"$bin" manual --list | while read -r command; do
    # shellcheck disable=SC2086
    "$bin" manual $command | page "cellgraph-$(echo "$command" | tr ' ' '-')"
done

rm -f "$out"/*.deb "$out"/*.tar.gz "$out/SHA256SUMS"
# xz takes a minute for the model with one thread.
XZ_DEFAULTS=-T2 target/tools/bin/cargo-deb --no-build --no-strip --deb-version "${VERSION:-$version-1}" --output "$out/"
name=cellgraph-$version-x86_64-linux
# The same bytes from the same tree, whoever packs it and when.
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --transform "s,^\.,$name," --directory "$tree" . | gzip --no-name > "$out/$name.tar.gz"
(cd "$out" && sha256sum -- *.deb *.tar.gz > SHA256SUMS)
ls -l "$out"/*.deb "$out"/*.tar.gz
