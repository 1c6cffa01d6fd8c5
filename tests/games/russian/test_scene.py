"""Positions of Russian Railroads: what the scene says, and how it is drawn."""

from __future__ import annotations

import gzip
import random
import re
import subprocess
import sys
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from trainshed.board import plots, png, svg, term
from trainshed.board.scene import Course, Overprint, Plot, Scene, Sign, Target
from trainshed.board.symbols import symbol_id, symbols
from trainshed.core import CHANCE, Reader, Seat, language, say
from trainshed.games.russian import GAME, desk
from trainshed.games.russian.actions import Lapse, Pass
from trainshed.games.russian.board import round_points
from trainshed.games.russian.box import BOX, ENGINEERS, SPACES
from trainshed.games.russian.lay import CARDS, TOKENS, factory_signs, factory_words
from trainshed.games.russian.state import Options, State

PEOPLE = Reader(language("en"), ("Ada", "Boris", "Clara", "Dmitri"), Seat(0))
BAR = ("pay", "pass", "lapse", "retire", "ten", "repeat")
"""What is chosen in the bar of the page."""


@cache
def game(seed: int, seats: int, pile: str = "open") -> tuple[State, ...]:
    """All positions of a game in which much is done."""
    rng = random.Random(seed)
    state = GAME.start(Options(bonus_pile=pile), seats)  # type: ignore[arg-type]
    found = [state]
    while GAME.actor(state) is not None:
        offered = GAME.actions(state)
        busy = [action for action in offered if not isinstance(action, Pass | Lapse)]
        state = GAME.play(state, rng.choice(busy or offered))
        found.append(state)
    return tuple(found)


def overprint(state: State) -> Overprint:
    """Everything that may be done."""
    found: dict[tuple[str | None, str], Target] = {}
    if GAME.actor(state) not in (None, CHANCE):
        for action in GAME.actions(state):
            first, *rest = GAME.target(action, state)
            found[None, first] = Target(first, None, say("do"))
            for key in rest:
                found[first, key] = Target(key, str(action), say("do"), first)
    return Overprint(tuple(found.values()))


def on_desk(scene: Scene) -> list[Plot | Course]:
    """All that lies on the boards."""
    return [item for item in scene.items if isinstance(item, Plot | Course)]


def signs_of(item: Plot | Course) -> list[Sign]:
    """All signs of a thing."""
    if isinstance(item, Plot):
        return [*item.signs, *item.cost, *item.pieces]
    return [sign for _, sign in (*item.prints, *item.above, *item.below)]


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3), (3, 4), (4, 4)])
def test_everything_that_may_be_done_can_be_clicked(seed: int, seats: int) -> None:
    """Each key of each offer is a place on the desk, or belongs to the bar."""
    for state in game(seed, seats):
        keys = {item.key for item in on_desk(GAME.scene(state))}
        for target in overprint(state).targets:
            assert target.key in keys or target.key.split(":")[0] in BAR, target.key


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_keys_are_unique_and_titles_are_words(seats: int) -> None:
    """Nothing is without a name, no two things have the same, and nothing leaves its board."""
    for state in game(5, seats)[::9]:
        scene = GAME.scene(state)
        assert scene.desk is not None
        boards = {board.key: board for board in scene.desk.boards}
        items = on_desk(scene)
        assert len({item.key for item in items}) == len(items)
        for item in items:
            words = PEOPLE.read(item.title)
            assert len(words) > 3
            assert "{" not in words
            assert words != item.key
            if isinstance(item, Plot):
                board = boards[item.board]
                assert 0 <= item.at[0] <= item.at[0] + item.width <= board.width - 6, item.key
                assert 0 <= item.at[1] <= item.at[1] + item.height <= board.height - 4, item.key


def test_every_space_engineer_card_and_token_can_be_drawn() -> None:
    """All that is in the box has signs, and all signs have a symbol."""
    state = game(6, 4)[120]
    keys = {item.key for item in on_desk(GAME.scene(state))}
    assert {f"space:{space}" for space in SPACES} <= keys
    magnate = replace(state.magnates[0], engineers=tuple(ENGINEERS), cards=tuple(CARDS)[:3])
    board = replace(magnate.board, factories=(1, 8, 9, 2, 4), markers=(6, 4), medal=True, x2=8)
    state = state.with_magnate(0, replace(magnate, board=board))
    used = [sign for item in on_desk(GAME.scene(state)) for sign in signs_of(item)]
    used += [sign for _, _, signs in (*CARDS.values(), *TOKENS.values()) for sign in signs]
    for number in BOX.factories:
        assert factory_signs(number)
        assert PEOPLE.read(factory_words(number)).startswith(f"factory {number}: ")
        used += factory_signs(number)
    assert not {sign.symbol for sign in used if sign.symbol and not known(sign)}


def known(sign: Sign) -> bool:
    """Whether there is a symbol for a sign."""
    return symbol_id(sign.symbol) in symbols()


