"""A game of cubes carried over links: the ways of a cube, cards, reasons, two clicks in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from trainshed.board.scene import City, Enamel, Gate, Item, Journey, Link, Scene, Table
from trainshed.core import Action, Game, Match, News, Reader, Text, say
from trainshed.core.errors import TrainshedError
from trainshed.core.history import Move
from trainshed.core.recall import recalled
from trainshed.web.tables.seats import Sitting, perspective

from .html import html, html_reader
from .prompt import Offer

_TOLD = {"tycoon": "trainshed.games.tycoon.worth"}
"""Where a game tells what its cards are worth."""
DONE, _FILL = ("done", "back"), "fill"
"""What is no news in a log: that nothing more is done; nor that the first cubes are laid out."""
_SHORT = {"deliver": ("cube:",), "build": ("link:",)}
"""What can be clicked at once instead of saying first what is meant, by the action said first."""
_MEANT: Mapping[str, tuple[str, ...]] = {
    "city": ("connect {0}", "from {0}", "found {0} {any}"),
    "cube": ("cube {0} {1}",),
    "link": ("extend {0}",),
    "card": ("take {0}",),
    "west": ("west {0}",),
}
"""What a click may have meant, by the kind of what was clicked."""
_SCORED, _FOR_LINKS = "scored", ("deliveries", "traffic")
"""The news of points, and those of them that are for links."""
_PLAIN = ("delivered", "moved")
_AFTER = ("earned", "removed", "turn", "ordered", "paid")
"""What follows when a turn ends, whatever was done last in it."""


class Leg(Struct, frozen=True):
    """One link of a way: whose it is, the cities it joins, who gets what."""

    enamel: Enamel
    names: str
    brings: Markup


class Way(Struct, frozen=True):
    """A way that a cube may take."""

    action: str
    key: str
    goal: str
    label: Markup
    legs: tuple[Leg, ...]
    more: tuple[Markup, ...]
    """What else it would bring, a sentence each."""


class Freight(Struct, frozen=True):
    """What a page of such a game shows besides the map."""

    tables: Mapping[str, Table]
    ways: tuple[Way, ...]
    source: str
    """The city where the cube lies whose way is asked."""
    cube: str
    """The colour of that cube."""
    offer: tuple[Any, ...] = ()
    """The cards that lie open, with what they are worth."""
    kept: tuple[Any, ...] = ()
    """The reader's own cards."""
    aim: Any = None
    """The reader's own tycoon."""
    track: Any = None
    """The income track."""
    incomes: tuple[tuple[int, ...], ...] = ()
    empty: int = 0
    limit: int = 0
    """How many cities are empty, and how many bring the end."""


def is_freight(scene: Scene) -> bool:
    """Whether cubes are carried from city to city."""
    return _has_cities(scene.items)


@recalled(128)
def _has_cities(items: tuple[Item, ...]) -> bool:
    return City in map(type, items)


def freight(
    match: Match[Any, Any],
    state: Any,  # noqa: ANN401
    scene: Scene,
    offers: Sequence[Offer],
    reader: Reader,
) -> Freight | None:
    """What stands beside such a map; None where there are no cubes."""
    if not is_freight(scene):
        return None
    worth = import_module(_TOLD[match.game.name]) if match.game.name in _TOLD else None
    found = Freight(
        tables={table.key: table for table in scene.tables},
        ways=tuple(_ways(match, state, scene, offers, reader)),
        source=_cube(scene)[0],
        cube=_cube(scene)[1],
    )
    if worth is None:
        return found
    seat, (empty, limit) = reader.seat, worth.ending(state)
    return replace(
        found,
        offer=worth.on_offer(state),
        kept=() if seat is None else worth.kept(state, seat),
        aim=None if seat is None else worth.aim(state, seat),
        track=worth.track(state),
        incomes=worth.incomes(state),
        empty=empty,
        limit=limit,
    )


def heading(state: Any) -> Text:  # noqa: ANN401 - of any such game
    """The turn and the round, for the log."""
    if not state.turn:
        return say("Set-up")
    if not state.round:
        return say("Turn {turn} · auction", turn=state.turn)
    return say("Turn {turn} · round {round}", turn=state.turn, round=state.round)


def is_idle(move: Move[Any]) -> bool:
    """Whether a move is no news: nothing more is done, or the first cubes are laid out."""
    verb = move.action.__struct_config__.tag
    return verb in DONE or (verb == _FILL and not move.before.turn)


