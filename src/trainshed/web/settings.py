"""How the site is set up, and what each visitor has chosen for himself."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_data_path

from trainshed.core import LANGUAGES, BadOption, Language, language

NAME = "trainshed"
PACE = 0.9
THEMES = ("", "light", "dark")
LONGEST_NAME = 40
_SWITCH = {"on": True, "1": True, "true": True, "off": False, "0": False, "false": False, "": False}


class Config(Struct, frozen=True):
    """Where the site keeps its games, and how fast bots move."""

    data: Path
    url: str
    pace: float = PACE
    """Seconds between two moves of bots."""

    @classmethod
    def read(cls, environment: Mapping[str, str], url: str = "") -> Config:
        """The set-up from the environment: TRAINSHED_DATA, TRAINSHED_PACE."""
        chosen = environment.get("TRAINSHED_DATA")
        data = Path(chosen) if chosen else user_data_path(NAME, appauthor=False)
        pace = environment.get("TRAINSHED_PACE", str(PACE))
        try:
            seconds = float(pace)
        except ValueError:
            seconds = -inf
        if not 0 <= seconds < inf:
            raise BadOption(f"TRAINSHED_PACE {pace!r} is no number of seconds")
        return cls(data, url or f"sqlite+aiosqlite:///{data / 'trainshed.sqlite3'}", seconds)


class Preferences(Struct, frozen=True):
    """What a visitor has chosen; an empty theme follows his system."""

    lang: str = "en"
    theme: str = ""
    sound: bool = False
    confirm_taps: bool = True
    name: str = ""
    """What he called himself last."""

    @property
    def language(self) -> Language:
        """The catalogue of his language."""
        return language(self.lang)

    @classmethod
    def read(cls, cookie: str, accept: str = "") -> Preferences:
        """His choices from the cookie; the language, if not chosen, from what his browser says."""
        found = cls(lang=accepted(accept))
        for name, value in parse_qsl(cookie):
            try:
                found = found.chosen(name, value)
            except BadOption:  # an old or foreign cookie
                continue
        return found

    def chosen(self, name: str, value: str) -> Preferences:
        """With one choice made anew; BadOption names a value that there is not."""
        match name:
            case "language" if value in LANGUAGES:
                return replace(self, lang=value)
            case "theme" if value in THEMES:
                return replace(self, theme=value)
            case "sound" if value in _SWITCH:
                return replace(self, sound=_SWITCH[value])
            case "confirm_taps" if value in _SWITCH:
                return replace(self, confirm_taps=_SWITCH[value])
            case "name" if value.isprintable() and len(value) <= LONGEST_NAME:
                return replace(self, name=value)
            case _:
                raise BadOption(f"{name}={value}")

    def write(self) -> str:
        """His choices as the value of a cookie."""
        return urlencode(
            {
                "language": self.lang,
                "theme": self.theme,
                "sound": "on" if self.sound else "off",
                "confirm_taps": "on" if self.confirm_taps else "off",
                "name": self.name,
            }
        )


def accepted(header: str) -> str:
    """The first language of the header Accept-Language that we speak.

    >>> accepted("it,de-CH;q=0.8,en;q=0.5")
    'de'
    """
    wishes = []
    for number, part in enumerate(header.split(",")):
        code, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), number, code.split("-")[0].lower()))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(wishes) if code in LANGUAGES), "en")
