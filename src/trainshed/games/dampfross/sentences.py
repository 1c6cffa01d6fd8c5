"""Sentences for actions, and actions in two or three words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainshed.core import Accept, Consent, Decline, Place, Text, Who, mark, say

from . import actions as a
from . import phrases as p
from . import routes
from .build import Ends, Laying, Opening
from .construction import Starting
from .entering import Entering, Tracing, read
from .france import Choosing, Stepping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .state import State


def companies(step: Any, state: State) -> tuple[int, ...]:  # noqa: ANN401 - any step
    """The companies for which somebody is asked; none where the dice decide."""
    match step:
        case Ends() | Laying() | Opening() | Starting() | Choosing():
            return (step.company,)
        case Entering() | Tracing():
            return step.companies
        case Stepping():
            return state.trains[step.train].companies
        case Consent(offer=a.Join(company=company)):
            return (company,)
        case _:
            return ()


# Sentences

SENTENCES: Mapping[type, Text] = {
    a.Start: say("{who} starts in {hex}.", you=mark("You start in {hex}.")),
    a.From: say("{who} builds from {hex}.", you=mark("You build from {hex}.")),
    a.To: say("{who} builds to {hex}.", you=mark("You build to {hex}.")),
    a.Back: say("{who} builds elsewhere.", you=mark("You build elsewhere.")),
    a.Stop: say("{who} builds no more.", you=mark("You build no more.")),
    a.Stay: say("{who} stays out of the race.", you=mark("You stay out of the race.")),
    a.Trace: say("{who} draws a route.", you=mark("You draw a route.")),
    a.GiveUp: say("{who} gives up drawing.", you=mark("You give up drawing.")),
    a.Join: say(
        "{who} proposes a joint run ({company}).",
        you=mark("You propose a joint run ({company})."),
    ),
    Accept: say("{who} agrees.", you=mark("You agree.")),
    Decline: say("{who} declines.", you=mark("You decline.")),
}


def action(thing: a.Action, state: State) -> Text:
    """What is done, said by who is asked."""
    step = state.stack[-1] if state.stack else None
    own = companies(step, state)
    fields: dict[str, Field] = {**_fields(thing, state)}
    if own:
        fields["who"] = p.crew(state, own) if _together(thing) else p.subject(state, own[0])
    return p.fill(_sentence(thing, state), fields)


def _together(thing: a.Action) -> bool:
    """R13.1 Whether partners do this as one."""
    return isinstance(thing, a.Enter | a.Step)


def _sentence(thing: a.Action, state: State) -> Text:
    match thing:
        case a.Begin(seat=seat):
            return say("{who} begins.", you=mark("You begin."), who=Who(seat))
        case a.Throw(pips=pips):
            return say("The die shows {pips}.", pips=pips)
        case a.Dice(red=red, black=black):
            return say("The dice show {number}.", number=10 * red + black)
        case a.From(over=int(over)):
            return say(
                "{who} jumps to {hex}, along {line}.",
                you=mark("You jump to {hex}, along {line}."),
                line=p.line_of(state, over),
            )
        case a.Stay():
            return _stay(state)[0]
        case a.Enter():
            return _enter(thing, state)
        case a.Step() | a.Ride():
            return _run(thing, state)
        case _:
            return SENTENCES[type(thing)]


def _stay(state: State) -> tuple[Text, Text]:
    """R11.1, R12.6, R13.2 Out of the race, or out of a joint run."""
    match state.stack[-1]:
        case Entering(replacing=True):
            return (
                say("{who} withdraws from the race.", you=mark("You withdraw from the race.")),
                say("Withdraw"),
            )
        case Entering(companies=(_, _)):
            return (
                say("{who} does not run jointly.", you=mark("You do not run jointly.")),
                say("Not jointly"),
            )
        case _:
            return SENTENCES[a.Stay], say("Stay out")


def _enter(thing: a.Enter, state: State) -> Text:
    if not thing.route:
        return say("{who} enters the race.", you=mark("You enter the race."))
    if not isinstance(state.stack[-1], Entering):
        return say(
            "{who} enters the race from {hex}.",
            you=mark("You enter the race from {hex}."),
            hex=p.place(state, thing.route),
        )
    return say(
        "{who} enters the race to {hex}: {route}.",
        you=mark("You enter the race to {hex}: {route}."),
        hex=p.goal(state, state.board.grid.number[_last(thing.route)]),
        route=_route(thing, state),
    )


def _run(thing: a.Step | a.Ride, state: State) -> Text:
    """R11.7, R26.3 A step of a route, or of a train."""
    step = state.stack[-1]
    if isinstance(step, Tracing) and not step.path:
        return say("{who} draws a route from {hex}.", you=mark("You draw a route from {hex}."))
    if isinstance(step, Tracing):
        return say("{who} draws the route to {hex}.", you=mark("You draw the route to {hex}."))
    if _at_border(thing, state):
        return say("{who} goes to the border of {hex}.", you=mark("You go to the border of {hex}."))
    return say("{who} goes to {hex}.", you=mark("You go to {hex}."))


def _fields(thing: a.Action, state: State) -> dict[str, Field]:
    match thing:
        case a.Start(town=town):
            return {"hex": Place(town)}
        case a.From(hex=hex_) | a.To(hex=hex_) | a.Step(hex=hex_):
            return {"hex": p.place(state, hex_)}
        case a.Ride(way=way):
            return {"hex": p.place(state, _last(way))}
        case a.Join(company=company):
            return {"company": p.party(state, company)}
        case _:
            return {}


def _last(way: str) -> str:
    """The last hex of a route or a way."""
    return way.rsplit("-", 1)[-1].partition(":")[0]


# Labels

LABELS: Mapping[type, Text] = {
    a.Start: say("{hex}"),
    a.From: say("{hex}"),
    a.To: say("{hex}"),
    a.Back: say("Another hex"),
    a.Stop: say("Build no more"),
    a.Trace: say("Draw a route"),
    a.GiveUp: say("Give up drawing"),
    a.Join: say("Jointly: {company}"),
    Accept: say("Agree"),
    Decline: say("Decline"),
}


def label(thing: a.Action, state: State) -> Text:
    """A choice in a few words."""
    return p.fill(_label(thing, state), _fields(thing, state))


def _label(thing: a.Action, state: State) -> Text:
    match thing:
        case a.Begin(seat=seat):
            return say("{who}", who=Who(seat))
        case a.Throw(pips=pips):
            return say("{number}", number=pips)
        case a.Dice(red=red, black=black):
            return say("{number}", number=10 * red + black)
        case a.From(over=int(over)):
            return say("{hex}, along {line}", line=p.line_of(state, over))
        case a.Stay():
            return _stay(state)[1]
        case a.Enter(route=""):
            return say("Enter")
        case a.Enter(route=route) if not isinstance(state.stack[-1], Entering):
            return say("from {hex}", hex=p.place(state, route))
        case a.Enter():
            return _route(thing, state, goal=_is_open(state))
        case a.Step():
            return _step(thing, state)
        case a.Ride():
            return _ride(thing, state)
        case _:
            return LABELS[type(thing)]


def _is_open(state: State) -> bool:
    """R10.4, R21.2 Whether a race has several starts or goals."""
    return state.race is not None and sum(len(goals) for _, goals in state.race.ways) > 1


def _route(thing: a.Enter, state: State, *, goal: bool = False) -> Text:
    """R11.6, R12.1 How long a route is, and what it costs."""
    step = state.stack[-1]
    assert isinstance(step, Entering)
    found = read(state, thing.route, step.companies)
    assert found is not None
    parts: tuple[Text, ...] = (
        p.steps(len(found.lines)),
        p.thrown(routes.points(state.board, found.path)),
        p.pays(state, p.charges(state, step.companies, found.lines), p.yet(state, step.companies)),
    )
    if goal:
        parts = (say("to {hex}", hex=p.goal(state, found.path[-1])), *parts)
    return say("{parts}", parts=parts)


def _step(thing: a.Step, state: State) -> Text:
    """R12.1, R26.7 A step and what it costs."""
    step = state.stack[-1]
    assert isinstance(step, Tracing | Stepping)
    own = companies(step, state)
    line = own[0] if thing.line is None else thing.line
    if isinstance(step, Stepping):
        owed = {} if _at_border(thing, state) else p.fares(state, step, (line,))
    else:
        owed = p.charge_of(state, own, step.lines, line) if step.path else {}
    where = _where(thing, state)
    return say("{parts}", parts=(where, p.pays(state, owed))) if owed else where


def _ride(thing: a.Ride, state: State) -> Text:
    """R26.3 Where a whole throw leads; what it costs is told with the rest of the turn."""
    step = state.stack[-1]
    assert isinstance(step, Stepping)
    stages = list(p.stages(state, step, thing.way))
    entered = p.hexes(sum(entered for _, _, entered in stages))
    return say("{parts}", parts=(_where(thing, state), entered))


def _where(thing: a.Step | a.Ride, state: State) -> Text:
    fields = _fields(thing, state)
    if _at_border(thing, state):
        return p.fill(say("to the border of {hex}"), fields)
    return p.fill(say("{hex}") if isinstance(thing, a.Step) else say("to {hex}"), fields)


def _at_border(thing: a.Step | a.Ride, state: State) -> bool:
    """R26.6 Whether the points do not suffice for the last hex."""
    step = state.stack[-1]
    if not isinstance(step, Stepping):
        return False
    way = thing.way if isinstance(thing, a.Ride) else thing.hex
    return not list(p.stages(state, step, way))[-1][2]
