"""A chart of a game: a line for each seat or company, told apart by emblem, letters and dash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import Language, Reader, say
from trainshed.core.text import money, thousands

from .page import SeatInfo, TablePage
from .progress import Curve, Progress, Series

WIDE, NARROW, PHONE, HEIGHT = 800.0, 580.0, 360.0, 290.0
LEFT, TOP, BOTTOM = 50.0, 34.0, 30.0
DASHES = ("", "7 4", "2 3", "10 3 2 3", "14 4", "5 2 1 2")
SMALL = 'font-family="var(--sans)" font-size="12.5" fill="var(--ink-2)"'
LABEL = 56.0
"""The room for a word under a chart."""
APART = 21.0
"""The least distance between two labels."""
Points = Sequence[tuple[float, float]]


class Canvas(Struct, frozen=True):
    """What the lines of a chart have in common."""

    progress: Progress
    seats: tuple[SeatInfo, ...]
    currency: str
    language: Language
    width: float = NARROW

    @property
    def letters(self) -> int:
        """How many letters of a name fit beside the lines."""
        return 8 if self.width == PHONE else 11

    @property
    def right(self) -> float:
        """From the left, where the last point lies."""
        return self.width - 41 - 7 * self.letters


def fortune(page: TablePage, language: Language) -> Markup:
    """What each seat would have had, point by point."""
    assert page.over is not None
    canvas = Canvas(page.over.progress, page.seats, page.worth_in, language, WIDE)
    return drawn(page.over.progress.curves[0], canvas, events=True)


def drawn(curve: Curve, canvas: Canvas, *, events: bool = False) -> Markup:
    """A chart as SVG, and once more for a phone; `events` marks what happened."""
    sizes = (("wide", canvas), ("small", replace(canvas, width=PHONE)))
    return Markup("").join(_drawn(curve, one, size, events=events) for size, one in sizes)


def _drawn(curve: Curve, canvas: Canvas, size: str, *, events: bool) -> Markup:
    rule = Ruler(canvas, curve)
    body = (
        *_scales(rule, canvas),
        *(_events(rule, canvas.progress.events) if events else ()),
        *(_line(one, rule, canvas) for one in curve.series),
        *(_badges(curve.series, rule, canvas)),
        *_labels(curve.series, rule, canvas),
    )
    head = f'class="fortune {size}" viewBox="0 0 {canvas.width:g} {HEIGHT:g}" role="img"'
    span = f'data-left="{rule.x(0):.1f}" data-right="{rule.x(rule.last):.1f}"'
    label = f'aria-label="{escape(curve.title)}"'
    return Markup(f"<svg {head} {span} {label}>{''.join(body)}</svg>")  # noqa: S704 - escaped


class Ruler:
    """Where a point and an amount lie."""

    def __init__(self, canvas: Canvas, curve: Curve) -> None:
        amounts = [value for one in curve.series for value in one.values if value is not None]
        self.width = canvas.right - LEFT
        self.last = max(len(canvas.progress.chapters) - 1, 1)
        self.low = min([0, *amounts])
        self.step = _step(max([1, *amounts]) - self.low)
        top = max([1, *amounts])
        self.marks = range(-(-self.low // self.step) * self.step, top + self.step, self.step)
        self.high = self.marks[-1]

    def x(self, point: float) -> float:
        """From the left."""
        return LEFT + self.width * point / self.last

    def y(self, amount: float) -> float:
        """From the top."""
        share = (amount - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def points(self, series: Series) -> Points:
        """The points of a line that has values."""
        known = ((n, value) for n, value in enumerate(series.values) if value is not None)
        return [(self.x(n), self.y(value)) for n, value in known]


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


def _scales(rule: Ruler, canvas: Canvas) -> Iterator[str]:
    right, foot = rule.x(rule.last), HEIGHT - BOTTOM + 20
    short = thousands if rule.step % 1000 == 0 else money
    for amount in rule.marks:
        y = rule.y(amount)
        yield f'<path d="M{LEFT:g} {y:.1f}H{right:.1f}" stroke="var(--rule)"/>'
        yield _text(LEFT - 8, y + 4, short(amount, canvas.currency, canvas.language), "end")
    chapters, first = canvas.progress.chapters, 0
    if canvas.progress.by_turn:
        yield _text(LEFT, foot, Reader(canvas.language, ()).read(say("turn")), "middle")
        first = 1
    every = max(1, -(-len(chapters) // int(rule.width / LABEL)))
    for n in range(first * every, len(chapters) - 1 - every // 2, every):
        yield _text(rule.x(n), foot, chapters[n], "middle")
    if chapters:
        yield _text(rule.x(len(chapters) - 1), foot, chapters[-1], "middle")


def _events(rule: Ruler, events: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Dotted lines with names; a name that would lie on another one goes a line higher."""
    ends = [-1.0, -1.0]
    for n, name in events:
        x, half = rule.x(n), 3.4 * len(name)
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