def is_said(action: Action, item: News) -> bool:
    """Whether the sentence of an action says already what a news item tells."""
    tag, verb = item.__struct_config__.tag, action.__struct_config__.tag
    return tag == "delivered" or (tag == "linked" and verb == "connect")


def is_aside(action: Action, item: News) -> bool:
    """Whether a news item does not belong to what makes an action decisive."""
    return is_said(action, item) or item.__struct_config__.tag in _AFTER


# The ways of a cube


@recalled(128)
def _journeys(items: tuple[Item, ...]) -> Mapping[str, Journey]:
    return {item.key: item for item in items if isinstance(item, Journey)}


def _cube(scene: Scene) -> tuple[str, str]:
    for item in _journeys(scene.items).values():
        if item.cube:
            _, city, colour = item.cube.split(":")
            return city, colour
    return "", ""


def _ways(
    match: Match[Any, Any],
    state: Any,  # noqa: ANN401
    scene: Scene,
    offers: Sequence[Offer],
    reader: Reader,
) -> Iterator[Way]:
    journeys = _journeys(scene.items)
    if not journeys or not offers:
        return
    names = {item.hex: item.name for item in scene.items if isinstance(item, City)}
    links = {item.key: item for item in scene.items if isinstance(item, Link)}
    source = {item.name: item.hex for item in scene.items if isinstance(item, City)}
    for offer in offers:
        journey = journeys.get(offer.path[0]) if offer.path else None
        if journey is None:
            continue
        news = match.game.brings(state, match.read(offer.action))
        yield Way(
            action=offer.action,
            key=journey.key,
            goal=names[journey.goal],
            label=offer.label,
            legs=tuple(_legs(journey, links, names, source[_cube(scene)[0]], reader)),
            more=tuple(
                html(reader, match.game.words(item, state)) for item in news if not _is_plain(item)
            ),
        )


def _legs(
    journey: Journey,
    links: Mapping[str, Link],
    names: Mapping[int, str],
    start: int,
    reader: Reader,
) -> Iterator[Leg]:
    """The links one after another, each from where the cube comes."""
    here = start
    for key, brings in journey.links:
        link = links[key]
        ends = [end[0] for end in (link.start, link.end) if end is not None]
        there = next((end for end in ends if end != here), here)
        yield Leg(link.enamel, f"{names[here]} – {names[there]}", html(reader, brings))
        here = there


def _is_plain(item: News) -> bool:
    """Whether the links say it already."""
    tag = item.__struct_config__.tag
    return tag in _PLAIN or (tag == _SCORED and getattr(item, "why", "") in _FOR_LINKS)


# Two clicks in one


