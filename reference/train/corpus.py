"""Writes the held-out items made by rule, and each model's training records. Everything is seeded.

    python reference/train/corpus.py

Documentation and requests become training records by `assay export training` (needs `npm run build`); practice for the
probes is written here. Records lie in .cache/reference/corpus/<model>.jsonl.
"""

import hashlib
import json
import subprocess
from pathlib import Path

import probes
import realistic
import verbose
from tools import REFERENCE, entries

ROOT = REFERENCE.parent
CACHE = ROOT / ".cache/reference"
CORPUS = CACHE / "corpus"
CATALOG = REFERENCE / "catalog.jsonl"
ITEMS = REFERENCE / "items"
STAGES = {
    "flat-s1": ("tg-3fm", None),
    "hier-s1": ("tg-5fm", None),
    "flat-s2": ("tg-3fm", "verbose"),
    "hier-s2": ("tg-5fm", "verbose"),
    "flat-s2-realistic": ("tg-3fm", "realistic"),
}


def read_lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path: Path, lines: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def export(name: str, recipe: str, queries: str | None) -> Path:
    folder = CORPUS / f"{name}.assay"
    command = ["node", "bin/assay.js", "export", "training", "--catalog", str(CATALOG), "--recipe", recipe]
    command += ["--stage", "1" if queries is None else "2", "-o", str(folder), "--quiet"]
    if queries is not None:
        command += ["--queries", str(CORPUS / f"queries-{queries}.jsonl"), "--drop-near-duplicates"]
    held_out = ("verbose", "realistic") if queries is not None else ("mcq", "qa")
    command += ["--test", *(str(ITEMS / f"{kind}.jsonl") for kind in held_out)]
    subprocess.run(command, cwd=ROOT, check=True)
    return folder


def main() -> None:
    catalog = read_lines(CATALOG)
    write_lines(ITEMS / "verbose.jsonl", verbose.held_out_items(catalog))
    write_lines(ITEMS / "mcq.jsonl", probes.mcq_items(catalog))
    write_lines(ITEMS / "qa.jsonl", probes.qa_items(catalog))
    write_lines(CORPUS / "queries-verbose.jsonl", verbose.training_items(catalog))
    write_lines(CORPUS / "queries-realistic.jsonl", realistic.training_items(entries()))
    for name, (recipe, queries) in STAGES.items():
        folder = export(name, recipe, queries)
        records = read_lines(folder / "train.jsonl")
        if queries is None:
            spelled = json.loads((folder / "tool-tokens.json").read_text())
            sequences = {tool: [text] if isinstance(text, str) else text for tool, text in spelled.items()}
            records += probes.practice_records(catalog, sequences)
        path = CORPUS / f"{name}.jsonl"
        write_lines(path, records)
        print(name, len(records), hashlib.sha256(path.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
