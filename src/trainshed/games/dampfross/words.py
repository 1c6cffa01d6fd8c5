"""How it is said: questions, news and reasons, and where the game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from trainshed.core import Choice, Consent, Order, Text, Who, mark, say

from . import actions as a
from . import phrases as p
from . import routes
from .build import Ends, Laying, Opening
from .construction import Budget, Lot, Starting
from .draw import DrawGoal, DrawSpecial, DrawStart
from .entering import Entering, Tracing
from .france import Choosing, Rolling, Stepping, enough
from .news import told
from .operation import races
from .orders import Onward, Out
from .refusals import REASONS, because
from .run import Turning
from .sentences import action, companies, label
from .titles import NAMES

if TYPE_CHECKING:
    from .state import State

__all__ = ["NAMES", "REASONS", "caption", "chapter", "label", "status", "words"]


def words(thing: Any, state: State) -> Text:  # noqa: ANN401 - actions, news, orders and steps
    """A sentence for an action (said by who is asked), a news item, an order or a question."""
    match thing:
        case Order():
            return _order(thing)
        case Choice():
            return p.fill(_question(thing, state), {"who": Who(thing.actor(state))})
        case a.WhyNot():
            return say("{reason} ({rule})", reason=because(thing, state), rule=thing.rule)
        case _ if isinstance(thing, get_args(a.Action)):
            return action(thing, state)
        case _:
            return told(thing, state)


def _order(order: Order) -> Text:
    """What a player leaves to be done."""
    match order:
        case Out(race):
            return say("Stay out of race {n}", n=race)
        case Onward(race):
            return say("Run my train along the best way in race {n}", n=race)
        case _:
            raise AssertionError(order)


# Where the game stands


def caption(state: State) -> Text:
    """Whose turn it is, and how far it is."""
    step = state.stack[-1] if state.stack else None
    match step:
        case Lot():
            return say("The lot decides who begins")
        case Budget():
            return say("Round {number} · the die decides the budget", number=state.round)
        case DrawStart() | DrawGoal() | DrawSpecial():
            return say("{race} · start and goal are drawn", race=_race(state))
        case Turning() | Rolling():
            who = p.crew(state, state.trains[step.train].companies)
            asked = say("{who} throws", you=mark("you throw"), who=who)
            return say("{race} · {asked}", race=_race(state), asked=asked)
        case Choice():
            return p.fill(_phase(step, state), {"asked": _asked(step, state)})
        case _:
            return say("The game is over")


def _phase(step: Choice[Any, Any], state: State) -> Text:
    """R3.1, R9.1, R16.3 The round and its budget, or the race."""
    match step:
        case Ends(left=left) | Laying(left=left) if state.operating:
            return say(
                "After race {number}, {left} left · {asked}",
                number=state.races,
                left=p.credits_(left),
            )
        case Ends(left=left) | Laying(left=left):
            return say(
                "Round {number}, {left} of {budget} left · {asked}",
                number=state.round,
                left=left,
                budget=state.budget,
            )
        case Starting() if state.budget:
            return say(
                "Round {number}, budget {budget} · {asked}",
                number=state.round,
                budget=state.budget,
            )
        case Starting() | Opening():
            return say("Round {number} · {asked}", number=state.round)
        case _:
            return say("{race} · {asked}", race=_race(state))


def _asked(step: Choice[Any, Any], state: State) -> Text:
    """Who is asked, and for which company if it is not the only one."""
    who = Who(step.actor(state))
    own = companies(step, state)
    if isinstance(step, Consent):
        return say("{who} is asked", you=mark("you are asked"), who=who)
    if not own or p.is_plain(state, own[0]):
        return say("{who}", you=mark("your turn"), who=who)
    return say(
        "{company}, {who}",
        you=mark("{company}, your turn"),
        company=p.party(state, own[0]),
        who=who,
    )


def _race(state: State) -> Text:
    """R9.1, R25.1 Which race it is; by rule set B nobody knows how many there will be."""
    number = state.races + 1 if state.race is None else state.race.number
    if state.rules == "laurin":
        return say("Race {number} of {all}", number=number, all=races(state))
    return say("Race {number}", number=number)


def status(state: State) -> Text:
    """How far the game is."""
    if not state.operating:
        left = len(state.board.towns) - state.connected.bit_count()
        return say(
            "round {number} · towns without track: {left}", number=max(state.round, 1), left=left
        )
    number = min(state.races + 1, races(state)) if state.rules == "laurin" else state.races + 1
    if state.rules == "laurin":
        return say("race {number} of {all}", number=number, all=races(state))
    return say("race {number} · {sum} win", number=number, sum=p.credits_(enough(state)))


def chapter(state: State) -> Text:
    """R3.1, R9.1 The round of construction or the race, as short as can be."""
    if not state.operating:
        return say("B{number}", number=max(state.round, 1))
    if state.race is not None:
        return say("R{number}", number=state.race.number)
    building = bool(state.stack) and isinstance(state.stack[-1], Ends | Laying)
    return say("R{number}", number=max(state.races if building else state.races + 1, 1))


# Questions


def _question(step: Choice[Any, Any], state: State) -> Text:
    match step:
        case Starting():
            return say(
                "{who} chooses a start town", you=mark("Which town does the network start in?")
            )
        case Opening():
            return say(
                "{who} lays the first segment",
                you=mark("Where does the first segment lead? It costs nothing."),
            )
        case Ends(left=left):
            return say(
                "{who} chooses where to build",
                you=mark("Where do you build from? You have {left}."),
                left=p.spent(state, left),
            )
        case Laying(hex=hex_, left=left):
            return say(
                "{who} builds from {hex}",
                you=mark("Where do you build to from {hex}? You have {left}."),
                hex=p.title(state, hex_),
                left=p.spent(state, left),
            )
        case Stepping(points=points):
            return say(
                "{who} runs on, {left} left",
                you=mark("Where does the train go? {left} left."),
                left=p.points(points),
            )
        case Tracing():
            return _tracing(step, state)
        case _:
            assert isinstance(step, Entering | Choosing | Consent)
            return _entering(step, state)


def _entering(step: Entering | Choosing | Consent[a.Join], state: State) -> Text:
    """R11.1, R12.6, R13.2, R26.1 Whether to run, alone or jointly."""
    race = state.race
    assert race is not None
    match step:
        case Consent():
            below = state.stack[-2]
            assert isinstance(below, Entering)
            text = say(
                "{who} may run jointly from {start} to {goal}",
                you=mark("{company} proposes a joint run from {start} to {goal}. Do you agree?"),
                company=p.subject(state, below.companies[0]),
            )
        case Entering(replacing=True):
            text = say(
                "{who} has to replace a route",
                you=mark("Your route owes too much. Which one do you take instead?"),
            )
        case Entering(companies=(_, _)):
            text = say(
                "{who} chooses a route for the joint train",
                you=mark("Which route does the joint train take from {start} to {goal}?"),
            )
        case _:
            text = say(
                "{who} may enter race {number}, from {start} to {goal}",
                you=mark("Race {number}, from {start} to {goal}: do you enter?"),
            )
    asked = p.fill(text, p.ends(state, race))
    if not isinstance(step, Entering) or step.is_sure(state):
        return asked
    who = Who(step.actor(state))
    asked = p.fill(asked, {"who": who})
    return say(
        "{question}. Not all routes could be looked at.",
        you=mark("{question} Not all routes could be looked at: a drawn one may be better."),
        question=asked,
        who=who,
    )


def _tracing(step: Tracing, state: State) -> Text:
    """R11.7 A route step by step."""
    if not step.path:
        return say("{who} draws a route", you=mark("Where does the route begin?"))
    if not step.lines:
        return say(
            "{who} draws a route",
            you=mark("Where does the route lead from {hex}?"),
            hex=p.title(state, step.path[0]),
        )
    return say(
        "{who} draws a route",
        you=mark("Where does the route go on? So far: {route}."),
        route=(
            p.steps(len(step.lines)),
            p.thrown(routes.points(state.board, step.path)),
            p.pays(
                state, p.charges(state, step.companies, step.lines), p.yet(state, step.companies)
            ),
        ),
    )
