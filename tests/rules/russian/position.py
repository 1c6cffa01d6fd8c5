"""Positions built in a few words, and words for what is done with them.

    state = position(seats=4, round_=2, row=(2, 4, 5, 3, 7, 8, 11))
    state = board(state, 0, trans=(6, 3), petersburg=(4,), locomotives=(3, 2, 0, 0), x2=2)
    state = hand(state, 0, workers=4, roubles=2, engineers=(7,), cards=("flat15",))
    state = supply(state, lowest=5, reserve=(2, 2))
    state = occupied(state, "rail_shared", 1, own=1)
    state = turn(state, 0)                   # seat 0 is asked for an action
    state = play(state, "place loco_1w 1", "locomotive 2")

Seats have the places of their numbers unless `order` says otherwise. What is not said is as at the
beginning of the game, without start bonuses. Rails are given by colour, black first; those left
out are not on the line yet. Slots are 0 and 1 Trans-Siberian, 2 St Petersburg, 3 Kiev.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest
from msgspec.structs import replace

from trainshed.core import CHANCE, IllegalAction, Seat
from trainshed.games.russian import GAME
from trainshed.games.russian.actions import Action, WhyNot
from trainshed.games.russian.board import QUESTIONS, Board
from trainshed.games.russian.play import Play
from trainshed.games.russian.state import SOURCES, Magnate, Options, Placement, State

N = TypeVar("N")

WORKERS = {2: 6, 3: 6, 4: 5}
ROUBLES = {2: 2, 3: 1, 4: 1}
ROW = {2: (2, 4, 5, 3, 7, 8), 3: (2, 4, 5, 3, 7, 8), 4: (2, 4, 5, 3, 7, 8, 11)}
"""The engineers that `position` deals, from the recruiting space to the left."""
WIDTH = (5, 4, 3)
"""How many colours each line takes."""
TOKENS = ("rails4", "industry5", "second_marker", "x2_3", "revaluation", "kiev_medal", "card")


# Building


def fresh(seats: int = 4, *, bonus_pile: str = "closed") -> State:
    """A new game: the first question, which is one to chance."""
    options = GAME.read_options({"bonus_pile": bonus_pile})
    return GAME.start(options, seats)


def position(
    seats: int = 4,
    *,
    round_: int = 1,
    order: Sequence[int] | None = None,
    row: Sequence[int] | None = None,
    pile: Sequence[str] | None = None,
    options: Options | None = None,
) -> State:
    """A game in some round, nobody has placed anything; `turn` asks the first question.

    `row` are the engineers from the recruiting space to the left, `pile` the bonus cards.
    """
    state = GAME.start(Options() if options is None else options, seats)
    while GAME.actor(state) == CHANCE:
        state = GAME.play(state, GAME.actions(state)[0])
    magnate = Magnate(workers=WORKERS[seats], staff=WORKERS[seats], roubles=ROUBLES[seats])
    state = replace(
        state,
        stack=(),
        news=(),
        round=round_,
        order=tuple(map(Seat, range(seats) if order is None else order)),
        magnates=(magnate,) * seats,
        row=tuple(ROW[seats] if row is None else row),
        bonuses=(),
    )
    return state if pile is None else replace(state, pile=tuple(pile))


def board(
    state: State,
    seat: int = 0,
    *,
    trans: Sequence[int] | None = None,
    petersburg: Sequence[int] | None = None,
    kiev: Sequence[int] | None = None,
    locomotives: Sequence[int] | None = None,
    factories: Sequence[int] | None = None,
    markers: Sequence[int] | None = None,
    x2: int | None = None,
    tokens: Iterable[str] | None = None,
    reached: Iterable[str] | None = None,
    worked: bool | None = None,
    revalued: bool | None = None,
    medal: bool | None = None,
) -> State:
    """What stands on a player's board; what is not named stays.

    What the rails, the locomotives and the marker have reached is taken as given before: ? spaces
    as reached (see QUESTIONS), the worker of the Trans-Siberian as gained.
    """
    was = state.board(seat)
    lines = tuple(
        old if new is None else (*new, *(0,) * (width - len(new)))
        for old, new, width in zip(was.rails, (trans, petersburg, kiev), WIDTH, strict=True)
    )
    slots = was.locomotives if locomotives is None else tuple(locomotives)
    now = replace(
        was,
        rails=lines,
        locomotives=(slots[0], slots[1], slots[2], slots[3]),
        factories=was.factories if factories is None else tuple(factories),
        markers=was.markers if markers is None else tuple(markers),
        x2=was.x2 if x2 is None else x2,
        tokens=was.tokens if tokens is None else _bits(TOKENS, tokens),
        revalued=was.revalued if revalued is None else revalued,
        medal=was.medal if medal is None else medal,
    )
    given = _reached(now) if reached is None else reached
    came = lines[0][2] >= 3 and now.reach(0) >= 3 if worked is None else worked
    now = replace(now, reached=_bits(QUESTIONS, given), worked=came)
    state = replace(state, x2=state.x2 - now.x2 + was.x2)
    return _taken(state.with_board(seat, now))


def on_line(state: State, line: str, at: Sequence[int], seat: int = 0) -> State:
    """Rails on one line, black first."""
    match line:
        case "trans":
            return board(state, seat, trans=at)
        case "petersburg":
            return board(state, seat, petersburg=at)
        case _:
            return board(state, seat, kiev=at)


def hand(
    state: State,
    seat: int = 0,
    *,
    workers: int | None = None,
    staff: int | None = None,
    roubles: int | None = None,
    turquoise: int | None = None,
    black: bool | None = None,
    engineers: Sequence[int] | None = None,
    cards: Sequence[str] | None = None,
    passed: bool | None = None,
    points: int | None = None,
) -> State:
    """What a player has in hand; what is not named stays. `staff` are all his workers."""
    was = state.magnates[seat]
    now = replace(
        was,
        workers=was.workers if workers is None else workers,
        staff=was.staff if staff is None else staff,
        roubles=was.roubles if roubles is None else roubles,
        turquoise=was.turquoise if turquoise is None else turquoise,
        black=was.black if black is None else int(black),
        owns_black=was.owns_black if black is None else black,
        engineers=was.engineers if engineers is None else tuple(engineers),
        cards=was.cards if cards is None else tuple(cards),
        passed=was.passed if passed is None else passed,
        points=was.points if points is None else (*(0,) * 5, points, *(0,) * (len(SOURCES) - 6)),
    )
    now = replace(now, staff=max(now.staff, now.workers))
    gone = {"black_worker": now.owns_black, "engineer": 1 in now.engineers}
    state = replace(
        state,
        question_cards=tuple(card for card in state.question_cards if not gone.get(card)),
        pile=tuple(card for card in state.pile if card not in now.cards),
        turquoise=state.turquoise - now.turquoise + was.turquoise,
        row=tuple(0 if number in now.engineers else number for number in state.row),
    )
    return state.with_magnate(seat, now)


def supply(
    state: State,
    *,
    lowest: int | None = None,
    piles: Sequence[int] | None = None,
    reserve: Sequence[int] | None = None,
    x2: int | None = None,
    question_cards: Sequence[str] | None = None,
    pile: Sequence[str] | None = None,
) -> State:
    """The common supply. `lowest`: the next locomotive has this number, with 10 none is left."""
    if lowest is not None:
        piles = [0 if number < lowest else left for number, left in enumerate(state.piles, 2)]
    return replace(
        state,
        piles=state.piles if piles is None else tuple(piles),
        reserve=state.reserve if reserve is None else tuple(reserve),
        x2=state.x2 if x2 is None else x2,
        question_cards=state.question_cards if question_cards is None else tuple(question_cards),
        pile=state.pile if pile is None else tuple(pile),
    )


def occupied(
    state: State,
    space: str,
    seat: int = 0,
    *,
    own: int = 0,
    black: int = 0,
    turquoise: int = 0,
    roubles: int = 0,
) -> State:
    """Pieces of a player on a space, besides those in his hand; without a word, one worker."""
    if not own + black + turquoise + roubles:
        own = 1
    was = Placement(space, seat, own, black, turquoise, roubles)
    return replace(state, placed=(*state.placed, was))


def turn(state: State, seat: int = 0) -> State:
    """It is a player's turn."""
    place = state.order.index(Seat(seat))
    return GAME._settle(replace(state, stack=(Play(stage="turns", next=place),)))


