"""R19.1 The merger round: R19.3 conversion, R20.1 merging, R20.9 share purchases after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board.network import reach
from trainshed.core import Auto, Seat, propose

from .actions import Action, Buy, Cleared, Convert, Declined, Drop, Form, Formed, Merge, Unable
from .asking import PASS, Question, ask
from .box import BOX, CHARTERS, MAJORS, MINORS, NUMBER
from .buy import buy, may_buy
from .company import COMPANY, Company
from .ground import HEX, HEXES
from .homes import found, grant_shares
from .phases import Surplus
from .privates import MOST_OFFERS
from .reach import AREAS, network
from .roster import sorted_trains
from .sell import DIRECTORS, appoint

if TYPE_CHECKING:
    from .state import State


class Choosing(Question, frozen=True, tag="choosing"):
    """R19.2 A minor passes, converts, or gathers partners for a merger."""

    rule: ClassVar[str] = "R19.2"
    company: int
    group: tuple[int, ...]
    """The minors named so far, itself first."""
    into: int = -1
    """The major they want to form."""
    agreed_by: int = 0
    """The owners who have agreed, as bits."""
    refused_groups: tuple[tuple[int, ...], ...] = ()
    turned_down: tuple[int, ...] = ()
    """R20.1 The minors that their owners have kept out, once for each refusal."""

    def actor(self, state: State) -> Seat:
        """The owner of the minor whose turn it is."""
        return state.owner(self.company)

    def offers(self, state: State) -> Iterator[Action]:
        """R19.3, R20.1 Conversions, partners, and the majors the group may form."""
        waiting = [number for number in MAJORS if not state.companies[number].in_play]
        if waiting:
            yield from self._ends(state, waiting)
            for number in self._partners(state, self.group):
                if self._leads_on(state, (*self.group, number)):
                    yield Merge(CHARTERS[number].id)
        yield PASS

    def _ends(self, state: State, waiting: Sequence[int]) -> Iterator[Action]:
        """What the minor, or the group, may become at once."""
        if len(self.group) == 1:
            if state.companies[self.company].cell in state.market.convertible:
                yield from (Convert(CHARTERS[number].id) for number in waiting)
        elif self.formable(state, self.group):
            yield from (Form(CHARTERS[number].id) for number in waiting)

    def _partners(self, state: State, group: tuple[int, ...]) -> Iterator[int]:
        """Who may join; nobody is asked again for a minor that he has kept out three times."""
        for number in partners(state, group):
            if self.turned_down.count(number) < MOST_OFFERS:
                yield number

    def formable(self, state: State, group: tuple[int, ...]) -> bool:
        """R20.1, R20.6 Whether a group can become a major: nobody has refused it."""
        return tuple(sorted(group)) not in self.refused_groups and directed(state, group)

    def _leads_on(self, state: State, group: tuple[int, ...]) -> bool:
        """Whether a group can become a major, now or with more partners."""
        return self.formable(state, group) or any(
            self._leads_on(state, (*group, number)) for number in self._partners(state, group)
        )

    def play(self, state: State, action: Action) -> State:
        """R19.2 One of the three."""
        match action:
            case Convert(company):
                return convert(state.pop(), self.company, NUMBER[company])
            case Merge(company):
                return state.goto(replace(self, group=(*self.group, NUMBER[company])))
            case Form(company):
                step = replace(self, into=NUMBER[company], agreed_by=1 << self.actor(state))
                return step.ask_next(state.goto(step))
            case _:
                return state.pop()

    def ask_next(self, state: State) -> State:
        """R20.1 Every other owner must agree."""
        for number in self.group:
            owner = state.owner(number)
            if not self.agreed_by >> owner & 1:
                return propose(state, owner, Form(CHARTERS[self.into].id))  # type: ignore[no-any-return]
        return merge(state.pop(), self.company, self.group, self.into)

    def agreed(self, state: State, offer: Action) -> State:
        """One more owner has agreed."""
        for number in self.group:
            owner = state.owner(number)
            if not self.agreed_by >> owner & 1:
                step = replace(self, agreed_by=self.agreed_by | 1 << owner)
                return step.ask_next(state.goto(step))
        raise AssertionError(offer)

    def refused(self, state: State, offer: Action) -> State:
        """Somebody does not want it: the minor may try another group."""
        owner = next(
            state.owner(number)
            for number in self.group
            if not self.agreed_by >> state.owner(number) & 1
        )
        again = Choosing(
            self.company,
            (self.company,),
            refused_groups=(*self.refused_groups, tuple(sorted(self.group))),
            turned_down=(*self.turned_down, *self._minors_of(state, owner)),
        )
        state = state.pop().tell(Declined(owner))
        asked = ask(state, again)
        return asked if asked is not None else state

    def _minors_of(self, state: State, owner: int) -> tuple[int, ...]:
        """The minors of the group that a player would bring in."""
        return tuple(number for number in self.group if state.owner(number) == owner)

    def last_asked(self, state: State) -> tuple[Seat, ...]:
        """R20.1 Whose next refusal is the last one that counts for a minor of the group."""
        owners = (
            state.owner(number)
            for number in self.group
            if self.turned_down.count(number) == MOST_OFFERS - 1
        )
        return tuple(dict.fromkeys(owners))


def partners(state: State, group: tuple[int, ...]) -> Iterator[int]:
    """R20.1, R20.2, R20.4 The minors that may join a group."""
    if len(group) >= BOX.mergers.minors:
        return
    owners = [state.owner(number) for number in group]
    for number in MINORS:
        if (
            number not in group
            and state.companies[number].in_play
            and owners.count(state.owner(number)) < BOX.mergers.of_one
            and linked(state, group, number)
        ):
            yield number


def linked(state: State, group: tuple[int, ...], other: int) -> bool:
    """R20.2 Whether the track joins a group with one more."""
    if state.rules.star:
        everyone = (*group, other)
        return any(
            all(other == hub or meets(state, hub, other) for other in everyone) for hub in everyone
        )
    return any(meets(state, member, other) for member in group)


def meets(state: State, one: int, other: int) -> bool:
    """R20.2 Whether a route leads from the home of a minor to that of another."""
    hex_, circle = state.stands(other)[0]
    if state.rules.star:
        start = state.stands(one)[0]
        return bool(_free_reach(state.tiles, 4 * start[0] + start[1]) >> 4 * hex_ + circle & 1)
    return state.reach(one).meets(hex_, circle)


@lru_cache(maxsize=2000)
def _free_reach(tiles: tuple[int, ...], stop: int) -> int:
    """R20.2 The stops that a route from a stop meets if no station blocks."""
    return reach(network(tiles), (stop,), AREAS).stops


def in_order(state: State, group: tuple[int, ...]) -> list[int]:
    """R20.5 The minors of a group in operating order."""
    return [number for number in state.order(MINORS) if number in group]


def merged_price(state: State, group: tuple[int, ...]) -> int:
    """R20.3 The dearest plus the cheapest, within the limits."""
    prices = [state.price(number) for number in group]
    return max(min(max(prices) + min(prices), BOX.mergers.price), state.rules.floor)


def directed(state: State, group: tuple[int, ...]) -> bool:
    """R20.6 Whether somebody will have the two shares of a director."""
    owners = [state.owner(number) for number in in_order(state, group)]
    if len(group) < DIRECTORS:
        return False
    if any(owners.count(owner) >= DIRECTORS for owner in owners):
        return True
    cell = state.market.start(MAJORS[0], merged_price(state, group))
    price = state.market.price(cell)
    buyers = owners[:1] if state.rules.first_owner_buys else owners
    return any(state.cash[owner] >= price for owner in buyers)


def convert(state: State, minor: int, major: int) -> State:
    """R19.3, R19.4, R19.5 The minor becomes a major at its price; the owner is its director."""
    owner = state.owner(minor)
    price = state.price(minor)
    state = grant_shares(found(state, major, price), major, owner, DIRECTORS)
    state = appoint(hand_over(state, minor, major), major, owner)
    state = state.tell(Formed(CHARTERS[major].id, (CHARTERS[minor].id,), price))
    others = tuple(state.left_of(owner)[:-1])
    return state.push(AfterMerger(major, owner, (owner,), others))


def merge(state: State, minor: int, group: tuple[int, ...], major: int) -> State:
    """R20.3, R20.4, R20.5, R20.8 The minors become a major; most shares make the director."""
    ordered = in_order(state, group)
    owners = [state.owner(number) for number in ordered]
    acting = state.owner(minor)
    price = state.market.price(state.market.start(major, merged_price(state, group)))
    state = found(state, major, price)
    for number, owner in zip(ordered, owners, strict=True):
        state = hand_over(grant_shares(state, major, owner, 1), number, major)
    state = state.tell(
        Formed(CHARTERS[major].id, tuple(CHARTERS[number].id for number in ordered), price)
    )
    first, state = max(owners, key=owners.count), state.aside()
    if owners.count(first) >= DIRECTORS:
        state = appoint(state, major, first)
    elif state.rules.first_owner_buys:
        state = buy(state, first, major, "treasury")
    begins = first if state.rules.first_owner_buys else acting
    around = [begins, *state.left_of(begins)[:-1]]
    return state.push(AfterMerger(major, first, tuple(seat for seat in around if seat in owners)))


def hand_over(state: State, minor: int, major: int) -> State:
    """R19.5 Money, trains, privates, loans and the station of a minor go to the major."""
    was, heir = state.companies[minor], state.companies[major]
    heir = replace(
        heir,
        cash=heir.cash + was.cash,
        loans=heir.loans + was.loans,
        trains=sorted_trains(heir.trains + was.trains),
    )
    state = state.with_company(major, heir).with_company(minor, Company(gone=True))
    return replace(
        state,
        privates=tuple(
            COMPANY + major if owner == COMPANY + minor else owner for owner in state.privates
        ),
        stations=tuple(
            (major if who == minor else who, hex_, circle) for who, hex_, circle in state.stations
        ),
    )


class AfterMerger(Auto["State"], frozen=True, tag="after-merger"):
    """R20.8 Stations, then two laps of share purchases, then surplus trains."""

    company: int
    first: Seat
    """Who decides on the stations."""
    partners: tuple[Seat, ...]
    """R20.9 Those of the first lap who have not finished."""
    others: tuple[Seat, ...] | None = None
    """R20.9 Those of the second lap; None until it begins."""

    def run(self, state: State) -> State:
        """One decision further."""
        state = without_twins(state, self.company)
        if surplus_stations(state, self.company):
            return state.push(Dropping(self.company, self.first))
        if self.partners:
            seat = self.partners[0]
            if may_buy(state, seat, self.company):
                must = self._must(state)
                return state.push(Purchase(self.company, seat, many=True, must=must))
            state = self._passed_over(state, seat)
            return state.goto(replace(self, partners=self.partners[1:]))
        if self.others is None:
            director = state.owner(self.company)
            assert director >= 0
            around = (director, *state.left_of(director)[:-1])
            return state.goto(replace(self, others=around))
        if self.others:
            seat = self.others[0]
            state = state.goto(replace(self, others=self.others[1:]))
            if may_buy(state, seat, self.company):
                return state.push(Purchase(self.company, seat))
            return self._passed_over(state, seat)
        return state.goto(Surplus())

    def _passed_over(self, state: State, seat: Seat) -> State:
        """R20.9 Who may not buy is not asked; that is no news where no share is left."""
        if not state.companies[self.company].treasury:
            return state
        return state.tell(Unable(seat, CHARTERS[self.company].id))

    def _must(self, state: State) -> bool:
        """R20.6 The last who can buy has to, if nobody has two shares yet."""
        if state.companies[self.company].director >= 0:
            return False
        return not any(may_buy(state, seat, self.company) for seat in self.partners[1:])


class Purchase(Question, frozen=True, tag="purchase"):
    """R20.9, R20.10, R20.11 A share from the treasury of the new major."""

    rule: ClassVar[str] = "R20.9"
    company: int
    seat: Seat
    many: bool = False
    must: bool = False

    def actor(self, state: State) -> Seat:
        """The player whose turn it is in the lap."""
        return self.seat

    def offers(self, state: State) -> Sequence[Action]:
        """One share, or none."""
        share = Buy(CHARTERS[self.company].id, "treasury")
        return (share,) if self.must else (share, PASS)

    def play(self, state: State, action: Action) -> State:
        """In the first lap a player goes on until he has enough."""
        state = state.pop()
        if isinstance(action, Buy):
            return buy(state, self.seat, self.company, "treasury")
        if self.many:
            lap = state.stack[-1]
            assert isinstance(lap, AfterMerger)
            state = state.goto(replace(lap, partners=lap.partners[1:]))
        return state


def without_twins(state: State, company: int) -> State:
    """R20.7 Of two stations on one circle only one can stay; there is nothing to choose."""
    stations = tuple(
        station
        for number, station in enumerate(state.stations)
        if station[0] != company or station not in state.stations[:number]
    )
    if stations == state.stations:
        return state
    twins = Counter(state.stations) - Counter(stations)
    cleared = (Cleared(CHARTERS[company].id, HEXES[hex_]) for _, hex_, _ in sorted(twins))
    return replace(state, stations=stations).tell(*cleared)


def surplus_stations(state: State, company: int) -> list[tuple[int, int]]:
    """R20.7, R12.5 The stations that may be taken off, as long as some must be."""
    mine = state.stands(company)
    hexes = [hex_ for hex_, _ in mine]
    keep = min(BOX.mergers.stations, len(set(hexes)))
    if len(mine) <= keep:
        return []
    return [
        at
        for number, at in enumerate(mine)
        if len(set(hexes[:number] + hexes[number + 1 :])) >= keep
    ]


class Dropping(Question, frozen=True, tag="dropping"):
    """R20.7 The director takes surplus stations off the map."""

    rule: ClassVar[str] = "R20.7"
    company: int
    seat: Seat

    def actor(self, state: State) -> Seat:
        """The director."""
        return self.seat

    def offers(self, state: State) -> Sequence[Action]:
        """Any that leaves two on different hexes, if there are two."""
        return [Drop(HEXES[hex_], at) for hex_, at in surplus_stations(state, self.company)]

    def play(self, state: State, action: Action) -> State:
        """Its circle is free."""
        assert isinstance(action, Drop)
        gone = (self.company, HEX[action.hex], action.circle)
        at = state.stations.index(gone)
        return replace(state.pop(), stations=state.stations[:at] + state.stations[at + 1 :])
