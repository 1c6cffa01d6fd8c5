"""R15.1 Buying trains: from the bank, the pool, or another company."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Amount, Seat, propose

from .actions import Action, Bought, Declined, News, Price, Train
from .asking import PASS, Question, why_not
from .box import CHARTERS, NUMBER, ROSTER, RSR, TRAINS
from .nationalisation import nationalise
from .phases import new_phase
from .privates import acquire, acquisitions, lowest, turned_down
from .roster import distinct, sorted_trains, train_limit, without
from .turn import Turn, onward

if TYPE_CHECKING:
    from .state import State


class BuyingTrain(Question, frozen=True, tag="buying-train"):
    """R15.1 One more train, as long as there is room."""

    rule: ClassVar[str] = "R15.1"
    company: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Iterator[Action]:
        """R15.8 Without a train there is no way round one that can be paid."""
        new = from_bank(state, self.company)
        yield from new
        yield from from_companies(state, self.company)
        yield from acquisitions(state, self.company)
        if state.companies[self.company].trains or not new:
            yield PASS

    def play(self, state: State, action: Action) -> State:
        """R15.5 Each purchase takes effect at once."""
        match action:
            case Train(kind, "bank" | "pool" as source):
                return purchase(state.pop(), self.company, kind, source)
            case Train(kind, source):
                return state.goto(TrainPrice(self.company, kind, NUMBER[source]))
            case _ if action == PASS:
                return end_of_turn(state.pop())
            case _:
                return acquire(state, self.company, action)


def from_bank(state: State, company: int) -> list[Action]:
    """R15.1, R15.2, R15.8 Trains of the bank and the pool; loans only for the first one."""
    was = state.companies[company]
    if len(was.trains) >= train_limit(state, company):
        return []
    money = was.cash if was.trains else state.means(company)
    return [
        Train(kind, source)
        for source, kinds in (("bank", state.trains_on_sale()), ("pool", distinct(state.pool)))
        for kind in kinds
        if TRAINS[kind].price <= money
    ]


def from_companies(state: State, company: int) -> list[Action]:
    """R15.3 Trains of other companies, for 1 or more; the State Railway sells none."""
    was = state.companies[company]
    if len(was.trains) >= train_limit(state, company) or not was.cash:
        return []
    director = state.owner(company)
    found: list[Action] = []
    for number, other in enumerate(state.companies[:RSR]):
        if number == company or not other.trains:
            continue
        for kind in distinct(other.trains):
            what = f"{kind}/{CHARTERS[number].id}"
            if other.director == director or lowest(state, what) <= was.cash:
                found.append(Train(kind, CHARTERS[number].id))
    return found


def purchase(state: State, company: int, kind: str, source: str) -> State:
    """R15.2, R15.5 Buy from the bank or the pool, with loans if it is the first train."""
    price = TRAINS[kind].price
    if not state.companies[company].trains:
        state = state.borrow(company, price)
    state = state.grant(company, -price)
    was = state.companies[company]
    state = state.with_company(company, replace(was, trains=sorted_trains((*was.trains, kind))))
    state = state.tell(Bought(CHARTERS[company].id, kind, source, price))
    if source == "pool":
        return replace(state, pool=without(state.pool, kind))
    number = ROSTER.index(kind)
    left = state.depot[number]
    depot = (*state.depot[:number], left - 1 if left > 0 else left, *state.depot[number + 1 :])
    return new_phase(replace(state, depot=depot), kind)


class TrainPrice(Amount["State", Action], frozen=True, tag="train-price"):
    """R15.3 Any price from 1 to all the money of the buyer."""

    rule: ClassVar[str] = "R15.3"
    company: int
    kind: str
    seller: int

    def actor(self, state: State) -> Seat:
        """The director of the buyer."""
        return state.owner(self.company)

    def span(self, state: State) -> range:
        """No loans, and nothing that was turned down already."""
        same = state.owner(self.seller) == state.owner(self.company)
        low = 1 if same else lowest(state, self.what)
        return range(low, state.companies[self.company].cash + 1)

    @property
    def what(self) -> str:
        """What refusals are counted for."""
        return f"{self.kind}/{CHARTERS[self.seller].id}"

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
        """The other director is asked, unless it is the same player."""
        return propose(state, state.owner(self.seller), action)  # type: ignore[no-any-return]

    def agreed(self, state: State, offer: Action) -> State:
        """R15.3 Money and train change hands."""
        assert isinstance(offer, Price)
        seller, buyer = state.companies[self.seller], state.companies[self.company]
        trains = sorted_trains((*buyer.trains, self.kind))
        state = state.pop().with_company(
            self.seller,
            replace(
                seller, cash=seller.cash + offer.amount, trains=without(seller.trains, self.kind)
            ),
        )
        state = state.with_company(
            self.company, replace(buyer, cash=buyer.cash - offer.amount, trains=trains)
        )
        names = CHARTERS[self.company].id, CHARTERS[self.seller].id
        return state.tell(Bought(names[0], self.kind, names[1], offer.amount))

    def refused(self, state: State, offer: Action) -> State:
        """The other director keeps his train."""
        assert isinstance(offer, Price)
        seat = state.owner(self.seller)
        return turned_down(state.pop(), self.what, offer.amount).tell(Declined(seat))


def end_of_turn(state: State) -> State:
    """R15.9, R17.1 No train at the end of the turn: the State Railway takes over."""
    turn = state.stack[-1]
    assert isinstance(turn, Turn)
    state = onward(state)
    if state.companies[turn.company].trains:
        return state
    return nationalise(state.afterwards(), turn.company, "train")
