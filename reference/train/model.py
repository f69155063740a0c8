"""A llama: RMS norms, rotary positions on neighbouring pairs as llama.cpp has them, SwiGLU, tied embeddings."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Architecture:
    vocabulary: int
    width: int = 128
    layers: int = 4
    heads: int = 4
    inner: int = 192
    context: int = 512
    epsilon: float = 1e-5
    rotary_base: float = 10_000.0


class Block(nn.Module):
    def __init__(self, shape: Architecture, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.dropout = nn.Dropout(dropout)
        self.attn_norm = nn.RMSNorm(shape.width, shape.epsilon)
        self.attn_q = nn.Linear(shape.width, shape.width, bias=False)
        self.attn_k = nn.Linear(shape.width, shape.width, bias=False)
        self.attn_v = nn.Linear(shape.width, shape.width, bias=False)
        self.attn_output = nn.Linear(shape.width, shape.width, bias=False)
        self.ffn_norm = nn.RMSNorm(shape.width, shape.epsilon)
        self.ffn_gate = nn.Linear(shape.width, shape.inner, bias=False)
        self.ffn_up = nn.Linear(shape.width, shape.inner, bias=False)
        self.ffn_down = nn.Linear(shape.inner, shape.width, bias=False)

    def forward(self, x: Tensor, turns: Tensor) -> Tensor:
        batch, length, width = x.shape
        normed = self.attn_norm(x)
        q, k, v = (
            part(normed).view(batch, length, self.heads, -1).transpose(1, 2)
            for part in (self.attn_q, self.attn_k, self.attn_v)
        )
        seen = F.scaled_dot_product_attention(rotated(q, turns), rotated(k, turns), v, is_causal=True)
        x = x + self.dropout(self.attn_output(seen.transpose(1, 2).reshape(batch, length, width)))
        normed = self.ffn_norm(x)
        return x + self.dropout(self.ffn_down(F.silu(self.ffn_gate(normed)) * self.ffn_up(normed)))


class Llama(nn.Module):
    """Names of its tensors are those of GGUF."""

    def __init__(self, shape: Architecture, dropout: float) -> None:
        super().__init__()
        self.shape = shape
        self.token_embd = nn.Embedding(shape.vocabulary, shape.width)
        self.blk = nn.ModuleList(Block(shape, dropout) for _ in range(shape.layers))
        self.output_norm = nn.RMSNorm(shape.width, shape.epsilon)
        half = shape.width // shape.heads // 2
        speeds = shape.rotary_base ** (-torch.arange(half) / half)
        angles = torch.outer(torch.arange(shape.context), speeds)
        self.register_buffer("turns", torch.stack([angles.cos(), angles.sin()]), persistent=False)
        for name, weight in self.named_parameters():
            if weight.ndim == 2:
                deep = name.endswith(("attn_output.weight", "ffn_down.weight"))
                nn.init.normal_(weight, std=0.02 / (2 * shape.layers) ** 0.5 if deep else 0.02)

    def forward(self, ids: Tensor, wanted: Tensor) -> Tensor:
        """Logits at the places where `wanted` is true, of all sequences in order."""
        x = self.token_embd(ids)
        for block in self.blk:
            x = block(x, self.turns[:, : ids.shape[1]])
        return F.linear(self.output_norm(x[wanted]), self.token_embd.weight)


def rotated(x: Tensor, turns: Tensor) -> Tensor:
    cos, sin = turns
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)
