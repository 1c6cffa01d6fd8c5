"""JSON and TOML from strangers: what would cost too much is refused by its form, before it is read.

A parser may take minutes and gigabytes for a few kilobytes, such as a key with ten thousand dots.
So its text is first looked through in linear time, without its strings: how deep it nests, how
often a key is dotted, how many tables there are, how long its numbers are.
"""

from __future__ import annotations

import math
import re
import tomllib
from datetime import date, datetime, time
from itertools import accumulate
from typing import Any, TypeVar

import msgspec
from msgspec import DecodeError

T = TypeVar("T")

LONGEST = 64 * 1024 * 1024
"""No document that somebody sends is longer, in bytes or characters."""
DEEPEST = 32
"""So many lists and tables in one another at most."""
DOTS = 8
"""So many dots in a key at most."""
TABLES = 10_000
"""So many lists and tables in a TOML document at most."""
DIGITS = 18
"""So many digits in a whole number at most; so it fits into 64 bits."""
SHOWN = 300
"""So much is said of what is wrong."""

_JSON_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_TOML_STRING = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]++|\\[^\n])*+(?:"|\\?(?=\n|\Z))'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)
"""A string or a comment, also one that does not end."""
_WHOLE = re.compile(rb"(?<![.0-9])[0-9]{19}")
_WHOLE_TOML = re.compile(
    rf"(?<![.0-9_])(?:[0-9]_?){{{DIGITS + 1}}}|0[xob][0-9a-fA-F_]{{{DIGITS + 1}}}"
)
_SEPARATORS = re.compile(r"[\n=,\[\]{}]")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_BYTES = {ord(sign): step for sign, step in _STEPS.items()}
_NO_BRACKETS = bytes(set(range(256)) - set(_BYTES))


def decode_json(data: bytes | str, type: type[T], *, longest: int = LONGEST) -> T:  # noqa: A002
    """The value written in JSON; DecodeError says what is wrong, whatever it is."""
    _check_length(data, longest)
    try:
        data = data.encode() if isinstance(data, str) else data
        _check_json(data)
        return msgspec.json.decode(data, type=type)
    except (UnicodeError, RecursionError) as error:
        raise DecodeError(_brief(error)) from None


def decode_toml(text: str, type: type[T], *, longest: int = LONGEST) -> T:  # noqa: A002
    """The value written in TOML; DecodeError says what is wrong, whatever it is."""
    _check_length(text, longest)
    _check_toml(text.replace("\r\n", "\n"))
    try:
        found = tomllib.loads(text, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise DecodeError(_brief(error)) from None
    return msgspec.convert(found, type, builtin_types=(datetime, date, time), str_keys=True)


def _check_length(data: bytes | str, longest: int) -> None:
    if len(data) > longest:
        unit = "characters" if isinstance(data, str) else "bytes"
        raise DecodeError(f"it has {len(data):,} {unit}, the most is {longest:,}")


def _check_json(data: bytes) -> None:
    """DecodeError where the form alone is too much."""
    bare = _JSON_STRING.sub(b'"', data)
    if _WHOLE.search(bare):
        raise DecodeError(f"a number has more than {DIGITS} digits")
    _check_depth(map(_BYTES.__getitem__, bare.translate(None, _NO_BRACKETS)))


def _check_toml(text: str) -> None:
    """DecodeError where the form alone is too much."""
    bare = _TOML_STRING.sub('"', text)
    if _WHOLE_TOML.search(bare):
        raise DecodeError(f"a number has more than {DIGITS} digits")
    if bare.count("[") + bare.count("{") > TABLES:
        raise DecodeError(f"it has more than {TABLES:,} lists and tables")
    if any(part.count(".") > DOTS for part in _SEPARATORS.split(bare)):
        raise DecodeError(f"a key has more than {DOTS} dots")
    _check_depth(_STEPS[sign] for sign in bare if sign in _STEPS)


def _check_depth(steps: Any) -> None:  # noqa: ANN401
    if any(depth > DEEPEST for depth in accumulate(steps)):
        raise DecodeError(f"more than {DEEPEST} lists or tables stand in one another")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:40]} is not finite")
    return number


def _brief(error: Exception) -> str:
    """What is wrong, in a few words."""
    text = " ".join(str(error).split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
