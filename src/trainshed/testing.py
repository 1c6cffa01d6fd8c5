"""The contract that every game must pass, checked by random play.

    from trainshed.testing import check_game

    def test_contract():
        check_game(GAME)

Third parties can run it on their own games; it needs the extra “testing”. A failure prints a record
that reproduces it.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from trainshed.board import png, svg, term
from trainshed.bots.random import RandomBot
from trainshed.core import (
    BACK,
    LANGUAGES,
    Action,
    Chance,
    Choice,
    Game,
    IllegalAction,
    Match,
    NotInstalled,
    NotYourTurn,
    NoUndo,
    Reader,
    Seat,
    Text,
    check_draws,
    dumps,
    language,
    loads,
)
from trainshed.core.history import Move

MOST_OFFERS = 500
"""No question offers more answers than this."""
MORE = 3000
"""By how much hidden amounts are changed, which must not change what is counted."""
MOST_TWINS = 30
"""So many other answers are compared with the one that was played."""
AnyGame = Game[Any, Any, Any]


class Violation(AssertionError):
    """The contract is broken; the text ends with a record that reproduces it."""


class Setup(Struct, frozen=True):
    """How one game of the check is set up."""

    seats: int
    options: Mapping[str, Any]
    seed: str


def check_game(
    game: AnyGame, *, examples: int = 10, languages: Sequence[str] = tuple(LANGUAGES)
) -> None:
    """Check the whole contract: covering set-ups, set-ups that Hypothesis finds, two hash seeds."""
    try:
        from hypothesis import HealthCheck, assume, given, settings  # noqa: PLC0415 - an extra
        from hypothesis import strategies as st  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise NotInstalled("check_game", error.name, extra="testing") from None
    for setup in setups(game):
        check_setup(game, setup, languages=languages)
    choices = {name: values for name, values in game.choices().items() if values}
    strategy = st.builds(
        Setup,
        seats=st.sampled_from(list(game.seats)),
        options=st.fixed_dictionaries({n: st.sampled_from(v) for n, v in choices.items()}),
        seed=st.integers(0, 10**6).map(str),
    )

    @settings(
        max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(strategy)
    def any_setup(setup: Setup) -> None:
        assume(_takes(game, setup))
        check_setup(game, setup, languages=languages)

    any_setup()
    check_hash_seeds(game)


def setups(game: AnyGame, seed: str = "contract") -> list[Setup]:
    """Set-ups in which every two values of options, and every number of seats, meet."""
    choices: dict[str, tuple[Any, ...]] = {"": tuple(game.seats)}
    choices |= {name: values for name, values in game.choices().items() if values}
    found = list[Setup]()
    for row in pairs(list(choices.values())):
        options = dict(zip(list(choices)[1:], row[1:], strict=True))
        setup = Setup(row[0], options, f"{seed}/{len(found)}")
        found += [setup] if _takes(game, setup) else _near(game, setup)
    return found


def _takes(game: AnyGame, setup: Setup) -> bool:
    """Whether a set-up is one that the game allows."""
    return game.takes(game.read_options(setup.options), setup.seats)


def _near(game: AnyGame, setup: Setup) -> list[Setup]:
    """The nearest allowed to one that is refused: with other seats, with one other option."""
    seated = (replace(setup, seats=seats) for seats in game.seats)
    chosen = (
        replace(setup, options={**setup.options, name: value}, seed=f"{setup.seed}/{name}")
        for name, values in game.choices().items()
        for value in values or ()
    )
    nearest = [next((it for it in some if _takes(game, it)), None) for some in (seated, chosen)]
    return [it for it in nearest if it is not None]


def pairs(columns: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Rows in which every value of a column meets every value of every other column."""
    wanted = {
        ((i, a), (j, b)): None
        for i, j in itertools.combinations(range(len(columns)), 2)
        for a in range(len(columns[i]))
        for b in range(len(columns[j]))
    }
    rows = []
    while wanted:
        row = dict(next(iter(wanted)))
        for i in sorted(range(len(columns)), key=lambda i: -len(columns[i])):
            if i not in row:
                row[i] = _most_met(wanted, row, i, len(columns[i]))
        for meeting in itertools.combinations(sorted(row.items()), 2):
            wanted.pop(meeting, None)
        rows.append(tuple(column[row[i]] for i, column in enumerate(columns)))
    return rows or [tuple(column[0] for column in columns)]


def _most_met(wanted: Mapping[Any, None], row: Mapping[int, int], i: int, values: int) -> int:
    """The value of a column that has most wanted meetings with a row."""
    return max(range(values), key=lambda a: _met(wanted, row, (i, a)))


