"""Overprint: magenta for what may be done now, brass for what just happened.

A target is a group with the class `target`, its action, and a hit area as large as its hex. Pages
change its look by variables that reach into the shapes: `--ring` and `--ring-halo` (widths of the
ring and of its halo), `--ring-fill`, `--dot` (opacity), `--ring-focus` and `--ring-gap` (colours of
the ring of the keyboard). Targets that need a first click are `choices`, hidden at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from trainshed.core import Reader

from . import symbols
from .markup import group, moved, name, num, text
from .pieces import DISC, PLATE, ROUNDEL, aside, hexagon, puffer
from .scene import Engine, HexMap, Item, Key, Overprint, Point, Space, Station, Target, Town

MANY = 25
"""With more empty hexes than this to choose from, each is only a dot until the pointer nears."""
_FAN, _ROOM = 46.0, 44.0
"""How far apart markers are fanned out, and how high their plate is."""

Shape: TypeAlias = Literal["space", "dot", "full", "plate", "disc", "engine", "house", "marker"]


class Spot(NamedTuple):
    """Where something can be clicked, and the shape of its ring."""

    at: Point
    shape: Shape
    hex: int


def spots(items: Iterable[Item], board: HexMap) -> dict[Key, Spot]:
    """Everything on the board that a target can name."""
    items = tuple(items)
    engines = {item.hex for item in items if isinstance(item, Engine)}
    houses = {item.hex for item in items if isinstance(item, Station)}
    found: dict[Key, Spot] = {}
    for item in items:
        match item:
            case Space(key=key, hex=hex_):
                shape: Shape = "full" if hex_ in houses else "space"
                found[key] = Spot(board.centre(hex_), shape, hex_)
            case Town(key=key, hex=hex_, kind=kind):
                found[key] = Spot(board.centre(hex_), "disc" if kind == "town" else "plate", hex_)
            case Engine(key=key, hex=hex_):
                found[key] = Spot(board.centre(hex_), "engine", hex_)
            case Station(key=key, hex=hex_):
                at = aside(board, hex_) if hex_ in engines else board.centre(hex_)
                found[key] = Spot(at, "house", hex_)
            case _:
                pass
    return found


def shapes(board: HexMap, ids: str) -> str:
    """The rings, written once."""
    radius = board.radius
    hex_, outer = hexagon(radius - 3, board), hexagon(radius + 1.4, board)
    hit = f'<path d="{hexagon(radius, board)}" fill="#000" fill-opacity="0"/>'
    focus = _focus(f'<path d="{outer}"')
    dot = (
        f'<circle r="{num(radius * 0.17)}" fill="var(--act)" stroke="var(--halo)" '
        'stroke-width="1.8" opacity="var(--dot, 1)"/>'
    )
    faint = dot.replace(num(radius * 0.17), num(radius * 0.12), 1)
    plate = f'<path d="{hexagon(radius * PLATE + 3.4, board)}"'
    drawn: dict[Shape, str] = {
        "space": hit + _ring(f'<path d="{hex_}"', wash=True) + focus + dot,
        "full": hit + _ring(f'<path d="{hex_}"', wash=True) + focus,
        "dot": hit + _ring(f'<path d="{hex_}"', wash=True, ring=0, halo=0) + focus + faint,
        "plate": hit + _ring(plate, ring=3) + focus,
        "disc": hit + _ring(f'<circle r="{num(radius * DISC + 3.6)}"', ring=3) + focus,
        "engine": hit + _ring(f'<circle r="{num(radius * ROUNDEL + 4)}"', ring=3.2) + focus,
        "house": hit + _ring('<circle r="13.5"') + _focus('<circle r="17.5"'),
        "marker": '<circle r="22" fill="#000" fill-opacity="0"/>'
        + _ring('<circle r="18"')
        + _focus('<circle r="21"'),
    }
    return "".join(f'<g id="{ids}on-{shape}">{body}</g>' for shape, body in drawn.items())


def targets(overprint: Overprint, known: Mapping[Key, Spot], reader: Reader, ids: str) -> str:
    """The things that can be clicked at once."""
    first = [target for target in overprint.targets if target.under is None]
    empty = sum(known[t.key].shape == "space" for t in first if t.key in known)
    drawn = (
        _target(target, _shown(known[target.key], many=empty > MANY), reader, ids)
        for target in first
        if target.key in known
    )
    return group("".join(drawn), 'class="targets"')


def choices(
    overprint: Overprint, known: Mapping[Key, Spot], items: Iterable[Item], reader: Reader, ids: str
) -> str:
    """The hexes that can be clicked after something else, hidden until that is chosen."""
    engines = {item.key: item for item in items if isinstance(item, Engine)}
    groups: dict[Key, list[Target]] = {}
    for target in overprint.targets:
        if target.under is not None and target.key in known:
            groups.setdefault(target.under, []).append(target)
    return "".join(
        _choice(
            under,
            "".join(
                _target(
                    target,
                    _shown(known[target.key], many=len(below) > MANY),
                    reader,
                    ids,
                    ghost=_ghost(engines.get(under)),
                )
                for target in below
            ),
        )
        for under, below in groups.items()
    )


def fans(
    overprint: Overprint, known: Mapping[Key, Spot], board: HexMap, reader: Reader, ids: str
) -> str:
    """The markers of a city that can be taken, fanned out above it, large enough to hit."""
    groups: dict[Key, list[Target]] = {}
    for target in overprint.targets:
        if target.under in known and target.key.startswith("good:"):
            groups.setdefault(target.under, []).append(target)
    return "".join(
        _choice(under, _fan(below, known[under].at, board, reader, ids))
        for under, below in groups.items()
    )


def last(keys: Iterable[Key], known: Mapping[Key, Spot], board: HexMap) -> str:
    """Brass on the hexes of what just happened."""
    hexes = dict.fromkeys(known[key].hex for key in keys if key in known)
    if not hexes:
        return ""
    shape = hexagon(board.radius, board)
    drawn = "".join(f'<path d="{shape}" {moved(board.centre(hex_))}/>' for hex_ in hexes)
    style = (
        'fill="var(--last-fill)" stroke="var(--last)" stroke-width="2" '
        'stroke-dasharray="2 4.5" stroke-linecap="round"'
    )
    return group(drawn, f'class="last" {style}')


def _ring(shape: str, *, wash: bool = False, ring: float = 2.6, halo: float = 5.5) -> str:
    """A shape stroked in magenta on its wider halo."""
    fill = "var(--ring-fill, var(--act-fill))" if wash else "none"
    if not halo:
        fill = "var(--ring-fill, none)"
    join = 'stroke-linejoin="round"'
    return (
        f'{shape} fill="{fill}" stroke="var(--halo)" '
        f'stroke-width="var(--ring-halo, {num(halo)})" {join}/>'
        f'{shape} fill="none" stroke="var(--act)" stroke-width="var(--ring, {num(ring)})" {join}/>'
    )


def _focus(shape: str) -> str:
    """The place of the keyboard's ring, outside the magenta."""
    return (
        f'{shape} fill="none" stroke="var(--ring-gap, none)" stroke-width="6"/>'
        f'{shape} fill="none" stroke="var(--ring-focus, none)" stroke-width="3" '
        'stroke-linejoin="round"/>'
    )


