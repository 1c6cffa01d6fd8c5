"""Signs: the symbols of boards that are no maps, and how they stand in rows.

Their ids: `pawn-ivory` (porcelain), `pawn-black`, `pawn-turquoise`, `pawn-open`, `pin-ivory`,
`coin`, `coin-open`, `rail-grey`, `rail-any`, `disc-brass`, `disc-violet`, `disc-open`, `star`,
`medal`, `flag`, `factory`, `loco`, `gear`, `again`, `engineer`, `hire`, `place`, `points`, `card`,
`card-question`, `sum`, `upgrade`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import get_args

from . import markup
from .markup import num
from .scene import Emblem, Grade, Point, Porcelain, Sign

HALF = 12.0
"""Half the side of a sign's own square."""
_PAWN = (
    '<path d="M-7.6 10.4V8C-7.6 3.6-4.2 3.2-3.1-1.6H3.1C4.2 3.2 7.6 3.6 7.6 8v2.4z"/>'
    '<circle cy="-5.6" r="4.7"/>'
)
_PIN = '<path d="M-8.5-10.5h17v11L0 10.5-8.5.5z"/>'
_SLEEPERS = (-9.2, -4.0, 1.2, 6.4)
_TRACK = "".join(f"M{num(x)}-7.6h2.8v15.2h-2.8z" for x in _SLEEPERS) + (
    "M-11.2-4.9h22.4v2.4h-22.4zM-11.2 2.5h22.4v2.4h-22.4z"
)
_LINES = 'fill="none" stroke="var(--ink)" stroke-linecap="round" stroke-linejoin="round"'
_KEY = 'stroke="var(--key)" stroke-linejoin="round"'
_ROUBLE = '<path d="M-1.6 5.6V-5.2H1.4a3 3 0 0 1 0 6.1H-3.6M-3.6 3.4H2" fill="none" '
_GEAR = (
    "M-1.9-10h3.8l.5 2.7 2 .8L6.7-8l2.7 2.7L7.8-3l.8 2 2.7.5v3.8l-2.7.5-.8 2 1.6 2.3-2.7 2.7"
    "-2.3-1.6-2 .8-.5 2.7h-3.8l-.5-2.7-2-.8-2.3 1.6-2.7-2.7 1.6-2.3-.8-2-2.7-.5v-3.8l2.7-.5.8-2"
    "L-9.4-5.3-6.7-8l2.3 1.5 2-.8z"
)
_STAR = (
    "M0-10.5 2.9-5.2 9.1-5.3 5.9 0 9.1 5.3 2.9 5.2 0 10.5-2.9 5.2-9.1 5.3-5.9 0-9.1-5.3-2.9-5.2z"
)
_FACTORY = "M-11 10V-1.5l5.2-4v4l5.2-4v4l5.2-4v4l1.4-8h3l1.8 8V10z"
_SHAPES: Mapping[str, str] = {
    "pawn-black": f'<g fill="var(--black)" stroke-width="1.5" {_KEY}>{_PAWN}</g>',
    "pawn-turquoise": f'<g fill="var(--turquoise)" stroke-width="1.5" {_KEY}>{_PAWN}</g>'
    '<path d="M-4 6.5h8" stroke="var(--p-ink)" stroke-width="1.8" stroke-dasharray="1.6 1.6"/>',
    "pawn-open": '<g fill="var(--paper-raised)" stroke="var(--ink-2)" stroke-width="1.6">'
    f"{_PAWN}</g>",
    "coin": f'<circle r="9.8" fill="var(--brass)" stroke-width="1.5" {_KEY}/>'
    '<circle r="7.4" fill="none" stroke="var(--p-ink)" stroke-width=".7" opacity=".55"/>'
    f'{_ROUBLE} stroke="var(--p-ink)" stroke-width="1.7"/>',
    "coin-open": '<circle r="9.8" fill="none" stroke="var(--ink-2)" stroke-width="1.6"/>'
    f'{_ROUBLE} stroke="var(--ink-2)" stroke-width="1.6"/>',
    "disc-brass": f'<circle r="10.5" fill="var(--brass)" stroke-width="1.5" {_KEY}/>',
    "disc-violet": f'<circle r="10.5" fill="var(--violet)" stroke-width="1.5" {_KEY}/>',
    "disc-open": '<circle r="10.5" fill="none" stroke="var(--rule-strong)" stroke-width="1.2" '
    'stroke-dasharray="2.6 2.6"/>',
    "star": f'<path d="{_STAR}" fill="var(--yellow)" stroke-width="1.3" {_KEY}/>',
    "medal": f'<path d="M-5.5-11h11l-2 6h-7z" fill="var(--red)" stroke-width="1.2" {_KEY}/>'
    f'<circle cy="2" r="9" fill="var(--brass)" stroke-width="1.4" {_KEY}/>',
    "flag": '<path d="M-9-10.5V11" stroke="var(--ink)" stroke-width="2" stroke-linecap="round"/>'
    f'<path d="M-8-10H11L7.5-4 11 2H-8z" fill="var(--town-fill)" stroke-width="1.3" {_KEY}/>',
    "factory": f'<path d="{_FACTORY}" fill="var(--tile-brown)" stroke-width="1.4" {_KEY}/>',
    "gear": f'<path d="{_GEAR}" transform="translate(0 -1.3)" fill="var(--steel)" '
    f'stroke-width="1.3" {_KEY}/>'
    f'<circle r="3.6" fill="var(--town-fill)" stroke-width="1.2" {_KEY}/>',
    "again": f'<path d="M8.5-4.5A9 9 0 1 0 9 3.5M9.6-10.5 8.6-4.2 2.4-5" {_LINES} '
    'stroke-width="2.4"/>',
    "engineer": f'<path d="M-9 10.5C-9 1.5 9 1.5 9 10.5z" fill="var(--blue)" stroke-width="1.3" '
    f'{_KEY}/><circle cy="-2" r="5.2" fill="var(--p-ivory)" stroke-width="1.3" {_KEY}/>'
    f'<path d="M-6-3.5C-6.5-8-4-10.5 0-10.5S6.5-8 6-3.5l3 1H-6z" fill="var(--blue)" '
    f'stroke-width="1.3" {_KEY}/>',
    "hire": f'<path d="M-10 0H6M1-5.5 7 0 1 5.5" {_LINES} stroke-width="2.6"/>',
    "place": f'<path d="M-10-9.5H10V4L0 10.5-10 4z" fill="var(--town-fill)" stroke-width="1.5" '
    f"{_KEY}/>",
    "points": f'<path d="M-11-8.5h22v17h-22z" fill="var(--town-fill)" stroke-width="1.4" {_KEY}/>'
    '<path d="M-8.6-6.1h17.2V6.1H-8.6z" fill="none" stroke="var(--p-ink)" stroke-width=".6"/>',
    "card": f'<path d="M-7.5-10.5h15v21h-15z" fill="var(--tile-green)" stroke-width="1.4" {_KEY}/>'
    '<path d="M-5-8H5V8H-5zM-5-8 5 8M5-8-5 8" fill="none" stroke="var(--p-ink)" '
    'stroke-width=".8"/>',
    "card-question": '<path d="M-7.5-10.5h15v21h-15z" fill="var(--violet)" stroke-width="1.4" '
    f"{_KEY}/>",
    "sum": f'<path d="M6-6.5V-8.5H-6L1.5 0-6 8.5H6V6.5" {_LINES} stroke-width="2.4"/>',
    "upgrade": f'<path d="M0 9.5V-8M-6.5-2.5 0-9.5l6.5 7" {_LINES} stroke-width="2.6"/>',
}
_LETTERS: Mapping[str, tuple[str, float, Point]] = {
    "disc-brass": ("p-ink", 11.5, (0, 0)),
    "disc-violet": ("violet-on", 14.5, (0, 0)),
    "disc-open": ("ink-2", 11, (0, 0)),
    "star": ("p-ink", 11.5, (0, 0)),
    "medal": ("p-ink", 10.5, (0, 2)),
    "flag": ("p-ink", 9.5, (1, -4)),
    "factory": ("p-ink", 11.5, (-1, 4.4)),
    "place": ("p-ink", 12.5, (0, -1.6)),
    "points": ("p-ink", 12.5, (0, 0)),
    "card": ("p-ink", 11, (0, 0)),
    "card-question": ("violet-on", 14, (0, 0)),
}
"""Letters on a sign: their colour, size and middle, in the sign's own square."""


