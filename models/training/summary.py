"""Adds up what `cellgraph eval --json` counted for several cells: `summary.py FILE…`, a table in Markdown on stdout.

In: one JSON file for each cell. Out: end to end with Wilson's interval, mean recall of the routes, false motion, by cell
and by tag, for rules, model, and both together, and what of that the critic lets pass ("checked"); then where the time
went, by the number of goals. Nothing is scored here: cellgraph has done that.
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


def show(files):
    cells = {Path(name).name.split(".")[0]: json.loads(Path(name).read_text()) for name in files}
    readers = [reader for reader in READERS if all(cell[reader] for cell in cells.values())]
    print("| reader | lines | end to end | within one question | mean recall of routes | false motion |")
    print("|---|---:|---|---|---:|---|")
    for reader in readers:
        total(reader, [cell[reader] for cell in cells.values()])
    for reader in readers if all("checked" in cell for cell in cells.values()) else ():
        total(f"{reader}, checked", [cell["checked"][reader] for cell in cells.values()])
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
    if "model" in readers and all("speed" in cell for cell in cells.values()):
        speed([figures for cell in cells.values() for figures in cell["speed"]])


def total(name, cells):
    whole, within, motion, recall = Count(), Count(), Count(), defaultdict(Count)
    for counted in cells:
        whole.add(counted["whole"])
        within.add(counted["within_one_question"])
        motion.add(counted["false_motion"])
        for route, recalled in counted["recall"].items():
            recall[route].add(recalled)
    mean = sum(count.share() for count in recall.values()) / len(recall)
    print(f"| {name} | {whole.of} | {whole} | {within} | {mean:.1f} % | {motion} |")


def speed(rows):
    """Times by the number of goals: percentiles of whole readings; means of the model's parts, with tokens a second."""
    print("\n| goals | lines | ms p50 / p95 | recogniser ms | tokens read | ms | tokens answered | ms | grammar ms |")
    print("|---|---:|---|---:|---|---:|---|---:|---:|")
    for goals in ("none", "1", "2", "3", "4 to 6", "7 and more", "all"):
        some = [figures for figures in rows if figures["goals"] == goals]
        if not some:
            continue
        took = sorted(ms for figures in some for ms in figures["took_ms"])
        at = lambda percent: took[min(len(took) * percent // 100, len(took) - 1)]
        mean = lambda key, weight="answered": sum(f[key] * f[weight] for f in some) / max(1, sum(f[weight] for f in some))
        rate = lambda tokens, ms: f"{mean(tokens):.0f} ({1000 * mean(tokens) / mean(ms):.0f}/s)" if mean(ms) else ""
        parts = [
            f"{at(50):.0f} / {at(95):.0f}",
            f"{mean('rules_ms', 'lines'):.2f}",
            rate("sentence_tokens", "sentence_ms"),
            f"{mean('sentence_ms'):.0f}",
            rate("answer_tokens", "answer_ms"),
            f"{mean('answer_ms'):.0f}",
            f"{mean('grammar_ms'):.1f}",
        ]
        print(f"| {goals} | {len(took)} | " + " | ".join(parts) + " |")


def row(name, counted):
    shares = [f"{100 * count['hits'] / count['of']:.0f} %" if count["of"] else "" for count in counted.values()]
    print(f"| {name} | {next(iter(counted.values()))['of']} | " + " | ".join(shares) + " |")


if __name__ == "__main__":
    show(sys.argv[1:])
