"""Where the set-up of a site comes from: the command line, the environment, a file in TOML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from trainshed.core import BadOption, decode_toml

from . import mailbox

NAME = "trainshed"
PREFIX = "TRAINSHED_"
FILE = "trainshed.toml"
SECURITY = ("starttls", "tls", "none")
LOGS = ("text", "json")
HIGHEST_PORT = 65535
_TEXT, _WHOLE, _NUMBER = (str,), (int,), (int, float)


class Key(Struct, frozen=True):
    """Something that can be set."""

    read: Callable[[str], Any]
    """What a word means; ValueError says what is wrong with it."""
    kinds: tuple[type, ...] = _TEXT
    """What may stand for it in a file."""
    is_secret: bool = False
    """Whether its value is never shown."""


class Found(Struct, frozen=True):
    """A value that was set, and where."""

    value: Any
    origin: str


def gathered(environment: Mapping[str, str], given: Mapping[str, str]) -> dict[str, Found]:
    """Everything that is set, by its key: the command line counts before all else, a file last."""
    found = dict(_words({f"--{key}": (key, value) for key, value in given.items()}))
    names = {variable(key): key for key in KEYS}
    said = {name: (names[name], value) for name, value in environment.items() if name in names}
    found = {**dict(_words(said)), **found}
    path = _file(environment, given, found)
    return found if path is None else {**dict(_written(path)), **found}


def variable(key: str) -> str:
    """The variable of the environment for a key.

    >>> variable("mail.host")
    'TRAINSHED_MAIL_HOST'
    """
    return PREFIX + key.upper().replace(".", "_")


def strangers(environment: Mapping[str, str]) -> list[str]:
    """Variables that look like ours and set nothing."""
    known = {*map(variable, KEYS), f"{PREFIX}CONFIG"}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def default_folder() -> Path:
    """Where the site keeps its games if nobody says otherwise."""
    return user_data_path(NAME, appauthor=False)


def read_password(path: Path) -> str:
    """The password that a file holds."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise BadOption(f"mail.password_file {str(path)!r} cannot be read") from None


def _file(
    environment: Mapping[str, str], given: Mapping[str, str], found: Mapping[str, Found]
) -> Path | None:
    """The file of the set-up; one that was named must be there."""
    chosen = given.get("config") or environment.get(f"{PREFIX}CONFIG")
    if chosen:
        return Path(chosen)
    folder = found["data"].value if "data" in found else default_folder()
    path: Path = folder / FILE
    return path if path.is_file() else None


def _words(said: Mapping[str, tuple[str, str]]) -> Iterator[tuple[str, Found]]:
    """What options and variables set; an empty text sets nothing."""
    for origin, (key, value) in said.items():
        if key in KEYS and (value or KEYS[key].kinds != _TEXT):
            yield key, Found(_read(origin, key, value), origin)


def _written(path: Path) -> Iterator[tuple[str, Found]]:
    """What a file sets; a path in it begins where the file lies."""
    try:
        content = decode_toml(path.read_text(encoding="utf-8"), dict[str, Any])
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"{path} is no TOML: {error}") from None
    for key, value in _flat(content):
        if key not in KEYS:
            raise BadOption(f"{path}: there is no setting {key!r}; there are {', '.join(KEYS)}")
        kinds = KEYS[key].kinds
        if type(value) not in kinds:
            wanted = "a text" if kinds == _TEXT else "a number"
            raise BadOption(f"{path}: {key} = {_shown(key, value)} is not {wanted}")
        meant = _read(f"{path}: {key} =", key, str(value))
        meant = path.parent / meant if isinstance(meant, Path) else meant
        yield key, Found(meant, str(path))


def _flat(content: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in content.items():
        if isinstance(value, dict) and not before:
            yield from _flat(value, f"{name}.")
        else:
            yield before + name, value


def _read(origin: str, key: str, value: str) -> Any:  # noqa: ANN401 - whatever the key means
    try:
        return KEYS[key].read(value)
    except ValueError as error:
        raise BadOption(f"{origin} {_shown(key, value)} {error}") from None


def _shown(key: str, value: object) -> str:
    return "(hidden)" if KEYS[key].is_secret else repr(value)


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -inf
    if not 0 <= seconds < inf:
        raise ValueError("is no number of seconds")
    return seconds


def _whole(low: int, high: int, what: str) -> Callable[[str], int]:
    def read(value: str) -> int:
        is_whole = value.isascii() and value.isdigit() and len(value) <= 9
        if not is_whole or not low <= int(value) <= high:
            raise ValueError(what)
        return int(value)

    return read


def _one_of(*values: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value not in values:
            raise ValueError(f"is none of {', '.join(values)}")
        return value

    return read


def _address(value: str) -> str:
    try:
        parts = urlsplit(value)
        is_bare = parts.path in ("", "/") and not parts.query and not parts.fragment
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and is_bare
    except ValueError:
        is_whole = False
    if not is_whole:
        raise ValueError("is no address of a site, as https://example.org")
    return value.rstrip("/")


def _sender(value: str) -> str:
    try:
        mailbox.sender(value)
    except ValueError:
        raise ValueError("is no address for mail, as Trainshed <trains@example.org>") from None
    return value


_port = _whole(0, HIGHEST_PORT, "is no port: they go up to 65535")
KEYS = {
    "data": Key(Path),
    "db": Key(str, is_secret=True),
    "host": Key(str),
    "port": Key(_port, _WHOLE),
    "processes": Key(_whole(1, 1000, "is no number of processes"), _WHOLE),
    "address": Key(_address),
    "pace": Key(_seconds, _NUMBER),
    "takeback": Key(_seconds, _NUMBER),
    "logs": Key(_one_of(*LOGS)),
    "mail.host": Key(str),
    "mail.port": Key(_port, _WHOLE),
    "mail.security": Key(_one_of(*SECURITY)),
    "mail.user": Key(str),
    "mail.password": Key(str, is_secret=True),
    "mail.password_file": Key(Path),
    "mail.sender": Key(_sender),
}
"""All that can be set."""
