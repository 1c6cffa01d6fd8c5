"""Links: each player's track from city to city, the bridges where they cross, ways over them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from trainshed.core import Reader

from . import symbols
from .labels import Box, width
from .layer import Layer, layer, slices, within
from .markup import group, moved, name, num, pair
from .scene import Bend, Enamel, HexMap, Journey, Key, Link, Overprint, Point, Rails
from .track import WIDTH, Lay, arc, strokes

BADGE = 17.0
"""How large the badge of an owner is."""
_INSIDE = 0.88
"""Where track ends at a city, between its middle and the side."""
_PALE = 0.58
_MANY = 16
"""How many links share a layer."""
_HALO, _WASH = 17.0, 11.0
"""How much broader than its track the way of a cube is, chosen or not."""
_ROUND = 'fill="none" stroke-linejoin="round"'
_TAG, _LIFT = 15.0, 18.5
"""How high the tag of a link is, and how far above the badge."""
_ASIDE = 33.0
"""How far beside the badge it is, where there is no room above."""


class Laid:
    """A link on its map."""

    def __init__(self, link: Link, board: HexMap) -> None:
        self.link, self.board = link, board
        self._lay = Lay(Rails(link.key, link.enamel, "", (link.bends,)), board)

    def path(self) -> str:
        """From the rim of a city to the rim of a city, or to the open end."""
        path = self._lay.path()
        if self.link.start is not None:
            path = f"M{pair(self._rim(*self.link.start))}L{path[1:]}"
        if self.link.end is not None:
            path += f"L{pair(self._rim(*self.link.end))}"
        return path

    def middle(self, at: int) -> Point:
        """Where the track passes the middle of a bend."""
        bend = self.link.bends[at]
        return Lay(Rails("", self.link.enamel, "", ((bend,),)), self.board).middle(bend.hex)

    def bend(self, at: int) -> str:
        """The path of one bend."""
        return Lay(Rails("", self.link.enamel, "", ((self.link.bends[at],),)), self.board).path()

    @cached_property
    def badge(self) -> Point:
        """Where the owner's badge lies."""
        return self.middle(self.link.badge)

    def open_end(self) -> tuple[Point, float]:
        """Where an unfinished link ends, and which way it points there, in degrees."""
        last = self.link.bends[-1]
        assert last.end is not None
        x, y = self._lay.side(last.hex, last.end)
        cx, cy = self.board.centre(last.hex)
        return (x, y), math.degrees(math.atan2(y - cy, x - cx))

    def points(self) -> list[Point]:
        """Points along it."""
        return self._lay.points()

    def _rim(self, city: int, side: int) -> Point:
        (x, y), (sx, sy) = self.board.centre(city), self._lay.side(city, side)
        return x + (sx - x) * _INSIDE, y + (sy - y) * _INSIDE


class _Drawn(NamedTuple):
    """The parts of a link, from the bottom: its way, its bridges, its end, its badge."""

    way: str
    bridges: str
    stop: str
    badge: str


@lru_cache(maxsize=4096)
def laid(link: Link, board: HexMap) -> Laid:
    """A link on its map, the same until it grows."""
    return Laid(link, board)


def draw(links: Sequence[Link], board: HexMap, ids: str) -> tuple[Layer, ...]:
    """All links: each owner's as one, then the bridges, then the badges."""
    if not links:
        return ()
    owned: dict[tuple[Enamel, bool], list[Link]] = {}
    for link in links:
        owned.setdefault((link.enamel, link.end is not None), []).append(link)
    drawn = (_drawn(link, board, ids) for link in links)
    ways, bridges, stops, badges = zip(*drawn, strict=True)
    tracks = []
    for (enamel, finished), _ in sorted(owned.items(), key=lambda item: item[0][1]):
        track = strokes(f"{ids}{_group(enamel, finished=finished)}", enamel, board.radius)
        tracks.append(track if finished else group(track, f'opacity="{_PALE}"'))
    inside = (
        *within(
            (*slices("ways", ways, _MANY), *layer("owned", (_groups(owned, ids),))),
            "<defs>",
            "</defs>",
        ),
        *layer("tracks", tracks),
        *slices("bridges", bridges, _MANY),
        *layer("stops", stops),
    )
    opening = '<g class="links" fill="none" stroke-linejoin="round">'
    return *within(inside, opening), *slices("badges", badges, _MANY)


