"""The link in a letter that stops letters of its kind, by one click and without a session.

Nobody but the reader of the letter has it (RFC 8058); it is good for ever, as letters are kept, but
only for the address that the letter went to.
"""

from __future__ import annotations

from hashlib import sha256

from itsdangerous import BadSignature, URLSafeSerializer
from msgspec import Struct

from trainshed.web.guard import ANYWHERE
from trainshed.web.notices.tidings import Addressee


class Leave(Struct, frozen=True):
    """Who wants no more letters of which kind, and a mark of where they went."""

    account: str
    kind: str
    """What is chosen on the page of notices: one for each `turn`, or a `digest`."""
    mark: str

    def stops(self, to: Addressee) -> bool:
        """Whether somebody gets such letters there."""
        return to.wishes.mail == self.kind and _mark(to) == self.mark


class Leaving:
    """Writes such links, and reads them."""

    def __init__(self, secret: str) -> None:
        self._seal = URLSafeSerializer(secret, salt="letters")

    def path(self, to: Addressee) -> str:
        """The address on this site that stops the letters which somebody gets now."""
        return f"{ANYWHERE}{self._seal.dumps([to.account, to.wishes.mail, _mark(to)])}"

    def opened(self, token: str) -> Leave | None:
        """What a link is for; None where we did not write it."""
        try:
            return Leave(*self._seal.loads(token))
        except BadSignature:
            return None


def _mark(to: Addressee) -> str:
    return sha256((to.mail or "").encode()).hexdigest()[:16]
