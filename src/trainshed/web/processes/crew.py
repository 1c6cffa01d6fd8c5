"""A crew: several processes on one port, started, watched, started again, stopped together."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from socket import socket

import structlog

from trainshed.core import BadOption
from trainshed.web.settings import Config

from .pigeonholes import Pigeonholes, built

LOG = structlog.get_logger("trainshed.crew")
GRACE = 10.0
"""Seconds after which a process that does not stop is killed."""
BRIEF = 5.0
"""A process that has run for fewer seconds than this is not replaced at once."""
AGAIN = 1.0
"""Seconds after which that is tried again."""

LOST = 74
"""With what a process ends that has lost its database: another one would find none either."""

STOPS = signal.SIGINT, signal.SIGTERM
"""How a crew is asked to stop."""

Work = Callable[[Config, socket, Pigeonholes], None]


class Crew:
    """So many processes that do the same work; one that ends is replaced."""

    def __init__(self, work: Work, config: Config, listener: socket) -> None:
        self._work = work
        self._given = (config, listener)
        self._hands: dict[BaseProcess, tuple[Pigeonholes, float]] = {}
        self._context = context()

    def run(self, count: int) -> None:
        """Work until interrupted or terminated."""
        try:
            with stoppable(), built(count) as pigeonholes:
                for holes in pigeonholes:
                    self._hire(holes)
                while True:
                    self._watch()
        except KeyboardInterrupt:
            pass
        finally:
            self._stop()

    def _hire(self, holes: Pigeonholes) -> None:
        """Start a process, and before it, where that has ended, the one that starts all others."""
        while True:
            hand = self._context.Process(target=self._work, args=(*self._given, holes))
            try:
                with deaf():
                    forkserver.ensure_running()
                with undisturbed():
                    hand.start()
                    self._hands[hand] = holes, time.monotonic()
            except (EOFError, OSError) as error:
                LOG.warning("a process could not be started", reason=repr(error))
                time.sleep(AGAIN)
            else:
                return

    def _watch(self) -> None:
        """Wait until a process ends, and start another one."""
        wait([hand.sentinel for hand in self._hands])
        for hand in [hand for hand in self._hands if not hand.is_alive()]:
            holes, since = self._hands.pop(hand)
            if hand.exitcode == LOST:
                raise BadOption("the site was stopped: its database is not there any more")
            LOG.warning("a process has ended and is replaced", pid=hand.pid, code=hand.exitcode)
            if time.monotonic() - since < BRIEF:
                time.sleep(AGAIN)
            self._hire(holes)

    def _stop(self) -> None:
        for hand in self._hands:
            hand.terminate()
        until = time.monotonic() + GRACE
        for hand in self._hands:
            hand.join(max(0.0, until - time.monotonic()))
            hand.kill()
            hand.join()


def context() -> ForkServerContext:
    """How processes are started: by one that has read the program already."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["trainshed.web.server"])
    return found


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl-C or SIGTERM end the block, even where a shell in the background has it ignored."""
    before = [signal.signal(how, signal.default_int_handler) for how in STOPS]
    try:
        yield
    finally:
        for how, then in zip(STOPS, before, strict=True):
            signal.signal(how, then)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Whoever asks to stop in the block is heard when it is done."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


@contextmanager
def deaf() -> Iterator[None]:
    """A process started meanwhile is not stopped by Ctrl-C before it can do so in order."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
