"""The tables beside the map: the market, companies, trains, privates, the bank."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trainshed.board.scene import Line, Market, Plate, Price, Table
from trainshed.core import Seat, Text, Who, say

from .box import BOX, CHARTERS, MAJORS, MINORS, RSR, TRAINS
from .lay import ALL, PAPERS
from .market import market as prices
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
    from .options import Rules
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
    stacks: dict[int, tuple[int, ...]] = {}
    for number in sorted((*MINORS, *MAJORS), key=lambda number: state.companies[number].rank):
        if state.companies[number].in_play:
            cell = state.companies[number].cell
            stacks[cell] = (*stacks.get(cell, ()), number)
    return _market(state.rules, tuple(sorted(stacks.items())))


@lru_cache(maxsize=2048)
def _market(rules: Rules, stacks: tuple[tuple[int, tuple[int, ...]], ...]) -> Market:
    there, cells = dict(stacks), prices(rules).cells
    return Market(
        key="market",
        title=say("Stock market"),
        cells=tuple(_price(rules, number, there.get(number, ())) for number in range(len(cells))),
        zones=(
            ("brown", say("minors start")),
            ("red", say("both start")),
            ("violet", say("majors start")),
            ("marked", say("a minor may become a major")),
        ),
    )


@lru_cache(maxsize=8192)
def _price(rules: Rules, number: int, stack: tuple[int, ...]) -> Price:
    grid = prices(rules)
    cell = grid.cells[number]
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
        marked=number in grid.convertible,
        turns=tuple(_turns(grid, number)),
        stack=tuple(ALL[company] for company in stack),
    )


def _turns(grid: Prices, number: int) -> Iterator[Literal["up", "down"]]:
    """R8.2 The ends of a row."""
    row = grid.cells[number].row
    if grid.cells[grid.right[number]].row != row:
        yield "up"
    if grid.cells[grid.left[number]].row != row:
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
    price = state.price(number) if was.in_play else None
    left = (1 if number in MINORS else _STATIONS) - len(state.stands(number))
    counts = (was.cash, was.loans, max(left, 0))
    return _line(number, (current, past), price, counts, was.trains, state.owner(number))


@lru_cache(maxsize=512)
def _line(
    number: int,
    when: tuple[bool, bool],
    price: int | None,
    counts: tuple[int, int, int],
    owned: tuple[str, ...],
    owner: Seat,
) -> Line:
    cash, borrowed, left = counts
    trains = tuple(train_mark(kind) for kind in owned)
    loans = say("{loans} of {limit}", loans=borrowed, limit=loan_limit(number))
    return Line(
        key=f"company:{CHARTERS[number].id}",
        plate=ALL[number],
        cells=(
            None if price is None else say("{amount}", amount=money(price)),
            say("{amount}", amount=money(cash)),
            None if number == RSR else loans,
            say("{trains}", trains=trains) if trains else None,
            None if number == RSR else say("{count}", count=left),
            _person(owner) if owner >= 0 else None,
        ),
        current=when[0],
        past=when[1],
    )


def _person(seat: Seat) -> Text:
    return say("{who}", who=Who(seat))


def trains(state: State) -> Table:
    """R1.8, R16.1 The trains: what they cost, how many are left, what scraps them."""
    return _trains(state.depot, state.phase, tuple(state.trains_on_sale()))


@lru_cache(maxsize=2048)
def _trains(depot: tuple[int, ...], phase: int, sale: tuple[str, ...]) -> Table:
    return Table(
        key="trains",
        title=say("Trains"),
        note=say("in the depot"),
        columns=(say("price"), say("in stock"), say("scrapped by"), say("brings")),
        figures=(True, True, False, False),
        lines=tuple(
            _train(kind, left, phase, current=kind in sale)
            for kind, left in zip(TRAINS, depot, strict=True)
        ),
    )


def _train(kind: str, left: int, phase: int, *, current: bool) -> Line:
    train = TRAINS[kind]
    count = say("no end") if left < 0 else say("{count}", count=left)
    gone = train.rusts is not None and int(train.rusts) <= phase
    return Line(
        key=f"train:{kind}",
        plate=Plate(f"train:{kind}", kind, "cream", say("{train}", train=train_mark(kind))),
        cells=(
            say("{amount}", amount=money(train.price)),
            count,
            say("{train}", train=train_mark(train.rusts)) if train.rusts else say("never"),
            NEWS.get(kind),
        ),
        current=current,
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


@lru_cache(maxsize=2048)
def papers(owners: tuple[int, ...]) -> Table:
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
            for paper, private, owner in zip(PAPERS, BOX.privates, owners, strict=True)
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
