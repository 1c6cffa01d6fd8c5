"""What lies before the players, and the table of shares."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from trainshed.board.scene import Figure, Holding, Ledger, Panel, Row
from trainshed.core import Seat, Who, mark, say, say_n

from .box import BOX, CHARTERS, MAJORS, MINORS
from .end import scores
from .lay import ALL, PAPERS, livery
from .questions import money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import Company, State


def panels(state: State) -> tuple[Panel, ...]:
    """What each player has."""
    return tuple(
        _panel(
            Seat(seat),
            (state.cash[seat], worth, state.certificates(seat), state.certificate_limit),
            tuple(_held(state, seat)),
            (seat == state.priority, seat == state.banker and state.rules.banker),
        )
        for seat, worth in enumerate(scores(state))
    )


@lru_cache(maxsize=256)
def _panel(
    seat: Seat,
    counts: tuple[int, int, int, int],
    held: tuple[tuple[int, int, bool], ...],
    marked: tuple[bool, bool],
) -> Panel:
    """What one player has: money and what all is worth, certificates and how many he may have."""
    cash, worth, certificates, limit = counts
    return Panel(
        seat=seat,
        money=cash,
        figures=(
            Figure("fortune", worth, say("worth {amount}", amount=money(worth)), say("worth")),
            Figure(
                "certificate",
                certificates,
                say_n(
                    "{n} certificate of {limit}",
                    "{n} certificates of {limit}",
                    certificates,
                    limit=limit,
                ),
                say("of {limit}", limit=limit),
            ),
        ),
        holdings=tuple(_holding(*thing) for thing in held),
        marks=tuple(words for words, wears in zip(_MARKS, marked, strict=True) if wears),
    )


_MARKS = (say("priority"), say("banker"))
"""R3.5, R18.2 Who begins the next stock round, who minds the State Railway."""


def _held(state: State, seat: int) -> Iterator[tuple[int, int, bool]]:
    """R1.5, R1.6, R1.7 Majors with their shares, minors, and after them privates."""
    for number in MAJORS:
        shares = state.shares(seat, number)
        if shares:
            yield number, shares, state.companies[number].director == seat
    for number in MINORS:
        if state.companies[number].director == seat:
            yield number, 1, True
    for number, owner in enumerate(state.privates, len(ALL)):
        if owner == seat:
            yield number, 1, False


@cache
def _holding(number: int, shares: int, leads: bool) -> Holding:  # noqa: FBT001 - remembered by it
    if number in MAJORS:
        return Holding(ALL[number], shares, leads, say("{percent} %", percent=10 * shares))
    if number in MINORS:
        return Holding(ALL[number], leads=True)
    paper = number - len(ALL)
    income = say("{amount}", amount=money(BOX.privates[paper].income))
    return Holding(PAPERS[paper], after=income)


def ledger(state: State) -> Ledger:
    """R1.7 The shares of each company in play, by seat, in its treasury and in the pool."""
    order = (*state.order(MAJORS), *state.order(MINORS))
    return _ledger(tuple((number, *_split(state.companies[number])) for number in order))


def _split(company: Company) -> tuple[int, tuple[int, ...]]:
    """Who leads a company, and who holds how much of it."""
    return company.director, (*company.shares, company.treasury, company.pool)


@lru_cache(maxsize=64)
def _ledger(companies: tuple[tuple[int, int, tuple[int, ...]], ...]) -> Ledger:
    return Ledger(
        title=say("Shares"),
        note=say("ten of each major; the director holds at least two"),
        rows=tuple(_row(*company) for company in companies),
        columns=(say("treasury"), say("pool")),
    )


@lru_cache(maxsize=4096)
def _row(number: int, director: int, cells: tuple[int, ...]) -> Row:
    charter = CHARTERS[number]
    key, letters = f"company:{charter.id}", charter.id
    if number in MINORS:
        owner = say("minor of {who}", you=mark("your minor"), who=Who(Seat(director)))
        return Row(key, livery(number), letters, (), note=owner, spoken=charter.name)
    return Row(
        key=key,
        enamel=livery(number),
        letters=letters,
        cells=tuple(count or None for count in cells),
        leaders=(director,) if director >= 0 else (),
        spoken=charter.name,
    )
