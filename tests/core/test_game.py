"""A game refuses what its laws do not allow, and names it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import trainshed
from tests.contract.parcels import PARCELS, Deal, Open, Sell
from trainshed.core import BadOption, BadRecord, Match, Seat, UnknownGame, commitment, draw, propose
from trainshed.core.game import shown
from trainshed.core.step import Question, ask, sensible
from trainshed.games import game, games


@pytest.mark.parametrize(
    ("values", "named"),
    [({"colour": "red"}, "'colour'"), ({"rounds": 3}, "one of false, true, not 3")],
)
def test_a_wrong_option_is_named(values: dict[str, object], named: str) -> None:
    """An unknown name, a wrong value."""
    with pytest.raises(BadOption, match=named):
        PARCELS.read_options(values)


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("rocket", {"veto": "typo"}, "veto is one of defend_original, free_choice, not 'typo'"),
    ("rocket", {"open_money": 1}, "open_money is one of false, true, not 1"),
    ("rocket", {"map": "moon"}, "map is one of england, not 'moon'"),
    ("dampfross", {"races": "13"}, "races is one of full, 15, 12, not '13'"),
    ("russian", {"bonus_pile": "ajar"}, "bonus_pile is one of closed, open, not 'ajar'"),
    ("tycoon", {"levels": 9}, "levels is one of 8, 7, not 9"),
    ("tycoon", {"levels": "8"}, r"levels is one of 8, 7 \(int\), not '8'"),
    ("1861", {"edition": "nonsense"}, "edition is one of jklm, reprint, not 'nonsense'"),
    ("1861", {"market": "row"}, "market is one of grid, column, not 'row'"),
    ("1861", {"bank_break_after_8": "typo"}, "bank_break_after_8 is one of .*, not 'typo'"),
    ("1861", {"private_value_in_score": True}, "private_value_in_score .* not True"),
]


@pytest.mark.parametrize(("name", "values", "named"), WRONG)
def test_a_wrong_option_set_in_python_is_named(
    name: str, values: dict[str, Any], named: str
) -> None:
    """No game begins with a value that it does not know, wherever it comes from."""
    laws = game(name)
    with pytest.raises(BadOption, match=named):
        laws.start(laws.options(**values))
    with pytest.raises(BadOption, match=named):
        Match(laws, options=laws.options(**values))
    with pytest.raises(BadOption, match=named):
        laws.fewest(laws.options(**values))
    with pytest.raises(BadOption, match=named):
        laws.takes(laws.options(**values), 3)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("seats", [0, 1, 7, 3.0, True])
def test_a_wrong_number_of_seats_is_named(name: str, seats: Any) -> None:  # noqa: ANN401
    """It must be one of those that the game is for, as a whole number."""
    laws = game(name)
    with pytest.raises(BadOption, match=f"{name} is for .* players, not {seats}"):
        laws.start(None, seats)
    assert not laws.takes(None, seats)


@pytest.mark.parametrize("name", games())
def test_options_of_another_game_are_refused(name: str) -> None:
    """Each game takes its own."""
    with pytest.raises(BadOption, match=rf"{name}: Options\(rounds=False\)"):
        game(name).start(PARCELS.options())


@pytest.mark.parametrize("name", games())
def test_every_listed_value_begins_a_game(name: str) -> None:
    """What is offered as a choice is accepted in Python and as a word."""
    laws = game(name)
    for option, values in laws.choices().items():
        for value in values or ():
            chosen = laws.read_options({option: value})
            assert getattr(chosen, option) == value
            assert laws.read_options({option: shown(value)}, strict=False) == chosen
            assert laws.actor(laws.start(chosen, laws.seats[-1])) is not None


def test_words_from_a_command_line_will_do() -> None:
    """`true` is a boolean where one is wanted."""
    assert PARCELS.read_options({"rounds": "true"}, strict=False).rounds  # type: ignore[attr-defined]


def test_seats_are_checked() -> None:
    """Too many players are refused."""
    with pytest.raises(BadOption, match="2 to 3 players, not 9"):
        PARCELS.start(None, 9)


def test_an_unknown_game_is_named() -> None:
    """The games there are follow."""
    with pytest.raises(UnknownGame, match=r"'chess'.*rocket"):
        game("chess")
    assert "rocket" in games()


def test_the_package_of_games_can_be_called() -> None:
    """`trainshed.games()` lists them, and `trainshed.games.rocket` is still a module."""
    import trainshed.games.rocket as module  # noqa: PLC0415

    assert trainshed.games()["rocket"] is module.GAME  # type: ignore[operator]


def test_the_list_of_offers_is_made_once() -> None:
    """Asking twice about the same state gives the same list."""
    state = games()["rocket"].start(None, 2)
    assert games()["rocket"].actions(state) is games()["rocket"].actions(state)


class Found(Question[Any, Any], frozen=True, tag="found"):
    """A question whose answers are found one by one."""

    answers: tuple[Sell | Open, ...]
    read: list[Sell | Open]

    def offers(self, state: object) -> Iterator[Sell | Open]:
        """The answers, noted as they are read."""
        for answer in self.answers:
            self.read.append(answer)
            yield answer


def test_a_question_is_put_as_soon_as_there_is_something_to_decide() -> None:
    """Answers that are found one by one are not all looked for before somebody wants them."""
    question = Found((Sell(1), Sell(2), Open()), [])
    asked = ask(PARCELS.start(None, 2), question, idle=Open())
    assert question.read == [Sell(1)]
    assert question.options(asked) == [Sell(1), Sell(2), Open()]


@pytest.mark.parametrize("answers", [(), (Open(),)])
def test_a_question_with_nothing_to_decide_is_not_put(answers: tuple[Open, ...]) -> None:
    """There is no answer, or only the one that changes nothing."""
    assert ask(PARCELS.start(None, 2), Found(answers, []), idle=Open()) is None


@pytest.mark.parametrize("text", ["", "{", '{"seats": "two"}', '{"seats": 2}'])
def test_a_corrupt_state_is_refused(text: str) -> None:
    """Cut off, of wrong values, incomplete."""
    with pytest.raises(BadRecord, match="parcels"):
        PARCELS.decode(text)


def test_nobody_is_asked_for_his_own_consent() -> None:
    """Where both sides are one seat, the deal is made at once."""
    state = PARCELS.start(None, 2).goto(Deal(Seat(0)))
    assert propose(state, Seat(0), Sell(1)).stack != propose(state, Seat(1), Sell(1)).stack


def test_sensible_amounts_include_both_ends() -> None:
    """A few of many, all of few."""
    assert sensible(range(5, 105, 5))[0] == 5
    assert sensible(range(5, 105, 5))[-1] == 100
    assert len(sensible(range(1000))) == 9
    assert sensible(range(3)) == [0, 1, 2]


def test_chance_follows_its_odds() -> None:
    """Over many numbers each outcome comes as often as its weight says."""
    odds = {"a": 1, "b": 3}
    drawn = [draw(odds, "seed", n) for n in range(2000)]
    assert 400 < drawn.count("a") < 600
    assert drawn == [draw(odds, "seed", n) for n in range(2000)]


def test_a_seed_can_be_checked_later() -> None:
    """The fingerprint belongs to one seed."""
    assert commitment("seed") != commitment("Seed")
    assert len(commitment("seed")) == 64


def test_actions_can_be_pasted_back() -> None:
    """The repr of an action is Python."""
    assert repr(Sell(3)) == "Sell(price=3)"
    assert str(Open()) == "open"
