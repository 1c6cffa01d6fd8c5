"""The smallest pieces of pages: badges, symbols, plates and keys, each printed once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from trainshed.web.tables.seats import Badge

from .log import Entry

MANY = 4096


@lru_cache(MANY)
def badge(shown: Badge, title: str = "") -> Markup:
    """The badge of a seat; with a title it says whose it is, else something else does."""
    label = Markup(' role="img" aria-label="{}"').format(title) if title else _UNSPOKEN
    use = Markup('<svg class="badge"{}><use href="#badge-{}"/></svg>')
    return use.format(label, shown.porcelain)


@lru_cache(MANY)
def symbol(key: str) -> Markup:
    """The symbol of a thing."""
    return _use("icon", key.replace(":", "-"))


@lru_cache(MANY)
def icon(name: str) -> Markup:
    """A sign of the page itself."""
    return _use("ui", f"i-{name}")


@lru_cache(MANY)
def plate(letters: str, enamel: str) -> Markup:
    """The plate of a line."""
    return Markup('<span class="plate" data-enamel="{}">{}</span>').format(enamel, letters)


@lru_cache(MANY)
def key(name: object) -> Markup:
    """A key of the keyboard."""
    return Markup('<kbd aria-hidden="true">{}</kbd>').format(name)


def line(table: str, entry: Entry, badges: Sequence[Badge]) -> Markup:
    """A line of the log where nothing else stands; without a template, as there are hundreds."""
    words = said(table, entry, badges)
    text = f'\n  <li class="{kind(entry)}">\n    {words}\n    \n    \n  </li>\n  '
    return Markup(text)  # noqa: S704 - a sentence is made by us


def kind(entry: Entry) -> str:
    """What kind of line it is: played, taken back, or one that tells what followed by itself."""
    return f"entry{' struck' if entry.struck else ''}{' followed' if entry.follows else ''}"


def said(table: str, entry: Entry, badges: Sequence[Badge]) -> Markup:
    """What a line of the log says: who, what, when."""
    who = followed if entry.follows else _NOBODY
    if entry.seat >= 0:
        who = badge(badges[entry.seat])
    if entry.move:
        there = f'href="/t/{escape(table)}?at={entry.move}" data-at="{entry.move}"'
        words = f"<a {there}>{entry.sentence}</a>"
    else:
        struck = f'<s data-line="{entry.number}">{entry.sentence}</s>'
        words = struck if entry.struck else f"<span>{entry.sentence}</span>"
    text = f"{who}\n    \n    {words}\n    \n    {entry.time}"
    return Markup(text)  # noqa: S704 - a sentence is made by us


_NOBODY = Markup('<span class="badge"></span>')
_UNSPOKEN = Markup(' aria-hidden="true"')
followed = Markup('<svg class="badge then"{}><use href="#i-then"/></svg>').format(_UNSPOKEN)
"""What stands before a line that tells what followed by itself."""


def _use(kind: str, name: str) -> Markup:
    return Markup('<svg class="{}"{}><use href="#{}"/></svg>').format(kind, _UNSPOKEN, name)
