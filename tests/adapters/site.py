"""A small stand-in for 18xx.games: plays 1861 at random and writes down what the site would.

It follows the site's habits, not those of our importer: which certificate and which copy of a tile
or train is meant, how circles are counted on unturned tiles, and where the site waits for a pass
although we ask nothing.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from trainshed.board.network import connections
from trainshed.board.routes import Answer
from trainshed.core import Accept, Auto, Chance, Choice, Consent, Seat
from trainshed.games.g1861 import GAME
from trainshed.games.g1861 import actions as a
from trainshed.games.g1861.auction import Lot, MinorLot
from trainshed.games.g1861.box import BOX, CHARTERS, MAJORS, NUMBER, PRIVATES, RSR, TILES
from trainshed.games.g1861.ground import HEX, LAID, laid
from trainshed.games.g1861.merger import Choosing, partners
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.play import Play
from trainshed.games.g1861.run import Running, declared, stop_number
from trainshed.games.g1861.state import State
from trainshed.games.g1861.stations import circles
from trainshed.games.g1861.stock import StockTurn
from trainshed.games.g1861.track import Laying
from trainshed.games.g1861.trains import BuyingTrain, TrainPrice, from_bank, from_companies
from trainshed.games.g1861.turn import Turn

PAID = {"full": "payout", "half": "half", "none": "withhold"}


class Certificates:
    """Who holds which numbered certificate of a major; number 0 is the director's."""

    def __init__(self) -> None:
        self.treasury = list(range(9))
        self.pool: list[int] = []
        self.hands: dict[int, list[int]] = defaultdict(list)

    def start(self, seat: int) -> None:
        self._move(0, self.treasury, self.hands[seat])

    def join(self, seat: int) -> None:
        if 0 in self.treasury and self.hands[seat]:
            self._move(self.hands[seat][0], self.hands[seat], self.treasury)
            self.start(seat)
        else:
            self._move(self.treasury[-1], self.treasury, self.hands[seat])

    def buy(self, seat: int, number: int) -> None:
        hand = self.hands[seat]
        source = self.treasury if number in self.treasury else self.pool
        if 0 in self.treasury and hand:
            self._move(hand[0], hand, self.treasury)
            self._move(number, source, hand)
            self._move(hand[0], hand, self.treasury)
            self.start(seat)
        else:
            self._move(number, source, hand)

    def sell(self, seat: int, count: int) -> None:
        for number in [number for number in self.hands[seat] if number][:count]:
            self._move(number, self.hands[seat], self.pool)

    def direct(self, seat: int) -> None:
        """A new director gives two certificates for that of the old one."""
        old = next((who for who, hand in self.hands.items() if 0 in hand), seat)
        if old != seat:
            for number in [number for number in self.hands[seat] if number][:2]:
                self._move(number, self.hands[seat], self.hands[old])
            self._move(0, self.hands[old], self.hands[seat])

    def redeem(self, numbers: list[int]) -> None:
        for number in numbers:
            self._move(number, self.pool, self.treasury)

    @staticmethod
    def _move(number: int, source: list[int], target: list[int]) -> None:
        source.remove(number)
        target.append(number)


