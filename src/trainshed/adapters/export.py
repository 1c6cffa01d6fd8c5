"""Games of 1861 exported by the site 18xx.games: reading the file, folding what was taken back."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from trainshed.core import BadRecord

COLUMN_MARKET = "column_market"


class Player(Struct, frozen=True):
    """Who sat where."""

    id: int | str
    name: str


class Settings(Struct, frozen=True):
    """How the game was set up."""

    optional_rules: tuple[str, ...] = ()


class Export(Struct, frozen=True):
    """The file: players in seating order and every click."""

    title: str
    players: tuple[Player, ...]
    actions: tuple[dict[str, Any], ...]
    settings: Settings = Settings()
    result: dict[str, int] | None = None
    status: str = ""


def is_export(text: str) -> bool:
    """Whether a text looks like such a file rather than a record of ours."""
    return text.lstrip().startswith("{")


def read_export(text: str) -> Export:
    """The file as a value."""
    try:
        export = msgspec.json.decode(text, type=Export)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadRecord(f"not a game of 18xx.games: {error}") from None
    if export.title != "1861":
        raise BadRecord(f"a game of {export.title!r}; only 1861 can be read")
    if len({str(player.id) for player in export.players}) < len(export.players):
        raise BadRecord("two players have the same id")
    unknown = [rule for rule in export.settings.optional_rules if rule != COLUMN_MARKET]
    if unknown:
        raise BadRecord(f"optional rule {unknown[0]!r} is not known")
    for number, action in enumerate(export.actions, 1):
        until = action.get("action_id", 0)
        numbered = isinstance(action.get("id"), int) and isinstance(until, int | None)
        if not numbered or not isinstance(action.get("type"), str):
            raise BadRecord(f"action number {number} of the file has no proper id or type")
    return export


def folded(actions: tuple[dict[str, Any], ...]) -> list[dict[str, Any]]:
    """The actions that remain after everything taken back and brought back.

    Whatever an action set off by itself stands in its `auto_actions` and goes with it.
    """
    slots: list[dict[str, Any] | None] = []
    undone: list[list[tuple[int, dict[str, Any]]]] = []
    for action in actions:
        match action.get("type"):
            case "undo":
                undone.append(_take_back(slots, action.get("action_id")))
                slots.append(None)
            case "redo":
                for place, back in undone.pop() if undone else ():
                    slots[place] = back
                slots.append(None)
            case "message":
                slots.append(None)
            case _:
                undone.clear()
                slots.append(action)
    return [action for action in slots if action is not None]


def _take_back(
    slots: list[dict[str, Any] | None], until: int | None
) -> list[tuple[int, dict[str, Any]]]:
    """Empty the slots after an action, or the last one that is left."""
    kept = [(place, action) for place, action in enumerate(slots) if action is not None]
    if until is None:
        gone = kept[-1:]
    else:
        gone = [(place, action) for place, action in kept if action["id"] > until]
    for place, _ in gone:
        slots[place] = None
    return gone
