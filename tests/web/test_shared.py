"""What several people see alike is made once: nobody can tell that from what he is shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from trainshed.board.scene import Scene
from trainshed.core import Language, Match, Reader, Seat, Who, language, mark, say
from trainshed.games import game, games
from trainshed.web.printing.boards import boards, lasting
from trainshed.web.printing.html import html, html_reader, plain_reader, untagged
from trainshed.web.printing.listed import TOLD, places
from trainshed.web.printing.prompt import offers_of

NAMES = ("Ada & Co", "Ben", "Cleo")


def played(name: str, moves: int, names: tuple[str, ...] = NAMES) -> Match[Any, Any]:
    """A random game."""
    match: Match[Any, Any] = Match(game(name), seats=3, seed=name, names=names)
    rng = Random(name)
    for _ in range(moves):
        if match.actor is None:
            break
        match.play(match.actor, rng.choice(list(match.game.actions(match.state))))
    return match


def seen(match: Match[Any, Any], seat: int | None) -> Scene:
    """The board as a seat may see it."""
    who = None if seat is None else Seat(seat)
    scene: Scene = match.game.scene(match.game.view(match.state, who))
    return scene


def reader(
    match: Match[Any, Any],
    seat: int | None,
    *,
    words: Language | None = None,
    by_name: bool = False,
) -> Reader:
    """Somebody at a table."""
    who = None if seat is None else Seat(seat)
    return html_reader(match, words or language("en"), who, seen(match, seat), by_name=by_name)


# Texts


def test_a_text_is_read_once_for_all_whom_it_does_not_name() -> None:
    """Who is named reads it with his own eyes, others by name; who shares a screen too."""
    match, other = played("rocket", 5), played("rocket", 5, ("Eve", "Fay", "Gus"))
    text = say("{who} sits here", you=mark("you sit here"), who=Who(Seat(1)))
    mine, ben, viewer = (html(reader(match, seat), text) for seat in (0, 1, None))
    assert mine is viewer
    assert untagged(mine) == "Ben sits here"
    assert untagged(ben) == "you sit here"
    assert html(reader(match, 1, by_name=True), text) is mine
    assert untagged(html(reader(other, 0), text)) == "Fay sits here"


def test_a_text_that_names_nobody_is_the_same_at_all_tables() -> None:
    """In each language."""
    match, other = played("rocket", 5), played("rocket", 5, ("Eve", "Fay", "Gus"))
    text = say("turn {n}", n=3)
    assert html(reader(match, 0), text) is html(reader(other, 1), text)
    german = html(reader(match, 0, words=language("de")), text)
    assert german is not html(reader(match, 0), text)


def test_names_in_texts_are_escaped() -> None:
    """Whoever reads them."""
    text = say("{who}", who=Who(Seat(0)))
    assert "Ada &amp; Co" in html(reader(played("rocket", 1), 1), text)


@pytest.mark.parametrize("name", games())
def test_marks_say_what_they_stand_for_in_the_language_of_the_reader(name: str) -> None:
    """Though everybody is shown the same plates."""
    match = played(name, 30)
    for code in ("en", "de", "fr", "en"):
        shown = reader(match, 0, words=language(code))
        for line in match.told(match.history[-1], Seat(0)):
            assert html(shown, line) == shown.read(line)


# Places


def plainly(scene: Scene, who: Reader, wanted: list[str]) -> list[tuple[str, str]]:
    """The board as a list, each title read by itself."""
    items: list[Any] = [it for it in scene.items if hasattr(it, "title")]
    if scene.desk is None:
        is_told = [it for it in items if any(hasattr(it, name) for name in TOLD)]
        items = [it for it in items if it in is_told or it.key in wanted]
    return [(it.key, who.read(it.title)) for it in sorted(items, key=lambda it: it.hex)]


@pytest.mark.parametrize("name", games())
def test_places_are_called_as_each_reader_calls_them(name: str) -> None:
    """By players, by who shares a screen, by a viewer; with what may be chosen and without."""
    match, rng = played(name, 40), Random(name)
    for _ in range(6):
        assert match.actor is not None
        match.play(match.actor, rng.choice(list(match.game.actions(match.state))))
        fields = [it.key for it in seen(match, None).items[::3]]
        for seat, by_name in ((0, False), (1, False), (1, True), (None, False)):
            for words in (language("en"), language("de")):
                who = plain_reader(reader(match, seat, words=words, by_name=by_name))
                for wanted in ([], fields):
                    found = places(seen(match, seat), who, wanted)
                    assert list(found) == plainly(seen(match, seat), who, wanted)


def test_what_can_be_clicked_on_boards_is_called_as_its_reader_calls_it() -> None:
    """Your own board is yours."""
    match = played("russian", 40)
    for seat in (0, 1):
        scene, who = seen(match, seat), plain_reader(reader(match, seat))
        keys = [it.key for it in scene.items]
        found = boards(scene, who, keys)
        assert found is not None
        said = dict(plainly(scene, who, keys))
        assert found.called
        assert all(words in ("", said[key]) for key, words in found.called.items())


def test_what_a_move_touched_is_found_on_the_boards_that_are_shown_now() -> None:
    """Not on those of another position."""
    match = played("russian", 30)
    now = seen(match, 0)
    assert now.desk is not None
    gone = "token:nowhere"
    other = replace(now, items=now.items[:1])
    last = now.items[-1].key
    touched = [(Seat(0), gone), (Seat(0), last), (Seat(1), last), (Seat(2), last)]
    assert set(lasting(now, touched)) == {last}
    assert not lasting(other, touched)


# Scenes


@pytest.mark.parametrize("name", ["rocket", "tycoon"])
def test_all_see_the_same_things_on_the_map(name: str) -> None:
    """Though each may know something else."""
    match = played(name, 60)
    first, *others = (seen(match, seat) for seat in (None, 0, 1, 2))
    assert first is not others[0]
    assert all(other.items is first.items for other in others)


@pytest.mark.parametrize("name", ["1861", "dampfross"])
def test_a_move_that_changes_nothing_on_the_map_leaves_it_as_it_is(name: str) -> None:
    """And one that changes something does not."""
    match = played(name, 150)
    same = 0
    for move in match.history[20:]:
        old, new = match.game.scene(move.before).items, match.game.scene(move.after).items
        assert (old is new) == (old == new) or any(it.key.startswith("train:") for it in new)
        same += old is new
    assert 0 < same < len(match.history) - 20


# Offers


def test_what_would_score_is_counted_once_for_the_position_and_once_for_each_offer() -> None:
    """Not twice for each."""
    match = played("russian", 40)
    asked: list[object] = []

    def scores(state: Any) -> tuple[int, ...]:  # noqa: ANN401
        asked.append(state)
        return game("russian").scores(state)

    match.game = replace(match.game, scores=scores)
    offers = offers_of(match, match.state, reader(match, match.actor), count=True)
    gains = [it for it in offers if it.gain is not None]
    assert gains
    assert len(asked) == len(gains) + 1
    for it in gains:
        after = game("russian").play(match.state, match.read(it.action))
        assert match.actor is not None
        assert it.gain == scores(after)[match.actor] - scores(match.state)[match.actor]


def test_a_line_is_written_once_for_the_same_action() -> None:
    """Another action has another one."""
    match = played("rocket", 10)
    first, second, *_ = match.game.actions(match.state)
    assert str(first) is str(match.read(str(first)))
    assert str(first) != str(second)


@pytest.mark.parametrize("kind", ["token:", "hole:", "slot:"])
def test_what_stands_on_boards_stays_the_same_where_it_is_not_touched(kind: str) -> None:
    """Tokens, factories and locomotives, while rails are laid beside them."""
    match = played("russian", 60)
    kept = 0
    for move in match.history[10:]:
        old, new = (
            [it for it in match.game.scene(state).items if kind in it.key]
            for state in (move.before, move.after)
        )
        if old == new:
            kept += len(new)
            assert all(one is other for one, other in zip(old, new, strict=True))
    assert kept
