"""The licences of all that is compiled into the program: licences.py CARGO_ABOUT_JSON CARGO_TREE LLAMA_LICENCE, on stdout.

cargo-about finds the texts, but takes what the whole workspace needs; `cargo tree` says what is in this build. A package without a
text is refused.
"""

import json
import sys

RULE = "=" * 58


def main(about, tree, llama):
    # As `cargo tree --format {p}` prints them: "name v1.2.3", and more behind it for a package that lies here.
    built = {tuple(line.split()[:2]) for line in open(tree, encoding="utf-8") if line.strip()}
    found, parts = set(), []
    with open(about, encoding="utf-8") as file:
        licences = json.load(file)["licenses"]
    for licence in licences:
        used_by = [used["crate"] for used in licence["used_by"]]
        used_by = [crate for crate in used_by if (crate["name"], "v" + crate["version"]) in built]
        if not used_by:
            continue
        found |= {(crate["name"], "v" + crate["version"]) for crate in used_by}
        names = "\n".join(f"  {crate['name']} {crate['version']}  {crate['repository'] or ''}".rstrip() for crate in used_by)
        parts.append(f"{licence['name']}\n\n{names}\n{'-' * len(RULE)}\n{licence['text'].rstrip()}")
    if built - found:
        sys.exit(f"error: no text of a licence for {sorted(built - found)}")
    with open(llama, encoding="utf-8") as file:
        parts.append(f"llama.cpp, which llama-cpp-sys-2 brings\n{'-' * len(RULE)}\n{file.read().rstrip()}")
    print(f"Licences of the packages that are compiled into cellgraph\n{RULE}")
    print(f"\n\n{RULE}\n".join(parts))


main(*sys.argv[1:])
