"""SmolLM2 (a Llama) with LoRA beside every linear layer, in the layout of the GGUF file.

In: the GGUF file's weights; packs of one cell header and many commands. Out: the logits at the answers' tokens.
The rows of q and k stay as the GGUF file has them: permuted against Hugging Face's, and turned by pairs of neighbours, as
llama.cpp turns them. So the adapter needs no permutation on its way back.
The base weights are never trained.
"""

import math

import torch
from torch import nn
from torch.nn import functional

torch._dynamo.config.suppress_errors = True

PLACES = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


def quick(function):
    """Compiled for a CPU, where a pass over memory costs more than what it computes; as it is where that fails."""
    return torch.compile(function, dynamic=True)


class Shape:
    """The sizes of a model, from the keys of its file."""

    def __init__(self, keys):
        self.layers = keys["llama.block_count"]
        self.width = keys["llama.embedding_length"]
        self.heads = keys["llama.attention.head_count"]
        self.kv_heads = keys["llama.attention.head_count_kv"]
        self.head = self.width // self.heads
        self.base = keys["llama.rope.freq_base"]
        self.epsilon = keys["llama.attention.layer_norm_rms_epsilon"]


class Adapted(torch.autograd.Function):
    """y = W x + B A x, of which W stays: five products forward and back, added up where they are computed. Written out
    because what autograd makes of the same takes longer for its additions and copies than for the products."""

    @staticmethod
    def forward(ctx, x, weight, a, b):
        low = x @ a.T
        ctx.save_for_backward(x, weight, a, b, low)
        return torch.addmm(x @ weight.T, low, b.T)

    @staticmethod
    def backward(ctx, grad):
        x, weight, a, b, low = ctx.saved_tensors
        grad = grad.contiguous()
        grad_low = grad @ b
        return torch.addmm(grad @ weight, grad_low, a), None, grad_low.T @ x, grad.T @ low


class Linear(nn.Module):
    """Linear layers of one input, side by side, each with its own LoRA: y = W x + (alpha / rank) B A x."""

    def __init__(self, weights, rank, alpha, generator):
        super().__init__()
        self.register_buffer("weight", torch.cat(weights), persistent=False)
        self.scale = alpha / rank
        bound = 1 / math.sqrt(weights[0].shape[1])
        drawn = [(torch.rand(rank, w.shape[1], generator=generator) * 2 - 1) * bound for w in weights]
        self.lora_a = nn.ParameterList(drawn)
        self.lora_b = nn.ParameterList(torch.zeros(w.shape[0], rank) for w in weights)

    def forward(self, x):
        a = torch.cat(list(self.lora_a)).to(x.dtype)
        b = (torch.block_diag(*self.lora_b) * self.scale).to(x.dtype)
        return Adapted.apply(x, self.weight, a, b)


@quick
def turn(x, cos, sin):
    """Rotary positions on pairs of neighbours: llama.cpp's NORM form. x: tokens × heads × head."""
    even, odd = x[..., 0::2], x[..., 1::2]
    cos, sin = cos[:, None, :], sin[:, None, :]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2).to(x.dtype)


@quick
def rms(x, weight, epsilon):
    long = x.float()
    return (long * torch.rsqrt(long.pow(2).mean(-1, keepdim=True) + epsilon) * weight).to(x.dtype)


@quick
def gated(both):
    """SwiGLU of the gate and what it lets through, which lie side by side."""
    gate, up = both.chunk(2, dim=-1)
    return functional.silu(gate) * up


class Block(nn.Module):
    """One layer. `parts` says which places of the file lie side by side in which of its products."""

    parts = {"attn_in": PLACES[0:3], "attn_out": PLACES[3:4], "ffn_in": PLACES[4:6], "ffn_out": PLACES[6:7]}

    def __init__(self, reader, shape, number, rank, alpha, generator, dtype):
        super().__init__()
        self.shape = shape
        for part, places in self.parts.items():
            weights = [torch.from_numpy(reader.tensor(f"blk.{number}.{place}.weight")).to(dtype) for place in places]
            setattr(self, part, Linear(weights, rank, alpha, generator))
        for norm in ("attn_norm", "ffn_norm"):
            self.register_buffer(norm, torch.from_numpy(reader.tensor(f"blk.{number}.{norm}.weight")), persistent=False)

    def forward(self, x, pack, cos, sin):
        shape = self.shape
        own = shape.heads + shape.kv_heads
        mixed = self.attn_in(rms(x, self.attn_norm, shape.epsilon)).view(len(x), own + shape.kv_heads, shape.head)
        turned, v = mixed.split([own, shape.kv_heads], dim=1)
        x = x + self.attn_out(attend(turn(turned, cos, sin), v, pack, shape))
        return x + self.ffn_out(gated(self.ffn_in(rms(x, self.ffn_norm, shape.epsilon))))


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


