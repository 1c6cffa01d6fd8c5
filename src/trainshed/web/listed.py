"""The board as a list, for those who do not see it, with what may be played at each place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup, escape

from .prompt import Offer

MANY = 20_000
"""So many places are remembered in words."""


def listed(places: Iterable[tuple[str, str]], offers: Iterable[Offer]) -> Markup:
    """Places by key and title, after what may be played that is no place."""
    choices = defaultdict[str, list[str]](list)
    for offer in offers:
        choices[offer.path[0] if offer.path else ""].append(_button(offer))
    named = [_place(key, title, "".join(choices.pop(key, ()))) for key, title in places]
    others = [f"<li>{''.join(found)}</li>" for found in choices.values()]
    return Markup("\n".join((*others, *named)))  # noqa: S704 - made of escaped parts


@lru_cache(MANY)
def _place(key: str, title: str, buttons: str) -> str:
    return f'<li data-key="{escape(key)}"><span>{escape(title)}</span>{buttons}</li>'


def _button(offer: Offer) -> str:
    value, label = escape(offer.action), escape(offer.label.striptags())
    return f'<button name="action" value="{value}" tabindex="-1">{label}</button>'
