"""Sentences for what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Place, Text, mark, say

from . import actions as a
from . import phrases as p

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .state import State


def told(item: a.News, state: State) -> Text:
    """What has happened."""
    match item:
        case a.Settled(company=company, town=town):
            text = say(
                "{who} starts in {place}: no other town is left.",
                you=mark("You start in {place}: no other town is left."),
            )
            return p.fill(text, {"who": p.subject(state, company), "place": Place(town)})
        case a.Idle(company=company, what=what):
            return p.fill(IDLE[what], {"who": p.subject(state, company)})
        case a.Laid() | a.Bonus() | a.Round() | a.Built() | a.Joined():
            return _building(item, state)
        case a.Won(companies=won, amount=amount):
            found = p.winners(state, won)
            if len(found) == 1:
                text = say("{who} wins with {amount}.", you=mark("You win with {amount}."))
                return p.fill(text, {"who": found[0], "amount": p.credits_(amount)})
            return say(
                "{winners} share the victory with {amount}.",
                winners=found,
                amount=p.credits_(amount),
            )
        case _:
            return _racing(item, state)


def _building(item: a.Laid | a.Bonus | a.Round | a.Built | a.Joined, state: State) -> Text:
    """R3.7, R7.1, R8.1, R18.5 What construction brings."""
    match item:
        case a.Laid(cost=0):
            return say("It costs nothing.")
        case a.Laid(cost=cost, fees=()):
            return say("It costs {cost}.", cost=p.spent(state, cost))
        case a.Laid(cost=cost, fees=fees):
            return say(
                "It costs {cost}, and fees: {payees}.",
                cost=p.spent(state, cost),
                payees=tuple(p.payee(state, rival, amount) for rival, amount in fees),
            )
        case a.Bonus(company=company, place=place, amount=amount):
            return say(
                "{who} is the first in {place}: {amount}.",
                you=mark("You are the first in {place}: {amount}."),
                who=p.subject(state, company),
                place=Place(place),
                amount=p.credits_(amount),
            )
        case a.Round(number=number, budget=budget):
            return say(
                "Round {number}: everybody has {budget}.",
                number=number,
                budget=p.spent(state, budget),
            )
        case a.Built(why="rounds"):
            return say("A hundred rounds have been built: construction ends, the races begin.")
        case a.Built(why="idle"):
            return say("Nobody has built for three rounds: construction ends, the races begin.")
        case a.Built() if state.rules == "laurin":
            return say("Only three towns are left: construction ends, the races begin.")
        case a.Built():
            return say("Everything is connected: construction ends, the races begin.")
        case a.Joined(company=company, over=over):
            return say(
                "{who} has closed the gap along {line}.",
                you=mark("You have closed the gap along {line}."),
                who=p.subject(state, company),
                line=p.line_of(state, over),
            )


IDLE: Mapping[str, Text] = {
    "build": say("{who} can build nothing.", you=mark("You can build nothing.")),
    "race": say(
        "{who} has no route for this race, and stays out.",
        you=mark("You have no route for this race, and stay out."),
    ),
}
CANCELLED: Mapping[str, Text] = {
    "track": say("Race {number} is cancelled: the start or the goal has no track."),
    "apart": say("Race {number} is cancelled: no way leads from the start to the goal."),
    "near": say("Race {number} is cancelled: every goal that is left is too near."),
    "nobody": say("Nobody enters race {number}."),
}
WITHDRAWN: Mapping[str, Text] = {
    "limit": say(
        "{who} is out of the race: the route owes too much.",
        you=mark("You are out of the race: the route owes too much."),
    ),
    "long": say(
        "{who} is out of the race: the route is more than twice as long as the shortest.",
        you=mark("You are out of the race: the route is more than twice as long as the shortest."),
    ),
    "stuck": say(
        "{who} is out of the race: the train cannot move.",
        you=mark("You are out of the race: the train cannot move."),
    ),
}


def _racing(item: a.News, state: State) -> Text:
    """R9.2, R12.8, R14.2, R15.2 A race from its draw to its prizes."""
    match item:
        case a.Drawn():
            return _drawn(item, state)
        case a.Cancelled(race=number, why=why):
            return p.fill(CANCELLED[why], {"number": number})
        case a.CutShort(company=company):
            return say(
                "The search for the best routes of {who} has stopped before its end: there may be"
                " better ones than those offered.",
                you=mark(
                    "The search for your best routes has stopped before its end: there may be"
                    " better ones than those offered."
                ),
                who=p.party(state, company),
            )
        case a.Withdrawn(company=company, why=why):
            return p.fill(WITHDRAWN[why], {"who": p.subject(state, company)})
        case a.Charged(company=company, to=to, amount=amount):
            return say(
                "{who} pays for the use of lines: {payees}.",
                you=mark("You pay for the use of lines: {payees}."),
                who=p.subject(state, company),
                payees=p.payee(state, to, amount),
            )
        case a.Ran(company=company, hex=hex_, left=left, arrived=arrived, border=border):
            text = say("{who} comes to {hex}.", you=mark("You come to {hex}."))
            if border:
                text = say(
                    "{who} comes to the border of {border}.",
                    you=mark("You come to the border of {border}."),
                    border=p.place(state, border),
                )
            if arrived:
                text = say(
                    "{who} arrives in {hex}, {left} left.",
                    you=mark("You arrive in {hex}, {left} left."),
                    left=p.points(left),
                )
            return p.fill(text, {"who": p.crew_of(state, company), "hex": p.place(state, hex_)})
        case a.Prize():
            return _prize(item, state)
        case a.Alone(company=company, amount=amount):
            return say(
                "Nobody else enters: {who} wins the race and gets {amount}.",
                you=mark("Nobody else enters: you win the race and get {amount}."),
                who=p.party(state, company),
                amount=p.credits_(amount),
            )
        case _:
            raise AssertionError(item)


def _drawn(item: a.Drawn, state: State) -> Text:
    if not item.special:
        text = say("Race {number}: from {start} to {goal}.")
    elif state.rules == "laurin":
        text = say("Race {number}, a special one: from {start} to {goal}.")
    else:
        text = say("Race {number}, an international one: from {start} to {goal}.")
    fields: dict[str, Field] = {
        "number": item.race,
        "start": Place(item.start),
        "goal": Place(item.goal),
    }
    return p.fill(text, fields)


def _prize(item: a.Prize, state: State) -> Text:
    """R15.2 A place and what it brings."""
    match item.place:
        case 1:
            text = say(
                "{who} wins the race and gets {amount}.",
                you=mark("You win the race and get {amount}."),
            )
        case 2:
            text = say(
                "{who} is second and gets {amount}.", you=mark("You are second and get {amount}.")
            )
        case place:
            text = say(
                "{who} comes in at place {place} and gets {amount}.",
                you=mark("You come in at place {place} and get {amount}."),
                place=place,
            )
    amount = p.credits_(item.amount) if item.amount else say("nothing")
    return p.fill(text, {"who": p.subject(state, item.company), "amount": amount})
