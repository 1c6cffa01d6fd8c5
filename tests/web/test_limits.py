"""Where a request comes from, for whatever is counted."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from trainshed.web.limits import address


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
