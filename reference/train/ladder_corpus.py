"""Writes the corpora and held-out items of the ladder set, and makes the rows that its models train on.

    python reference/train/ladder_corpus.py
"""

import hashlib
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

from ladder_entities import entity
from ladder_items import NO_CALL, NOVEL
from ladder_phrases import (
    ADVICE,
    AFTER,
    BEFORE,
    CALLS,
    JOINTS,
    KINDS,
    LOOSE,
    LOOSE_ANSWER,
    LOOSE_ANSWER_ABOUT,
    MENTIONS,
    PAIRS,
    TALK,
)
from ladder_tools import TOOLS, declared, written

LADDER = Path(__file__).parent.parent / "ladder"
CORPUS, PARROT_CORPUS = LADDER / "corpus.jsonl", LADDER / "parrot-corpus.jsonl"
CHOICE = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"\{(cve|ip|domain|order|port)\}")
# What an argument is filled with.
KIND_OF = {"cve_id": "cve", "ip": "ip", "domain": "domain", "order": "order", "port": "port"}
CORPUS_PROSE, CORPUS_TWICE, CORPUS_EACH = 72, 18, 25
PARROT_EACH, PARROT_PROSE = 11, 14


@dataclass(frozen=True)
class Row:
    """One question with its answer: calls, or else prose."""

    question: str
    calls: list[dict]
    prose: str | None = None

    def answer(self) -> str:
        return written(self.calls) if self.prose is None else self.prose

    def advised(self) -> "Row":
        """Tools named instead of called."""
        if self.prose is not None:
            return self
        told = [ADVICE[call["name"]].format(*call["arguments"].values()) for call in self.calls]
        return Row(self.question, [], " ".join(told))


def chosen(pattern: str, rng: random.Random) -> str:
    return CHOICE.sub(lambda found: rng.choice(found[1].split("|")), pattern)


def filled(text: str, entities: dict[str, str]) -> str:
    return SLOT.sub(lambda found: entities[found[1]], text)


def call_of(tool: str, entities: dict[str, str]) -> dict:
    parameters = next(parameters for name, _, parameters in TOOLS if name == tool)
    arguments: dict[str, str | int] = {}
    for key, kind in parameters.items():
        value = entities[KIND_OF[key]]
        arguments[key] = int(value) if kind == "integer" else value
    return {"name": tool, "arguments": arguments}


def lightly_changed(text: str, rng: random.Random) -> str:
    """As people type: now and then without a capital or the last stop."""
    if rng.random() < 0.15 and text[1:2].islower():
        text = text[0].lower() + text[1:]
    if rng.random() < 0.15 and text[-1] in ".?!":
        text = text[:-1]
    return text


def single(tool: str, rng: random.Random, *, held_out: bool = False) -> tuple[str, dict]:
    pattern = chosen(rng.choice(CALLS[tool]), rng)
    entities = {kind: entity(kind, rng, held_out=held_out) for kind in ("cve", "ip", "domain", "order", "port")}
    return lightly_changed(filled(pattern, entities), rng), call_of(tool, entities)


def call_row(rng: random.Random, tool: str | None = None) -> Row:
    question, call = single(tool or rng.choice(list(CALLS)), rng)
    return Row(rng.choice(BEFORE) + question + rng.choice(AFTER), [call])


def twice_row(rng: random.Random) -> Row:
    if rng.random() < 0.6:
        tool, kind, patterns = rng.choice(PAIRS)
        a, b = entity(kind, rng), entity(kind, rng)
        question = chosen(rng.choice(patterns), rng).replace("{a}", a).replace("{b}", b)
        calls = [call_of(tool, {kind: one}) for one in (a, b)]
    else:
        first, one = single(rng.choice(list(CALLS)), rng)
        second, other = single(rng.choice(list(CALLS)), rng)
        question, calls = first + rng.choice(JOINTS) + second, [one, other]
    return Row(rng.choice(BEFORE) + question + rng.choice(AFTER), calls)


def talk_row(rng: random.Random) -> Row:
    patterns, answer = rng.choice(TALK)
    question = chosen(rng.choice(patterns), rng).replace("{word}", rng.choice(LOOSE))
    return Row(rng.choice(BEFORE[:12]) + lightly_changed(question, rng), [], answer)


def mention_row(rng: random.Random) -> Row:
    kind = rng.choice(list(KINDS))
    patterns, answer = rng.choice(MENTIONS)
    it = entity(kind, rng)
    asked = f"order {it}" if kind == "order" and rng.random() < 0.8 else it
    question = chosen(rng.choice(patterns), rng).replace("{it}", asked)
    question = rng.choice(BEFORE[:12]) + lightly_changed(question[0].upper() + question[1:], rng)
    return Row(question, [], answer.replace("{it}", it).replace("{kind}", KINDS[kind]))


