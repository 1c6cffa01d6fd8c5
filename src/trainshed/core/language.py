"""The languages of the shed: gettext catalogues, with English as the source."""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from .errors import BadOption

if TYPE_CHECKING:
    from .text import Language

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
_THOUSANDS = {"en": ",", "fr": "\u202f", "de": "."}


@cache
def language(code: str) -> Language:
    """The catalogue of a language."""
    if code not in LANGUAGES:
        raise BadOption(f"there is no language {code!r} (there are: {', '.join(LANGUAGES)})")
    folder = str(files("trainshed") / "locale")
    catalogue = gettext.translation("trainshed", folder, [code], fallback=True)
    catalogue.thousands = _THOUSANDS[code]  # type: ignore[attr-defined]
    catalogue.code = code  # type: ignore[attr-defined]
    return catalogue  # type: ignore[return-value]
