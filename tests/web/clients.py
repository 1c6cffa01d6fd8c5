"""Programs that play through the API, each answer held against the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import jsonschema_rs
from httpx2 import Cookies, Response
from starlette.routing import compile_path

from tests.web.visit import Browser, Visit
from trainshed.web.api.openapi import document

TOKEN = re.compile(r'id="new-token"[^>]*>(trainshed_[\w-]+)<')
API = "/api/v1"


class Program:
    """A program with a token, or without one."""

    def __init__(self, visit: Visit, token: str = "") -> None:
        self.visit = visit
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, status: int = 200) -> Any:  # noqa: ANN401 - any JSON
        return self._checked("GET", path, status)

    def text(self, path: str) -> str:
        """An answer that is no JSON."""
        return self.send("GET", path).text

    def post(self, path: str, body: object, status: int = 200) -> Any:  # noqa: ANN401 - any JSON
        return self._checked("POST", path, status, json=body)

    def send(self, method: str, path: str, **more: Any) -> Response:  # noqa: ANN401
        """Any request, not checked."""
        self.visit.client.cookies = Cookies()
        headers = {**self.headers, **more.pop("headers", {})}
        return self.visit.client.request(method, API + path, headers=headers, **more)

    def open(self, game: str, *who: str, **options: object) -> str:
        """Open a table; its id."""
        seats = [{"who": it} for it in who]
        table = self.post("/tables", {"game": game, "seats": seats, "options": options}, 201)
        return str(table["id"])

    def _checked(self, method: str, path: str, status: int, **more: Any) -> Any:  # noqa: ANN401
        answer = self.send(method, path, **more)
        assert answer.status_code == status, answer.text
        check(method, path, answer)
        return answer.json()


def check(method: str, path: str, answer: Response) -> None:
    """Whether an answer is as the OpenAPI document says."""
    responses = operation(method, API + path.partition("?")[0])["responses"]
    said = responses.get(str(answer.status_code)) or responses["default"]
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind in said["content"]
    if kind == "application/json":
        schema = {**said["content"][kind]["schema"], "components": described()["components"]}
        jsonschema_rs.validate(schema, answer.json())


def operation(method: str, path: str) -> Mapping[str, Any]:
    """What the document says about a request."""
    for pattern, operations in described()["paths"].items():
        if compile_path(pattern)[0].match(path) and method.lower() in operations:
            found: Mapping[str, Any] = operations[method.lower()]
            return found
    raise AssertionError(f"{method} {path} is not in the document")


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document."""
    return document()


def member(visit: Visit, name: str) -> Browser:
    """Somebody who has an account."""
    browser = visit.browser()
    browser.get("/")
    made = browser.post("/account/new", {"name": name, "password": "analytical engine"})
    assert made.status_code == 303
    return browser


def token_of(browser: Browser, name: str = "my bot") -> str:
    """A token made on the account page."""
    found = TOKEN.search(browser.post("/account/token", {"name": name}).text)
    assert found is not None
    return found[1]


def program(visit: Visit, name: str) -> Program:
    """A program that acts for a new account."""
    return Program(visit, token_of(member(visit, name)))


@contextmanager
def unlimited(visit: Visit) -> Iterator[None]:
    """No hurry is too much: for the limits, every look at the clock is an hour later."""
    limits = visit.site.limits
    clock = limits._clock
    now = clock()

    def later() -> float:
        nonlocal now
        now += 3600
        return now

    limits._clock = later
    yield
    limits._clock = clock
