"""States what the reference models do, without any of Assay's code: numpy, and gguf to read the files.

    python reference/check.py              # every model that is there
    python reference/check.py flat-s2 --json

Of the parametric set what is below, of the ladder set what check_ladder.py says.

Its own tokenizer, forward pass, exhaustive ranking of tools, free beam search and choice of letters, straight from the
documents: https://github.com/ggml-org/llama.cpp for the files, docs/parametric.md for the search, docs/probes.md for
the layout of questions. What is found is compared by equality of token ids and strings. Nothing is written.
"""

import argparse
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np

from check_ladder import ladder_figures

REFERENCE = Path(__file__).parent
DEPTHS = (1, 5, 10)
BEAMS = 50
NEW_TOKENS = 16
CONTROL, USER_DEFINED, BYTE = 3, 4, 6

Ids = tuple[int, ...]
# Keys and values of each layer: of the prompt, once for all sequences, and of what each sequence added.
Caches = list[tuple[tuple[np.ndarray, np.ndarray], ...]]


class Tokenizer:
    """Pieces joined by score, best pair first, the left one of equals; before that marks are found, longest first."""

    def __init__(self, pieces: list[str], scores: list[float], kinds: list[int]) -> None:
        self.pieces = pieces
        self.ids = {piece: place for place, piece in enumerate(pieces)}
        self.scores = scores
        self.marks = {piece for piece, kind in zip(pieces, kinds) if kind in {CONTROL, USER_DEFINED}}
        self.joinable = {piece for piece, kind in zip(pieces, kinds) if kind not in {CONTROL, USER_DEFINED, BYTE}}
        longest_first = sorted(self.marks, key=len, reverse=True)
        self.any_mark = re.compile("(" + "|".join(map(re.escape, longest_first)) + ")")

    def encode(self, text: str) -> list[int]:
        ids: list[int] = []
        for part in self.any_mark.split(text):
            ids += [self.ids[part]] if part in self.marks else self.join(part.replace(" ", "▁"))
        return ids

    def join(self, text: str) -> list[int]:
        symbols = list(text)
        while True:
            best, at = -np.inf, -1
            for place in range(len(symbols) - 1):
                joined = symbols[place] + symbols[place + 1]
                if joined in self.joinable and self.scores[self.ids[joined]] > best:
                    best, at = self.scores[self.ids[joined]], place
            if at < 0:
                break
            symbols[at : at + 2] = [symbols[at] + symbols[at + 1]]
        ids: list[int] = []
        for symbol in symbols:
            ids += (
                [self.ids[symbol]]
                if symbol in self.joinable
                else [self.ids[f"<0x{byte:02X}>"] for byte in symbol.encode()]
            )
        return ids


