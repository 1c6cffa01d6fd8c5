"""What several commands share: options on the command line, JSON on the way out, records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typer
from msgspec.structs import replace

from trainshed.adapters.export import is_export
from trainshed.core import BadOption, BadRecord, Game, Match, NotInstalled, Record, loads
from trainshed.core.decoding import LONGEST
from trainshed.games import game

if TYPE_CHECKING:
    from msgspec import Struct

    from trainshed.board.scene import Scene

Option = list[str]


def read_options(found: Game[Any, Any, Scene], pairs: list[str]) -> Struct:
    """The options of a game from `name=value` words; `map=FILE.toml` is a map of one's own."""
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"--option {pair!r} is not of the form name=value")
        values[name] = value
    own = str(values.get("map", ""))
    if not own.endswith(".toml") or "sheet" not in found.choices():
        return found.read_options(values, strict=False)
    del values["map"]
    options = found.read_options(values, strict=False)
    return replace(options, map="own", sheet=read_text(Path(own)))


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    typer.echo(msgspec.json.encode(value).decode())


def read_text(path: Path) -> str:
    """The text in a file."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
        if len(data) > LONGEST:
            raise BadRecord(f"{path} has more than {LONGEST:,} bytes")
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a text file") from None


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Say of which file it is that a record cannot be read."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def read_record(path: Path) -> Record:
    """The record in a file, also where it is an export of 18xx.games."""
    text = read_text(path)
    with named(path):
        if not is_export(text):
            return loads(text)
        from trainshed.adapters.eighteenxx import imported

        return imported(text)


def open_match(record: Record, at: int | None = None) -> Match[Any, Any]:
    """The match of a record, up to line `at`."""
    if at is not None and not 0 <= at <= len(record.lines):
        raise BadOption(f"--at {at}: the record has {len(record.lines)} lines")
    return Match.replay(game(record.game), record, at=at)


def require_site(*parts: str) -> None:
    """NotInstalled where what the site, or these parts of it, needs is not there."""
    for part in parts or ("trainshed.web.database.store",):
        try:
            import_module(part)
        except ModuleNotFoundError as error:
            raise NotInstalled("the site", error.name, extra="web") from None