def _met(wanted: Mapping[Any, None], row: Mapping[int, int], one: tuple[int, int]) -> int:
    """How many wanted meetings a value has with those already in a row."""
    return sum((min(one, other), max(one, other)) in wanted for other in row.items())


def check_setup(
    game: AnyGame, setup: Setup, *, languages: Sequence[str] = tuple(LANGUAGES)
) -> None:
    """Play one random game and check every clause of the contract on the way."""
    match = Match(
        game, seats=setup.seats, options=game.read_options(setup.options), seed=setup.seed
    )
    with reproducible(match):
        _play(match, Random(setup.seed), languages)
        _check_end(match)


@contextmanager
def reproducible(match: Match[Any, Any]) -> Iterator[None]:
    """Add the record of the match to whatever goes wrong."""
    try:
        yield
    except Exception as error:
        record = dumps(match.record(whole=True))
        raise Violation(f"{type(error).__name__}: {error}\n\n{record}") from error


def _play(match: Match[Any, Any], rng: Random, languages: Sequence[str]) -> None:
    game, bot = match.game, RandomBot()
    kinds: set[type] = set()
    pool: list[Action] = []
    decisions = 0
    while (actor := match.actor) is not None:
        _require(decisions <= game.bound, f"more than {game.bound} decisions")
        step = match.state.stack[-1]
        new = type(step) not in kinds
        kinds.add(type(step))
        offered = game.actions(match.state)
        _check_offers(match, offered)
        _check_digits(match, offered)
        _check_invariants(match)
        if new or _due(decisions, 10):
            _check_every_offer(match, offered)
            _check_refusal(match, pool)
            _check_json(match)
            _check_secrets(match)
        if new or _due(decisions, 25):
            _check_drawing(match)
        action = bot.choose(game, match.state, offered, rng)
        _check_words(match, action, languages)
        match.play(actor, action)
        _check_undo(match, actor)
        pool = [*pool[-200:], *rng.sample(list(offered), min(3, len(offered)))]
        decisions += 1


