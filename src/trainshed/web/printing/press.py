"""The press: prints the templates in the language and with the settings of each visitor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import CodeType

from babel.numbers import format_decimal
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.responses import FileResponse, HTMLResponse, Response

from trainshed.board import labels, symbols, theme
from trainshed.core import LANGUAGES, Language, Reader, Text, language
from trainshed.core.text import money, thousands
from trainshed.web.back import with_back
from trainshed.web.people.visitor import visitor
from trainshed.web.refusal import Refusal, bad_value
from trainshed.web.tables.seats import SeatInfo, badge

from . import signs
from .prints import Parts, Pieces, Shelf, View
from .when import when

HERE = Path(__file__).parents[1]
FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"


class Compiled(BytecodeCache):
    """Templates are compiled once for all languages, which share the code."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


class Press:
    """One environment for each language, and the static files under the hash of their content."""

    def __init__(
        self, templates: Path = HERE / "templates", static: Path = HERE / "static"
    ) -> None:
        self.posted: Callable[[HTTPConnection], Sequence[object]] = lambda connection: ()
        """What whoever runs the site tells a visitor."""
        self.files = files(static)
        self.stamp = stamp(self.files)
        self.shelf = Shelf()
        self._environments = {code: self._environment(templates, code) for code in LANGUAGES}
        self._parts = {
            code: Parts(made, code, self.shelf) for code, made in self._environments.items()
        }

    def page(
        self,
        connection: HTTPConnection,
        template: str,
        values: Mapping[str, object],
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> HTMLResponse:
        """A template as the answer to a request."""
        text = self.text(connection, template, values)
        return HTMLResponse(text, status, headers or {"cache-control": "private, no-cache"})

    def view(self, lang: str, has: frozenset[str] = frozenset(), table: str = "") -> View:
        """A view of a table to print, for a browser that has these parts of it."""
        self.shelf.meet(table)
        return View(self._parts[lang], has)

    def text(self, connection: HTTPConnection, template: str, values: Mapping[str, object]) -> str:
        """A template as one visitor is shown it."""
        who = visitor(connection)
        choices = who.choices
        found = self._environments[choices.lang].get_template(template)
        return found.render(
            values,
            lang=choices.lang,
            theme=choices.theme,
            sound=choices.sound,
            steps=choices.steps,
            confirm_taps=choices.confirm_taps,
            confirm_pass=choices.confirm_pass,
            patterns=choices.patterns,
            account_name=who.account.name if who.account else "",
            is_admin=who.account is not None and who.account.admin,
            announcements=self.posted(connection),
            with_back=with_back(connection),
        )

    def static(self, path: str) -> str:
        """The address of a static file; it changes with the content of the files."""
        return f"/static/{self.stamp}/{path}"

    def file(self, stamp: str, path: str) -> Response:
        """A static file, to be kept for ever if its address names the present content."""
        if path not in self.files:
            raise bad_value("path", path, status=404)
        lasting = FOREVER if stamp == self.stamp else FRESH
        return FileResponse(self.files[path], headers={"cache-control": lasting})

    def _environment(self, templates: Path, code: str) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            auto_reload=False,
            bytecode_cache=COMPILED,
        )
        catalogue = language(code)
        install = environment.install_gettext_callables  # type: ignore[attr-defined]
        install(catalogue.gettext, catalogue.ngettext, newstyle=True)
        environment.filters["when"] = partial(when, code=code)
        environment.filters["tenths"] = partial(format_decimal, format="0.0", locale=code)
        environment.globals |= {
            "LANGUAGES": LANGUAGES,
            "money": lambda amount, currency: money(amount, currency, catalogue),
            "thousands": lambda amount, currency: thousands(amount, currency, catalogue),
            "seat_badge": badge,
            "seat_name": partial(seat_name, catalogue),
            "signs": signs,
            "lettering_size": labels.size,
            "static": self.static,
            "once": Pieces(code, self.shelf),
            "sprite": Markup(symbols.sprite()),  # noqa: S704 - our own drawing
        }
        for name in ("parts", "grid"):
            environment.globals[name] = environment.get_template(f"_{name}.html").module
        for name in environment.list_templates(extensions=["html"]):  # so that no visitor waits
            template = environment.get_template(name)
            template.globals = dict(template.globals)  # a chain of them is slow
        return environment


def seat_name(catalogue: Language, seat: SeatInfo) -> str:
    """What a reader calls who sits there."""
    if seat.is_you:
        return catalogue.gettext("You")
    return catalogue.gettext("Empty seat") if seat.is_open else seat.name


def words(connection: HTTPConnection, text: Text) -> str:
    """A text in the visitor's language."""
    return Reader(visitor(connection).choices.language, ()).read(text)


def sorry(press: Press, connection: HTTPConnection, refusal: Refusal, code: str) -> Response:
    """The page of an error: what was kept, what to do, a code to quote."""
    values = {
        "status": refusal.status,
        "headline": words(connection, refusal.headline),
        "text": words(connection, refusal.text),
        "code": code,
    }
    answer = press.page(connection, "error.html", values, status=refusal.status)
    if refusal.wait:
        answer.headers["retry-after"] = str(refusal.wait)
    return answer


def files(static: Path) -> Mapping[str, Path]:
    """Every static file by its path; the design tokens are those of the drawings."""
    found = {
        path.relative_to(static).as_posix(): path
        for path in sorted(static.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
    tokens = Path(theme.__file__).parent / theme.SHEET
    return {theme.SHEET: tokens, **found}


@cache
def _digest(path: Path, modified: float) -> bytes:
    return sha256(path.read_bytes()).digest()


def stamp(found: Mapping[str, Path]) -> str:
    """A hash of all static files: their relative links to one another stay valid with it."""
    digest = sha256()
    for name, path in found.items():
        digest.update(name.encode() + _digest(path, path.stat().st_mtime))
    return digest.hexdigest()[:12]
