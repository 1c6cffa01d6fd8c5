"""Whatever strangers send is read or refused, soon and with little memory, and no other way."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from importlib import import_module
from random import Random
from time import monotonic, thread_time
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.readers import CORPUS, READERS, samples, tried
from trainshed.core import decode_toml
from trainshed.core.decoding import DOTS

SECONDS = 4.0
"""CPU time that the worst of what is refused or read takes at most, on a slow machine."""
MEMORY = 96 * 1024 * 1024
DAILY, LONG = 25, 60.0
"""So many damaged files a day for each reader, and so many seconds in `make long`."""

FILES = sorted(CORPUS.iterdir())
N = 60_000
M = 100_000
HUGE = {
    "a dotted key": ".".join("a" * (N // 2)) + " = 1\n---\n",
    "a dotted key of quotes": ".".join(['""'] * (N // 3)) + " = 1\n---\n",
    "a dotted header": f"[{'.'.join('a' * (N // 2))}]\n---\n",
    "a dotted key in a table in a line": f"a = {{{'.'.join('a' * (N // 2))} = 1}}\n---\n",
    "a dotted key behind a string": 'a = ["""x"""", {' + ".".join("a" * (N // 2)) + " = 1}]\n---\n",
    "many keys of some dots": "".join(f"a{n}.b.c.d.e.f.g.h.i = 1\n" for n in range(2000)) + "---\n",
    "many headers": "".join(f"[a{n}]\n" for n in range(N // 7)) + "---\n",
    "many lists of tables": "[[a]]\n" * (N // 6) + "---\n",
    "deep lists in TOML": f"a = {'[' * N}\n---\n",
    "deep tables in TOML": f"a = {'{a = ' * (N // 5)}\n---\n",
    "a large number in TOML": f"a = {'9' * N}\n---\n",
    "a large number with lines": f"a = {'9_' * (N // 2)}9\n---\n",
    "a large hexadecimal number": f"a = 0x{'f' * N}\n---\n",
    "a string of escapes": 'a = "' + "\\n" * (N // 2) + '"\n---\n',
    "a string without an end": 'a = "' + '\\"' * (N // 2),
    "quotes": '"' * N,
    "apostrophes": "'" * N,
    "deep lists": "{" + '"title": ' + "[" * M,
    "deep lists that end": '{"title": ' + "[" * (M // 2) + "]" * (M // 2) + "}",
    "deep tables": '{"a":' * (M // 5),
    "quotes in JSON": '{"' + '\\"' * (M // 2),
    "brackets that end": "{" + "]" * M,
    "a large number": '{"title": "1861", "players": [{"id": ' + "9" * M + "}]}",
    "many actions": '{"title": "1861", "players": [], "actions": ['
    + ",".join(f'{{"id":{n},"type":"undo"}}' for n in range(30_000))
    + "]}",
    "many clicks taken back": '{"title": "1861", "players": [{"id":1,"name":"A"},'
    '{"id":2,"name":"B"},{"id":3,"name":"C"}], "actions": ['
    + ",".join(f'{{"id":{n},"type":"{"undo" if n % 2 else "x"}"}}' for n in range(19_000))
    + "]}",
    "many tables": '{"trainshed": 1, "tables": [' + ",".join(["[]"] * (M // 3)) + "]}",
    "many lines": 'game = "rocket"\nseats = 2\n---\n' + "a\n" * (M // 2),
    "many blank lines": 'game = "rocket"\nseats = 2\n---\n' + "\n" * M,
    "a long line": 'game = "rocket"\nseats = 2\n---\nbegin ' + "9 " * (M // 2),
    "a line of brackets": 'game = "rocket"\nseats = 2\n---\nbegin ' + "[" * M,
    "a line of digits": 'game = "rocket"\nseats = 2\n---\nbegin ' + "9" * 3_900,
    "a head without an end": "#a\n" * (M // 3),
    "a long head": "#a\n" * (M // 4) + "---\n",
    "nothing but NUL": "\0" * M,
}


@pytest.mark.parametrize("reader", READERS)
def test_nasty_files_are_read_or_refused(reader: str) -> None:
    """Each of the corpus; what else comes out than a clear error is a fault of ours."""
    for file in FILES:
        attempt(reader, file.read_bytes(), file.name)


@pytest.mark.parametrize("reader", READERS)
def test_huge_texts_take_little_time_and_memory(reader: str) -> None:
    """What is small to send and dear to parse is refused by its form."""
    slow = []
    for name, text in HUGE.items():
        start = thread_time()
        tracemalloc.start()
        try:
            tried(reader, text.encode())
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        seconds = thread_time() - start
        if seconds > SECONDS or peak > MEMORY:
            slow.append(f"{name}: {seconds:.1f} s, {peak // 1024**2} MiB")
    assert not slow


def attempt(reader: str, data: bytes, name: object) -> None:
    """Give a file to a reader; what fails or is slow is told with its name."""
    start = thread_time()
    try:
        tried(reader, data)
    except Exception as error:
        error.add_note(f"{reader}: {name}: {data!r}")
        raise
    assert thread_time() - start < SECONDS, (name, data)


def damaged(rng: Random, data: bytes) -> bytes:
    """A file with some bytes changed, taken away, doubled or put in."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        place = rng.randrange(len(found) + 1)
        match rng.randrange(6):
            case 0 if found:
                found[place % len(found)] = rng.randrange(256)
            case 1:
                del found[place : place + rng.choice((1, 2, 10, 200))]
            case 2:
                found[place:place] = rng.choice(PIECES)
            case 3:
                piece = bytes(found[place : place + rng.choice((1, 8, 60))])
                found[place:place] = piece * rng.choice((1, 2, 40))
            case 4:
                other = rng.randrange(len(found) + 1)
                length = rng.choice((1, 4, 30))
                found[place : place + length] = found[other : other + length]
            case _:
                end = place + rng.choice((1, 2, 6))
                found[place:end] = rng.choice(PIECES)
    return bytes(found)


