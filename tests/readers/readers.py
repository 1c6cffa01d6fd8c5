"""All that read what strangers send, under one face: bytes in, and only clear errors out."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tests.adapters.site import Site
from trainshed.cli.routes import _read as read_positions
from trainshed.cli.routes import _rows as routes
from trainshed.core import Match, TrainshedError, decode_json, dumps
from trainshed.core.notation import read as read_line
from trainshed.games import game, games
from trainshed.games.dampfross.atlas import read_region
from trainshed.games.dampfross.box import SHEETS
from trainshed.games.dampfross.sheet import read as read_map
from trainshed.games.dampfross.survey import survey
from trainshed.web.api import shapes
from trainshed.web.database import archive, bundle
from trainshed.web.guard import LONGER, LONGEST
from trainshed.web.maps.cartography import received
from trainshed.web.notices.outside import Outside
from trainshed.web.notices.post import NotSent
from trainshed.web.notices.push import checked
from trainshed.web.notices.tidings import Subscription
from trainshed.web.people.keyring import Reply, Wish
from trainshed.web.refusal import Refusal
from trainshed.web.sources import _written
from trainshed.web.tables.branch import _brought

HERE = Path(__file__).parent
RECORDS = HERE.parent / "records"
CORPUS = HERE / "corpus"
FAULTS = (TrainshedError, Refusal, NotSent, msgspec.DecodeError)
"""What a reader may say of what makes no sense."""
BODIES = (shapes.Open, shapes.Play, shapes.Give, shapes.Cancel, shapes.Say, shapes.Sit, shapes.Fill)


def _text(data: bytes) -> str:
    """The text of a file, as the site takes it."""
    return data.decode("utf-8-sig", errors="replace")


def _filed(reader: Callable[[Path], object], name: str = "sent") -> Callable[[bytes], object]:
    """A reader of files, given bytes."""

    def read(data: bytes) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            reader(path)

    return read


def _positions(path: Path) -> None:
    for position in read_positions(path).positions[:3]:
        routes(path, position, 0.05)


def _bundle(path: Path) -> None:
    with bundle.reading(path.parent) as reader:
        for raw in reader.tables():
            with suppress(TrainshedError):
                reader.text(reader.entry(raw))


def _bodies(data: bytes) -> None:
    for kind in (*BODIES, Wish, Reply):
        with suppress(msgspec.DecodeError):
            decode_json(data[:LONGEST], kind)


def _lines(data: bytes) -> None:
    for line in _text(data).split("\n")[:40]:
        for laws in games().values():
            with suppress(TrainshedError):
                action = laws.read(line)
                assert laws.read(str(action)) == action
            if laws.order is not None:
                with suppress(TrainshedError):
                    read_line(line, laws.order)


def _states(data: bytes) -> None:
    for laws in games().values():
        with suppress(TrainshedError):
            laws.decode(data)


def _subscription(data: bytes) -> None:
    parts = [*_text(data).split("\n"), "", "", ""]
    checked(Subscription(*parts[:3]), Outside())


READERS: dict[str, Callable[[bytes], object]] = {
    "record": lambda data: _brought(_text(data)),
    "archive": lambda data: archive.read(_text(data)),
    "map": lambda data: read_map(_text(data)),
    "survey": lambda data: survey(_text(data)),
    "editor": lambda data: received(data[: LONGER["maps"]]),
    "region": lambda data: read_region(_text(data)),
    "positions": _filed(_positions),
    "manifest": _filed(_bundle, bundle.MANIFEST),
    "bodies": _bodies,
    "lines": _lines,
    "states": _states,
    "subscription": _subscription,
    "settings": lambda data: _filed(lambda path: list(_written(path)))(data[:LONGEST]),
}
"""By name; each reads what it is given or raises one of FAULTS."""


def tried(name: str, data: bytes) -> None:
    """Give some bytes to a reader; whatever is no clear error comes out."""
    with suppress(*FAULTS):
        READERS[name](data)


@cache
def samples(name: str) -> tuple[bytes, ...]:
    """Good files for a reader, to be damaged."""
    return tuple(text.encode() if isinstance(text, str) else text for text in _SAMPLES[name]())


def _record() -> list[str]:
    short = [
        "\n".join((RECORDS / f"{name}.record").read_text("utf-8").split("\n")[:60]) + "\n"
        for name in ("1861-3-random", "rocket-2-greedy", "russian-2-greedy", "tycoon-2-random")
    ]
    site = Site(3, "readers")
    site.run(40)
    own = game("dampfross").read_options({"map": "own", "sheet": SHEETS["ireland"]})
    drawn = dumps(Match(game("dampfross"), seats=2, options=own, seed="1").record())
    return [*short, json.dumps(site.export()), drawn]


_REGION = """title = "X"
columns = 20
rows = 20
coast = ["north"]
[[town]]
name = "A"
lat = 48.1
lon = 11.5
[[land]]
points = [[48, 11], [49, 11], [49, 12], [48, 12]]
"""
_ARCHIVE = """game = "rocket"
seats = 2
seed = "7"
---
#1 2026-01-02T03:04:05Z 0
begin 1
#2 2026-01-02T03:04:06Z -1 undo
#state 1 0 {}
"""


def _drawn() -> list[bytes]:
    return [msgspec.json.encode(read_map(SHEETS["ireland"]))]


_POSITION = {
    "id": "cape",
    "hexes": {
        "B2": {
            "colour": "green",
            "track": [[0, "city0"], [5, "city0"]],
            "cities": [{"revenue": 40, "slots": 2}],
            "tokens": [{"city": 0, "company": "ours"}],
        },
        "B4": {"track": [[3, "town0"], ["town0", 5], [1, 2]], "towns": [10]},
    },
    "queries": [
        {
            "company": "ours",
            "trains": ["2", "2+2", "5+5E"],
            "connection_bonus": {"between": ["B4", "B2"], "amount": 100},
        }
    ],
}
_ENTRY = {
    "file": "rocket-x.record",
    "sha256": "00",
    "id": "x",
    "name": "X",
    "game": "rocket",
    "rules": 1,
    "created": "2026-01-02T03:04:05Z",
    "changed": "2026-01-02T03:04:05Z",
    "over": False,
    "lines": 3,
    "chairs": [{"name": "Ada", "kind": "human"}],
    "options": {"veto": True},
    "orders": {"0": ["pass"]},
}
_BODY = {"game": "rocket", "options": {"veto": True}, "line": "pass", "version": 3, "seat": 0}
_SAMPLES: dict[str, Callable[[], list[Any]]] = {
    "record": _record,
    "archive": lambda: [_ARCHIVE],
    "map": lambda: [SHEETS["ireland"]],
    "survey": lambda: [SHEETS["ireland"]],
    "editor": _drawn,
    "region": lambda: [_REGION],
    "positions": lambda: [json.dumps({"positions": [_POSITION]})],
    "manifest": lambda: [json.dumps({"trainshed": 1, "tables": [_ENTRY]})],
    "bodies": lambda: [json.dumps(_BODY)],
    "lines": lambda: ['buy NW pool\nrun ["2:A-B"]\nlay H8 57 2\nbid 40\npass'],
    "states": lambda: [laws.encode(laws.start(seats=laws.seats[-1])) for laws in games().values()],
    "subscription": lambda: ["https://push.example.org/x\nBPxyz\nabcd"],
    "settings": lambda: ['port = 1861\nlogs = "json"\n[mail]\nhost = "x"\nsender = "a@b.org"\n'],
}
