"""A record is text: a TOML head and one action a line.

It is the save game, the bug report and the test fixture.
Lines after the rule `---` are actions; blank lines and lines that begin with `#` say nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from .decoding import decode_toml
from .errors import BadRecord
from .notation import LONGEST_LINE

RULE = "---"
SET: Final = "set"
"""What the head says of a game whose chance somebody has set: lessons, puzzles, positions."""
LONGEST_HEAD = 200_000
"""So many characters stand above the rule at most: a whole map is there as one string."""
LINES = 100_000
"""So many actions at most."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game: how it was set up and every action, chance included."""

    game: str
    rules: int = 1
    seats: int
    names: tuple[str, ...] = ()
    seed: str | None = None
    seed_sha256: str | None = None
    chance: Literal["set"] | None = None
    """Whether its chance was set by hand, and so does not follow from the seed."""
    options: Mapping[str, Any] = {}
    lines: tuple[str, ...] = ()


def dumps(record: Record) -> str:
    """The record as text; options are words, numbers and truths."""
    for name, value in record.options.items():
        if not isinstance(value, str | int) or not name.isidentifier():
            raise BadRecord(f"option {name} = {value!r} cannot be written")
    head = msgspec.to_builtins(record)
    lines = head.pop("lines")
    options = head.pop("options")
    text = [f"{key} = {_toml(value)}" for key, value in head.items() if value not in (None, [])]
    if options:
        text += ["", "[options]", *(f"{key} = {_toml(value)}" for key, value in options.items())]
    return "\n".join([*text, "", RULE, *lines, ""])


def loads(text: str) -> Record:
    """Read a record; BadRecord says what is wrong with it."""
    rows = StringIO(text, newline="\n")
    try:
        record = decode_toml(_head(rows), Record)
    except msgspec.DecodeError as error:
        raise BadRecord(f"head: {error}") from None
    if record.lines:
        raise BadRecord("head: actions stand below the rule, not in the head")
    if record.names and len(record.names) != record.seats:
        raise BadRecord(f"head: {record.seats} seats, but {len(record.names)} names")
    return msgspec.structs.replace(record, lines=tuple(_lines(rows)))


def _head(rows: Iterable[str]) -> str:
    """What stands above the rule."""
    head: list[str] = []
    length = 0
    for row in rows:
        if row.strip() == RULE and length <= LONGEST_HEAD:
            return "".join(head)
        if row.strip() == RULE:
            raise BadRecord(f"head: it has {length:,} characters, the most is {LONGEST_HEAD:,}")
        length += len(row)
        if length <= LONGEST_HEAD:
            head.append(row)
    raise BadRecord(f"no line {RULE!r} between the head and the actions: is the file whole?")


def _lines(rows: Iterable[str]) -> Iterator[str]:
    """The actions below the rule."""
    number = 0
    for row in map(str.strip, rows):
        if not row or row.startswith("#"):
            continue
        number += 1
        if number > LINES:
            raise BadRecord(f"it has more than {LINES:,} actions")
        if len(row) > LONGEST_LINE:
            raise BadRecord(f"action {number} has more than {LONGEST_LINE:,} characters")
        yield row


def _toml(value: object) -> str:
    # JSON is valid TOML, but for the one control character that JSON leaves plain.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
