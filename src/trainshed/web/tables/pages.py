"""The pages that follow a table from this process, and what each of them shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Page:
    """A page in a browser: the view that it shows and the parts that it has."""

    def __init__(self, browser: str) -> None:
        self.browser = browser
        self.tag = ""
        self.has: frozenset[str] = frozenset()
        self.is_new = True

    def note(self, tag: str, has: frozenset[str]) -> None:
        """It shows this view now."""
        self.tag, self.has = tag, has


class Pages:
    """The pages by the names that they gave themselves."""

    def __init__(self) -> None:
        self._open: dict[str, Page] = {}

    @contextmanager
    def open(self, name: str, browser: str) -> Iterator[Page | None]:
        """A page that follows a table while the block runs; None where it has no name."""
        if not name:
            yield None
            return
        page = self._open[name] = Page(browser)
        try:
            yield page
        finally:
            if self._open.get(name) is page:
                del self._open[name]

    def note(self, name: str, browser: str, tag: str, has: frozenset[str]) -> None:
        """A page was answered; what it shows now need not be shown to it again."""
        page = self._open.get(name)
        if page is not None and page.browser == browser:
            page.note(tag, has)
