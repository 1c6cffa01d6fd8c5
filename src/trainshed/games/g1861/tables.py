"""The tables beside the map: the market, companies, trains, privates, the bank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.scene import Line, Market, Plate, Price, Table
from trainshed.core import Seat, Text, Who, say

from .box import BOX, CHARTERS, MAJORS, MINORS, RSR, TRAINS
from .lay import ALL, PAPERS
from .play import Play
from .questions import company as company_mark
from .questions import money
from .questions import train as train_mark
from .state import BANK, COMPANY, GONE, loan_limit
from .turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from .market import Market as Prices
    from .state import State

_ZONES: dict[str, Literal["", "brown", "red", "violet"]] = {
    "m": "brown",
    "a": "red",
    "p": "violet",
}
_STATIONS = len(BOX.station_cost) + 1
ROUNDS = {
    "auction": say("auction of the privates"),
    "stock": say("stock round {set}"),
    "operating": say("operating round {set}.{number}"),
    "merger": say("merger round {set}.{number}"),
}


def market(state: State) -> Market:
    """R8.1 The stock market with the companies on it."""
    stacks: dict[int, list[int]] = {}
    for number in sorted((*MINORS, *MAJORS), key=lambda number: state.companies[number].rank):
        if state.companies[number].in_play:
            stacks.setdefault(state.companies[number].cell, []).append(number)
    return Market(
        key="market",
        title=say("Stock market"),
        cells=tuple(
            _price(state.market, number, stacks.get(number, []))
            for number in range(len(state.market.cells))
        ),
        zones=(
            ("brown", say("minors start")),
            ("red", say("both start")),
            ("violet", say("majors start")),
            ("marked", say("a minor may become a major")),
        ),
    )


def _price(prices: Prices, number: int, stack: list[int]) -> Price:
    cell = prices.cells[number]
    title = say("{amount}", amount=money(cell.price))
    if stack:
        names = tuple(company_mark(CHARTERS[company].id) for company in stack)
        title = say("{amount}: {companies}", amount=money(cell.price), companies=names)
    return Price(
        key=f"cell:{number}",
        row=cell.row,
        column=cell.column,
        price=cell.price,
        title=title,
        zone=_ZONES.get(cell.zone, ""),
        marked=number in prices.convertible,
        turns=tuple(_turns(prices, number)),
        stack=tuple(ALL[company] for company in stack),
    )


def _turns(prices: Prices, number: int) -> Iterator[Literal["up", "down"]]:
    """R8.2 The ends of a row."""
    row = prices.cells[number].row
    if prices.cells[prices.right[number]].row != row:
        yield "up"
    if prices.cells[prices.left[number]].row != row:
        yield "down"


def summary(state: State) -> Table:
    """The round, the phase, the bank, the pool."""
    number = state.number
    now = Text(ROUNDS[state.round].msgid, {"set": state.set, "number": number})
    pool = tuple(train_mark(kind) for kind in state.pool)
    pairs = [
        ("round", say("round"), now),
        ("phase", say("phase"), say("{phase}", phase=state.phase)),
        ("bank", say("bank"), say("{amount}", amount=money(state.bank))),
        ("pool", say("trains in the pool"), say("{trains}", trains=pool) if pool else None),
    ]
    return Table(
        key="summary",
        title=say("The game"),
        columns=(say("what"), say("now")),
        lines=tuple(Line(key, None, (name, value)) for key, name, value in pairs),
    )


def companies(state: State) -> Table:
    """R9.2 The companies in operating order, then the State Railway."""
    order = [*state.operating_order(), RSR]
    now = next((step.company for step in state.stack if isinstance(step, Turn)), None)
    play = next((step for step in state.stack if isinstance(step, Play)), None)
    todo = play.todo if play is not None and state.round == "operating" else tuple(order)
    return Table(
        key="companies",
        title=say("Companies"),
        note=say("in operating order"),
        columns=(
            say("share price"),
            say("treasury"),
            say("loans"),
            say("trains"),
            say("stations left"),
            say("director"),
        ),
        figures=(True, True, True, False, True, False),
        lines=tuple(
            _company(
                state,
                number,
                current=number == now,
                past=number != now and number not in todo,
            )
            for number in order
        ),
    )


def _company(state: State, number: int, *, current: bool, past: bool) -> Line:
    was = state.companies[number]
    standing = len(state.stands(number))
    owner = state.owner(number)
    trains = tuple(train_mark(kind) for kind in was.trains)
    limit = loan_limit(number)
    loans = say("{loans} of {limit}", loans=was.loans, limit=limit)
    left = (1 if number in MINORS else _STATIONS) - standing
    return Line(
        key=f"company:{CHARTERS[number].id}",
        plate=ALL[number],
        cells=(
            say("{amount}", amount=money(state.price(number))) if was.in_play else None,
            say("{amount}", amount=money(was.cash)),
            None if number == RSR else loans,
            say("{trains}", trains=trains) if trains else None,
            None if number == RSR else say("{count}", count=max(left, 0)),
            _person(owner) if owner >= 0 else None,
        ),
        current=current,
        past=past,
    )


def _person(seat: Seat) -> Text:
    return say("{who}", who=Who(seat))


def trains(state: State) -> Table:
    """R1.8, R16.1 The trains: what they cost, how many are left, what scraps them."""
    sale = state.trains_on_sale()
    return Table(
        key="trains",
        title=say("Trains"),
        note=say("in the depot"),
        columns=(say("price"), say("in stock"), say("scrapped by"), say("brings")),
        figures=(True, True, False, False),
        lines=tuple(_train(state, kind, left, sale) for kind, left in _depot(state)),
    )


def _depot(state: State) -> Iterator[tuple[str, int]]:
    yield from zip(TRAINS, state.depot, strict=True)


def _train(state: State, kind: str, left: int, sale: list[str]) -> Line:
    train = TRAINS[kind]
    count = say("no end") if left < 0 else say("{count}", count=left)
    gone = train.rusts is not None and int(train.rusts) <= state.phase
    return Line(
        key=f"train:{kind}",
        plate=Plate(f"train:{kind}", kind, "cream", say("{train}", train=train_mark(kind))),
        cells=(
            say("{amount}", amount=money(train.price)),
            count,
            say("{train}", train=train_mark(train.rusts)) if train.rusts else say("never"),
            NEWS.get(kind),
        ),
        current=kind in sale,
        past=left == 0 or gone,
    )


NEWS = {
    "3": say("green tiles, mergers"),
    "4": say("majors may start"),
    "5": say("brown tiles, no new minors"),
    "6": say("grey tiles, no more privates"),
    "8": say("the last rounds"),
}
"""R16.1 What the first train of a kind brings."""


def papers(state: State) -> Table:
    """R1.5 The privates and their owners."""
    return Table(
        key="privates",
        title=say("Privates"),
        columns=(say("name"), say("income"), say("value"), say("owner")),
        figures=(False, True, True, False),
        lines=tuple(
            Line(
                key=paper.key,
                plate=paper,
                cells=(
                    paper.title,
                    say("{amount}", amount=money(private.income)),
                    say("{amount}", amount=money(private.value)),
                    _owner(owner),
                ),
                past=owner == GONE or owner == COMPANY + RSR,
            )
            for paper, private, owner in zip(PAPERS, BOX.privates, state.privates, strict=True)
        ),
    )


def _owner(owner: int) -> Text | None:
    match owner:
        case n if n == BANK:
            return None
        case n if n == GONE:
            return say("out of the game")
        case n if n >= COMPANY:
            return say("{company}", company=company_mark(CHARTERS[n - COMPANY].id))
        case _:
            return _person(Seat(owner))
