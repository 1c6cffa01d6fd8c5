"""Passkeys: keys that a device keeps for an account. We know their public halves alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
import webauthn
from itsdangerous import BadSignature, URLSafeSerializer
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from starlette.requests import HTTPConnection
from webauthn.helpers import bytes_to_base64url, options_to_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from trainshed.core import TrainshedError
from trainshed.web.database.kept import Account
from trainshed.web.database.rows import ACCOUNTS, LINKS, PASSKEYS
from trainshed.web.database.store import Store

from .people import account_of

MOST = 20
"""So many passkeys an account may have."""
BRIEF = timedelta(minutes=5)
"""A challenge is good for so long."""
SPENT = "spent"
"""The kind of a link that only says that a challenge was answered."""
_WISHED = UserVerificationRequirement.PREFERRED


class NoKey(TrainshedError):
    """What a browser answered proves nothing."""


class Relying(Struct, frozen=True):
    """The site as browsers know it: its domain and its origin."""

    id: str
    origin: str


class Passkey(Struct, frozen=True, kw_only=True):
    """A passkey as its owner sees it."""

    id: str
    name: str
    created: datetime
    used: datetime | None = None


class Challenge(Struct, frozen=True):
    """What a browser was asked: to show a key, to add one, to make an account with one."""

    purpose: str
    secret: bytes
    account: str
    """Whose key is added or made; nobody's where one is shown."""
    name: str = ""
    """Of the account that is made."""