def shortcuts(match: Match[Any, Any], reader: Reader, offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """What could be clicked after an action that only says what is meant, or after a step back."""
    found: dict[str, Offer] = {}
    taken = {offer.path[0] for offer in offers if offer.path}
    for first in offers:
        prefixes = _SHORT.get(first.action, ("cube:",) if first.verb == "back" else ())
        if prefixes:
            for offer in _after(match, reader, first, prefixes):
                if offer.path[0] not in taken:
                    found.setdefault(offer.path[0], offer)
    return tuple(found.values())


def _after(
    match: Match[Any, Any], reader: Reader, first: Offer, prefixes: tuple[str, ...]
) -> Iterator[Offer]:
    game = match.game
    after = game.play(match.state, match.read(first.action))
    if game.actor(after) != game.actor(match.state):
        return
    for action in game.actions(after):
        path = game.target(action, after)
        if len(path) == 1 and path[0].startswith(prefixes):
            yield Offer(
                action=first.action,
                verb=str(action).split(" ", 1)[0],
                path=path,
                label=html(reader, game.label(action, after)),
                then=str(action),
            )


# Why not


def why(match: Match[Any, Any], sitting: Sitting, *, key: str) -> tuple[Markup, str] | None:
    """Why a click is not allowed: the reasons in words, and the number of the first rule.

    A hex stands for its city, and a city for its cubes where cubes are asked for.
    """
    game, seat = match.game, perspective(match, sitting.mine)
    state = game.view(match.state, seat)
    scene = game.scene(state)
    reader = html_reader(match, sitting.language, seat, scene)
    found: dict[str, str] = {}
    for before, action in _meant(match, state, scene, key):
        if action in game.actions(before):
            return html(reader, say("That is allowed. It is on the board in colour.")), ""
        reason = game.why(before, action)
        if reason is not None:
            words = html(reader, game.because(reason, before))
            found.setdefault(str(words), str(getattr(reason, "rule", "")))
    if not found:
        far = _is_far(game, state, scene, key)
        return None if far is None else (html(reader, far), "")
    return Markup(" ").join(map(Markup, found)), next(iter(found.values()))


def _meant(
    match: Match[Any, Any],
    state: Any,  # noqa: ANN401
    scene: Scene,
    key: str,
) -> Iterator[tuple[Any, Action]]:
    """The actions that a click may have meant, each with the position in which it is asked."""
    kind, *parts = key.split(":")
    cities = {scene.ground.grid.name[it.hex]: it for it in scene.items if isinstance(it, City)}
    gates = {scene.ground.grid.name[it.hex]: it.key for it in scene.items if isinstance(it, Gate)}
    if kind == "hex" and parts and parts[0] in gates:
        kind, *parts = gates[parts[0]].split(":")
    elif kind == "hex" and parts and parts[0] not in cities:
        aimed = _aimed(match.game, state, scene, parts[0])
        yield from ((state, action) for action in aimed)
        return
    if kind in ("hex", "end") and parts:
        city = cities.get(parts[0])
        kind, parts = "city", [city.name] if city else parts
    if kind == "city":
        cubes = next((it.cubes for it in cities.values() if it.name == parts[0]), ())
        for cube in dict.fromkeys(cube for cube, _ in cubes):
            yield from _lines(match, state, "cube", cube.split(":")[1:])
    yield from _lines(match, state, kind, parts)


def _lines(
    match: Match[Any, Any],
    state: Any,  # noqa: ANN401
    kind: str,
    parts: Sequence[str],
) -> Iterator[tuple[Any, Action]]:
    """Lines with these words, now or after saying what is meant; not where none can be read."""
    game = match.game
    offered = game.actions(state)
    nouns = {str(action).split(" ", 1)[0] for action in offered}
    founds = (str(action).rsplit(" ", 1)[-1] for action in offered if "found" in nouns)
    colour = next(founds, "")
    for form in _MEANT.get(kind, ()):
        words = [f'"{part}"' if " " in part else part for part in parts]
        try:
            action = match.read(form.format(*words, any=colour))
        except (TrainshedError, IndexError):
            continue
        yield state, action
        if kind == "cube" and "deliver" in nouns:
            yield game.play(state, match.read("deliver")), action
        elif kind == "cube" and "build" in nouns:
            yield state, match.read("deliver")


def _aimed(game: Game[Any, Any, Any], state: Any, scene: Scene, name: str) -> list[Action]:  # noqa: ANN401
    """The actions that would lead to a hex beside the one where a line stands."""
    grid = scene.ground.grid
    there = grid.number.get(name)
    found = []
    for action in game.actions(state):
        side = getattr(action, "side", None)
        head = _head(game, state, scene, action) if side is not None else None
        if there is None or head is None:
            continue
        way = next((n for n, cell in enumerate(grid.neighbours[head]) if cell == there), None)
        if way is not None:
            found.append(replace(action, side=way))
    return list(dict.fromkeys(found))


def _head(game: Game[Any, Any, Any], state: Any, scene: Scene, action: Action) -> int | None:  # noqa: ANN401
    """The hex from which an action with a side leads to its place."""
    grid = scene.ground.grid
    for key in game.target(action, state):
        kind, name = key.split(":", 1)
        cities = {it.name: it.hex for it in scene.items if isinstance(it, City)}
        there = cities.get(name) if kind in ("end", "city") else grid.number.get(name)
        if there is not None:
            return grid.neighbours[there][(action.side + 3) % 6]  # type: ignore[attr-defined]
    return None


def _is_far(game: Game[Any, Any, Any], state: Any, scene: Scene, key: str) -> Text | None:  # noqa: ANN401
    """What is said of a hex to which no tile can lead now."""
    lays = any(getattr(action, "side", None) is not None for action in game.actions(state))
    if not lays or not key.startswith("hex:"):
        return None
    if scene.ground.grid.number.get(key.split(":")[1]) is None:
        return None
    return say("The line does not stand beside this hex. Lay the tiles one after another.")
