"""What lies ahead: which trains go when, who has to buy then, and what a tile does for the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.scene import Line, Table
from trainshed.core import Text, say, say_n

from .actions import Earned, Lay, Paid, Station
from .box import CHARTERS, RSR, TRAINS
from .joins import joins
from .lay import ALL
from .questions import money
from .questions import train as train_mark
from .run import best_run
from .track import Laying
from .words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trainshed.core import Action, News

    from .state import State


def rush(state: State) -> Table:
    """R15.8, R15.9 The companies in operating order: what they lose, and what they could pay."""
    price = _next_price(state)
    return Table(
        key="rush",
        title=say("Train rush"),
        note=say("the next train costs {amount}", amount=money(price)) if price else None,
        columns=(
            say("trains"),
            say("next to go"),
            say("after"),
            say("treasury"),
            say("with loans"),
            say("short of a train"),
        ),
        figures=(False, False, True, True, True, True),
        lines=tuple(_line(state, number, price) for number in state.operating_order()),
    )


def _line(state: State, number: int, price: int) -> Line:
    was = state.companies[number]
    kind, away = _first_to_go(state, was.trains)
    means = state.means(number)
    short = max(0, price - means)
    owned = tuple(train_mark(each) for each in was.trains)
    return Line(
        key=f"company:{CHARTERS[number].id}",
        plate=ALL[number],
        cells=(
            say("{trains}", trains=owned) if owned else say("none: must buy"),
            say("{train}", train=train_mark(kind)) if kind else None,
            say_n("{n} train", "{n} trains", away) if kind else None,
            say("{amount}", amount=money(was.cash)),
            say("{amount}", amount=money(means)),
            say("{amount}", amount=money(short)) if short else None,
        ),
        current=not owned or (bool(kind) and away == 1),
    )


def _next_price(state: State) -> int:
    """What the next new train costs that comes in order."""
    for kind, left in zip(TRAINS, state.depot, strict=True):
        if left > 0 and kind.isdigit():
            return TRAINS[kind].price
    return 0


def _first_to_go(state: State, trains: Sequence[str]) -> tuple[str, int]:
    """The train that is scrapped first, and how many purchases away that is."""
    found = [(_away(state, TRAINS[kind].rusts), kind) for kind in trains]
    soon = sorted((away, kind) for away, kind in found if away)
    return (soon[0][1], soon[0][0]) if soon else ("", 0)


def _away(state: State, rusts: str | None) -> int:
    """How many trains the bank sells until the first of this kind; nought if it never does."""
    if rusts is None or int(rusts) <= state.phase:
        return 0
    sold = 0
    for kind, left in zip(TRAINS, state.depot, strict=True):
        if kind == rusts:
            return sold + 1
        sold += max(0, left) if kind.isdigit() else 0
    return 0


def fates(state: State) -> dict[str, Text]:
    """For each company what becomes of its trains, in a sentence."""
    found: dict[str, Text] = {}
    for number in (*state.operating_order(), RSR):
        trains = state.companies[number].trains
        kind, away = _first_to_go(state, trains)
        if kind:
            found[f"company:{CHARTERS[number].id}"] = say_n(
                "{train} is scrapped by the first {other}: {n} train away",
                "{train} is scrapped by the first {other}: {n} trains away",
                away,
                train=train_mark(kind),
                other=train_mark(TRAINS[kind].rusts or ""),
            )
    return found


def ran(news: Sequence[News]) -> Iterator[tuple[str, int]]:
    """The companies that ran, by key, and what they earned."""
    for item in news:
        if isinstance(item, Earned):
            yield f"company:{item.company}", item.revenue


def outlook(state: State, after: State, action: Action) -> Iterator[Text]:
    """R13.12 What a tile joins, and what it or a station does for the best run of the company."""
    step = state.stack[-1]
    number = getattr(step, "company", None)
    if number is None or not isinstance(action, Lay | Station):
        return
    yield from joined(state, action)
    yield from _best_run(state, after, number)
    paid = (item for item in after.news if isinstance(item, Paid))
    if isinstance(action, Lay) and all(item.purpose != "track" for item in paid):
        yield say("It costs nothing.")


def _best_run(state: State, after: State, number: int) -> Iterator[Text]:
    """R13.12 What something that is built does for the best run of a company."""
    if not state.companies[number].trains:
        if isinstance(state.stack[-1], Laying):
            yield say("No train runs yet.")
        return
    was, now = (best_run(each, number).revenue for each in (state, after))
    if was == now:
        yield say("The best run stays {amount}.", amount=money(now))
    else:
        yield say("The best run goes from {was} to {now}.", was=money(was), now=money(now))


def joined(state: State, action: Action) -> tuple[Text, ...]:
    """R11 What a tile joins, and where its track ends."""
    if not isinstance(action, Lay):
        return ()
    return tuple(words(item, state) for item in joins(state, action))
