"""A tiny model of an architecture, with random weights and the vocabulary of another: `tiny.py ARCHITECTURE VOCABULARY.gguf OUT.gguf`.

It says nothing of use. It shows that a model of that architecture can be trained, and that llama.cpp reads the adapter as transformers
does, without a download: `tiny.py qwen2 …`, then `check.py`, then a few steps of `train.py`.
"""

import sys

import gguf
import numpy

from model import architecture

WIDTH, LAYERS, HEADS, KEY_HEADS, FEED, CONTEXT = 64, 4, 4, 2, 128, 4096
# Architectures that are told apart here by what they have beside a Llama's matrices.
BIASED, NORMED = ("qwen2",), ("qwen3",)


def main():
    kind, vocabulary, out = sys.argv[1:4]
    source = gguf.GGUFReader(vocabulary)
    writer = gguf.GGUFWriter(out, kind)
    writer.add_name(f"tiny {kind}")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KEY_HEADS)
    # Transformers does not read the size of a head for the architectures that norm them: it takes 128.
    size = 128 if kind in NORMED else WIDTH // HEADS
    writer.add_key_length(size)
    writer.add_value_length(size)
    writer.add_rope_dimension_count(size)
    writer.add_rope_freq_base(10000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    for field in source.fields.values():
        if field.name.startswith("tokenizer."):
            inner = field.types[1] if len(field.types) > 1 else None
            writer.add_key_value(field.name, field.contents(), field.types[0], sub_type=inner)
    words = len(source.fields["tokenizer.ggml.tokens"].contents())
    writer.add_vocab_size(words)
    chance = numpy.random.default_rng(1)
    known = gguf.get_tensor_name_map(architecture(kind), LAYERS)

    def add(name, *shape, ones=False):
        # Around one in every sum, so that layer after layer neither fades nor grows.
        values = numpy.ones(shape) if ones else chance.standard_normal(shape) / numpy.sqrt(shape[-1])
        end = name.rsplit(".", 1)[1]
        writer.add_tensor(f"{known.get_name(name.removesuffix('.' + end))}.{end}", values.astype(numpy.float32))

    add("model.embed_tokens.weight", words, WIDTH)
    add("model.norm.weight", WIDTH, ones=True)
    add("lm_head.weight", words, WIDTH)
    for layer in range(LAYERS):
        at = f"model.layers.{layer}"
        for part, rows in (("q", HEADS * size), ("k", KEY_HEADS * size), ("v", KEY_HEADS * size)):
            add(f"{at}.self_attn.{part}_proj.weight", rows, WIDTH)
            if kind in BIASED:
                add(f"{at}.self_attn.{part}_proj.bias", rows)
        add(f"{at}.self_attn.o_proj.weight", WIDTH, HEADS * size)
        for part in ("q_norm", "k_norm") if kind in NORMED else ():
            add(f"{at}.self_attn.{part}.weight", size, ones=True)
        for norm in ("input_layernorm", "post_attention_layernorm"):
            add(f"{at}.{norm}.weight", WIDTH, ones=True)
        for part in ("gate", "up"):
            add(f"{at}.mlp.{part}_proj.weight", FEED, WIDTH)
        add(f"{at}.mlp.down_proj.weight", WIDTH, FEED)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
