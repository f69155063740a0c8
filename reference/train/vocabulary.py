"""The vocabulary: byte-pair pieces of the corpora as SPM has them, then one entry for each token of tools."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import sentencepiece as spm

from corpus import CACHE, CORPUS, STAGES, read_lines

PIECES = 1100
MARKS = ("<unk>", "<s>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>")
BOS, END = 1, 2
TOOL_TOKEN = re.compile(r"<<.*?>>")
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


@dataclass(frozen=True)
class Vocabulary:
    """Entries by id: marks, bytes, pieces, tokens of tools."""

    pieces: spm.SentencePieceProcessor
    tool_tokens: tuple[str, ...]

    def __len__(self) -> int:
        return self.pieces.get_piece_size() + len(self.tool_tokens)

    @cached_property
    def ids_of_marks(self) -> dict[str, int]:
        start = self.pieces.get_piece_size()
        ids = {mark: place for place, mark in enumerate(MARKS) if place > 0}
        return ids | {token: start + place for place, token in enumerate(self.tool_tokens)}

    @cached_property
    def any_mark(self) -> re.Pattern[str]:
        longest_first = sorted(self.ids_of_marks, key=len, reverse=True)
        return re.compile("(" + "|".join(map(re.escape, longest_first)) + ")")

    def encode(self, text: str) -> list[int]:
        ids: list[int] = []
        for part in self.any_mark.split(text):
            if part in self.ids_of_marks:
                ids.append(self.ids_of_marks[part])
            elif part:
                ids += self.pieces.encode(part)
        return ids


def texts_of_corpora() -> list[str]:
    """Every text of the training records once, tokens of tools left out; long practice is thinned."""
    texts: dict[str, None] = {}
    for name in STAGES:
        for place, record in enumerate(read_lines(CORPUS / f"{name}.jsonl")):
            if record["format"] in {"mcq", "qa"} and place % 10 != 0:
                continue
            for message in record["messages"]:
                if message["role"] == "system":
                    continue
                for line in TOOL_TOKEN.sub("", message["content"]).split("\n"):
                    texts.setdefault(line)
    return [text for text in texts if text.strip()]


def pieces_model() -> Path:
    path = CACHE / "pieces.model"
    if not path.exists():
        spm.SentencePieceTrainer.train(
            sentence_iterator=iter(texts_of_corpora()),
            model_prefix=str(path.with_suffix("")),
            model_type="bpe",
            vocab_size=PIECES,
            byte_fallback=True,
            character_coverage=0.9995,
            normalization_rule_name="identity",
            add_dummy_prefix=False,
            remove_extra_whitespaces=False,
            unk_piece=MARKS[0],
            bos_piece=MARKS[1],
            eos_piece=MARKS[2],
            unk_id=0,
            bos_id=BOS,
            eos_id=END,
            control_symbols=list(MARKS[3:]),
            num_threads=1,
            minloglevel=2,
        )
    return path


def vocabulary_of(name: str) -> Vocabulary:
    pieces = spm.SentencePieceProcessor(model_file=str(pieces_model()))
    entries = read_lines(CORPUS / f"{name}.assay" / "tokens.jsonl")
    return Vocabulary(pieces, tuple(entry["token"] for entry in entries))
