"""How the site is set up, and what each visitor has chosen for himself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import LANGUAGES, BadOption, Language, language

from .database.timeouts import Timeouts
from .sources import default_folder, gathered, read_password

PACE = 0.9
TAKEBACK = 3.0
HOST, PORT = "127.0.0.1", 1861
ALL, SERVE, WORK = "all", "serve", "work"
"""The part of a process: it answers and works, or one of the two."""
THEMES = ("", "light", "dark")
LONGEST_NAME = 40
_SWITCH = {"on": True, "1": True, "true": True, "off": False, "0": False, "false": False, "": False}


class Mail(Struct, frozen=True, kw_only=True):
    """The server that sends our mail."""

    host: str
    port: int = 587
    security: str = "starttls"
    """`starttls`, `tls` or `none`."""
    user: str = ""
    password: str = ""
    sender: str

    def __repr__(self) -> str:
        return f"Mail({self.host}:{self.port})"


class Config(Struct, frozen=True):
    """Where the site keeps its games, how fast bots move, how it is reached and reaches people."""

    data: Path
    url: str
    pace: float = PACE
    """Seconds between two moves of bots."""
    takeback: float | None = None
    """Seconds a person has to take back what he did; None: as long as is usual."""
    address: str = ""
    """The address of the site as browsers know it, `https://…` without a slash at the end."""
    mail: Mail | None = None
    logs: str = "text"
    """How the log is written: `text` or `json`."""
    host: str = HOST
    port: int = PORT
    is_port_named: bool = False
    """Whether somebody has chosen the port: then no other one will do."""
    processes: int = 1
    part: str = ALL
    timeouts: Timeouts = Timeouts()
    """How long the database is waited for, where it is PostgreSQL."""
    is_verbose: bool = False
    """Whether the log also says what went well."""

    @property
    def respite(self) -> float:
        """Seconds that bots wait after what a person did; not at all where they never wait."""
        usual = TAKEBACK if self.pace else 0.0
        return usual if self.takeback is None else self.takeback

    @classmethod
    def read(
        cls,
        environment: Mapping[str, str],
        url: str = "",
        *,
        given: Mapping[str, str] | None = None,
    ) -> Config:
        """The set-up from the command line, the environment, and a file that one of them names."""
        found = gathered(environment, {**(given or {}), **({"db": url} if url else {})})
        return cls.of({key: it.value for key, it in found.items()})

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Config:
        """The set-up with these values, and those that nobody set."""
        data: Path = values.get("data") or default_folder()
        own = ("pace", "takeback", "address", "logs", "host", "port", "processes")
        return cls(
            data,
            values.get("db") or f"sqlite+aiosqlite:///{data / 'trainshed.sqlite3'}",
            mail=_mail(
                {k.removeprefix("mail."): v for k, v in values.items() if "." in k},
                values.get("address", ""),
            ),
            is_port_named="port" in values,
            **{key: values[key] for key in own if key in values},
        )


def _mail(values: Mapping[str, Any], address: str) -> Mail | None:
    """The server for mail, if there is one."""
    if not values:
        return None
    for key in ("host", "sender"):
        if key not in values:
            raise BadOption(f"mail.{key} is missing: mail needs a server and a sender")
    if not address:
        raise BadOption("address is missing: the links in mails lead there")
    secret = values.get("password", "")
    if not secret and "password_file" in values:
        secret = read_password(values["password_file"])
    own = ("host", "port", "security", "user", "sender")
    given = {key: values[key] for key in own if key in values}
    if given.get("security") == "tls":
        given = {"port": 465, **given}
    return Mail(password=secret, **given)


class Preferences(Struct, frozen=True):
    """What a visitor has chosen; an empty theme follows his system."""

    lang: str = "en"
    theme: str = ""
    sound: bool = False
    confirm_taps: bool = True
    confirm_pass: bool = True
    """Whether a pass that gives something up is shown before it is played."""
    steps: bool = False
    """Whether he is asked although there is one answer only."""
    patterns: bool = False
    """Whether colours always have patterns on them, or only where his system asks for contrast."""
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
            case "confirm_pass" if value in _SWITCH:
                return replace(self, confirm_pass=_SWITCH[value])
            case "steps" if value in _SWITCH:
                return replace(self, steps=_SWITCH[value])
            case "patterns" if value in _SWITCH:
                return replace(self, patterns=_SWITCH[value])
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
                "confirm_pass": "on" if self.confirm_pass else "off",
                "steps": "on" if self.steps else "off",
                "patterns": "on" if self.patterns else "off",
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
