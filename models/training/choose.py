"""Fits the chooser: `choose.py OUT.json FILE…`.

In: what `cellgraph eval --each` printed for several cells, a file a cell. Out: the weights (`src/language/chooser.json`); on stdout what comes of
them, each cell read with weights that were fitted without it, and the reliability diagram as a table.

Two logistic models, one for readings that move something and one for those that move nothing, fitted by Newton's method with a small
ridge. The threshold of what is proposed is the lowest one at which a plan is shown on at most three in four hundred of the lines on which nothing
may move, and at which what is proposed is more likely right than wrong. Only numpy is needed.
"""

import json
import sys
from pathlib import Path

import numpy

RIDGE = 1.0
# Three quarters of what is allowed: the lines that this is chosen by are few.
FALSE_MOTION = 0.0075
# A plan that is likelier wrong than right is asked back, however few plans are shown where nothing may move.
SURE_LEAST = 0.5
# As many as are offered (`OFFERS_MAX`), and from which probability on: one in eight of those that are as likely is right.
OFFERS = 3
LIKELY = 0.12
# Reading, and the share of right lines among them: rows of the diagram.
BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0001)
FEATURES = (
    "one by_model model_log route_log names_root by_rules by_guess rules_move rules_ask missed_log is_groundless is_loose words_log".split()
)


class Candidate:
    """A reading of a line, by whom, and whether it is right."""

    def __init__(self, reading):
        self.by, self.right, self.moves, self.may_be_done = (reading[key] for key in ("by", "right", "moves", "may_be_done"))
        # Nothing is asked back beside an answer.
        self.is_open = reading["said"] == "unknown" or reading["said"].startswith("action ?")
        self.values = numpy.array(reading["evidence"], dtype=float)


class Line:
    def __init__(self, line):
        self.may_move = line["may_move"]
        self.sure = line["complete"]
        self.all = [Candidate(reading) for reading in line["candidates"]]
        # What the recogniser says may be what the model says, too.
        self.rules = next(c for c in self.all if c.values[FEATURES.index("by_rules")] > 0)


def main():
    out, files = Path(sys.argv[1]), sys.argv[2:]
    cells = {Path(name).stem: [Line(json.loads(text)) for text in Path(name).read_text().splitlines()] for name in files}
    print(f"{len(cells)} cells, {sum(map(len, cells.values()))} lines")
    left_out = {}
    for name in cells:
        others = [line for other, lines in cells.items() if other != name for line in lines]
        left_out[name] = fit(others)
    scored = [(line, score(line, left_out[name])) for name, lines in cells.items() for line in lines]
    sure = threshold(scored)
    told(scored, sure)
    weights = fit([line for lines in cells.values() for line in lines])
    document = {
        "features": FEATURES,
        **{kind: [round(float(value), 4) for value in weights[kind]] for kind in ("moving", "still")},
        "sure": sure,
        "likely": LIKELY,
        "fitted": {"cells": sorted(cells), "lines": sum(map(len, cells.values()))},
    }
    out.write_text(json.dumps(document, indent=1) + "\n")


def fit(lines):
    """Weights of both models. A line on which the recogniser is sure teaches nothing: nobody chooses there."""
    found = {}
    for kind in ("moving", "still"):
        candidates = [c for line in lines if not line.sure for c in line.all if c.moves == (kind == "moving")]
        x = numpy.array([c.values for c in candidates])
        y = numpy.array([c.right for c in candidates], dtype=float)
        w = numpy.zeros(x.shape[1])
        for _ in range(50):
            p = 1 / (1 + numpy.exp(-x @ w))
            slope = x.T @ (p - y) + RIDGE * w
            bend = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * numpy.eye(len(w))
            step = numpy.linalg.solve(bend, slope)
            w -= step
            if abs(step).max() < 1e-8:
                break
        found[kind] = w
    return found


def score(line, weights):
    """[(probability, candidate)], the likeliest first."""
    kind = lambda candidate: weights["moving" if candidate.moves else "still"]
    pairs = [(1 / (1 + numpy.exp(-float(c.values @ kind(c)))), c) for c in line.all]
    return sorted(pairs, key=lambda pair: -pair[0])


def chosen(line, pairs, sure):
    """(said rightly, moves, asked back with what is right)."""
    if line.sure:
        # A model may say that a sentence is a question or noise where the recogniser is sure that nothing is to be done.
        still = [c for p, c in pairs if c.by == "model" and not c.moves and p >= sure]
        best = still[0] if not line.rules.moves and still else line.rules
        return best.right, best.moves, best.right
    for probability, candidate in pairs:
        if not candidate.moves:
            break
        if candidate.may_be_done and probability >= sure:
            return candidate.right, True, candidate.right
    rest = [c for _, c in pairs if not c.moves]
    best = rest[0] if rest else None
    groundless = FEATURES.index("is_groundless")
    offers = [c for p, c in pairs if c.moves and p >= LIKELY and not c.values[groundless]][:OFFERS]
    asked = (best is None or best.is_open) and any(c.right for c in offers)
    right = best.right if best else not line.may_move
    return right, False, right or asked


def threshold(scored):
    """The lowest one that keeps the bound of false motion."""
    best = 0.99
    for sure in [round(0.99 - 0.01 * step, 2) for step in range(100)]:
        if sure < SURE_LEAST:
            break
        still = [chosen(line, pairs, sure)[1] for line, pairs in scored if not line.may_move]
        if sum(still) > FALSE_MOTION * len(still):
            break
        best = sure
    return best


def told(scored, sure):
    print("| threshold | right | within one question | false motion | plans | of these wrong |\n|---:|---:|---:|---:|---:|---:|")
    for at in sorted({0.5, 0.6, 0.7, 0.8, 0.9, sure}):
        results = [(line, *chosen(line, pairs, at)) for line, pairs in scored]
        share = lambda rows: f"{100 * sum(rows) / max(1, len(rows)):.1f} %"
        still = [moves for line, _, moves, _ in results if not line.may_move]
        plans = [not right for _, right, moves, _ in results if moves]
        print(
            f"| {at}{' (chosen)' if at == sure else ''} | {share([r for _, r, _, _ in results])} | {share([w for *_, w in results])} "
            f"| {share(still)} | {len(plans)} | {share(plans)} |"
        )
    print("\n| probability | moving: readings | right | still: readings | right |\n|---|---:|---:|---:|---:|")
    for low, high in zip(BINS, BINS[1:]):
        row = []
        for moves in (True, False):
            found = [c.right for line, pairs in scored if not line.sure for p, c in pairs if c.moves == moves and low <= p < high]
            row += [str(len(found)), f"{100 * sum(found) / len(found):.0f} %" if found else ""]
        print(f"| {low:.2f} to {min(high, 1):.2f} | " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