@lru_cache(maxsize=4096)
def _drawn(link: Link, board: HexMap, ids: str) -> _Drawn:
    it = laid(link, board)
    return _Drawn(
        f'<path id="{_way(link, ids)}" d="{it.path()}"/>',
        "".join(_bridge(it, at, board, ids) for at in link.bridges),
        _stop(it, board) if link.end is None else "",
        _badge(it),
    )


def room(link: Link, board: HexMap) -> Box:
    """The room that a badge takes."""
    x, y = laid(link, board).badge
    return Box(x - BADGE / 2, y - BADGE / 2, x + BADGE / 2, y + BADGE / 2)


def journeys(
    found: Iterable[Journey],
    links: Mapping[Key, Link],
    board: HexMap,
    overprint: Overprint,
    reader: Reader,
    *,
    ids: str = "",
    selected: Key | None = None,
) -> list[tuple[Key, str]]:
    """The drawing of each way that may be chosen, by its key; the only one is shown at once."""
    offered = {target.key for target in overprint.targets}
    shown = [journey for journey in found if journey.key in offered]
    alone = len(shown) == 1
    return [
        (it.key, _journey(it, links, board, reader, ids, lit=alone or it.key == selected))
        for it in reversed(shown)
    ]


def washed(found: Iterable[Journey], links: Mapping[Key, Link], board: HexMap, ids: str) -> str:
    """Each link that a way uses, on a wash, drawn so that it can be shown on a halo too."""
    used = dict.fromkeys(key for journey in found for key, _ in journey.links if key in links)
    ways = "".join(f'<use href="#{_way(links[key], ids)}"/>' for key in used)
    wide = num(WIDTH * board.radius + _WASH)
    wash = group(ways, f'{_ROUND} stroke="var(--act-fill)" stroke-width="{wide}"')
    shown = "".join(f'<use href="#{ids}lit-{name(key)}"/>' for key in used)
    drawn = "".join(
        f'<g id="{ids}lit-{name(key)}" fill="none">'
        + strokes(_way(links[key], ids), links[key].enamel, board.radius, cased=False)
        + group(
            symbols.show(f"badge-{links[key].enamel}", size=BADGE),
            moved(laid(links[key], board).badge),
        )
        + "</g>"
        for key in used
    )
    return f"<defs>{drawn}</defs>" + group(wash + shown, 'pointer-events="none"')


def tag(words: str, at: Point, colour: str = "act") -> str:
    """Words on a small plate of the overprint."""
    half = width(words, 11.2) / 2 * 0.94 + 6
    plate = (
        f'<rect x="{num(-half)}" y="{num(-_TAG / 2)}" width="{num(2 * half)}" '
        f'height="{num(_TAG)}" rx="{num(_TAG / 2)}" fill="var(--{colour})" stroke="var(--halo)" '
        'stroke-width="1.8"/>'
    )
    words = symbols.letters(words, f"var(--{colour}-on)", size=10.8)
    return group(plate + words, f'class="tag" pointer-events="none" {moved(at)}')


