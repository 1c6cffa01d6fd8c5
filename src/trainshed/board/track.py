"""Track: one path stroked seven times, from the middle of a side to the middle of a side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from . import symbols
from .hexes import STEPS, centre
from .markup import group, name, num, pair
from .scene import Bend, Enamel, HexMap, Point, Rails

WIDTH = 0.33
"""The band of enamel, in radii of a hex."""
_ROOMY, _TIGHT = 20.0, 12.0
"""Below these radii sleepers, then rails are left out."""


class Lay:
    """Where a line's track lies on its map."""

    def __init__(self, rails: Rails, board: HexMap) -> None:
        self.rails = rails
        self.board = board
        self.middles = {
            bend.hex: self._middle(bend)
            for run in rails.runs
            for bend in run
            if bend.start is not None and bend.end is not None
        }

    def middle(self, hex_: int) -> Point:
        """Where the track passes the middle of a hex, or the middle itself."""
        return self.middles.get(hex_) or self.board.centre(hex_)

    def side(self, hex_: int, direction: int) -> Point:
        """The middle of a side."""
        x, y = self.board.centre(hex_)
        dx, dy = centre(STEPS[direction], self.board.radius, self.board.grid.tops)
        return x + dx / 2, y + dy / 2

    def path(self) -> str:
        """All runs as one path, so that they join where they meet."""
        return "".join("".join(self._steps(run)) for run in self.rails.runs)

    def points(self) -> list[Point]:
        """Points along the track and its spurs, close enough to see what they pass under."""
        found = [point for run in self.rails.runs for bend in run for point in self._samples(bend)]
        for start, end in self.rails.spurs:
            a, b = self.middle(start), self.board.centre(end)
            found += [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.2, 0.4)]
        return found

    def _ends(self, bend: Bend) -> tuple[Point, Point]:
        return (
            self.middle(bend.hex) if bend.start is None else self.side(bend.hex, bend.start),
            self.middle(bend.hex) if bend.end is None else self.side(bend.hex, bend.end),
        )

    def _steps(self, run: tuple[Bend, ...]) -> Iterator[str]:
        yield f"M{pair(self._ends(run[0])[0])}"
        for bend in run:
            end = pair(self._ends(bend)[1])
            radius = arc(bend)
            if radius is None:
                yield f"L{end}"
            else:
                size = num(radius * self.board.radius)
                yield f"A{size} {size} 0 0 {int(turns_right(bend))} {end}"

    def _middle(self, bend: Bend) -> Point:
        """The point of a bend nearest to the middle of its hex."""
        x, y = self.board.centre(bend.hex)
        radius = arc(bend)
        if radius is None:
            return x, y
        (ax, ay), (bx, by) = self._ends_of_through(bend)
        dx, dy = (ax + bx) / 2 - x, (ay + by) / 2 - y
        away = (math.sqrt(3) - 1.5 if radius > 1 else 0.5) * self.board.radius
        length = math.hypot(dx, dy)
        return x + dx / length * away, y + dy / length * away

    def _ends_of_through(self, bend: Bend) -> tuple[Point, Point]:
        assert bend.start is not None
        assert bend.end is not None
        return self.side(bend.hex, bend.start), self.side(bend.hex, bend.end)

    def _samples(self, bend: Bend) -> tuple[Point, ...]:
        (ax, ay), (bx, by) = self._ends(bend)
        mx, my = self.middle(bend.hex)
        quarter = (ax + mx) / 2, (ay + my) / 2
        return (ax, ay), quarter, (mx, my), ((bx + mx) / 2, (by + my) / 2)


@lru_cache(maxsize=2048)
def lay(rails: Rails, board: HexMap) -> Lay:
    """A line's track on its map, the same until somebody builds there."""
    return Lay(rails, board)


@lru_cache(maxsize=2048)
def draw(rails: Rails, board: HexMap, ids: str = "") -> str:
    """A line's spurs, track and plates."""
    laid, radius = lay(rails, board), board.radius
    way = f"{ids}way-{rails.enamel}"
    track = f'<defs><path id="{way}" d="{laid.path()}"/></defs>'
    track += group(strokes(way, rails.enamel, radius), 'fill="none" stroke-linejoin="round"')
    plates = "".join(
        symbols.nameplate(rails.letters, rails.enamel, at=laid.middle(hex_))
        for hex_ in rails.plates
    )
    return group(_spurs(laid) + track + plates, f'id="{name(rails.key)}" class="rails"')


@lru_cache(maxsize=4096)
def strokes(way: str, enamel_: Enamel, radius: float, *, cased: bool = True) -> str:
    """From the bottom: casing, keyline, band, sleepers, rails, bed, sleepers."""
    wide = WIDTH * radius
    enamel, steel = f"var(--{enamel_})", f"var(--{enamel_}-on)"
    sleepers = 'stroke-opacity=".3" stroke-dasharray="1.5 3"'
    layers = [("var(--halo)", wide + 5, 'stroke-linecap="round" opacity=".85"')] if cased else []
    layers += [("var(--key)", wide + 2, ""), (enamel, wide, "")]
    if radius >= _ROOMY:
        layers.append((steel, wide - 1.6, sleepers))
    if radius >= _TIGHT:
        layers += [(steel, wide * 0.6, 'stroke-opacity=".95"'), (enamel, wide * 0.37, "")]
    if radius >= _ROOMY:
        layers.append((steel, wide * 0.37, sleepers))
    return "".join(
        f'<use href="#{way}" stroke="{colour}" stroke-width="{num(width)}" {more}/>'
        for colour, width, more in layers
    )


def _spurs(laid: Lay) -> str:
    """Sidings to the towns that are served but not entered."""
    path = "".join(
        f"M{pair(laid.middle(start))}L{pair(laid.board.centre(end))}"
        for start, end in laid.rails.spurs
    )
    if not path:
        return ""
    return (
        f'<path d="{path}" stroke="var(--halo)" stroke-width="7" opacity=".85"/>'
        f'<path d="{path}" stroke="var(--key)" stroke-width="4.6"/>'
        f'<path d="{path}" stroke="var(--{laid.rails.enamel})" stroke-width="2.6"/>'
    )


def arc(bend: Bend) -> float | None:
    """The radius of a bend in radii of a hex, None where the track is straight."""
    if bend.start is None or bend.end is None:
        return None
    turn = (bend.end - bend.start) % 6
    return None if turn == 3 else 1.5 if turn in (2, 4) else 0.5


def turns_right(bend: Bend) -> bool:
    """Whether the arc is drawn clockwise, as seen on the page."""
    assert bend.start is not None
    assert bend.end is not None
    return (bend.end - bend.start) % 6 < 3
