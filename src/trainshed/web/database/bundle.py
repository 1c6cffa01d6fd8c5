"""A folder or a ZIP file with the games of a site: a record for each table, and a manifest."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Any, Literal, Protocol
from urllib.parse import quote

import msgspec
from msgspec import Meta, Struct

from trainshed.core import BadOption, BadRecord, decode_json
from trainshed.web.tables.timing import LONGEST_BANK, LONGEST_INCREMENT

from .archive import Whole
from .kept import RECORDED, SUBSTITUTE, Chair, Table, Terms

FORMAT = 1
MANIFEST = "manifest.json"
LONGEST = 64 * 1024 * 1024
"""No record with its states is longer, in bytes."""
PIECE = 1024 * 1024
LONGEST_MANIFEST = 128 * 1024 * 1024
"""For some hundred thousand tables."""
Long = Annotated[str, Meta(max_length=80)]
Short = Annotated[str, Meta(max_length=40)]
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a ZIP file, so that the same games give the same bytes."""


class Sitter(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sits on a chair; `owner` is left out unless it was asked for."""

    name: Long
    kind: Short
    owner: Short | None = None
    left: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table in the manifest: what its record does not say, and what one may look for."""

    file: str
    sha256: str
    id: Annotated[str, Meta(min_length=1, max_length=16)]
    name: Long
    game: Short
    rules: int
    base: int = 0
    created: datetime
    changed: datetime
    over: bool
    lines: int
    chairs: tuple[Sitter, ...]
    options: Mapping[str, Any]
    orders: Mapping[int, tuple[str, ...]] = {}
    next: str | None = None
    hours: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    access: Literal["open", "link", "invited"] = "open"
    rated: bool = False
    delay: Annotated[int, Meta(ge=0, le=100_000)] = 0
    late: Short = SUBSTITUTE
    bank: Annotated[int, Meta(ge=1, le=LONGEST_BANK)] | None = None
    increment: Annotated[int, Meta(ge=0, le=LONGEST_INCREMENT)] | None = None
    brought: Annotated[int, Meta(ge=0)] | None = None


class Manifest(Struct, frozen=True):
    """All tables, each to be read by itself."""

    trainshed: int
    tables: list[msgspec.Raw]


class Target(Protocol):
    """Where files are put."""

    def put(self, name: str, data: IO[bytes]) -> None:
        """Add a file."""


class _Folder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def put(self, name: str, data: IO[bytes]) -> None:
        with (self.path / name).open("xb") as file:
            shutil.copyfileobj(data, file)


class _Zip:
    def __init__(self, file: zipfile.ZipFile) -> None:
        self.file = file

    def put(self, name: str, data: IO[bytes]) -> None:
        info = zipfile.ZipInfo(name, _EPOCH)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.create_system, info.external_attr = 3, 0o600 << 16
        with self.file.open(info, "w", force_zip64=True) as file:
            shutil.copyfileobj(data, file)


class Writer:
    """Puts one table after the other into a bundle; the manifest comes last."""

    def __init__(self, target: Target, listing: IO[bytes], *, owners: bool) -> None:
        self.target, self.listing, self.owners = target, listing, owners
        self.tables = self.lines = 0
        self._names: set[str] = set()
        listing.write(b'{"trainshed":%d,"tables":[' % FORMAT)

    def add(self, kept: Whole, text: str) -> None:
        """Add a table, whose record is `text`."""
        table, data = kept.table, text.encode()
        name = self._name(f"{table.game}-{table.id}")
        entry = Entry(
            file=name,
            sha256=sha256(data).hexdigest(),
            id=table.id,
            name=table.name,
            game=table.game,
            rules=table.rules,
            base=table.base,
            created=table.created,
            changed=table.changed,
            over=table.over,
            lines=len(kept.lines),
            chairs=tuple(self._sitter(table, chair) for chair in table.chairs),
            options=table.options,
            orders={int(seat): known for seat, known in kept.orders.items()},
            next=table.next,
            brought=table.brought,
            **{it: getattr(table, it) for it in Terms.__struct_fields__},
        )
        with tempfile.SpooledTemporaryFile(LONGEST) as file:
            file.write(data)
            file.seek(0)
            self.target.put(name, file)
        self.listing.write(b",\n" if self.tables else b"\n")
        self.listing.write(msgspec.json.encode(entry))
        self.tables += 1
        self.lines += len(kept.lines)

    def finish(self) -> None:
        """Add the manifest."""
        self.listing.write(b"\n]}\n")
        self.listing.seek(0)
        self.target.put(MANIFEST, self.listing)

    def _name(self, stem: str) -> str:
        """A name for a file that no other has, also where capitals do not count."""
        stem, number = quote(stem, safe=""), 1
        name = f"{stem}.record"
        while name.casefold() in self._names:
            number += 1
            name = f"{stem}~{number}.record"
        self._names.add(name.casefold())
        return name

    def _sitter(self, table: Table, chair: Chair) -> Sitter:
        is_told = not table.over if chair.owner == RECORDED else self.owners
        owner = chair.owner if is_told else None
        return Sitter(chair.name, chair.kind, owner, None if table.over else chair.left)


@contextmanager
def writing(path: Path, *, owners: bool) -> Iterator[Writer]:
    """A new bundle, a ZIP file if it is called so; it is there when it is whole, or not at all."""
    refuse_existing(path)
    if not path.absolute().parent.is_dir():
        raise BadOption(f"there is no folder {path.absolute().parent}")
    with tempfile.TemporaryDirectory(dir=path.absolute().parent, prefix=".export-") as draft:
        made = Path(draft) / "bundle"
        with tempfile.TemporaryFile(dir=draft) as listing:
            if is_zip(path):
                handle = os.open(made, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(handle, "w+b") as file, zipfile.ZipFile(file, "w") as opened:
                    writer = Writer(_Zip(opened), listing, owners=owners)
                    yield writer
                    writer.finish()
            else:
                made.mkdir(0o700)
                writer = Writer(_Folder(made), listing, owners=owners)
                yield writer
                writer.finish()
        refuse_existing(path)
        made.rename(path)


def refuse_existing(path: Path) -> None:
    """BadOption where something is there already."""
    if path.exists() or path.is_symlink():
        raise BadOption(f"{path} is there already, nothing was written")


def is_zip(path: Path) -> bool:
    """Whether a path is to be a ZIP file."""
    return path.suffix.lower() == ".zip"


class Reader:
    """A bundle, read one file at a time."""

    def __init__(self, path: Path, opened: zipfile.ZipFile | None) -> None:
        self.path = path
        self.opened = opened

    def tables(self) -> list[msgspec.Raw]:
        """What the manifest says of each table, not yet read."""
        data = self._data(MANIFEST, LONGEST_MANIFEST)
        try:
            manifest = decode_json(data, Manifest, longest=LONGEST_MANIFEST)
        except msgspec.DecodeError as error:
            raise BadRecord(f"{self.path}: {MANIFEST}: {error}") from None
        if manifest.trainshed != FORMAT:
            raise BadRecord(
                f"{self.path}: {MANIFEST}: the format {manifest.trainshed} is not the one that"
                f" this Trainshed reads, {FORMAT}"
            )
        return manifest.tables

    def entry(self, raw: msgspec.Raw) -> Entry:
        """What the manifest says of a table."""
        try:
            return decode_json(bytes(raw), Entry)
        except msgspec.DecodeError as error:
            shown = bytes(raw)[:60].decode(errors="replace")
            raise BadRecord(f"{MANIFEST}: {shown}…: {error}") from None

    def text(self, entry: Entry) -> str:
        """The record of a table; BadRecord where it is not the file that was written."""
        if Path(entry.file).name != entry.file or "\\" in entry.file or entry.file[:1] in ("", "."):
            raise BadRecord(f"{entry.file!r} is no name of a file in the folder")
        data = self._data(entry.file, LONGEST)
        if sha256(data).hexdigest() != entry.sha256:
            raise BadRecord("the file is not as it was written: its sha256 is another one")
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise BadRecord("this is not a text file") from None

    def _data(self, name: str, limit: int) -> bytes:
        try:
            data = bytearray()
            with self._open(name) as file:
                while len(data) <= limit and (more := file.read(PIECE)):
                    data += more
        except (KeyError, FileNotFoundError, NotADirectoryError):
            raise BadRecord(f"{self.path}: there is no {name} in it") from None
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
            raise BadRecord(f"{self.path}: {name} cannot be read: {error}") from None
        if len(data) > limit:
            raise BadRecord(f"{name} has more than {limit} bytes")
        return bytes(data)

    def _open(self, name: str) -> IO[bytes]:
        return (self.path / name).open("rb") if self.opened is None else self.opened.open(name)


@contextmanager
def reading(path: Path) -> Iterator[Reader]:
    """A bundle that was written before."""
    if path.is_dir():
        yield Reader(path, None)
        return
    try:
        opened = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise BadRecord(f"{path} is neither a folder nor a whole ZIP file: {error}") from None
    with opened:
        yield Reader(path, opened)
