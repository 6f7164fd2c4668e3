"""The base model through transformers, LoRA beside its linear layers through peft, and attention over packs.

In: a GGUF file of an architecture that both transformers and llama.cpp read; packs of cell headers and their commands. Out: the
logits at the answers' tokens; the adapter as a GGUF file, and back. The base weights are those of the file, as inference has them, and
are never trained.
"""

from pathlib import Path

import gguf
import numpy
import torch
from peft import LoraConfig, get_peft_model
from transformers import AttentionInterface, AutoModelForCausalLM

ATTENTION = "packed"
# Architectures whose query and key rows llama.cpp keeps in another order than transformers.
TURNED = ("llama",)


class Model(torch.nn.Module):
    def __init__(self, path, rank=16, alpha=32.0, seed=1, dtype=torch.float32):
        super().__init__()
        path = Path(path)
        self.rank, self.alpha, self.dtype = rank, alpha, dtype
        self.architecture = gguf.GGUFReader(path).fields["general.architecture"].contents()
        base = AutoModelForCausalLM.from_pretrained(
            str(path.parent), gguf_file=path.name, dtype=dtype, attn_implementation=ATTENTION
        )
        torch.manual_seed(seed)
        self.peft = get_peft_model(base, LoraConfig(r=rank, lora_alpha=alpha, target_modules="all-linear"))
        self.config = base.config
        self.config.use_cache = False

    def forward(self, pack):
        """The logits at `pack.predict`, for the tokens `pack.wanted`."""
        with torch.autocast(pack.tokens.device.type, dtype=self.dtype, enabled=self.dtype != torch.float32):
            given = {"input_ids": pack.tokens[None], "position_ids": pack.places[None], "logits_to_keep": pack.predict}
            return self.peft(**given, pack=pack).logits[0]

    def adapter(self):
        """The adapter's tensors by the names that llama.cpp gives them, as numpy arrays."""
        return {
            name: self._turned(weight.detach().float().cpu().numpy(), name, back=False) for name, weight in self._weights()
        }

    def write(self, path, name):
        """The adapter as llama.cpp reads it."""
        writer = gguf.GGUFWriter(path, self.architecture)
        writer.add_type("adapter")
        writer.add_name(name)
        writer.add_string("adapter.type", "lora")
        writer.add_float32("adapter.lora.alpha", float(self.alpha))
        for tensor, values in self.adapter().items():
            writer.add_tensor(tensor, values.astype(numpy.float16))
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()

    @torch.no_grad()
    def take_up(self, path):
        """Goes on from an adapter of the same form."""
        reader = gguf.GGUFReader(path)
        alpha = reader.fields["adapter.lora.alpha"].contents()
        if alpha != self.alpha:
            raise ValueError(f"{path}: the adapter has alpha {alpha}, not {self.alpha}")
        theirs = {tensor.name: tensor.data for tensor in reader.tensors}
        for name, weight in self._weights():
            if name not in theirs or theirs[name].shape != tuple(weight.shape):
                raise ValueError(f"{path}: the adapter has no {name} of {tuple(weight.shape)}")
            weight.copy_(torch.from_numpy(self._turned(theirs[name].astype(numpy.float32), name, back=True)))

    def _weights(self):
        """Each tensor of the adapter with the name that llama.cpp gives it."""
        names = gguf.get_tensor_name_map(architecture(self.architecture), self.config.num_hidden_layers)
        for name, module in self.peft.base_model.model.named_modules():
            if hasattr(module, "lora_A"):
                place = names.get_name(name)
                if place is None:
                    raise ValueError(f"llama.cpp has no name for {name}")
                yield f"{place}.weight.lora_a", module.lora_A["default"].weight
                yield f"{place}.weight.lora_b", module.lora_B["default"].weight

    def _turned(self, values, name, back):
        """The rows of a query's or a key's outer matrix in the order of the file, or back."""
        heads = {"attn_q": self.config.num_attention_heads, "attn_k": self.config.num_key_value_heads}
        count = next((count for place, count in heads.items() if f".{place}.weight.lora_b" in name), None)
        if count is None or self.architecture not in TURNED:
            return values
        half = values.shape[0] // count // 2
        shape = (count, half, 2) if back else (count, 2, half)
        return values.reshape(*shape, -1).swapaxes(1, 2).reshape(values.shape)


