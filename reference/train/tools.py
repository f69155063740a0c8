"""The hand-written file tools.txt: services with their sources, tools, and how people ask for them."""

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
REFERENCE = HERE.parent


@dataclass(frozen=True)
class Entry:
    service: str
    endpoint: str
    requests: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.service}&&{self.endpoint}"


def entries() -> list[Entry]:
    found: list[Entry] = []
    service, endpoint, requests = "", "", []
    for line in [*(HERE / "tools.txt").read_text().splitlines(), "= \t"]:
        if line.startswith("- "):
            requests.append(line[2:])
            continue
        if endpoint:
            found.append(Entry(service, endpoint, tuple(requests)))
            endpoint, requests = "", []
        if line.startswith("= "):
            service = line[2:].split("\t")[0]
        else:
            endpoint = line.split("\t")[0]
    return found


def service_files(path: Path) -> list[tuple[str, str, list[str]]]:
    found: list[tuple[str, str, list[str]]] = []
    for line in path.read_text().splitlines():
        if line.startswith("= "):
            service, file = line[2:].split("\t")
            found.append((service, file, []))
        elif not line.startswith("- "):
            found[-1][2].append(line.split("\t")[0])
    return found
