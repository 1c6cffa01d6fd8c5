"""The bot of the documentation plays a whole game against a running site."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest

from tests.web.clients import TOKEN

PAGE = Path(__file__).parent.parent.parent / "docs/api.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ADA = {"name": "Ada", "password": "analytical engine"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a running site."""
    environment = {**os.environ, "TRAINSHED_DATA": str(tmp_path), "TRAINSHED_PACE": "0"}
    command = [sys.executable, "-m", "trainshed.cli", "serve", "--port", "0"]
    program = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    yield program.stdout.readline().split()[-1].rstrip("/")
    program.kill()
    program.communicate()


def token(site: str) -> str:
    """The token of a new account."""
    browser = build_opener(HTTPCookieProcessor())
    browser.open(f"{site}/account/new", urlencode(ADA).encode()).close()
    with browser.open(f"{site}/account/token", b"name=bot") as page:
        found = TOKEN.search(page.read().decode())
    assert found is not None
    return found[1]


def call(site: str, key: str, path: str, body: object = None) -> dict[str, object]:
    """An answer of the API."""
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{site}/api/v1{path}", data, headers)) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def test_the_bot_of_the_page_plays_a_whole_game(site: str, tmp_path: Path) -> None:
    """With the standard library alone, against a bot of the site."""
    [text] = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    key = token(site)
    body = {"game": "rocket", "seats": [{"who": "me"}, {"who": "random"}]}
    table = call(site, key, "/tables", body)["id"]
    bot = [sys.executable, "-I", str(tmp_path / "bot.py"), site, key, str(table)]
    done = subprocess.run(bot, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    found = call(site, key, f"/tables/{table}")
    assert found["over"]
    assert done.stdout == f"The end: {found['scores']}\n"
