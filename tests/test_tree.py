"""The repository names no package registry and no folder of somebody's machine."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# in pieces, so that this file does not name them
REGISTRIES = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "npm" + "js.com",
    "yarn" + "pkg.com",
    "un" + "pkg.com",
    "js" + "delivr.net",
    "crates" + ".io",
]
FOLDERS = "|".join(["wo" + "rk", "ro" + "ot", "ho" + "me"])
MACHINE_PATH = re.compile(rf"(?<![\w.~$}})-])/(?:{FOLDERS})/\w")


@cache
def tree() -> dict[str, str]:
    """The text of every file that is tracked, or would be if it were added."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    paths = [name for name in listing.split("\0") if name and (ROOT / name).is_file()]
    return {name: (ROOT / name).read_text(encoding="utf-8", errors="ignore") for name in paths}


@pytest.mark.parametrize("registry", REGISTRIES)
def test_no_file_names_a_registry(registry: str) -> None:
    """Every machine installs from the index it is set up for."""
    assert [name for name, text in tree().items() if registry in text] == []


def test_no_file_names_a_folder_of_a_machine() -> None:
    """Nothing works on one machine only."""
    found = {
        name: match[0] for name, text in tree().items() if (match := MACHINE_PATH.search(text))
    }
    assert found == {}


def test_the_npm_lock_has_hashes_but_no_addresses() -> None:
    """Packages are known by their content, not by where they were fetched."""
    lock = json.loads((ROOT / "front/package-lock.json").read_text(encoding="utf-8"))
    packages = [package for path, package in lock["packages"].items() if path]
    assert packages
    assert all("integrity" in package and "resolved" not in package for package in packages)
    assert "://" not in json.dumps(lock)


@pytest.mark.parametrize("name", ["base", "web", "dev"])
def test_the_requirements_have_hashes_but_no_addresses(name: str) -> None:
    """Every requirement is pinned to exact files, from whatever index."""
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    pins = re.split(r"\n(?=\S)", text.strip())
    assert all(re.match(r"[\w.-]+==\S+", pin) and "--hash=sha256:" in pin for pin in pins)
    assert "://" not in text
    assert "--find-links" not in text
