"""The chart of the fortunes: a line for each seat, told apart by emblem and dash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape

from trainshed.core import Language, Reader, say
from trainshed.core.text import thousands

from .page import SeatInfo, TablePage

WIDTH, HEIGHT = 800.0, 290.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 118.0, 34.0, 30.0
DASHES = ("", "7 4", "2 3", "10 3 2 3", "14 4", "5 2 1 2")
SMALL = 'font-family="var(--sans)" font-size="12.5" fill="var(--ink-2)"'
EVERY = (1, 2, 4, 5, 10, 20, 25, 50, 100, 1000, 10_000)
"""The distances between the turns that are written under the chart."""
Points = Sequence[tuple[float, float]]


def fortune(page: TablePage, language: Language) -> Markup:
    """What each seat would have had, turn by turn."""
    assert page.over is not None
    turns = [turn for turn, _ in page.over.worth]
    amounts = [worth for _, worth in page.over.worth]
    rule = Ruler(turns, [amount for worth in amounts for amount in worth])
    lines = [
        [(rule.x(turn), rule.y(worth[seat.seat])) for turn, worth in page.over.worth]
        for seat in page.seats
    ]
    body = (
        *_scales(rule, page.currency, language),
        *_events(rule, page.over.events),
        *(_line(seat, points) for seat, points in zip(page.seats, lines, strict=True)),
        *_badges(page.seats, lines),
        *_legend(page.seats, language),
    )
    label = escape(Reader(language, ()).read(say("Fortune, turn by turn")))
    head = f'class="fortune" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{label}"'
    return Markup(f"<svg {head}>{''.join(body)}</svg>")  # noqa: S704 - made of escaped parts


class Ruler:
    """Where a turn and an amount lie."""

    def __init__(self, turns: Sequence[int], amounts: Sequence[int]) -> None:
        self.first, self.last = min(turns, default=0), max(turns, default=1)
        self.low = min([0, *amounts])
        self.step = _step(max([1, *amounts]) - self.low)
        top = max([1, *amounts])
        self.marks = range(-(-self.low // self.step) * self.step, top + self.step, self.step)
        self.high = self.marks[-1]

    def x(self, turn: float) -> float:
        """From the left."""
        span = max(1, self.last - self.first)
        return LEFT + (WIDTH - LEFT - RIGHT) * (turn - self.first) / span

    def y(self, amount: float) -> float:
        """From the top."""
        share = (amount - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _step(span: int) -> int:
    """A round distance between at most five marks.

    >>> _step(74000), _step(30)
    (20000, 10)
    """
    power = 1
    while True:
        for factor in (1, 2, 2.5, 5):
            step = int(power * factor)
            if step and step * 4 >= span:
                return step
        power *= 10


def _scales(rule: Ruler, currency: str, language: Language) -> Iterator[str]:
    right = rule.x(rule.last)
    for amount in rule.marks:
        y = rule.y(amount)
        yield f'<path d="M{LEFT:g} {y:.1f}H{right:.1f}" stroke="var(--rule)"/>'
        yield _text(LEFT - 8, y + 4, thousands(amount, currency, language), "end")
    foot = HEIGHT - BOTTOM + 20
    yield _text(LEFT, foot, Reader(language, ()).read(say("turn")), "middle")
    every = next(n for n in EVERY if n * 8 > rule.last - rule.first)
    for turn in range(rule.first // every * every + every, rule.last - every // 2, every):
        yield _text(rule.x(turn), foot, str(turn), "middle")
    yield _text(right, foot, str(rule.last), "middle")


def _events(rule: Ruler, events: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Dotted lines with names; a name that would lie on another one goes a line higher."""
    ends = [-1.0, -1.0]
    for turn, name in events:
        x, half = rule.x(turn), 3.4 * len(name)
        row = 0 if x - half > ends[0] else 1
        foot, top = HEIGHT - BOTTOM, TOP - 4
        yield (
            f'<path d="M{x:.1f} {top:g}V{foot:g}" stroke="var(--last)" stroke-width="1.5" '
            'stroke-dasharray="1.5 4" stroke-linecap="round"/>'
        )
        if x - half > ends[row]:
            ends[row] = x + half
            yield _text(
                x, TOP - 9 - 14 * row, name, "middle", 'fill="var(--last)" font-weight="600"'
            )


def _line(seat: SeatInfo, points: Points) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dash = DASHES[seat.seat % len(DASHES)]
    width, colour = ("3", "var(--ink)") if seat.is_you else ("1.8", "var(--ink-2)")
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    halo = '<path d="{}" fill="none" stroke="var(--paper-raised)" stroke-width="{}"/>'
    return halo.format(path, float(width) + 2.6) + (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linejoin="round"{dashes}/>'
    )


def _badges(seats: Sequence[SeatInfo], lines: Sequence[Points]) -> Iterator[str]:
    """The emblems on the lines, a little apart so that none hides another."""
    for number, (seat, points) in enumerate(zip(seats, lines, strict=True)):
        for part in (0.22, 0.52, 0.82):
            shift = (number - (len(seats) - 1) / 2) * 0.035
            x, y = points[round((part + shift) * (len(points) - 1))]
            yield _badge(seat, x, y, 16)


def _legend(seats: Sequence[SeatInfo], language: Language) -> Iterator[str]:
    x = WIDTH - RIGHT + 22
    for number, seat in enumerate(seats):
        y = TOP + 6 + 26 * number
        name = language.gettext("You") if seat.is_you else seat.name
        yield _badge(seat, x, y, 20)
        short = name if len(name) <= 14 else f"{name[:13]}…"
        yield _text(x + 17, y + 4.5, short, "start", 'fill="var(--ink)" font-weight="600"')


def _badge(seat: SeatInfo, x: float, y: float, size: float) -> str:
    corner, badge = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}"', seat.badge.porcelain
    return f'<use href="#badge-{badge}" {corner} width="{size:g}" height="{size:g}"/>'


def _text(x: float, y: float, words: str, anchor: str, style: str = "") -> str:
    font = SMALL.replace('fill="var(--ink-2)"', style) if style else SMALL
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {font}>{escape(words)}</text>'
