"""Passwords: hashes that take long on purpose, so they have threads of their own."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

THREADS = 2
"""So many are computed at once: others wait, but bots, orders and pages do not."""
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash("nobody")
"""Checked where there is no password, so that the answer takes as long."""
_THREADS = ThreadPoolExecutor(THREADS, "password")


async def hash_of(password: str) -> str:
    """What is kept of a password."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _HASHER.hash, password)


async def is_right(hash_: str | None, password: str) -> bool:
    """Whether a password is the one that was kept; where there is none, no password is."""
    check = asyncio.get_running_loop().run_in_executor
    return await check(_THREADS, _verified, hash_ or _NOBODY, password) and hash_ is not None


def is_outdated(hash_: str) -> bool:
    """Whether a password would be kept in another way today."""
    return _HASHER.check_needs_rehash(hash_)


def _verified(hash_: str, password: str) -> bool:
    try:
        return _HASHER.verify(hash_, password)
    except (VerificationError, InvalidHashError):
        return False
