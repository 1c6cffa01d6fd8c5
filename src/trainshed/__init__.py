"""Trainshed: every great railway board game under one roof."""

from . import games
from .core import Match, Record, dumps, loads
from .games import game

__version__ = "0.1.0"
__all__ = ["Match", "Record", "dumps", "game", "games", "loads"]
