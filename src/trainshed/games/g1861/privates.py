"""R9.6 A company buys a private from a player, if both agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Amount, Seat, propose

from .actions import Acquire, Action, Declined, News, Price, Sold
from .asking import why_not
from .box import BOX, CHARTERS, PRIVATES, RSR
from .company import COMPANY
from .turn import Turn

if TYPE_CHECKING:
    from .state import State

MOST_OFFERS = 3
"""R9.6, R15.3, R20.1 How often an owner may turn one thing down in one turn."""


def refusals(state: State, what: str) -> list[int]:
    """The prices at which a thing was turned down in this turn; it has one owner all the time."""
    turn = next(step for step in reversed(state.stack) if isinstance(step, Turn))
    return [price for thing, price in turn.declined if thing == what]


def lowest(state: State, what: str) -> int:
    """R9.6, R15.3 The least price that may be offered: more than what was turned down."""
    prices = refusals(state, what)
    return 1 << 30 if len(prices) >= MOST_OFFERS else 1 + max(prices, default=0)


def acquisitions(state: State, company: int) -> list[Action]:
    """R9.6 The privates that a company may offer to buy."""
    if company == RSR or "privates" not in state.era.allows:
        return []
    cash, director = state.companies[company].cash, state.owner(company)
    found: list[Action] = []
    for private, owner in zip(BOX.privates, state.privates, strict=True):
        if 0 <= owner < state.seats and cash:
            low = 1 if owner == director else lowest(state, private.id)
            if low <= min(cash, private.value):
                found.append(Acquire(private.id))
    return found


def acquire(state: State, company: int, action: Action) -> State:
    """R9.6 The private is named; now its price."""
    assert isinstance(action, Acquire)
    return state.goto(PrivatePrice(company, PRIVATES.index(action.private)))


class PrivatePrice(Amount["State", Action], frozen=True, tag="private-price"):
    """R9.6 Between 1 and the value of the private, from the treasury."""

    rule: ClassVar[str] = "R9.6"
    company: int
    private: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def span(self, state: State) -> range:
        """No loans, and nothing that was turned down already."""
        own = state.privates[self.private] == state.owner(self.company)
        low = 1 if own else lowest(state, self.what)
        value = BOX.privates[self.private].value
        return range(low, min(value, state.companies[self.company].cash) + 1)

    @property
    def what(self) -> str:
        """What refusals are counted for."""
        return PRIVATES[self.private]

    def name(self, state: State, amount: int) -> Action:
        """The price."""
        return Price(amount)

    def amount(self, action: Action) -> int | None:
        """What it names."""
        return action.amount if isinstance(action, Price) else None

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        return why_not(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """The owner is asked, unless it is the director himself."""
        return propose(state, Seat(state.privates[self.private]), action)  # type: ignore[no-any-return]

    def agreed(self, state: State, offer: Action) -> State:
        """R9.6 The company pays the player and has the private."""
        assert isinstance(offer, Price)
        seat, number = Seat(state.privates[self.private]), self.private
        owners = (*state.privates[:number], COMPANY + self.company, *state.privates[number + 1 :])
        state = replace(state.pop(), privates=owners).invest(seat, self.company, -offer.amount)
        return state.tell(Sold(CHARTERS[self.company].id, PRIVATES[number], seat, offer.amount))

    def refused(self, state: State, offer: Action) -> State:
        """The owner does not sell at this price."""
        assert isinstance(offer, Price)
        seat = Seat(state.privates[self.private])
        return turned_down(state.pop(), self.what, offer.amount).tell(Declined(seat))


def turned_down(state: State, what: str, price: int) -> State:
    """Remember in the turn what was turned down, so that it is not asked again."""
    turn = state.stack[-1]
    assert isinstance(turn, Turn)
    return state.goto(replace(turn, declined=(*turn.declined, (what, price))))
