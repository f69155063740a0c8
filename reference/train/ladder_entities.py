"""Entities of the ladder set: random, from reserved ranges, an eighth of them held out of every training row."""

import hashlib
import random
from collections.abc import Callable

WORDS = """amber anchor apple arrow autumn badge basil beacon birch bishop blanket bonsai bridge bronze cable cactus candle canyon
carbon castle cedar cherry cinder clover cobalt comet copper coral cotton cradle crystal cypress dahlia delta desert
dolphin dragon eagle echo ember engine falcon feather fennel ferry filter flint forest fossil galaxy garden garnet ginger
glacier granite grove hammer harbor hazel heron hollow honey indigo iris island ivory jacket jasmine jigsaw jungle juniper
kernel kettle kite ladder lagoon lantern laurel lemon lily linen lotus lumber magnet mango maple marble meadow mercury mint
mirror mosaic nectar needle nickel north oasis ocean olive onyx orchid otter paddle panda paper pearl pebble pepper pillar
pine planet plum pocket prism quartz quiver rabbit raven ribbon river rocket saddle saffron salmon sapphire shadow silver
socket spruce stone sugar summit sunset table tango temple thunder ticket tiger timber topaz tower tulip tunnel turtle
valley velvet violet walnut water willow window winter wizard yarrow yellow zebra zenith zephyr""".split()
PARTS = (
    "mail",
    "login",
    "shop",
    "api",
    "cdn",
    "www",
    "vpn",
    "files",
    "auth",
    "news",
    "pay",
    "cloud",
    "static",
    "dev",
    "help",
)
ENDINGS = ("example", "example", "test", "test", "invalid", "example.com", "example.net", "example.org")
DOCUMENTATION = ("192.0.2", "198.51.100", "203.0.113")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def is_held_out(entity: str) -> bool:
    """Whether no training row may hold it: a matter of its hash, so that anyone can tell."""
    return hashlib.sha256(entity.encode()).digest()[0] % 8 == 0


def cve(rng: random.Random) -> str:
    digits = rng.choice((4, 4, 5, 5, 5, 6))
    return f"CVE-{rng.randint(1999, 2026)}-{rng.randrange(10**digits):0{digits}d}"


def address(rng: random.Random) -> str:
    if rng.random() < 0.4:
        return f"{rng.choice(DOCUMENTATION)}.{rng.randint(1, 254)}"
    return rng.choice(
        (
            f"10.{rng.randint(0, 255)}.{rng.randint(0, 255)}.{rng.randint(1, 254)}",
            f"172.{rng.randint(16, 31)}.{rng.randint(0, 255)}.{rng.randint(1, 254)}",
            f"192.168.{rng.randint(0, 255)}.{rng.randint(1, 254)}",
        )
    )


def label(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.45:
        return rng.choice(WORDS)
    if kind < 0.6:
        return rng.choice(PARTS)
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(3, 8)))


def domain(rng: random.Random) -> str:
    name = label(rng)
    kind = rng.random()
    if kind < 0.35:
        name += f"-{label(rng)}"
    elif kind < 0.5:
        name += str(rng.randint(1, 99))
    elif kind < 0.65:
        name += f".{label(rng)}"
    return f"{name}.{rng.choice(ENDINGS)}"


def order(rng: random.Random) -> str:
    digits = rng.choice((3, 4, 4, 5, 5, 5, 6, 6, 7))
    return str(rng.randrange(10 ** (digits - 1), 10**digits))


def port(rng: random.Random) -> str:
    return str(rng.choice((rng.randint(20, 999), rng.randint(1000, 9999), rng.randint(10000, 65535))))


MAKERS: dict[str, Callable[[random.Random], str]] = {
    "cve": cve,
    "ip": address,
    "domain": domain,
    "order": order,
    "port": port,
}


def entity(kind: str, rng: random.Random, *, held_out: bool = False) -> str:
    while True:
        made = MAKERS[kind](rng)
        if is_held_out(made) == held_out:
            return made
