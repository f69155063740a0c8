"""Writes test/fixtures/checkpoints/oracle.json: small tensors of our own, what NumPy in float64 (and extended precision,
where differences are small) measures between them, PyTorch checkpoints as torch.save writes them, GGUF blocks as the gguf
package multiplies them out, and a LoRA update. Against these src/checkpoint is tested. Run from the repository's root
with torch 2.13.0, numpy 2.4.6 and gguf 0.19.0 installed:

    python test/oracles/checkpoints.py
"""

import base64
import collections
import io
import json
from importlib.metadata import version
from pathlib import Path

import gguf
import numpy as np
import torch

torch.manual_seed(7)
rng = np.random.default_rng(7)
DTYPES = {"BF16": torch.bfloat16, "F32": torch.float32, "F16": torch.float16, "F64": torch.float64}


def packed(data):
    return base64.b64encode(data).decode()


def raw(tensor):
    return tensor.contiguous().view(torch.uint8).numpy().tobytes()


def measures(a, b, words_a, words_b):
    """a, b: float64 arrays of equal shape; words: arrays of bits."""
    x, y = a.astype(np.longdouble).ravel(), b.astype(np.longdouble).ravel()
    d = y - x
    na, nb = np.sqrt((x * x).sum()), np.sqrt((y * y).sum())
    one_minus = (((x / na) - (y / nb)) ** 2).sum() / 2
    plain = a.ravel(), b.ravel()
    delta = plain[1] - plain[0]
    return {
        "cosine": float(plain[0] @ plain[1] / np.sqrt(plain[0] @ plain[0]) / np.sqrt(plain[1] @ plain[1])),
        "oneMinusCosine": float(one_minus),
        "relativeNorm": float(np.sqrt(delta @ delta) / np.sqrt(plain[0] @ plain[0])),
        "normChange": float(nb / na - 1),
        "meanAbs": float(np.abs(delta).mean()),
        "maxAbs": float(np.abs(delta).max()),
        "identicalShare": float((words_a == words_b).mean()),
    }


def words(tensor):
    width = tensor.element_size()
    return np.frombuffer(raw(tensor), dtype={1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[width])


def pair(name, a, b, rounded=None):
    left, right = (a.to(rounded), b.to(rounded)) if rounded is not None else (a, b)
    fa, fb = left.to(torch.float64).numpy(), right.to(torch.float64).numpy()
    rows = fa.reshape(-1, fa.shape[-1]), fb.reshape(-1, fb.shape[-1])
    row_words = words(left).reshape(rows[0].shape), words(right).reshape(rows[0].shape)
    norms = np.linalg.norm(rows[1], axis=1)
    kinds = {value: key for key, value in DTYPES.items()}
    return {
        "name": name,
        "shape": list(a.shape),
        "a": {"dtype": kinds[a.dtype], "data": packed(raw(a))},
        "b": {"dtype": kinds[b.dtype], "data": packed(raw(b))},
        "expected": measures(fa, fb, *row_words),
        "rowsTouched": int((row_words[0] != row_words[1]).any(axis=1).sum()),
        "row": {"number": 1, **measures(rows[0][1], rows[1][1], row_words[0][1], row_words[1][1])},
        "rowNormZ": float((norms[1] - norms.mean()) / norms.std()) if norms.std() > 0 else None,
    }


def pairs():
    out = []
    for kind, dtype in DTYPES.items():
        for scale in (1e-3, 1e-1):
            a = (torch.randn(9, 37, dtype=torch.float64) * 0.08).to(dtype)
            b = (a.double() + torch.randn(9, 37, dtype=torch.float64) * 0.08 * scale).to(dtype)
            b[4] = a[4]
            out.append(pair(f"{kind} moved by {scale}", a, b))
    a = torch.randn(5, 64) * 0.02
    b = (a + torch.randn(5, 64) * 1e-4).bfloat16()
    out.append(pair("F32 against BF16", a, b, torch.bfloat16))
    out.append(pair("F16 against F32", a.half(), a + torch.randn(5, 64) * 1e-4, torch.float16))
    out.append(pair("a turn around", a, -a + torch.randn(5, 64) * 1e-3))
    out.append(pair("three times as long, and a little else", a, 3 * a + torch.randn(5, 64) * 1e-6))
    out.append(pair("a thousandth as long", a, 1e-4 * a + torch.randn(5, 64) * 1e-8))
    out.append(pair("two long rows", *(torch.randn(2, 1023) for _ in range(2))))
    return out


def groups():
    a = (torch.randn(12, 16, dtype=torch.float64)).float()
    b = (a + 0.1 * torch.randn(12, 16))
    ids = [1, 3, 4, 8, 11]
    left, right = a.double().numpy()[ids], b.double().numpy()[ids]
    drift = np.linalg.norm(right - left, axis=1) / np.linalg.norm(left, axis=1)

    def cosine(rows):
        units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        gram = units @ units.T
        return float(gram[~np.eye(len(rows), dtype=bool)].mean())

    units = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (left, right)]
    return {
        "shape": [12, 16],
        "ids": ids,
        "a": packed(raw(a)),
        "b": packed(raw(b)),
        "relativeDrift": float(drift.mean()),
        "medianRelativeDrift": float(np.median(drift)),
        "frobeniusDrift": float(np.linalg.norm(right - left) / np.linalg.norm(left)),
        "selfCosine": float((units[0] * units[1]).sum(axis=1).mean()),
        "pairwiseCosineBefore": cosine(left),
        "pairwiseCosineAfter": cosine(right),
    }