PIECES = (
    *(sign.encode() for sign in "{}[]\"'\\,.:=#\n\r\t -_"),
    *(b'"""', b"'''", b"null", b"true", b"1e400", b"-1", b"0x", b"nan", b"inf", b"\0"),
    *(b"9" * 18, b"9" * 19, b"-9223372036854775809", b"1" * 5000, b"\\u0000", b"\\ud800"),
    *(
        b"\xff",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        "\u2028".encode(),
        "\U0001f682".encode(),
    ),
    *(b"[" * 40, b"a." * 12, b"1979-05-27", b"07:32:00", b"---\n", b'{"a":1}', b"[[a]]\n"),
)


@pytest.mark.parametrize("reader", READERS)
def test_damaged_files_are_read_or_refused(reader: str) -> None:
    """A few of the many that `make long` tries, always the same."""
    rng = Random(f"daily {reader}")
    for _ in range(DAILY):
        attempt(reader, damaged(rng, rng.choice(samples(reader))), "daily")


@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_ever_more_damaged_files_are_read_or_refused(reader: str) -> None:
    """For a fixed time; a failure names the file that shows it."""
    seed, end = Random().getrandbits(64), monotonic() + LONG
    rng = Random(seed)
    while monotonic() < end:
        attempt(reader, damaged(rng, rng.choice(samples(reader))), seed)


def test_good_files_are_read() -> None:
    """The samples that are damaged are good: otherwise nothing behind the first look is tried."""
    read = {
        name: [READERS[name](data) for data in samples(name)]
        for name in READERS
        if name != "subscription"
    }
    assert all(read.values())


@pytest.mark.parametrize(
    "text",
    [
        "BOMB = 1",
        "[BOMB]",
        "[[ BOMB ]]",
        "a = {b = [{BOMB = 1}]}",
        'a = ["""x"""", {BOMB = 1}]',
        'a = ["""x""""", {BOMB = 1}, ""]',
        "a = ['''x'''', {BOMB = 1}]",
        'a = ["\\"", {BOMB = 1}, ""]',
        "a = ['\\', {BOMB = 1}, '']",
        'a = ["""\\"""", {BOMB = 1}, """"""]',
        '# """\nBOMB = 1\n# """',
        "# it's\nBOMB = 1\n# it's",
        'a = "#"\nBOMB = 1',
        "a = ['\"', {BOMB = 1}, '\"']",
        'a = "" # "\r\nBOMB = 1 # "',
    ],
)
def test_no_string_hides_a_key(text: str) -> None:
    """Where a string or a comment ends is seen as the parser sees it."""
    dotted = text.replace("BOMB", ".".join("k" * (DOTS + 2)))
    with pytest.raises(msgspec.DecodeError, match="dots"):
        decode_toml(dotted, dict[str, Any])
    decode_toml(text.replace("BOMB", "k.l"), dict[str, Any])


def test_no_key_of_more_dots_comes_to_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strings, comments and lines cannot hide one: what the parser sees has been looked at."""
    parser, seen = import_module("tomllib._parser"), list[int]()
    original = parser.parse_key

    def parse_key(text: str, place: int) -> tuple[int, tuple[str, ...]]:
        found: tuple[int, tuple[str, ...]] = original(text, place)
        seen.append(len(found[1]))
        return found

    monkeypatch.setattr(parser, "parse_key", parse_key)

    @settings(max_examples=200, deadline=None, derandomize=True, database=None)
    @given(st.lists(STATEMENT, max_size=5).map("\n".join))
    def check(text: str) -> None:
        with suppress(msgspec.DecodeError):
            decode_toml(text, dict[str, Any])

    check()
    assert 4 < max(seen) <= DOTS + 1


INSIDE = st.lists(
    st.sampled_from(
        ['"', "'", "\\", '\\"', "\\\\", "#", "\n", "\r\n", "a", ".", "[", "{ ", "=", ","]
    ),
    max_size=5,
).map("".join)
"""What strings and comments may hide."""
QUOTES = ('"', "'", '"""', "'''")
STRING = st.builds(lambda sign, text: f"{sign}{text}{sign}", st.sampled_from(QUOTES), INSIDE)
PART = st.sampled_from(["a", "b", '"c.d"', "'#'", '""', " e ", '"\\""'])
KEY = st.lists(PART, min_size=1, max_size=DOTS + 4).map(".".join)
VALUE = st.recursive(
    st.sampled_from(["1", "1.5", "true"]) | STRING,
    lambda value: (
        st.lists(value, min_size=1, max_size=3).map(lambda it: f"[{', '.join(it)}]")
        | st.builds(lambda key, it: f"{{{key} = {it}}}", KEY, value)
    ),
    max_leaves=4,
)
STATEMENT = (
    st.builds(lambda key, value: f"{key} = {value}", KEY, VALUE)
    | KEY.map(lambda key: f"[{key}]")
    | KEY.map(lambda key: f"[[{key}]] # x")
    | INSIDE.map(lambda text: f"# {text}")
)
