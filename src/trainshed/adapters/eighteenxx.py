"""Games of 1861 exported by the site 18xx.games, played through our own laws.

The site records only some questions, and steps silently over those without a choice. So each of its
actions says which question it answers; whatever we ask before that is passed over, and a pass for
something that we do not ask is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from trainshed.board.network import Connection, connections
from trainshed.core import (
    Accept,
    Auto,
    BadRecord,
    Choice,
    Consent,
    IllegalAction,
    Reader,
    Record,
    Seat,
    Text,
    TrainshedError,
    language,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861 import actions as a
from trainshed.games.g1861.auction import Lot, MinorLot
from trainshed.games.g1861.box import BOX, CHARTERS, MINORS, NUMBER, PRIVATES, TILES
from trainshed.games.g1861.dividend import Dividend as Dividends
from trainshed.games.g1861.ground import HEX, LAID, laid
from trainshed.games.g1861.homes import Homing
from trainshed.games.g1861.merger import Choosing, Dropping, Purchase
from trainshed.games.g1861.nationalisation import Asking
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.phases import Crowded
from trainshed.games.g1861.questions import reason
from trainshed.games.g1861.redeem import Redeeming
from trainshed.games.g1861.run import Running, stop_name
from trainshed.games.g1861.state import State
from trainshed.games.g1861.stations import Placing
from trainshed.games.g1861.stock import StockTurn
from trainshed.games.g1861.track import Laying
from trainshed.games.g1861.trains import BuyingTrain

from .certificates import Treasury
from .export import (
    COLUMN_MARKET,
    WISH,
    Action,
    Bid,
    BuyCompany,
    BuyShares,
    BuyTrain,
    City,
    DiscardTrain,
    Dividend,
    Export,
    LayTile,
    Merge,
    Par,
    RunRoutes,
    SellShares,
    Way,
    folded,
    read_export,
)
from .waiting import TRACK, sells_privates, sells_trains, unasked, waits

T = TypeVar("T")
TWO = 2
PAID: dict[str, Literal["full", "half", "none"]] = {
    "payout": "full",
    "half": "half",
    "withhold": "none",
}


class Misfit(TrainshedError):
    """An action of the export cannot be meant here."""


class Played(Struct, frozen=True):
    """One action of the export, the lines it became, and the state after them."""

    id: int
    lines: tuple[str, ...]
    state: State


def imported(text: str) -> Record:
    """The export as a record of ours; BadRecord names the action that cannot be played."""
    return Import(read_export(text)).record()


class Import:
    """One export on its way through our laws."""

    def __init__(self, export: Export, left_out: tuple[str, ...] | None = None) -> None:
        """Set the game up as the site did; with two players some privates are left out."""
        column = COLUMN_MARKET in export.settings.optional_rules
        self.options = Options(
            edition="reprint", market="column" if column else "grid", declare="free"
        )
        self.export = export
        self.seat = {str(player.id): seat for seat, player in enumerate(export.players)}
        self.state = GAME.start(self.options, len(export.players))
        self.lines: list[str] = []
        self.actions = folded(export.actions)
        self.treasury: dict[str, Treasury] = {}
        self.copies: dict[str, str] = {}
        """The hex of each copy of a tile."""
        self.turns: dict[str, int] = {}
        """How the tile on each hex is turned."""
        self.trains: dict[str, str] = {}
        """The company that bought each copy of a train."""
        self.heirs: dict[str, str] = {}
        """The major that each merged minor went into."""
        self.pooled: set[str] = set()
        self.converting = False
        self.unasked: list[tuple[str, int]] = []
        """The companies that must still pass at the site, and in which stage of their turn."""
        self.past_trains = -1
        """The turn in which a company buys no more trains but may still buy privates."""
        self.stopped = False
        """Somebody ended the game by hand."""
        self._do(a.Begin(Seat(0)))
        for private in self._never_offered() if left_out is None else left_out:
            self._do(a.Leave(private))

    def record(self) -> Record:
        """All of it."""
        for _ in self.play():
            pass
        chosen = {
            name: value
            for name, value in asdict(self.options).items()
            if value != getattr(Options(), name)
        }
        return Record(
            game=GAME.name,
            rules=GAME.rules,
            seats=self.state.seats,
            names=tuple(player.name for player in self.export.players),
            options=chosen,
            lines=tuple(self.lines),
        )

    def play(self) -> Iterator[Played]:
        """Play action after action."""
        for action in self.actions:
            if self.stopped:
                return
            before, lines = self.state, len(self.lines)
            try:
                for part in (action, *action.auto_actions):
                    self._part(part)
            except TrainshedError as error:
                self.state = before
                del self.lines[lines:]
                raise BadRecord(self._refusal(action, error), played=lines) from error
            yield Played(action.id, tuple(self.lines[lines:]), self.state)

    def _part(self, action: Action) -> None:
        if not action.type.startswith(WISH) and action.type != "message":
            self._answer(action)

    def _never_offered(self) -> tuple[str, ...]:
        """R1.10 What two players did without; what nobody wanted has no bid in the file either."""
        if len(self.export.players) > TWO:
            return ()
        offered = [action.company for action in self.actions if isinstance(action, Bid)]
        pairs = list(combinations([one for one in PRIVATES if one not in offered], TWO))
        if not pairs:
            raise BadRecord("two players do without two privates, but all were offered")
        return max(pairs, key=self._goes_on_for) if len(pairs) > 1 else pairs[0]

    def _goes_on_for(self, left_out: tuple[str, ...]) -> int:
        """How many actions can be played without these privates."""
        played = 0
        with suppress(BadRecord):
            for _ in Import(self.export, left_out).play():
                played += 1
        return played

    def _do(self, *actions: Any) -> None:  # noqa: ANN401
        """Play actions of ours; whoever is asked for his consent gives it."""
        for action in actions:
            self._play(action)
            while isinstance(self.question, Consent):
                self._play(Accept())

    def _play(self, action: Any) -> None:  # noqa: ANN401
        """Play an action, with a look at every step that follows by itself."""
        state = GAME.decide(self.state, action)
        while state.stack and isinstance(state.stack[-1], Auto):
            missed = unasked(state)
            state = state.stack[-1].run(state)
            if missed is not None and not (state.stack and isinstance(state.stack[-1], Choice)):
                self.unasked.append(missed)
        self.state = state
        self.lines.append(str(action))

    @property
    def question(self) -> Any:  # noqa: ANN401 - one of the steps
        """What is asked now."""
        return self.state.stack[-1] if self.state.stack else None

    def _refusal(self, action: Action, error: TrainshedError) -> str:
        """Which action cannot be played, why, and what was expected instead."""
        what = f"action {action.id} ({action.type[:40]} of {action.whose[:40]})"
        return f"{what}: {self._reason(error)}; expected here: {self._expected()}"

    def _expected(self) -> str:
        """What is asked now, in words."""
        if not isinstance(self.question, Choice):
            return "nothing, the game is over"
        question, where = GAME.words(self.question, self.state), GAME.caption(self.state)
        return f"{self._read(question)} ({self._read(where)})"

    def _reason(self, error: TrainshedError) -> str:
        """What is wrong with an action, and the rule where the law can tell."""
        match error:
            case IllegalAction(why=a.WhyNot() as why):
                return f"{str(error.action)!r} is not allowed: {self._read(reason(why))}"
            case IllegalAction(action=action):
                return f"{str(action)!r} is not among what is allowed"
            case _:
                return " ".join(str(error).split())

    def _read(self, text: Text) -> str:
        return Reader(language("en"), [player.name for player in self.export.players]).read(text)

    def _until(self, *kinds: type, company: str | None = None, player: str = "") -> Any:  # noqa: ANN401
        """Pass over what the site did not ask, until one of these questions comes."""
        seat = _known(self.seat, player) if player else None
        number = None if company is None else _known(NUMBER, company)
        for _ in range(100):
            question = self.question
            fits = isinstance(question, kinds)
            if fits and seat is not None:
                fits = question.actor(self.state) == seat
            if fits and (number is None or question.company == number):
                return question
            if a.Pass() not in GAME.actions(self.state):
                break
            self._do(a.Pass())
        raise Misfit("it does not fit")

    def _answer(self, action: Action) -> None:
        match action:
            case Action(type="pass"):
                self._pass(action.whose)
            case Bid():
                self._bid(action)
            case Par(corporation=name):
                self._until(StockTurn, player=action.whose)
                self.treasury[name] = Treasury()
                self.treasury[name].start()
                self._do(a.Start(name, int(action.share_price.partition(",")[0])))
            case BuyShares():
                self._buy_shares(action)
            case SellShares():
                self._until(StockTurn, player=action.whose)
                company, _ = _certificate(action.shares[0])
                self._do(a.Sell(company, action.percent // 10))
            case Action(type="end_game"):
                self.stopped = True
            case _:
                self._of_company(action, action.whose)

    def _of_company(self, action: Action, entity: str) -> None:
        if not isinstance(action, BuyCompany):
            self.unasked = [(name, stage) for name, stage in self.unasked if name != entity]
        match action:
            case LayTile():
                self._lay(entity, action)
            case City(type="place_token"):
                self._station(entity, action.city)
            case City():
                self._until(Dropping, company=entity)
                self._do(a.Drop(*self._circle(action.city)))
            case RunRoutes():
                self._run(entity, action.routes)
            case Dividend():
                self._until(Dividends, company=entity)
                self._do(a.Pay(PAID[action.kind]))
            case BuyTrain():
                self._train(entity, action)
            case BuyCompany():
                self._private(entity, action)
            case DiscardTrain(train=train):
                self._until(Crowded, company=entity)
                self.pooled.add(train)
                self._do(a.Discard(_kind(train)))
            case Action(type="convert"):
                self._until(Choosing, company=entity)
                self.converting = True
            case Merge():
                self._merge(entity, action.corporation)
            case Action(type="choose"):
                self._until(Asking, company=entity)
                self._do(a.Yield())
            case _:
                raise Misfit(f"an action {action.type[:40]!r} is not known")

    def _bid(self, action: Bid) -> None:
        self._until(StockTurn, Lot, MinorLot, player=action.whose)
        if isinstance(self.question, StockTurn):
            self._do(a.Auction(action.corporation))
        self._do(a.Bid(action.price))

    def _buy_shares(self, action: BuyShares) -> None:
        company, _ = _certificate(action.shares[0])
        numbers = [_certificate(share)[1] for share in action.shares]
        treasury = _known(self.treasury, company)
        if action.whose in NUMBER:
            self._until(Redeeming, company=action.whose)
            treasury.redeem(numbers)
            self._do(a.Redeem(len(numbers)))
            return
        self._until(StockTurn, Purchase, player=action.whose)
        for number in numbers:
            own = number in treasury.held
            if own:
                treasury.buy(self.seat[action.whose], [number])
            self._do(a.Buy(company, "treasury" if own else "pool"))

    def _lay(self, entity: str, action: LayTile) -> None:
        self._until(Laying, company=entity)
        name = _kind(action.tile)
        _known(TILES, name)
        tile = laid(name, action.rotation)
        self.copies[action.tile] = action.hex
        self.turns[action.hex] = action.rotation
        self._do(a.Lay(action.hex, tile.tile, tile.turn))

    def _station(self, entity: str, city: str) -> None:
        hex_, circle = self._circle(city)
        if isinstance(self._until(Homing, Placing, company=entity), Homing):
            self._do(a.Home(hex_, circle))
            return
        self._do(a.Station(hex_, circle))

    def _circle(self, city: str) -> tuple[str, int]:
        """A circle by its number on the unturned tile; we count on the tile as it lies."""
        copy, _, text = city.rpartition("-")
        number = _number(text)
        hex_ = self.copies.get(copy, copy.partition("-")[0])
        plan = LAID[self.state.tiles[_known(HEX, hex_)]]
        if not plan.tile:
            return hex_, number if len(plan.plan.stops) > 1 else 0
        edges = _at(TILES[plan.tile].stops, number)
        turned = tuple(sorted((edge + self.turns[hex_]) % 6 for edge in edges))
        return hex_, plan.plan.stops.index(turned)

    def _run(self, entity: str, routes: Sequence[Way]) -> None:
        self._until(Running, company=entity)
        ways = connections(self.state.network())
        lines = []
        for route in routes:
            stops = _stops(route, ways)
            names = "-".join(stop_name(self.state.tiles, stop) for stop in stops)
            lines.append(f"{_kind(route.train)}:{names}")
        recorded = sum(route.revenue for route in routes)
        self._do(a.Run(tuple(lines)))
        earned = sum(news.revenue for news in self.state.news if isinstance(news, a.Earned))
        if earned != recorded:
            raise Misfit(f"the routes earn {earned}, not {recorded}")

    def _train(self, entity: str, action: BuyTrain) -> None:
        copy = action.train
        self._until(BuyingTrain, company=entity)
        owner = self.trains.get(copy)
        self.trains[copy] = entity
        if owner is None:
            self._do(a.Train(action.variant or _kind(copy), "bank"))
        elif copy in self.pooled:
            self.pooled.discard(copy)
            self._do(a.Train(_kind(copy), "pool"))
        else:
            while owner in self.heirs:
                owner = self.heirs[owner]
            self._do(a.Train(_kind(copy), owner), a.Price(action.price))

    def _private(self, entity: str, action: BuyCompany) -> None:
        number = _known(NUMBER, entity)
        if getattr(self.question, "company", None) != number:
            raise Misfit("another company has its turn")
        self._do(a.Acquire(action.company), a.Price(action.price))
        self.unasked = [
            (name, stage)
            for name, stage in self.unasked
            if name != entity or stage == TRACK or waits(self.state, number, stage)
        ]

    def _merge(self, entity: str, other: str) -> None:
        choosing = self._until(Choosing, company=entity)
        if _known(NUMBER, other) in MINORS:
            self._do(a.Merge(other))
            return
        self.treasury[other] = Treasury()
        if self.converting:
            self.treasury[other].start()
        else:
            first = self.state.owner(choosing.company)
            around = [first, *self.state.left_of(first)[:-1]]
            for owner in sorted(map(self.state.owner, choosing.group), key=around.index):
                self.treasury[other].join(owner)
        self.heirs.update({CHARTERS[number].id: other for number in choosing.group})
        self._do(a.Convert(other) if self.converting else a.Form(other))
        self.converting = False

    def _pass(self, entity: str) -> None:
        question = self.question
        if entity in self.seat:
            asked = isinstance(question, StockTurn | Lot | MinorLot | Purchase)
            if asked and question.actor(self.state) == self.seat[entity]:
                self._do(a.Pass())
            return
        missed = next((one for one in self.unasked if one[0] == entity), None)
        if missed is not None:
            self.unasked.remove(missed)
        else:
            self._pass_company(entity)

    def _pass_company(self, entity: str) -> None:
        """A company passes: what the site did not ask is passed over, what we do not ask is not."""
        number = _known(NUMBER, entity)
        while getattr(self.question, "company", None) == number:
            match self.question:
                case Asking():
                    self._do(a.Keep())
                case Choosing(group=group) if len(group) > 1:
                    pass  # the group is complete
                case Laying(laid=laid) if laid >= 0 and self.state.means(number) < BOX.second_lay:
                    self._do(a.Pass())
                    continue
                case BuyingTrain() if self._has_more(number):
                    self.past_trains = self.state.turn
                case _:
                    self._do(a.Pass())
            return

    def _has_more(self, number: int) -> bool:
        """Whether the site asks for privates after this pass, the last one for trains.

        It does not ask a company that has none: that one is nationalised.
        """
        both = sells_trains(self.state, number) and sells_privates(self.state, number)
        has_trains = bool(self.state.companies[number].trains)
        return both and has_trains and self.past_trains != self.state.turn


def _kind(copy: str) -> str:
    """The kind of a copy of a train or a tile."""
    return copy.rpartition("-")[0]


def _certificate(share: str) -> tuple[str, int]:
    """The company of a certificate, and its number."""
    company, _, number = share.rpartition("_")
    return company, _number(number)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= TWO):
        raise Misfit(f"{text[:40]!r} is no number")
    return int(text)


def _known(things: Mapping[str, T], name: str) -> T:
    if name not in things:
        raise Misfit(f"{name[:40]!r} is not known")
    return things[name]


def _at(things: Sequence[T], number: int) -> T:
    if number >= len(things):
        raise Misfit(f"there is no number {number} here")
    return things[number]


def _stops(route: Way, ways: tuple[Connection, ...]) -> list[int]:
    """The stops of a recorded route in order, found by the hexes of its chains."""
    chains = [tuple(_known(HEX, name) for name in chain) for chain in route.connections]
    fitting = [[way for way in ways if way.hexes in (chain, chain[::-1])] for chain in chains]
    for first in fitting[0] if all(fitting) else ():
        for start in (first.a, first.b):
            found = _follow([start], [[first], *fitting[1:]])
            if found is not None:
                return found
    raise Misfit(f"no track for {'; '.join(map('-'.join, route.connections))[:200]}")


def _follow(stops: list[int], fitting: list[list[Connection]]) -> list[int] | None:
    """The stops with those that follow, none of them twice."""
    if not fitting:
        return stops
    for way in fitting[0]:
        if stops[-1] in (way.a, way.b):
            onward = way.b if way.a == stops[-1] else way.a
            found = None if onward in stops else _follow([*stops, onward], fitting[1:])
            if found is not None:
                return found
    return None
