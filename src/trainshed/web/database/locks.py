"""Advisory locks of PostgreSQL: what they are called."""

from __future__ import annotations

from hashlib import sha256


def lock_key(*what: str) -> int:
    """The number of the lock on something."""
    return int.from_bytes(sha256("\0".join(what).encode()).digest()[:8], signed=True)
