"""The games in the shed; others join by the entry point `trainshed.games`."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import TYPE_CHECKING, Any

from trainshed.core import Game, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.board.scene import Scene

__all__ = ["game", "games"]


class _Shed(ModuleType):
    """The package can be called: `trainshed.games()` lists the games, each is a module of it."""

    def __call__(self) -> Mapping[str, Game[Any, Any, Scene]]:
        return games()


sys.modules[__name__].__class__ = _Shed


@cache
def games() -> Mapping[str, Game[Any, Any, Scene]]:
    """Every game by its name."""
    # A game is loaded when it is asked for.
    from .dampfross import GAME as DAMPFROSS  # noqa: PLC0415
    from .g1861 import GAME as G1861  # noqa: PLC0415
    from .rocket import GAME as ROCKET  # noqa: PLC0415
    from .russian import GAME as RUSSIAN  # noqa: PLC0415
    from .tycoon import GAME as TYCOON  # noqa: PLC0415

    found: list[Game[Any, Any, Scene]] = [ROCKET, G1861, RUSSIAN, DAMPFROSS, TYCOON]
    found += [entry.load() for entry in entry_points(group="trainshed.games")]
    return {game.name: game for game in found}


def game(name: str) -> Game[Any, Any, Scene]:
    """The game with this name."""
    try:
        return games()[name]
    except KeyError:
        known = ", ".join(games())
        raise UnknownGame(f"there is no game {name!r} (there are: {known})") from None
