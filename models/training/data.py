"""Token files of the generator → packs of cells for the model.

In: a file as `tokens pack` writes it. Out: `Pack`s of several cells: tokens flat, with what attention and the loss need to
know of them. Nothing is drawn by chance here but the order of cells, from a seed.
"""

import hashlib
from pathlib import Path

import numpy
import torch

MAGIC = b"CGTOKEN1"

# Sizes are rounded up to these: kernels for CPUs are made anew for every size, which takes longer than to use them.
TOKENS, PREDICTED, HEADER, COMMAND = 256, 64, 32, 16
# What is not to be predicted: the loss leaves it out.
NOTHING = -100


def read(path):
    """Cells: (prefix, [(suffix, answer)]), each a numpy array of tokens; and the file's hash."""
    data = Path(path).read_bytes()
    if data[:8] != MAGIC:
        raise ValueError(f"{path} is no token file")
    numbers = numpy.frombuffer(data, dtype="<u2", offset=8)
    cells, at = [], 0
    while at < len(numbers):
        length, count = int(numbers[at]), int(numbers[at + 1])
        at += 2
        prefix = numbers[at : at + length]
        at += length
        examples = []
        for _ in range(count):
            suffix, answer = int(numbers[at]), int(numbers[at + 1])
            at += 2
            examples.append((numbers[at : at + suffix], numbers[at + suffix : at + suffix + answer]))
            at += suffix + answer
        cells.append((prefix, examples))
    return cells, hashlib.sha256(data).hexdigest()


class Group:
    """Commands of about the same length: `index` cells × commands × tokens, −1 for none."""

    def __init__(self, index):
        self.index = torch.from_numpy(index)
        length = index.shape[2]
        self.later = torch.ones(length, length).triu(1).bool()


class Pack:
    """Some cells, ready for the model."""

    def __init__(self, cells, parts=4):
        tokens, places, predict, wanted = [], [], [], []
        heads, listed = [], []
        at = 0
        for prefix, examples in cells:
            heads.append(numpy.arange(at, at + len(prefix)))
            tokens.append(prefix)
            places.append(numpy.arange(len(prefix)))
            at += len(prefix)
            rows = []
            for suffix, answer in sorted(examples, key=lambda e: len(e[0]) + len(e[1])):
                # The last token of an answer is only ever predicted.
                line = numpy.concatenate([suffix, answer[:-1]])
                rows.append(numpy.arange(at, at + len(line)))
                tokens.append(line)
                places.append(len(prefix) + numpy.arange(len(line)))
                predict.append(numpy.arange(at + len(suffix) - 1, at + len(line)))
                wanted.append(answer)
                at += len(line)
            listed.append(rows)
        count = at
        more, dull = -at % TOKENS, -sum(map(len, wanted)) % PREDICTED
        for lists, filler in ((tokens, 0), (places, 0)):
            lists.append(numpy.full(more, filler))
        predict.append(numpy.zeros(dull))
        wanted.append(numpy.full(dull, NOTHING))
        flat = lambda list: torch.from_numpy(numpy.concatenate(list).astype(numpy.int64))
        self.tokens, self.places, self.predict, self.wanted = flat(tokens), flat(places), flat(predict), flat(wanted)
        self.headers = torch.from_numpy(padded(heads))
        self.no_header = self.headers < 0
        self.groups = []
        most = max(len(rows) for rows in listed)
        parts = min(parts, most)
        for part in range(parts):
            chosen = [rows[len(rows) * part // parts : len(rows) * (part + 1) // parts] for rows in listed]
            commands = max(map(len, chosen))
            length = max((len(row) for rows in chosen for row in rows), default=0)
            if commands and length:
                length += -length % COMMAND
                index = numpy.full((len(cells), commands, length), -1, dtype=numpy.int64)
                for cell, rows in enumerate(chosen):
                    for number, row in enumerate(rows):
                        index[cell, number, : len(row)] = row
                self.groups.append(Group(index))
        # Where each token's result lies, in the results of the headers and then of the groups.
        laid = torch.cat([self.headers.reshape(-1)] + [group.index.reshape(-1) for group in self.groups])
        self.count = count
        self.back = torch.zeros(count + more, dtype=torch.int64)
        kept = (laid >= 0).nonzero()[:, 0]
        self.back[laid[kept]] = kept

    def to(self, device):
        for name in ("tokens", "places", "predict", "wanted", "headers", "no_header", "back"):
            setattr(self, name, getattr(self, name).to(device, non_blocking=True))
        for group in self.groups:
            group.index = group.index.to(device, non_blocking=True)
            group.later = group.later.to(device, non_blocking=True)
        return self


def padded(rows):
    length = max(map(len, rows))
    out = numpy.full((len(rows), length + -length % HEADER), -1, dtype=numpy.int64)
    for number, row in enumerate(rows):
        out[number, : len(row)] = row
    return out


def order(count, seed, epoch):
    """Numbers of the cells in the order of an epoch."""
    return numpy.random.default_rng([seed, epoch]).permutation(count)
