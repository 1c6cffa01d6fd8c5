"""Everything that can go wrong, as one small tree; each error names the value that is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .action import Action, News
    from .text import Text


class TrainshedError(Exception):
    """Any error a user of Trainshed can cause."""


class NotInstalled(TrainshedError):
    """What was asked for needs a package that comes with an extra."""

    def __init__(self, what: str, package: str | None, *, extra: str) -> None:
        super().__init__(f"{what} needs {package}: install trainshed with its extra “{extra}”")


class IllegalAction(TrainshedError):
    """The laws do not allow this action now; `why` is the typed reason where the law can tell."""

    def __init__(self, action: Action, why: News | None = None, *, offered: int = 0) -> None:
        self.action = action
        self.why = why
        reason = f": {why!r}" if why is not None else f" among the {offered} legal actions"
        super().__init__(f"{str(action)!r} is not allowed{reason}")


class GameOver(TrainshedError):
    """The game has ended; nothing more can be played."""


class NotYourTurn(TrainshedError):
    """Another seat is asked."""


class NoUndo(TrainshedError):
    """There is nothing this seat may take back, or bring back, by itself."""


class BadNotation(TrainshedError):
    """A line of text is no action of this game."""


class BadRecord(TrainshedError):
    """A record cannot be read or does not fit its game; `line` is the line at fault, if any."""

    def __init__(self, text: str, *, line: int | None = None, played: int = 0) -> None:
        self.line = line
        self.played = played
        super().__init__(text if line is None else f"line {line}: {text}")


class BadOption(TrainshedError):
    """An option, a number of seats or another setting does not exist or has a wrong value.

    `text` says it to a player, where the law has words for it.
    """

    def __init__(self, reason: str, text: Text | None = None) -> None:
        self.text = text
        super().__init__(reason)


class UnknownGame(TrainshedError):
    """No game has this name."""


class Stale(TrainshedError):
    """The question has been answered meanwhile; the board has moved on."""
