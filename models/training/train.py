"""Trains the LoRA adapter, by transformers and peft.

In: the base model's GGUF file, a token file. Out: the adapter as a GGUF file, and a JSON file with seeds, hashes and figures. One
command: `run.sh`. On a GPU with bf16 weights; on a CPU with bf16 where it has instructions for it, else with float32. Loss on the
answers alone; the base weights stay.

1. The same files, seed and machine give the same adapter, up to the order of float additions on a GPU.
2. `--minutes` ends the training in time whatever the machine: the learning rate follows the clock or the steps, whichever
   is further, so that it always ends at its smallest. `--minutes 0` follows the steps alone.
3. It may be broken off at any time and started again with the same options: it goes on from the last state on disk
   (`NAME.state` beside the adapter, written every minute, or every so many seconds, put in place whole), and time counts as if it had never stopped. With
   `--minutes 0` the adapter is then, bit for bit, that of a training that was not broken off. A state of other options or data is refused.
"""

import argparse
import hashlib
import json
import math
import os
import time
from pathlib import Path

import peft
import torch
import transformers
from torch.nn import functional

import data
from model import Model


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True, help="the base model's GGUF file")
    parser.add_argument("--data", required=True, help="the token file to train on")
    parser.add_argument("--adapter", help="an adapter to go on from, instead of from nothing")
    parser.add_argument("--check", help="a token file to measure the loss on; never trained on")
    parser.add_argument("--out", required=True, help="the adapter to write; beside it NAME.json")
    parser.add_argument("--minutes", type=float, default=120.0, help="at most so long; 0: as long as it takes")
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--cells", type=int, default=0, help="cells in one step; 0: 8 on a GPU, 1 on a CPU")
    parser.add_argument("--rate", type=float, default=0.0, help="highest learning rate; 0: 1e-3 on a GPU, 8e-4 on a CPU")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--alpha", type=float, default=32.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=0, help="end after so many steps; for trials")
    parser.add_argument("--save-every", type=float, default=60.0, help="seconds between two states on disk")
    parser.add_argument("--exact", action="store_true", help="float32 everywhere")
    return parser.parse_args()


