"""The bar that says what is asked and of whom, and everything that may be answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from trainshed.board.scene import Target
from trainshed.core import (
    BACK,
    Action,
    Choice,
    Game,
    Language,
    Match,
    Money,
    News,
    Reader,
    Seat,
    Text,
    Who,
    mark,
    say,
)
from trainshed.core.command import Undo
from trainshed.core.recall import recalled
from trainshed.core.step import Amount
from trainshed.web.tables.errands import Orders, orders
from trainshed.web.tables.seats import Sitting, perspective

from .html import html, html_reader, untagged
from .log import last_own_move
from .prospects import gain


class Passed(Struct, frozen=True):
    """What it means to pass."""

    means: Markup
    sure: Markup
    """What the main button says before it is played; empty where it is played at once."""


class Offer(Struct, frozen=True):
    """An action that may be played now."""

    action: str
    verb: str
    path: tuple[str, ...]
    """The keys to click, one after another."""
    label: Markup
    brings: tuple[Markup, ...] = ()
    """What would follow, a sentence each."""
    tells: Markup = Markup("")
    """The action in a sentence, where a label says too little or nothing is said beside it."""
    gain: int | None = None
    """What it adds to the points that would be counted now, where a game has such."""
    cost: int | None = None
    """What it costs to build, where something is built."""
    fees: int = 0
    """What is owed to others for it."""
    then: str = ""
    """What is played right after it, where one click means both."""
    passing: Passed | None = None
    """What it means, if it is one that passes."""


class Verb(Struct, frozen=True):
    """The offers of one kind."""

    verb: str
    label: Markup
    count: int
    digit: int
    """Its number key, 0 where it has none."""


class Span(Struct, frozen=True):
    """The amounts that may be named, and the first word of the action that names one."""

    verb: str
    low: int
    high: int
    step: int
    reach: int
    """How far a slider goes; any amount up to `high` can be written."""
    words: tuple[Markup, ...] = ()
    """What each amount of the slider is called."""
    counts: bool = False
    """Whether it is a number of things, not of money."""


class Back(Struct, frozen=True):
    """Somebody asks the others to take the game back."""

    who: Seat
    move: int
    """The position to go back to."""
    sentence: Markup
    may_answer: bool
    """Whether the viewer has yet to agree or refuse."""
    is_own: bool = False
    """Whether the viewer himself has asked, and may think better of it."""


class Prompt(Struct, frozen=True):
    """The bar that says what is asked and of whom."""

    mine: bool
    caption: Markup
    question: Markup
    may_undo: bool
    why_no_undo: str
    may_redo: bool
    offers: tuple[Offer, ...] = ()
    beyond: tuple[Offer, ...] = ()
    """What may be chosen after a step back, so that one click can mean both."""
    verbs: tuple[Verb, ...] = ()
    amount: Span | None = None
    """Where any amount may be named."""
    orders: Orders | None = None
    ask_back: int | None = None
    """The position before the viewer's last action, where only the others can let him go back."""
    asks_bots: bool = False
    """Whether all others are bots, who always let him go back."""
    back: Back | None = None
    """The request to go back that waits for answers."""


def prompt(
    match: Match[Any, Any],
    sitting: Sitting,
    reader: Reader,
    offers: tuple[Offer, ...],
    chained: tuple[Offer, ...] = (),
    *,
    mine: bool,
) -> Prompt:
    """The prompt of a match for one viewer, with the offers if they are his."""
    game, state = match.game, match.game.view(match.state, reader.seat)
    step = state.stack[-1] if state.stack else None
    question = game.words(step, state) if isinstance(step, Choice) else Text("")
    undoer = _undoer(match, sitting.mine)
    may_undo = undoer is not None and match.may_undo(undoer)
    since = last_own_move(match, sitting.mine)
    return Prompt(
        mine=mine,
        caption=html(reader, game.caption(state)),
        question=html(reader, question),
        may_undo=may_undo,
        why_no_undo=("" if undoer is None or may_undo else reader.read(match.why_no_undo(undoer))),
        may_redo=any(match.may_redo(seat) for seat in sitting.mine),
        offers=offers,
        beyond=chained,
        verbs=_verbs(match, reader, offers),
        amount=_span(game, step, state, reader) if mine and isinstance(step, Amount) else None,
        orders=orders(match, sitting, reader),
        ask_back=None if may_undo else _ask_back(match, sitting, since),
        asks_bots={*range(len(match.names))} <= {*sitting.mine, *sitting.bots},
        back=_back(match, sitting.mine, reader),
    )


