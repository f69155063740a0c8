"""Weights and vocabulary as a GGUF file of single precision, and back."""

from pathlib import Path

import gguf
import torch

from model import Architecture, Llama
from vocabulary import BOS, END, MARKS, TEMPLATE, Vocabulary


def write_gguf(path: Path, name: str, model: Llama, vocabulary: Vocabulary) -> None:
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
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    tokens, scores, kinds = entries_of(vocabulary)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores(scores)
    writer.add_token_types(kinds)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(BOS)
    writer.add_eos_token_id(END)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)
    for tensor, weight in model.state_dict().items():
        writer.add_tensor(tensor, weight.float().contiguous().numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def entries_of(vocabulary: Vocabulary) -> tuple[list[str], list[float], list[int]]:
    pieces = vocabulary.pieces
    count = pieces.get_piece_size()
    kinds = []
    for place in range(count):
        if place == 0:
            kinds.append(gguf.TokenType.UNKNOWN)
        elif place < len(MARKS):
            kinds.append(gguf.TokenType.CONTROL)
        elif pieces.is_byte(place):
            kinds.append(gguf.TokenType.BYTE)
        else:
            kinds.append(gguf.TokenType.NORMAL)
    kinds += [gguf.TokenType.USER_DEFINED] * len(vocabulary.tool_tokens)
    tokens = [*map(pieces.id_to_piece, range(count)), *vocabulary.tool_tokens]
    scores = [*map(pieces.get_score, range(count)), *(0.0 for _ in vocabulary.tool_tokens)]
    return tokens, scores, kinds


def read_weights(path: Path) -> dict[str, torch.Tensor]:
    reader = gguf.GGUFReader(str(path))
    return {tensor.name: torch.from_numpy(tensor.data.copy()) for tensor in reader.tensors}


def new_model(vocabulary: Vocabulary, dropout: float) -> Llama:
    return Llama(Architecture(vocabulary=len(vocabulary)), dropout)