def scoring(state: State) -> State:
    """The round is scored, and all that follows: a new round, or the end."""
    return GAME._settle(replace(state, stack=(Play(stage="scoring"),)))


# Playing


def play(state: State, *lines: str) -> State:
    """The state after these actions."""
    for line in lines:
        state = GAME.play(state, GAME.read(line))
    return state


def offers(state: State, verb: str = "") -> set[str]:
    """What is offered, or what completes `verb` in it; zeros at the end are not written."""
    start = f"{verb} " if verb else ""
    offered = {str(action) for action in GAME.actions(state)}
    return {line.removeprefix(start) for line in offered if line.startswith(start)}


def verbs(state: State) -> set[str]:
    """The first words of what is offered."""
    return {line.split()[0] for line in offers(state)}


def spaces(state: State) -> set[str]:
    """The spaces that can be chosen, however they are paid."""
    return {line.split()[0] for line in offers(state, "place")}


def accepts(state: State, line: str) -> bool:
    """Whether an action may be played."""
    try:
        GAME.play(state, GAME.read(line))
    except IllegalAction:
        return False
    return True


def refused(state: State, line: str) -> str | None:
    """The number of the rule for which an action is refused, if the law can tell."""
    with pytest.raises(IllegalAction) as caught:
        GAME.play(state, GAME.read(line))
    return caught.value.why.rule if isinstance(caught.value.why, WhyNot) else None


