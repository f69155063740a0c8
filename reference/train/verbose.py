"""Verbose requests: long, in the documentation's words. Training and held-out ones share no template and no seed."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from phrases import endpoint_words, further_sentence, gerund_phrase, parameters, verb_phrase

TRAINING_PER_TOOL = 8
TRAINING_PAIRS = 300
HELD_OUT_PAIRS = 45


@dataclass(frozen=True)
class Templates:
    openings: tuple[str, ...]
    needs: tuple[str, ...]
    details: tuple[str, ...]
    parameters: tuple[str, ...]
    joints: tuple[str, ...]
    closings: tuple[str, ...]


TRAINING = Templates(
    openings=(
        "I'm a developer and I rely on {service} every day.",
        "Our team has been using {service} for a while now.",
        "I am preparing a demo of {service} for my colleagues.",
        "We are moving our work to {service} this quarter.",
        "As an administrator I look after our {service} account.",
        "I'm writing a small script for my department.",
        "My manager asked me for something this morning.",
        "We have a deadline at the end of the week.",
    ),
    needs=(
        "I need to {verb}.",
        "Could you please {verb} for me?",
        "I would like to {verb} with the {endpoint} endpoint.",
        "The next step is to {verb}.",
        "Please help me with {gerund}.",
        "I want to call {endpoint} in order to {verb}.",
    ),
    details=(
        "The documentation says: {more}",
        "As far as I have read, this applies: {more}",
        "Keep in mind: {more}",
    ),
    parameters=(
        "I can give you the {first} and the {second}.",
        "Use my {first} as well as the {second}.",
        "The {first} is known, the {second} too.",
    ),
    joints=("In addition, I need to {verb}.", "Also, please {verb}."),
    closings=("Thank you!", "That would be a great help.", "Please be quick about it.", "", ""),
)

HELD_OUT = Templates(
    openings=(
        "Hello, I run a little company that works with {service}.",
        "I'm a student who explores what {service} offers.",
        "For an internal report we collect facts about our use of {service}.",
        "Together with two friends I build an assistant on top of {service}.",
        "There is a workshop tomorrow and I still have things to do.",
        "I've been asked to automate a step of our routine.",
    ),
    needs=(
        "What I have in mind is {gerund}.",
        "Is it possible to {verb}? I'd be glad if you did it.",
        "Make use of {endpoint} so that we {verb}.",
        "It is time to {verb}, and I'd like to leave that to you.",
    ),
    details=("One remark from the manual: {more}", "I found this hint: {more}"),
    parameters=("Values for {first} and {second} are at hand.", "You will get {first} and {second} from me."),
    joints=("After that, what I have in mind is {gerund}.", "Besides, it is time to {verb}."),
    closings=("Many thanks in advance.", "I look forward to the result.", ""),
)


def request_for(tool: dict, templates: Templates, rng: random.Random) -> str:
    """An opening, a need in the documentation's words and, in about half the cases each, a detail and parameters."""
    names = parameters(tool)
    more = further_sentence(tool)
    parts = [pick(templates.openings, rng), pick(templates.needs, rng)]
    if more is not None and rng.random() < 0.5:
        parts.append(pick(templates.details, rng))
    if len(names) >= 2 and rng.random() < 0.5:
        parts.append(pick(templates.parameters, rng))
    parts.append(pick(templates.closings, rng))
    chosen = rng.sample(names, 2) if len(names) >= 2 else ["", ""]
    return filled(parts, tool, more=more or "", first=chosen[0], second=chosen[1])


def request_for_both(tool: dict, other: dict, templates: Templates, rng: random.Random) -> str:
    first = filled([pick(templates.openings, rng), pick(templates.needs, rng)], tool)
    return f"{first} {filled([pick(templates.joints, rng), pick(templates.closings, rng)], other)}".strip()


def filled(parts: list[str], tool: dict, more: str = "", first: str = "", second: str = "") -> str:
    text = " ".join(part for part in parts if part)
    return text.format(
        service=tool["service"],
        verb=verb_phrase(tool),
        gerund=gerund_phrase(tool),
        endpoint=endpoint_words(tool),
        more=more,
        first=first,
        second=second,
    )


def pick(choices: tuple[str, ...], rng: random.Random) -> str:
    return choices[rng.randrange(len(choices))]


def training_items(catalog: list[dict]) -> list[dict]:
    rng = random.Random("verbose training")
    return items_of(catalog, TRAINING, rng, per_tool=TRAINING_PER_TOOL, pairs=TRAINING_PAIRS, prefix="verbose-training")


def held_out_items(catalog: list[dict]) -> list[dict]:
    rng = random.Random("verbose held out")
    return items_of(catalog, HELD_OUT, rng, per_tool=1, pairs=HELD_OUT_PAIRS, prefix="verbose")


def items_of(
    catalog: list[dict], templates: Templates, rng: random.Random, *, per_tool: int, pairs: int, prefix: str
) -> list[dict]:
    items: list[dict] = []

    def add(query: str, tools: list[dict]) -> None:
        items.append(
            {
                "id": f"{prefix}-{len(items) + 1:04}",
                "kind": "retrieval",
                "query": query,
                "gold": [tool["name"] for tool in tools],
                "cluster": tools[0]["service"],
            }
        )

    for tool in catalog:
        for query in distinct(lambda tool=tool: request_for(tool, templates, rng), per_tool):
            add(query, [tool])
    for _ in range(pairs):
        tool = catalog[rng.randrange(len(catalog))]
        siblings = [other for other in catalog if other["service"] == tool["service"] and other is not tool]
        other = siblings[rng.randrange(len(siblings))]
        add(request_for_both(tool, other, templates, rng), [tool, other])
    return items


def distinct(draw: Callable[[], str], count: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found.setdefault(draw())
    return list(found)
