"""Pigeonholes: each process of a crew has one, into which the others put news and connections.

They belong to the process that has started the others: what lies in the hole of one that has died
is found by the one that takes its place.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from zlib import crc32

KIND = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
"""Either way what is put in as one piece is taken out as one."""
LARGEST = 1 << 17
"""So many bytes are put in at once."""
HANDFUL = 16
"""So many pieces are taken out before others have their turn."""
NEWS, CONNECTION = b"n", b"c"


class Pigeonholes:
    """The holes of a crew as one of its processes knows them: what lies in its own, all others."""

    def __init__(
        self, number: int, inside: socket.socket, outside: Sequence[socket.socket]
    ) -> None:
        self.number = number
        self._inside = inside
        self._outside = tuple(outside)
        self.hear: Callable[[str], None] = _nobody
        """Who hears what another process tells."""

    @property
    def count(self) -> int:
        """How many processes there are."""
        return len(self._outside)

    @property
    def others(self) -> list[int]:
        """The other processes."""
        return [number for number in range(self.count) if number != self.number]

    def whose(self, table: str) -> int:
        """The process that serves a table, if it can."""
        return home(table, self.count)

    def tell(self, number: int, news: str) -> bool:
        """Leave news for a process; False where its hole is full."""
        return self._put(number, NEWS + news.encode())

    def hand_over(self, number: int, connection: int, begun: bytes) -> bool:
        """Leave a connection for a process, with what was read of it; False where that fails."""
        return self._put(number, CONNECTION + begun, connection)

    def watch(self, adopt: Callable[[socket.socket, bytes], None]) -> None:
        """Look after one's own hole from now on."""
        asyncio.get_running_loop().add_reader(self._inside, self._empty, adopt)

    def leave(self) -> None:
        """Look after it no longer."""
        asyncio.get_running_loop().remove_reader(self._inside)

    def _put(self, number: int, what: bytes, *handles: int) -> bool:
        if len(what) > LARGEST:
            return False
        try:
            socket.send_fds(self._outside[number], [what], handles)
        except OSError:
            return False
        return True

    def _empty(self, adopt: Callable[[socket.socket, bytes], None]) -> None:
        for _ in range(HANDFUL):
            try:
                what, handles, *_ = socket.recv_fds(self._inside, LARGEST, 1)
            except BlockingIOError:
                return
            if handles:
                adopt(socket.socket(fileno=handles[0]), what[1:])
            elif what.startswith(NEWS):
                self.hear(what[1:].decode())


@contextmanager
def built(count: int) -> Iterator[list[Pigeonholes]]:
    """The holes for so many processes, while the block runs."""
    with ExitStack() as stack:
        pairs = [socket.socketpair(socket.AF_UNIX, KIND) for _ in range(count)]
        for end in [end for pair in pairs for end in pair]:
            end.setblocking(False)
            stack.enter_context(end)
        outside = [out for _, out in pairs]
        yield [Pigeonholes(number, inside, outside) for number, (inside, _) in enumerate(pairs)]


def home(table: str, count: int) -> int:
    """Which of so many processes serves a table, if it can."""
    return crc32(table.encode()) % count


def _nobody(news: str) -> None:
    """Nobody wants to know."""
