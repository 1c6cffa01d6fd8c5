"""Sentences for actions, and actions in two or three words."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from trainshed.core import Choice, Text, Who, mark, say

from . import actions as a
from .again import Repeating
from .box import BOX, COLOUR, LAST, LINE, LINES, SLOTS, SPACES
from .build import Placing
from .effects import effect_of
from .names import (
    NAMES,
    colour,
    described,
    engineer,
    factory,
    fill,
    joined,
    locomotive,
    points,
    roubles,
    titled,
    turquoise,
    workers,
)
from .order import Second
from .turn import COST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .board import Board
    from .state import Magnate, State

    Part: TypeAlias = a.Move | a.Step | a.Locomotive | a.Retire | a.Factory


def pieces(own: int, turquoises: int, black: int, coins: int) -> Text:
    """R3.2 What can pay."""
    found = [roubles(coins)] if coins else []
    if own:
        found.append(workers(own))
    if turquoises:
        found.append(turquoise(turquoises))
    if black:
        found.append(say("the black worker"))
    return joined(found)


def hand(magnate: Magnate) -> Text:
    """R3.1 What a player can still pay with."""
    return pieces(magnate.workers, magnate.turquoise, magnate.black, magnate.roubles)


def payment(action: a.Place) -> Text:
    """R3.1 The pieces that pay for a space; those not named are own workers."""
    space = SPACES.get(action.space)
    cost = space.workers + space.roubles if space else COST
    own = cost - action.roubles - action.turquoise - action.black
    return pieces(own, action.turquoise, action.black, action.roubles)


# Actions


def action(thing: a.Action, state: State) -> Text:
    """What is done, said by who is asked."""
    return fill(_action(thing, state), _who(state))


ONCE_MORE: Mapping[str, Text] = {
    "x2": say("{who} takes a second x2 token.", you=mark("You take a second x2 token.")),
    "step": say(
        "{who} chooses a second industry step.", you=mark("You choose a second industry step.")
    ),
    "black": say("{who} chooses a second black move.", you=mark("You choose a second black move.")),
}
LAPSED = say("{who} gives up the rest.", you=mark("You give up the rest."))


def _action(thing: a.Action, state: State) -> Text:
    step = state.stack[-1]
    match thing:
        case a.Draw(seat=seat):
            return say(
                "{who} gets place {place} in the turn order.",
                you=mark("You get place {place} in the turn order."),
                who=Who(seat),
                place=len(state.order) + 1,
            )
        case a.Deal(engineer=number):
            return say("Engineer {engineer} joins the row.", engineer=engineer(number))
        case a.Remove(card=card):
            return say("The bonus card “{card}” stays in the box.", card=card_name(card))
        case a.Place():
            return _place(thing, state)
        case a.Pass() if isinstance(step, Second):
            return say(
                "{who} leaves the worker where it is.",
                you=mark("You leave the worker where it is."),
            )
        case a.Pass():
            return say("{who} passes.", you=mark("You pass."))
        case a.Lapse() if isinstance(step, Repeating):
            return say("{who} carries out nothing again.", you=mark("You carry out nothing again."))
        case a.Lapse():
            return LAPSED
        case a.Move() | a.Step() | a.Locomotive() | a.Retire() | a.Factory():
            return _work(thing, state)
        case a.Repeat(what=what):
            return ONCE_MORE[what]
        case _:
            return _choice(thing, state)


def _place(thing: a.Place, state: State) -> Text:
    """R3.1, R10.9 A space is paid for, or the worker of a claim goes there."""
    space = thing.space
    fields: dict[str, Field] = {"pay": payment(thing), "space": titled(space, state.row)}
    effect = SPACES[space].effect if space in SPACES else None
    if isinstance(state.stack[-1], Second):
        text = say(
            "{who} sends the worker of the claim on: {space}.",
            you=mark("You send the worker of your claim on: {space}."),
        )
    elif effect is None or effect.public:
        text = say(
            "{who} pays {pay} to {space}: {what}.",
            you=mark("You pay {pay} to {space}: {what}."),
            what=described(effect_of(state, space)),
        )
    elif effect.claim:
        text = say(
            "{who} pays {pay} to claim place {place}.",
            you=mark("You pay {pay} to claim place {place}."),
            place=effect.claim,
        )
    elif effect.hire:
        text = say(
            "{who} pays {pay} to hire an engineer.", you=mark("You pay {pay} to hire an engineer.")
        )
    else:
        text = say("{who} pays {pay}: {space}.", you=mark("You pay {pay}: {space}."))
    return fill(text, fields)


def _work(thing: Part, state: State) -> Text:
    """R3.9 One part of an action."""
    fields = _fields(thing, state)
    return fill(_part(thing, fields), fields)


def _part(thing: Part, fields: Mapping[str, Field]) -> Text:
    match thing:
        case a.Move() if fields["space"] == 1:
            return say(
                "{who} lays the {colour} rail {on}.", you=mark("You lay the {colour} rail {on}.")
            )
        case a.Move():
            return say(
                "{who} moves the {colour} rail {on} to space {space}.",
                you=mark("You move the {colour} rail {on} to space {space}."),
            )
        case a.Step():
            return say(
                "{who} moves {marker} to {where}.", you=mark("You move {marker} to {where}.")
            )
        case a.Locomotive() if fields["old"]:
            return say(
                "{who} puts locomotive {locomotive} {on}, in place of {old}.",
                you=mark("You put locomotive {locomotive} {on}, in place of {old}."),
            )
        case a.Locomotive():
            return say(
                "{who} puts locomotive {locomotive} {on}.",
                you=mark("You put locomotive {locomotive} {on}."),
            )
        case a.Retire():
            return say(
                "{who} turns locomotive {locomotive} over: it goes to the factory reserve.",
                you=mark("You turn locomotive {locomotive} over: it goes to the factory reserve."),
            )
        case a.Factory() if fields["old"]:
            return say(
                "{who} builds factory {factory} {source} in place of {old}: {what}.",
                you=mark("You build factory {factory} {source} in place of {old}: {what}."),
            )
        case a.Factory():
            return say(
                "{who} builds factory {factory} {source}: {what}.",
                you=mark("You build factory {factory} {source}: {what}."),
            )


def _choice(thing: a.Action, state: State) -> Text:
    """R9.12, R10.5, R11.7, R12.1 One of several cards, tokens or spaces."""
    match thing:
        case a.Bonus(card=card):
            text = say(
                "{who} takes a start bonus: {what}.", you=mark("You take a start bonus: {what}.")
            )
            return fill(text, {"what": card_name(card)})
        case a.Swap(space=space):
            text = say(
                "{who} claims with the worker from “{what}”.",
                you=mark("You claim with the worker from “{what}”."),
            )
            return fill(text, {"what": titled(space, state.row)})
        case a.Again(space=space):
            text = say("{who} acts again: {what}.", you=mark("You act again: {what}."))
            return fill(text, {"what": titled(space, state.row)})
        case a.Token(token=token):
            text = say("{who} uses a ? token: {what}.", you=mark("You use a ? token: {what}."))
            return fill(text, {"what": NAMES[f"token:{token}"]})
        case a.Card(card=card):
            text = say("{who} takes a ? card: {what}.", you=mark("You take a ? card: {what}."))
            return fill(text, {"what": card_name(card)})
        case a.Take(card=card):
            text = say(
                "{who} takes a bonus card: {what}.", you=mark("You take a bonus card: {what}.")
            )
            return fill(text, {"what": card_name(card)})
        case a.Ten():
            return say("{who} takes no bonus card.", you=mark("You take no bonus card."))
        case _:
            raise AssertionError(thing)


def masked(state: State) -> Text:
    """R1.6, R12.11 A bonus card that the reader may not see."""
    if isinstance(state.stack[-1], Choice):
        text = say("{who} takes a bonus card.", you=mark("You take a bonus card."))
        return fill(text, _who(state))
    return say("A bonus card stays in the box, unseen.")


# Actions in two or three words


def label(thing: a.Action, state: State) -> Text:
    """A choice in two or three words."""
    step = state.stack[-1]
    match thing:
        case a.Draw(seat=seat):
            return say("{who}", who=Who(seat))
        case a.Deal(engineer=number):
            return say("engineer {engineer}", engineer=engineer(number))
        case a.Bonus(card=card) | a.Card(card=card) | a.Take(card=card) | a.Remove(card=card):
            return card_name(card)
        case a.Place() if isinstance(step, Second):
            return titled(thing.space, state.row)
        case a.Place():
            return payment(thing)
        case a.Swap(space=space):
            return say("the worker from “{space}”", space=titled(space, state.row))
        case a.Again(space=space):
            return titled(space, state.row)
        case a.Token(token=token):
            return NAMES[f"token:{token}"]
        case a.Pass() if isinstance(step, Second):
            return say("Leave it there")
        case a.Pass():
            return say("Pass for the round")
        case a.Lapse() if isinstance(step, Repeating):
            return say("Nothing again")
        case a.Lapse():
            return say("Give up the rest")
        case a.Repeat(what="x2"):
            return say("x2 token")
        case a.Repeat(what="step"):
            return say("industry step")
        case a.Repeat():
            return say("black move")
        case a.Ten():
            return points(BOX.card_points)
        case a.Move() | a.Step() | a.Locomotive() | a.Retire() | a.Factory():
            return fill(_work_label(thing, state), _fields(thing, state))


def _work_label(thing: Part, state: State) -> Text:
    old = _fields(thing, state).get("old")
    match thing:
        case a.Move():
            return say("{colour} {on} to {space}")
        case a.Step(marker=1):
            return say("second marker to {short}")
        case a.Step():
            return (
                say("step to {short}") if _markers(state) == 1 else say("first marker to {short}")
            )
        case a.Locomotive():
            return (
                say("locomotive {locomotive} {on}, in place of {old}")
                if old
                else say("locomotive {locomotive} {on}")
            )
        case a.Retire():
            return say("To the factory reserve")
        case a.Factory():
            if old:
                return say("factory {factory} {source}, in place of {old}")
            return say("factory {factory} {source}: {what}")


def _who(state: State) -> dict[str, Field]:
    """Who is asked."""
    step = state.stack[-1] if state.stack else None
    return {"who": Who(step.actor(state))} if isinstance(step, Choice) else {}


def _board(state: State) -> Board:
    step = state.stack[-1]
    return state.board(step.actor(state) if isinstance(step, Choice) else 0)


def _markers(state: State) -> int:
    return len(_board(state).markers)


def _fields(thing: Part, state: State) -> dict[str, Field]:
    """What a part of an action is about, as it is shown."""
    board, step = _board(state), state.stack[-1]
    pushed = step.number if isinstance(step, Placing) else state.lowest
    match thing:
        case a.Move(line=line, colour=name):
            at = board.rails[LINE[line]][COLOUR[name]]
            return {"colour": colour(name), "on": NAMES[f"on:{line}"], "space": at + 1}
        case a.Step(marker=marker):
            which = (
                say("the second industry marker") if marker else say("the first industry marker")
            )
            if len(board.markers) == 1:
                which = say("the industry marker")
            return {"marker": which, "where": _at(board, marker), "short": _at(board, marker, 1)}
        case a.Locomotive(slot=slot):
            old = board.locomotives[slot]
            return {
                "locomotive": locomotive(pushed),
                "on": NAMES[f"on:{LINES[SLOTS[slot]].id}"],
                "old": locomotive(old) if old else "",
            }
        case a.Retire():
            return {"locomotive": locomotive(pushed)}
        case a.Factory(source=source, number=number, hole=hole):
            filled = hole < len(board.factories)
            return {
                "factory": factory(number),
                "source": say("from the pile") if source == "pile" else say("from the reserve"),
                "old": factory(board.factories[hole]) if filled else "",
                "what": NAMES[f"factory:{number}"],
            }


def _at(board: Board, marker: int, short: int = 0) -> Text:
    """R7.1 Where a marker comes to with its next step."""
    to = min(board.markers[marker] + 1, LAST)
    if to == BOX.question_space:
        return say("the ? space")
    if to in BOX.holes and BOX.holes.index(to) < len(board.factories):
        number = board.factories[BOX.holes.index(to)]
        return say("factory {factory}", factory=factory(number))
    worth = points(BOX.industry[to])
    return worth if short else say("the space worth {points}", points=worth)


def card_name(card: str) -> Text:
    """A ? card, a bonus card or a start bonus."""
    return NAMES[f"card:{card}"]
