"""Browsers from which somebody has signed in before: no stranger can make him wait there."""

from __future__ import annotations

import re

from itsdangerous import Signer
from starlette.requests import HTTPConnection

from trainshed.web.database.kept import Account

from .visitor import cookie_header

COOKIE = "trainshed-known"
MOST = 5
"""So many accounts a browser is known by: a family may share one."""
_SIGN = re.compile(r"[\w-]{20,60}", re.ASCII)


class Known:
    """Knows them by a cookie with a signature for each account, which names nobody."""

    def __init__(self, secret: str) -> None:
        self._signer = Signer(secret, salt=COOKIE)

    def is_known(self, connection: HTTPConnection, account: Account) -> bool:
        """Whether an account has signed in from this browser."""
        return any(self._signer.verify_signature(account.id, it) for it in _signs(connection))

    def header(self, connection: HTTPConnection, account: Account) -> str:
        """The cookie of a browser from which an account signs in."""
        sign = self._signer.get_signature(account.id).decode()
        signs = [sign, *(it for it in _signs(connection) if it != sign)]
        return cookie_header(connection, COOKIE, ".".join(signs[:MOST]))


def _signs(connection: HTTPConnection) -> list[str]:
    return _SIGN.findall(connection.cookies.get(COOKIE, ""))[:MOST]
