"""A view of a table: what of its page a move can change, put together of parts."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape
from msgspec import Struct

from trainshed.web.tables.seats import SeatInfo

from . import signs
from .around import Around
from .page import TablePage
from .prints import Reading, View


class Shown(Struct, frozen=True, kw_only=True):
    """What one visitor is shown of a table."""

    page: TablePage
    read: Reading
    named: Reading
    """Who reads everybody by name, so that all are shown the same."""
    around: Around
    notice: Markup | None
    """Why something was not done."""
    left: str
    """How much time is left, in words."""
    lent: bool
    """Whether a bot plays for the visitor."""
    waits: int
    """At how many other tables he is asked."""
    share_url: str
    account: str


def put_together(view: View, it: Shown) -> str:
    """The view as a page shows it; what the page has is left out."""
    page = it.page
    slots = dict(_slots(view, it))
    return view.put_together("_table.html", slots, kind=page.kind)


def _slots(view: View, it: Shown) -> Iterator[tuple[str, str]]:
    page = it.page
    yield "root", _root(page)
    yield "table", page.table
    yield "game", page.game
    yield "version", str(page.version)
    yield "head", _head(view, it)
    yield "strip", "\n".join(_strip(view, it))
    yield "prompt", _prompt(view, it)
    yield "notice", _notice(view, it)
    yield "board", _board(view, page)
    yield "time", _time(view, it)
    yield from _beside(view, it)
    yield "players", "\n".join(_players(view, it))
    yield from _tabs(view, it)
    found = (view.part("_places.html", name=name, listed=listed) for name, listed in page.listed)
    yield "places", "\n".join(found)
    yield "offers", page.data


def _root(page: TablePage) -> str:
    """What the scripts and styles know of the whole."""
    mine, is_live, trail = page.prompt.mine, page.is_live, "-".join(page.trail)
    calls = mine and not (page.prompt.orders and page.prompt.orders.is_answered)
    about = (
        (page.kind, page.kind),
        ("running", page.desk is not None and page.desk.company),
        ("mine", mine),
        ("past", not is_live),
        ("over", page.is_over),
    )
    words = " ".join(("table", *(word for word, is_so in about if is_so)))
    return (
        f'class="{words}" data-table="{escape(page.table)}" data-version="{page.version}"'
        f' data-at="{page.at}" data-moves="{page.moves}"'
        f' data-mine="{"yes" if mine else "no"}" data-live="{"yes" if is_live else "no"}"'
        + (' data-calls="yes"' if calls else "")
        + (f' data-last="{escape(page.last)}"' if page.last else "")
        + (f' data-trail="{escape(trail)}"' if len(page.trail) > 1 else "")
    )


def _head(view: View, it: Shown) -> str:
    page, boards, lies = it.page, it.page.boards, ""
    if boards is not None:
        lies = view.text("_boards.html", it.read, boards=boards.boards, seats=page.seen)
    return view.part(
        "_head.html",
        table=page.table,
        title=page.title,
        name=page.name,
        status=page.status,
        left=it.left,
        is_paused=it.around.is_paused,
        lent=it.lent,
        waits=it.waits,
        is_over=page.is_over,
        has_desk=page.desk is not None,
        lies=lies,
    )


def _strip(view: View, it: Shown) -> Iterator[str]:
    page, is_freight = it.page, it.page.freight is not None
    for seat, panel in zip(page.seats, page.panels, strict=True):
        yield view.part(
            "_strip.html",
            it.read if is_freight else None,
            seat=seat,
            cash=panel.money,
            figures=panel.figures if is_freight else (),
            clock=it.around.clocks[seat.seat] if page.is_live else None,
            points=page.prospect(seat.seat),
            is_freight=is_freight,
            mine=page.prompt.mine and seat.to_move,
            currency=page.currency,
            played=page.is_played,
        )


def _players(view: View, it: Shown) -> Iterator[str]:
    page, around = it.page, it.around
    for seat, panel in zip(page.seats, page.panels, strict=True):
        yield view.part(
            "_player.html",
            it.read,
            seat=seat,
            panel=panel,
            clock=around.clocks[seat.seat] if page.is_live else None,
            forecast=page.prospect(seat.seat),
            kind=page.kind,
            mine=page.prompt.mine and seat.to_move,
            live=page.is_live,
            currency=page.currency,
            played=page.is_played,
            door=_door(it) if seat.is_open else None,
        )


def _door(it: Shown) -> tuple[object, ...]:
    """How an open seat can be taken."""
    is_seated = it.page.seat is not None
    return (
        it.page.table,
        is_seated,
        it.around.may_share,
        it.around.needs_account,
        it.around.bots,
        it.share_url,
        it.account,
        it.around.host,
    )


def _prompt(view: View, it: Shown) -> str:
    page, prompt = it.page, it.page.prompt
    is_watching, is_live, at, moves = page.seat is None, page.is_live, page.at, page.moves
    steps = {"table": page.table, "at": at, "moves": moves, "is_over": page.is_over}
    slots = {
        "table": page.table,
        "undo": ""
        if is_watching
        else view.text(
            "_undo.html",
            live=is_live,
            may_undo=prompt.may_undo,
            why_no_undo=prompt.why_no_undo,
            may_redo=prompt.may_redo,
            ask_back=None if prompt.back else prompt.ask_back,
            asks_bots=prompt.asks_bots,
        ),
        "dice": view.text("_dice.html", dice=page.dice) if page.dice else "",
        "caption": prompt.caption,
        "question": page.over.headline if page.over else prompt.question,
        "latest": _latest(page),
        "at": str(at),
        "moves": str(moves),
        "steps": "" if is_live else view.text("_steps.html", None, **steps),
    }
    return view.put_together(
        "_prompt.html",
        slots,
        live=is_live,
        is_over=page.is_over,
        mine=prompt.mine,
        is_watching=is_watching,
        may_sit=is_watching and any(seat.is_open for seat in page.seats),
    )


def _latest(page: TablePage) -> str:
    """What happened last, where nothing is asked of the viewer."""
    if page.is_live and page.is_over and page.over:
        return f'<p class="latest"><span>{page.over.reason}</span></p>'
    entry = page.told
    if entry is None:
        return ""
    badge = signs.badge(page.badges[entry.seat]) if entry.seat >= 0 else ""
    return f'<p class="latest">{badge}<span>{entry.sentence}</span></p>'


def _notice(view: View, it: Shown) -> str:
    page, prompt, around = it.page, it.page.prompt, it.around
    return view.text(
        "_notice.html",
        table=page.table,
        at=0 if page.is_live else page.at,
        moves=0 if page.is_live else page.moves,
        live=page.is_live,
        is_over=page.is_over,
        notice=it.notice,
        is_answered=prompt.orders is not None and prompt.orders.is_answered,
        back=prompt.back,
        is_paused=around.is_paused,
        asks_pause=around.asks_pause,
        may_pause=around.may_pause,
        may_answer=around.may_answer,
    )


def _board(view: View, page: TablePage) -> str:
    """The drawing of the board; board.js exchanges it."""
    head, layers, tail = page.board
    drawn = [view.drawn(name, text) if name else text for name, text in layers]
    return "".join((head, *drawn, tail))


def _time(view: View, it: Shown) -> str:
    page = it.page
    plays = page.seat is not None and not page.is_over
    has_since = plays and page.is_live and page.since < page.moves
    slots = {
        "table": page.table,
        "at": str(page.at),
        "moves": str(page.moves),
        "since": f"{100 * page.since / (page.moves or 1):.2f}",
        "ticks": view.part("_ticks.html", ticks=page.ticks, moves=page.moves),
    }
    return view.put_together(
        "_time.html",
        slots,
        live=page.is_live,
        is_over=page.is_over,
        may_continue=page.may_continue,
        has_since=has_since,
        delay=it.around.delay,
    )


def _beside(view: View, it: Shown) -> Iterator[tuple[str, str]]:
    """What stands beside the board, and what lies over it when it is asked for."""
    page = it.page
    if page.desk is not None:
        yield "desk", "\n".join(_desk(view, it))
        yield "acting", _acting(view, it)
    if page.boards is not None:
        counted = page.counted
        seats = page.seats if counted else ()
        yield "counted", str(counted.move if counted else 0)
        yield "scored", view.part("_scored.html", counted=counted, seats=seats)
    if page.crayon is not None:
        race, film = page.crayon.race, page.crayon.film
        yield "race", view.text("_race.html", race=race, film=film, live=page.is_live)
        yield "reel", view.text("_reel.html", film=film) if film else ""
    yield "ledger", _ledger(view, it)


def _ledger(view: View, it: Shown) -> str:
    """Who holds what, or what is asked for more often in this game."""
    page, read, freight = it.page, it.read, it.page.freight
    if freight is not None:
        if not (freight.ways and page.prompt.mine):
            return ""
        ways, cube, source = freight.ways, freight.cube, freight.source
        return view.text("_ways.html", ways=ways, cube=cube, source=source)
    if page.desk is not None:
        companies, runs = page.desk.tables["companies"], page.desk.runs
        return view.part("_order.html", read, companies=companies, runs=runs)
    if page.counts:
        return "\n".join(_forecasts(view, it))
    if page.ledger is None:
        return ""
    return view.part("_ledger.html", read, ledger=page.ledger, seats=page.named)


def _desk(view: View, it: Shown) -> Iterator[str]:
    """The tables of an 18xx game."""
    page, read, desk = it.page, it.named, it.page.desk
    assert desk is not None
    assert page.ledger is not None
    tables = desk.tables
    yield view.part("_market.html", market=desk.market)
    yield view.part(
        "_companies.html",
        read,
        companies=tables["companies"],
        shares=desk.shares,
        runs=desk.runs,
        seats=page.named,
        panels=page.panels,
        columns=page.ledger.columns,
        privates=tables.get("privates"),
        currency=page.currency,
    )
    yield view.part("_trains.html", read, trains=tables["trains"], rush=desk.rush)
    yield view.part("_tiles.html", manifest=page.scene.manifest)


def _acting(view: View, it: Shown) -> str:
    """The company whose turn it is."""
    page, desk = it.page, it.page.desk
    assert desk is not None
    actor: SeatInfo | None = next((seat for seat in page.seats if seat.to_move), None)
    runs = [offer.label for offer in page.prompt.offers if offer.verb == "run"]
    return view.text(
        "_cards.html",
        it.read,
        line=desk.company,
        companies=desk.tables["companies"] if desk.company else None,
        fate=desk.fate,
        actor=actor if desk.company else None,
        mine=page.prompt.mine,
        ways=desk.ways,
        income=desk.income,
        run=runs[0] if desk.ways and runs else None,
        currency=page.currency,
    )


def _forecasts(view: View, it: Shown) -> Iterator[str]:
    """What would score now."""
    page = it.page
    assert page.boards is not None
    for number, table in enumerate(page.boards.tables):
        yield view.part(
            "_forecast.html",
            it.read,
            table=table,
            is_first=number == 0,
            seats=page.seats,
            own=page.seat,
        )


def _tabs(view: View, it: Shown) -> Iterator[tuple[str, str]]:
    """The tabs of the side, and what stands under them."""
    page, read, around = it.page, it.read, it.around
    orders, freight, crayon = page.prompt.orders, page.freight, page.crayon
    has_cards = bool(freight and (freight.offer or freight.kept or freight.aim))
    has_seats = bool(around.terms or around.may_leave or around.delay)
    tabs = view.part(
        "_tabs.html",
        has_orders=orders is not None,
        given=len(orders.given) if orders else 0,
        has_sheets=crayon is not None,
        has_figures=freight is not None,
        has_cards=has_cards,
        has_seats=has_seats,
    )
    yield "tabs", tabs
    yield "digest", _digest(view, page)
    yield "log", "\n".join(_log(view, page))
    if crayon is not None:
        yield "sheets", view.part("_sheets.html", it.named, tables=crayon.tables)
    if freight is not None:
        yield "hand", _hand(view, it) if has_cards else ""
        yield "figures", _figures(view, it)
    standing = view.part("_orders.html", orders=orders, table=page.table) if orders else ""
    yield "orders", standing
    yield "seats", _seats(view, it) if has_seats else ""
    bar = view.part(
        "_bar.html",
        shares=_shares(page, read),
        has_cards=has_cards,
        has_sheets=crayon is not None,
        news=page.news,
    )
    yield "bar", bar


def _shares(page: TablePage, read: Reading) -> str:
    """What the tab of shares is called."""
    if page.desk is not None:
        return "companies"
    if page.counts:
        return "points"
    return Markup(read(page.ledger.title)) if page.ledger else ""  # noqa: S704 - made by us


def _digest(view: View, page: TablePage) -> str:
    """How much has happened since the viewer's last move."""
    away = page.away
    if away is None:
        return ""
    since, moves = str(away.since), str(away.moves)
    slots = {"table": page.table, "since": since, "moves": moves}
    return view.put_together("_digest.html", slots, count=away.count)


