"""Where everything lies: the board of all, the cards, and the boards of the players."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from trainshed.board.scene import PORCELAINS, Board, Desk, HexMap, Plot, Sign, Words, bare
from trainshed.core import Seat, Text, Who, mark, say, say_n

from . import lay
from .box import BOX, ENGINEERS, SPACES
from .panels import HIGH as OWN_HIGH
from .panels import LEFT, WIDE, own_board, own_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trainshed.board.scene import Item, Point

    from .state import Placement, State

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
    return Desk(
        boards=(
            _common(state.round, state.seats),
            _card_board(state.seats, (state.question_cards, state.pile), y),
            *(own_board(it, Seat(n), n == actor) for n, it in enumerate(state.magnates)),
        ),
        own=((GAP, COMMON_HIGH + 2 * GAP), 1.0),
        others=tuple(others),
        first=first,
    )


@lru_cache(maxsize=1024)
def _card_board(seats: int, rows: Rows, y: float) -> Board:
    small = SMALL[seats]
    return Board(
        key=CARDS,
        title=say("Cards"),
        width=WIDE * small,
        height=HEIGHT - y - GAP,
        at=(WIDE + 2 * GAP, y),
        words=tuple(_card_words(seats, rows)),
    )


def items(state: State, actor: Seat | None) -> Iterator[Item]:
    """Everything on the boards."""
    placed: dict[str, tuple[Placement, ...]] = {}
    for it in state.placed:
        placed[it.space] = (*placed.get(it.space, ()), it)
    yield from _spaces(state, placed)
    yield from _piles(state.piles, state.reserve)
    yield from _order(state.order, tuple(state.magnates[seat].passed for seat in state.order))
    yield from _engineers(state, placed)
    bonuses = () if state.round else state.bonuses
    yield from _cards(state.seats, (state.question_cards, state.pile), bonuses)
    for seat in range(state.seats):
        yield from own_items(state, Seat(seat), "" if seat == actor else f"{seat}/")


# The board of all


@lru_cache(maxsize=64)
def _common(round_: int, seats: int) -> Board:
    heads = [Words(text, (at, y - 8), "head") for y, groups in ROWS for text, at, _ in groups]
    now = say("Round {n} of {rounds}", n=max(round_, 1), rounds=BOX.players[seats].rounds)
    spare = say("Factory reserve") if round_ else say("Start bonuses")
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
            Words(say("This round"), (WIDE - LEFT, ROWS[2][0] - 8), "head", "end"),
            Words(say("Engineers"), (LEFT, ENGINEERS_AT - 8), "head"),
            *(
                Words(text, (_row_at(seats, n) + ENGINEER / 2, ENGINEERS_AT - 8), "note", "middle")
                for n, text in enumerate((say("hire"), say("work with"), say("work with")))
            ),
        ),
        at=(GAP, GAP),
    )


def _spaces(state: State, placed: Mapping[str, tuple[Placement, ...]]) -> Iterator[Plot]:
    """R3.1 Every space of the board but those of engineers."""
    when = state.seats, state.last
    for y, groups in ROWS:
        for _, at, names in groups:
            for n, name in enumerate(names):
                yield _space(name, (at + n * PITCH, y), placed.get(name, ()), when)


@lru_cache(maxsize=4096)
def _space(
    name: str,
    at: Point,
    there: tuple[Placement, ...],
    when: tuple[int, bool],
    engineer: int | None = None,
) -> Plot:
    """R3.1, R9.3, R9.4 A space, what it costs, who is there; an engineer tells what he does."""
    effect, shut = SPACES[name].effect, _shut(name, *when)
    does, signs, brief = lay.words(effect), lay.signs(effect), lay.brief(effect)
    if effect.hire or effect.public:
        does, signs, brief = _engineer(engineer or 0)
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
        width=SPACE if engineer is None else ENGINEER,
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


def _shut(name: str, seats: int, last: bool) -> Text | None:  # noqa: FBT001
    """R1.2, R15.5, R15.6 Why a space is out of the game, now or for good."""
    setting, effect = BOX.players[seats], SPACES[name].effect
    if name in setting.closed or effect.public > setting.public:
        return say("closed with {seats} players", seats=seats)
    if name == "last_round" and not last:
        return say("only in the last round")
    if effect.claim and last:
        return say("covered in the last round")
    return None


@lru_cache(maxsize=1024)
def _piles(piles: tuple[int, ...], reserve: tuple[int, ...]) -> tuple[Plot, ...]:
    """R1.3, R5.6 The locomotives that are left, and the factories of the reserve."""
    found, y = [], ROWS[1][0] + 4
    for n, left in enumerate(piles):
        number = n + 2
        title = say_n(
            "{n} locomotive {number} left; its back is {factory}",
            "{n} locomotives {number} left; their back is {factory}",
            left,
            number=number,
            factory=lay.factory_words(number),
        )
        plot = Plot(
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
        found.append(plot)
    numbers = list(dict.fromkeys(reserve))
    wide = min(52.0, (WIDE - LEFT - RESERVE_AT) / max(1, len(numbers)))
    for n, number in enumerate(numbers):
        plot = Plot(
            key=f"reserve:{number}",
            board=COMMON,
            at=(RESERVE_AT + n * wide, y),
            width=wide - 7,
            height=56,
            title=lay.factory_words(number),
            look="works",
            signs=lay.factory_signs(number),
            count=reserve.count(number),
            brief=lay.factory_brief(number),
        )
        found.append(plot)
    return tuple(found)


@lru_cache(maxsize=1024)
def _order(order: tuple[Seat, ...], passed: tuple[bool, ...]) -> tuple[Plot, ...]:
    """R2.2 The turn order."""
    return tuple(_placed(n, seat, passed[n]) for n, seat in enumerate(order))


def _placed(n: int, seat: Seat, passed: bool) -> Plot:  # noqa: FBT001
    porcelain, _ = PORCELAINS[seat]
    title = say(
        "{who} is {place} in the turn order",
        you=mark("You are {place} in the turn order"),
        who=Who(seat),
        place=lay.PLACES[n],
    )
    return Plot(
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


def _row_at(seats: int, n: int) -> float:
    return LEFT + (len(BOX.players[seats].letters) - 1 - n) * (ENGINEER + 6)


def _engineers(state: State, placed: Mapping[str, tuple[Placement, ...]]) -> Iterator[Plot]:
    """R9.1 The row, from the recruiting space at its right end to those who come last."""
    spaces = ("engineer_hire", "engineer_public_1", "engineer_public_2")
    when = state.seats, state.last
    for n in range(len(state.setting.letters)):
        number = state.row[n] if n < len(state.row) else 0
        if n < len(spaces):
            at = _row_at(state.seats, n), ENGINEERS_AT
            yield _space(spaces[n], at, placed.get(spaces[n], ()), when, number)
        else:
            yield _coming(n, number, state.seats)


@cache
def _coming(n: int, number: int, seats: int) -> Plot:
    """An engineer who can be hired later."""
    does, signs, brief = _engineer(number)
    return Plot(
        key=f"coming:{n}",
        board=COMMON,
        at=(_row_at(seats, n), ENGINEERS_AT),
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


Rows: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...]]"
"""The ? cards and the bonus cards."""
_HEADS = say("? cards"), say("Bonus cards")


def _card_room(seats: int, rows: Rows) -> tuple[float, float, int]:
    """The size of a card, and how many lie in a row: all of a kind, or few with words on them."""
    least, high = {2: (3, 104.0), 3: (4, 74.0), 4: (8, 50.0)}[seats]
    abreast = max(least, len(rows[1]) // (1 if least > 4 else 2))
    wide = WIDE * SMALL[seats] - 28 - 6 * (abreast - 1)
    return wide / abreast, high, abreast


def _card_places(seats: int, rows: Rows) -> Iterator[tuple[int, str, Point]]:
    """Each card with its number in its row of kinds, and its place."""
    wide, high, abreast = _card_room(seats, rows)
    y = 32.0
    for cards in rows:
        for n, card in enumerate(cards):
            row, column = divmod(n, abreast)
            yield n, card, (14 + column * (wide + 6), y + row * (high + 6))
        y += max(1, -(-len(cards) // abreast)) * (high + 6) + 26


def _card_words(seats: int, rows: Rows) -> Iterator[Words]:
    _, high, abreast = _card_room(seats, rows)
    y = 24.0
    for text, cards in zip(_HEADS, rows, strict=True):
        yield Words(text, (14, y), "head")
        y += max(1, -(-len(cards) // abreast)) * (high + 6) + 26


@lru_cache(maxsize=1024)
def _cards(seats: int, rows: Rows, bonuses: tuple[str, ...]) -> tuple[Plot, ...]:
    """R1.5, R1.6, R1.12 Cards that can still be had, and the start bonuses."""
    wide, high, _ = _card_room(seats, rows)
    return (
        *(_card(card, n, CARDS, at, (wide, high)) for n, card, at in _card_places(seats, rows)),
        *(
            _card(card, n, COMMON, (RESERVE_AT + n * 70, ROWS[1][0]), (64.0, HIGH))
            for n, card in enumerate(bonuses)
        ),
    )


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
