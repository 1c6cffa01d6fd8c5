"""A game is a value made of functions; legality is asked in one place, `Game.play`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from .action import CHANCE, Action, News, NotAsked, NotDrawn, Order, Seat
from .errors import BadOption, BadRecord, GameOver, IllegalAction
from .notation import read
from .order import Errand
from .state import State
from .step import Auto, Chance, Choice, Route
from .text import Text, say

S = TypeVar("S", bound=State[Any, Any])
A = TypeVar("A", bound=Action)
D = TypeVar("D")

_ENDLESS = 10_000


BACK = "back"
"""The verb of an answer that only leads one step back."""


class Passing(Struct, frozen=True):
    """What an answer means that ends one's part, or does nothing."""

    means: tuple[Text, ...]
    """In a few words each: what lies idle, how long one is out, what one gets."""
    sure: Text | None = None
    """What is asked to be said twice because something is lost by it.

    Without it a pass is asked for twice all the same where it ends one's part: where somebody
    else, chance or nobody is asked next. What a seat just does without, and is asked on, it takes
    back by itself: once is enough. Where nothing else could be done, once is always enough.
    `Game.sure` decides.
    """


class Game(Struct, Generic[S, A, D], frozen=True, kw_only=True, eq=False):
    """The laws and the faces of one game."""

    name: str
    title: str
    blurb: Text
    minutes: tuple[int, int]
    seats: range
    rules: int
    """Version of the laws, kept in records."""
    bound: int
    """No game has more decisions than this."""

    state: type[S]
    action: Any
    """The union of the game's actions, chance included."""
    options: type[Struct]
    """A frozen Struct with defaults."""
    formerly: Mapping[int, Mapping[str, object]] = {}
    """Defaults that have changed: what an option was, under the last laws where it was so."""
    setup: Callable[[Any, int], S]
    """BadOption says which options do not go together, or not with so many seats."""
    earlier: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = lambda values, seats: values
    """The options that a game of so many seats was begun with, in the words of today.

    A set-up that `setup` refuses by now goes on under the laws that it had.
    """
    view: Callable[[S, Seat | None], S] = lambda state, seat: state
    """What a seat may know of the state: everything, unless the game says otherwise."""
    seen: Callable[[A | News, S, Seat | None], Action | News] = lambda thing, state, seat: thing
    guess: Callable[[S, Random], S] = lambda view, rng: view
    """A state that a view could be of; what can be counted is as it was counted."""
    counted: Callable[[S], Mapping[str, range]] = lambda view: {}
    """What anybody who follows the lines knows of the amounts hidden in a view, by their paths.

    Nothing is said of an amount that nobody could count, or of a view that was only shown.
    """
    uncounted: Callable[[S], S] = lambda view: view
    """A view without what was counted: as it is shown, written and sent."""
    upgrade: Callable[[S], S] = lambda state: state
    """A state that was stored before, with what its laws have kept since."""
    tells: Callable[[News, Seat], bool] | None = None
    """Whether a fact shows a seat what was hidden from it: then its move is not taken back."""
    scores: Callable[[S], tuple[int, ...]]
    """What each seat would have if the game ended now."""
    tally: Callable[[S], Mapping[str, tuple[int, ...]]]
    """The scores by their sources."""
    forecast: Callable[[S], Mapping[str, tuple[int, ...]]] | None = None
    """What a round that ended now would score for each seat, by source, where rounds score."""
    due: Callable[[S], Mapping[str, tuple[int, ...]]] = lambda state: {}
    """What counts in the scores at the end of the game only, by source."""
    ties: Callable[[S], tuple[tuple[int, ...], ...]] | None = None
    """What decides between equal scores, for each seat: the greater is better."""
    check: Callable[[S], Iterator[str]]
    """The invariants that are violated."""
    turn: Callable[[S], int]
    """Number of the current turn."""

    scene: Callable[[S], D]
    words: Callable[[A | News | Order | Choice[Any, Any], S], Text]
    label: Callable[[A, S], Text]
    """A choice in two or three words."""
    caption: Callable[[S], Text]
    """Whose turn it is and how far it is."""
    status: Callable[[S], Text]
    """How far the game is, in a few words."""
    target: Callable[[A, S], tuple[str, ...]]
    """The board elements to click, one after another, that mean this action."""
    passing: Callable[[A, S], Passing | None] = lambda action, state: None
    """What it means to pass; None of any other answer.

    A pass stands apart from the other answers, and no number key means it.
    """
    digits: Mapping[str, int] = {}
    """The number keys of those kinds of action that others are asked with.

    One question may have one kind without: its answers are numbered one after another.
    """
    names: Mapping[str, Text]
    """Words for options (`veto`), their values (`veto=free_choice`; `about:veto=free_choice` says
    more), kinds of action (`do:drive`), what is asked after a click (`ask:engine`), sources of the
    tally (`tally:goods`), events (`event:merged`), curves (`curve:prices`), what calls an order
    off (`alarm:sold`) or ends it (`lapse:outbid`), what it may choose (`choice:half`).
    """
    preview: Callable[[S, A], tuple[News, ...]] | None = None
    """What an action would bring, if that is other than the news of what it does."""
    value: Callable[[S], tuple[float, ...]] | None = None
    """How good the state is for each seat."""
    patience: int = 1000
    """How many states a bot may value for one decision."""
    detours: tuple[type, ...] = ()
    """Kinds of action that a bot leaves aside where others will do: drawing what is offered."""
    asides: tuple[type, ...] = ()
    """Kinds of action that may be played at nearly every question and lead no further: a bot takes
    a detour rather than one of them, and one that plays anything plays them seldom."""
    order: Any = None
    """The union of the game's standing answers."""
    orders: Callable[[S, Seat], Sequence[Errand]] | None = None
    """The standing answers a seat may leave now."""
    obey: Callable[[S, Seat, Order], A | None] | None = None
    """The answer an order gives to the question asked now."""
    alarms: Callable[[S, A, S, Seat], Sequence[str]] | None = None
    """What a move of somebody else sets off for a seat, from the states before and after it."""
    lapse: Callable[[S, Seat, Order], str] | None = None
    """Why an order of a seat can act no more, nothing as long as it can."""
    curves: Callable[[S], Mapping[str, Mapping[str, int]]] | None = None
    """What else a chart can show over time, such as share prices: by chart and by line."""
    chapter: Callable[[S], Text] | None = None
    """The round of a state in a few letters, where turns are too many for a chart."""

    currency: str = ""
    """The sign before amounts of money."""
    example: str = ""
    """The record of a game in mid-play, to be shown."""

    _memory: list[tuple[S, Sequence[A]] | None] = msgspec.field(default_factory=lambda: [None])

    def start(self, options: Struct | None = None, seats: int | None = None) -> S:
        """The state in which the first question is asked."""
        options = self._checked(options)
        seats = self.fewest(options) if seats is None else seats
        if not self._is_for(seats):
            raise BadOption(f"{self.name} is for {_span(self.seats)} players, not {seats!r}")
        return self._settle(self.setup(options, seats))

    def fewest(self, options: Struct | None = None) -> int:
        """The least number of seats that goes with the options."""
        return next((n for n in self.seats if self.takes(options, n)), self.seats[0])

    def takes(self, options: Struct | None, seats: int) -> bool:
        """Whether the options go together, and with so many seats."""
        chosen = self._checked(options)
        if not self._is_for(seats):
            return False
        try:
            self.setup(chosen, seats)
        except BadOption:
            return False
        return True

    def _is_for(self, seats: int) -> bool:
        """Whether so many can play with some options: a whole number, and no truth value."""
        return type(seats) is int and seats in self.seats

    def _checked(self, options: Struct | None) -> Struct:
        """The options, the usual ones where none are given; BadOption names what is wrong."""
        if options is None:
            return self.options()
        if not isinstance(options, self.options):
            raise BadOption(f"{self.name}: {options!r} are not its options")
        self.read_options(asdict(options))
        return options

    def actor(self, state: S) -> Seat | None:
        """Who is asked: a seat, CHANCE, or None when the game is over."""
        if not state.stack:
            return None
        step = state.stack[-1]
        return CHANCE if isinstance(step, Chance) else step.actor(state)

    def actions(self, state: S) -> Sequence[A]:
        """What is offered now; the list is made once for each state."""
        remembered = self._memory[0]
        if remembered is not None and remembered[0] is state:
            return remembered[1]
        step = state.stack[-1] if state.stack else None
        if step is None:
            offered: Sequence[A] = ()
        elif isinstance(step, Chance):
            offered = tuple(step.odds(state))
        else:
            offered = step.options(state)
        self._memory[0] = (state, offered)
        return offered

    def only(self, state: S) -> A | None:
        """The one answer to what is asked; None where there is more, or it is nobody's business."""
        step = state.stack[-1] if state.stack else None
        if not isinstance(step, Choice) or isinstance(step, Route) or step.tells:
            return None
        offered = self.actions(state)
        return offered[0] if len(offered) == 1 else None

    def odds(self, state: S) -> Mapping[A, int]:
        """The outcomes of the chance asked now."""
        step = state.stack[-1]
        assert isinstance(step, Chance)
        return step.odds(state)

    def play(self, state: S, action: A) -> S:
        """The state after the action and all that follows by itself."""
        return self._settle(self.decide(state, action))

    def replay(self, state: S, action: A) -> S:
        """The same for an action that was played before: nobody asks again whether it is legal."""
        if not state.stack:
            raise _too_late(action)
        return self._settle(_answered(state, action))

    def decide(self, state: S, action: A) -> S:
        """The state after the action alone; IllegalAction where the laws do not allow it."""
        if not state.stack:
            raise _too_late(action)
        if not self.accepts(state, action):
            offered = len(self.actions(state))
            raise IllegalAction(action, self.why(state, action), offered=offered)
        return _answered(state, action)

    def accepts(self, state: S, action: A) -> bool:
        """Whether an action is legal now, offered or not."""
        step = state.stack[-1] if state.stack else None
        # The best routes may take long to find, and a legal one needs no comparison.
        if step is None or (isinstance(step, Route) and step.is_route(state, action)):
            return step is not None
        offered = self.actions(state)
        if isinstance(step, Chance):
            return action in offered
        accepted: bool = step.accepts(state, action, offered)
        return accepted

    def ranks(self, state: S) -> tuple[int, ...]:
        """The place of each seat, from 1; who is equal in everything shares a place."""
        scores = self.scores(state)
        ties = self.ties(state) if self.ties is not None else ((),) * len(scores)
        results = list(zip(scores, ties, strict=True))
        return tuple(1 + sum(other > mine for other in results) for mine in results)

    def why(self, state: S, action: A) -> News | None:
        """Why an action is not legal now; nothing is asked any more when the game is over."""
        if not state.stack:
            return None
        step = state.stack[-1]
        rule = next((it.rule for it in reversed(state.stack) if getattr(it, "rule", "")), "")
        if isinstance(step, Chance):
            return NotDrawn(rule)
        reason: News | None = step.why(state, action)
        if reason is None and type(action) not in set(map(type, self.actions(state))):
            return NotAsked(rule)
        return reason

    def because(self, reason: News, state: S) -> Text:
        """A reason in a sentence, with the number of its rule."""
        match reason:
            case NotAsked(rule=rule):
                return say(
                    "Something else is asked now: {question} ({rule})",
                    question=self.words(state.stack[-1], state),
                    rule=rule,
                )
            case NotDrawn(rule=rule):
                return say("That cannot come up now. ({rule})", rule=rule)
            case _:
                return self.words(reason, state)

    def sure(self, state: S, action: A) -> Text | None:
        """What passing is called when it has to be said twice; None where once is enough."""
        found = self.passing(action, state)
        others = {str(other) for other in self.actions(state)} - {str(action), BACK}
        if found is None or not others:
            return None
        if found.sure is None and self.actor(self.play(state, action)) == self.actor(state):
            return None
        return found.sure or self.label(action, state)

    def does(self, state: S, action: A) -> S:
        """The state after the action with all its parts, before anything follows by itself."""
        return self._settle(self.decide(state, action), whole=False)

    def brings(self, state: S, action: A) -> tuple[News, ...]:
        """The news that an action would bring, without what follows by itself."""
        if self.preview is not None:
            return self.preview(state, action)
        news: tuple[News, ...] = self.does(state, action).brought
        return news

    def read(self, line: str) -> A:
        """The action written in a line."""
        action: A = read(line, self.action)
        return action

    def read_options(self, values: Mapping[str, object], *, strict: bool = True) -> Struct:
        """The options with these values; with `strict` off, words like `true` and `3` will do."""
        for name, value in values.items():
            self._check_option(name, value, strict=strict)
        return msgspec.convert(dict(values), self.options, strict=strict)

    def recorded_options(
        self, values: Mapping[str, object], rules: int, seats: int | None = None
    ) -> Struct:
        """The options of a game begun under some laws: what it does not name is as it was then."""
        known: dict[str, object] = {}
        for last in sorted(self.formerly, reverse=True):
            if rules <= last:
                known |= self.formerly[last]
        named = {**known, **values}
        if seats is not None and rules < self.rules:
            named = {**self.earlier(named, seats)}
        return self.read_options(named)

    def _check_option(self, name: str, value: object, *, strict: bool) -> None:
        """BadOption names the option, the value that is wrong and what is allowed."""
        choices = self.choices()
        if name not in choices:
            raise BadOption(f"{self.name} has no option {name!r} (it has {', '.join(choices)})")
        try:
            msgspec.convert({name: value}, self.options, strict=strict)
        except msgspec.ValidationError as error:
            allowed = choices[name]
            if not allowed:
                raise BadOption(f"{self.name}: {name} cannot be {value!r}: {error}") from None
            listed = ", ".join(map(shown, allowed))
            kind = "" if shown(value) not in map(shown, allowed) else f" ({_kind(allowed[-1])})"
            raise BadOption(
                f"{self.name}: {name} is one of {listed}{kind}, not {value!r}"
            ) from None

    def choices(self) -> dict[str, tuple[Any, ...] | None]:
        """The values each option may take, None where they are not a short list."""
        hints = _hints(self.options)
        return {info.name: _values(hints[info.name]) for info in fields(self.options)}

    def encode(self, state: S) -> bytes:
        """The state as JSON; sets of cells are written in hexadecimal.

        A view is written as it is shown: who reads it has to count for himself.
        """
        shown = self.uncounted(state) if state.hidden else state
        return msgspec.json.encode(shown, enc_hook=_hexadecimal)

    def decode(self, data: bytes | str) -> S:
        """The state that `encode` wrote."""
        try:
            state: S = msgspec.json.decode(data, type=self.state, dec_hook=_from_hexadecimal)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadRecord(f"a state of {self.name} cannot be read: {error}") from None
        return self.upgrade(state)

    def _settle(self, state: S, *, whole: bool = True) -> S:
        """Run the steps that nobody is asked for; with `whole` off only those of the action."""
        own = -1
        for _ in range(_ENDLESS):
            step = state.stack[-1] if state.stack else None
            if not isinstance(step, Auto):
                return _marked(state, own)
            if not step.completes():
                if not whole:
                    return _marked(state, own)
                if state.own < 0 > own:
                    own = len(state.news)
            state = step.run(state)
        raise AssertionError(f"endless: {state.stack[-1]}")


