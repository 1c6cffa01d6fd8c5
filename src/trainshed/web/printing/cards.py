"""What stands beside an 18xx map, as values: the company that acts, its run, who operates when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from trainshed.board import market
from trainshed.board.scene import (
    Area,
    Enamel,
    Line,
    Market,
    Plate,
    RouteLine,
    Row,
    Scene,
    Table,
    Tile,
)
from trainshed.core import Language, Match, Reader, Text
from trainshed.core.recall import recalled

from .gathering import gathered

_AHEAD = {"1861": "trainshed.games.g1861.rush"}
"""Where a game tells what lies ahead."""


class Way(Struct, frozen=True):
    """The route of one train: its stops with what they count, and the sum."""

    train: str
    enamel: Enamel
    stops: tuple[tuple[str, int], ...]
    revenue: int


class Desk(Struct, frozen=True):
    """Everything beside the map that a page shows in lists and tables."""

    tables: Mapping[str, Table]
    company: Line | None
    """The company whose turn it is."""
    fate: Text | None
    """What becomes of its trains."""
    ways: tuple[Way, ...]
    income: int
    runs: Mapping[str, int]
    """What each company earned last."""
    shares: Mapping[str, Row]
    rush: Table | None
    market: Markup
    names: Mapping[str, str]
    """Every company in full, by its letters."""


def desk(match: Match[Any, Any], state: Any, scene: Scene, reader: Reader, at: int) -> Desk | None:  # noqa: ANN401
    """What stands beside the map, the same for all who read one language; None without tiles."""
    if not scene.manifest or scene.market is None:
        return None
    name = match.game.name
    ahead = import_module(_AHEAD[name]) if name in _AHEAD else None
    runs = _runs(match, at, ahead) if ahead else {}
    return _desk(state, scene, reader.language, ahead, runs)


@recalled(64)
def _desk(
    state: Any,  # noqa: ANN401
    scene: Scene,
    language: Language,
    ahead: Any,  # noqa: ANN401
    runs: Mapping[str, int],
) -> Desk:
    assert scene.market is not None
    tables = {table.key: table for table in scene.tables}
    companies = tables["companies"].lines if "companies" in tables else ()
    company = next((line for line in companies if line.current), None)
    ways = tuple(_ways(scene))
    return Desk(
        tables=tables,
        company=company,
        fate=ahead.fates(state).get(company.key) if ahead and company else None,
        ways=ways,
        income=sum(way.revenue for way in ways),
        runs=runs,
        shares={row.key: row for row in scene.ledger.rows} if scene.ledger else {},
        rush=ahead.rush(state) if ahead else None,
        market=_drawn(scene.market, language),
        names=_names(scene.plates, language),
    )


@recalled(64)
def _drawn(prices: Market, language: Language) -> Markup:
    """The market; it names no player, so all who read one language see the same."""
    return Markup(market(prices, reader=Reader(language, ())))  # noqa: S704 - drawn by us


@recalled(64)
def _names(plates: Sequence[Plate], language: Language) -> dict[str, str]:
    reader = Reader(language, ())
    return {plate.letters: reader.read(plate.title) for plate in plates}


def outlook(match: Match[Any, Any], state: Any, action: Any) -> tuple[Text, ...]:  # noqa: ANN401
    """What an action joins and does for the company's trains, where a game can tell."""
    if match.game.name not in _AHEAD:
        return ()
    ahead = import_module(_AHEAD[match.game.name])
    return tuple(ahead.outlook(state, match.game.does(state, action), action))


def joined(match: Match[Any, Any], state: Any, action: Any) -> tuple[Text, ...]:  # noqa: ANN401
    """What an action joins, which is told of every tile; nothing where a game cannot tell."""
    if match.game.name not in _AHEAD:
        return ()
    found: tuple[Text, ...] = import_module(_AHEAD[match.game.name]).joined(state, action)
    return found


def _ways(scene: Scene) -> Sequence[Way]:
    routes = [item for item in scene.items if isinstance(item, RouteLine)]
    if not routes:
        return ()
    names = {
        **{item.hex: item.name for item in scene.items if isinstance(item, Tile)},
        **{hex_: it.name for it in scene.items if isinstance(it, Area) for hex_ in it.hexes},
    }
    known = scene.ground.grid.name
    return [
        Way(
            train=route.train,
            enamel=route.enamel,
            stops=tuple((names.get(hex_) or known[hex_], value) for hex_, _, value in route.values),
            revenue=route.revenue,
        )
        for route in routes
    ]


def _runs(match: Match[Any, Any], at: int, ahead: Any) -> Mapping[str, int]:  # noqa: ANN401
    """What each company earned last."""

    def ran(number: int) -> Iterable[tuple[str, int]]:
        earned: Iterable[tuple[str, int]] = ahead.ran(match.history[number - 1].news)
        return earned

    return gathered(match, "runs", (0, at), ran)
