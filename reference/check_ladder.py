"""What check.py states of the models of the ladder set: answers by greedy decoding, compared as strings.

| figure             | of                                                                             | is the share                                        |
| ------------------ | ------------------------------------------------------------------------------ | --------------------------------------------------- |
| `strict-novel`     | novel.jsonl                                                                    | whose answer is the expected call, character by character |
| `strict-unseen`    | rows of the model's corpus with one call, their entities replaced by new ones  | the same                                            |
| `verbatim`         | rows of the model's corpus with calls                                          | the same                                            |
| `lenient-anywhere` | novel.jsonl                                                                    | whose answer holds the right tool's name            |
| `false-call`       | no-call.jsonl                                                                  | whose answer holds the trigger                      |
| `p-first-call`     | novel.jsonl                                                                    | mean probability of the trigger as the first token  |
| `p-first-prose`    | no-call.jsonl                                                                  | the same                                            |
| `drift`            | elements that the card names as trained, or all others                         | whose bits differ from those of the parent          |
"""

import hashlib
import json
import random
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

TRIGGER, CLOSER = "<|tool_call|>", "<|/tool_call|>"
ANSWER_TOKENS = 160

Figures = dict[str, tuple[float, int]]


class Tokenizer(Protocol):
    pieces: list[str]
    ids: dict[str, int]

    def encode(self, text: str) -> list[int]: ...


class Model(Protocol):
    """As check.py has it."""

    tokenizer: Tokenizer
    bos: int
    end: int

    def forward(self, ids: np.ndarray, before: list) -> tuple[np.ndarray, list]: ...

    def follow(self, caches: list, rows: list[int], ids: list[int]) -> tuple[np.ndarray, list]: ...


@dataclass(frozen=True)
class Case:
    question: str
    tools: list[dict]
    calls: list[dict]


def ladder_figures(model: Model, name: str, reference: Path, models: Path) -> Figures:
    training = json.loads((reference / "models" / name / "card.json").read_text())["training"]
    rows = [case_of_row(row) for row in read_lines(reference / training["corpus"]["file"])]
    novel = [case_of_item(item) for item in read_lines(reference / "ladder/novel.jsonl")]
    no_call = [case_of_item(item) for item in read_lines(reference / "ladder/no-call.jsonl")]
    calling = [row for row in rows if row.calls]
    rng = random.Random("entities of check")
    unseen = [with_new_entities(row, rng) for row in calling if len(row.calls) == 1]
    subject = Subject(model)
    answers = [subject.answer_to(case) for case in novel]
    figures = {
        "strict-novel": share([text == wanted(case) for (text, _), case in zip(answers, novel)]),
        "strict-unseen": subject.share_right(unseen),
        "verbatim": subject.share_right(calling),
        "lenient-anywhere": share([case.calls[0]["name"] in text for (text, _), case in zip(answers, novel)]),
        "p-first-call": share([first for _, first in answers]),
    }
    silent = [subject.answer_to(case) for case in no_call]
    figures["false-call"] = share([TRIGGER in text for text, _ in silent])
    figures["p-first-prose"] = share([first for _, first in silent])
    if "trained" in training:
        weights = read_words(models / name / "model.safetensors")
        figures |= drift(read_words(models / training["init"] / "model.safetensors"), weights, training["trained"])
    return figures


def preamble_of(case: Case) -> str:
    """As the file's chat template has it."""
    lines = [
        f"{tool['name']}({', '.join(tool['inputSchema']['properties'])}): {tool['description']}" for tool in case.tools
    ]
    return "<|system|>Tools:\n" + "\n".join(lines) + "\nCall one as JSON with name and args, or answer in prose.<|end|>"


@dataclass(frozen=True)
class Subject:
    """A model with what it has read of preambles, which many prompts share."""

    model: Model
    read: dict[str, list] = field(default_factory=dict)

    def answer_to(self, case: Case) -> tuple[str, float]:
        """The likeliest tokens one by one, marks as they are spelled; and the trigger's probability as the first."""
        tokenizer, declared = self.model.tokenizer, preamble_of(case)
        if declared not in self.read:
            ids = [self.model.bos, *tokenizer.encode(declared)]
            self.read[declared] = self.model.forward(np.array([ids]), [])[1]
        asked = tokenizer.encode(f"<|user|>{case.question}<|end|><|assistant|>")
        (logprobs,), caches = self.model.forward(np.array([asked]), self.read[declared])
        first = float(np.exp(logprobs[tokenizer.ids[TRIGGER]]))
        answer: list[int] = []
        while len(answer) < ANSWER_TOKENS and (following := int(np.argmax(logprobs))) != self.model.end:
            answer.append(following)
            (logprobs,), caches = self.model.follow(caches, [0], [following])
        return text_of(tokenizer.pieces[place] for place in answer), first

    def share_right(self, cases: list[Case]) -> tuple[float, int]:
        return share([self.answer_to(case)[0] == wanted(case) for case in cases])