def _shown(spot: Spot, *, many: bool) -> Spot:
    return spot._replace(shape="dot") if many and spot.shape == "space" else spot


def _target(target: Target, spot: Spot, reader: Reader, ids: str, ghost: str = "") -> str:
    body = f'<use href="#{ids}on-{spot.shape}"/>{ghost}'
    return group(body, f"{_attributes(target, reader)} {moved(spot.at)}")


def _attributes(target: Target, reader: Reader) -> str:
    """What a page needs to know of a target."""
    path = target.key if target.under is None else f"{target.under}:{target.key}"
    action = "" if target.action is None else f' data-action="{text(target.action)}"'
    return (
        f'id="act:{name(path)}" class="target" role="button" tabindex="-1" '
        f'data-key="{text(target.key)}"{action} aria-label="{text(reader.read(target.title))}"'
    )


def _choice(under: Key, body: str) -> str:
    return group(body, f'class="choices" data-under="{text(under)}" display="none"')


def _ghost(engine: Engine | None) -> str:
    """What a page shows under the pointer: the engine where it would be."""
    return "" if engine is None else group(puffer(engine), 'class="ghost" display="none"')


def _fan(
    below: list[Target], at: Point, board: HexMap, reader: Reader, ids: str
) -> str:
    wide = _FAN * len(below) + 6
    rise = board.radius + _ROOM / 2 + 8
    x = min(max(at[0], wide / 2 + 4), board.width - wide / 2 - 4)
    y = at[1] - rise if at[1] - rise - _ROOM / 2 > 4 else at[1] + rise
    plate = (
        f'<rect x="{num(x - wide / 2)}" y="{num(y - _ROOM / 2 - 1)}" width="{num(wide)}" '
        f'height="{num(_ROOM + 2)}" rx="10" fill="var(--town-fill)" stroke="var(--key)" '
        'stroke-width="1.4"/>'
    )
    markers = "".join(
        _marker(target, (x + (n - (len(below) - 1) / 2) * _FAN, y), reader, ids)
        for n, target in enumerate(below)
    )
    return plate + markers


def _marker(target: Target, at: Point, reader: Reader, ids: str) -> str:
    good = target.key.rsplit(":", 1)[-1]
    body = f'<use href="#{ids}on-marker"/>{symbols.show(f"good-{good}", size=32)}'
    return group(body, f"{_attributes(target, reader)} {moved(at)}")