def _journey(
    journey: Journey,
    links: Mapping[Key, Link],
    board: HexMap,
    reader: Reader,
    ids: str,
    *,
    lit: bool,
) -> str:
    """A way over links that can be clicked; chosen, it has a broad halo and what it brings."""
    used = [(links[key], words) for key, words in journey.links if key in links]
    ways = "".join(f'<use href="#{_way(link, ids)}"/>' for link, _ in used)
    wide = WIDTH * board.radius
    broad = f'stroke="var(--p-ink)" stroke-opacity="0" stroke-width="{num(wide + 12)}"'
    hit = group(ways, f"{_ROUND} {broad}")
    halo = group(
        group(ways, f'stroke="var(--halo)" stroke-width="{num(wide + _HALO + 3)}"')
        + group(
            ways, f'stroke="var(--act)" stroke-width="{num(wide + _HALO)}" stroke-opacity=".5"'
        ),
        _ROUND,
    )
    halo += "".join(f'<use href="#{ids}lit-{name(link.key)}"/>' for link, _ in used)
    told: list[Point] = []
    for link, words in used:
        told.append(_beside(laid(link, board).badge, told))
        halo += tag(reader.read(words), told[-1])
    x, y = board.centre(journey.goal)
    ring = f'<use href="#{ids}on-plate" x="{num(x)}" y="{num(y)}"/>'
    seen = "1" if lit else "var(--ring-wash, 0)"
    return hit + group(halo, f'class="journey" pointer-events="none" opacity="{seen}"') + ring


def _beside(at: Point, told: Sequence[Point]) -> Point:
    """Where a tag lies by its badge: above it, or where it hides no other one."""
    x, y = at
    places = ((x, y - _LIFT), (x, y + _LIFT), (x + _ASIDE, y), (x - _ASIDE, y))
    for px, py in places:
        if all(abs(px - ox) > _ASIDE * 1.75 or abs(py - oy) > _TAG for ox, oy in told):
            return px, py
    return places[0]


def _groups(owned: Mapping[tuple[Enamel, bool], Sequence[Link]], ids: str) -> str:
    return "".join(
        f'<g id="{ids}{_group(enamel, finished=finished)}">'
        + "".join(f'<use href="#{_way(link, ids)}"/>' for link in found)
        + "</g>"
        for (enamel, finished), found in owned.items()
    )


def _group(enamel: Enamel, *, finished: bool) -> str:
    return f"{'owned' if finished else 'begun'}-{enamel}"


def _way(link: Link, ids: str) -> str:
    return f"{ids}way-{name(link.key)}"


def _bridge(it: Laid, at: int, board: HexMap, ids: str) -> str:
    """A bend on older track: parapets on both sides of its middle, then its own track again."""
    link, radius = it.link, board.radius
    way = f"{_way(link, ids)}-{at}"
    length = _length(link.bends[at]) * radius
    wide = WIDTH * radius
    before, over = num(length * 0.2), num(length * 0.6)
    dash = f'stroke-dasharray="0 {before} {over} {before}"'
    parapets = (
        f'<use href="#{way}" stroke="var(--key)" stroke-width="{num(wide + 9.4)}" {dash}/>'
        f'<use href="#{way}" stroke="var(--halo)" stroke-width="{num(wide + 6.4)}" {dash}/>'
    )
    track = strokes(way, link.enamel, radius, cased=False)
    return f'<defs><path id="{way}" d="{it.bend(at)}"/></defs>{parapets}{track}'


def _length(bend: Bend) -> float:
    """How long a bend is, in radii."""
    radius = arc(bend)
    if radius is None:
        return math.sqrt(3)
    return radius * (math.pi / 3 if radius > 1 else math.pi * 2 / 3)


def _stop(it: Laid, board: HexMap) -> str:
    """The buffers at an open end."""
    (x, y), turn = it.open_end()
    half = WIDTH * board.radius / 2 + 4
    bar = f"M0 {num(-half)}V{num(half)}M-4 {num(-half + 3.4)}H0M-4 {num(half - 3.4)}H0"
    return (
        f'<path d="{bar}" transform="translate({num(x)} {num(y)}) rotate({turn:.0f})" '
        'stroke="var(--key)" stroke-width="2.6" stroke-linecap="round"/>'
    )


def _badge(it: Laid) -> str:
    link = it.link
    pale = "" if link.end is not None else ' opacity=".85"'
    body = symbols.show(f"badge-{link.enamel}", size=BADGE)
    return group(body, f'id="{name(link.key)}" class="link"{pale} {moved(it.badge)}')
