"""What each part of the reading earns: `ablate.py FILE…`.

In: what `cellgraph eval --each` printed for several cells, a file a cell, as for `choose.py`. Out: a table on stdout. For each row something is left
out, the chooser is fitted anew, each cell is read with weights that were fitted without it, and the threshold is the one of `choose.py`: so all rows
have the same false motion, and differ in what they read. What changes the sentence before the model reads it (links, thesaurus) cannot be left out here.
"""

import json
import sys
from pathlib import Path

import numpy

import choose

AT = {name: place for place, name in enumerate(choose.FEATURES)}
# What the chooser knows of the recogniser's own reading.
OF_RULES = ("by_rules", "by_guess", "rules_move", "rules_ask", "missed_log")


def has(candidate, feature):
    return candidate["evidence"][AT[feature]] > 0


def is_next_line(line, candidate):
    first = line.get("model") or {}
    return candidate["by"] == "model" and candidate["said"] != first.get("said") and not has(candidate, "by_rules") and not has(candidate, "by_guess")


def is_grammars(candidate):
    return candidate["by"] == "rules" and not has(candidate, "by_rules") and not has(candidate, "by_guess")


ROWS = {
    "nothing": {},
    "the parser's guess without the words that it does not know": {"keep": lambda _, c: not (c["by"] == "rules" and has(c, "by_guess") and not has(c, "by_rules"))},
    "readings of the grammar in data files": {"keep": lambda _, c: not is_grammars(c)},
    "the model's next line": {"keep": lambda line, c: not is_next_line(line, c)},
    "the account of every word": {"is_accounted": False},
    "that the parser may be sure by itself": {"is_sure": False},
    "the parser, whole": {"keep": lambda _, c: c["by"] == "model", "is_sure": False, "without": OF_RULES},
    "the parser, and the account of every word": {"keep": lambda _, c: c["by"] == "model", "is_sure": False, "without": (*OF_RULES, "is_loose", "is_groundless"), "is_accounted": False},
    "the model": {"keep": lambda _, c: c["by"] != "model" or has(c, "by_rules")},
}


class Line(choose.Line):
    def __init__(self, line, keep=lambda *_: True, is_sure=True, is_accounted=True, without=()):
        kept = [c if is_accounted else {**c, "may_be_done": True} for c in line["candidates"] if keep(line, c)]
        self.may_move, self.all = line["may_move"], [choose.Candidate(c) for c in kept]
        self.rules = next((c for c in self.all if c.values[AT["by_rules"]] > 0), None)
        self.sure = line["complete"] and is_sure and self.rules is not None
        for candidate in self.all:
            for feature in without:
                candidate.values[AT[feature]] = 0


def main():
    cells = {name: [json.loads(text) for text in Path(name).read_text().splitlines()] for name in sys.argv[1:]}
    print("| left out | right at once | within one question | false motion | threshold |\n|---|---:|---:|---:|---:|")
    for name, row in ROWS.items():
        lines = {cell: [Line(line, **row) for line in all_lines] for cell, all_lines in cells.items()}
        scored = []
        for cell, own in lines.items():
            weights = choose.fit([line for other, others in lines.items() if other != cell for line in others])
            scored += [(line, choose.score(line, weights)) for line in own]
        sure = choose.threshold(scored)
        results = [(line.may_move, *choose.chosen(line, pairs, sure)) for line, pairs in scored]
        share = lambda rows: f"{100 * numpy.mean(list(rows)):.1f} %"
        still = share(moves for may_move, _, moves, _ in results if not may_move)
        print(f"| {name} | {share(r for _, r, _, _ in results)} | {share(w for *_, w in results)} | {still} | {sure} |")


if __name__ == "__main__":
    main()
