"""A SQLite file without detours, for what pages ask all the time and for moves.

SQLite answers a small question from its file sooner than another thread could be asked, so it is
read where one is. What is written waits for the disk, and for another process that writes: one
thread does that, and all that has come in meanwhile is written together: a slow disk is waited for
once. SQLite writes into a log first; another thread brings that into the file, beside those who
write, or moves would wait for it every second.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy import event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from .identity import Identity, Replaced, Unseen
from .watermarks import Watermarks
from .wording import Statement, Values, worded

LOG = structlog.get_logger("trainshed.direct")
T = TypeVar("T")
Prepare = Callable[[Any, object], None]
"""What is done with each new connection."""
_SQLITE = sqlite.dialect()
HANDFUL = 16
"""So many things are written together at most: the first of them waits for the last."""
TIDY = 10.0
"""Seconds between two times that the log is brought into the file."""
MARK = 1.0
"""Seconds between two times that it is noted how far tables are."""
NEGLECTED = 60.0
"""Seconds after which the log grows because something is wrong."""
LONG = 8_000
"""A log of so many pages is begun anew as soon as nobody reads it."""
SHORT = 50
"""Milliseconds that the others wait at most for a log to be begun anew."""


class Direct:
    """One connection that reads, one that writes."""

    def __init__(
        self,
        address: sa.URL,
        prepare: Prepare,
        lose: Callable[[str], None] = LOG.critical,
        watermarks: Watermarks | None = None,
    ) -> None:
        self.identity = Identity(str(address.database), lose)
        self._reading = _engine(address, prepare, isolation_level="AUTOCOMMIT")
        self._writing = _engine(address, prepare)
        event.listen(self._writing, "begin", _begin)
        self._tidying = _engine(address, prepare, isolation_level="AUTOCOMMIT")
        event.listen(self._tidying, "connect", _hurry)
        self._is_closed, self._is_new = Event(), False
        self._clerk: Thread | None = None
        self._tidied = 0.0
        self._watermarks = watermarks
        self._reached: dict[str, int] = {}
        """How far tables are of which that was not noted yet."""
        self._next_mark, self._is_unmarked = 0.0, False
        self._pen = ThreadPoolExecutor(1, "pen")
        self._waiting: deque[tuple[Callable[[sa.Connection], Any], Future[Any]]] = deque()

    def read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a small query as they are now."""
        with self._reading.connect() as connection:
            return connection.execute(query).all()

    def ask(self, query: sa.Select[Any], values: Values) -> Sequence[Any]:
        """The rows of a query that is always the same but for its values."""
        return _run(self._driver, query, values)

    @cached_property
    def _driver(self) -> Any:  # noqa: ANN401 - what the driver calls a connection
        return self._reading.raw_connection().driver_connection

    async def write(
        self, work: Callable[[sa.Connection], T], reaches: tuple[str, int] | None = None
    ) -> T:
        """Do something in a transaction; whoever leaves meanwhile does not stop it.

        Where it gives anything, a table has reached this line, which is noted.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def tell(written: Future[T]) -> None:
            with suppress(RuntimeError):  # nobody is there any more
                loop.call_soon_threadsafe(_settle, done, written)

        written = Future[T]()
        if reaches is not None:
            written.add_done_callback(partial(self._judge, *reaches))
        written.add_done_callback(tell)
        self._waiting.append((work, written))
        self._pen.submit(self._write)
        return await done

    def _write(self) -> None:
        """Write what waits, as one transaction, unless it was written with something before it."""
        handful = [self._waiting.popleft() for _ in range(min(HANDFUL, len(self._waiting)))]
        if not handful:
            return
        try:
            self.identity.require()
            with self._writing.begin() as connection:
                told = [_apart(connection, work, written) for work, written in handful]
            self.identity.require()  # or nobody would find it again
        except Exception as error:  # noqa: BLE001 - whoever waits hears it
            told = [partial(written.set_exception, error) for _, written in handful]
        for tell in told:
            tell()
        if monotonic() >= self._next_mark:
            self._mark()
        self._is_new = True
        self._employ()

    def _employ(self) -> None:
        """Start the thread that tidies up, at first, and again should it have died."""
        if self._clerk is not None and self._clerk.is_alive():
            return
        if self._clerk is None:
            self._tidied = monotonic()
        else:
            LOG.error("the thread that writes the log into the database had died")
        clerk = Thread(target=self._tidy, name="clerk", daemon=True)
        clerk.start()
        self._clerk = clerk

    @property
    def checkpoint_age(self) -> float:
        """Seconds since the log was brought into the file, or there was nothing to bring."""
        return monotonic() - self._tidied if self._clerk is not None else 0.0

    def reach(self, table: str, number: int) -> None:
        """A table has so many lines by now, which is noted soon."""
        self._reached[table] = number

    def _judge(self, table: str, number: int, written: Future[Any]) -> None:
        if written.exception() is None and written.result() is not None:
            self.reach(table, number)

    def _mark(self) -> None:
        """Note how far the tables are that were played; what cannot be noted now is noted later."""
        self._next_mark = monotonic() + MARK
        if self._watermarks is None or not self._reached:
            return
        new = dict(self._reached.popitem() for _ in range(len(self._reached)))
        try:
            self._watermarks.add(new)
        except Exception as error:  # noqa: BLE001 - nobody waits for it, and the next one may do
            for table, number in new.items():
                self._reached.setdefault(table, number)  # unless it is further by now
            if not self._is_unmarked:
                LOG.warning("how far tables are cannot be noted", reason=repr(error))
            self._is_unmarked = True
        else:
            self._is_unmarked = False

    @property
    def is_neglected(self) -> bool:
        """Whether the log has not been brought into the file for too long."""
        return self.checkpoint_age > NEGLECTED

    def _tidy(self) -> None:
        """Bring what was written from the log into the file, from time to time, until closed."""
        while True:
            self._look()
            if not self._is_new:
                self._tidied = monotonic()
            else:
                self._is_new = False
                self._tidy_once()
            if self._is_closed.wait(TIDY):
                return

    def _look(self) -> None:
        """Whoever only reads must not go on either with what is not there any more."""
        with suppress(Replaced, Unseen):  # told once; or looked for again
            self.identity.require()

    def _tidy_once(self) -> None:
        """Tidy up; whatever is wrong, the log grows meanwhile, and it is tried again."""
        try:
            with self._tidying.connect() as connection:
                tidy(connection)
        except Exception as error:  # noqa: BLE001 - the thread lives on
            self._is_new = True
            reason = str(getattr(error, "orig", None) or repr(error))
            LOG.warning("the log is not brought into the database", reason=reason)
        else:
            self._tidied = monotonic()

    async def close(self) -> None:
        """Let go of the file when all is written."""
        await asyncio.to_thread(self._pen.shutdown)
        await asyncio.to_thread(self._mark)
        self._is_closed.set()
        if self._clerk is not None and self._clerk.is_alive():
            await asyncio.to_thread(self._clerk.join)
        for engine in (self._reading, self._writing, self._tidying):
            engine.dispose()


def tidy(connection: sa.Connection) -> None:
    """Bring the log of a file into it beside those who write; begin it anew where it is long."""
    _, pages, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
    if pages > LONG:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")


def _hurry(connection: Any, record: object) -> None:  # noqa: ANN401 - any driver's
    """Do not let the others wait for long while one waits for whoever reads."""
    connection.execute(f"PRAGMA busy_timeout={SHORT}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _apart(
    connection: sa.Connection, work: Callable[[sa.Connection], T], written: Future[T]
) -> Callable[[], None]:
    """Do one thing of several, which alone is undone if it fails; what to tell once all is done."""
    connection.exec_driver_sql("SAVEPOINT apart")
    try:
        tell = partial(written.set_result, work(connection))
    except Exception as error:
        if not _is_begun(connection):  # SQLite itself has undone all, as where a disk is full
            raise
        connection.exec_driver_sql("ROLLBACK TO apart")
        tell = partial(written.set_exception, error)
    connection.exec_driver_sql("RELEASE apart")
    return tell


def _is_begun(connection: sa.Connection) -> bool:
    """Whether there is still a transaction."""
    driver = connection.connection.driver_connection
    return driver is not None and bool(driver.in_transaction)


def _settle(done: asyncio.Future[T], written: Future[T]) -> None:
    """Hand over what was written, unless nobody waits for it any more."""
    if done.done():
        return
    error = written.exception()
    if error is None:
        done.set_result(written.result())
    else:
        done.set_exception(error)


def run(connection: sa.Connection, statement: Statement, values: Values) -> Sequence[Any]:
    """Do what a statement says that is always the same but for its values; the rows it returns."""
    if connection.dialect.name == _SQLITE.name:
        return _run(connection.connection, statement, values)
    found = connection.execute(statement, values)
    return found.all() if found.returns_rows else ()


def run_all(connection: sa.Connection, statement: Statement, rows: Sequence[Values]) -> None:
    """Do what a statement says for each of some values."""
    if connection.dialect.name == _SQLITE.name:
        words = worded(statement, _SQLITE)
        with _translated(words.text):
            connection.connection.cursor().executemany(words.text, [words.bound(it) for it in rows])
    elif rows:
        connection.execute(statement, rows)


def _run(connection: Any, statement: Statement, values: Values) -> Sequence[Any]:  # noqa: ANN401
    words = worded(statement, _SQLITE)
    with _translated(words.text):
        cursor = connection.cursor()
        cursor.execute(words.text, words.bound(values))
        return words.read(cursor.fetchall()) if words.gives else ()


@contextmanager
def _translated(text: str) -> Iterator[None]:
    """Let whoever asks hear the same complaints as from SQLAlchemy."""
    try:
        yield
    except sqlite3.Error as error:
        raise DBAPIError.instance(text, None, error, sqlite3.Error, hide_parameters=True) from error


def _engine(address: sa.URL, prepare: Prepare, **more: str) -> sa.Engine:
    engine = sa.create_engine(
        address.set(drivername="sqlite"),
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
        **more,
    )
    event.listen(engine, "connect", prepare)
    return engine
