"""A match drives one game: it plays chance, keeps the log, takes back and brings back.

The log only grows: taking back is a line too. Its length is the version that pages carry.
What remains after folding the log is the history, and that is what a record holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from .action import CHANCE, Action, News, Seat
from .chance import commitment, draw
from .command import COMMANDS, AgreeBack, AskBack, Command, Redo, RefuseBack, Undo
from .errors import BadRecord, NotYourTurn, NoUndo, TrainshedError
from .game import Game
from .history import Move, Span, keep
from .notation import read
from .record import SET, Record
from .state import State
from .text import Text, say

S = TypeVar("S", bound=State[Any, Any])
A = TypeVar("A", bound=Action)


ALONE = "= "
"""What a line begins with that answers a question for which there was one answer only."""


class Line(Struct, frozen=True, gc=False):
    """One line of the log: who, and what he decided."""

    seat: Seat
    action: Action
    alone: bool = False
    """Nobody had to decide: it was the only answer, and played as soon as it was asked for."""

    @property
    def text(self) -> str:
        """As it is stored."""
        return f"{ALONE if self.alone else ''}{self.action}"


class Match(Generic[S, A]):
    """One game being played.

    `log` holds every line, `history` the moves that count, `struck` those that were taken back.
    """

    def __init__(
        self,
        game: Game[S, A, Any],
        *,
        seats: int | None = None,
        options: Struct | None = None,
        seed: str = "",
        names: Sequence[str] = (),
        lot: bool = True,
    ) -> None:
        """Begin a game; with `lot` off, chance is not drawn but must be played as lines."""
        self.game = game
        self.options = game.options() if options is None else options
        self.seed = seed
        self.lot = lot
        self.by_hand = False
        """Whether its record says that somebody has set what chance brought."""
        self.start = game.start(self.options, seats)
        self.names = unique(names or [f"Player {n + 1}" for n in range(self.start.seats)])
        self.log: list[Line] = []
        self.history: list[Move[S]] = []
        self.undone: list[list[Move[S]]] = []
        self.struck: list[Move[S]] = []
        self.request: AskBack | None = None
        self.agreed: list[Seat] = []
        self.memo: dict[Any, Any] = {}
        """What was made of its moves and may be made again; twins share it."""
        self._chances = 0
        self._draw()

    @property
    def state(self) -> S:
        """The state now."""
        return self.history[-1].after if self.history else self.start

    @property
    def version(self) -> int:
        """The number of lines in the log."""
        return len(self.log)

    @property
    def actor(self) -> Seat | None:
        """Who is asked, None when the game is over."""
        return self.game.actor(self.state)

    def at(self, move: int) -> S:
        """The state after a number of moves."""
        return self.history[move - 1].after if move else self.start

    def play(self, seat: Seat, action: Action) -> None:
        """Play an action of a seat, and chance until a seat must choose again."""
        match action:
            case AskBack(move=move) if self.actor is not None and not self.may_go_back(move):
                raise NoUndo(f"something was drawn or shown after move {move}")
        self._play(seat, action, self.game.play)

    def play_only(self) -> None:
        """Play the only answer there is to what is asked, as a line that says so."""
        actor, action = self.actor, self.game.only(self.state)
        assert actor is not None
        assert action is not None
        self._play(actor, action, self.game.replay, alone=True)

    def _play(
        self, seat: Seat, action: Action, laws: Callable[[S, A], S], *, alone: bool = False
    ) -> None:
        """Play an action of a seat, whose consequences the laws tell."""
        if isinstance(action, Command):
            self._command(seat, action)
            return
        before = self.state
        actor = self.game.actor(before)
        if actor is not None and seat != actor:
            raise NotYourTurn(f"seat {actor} is asked, not seat {seat}: {str(action)!r}")
        after = laws(before, action)  # type: ignore[arg-type]
        self._log(seat, action, alone=alone)
        self._reach(seat, action, before, after, alone=alone)
        self.undone.clear()
        self._drop_request()
        if seat == CHANCE:
            self._chances += 1
        self._draw()

    def _reach(self, seat: Seat, action: Action, before: S, after: S, *, alone: bool) -> None:
        """Add a move to the history; its states share a span with those before it."""
        span = self.history[-1].span if self.history else None
        count = 0 if span is None else span.grow(before, action, after)
        if span is None or not count:
            if span is not None:
                keep(span)
            span = Span([before], self.game.replay)  # type: ignore[arg-type]
            count = span.grow(before, action, after)
        self.history.append(Move(seat, action, span, count - 1, self.version, alone))

    def may_undo(self, seat: Seat) -> bool:
        """Whether a seat may take back its last action by itself, and what followed of need."""
        if self.actor is None or not self.history:
            return False
        back = self.latest
        return back[0].seat == seat and not any(self._shows(move, seat) for move in back)

    @property
    def latest(self) -> list[Move[S]]:
        """The last move that somebody decided, and those that had to follow; they go together."""
        return self.history[self._decided :]

    @property
    def _decided(self) -> int:
        """How many moves there were before the last one that somebody decided."""
        last = len(self.history) - 1
        while last > 0 and self.history[last].alone:
            last -= 1
        return max(last, 0)

    def may_go_back(self, move: int) -> bool:
        """Whether everybody could agree to go back: nothing was drawn or shown after a move."""
        if move not in range(len(self.history)):
            return True  # who asks for it hears that there is no such move
        return self.history[move].number > self._known()

    def _known(self) -> int:
        """The line of the last move by which something was drawn or shown: it stays."""
        looked, found = self.memo.get("known", (None, 0))
        for move in reversed(self.history):
            if move is looked:
                break
            everybody = map(Seat, range(self.start.seats))
            if move.seat == CHANCE or any(self._shows(move, seat) for seat in everybody):
                found = move.number
                break
        else:
            found = 0
        if self.history:
            self.memo["known"] = self.history[-1], found
        return int(found)

    def _shows(self, move: Move[S], seat: Seat) -> bool:
        """Whether a move showed a seat what was hidden from it."""
        tells = self.game.tells
        if tells is not None and any(tells(item, seat) for item in move.news):
            return True
        known = self.game.view(move.before, seat).hidden
        return not set(known) <= set(self.game.view(move.after, seat).hidden)

    def why_no_undo(self, seat: Seat) -> Text:
        """How far back a seat may go by itself, where it may not go further."""
        if self.actor is None:
            return say("The game is over: nothing can be taken back.")
        if not self.history:
            return say("Nothing has been played yet.")
        last = self.latest[0]
        if last.seat == CHANCE:
            return say("Undo reaches back to the last draw.")
        if last.seat != seat:
            return say("Undo reaches back to the last action of another player.")
        return say("Undo reaches back to the moment when something hidden was shown.")

    def may_redo(self, seat: Seat) -> bool:
        """Whether a seat may bring back what it took back."""
        return bool(self.undone) and self.undone[-1][0].seat == seat

    def undo(self, seat: Seat) -> None:
        """Take back the last action of a seat."""
        self.play(seat, Undo())

    def redo(self, seat: Seat) -> None:
        """Bring back what a seat took back last."""
        self.play(seat, Redo())

    def record(self, seat: Seat | None = None, *, whole: bool = False) -> Record:
        """The record as a seat may see it: masked, and without the seed, until the end."""
        whole = whole or self.actor is None
        has_seed = self.lot or self.seed != ""
        return Record(
            game=self.game.name,
            rules=self.game.rules,
            seats=self.start.seats,
            names=tuple(self.names),
            seed=self.seed if whole and has_seed else None,
            seed_sha256=None if whole or not has_seed else commitment(self.seed),
            chance=SET if self.by_hand else None,
            options=msgspec.to_builtins(self.options),
            lines=tuple(str(m.action if whole else self.seen(m, seat)) for m in self.history),
        )

    def seen(self, move: Move[S], seat: Seat | None) -> Action:
        """The action of a move as a seat may see it."""
        seen = self.game.seen(move.action, move.before, seat)  # type: ignore[arg-type]
        assert isinstance(seen, Action)
        return seen

    def told(self, move: Move[S], seat: Seat | None) -> list[Text]:
        """A move in sentences as a seat may read them: the action, then its news."""
        game = self.game
        before, after = game.view(move.before, seat), game.view(move.after, seat)
        return [
            game.words(self.seen(move, seat), before),  # type: ignore[arg-type]
            *(game.words(item, after) for item in self.heard(move, seat)),  # type: ignore[arg-type]
        ]

    def heard(self, move: Move[S], seat: Seat | None) -> list[Action | News]:
        """The news of a move as a seat may hear them."""
        return [self.game.seen(item, move.before, seat) for item in move.news]

    def parts(self, move: Move[S], seat: Seat | None) -> list[slice]:
        """Which news are told together: what the actor did, then each thing that came of it.

        What others do or get by it is told by itself, and so is what followed; neighbours of one
        kind, or about one company, together.
        """
        heard, found = self.heard(move, seat), [slice(0, move.own)]
        for number in range(move.own, len(heard)):
            if number > move.own and _alike(heard[number - 1], heard[number]):
                found[-1] = slice(found[-1].start, number + 1)
            else:
                found.append(slice(number, number + 1))
        return found

    @classmethod
    def replay(
        cls,
        game: Game[S, A, Any],
        record: Record,
        *,
        at: int | None = None,
        trusted: bool = False,
    ) -> Match[S, A]:
        """The match of a record, up to line `at`; BadRecord names the line that does not fit.

        The lines of a trusted one are known as legal.
        """
        match = cls(
            game,
            seats=record.seats,
            options=game.recorded_options(record.options, record.rules, record.seats),
            seed=record.seed or "",
            names=record.names,
            lot=False,
        )
        laws = game.replay if trusted else game.play
        for number, line in enumerate(record.lines[:at], 1):
            try:
                action = game.read(line)
                actor = match.actor
                match._play(CHANCE if actor is None else actor, action, laws)
            except TrainshedError as error:
                played = len(match.history)
                raise BadRecord(str(error), line=number, played=played) from error
        match.lot = record.seed is not None
        match.by_hand = record.chance == SET
        return match

    def resume(self, lines: Iterable[tuple[Seat, str]], *, trusted: bool = False) -> None:
        """Play the lines of a stored log, taking back included; trusted ones are known as legal."""
        self.log, self.history, self.undone, self.struck = [], [], [], []
        self._chances = 0
        self.follow(lines, trusted=trusted)

    def follow(self, lines: Iterable[tuple[Seat, str]], *, trusted: bool = False) -> None:
        """Play the lines of a stored log that come after those that were played."""
        lot, self.lot = self.lot, False
        laws = self.game.replay if trusted else self.game.play
        for seat, text in lines:
            alone = text.startswith(ALONE)
            self._play(seat, self.read(text.removeprefix(ALONE)), laws, alone=alone)
        self.lot = lot
        self._draw()

    def until(self, version: int) -> Match[S, A]:
        """The match as it was after so many lines; its states are shared, not played again."""
        moves = {move.number: move for move in (*self.struck, *self.history)}
        then = copy(self)
        then.log, then.lot = self.log[:version], False
        then.history, then.undone, then.struck, then._chances = [], [], [], 0  # noqa: SLF001 - our twin
        then._drop_request()  # noqa: SLF001
        for number, line in enumerate(then.log, 1):
            then._fold(line, moves.get(number))  # noqa: SLF001
        then.lot = self.lot
        return then

    def _fold(self, line: Line, move: Move[S] | None) -> None:
        """Let a line count again; `move` is what it led to, if it was no command."""
        match line.action:
            case _ if move is not None:
                self.history.append(move)
                self._chances += move.seat == CHANCE
                self.undone.clear()
                self._drop_request()
            case Undo():
                self._back(self._decided)
            case Redo():
                self._bring_back()
            case AskBack():
                self.request, self.agreed = line.action, [line.seat]
                self._agree()
            case AgreeBack():
                self.agreed.append(line.seat)
                self._agree()
            case RefuseBack():
                self._drop_request()

    def read(self, text: str) -> Action:
        """The action or command in a line of the log."""
        command = COMMANDS.get(text.split(" ", 1)[0])
        action: Action = self.game.read(text) if command is None else read(text, command)
        return action

    def _log(self, seat: Seat, action: Action, *, alone: bool = False) -> None:
        self.log.append(Line(seat, action, alone))

    def _draw(self) -> None:
        while self.lot and self.actor == CHANCE:
            outcome = draw(self.game.odds(self.state), self.seed, self._chances)
            self.play(CHANCE, outcome)

    def _command(self, seat: Seat, command: Command) -> None:
        if self.actor is None:
            raise NoUndo(f"the game is over, {str(command)!r} comes too late")
        match command:
            case Undo():
                if not self.may_undo(seat):
                    raise NoUndo(f"seat {seat}: {self.why_no_undo(seat).msgid}")
                self._log(seat, command)
                self._back(self._decided)
            case Redo():
                if not self.may_redo(seat):
                    raise NoUndo(f"seat {seat} has nothing to bring back")
                self._log(seat, command)
                self._bring_back()
            case AskBack(move=move):
                if not 0 <= move < len(self.history):
                    raise NoUndo(f"there is no move {move} to go back to")
                self._log(seat, command)
                self.request, self.agreed = command, [seat]
                self._agree()
            case AgreeBack() | RefuseBack():
                self._answer(seat, command)

    def _answer(self, seat: Seat, command: AgreeBack | RefuseBack) -> None:
        """Agree or refuse once; who asked may withdraw."""
        if self.request is None:
            raise NoUndo("nobody asked to go back")
        is_withdrawal = isinstance(command, RefuseBack) and seat == self.agreed[0]
        if seat not in range(self.start.seats) or (seat in self.agreed and not is_withdrawal):
            raise NoUndo(f"seat {seat} has nothing to answer")
        self._log(seat, command)
        if isinstance(command, RefuseBack):
            self._drop_request()
        else:
            self.agreed.append(seat)
            self._agree()

    def _agree(self) -> None:
        if self.request is not None and set(self.agreed) >= set(range(self.start.seats)):
            self._back(self.request.move)
            self.undone.clear()
            self._draw()

    def _back(self, move: int) -> None:
        back = self.history[move:]
        self.undone.append(back)
        self.struck += back
        del self.history[move:]
        self._chances -= sum(it.seat == CHANCE for it in back)
        self._drop_request()

    def _bring_back(self) -> None:
        back = self.undone.pop()
        self.history += back
        self._chances += sum(it.seat == CHANCE for it in back)
        self.struck = [move for move in self.struck if move not in back]
        self._drop_request()

    def _drop_request(self) -> None:
        self.request, self.agreed = None, []


def _alike(one: Action | News, other: Action | News) -> bool:
    """Whether two things are about the same company or town, or of one kind and about none."""
    about = _about(one)
    return about == _about(other) and (about != "" or type(one) is type(other))


def _about(thing: Action | News) -> str:
    """What a thing that happened is about first of all, if that has a name."""
    first = next((getattr(thing, name) for name in thing.__struct_fields__), "")
    return first if isinstance(first, str) else ""


def unique(names: Sequence[str]) -> list[str]:
    """The names, each made different from those before it.

    >>> unique(["Ada", "Ada", "Jun"])
    ['Ada', 'Ada 2', 'Jun']
    """
    result: list[str] = []
    for name in names:
        number, other = 1, name
        while other in result:
            number += 1
            other = f"{name} {number}"
        result.append(other)
    return result