def shapes(
    porcelains: Sequence[tuple[Porcelain, Emblem]], emblems: Mapping[Emblem, str], engine: str
) -> dict[str, str]:
    """Every sign by its id; a locomotive is an engine on its tile."""
    found = dict(_SHAPES)
    found["loco"] = (
        f'<rect x="-13" y="-10.5" width="26" height="21" rx="2.5" fill="var(--town-fill)" '
        f'stroke-width="1.3" {_KEY}/><g transform="translate(-9.6 -7.8) scale(.41)">{engine}</g>'
    )
    for body, emblem in porcelains:
        fill = f'<g fill="var(--p-{body})" stroke="var(--p-ink)" stroke-width="1.6"'
        mark = f'fill="var(--p-ink)" transform="translate({{}}) scale({{}})">{emblems[emblem]}</g>'
        found[f"pawn-{body}"] = f"{fill}>{_PAWN}</g><g " + mark.format("0 5.4", 0.46)
        found[f"pin-{body}"] = f'{fill} stroke-linejoin="round">{_PIN}</g><g ' + mark.format(
            "0 -3", 0.62
        )
    found |= {f"rail-{grade}": _track(grade) for grade in get_args(Grade)}
    found["rail-any"] = _track("grey") + "".join(
        f'<path d="M{num(x)}-7.6h2.8v15.2h-2.8z" fill="var(--rail-{grade})"/>'
        for x, grade in zip(_SLEEPERS, ("black", "brown", "beige", "white"), strict=True)
    )
    return found


