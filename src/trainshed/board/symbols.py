"""Symbols: engines, houses, emblems, goods and the shed, drawn once and shown with `<use>`.

Their ids: `engine-red`, `house-ivory`, `emblem-disc`, `badge-ivory` (porcelain) or `badge-red`
(enamel), `good-steel`, `cube-red`, `certificate`, `fortune`, `shed`, and those of `signs`. A page
puts `sprite()` in once; boards, panels and logs refer to it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import get_args

from . import markup, signs
from .scene import PORCELAINS, Emblem, Enamel, Goods, Key, Livery, Point, Porcelain
from .theme import Theme, fixed

ENAMELS: tuple[Enamel, ...] = get_args(Enamel)
GOODS = ("steel", "textiles", "brewing", "leather", "passengers")
ENAMEL_EMBLEMS: dict[Enamel, Emblem] = {
    "red": "disc",
    "orange": "lozenge",
    "yellow": "square",
    "green": "triangle",
    "sky": "chevron",
    "blue": "bars",
    "violet": "ring",
    "black": "cross",
}
"""The emblem of each enamel, in games where players wear enamel."""
PATTERNS: dict[Enamel, str] = {
    "red": "",
    "orange": ".1 5",
    "yellow": "1.6 4",
    "green": "6 5",
    "sky": "13 4",
    "blue": "none",
    "violet": "3 3",
    "black": "9 3 2 3",
}
"""The dashes of a crayon line in the lettering colour: empty is plain, none a full line."""

_USED = re.compile(r'href="#([\w-]+)"')
_EMBLEMS: dict[Emblem, str] = {
    "disc": '<circle r="6.5"/>',
    "lozenge": '<path d="M0-8.6 8.6 0 0 8.6-8.6 0z"/>',
    "square": '<path d="M-6-6H6V6H-6z"/>',
    "triangle": '<path d="M0-8 8 6.2H-8z"/>',
    "cross": '<path d="M-2.6-8h5.2v5.4H8v5.2H2.6V8h-5.2V2.6H-8v-5.2h5.4z"/>',
    "bars": '<path d="M-7.5-7h4.2V7h-4.2zM-2.1-7h4.2V7h-4.2zM3.3-7h4.2V7H3.3z"/>',
    "ring": (
        '<path fill-rule="evenodd" d="M0-7.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z'
        'm0 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z"/>'
    ),
    "chevron": '<path d="M-8 1.5 0-7.5 8 1.5V7.5L0-1.5-8 7.5z"/>',
}
_SILHOUETTES = {
    "steel": '<path d="M-4.6-3.8h9.2v2h-3.3v3.6h3.3v2h-9.2v-2h3.3v-3.6h-3.3z"/>',
    "textiles": (
        '<path d="M-3.6-4.6h7.2v1.8h-7.2zM-3.6 2.8h7.2v1.8h-7.2zM-2.6-2.2h5.2v.9h-5.2z'
        'M-2.6-.45h5.2v.9h-5.2zM-2.6 1.3h5.2v.9h-5.2z"/>'
    ),
    "brewing": (
        '<path d="M-2.9-4.8h5.8c1.5 3.2 1.5 6.4 0 9.6h-5.8c-1.5-3.2-1.5-6.4 0-9.6z"/>'
        '<path d="M-4-1.7h8M-4 1.7h8" stroke="var(--brewing)"/>'
    ),
    "leather": '<path d="M-2.8-4.9h3.3v5.2c1.2.4 3.6 1 3.6 2.7v1.5h-6.9z"/>',
    "passengers": '<circle cy="-2.6" r="2.2"/><path d="M-3.6 4.7c0-5.6 7.2-5.6 7.2 0z"/>',
}
_ENGINE = """\
<g stroke="var(--p-ink)" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round">\
<path d="M3 27h40" stroke-width="3"/>\
<path d="M34.3 13.5 35 3.5h-2V0h10v3.5h-2l.7 10z" fill="{c}"/>\
<rect x="11" y="12.5" width="26" height="12.5" rx="2" fill="{c}"/>\
<path d="M17.5 13v11.5M24 13v11.5M30.5 13v11.5" stroke="{on}" stroke-width="1.1" opacity=".75"/>\
<rect x="35.5" y="12" width="6.5" height="14" rx="1.5" fill="{c}"/>\
<path d="M20 12.5c0-5.6 8-5.6 8 0z" fill="var(--brass)"/>\
<path d="M4.5 8.5h8V26h-8z" fill="{c}"/><path d="M2.5 8.5h12" stroke-width="2.6"/>\
<circle cx="33.5" cy="29.5" r="9" fill="var(--wheel)"/>\
<circle cx="33.5" cy="29.5" r="6.6" fill="none" stroke="{c}"/>\
<path d="M33.5 21.5v16M25.5 29.5h16M27.9 23.9l11.3 11.3M39.2 23.9 27.9 35.2" stroke-width="1"/>\
<circle cx="33.5" cy="29.5" r="2.1" fill="var(--p-ink)" stroke="none"/>\
<circle cx="12" cy="33" r="5.6" fill="var(--wheel)"/>\
<circle cx="12" cy="33" r="1.8" fill="var(--p-ink)" stroke="none"/>\
<path d="M12 20.5 33.5 31" stroke-width="2.2"/></g>"""
_HOUSE = (
    '<path d="M-9.2 9.5V-1.8L0-10.5 9.2-1.8V9.5z" fill="{c}" '
    'stroke="var(--p-ink)" stroke-width="1.8" stroke-linejoin="round"/>'
)
CUBES: dict[Goods, tuple[Enamel, str]] = {
    "red": ("red", "R"),
    "blue": ("blue", "B"),
    "yellow": ("yellow", "Y"),
    "black": ("black", "K"),
    "purple": ("violet", "P"),
}
"""The cubes: their enamel and their letter."""
CUBE, CUBE_EDGE = 20.0, "M-9-4.2-5-9H9.4V5L5.2 9.6H-9z"
"""How large a cube is in its own square, and its outline there."""
_CUBE = (
    f'<path d="{CUBE_EDGE}" fill="none" stroke="var(--town-fill)" stroke-width="3.4" '
    'stroke-linejoin="round"/>'
    '<g stroke="var(--p-ink)" stroke-width="1.3" stroke-linejoin="round">'
    '<path d="M-9-4.2-5-9H9.4L5.2-4.2z" fill="var(--{c})"/>'
    '<path d="M-9-4.2-5-9H9.4L5.2-4.2z" fill="var(--p-ivory)" fill-opacity=".5"/>'
    '<path d="M5.2-4.2 9.4-9V5L5.2 9.6z" fill="var(--{c})"/>'
    '<path d="M5.2-4.2 9.4-9V5L5.2 9.6z" fill="var(--p-ink)" fill-opacity=".45"/>'
    '<path d="M-9-4.2H5.2V9.6H-9z" fill="var(--{c})"/></g>'
)
_SIGNS = {
    "certificate": (
        '<path d="M-8.5-6.5h17v13h-17z" fill="var(--paper-raised)" stroke="var(--ink)" '
        'stroke-width="1.5" stroke-linejoin="round"/><path d="M-5.5-3h8M-5.5 0h6" '
        'stroke="var(--ink)" stroke-width="1.3"/><circle cx="4.5" cy="2.8" r="2.3" '
        'fill="var(--brass)" stroke="var(--ink)"/>'
    ),
    "halt": (
        '<path d="M-8-8H8V8H-8z" fill="var(--ink)" stroke="var(--ink)" stroke-width="3" '
        'stroke-linejoin="round"/><path d="M-4.5 5V-5h9V5M-4.5-.5h9" fill="none" '
        'stroke="var(--paper-raised)" stroke-width="2"/>'
    ),
    "crayon": (
        '<path d="M-9 7C-4 7-5-6 0-6S5 7 9-7" fill="none" stroke="var(--ink)" '
        'stroke-width="3.4" stroke-linecap="round"/>'
    ),
    "fortune": (
        '<g fill="var(--brass)" stroke="var(--ink)" stroke-width="1.3">'
        '<path d="M-8 3.2v3.2c0 3.6 16 3.6 16 0V3.2z"/>'
        '<path d="M-8-1.2V2c0 3.6 16 3.6 16 0v-3.2z"/>'
        '<ellipse cy="-2.4" rx="8" ry="3.2"/></g>'
    ),
}
_SWATCH = "M0-9.4 8.2-4.7V4.7L0 9.4-8.2 4.7V-4.7z"
_TERRAINS = {
    "plain": "",
    "hill": '<path d="M-6 3q1.2-4.6 3.6-5.4Q.6-1.6 1.8 2.4M.6 4.6Q1.8.6 4 0q2 .6 2.6 3" '
    'fill="none" stroke="var(--hachure)" stroke-width="1.2" stroke-linecap="round"/>',
    "river": '<path d="M-8.2-2C-3-2-3 2.4 1 2.4S4.4-1 8.2 0" fill="none" '
    'stroke="var(--river)" stroke-width="2.4"/>',
    "ridge": '<path d="M-8.2 0H8.2M-6-3.4V3.4M-3-4V4M0-3.4V3.4M3-4V4M6-3.4V3.4" fill="none" '
    'stroke="var(--ridge)" stroke-width="1.3"/><path d="M-8.2 0H8.2" stroke="var(--ridge)" '
    'stroke-width="2.8"/>',
}
_SHED = """\
<g fill="none" stroke="currentColor" stroke-linecap="round">\
<path d="M2.5 26.5V20a17.5 17.5 0 0 1 35 0v6.5" stroke-width="2.6"/>\
<path d="M10 26.5V20.5a10 10 0 0 1 20 0v6" stroke-width="1.7"/>\
<path d="M20 10.5V2.5M13 13.3 7.7 7.7M27 13.3l5.3-5.6M10 19.5 2.7 18M30 19.5l7.3-1.5" \
stroke-width="1.5"/>\
<path d="M16.5 26.5 19 18.5M23.5 26.5 21 18.5" stroke-width="1.7"/></g>"""


