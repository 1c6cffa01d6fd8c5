"""Where everything lies: the board of all, the cards, and the boards of the players."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from trainshed.board.scene import PORCELAINS, Board, Desk, HexMap, Plot, Sign, Words, bare
from trainshed.core import Seat, Text, Who, mark, say, say_n

from . import lay
from .box import ENGINEERS, SPACES
from .panels import HIGH as OWN_HIGH
from .panels import LEFT, WIDE, own_board, own_items

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trainshed.board.scene import Item, Point

    from .state import State

COMMON, CARDS = "board:common", "board:cards"
COMMON_HIGH = 500.0
GAP = 18.0
SMALL = {2: 0.58, 3: 0.58, 4: 0.5}
"""The scale of the boards of others."""
HEIGHT = COMMON_HIGH + OWN_HIGH + 3 * GAP
SPACE, PITCH, HIGH = 74.0, 79.0, 80.0
"""A space of the board of all, how far apart they are, how high."""
ROWS: tuple[tuple[float, tuple[tuple[Text, float, tuple[str, ...]], ...]], ...] = (
    (
        74.0,
        (
            (
                say("Rails"),
                LEFT,
                (
                    "rail_shared",
                    "rail_black_1w",
                    "rail_black_2w",
                    "rail_grey_1w",
                    "rail_grey_2w",
                    "rail_brown_1w",
                    "rail_brown_2w",
                    "rail_beige_1w",
                    "rail_beige_2w",
                    "rail_white_1w",
                    "rail_white_2w",
                    "rail_any2",
                ),
            ),
        ),
    ),
    (184.0, ((say("Locomotives and factories"), LEFT, ("loco_1w", "loco_2w", "loco_3w")),)),
    (
        294.0,
        (
            (say("Industry"), LEFT, ("industry_1w", "industry_2w", "industry_2w_black")),
            (say("Auxiliaries"), 268.0, ("x2_1w", "roubles_1w", "temp_workers_1w")),
            (say("Turn order"), 512.0, ("turn_order_1", "turn_order_2")),
            (say("Last round"), 677.0, ("last_round",)),
        ),
    ),
)
"""The spaces of the board of all but those of engineers: heads, where they begin."""
ENGINEERS_AT, ENGINEER = 404.0, 112.0
PILES_AT, PILE = 290.0, 49.0
RESERVE_AT = 700.0


@cache
def table(seats: int) -> HexMap:
    """What the boards lie on."""
    return bare("russian", WIDE * (1 + SMALL[seats]) + 3 * GAP, HEIGHT)


def desk(state: State, first: Seat, actor: Seat | None) -> Desk:
    """The boards, those of all and one for each player."""
    y, small = GAP, SMALL[state.seats]
    others = []
    for _ in range(state.seats - 1):
        others.append(((WIDE + 2 * GAP, y), small))
        y += OWN_HIGH * small + GAP
    cards = Board(
        key=CARDS,
        title=say("Cards"),
        width=WIDE * small,
        height=HEIGHT - y - GAP,
        at=(WIDE + 2 * GAP, y),
        words=tuple(_card_words(state)),
    )
    return Desk(
        boards=(
            _common(state),
            cards,
            *(own_board(state, Seat(seat), acts=seat == actor) for seat in range(state.seats)),
        ),
        own=((GAP, COMMON_HIGH + 2 * GAP), 1.0),
        others=tuple(others),
        first=first,
    )


def items(state: State, actor: Seat | None) -> Iterator[Item]:
    """Everything on the boards."""
    yield from _spaces(state)
    yield from _piles(state)
    yield from _order(state)
    yield from _engineers(state)
    yield from _cards(state)
    for seat in range(state.seats):
        yield from own_items(state, Seat(seat), "" if seat == actor else f"{seat}/")


# The board of all


def _common(state: State) -> Board:
    heads = [Words(text, (at, y - 8), "head") for y, groups in ROWS for text, at, _ in groups]
    now = say("Round {n} of {rounds}", n=max(state.round, 1), rounds=state.setting.rounds)
    spare = say("Factory reserve") if state.round else say("Start bonuses")
    return Board(
        key=COMMON,
        title=say("The common board"),
        width=WIDE,
        height=COMMON_HIGH,
        words=(
            Words(say("Russian Railroads"), (LEFT, 38), "title"),
            Words(now, (WIDE - LEFT, 38), "name", "end"),
            *heads,
            Words(spare, (RESERVE_AT, ROWS[1][0] - 8), "head"),
            Words(say("This round"), (WIDE - LEFT - 4 * 46, ROWS[2][0] - 8), "head"),
            Words(say("Engineers"), (LEFT, ENGINEERS_AT - 8), "head"),
            *(
                Words(text, (_row_at(state, n) + ENGINEER / 2, ENGINEERS_AT - 8), "note", "middle")
                for n, text in enumerate((say("hire"), say("work with"), say("work with")))
            ),
        ),
        at=(GAP, GAP),
    )


def _spaces(state: State) -> Iterator[Plot]:
    """R3.1 Every space of the board but those of engineers."""
    for y, groups in ROWS:
        for _, at, names in groups:
            for n, name in enumerate(names):
                x = at + n * PITCH
                yield _space(state, name, (x, y))


def _space(state: State, name: str, at: Point, width: float = SPACE, engineer: int = 0) -> Plot:
    """R3.1, R9.3, R9.4 A space, what it costs, who is there; an engineer tells what he does."""
    there = [it for it in state.placed if it.space == name]
    effect, shut = SPACES[name].effect, _shut(state, name)
    does, signs, brief = lay.words(effect), lay.signs(effect), lay.brief(effect)
    if effect.hire or effect.public:
        does, signs, brief = _engineer(engineer)
    if engineer:
        does = (
            say("hire {engineer}", engineer=does)
            if effect.hire
            else say("act as {engineer}", engineer=does)
        )
    title = say("{does}; costs {price}", does=does, price=lay.price(name))
    if shut is not None:
        title = say("{space}; {why}", space=title, why=shut)
    for who in dict.fromkeys(it.seat for it in there):
        title = say(
            "{space}; taken by {who}",
            you=mark("{space}; taken by you"),
            space=title,
            who=Who(Seat(who)),
        )
    return Plot(
        key=f"space:{name}",
        board=COMMON,
        at=at,
        width=width,
        height=HIGH,
        title=title,
        signs=signs,
        cost=lay.cost(name),
        pieces=tuple(piece for it in there for piece in lay.pieces(it)),
        figure=str(engineer or ""),
        shut=shut is not None,
        brief=brief,
    )


def _engineer(number: int) -> tuple[Text, tuple[Sign, ...], Text]:
    """An engineer of the row in words, in signs, in short; 0 is none."""
    if not number:
        return say("no engineer"), (), say("none")
    effect = ENGINEERS[number].effect
    return lay.engineer_words(number), lay.engineer_signs(number), lay.brief(effect)


def _shut(state: State, name: str) -> Text | None:
    """R1.2, R15.5, R15.6 Why a space is out of the game, now or for good."""
    setting, effect = state.setting, SPACES[name].effect
    if name in setting.closed or effect.public > setting.public:
        return say("closed with {seats} players", seats=state.seats)
    if name == "last_round" and not state.last:
        return say("only in the last round")
    if effect.claim and state.last:
        return say("covered in the last round")
    return None


def _piles(state: State) -> Iterator[Plot]:
    """R1.3, R5.6 The locomotives that are left, and the factories of the reserve."""
    y = ROWS[1][0] + 4
    for n, left in enumerate(state.piles):
        number = n + 2
        title = say_n(
            "{n} locomotive {number} left; its back is {factory}",
            "{n} locomotives {number} left; their back is {factory}",
            left,
            number=number,
            factory=lay.factory_words(number),
        )
        yield Plot(
            key=f"pile:{number}",
            board=COMMON,
            at=(PILES_AT + n * PILE, y),
            width=PILE - 9,
            height=56,
            title=title,
            look="tile",
            signs=(Sign("engine:green"),),
            pieces=(Sign("", str(number)),),
            count=left,
            shut=not left,
            brief=say("loco {n}", n=number),
        )
    numbers = list(dict.fromkeys(state.reserve))
    wide = min(52.0, (WIDE - LEFT - RESERVE_AT) / max(1, len(numbers)))
    for n, number in enumerate(numbers):
        yield Plot(
            key=f"reserve:{number}",
            board=COMMON,
            at=(RESERVE_AT + n * wide, y),
            width=wide - 7,
            height=56,
            title=lay.factory_words(number),
            look="works",
            signs=lay.factory_signs(number),
            count=state.reserve.count(number),
            brief=lay.factory_brief(number),
        )


def _order(state: State) -> Iterator[Plot]:
    """R2.2 The turn order."""
    for n, seat in enumerate(state.order):
        porcelain, _ = PORCELAINS[seat]
        passed = state.magnates[seat].passed
        title = say(
            "{who} is {place} in the turn order",
            you=mark("You are {place} in the turn order"),
            who=Who(seat),
            place=lay.PLACES[n],
        )
        yield Plot(
            key=f"order:{n}",
            board=COMMON,
            at=(WIDE - LEFT - (4 - n) * 46, ROWS[2][0] + 6),
            width=40,
            height=68,
            title=say("{place}, has passed", place=title) if passed else title,
            look="bare",
            signs=(Sign("place", str(n + 1)),),
            pieces=(Sign(f"badge:{porcelain}"),),
            shut=passed,
        )


def _row_at(state: State, n: int) -> float:
    return LEFT + (len(state.setting.letters) - 1 - n) * (ENGINEER + 6)


def _engineers(state: State) -> Iterator[Plot]:
    """R9.1 The row, from the recruiting space at its right end to those who come last."""
    spaces = ("engineer_hire", "engineer_public_1", "engineer_public_2")
    for n in range(len(state.setting.letters)):
        number = state.row[n] if n < len(state.row) else 0
        at = _row_at(state, n), ENGINEERS_AT
        if n < len(spaces):
            yield _space(state, spaces[n], at, ENGINEER, number)
            continue
        does, signs, brief = _engineer(number)
        yield Plot(
            key=f"coming:{n}",
            board=COMMON,
            at=at,
            width=ENGINEER,
            height=HIGH,
            title=say_n(
                "{engineer}, can be hired in {n} round",
                "{engineer}, can be hired in {n} rounds",
                n,
                engineer=does,
            )
            if number
            else does,
            look="card" if number else "hole",
            signs=signs,
            figure=str(number or ""),
            brief=brief,
        )


# Cards


def _card_rows(state: State) -> tuple[tuple[Text, tuple[str, ...]], ...]:
    return (say("? cards"), state.question_cards), (say("Bonus cards"), state.pile)


def _card_room(state: State) -> tuple[float, float, int]:
    """The size of a card, and how many lie in a row: all of a kind, or few with words on them."""
    least, high = {2: (3, 104.0), 3: (4, 74.0), 4: (8, 50.0)}[state.seats]
    abreast = max(least, len(state.pile) // (1 if least > 4 else 2))
    wide = WIDE * SMALL[state.seats] - 28 - 6 * (abreast - 1)
    return wide / abreast, high, abreast


def _card_places(state: State) -> Iterator[tuple[int, str, Point]]:
    """Each card with its number in its row of kinds, and its place."""
    wide, high, abreast = _card_room(state)
    y = 32.0
    for _, cards in _card_rows(state):
        for n, card in enumerate(cards):
            row, column = divmod(n, abreast)
            yield n, card, (14 + column * (wide + 6), y + row * (high + 6))
        y += max(1, -(-len(cards) // abreast)) * (high + 6) + 26


def _card_words(state: State) -> Iterator[Words]:
    _, high, abreast = _card_room(state)
    y = 24.0
    for text, cards in _card_rows(state):
        yield Words(text, (14, y), "head")
        y += max(1, -(-len(cards) // abreast)) * (high + 6) + 26


def _cards(state: State) -> Iterator[Plot]:
    """R1.5, R1.6, R1.12 Cards that can still be had."""
    wide, high, _ = _card_room(state)
    for n, card, at in _card_places(state):
        yield _card(card, n, CARDS, at, (wide, high))
    if state.round == 0:
        for n, card in enumerate(state.bonuses):
            at = RESERVE_AT + n * 70, ROWS[1][0]
            yield _card(card, n, COMMON, at, (64.0, HIGH))


def _card(card: str, n: int, board: str, at: Point, size: tuple[float, float]) -> Plot:
    known = card in lay.CARDS
    text, short, signs = lay.CARDS.get(card, lay.HIDDEN)
    return Plot(
        key=f"card:{card}" if known else f"back:{n}",
        board=board,
        at=at,
        width=size[0],
        height=size[1],
        title=text,
        look="card" if known else "back",
        signs=signs,
        brief=short,
        words=short if known and size[0] > 100 else None,
    )
