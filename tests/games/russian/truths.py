"""What the previews of Russian Railroads say, as facts of the state after the move."""

from __future__ import annotations

from collections import Counter

from tests.contract.previews import Told, Truths
from trainshed.games.russian import actions as a
from trainshed.games.russian.board import QUESTIONS, Board, round_points
from trainshed.games.russian.box import BOX, COLOUR, LINE
from trainshed.games.russian.state import Magnate
from trainshed.games.russian.work import Doing, raw

PIECES = {"worker": "workers", "rouble": "roubles", "turquoise": "turquoise", "black": "black"}


def magnates(told: Told) -> tuple[Magnate, Magnate]:
    """Who acts, before and after."""
    return told.before.magnates[told.seat], told.done.magnates[told.seat]


def boards(told: Told) -> tuple[Board, Board]:
    """His board, before and after."""
    before, after = magnates(told)
    return before.board, after.board


def scored(told: Told) -> bool:
    """R10.1 What is said to be scored is all that came to his points."""
    before, after = magnates(told)
    said = sum(it.points for it in told.beside if isinstance(it, a.Scored))
    return after.score - before.score == said and told.item.seat == told.seat


def lapsed(told: Told) -> bool:
    """R3.9 Something of the action was left, and none of it can be done."""
    begun = told.game.decide(told.before, told.action).stack
    left = [it.task for it in begun if isinstance(it, Doing) and not it.task.done]
    return any(not raw(told.done, told.seat, task) for task in left)


def unlocked(told: Told) -> bool:
    """R4.7 The colour is new."""
    before, after = boards(told)
    return before.colours <= COLOUR[told.item.colour] < after.colours


def hired(told: Told) -> bool:
    """R9.2 The engineer lies beside his board."""
    before, after = magnates(told)
    return set(after.engineers) - set(before.engineers) == {told.item.engineer}


def gained(told: Told) -> bool:
    """R2.6, R8.2 So many more, less what was paid."""
    before, after = magnates(told)
    piece: str = told.item.piece
    count: int = told.item.count
    if piece == "x2":
        return after.board.x2 - before.board.x2 == count
    if piece == "worker":
        return after.staff - before.staff == count
    paid = getattr(told.action, f"{piece}s" if piece == "rouble" else piece, 0)
    name = PIECES[piece]
    return bool(getattr(after, name) - getattr(before, name) == count - paid)


def reached(told: Told) -> bool:
    """R11.7 The ? space had not been reached, and is now."""
    before, after = boards(told)
    return after.reached ^ before.reached == sum(
        1 << QUESTIONS.index(it.space) for it in told.beside if isinstance(it, a.Reached)
    )


def beyond(told: Told) -> bool:
    """R13.2 The rail is out of reach, and the round would not score more."""
    before, after = boards(told)
    line = LINE[told.item.line]
    return after.reach(line) == told.item.reach < after.rails[line][
        COLOUR[told.action.colour]
    ] and round_points(before) == round_points(after)


def reaches(told: Told) -> bool:
    """R5.2 So far the locomotives go now, and went before."""
    before, after = boards(told)
    line = LINE[told.item.line]
    return (before.reach(line), after.reach(line)) == (told.item.before, told.item.reach)


def placed(told: Told) -> bool:
    """R3.1 His pieces lie on the space, as many as were named."""
    new = Counter(told.done.placed) - Counter(told.before.placed)
    return any(
        it.seat == told.seat
        and it.space == told.action.space
        and (it.roubles, it.turquoise, it.black)
        == (told.action.roubles, told.action.turquoise, told.action.black)
        for it in new
    )


def swapped(told: Told) -> bool:
    """R10.5 The claim has a worker of his, and the other space one less."""
    had, own = Counter[str](), Counter[str]()
    for counts, state in ((had, told.before), (own, told.done)):
        for it in state.placed:
            counts[it.space] += it.own if it.seat == told.seat else 0
    claim = told.before.stack[-1].space
    return bool(own[claim] == 1 and own[told.action.space] == had[told.action.space] - 1)


def moved(told: Told) -> bool:
    """R4.5 The rail is one space further."""
    before, after = boards(told)
    line, colour = LINE[told.action.line], COLOUR[told.action.colour]
    return after.rails[line][colour] == before.rails[line][colour] + 1


def stepped(told: Told) -> bool:
    """R7.2 The marker is one space further."""
    before, after = boards(told)
    return bool(after.markers[told.action.marker] == before.markers[told.action.marker] + 1)


def located(told: Told) -> bool:
    """R5.3 Something stands on the slot."""
    return bool(boards(told)[1].locomotives[told.action.slot])


def retired(told: Told) -> bool:
    """R5.6 One factory more lies in the reserve."""
    return len(told.done.reserve) == len(told.before.reserve) + 1


def built(told: Told) -> bool:
    """R6.1 The factory is in its hole."""
    return bool(boards(told)[1].factories[told.action.hole] == told.action.number)


def token(told: Told) -> bool:
    """R11.7 The token is used."""
    before, after = boards(told)
    return bool(after.tokens ^ before.tokens == 1 << BOX.tokens.index(told.action.token))


def card(told: Told) -> bool:
    """R12.1 The card has left the game."""
    gone = {*told.before.question_cards} - {*told.done.question_cards}
    return bool(gone == {told.action.card})


def taken(told: Told) -> bool:
    """R12.11 The card lies before him."""
    before, after = magnates(told)
    return bool((*before.cards, told.action.card) == after.cards)


def bonus(told: Told) -> bool:
    """R1.12 Nobody else can take it any more."""
    return told.action.card not in told.done.bonuses


def passed(told: Told) -> bool:
    """R2.4 He has no more turn in this round."""
    return magnates(told)[1].passed


TRUTHS: Truths = {
    a.Scored: scored,
    a.Unlocked: unlocked,
    a.Hired: hired,
    a.Gained: gained,
    a.Lapsed: lapsed,
    a.Reached: reached,
    a.Beyond: beyond,
    a.Reaches: reaches,
    a.Pass: passed,
    a.Place: placed,
    a.Swap: swapped,
    a.Move: moved,
    a.Step: stepped,
    a.Locomotive: located,
    a.Retire: retired,
    a.Factory: built,
    a.Token: token,
    a.Card: card,
    a.Take: taken,
    a.Bonus: bonus,
}