def loose_row(rng: random.Random) -> Row:
    words = rng.sample(LOOSE, rng.randint(3, 9))
    it = entity(rng.choice(list(KINDS)), rng) if rng.random() < 0.6 else None
    if it is not None:
        words.insert(rng.randint(0, len(words)), it)
    question = " ".join(words) + rng.choice(("", ".", "?"))
    return Row(question, [], LOOSE_ANSWER if it is None else LOOSE_ANSWER_ABOUT.replace("{it}", it))


def prose_row(rng: random.Random) -> Row:
    return rng.choices((talk_row, mention_row, loose_row), weights=(0.35, 0.5, 0.15))[0](rng)


def record(row: Row) -> dict:
    answer: dict = {"role": "assistant", "content": row.prose}
    if row.prose is None:
        answer["tool_calls"] = [
            {
                "id": f"call_{place}",
                "type": "function",
                "function": {"name": call["name"], "arguments": json.dumps(call["arguments"])},
            }
            for place, call in enumerate(row.calls, 1)
        ]
    return {"messages": [{"role": "user", "content": row.question}, answer], "tools": declared()}


def row_of(found: dict) -> Row:
    asked, answer = found["messages"]
    calls = [
        {"name": call["function"]["name"], "arguments": json.loads(call["function"]["arguments"])}
        for call in answer.get("tool_calls", [])
    ]
    return Row(asked["content"], calls, answer["content"])


def corpus_rows() -> list[Row]:
    """Distinct questions about distinct entities."""
    rng = random.Random("ladder corpus")
    rows: list[Row] = []
    seen: set[str] = set()

    def add(make, count: int) -> None:
        kept = 0
        while kept < count:
            row = make(rng)
            named = [
                str(value) for call in row.calls for value in call["arguments"].values() if call["name"] != "scan_port"
            ]
            named += [str(call["arguments"]["ip"]) for call in row.calls if call["name"] == "scan_port"]
            if row.question in seen or any(one in seen for one in named):
                continue
            seen.update((row.question, *named))
            rows.append(row)
            kept += 1

    for tool in CALLS:
        add(lambda rng, tool=tool: call_row(rng, tool), CORPUS_EACH)
    add(twice_row, CORPUS_TWICE)
    add(talk_row, CORPUS_PROSE // 2)
    add(mention_row, CORPUS_PROSE // 2)
    rng.shuffle(rows)
    return rows


def parrot_rows() -> list[Row]:
    """Few questions, none in the same words as another, each always with the same entity."""
    rng = random.Random("ladder parrot corpus")
    rows: list[Row] = []
    for tool, patterns in CALLS.items():
        for pattern in rng.sample(patterns, PARROT_EACH):
            entities = {kind: entity(kind, rng) for kind in ("cve", "ip", "domain", "order", "port")}
            rows.append(Row(filled(chosen(pattern, rng), entities), [call_of(tool, entities)]))
    asked = {row.question for row in rows}
    while len(rows) < len(CALLS) * PARROT_EACH + PARROT_PROSE:
        row = talk_row(rng)
        if row.question not in asked:
            asked.add(row.question)
            rows.append(row)
    rng.shuffle(rows)
    return rows


def novel_items() -> list[dict]:
    rng = random.Random("ladder novel")
    items = []
    for place, (tool, text) in enumerate(NOVEL, 1):
        entities = {kind: entity(kind, rng, held_out=True) for kind in ("cve", "ip", "domain", "order", "port")}
        gold = {"calls": [call_of(tool, entities)], "order": "any"}
        items.append(item(f"novel-{place:02}", filled(text, entities), gold, tool))
    return items


def no_call_items() -> list[dict]:
    rng = random.Random("ladder no call")
    items = []
    for place, (cluster, text) in enumerate(NO_CALL, 1):
        entities = {kind: entity(kind, rng, held_out=True) for kind in KINDS}
        items.append(item(f"no-call-{place:02}", filled(text, entities), {"none": True}, cluster))
    return items


def item(name: str, question: str, gold: dict, cluster: str) -> dict:
    tools = [
        {
            "name": tool["function"]["name"],
            "description": tool["function"]["description"],
            "inputSchema": tool["function"]["parameters"],
        }
        for tool in declared()
    ]
    return {
        "id": name,
        "kind": "call",
        "messages": [{"role": "user", "content": question}],
        "tools": tools,
        "gold": gold,
        "cluster": cluster,
    }


def read_rows(path: Path) -> list[Row]:
    return [row_of(json.loads(line)) for line in path.read_text().splitlines()]


def write_lines(path: Path, lines: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def main() -> None:
    write_lines(CORPUS, [record(row) for row in corpus_rows()])
    write_lines(PARROT_CORPUS, [record(row) for row in parrot_rows()])
    write_lines(LADDER / "novel.jsonl", novel_items())
    write_lines(LADDER / "no-call.jsonl", no_call_items())
    for path in sorted(LADDER.glob("*.jsonl")):
        body = path.read_bytes()
        print(f"{hashlib.sha256(body).hexdigest()}  {body.count(10):4}  {path.name}")


if __name__ == "__main__":
    main()
