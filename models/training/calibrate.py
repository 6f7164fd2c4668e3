"""From a model's confidence to a score: `calibrate.py FILE…`, a table on stdout.

In: what `cellgraph eval --each` printed for several cells, with the model that is calibrated. Counted are the lines that the
model read as a command, since those alone are scored by checkpoint 1. Out: isotonic regression of "read rightly" on the
confidence in the whole line (pool adjacent violators), with Wilson's interval of each pool, and the rows of
`SCORE_OF_PROBABILITY` in src/checkpoint/cell.rs. A score is the share of right lines, cut to hundredths.
"""

import json
import math
import sys
from pathlib import Path

# A pool with fewer lines says too little: it is joined to the one below, which makes its score lower.
LINES_MIN = 20


def lines(files):
    for name in files:
        for line in Path(name).read_text().splitlines():
            model = json.loads(line)["model"]
            if model and model["said"].startswith("action"):
                # Digits beyond the hundredths are cut off where the score is looked up.
                yield math.floor(model["confidence"] * 100 + 1e-6), model["right"]


def pools(pairs):
    """[(lowest confidence, right, lines)], confidence and share both rising."""
    by_confidence = {}
    for confidence, right in pairs:
        hits, of = by_confidence.get(confidence, (0, 0))
        by_confidence[confidence] = (hits + right, of + 1)
    out = []
    for confidence in sorted(by_confidence):
        out.append((confidence, *by_confidence[confidence]))
        while len(out) > 1 and (out[-1][1] * out[-2][2] <= out[-2][1] * out[-1][2] or out[-2][2] < LINES_MIN):
            (low, hits, of), (_, more, further) = out[-2], out[-1]
            out[-2:] = [(low, hits + more, of + further)]
    if len(out) > 1 and out[-1][2] < LINES_MIN:
        (low, hits, of), (_, more, further) = out[-2], out[-1]
        out[-2:] = [(low, hits + more, of + further)]
    return out


def interval(hits, of):
    z, p = 1.96, hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{middle - half:.2f}–{middle + half:.2f}"


def main(files):
    found = pools(list(lines(files)))
    print("| confidence from | lines | right | share | interval |\n|---:|---:|---:|---:|---|")
    for low, hits, of in found:
        print(f"| {low / 100:.2f} | {of} | {hits} | {hits / of:.3f} | {interval(hits, of)} |")
    print()
    for place, (low, hits, of) in enumerate(reversed(found)):
        last = place + 1 == len(found)
        start = "Score::NOTHING" if last else f"Score::fixed({low})"
        print(f"    ({start}, Score::fixed({math.floor(100 * hits / of)})),")


main(sys.argv[1:])