def _answered(state: S, action: Action) -> S:
    """The state after a legal answer to what is asked."""
    step = state.stack[-1]
    after: S = step.play(state.untold(), action)
    return after


def _marked(state: S, own: int) -> S:
    """The state with the marks that part its news, where there is something behind them."""
    many = len(state.news)
    if state.said >= many:
        state = replace(state, said=-1)
    return replace(state, own=own) if 0 <= own < many else state


def _too_late(action: Action) -> GameOver:
    return GameOver(f"the game is over, {str(action)!r} cannot be played")


def shown(value: object) -> str:
    """The value of an option as people write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(hint: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - a type hint
    """The values that a Literal, a bool or a str with listed values allows."""
    if hint is bool:
        return (False, True)
    for extra in getattr(hint, "__metadata__", ()):
        return tuple(extra.extra["values"])
    return get_args(hint) or None


@cache
def _hints(options: type[Struct]) -> dict[str, Any]:
    return get_type_hints(options, include_extras=True)


def _kind(value: object) -> str:
    return "text" if isinstance(value, str) else type(value).__name__


def _span(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def _hexadecimal(value: object) -> str:
    if isinstance(value, int):
        return format(value, "x")
    raise NotImplementedError(type(value))


def _from_hexadecimal(kind: type, text: object) -> object:
    if not issubclass(kind, int):
        raise NotImplementedError(kind)
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is no text")  # noqa: TRY004 - what is read is wrong
    return kind(int(text, 16))