class Site:
    """One game on the site, from the first bid to the end."""

    def __init__(self, seats: int, seed: str, *, column: bool = False, noise: bool = True) -> None:
        self.rng = Random(seed)
        self.column = column
        self.noise = noise
        options = Options(edition="reprint", market="column" if column else "grid", declare="free")
        self.state: State = GAME.start(options, seats)
        self.records: list[dict[str, Any]] = []
        self.used: set[str] = set()
        self.id = 0
        self.players = self.rng.sample(range(1000, 9999), seats)
        self.certificates: dict[str, Certificates] = {}
        self.copies: dict[str, str] = {}
        """The copy of the tile on each hex."""
        self.turns: dict[str, int] = {}
        self.held: dict[str, list[str]] = defaultdict(list)
        """The copies of trains of each company."""
        self.pool: list[str] = []
        self.bought: dict[str, int] = defaultdict(int)

    def export(self) -> dict[str, Any]:
        """The file."""
        scores = GAME.scores(self.state)
        return {
            "title": "1861",
            "players": [{"id": id_, "name": f"Player {id_}"} for id_ in self.players],
            "settings": {"seed": 1, "optional_rules": ["column_market"] if self.column else []},
            "status": "finished" if self.state.over else "active",
            "result": {str(id_): score for id_, score in zip(self.players, scores, strict=True)},
            "actions": self.records,
        }

    def run(self, most: int = 20_000) -> None:
        """Play to the end, or so many decisions."""
        while self.state.stack and most:
            self.play(self.choice())
            most -= 1

    # Decisions

    def choice(self) -> Any:  # noqa: ANN401
        """Something that the site allows too."""
        step, state = self.state.stack[-1], self.state
        if isinstance(step, Chance):
            return next(iter(step.odds(state))) if not state.news else self._drawn(step)
        if isinstance(step, Consent):
            return Accept()
        if isinstance(step, Running):
            return self._routes(step)
        offered = list(GAME.actions(state))
        if isinstance(step, Choosing) and len(step.group) > 1:
            offered.remove(a.Pass())  # a group that was named must become a major
        if isinstance(step, BuyingTrain) and self._is_lost(step.company):
            return a.Pass()
        if isinstance(step, Lot) and step.falling and self.rng.random() < 0.6:
            return offered[0]
        return self.rng.choice(offered)

    def _is_lost(self, company: int) -> bool:
        """Whether a company has no train and can buy none: it is nationalised at once."""
        return not self.state.companies[company].trains and not self._may_buy(company)

    def _drawn(self, step: Chance[Any, Any]) -> Any:  # noqa: ANN401
        return self.rng.choice(list(step.odds(self.state)))

    def _routes(self, step: Running) -> a.Run:
        """Good routes, with one left out now and then."""
        run = step.quick(self.state)
        assert isinstance(run, a.Run)
        if len(run.routes) > 1 and self.rng.random() < 0.3:
            return a.Run(run.routes[1:])
        return run

    # Playing

    def play(self, action: Any) -> None:  # noqa: ANN401
        """Write an action down and play it, with a look at every step that follows by itself."""
        step = self.state.stack[-1]
        before = self.state
        self._write(step, action)
        after: Any = step.play(replace(before, news=()), action)  # type: ignore[union-attr]
        while after.stack and isinstance(after.stack[-1], Auto):
            after = self._follow(after)
        self.state = after
        self._settle(action, before)

    def _follow(self, state: State) -> State:
        """One step on; where the site waits and we do not ask, it gets its pass."""
        top = state.stack[-1]
        after: State = top.run(state)  # type: ignore[union-attr]
        asked = bool(after.stack) and isinstance(after.stack[-1], Choice)
        if asked:
            return after
        company = -1
        if isinstance(top, Turn) and top.company != RSR and self._waits(state, top):
            company = top.company
        if isinstance(top, Play) and state.round == "merger" and top.todo:
            company = top.todo[0]
        if company >= 0 and state.companies[company].in_play:
            self._pass(CHARTERS[company].id, silent=True)
        return after

    def _waits(self, state: State, turn: Turn) -> bool:
        """Whether the site waits in a stage of a company's turn."""
        number = turn.company
        cash = state.companies[number].cash
        standing = len(state.stands(number))
        match turn.stage:
            case 1:
                return turn.laid < 0 or state.means(number) >= BOX.second_lay
            case 2 if number in MAJORS and standing <= len(BOX.station_cost):
                return cash >= BOX.station_cost[standing - 1] and any(circles(state, number))
            case 5:
                return self._privates(state, number)
            case _:
                return False

    @staticmethod
    def _privates(state: State, number: int) -> bool:
        owned = any(0 <= owner < state.seats for owner in state.privates)
        return 3 <= state.phase <= 5 and owned and state.companies[number].cash > 0

    def _may_buy(self, company: int) -> bool:
        return bool(from_bank(self.state, company) or from_companies(self.state, company))

    # Writing

    def _write(self, step: Any, action: Any) -> None:  # noqa: ANN401
        """What the site writes for one of our actions."""
        state = self.state
        company = getattr(step, "company", None)
        entity: Any = CHARTERS[company].id if isinstance(company, int) else ""
        seat = step.actor(state) if isinstance(step, Choice) else Seat(0)
        match action:
            case a.Pass():
                self._write_pass(step, entity, seat)
            case a.Bid(price):
                lot = {"company": PRIVATES[step.private]} if isinstance(step, Lot) else None
                self._add("bid", self.players[seat], price=price, **lot or {"corporation": entity})
            case a.Sell(name, count):
                held = [number for number in self.certificates[name].hands[seat] if number]
                ids = [f"{name}_{n}" for n in held[:count]] or [f"{name}_0"]
                self._add("sell_shares", self.players[seat], shares=ids, percent=10 * count)
            case a.Buy(name, source):
                self._write_share(seat, name, source)
            case a.Start(name, price):
                self.certificates[name] = Certificates()
                self.certificates[name].start(seat)
                self._add("par", self.players[seat], corporation=name, share_price=f"{price},0,0")
            case a.Redeem(count):
                numbers = self.certificates[entity].pool[:count]
                self.certificates[entity].redeem(numbers)
                ids = [f"{entity}_{n}" for n in numbers]
                self._add("buy_shares", entity, shares=ids, percent=10 * count)
            case a.Lay(hex_, tile, turn):
                self._write_tile(entity, hex_, tile, turn)
            case a.Home(hex_, circle) | a.Station(hex_, circle):
                self._add("place_token", entity, city=self._city(hex_, circle), slot=0)
            case a.Drop(hex_, circle):
                self._add("remove_token", entity, city=self._city(hex_, circle), slot=0)
            case a.Run():
                self._write_run(entity, action)
            case a.Pay(dividend):
                self._add("dividend", entity, kind=PAID[dividend])
            case _:
                self._write_deal(step, entity, action)

    def _write_deal(self, step: Any, entity: str, action: Any) -> None:  # noqa: ANN401
        match action:
            case a.Train(kind, "bank"):
                copy = f"{kind}-{self.bought[kind]}"
                self._add("buy_train", entity, train=copy, price=BOX_PRICE[kind], variant=kind)
            case a.Train(kind, "pool"):
                copy = next(copy for copy in self.pool if _kind(copy) == kind)
                self._add("buy_train", entity, train=copy, price=BOX_PRICE[kind])
            case a.Price(amount) if isinstance(step, TrainPrice):
                copy = self._copy(CHARTERS[step.seller].id, step.kind)
                self._add("buy_train", entity, train=copy, price=amount)
            case a.Price(amount):
                self._add("buy_company", entity, company=PRIVATES[step.private], price=amount)
            case a.Discard(kind):
                copy = self._copy(entity, kind)
                self.held[entity].remove(copy)
                self.pool.append(copy)
                self._add("discard_train", entity, train=copy)
            case a.Yield():
                self._add("choose", entity, choice="nationalize")
            case a.Keep():
                self._pass(entity)
            case a.Convert(major):
                self._add("convert", entity)
                self._add("merge", entity, corporation=major)
                self.certificates[major] = Certificates()
                self.certificates[major].start(self.state.owner(step.company))
            case a.Merge(minor):
                self._add("merge", entity, corporation=minor)
            case a.Form(major):
                if [*partners(self.state, step.group)]:
                    self._pass(entity)
                self._add("merge", entity, corporation=major)
                self._merge(step, major)
            case _:
                pass

    def _write_pass(self, step: Any, entity: str, seat: Seat) -> None:  # noqa: ANN401
        if isinstance(step, BuyingTrain):
            if self._may_buy(step.company):
                self._pass(entity)
            trains = self.state.companies[step.company].trains
            if trains and self._privates(self.state, step.company):
                self._pass(entity)
        elif isinstance(step, Laying) and step.laid >= 0:
            if self.state.means(step.company) >= BOX.second_lay:
                self._pass(entity)
        elif isinstance(step, Lot | MinorLot | StockTurn) or hasattr(step, "many"):
            self._pass(self.players[seat])
        else:
            self._pass(entity)

    def _write_share(self, seat: Seat, name: str, source: str) -> None:
        known = self.certificates[name]
        held = known.treasury if source == "treasury" else known.pool
        number = self.rng.choice([number for number in held if number])
        self._add("buy_shares", self.players[seat], shares=[f"{name}_{number}"], percent=10)
        known.buy(seat, number)

    def _write_tile(self, entity: str, hex_: str, tile: str, turn: int) -> None:
        alike = [r for r in range(6) if laid(tile, r) is laid(tile, turn)]
        rotation = self.rng.choice(alike)
        self.used.discard(self.copies.get(hex_, ""))
        copy = next(c for n in range(100) if (c := f"{tile}-{n}") not in self.used)
        self.used.add(copy)
        self.copies[hex_], self.turns[hex_] = copy, rotation
        self._add("lay_tile", entity, hex=hex_, tile=copy, rotation=rotation)

    def _city(self, hex_: str, circle: int) -> str:
        """A circle as it is counted on the unturned tile."""
        if hex_ not in self.copies:
            return f"{hex_}-0-{circle}"
        copy = self.copies[hex_]
        edges = LAID[self.state.tiles[HEX[hex_]]].plan.stops[circle]
        unturned = [
            tuple(sorted((edge + self.turns[hex_]) % 6 for edge in stop))
            for stop in TILES[_kind(copy)].stops
        ]
        return f"{copy}-{unturned.index(edges)}"

    def _write_run(self, entity: str, run: a.Run) -> None:
        state, number = self.state, NUMBER[entity]
        earned = declared(state, number, run)
        assert isinstance(earned, Answer)
        mine, routes = list(self.held[entity]), []
        for line, found in zip(run.routes, earned.routes, strict=True):
            kind, _, way = line.partition(":")
            copy = next(copy for copy in mine if _kind(copy) == kind)
            mine.remove(copy)
            stops = [stop_number(name) for name in way.split("-")]
            chains = [self._chain(one, other) for one, other in pairwise(stops)]
            routes.append({"train": copy, "connections": chains, "revenue": found.revenue})
        self._add("run_routes", entity, routes=routes)

    def _chain(self, one: int | None, other: int | None) -> list[str]:
        ways = connections(self.state.network())
        way = next(way for way in ways if {way.a, way.b} == {one, other})
        hexes = [HEX_NAMES[number] for number in way.hexes]
        return hexes[::-1] if self.rng.random() < 0.5 else hexes

    def _merge(self, step: Choosing, major: str) -> None:
        """The shares of the partners, those of the first minor's owner before others."""
        self.certificates[major] = Certificates()
        first = self.state.owner(step.company)
        around = [first, *self.state.left_of(first)]
        for owner in sorted(map(self.state.owner, step.group), key=around.index):
            self.certificates[major].join(owner)

    # What follows

    def _settle(self, action: Any, before: State) -> None:  # noqa: ANN401
        """Trains and certificates that changed hands by themselves."""
        for news in self.state.news:
            match news:
                case a.Bought(company, kind, source):
                    self.held[company].append(self._bought(kind, source))
                case a.Formed(company, minors):
                    for minor in minors:
                        self.held[company] += self.held.pop(minor, [])
                case a.Seized(company):
                    self.held["RSR"] += self.held.pop(company, [])
                    self.certificates.pop(company, None)
                case a.Scrapped(kind):
                    self.pool = [copy for copy in self.pool if _kind(copy) != kind]
                    for name, copies in self.held.items():
                        self.held[name] = [copy for copy in copies if _kind(copy) != kind]
                case a.Directs(company, seat):
                    self.certificates[company].direct(seat)
                case _:
                    pass
        if isinstance(action, a.Sell):
            step = before.stack[-1]
            assert isinstance(step, StockTurn)
            self.certificates[action.company].sell(step.seat, action.shares)

    def _bought(self, kind: str, source: str) -> str:
        if source == "bank":
            self.bought[kind] += 1
            return f"{kind}-{self.bought[kind] - 1}"
        if source == "pool":
            copy = next(copy for copy in self.pool if _kind(copy) == kind)
            self.pool.remove(copy)
            return copy
        copy = self._copy(source, kind)
        self.held[source].remove(copy)
        return copy

    def _copy(self, company: str, kind: str) -> str:
        return next(copy for copy in self.held[company] if _kind(copy) == kind)

    def _pass(self, entity: Any, *, silent: bool = False) -> None:  # noqa: ANN401
        """A pass; the site may have written one that is no decision behind the record before."""
        if silent and self.records and self.rng.random() < 0.5:
            last = self.records[-1]
            if last["type"] not in ("undo", "redo", "message"):
                more = {"type": "pass", "entity": entity, "entity_type": "corporation"}
                last.setdefault("auto_actions", []).append(more)
                return
        self._add("pass", entity)

    def _add(self, type_: str, entity: Any, **fields: Any) -> None:  # noqa: ANN401
        whose = "player" if isinstance(entity, int) else "corporation"
        self._record({"type": type_, "entity": entity, "entity_type": whose, **fields})
        if self.noise and self.rng.random() < 0.03:
            self._record({"type": "undo", "entity": self.players[0]})
            self._record({"type": "message", "entity": self.players[0], "message": "sorry"})
            self._record({"type": "redo", "entity": self.players[0]})
        if self.noise and self.rng.random() < 0.03:
            kept = self.id
            for _ in range(self.rng.randrange(1, 4)):
                self._record({"type": "pass", "entity": entity, "entity_type": whose})
            self._record({"type": "undo", "entity": entity, "action_id": kept})

    def _record(self, record: dict[str, Any]) -> None:
        self.id += self.rng.randrange(1, 3)
        self.records.append({"id": self.id, "created_at": 1_600_000_000 + self.id, **record})


HEX_NAMES = tuple(HEX)
BOX_PRICE = {train.name: train.price for train in BOX.trains}


def _kind(copy: str) -> str:
    return copy.rpartition("-")[0]
