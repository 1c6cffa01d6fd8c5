"""Orders: answers that a seat leaves for questions to come, until something calls them off.

Two fields of an order are for the player to fill in: `most`, an amount, and `choice`, a word.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from .action import Order


class Proxy(Order, frozen=True, tag="proxy"):
    """Bid as little as leads, up to an amount."""

    lot: str
    most: int = 0


class Errand(Struct, frozen=True):
    """An order that may be left now; the alarms that it has may each be left out."""

    order: Order
    span: range | None = None
    """The amounts that it may name."""
    choices: tuple[str, ...] = ()
    """The words that it may name."""
    quiet: tuple[str, ...] = ()
    """Alarms that few would want: a form leaves them out unless they are asked for."""

    def allows(self, order: Order) -> bool:
        """Whether an order is this one, filled in."""
        alarms = tuple(name for name in self.order.alarms if name in order.alarms)
        return (
            blank(order) == blank(self.order)
            and order.alarms == alarms
            and (self.span is None or getattr(order, "most", None) in self.span)
            and self.offers(getattr(order, "choice", None))
        )

    def offers(self, choice: str | None) -> bool:
        """Whether it may name a word; where there are none to choose from, only its own."""
        return choice in (self.choices or (getattr(self.order, "choice", None),))


def blank(order: Order) -> Order:
    """An order without what the player fills in: of two with the same one, only one can stand."""
    filled = {"alarms": (), "most": 0, "choice": ""}
    known = {name: value for name, value in filled.items() if name in order.__struct_fields__}
    return replace(order, **known)