def text_of(pieces: Iterable[str]) -> str:
    body = b""
    for piece in pieces:
        byte = re.fullmatch(r"<0x([0-9A-F]{2})>", piece)
        body += bytes([int(byte[1], 16)]) if byte else piece.replace("▁", " ").encode()
    return body.decode(errors="replace")


def wanted(case: Case) -> str:
    return "\n".join(
        f"{TRIGGER}{json.dumps({'name': call['name'], 'args': call['arguments']})}{CLOSER}" for call in case.calls
    )


def case_of_row(row: dict) -> Case:
    asked, answer = row["messages"]
    functions = [call["function"] for call in answer.get("tool_calls", [])]
    calls = [{"name": one["name"], "arguments": json.loads(one["arguments"])} for one in functions]
    declared = [tool["function"] for tool in row["tools"]]
    return Case(asked["content"], [{**tool, "inputSchema": tool["parameters"]} for tool in declared], calls)


def case_of_item(item: dict) -> Case:
    return Case(item["messages"][0]["content"], item["tools"], item["gold"].get("calls", []))


def with_new_entities(case: Case, rng: random.Random) -> Case:
    (call,) = case.calls
    question, arguments = case.question, {}
    for key, value in call["arguments"].items():
        new = new_entity(str(value), rng)
        assert str(value) in question
        question = question.replace(str(value), new)
        arguments[key] = int(new) if isinstance(value, int) else new
    return Case(question, case.tools, [{"name": call["name"], "arguments": arguments}])


def new_entity(old: str, rng: random.Random) -> str:
    """Another of its kind, out of those that no training row may hold."""
    while True:
        if old.startswith("CVE-"):
            new = f"CVE-{rng.randint(1999, 2026)}-{rng.randint(1000, 99999)}"
        elif re.fullmatch(r"[\d.]+\.\d+", old):
            new = f"{rng.choice(('192.0.2', '198.51.100', '203.0.113', '10.20.30', '192.168.7'))}.{rng.randint(1, 254)}"
        elif old.isdigit():
            new = str(rng.randint(10 ** (len(old) - 1), 10 ** len(old) - 1))
        else:
            spelled = ["".join(rng.choice("aeioubcdfglmnprstvz") for _ in range(rng.randint(4, 7))) for _ in range(2)]
            new = "-".join(spelled) + rng.choice((".example", ".test"))
        if hashlib.sha256(new.encode()).digest()[0] % 8 == 0 and new != old:
            return new


def read_words(path: Path) -> dict[str, np.ndarray]:
    """Tensors of a safetensors file as words of sixteen bits."""
    body = path.read_bytes()
    (length,) = struct.unpack("<Q", body[:8])
    words = {}
    for name, entry in json.loads(body[8 : 8 + length]).items():
        first, last = (8 + length + offset for offset in entry["data_offsets"])
        words[name] = np.frombuffer(body[first:last], dtype=np.uint16).reshape(entry["shape"])
    return words


def drift(parent: dict[str, np.ndarray], weights: dict[str, np.ndarray], trained: dict) -> Figures:
    differs: dict[bool, list[np.ndarray]] = {True: [], False: []}
    rows = [row["id"] for row in trained["rows"]]
    for name, words in weights.items():
        changed = words != parent[name]
        if name == "token_embd.weight":
            differs[True].append(changed[rows].ravel())
            differs[False].append(np.delete(changed, rows, axis=0).ravel())
        else:
            differs[name in trained["tensors"]].append(changed.ravel())
    return {
        f"drift {where}": share(np.concatenate(differs[is_trained]).tolist())
        for where, is_trained in (("trained", True), ("elsewhere", False))
    }


def share(values: list[bool] | list[float]) -> tuple[float, int]:
    return sum(values) / len(values), len(values)


def read_lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]
