"""The drawing of a page in layers: what a move leaves alone is the same text, for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.board.drawn import OVERPRINT, READER, scene
from tests.board.test_desk import BOTH, SCENE
from trainshed.board import Layers, layers, svg
from trainshed.board.scene import Overprint, Plot, Scene, Target
from trainshed.core import Match, Reader, Seat, language, say
from trainshed.games import game, games

NAMES = ("Ada & Co", "Ben", "Cleo", "Dai")
LAYER = re.compile(r"[a-z0-9-]+")


def played(name: str, moves: int) -> Iterator[Match[Any, Any]]:
    """A match after each of its first moves."""
    laws, rng = game(name), Random(5)
    match: Match[Any, Any] = Match(laws, seats=4, seed="layers", names=NAMES)
    for _ in range(moves):
        assert match.actor is not None
        match.play(match.actor, rng.choice(list(laws.actions(match.state))))
        yield match


def seen(match: Match[Any, Any], seat: Seat | None) -> Scene:
    """What somebody sees."""
    found: Scene = match.game.scene(match.game.view(match.state, seat))
    return found


def reader(seat: Seat | None, code: str = "en") -> Reader:
    """Who looks."""
    return Reader(language(code), NAMES, seat)


def asked(found: Scene) -> Overprint:
    """Targets, some of them after a first click, and what just happened."""
    keys = [(item.key, say("choose {key}", key=item.key)) for item in found.items[::5]]
    first = tuple(Target(key, "go", words) for key, words in keys)
    later = tuple(Target(key, "go", words, keys[0][0]) for key, words in keys[1::2])
    return Overprint((*first, *later), (keys[-1][0],))


def joined(drawn: Layers) -> str:
    """The whole drawing."""
    return drawn.head + "".join(text for _, text in drawn.layers) + drawn.tail


def plain(drawing: str) -> str:
    """A drawing without what a page names otherwise: that which is alike, and things on boards."""
    numbers: dict[str, int] = {}
    drawing = re.sub(
        r"like-\w+", lambda it: f"like-{numbers.setdefault(it[0], len(numbers))}", drawing
    )
    return re.sub(r'id="\d/', 'id="', drawing).replace('"desk-board acts"', '"desk-board"')


def named(drawn: Layers) -> dict[str, str]:
    """The layers that a page keeps."""
    return {name: text for name, text in drawn.layers if name}


@pytest.mark.parametrize("name", list(games()))
def test_the_layers_together_are_the_drawing(name: str) -> None:
    """Nothing is lost, added or exchanged; each layer has a name of its own and is whole."""
    for n, match in enumerate(played(name, 120)):
        if n % 17:
            continue
        for seat, code in ((Seat(0), "en"), (Seat(3), "de"), (None, "fr")):
            found = seen(match, seat)
            over, reads = asked(found), reader(seat, code)
            drawn = layers(found, reader=reads, overprint=over)
            whole = svg(found, reader=reads, overprint=over, ground="none")
            assert plain(joined(drawn)) == plain(whole)
            if found.desk is None:
                assert joined(drawn) == whole
            names = [name for name, _ in drawn.layers if name]
            assert len(names) == len(set(names)) < 90
            assert all(LAYER.fullmatch(name) for name in names)
            assert all(text for _, text in drawn.layers)
            for text in named(drawn).values():
                assert len(re.findall(r"<\w+(?:\s[^<>]*)?(?<!/)>", text)) == text.count("</")


@pytest.mark.parametrize("name", list(games()))
def test_a_move_leaves_most_layers_as_they_are(name: str) -> None:
    """After a usual move less than a quarter of the drawing is new, on the average; names stay."""
    shares, gone = [], 0
    before: dict[str, str] | None = None
    for n, match in enumerate(played(name, 110)):
        if n < 40:
            continue
        now = named(layers(seen(match, None), reader=reader(None)))
        if before is not None:
            fresh = sum(len(text) for part, text in now.items() if before.get(part) != text)
            shares.append(fresh / sum(map(len, now.values())))
            gone += len(before.keys() - now.keys())
        before = now
    assert sum(shares) / len(shares) < 0.25
    assert gone <= len(shares)


@pytest.mark.parametrize("name", list(games()))
def test_what_all_see_alike_is_one_text(name: str) -> None:
    """Most layers are the very same for players and viewers of a language, whoever is asked."""
    *_, match = played(name, 70)
    found = [
        named(layers(seen(match, seat), reader=reader(seat), overprint=over))
        for seat, over in ((Seat(0), asked(seen(match, Seat(0)))), (Seat(1), Overprint()))
    ]
    first, second = found
    same = [text for part, text in second.items() if first.get(part) is text]
    assert sum(map(len, same)) > 0.6 * sum(map(len, second.values()))


def test_nothing_of_a_layer_depends_on_who_may_do_what() -> None:
    """Targets, choices, rings and what just happened have layers of their own."""
    without = named(layers(scene(), reader=READER))
    asks = named(layers(scene(), reader=READER, overprint=OVERPRINT))
    own = {"last", "targets", "choices", "fans", "journeys"}
    assert {part: text for part, text in asks.items() if part not in own} == {
        part: text for part, text in without.items() if part not in own
    }
    assert own & set(asks) > own & set(without)


def test_who_has_a_seat_has_the_rings_before_he_is_asked() -> None:
    """So they are not sent each time that he is asked; a viewer never needs them."""
    assert "rings" in named(layers(scene(), reader=READER))
    assert "rings" not in named(layers(scene(), reader=Reader(READER.language, READER.names)))
    assert 'id="on-hit"' not in svg(scene(), reader=READER, ground="none")


def test_things_on_boards_keep_their_names_when_another_is_asked() -> None:
    """On a page each has its owner's seat before it, and the board says who is asked."""
    drawn = joined(layers(SCENE, reader=READER, overprint=BOTH))
    assert 'id="0/line:north"' in drawn
    assert 'id="1/line:north"' in drawn
    assert 'id="space:mill"' in drawn


def test_what_is_alike_keeps_its_name_when_others_come() -> None:
    """One more thing on a board changes the layer that it lies in, and no other."""
    before = named(layers(SCENE, reader=READER))
    space, *rest = SCENE.items
    assert isinstance(space, Plot)
    more = replace(SCENE, items=(replace(space, signs=space.signs * 2), *rest))
    after = named(layers(more, reader=READER))
    assert [part for part, text in after.items() if before.get(part) != text] == ["board-0-2"]
