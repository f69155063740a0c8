"""Trains a reference model from scratch and writes its GGUF file; goes on where it was stopped.

    python reference/train/train.py flat-s1

Needs the records of corpus.py, and for Stage 2 the weights of the Stage 1 that it starts from.
"""

import argparse
import json
import math
import random
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from corpus import CACHE, CORPUS, read_lines
from gguf_file import new_model, read_weights, write_gguf
from model import Llama
from tools import REFERENCE
from vocabulary import Vocabulary, vocabulary_of

SEED = 5
# One thread each: several models train side by side, and small matrices gain little from more.
THREADS = 1
CHECKPOINT_EVERY = 50


@dataclass(frozen=True)
class Plan:
    """How a model is trained. `mix`: share of each format in a batch, in expectation."""

    steps: int
    rate: float
    mix: dict[str, float]
    init: str | None = None
    batch: int = 32
    warm_up: int = 50
    weight_decay: float = 0.1
    dropout: float = 0.1
    gradient_norm: float = 1.0


STAGE_ONE_FLAT = {"f1": 0.2, "f2": 0.2, "f3": 0.15, "mcq": 0.3, "qa": 0.15}
STAGE_ONE_HIERARCHICAL = {"f1": 0.14, "f2": 0.16, "f3": 0.1, "f4": 0.08, "f5": 0.07, "mcq": 0.3, "qa": 0.15}
PLANS = {
    "flat-s1": Plan(steps=1200, rate=2e-3, mix=STAGE_ONE_FLAT),
    "hier-s1": Plan(steps=1200, rate=2e-3, mix=STAGE_ONE_HIERARCHICAL),
    "flat-s2": Plan(steps=500, rate=1e-3, mix={"query": 1.0}, init="flat-s1"),
    "hier-s2": Plan(steps=500, rate=1e-3, mix={"query": 1.0}, init="hier-s1"),
    "flat-s2-realistic": Plan(steps=500, rate=1e-3, mix={"query": 1.0}, init="flat-s1"),
}
# A bare user's turn is answered with a tool; the other formats are told apart by their system message.
WITHOUT_SYSTEM = {"f1", "query"}


@dataclass(frozen=True)
class Example:
    ids: list[int]
    answer_at: int


def example_of(record: dict, vocabulary: Vocabulary) -> Example:
    messages = record["messages"]
    if record["format"] in WITHOUT_SYSTEM:
        messages = [message for message in messages if message["role"] != "system"]
    *asked, answer = messages
    prompt = "<s>" + "".join(f"<|{message['role']}|>{message['content']}<|end|>" for message in asked) + "<|assistant|>"
    ids = vocabulary.encode(prompt)
    return Example(ids + vocabulary.encode(answer["content"] + "<|end|>"), len(ids))


def batch_of(examples: dict[str, list[Example]], plan: Plan, step: int) -> list[Example]:
    rng = random.Random(f"{SEED} batch {step}")
    formats = rng.choices(list(plan.mix), weights=list(plan.mix.values()), k=plan.batch)
    return [rng.choice(examples[kind]) for kind in formats]


def learn_from(model: Llama, batch: list[Example]) -> float:
    """Adds the gradients of a batch: cross-entropy of answers, of which one of n tokens weighs as √n of one.

    The shorter half goes first, so that less is padded.
    """
    by_length = sorted(batch, key=lambda example: len(example.ids))
    whole = sum((len(example.ids) - example.answer_at) ** 0.5 for example in batch)
    total = 0.0
    for part in (by_length[: len(batch) // 2], by_length[len(batch) // 2 :]):
        loss = loss_of(model, part) / whole
        loss.backward()
        total += loss.item()
    return total


def loss_of(model: Llama, batch: list[Example]) -> Tensor:
    length = max(len(example.ids) for example in batch) - 1
    ids = torch.zeros(len(batch), length, dtype=torch.long)
    wanted = torch.zeros(len(batch), length, dtype=torch.bool)
    targets: list[int] = []
    weights: list[float] = []
    for row, example in enumerate(batch):
        ids[row, : len(example.ids) - 1] = torch.tensor(example.ids[:-1])
        wanted[row, example.answer_at - 1 : len(example.ids) - 1] = True
        answer = example.ids[example.answer_at :]
        targets += answer
        weights += [len(answer) ** -0.5] * len(answer)
    losses = F.cross_entropy(model(ids, wanted), torch.tensor(targets), reduction="none")
    return (losses * torch.tensor(weights)).sum()


def rate_at(step: int, plan: Plan) -> float:
    """Linear warm-up, then a cosine down to a twentieth."""
    if step < plan.warm_up:
        return plan.rate * (step + 1) / plan.warm_up
    done = (step - plan.warm_up) / (plan.steps - plan.warm_up)
    return plan.rate * (0.05 + 0.95 * (1 + math.cos(math.pi * done)) / 2)


def optimiser_of(model: Llama, plan: Plan) -> torch.optim.AdamW:
    weights = list(model.parameters())
    groups = [
        {"params": [weight for weight in weights if weight.ndim == 2], "weight_decay": plan.weight_decay},
        {"params": [weight for weight in weights if weight.ndim < 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.95))


def train(name: str, plan: Plan, models: Path, checkpoint: Path) -> None:
    torch.set_num_threads(THREADS)
    torch.manual_seed(SEED)
    vocabulary = vocabulary_of(name)
    model = new_model(vocabulary, plan.dropout)
    if plan.init is not None:
        model.load_state_dict(read_weights(models / plan.init / "model.gguf"))
    optimiser = optimiser_of(model, plan)
    first, seconds = 0, 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        first, seconds = saved["step"], saved["seconds"]
    examples: dict[str, list[Example]] = {kind: [] for kind in plan.mix}
    for record in read_lines(CORPUS / f"{name}.jsonl"):
        examples[record["format"]].append(example_of(record, vocabulary))
    model.train()
    for step in range(first, plan.steps):
        started = time.monotonic()
        torch.manual_seed(SEED * 1_000_000 + step)
        for group in optimiser.param_groups:
            group["lr"] = rate_at(step, plan)
        optimiser.zero_grad()
        loss = learn_from(model, batch_of(examples, plan, step))
        torch.nn.utils.clip_grad_norm_(model.parameters(), plan.gradient_norm)
        optimiser.step()
        seconds += time.monotonic() - started
        if (step + 1) % CHECKPOINT_EVERY == 0 or step + 1 == plan.steps:
            state = {
                "model": model.state_dict(),
                "optimiser": optimiser.state_dict(),
                "step": step + 1,
                "seconds": seconds,
            }
            checkpoint.parent.mkdir(parents=True, exist_ok=True)
            torch.save(state, checkpoint.with_suffix(".part"))
            checkpoint.with_suffix(".part").replace(checkpoint)
            print(json.dumps({"step": step + 1, "loss": round(loss, 4), "minutes": round(seconds / 60, 2)}), flush=True)
    write_gguf(models / name / "model.gguf", name, model, vocabulary)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=PLANS)
    parser.add_argument("--models", type=Path, default=REFERENCE / "models", help="where the models are")
    options = parser.parse_args()
    plan = PLANS[options.name]
    print(json.dumps(asdict(plan)), flush=True)
    train(options.name, plan, options.models, CACHE / "checkpoints" / f"{options.name}.pt")


if __name__ == "__main__":
    main()