def keyline(grade: Grade) -> str:
    """The line round rails: pale ones keep a dark one by night, too."""
    return "p-ink" if grade in ("beige", "white") else "key"


def _track(grade: Grade) -> str:
    line = f'stroke="var(--{keyline(grade)})" stroke-linejoin="round"'
    return (
        f'<path d="{_TRACK}" stroke-width="2" {line}/>'
        f'<path d="{_TRACK}" fill="var(--rail-{grade})"/>'
    )


@lru_cache(maxsize=8192)
def row(signs: Sequence[Sign], at: Point, size: float, room: float = 1e9, ink: str = "ink") -> str:
    """Signs side by side about a point, smaller where there is little room."""
    gap = size * 0.14
    wide = sum(_width(shown, size) for shown in signs) + gap * (len(signs) - 1)
    if wide > room:
        size *= room / wide
        gap *= room / wide
        wide = room
    x, drawn = at[0] - wide / 2, ""
    for shown in signs:
        drawn += _sign(shown, (x, at[1]), size, ink)
        x += _width(shown, size) + gap
    return drawn


@lru_cache(maxsize=2048)
def _width(shown: Sign, size: float) -> float:
    wide = _counted(shown, size)
    if shown.symbol == "loco" or shown.symbol.startswith("engine:"):
        return wide + size * 1.12
    if not shown.symbol:
        return wide + letters_wide(shown.words, size * 0.72)
    return wide + size * (0.72 if shown.symbol.startswith(("pawn", "card")) else 0.96)


def letters_wide(words: str, size: float) -> float:
    """About how wide letters are."""
    return len(words) * size * 0.54


def _counted(shown: Sign, size: float) -> float:
    return letters_wide(str(shown.count), size * 0.78) + size * 0.2 if shown.count else 0.0


def _sign(shown: Sign, at: Point, size: float, ink: str) -> str:
    from . import symbols  # noqa: PLC0415 - symbols hold these shapes

    (x, y), drawn = at, ""
    before, wide = _counted(shown, size), _width(shown, size)
    if before:
        drawn += _written(str(shown.count), (x + before / 2 - size * 0.06, y), size * 0.78, ink)
    middle = x + before + (wide - before) / 2
    if not shown.symbol:
        return drawn + _written(shown.words, (middle, y), size * 0.72, ink)
    found = symbols.symbol_id(shown.symbol)
    grown = size * (1.12 if found.startswith("engine-") else 1)
    body = symbols.show(found, size=grown, at=(middle, y))
    if shown.words:
        body += _lettered(found, shown.words, (middle, y), size)
    return drawn + (markup.group(body, 'opacity=".38"') if shown.ghost else body)


def _lettered(symbol: str, words: str, at: Point, size: float) -> str:
    colour, high, (dx, dy) = _LETTERS.get(symbol, ("p-ink", 11.0, (0.0, 0.0)))
    scale = size / (2 * HALF)
    high *= scale * (0.84 if len(words) > (1 if symbol == "star" else 2) else 1)
    return _written(words, (at[0] + dx * scale, at[1] + dy * scale), high, colour)


def _written(words: str, at: Point, size: float, colour: str) -> str:
    place = f'x="{num(at[0])}" y="{num(at[1] + size * 0.35)}" font-size="{num(size)}"'
    return f'<text {place} fill="var(--{colour})">{markup.text(words)}</text>'
