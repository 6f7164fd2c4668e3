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

PLACES = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


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


class Linear(nn.Module):
    """y = W x + (alpha / rank) B A x, of which W stays."""

    def __init__(self, weight, rank, alpha, generator):
        super().__init__()
        self.register_buffer("weight", weight, persistent=False)
        self.scale = alpha / rank
        bound = 1 / math.sqrt(weight.shape[1])
        first = (torch.rand(rank, weight.shape[1], generator=generator) * 2 - 1) * bound
        self.lora_a = nn.Parameter(first)
        self.lora_b = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, x):
        low = functional.linear(x, self.lora_a.to(x.dtype))
        return functional.linear(x, self.weight) + functional.linear(low * self.scale, self.lora_b.to(x.dtype))


def turn(x, cos, sin):
    """Rotary positions on pairs of neighbours: llama.cpp's NORM form. x: tokens × heads × head."""
    even, odd = x[..., 0::2], x[..., 1::2]
    cos, sin = cos[:, None, :], sin[:, None, :]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2).to(x.dtype)


class Block(nn.Module):
    def __init__(self, reader, shape, number, rank, alpha, generator, dtype):
        super().__init__()
        self.shape = shape
        for place in PLACES:
            weight = torch.from_numpy(reader.tensor(f"blk.{number}.{place}.weight")).to(dtype)
            setattr(self, place, Linear(weight, rank, alpha, generator))
        for norm in ("attn_norm", "ffn_norm"):
            self.register_buffer(norm, torch.from_numpy(reader.tensor(f"blk.{number}.{norm}.weight")), persistent=False)

    def forward(self, x, pack, cos, sin):
        shape = self.shape
        h = rms(x, self.attn_norm, shape.epsilon)
        q = turn(self.attn_q(h).view(-1, shape.heads, shape.head), cos, sin)
        k = turn(self.attn_k(h).view(-1, shape.kv_heads, shape.head), cos, sin)
        v = self.attn_v(h).view(-1, shape.kv_heads, shape.head)
        x = x + self.attn_output(attend(q, k, v, pack, shape))
        h = rms(x, self.ffn_norm, shape.epsilon)
        return x + self.ffn_down(functional.silu(self.ffn_gate(h)) * self.ffn_up(h))


def rms(x, weight, epsilon):
    long = x.float()
    return (long * torch.rsqrt(long.pow(2).mean(-1, keepdim=True) + epsilon) * weight).to(x.dtype)


def attend(q, k, v, pack, shape):
    """Attention under the block mask: a header's tokens see those before them; a command's see the whole header of its
    cell and those before them in the command. Tokens lie flat; the pack says where each belongs."""
    groups = shape.heads // shape.kv_heads
    zero_q, zero_k = q.new_zeros(1, *q.shape[1:]), k.new_zeros(1, *k.shape[1:])
    q, k, v = torch.cat([q, zero_q]), torch.cat([k, zero_k]), torch.cat([v, zero_k])
    # cells × tokens × kv heads × head; index −1 is the row of zeros at the end.
    head_k, head_v = k[pack.headers], v[pack.headers]
    head_q = q[pack.headers].permute(0, 2, 1, 3)
    wide_k = head_k.permute(0, 2, 1, 3).repeat_interleave(groups, 1)
    wide_v = head_v.permute(0, 2, 1, 3).repeat_interleave(groups, 1)
    seen = functional.scaled_dot_product_attention(head_q, wide_k, wide_v, is_causal=True)
    out = [seen.permute(0, 2, 1, 3).reshape(-1, shape.heads, shape.head)]
    out += [commands(q, k, v, head_k, head_v, group, pack, shape, groups) for group in pack.groups]
    return torch.cat(out)[pack.back].reshape(len(pack.back), -1)


def commands(q, k, v, head_k, head_v, group, pack, shape, groups):
    """The commands of a group: cells × commands × tokens, of about the same length."""
    cells, count, length = group.index.shape
    own_q = q[group.index].view(cells, count, length, shape.kv_heads, groups, shape.head)
    own_k, own_v = k[group.index], v[group.index]
    scale = shape.head**-0.5
    flat = own_q.permute(0, 3, 1, 2, 4, 5).reshape(cells, shape.kv_heads, count * length * groups, shape.head)
    to_head = flat @ head_k.permute(0, 2, 3, 1)
    to_head = to_head.view(cells, shape.kv_heads, count, length * groups, -1)
    single = own_q.permute(0, 1, 3, 2, 4, 5).reshape(cells, count, shape.kv_heads, length * groups, shape.head)
    to_own = single @ own_k.permute(0, 1, 3, 4, 2)
    to_own = to_own.view(cells, count, shape.kv_heads, length, groups, length)
    to_own = to_own.masked_fill(group.later[None, None, None, :, None, :], -1e9).view(cells, count, shape.kv_heads, length * groups, length)
    to_head = to_head.masked_fill(pack.no_header[:, None, None, None, :], -1e9)
    scores = torch.cat([to_head.permute(0, 2, 1, 3, 4), to_own], dim=-1).float() * scale
    weights = scores.softmax(-1).to(q.dtype)
    width = head_k.shape[1]
    on_head = weights[..., :width].permute(0, 2, 1, 3, 4).reshape(cells, shape.kv_heads, count * length * groups, width)
    seen = (on_head @ head_v.permute(0, 2, 1, 3)).view(cells, shape.kv_heads, count, length, groups, shape.head)
    own = (weights[..., width:] @ own_v.permute(0, 1, 3, 2, 4)).view(cells, count, shape.kv_heads, length, groups, shape.head)
    seen = seen.permute(0, 2, 3, 1, 4, 5) + own.permute(0, 1, 3, 2, 4, 5)
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

    def adapter(self):
        """The adapter's tensors by the names that llama.cpp gives them."""
        out = {}
        for number, block in enumerate(self.blocks):
            for place in PLACES:
                linear = getattr(block, place)
                for part in ("lora_a", "lora_b"):
                    tensor = getattr(linear, part).detach().float().cpu().numpy()
                    out[f"blk.{number}.{place}.weight.{part}"] = tensor
        return out
