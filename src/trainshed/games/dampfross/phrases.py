"""Parts of sentences: companies, places, amounts, and what a way costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Place, Seat, Text, Who, mark, say, say_n

from .box import BOX
from .charges import against, free_lines
from .draw import goal_name, station_name
from .entering import later
from .france import cost
from .routes import dues

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trainshed.core.text import Field

    from .france import Stepping
    from .state import Race, State, Train


def fill(text: Text, fields: Mapping[str, Field]) -> Text:
    """The text with more fields."""
    return Text(text.msgid, {**fields, **text.fields}, text.you, text.many)


# Amounts


def credits_(count: int) -> Text:
    """So many credits."""
    return say_n("{n} credit", "{n} credits", count)


def points(count: int) -> Text:
    """So many points of a throw."""
    return say_n("{n} point", "{n} points", count)


def thrown(count: int) -> Text:
    """So many points that the die has to show."""
    return say_n("{n} point to throw", "{n} points to throw", count)


def hexes(count: int) -> Text:
    """So many hexes."""
    return say_n("{n} hex", "{n} hexes", count)


def steps(count: int) -> Text:
    """So many steps of a route."""
    return say_n("{n} step", "{n} steps", count)


def spent(state: State, count: int) -> Text:
    """R3.1, R22.3 What is built with: credits, or points by rule set B."""
    return credits_(count) if state.rules == "laurin" else points(count)


# Companies

_DOUBLE = (
    (
        say("{who}’s red company", you=mark("your red company")),
        say("{who}’s red company", you=mark("Your red company")),
    ),
    (
        say("{who}’s blue company", you=mark("your blue company")),
        say("{who}’s blue company", you=mark("Your blue company")),
    ),
    (
        say("{who}’s green company", you=mark("your green company")),
        say("{who}’s green company", you=mark("Your green company")),
    ),
    (
        say("{who}’s orange company", you=mark("your orange company")),
        say("{who}’s orange company", you=mark("Your orange company")),
    ),
)
"""R20.7 Two companies of each player by their colours, within a sentence and at its beginning."""


def is_plain(state: State, number: int) -> bool:
    """Whether a company is the only one of its player."""
    seat = state.companies[number].seat
    return seat >= 0 and [company.seat for company in state.companies].count(seat) == 1


def party(state: State, number: int) -> Who | Text:
    """R20.1, R20.7 A company by its player's name; David, or one of two by its colour."""
    return _named(state, number, 0)


def subject(state: State, number: int) -> Who | Text:
    """A company at the beginning of a sentence."""
    return _named(state, number, 1)


def _named(state: State, number: int, place: int) -> Who | Text:
    seat = state.companies[number].seat
    if seat < 0:
        return say("David")
    if is_plain(state, number):
        return Who(seat)
    return fill(_DOUBLE[number][place], {"who": Who(seat)})


def crew(state: State, companies: Sequence[int]) -> Who | Text:
    """R13.1 Who runs: one company, or two with one train; at the beginning of a sentence."""
    if len(companies) == 1:
        return subject(state, companies[0])
    names = tuple(party(state, number) for number in companies)
    return say("The joint train ({companies})", companies=names)


def crew_of(state: State, number: int) -> Who | Text:
    """Who runs in the train of a company."""
    for train in state.trains:
        if number in train.companies:
            return crew(state, train.companies)
    return subject(state, number)


def line_of(state: State, number: int) -> Text:
    """The line of a company; as many as there are companies stands for a white line."""
    if number == len(state.companies):
        return say("the white line")
    return say("the line of {who}", you=mark("your line"), who=party(state, number))


def winners(state: State, companies: Sequence[int]) -> tuple[Who | Text, ...]:
    """R17.1, R20.9 Who has won: players, or David."""
    seats = dict.fromkeys(state.companies[number].seat for number in companies)
    return tuple(Who(Seat(seat)) if seat >= 0 else say("David") for seat in seats)


# Payments


def payee(state: State, number: int, amount: int) -> Text:
    """Who gets how much; beyond the companies, the bank."""
    if not 0 <= number < len(state.companies):
        return say("{amount} to the bank", amount=credits_(amount))
    who = party(state, number)
    return say("{amount} to {who}", you=mark("{amount} to you"), who=who, amount=credits_(amount))


def pays(state: State, owed: Mapping[int, int], yet: Sequence[int] = ()) -> Text:
    """What a way costs, by whom it is owed to; it may be less while others decide."""
    found = tuple(payee(state, line, due) for line, due in owed.items() if due > 0)
    if any(owed[line] > 0 for line in yet if line in owed):
        return say("pays at most {payees}", payees=found)
    return say("pays {payees}", payees=found) if found else say("pays nothing")


def charges(state: State, companies: Sequence[int], lines: Sequence[int]) -> dict[int, int]:
    """R12.1, R12.4 What a route owes on each line, less what these owners owe already."""
    back = against(state, companies)
    owed = dues(lines, free_lines(state, companies))
    return {line: due - back.get(line, 0) for line, due in owed.items()}


def yet(state: State, companies: Sequence[int]) -> tuple[int, ...]:
    """R12.4 Who may still enter a route over the lines of a company, and so owe it something."""
    return later(state, companies[0]) if len(companies) == 1 else ()


def charge_of(
    state: State, companies: Sequence[int], lines: Sequence[int], line: int
) -> dict[int, int]:
    """R12.1 What one step more adds to what a route owes."""
    free = free_lines(state, companies)
    more = dues((*lines, line), free).get(line, 0) - dues(lines, free).get(line, 0)
    return {line: more} if more else {}


def fares(state: State, step: Stepping, lines: Sequence[int]) -> dict[int, int]:
    """R26.7 What these lines cost in this turn besides those that were used before."""
    own = state.trains[step.train].companies[0]
    return {line: BOX.france.running for line in lines if line not in (own, *step.owed)}


# Places


def place(state: State, name: str) -> Place:
    """A hex by its town or other place, or else by its name."""
    number = state.board.grid.number.get(name)
    return Place(name if number is None else state.board.hex_title(number))


def title(state: State, hex_: int) -> Place:
    """A hex by its number."""
    return Place(state.board.hex_title(hex_))


def goal(state: State, hex_: int) -> Place:
    """R10.4 Where a route ends; a frontier hex without a name is called by its country."""
    name, board = state.board.hex_title(hex_), state.board
    if board.frontier >> hex_ & 1 and name == board.grid.name[hex_]:
        return Place(f"{name} ({board.sheet.regions[board.region[hex_]].name})")
    return Place(name)


def ends(state: State, race: Race) -> dict[str, Field]:
    """R9.2 A race as fields: its number, its start and its goal."""
    start = station_name(state, race.start)
    end = goal_name(state, race.goal, special=race.special)
    return {"number": race.number, "start": Place(start), "goal": Place(end)}


def stages(state: State, step: Stepping, way: str) -> Iterator[tuple[str, int, bool]]:
    """R26.3, R26.6 Each hex of a way, whose line leads there, and whether the train enters it."""
    train, left = state.trains[step.train], step.points
    here, own = train.path[-1], train.companies[0]
    for part in way.split("-"):
        name, _, line = part.partition(":")
        there = state.board.grid.number[name]
        price = _price(state, train, here, there)
        yield name, int(line) if line else own, price <= left
        here, left = there, left - price


def _price(state: State, train: Train, here: int, there: int) -> int:
    return 1 if train.border == there and here == train.path[-1] else cost(state, here, there)
