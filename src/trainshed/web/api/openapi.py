"""The routes as a table, and the OpenAPI document that is made from it and from the shapes."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from trainshed import __version__

from .shapes import (
    Cancel,
    Error,
    Fill,
    Games,
    Give,
    Log,
    Me,
    Open,
    Orders,
    Play,
    Position,
    Question,
    Return,
    Say,
    Sit,
    Table,
    TableList,
    Talk,
)

PREFIX = "/api/v1"
TABLE_ID = "[A-Za-z0-9_-]{1,16}"
LISTS = ("mine", "open", "others")
MOST = 100
"""No more tables or lines come at once."""
TEXT, EVENTS = "text/plain", "text/event-stream"
_COUNT = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_UP_TO = {"type": "integer", "minimum": 1, "maximum": MOST, "default": MOST}


class Query(Struct, frozen=True):
    """A value after the question mark of an address."""

    name: str
    about: str
    schema: dict[str, Any]


class Endpoint(Struct, frozen=True, kw_only=True):
    """A route: how it is called, what it takes and what it answers."""

    name: str
    path: str
    summary: str
    answer: Any
    """A shape, or the kind of text."""
    query: tuple[Query, ...] = ()
    body: Any = None
    status: int = 200
    refusals: tuple[int, ...] = ()

    @property
    def method(self) -> str:
        """What changes something is posted."""
        return "GET" if self.body is None else "POST"


_SEAT = Query(
    "seat",
    "Through the eyes of which of your seats, by default that which is asked",
    {"type": "integer", "minimum": 0, "maximum": 99},
)
_LIST = (
    Query("list", "Whose tables", {"type": "string", "enum": list(LISTS), "default": LISTS[0]}),
    Query("over", "Whether their games are over", {"type": "boolean", "default": False}),
    Query("limit", "How many at most", _UP_TO),
)
_LINES = (
    _SEAT,
    Query("since", "Only lines with a greater number", {**_COUNT, "default": 0}),
    Query("limit", "How many at most", _UP_TO),
)
_POSTED = (400, 401, 403, 413, 415, 422, 429)
ENDPOINTS = (
    Endpoint(name="openapi", path="/openapi.json", summary="This document", answer=dict[str, Any]),
    Endpoint(name="me", path="/me", summary="Whom the site takes you for", answer=Me),
    Endpoint(name="games", path="/games", summary="The games and the bots", answer=Games),
    Endpoint(
        name="tables",
        path="/tables",
        summary="Your tables, those with an open seat, or those of others",
        answer=TableList,
        query=_LIST,
        refusals=(422,),
    ),
    Endpoint(
        name="open",
        path="/tables",
        summary="Open a table",
        body=Open,
        answer=Table,
        status=201,
        refusals=(404, *_POSTED),
    ),
    Endpoint(
        name="table", path="/tables/{table}", summary="A table", answer=Table, refusals=(404,)
    ),
    Endpoint(
        name="state",
        path="/tables/{table}/state",
        summary="The state as your seat may see it, or as a spectator may",
        answer=Position,
        query=(_SEAT,),
        refusals=(403, 404, 422),
    ),
    Endpoint(
        name="offers",
        path="/tables/{table}/offers",
        summary="What is asked, and what you may answer",
        answer=Question,
        refusals=(404,),
    ),
    Endpoint(
        name="log",
        path="/tables/{table}/log",
        summary="The lines as your seat may read them",
        answer=Log,
        query=_LINES,
        refusals=(403, 404, 422),
    ),
    Endpoint(
        name="record",
        path="/tables/{table}/record",
        summary="The record; masked and without the seed while the game is open",
        answer=TEXT,
        refusals=(404,),
    ),
    Endpoint(
        name="events",
        path="/tables/{table}/events",
        summary="A stream that says “moved” with the version, at once and at each change",
        answer=EVENTS,
        refusals=(404,),
    ),
    Endpoint(
        name="play",
        path="/tables/{table}/play",
        summary="Play a line for the version that it answers",
        body=Play,
        answer=Table,
        refusals=(404, 409, *_POSTED),
    ),
    Endpoint(
        name="sit",
        path="/tables/{table}/sit",
        summary="Sit down at an open seat",
        body=Sit,
        answer=Table,
        refusals=(404, 409, *_POSTED),
    ),
    Endpoint(
        name="fill",
        path="/tables/{table}/fill",
        summary="Let a bot play at an open seat of a table where you sit",
        body=Fill,
        answer=Table,
        refusals=(404, 409, *_POSTED),
    ),
    Endpoint(
        name="come_back",
        path="/tables/{table}/return",
        summary="Take your seat back from the bot that plays for you",
        body=Return,
        answer=Table,
        refusals=(404, *_POSTED),
    ),
    Endpoint(
        name="orders",
        path="/tables/{table}/orders",
        summary="The orders of your seat: those it may leave, those that stand, those that ended",
        answer=Orders,
        query=(_SEAT,),
        refusals=(403, 404, 422),
    ),
    Endpoint(
        name="give",
        path="/tables/{table}/orders",
        summary="Leave an order for your seat",
        body=Give,
        answer=Orders,
        refusals=(404, *_POSTED),
    ),
    Endpoint(
        name="cancel",
        path="/tables/{table}/orders/cancel",
        summary="Take an order back",
        body=Cancel,
        answer=Orders,
        refusals=(404, *_POSTED),
    ),
    Endpoint(
        name="talk",
        path="/tables/{table}/talk",
        summary="What was said at a table",
        answer=Talk,
        refusals=(404,),
    ),
    Endpoint(
        name="say",
        path="/tables/{table}/talk",
        summary="Say something to everybody at a table",
        body=Say,
        answer=Talk,
        refusals=(404, *_POSTED),
    ),
)


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = paths.setdefault(PREFIX + endpoint.path, {})
        path[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Trainshed",
            "version": __version__,
            "description": "Railway games for programs. Tokens are made on the page of an account.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": _schemas(), "securitySchemes": _SECURITY},
    }


_SECURITY = {
    "token": {"type": "http", "scheme": "bearer"},
    "session": {"type": "apiKey", "in": "cookie", "name": "trainshed-session"},
}


def _schemas() -> dict[str, Any]:
    kinds = [it.answer for it in ENDPOINTS] + [it.body for it in ENDPOINTS]
    shapes = [it for it in kinds if isinstance(it, type) and issubclass(it, Struct)]
    return msgspec.json.schema_components([*shapes, Error], ref_template=_REF)[1]


_REF = "#/components/schemas/{name}"


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    known: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
    found: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint), *map(_parameter, endpoint.query)],
        "security": known if endpoint.body is not None else [*known, {}],
        "responses": {
            str(endpoint.status): {"description": "Done", "content": _content(endpoint.answer)},
            **{str(status): _refusal(status) for status in sorted((*endpoint.refusals, *_ALWAYS))},
            "default": {"description": "Refused", "content": _content(Error)},
        },
    }
    if endpoint.body is not None:
        found["requestBody"] = {"required": True, "content": _content(endpoint.body)}
    return found


_REASONS = {
    400: "The body is no JSON",
    401: "No token, or one that is not known",
    403: "Not for you",
    404: "There is no such thing",
    409: "The board has moved on, or somebody was first",
    413: "The body is too long",
    415: "The body is not said to be JSON",
    422: "A value makes no sense, or the laws forbid it",
    429: "Too often; `Retry-After` says how long to wait",
    503: "The site cannot reach its database; `Retry-After` says how long to wait",
}
_ALWAYS = (503,)
"""What may be refused wherever it is asked."""


def _refusal(status: int) -> dict[str, Any]:
    return {"description": _REASONS[status], "content": _content(Error)}


def _content(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a shape or the kind of text
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    if isinstance(kind, type) and issubclass(kind, Struct):
        return {"application/json": {"schema": {"$ref": _REF.format(name=kind.__name__)}}}
    return {"application/json": {"schema": {"type": "object"}}}


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    schema = {"type": "string", "pattern": f"^{TABLE_ID}$"}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]


def _parameter(query: Query) -> dict[str, Any]:
    return {
        "name": query.name,
        "in": "query",
        "description": query.about,
        "schema": query.schema,
    }
