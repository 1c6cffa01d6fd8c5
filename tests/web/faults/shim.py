"""Small libraries in C that stand between a program and its machine; they need a C compiler."""

from __future__ import annotations

import subprocess
from pathlib import Path


def compiled(name: str, place: Path) -> Path:
    """The library made of a source beside this module."""
    source, library = Path(__file__).with_name(f"{name}.c"), place / f"{name}.so"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror"]
    subprocess.run(["cc", *flags, "-o", str(library), str(source), "-ldl"], check=True)
    return library


def replace(file: Path, text: str) -> None:
    """Write a file so that whoever reads it finds all of it or what was there before."""
    new = file.with_suffix(".new")
    new.write_text(text)
    new.replace(file)
