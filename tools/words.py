"""Bring the catalogues up to date with the source; ``--check`` only says what is missing.

A text for people is the constant in a call of ``say`` (with its ``you``), ``say_n`` or ``mark``,
or of a function of gettext, in Python and in templates, where ``trans`` blocks count too. The
English catalogue repeats the source, the others are written by translators. Dates, places and tool
names stay out of the files, so that only texts change them.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from string import Formatter

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/trainshed"
LOCALE = SOURCE / "locale"
TEMPLATE = LOCALE / "trainshed.pot"
SOURCE_LANGUAGE = "en"
LANGUAGES = (SOURCE_LANGUAGE, "fr", "de")

SPLIT = {"fr": re.compile("« | [:;!?»]")}
"""An ordinary space where a sign belongs to the word beside it."""

SINGULAR = ("say", "mark", "_", "gettext")
PLURAL = ("say_n", "ngettext")
KEYWORDS = dict.fromkeys(SINGULAR) | dict.fromkeys(PLURAL, (1, 2))
NOISE = (
    "Generated-By",
    "Language-Team",
    "Last-Translator",
    "PO-Revision-Date",
    "POT-Creation-Date",
    "Project-Id-Version",
    "Report-Msgid-Bugs-To",
)

Msgid = str | tuple[str, str]


def python_texts(path: Path) -> Iterator[Msgid]:
    """The texts of a Python file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Call):
            yield from call_texts(node)


def call_texts(call: ast.Call) -> Iterator[Msgid]:
    """The texts of one call, if it is one of ours.

    >>> list(call_texts(ast.parse("say('{who} passes.', you='You pass.')", mode="eval").body))
    ['{who} passes.', 'You pass.']
    """
    name = getattr(call.func, "id", getattr(call.func, "attr", None))
    values = [each.value if isinstance(each, ast.Constant) else None for each in call.args[:2]]
    match values:
        case [str(one), str(many)] if name in PLURAL:
            yield one, many
        case [str(one), *_] if name in SINGULAR:
            yield one
            for keyword in call.keywords:
                if keyword.arg == "you" and isinstance(keyword.value, ast.Constant):
                    yield str(keyword.value.value)


def page_texts(path: Path) -> Iterator[Msgid]:
    """The texts of a template."""
    for _, text, _, _ in extract_from_file("jinja2", path, keywords=KEYWORDS):
        yield text if isinstance(text, str) else (text[0], text[1])


def extract() -> Catalog:
    """Collect the texts of the source."""
    template = Catalog(fuzzy=False, header_comment="# The texts of Trainshed.")
    for path in sorted(SOURCE.rglob("*.py")):
        for text in python_texts(path):
            template.add(text)
    for path in sorted((SOURCE / "web/templates").rglob("*.html")):
        for text in page_texts(path):
            template.add(text)
    return template


def catalogue_path(language: str) -> Path:
    """Where the catalogue of a language is kept."""
    return LOCALE / language / "LC_MESSAGES/trainshed.po"


def updated(language: str, template: Catalog) -> Catalog:
    """The catalogue of a language with exactly the texts of the template."""
    catalogue = Catalog(locale=language)
    path = catalogue_path(language)
    if path.is_file():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language, abort_invalid=True)
    catalogue.update(deepcopy(template), no_fuzzy_matching=True, update_header_comment=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    if language == SOURCE_LANGUAGE:
        for message in texts(catalogue):
            message.string = message.id
    return catalogue


def texts(catalogue: Catalog) -> Iterator[Message]:
    """The entries of a catalogue, without its head."""
    return (message for message in catalogue if message.id)


def written(catalogue: Catalog) -> str:
    """A catalogue as text, in alphabetical order."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, no_location=True, sort_output=True, width=100)
    noise = tuple(f'"{name}:' for name in NOISE)
    lines = buffer.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(noise)).rstrip() + "\n"


def untranslated(catalogue: Catalog) -> Iterator[str]:
    """The texts that a catalogue does not translate, or only doubtfully."""
    for message in texts(catalogue):
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.fuzzy or not all(strings):
            yield message.id if isinstance(message.id, str) else message.id[0]


def broken(catalogue: Catalog) -> Iterator[str]:
    """The translations that use a field the source does not have."""
    for message, errors in catalogue.check():
        yield from (f"{error}: {message.id}" for error in errors)
    for message in texts(catalogue):
        unknown = fields(message.string or ()) - fields(message.id)
        if message.python_brace_format and unknown:
            yield f"unknown field {min(unknown)}: {message.id}"


def loose(language: str, catalogue: Catalog) -> Iterator[str]:
    """The translations in which a line may break where the language keeps signs to their words.

    >>> SPLIT["fr"].findall("Vous avez\u00a0: « un » !")
    ['« ', ' »', ' !']
    """
    for message in texts(catalogue):
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if language in SPLIT and any(SPLIT[language].search(each or "") for each in strings):
            yield f"needs a no-break space: {message.id}"


def fields(text: str | Sequence[str]) -> set[str]:
    """The names in braces.

    >>> fields("{who} passes.")
    {'who'}
    """
    parts = [text] if isinstance(text, str) else text
    return {name for part in parts for _, name, _, _ in Formatter().parse(part) if name}


def catalogues() -> dict[Path, Catalog]:
    """Every file that this tool keeps, as it should be."""
    template = extract()
    return {TEMPLATE: template} | {
        catalogue_path(language): updated(language, template) for language in LANGUAGES
    }


def problems() -> Iterator[str]:
    """What a reader of some language would miss, one line each."""
    for path, catalogue in catalogues().items():
        name = path.relative_to(ROOT).as_posix()
        if not path.is_file() or path.read_text(encoding="utf-8") != written(catalogue):
            yield f"{name} is not up to date: run `make words`"
        if path != TEMPLATE:
            yield from (f"{name} lacks: {text}" for text in untranslated(catalogue))
            yield from (f"{name}: {problem}" for problem in broken(catalogue))
            language = path.relative_to(LOCALE).parts[0]
            yield from (f"{name}: {problem}" for problem in loose(language, catalogue))


def main() -> int:
    """Write the catalogues, or with ``--check`` fail if that is needed."""
    if "--check" in sys.argv[1:]:
        found = list(problems())
        print(*found, sep="\n", end="\n" if found else "")
        return 1 if found else 0
    for path, catalogue in catalogues().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(catalogue), encoding="utf-8")
        if path != TEMPLATE:
            left = sum(1 for _ in untranslated(catalogue))
            print(f"{path.relative_to(ROOT)}: {len(catalogue)} texts, {left} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
