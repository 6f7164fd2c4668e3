"""Checks of the training against llama.cpp, and of the block mask and the gradients against plain sums.

In: the model, a token file, the `tokens` helper's path. Out: figures; exit status 1 where one is too far off.
`python check.py MODEL DATA TOKENS [ADAPTER]`
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import torch
from torch.nn import functional

import data
from model import Model


def main():
    path, tokens, helper = sys.argv[1:4]
    model = Model(path)
    cells, _ = data.read(tokens)
    fine = mask(model, cells[0]) & gradients(model, cells[0])
    fine &= logits(model, cells[:2], path, helper, None)
    with torch.no_grad():
        generator = torch.Generator().manual_seed(2)
        for name, tensor in model.named_parameters():
            if "lora_B" in name:
                tensor.copy_((torch.randn(tensor.shape, generator=generator) * 0.02).half().float())
            elif "lora_A" in name:
                tensor.copy_(tensor.half().float())
    adapter = sys.argv[4] if len(sys.argv) > 4 else str(Path(tempfile.mkdtemp()) / "check.gguf")
    model.write(adapter, "check")
    fine &= logits(model, cells[:2], path, helper, adapter)
    fine &= taken_up(model, path, adapter)
    sys.exit(0 if fine else 1)


@torch.no_grad()
def logits(model, cells, path, helper, adapter):
    """The logits after a prompt are llama.cpp's, but for its 8-bit activations."""
    fine = True
    for prefix, examples in cells:
        for suffix, answer in (examples[0], examples[-1]):
            pack = data.Pack([(prefix, [(suffix, answer)])])
            ours = model(pack)[0].numpy()
            ids = " ".join(str(int(i)) for i in numpy.concatenate([prefix, suffix]))
            command = [helper, "logits", path, ids] + ([adapter] if adapter else [])
            theirs = numpy.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, dtype="<f4")
            near = float(numpy.corrcoef(ours, theirs)[0, 1])
            far = float(numpy.abs(ours - theirs).max())
            same = int(ours.argmax()) == int(theirs.argmax())
            print(f"llama.cpp{' with an adapter' if adapter else ''}: correlation {near:.5f}, largest difference {far:.3f}, same likeliest token: {same}")
            fine &= near > 0.995
    return fine


@torch.no_grad()
def mask(model, cell):
    """A command among others has the logits that it has alone."""
    prefix, examples = cell
    examples = sorted(examples[:12], key=lambda e: len(e[0]) + len(e[1]))
    together = model(data.Pack([(prefix, examples), (prefix[:-3], examples[:5])]))
    at, worst = 0, 0.0
    for example in examples:
        alone = model(data.Pack([(prefix, [example])]))[: len(example[1])]
        worst = max(worst, float((together[at : at + len(alone)] - alone).abs().max()))
        at += len(alone)
    print(f"block mask: largest difference {worst:.2e}")
    return worst < 1e-2


@torch.no_grad()
def taken_up(model, path, adapter):
    """An adapter that is gone on from is the one that was written."""
    other = Model(path, seed=7)
    other.take_up(adapter)
    theirs = other.adapter()
    worst = max(float(numpy.abs(values - theirs[name]).max()) for name, values in model.adapter().items())
    print(f"taken up again: largest difference {worst:.2e}")
    return worst == 0.0


def gradients(model, cell):
    """The gradient of one weight is what a small change of it does to the loss."""
    pack = data.Pack([(cell[0], cell[1][:4])])
    loss = functional.cross_entropy(model(pack), pack.wanted)
    loss.backward()
    fine, step = True, 1e-2
    # Query, key, value; and a layer behind attention, in the middle of the model.
    for name, weights in model.named_parameters():
        if f"layers.{model.config.num_hidden_layers // 2}." not in name or "lora_B" not in name or "down" in name or "up" in name:
            continue
        at = divmod(int(weights.grad.abs().argmax()), weights.shape[1])
        got = float(weights.grad[at])
        with torch.no_grad():
            values = []
            for change in (step, -2 * step):
                weights[at] += change
                values.append(float(functional.cross_entropy(model(pack), pack.wanted)))
            weights[at] += step
        wanted = (values[0] - values[1]) / (2 * step)
        print(f"gradient of {name.removeprefix('peft.base_model.model.model.')}: {got:.5f}, by differences {wanted:.5f}")
        fine &= abs(got - wanted) < 0.05 * abs(wanted) + 1e-4
    model.zero_grad()
    return fine


if __name__ == "__main__":
    main()
