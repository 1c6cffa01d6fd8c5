"""How long a database is waited for."""

from __future__ import annotations

from math import inf

from msgspec import Struct


class Timeouts(Struct, frozen=True, kw_only=True):
    """Seconds; whoever waits longer is told that the database cannot be reached."""

    connect: float = 4.0
    pool: float = 4.0
    """For a connection that is free."""
    lock: float = 4.0
    """For what another transaction holds."""
    statement: float = 8.0
    """For all that one statement does."""
    answer: float = 10.0
    """For any answer: a server that has been stopped says nothing at all, not even that."""
    idle: float = 60.0
    """For the next statement of a transaction, before PostgreSQL gives up what it holds."""


PATIENT = Timeouts(lock=inf, statement=inf, answer=inf, idle=inf)
"""For what may take long: a new schema, copies, checks."""