def _due(decisions: int, every: int) -> bool:
    """Whether it is time for a check that takes long: the longer a game, the more seldom."""
    return decisions % (every * (1 + decisions // 250)) == 0


def _require(truth: object, text: str) -> None:
    if not truth:
        raise Violation(text)


def _check_offers(match: Match[Any, Any], offered: Sequence[Action]) -> None:
    step = match.state.stack[-1]
    _require(offered, f"{step} offers nothing")
    _require(len(offered) <= MOST_OFFERS, f"{step} offers {len(offered)} answers")
    _require(len(set(offered)) == len(offered), f"{step} offers an answer twice")


def _check_digits(match: Match[Any, Any], offered: Sequence[Action]) -> None:
    """Kinds that are asked together have a number key each, all but one; passing has none."""
    game, state = match.game, match.state
    if not isinstance(state.stack[-1], Choice):
        return
    passes, kinds = set[str](), set[str]()
    for action in offered:
        passing = game.passing(action, state)
        _require(passing is None or passing.means, f"{action} does not say what it means")
        (passes if passing else kinds).add(str(action).split(" ", 1)[0])
    _require(not passes & {*kinds, *game.digits}, f"passing has a number: {passes}")
    kinds -= {BACK}
    if len(kinds) > 1:
        found = [game.digits[kind] for kind in kinds if kind in game.digits]
        _require(len(set(found)) == len(found) >= len(kinds) - 1, f"one number for two: {kinds}")


def _check_invariants(match: Match[Any, Any]) -> None:
    for violation in match.game.check(match.state):
        raise Violation(violation)
    tally = match.game.tally(match.state)
    sums = tuple(map(sum, zip(*tally.values(), strict=True)))
    _require(sums == match.game.scores(match.state), f"tally {tally} does not sum to the scores")


def _check_every_offer(match: Match[Any, Any], offered: Sequence[Action]) -> None:
    game, state = match.game, match.state
    for action in offered:
        _require(game.read(str(action)) == action, f"{str(action)!r} does not read back")
        after = game.play(state, action)
        _require(after is not state, f"{str(action)!r} changes nothing")


def _check_refusal(match: Match[Any, Any], pool: Sequence[Action]) -> None:
    game, state = match.game, match.state
    step, before = state.stack[-1], game.encode(state)
    offered = game.actions(state)
    for action in pool:
        accepted = (
            action in offered if isinstance(step, Chance) else step.accepts(state, action, offered)
        )
        if accepted:
            continue
        try:
            game.play(state, action)
        except IllegalAction as error:
            if error.why is None:
                raise Violation(f"{str(action)!r} is refused without a reason") from None
            _require(isinstance(game.because(error.why, state), Text), f"no words: {error.why}")
        else:
            raise Violation(f"{str(action)!r} is not accepted but was played")
    _require(game.encode(state) == before, "a refused action changed the state")
    try:
        match.play(Seat((match.actor or 0) + 1), offered[0])
    except NotYourTurn:
        pass
    else:
        raise Violation("a seat that is not asked could play")


def _check_json(match: Match[Any, Any]) -> None:
    game, state = match.game, match.state
    _require(game.decode(game.encode(state)) == state, "the state does not survive JSON")


def _check_secrets(match: Match[Any, Any]) -> None:
    game, state = match.game, match.state
    rng = Random(match.version)
    for seat in (*map(Seat, range(state.seats)), None):
        view = game.view(state, seat)
        if view is state:
            _require(not state.hidden, "the state itself hides something")
            continue
        other = game.guess(view, rng)
        _require(game.view(other, seat) == view, f"the view of seat {seat} tells a secret")
        _require(not other.hidden, "a guess hides something")
        _check_shown(game, view, rng)
        _check_counted(match, view, seat, other)
        if seat == match.actor:
            same = list(game.actions(view)) == list(game.actions(state))
            _require(same, f"seat {seat} has other options in its view")
        elif match.actor is not None and not state.stack[-1].tells:
            same = list(game.actions(other)) == list(game.actions(state))
            _require(same, f"what {state.stack[-1]} offers tells seat {seat} a secret")
        for move in match.history[-3:]:
            _check_line(match, move, seat, rng)


def _check_shown(game: AnyGame, view: Any, rng: Random) -> None:  # noqa: ANN401 - of any game
    """A view is written as it is shown, and can be completed from that alone."""
    shown = game.uncounted(view)
    _require(game.decode(game.encode(view)) == shown, "a view is written with more than is shown")
    _require(shown.hidden == view.hidden, "what is hidden changes when it is shown")
    guessed = game.guess(shown, rng)
    _require(not guessed.hidden, "a guess from what is shown hides something")


def _check_counted(
    match: Match[Any, Any],
    view: Any,  # noqa: ANN401 - of any game
    seat: Seat | None,
    guessed: Any,  # noqa: ANN401
) -> None:
    """The truth lies in what is counted, a guess too, and it is counted from the lines alone."""
    game, state = match.game, match.state
    counted = game.counted(view)
    for path, span in counted.items():
        _require(path in view.hidden, f"{path} is counted, but it is not hidden")
        _require(_amount(state, path) in span, f"{path} is {_amount(state, path)}, not in {span}")
        _require(_amount(guessed, path) in span, f"a guess at {path} is not in {span}")
    if not counted:
        return
    twin = _otherwise(game, state, counted)
    same = game.counted(game.view(twin, seat)) == counted
    _require(same, f"what seat {seat} counts tells a secret")
    for action in list(game.actions(state))[:MOST_TWINS]:
        if action in game.actions(twin):
            _check_twins(game, seat, action, game.play(state, action), game.play(twin, action))


def _check_twins(game: AnyGame, seat: Seat | None, action: Action, one: Any, other: Any) -> None:  # noqa: ANN401
    """Where a line reads the same, the same is counted after it."""
    if one.news == other.news:
        counted = game.counted(game.view(one, seat)), game.counted(game.view(other, seat))
        _require(counted[0] == counted[1], f"after {str(action)!r} seat {seat} counts a secret")


def _amount(state: Any, path: str) -> int:  # noqa: ANN401 - of any game
    """The amount at a path, the sum where it has parts."""
    found = state
    for name in path.split("."):
        found = found[int(name)] if name.isdecimal() else getattr(found, name)
    return sum(found) if isinstance(found, tuple) else int(found)


def _otherwise(game: AnyGame, state: Any, paths: Iterable[str]) -> Any:  # noqa: ANN401
    """A state that differs in hidden amounts only: everybody is richer than he is."""
    known = json.loads(game.encode(state))
    for path in paths:
        *names, last = path.split(".")
        inside = known
        for name in names:
            inside = inside[int(name) if name.isdecimal() else name]
        at: Any = int(last) if last.isdecimal() else last
        if isinstance(inside[at], list):
            inside[at][0] += MORE
        else:
            inside[at] += MORE
    return game.decode(json.dumps(known))


def _check_line(match: Match[Any, Any], move: Move[Any], seat: Seat | None, rng: Random) -> None:
    """A line reads the same whatever the seat may not know: the state, or the action itself."""
    game = match.game
    shown = game.seen(move.action, move.before, seat)
    again = game.seen(move.action, game.guess(game.view(move.before, seat), rng), seat)
    _require(shown == again, f"{shown} tells seat {seat} a secret")
    after = game.view(move.after, seat)
    news = [game.seen(item, move.before, seat) for item in move.news]
    for other in list(game.actions(move.before))[:MOST_TWINS]:
        twin = game.play(move.before, other)
        if other != move.action and game.view(twin, seat) == after:
            same = game.seen(other, move.before, seat) == shown
            _require(same, f"{shown} tells seat {seat} which action was played")
            told = [game.seen(item, move.before, seat) for item in twin.news]
            _require(told == news, f"{news} tells seat {seat} which action was played")


def _check_drawing(match: Match[Any, Any]) -> None:
    game, reader = match.game, _reader(match, "en")
    for seat in (Seat(0), None):
        scene = game.scene(game.view(match.state, seat))
        _require(svg(scene, reader=reader).startswith("<svg"), "no picture")
        _require(term(scene, reader=reader), "nothing for the terminal")


def _check_words(match: Match[Any, Any], action: Action, languages: Sequence[str]) -> None:
    game, state = match.game, match.state
    step = state.stack[-1]
    things: list[Any] = [action, *game.brings(state, action), *state.news]
    if isinstance(step, Choice):
        things.append(step)
    texts = [game.words(thing, state) for thing in things]
    texts += [game.label(action, state), game.status(state), game.caption(state)]
    passed = filter(None, (game.passing(offer, state) for offer in game.actions(state)))
    texts += [text for it in passed for text in (*it.means, it.sure) if text is not None]
    for code in languages:
        for seat in (None, Seat(0)):
            reader = _reader(match, code, seat)
            for text in texts:
                _require(reader.read(text).strip(), f"no words in {code} for {text}")


def _reader(match: Match[Any, Any], code: str, seat: Seat | None = None) -> Reader:
    return Reader(language(code), match.names, seat)


def _check_undo(match: Match[Any, Any], actor: Seat) -> None:
    after = match.state
    for seat in map(Seat, range(match.start.seats)):
        last = match.history[-1]
        if last.seat != seat:
            try:
                match.undo(seat)
            except NoUndo:
                continue
            raise Violation(f"seat {seat} took back a line of seat {last.seat}")
    last = match.history[-1]
    if last.seat == actor and match.may_undo(actor):
        match.undo(actor)
        _require(match.state == last.before, "undo does not lead back")
        match.redo(actor)
        _require(match.state == after, "undo and redo are not the identity")
    elif last.seat == actor and match.actor is not None:
        shown = set(match.game.view(last.before, actor).hidden)
        shown -= set(match.game.view(last.after, actor).hidden)
        tells = match.game.tells
        told = tells is not None and any(tells(item, actor) for item in last.news)
        _require(shown or told, "an own action cannot be taken back although it showed nothing")


def _check_end(match: Match[Any, Any]) -> None:
    game = match.game
    _check_invariants(match)
    _check_json(match)
    record = match.record()
    _require(loads(dumps(record)) == record, "the record does not survive as text")
    again = Match.replay(game, record)
    _require(again.state == match.state, "replaying the record leads elsewhere")
    for it in (match, again):
        found = check_draws(it)
        _require(found.verdict == "checked", f"all was drawn from the seed, but {found}")
    restored = Match(
        game, seats=match.start.seats, options=match.options, seed=match.seed, names=match.names
    )
    restored.resume([(line.seat, line.text) for line in match.log], trusted=True)
    _require(restored.state == match.state, "the log with its undos leads elsewhere")
    picture = png(game.scene(match.state), reader=_reader(match, "en"), width=400)
    _require(picture.startswith(b"\x89PNG"), "no picture of the end")


def check_hash_seeds(game: AnyGame) -> None:
    """The same seed gives the same record whatever the order of sets in this process."""
    module, name = _where(game)
    code = (
        "from random import Random; from trainshed.board import svg;"
        "from trainshed.core import Match, Reader, dumps, language;"
        "from trainshed.bots.random import RandomBot;"
        f"from {module} import {name} as game; rng = Random(1); bot = RandomBot();"
        "match = Match(game, seats=game.seats[-1], seed='hash');\n"
        "while match.actor is not None:\n"
        " match.play(match.actor,"
        " bot.choose(game, match.state, game.actions(match.state), rng))\n"
        "print(dumps(match.record()));"
        "print(svg(game.scene(match.state), reader=Reader(language('en'), match.names)))"
    )
    outputs = []
    for seed in ("1", "2"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        run = subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, "-c", code], env=environment, capture_output=True, check=False
        )
        _require(run.returncode == 0, run.stderr.decode())
        outputs.append(run.stdout)
    _require(outputs[0] == outputs[1], "the record depends on the hash seed")


def _where(game: AnyGame) -> tuple[str, str]:
    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()) if hasattr(module, "__dict__") else []:
            if value is game and name.isidentifier():
                return module.__name__, name
    raise Violation(f"{game.name} is not a name of any module")


__all__ = ["Setup", "Violation", "check_game", "check_hash_seeds", "check_setup", "setups"]