@pytest.mark.parametrize(("seats", "part"), [(2, 0.1), (3, 0.5), (4, 0.3), (4, 0.8), (4, 1)])
def test_a_position_is_small_and_well_formed(seats: int, part: float) -> None:
    """A move sends little, and every reference leads somewhere."""
    positions = game(7, seats)
    state = positions[int(part * (len(positions) - 1))]
    drawn = svg(GAME.scene(state), reader=PEOPLE, overprint=overprint(state), ground="none")
    root = ET.fromstring(drawn)
    assert len(drawn.encode()) < 90_000
    assert len(gzip.compress(drawn.encode())) < 10_000
    names = [found for element in root.iter() if (found := element.get("id"))]
    assert len(set(names)) == len(names)
    known = {*names, *symbols()}
    assert not [found for found in re.findall(r'href="#([^"]+)"', drawn) if found not in known]


def test_what_lines_and_industry_would_score_is_told() -> None:
    """In the panels, in the table, below the lines."""
    state = game(8, 3)[-60]
    scene = GAME.scene(state)
    for seat, panel in enumerate(scene.panels):
        points = round_points(state.board(seat))
        assert panel.money == state.magnates[seat].score
        told = [figure.count for figure in panel.figures if figure.symbol == "points"]
        assert told == list(points)
        (trans,) = [
            item
            for item in on_desk(scene)
            if item.board == f"board:{seat}" and item.key.endswith("line:trans")
        ]
        assert isinstance(trans, Course)
        assert sum(map(int, trans.values)) == points[0]
    (table,) = scene.tables
    assert [PEOPLE.read(line.cells[-2] or "") for line in table.lines] == [
        str(sum(round_points(state.board(seat)))) for seat in range(3)
    ]


def test_hidden_cards_stay_hidden() -> None:
    """With a closed pile nobody sees which cards the others have, nor those of the pile."""
    state = next(it for it in game(9, 3, "closed") if it.round == 3 and GAME.actor(it) == 0)
    drawn = []
    for card in state.pile[:2]:
        other = replace(state.magnates[1], cards=(card,))
        pile = tuple(left for left in state.pile if left != card)
        seen = GAME.view(replace(state.with_magnate(1, other), pile=pile), Seat(0))
        drawn.append(svg(GAME.scene(seen), reader=PEOPLE))
    assert drawn[0] == drawn[1]
    assert "bonus card: a hidden bonus card" in drawn[0]


def test_boards_stay_where_they_are_when_the_turn_goes_on() -> None:
    """A reader finds every board in the same place, whoever is asked."""
    places = set()
    for state in game(3, 4)[40:90]:
        drawn = svg(GAME.scene(state), reader=PEOPLE)
        places.add(
            tuple(re.findall(r'id="(board:\d)" class="desk-board" transform="(.*?)"', drawn))
        )
    assert len(places) == 1


def test_two_processes_draw_the_same() -> None:
    """The order of drawing does not depend on hashes."""
    script = (
        "from tests.games.russian.test_scene import *;"
        "state = game(2, 3)[150];"
        "print(svg(GAME.scene(state), reader=PEOPLE,"
        " overprint=overprint(state)), end='')"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].startswith(b"<svg")


def test_a_terminal_and_a_picture_show_it() -> None:
    """Every position can be told in text, and drawn by night."""
    positions = game(1, 2)
    for state in positions[::15]:
        told = term(GAME.scene(state), reader=PEOPLE, overprint=overprint(state), colour=False)
        assert "Trans-Siberian" in told
        assert "If the round ended now" in told
        assert max(len(line) for line in told.splitlines() if line.startswith("  [")) <= 104
    drawn = png(GAME.scene(positions[-20]), reader=PEOPLE, theme="dark", width=600)
    assert drawn.startswith(b"\x89PNG")


@pytest.mark.parametrize("spoken", ["en", "fr", "de"])
@pytest.mark.parametrize("seats", [2, 3])
def test_words_on_cards_stand_below_their_signs(seats: int, spoken: str) -> None:
    """Also where a language needs many: then they are smaller, and still on the card."""
    reader = Reader(language(spoken), PEOPLE.names, Seat(0))
    rows = game(1, seats)[-1].question_cards, tuple(CARDS)[:8]
    wide, high, _ = desk._card_room(seats, rows)
    for name in CARDS:
        card = desk._card(name, 0, desk.CARDS, (0.0, 0.0), (wide, high))
        assert card.words is not None
        drawn = plots.written(card, reader.read(card.words))
        size = float(re.findall(r'font-size="([\d.]+)"', drawn)[0])
        first = float(re.findall(r' y="([\d.]+)"', drawn)[0])
        assert first - size * 0.72 >= high * (0.29 + 0.37 / 2), (name, drawn)


@pytest.mark.parametrize("spoken", ["en", "fr", "de"])
def test_heads_do_not_touch(spoken: str) -> None:
    """The heads of a row leave room between them."""
    reader = Reader(language(spoken), PEOPLE.names, Seat(0))
    heads = [words for words in desk._common(1, 4).words if words.style == "head"]
    spans: dict[float, list[tuple[float, float]]] = {}
    for words in heads:
        wide, (x, y) = len(reader.read(words.text)) * 8, words.at
        left = x - wide / 2 if words.anchor == "middle" else x
        spans.setdefault(y, []).append((left, left + wide))
    for row in spans.values():
        row.sort()
        for (_, end), (start, _) in pairwise(row):
            assert start > end + 8, row