class Imports:
    """Would run a command on loading; only its pickle is kept."""

    def __reduce__(self):
        import os

        return (os.system, ("echo run",))


def torch_files():
    def saved(value):
        stream = io.BytesIO()
        torch.save(value, stream)
        return packed(stream.getvalue())

    weight = torch.randn(4, 3).bfloat16()
    state = collections.OrderedDict(
        [("tok_emb.weight", weight), ("layers.0.attn.wq.weight", torch.randn(3, 3)), ("lm_head.weight", weight)]
    )
    matrix = torch.randn(3, 2)
    return {
        "trainer": {"file": saved({"model": state, "optimizer": {"state": {0: torch.ones(4, 3)}}, "step": 7, "config": {"lr": 1e-5}})},
        "parameters": {"file": saved(torch.nn.Linear(3, 2).state_dict())},
        "module": {"file": saved(torch.nn.Linear(3, 2))},
        "views": {"file": saved({"whole": matrix, "second row": matrix[1], "transposed": matrix.T})},
        "bytes": {"file": saved({"f8": torch.ones(4).to(torch.float8_e4m3fn), "u16": torch.ones(2, dtype=torch.uint16)})},
        "evil": {"file": saved({"w": torch.ones(2), "extra": Imports()})},
        "values": {"tok_emb.weight": weight.double().ravel().tolist()},
    }


def blocks():
    out = {}
    for name in ("Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"):
        kind = gguf.GGMLQuantizationType[name]
        elements, size = gguf.GGML_QUANT_SIZES[kind]
        data = rng.integers(0, 256, (3, size), dtype=np.uint8)
        halves = {"Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0], "Q2_K": [80, 82], "Q3_K": [108], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208]}[name]
        for at in halves:
            # random bytes are NaN now and then
            data[:, at : at + 2] = rng.normal(0, 0.01, (3, 1)).astype(np.float16).view(np.uint8)
        values = gguf.quants.dequantize(data, kind)
        out[name] = {"data": packed(data.tobytes()), "values": values.astype(float).ravel().tolist()}
    halves = np.arange(0, 65536, 97, dtype=np.uint16)
    singles = rng.integers(0, 2**32, 600, dtype=np.uint32).view(np.float32)
    singles[:300] = (rng.normal(0, 1, 300) * 10.0 ** rng.uniform(-9, 5, 300)).astype(np.float32)
    as_torch = torch.from_numpy(singles.copy())
    return {
        "blocks": out,
        "halves": {"words": halves.tolist(), "float32": halves.view(np.float16).astype(np.float32).view(np.uint32).tolist()},
        "rounding": {
            "float32": singles.view(np.uint32).tolist(),
            "BF16": as_torch.bfloat16().view(torch.int16).numpy().view(np.uint16).tolist(),
            "F16": as_torch.half().view(torch.int16).numpy().view(np.uint16).tolist(),
        },
    }


def lora():
    base = (torch.randn(6, 5) * 0.1).bfloat16()
    down, up = torch.randn(2, 5), torch.randn(6, 2)
    merged = (base.float() + 2.0 * (up.double() @ down.double()).float()).bfloat16()
    return {"base": packed(raw(base)), "down": packed(raw(down)), "up": packed(raw(up)), "merged": packed(raw(merged)), "alpha": 4, "rank": 2}


def f8():
    out = {}
    for name, dtype in (("F8_E4M3", torch.float8_e4m3fn), ("F8_E5M2", torch.float8_e5m2)):
        values = torch.arange(256, dtype=torch.int16).to(torch.uint8).view(dtype).float().numpy()
        out[name] = [None if not np.isfinite(value) else float(value) for value in values]
    return out


document = {
    "versions": {"numpy": np.__version__, "torch": torch.__version__, "gguf": version("gguf")},
    "pairs": pairs(),
    "groups": groups(),
    "torch": torch_files(),
    "formats": blocks(),
    "f8": f8(),
    "lora": lora(),
}
Path("test/fixtures/checkpoints").mkdir(parents=True, exist_ok=True)
Path("test/fixtures/checkpoints/oracle.json").write_text(json.dumps(document, separators=(",", ":")) + "\n")
