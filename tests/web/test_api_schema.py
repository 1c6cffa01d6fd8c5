"""Schemathesis asks the API what nobody would: every answer is as its document says."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.clients import described, program, unlimited
from tests.web.visit import Visit
from trainshed.web.api.openapi import ENDPOINTS, EVENTS, PREFIX, Endpoint

BUDGET = settings(
    max_examples=8,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
"""So many requests of each kind, the same in every run."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
ASKED = [endpoint for endpoint in ENDPOINTS if endpoint.answer != EVENTS]
"""A stream has no end, and is tested elsewhere."""


def takes(endpoint: Endpoint, table: str) -> list[dict[str, str] | None]:
    """The table of a request: one that exists, then any."""
    return [{"table": table}, None] if "{table}" in endpoint.path else [None]


def may_be_wrong(endpoint: Endpoint, at: dict[str, str] | None) -> bool:
    """Whether a request has something that can make no sense."""
    return bool(endpoint.query or endpoint.body or (at is None and "{table}" in endpoint.path))


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_every_answer_is_as_the_document_says(visit: Visit, mode: GenerationMode) -> None:
    """Sensible requests and senseless ones, for a table that exists and for any other."""
    ada = program(visit, "Ada")
    table = ada.open("rocket", "me", "open")
    schema = schemathesis.openapi.from_dict(described())

    def send(case: Case[Any]) -> None:
        asked = case.as_transport_kwargs(base_url="http://testserver", headers=ada.headers)
        ready: Any = requests.Request(**asked).prepare()
        visit.client.cookies.clear()
        answer = visit.client.request(
            ready.method, ready.url, headers=dict(ready.headers), content=ready.body
        )
        case.validate_response(answer, checks=CHECKS)

    with unlimited(visit):
        for endpoint in ASKED:
            for at in takes(endpoint, table):
                if mode == GenerationMode.POSITIVE or may_be_wrong(endpoint, at):
                    operation = schema[PREFIX + endpoint.path][endpoint.method]
                    cases = operation.as_strategy(mode, path_parameters=at)
                    seed(1861)(BUDGET(given(cases)(send)))()