def _ask_back(match: Match[Any, Any], sitting: Sitting, since: int) -> int | None:
    """The move before a viewer's last one, if the others may be asked to go back to it."""
    if not since or match.actor is None or sitting.keeps_to_moves:
        return None
    return since - 1 if match.may_go_back(since - 1) else None


def offers_of(
    match: Match[Any, Any],
    state: Any,  # noqa: ANN401
    reader: Reader,
    *,
    tell: bool = False,
    count: bool = False,
) -> tuple[Offer, ...]:
    """What may be played now, each with what it would bring, and in a sentence on demand."""
    return tuple(
        _offer(match, state, action, reader, tell=tell, count=count)
        for action in match.game.actions(match.state)
    )


def _offer(
    match: Match[Any, Any],
    state: Any,  # noqa: ANN401
    action: Action,
    reader: Reader,
    *,
    tell: bool,
    count: bool,
) -> Offer:
    """An offer; tiles are too many to try them all, the chooser asks what one of them brings."""
    game = match.game
    path = game.target(action, state) or _amount_path(action, state)
    later = len(path) > 1 and path[1].startswith("tile:")
    done = game.does(state, action) if count and len(path) == 1 else None
    tried = done if game.preview is None else None
    news = () if later else game.brings(state, action) if tried is None else tried.brought
    cost, fees = _cost(news)
    line = str(action)
    return Offer(
        action=line,
        verb=line.split(" ", 1)[0],
        path=path,
        label=html(reader, game.label(action, state)),
        brings=_told(game, state, news, reader),
        tells=said(game, state, action, reader) if not later and (tell or not news) else Markup(""),
        gain=None if done is None else gain(game, state, done),
        cost=cost,
        fees=fees,
        passing=_passing(match, state, action, reader),
    )


def _passing(
    match: Match[Any, Any],
    state: Any,  # noqa: ANN401
    action: Action,
    reader: Reader,
) -> Passed | None:
    """What it means to pass, and whether it is asked for twice."""
    game = match.game
    found = game.passing(action, state)
    if found is None:
        return None
    sure = game.sure(match.state, action)
    means = Markup(" · ").join(html(reader, text) for text in found.means)
    return Passed(means, Markup("") if sure is None else html(reader, sure))


def _cost(news: Sequence[News]) -> tuple[int | None, int]:
    """What is built for how much, and the fees for it, where the news tell."""
    for item in news:
        if "cost" in item.__struct_fields__ and "fees" in item.__struct_fields__:
            return item.cost, sum(amount for _, amount in item.fees)  # type: ignore[attr-defined]
    return None, 0


def beyond(
    match: Match[Any, Any],
    reader: Reader,
    offers: Sequence[Offer],
    here: str = "",
) -> tuple[Offer, ...]:
    """Places that could be chosen one step back, and cannot be chosen now.

    The step back is one of the game, or it takes the last move back where that brought nothing.
    The place `here` has been chosen already.
    """
    game, latest = match.game, match.latest
    last = latest[0] if len(latest) == 1 else None
    back = next((offer.action for offer in offers if offer.verb == BACK), None)
    if back is not None:
        after = game.play(match.state, match.read(back))
    elif last and offers and not last.news and match.may_undo(last.seat):
        back, after = str(Undo()), last.before
    else:
        return ()
    if game.actor(after) != game.actor(match.state):
        return ()
    taken = {here, *(offer.path[0] for offer in offers if offer.path)}
    verbs = {offer.verb for offer in offers}
    return tuple(
        Offer(
            action=back,
            verb=verb,
            path=path,
            label=html(reader, game.label(action, after)),
            then=str(action),
        )
        for action in game.actions(after)
        if (verb := str(action).split(" ", 1)[0]) not in verbs
        and len(path := game.target(action, after)) == 1
        and path[0].startswith("hex:")
        and path[0] not in taken
    )


def brings(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
    action: Action,
    reader: Reader,
) -> tuple[Markup, ...]:
    """What an action would bring, a sentence each."""
    return _told(game, state, game.brings(state, action), reader)


def _told(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
    news: Sequence[News],
    reader: Reader,
) -> tuple[Markup, ...]:
    """News in sentences."""
    return tuple(html(reader, game.words(item, state)) for item in news)


def said(game: Game[Any, Any, Any], state: Any, action: Action, reader: Reader) -> Markup:  # noqa: ANN401
    """An action in its own sentence."""
    return html(reader, game.words(action, state))


