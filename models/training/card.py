"""Puts figures into the model card: `card.py CARD FOLDER [ADAPTER.json]`.

In: the card; the folder in which `evaluate.sh` left its figures; what `train.py` wrote beside the adapter, if there is a new one.
Out: the card, with everything between the two marks made anew, the part about the training only from ADAPTER.json. What
stands outside the marks is written by people and stays.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

import summary

BEGIN, END = "<!-- figures: made by card.py -->", "<!-- end of figures -->"

# Cells by author. The parts are those of the files' names: CELL.PART.json.
GROUPS = [
    ("Ten cells by two authors whose sentences are for development, one of them German", ["*.authors"]),
    ("Their dialogues: what is meant after a comment on a proposal", ["*.authors-talk"]),
    ("Eight cells by three authors who saw nothing, one of them German, opened once for these figures", ["*.authors-held"]),
    ("Their dialogues", ["*.authors-held-talk"]),
    ("The guiding half, six cells", ["*.guide"]),
    ("The held half, six cells, opened once for these figures", ["*.held"]),
    ("Four further cells, by two other authors", [f"{cell}.further" for cell in ("bake", "battery", "pharma", "press")]),
    ("Two further cells, by a third author", [f"{cell}.further" for cell in ("foundry", "shoes")]),
    ("Two further cells, by a fourth and a fifth author", [f"{cell}.further" for cell in ("candles", "locks")]),
    ("Six further cells, by six more authors", [f"{cell}.further" for cell in ("extinguishers", "frames", "gearbox", "lathes", "perfume", "pumps")]),
    ("A cell of a trade that the training data does not have, by another author", ["*.unseen"]),
    ("For comparison, the guiding half by the base model with examples in its prompt, without the adapter", ["base/*.guide"]),
    ("For comparison, the held half by the base model with examples in its prompt, without the adapter", ["base/*.held"]),
]


def main():
    card, folder, adapter = Path(sys.argv[1]), Path(sys.argv[2]), [Path(name) for name in sys.argv[3:]]
    before, rest = card.read_text().split(BEGIN)
    figures, after = rest.split(END)
    parts = [training(json.loads(adapter[0].read_text())) if adapter else figures.split("### ")[0].strip()]
    for name, patterns in GROUPS:
        files = sorted(str(file) for pattern in patterns for file in folder.glob(f"{pattern}.json"))
        if files:
            parts.append(f"### {name}\n\n{tables(files)}")
    card.write_text(before + BEGIN + "\n\n" + "\n\n".join(parts) + "\n\n" + END + after)


def training(adapter):
    options, held = adapter["options"], adapter.get("held")
    rows = [
        ("base, SHA-256", f"`{adapter['base']}`"),
        ("adapter, SHA-256", f"`{adapter['adapter']}`"),
        ("training data, SHA-256 of the tokens", f"`{adapter['data']}`"),
        ("seen of it", f"{adapter['steps']:,} steps of {options['cells']} cell, {adapter['tokens']:,} tokens"),
        ("form", f"rank {options['rank']} beside all linear layers, alpha {options['alpha']:.0f}, f16"),
        ("optimiser", f"AdamW, highest rate {options['rate']}, {adapter['precision']}, seed {options['seed']}"),
        ("time", f"{adapter['seconds'] / 60:.0f} minutes, {adapter['tokens'] / adapter['seconds']:.0f} tokens a second, {adapter['device']}"),
        ("PyTorch", adapter["torch"]),
        *([("transformers, peft", f"{adapter['transformers']}, {adapter['peft']}")] if "peft" in adapter else []),
        *([("goes on from, SHA-256", f"`{adapter['from']}`")] if adapter.get("from") else []),
    ]
    lines = ["| | |", "|---|---|"] + [f"| {name} | {value} |" for name, value in rows]
    curve = adapter["history"][3::5]
    lines += ["", "Loss on the answers' tokens: " + ", ".join(f"{x['loss']:.3f} at step {x['step']:,}" for x in curve) + "."]
    if held:
        lines.append(
            f"On {held['sentences']:,} sentences that it did not see: loss {held['loss']:.3f}, "
            f"{100 * held['right']:.1f} % of the answers right in every token."
        )
    return "\n".join(lines)


def tables(files):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        summary.show(files)
    return out.getvalue().strip()


if __name__ == "__main__":
    main()
