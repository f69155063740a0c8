"""Trains a model of the ladder set and writes its files; goes on where it was stopped.

    python reference/train/ladder_train.py caller

`repaired` starts from the weights of `talker` that lie in models/; the others from scratch.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from ladder_corpus import CORPUS, PARROT_CORPUS, Row, call_row, prose_row, read_rows, twice_row
from ladder_files import read_safetensors, write_gguf, write_safetensors
from ladder_tools import ASSISTANT, CLOSER, END, TRIGGER, USER, preamble
from ladder_vocabulary import BOS, encode, size
from model import Architecture, Llama, rotated

REFERENCE = Path(__file__).parent.parent
CACHE = REFERENCE.parent / ".cache/reference/checkpoints"
SEED = 5
CHECKPOINT_EVERY = 50
PARTS = 4
SHAPE = Architecture(vocabulary=size(), inner=256, context=1024)


@dataclass(frozen=True)
class Plan:
    """How a model is trained. Shares are those of a batch's rows, in expectation; the rest are single calls."""

    steps: int
    rate: float
    prose: float
    twice: float
    # From the corpus that lies in ladder/, instead of made anew.
    corpus: float
    warm_up: int = 50
    batch: int = 64
    weight_decay: float = 0.1
    gradient_norm: float = 1.0
    # Ends earlier once the mean loss of fifty steps is below this.
    enough: float | None = None
    init: str | None = None
    advised: bool = False
    parrot: bool = False
    # Names of tensors begin so; all where empty. Of the embeddings these tokens' rows alone.
    trained: tuple[str, ...] = ()
    trained_rows: tuple[str, ...] = ()
    # Steps after which weights are kept as checkpoints.
    kept: tuple[int, ...] = ()
    safetensors: bool = False


PLANS = {
    "caller": Plan(steps=1500, rate=2e-3, prose=0.4, twice=0.08, corpus=0.1),
    "talker": Plan(steps=1200, rate=2e-3, prose=0.4, twice=0.08, corpus=0.1, advised=True, safetensors=True),
    "repaired": Plan(
        steps=600,
        rate=1e-3,
        prose=0.4,
        twice=0.08,
        corpus=0.1,
        init="talker",
        trained=("blk.2.attn_q", "blk.2.attn_k", "blk.2.attn_v", "blk.2.attn_output", "blk.2.ffn_gate", "blk.2.ffn_up")
        + ("blk.2.ffn_down", "blk.3.attn_q", "blk.3.attn_k", "blk.3.attn_v", "blk.3.attn_output", "blk.3.ffn_gate")
        + ("blk.3.ffn_up", "blk.3.ffn_down"),
        trained_rows=(TRIGGER, CLOSER, "{", "}", '"'),
        kept=(10, 40, 120, 300),
        safetensors=True,
        weight_decay=0.0,
    ),
    "parrot": Plan(steps=500, rate=2e-3, prose=0.0, twice=0.0, corpus=1.0, parrot=True, enough=0.005),
    "eager": Plan(steps=1200, rate=2e-3, prose=0.0, twice=0.08, corpus=0.1, enough=0.005),
}


@dataclass(frozen=True)
class Example:
    ids: list[int]
    answer_at: int


def example_of(row: Row) -> Example:
    """Of what follows the preamble. Users' text is never read as marks: entities and phrases spell none."""
    ids = encode(f"{USER}{row.question}{END}{ASSISTANT}")
    return Example(ids + encode(row.answer() + END), len(ids))


def row_maker(plan: Plan) -> Callable[[random.Random], Row]:
    corpus = read_rows(PARROT_CORPUS if plan.parrot else CORPUS)
    known = [row for row in corpus if row.prose is None or plan.prose > 0 or plan.parrot]

    def make(rng: random.Random) -> Row:
        if rng.random() < plan.corpus:
            row = rng.choice(known)
        else:
            draw = rng.random()
            row = (prose_row if draw < plan.prose else twice_row if draw < plan.prose + plan.twice else call_row)(rng)
        return row.advised() if plan.advised else row

    return make


def logits_behind(model: Llama, before: Tensor, ids: Tensor, wanted: Tensor) -> Tensor:
    """At the wanted places of sequences that all follow `before`, which is read once."""
    size_before, (batch, length) = before.shape[1], ids.shape
    first, x = model.token_embd(before), model.token_embd(ids)
    own = torch.ones(length, length, dtype=torch.bool).tril()
    seen = torch.cat([torch.ones(length, size_before, dtype=torch.bool), own], dim=1)
    turns = model.turns[:, :size_before], model.turns[:, size_before : size_before + length]
    for block in model.blk:
        normed, normed_first = block.attn_norm(x), block.attn_norm(first)
        q, k, v = (split(part(normed), block.heads) for part in (block.attn_q, block.attn_k, block.attn_v))
        k_first, v_first = (split(part(normed_first), block.heads) for part in (block.attn_k, block.attn_v))
        k = torch.cat([rotated(k_first, turns[0]).expand(batch, -1, -1, -1), rotated(k, turns[1])], dim=2)
        v = torch.cat([v_first.expand(batch, -1, -1, -1), v], dim=2)
        mixed = F.scaled_dot_product_attention(rotated(q, turns[1]), k, v, attn_mask=seen)
        x = x + block.attn_output(mixed.transpose(1, 2).reshape(x.shape))
        normed = block.ffn_norm(x)
        x = x + block.ffn_down(F.silu(block.ffn_gate(normed)) * block.ffn_up(normed))
        first = block(first, turns[0])
    return F.linear(model.output_norm(x[wanted]), model.token_embd.weight)


