"""Sentences for questions, news and reasons, and where the game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from trainshed.core import Choice, Masked, Seat, Text, Who, mark, say, say_n

from . import actions as a
from .again import Repeating
from .box import BLACK, BOX, COLOUR, LINE, LINES, MASKS, SPACES
from .build import Placing
from .effects import OWNED
from .names import (
    BUILDS,
    NAMES,
    colour,
    costs,
    engineer,
    factory,
    fill,
    joined,
    locomotive,
    moves,
    points,
    roubles,
    steps,
    titled,
    tokens,
    turquoise,
    workers,
)
from .order import Second, Swapping
from .questions import Carding, Choosing, Smalls, Taking
from .sentences import action, card_name, hand, label, masked
from .setup import Dealing, Drawing, Removing, Starting
from .turn import Turn
from .work import Working

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trainshed.core.text import Field

    from .state import State
    from .work import Task

__all__ = ["NAMES", "REASONS", "caption", "label", "status", "words"]

REASONS: Mapping[str, str] = {
    "bonus-taken": mark("The start bonus “{thing}” has been taken: each can be had once."),
    "no-bonus": mark("There is no start bonus “{thing}”."),
    "no-space": mark("There is no space “{thing}”."),
    "closed": mark("This space has been taken in this round."),
    "closed-two": mark("With two players this space stays closed."),
    "last-round": mark("In the last round nobody claims a place in the turn order."),
    "last-round:last_round": mark("This space opens in the last round only."),
    "not-your-engineer": mark("Engineer {thing} does not lie beside your board."),
    "engineer-used": mark("Engineer {thing} has worked for you in this round already."),
    "own-place": mark("You have this place in the turn order already."),
    "both-places": mark("You have claimed a place already, and nobody may claim both."),
    "no-own-worker": mark(
        "A worker of your colour must mark the claim, and none of yours stands on another space to"
        " be exchanged."
    ),
    "below-none": mark("A payment cannot have fewer pieces than none."),
    "rouble-needed": mark("A rouble belongs to the cost: no other piece can stand for it."),
    "too-many": mark("It costs {thing}, and nobody pays more than that."),
    "too-few": mark("This takes {thing}, and you have {other} in hand."),
    "no-black-worker": mark("You do not have the black worker in hand."),
    "needs-black": mark(
        "You could carry out all of it only with the additional move of the black worker."
    ),
    "cannot-complete": mark("You could not carry out all of it: {thing}."),
    "nobody-to-hire": mark("The recruiting space is empty: nobody can be hired."),
    "no-engineer": mark("No engineer lies on this space: it offers nothing."),
    "nothing-again": mark("There is no action that you could carry out again."),
    "no-x2-left": mark("No x2 token is left in the supply."),
    "x2-full": mark("All eight places for x2 tokens are filled."),
    "no-locomotive": mark("The piles are empty: there are no more locomotives."),
    "one-tile": mark("Only locomotive {thing} is left, and it cannot be a factory as well."),
    "no-slot": mark("No slot is free, and none has a lower number than locomotive {thing}."),
    "not-for-the-claim": mark(
        "The worker of a claim can go neither to the turn order nor hire an engineer."
    ),
    "not-one-worker": mark(
        "The worker of a claim goes where the cost is exactly one worker; this costs {other}."
    ),
    "nothing-added": mark("The worker of a claim goes alone: no piece is added."),
    "same-space": mark("The worker must come from another space than that of the claim."),
    "no-worker-there": mark("No worker of your colour stands there: {thing}."),
    "must-complete": mark("This action must be completed: nothing that is left can be given up."),
    "blocks-the-rest": mark("After that, what is left of the action could not be completed."),
    "no-line": mark("There is no line “{thing}”."),
    "no-colour": mark("There are no rails of the colour “{thing}”."),
    "line-colour": mark("The line {thing} does not take {other} rails."),
    "other-colours": mark("What is left of the action has no move for {thing} rails."),
    "not-owned": mark(
        "You do not have {thing} rails yet: your black rail on the Trans-Siberian brings them."
    ),
    "no-room": mark("The black rail has come to the last space of the line {thing}."),
    "cannot-enter": mark("A rail enters its line when the {thing} one has come to space 2."),
    "behind": mark("The {thing} rail must stay behind the {other} one."),
    "no-marker": mark("There is no industry marker {thing} on your track."),
    "end": mark("The marker has come to its last space."),
    "other-marker": mark("The other marker stands on the next space."),
    "hole": mark("The next hole is empty: it needs a factory first."),
    "not-a-slot": mark("There is no slot {thing}: they are numbered from 0 to 3."),
    "same-slots": mark("Both slots of the Trans-Siberian are alike: the first of them is named."),
    "not-lower": mark("Locomotive {thing} is not lower than {other}: it does not give way."),
    "not-next": mark("The next tile of the piles is factory {other}, not factory {thing}."),
    "not-in-reserve": mark("Factory {thing} does not lie in the reserve."),
    "no-source": mark("Factories come from the pile or from the reserve, not from “{thing}”."),
    "not-a-hole": mark("There is no hole {thing}: the track has five."),
    "first-hole": mark("Holes are filled from the left: hole {thing} is next."),
    "must-place": mark("Locomotive {thing} has just been taken: it must be placed."),
    "slot-free": mark("A slot is free: locomotive {thing} must stay on your board."),
    "must-repeat": mark("An action must be named: this one must be completed."),
    "not-one-worker-paid": mark(
        "You have not paid with one worker of your colour and nothing else there: {thing}."
    ),
    "not-again": mark("This action can never be carried out again: {thing}."),
    "no-token": mark("There is no ? token “{thing}”."),
    "token-used": mark("You have used this ? token already: {thing}."),
    "marker-at-start": mark(
        "The first marker is still on space 0, and two markers never share a space."
    ),
    "no-card": mark("There is no ? card “{thing}”."),
    "card-gone": mark("The ? card “{thing}” has left the game."),
    "card-incomplete": mark("You could not carry out all of the ? card “{thing}”."),
    "none-of-three": mark("The second time it is the x2 token, the step or the black move."),
    "no-step": mark("None of your markers can take a step."),
    "no-black-move": mark("None of your black rails can move."),
    "not-in-pile": mark("The bonus card “{thing}” is not in the pile."),
}
"""Why not, by the reason, or by the reason and the first thing it is about."""


def words(thing: Any, state: State) -> Text:  # noqa: ANN401 - actions, news and steps
    """A sentence for an action (said by who is asked), a news item or a question."""
    match thing:
        case Masked():
            return masked(state)
        case Choice():
            return fill(_question(thing, state), {"who": Who(thing.actor(state))})
        case a.WhyNot():
            return say("{reason} ({rule})", reason=_reason(thing, state), rule=thing.rule)
        case _ if isinstance(thing, get_args(a.Action)):
            return action(thing, state)
        case _:
            return _told(thing, state)


def caption(state: State) -> Text:
    """Which round it is, and who is asked."""
    step = state.stack[-1] if state.stack else None
    match step:
        case Drawing():
            return say("The lot decides who begins")
        case Dealing():
            return say("The lot decides which engineers come")
        case Removing():
            return say("The lot decides which bonus cards stay in the box")
        case Choice():
            asked = say("{who}", you=mark("your turn"), who=Who(step.actor(state)))
        case _:
            return say("The game is over")
    if not state.round:
        return say("Start bonuses · {asked}", asked=asked)
    return say(
        "Round {number} of {all} · {asked}",
        number=state.round,
        all=state.setting.rounds,
        asked=asked,
    )


def status(state: State) -> Text:
    """How far the game is."""
    if state.lowest:
        piles = say("next locomotive {locomotive}", locomotive=locomotive(state.lowest))
    else:
        piles = say("no locomotives left")
    if not state.round:
        return say("before the first round · {piles}", piles=piles)
    return say(
        "round {number} of {all} · {piles}",
        number=state.round,
        all=state.setting.rounds,
        piles=piles,
    )


def _reason(why: a.WhyNot, state: State) -> Text:
    key = ":".join((why.reason, *why.about[:1]))
    fields = zip(("thing", "other"), (_thing(word, state) for word in why.about), strict=False)
    return Text(REASONS.get(key, REASONS[why.reason]), dict(fields))


def _thing(word: str, state: State) -> Field:
    """What a reason is about: a space, a line, a colour, a piece; what is unknown stays a word."""
    kind, _, key = word.partition(":")
    if word in SPACES or word in OWNED:
        return titled(word, state.row)
    if word in COLOUR:
        return colour(word)
    if word in LINE:
        return NAMES[f"line:{word}"]
    if kind in PIECES:
        return PIECES[kind](int(key))
    return costs(key) if kind == "cost" else NAMES.get(word, word)


PIECES: Mapping[str, Callable[[int], Field]] = {
    "worker": workers,
    "rouble": roubles,
    "turquoise": turquoise,
    "engineer": engineer,
    "locomotive": locomotive,
    "factory": factory,
}
"""Pieces by their number, or so many of them."""


def _question(step: Choice[Any, Any], state: State) -> Text:
    match step:
        case Starting():
            return say("{who} takes a start bonus", you=mark("Which start bonus do you take?"))
        case Turn(seat=seat):
            return say(
                "{who} chooses an action",
                you=mark("What do you do? You have {hand}."),
                hand=hand(state.magnates[seat]),
            )
        case Working(task=task):
            return say(
                "{who} carries out an action: {rest}",
                you=mark("What next? {rest}."),
                rest=_left(task),
            )
        case Placing(number=number, fresh=fresh):
            you = (
                mark("Where does locomotive {locomotive} go?")
                if fresh
                else mark("Locomotive {locomotive} is displaced. Where does it go?")
            )
            text = say("{who} places locomotive {locomotive}", you=you)
            return fill(text, {"locomotive": locomotive(number)})
        case Swapping():
            return say(
                "{who} chooses a worker for the claim",
                you=mark("A claim needs a worker of your colour. Which one do you take for it?"),
            )
        case Second():
            return say(
                "{who} may act once more with the worker of the claim",
                you=mark("The worker of your claim may act once more. Where does it go?"),
            )
        case Repeating():
            return say(
                "{who} chooses an action to carry out again",
                you=mark("Which action do you carry out again?"),
            )
        case _:
            return _cards(step, state)


def _cards(step: Choice[Any, Any], state: State) -> Text:
    """R11.7, R12.1, R12.3, R12.10 Tokens and cards."""
    match step:
        case Choosing():
            return say(
                "{who} chooses a ? token", you=mark("A ? space: which of your tokens do you use?")
            )
        case Carding():
            return say("{who} chooses a ? card", you=mark("Which ? card do you take?"))
        case Smalls():
            return say(
                "{who} chooses one of three small things",
                you=mark("Which of the three do you get a second time?"),
            )
        case Taking() if not state.pile:
            return say(
                "{who} finds no bonus card left",
                you=mark("No bonus card is left: you score {points}."),
                points=points(BOX.card_points),
            )
        case Taking():
            return say(
                "{who} may take a bonus card",
                you=mark("Which bonus card do you take? Or rather {points}?"),
                points=points(BOX.card_points),
            )
        case _:
            raise AssertionError(step)


_KINDS = {mask: kind for kind, mask in MASKS.items()}


def _left(task: Task) -> Text:
    """R3.9 What is left of an action."""
    parts = [moves(_KINDS[mask], count) for mask, count in task.moves]
    total = sum(count for _, count in task.moves) + task.steps + bool(task.extra)
    if task.steps:
        parts.append(steps(task.steps))
    if task.build:
        parts.append(BUILDS[task.build])
        total += 2 if task.build == "both" else 1
    if task.extra:
        parts.append(_additional(task.extra))
    return say_n("{left} is left", "{left} are left", total, left=joined(parts))


def _additional(mask: int) -> Text:
    """R12.8 The additional move of the black worker, or the one in whose place it came."""
    if mask != 1 << BLACK:
        return say("{move} (may lapse)", move=moves(_KINDS[mask], 1))
    return say_n(
        "{n} additional {colour} move",
        "{n} additional {colour} moves",
        1,
        colour=colour("black"),
    )


SCORED: Mapping[str, Text] = {
    "pass": say("{who} scores {points} for passing.", you=mark("You score {points} for passing.")),
    "terminus": say(
        "{who} reaches a terminus and scores {points}.",
        you=mark("You reach a terminus and score {points}."),
    ),
    "engineer": say(
        "{who} scores {points} by the engineer.", you=mark("You score {points} by the engineer.")
    ),
    "factory": say(
        "{who} scores {points} by the factory.", you=mark("You score {points} by the factory.")
    ),
    "card": say(
        "{who} scores {points} instead of a card.",
        you=mark("You score {points} instead of a card."),
    ),
}
GETS = say("{who} gets {what}.", you=mark("You get {what}."))


def _told(item: a.News, state: State) -> Text:
    """What has happened."""
    text = _news(item, state)
    seat: Seat | None = getattr(item, "seat", None)
    return text if seat is None else fill(text, {"who": Who(seat)})


def _news(item: a.News, state: State) -> Text:
    match item:
        case a.Ordered(seats=seats):
            return say("Turn order: {seats}.", seats=tuple(map(Who, seats)))
        case a.Round(number=number) if number == state.setting.rounds:
            return say("The last round begins.")
        case a.Round(number=number):
            return say("Round {number} begins.", number=number)
        case a.Scored(points=count, source=source):
            return fill(SCORED[source], {"points": points(count)})
        case a.Passed(points=count):
            return say(
                "{who} can do nothing more and passes: {points}.",
                you=mark("You can do nothing more and pass: {points}."),
                points=points(count),
            )
        case a.Lapsed():
            return say("The rest of the action is not possible and lapses.")
        case a.Shifted(gone=gone, next=following):
            return _shifted(gone, following)
        case a.Unlocked(colour=name):
            count = sum(line.colours > COLOUR[name] for line in LINES)
            rails = say_n("{n} {colour} rail", "{n} {colour} rails", count, colour=colour(name))
            return fill(GETS, {"what": rails})
        case a.Hired(engineer=number):
            return say(
                "Engineer {engineer} works for {who} now: {what}.",
                you=mark("Engineer {engineer} works for you now: {what}."),
                engineer=engineer(number),
                what=NAMES[f"engineer:{number}"],
            )
        case a.Gained(piece=piece, count=count):
            return fill(GETS, {"what": _piece(piece, count)})
        case a.Reached(space=space):
            return say(
                "{who} comes to a ? space: {space}.",
                you=mark("You come to a ? space: {space}."),
                space=NAMES[f"question:{space}"],
            )
        case a.Evaluated():
            return _evaluated(item)
        case a.Revealed(card=card, points=count):
            return say(
                "{who} shows the bonus card “{card}”: {points}.",
                you=mark("You show the bonus card “{card}”: {points}."),
                card=card_name(card),
                points=points(count),
            )
        case a.Majority(points=count) if count == BOX.majority[0]:
            return say(
                "{who} has most engineers and scores {points}.",
                you=mark("You have most engineers and score {points}."),
                points=points(count),
            )
        case a.Majority(points=count):
            return say(
                "{who} is second in engineers and scores {points}.",
                you=mark("You are second in engineers and score {points}."),
                points=points(count),
            )
        case a.Ended():
            return _won(state)
        case _:
            return _foreseen(item)


def _foreseen(item: a.News) -> Text:
    """R5.2 What only a preview tells: how far locomotives reach."""
    match item:
        case a.Beyond(reach=0):
            return say(
                "This rail alone adds nothing: {who} has no locomotive on this line.",
                you=mark("This rail alone adds nothing: you have no locomotive on this line."),
            )
        case a.Beyond(reach=reach):
            return say(
                "This rail alone adds nothing: the locomotives of {who} reach {n}.",
                you=mark("This rail alone adds nothing: your locomotives reach {n}."),
                n=reach,
            )
        case a.Reaches(line=line, reach=reach, before=before):
            return say(
                "The locomotives of {who} {on} reach {n} instead of {before}.",
                you=mark("Your locomotives {on} reach {n} instead of {before}."),
                on=NAMES[f"on:{line}"],
                n=reach,
                before=before,
            )
        case _:
            raise AssertionError(item)


def _shifted(gone: int, following: int) -> Text:
    """R15.3 Who leaves the row of engineers, and who comes to its recruiting space."""
    if not following:
        return say("Engineer {gone} leaves the game.", gone=engineer(gone))
    if not gone:
        return say("Engineer {engineer} can be hired now.", engineer=engineer(following))
    return say(
        "Engineer {gone} leaves the game, engineer {engineer} can be hired now.",
        gone=engineer(gone),
        engineer=engineer(following),
    )


def _piece(piece: str, count: int) -> Text:
    match piece:
        case "worker":
            return say("one more worker")
        case "black":
            return say("the black worker")
        case "turquoise":
            return turquoise(count)
        case "x2":
            return tokens(count)
        case _:
            return roubles(count)


def _evaluated(item: a.Evaluated) -> Text:
    """R13.1 The round in points."""
    total = item.trans + item.petersburg + item.kiev + item.industry
    if not total:
        return say("{who} scores nothing yet.", you=mark("You score nothing yet."))
    return say(
        "{who} scores {points}: Trans-Siberian {trans}, St Petersburg {petersburg}, Kiev {kiev},"
        " industry {industry}.",
        you=mark(
            "You score {points}: Trans-Siberian {trans}, St Petersburg {petersburg}, Kiev {kiev},"
            " industry {industry}."
        ),
        points=points(total),
        trans=item.trans,
        petersburg=item.petersburg,
        kiev=item.kiev,
        industry=item.industry,
    )


def _won(state: State) -> Text:
    """R16.5 Who wins, once everything is counted."""
    if not state.over:
        return say("The game is over.")
    best = max(magnate.score for magnate in state.magnates)
    winners = [Who(Seat(n)) for n, one in enumerate(state.magnates) if one.score == best]
    if len(winners) == 1:
        text = say("{who} wins with {amount}.", you=mark("You win with {amount}."), who=winners[0])
    else:
        text = say("{winners} share the victory with {amount}.", winners=tuple(winners))
    return fill(text, {"amount": points(best)})
