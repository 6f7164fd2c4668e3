"""How far two authors agree: the gold answers of the lines against those in `second/`, by what they come to in the cell.

In: `second/NAME.txt` (states as in `lines/`, then `TEXT | GOLD`, with `| ALSO: GOLD` for other answers), whose authors did not see the
lines' own gold. Out: the share of sentences whose first answers are the same, that in which one author takes what the other gives, and
each sentence where neither does. `target/release/cellgraph` and `target/release/gold` must have been built.
"""

import json
import re
import subprocess
import tempfile
from pathlib import Path

import check

HERE = Path(__file__).parent
BIN = HERE.parents[2] / "target" / "release"


def second(name):
    """The second answers of a cell: text → the answers, the first one first."""
    rows = (HERE / "second" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = [row.split(" | ") for row in rows if not row.startswith("@ ")]
    return {row[0]: [row[1], *(field.removeprefix("ALSO: ") for field in row[2:])] for row in rows}


def answers(names, documents):
    """What each answer comes to, by `gold`: id → [first, others …]."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        for name in names:
            (out / f"{name}.apoc.jsonl").write_text("".join(line + "\n" for line in check.Cell(name).export()), encoding="utf-8")
            export, snapshot = out / f"{name}.apoc.jsonl", out / f"{name}.cellgraph"
            build = [BIN / "cellgraph", "snapshot", "build", "--from", export, "-o", snapshot, "--allow", "all"]
            subprocess.run(build, check=True, capture_output=True)
            lines = "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in documents[name])
            (out / f"{name}.lines.jsonl").write_text(lines, encoding="utf-8")
        subprocess.run([BIN / "gold", out], check=True, capture_output=True)
        found = {}
        for name in names:
            for row in map(json.loads, (out / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()):
                means = [[one.get(key) for key in ("route", "replay", "intent")] for one in (row, *row["accept"])]
                found[row["id"]] = [json.dumps(one, sort_keys=True) for one in means]
        return found


def meaning(document, comes_to):
    """What each answer means: a question by its parts and filters, anything else by what it comes to."""

    def part(text):
        return sorted(re.sub(r"\bhere\b", document["position"], text).split())

    given = [document["gold"], *document["also"]]
    asked = [json.dumps([part(text) for text in answer.split(" ; ")]) for answer in given if answer.startswith("question")]
    first = asked[0] if given[0].startswith("question") else comes_to[0]
    return [first, *asked, *(one for one in comes_to if '"route": "question"' not in one)]


def main():
    names = sorted(path.stem for path in (HERE / "second").glob("*.txt"))
    first, other = {}, {}
    for name in names:
        said = second(name)
        # A replay has no readings to ask back with.
        is_told = lambda line: line["dialogue"] is None and line["text"] in said and "ask again" not in " ".join(said[line["text"]])
        taken = [line for line in check.documents(name) if is_told(line)]
        first[name] = taken
        other[name] = [{**line, "gold": said[line["text"]][0], "also": said[line["text"]][1:]} for line in taken]
    ours, theirs = answers(names, first), answers(names, other)
    same = takes = of = 0
    for name in names:
        for one, two in zip(first[name], other[name]):
            a, b = meaning(one, ours[one["id"]]), meaning(two, theirs[two["id"]])
            of, same, takes = of + 1, same + (a[0] == b[0]), takes + bool(set(a) & set(b))
            if not set(a) & set(b):
                print(f"{one['id']}: {one['text']}\n  first: {one['gold']}\n  second: {two['gold']}")
    print(f"{of} sentences: {100 * same / of:.1f} % the same, {100 * takes / of:.1f} % where one takes what the other gives")


if __name__ == "__main__":
    main()
