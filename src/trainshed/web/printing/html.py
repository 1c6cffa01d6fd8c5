"""Words as HTML: names with their seat, money in bold, companies as plates, goods as symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape
from msgspec.structs import replace

from trainshed.board import symbols
from trainshed.board.scene import Kind, Ledger, Plate, Scene
from trainshed.board.spoken import called
from trainshed.core import (
    CHANCE,
    Language,
    Mark,
    Masked,
    Match,
    Money,
    News,
    Place,
    Reader,
    Seat,
    Text,
    Who,
    say,
)
from trainshed.core.history import Move
from trainshed.core.recall import recalled
from trainshed.core.text import Field, named, plain

MANY = 8192
"""So many texts are remembered in words."""
FIELDS = 256
"""So many of what stands in them, for each look that marks have."""


class Signs(NamedTuple):
    """How marks look: the enamels of lines, the plates, the colours of tiles."""

    enamels: Mapping[str, str]
    plates: Mapping[str, Plate]
    colours: Mapping[str, str]


def html_reader(
    match: Match[Any, Any],
    language: Language,
    seat: Seat | None,
    scene: Scene,
    *,
    by_name: bool = False,
) -> Reader:
    """A reader whose fields are shown with their badges and plates; the same for the same eyes."""
    worn = None if scene.plates else scene.ledger  # lines that have plates are known by them
    show = _show(_enamels(worn), scene.plates, _colours(scene.manifest))
    return _reader(language, tuple(match.names), seat, show, by_name)


@recalled(128)
def _enamels(ledger: Ledger | None) -> Mapping[str, str]:
    """What each line wears; it is the same object as long as they wear the same."""
    return _named(tuple((row.letters, row.enamel) for row in ledger.rows) if ledger else ())


@recalled(512)
def _colours(kinds: tuple[Kind, ...]) -> Mapping[str, str]:
    return _named(tuple((kind.name, kind.look.colour) for kind in kinds))


@lru_cache(maxsize=512)
def _named(pairs: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return dict(pairs)


_reader = lru_cache(maxsize=8192)(Reader)


@recalled(512)
def _show(
    enamels: Mapping[str, str], plates: tuple[Plate, ...], colours: Mapping[str, str]
) -> Callable[[Field, Reader], str]:
    """How fields are shown where marks look like this."""
    signs = Signs(enamels, {plate.letters: plate for plate in plates}, colours)

    @lru_cache(maxsize=FIELDS)
    def show(field: Field, reader: Reader) -> str:
        return _html(field, reader, signs)

    return show


@recalled(4096)
def plain_reader(reader: Reader) -> Reader:
    """The same reader for places where no HTML can stand."""
    return replace(reader, show=None)


def html(reader: Reader, text: Field) -> Markup:
    """A text in words; whom it does not name reads the same as all others."""
    seats = named(text)
    names = tuple(reader.names) if seats else ()
    seat = reader.seat if reader.seat in seats and not reader.by_name else None
    return _words(_reader(reader.language, names, seat, reader.show), text)


@lru_cache(maxsize=MANY)
def _words(reader: Reader, text: Field) -> Markup:
    return Markup(reader.read(text))  # noqa: S704 - its parts are escaped where they are shown


@lru_cache(maxsize=MANY)
def untagged(text: Markup) -> str:
    """The words alone."""
    return str(text.striptags())


def sentences(
    match: Match[Any, Any],
    move: Move[Any],
    reader: Reader,
    apart: Callable[[News], bool] = lambda _: False,
) -> tuple[Markup, ...]:
    """A move in words: the action and what it did, then each thing that followed by itself.

    What is shown apart is left out, and may leave nothing to say.
    """
    if isinstance(move.action, Masked) and move.seat == CHANCE:
        return (html(reader, say("A turn under earlier laws.")),)
    first, *news = match.told(move, reader.seat)
    texts = [None if apart(item) else text for text, item in zip(news, move.news, strict=True)]
    own, *others = (texts[part] for part in match.parts(move, reader.seat))
    alone = say("There was no other choice.") if move.alone else None
    return tuple(_joined(reader, part) for part in ([first, alone, *own], *others))


def _joined(reader: Reader, texts: Iterable[Text | None]) -> Markup:
    """Texts one after another."""
    return Markup(" ".join([html(reader, text) for text in texts if text is not None]))  # noqa: S704


def _html(field: Field, reader: Reader, signs: Signs) -> str:
    if isinstance(field, tuple):
        together = all(isinstance(item, Mark) and item.kind == "train" for item in field)
        return ("" if together else ", ").join(map(reader.read, field))
    words = escape(plain(field, reader))
    match field:
        case Who(seat=seat):
            return f'<span class="who" data-seat="{seat}">{words}</span>'
        case Money():
            return f'<b class="money">{words}</b>'
        case Mark(kind="line", key=key):
            enamel = signs.enamels.get(key, "black")
            return f'<span class="plate" data-enamel="{enamel}">{words}</span>'
        case Mark(kind="company" | "private" | "train" | "tile"):
            return _sign(field, words, signs, reader)
        case Mark(kind=kind, key=key):
            return f'<span class="mark">{_symbol(kind, key)}{words}</span>'
        case Place():
            return f'<span class="place">{words}</span>'
        case _:
            return words


_CALLED = {"colour": "rail", "locomotive": "loco"}
"""Kinds of marks whose symbol has another name."""


def _symbol(kind: str, key: str) -> str:
    """The symbol of a thing, or of its kind, where there is one."""
    kind = _CALLED.get(kind, kind)
    for name in (f"{kind}-{key}", kind):
        if name in symbols.symbols():
            return f'<svg class="icon" aria-hidden="true"><use href="#{name}"/></svg>'
    return ""


def _sign(mark: Mark, words: Markup, signs: Signs, reader: Reader) -> str:
    """A company as its plate, a private as a paper, a train with an engine, a tile as a hex."""
    key = mark.key
    name = escape(called(signs.plates[key], reader)) if key in signs.plates else ""
    match mark.kind:
        case "company":
            enamel = signs.plates[key].livery if key in signs.plates else "cream"
            return f'<span class="plate" data-enamel="{enamel}" title="{name}">{words}</span>'
        case "private":
            return f'<span class="paper" title="{name}">{words}</span>'
        case "train":
            symbol = '<svg class="ui" aria-hidden="true"><use href="#i-train"/></svg>'
            return f'<span class="train">{symbol}{words}</span>'
        case _:
            colour = signs.colours.get(key, "blank")
            return f'<span class="tile-sign" data-colour="{colour}">{words}</span>'
