"""Messages to addresses that people gave us: to no machine of our own network, and no answer read.

The name of a machine is looked up once and that very address is called, so that nobody can name
another one in between.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import httpx2

from .post import NotSent
from .wishes import LONGEST_URL

LOOKUPS = 4
"""So many names are looked up at once."""
PATIENCE = 5.0
"""Seconds for each step of a call; the whole may take twice as long."""
_PORTS = {"https": 443, "http": 80}
NOT_OUTSIDE = (
    "0.0.0.0/8",  # this network
    "10.0.0.0/8",  # private
    "100.64.0.0/10",  # shared by customers of a provider
    "127.0.0.0/8",  # this machine
    "169.254.0.0/16",  # this link, and where clouds tell machines their secrets
    "172.16.0.0/12",  # private
    "192.0.0.0/24",  # protocols
    "192.0.2.0/24",  # documentation
    "192.88.99.0/24",  # the way to 6to4
    "192.168.0.0/16",  # private
    "198.18.0.0/15",  # measuring
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/4",  # many at once
    "240.0.0.0/4",  # nobody yet, and everybody
    "2001::/23",  # protocols, among them Teredo, which leads to IPv4
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4, which leads to IPv4
    "3fff::/20",  # documentation
)
"""What lies in no network that everybody can reach, or leads into another one. Versions of Python
differ in what they call global; this is the same with each."""
UNICAST = "2000::/3"
"""The part of IPv6 that is given to machines everybody can reach."""
_NOT_OUTSIDE = tuple(map(ip_network, NOT_OUTSIDE))
_UNICAST = IPv6Network(UNICAST)


class Outside:
    """Calls the outside world; `near` lets tests call their own machine."""

    def __init__(self, *, near: bool = False, patience: float = PATIENCE) -> None:
        self.near = near
        self.patience = patience
        # Of its own: a name that nobody answers for holds up no other work.
        self._lookups = ThreadPoolExecutor(LOOKUPS, "lookup")

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def address(self, url: str) -> SplitResult:
        """The parts of an address that may be called; NotSent where it may not, or is none."""
        try:
            parts = urlsplit(url)
            port = parts.port
            (parts.hostname or "").encode("idna")  # as whoever looks it up does
        except ValueError:
            raise NotSent("that is no address") from None
        schemes = ("https", "http") if self.near else ("https",)
        is_plain = url.isascii() and url.isprintable() and " " not in url
        if not is_plain or len(url) > LONGEST_URL or port == 0 or parts.scheme not in schemes:
            raise NotSent("an address begins with https://")
        if not parts.hostname or parts.username is not None or parts.password is not None:
            raise NotSent("an address names a machine, and nobody who signs in there")
        if not self.near and is_private(parts.hostname):
            raise NotSent("that machine is none of the outside world")
        return parts

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send something; the status of the answer, or NotSent where there was none."""
        parts = self.address(url)
        host = parts.hostname or ""
        port = parts.port or _PORTS[parts.scheme]
        try:
            async with asyncio.timeout(2 * self.patience):
                found = await self._find(host, port)
                return await self._call(parts, found, port, body, headers)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise NotSent(f"no answer, {type(error).__name__}") from error

    async def _find(self, host: str, port: int) -> str:
        """The address of a machine; all that it has must lie outside."""
        ask = partial(socket.getaddrinfo, host, port, proto=socket.IPPROTO_TCP)
        found = await asyncio.get_running_loop().run_in_executor(self._lookups, ask)
        addresses = [str(it[4][0]) for it in found]
        if not self.near and any(is_private(it) for it in addresses):
            raise NotSent("that machine is none of the outside world")
        return addresses[0]

    async def _call(
        self, parts: SplitResult, found: str, port: int, body: bytes, headers: Mapping[str, str]
    ) -> int:
        machine = f"[{found}]" if ":" in found else found
        url = parts._replace(netloc=f"{machine}:{port}", fragment="").geturl()
        named = {"host": parts.netloc, "user-agent": "Trainshed", **headers}
        client = httpx2.AsyncClient(
            verify=self._context, trust_env=False, timeout=self.patience, follow_redirects=False
        )
        more = {"sni_hostname": parts.hostname}
        async with (
            client,
            client.stream("POST", url, content=body, headers=named, extensions=more) as answer,
        ):
            return answer.status_code


def is_private(host: str) -> bool:
    """Whether an address is none that everybody can reach; a name is none at all.

    >>> [is_private(it) for it in ("127.0.0.1", "::ffff:10.0.0.1", "localhost", "93.184.215.14")]
    [True, True, True, False]
    """
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return f".{host.rstrip('.')}".endswith((".localhost", ".local", ".internal"))
    return not _is_outside(found)


def _is_outside(found: IPv4Address | IPv6Address) -> bool:
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return _is_outside(found.ipv4_mapped)
        if found not in _UNICAST:
            return False
    return not any(found in it for it in _NOT_OUTSIDE)
