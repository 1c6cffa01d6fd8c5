"""Games of 1861 exported by the site 18xx.games: reading the file, folding what was taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from trainshed.core import BadRecord, decode_json

T = TypeVar("T")
COLUMN_MARKET = "column_market"
ACTIONS = 20_000
"""So many clicks has an export at most; a long game has some two thousand."""
WISH = "program_"
"""How the names of wishes for later begin; they change nothing."""

Whole: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Shares: TypeAlias = Annotated[tuple[str, ...], Meta(min_length=1, max_length=20)]
Chain: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=200)]


class Player(Struct, frozen=True):
    """Who sat where."""

    id: int | str
    name: str


class Settings(Struct, frozen=True):
    """How the game was set up."""

    optional_rules: tuple[str, ...] = ()


class Action(Struct, frozen=True, kw_only=True):
    """One click: who did it; what it set off by itself stands in it and goes with it."""

    type: str
    id: int = 0
    entity: int | str = ""
    auto_actions: tuple[Action, ...] = ()

    @property
    def whose(self) -> str:
        """The id of the player or company."""
        return str(self.entity)


class Undo(Action, frozen=True):
    """The last action is taken back, or all after the one with this id."""

    action_id: int | None = None


class Bid(Action, frozen=True):
    """For a private, a minor, or in an auction of one."""

    price: Whole
    company: str | None = None
    corporation: str = ""


class Par(Action, frozen=True):
    """A company begins; the price comes first, then where it lies on the market."""

    corporation: str
    share_price: Annotated[str, Meta(pattern=r"\A[0-9]{1,4}(,|\Z)")]


class BuyShares(Action, frozen=True):
    """Certificates by name and number."""

    shares: Shares


class SellShares(Action, frozen=True):
    """So many per cent of a company."""

    shares: Shares
    percent: Whole


class LayTile(Action, frozen=True):
    """A copy of a tile on a hex, turned so many times."""

    hex: str
    tile: str
    rotation: Annotated[int, Meta(ge=0, le=5)]


class City(Action, frozen=True):
    """A station comes or goes: a city of a copy of a tile, or of a bare hex."""

    city: str


class Way(Struct, frozen=True):
    """A route of a train: the hexes from each stop to the next, and what it earns."""

    train: str
    connections: Annotated[tuple[Chain, ...], Meta(min_length=1, max_length=100)]
    revenue: Whole


class RunRoutes(Action, frozen=True):
    """All trains of a company run."""

    routes: Annotated[tuple[Way, ...], Meta(max_length=20)]


class Dividend(Action, frozen=True):
    """What is done with the earnings."""

    kind: Literal["payout", "half", "withhold"]


class BuyTrain(Action, frozen=True):
    """A copy of a train."""

    train: str
    price: Whole
    variant: str | None = None


class BuyCompany(Action, frozen=True):
    """A company buys a private."""

    company: str
    price: Whole


class DiscardTrain(Action, frozen=True):
    """A company has too many."""

    train: str


class Merge(Action, frozen=True):
    """A partner, or the major that comes of all of them."""

    corporation: str


KINDS: dict[str, type[Action]] = {
    "bid": Bid,
    "buy_company": BuyCompany,
    "buy_shares": BuyShares,
    "buy_train": BuyTrain,
    "choose": Action,
    "convert": Action,
    "discard_train": DiscardTrain,
    "dividend": Dividend,
    "end_game": Action,
    "lay_tile": LayTile,
    "merge": Merge,
    "par": Par,
    "pass": Action,
    "place_token": City,
    "remove_token": City,
    "run_routes": RunRoutes,
    "sell_shares": SellShares,
    "undo": Undo,
}
"""What an action of each type says; of others only who did it is read."""


class Export(Struct, frozen=True):
    """A game: players in seating order and every click."""

    players: tuple[Player, ...]
    actions: tuple[Action, ...]
    settings: Settings = Settings()


class _File(Struct, frozen=True):
    """The file; its actions are read one by one."""

    title: str
    players: tuple[Player, ...]
    actions: tuple[Raw, ...]
    settings: Settings = Settings()


class _Part(Struct, frozen=True):
    """What every action has, also one that another set off."""

    type: str
    auto_actions: tuple[Raw, ...] = ()


class _Click(_Part, frozen=True, kw_only=True):
    """What every action of the file has."""

    id: int


def is_export(text: str) -> bool:
    """Whether a text looks like such a file rather than a record of ours."""
    return text.lstrip().startswith("{")


def read_export(text: str) -> Export:
    """The file as a value; BadRecord names the place of what is wrong."""
    try:
        file = decode_json(text, _File)
    except msgspec.DecodeError as error:
        raise BadRecord(f"not a game of 18xx.games: {error}") from None
    if file.title != "1861":
        raise BadRecord(f"a game of {file.title[:80]!r}; only 1861 can be read")
    if len({str(player.id) for player in file.players}) < len(file.players):
        raise BadRecord("two players have the same id")
    unknown = [rule for rule in file.settings.optional_rules if rule != COLUMN_MARKET]
    if unknown:
        raise BadRecord(f"optional rule {unknown[0][:80]!r} is not known")
    if len(file.actions) > ACTIONS:
        raise BadRecord(f"it has {len(file.actions):,} actions, the most is {ACTIONS:,}")
    actions = tuple(_action(raw, f"$.actions[{n}]") for n, raw in enumerate(file.actions))
    for one, other in pairwise(actions):
        if one.id >= other.id:
            raise BadRecord(f"action {other.id} comes after action {one.id}")
    return Export(file.players, actions, file.settings)


def _action(raw: Raw, path: str, kind: type[_Part] = _Click) -> Action:
    """An action, and all that it set off."""
    head = _read(raw, kind, path)
    own = _read(raw, KINDS.get(head.type, Action), path)
    parts = enumerate(head.auto_actions)
    more = tuple(_action(part, f"{path}.auto_actions[{n}]", _Part) for n, part in parts)
    return msgspec.structs.replace(own, auto_actions=more)


def _read(raw: Raw, kind: type[T], path: str) -> T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.DecodeError as error:
        what, _, where = str(error).partition(" - at `$")
        at = f"{path}{where.rstrip('`')}"
        raise BadRecord(f"not a game of 18xx.games: {what} - at `{at}`") from None


def folded(actions: Iterable[Action]) -> list[Action]:
    """The actions that remain after everything taken back and brought back."""
    kept: list[Action] = []
    undone: list[list[Action]] = []
    for action in actions:
        match action:
            case Undo(action_id=None):
                undone.append(_from(kept, len(kept) - 1))
            case Undo(action_id=int(until)):
                undone.append(_from(kept, bisect_right(kept, until, key=attrgetter("id"))))
            case Action(type="redo"):
                kept += undone.pop() if undone else []
            case Action(type="message"):
                pass
            case _:
                undone.clear()
                kept.append(action)
    return kept


def _from(kept: list[Action], place: int) -> list[Action]:
    """Take away all actions from a place on."""
    gone = kept[max(place, 0) :]
    del kept[max(place, 0) :]
    return gone