def _log(view: View, page: TablePage) -> Iterator[str]:
    """The log, leaf by leaf."""
    if page.has_earlier:
        yield view.text("_earlier.html", table=page.table, move=page.log[0].move - 1)
    counted = page.counted.move if page.counted else 0
    film = page.filmed
    for leaf in page.leaves:
        yield view.part(
            "_leaf.html",
            leaf=leaf,
            table=page.table,
            badges=page.badges,
            here=0 if page.is_live else leaf.at(page.at),
            film=leaf.at(film),
            counted=leaf.at(counted),
            seats=page.seats if page.boards and leaf.is_scored else (),
        )


def _hand(view: View, it: Shown) -> str:
    """The cards of a game that has some."""
    page, freight = it.page, it.page.freight
    assert freight is not None
    return view.part(
        "_hand.html",
        it.read,
        offer=freight.offer,
        kept=freight.kept,
        aim=freight.aim,
        hands=freight.tables.get("hands"),
        takes=page.takes,
        mine=page.prompt.mine,
    )


def _figures(view: View, it: Shown) -> str:
    """Income, locomotives, the end of the game."""
    page, freight = it.page, it.page.freight
    assert freight is not None
    return view.part(
        "_figures.html",
        it.named,
        empty=freight.empty,
        limit=freight.limit,
        track=freight.track,
        incomes=freight.incomes,
        tables=freight.tables,
        plates=page.scene.plates,
        seats=page.named,
        currency=page.currency,
    )


def _seats(view: View, it: Shown) -> str:
    """The table itself."""
    around = it.around
    return view.part(
        "_seats.html",
        table=it.page.table,
        terms=around.terms,
        delay=around.delay,
        asks=around.may_pause and not around.is_paused and not around.asks_pause,
        may_invite=around.may_invite,
        invited=around.invited,
        may_leave=around.may_leave,
        leaves_bot=around.leaves_bot,
    )