def targets(offers: Sequence[Offer]) -> tuple[Target, ...]:
    """The offers as things to click: the first key of each path, then the second under it."""
    found: dict[tuple[str | None, str], Target] = {}
    for offer in offers:
        first, *rest = offer.path or ("",)
        action = None if rest else offer.action
        title = say("{label}", label=untagged(offer.label))
        found.setdefault((None, first), Target(first, action, title))
        if rest:
            found[first, rest[0]] = Target(rest[0], offer.action, title, first)
    return tuple(found.values())


def why(
    match: Match[Any, Any], sitting: Sitting, *, under: str | None, key: str
) -> tuple[Markup, str] | None:
    """Why a click is not allowed: the reason in words and the rule's number.

    The action that was meant is an offer with the place that was clicked instead of its own.
    """
    game, seat = match.game, perspective(match, sitting.mine)
    state = game.view(match.state, seat)
    for action in game.actions(state):
        path = game.target(action, state)
        if len(path) < (2 if under else 1) or (under and path[0] != under):
            continue
        place = path[1] if under else path[0]
        if place.split(":")[0] != key.split(":", maxsplit=1)[0]:
            continue
        meant = _elsewhere(action, place.rsplit(":", 1)[-1], key.rsplit(":", 1)[-1])
        if meant == action and place != key:
            continue
        reader = html_reader(match, sitting.language, seat, game.scene(state))
        if meant in game.actions(state):
            return html(reader, say("That is allowed. It is on the board in colour.")), ""
        reason = game.why(state, meant)
        if reason is None:
            return None
        return html(reader, game.because(reason, state)), getattr(reason, "rule", "")
    return None


@recalled(64)
def asks(game: Game[Any, Any, Any], language: Language) -> dict[str, str]:
    """The questions after a click, by kind of action or of key."""
    return {
        name.removeprefix("ask:"): language.gettext(text.msgid)
        for name, text in game.names.items()
        if name.startswith("ask:")
    }


STEPS = 20
"""So many steps a slider has where there is no sensible upper end."""
_ENDLESS = 10**9


def _span(
    game: Game[Any, Any, Any],
    step: Amount[Any, Any],
    state: Any,  # noqa: ANN401
    reader: Reader,
) -> Span:
    """The amounts of a question; where they have no end, those of a slider are said in words."""
    span = step.span(state)
    verb = str(step.name(state, span[0])).split(" ", 1)[0]
    if span[-1] < _ENDLESS:
        return Span(verb, span[0], span[-1], span.step, span[-1])
    reach = span[: STEPS + 1]
    words = tuple(html(reader, game.label(step.name(state, n), state)) for n in reach)
    return Span(verb, span[0], span[-1], span.step, reach[-1], words, _counts(game, step, state))


def _counts(game: Game[Any, Any, Any], step: Amount[Any, Any], state: Any) -> bool:  # noqa: ANN401
    """Whether the amount itself is not money."""
    low = step.span(state)[0]
    fields = game.label(step.name(state, low), state).fields.values()
    return not any(isinstance(field, Money) and field.amount == low for field in fields)


def _amount_path(action: Action, state: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The key of an amount, where a game has none for it."""
    step = state.stack[-1] if state.stack else None
    amount = step.amount(action) if isinstance(step, Amount) else None
    return () if amount is None else (f"amount:{amount}",)


def _elsewhere(action: Action, place: str, other: str) -> Action:
    """The same action at another place."""
    fields = [name for name in action.__struct_fields__ if getattr(action, name) == place]
    return replace(action, **dict.fromkeys(fields, other))


def _back(match: Match[Any, Any], mine: Sequence[Seat], reader: Reader) -> Back | None:
    if match.request is None:
        return None
    who, move = match.agreed[0], match.request.move
    text = say(
        "{who} asks to go back to move {move}.",
        you=mark("You ask to go back to move {move}. The others have to agree."),
        who=Who(who),
        move=move,
    )
    may_answer = any(seat not in match.agreed for seat in mine)
    return Back(who, move, html(reader, text), may_answer, who in mine)


def _undoer(match: Match[Any, Any], mine: Sequence[Seat]) -> Seat | None:
    """The viewer's seat that may take something back: whoever of his acted last."""
    if match.history and match.latest[0].seat in mine:
        return match.latest[0].seat
    return mine[0] if mine else None


def _verbs(match: Match[Any, Any], reader: Reader, offers: tuple[Offer, ...]) -> tuple[Verb, ...]:
    counts: dict[str, int] = {}
    for offer in offers:
        counts[offer.verb] = counts.get(offer.verb, 0) + 1
    names, digits = match.game.names, match.game.digits
    return tuple(
        Verb(verb, html(reader, names.get(f"do:{verb}", verb)), count, digits.get(verb, 0))
        for verb, count in sorted(counts.items(), key=lambda it: digits.get(it[0], 0))
    )
