"""The table of errors, statuses and problem types."""

from __future__ import annotations

import json

import pytest

from smokestack.engine.errors import IllegalAnswer
from smokestack.server.domain.errors import DomainError
from smokestack.server.http.errors import (
    ERRORS,
    PROBLEM_TYPES,
    STATUSES,
    name_of_status,
    problem_json,
    problem_name,
    status_of,
)


@pytest.mark.parametrize("kind", DomainError.__subclasses__())
def test_every_domain_error_has_a_problem_type(kind: type[DomainError]) -> None:
    assert ERRORS[kind] in PROBLEM_TYPES
    assert problem_name(kind("why")) == ERRORS[kind]


def test_other_errors_are_invalid_actions() -> None:
    assert status_of(IllegalAnswer("no")) == 422


def test_a_status_has_a_problem_type_with_that_status() -> None:
    for status, name in STATUSES.items():
        assert PROBLEM_TYPES[name].status == status
    assert name_of_status(418) == "bad-request"
    assert name_of_status(502) == "internal-error"


def test_a_problem_has_the_members_of_rfc_9457() -> None:
    assert json.loads(problem_json("not-found", "nothing here")) == {
        "type": "/api/v1/problems/not-found",
        "title": PROBLEM_TYPES["not-found"].title,
        "status": 404,
        "detail": "nothing here",
    }