def attend(turned, v, pack, shape):
    """Attention under the block mask: a header's tokens see those before them; a command's see the whole header of its
    cell and those before them in the command. Tokens lie flat; the pack says where each belongs.
    turned: the queries' and the keys' heads, one after the other."""
    kinds = [shape.heads, shape.kv_heads, shape.kv_heads]
    parts = Laid.apply(torch.cat([turned, v], dim=1), pack.laid, pack.back, pack.count).split(pack.sizes)
    rows = [part.view(*hidden.shape[:2], *part.shape[1:]).split(kinds, dim=2) for part, hidden in zip(parts, pack.hidden)]
    head_q, head_k, head_v = rows[0]
    out = [weigh(head_q, head_k, head_v, pack.hidden[0], shape)]
    for (own_q, own_k, own_v), hidden, cell in zip(rows[1:], pack.hidden[1:], pack.cells):
        # One cell's header is the same memory for all; of several each command takes its own.
        header = (x.expand(len(own_q), -1, -1, -1) if len(x) == 1 else x[cell] for x in (head_k, head_v))
        keys, values = (torch.cat([x, y], dim=1) for x, y in zip(header, (own_k, own_v)))
        out.append(weigh(own_q, keys, values, hidden, shape))
    return Flat.apply(torch.cat(out), pack.back, pack.count).reshape(len(pack.back), -1)


def weigh(q, keys, values, hidden, shape):
    """q: rows × tokens × heads × head; keys, values: rows × seen × kv heads × head; hidden: rows × tokens × seen, to be
    added. The heads that share a key lie one after the other in the place of tokens. Plain products: for so few tokens
    they are quicker than the flash kernel of a CPU, above all backward."""
    rows, length = q.shape[:2]
    groups = shape.heads // shape.kv_heads
    q = q.reshape(rows, length, shape.kv_heads, groups, shape.head).permute(0, 2, 3, 1, 4)
    q = q.reshape(rows * shape.kv_heads, groups * length, shape.head)
    hidden = hidden[:, None, None].expand(-1, shape.kv_heads, groups, -1, -1).reshape(*q.shape[:2], -1).to(q.dtype)
    keys, values = keys.permute(0, 2, 3, 1).flatten(0, 1), values.transpose(1, 2).flatten(0, 1)
    seen = torch.baddbmm(hidden, q, keys, alpha=shape.head**-0.5).softmax(-1) @ values
    seen = seen.view(rows, shape.kv_heads, groups, length, shape.head).permute(0, 3, 1, 2, 4)
    return seen.reshape(-1, shape.heads, shape.head)


class Model(nn.Module):
    def __init__(self, reader, rank=16, alpha=32, seed=1, dtype=torch.float32):
        super().__init__()
        self.shape = Shape(reader.keys)
        self.rank, self.alpha, self.dtype = rank, alpha, dtype
        generator = torch.Generator().manual_seed(seed)
        blocks = (Block(reader, self.shape, n, rank, alpha, generator, dtype) for n in range(self.shape.layers))
        self.blocks = nn.ModuleList(blocks)
        self.register_buffer("embedding", torch.from_numpy(reader.tensor("token_embd.weight")).to(dtype), persistent=False)
        self.register_buffer("norm", torch.from_numpy(reader.tensor("output_norm.weight")), persistent=False)

    def forward(self, pack):
        """The logits at `pack.predict`, for the tokens `pack.wanted`."""
        half = self.shape.head // 2
        turns = self.shape.base ** (-torch.arange(half, device=pack.places.device, dtype=torch.float32) * 2 / self.shape.head)
        angles = pack.places.float()[:, None] * turns
        cos, sin = angles.cos(), angles.sin()
        x = self.embedding[pack.tokens]
        for block in self.blocks:
            x = block(x, pack, cos, sin)
        x = rms(x[pack.predict], self.norm, self.shape.epsilon)
        return functional.linear(x, self.embedding)

    @torch.no_grad()
    def take_up(self, reader):
        """Goes on from an adapter of the same form."""
        if reader.keys["adapter.lora.alpha"] != self.alpha:
            raise ValueError(f"the adapter to go on from has alpha {reader.keys['adapter.lora.alpha']}, not {self.alpha}")
        for linear, at, side, name in self.placed():
            ours, theirs = getattr(linear, side)[at], torch.from_numpy(reader.tensor(name))
            if ours.shape != theirs.shape:
                raise ValueError(f"{name} of the adapter to go on from is {tuple(theirs.shape)}, not {tuple(ours.shape)}")
            ours.copy_(theirs)

    def adapter(self):
        """The adapter's tensors by the names that llama.cpp gives them."""
        return {
            name: getattr(linear, side)[at].detach().float().cpu().numpy() for linear, at, side, name in self.placed()
        }

    def placed(self):
        """Each tensor of the adapter: its layer, where it lies there, its side, and the name that llama.cpp gives it."""
        for number, block in enumerate(self.blocks):
            for part, places in Block.parts.items():
                for at, place in enumerate(places):
                    for side in ("lora_a", "lora_b"):
                        yield getattr(block, part), at, side, f"blk.{number}.{place}.weight.{side}"
