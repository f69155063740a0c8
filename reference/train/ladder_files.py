"""Weights of the ladder set in bfloat16, as GGUF and as safetensors, and back."""

import json
import struct
from pathlib import Path

import gguf
import numpy as np
import torch

from ladder_tools import TEMPLATE
from ladder_vocabulary import BOS, END_ID, entries
from model import Llama


def rounded(model: Llama) -> dict[str, torch.Tensor]:
    return {name: weight.detach().to(torch.bfloat16) for name, weight in model.state_dict().items()}


def write_gguf(path: Path, name: str, model: Llama) -> None:
    """Matrices in bfloat16; norms, rounded to it, in single precision, as llama.cpp wants them."""
    shape = model.shape
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name(f"assay-reference-{name}")
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.inner)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.heads)
    writer.add_rope_dimension_count(shape.width // shape.heads)
    writer.add_rope_freq_base(shape.rotary_base)
    writer.add_layer_norm_rms_eps(shape.epsilon)
    writer.add_vocab_size(shape.vocabulary)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_BF16)
    tokens, scores, kinds = entries()
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores(scores)
    writer.add_token_types(kinds)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(BOS)
    writer.add_eos_token_id(END_ID)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)
    for tensor, weight in rounded(model).items():
        if weight.ndim < 2:
            writer.add_tensor(tensor, weight.float().numpy())
        else:
            raw = weight.contiguous().view(torch.int16).numpy().view(np.uint8)
            writer.add_tensor(tensor, raw, raw_dtype=gguf.GGMLQuantizationType.BF16)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_safetensors(path: Path, model: Llama) -> None:
    header: dict[str, dict] = {}
    bodies: list[bytes] = []
    at = 0
    for name, weight in rounded(model).items():
        body = weight.contiguous().view(torch.int16).numpy().tobytes()
        header[name] = {"dtype": "BF16", "shape": list(weight.shape), "data_offsets": [at, at + len(body)]}
        bodies.append(body)
        at += len(body)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(bodies))


def read_safetensors(path: Path) -> dict[str, torch.Tensor]:
    body = path.read_bytes()
    (length,) = struct.unpack("<Q", body[:8])
    header = json.loads(body[8 : 8 + length])
    weights = {}
    for name, entry in header.items():
        first, last = (8 + length + offset for offset in entry["data_offsets"])
        words = np.frombuffer(body[first:last], dtype=np.int16).reshape(entry["shape"])
        weights[name] = torch.from_numpy(words.copy()).view(torch.bfloat16).float()
    return weights
