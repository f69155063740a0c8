"""The vocabulary of the ladder set: marks, bytes, and joined letters, so that entities are spelled alike everywhere."""

import random
import re
from collections import Counter
from functools import cache

import gguf
from ladder_corpus import call_row, prose_row, twice_row
from ladder_tools import ASSISTANT, CLOSER, END, SYSTEM, TRIGGER, USER, preamble

MARKS = ("<unk>", "<s>", END, SYSTEM, USER, ASSISTANT, "<|tool|>", TRIGGER, CLOSER)
BOS, END_ID = 1, 2
BYTES_AT = len(MARKS)
SPACE_AT = BYTES_AT + 256
JOINED = 320
SAMPLE = 6000
ENTITY = re.compile(r"\S*\d\S*|\S+\.(?:example|test|invalid)\S*")
RUN = re.compile(r"[A-Za-z]+|[^A-Za-z]")
ANY_MARK = re.compile("(" + "|".join(re.escape(mark) for mark in MARKS[1:]) + ")")


def words() -> Counter[str]:
    """Runs of letters in what is asked and answered, entities left out."""
    rng = random.Random("ladder vocabulary")
    found: Counter[str] = Counter()
    for place in range(SAMPLE):
        row = (call_row, prose_row, call_row, prose_row, twice_row)[place % 5](rng)
        for text in (row.question, row.answer(), row.advised().answer()):
            found.update(re.findall(r"[A-Za-z]+", ENTITY.sub(" ", ANY_MARK.sub(" ", text))))
    found.update(re.findall(r"[A-Za-z]+", preamble()) * 20)
    return found


@cache
def joined() -> tuple[str, ...]:
    """Byte-pair joining of letters: the most frequent pair first, of equals the first by letters."""
    spelled = {word: list(word) for word in words()}
    counts = words()
    result: list[str] = []
    while len(result) < JOINED:
        pairs: Counter[tuple[str, str]] = Counter()
        for word, parts in spelled.items():
            for pair in zip(parts, parts[1:]):
                pairs[pair] += counts[word]
        (left, right), _ = min(pairs.items(), key=lambda entry: (-entry[1], entry[0]))
        if left + right not in result:
            result.append(left + right)
        for word, parts in spelled.items():
            at = 0
            while at < len(parts) - 1:
                if parts[at] == left and parts[at + 1] == right:
                    parts[at : at + 2] = [left + right]
                at += 1
    return tuple(result)


@cache
def ranks() -> dict[str, int]:
    return {piece: place for place, piece in enumerate(joined())}


def size() -> int:
    return SPACE_AT + 1 + JOINED


@cache
def ids_of_run(run: str) -> tuple[int, ...]:
    if run == " ":
        return (SPACE_AT,)
    parts = list(run)
    while True:
        pairs = [(ranks()[a + b], place) for place, (a, b) in enumerate(zip(parts, parts[1:])) if a + b in ranks()]
        if not pairs:
            break
        _, at = min(pairs)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    ids: list[int] = []
    for part in parts:
        ids += [SPACE_AT + 1 + ranks()[part]] if part in ranks() else [BYTES_AT + byte for byte in part.encode()]
    return tuple(ids)


def encode(text: str) -> list[int]:
    """Marks in the text are marks."""
    ids: list[int] = []
    for part in ANY_MARK.split(text):
        if part in MARKS:
            ids.append(MARKS.index(part))
        else:
            for run in RUN.findall(part):
                ids += ids_of_run(run)
    return ids


def entries() -> tuple[list[str], list[float], list[int]]:
    """Tokens, scores and kinds as GGUF has them."""
    tokens = [*MARKS, *(f"<0x{byte:02X}>" for byte in range(256)), "▁", *joined()]
    scores = [0.0] * SPACE_AT + [-float(JOINED + 1)] + [-float(place) for place in range(JOINED)]
    kinds = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.CONTROL] * (len(MARKS) - 1)
    kinds += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * (1 + JOINED)
    return tokens, scores, kinds
