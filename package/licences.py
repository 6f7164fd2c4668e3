"""The licences of all that is compiled into the program: licences.py CARGO_ABOUT_JSON CARGO_TREE LLAMA_LICENCE, on stdout.

cargo-about finds the texts, but takes what the whole workspace needs; `cargo tree` says what is in this build. Where it finds no text in
a package it takes the licence's template, which names nobody: the files of the package stand in for that, or the authors that its
Cargo.toml names. A package without a text is refused, and so is a text with a blank where somebody's name belongs.
"""

import json
import re
import sys
from pathlib import Path

RULE = "=" * 58
# The line of the MIT template that names nobody.
BLANK = re.compile(r"^Copyright \(c\) <year> <copyright holders>$", re.MULTILINE)


def own_texts(crate):
    """The licence files that lie in a package, apart from those of other licences than MIT."""
    folder = Path(crate["manifest_path"]).parent
    files = sorted(path for pattern in ("LICEN[CS]E*", "COPYING*", ".licenses/*") for path in folder.glob(pattern) if path.is_file())
    texts = [path.read_text(encoding="utf-8").strip() for path in files]
    return [text for text in texts if "Permission is hereby granted, free of charge" in text]


def named(text, crate):
    """The template with the authors in its blank."""
    authors = [re.sub(r"\s*<[^>]*>", "", author) for author in crate["authors"]]
    holders = ", ".join(authors) or f"the authors of {crate['name']} ({crate['repository']})"
    return BLANK.sub(f"Copyright (c) {holders}", text)


def texts(licence, crates):
    """Each text with the packages that it is of."""
    if not BLANK.search(licence["text"]):
        return [(licence["text"], crates)]
    found = {}
    for crate in crates:
        for text in own_texts(crate) or [named(licence["text"], crate)]:
            found.setdefault(text, []).append(crate)
    return list(found.items())


def of_others(llama):
    """What others than llama.cpp's authors say of their rights in its sources: the rest of the comment that names them."""
    cpu = llama / "ggml" / "src"
    files = [*(llama / "src").rglob("*.c*"), *cpu.glob("*.c*"), *(cpu / "ggml-cpu").rglob("*.c*")]
    # These are for other processors.
    files = [path for path in files if not {"arm", "kleidiai", "spacemit"} & set(path.parts)]
    for path in sorted(files):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for at, line in enumerate(lines):
            if re.match(r"//.*Copyright (\(c\) )?[0-9]{4}", line):
                behind = (number for number in range(at, len(lines)) if not lines[number].startswith("//"))
                text = "\n".join(line[2:].strip() for line in lines[at:next(behind, len(lines))])
                yield f"llama.cpp's {path.relative_to(llama)}\n{'-' * len(RULE)}\n{text.rstrip()}"


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
        for text, crates in texts(licence, used_by):
            names = "\n".join(f"  {crate['name']} {crate['version']}  {crate['repository'] or ''}".rstrip() for crate in crates)
            parts.append(f"{licence['name']}\n\n{names}\n{'-' * len(RULE)}\n{text.rstrip()}")
    if built - found:
        sys.exit(f"error: no text of a licence for {sorted(built - found)}")
    with open(llama, encoding="utf-8") as file:
        parts.append(f"llama.cpp, which llama-cpp-sys-2 brings\n{'-' * len(RULE)}\n{file.read().rstrip()}")
    parts.extend(of_others(Path(llama).parent))
    blank = [part.splitlines()[2].strip() for part in parts if "<copyright holders>" in part or "<year>" in part]
    if blank:
        sys.exit(f"error: the text of a licence has a blank where a name belongs: {blank}")
    print(f"Licences of the packages that are compiled into cellgraph\n{RULE}")
    print(f"\n\n{RULE}\n".join(parts))


main(*sys.argv[1:])
