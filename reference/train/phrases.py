"""What a tool does, as a verb phrase, read off its documentation."""

import re

LENGTH = 72
THIRD_PERSON = {
    "accepts": "accept",
    "adds": "add",
    "applies": "apply",
    "copies": "copy",
    "creates": "create",
    "deletes": "delete",
    "fetches": "fetch",
    "initiates": "initiate",
    "marks": "mark",
    "provides": "provide",
    "refunds": "refund",
    "retrieves": "retrieve",
    "returns": "return",
    "searches": "search",
    "sets": "set",
    "updates": "update",
}
NOUNS = {
    "sharpe",
    "historical",
    "diversification",
    "risk",
    "correlation",
    "minimum",
    "equal",
    "maximum",
    "investable",
    "fixed-weight",
}


def verb_phrase(tool: dict) -> str:
    """E.g. `create an issue`: the first sentence up to a comma, in the base form."""
    first = re.split(r"(?<=[.!?]) ", tool["description"])[0].rstrip(".!?")
    first = re.split(r", | - | \(|-- ", first)[0]
    if len(first) > LENGTH:
        first = first[:LENGTH].rsplit(" ", 1)[0]
    verb, _, rest = first.partition(" ")
    verb = THIRD_PERSON.get(verb.lower(), verb.lower())
    if verb in NOUNS:
        return f"compute the {first.lower()}"
    return f"{verb} {rest}"


def gerund_phrase(tool: dict) -> str:
    """E.g. `creating an issue`."""
    verb, _, rest = verb_phrase(tool).partition(" ")
    return f"{gerund(verb)} {rest}"


def gerund(verb: str) -> str:
    if verb == "check-in":
        return "checking-in"
    if verb in {"get", "set", "reset", "star", "flag"}:
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    return f"{verb}ing"


def further_sentence(tool: dict) -> str | None:
    """The second sentence of the documentation, where there is one."""
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z])", tool["description"])
    return sentences[1] if len(sentences) > 1 else None


def endpoint_words(tool: dict) -> str:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", tool["endpoint"])
    return re.sub(r"[_/#\-]+", " ", spaced).lower()


def parameters(tool: dict) -> list[str]:
    return list(tool["inputSchema"]["properties"])
