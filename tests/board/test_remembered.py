"""What has been drawn is remembered: nobody can tell that from a drawing."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.board.drawn import OVERPRINT, READER, scene
from trainshed import board
from trainshed.board import svg
from trainshed.board.position import position
from trainshed.board.scene import Overprint, Scene, Target, Town
from trainshed.board.spoken import called
from trainshed.core import Match, Reader, Seat, Who, language, say
from trainshed.games import game, games

NAMES = ("Ada & Co", "Ben", "Cleo", "Dai")


def forget() -> None:
    """Empty every memory of drawing."""
    for found in iter_modules(board.__path__):
        for thing in vars(import_module(f"{board.__name__}.{found.name}")).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def readers(seats: int) -> list[Reader]:
    """Players and a viewer, in several languages; two have the same seat at other tables."""
    names = NAMES[:seats]
    return [
        Reader(language("en"), names, Seat(0)),
        Reader(language("en"), names, Seat(1)),
        Reader(language("de"), names, Seat(1)),
        Reader(language("en"), names[::-1], Seat(0)),
        Reader(language("en"), names, Seat(0), by_name=True),
        Reader(language("fr"), names),
    ]


def overprints(found: Scene) -> list[Overprint]:
    """Nothing, some targets, and others after a first click."""
    keys = [(item.key, say("choose {key}", key=item.key)) for item in found.items[::5]]
    first = tuple(Target(key, "go", words) for key, words in keys)
    later = tuple(Target(key, "go", words, keys[0][0]) for key, words in keys[1::2])
    return [Overprint(last=(keys[-1][0],)), Overprint(first), Overprint((*first[:1], *later))]


@pytest.mark.parametrize("name", list(games()))
def test_a_remembered_drawing_is_the_same_as_a_new_one(name: str) -> None:
    """Whatever was drawn before, for whomever: each drawing is as if it were the first."""
    laws = game(name)
    seats, rng = min(4, laws.seats[-1]), Random(7)
    match: Match[Any, Any] = Match(laws, seats=seats, seed="remembered", names=NAMES[:seats])
    asked: list[tuple[Scene, dict[str, Any]]] = []
    for n in range(90):
        assert match.actor is not None
        match.play(match.actor, rng.choice(list(laws.actions(match.state))))
        if n % 15 == 0:
            for m, reader in enumerate(readers(seats)):
                found = laws.scene(laws.view(match.state, reader.seat))
                over = overprints(found)[(n + m) % 3]
                ids = "a-" if m == 4 else ""
                asked.append((found, {"reader": reader, "overprint": over, "ids": ids}))
    drawn = [svg(found, ground="none", **more) for found, more in asked]
    again = [svg(found, ground="none", **more) for found, more in reversed(asked)]
    assert drawn == again[::-1]
    for (found, more), before in list(zip(asked, drawn, strict=True))[::4]:
        forget()
        assert svg(found, ground="none", **more) == before


def test_another_reader_needs_no_new_drawing() -> None:
    """Only what is printed over a position, and what is said, is made for each reader."""
    forget()
    svg(scene(), reader=READER)
    svg(scene(), reader=Reader(language("de"), ("Eve", "Fay"), Seat(1)), overprint=OVERPRINT)
    assert position.cache_info().misses == 1


def test_maps_of_one_name_are_told_apart() -> None:
    """Who draws a map keeps its name while it changes."""
    first = scene()
    wider = replace(first, ground=replace(first.ground, radius=30.0))
    svg(first, reader=READER)
    drawn = svg(wider, reader=READER)
    forget()
    assert svg(wider, reader=READER) == drawn


def test_a_title_that_names_a_player_is_read_by_each_reader() -> None:
    """It is you for one and a name for the others."""
    town = scene().items[1]
    assert isinstance(town, Town)
    named = replace(town, title=say("of {who}", you="yours", who=Who(Seat(0))))
    words = [called(named, reader) for reader in readers(2)]
    assert words == ["yours", "of Ada & Co", "of Ada & Co", "yours", "of Ada & Co", "of Ada & Co"]
    assert called(named, Reader(language("en"), ("\0001\0", "Ben"))) == "of \0001\0"
    assert called(town, READER) == "Bristol"
