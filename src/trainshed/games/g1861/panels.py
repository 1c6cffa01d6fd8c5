"""What lies before the players, and the table of shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.scene import Figure, Holding, Ledger, Panel, Row
from trainshed.core import Seat, Text, Who, mark, say, say_n

from .box import BOX, CHARTERS, MAJORS, MINORS
from .end import scores
from .lay import ALL, PAPERS, livery
from .questions import money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import State


def panel(state: State, seat: Seat) -> Panel:
    """What one player has."""
    held, limit = state.certificates(seat), state.certificate_limit
    worth = scores(state)[seat]
    return Panel(
        seat=seat,
        money=state.cash[seat],
        figures=(
            Figure("fortune", worth, say("worth {amount}", amount=money(worth)), say("worth")),
            Figure(
                "certificate",
                held,
                say_n(
                    "{n} certificate of {limit}", "{n} certificates of {limit}", held, limit=limit
                ),
                say("of {limit}", limit=limit),
            ),
        ),
        holdings=tuple(_holdings(state, seat)),
        marks=tuple(_marks(state, seat)),
    )


def _holdings(state: State, seat: Seat) -> Iterator[Holding]:
    """R1.5, R1.6, R1.7 Majors, minors, privates."""
    for number in MAJORS:
        shares = state.shares(seat, number)
        if shares:
            leads = state.companies[number].director == seat
            percent = say("{percent} %", percent=10 * shares)
            yield Holding(ALL[number], shares, leads, percent)
    for number in MINORS:
        if state.companies[number].director == seat:
            yield Holding(ALL[number], leads=True)
    for paper, owner, private in zip(PAPERS, state.privates, BOX.privates, strict=True):
        if owner == seat:
            yield Holding(paper, after=say("{amount}", amount=money(private.income)))


def _marks(state: State, seat: Seat) -> Iterator[Text]:
    """R3.5, R18.2 Who begins the next stock round, who minds the State Railway."""
    if seat == state.priority:
        yield say("priority")
    if seat == state.banker and state.rules.banker:
        yield say("banker")


def ledger(state: State) -> Ledger:
    """R1.7 The shares of each company in play, by seat, in its treasury and in the pool."""
    return Ledger(
        title=say("Shares"),
        note=say("ten of each major; the director holds at least two"),
        rows=tuple(_row(state, number) for number in (*state.order(MAJORS), *state.order(MINORS))),
        columns=(say("treasury"), say("pool")),
    )


def _row(state: State, number: int) -> Row:
    company, charter = state.companies[number], CHARTERS[number]
    key, letters = f"company:{charter.id}", charter.id
    if number in MINORS:
        owner = say("minor of {who}", you=mark("your minor"), who=Who(Seat(company.director)))
        return Row(key, livery(number), letters, (), note=owner, spoken=charter.name)
    cells = (*company.shares, company.treasury, company.pool)
    return Row(
        key=key,
        enamel=livery(number),
        letters=letters,
        cells=tuple(count or None for count in cells),
        leaders=(company.director,) if company.director >= 0 else (),
        spoken=charter.name,
    )