def architecture(name):
    """llama.cpp's number of an architecture."""
    return next(number for number, known in gguf.MODEL_ARCH_NAMES.items() if known == name)


def attend(module, query, key, value, attention_mask, scaling, pack=None, **more):
    """Attention under the block mask: a header's tokens see those before them; a command's see the whole header of its cell and
    those before them in the command. Tokens lie flat; the pack says where each belongs."""
    if more.get("sliding_window") or more.get("softcap"):
        raise ValueError("packs are not for models whose attention has a window or a cap")
    q, k, v = (part[0].transpose(0, 1) for part in (query, key, value))
    kinds = [part.shape[1] for part in (q, k, v)]
    flat = Laid.apply(torch.cat([q, k, v], dim=1), pack.laid, pack.back, pack.count)
    rows = [
        part.view(*hidden.shape[:2], *part.shape[1:]).split(kinds, dim=2)
        for part, hidden in zip(flat.split(pack.sizes), pack.hidden)
    ]
    head_q, head_k, head_v = rows[0]
    out = [weigh(head_q, head_k, head_v, pack.hidden[0], scaling)]
    for (own_q, own_k, own_v), hidden, cell in zip(rows[1:], pack.hidden[1:], pack.cells):
        # One cell's header is the same memory for all; of several each command takes its own.
        header = (x.expand(len(own_q), -1, -1, -1) if len(x) == 1 else x[cell] for x in (head_k, head_v))
        keys, values = (torch.cat([x, y], dim=1) for x, y in zip(header, (own_k, own_v)))
        out.append(weigh(own_q, keys, values, hidden, scaling))
    return Flat.apply(torch.cat(out), pack.back, pack.count)[None], None


AttentionInterface.register(ATTENTION, attend)


class Laid(torch.autograd.Function):
    """Tokens laid out in rows for attention. Every token lies in one place, so that the way back is a look-up as well;
    the fillers, which read the first token, get no gradient from anywhere."""

    @staticmethod
    def forward(ctx, x, laid, back, count):
        ctx.save_for_backward(back)
        ctx.count = count
        return x[laid]

    @staticmethod
    def backward(ctx, grad):
        out = grad[ctx.saved_tensors[0]]
        # Behind the tokens are those that only fill up: they lie nowhere.
        out[ctx.count :] = 0
        return out, None, None, None


class Flat(torch.autograd.Function):
    """The way back: what attention made of each token."""

    @staticmethod
    def forward(ctx, x, back, count):
        ctx.save_for_backward(back)
        ctx.rows, ctx.count = len(x), count
        return x[back]

    @staticmethod
    def backward(ctx, grad):
        out = grad.new_zeros(ctx.rows, *grad.shape[1:])
        back = ctx.saved_tensors[0][: ctx.count]
        return out.index_copy_(0, back, grad[: ctx.count]), None, None


def weigh(q, keys, values, hidden, scaling):
    """q: rows × tokens × heads × head; keys, values: rows × seen × kv heads × head; hidden: rows × tokens × seen, to be
    added. The heads that share a key lie one after the other in the place of tokens. Plain products: for so few tokens
    they are quicker than the flash kernel of a CPU, above all backward."""
    (rows, length, heads, size), shared = q.shape, keys.shape[2]
    groups = heads // shared
    q = q.reshape(rows, length, shared, groups, size).permute(0, 2, 3, 1, 4).reshape(rows * shared, groups * length, size)
    hidden = hidden[:, None, None].expand(-1, shared, groups, -1, -1).reshape(*q.shape[:2], -1).to(q.dtype)
    keys, values = keys.permute(0, 2, 3, 1).flatten(0, 1), values.transpose(1, 2).flatten(0, 1)
    seen = torch.baddbmm(hidden, q, keys, alpha=scaling).softmax(-1) @ values
    return seen.view(rows, shared, groups, length, size).permute(0, 3, 1, 2, 4).reshape(-1, heads, size)