@cache
def symbols() -> dict[str, str]:
    """Every symbol by its id."""
    drawn = {f"emblem-{emblem}": (10.0, body) for emblem, body in _EMBLEMS.items()}
    drawn |= {f"house-{porcelain}": (12.0, _house(porcelain)) for porcelain, _ in PORCELAINS}
    drawn |= {f"badge-{body}": (13.0, _badge(f"p-{body}", mark)) for body, mark in PORCELAINS}
    drawn |= {f"badge-{body}": (13.0, _badge(body, ENAMEL_EMBLEMS[body])) for body in ENAMELS}
    drawn |= {f"good-{good}": (8.0, _good(good)) for good in GOODS}
    drawn |= {f"cube-{goods}": (10.0, _cube(goods)) for goods in CUBES}
    found = {name: _symbol(name, _square(half), body) for name, (half, body) in drawn.items()}
    for enamel in ENAMELS:
        found[f"engine-{enamel}"] = _symbol(f"engine-{enamel}", "-2 -2 52 44", _engine(enamel))
    found |= {name: _symbol(name, "-12 -12 24 24", body) for name, body in _SIGNS.items()}
    for land, body in _TERRAINS.items():
        found[f"terrain-{land}"] = _symbol(f"terrain-{land}", _square(10), _swatch(land) + body)
    boards = signs.shapes(PORCELAINS, _EMBLEMS, _engine("green"))
    found |= {name: _symbol(name, _square(signs.HALF), body) for name, body in boards.items()}
    found["shed"] = _symbol("shed", "0 0 40 28", _SHED)
    return found


