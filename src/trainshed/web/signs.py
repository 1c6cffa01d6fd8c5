"""The smallest pieces of pages: badges, symbols, plates and keys, each printed once."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from .seats import Badge

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


_UNSPOKEN = Markup(' aria-hidden="true"')


def _use(kind: str, name: str) -> Markup:
    return Markup('<svg class="{}"{}><use href="#{}"/></svg>').format(kind, _UNSPOKEN, name)