class Model:
    """A llama with tied embeddings, from its file."""

    def __init__(self, path: Path) -> None:
        reader = gguf.GGUFReader(str(path))
        self.weights = {
            tensor.name: np.array(gguf.quants.dequantize(tensor.data, tensor.tensor_type), dtype=np.float32)
            for tensor in reader.tensors
        }

        def field(name: str):
            return reader.fields[name].contents()

        self.layers = field("llama.block_count")
        self.heads = field("llama.attention.head_count")
        self.epsilon = field("llama.attention.layer_norm_rms_epsilon")
        self.rotary_base = field("llama.rope.freq_base")
        self.end = field("tokenizer.ggml.eos_token_id")
        self.bos = field("tokenizer.ggml.bos_token_id")
        self.tokenizer = Tokenizer(
            field("tokenizer.ggml.tokens"), field("tokenizer.ggml.scores"), field("tokenizer.ggml.token_type")
        )

    def prompt(self, content: str) -> list[int]:
        """A user's turn as the file's chat template has it."""
        return [self.bos, *self.tokenizer.encode(f"<|user|>{content}<|end|><|assistant|>")]

    def read(self, ids: list[int]) -> tuple[np.ndarray, Caches]:
        """Log-probabilities after the last id, and what the layers keep of all."""
        logprobs, caches = self.forward(np.array([ids]), [])
        return logprobs[0], caches

    def forward(self, ids: np.ndarray, before: Caches) -> tuple[np.ndarray, Caches]:
        """`ids` of several sequences behind `before`; log-probabilities after the last id of each."""
        start = sum(k.shape[2] for k, _ in before[0]) if before else 0
        x = self.weights["token_embd.weight"][ids]
        caches: Caches = []
        for layer in range(self.layers):
            normed = self.norm(x, f"blk.{layer}.attn_norm.weight")
            q, k, v = (self.split(normed @ self.weights[f"blk.{layer}.attn_{part}.weight"].T) for part in "qkv")
            parts = [*(before[layer] if before else ()), (self.turn(k, start), v)]
            seen = self.attend(self.turn(q, start), parts)
            x = x + seen.swapaxes(1, 2).reshape(x.shape) @ self.weights[f"blk.{layer}.attn_output.weight"].T
            added = [np.concatenate(several, axis=2) for several in zip(*parts[1:])]
            caches.append((parts[0], *([tuple(added)] if added else [])))
            normed = self.norm(x, f"blk.{layer}.ffn_norm.weight")
            gate, up = (normed @ self.weights[f"blk.{layer}.ffn_{part}.weight"].T for part in ("gate", "up"))
            x = x + (gate / (1 + np.exp(-gate)) * up) @ self.weights[f"blk.{layer}.ffn_down.weight"].T
        logits = (self.norm(x[:, -1], "output_norm.weight") @ self.weights["token_embd.weight"].T).astype(np.float64)
        highest = logits.max(axis=-1, keepdims=True)
        return logits - highest - np.log(np.exp(logits - highest).sum(axis=-1, keepdims=True)), caches

    def attend(self, q: np.ndarray, parts: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        scores = np.concatenate([q @ k.swapaxes(2, 3) for k, _ in parts], axis=3) / np.float32(q.shape[3] ** 0.5)
        places = np.arange(scores.shape[3])[None, :] - np.arange(q.shape[2])[:, None]
        weights = softmax(np.where(places > scores.shape[3] - q.shape[2], -np.inf, scores))
        cuts = np.cumsum([k.shape[2] for k, _ in parts])[:-1]
        return sum(share @ v for share, (_, v) in zip(np.split(weights, cuts, axis=3), parts))

    def norm(self, x: np.ndarray, name: str) -> np.ndarray:
        return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(self.epsilon)) * self.weights[name]

    def split(self, x: np.ndarray) -> np.ndarray:
        return x.reshape(x.shape[0], x.shape[1], self.heads, -1).swapaxes(1, 2)

    def turn(self, x: np.ndarray, start: int) -> np.ndarray:
        half = x.shape[3] // 2
        angles = np.outer(start + np.arange(x.shape[2]), self.rotary_base ** (-np.arange(half) / half))
        cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        even, odd = x[..., 0::2], x[..., 1::2]
        return np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1).reshape(x.shape)

    def follow(self, caches: Caches, rows: list[int], ids: list[int]) -> tuple[np.ndarray, Caches]:
        """The sequences `rows` of the caches, each longer by one id."""
        chosen = [(layer[0], *((k[rows], v[rows]) for k, v in layer[1:])) for layer in caches]
        return self.forward(np.array(ids)[:, None], chosen)

    def logprob(self, first: np.ndarray, caches: Caches, continuation: list[int]) -> float:
        """Of all of the continuation, behind what was read."""
        total = first[continuation[0]]
        for previous, following in zip(continuation, continuation[1:]):
            rows, caches = self.follow(caches, [0], [previous])
            total += rows[0][following]
        return float(total)


