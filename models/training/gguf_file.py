"""GGUF files, as far as the training needs them: the base model's weights in, the adapter out.

In: a GGUF file with F32, F16, Q8_0 or Q4_1 tensors. Out: its numbers, its tensors as float32; or a small GGUF file of f16
tensors. Nothing but numpy is needed, so that a machine without a network can train. Nothing is quantised here.
"""

import struct
from pathlib import Path

import numpy

MAGIC = b"GGUF"
ALIGNMENT = 32
F32, F16, Q4_1, Q8_0 = 0, 1, 3, 8
SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
STRING, ARRAY = 8, 9


class Reader:
    """A GGUF file: `keys` by name, `tensors` as name → (shape, type, offset)."""

    def __init__(self, path):
        self.bytes = numpy.memmap(path, dtype=numpy.uint8, mode="r")
        self.at = 0
        if bytes(self.bytes[:4]) != MAGIC:
            raise ValueError(f"{path} is no GGUF file")
        self.at = 4
        version, tensors, keys = self._take("<IQQ")
        if version != 3:
            raise ValueError(f"{path} is GGUF version {version}; version 3 is wanted")
        self.keys = {}
        for _ in range(keys):
            name = self._string()
            self.keys[name] = self._value(self._take("<I")[0])
        self.tensors = {}
        for _ in range(tensors):
            name = self._string()
            (count,) = self._take("<I")
            shape = self._take(f"<{count}Q")
            kind, offset = self._take("<IQ")
            # GGUF counts from the fastest dimension, numpy from the slowest.
            self.tensors[name] = (tuple(reversed(shape)), kind, offset)
        self.start = -(-self.at // ALIGNMENT) * ALIGNMENT

    def _take(self, form):
        size = struct.calcsize(form)
        found = struct.unpack(form, bytes(self.bytes[self.at : self.at + size]))
        self.at += size
        return found

    def _string(self):
        (length,) = self._take("<Q")
        text = bytes(self.bytes[self.at : self.at + length]).decode("utf-8", "replace")
        self.at += length
        return text

    def _value(self, kind):
        if kind == STRING:
            return self._string()
        if kind == ARRAY:
            inner, count = self._take("<IQ")
            return [self._value(inner) for _ in range(count)]
        return self._take(SCALARS[kind])[0]

    def tensor(self, name):
        """The tensor as float32."""
        shape, kind, offset = self.tensors[name]
        count = int(numpy.prod(shape))
        at = self.start + offset
        if kind in (F32, F16):
            form = numpy.float32 if kind == F32 else numpy.float16
            size = count * numpy.dtype(form).itemsize
            return self.bytes[at : at + size].view(form).astype(numpy.float32).reshape(shape)
        blocks = count // 32
        if kind == Q8_0:
            raw = self.bytes[at : at + blocks * 34].reshape(blocks, 34)
            scale = raw[:, :2].copy().view(numpy.float16).astype(numpy.float32)
            return (raw[:, 2:].view(numpy.int8).astype(numpy.float32) * scale).reshape(shape)
        if kind == Q4_1:
            raw = self.bytes[at : at + blocks * 20].reshape(blocks, 20)
            scale, least = (raw[:, a : a + 2].copy().view(numpy.float16).astype(numpy.float32) for a in (0, 2))
            low, high = raw[:, 4:] & 15, raw[:, 4:] >> 4
            return (numpy.concatenate([low, high], axis=1).astype(numpy.float32) * scale + least).reshape(shape)
        raise ValueError(f"{name} has the tensor type {kind}, which is not read here")


def write_adapter(path, tensors, alpha, name):
    """A LoRA adapter in llama.cpp's form: `tensors` by name, each as a numpy array."""
    keys = [
        ("general.architecture", "llama"),
        ("general.type", "adapter"),
        ("general.name", name),
        ("adapter.type", "lora"),
        ("adapter.lora.alpha", float(alpha)),
    ]
    head = bytearray(MAGIC + struct.pack("<IQQ", 3, len(tensors), len(keys)))
    for key, value in keys:
        head += _text(key)
        if isinstance(value, str):
            head += struct.pack("<I", STRING) + _text(value)
        else:
            head += struct.pack("<If", 6, value)
    body = bytearray()
    for key, tensor in tensors.items():
        data = numpy.ascontiguousarray(tensor, dtype="<f2")
        shape = tuple(reversed(data.shape))
        head += _text(key) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape) + struct.pack("<IQ", F16, len(body))
        body += data.tobytes()
        body += bytes(-len(body) % ALIGNMENT)
    head += bytes(-len(head) % ALIGNMENT)
    Path(path).write_bytes(bytes(head + body))


def _text(text):
    data = text.encode()
    return struct.pack("<Q", len(data)) + data
