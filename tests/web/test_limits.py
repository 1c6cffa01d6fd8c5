"""Where a request comes from, for whatever is counted, and how many streams there may be."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from starlette.requests import HTTPConnection

from trainshed.web import limits
from trainshed.web.database.kept import Account
from trainshed.web.limits import Streams, address
from trainshed.web.people.visitor import Visitor
from trainshed.web.refusal import Refusal
from trainshed.web.settings import Preferences


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("testclient", "testclient", True),
    ],
)
def test_a_network_of_ipv6_is_one_visitor(one: str, other: str, is_same: bool) -> None:  # noqa: FBT001
    """Everybody has as many addresses there as he likes."""
    found = [
        address(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))
        for host in (one, other)
    ]
    assert (found[0] == found[1]) is is_same


def asks(browser: str, host: str = "203.0.113.7", account: Account | None = None) -> HTTPConnection:
    """Somebody who would like to follow a table."""
    state = {"visitor": Visitor(browser, Preferences(), account)}
    return HTTPConnection({"type": "http", "client": (host, 1), "headers": [], "state": state})


def test_nobody_follows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leaves a table may follow another one, and nothing is kept of who is gone."""
    monkeypatch.setattr(limits, "STREAMS", 2)
    streams, ada = Streams(), asks("ada")
    with streams.follow(ada):
        with streams.follow(ada):
            streams.check(asks("ben"))
            with pytest.raises(Refusal) as caught:
                streams.check(ada)
            assert caught.value.status == 429
        streams.check(ada)
    assert not streams._open


def test_guests_of_one_address_share_their_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new guest is made by throwing a cookie away; an account is counted for itself."""
    monkeypatch.setattr(limits, "GUESTS", 2)
    streams = Streams()
    ada = Account(id="a", name="Ada", choices="", created=datetime(2030, 1, 1, tzinfo=UTC))
    with streams.follow(asks("ben")), streams.follow(asks("cyd")):
        with pytest.raises(Refusal):
            streams.check(asks("dan"))
        streams.check(asks("dan", "203.0.113.8"))
        streams.check(asks(ada.owner, account=ada))