def _line(series: Series, rule: Ruler, canvas: Canvas) -> str:
    """A seat's line is ink and dashed, a company's enamel with a keyline."""
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in rule.points(series))
    key = escape(series.key)
    if series.seat is None:
        colour = f"var(--{series.livery})" if series.livery else "var(--paper-raised)"
        return (
            f'<g data-series="{key}" fill="none" stroke-linejoin="round" stroke-linecap="round">'
            f'<path d="{path}" stroke="var(--paper-raised)" stroke-width="6.4"/>'
            f'<path d="{path}" stroke="var(--key)" stroke-width="4.4"/>'
            f'<path d="{path}" stroke="{colour}" stroke-width="2.4"/></g>'
        )
    dash = DASHES[series.seat % len(DASHES)]
    own = canvas.seats[series.seat].is_you
    width, colour = ("3", "var(--ink)") if own else ("1.8", "var(--ink-2)")
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<g data-series="{key}" fill="none" stroke-linejoin="round">'
        f'<path d="{path}" stroke="var(--paper-raised)" stroke-width="{float(width) + 2.6:g}"/>'
        f'<path d="{path}" stroke="{colour}" stroke-width="{width}"{dashes}/></g>'
    )


def _badges(lines: Sequence[Series], rule: Ruler, canvas: Canvas) -> Iterator[str]:
    """The emblems of seats on their lines, a little apart so that none hides another."""
    for number, series in enumerate(lines):
        points = rule.points(series)
        if series.seat is None or not points:
            continue
        for part in (0.22, 0.52, 0.82):
            shift = (number - (len(lines) - 1) / 2) * 0.035
            x, y = points[round((part + shift) * (len(points) - 1))]
            yield _badge(canvas.seats[series.seat], x, y, 16)


def _labels(lines: Sequence[Series], rule: Ruler, canvas: Canvas) -> Iterator[str]:
    """A name at the end of each line that is left; letters where a company has gone."""
    ends = [(points[-1], series) for series in lines if (points := rule.points(series))]
    last = rule.x(len(canvas.progress.chapters) - 1)
    taken: list[tuple[float, float]] = []
    for (x, y), series in ends:
        if x < last:
            taken.append((x, _free(x, y - 11, _half(series.key), taken)))
            yield _plate(series, *taken[-1])
    here = sorted(((y, series) for (x, y), series in ends if x >= last), key=lambda one: one[0])
    for (y, series), at in zip(here, _apart([y for y, _ in here]), strict=True):
        yield f'<path d="M{last + 3:.1f} {y:.1f}L{last + 15:.1f} {at:.1f}" stroke="var(--ink-3)"/>'
        if series.seat is None:
            yield _plate(series, last + 16 + _half(series.key), at)
            continue
        seat = canvas.seats[series.seat]
        name = canvas.language.gettext("You") if seat.is_you else seat.name
        short = name if len(name) <= canvas.letters else f"{name[: canvas.letters - 1]}…"
        yield _badge(seat, last + 26, at, 20)
        yield _text(last + 40, at + 4.5, short, "start", 'fill="var(--ink)" font-weight="600"')


def _apart(wanted: Sequence[float]) -> list[float]:
    """Places as near as possible to those wanted, from the top, none too near the next.

    >>> _apart([100.0, 101.0, 200.0])
    [100.0, 121.0, 200.0]
    >>> _apart([270.0, 272.0])
    [249.0, 270.0]
    """
    distance = min(APART, (HEIGHT - 10) / max(len(wanted), 1))
    places: list[float] = []
    for y in wanted:
        places.append(max(y, places[-1] + distance) if places else max(y, 8.0))
    over = HEIGHT - 20
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], over)
        over = places[n] - distance
    return places


def _free(x: float, y: float, half: float, taken: Sequence[tuple[float, float]]) -> float:
    """The nearest place above that no other plate has."""
    while any(abs(x - other) < 2 * half and abs(y - high) < 16 for other, high in taken):
        y -= 4
    return y


def _half(letters: str) -> float:
    return 4.0 * len(letters) + 5


def _plate(series: Series, x: float, y: float) -> str:
    """The letters of a company."""
    livery = series.livery or "cream"
    half = _half(series.key)
    box = f'x="{x - half:.1f}" y="{y - 8:.1f}" width="{2 * half:.1f}" height="16" rx="3"'
    style = f'fill="var(--{livery}-on)" font-weight="700"'
    letters = _text(x, y + 4, series.key, "middle", style).replace("12.5", "11.5")
    key = escape(series.key)
    return (
        f'<g data-series="{key}"><rect {box} fill="var(--{livery})" stroke="var(--key)" '
        f'stroke-width="1.3"/>{letters}</g>'
    )


def _badge(seat: SeatInfo, x: float, y: float, size: float) -> str:
    corner, badge = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}"', seat.badge.porcelain
    return f'<use href="#badge-{badge}" {corner} width="{size:g}" height="{size:g}"/>'


def _text(x: float, y: float, words: str, anchor: str, style: str = "") -> str:
    font = SMALL.replace('fill="var(--ink-2)"', style) if style else SMALL
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {font}>{escape(words)}</text>'