class Passkeys:
    """All passkeys, what browsers are asked, and what they answer."""

    def __init__(
        self,
        store: Store,
        secret: str,
        address: str = "",
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self.store = store
        self.address = address
        self._clock = clock or store.now
        self._seal = URLSafeSerializer(secret, salt="passkey")

    def relying(self, connection: HTTPConnection) -> Relying | None:
        """As what browsers know the site; None where they would use no passkey."""
        url = urlsplit(self.address or str(connection.base_url))
        host = url.hostname or ""
        is_safe = url.scheme == "https" or host == "localhost"
        if not is_safe or _is_number(host):
            return None
        return Relying(host, f"{url.scheme}://{url.netloc}")

    def sealed(self, challenge: Challenge) -> str:
        """A challenge for a cookie."""
        until = (self._clock() + BRIEF).timestamp()
        secret = bytes_to_base64url(challenge.secret)
        return str(
            self._seal.dumps([challenge.purpose, secret, challenge.account, challenge.name, until])
        )

    def opened(self, cookie: str) -> Challenge:
        """The challenge in a cookie; NoKey where there is none, or it is too old."""
        try:
            purpose, secret, account, name, until = self._seal.loads(cookie)
        except (BadSignature, ValueError):
            raise NoKey("nothing was asked") from None
        if until < self._clock().timestamp():
            raise NoKey("that was asked too long ago")
        return Challenge(purpose, webauthn.base64url_to_bytes(secret), account, name)

    async def of(self, account: Account) -> list[Passkey]:
        """The passkeys of an account, the newest first."""
        query = sa.select(PASSKEYS).where(PASSKEYS.c.account == account.id)
        rows = await self.store.rows(query.order_by(PASSKEYS.c.created.desc()))
        return [
            Passkey(id=row.id, name=row.name, created=row.created, used=row.used) for row in rows
        ]

    async def wanted(self, site: Relying, challenge: Challenge) -> str:
        """What a browser is asked to make a key, as JSON."""
        query = sa.select(PASSKEYS.c.credential).where(PASSKEYS.c.account == challenge.account)
        known = await self.store.values(query)
        options = webauthn.generate_registration_options(
            rp_id=site.id,
            rp_name="Trainshed",
            user_name=challenge.name,
            user_id=challenge.account.encode(),
            challenge=challenge.secret,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_WISHED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=it) for it in known],
        )
        return options_to_json(options)

    def asked(self, site: Relying, challenge: Challenge) -> str:
        """What a browser is asked to show a key, as JSON."""
        options = webauthn.generate_authentication_options(
            rp_id=site.id, challenge=challenge.secret, user_verification=_WISHED
        )
        return options_to_json(options)

    def made(
        self, site: Relying, challenge: Challenge, credential: Mapping[str, Any], name: str
    ) -> dict[str, Any]:
        """The row of a key that a browser has made; NoKey where it did not."""
        try:
            found = webauthn.verify_registration_response(
                credential=dict(credential),
                expected_challenge=challenge.secret,
                expected_rp_id=site.id,
                expected_origin=site.origin,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise NoKey(str(error)) from error
        return {
            "id": _digest(found.credential_id),
            "account": challenge.account,
            "credential": found.credential_id,
            "key": found.credential_public_key,
            "count": found.sign_count,
            "name": name,
            "created": self._clock(),
        }

    async def add(self, row: Mapping[str, Any]) -> bool:
        """Keep a key; False where the account has too many, or it is known already."""
        count = sa.select(sa.func.count()).where(PASSKEYS.c.account == row["account"])
        try:
            async with self.store.exclusive("passkeys", row["account"]) as connection:
                if (await connection.execute(count)).scalar_one() >= MOST:
                    return False
                await connection.execute(sa.insert(PASSKEYS).values(dict(row)))
        except IntegrityError:
            return False
        return True

    async def remove(self, account: Account, key: str) -> None:
        """Forget a key of an account."""
        where = (PASSKEYS.c.id == key) & (PASSKEYS.c.account == account.id)
        await self.store.change(sa.delete(PASSKEYS).where(where))

    async def shown(
        self, site: Relying, challenge: Challenge, credential: Mapping[str, Any]
    ) -> Account:
        """Whose key a browser has shown; NoKey where it did not, or shows an answer again."""
        row = await self._named(credential.get("id"))
        try:
            found = webauthn.verify_authentication_response(
                credential=dict(credential),
                expected_challenge=challenge.secret,
                expected_rp_id=site.id,
                expected_origin=site.origin,
                credential_public_key=row.public,
                credential_current_sign_count=row.count,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError) as error:
            raise NoKey(str(error)) from error
        await self._spend(challenge, row, found.new_sign_count)
        return account_of(row)

    async def _named(self, credential: object) -> Any:  # noqa: ANN401 - a row
        """The key with this id, with its account."""
        try:
            id_ = webauthn.base64url_to_bytes(credential if isinstance(credential, str) else "")
        except ValueError:
            raise NoKey("no id") from None
        query = (
            sa.select(
                ACCOUNTS,
                PASSKEYS.c.id.label("passkey"),
                PASSKEYS.c.key.label("public"),
                PASSKEYS.c.count,
            )
            .join(ACCOUNTS, ACCOUNTS.c.id == PASSKEYS.c.account)
            .where(PASSKEYS.c.id == _digest(id_), ~ACCOUNTS.c.gone)
        )
        row = await self.store.row(query)
        if row is None:
            raise NoKey("this key is not known")
        return row

    async def _spend(self, challenge: Challenge, row: Any, count: int) -> None:  # noqa: ANN401
        """Note that a challenge was answered, once, and how often the key was used."""
        now = self._clock()
        spent = {
            "id": _digest(challenge.secret),
            "account": row.id,
            "kind": SPENT,
            "mail": "",
            "until": now + BRIEF,
        }
        used = sa.update(PASSKEYS).where(PASSKEYS.c.id == row.passkey)
        old = (LINKS.c.kind == SPENT) & (LINKS.c.until < now)
        try:
            await self.store.change(
                sa.delete(LINKS).where(old),
                sa.insert(LINKS).values(spent),
                used.values(count=count, used=now),
            )
        except IntegrityError:
            raise NoKey("this was answered already") from None


def new_challenge(purpose: str, account: str, name: str = "") -> Challenge:
    """Something to answer that nobody was asked before."""
    return Challenge(purpose, secrets.token_bytes(32), account, name)


def _digest(secret: bytes) -> str:
    return sha256(secret).hexdigest()


def _is_number(host: str) -> bool:
    """Whether a host is called by its number: no browser keeps a passkey for it."""
    try:
        ip_address(host)
    except ValueError:
        return not host
    return True
