"""The couriers: one notice, written for its reader and carried through one channel."""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections.abc import Sequence
from email.utils import parseaddr

import msgspec
from babel.dates import format_datetime
from msgspec import Struct

from trainshed.core import Reader, Text, UnknownGame, say, say_n
from trainshed.games import game as find
from trainshed.web.database.store import Store
from trainshed.web.people.leaving import Leaving
from trainshed.web.settings import Config

from .outside import Outside
from .post import Letter, NotSent, Post
from .push import Gone, Push
from .tidings import Addressee, Tiding, Tidings
from .wishes import Channel, Event, zone

SIGNATURE = "x-trainshed-signature"
PAGE = "/account/notices"


class Notice(Struct, frozen=True, kw_only=True):
    """What somebody is told: nothing that not everybody at the table may know."""

    event: Event
    title: str
    text: str
    path: str
    """The page that it is about."""
    table: str = ""
    game: str = ""


class Couriers:
    """Carry notices."""

    def __init__(
        self,
        config: Config,
        *,
        tidings: Tidings,
        post: Post | None,
        push: Push,
        outside: Outside,
        leaving: Leaving,
    ) -> None:
        self.config = config
        self.leaving = leaving
        self.tidings = tidings
        self.post = post
        self.push = push
        self.outside = outside

    async def carry(self, channel: Channel, to: Addressee, notice: Notice) -> None:
        """Deliver a notice; NotSent says that it did not arrive."""
        match channel:
            case "push":
                await self._to_browsers(to, notice)
            case "mail" | "digest":
                text = f"{notice.text}\n\n{self._url(to, notice.path)}"
                await self._by_mail(to, notice.title, text)
            case "hook":
                await self._to_program(to, notice)
            case "ntfy":
                await self._to_topic(to, notice)

    async def digest(self, to: Addressee, tidings: Sequence[Tiding]) -> None:
        """Deliver all that waits for somebody in one letter."""
        notices = [written(it) for it in tidings]
        turns = sum(it.event == "turn" for it in tidings)
        title = (
            say_n("One of your tables waits for you", "{n} of your tables wait for you", turns)
            if turns
            else say("News from your tables")
        )
        parts = [f"{it.title}\n{it.text}\n{self._url(to, it.path)}" for it in notices]
        await self._by_mail(to, read(to, title), "\n\n".join(parts))

    def _url(self, to: Addressee, path: str) -> str:
        return f"{self.config.address or to.wishes.site}{path}"

    async def _to_browsers(self, to: Addressee, notice: Notice) -> None:
        """Tell every browser of an account; it is enough that one takes it."""
        failures: list[NotSent] = []
        browsers = await self.tidings.subscriptions(to.account)
        message = msgspec.json.encode(notice)
        for browser in browsers:
            try:
                await self.push.send(browser, message, topic=notice.table)
            except Gone:
                await self.tidings.unsubscribe(to.account, browser.endpoint)
            except NotSent as error:
                failures.append(error)
        if failures and len(failures) == len(browsers):
            raise failures[0]

    async def _by_mail(self, to: Addressee, title: str, text: str) -> None:
        if self.post is None or not to.mail:
            raise NotSent("there is no way to send mail")
        leave = self._url(to, self.leaving.path(to))
        why = say(
            "You asked for this letter. Change that here: {url}\nNo more such letters: {leave}",
            url=self._url(to, PAGE),
            leave=leave,
        )
        await self.post.send(Letter(to.mail, title, f"{text}\n\n-- \n{read(to, why)}\n", leave))

    async def _to_program(self, to: Addressee, notice: Notice) -> None:
        """Post a notice as JSON, signed with the secret of the account."""
        now = self.tidings.store.now().isoformat(timespec="seconds")
        told = {**msgspec.to_builtins(notice), "url": self._url(to, notice.path), "time": now}
        body = msgspec.json.encode(told)
        headers = {
            "content-type": "application/json",
            SIGNATURE: f"sha256={signature(to.wishes.secret, body)}",
        }
        await self._deliver(to.wishes.hook, body, headers)

    async def _to_topic(self, to: Addressee, notice: Notice) -> None:
        headers = {"title": header(notice.title), "click": self._url(to, notice.path)}
        await self._deliver(to.wishes.ntfy, notice.text.encode(), headers)

    async def _deliver(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        status = await self.outside.post(url, body, headers)
        if not 200 <= status < 300:
            raise NotSent(f"the answer was {status}")


def signature(secret: str, body: bytes) -> str:
    """What proves to a program that a message is ours."""
    return hmac.new(secret.encode(), body, "sha256").hexdigest()


def header(text: str) -> str:
    """A text for a header, where only ASCII can stand.

    >>> header("Your turn"), header("à vous")
    ('Your turn', '=?UTF-8?B?w6Agdm91cw==?=')
    """
    line = " ".join(text.split())
    return line if line.isascii() else f"=?UTF-8?B?{b64encode(line.encode()).decode()}?="


def written(tiding: Tiding) -> Notice:
    """A tiding in the words of its reader."""
    title, text = _words(tiding)
    return Notice(
        event=tiding.event,
        title=read(tiding.to, title),
        text=read(tiding.to, text),
        path=f"/t/{tiding.table}",
        table=tiding.table,
        game=tiding.game,
    )


def trial(to: Addressee) -> Notice:
    """What a channel is tried with."""
    title, text = say("A test from Trainshed"), say("Notices reach you here.")
    return Notice(event="test", title=read(to, title), text=read(to, text), path=PAGE)


def read(to: Addressee, text: Text) -> str:
    """A text in the language of somebody."""
    return Reader(to.choices.language, ()).read(text)


def _words(it: Tiding) -> tuple[Text, Text]:
    game = _title(it.game)
    match it.event:
        case "end":
            title = say("The game has ended: {table}", table=it.name)
            return title, say("{game}. See who has won, and why.", game=game)
        case "invitation" if it.who:
            title = say("{who} invites you: {table}", who=it.who, table=it.name)
            return title, say("{game}. A seat is free for you.", game=game)
        case "invitation":
            title = say("You are invited: {table}", table=it.name)
            return title, say("{game}. A seat is free for you.", game=game)
        case "back":
            title = say("{who} asks to go back: {table}", who=it.who, table=it.name)
            return title, say("{game}. Everybody at the table must agree.", game=game)
        case "pause":
            title = say("{who} asks for a pause: {table}", who=it.who, table=it.name)
            return title, say("{game}. Everybody at the table must agree.", game=game)
        case _ if it.due is not None:
            title = say("Your turn: {table}", table=it.name)
            return title, say("{game}. Your time runs out: {time}.", game=game, time=_time(it))
        case _:
            title = say("Your turn: {table}", table=it.name)
            return title, say("{game}. The others wait for your move.", game=game)


def _title(game: str) -> str:
    try:
        return find(game).title
    except UnknownGame:
        return game


def _time(it: Tiding) -> str:
    """When his time runs out, by the clock of where he is."""
    assert it.due is not None
    local = it.due.astimezone(zone(it.to.wishes.zone))
    return str(format_datetime(local, "medium", locale=it.to.choices.lang))


def hired(config: Config, store: Store, post: Post | None, secret: str) -> Couriers:
    """The couriers of a site."""
    outside = Outside()
    sender = parseaddr(config.mail.sender)[1] if config.mail else "nobody@localhost.invalid"
    contact = config.address if config.address.startswith("https://") else f"mailto:{sender}"
    push = Push(secret, contact, outside, clock=lambda: store.now().timestamp())
    return Couriers(
        config,
        tidings=Tidings(store),
        post=post,
        push=push,
        outside=outside,
        leaving=Leaving(secret),
    )