@cache
def sprite(theme: Theme | None = None) -> str:
    """All symbols in one hidden drawing, for a page to refer to."""
    body = "".join(symbols().values())
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"'
    return fixed(f"{head}><defs>{body}</defs></svg>", theme)


def used(drawing: str, theme: Theme | None = None) -> str:
    """The symbols that a drawing refers to, in the order of the sprite."""
    names = frozenset(_USED.findall(drawing))
    found = "".join(body for name, body in symbols().items() if name in names)
    return fixed(f"<defs>{found}</defs>", theme)


def show(symbol: str, *, size: float, at: Point = (0.0, 0.0)) -> str:
    """A symbol, its middle at a point; engines are a little wider than high."""
    height = size * (44 / 52 if symbol.startswith("engine") else 1)
    x, y = at[0] - size / 2, at[1] - height / 2
    box = f'x="{markup.num(x)}" y="{markup.num(y)}" width="{markup.num(size)}"'
    return f'<use href="#{symbol}" {box} height="{markup.num(height)}"/>'


def symbol_id(key: Key) -> str:
    """The id of the symbol that a scene names, such as `good:steel`.

    >>> symbol_id("good:steel")
    'good-steel'
    """
    return key.replace(":", "-")


def icon(key: Key, *, css: str = "icon") -> str:
    """A symbol as a picture of its own, for panels and sentences."""
    found = symbol_id(key)
    box = symbols()[found].split('viewBox="', 1)[1].split('"', 1)[0]
    x, y, width, height = box.split()
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    use = f'<use href="#{found}" {place}/>'
    return f'<svg class="{css}" viewBox="{box}" aria-hidden="true">{use}</svg>'


