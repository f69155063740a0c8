"""Realistic training requests: those of tools.txt, and several of them in one for two to four needs."""

import random

from tools import Entry

PAIRS = 240
FOURS = 90
JOINTS = (" and ", ", then ", ", and also ", ". Besides, ")


def training_items(entries: list[Entry]) -> list[dict]:
    rng = random.Random("realistic training")
    items: list[dict] = []

    def add(query: str, chosen: list[Entry]) -> None:
        items.append(
            {
                "id": f"realistic-training-{len(items) + 1:04}",
                "kind": "retrieval",
                "query": query,
                "gold": [entry.name for entry in chosen],
                "cluster": chosen[0].service,
            }
        )

    for entry in entries:
        for request in entry.requests:
            add(request, [entry])
    services = sorted({entry.service for entry in entries})
    for count, needs in ((PAIRS, 2), (FOURS, 4)):
        for _ in range(count):
            service = services[rng.randrange(len(services))]
            chosen = rng.sample([entry for entry in entries if entry.service == service], needs)
            requests = [entry.requests[rng.randrange(len(entry.requests))] for entry in chosen]
            add(joined(requests, rng), chosen)
    return items


def joined(requests: list[str], rng: random.Random) -> str:
    if len(requests) == 2:
        return requests[0] + JOINTS[rng.randrange(len(JOINTS))] + requests[1]
    return f"{', '.join(requests[:-1])} and {requests[-1]}"
