"""Addresses of people for mail."""

from __future__ import annotations

from email.errors import HeaderParseError
from email.headerregistry import Address
from email.utils import parseaddr

LONGEST = 200
"""Of an address, in characters."""


def sender(value: str) -> Address:
    """Whom letters are from, as `Trainshed <trains@example.org>`; ValueError where it is nobody."""
    name, address = parseaddr(value)
    return mailbox(address, name)


def mailbox(address: str, name: str = "") -> Address:
    """An address that is one; ValueError where it is none."""
    try:
        found = Address(display_name=" ".join(name.split()), addr_spec=address)
    except (HeaderParseError, ValueError, IndexError):
        found = Address()
    if not found.username or not found.domain or not address.isprintable():
        raise ValueError(f"{address[:LONGEST]!r} is no address")
    return found
