"""Why not, in words: what stands in the way, and what would be allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Place, Text, mark

from . import phrases as p
from .build import Ends, Laying, Opening
from .construction import PIPS
from .entering import Tracing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .actions import WhyNot
    from .state import State

HIGHEST = max(throw.pips for throw in PIPS)
"""R3.1 What the die brings at most."""

REASONS: Mapping[str, str] = {
    "off-board": mark(
        "Nothing is built on {hex}: it is water, or it lies beyond the frontier. Stay on land."
    ),
    "not-connected": mark(
        "{hex} is not part of your network. Build from a hex where you have track, or from your"
        " start town."
    ),
    "not-beside": mark(
        "{hex} is not next to the hex you build from. Go there hex by hex, or build from another"
        " hex."
    ),
    "nothing-left": mark(
        "From {hex} every way is built already, or closed. Build from another hex."
    ),
    "barrier": mark("No track crosses the barrier before {hex}. Go around it."),
    "abroad": mark(
        "Abroad, track leads on only along a white line. Reach {hex} from home instead."
    ),
    "twice": mark("You have this segment to {hex} already. Nobody builds the same one twice."),
    "one-way": mark(
        "In the first round track leaves the start town through one side only. From the second"
        " round on you may build to {hex} as well."
    ),
    "dear": mark(
        "The segment to {hex} costs {cost}, and you have {left} left. Find a cheaper way, or wait"
        " for a higher throw."
    ),
    "dear:never": mark(
        "The segment to {hex} costs {cost}, more than any throw brings. Find a cheaper way, or"
        " build it between races."
    ),
    "dear:account": mark(
        "The segment to {hex} costs {cost}, and you can spend {left} more. Find a cheaper way, or"
        " build it after a later race."
    ),
    "fees": mark(
        "The segment to {hex} owes rivals {due}, and your account has {most}. Go where fewer of"
        " them have track, or earn more first."
    ),
    "fees:account": mark(
        "The segment to {hex} owes rivals {due} besides what it costs, and your account has only"
        " {most} for both. Go where fewer of them have track, or earn more first."
    ),
    "no-way": mark(
        "From {hex} no line leads on to the goal over segments that are still unused. Click one of"
        " the marked hexes."
    ),
    "no-way:declared": mark(
        "No legal route begins like this: after {hex} the goal is cut off, or charges and own"
        " track do not come out right. Click one of the marked hexes."
    ),
    "no-jumps": mark("Jumps are not allowed in this game: build from a hex of your own lines."),
    "too-far": mark(
        "{hex} is not within three steps along that line. Jump to a hex that is nearer to yours."
    ),
    "two-jumps": mark(
        "You have made two jumps along that line already. Join the parts by your own track first."
    ),
    "no-gap": mark("You have track at {hex} already: build from there without a jump."),
    "no-rival": mark("A jump to {hex} goes along the line of a rival: name one of them."),
    "no-town": mark("There is no town called {name} on this map."),
    "no-start": mark("Nobody starts in {hex} on this map. Choose one of the start towns."),
    "full": mark(
        "{count} companies start in {hex} already, as many as may. Choose the other town."
    ),
    "unwritten": mark("The route is missing: write it hex by hex, or take one that is offered."),
    "no-route": mark("You have no legal route in this race: there is nothing to draw."),
    "given-up": mark("You have given up drawing in this race already. It can be begun only once."),
    "no-hex": mark("There is no hex called {name} on this map."),
    "no-company": mark("There is no company with the number {name} in this game."),
    "not-start": mark("The race does not start in {hex}. A route begins where it was drawn to."),
    "not-goal": mark("A route to {hex} does not end at the goal of this race."),
    "goal-passed": mark("The route has arrived in {hex} already: it ends there."),
    "gap": mark("{here} and {hex} are not next to each other. A route names every hex."),
    "used": mark("The segment from {here} to {hex} was used before. Nobody uses one twice."),
    "own-first": mark(
        "To {hex} the train uses {line}, which costs nothing: no other one counts there."
    ),
    "unnamed": mark("To {hex} the train is on your own track: no line is named for that."),
    "first": mark("At {hex} the route only begins: no line is used yet."),
    "no-track": mark("No track leads from {here} to {hex}. A train stays on lines that are built."),
    "no-line": mark("There is no track to {hex} on {line}. Name a company that has some there."),
    "no-own": mark("A route needs at least one step on own track, and this one has none."),
    "too-long": mark(
        "This route has {steps}, and beside the shortest one declared no more than {most} may run."
    ),
    "cap": mark("For {line} this route would owe {due}, and {most} are the limit."),
    "purse": mark("This route costs {due} in all, and {most} can be paid. Find a cheaper one."),
    "two": mark("Two different companies run jointly, no more and no fewer."),
    "david": mark("David never runs jointly."),
    "in-race": mark("{company} is in the race already, and in one train only."),
    "asked": mark("{company} was asked before in this race. Each pair is asked only once."),
    "decided": mark(
        "{company} decides before you, or has stayed out. Only who comes later can be asked."
    ),
    "no-joint": mark("{company} and you have no legal route together in this race."),
    "undeclared": mark("No route is declared here: enter without naming one."),
    "ride": mark(
        "This is not one of the ways offered for the whole throw. Go step by step instead."
    ),
    "unpaid": mark(
        "To {hex} the train would use {line}, and your account has only {due}. Stay on lines that"
        " you can pay."
    ),
}
"""Why not, and what would be allowed; by the reason, and where it matters by the question."""

THINGS: Mapping[str, tuple[str, ...]] = {
    "dear": ("hex", "cost", "left"),
    "fees": ("hex", "due", "most"),
    "no-town": ("name",),
    "full": ("hex", "count"),
    "no-hex": ("name",),
    "no-company": ("name",),
    "gap": ("here", "hex"),
    "used": ("here", "hex"),
    "no-track": ("here", "hex"),
    "own-first": ("hex", "line"),
    "no-line": ("hex", "line"),
    "too-long": ("steps", "most-steps"),
    "cap": ("line", "due", "most"),
    "purse": ("due", "most"),
    "in-race": ("company",),
    "asked": ("company",),
    "decided": ("company",),
    "no-joint": ("company",),
    "unpaid": ("hex", "line", "due"),
}
"""What the things of a reason are, where they are not a hex alone."""


def because(why: WhyNot, state: State) -> Text:
    """A reason in words, without its rule."""
    kinds = THINGS.get(why.reason, ("hex",))
    fields = dict(_field(kind, it, state) for kind, it in zip(kinds, why.things, strict=False))
    return Text(REASONS[_case(why, state)], fields)


def _field(kind: str, thing: str, state: State) -> tuple[str, Field]:
    """A thing as what it is."""
    match kind:
        case "hex" | "here":
            return kind, p.place(state, thing)
        case "cost" | "left":
            return kind, p.spent(state, int(thing))
        case "due" | "most":
            return kind, p.credits_(int(thing))
        case "steps":
            return kind, p.steps(int(thing))
        case "most-steps":
            return "most", p.steps(int(thing))
        case "count":
            return kind, int(thing)
        case "line":
            return kind, p.line_of(state, int(thing))
        case "company":
            return kind, p.subject(state, int(thing))
        case _:
            return kind, Place(thing)


def _case(why: WhyNot, state: State) -> str:
    """The reason, more exactly where the question decides what would help."""
    step = state.stack[-1] if state.stack else None
    match why.reason, step:
        case "not-connected", Laying() | Opening():
            return "not-beside"
        case (("dear" | "fees"), (Ends(account=True) | Laying(account=True))):
            return f"{why.reason}:account"
        case "dear", _ if int(why.things[1]) > HIGHEST:
            return "dear:never"
        case "no-way", Tracing():
            return "no-way:declared"
        case _:
            return why.reason
