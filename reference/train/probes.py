"""Multiple-choice and yes-or-no questions about tools: practice for Stage 1, and the held-out ones.

Practice is on the tools whose place in the catalog is no multiple of 3, and says what tools do in the base form;
held-out questions are on all tools, worded otherwise, and say it in the gerund.
"""

import random

from phrases import gerund_phrase, verb_phrase

MCQ_PER_TOOL = 20
QA_PER_TOOL = 12
MCQ_PRACTICE = (
    "Which of these does the tool do?",
    "What can be done with it?",
    "A call of this tool would do one of the following. Which?",
)
QA_PRACTICE = ("Could I use it to {verb}?", "Will a call of it {verb}?", "Was it made to {verb}?")
MCQ_HELD_OUT = "What is this tool for?"
QA_HELD_OUT = "Is this tool for {gerund}?"
SHOWN_BY_TOKEN = 0.7
SHOWN_BY_DESCRIPTION = 0.2


def is_practised(place: int) -> bool:
    return place % 3 != 0


def practice_records(catalog: list[dict], tokens: dict[str, list[str]]) -> list[dict]:
    """Chats in the layout of `assay probe`, with the tool's token, its documentation or its name in the first line."""
    rng = random.Random("practice")
    records: list[dict] = []

    def add(kind: str, tool: dict, asked: str, answer: str) -> None:
        content = f"Tool: {shown(tool, tokens, rng)}\n\n{asked}"
        messages = [{"role": "user", "content": content}, {"role": "assistant", "content": answer}]
        records.append({"id": f"{kind}-{len(records)}", "format": kind, "tool": tool["name"], "messages": messages})

    for place, tool in enumerate(catalog):
        if not is_practised(place):
            continue
        siblings = siblings_of(tool, catalog)
        for _ in range(MCQ_PER_TOOL):
            options = [tool, *rng.sample(siblings, 3)]
            rng.shuffle(options)
            lines = [f"{letter}. {verb_phrase(option)}" for letter, option in zip("ABCD", options)]
            question = MCQ_PRACTICE[rng.randrange(len(MCQ_PRACTICE))]
            asked = "\n".join([f"{question}\n", *lines, "\nAnswer with one letter and nothing else: A, B, C or D."])
            add("mcq", tool, asked, "ABCD"[options.index(tool)])
        for turn in range(QA_PER_TOOL):
            about = tool if turn % 2 == 0 else siblings[rng.randrange(len(siblings))]
            question = QA_PRACTICE[rng.randrange(len(QA_PRACTICE))].format(verb=verb_phrase(about))
            add(
                "qa",
                tool,
                f"{question}\n\nAnswer with one word and nothing else: yes or no.",
                "Yes" if about is tool else "No",
            )
    return records


def shown(tool: dict, tokens: dict[str, list[str]], rng: random.Random) -> str:
    drawn = rng.random()
    if drawn < SHOWN_BY_TOKEN:
        return "".join(tokens[tool["name"]])
    if drawn < SHOWN_BY_TOKEN + SHOWN_BY_DESCRIPTION:
        return f"{tool['serviceDescription']}\n{tool['description']}"
    return tool["name"]


def siblings_of(tool: dict, catalog: list[dict]) -> list[dict]:
    """Others of the service that do not say the same."""
    said = verb_phrase(tool).lower()
    return [other for other in catalog if other["service"] == tool["service"] and verb_phrase(other).lower() != said]


def mcq_items(catalog: list[dict]) -> list[dict]:
    """One for each tool. The answer is the shortest, second, third and longest of its options equally often."""
    rng = random.Random("mcq held out")
    items = []
    for place, tool in enumerate(catalog):
        answer = gerund_phrase(tool)
        distractors = distractors_at_rank(
            answer, [gerund_phrase(other) for other in siblings_of(tool, catalog)], place % 4, rng
        )
        items.append(
            {
                "id": f"mcq-{place + 1:03}",
                "kind": "mcq",
                "tool": tool["name"],
                "question": MCQ_HELD_OUT,
                "answer": answer,
                "distractors": distractors,
                "cluster": tool["service"],
            }
        )
    return items


def distractors_at_rank(answer: str, others: list[str], rank: int, rng: random.Random) -> list[str]:
    """Three of the others, `rank` of them shorter than the answer where there are so many."""
    shorter = [other for other in others if len(other) < len(answer)]
    longer = [other for other in others if len(other) >= len(answer)]
    rng.shuffle(shorter)
    rng.shuffle(longer)
    few = max(3 - len(longer), min(rank, len(shorter)))
    return [*shorter[:few], *longer[: 3 - few]]


def qa_items(catalog: list[dict]) -> list[dict]:
    """In pairs: one question, of a tool that it fits and of a sibling that it does not."""
    rng = random.Random("qa held out")
    items = []
    for place in range(0, len(catalog), 2):
        tool = catalog[place]
        other = rng.choice(siblings_of(tool, catalog))
        question = QA_HELD_OUT.format(gerund=gerund_phrase(tool))
        for answer, asked in (("yes", tool), ("no", other)):
            items.append(
                {
                    "id": f"qa-{len(items) + 1:03}",
                    "kind": "qa",
                    "tool": asked["name"],
                    "question": question,
                    "answer": answer,
                    "pair": f"pair-{place // 2 + 1:03}",
                    "cluster": tool["service"],
                }
            )
    return items
