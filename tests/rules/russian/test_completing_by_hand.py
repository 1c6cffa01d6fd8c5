"""R3.7, R3.8 What may be chosen, against a search that tries every order of every part.

The laws count before they search, and leave out what cannot help. The search beside them does
neither: it plays whatever rails, markers, locomotives, tokens and cards allow until the action is
done, or until nothing is left to try.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from tests.rules.russian.position import turn
from trainshed.bots.random import RandomBot
from trainshed.core import CHANCE, Seat
from trainshed.games.russian import GAME
from trainshed.games.russian.actions import Action, Again, Card, Place
from trainshed.games.russian.again import Repeating
from trainshed.games.russian.board import QUESTIONS, Board, questions
from trainshed.games.russian.box import BOX, ENGINEERS, LINES, SPACES
from trainshed.games.russian.effects import OWN, effect_of
from trainshed.games.russian.order import Swapping
from trainshed.games.russian.questions import SECOND_MARKER, Carding, Smalls
from trainshed.games.russian.state import State
from trainshed.games.russian.turn import Turn, act, open_spaces, payments
from trainshed.games.russian.work import LAPSE, Doing, Part, raw

Tried = set[object]
PATIENCE = 20_000
"""So many places are tried for one answer; about one in ten thousand needs more, and is left."""


class TooLongError(Exception):
    """There are more places to try than anybody can wait for."""


def completes(state: State, base: int, seat: Seat, tried: Tried) -> bool:
    """Whether some order of all parts leads to the end of what lies above `base`."""
    while len(state.stack) > base:
        step = state.stack[-1]
        if isinstance(step, Part):
            key = _place(state, base, seat)
            if key in tried:
                return False
            tried.add(key)
            if len(tried) > PATIENCE:
                raise TooLongError
            return any(
                completes(step.play(state, action), base, seat, tried)
                for action in candidates(state)
            )
        assert isinstance(step, Doing)
        if owes(step) and not raw(state, seat, step.task):
            return False
        state = step.run(state)
    return True


def _place(state: State, base: int, seat: Seat) -> object:
    supplies = state.piles, state.reserve, state.x2, state.question_cards, state.placed
    return state.board(seat), state.stack[base:], supplies, state.magnates[seat].engineers


def owes(step: object) -> bool:
    """R3.5 Whether something of a step must still be done."""
    if isinstance(step, Doing):
        task = step.task
        return task.must and bool(task.moves or task.steps or task.build)
    return isinstance(step, Smalls) or (isinstance(step, Repeating) and step.owed)


def candidates(state: State) -> Sequence[Action]:
    """What a question would offer if nothing had to be completed."""
    step = state.stack[-1]
    if isinstance(step, Repeating):
        spaces = [Again(space) for space in repeatable(state, step.seat)]
        return spaces if step.owed else [*spaces, LAPSE]
    if isinstance(step, Carding):
        room = doubles(state, step.seat)
        cards = [card for card in state.question_cards if card != "four_small" or room]
        return [*map(Card, cards), LAPSE]
    assert isinstance(step, Part)
    return step.raw(state)


def doubles(state: State, seat: Seat) -> bool:
    """R8.3 Whether an x2 token can still be placed."""
    return state.x2 > 0 and state.board(seat).x2 < BOX.x2_places


def repeatable(state: State, seat: Seat) -> Iterator[str]:
    """R9.8, R9.10 Where one own worker lies alone; whether it can be completed is left open."""
    mine = (it for it in state.placed if it.seat == seat and it.single)
    for space in dict.fromkeys(it.space for it in mine):
        effect = effect_of(state, space)
        excluded = effect.claim or effect.again or effect.turquoise or effect.hire
        short = effect.x2 and not space.startswith(OWN) and not doubles(state, seat)
        if not excluded and not short:
            yield space


def found(state: State, base: int, seat: Seat) -> bool | None:
    """The same; None where that would take too long."""
    try:
        return completes(state, base, seat, set())
    except TooLongError:
        return None


def questions_of_turn(state: State, seat: Seat) -> Iterator[tuple[Place, bool | None]]:
    """Every way to pay every open space that moves, steps or builds, and whether it is legal."""
    was = state.magnates[seat]
    purse = was.workers, was.roubles, was.turquoise, was.black
    for space in open_spaces(state, seat):
        effect = effect_of(state, space)
        if not (effect.moves or effect.steps or effect.build or effect.again):
            continue
        for way in payments(space, *purse):
            after = act(state.pop(), seat, way)
            lapsed = effect.again and not space.startswith(OWN) and after.stack == state.stack[:-1]
            yield way, False if lapsed else found(after, len(state.stack) - 1, seat)


def compare(state: State) -> int:
    """How many answers to the question asked now were compared."""
    step, offered = state.stack[-1], set(GAME.actions(state))
    if isinstance(step, Turn):
        judged: list[tuple[Action, bool | None]] = [*questions_of_turn(state, step.seat)]
    elif isinstance(step, Part) and not isinstance(step, Swapping):
        owed = [n for n, it in enumerate(state.stack) if owes(it)]
        base = min([*owed, len(state.stack) - 1])
        judged = [
            (action, found(step.play(state, action), base, step.seat))
            for action in candidates(state)
        ]
    else:
        return 0
    known = [(action, legal) for action, legal in judged if legal is not None]
    for action, legal in known:
        assert (action in offered) == legal, f"{action} at {step}\n{GAME.encode(state)!r}"
    return len(known)


def shaken(state: State, rng: Random) -> State:
    """A turn in the same game on a board, with pieces and supplies, that chance has chosen."""
    seat = state.stack[-1].actor(state)  # type: ignore[union-attr]
    state = state.with_board(seat, any_board(rng))
    first = rng.randrange(2, 10)
    piles = [0 if n < first else rng.randrange(3) for n in range(2, 10)]
    was = state.magnates[seat]
    hand = replace(was, workers=rng.randrange(1, 5), roubles=rng.randrange(3), black=1)
    return turn(
        replace(
            state.with_magnate(seat, hand),
            piles=tuple(piles),
            reserve=tuple(sorted(rng.choices(range(1, 10), k=rng.randrange(3)))),
            question_cards=tuple(card for card in BOX.question_cards if rng.random() < 0.6),
            row=tuple(rng.sample(sorted(ENGINEERS), len(state.row))),
            placed=tuple(it for it in state.placed if rng.random() < 0.5 or it.space not in SPACES),
            x2=rng.randrange(3),
        ),
        seat,
    )


def any_board(rng: Random) -> Board:
    """A board where the markers, the rails and the locomotives stand close to something."""
    factories = tuple(rng.randrange(1, 10) for _ in range(rng.randrange(6)))
    last = BOX.holes[len(factories)] - 1 if len(factories) < 5 else len(BOX.industry) - 1
    spaces = range(max(0, last - 4), last + 1)
    markers = tuple(rng.sample(spaces, rng.randrange(1, min(3, len(spaces) + 1))))
    board = Board(
        rails=tuple(_rails(line.length, line.colours, rng) for line in LINES),
        locomotives=(rng.randrange(1, 10), *(rng.randrange(10) for _ in range(3))),  # type: ignore[arg-type]
        factories=factories,
        markers=markers,
        x2=rng.choice((0, BOX.x2_places)),
    )
    opened = tuple(
        tuple(at if colour < board.colours else 0 for colour, at in enumerate(rails))
        for rails in board.rails
    )
    board = replace(board, rails=opened)
    reached = questions(board)
    if max(markers) >= BOX.question_space:
        reached |= 1 << QUESTIONS.index("industry")
    if len(markers) > 1 and not reached:
        reached = 1 << rng.randrange(len(QUESTIONS))
    others = [n for n in range(len(BOX.tokens)) if n != SECOND_MARKER]
    used = rng.sample(others, reached.bit_count() - (len(markers) > 1))
    tokens = sum(1 << token for token in used) | (len(markers) > 1) << SECOND_MARKER
    return replace(board, reached=reached, tokens=tokens)


def _rails(length: int, colours: int, rng: Random) -> tuple[int, ...]:
    """Rails that stand one behind the other, most of them close to each other or to the end."""
    rails: list[int] = []
    limit = length
    for _ in range(colours):
        at = max(limit - rng.choice((0, 0, 0, 1, 2, 6, 12)), 1 if not rails else 0)
        rails.append(at)
        limit = max(at - 1, 0)
    return tuple(rails)


def answered(state: State, rng: Random) -> State:
    """The state after an answer that is left to chance."""
    action: Action = RandomBot().choose(GAME, state, GAME.actions(state), rng)  # type: ignore[assignment]
    return GAME.play(state, action)


def play_and_compare(number: int) -> int:
    """One random game, and turns on shaken boards beside it: how many answers were compared."""
    rng, count = Random(f"completing/{number}"), 0
    state = GAME.start(None, GAME.seats[number % len(GAME.seats)])
    while (actor := GAME.actor(state)) is not None:
        if actor == CHANCE:
            state = GAME.play(state, rng.choice(list(GAME.actions(state))))
            continue
        count += compare(state)
        if isinstance(state.stack[-1], Turn):
            aside = shaken(state, rng)
            mover, now = GAME.actor(aside), aside.turn
            while GAME.actor(aside) == mover and aside.turn == now:
                count += compare(aside)
                aside = answered(aside, rng)
        state = answered(state, rng)
    return count


@pytest.mark.rule("russian", "R3.7")
def test_what_can_be_completed_is_offered_and_nothing_else() -> None:
    """R3.8 In random games and on boards beside them, as a search of every order finds it."""
    assert sum(map(play_and_compare, (0, 1, 3, 4, 6, 7, 8, 9))) > 15_000


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.rule("russian", "R3.7")
def test_300000_times_what_can_be_completed_is_offered() -> None:
    """R3.8 The same for 300,000 answers."""
    count = number = 0
    while count < 300_000:
        count += play_and_compare(number)
        number += 1
