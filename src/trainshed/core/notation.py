"""How an action is written in one line, and read back.

The verb comes first, then the fields in order, apart by blanks: `lay H8 57 2`.
Trailing fields that have their default are left out.
Whatever is not a plain word or number is written as JSON.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import msgspec
from msgspec.structs import FieldInfo, fields

from .decoding import DIGITS
from .errors import BadNotation

if TYPE_CHECKING:
    from msgspec import Struct

T = TypeVar("T")

_WORD = re.compile(r"""[^\s"\[\]{},-][^\s"\[\]{}]*""")
_JSON = re.compile(r'["\[{]')
_NAMED = {"-": None, "yes": True, "no": False}
WRITTEN = 16_384
"""So many lines are remembered."""
LONGEST_LINE = 4_000
"""So many characters has a line at most; the longest in a game so far has 216."""


@lru_cache(maxsize=WRITTEN)
def write(value: Struct) -> str:
    """Write an action (or an order) as one line."""
    kind = type(value)
    nouns = [(info, getattr(value, info.name)) for info in _fields(kind)]
    while nouns and nouns[-1][0].default == nouns[-1][1]:
        nouns.pop()
    return " ".join([str(kind.__struct_config__.tag), *(_token(noun) for _, noun in nouns)])


@lru_cache(maxsize=WRITTEN)
def read(text: str, kind: Any) -> Any:  # noqa: ANN401 - a union of Structs has no better type
    """Read a line as one of the Structs of the union `kind`."""
    if len(text) > LONGEST_LINE:
        raise BadNotation(f"{text.strip()[:80]!r}… has more than {LONGEST_LINE:,} characters")
    verb, _, rest = text.strip().partition(" ")
    verbs = _verbs(kind)
    if verb not in verbs:
        raise BadNotation(f"{text.strip()!r}: no action is called {verb!r}")
    struct = verbs[verb]
    names = struct.__struct_fields__
    tokens = list(_tokens(rest, text))
    if len(tokens) > len(names):
        raise BadNotation(f"{text.strip()!r}: {verb!r} takes at most {len(names)} values")
    try:
        return msgspec.convert(dict(zip(names, tokens, strict=False)), struct, strict=False)
    except msgspec.ValidationError as error:
        raise BadNotation(f"{text.strip()!r}: {error}") from None


def _token(noun: object) -> str:
    match noun:
        case None:
            return "-"
        case bool():
            return "yes" if noun else "no"
        case int():
            return str(noun)
        case str() if _WORD.fullmatch(noun) and noun not in _NAMED and not _is_number(noun):
            return noun
        case _:
            return msgspec.json.encode(noun).decode()


def _tokens(rest: str, text: str) -> Any:  # noqa: ANN401 - JSON values
    if not _JSON.search(rest):
        yield from (_noun(word) for word in rest.split())
        return
    position = 0
    while position < len(rest):
        if rest[position].isspace():
            position += 1
            continue
        if rest[position] in '"[{':
            try:
                value, position = _DECODER.raw_decode(rest, position)
                msgspec.json.encode(value)  # half a character cannot be written again
            except (ValueError, RecursionError):
                shown = repr(text.strip()[:80])
                raise BadNotation(f"{shown} is cut short, too deep, or no JSON") from None
            yield value
            continue
        word = rest[position:].split(maxsplit=1)[0]
        position += len(word)
        yield _noun(word)


def _noun(word: str) -> Any:  # noqa: ANN401 - a word, or what it stands for
    if len(word.lstrip("-")) > DIGITS and _is_number(word):
        raise BadNotation(f"the number {word[:40]} has more than {DIGITS} digits")
    return _NAMED.get(word, word)


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def _refused(name: str) -> None:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(parse_int=_whole, parse_constant=_refused)


def _is_number(word: str) -> bool:
    return word.lstrip("-").isdigit()


@cache
def _fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    return fields(kind)


@cache
def _verbs(kind: Any) -> dict[str, type[Struct]]:  # noqa: ANN401 - a union of Structs
    kinds = get_args(kind) or (kind,)
    return {str(struct.__struct_config__.tag): struct for struct in kinds}