def plate(letters: str, enamel: Livery, *, css: str = "plate") -> str:
    """A company's plate as a picture of its own, for panels and sentences."""
    body = f'<rect x="-20.3" y="-8.3" width="40.6" height="16.6" rx="2.5" {worn(enamel)}/>'
    words = f'<text y="4.2" font-size="12" {_LETTERS} fill="var(--{enamel}-on)">'
    body += f"{words}{markup.text(letters)}</text>"
    return f'<svg class="{css}" viewBox="-21 -9 42 18" aria-hidden="true">{body}</svg>'


def nameplate(letters: str, enamel: Livery, *, at: Point) -> str:
    """A company's letters on a small plate of enamel."""
    wide, high = nameplate_size(letters)
    body = (
        f'<rect x="{markup.num(-wide / 2)}" y="{markup.num(-high / 2)}" '
        f'width="{markup.num(wide)}" height="{markup.num(high)}" rx="2" {worn(enamel)}/>'
    )
    return markup.group(body + lettered(letters, enamel, size=9), markup.moved(at))


def nameplate_size(letters: str) -> tuple[float, float]:
    """How wide and how high a plate is."""
    return 6.2 * len(letters) + 7, 12.0


def worn(enamel: Livery) -> str:
    """The attributes of a body of enamel with its keyline."""
    return f'fill="var(--{enamel})" stroke="var(--key)" stroke-width="1.4"'


def lettered(words: str, enamel: Livery, *, size: float) -> str:
    """Letters on enamel, about the origin."""
    return letters(words, f"var(--{enamel}-on)", size=size)


def letters(words: str, colour: str, *, size: float) -> str:
    """Letters on a piece, about the origin."""
    place = f'y="{markup.num(size * 0.35)}" font-size="{markup.num(size)}"'
    return f'<text {place} {_LETTERS} fill="{colour}">{markup.text(words)}</text>'


_LETTERS = 'text-anchor="middle" font-family="var(--sans)" font-weight="700" letter-spacing=".3"'


def _engine(enamel: Enamel) -> str:
    return _ENGINE.format(c=f"var(--{enamel})", on=f"var(--{enamel}-on)")


def _house(porcelain: Porcelain) -> str:
    return _HOUSE.format(c=f"var(--p-{porcelain})")


def _badge(body: str, emblem: Emblem) -> str:
    ink, key = ("p-ink", "p-ink") if body.startswith("p-") else (f"{body}-on", "key")
    disc = f'<circle r="12" fill="var(--{body})" stroke="var(--{key})" stroke-width="1.7"/>'
    return disc + f'<g fill="var(--{ink})" transform="scale(.8)">{_EMBLEMS[emblem]}</g>'


def _good(good: str) -> str:
    ink = "p-ink" if good == "brewing" else "red-on"
    disc = f'<circle r="7" fill="var(--{good})" stroke="var(--p-ink)" stroke-width="1.2"/>'
    return disc + f'<g fill="var(--{ink})" transform="scale(.92)">{_SILHOUETTES[good]}</g>'


def _swatch(land: str) -> str:
    fill = "hill" if land in ("hill", "ridge") else "land"
    return f'<path d="{_SWATCH}" fill="var(--{fill})" stroke="var(--coast)" stroke-width=".9"/>'


def _cube(goods: Goods) -> str:
    enamel, letter = CUBES[goods]
    words = letters(letter, f"var(--{enamel}-on)", size=12.4)
    return _CUBE.format(c=enamel) + markup.group(words, 'transform="translate(-1.8 2.7)"')


def _square(half: float) -> str:
    side = markup.num(half)
    return f"-{side} -{side} {markup.num(2 * half)} {markup.num(2 * half)}"


def _symbol(name: str, box: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}" overflow="visible">{body}</symbol>'