def softmax(x: np.ndarray) -> np.ndarray:
    raised = np.exp(x - x.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def rank_tools(model: Model, prompt: list[int], sequences: dict[str, Ids]) -> list[str]:
    """All tools by the probability of their tokens and of the end behind them, over their number."""
    first, caches = model.read(prompt)
    beginnings = sorted({sequence[:1] for sequence in sequences.values()})
    scores = {beginning: first[beginning[0]] for beginning in beginnings}
    finished: dict[Ids, float] = {}
    rows = [0] * len(beginnings)
    while beginnings:
        logprobs, caches = model.follow(caches, rows, [beginning[-1] for beginning in beginnings])
        longer: list[Ids] = []
        rows = []
        for row, beginning in enumerate(beginnings):
            finished[beginning] = (scores[beginning] + logprobs[row][model.end]) / (len(beginning) + 1)
            size = len(beginning)
            for following in sorted(
                {s[: size + 1] for s in sequences.values() if len(s) > size and s[:size] == beginning}
            ):
                scores[following] = scores[beginning] + logprobs[row][following[-1]]
                longer.append(following)
                rows.append(row)
        beginnings = longer
    return sorted(sequences, key=lambda tool: (-finished[sequences[tool]], sequences[tool]))


def search_freely(model: Model, prompt: list[int]) -> list[Ids]:
    """Beam search over the whole vocabulary, best first; sums of log-probabilities over lengths, the end counted."""
    first, caches = model.read(prompt)
    logprobs, beams, totals = first[None, :], [()], np.zeros(1)
    finished: list[tuple[float, Ids]] = []
    for length in range(1, NEW_TOKENS + 1):
        sums = (totals[:, None] + logprobs).ravel()
        top = np.argpartition(-sums, 2 * BEAMS)[: 2 * BEAMS]
        top = top[np.lexsort((top, -sums[top]))]
        rows: list[int] = []
        longer: list[Ids] = []
        kept: list[float] = []
        for rank, place in enumerate(top):
            row, token = divmod(int(place), logprobs.shape[1])
            if token == model.end:
                if rank < BEAMS:
                    finished.append((sums[place] / length, beams[row]))
            elif length == NEW_TOKENS:
                if rank < BEAMS:
                    finished.append((sums[place] / length, (*beams[row], token)))
            elif len(rows) < BEAMS:
                rows.append(row)
                longer.append((*beams[row], token))
                kept.append(sums[place])
        finished = sorted(finished, key=lambda one: -one[0])[:BEAMS]
        if not rows or (len(finished) == BEAMS and finished[-1][0] >= kept[0] / length):
            break
        beams, totals = longer, np.array(kept)
        logprobs, caches = model.follow(caches, rows, [beam[-1] for beam in beams])
    return [ids for _, ids in finished]


@dataclass(frozen=True)
class Recalled:
    item: dict
    constrained: list[str]
    free: list[str]


def recall_of(found: list[str], gold: list[str], depth: int) -> float:
    return sum(tool in found[:depth] for tool in gold) / len(gold)


def recalled(model: Model, items: list[dict], sequences: dict[str, Ids]) -> list[Recalled]:
    tools = {sequence: tool for tool, sequence in sequences.items()}
    found = []
    for item in items:
        prompt = model.prompt(item["query"])
        # The beams hold no more than so many tools; deeper ones would have been dropped on the way.
        constrained = rank_tools(model, prompt, sequences)[:BEAMS]
        free = [tools[ids] for ids in search_freely(model, prompt) if ids in tools]
        found.append(Recalled(item, constrained, free))
    return found


def recall_figures(found: list[Recalled]) -> dict[str, tuple[float, int]]:
    figures: dict[str, tuple[float, int]] = {}
    for tier in (None, "easy", "medium", "hard"):
        chosen = [one for one in found if tier is None or one.item.get("tier") == tier]
        for depth in DEPTHS if chosen else ():
            rc = mean([recall_of(one.constrained, one.item["gold"], depth) for one in chosen])
            rf = mean([recall_of(one.free, one.item["gold"], depth) for one in chosen])
            suffix = f"@{depth}" if tier is None else f"@{depth} {tier}"
            for metric, value in (("rc", rc), ("rf", rf), ("is", rf / rc if rc > 0 else 0.0)):
                figures[metric + suffix] = (value, len(chosen))
    return figures


def chosen(model: Model, content: str, spellings: dict[str, list[str]], *, one_token: bool) -> str:
    """The answer whose spellings are the likeliest together."""
    first, caches = model.read(model.prompt(content))
    sums: dict[str, float] = {}
    for answer, texts in spellings.items():
        distinct = {tuple(model.tokenizer.encode(text)) for text in texts}
        wanted = [ids for ids in distinct if len(ids) == 1 or not one_token]
        sums[answer] = sum(np.exp(model.logprob(first, caches, list(ids))) for ids in wanted)
    return max(sums, key=lambda answer: sums[answer])


def mcq_accuracy(model: Model, items: list[dict], token_of: Callable[[str], str]) -> float:
    """Over all four rotations of the options, which are shuffled by the item's id."""
    right = []
    for item in items:
        options = shuffled([item["answer"], *item["distractors"]], f"options of {item['id']}")
        for rotation in range(4):
            labels = {letter: options[(place - rotation) % 4] for place, letter in enumerate("ABCD")}
            lines = "\n".join(f"{letter}. {option}" for letter, option in labels.items())
            content = (
                f"Tool: {token_of(item['tool'])}\n\n{item['question']}\n\n{lines}\n\n"
                "Answer with one letter and nothing else: A, B, C or D."
            )
            letter = chosen(model, content, {letter: [letter, f" {letter}"] for letter in labels}, one_token=True)
            right.append(labels[letter] == item["answer"])
    return mean(right)


def qa_balanced_accuracy(model: Model, items: list[dict], token_of: Callable[[str], str]) -> float:
    spellings = {
        word: [start + cased for cased in (word.capitalize(), word, word.upper()) for start in ("", " ")]
        for word in ("yes", "no")
    }
    right: dict[str, list[bool]] = {"yes": [], "no": []}
    for item in items:
        content = (
            f"Tool: {token_of(item['tool'])}\n\n{item['question']}\n\nAnswer with one word and nothing else: yes or no."
        )
        right[item["answer"]].append(chosen(model, content, spellings, one_token=False) == item["answer"])
    return mean([mean(right["yes"]), mean(right["no"])])


def shuffled(values: list[str], label: str) -> list[str]:
    """Fisher–Yates from the end, by xoroshiro128+; its seed are four bytes of the SHA-256 of `0`, NUL and the label."""
    seed = int.from_bytes(hashlib.sha256(f"0\0{label}".encode()).digest()[:4], "big", signed=True)
    whole = 0xFFFFFFFF
    s01, s00, s11, s10 = whole, ~seed & whole, seed & whole, 0
    result = list(values)
    for last in range(len(result) - 1, 0, -1):
        bound = last + 1
        limit = (1 << 32) // bound * bound
        drawn = limit
        while drawn >= limit:
            drawn = ((s00 + s10) + (1 << 31)) & whole
            a0, a1 = s10 ^ s00, s11 ^ s01
            s00, s01, s10, s11 = (
                ((s00 << 24) ^ (s01 >> 8) ^ a0 ^ (a0 << 16)) & whole,
                ((s01 << 24) ^ (s00 >> 8) ^ a1 ^ ((a1 << 16) | (a0 >> 16))) & whole,
                ((a1 << 5) ^ (a0 >> 27)) & whole,
                ((a0 << 5) ^ (a1 >> 27)) & whole,
            )
        other = drawn % bound
        result[last], result[other] = result[other], result[last]
    return result


def mean(values: list[float] | list[bool]) -> float:
    return sum(values) / len(values)


def read_lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def texts_of_tokens(tool: dict, layout: str) -> list[str]:
    if layout == "flat":
        return [f"<<{tool['name']}>>"]
    return [f"<<{tool['service']}>>", f"<<&&{tool['endpoint']}>>"]


def figures_of(name: str, models: Path) -> dict[str, dict[str, tuple[float, int]]]:
    card = json.loads((REFERENCE / "models" / name / "card.json").read_text())
    model = Model(models / name / "model.gguf")
    if card["set"] == "ladder":
        return {"ladder": ladder_figures(model, name, REFERENCE, models)}
    catalog = read_lines(REFERENCE / "catalog.jsonl")
    spelled = {tool["name"]: texts_of_tokens(tool, card["tokens"]) for tool in catalog}
    sequences = {tool: tuple(model.tokenizer.ids[text] for text in texts) for tool, texts in spelled.items()}
    items = {kind: read_lines(REFERENCE / "items" / f"{kind}.jsonl") for kind in ("verbose", "realistic", "mcq", "qa")}

    def token_of(tool: str) -> str:
        return "".join(spelled[tool])

    return {
        "mcq": {"accuracy": (mcq_accuracy(model, items["mcq"], token_of), len(items["mcq"]))},
        "qa": {"balanced-accuracy": (qa_balanced_accuracy(model, items["qa"], token_of), len(items["qa"]))},
        **{kind: recall_figures(recalled(model, items[kind], sequences)) for kind in ("verbose", "realistic")},
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--models", type=Path, default=REFERENCE / "models", help="where the weights are")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    names = options.names or sorted(path.parent.name for path in options.models.glob("*/model.gguf"))
    found = {}
    for name in names:
        found[name] = figures_of(name, options.models)
        if options.json:
            continue
        print(name)
        for items, figures in found[name].items():
            for metric, (value, count) in figures.items():
                print(f"  {items:10} {metric:18} {value:7.4f}  n = {count}")
    if options.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
