"""`trainshed play`: a game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.console import Console

from trainshed.board import term
from trainshed.bots import answer, bot
from trainshed.core import (
    LANGUAGES,
    Action,
    BadOption,
    Match,
    NoUndo,
    Reader,
    Seat,
    TrainshedError,
    dumps,
    language,
)
from trainshed.games import game as find

from .common import read_options

HELP = "a number or a line such as `{example}`; undo, redo, board, save FILE, help, quit"


def play(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    *,
    seats: Annotated[
        str | None, typer.Option(help="By seat: human or a bot.", show_default="human,greedy…")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option, as name=value.")] = None,
    seed: Annotated[str | None, typer.Option(help="The seed of chance.")] = None,
    language_: Annotated[str, typer.Option("--language", help=", ".join(LANGUAGES))] = "en",
) -> None:
    """Play a game in the terminal, against bots or with friends at one keyboard."""
    found = find(game)
    options = read_options(found, option or [])
    players = _usual(found.fewest(options)) if seats is None else seats.split(",")
    for name in players:
        if name != "human":
            bot(name)
    seed = seed if seed is not None else str(Random().getrandbits(64))
    names = [f"{name.title()} {seat}" for seat, name in enumerate(players, 1)]
    match = Match(found, seats=len(players), options=options, seed=seed, names=names)
    _Table(match, players, language_, Random(seed)).run()


def _usual(seats: int) -> list[str]:
    """One player, and as few bots as will do."""
    return ["human", *["greedy"] * (seats - 1)]


class _Table:
    def __init__(self, match: Match[Any, Any], players: list[str], code: str, rng: Random) -> None:
        self.match, self.players, self.rng = match, players, rng
        self.language = language(code)
        self.console = Console(highlight=False, soft_wrap=True, markup=False)
        self.told = 0

    def run(self) -> None:
        """Ask people, let bots choose, until the end."""
        while (actor := self.match.actor) is not None:
            self.tell(self.human)
            if self.players[actor] == "human":
                if not self.ask(actor):
                    return
            else:
                player, match = bot(self.players[actor]), self.match
                match.play(actor, answer(match.game, player, match.state, actor, self.rng))
        self.tell(None)
        self.board(None)

    @property
    def human(self) -> Seat | None:
        """The one person at the keyboard, None where there are none or several."""
        people = [seat for seat, name in enumerate(self.players) if name == "human"]
        return Seat(people[0]) if len(people) == 1 else None

    def reader(self, seat: Seat | None) -> Reader:
        return Reader(self.language, self.match.names, seat)

    def tell(self, seat: Seat | None) -> None:
        """Say what has happened since the last time."""
        self.told = min(self.told, len(self.match.history))
        for move in self.match.history[self.told :]:
            first, *news = self.match.told(move, seat)
            own, *others = (news[part] for part in self.match.parts(move, seat))
            for texts in ([first, *own], *others):
                self.console.print(" ".join(self.reader(seat).read(text) for text in texts))
        self.told = len(self.match.history)

    def board(self, seat: Seat | None) -> None:
        scene = self.match.game.scene(self.match.game.view(self.match.state, seat))
        typer.echo(term(scene, reader=self.reader(seat)))

    def ask(self, actor: Seat) -> bool:
        """Put the question; False when the player leaves."""
        game, state = self.match.game, self.match.state
        reader = self.reader(actor)
        offered = game.actions(state)
        self.board(actor)
        self.console.print(reader.read(game.caption(state)), style="bold")
        self.console.print(reader.read(game.words(state.stack[-1], state)))
        self.show(offered, reader)
        while True:
            try:
                line = input("> ").strip()
            except EOFError:
                return False
            if line in ("quit", "exit", "q"):
                return False
            try:
                if self.answer(actor, line, offered):
                    return True
            except (TrainshedError, OSError) as error:
                self.console.print(self.excuse(error, reader))

    def show(self, offered: Sequence[Action], reader: Reader) -> None:
        """The answers by number, those of one verb together."""
        game = self.match.game
        verbs: dict[str, list[str]] = {}
        for number, action in enumerate(offered, 1):
            verb = str(action).split(" ", 1)[0]
            verbs.setdefault(verb, []).append(f"{number} {str(action).partition(' ')[2] or verb}")
        for verb, answers in verbs.items():
            name = game.names.get(f"do:{verb}")
            title = reader.read(name) if name is not None else verb
            self.console.print(f"  {title}: " + "  ".join(answers))
        self.console.print(f"  ({HELP.format(example=offered[0])})", style="dim")

    def answer(self, actor: Seat, line: str, offered: Sequence[Action]) -> bool:
        """Do what the line says; False where the question stands."""
        match line.split(maxsplit=1):
            case []:
                return False
            case ["undo"]:
                self.match.undo(actor)
            case ["redo"]:
                self.match.redo(actor)
            case ["board"]:
                self.board(actor)
                return False
            case ["help" | "?"]:
                self.show(offered, self.reader(actor))
                return False
            case ["save", name]:
                Path(name).write_text(dumps(self.match.record(whole=True)), encoding="utf-8")
                return False
            case [word] if word.isdigit():
                if not 1 <= int(word) <= len(offered):
                    raise BadOption(f"{word} is not one of 1 to {len(offered)}")
                self.match.play(actor, offered[int(word) - 1])
            case _:
                self.match.play(actor, self.match.game.read(line))
        return True

    def excuse(self, error: Exception, reader: Reader) -> str:
        """Why not, in words."""
        why = getattr(error, "why", None)
        if why is not None:
            return reader.read(self.match.game.words(why, self.match.state))
        if isinstance(error, NoUndo) and reader.seat is not None:
            return reader.read(self.match.why_no_undo(reader.seat))
        return str(error)
