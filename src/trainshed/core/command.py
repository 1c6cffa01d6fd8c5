"""What a seat may say about the game itself: take back, bring back, ask to go further back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from .action import Action


class Undo(Action, frozen=True, tag="undo"):
    """The seat takes back its last action."""


class Redo(Action, frozen=True, tag="redo"):
    """The seat brings back what it took back."""


class AskBack(Action, frozen=True, tag="ask-back"):
    """The seat asks the others to take the game back to a move."""

    move: int


class AgreeBack(Action, frozen=True, tag="agree-back"):
    """The seat agrees to go back."""


class RefuseBack(Action, frozen=True, tag="refuse-back"):
    """The seat refuses to go back, or withdraws its own request."""


Command: TypeAlias = Undo | Redo | AskBack | AgreeBack | RefuseBack

COMMANDS: Mapping[str, type[Action]] = {
    str(kind.__struct_config__.tag): kind for kind in (Undo, Redo, AskBack, AgreeBack, RefuseBack)
}
