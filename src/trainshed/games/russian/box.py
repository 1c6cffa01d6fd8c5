"""R1.1 What is in the box: the printed values, read once from their file."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

Build = Literal["", "either", "both", "locomotive", "factory"]


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """R3.1 What an action brings: moves by kind, steps, a build, tokens, pieces, points."""

    moves: dict[str, int] = {}
    steps: int = 0
    build: Build = ""
    x2: int = 0
    roubles: int = 0
    turquoise: int = 0
    points: int = 0
    claim: int = 0
    public: int = 0
    hire: bool = False
    again: bool = False
    card: bool = False


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """R3.1, R4.11, R7.8, R8.1 A space of the common board: its cost and its effect."""

    id: str
    workers: int
    effect: Effect
    roubles: int = 0
    open: bool = False
    """R4.12 It never closes."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """R4.1 A railway line of each player's board."""

    id: str
    name: str
    length: int
    colours: int
    slots: int
    questions: tuple[int, ...] = ()


class Engineer(Struct, frozen=True, forbid_unknown_fields=True):
    """R9.6 An engineer."""

    number: int
    effect: Effect
    letter: str = ""


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1, R1.2 What depends on the number of players."""

    rounds: int
    workers: int
    roubles: int
    locomotives: int
    letters: str
    public: int
    closed: tuple[str, ...]


class Medal(Struct, frozen=True):
    """R13.8 The medal of Kiev."""

    space: int
    points: int


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """R12.13 What the bonus cards score."""

    flat15: int
    workers: int
    lines: int
    factories: int
    question_tokens: int
    engineers: int
    x2: dict[int, int]


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """R1.1 All that is printed."""

    colours: tuple[str, ...]
    points: tuple[int, ...]
    revalued: tuple[int, ...]
    unlock: tuple[int, ...]
    white_moves: int
    terminus: int
    x2_tokens: int
    x2_places: int
    holes: tuple[int, ...]
    industry: tuple[int, ...]
    question_space: int
    medal: Medal
    doubling: int
    worker_trans: int
    worker_kiev: int
    pass_points: tuple[int, ...]
    majority: tuple[int, int]
    card_points: int
    tokens: tuple[str, ...]
    question_cards: tuple[str, ...]
    bonus_cards: tuple[str, ...]
    start_bonuses: tuple[str, ...]
    cards: Cards
    stars: dict[int, int]
    lines: tuple[Line, ...]
    players: dict[int, Players]
    spaces: tuple[Space, ...]
    engineers: tuple[Engineer, ...]
    factories: dict[int, Effect]


BOX: Box = msgspec.toml.decode(
    (files(__package__) / "box.toml").read_bytes(), type=Box, strict=False
)
SPACES = {space.id: space for space in BOX.spaces}
ENGINEERS = {engineer.number: engineer for engineer in BOX.engineers}
LINES = BOX.lines
LINE = {line.id: number for number, line in enumerate(LINES)}
COLOUR = {name: number for number, name in enumerate(BOX.colours)}
BLACK, GREY, BROWN, BEIGE, WHITE = range(5)
TRANS, PETERSBURG, KIEV = range(3)
SLOTS = tuple(number for number, line in enumerate(LINES) for _ in range(line.slots))
"""R5.3 The line of each slot for a locomotive."""
LAST = len(BOX.industry) - 1
MASKS = {
    "any": 0b11111,
    "black_or_grey": 0b00011,
    **{name: 1 << number for name, number in COLOUR.items()},
}
"""The colours that each kind of move may use, as bits."""