def main():
    given = options()
    began = time.monotonic()
    torch.manual_seed(given.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    on_gpu = device.type == "cuda"
    fast = not given.exact and (on_gpu or torch.ops.mkldnn._is_mkldnn_bf16_supported())
    given.cells = given.cells or (8 if on_gpu else 1)
    given.rate = given.rate or (1e-3 if on_gpu else 8e-4)
    torch.set_float32_matmul_precision("high")
    model = Model(given.model, given.rank, given.alpha, given.seed, torch.bfloat16 if fast else torch.float32)
    if given.adapter:
        model.take_up(given.adapter)
    model.to(device)
    cells, data_hash = data.read(given.data)
    held = data.read(given.check)[0] if given.check else []
    trained = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(trained, lr=given.rate, weight_decay=0.01, betas=(0.9, 0.98))
    packs_an_epoch = max(1, len(cells) // given.cells)
    total = given.steps or max(1, int(packs_an_epoch * given.epochs))
    say(f"{device}, {'bf16' if fast else 'float32'}; {len(cells)} cells, {sum(len(c[1]) for c in cells)} sentences; {total} steps")
    bound = {"data": data_hash, "base": file_hash(given.model), "options": named(given)}
    bound["adapter"] = file_hash(given.adapter) if given.adapter else None
    state = State(Path(given.out).with_suffix(".state"), bound, model, optimiser)
    kept = state.load()
    history, losses, tokens = kept["history"], kept["losses"], kept["tokens"]
    step = kept["step"]
    # As if it had never been broken off.
    began -= kept["seconds"]
    ready = time.monotonic() - kept["seconds"]
    saved = time.monotonic()
    for step in range(kept["step"] + 1, total + 1):
        done = step / total
        if given.minutes:
            done = max(done, (time.monotonic() - began) / (given.minutes * 60))
        if done > 1 and not given.steps:
            break
        rate = given.rate * schedule(step, min(done, 1.0))
        for group in optimiser.param_groups:
            group["lr"] = rate
        pack = chosen(cells, given, step - 1, packs_an_epoch).to(device)
        loss = functional.cross_entropy(model(pack).float(), pack.wanted)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        tokens += pack.count
        losses.append(loss.detach())
        if step % max(1, total // 40) == 0 or step < 4:
            mean = torch.stack(losses).mean().item()
            if not math.isfinite(mean) or not math.isfinite(norm.item()):
                raise SystemExit("the loss is no number any more: lower --rate")
            losses = []
            seconds = time.monotonic() - ready
            history.append({"step": step, "loss": round(mean, 5), "seconds": round(seconds, 1)})
            say(f"step {step}/{total}  loss {mean:.4f}  norm {norm.item():.3f}  rate {rate:.2e}  {tokens / seconds:.0f} tokens/s  {seconds:.0f} s")
        if time.monotonic() - saved >= given.save_every:
            saved = time.monotonic()
            state.save({"step": step, "history": history, "losses": losses, "tokens": tokens, "seconds": saved - ready})
    card = {
        "base": file_hash(given.model),
        "data": data_hash,
        "from": bound["adapter"],
        "options": named(given),
        "device": torch.cuda.get_device_name() if on_gpu else "cpu",
        "precision": "bf16" if fast else "float32",
        "torch": torch.__version__,
        "transformers": transformers.__version__,
        "peft": peft.__version__,
        "steps": step,
        "tokens": tokens,
        "seconds": round(time.monotonic() - began, 1),
        "history": history,
    }
    # The adapter first: nothing that comes after may lose it.
    model.write(given.out, "cellgraph")
    card["adapter"] = file_hash(given.out)
    state.remove()
    if held:
        card["held"] = measure(model, held, given.cells, device)
        say(f"held cells: loss {card['held']['loss']:.4f}, whole answers right {100 * card['held']['right']:.2f} %")
    Path(given.out).with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n")


class State:
    """Where a training stands, on disk. It is bound to what the training is made of."""

    def __init__(self, path, bound, model, optimiser):
        self.path, self.bound, self.model, self.optimiser = path, bound, model, optimiser

    def load(self):
        """The last state, put into model and optimiser; the beginning where there is none."""
        if not self.path.exists():
            return {"step": 0, "history": [], "losses": [], "tokens": 0, "seconds": 0.0}
        kept = torch.load(self.path, weights_only=True)
        if kept["bound"] != self.bound:
            raise SystemExit(f"{self.path} is the state of a training with other options or data: take it away, or use its own")
        self.model.load_state_dict(kept["model"], strict=False)
        self.optimiser.load_state_dict(kept["optimiser"])
        say(f"going on after step {kept['at']['step']}")
        return kept["at"]

    def save(self, at):
        model = {name: value for name, value in self.model.state_dict().items() if "lora_" in name}
        whole = {"bound": self.bound, "model": model, "optimiser": self.optimiser.state_dict(), "at": at}
        beside = self.path.with_suffix(".state.new")
        with open(beside, "wb") as file:
            torch.save(whole, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self.path)

    def remove(self):
        self.path.unlink(missing_ok=True)


def named(given):
    """The options that the adapter hangs on, without files."""
    others = ("model", "adapter", "data", "check", "out", "save_every")
    return {key: value for key, value in vars(given).items() if key not in others}


def schedule(step, done):
    """Up in 50 steps, then down as a cosine to a hundredth."""
    return min(1.0, step / 50) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))


def chosen(cells, given, number, packs_an_epoch):
    epoch, at = divmod(number, packs_an_epoch)
    order = data.order(len(cells), given.seed, epoch)
    return data.Pack([cells[i] for i in order[at * given.cells : (at + 1) * given.cells]])


@torch.no_grad()
def measure(model, cells, at_once, device):
    """Mean loss of a token, and the share of commands whose every token is the likeliest: teacher-forced, without the
    grammar, so a lower bound of what greedy decoding gives."""
    loss, right, count, length = 0.0, 0, 0, 0
    for at in range(0, len(cells), at_once):
        pack = data.Pack(cells[at : at + at_once]).to(device)
        kept = pack.wanted >= 0
        logits, pack.wanted = model(pack).float()[kept], pack.wanted[kept]
        loss += functional.cross_entropy(logits, pack.wanted, reduction="sum").item()
        hit = (logits.argmax(-1) == pack.wanted).cpu()
        length += len(hit)
        # An answer ends with the end-of-turn token.
        ends = (pack.wanted == 2).nonzero()[:, 0].cpu().tolist()
        start = 0
        for end in ends:
            right += bool(hit[start : end + 1].all())
            start, count = end + 1, count + 1
    return {"loss": round(loss / length, 5), "right": round(right / max(count, 1), 5), "sentences": count}


def file_hash(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def say(text):
    print(text, flush=True)


if __name__ == "__main__":
    main()
