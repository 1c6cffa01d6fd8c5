"""The heart of every game: actions, steps, states, games as values, matches and records."""

from .action import (
    CHANCE,
    Accept,
    Action,
    Decline,
    Masked,
    News,
    NotAsked,
    NotDrawn,
    Order,
    Seat,
)
from .chance import commitment, draw
from .decoding import decode_json, decode_toml
from .draws import Draws, check_draws
from .errors import (
    BadNotation,
    BadOption,
    BadRecord,
    GameOver,
    IllegalAction,
    NotInstalled,
    NotYourTurn,
    NoUndo,
    Stale,
    TrainshedError,
    UnknownGame,
)
from .game import BACK, Game, Passing
from .language import LANGUAGES, language
from .match import Match
from .order import Errand, Proxy
from .record import Record, dumps, loads
from .state import State
from .step import Amount, Auto, Chance, Choice, Consent, Question, Route, ask, propose
from .text import Language, Mark, Money, Place, Reader, Text, Who, mark, say, say_n

__all__ = [
    "BACK",
    "CHANCE",
    "LANGUAGES",
    "Accept",
    "Action",
    "Amount",
    "Auto",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Chance",
    "Choice",
    "Consent",
    "Decline",
    "Draws",
    "Errand",
    "Game",
    "GameOver",
    "IllegalAction",
    "Language",
    "Mark",
    "Masked",
    "Match",
    "Money",
    "News",
    "NoUndo",
    "NotAsked",
    "NotDrawn",
    "NotInstalled",
    "NotYourTurn",
    "Order",
    "Passing",
    "Place",
    "Proxy",
    "Question",
    "Reader",
    "Record",
    "Route",
    "Seat",
    "Stale",
    "State",
    "Text",
    "TrainshedError",
    "UnknownGame",
    "Who",
    "ask",
    "check_draws",
    "commitment",
    "decode_json",
    "decode_toml",
    "draw",
    "dumps",
    "language",
    "loads",
    "mark",
    "propose",
    "say",
    "say_n",
]
