"""Adds up what `cellgraph eval --json` counted for several cells: `summary.py FILE…`, a table in Markdown on stdout.

In: one JSON file for each cell. Out: end to end with Wilson's interval, mean recall of the routes, false motion, by cell
and by tag, for rules, model, and both together. Nothing is scored here: cellgraph has done that.
"""

import json
import math
import sys
from collections import defaultdict
from pathlib import Path

READERS = ("rules", "model", "both")


class Count:
    def __init__(self):
        self.hits = self.of = 0

    def add(self, counted):
        self.hits, self.of = self.hits + counted["hits"], self.of + counted["of"]

    def share(self):
        return 100 * self.hits / self.of if self.of else float("nan")

    def __str__(self):
        if not self.of:
            return ""
        z, p, n = 1.96, self.hits / self.of, self.of
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return f"{100 * p:.1f} % ({100 * max(0, middle - half):.1f}–{100 * (middle + half):.1f})"


def main():
    cells = {Path(name).name.split(".")[0]: json.loads(Path(name).read_text()) for name in sys.argv[1:]}
    readers = [reader for reader in READERS if all(cell[reader] for cell in cells.values())]
    print("| reader | lines | end to end | mean recall of routes | false motion |")
    print("|---|---:|---|---:|---|")
    for reader in readers:
        whole, motion, recall = Count(), Count(), defaultdict(Count)
        for cell in cells.values():
            whole.add(cell[reader]["whole"])
            motion.add(cell[reader]["false_motion"])
            for route, counted in cell[reader]["recall"].items():
                recall[route].add(counted)
        mean = sum(count.share() for count in recall.values()) / len(recall)
        print(f"| {reader} | {whole.of} | {whole} | {mean:.1f} % | {motion} |")
    print("\n| cell | lines | " + " | ".join(readers) + " |\n|---|---:|" + "---:|" * len(readers))
    for name, cell in cells.items():
        row(name, {reader: cell[reader]["whole"] for reader in readers})
    tags = defaultdict(lambda: defaultdict(Count))
    for cell in cells.values():
        for reader in readers:
            for tag, counted in cell[reader]["tags"].items():
                tags[tag][reader].add(counted)
    print("\n| tag | lines | " + " | ".join(readers) + " |\n|---|---:|" + "---:|" * len(readers))
    for tag in sorted(tags):
        row(tag, {reader: vars(tags[tag][reader]) for reader in readers})


def row(name, counted):
    shares = [f"{100 * count['hits'] / count['of']:.0f} %" if count["of"] else "" for count in counted.values()]
    print(f"| {name} | {next(iter(counted.values()))['of']} | " + " | ".join(shares) + " |")


if __name__ == "__main__":
    main()
