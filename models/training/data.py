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
TOKENS, PREDICTED, HEADER, COMMAND, COMMANDS = 256, 64, 32, 16, 8
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
    """Commands of about the same length, as rows of tokens: `index` where each lies, `kept` which are no fillers, `cell`
    the cell of each row, `hidden` what a token does not see of header and command: 0 or as good as −∞, to be added."""

    def __init__(self, cells, rows, headers):
        length = max(map(len, rows))
        length += -length % COMMAND
        count = len(rows) + -len(rows) % COMMANDS
        self.index, self.kept = table(rows, count, length)
        self.cell = torch.tensor(cells + [0] * (count - len(rows)))
        header = headers[self.cell][:, None, :].expand(count, length, headers.shape[1])
        self.hidden = hiding(torch.cat([header, causal(count, length)], dim=-1))


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
        longest = max(map(len, heads))
        index, in_header = table(heads, len(heads), longest + -longest % HEADER)
        # By length over all cells: the fewer fillers, the less to compute.
        rows = sorted(((cell, row) for cell, rows in enumerate(listed) for row in rows), key=lambda pair: len(pair[1]))
        parts = min(parts, len(rows))
        cuts = [len(rows) * part // parts for part in range(parts + 1)]
        groups = [
            Group([cell for cell, _ in rows[a:b]], [row for _, row in rows[a:b]], in_header) for a, b in zip(cuts, cuts[1:])
        ]
        # The rows that attention works on: the headers, then each group's commands.
        self.hidden = [hiding(causal(*in_header.shape))] + [group.hidden for group in groups]
        self.cells = [group.cell for group in groups]
        indices = [index] + [group.index for group in groups]
        self.sizes = [part.numel() for part in indices]
        self.laid = torch.cat([part.reshape(-1) for part in indices])
        kept = torch.cat([in_header.reshape(-1)] + [group.kept.reshape(-1) for group in groups]).nonzero()[:, 0]
        # Where each token's result lies in them.
        self.count = count
        self.back = torch.zeros(count + more, dtype=torch.int64)
        self.back[self.laid[kept]] = kept

    def to(self, device):
        for name in ("tokens", "places", "predict", "wanted", "laid", "back"):
            setattr(self, name, getattr(self, name).to(device, non_blocking=True))
        for name in ("hidden", "cells"):
            setattr(self, name, [part.to(device, non_blocking=True) for part in getattr(self, name)])
        return self


def causal(rows, length):
    return torch.ones(length, length).tril().bool().expand(rows, length, length)


def hiding(visible):
    return torch.where(visible, 0.0, -1e9)


def table(rows, count, length):
    """Rows as one table of `count` × `length`, and which of its entries are theirs. The others read the first token."""
    out, kept = numpy.zeros((count, length), dtype=numpy.int64), numpy.zeros((count, length), dtype=bool)
    for number, row in enumerate(rows):
        out[number, : len(row)], kept[number, : len(row)] = row, True
    return torch.from_numpy(out), torch.from_numpy(kept)


def order(count, seed, epoch):
    """Numbers of the cells in the order of an epoch."""
    return numpy.random.default_rng([seed, epoch]).permutation(count)