def asked(state: State) -> int | None:
    """Who is asked."""
    return GAME.actor(state)


def idle(state: State) -> Action:
    """The answer of somebody who wants nothing: to pass, to give up, or what is offered first."""
    offered = {str(action): action for action in GAME.actions(state)}
    for line in ("pass", "lapse", "ten"):
        if line in offered:
            return offered[line]
    return GAME.actions(state)[0]


def all_pass(state: State, *, most: int = 100) -> State:
    """Everybody passes and idles until the next round has begun or the game is over."""
    round_ = state.round
    for _ in range(most):
        if state.over or state.round != round_:
            return state
        state = GAME.play(state, idle(state))
    raise AssertionError(f"round {round_} does not end")


def others_pass(state: State, seat: int = 0, *, most: int = 50) -> State:
    """The others pass until this player is asked again."""
    for _ in range(most):
        if GAME.actor(state) == seat:
            return state
        state = GAME.play(state, idle(state))
    raise AssertionError(f"seat {seat} is not asked again")


# Looking


def told(state: State, kind: type[N]) -> list[N]:
    """The news of one kind that the last action left."""
    news: tuple[object, ...] = state.news
    return [item for item in news if isinstance(item, kind)]


def magnate(state: State, seat: int = 0) -> Magnate:
    """A player."""
    return state.magnates[seat]


def rails(state: State, line: str, seat: int = 0) -> tuple[int, ...]:
    """Where the rails of a line stand, black first; 0 is not on the line yet."""
    return state.board(seat).rails[("trans", "petersburg", "kiev").index(line)]


def score(state: State, seat: int = 0) -> int:
    """The points of a player so far."""
    return state.magnates[seat].score


def used_tokens(state: State, seat: int = 0) -> set[str]:
    """The ? tokens that a player has used."""
    bits = state.board(seat).tokens
    return {token for number, token in enumerate(TOKENS) if bits >> number & 1}


def _bits(names: Sequence[str], chosen: Iterable[str]) -> int:
    """Names as bits."""
    return sum(1 << names.index(name) for name in chosen)


def _reached(now: Board) -> set[str]:
    """The ? spaces that rails, locomotives and markers have reached."""
    found = {"industry"} if max(now.markers) >= 10 else set()
    for name, line, space in (("trans13", 0, 13), ("petersburg4", 1, 4), ("petersburg6", 1, 6)):
        if now.rails[line][0] >= space and now.reach(line) >= space:
            found.add(name)
    return found


def _taken(state: State) -> State:
    """No pile has more than the boards and the reserve leave it."""
    tiles = [*state.reserve]
    for player in state.magnates:
        tiles += [*player.board.locomotives, *player.board.factories]
    left = (min(had, max(state.seats - tiles.count(n), 0)) for n, had in enumerate(state.piles, 2))
    return replace(state, piles=tuple(left))