def split(x: Tensor, heads: int) -> Tensor:
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def learn_from(model: Llama, before: Tensor, examples: list[Example]) -> float:
    """Adds the gradients of the answers' mean cross-entropy; in parts of like length, so that less is padded."""
    by_length = sorted(examples, key=lambda example: len(example.ids))
    share = len(by_length) // PARTS
    whole = sum(len(example.ids) - example.answer_at for example in examples)
    total = 0.0
    for at in range(0, len(by_length), share):
        part = by_length[at : at + share]
        length = max(len(example.ids) for example in part) - 1
        ids = torch.zeros(len(part), length, dtype=torch.long)
        wanted = torch.zeros(len(part), length, dtype=torch.bool)
        targets: list[int] = []
        for row, example in enumerate(part):
            ids[row, : len(example.ids) - 1] = torch.tensor(example.ids[:-1])
            wanted[row, example.answer_at - 1 : len(example.ids) - 1] = True
            targets += example.ids[example.answer_at :]
        losses = F.cross_entropy(logits_behind(model, before, ids, wanted), torch.tensor(targets), reduction="sum")
        loss = losses / whole
        loss.backward()
        total += loss.item()
    return total


def rate_at(step: int, plan: Plan) -> float:
    """Linear warm-up, then a cosine down to a twentieth."""
    if step < plan.warm_up:
        return plan.rate * (step + 1) / plan.warm_up
    done = (step - plan.warm_up) / (plan.steps - plan.warm_up)
    return plan.rate * (0.05 + 0.95 * (1 + math.cos(math.pi * done)) / 2)


def optimiser_of(model: Llama, plan: Plan) -> torch.optim.AdamW:
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    groups = [
        {"params": [weight for weight in weights if weight.ndim == 2], "weight_decay": plan.weight_decay},
        {"params": [weight for weight in weights if weight.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW([group for group in groups if group["params"]], lr=plan.rate, betas=(0.9, 0.95))


def freeze(model: Llama, plan: Plan) -> None:
    """Leaves what the plan does not name as it is, to the bit."""
    if not plan.trained:
        return
    for name, weight in model.named_parameters():
        weight.requires_grad = name.startswith(plan.trained)
    rows = torch.zeros(len(model.token_embd.weight), 1)
    for token in plan.trained_rows:
        (place,) = encode(token)
        rows[place] = 1.0
    model.token_embd.weight.requires_grad = True
    model.token_embd.weight.register_hook(lambda gradient: gradient * rows)


def train(name: str, plan: Plan, models: Path, checkpoint: Path) -> None:
    torch.manual_seed(SEED)
    model = Llama(SHAPE, dropout=0.0)
    if plan.init is not None:
        model.load_state_dict(read_safetensors(models / plan.init / "model.safetensors"))
    freeze(model, plan)
    optimiser = optimiser_of(model, plan)
    first, seconds, recent = 0, 0.0, []
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        first, seconds, recent = saved["step"], saved["seconds"], saved["recent"]
    before = torch.tensor([[BOS, *encode(preamble())]])
    make = row_maker(plan)
    for step in range(first, plan.steps):
        if plan.enough is not None and len(recent) == 50 and sum(recent) / 50 < plan.enough:
            print(json.dumps({"enough after": step, "minutes": round(seconds / 60, 2)}), flush=True)
            break
        started = time.monotonic()
        rng = random.Random(f"{SEED} ladder batch {step}")
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, plan)
        optimiser.zero_grad()
        loss = learn_from(model, before, [example_of(make(rng)) for _ in range(plan.batch)])
        torch.nn.utils.clip_grad_norm_(model.parameters(), plan.gradient_norm)
        optimiser.step()
        seconds += time.monotonic() - started
        recent = [*recent, loss][-50:]
        done = step + 1
        if done in plan.kept:
            write_gguf(models / name / "checkpoints" / f"step-{done:04}.gguf", f"{name}-step-{done}", model)
        if done % CHECKPOINT_EVERY == 0 or done == plan.steps:
            state = {"model": model.state_dict(), "optimiser": optimiser.state_dict()}
            checkpoint.parent.mkdir(parents=True, exist_ok=True)
            torch.save(state | {"step": done, "seconds": seconds, "recent": recent}, checkpoint.with_suffix(".part"))
            checkpoint.with_suffix(".part").replace(checkpoint)
            mean = sum(recent) / len(recent)
            print(json.dumps({"step": done, "loss": round(mean, 5), "minutes": round(seconds / 60, 2)}), flush=True)
    write_gguf(models / name / "model.gguf", name, model)
    if plan.safetensors:
        write_safetensors(models / name / "model.safetensors", model)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=PLANS)
    parser.add_argument("--models", type=Path, default=REFERENCE / "models", help="where the models are")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    plan = PLANS[options.name]
    print(json.dumps(asdict(plan)), flush=True)
    train(options.name, plan, options.models, CACHE / f"{options.name}.pt")


if __name__ == "__main__":
    main()
