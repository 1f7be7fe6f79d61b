"""Problem responses and their types."""

from __future__ import annotations

import pytest

from smokestack.server.http.errors import PROBLEM_TYPES
from tests.server.api.servers import Guest, problem


@pytest.mark.parametrize("name", PROBLEM_TYPES)
def test_every_problem_type_has_a_description(ann: Guest, name: str) -> None:
    found = ann.get(f"/problems/{name}").json()
    assert found["type"] == f"/api/v1/problems/{name}"
    assert found["status"] == PROBLEM_TYPES[name].status


def test_unknown_paths_and_methods_are_problems(ann: Guest) -> None:
    assert problem(ann.get("/nothing")) == "not-found"
    assert problem(ann.get("/problems/nothing")) == "not-found"
    assert problem(ann.get("/tables/xyz")) == "table-not-found"
    reply = ann.delete("/games")
    assert problem(reply) == "method-not-allowed"
    assert "GET" in reply.headers["allow"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"game": 1}', b'{"game":"glasgow","seats":["me","clerk"]}'],
)
def test_invalid_bodies_are_declined_with_errors_by_field(ann: Guest, body: bytes) -> None:
    reply = ann.post("/tables", content=body)
    assert problem(reply) == "bad-request"
    assert reply.json()["errors"]


def test_unknown_fields_are_declined(ann: Guest) -> None:
    plan = {"game": "glasgow", "seats": ["me", "clerk"], "name": "Ann", "seed": 7}
    assert problem(ann.post("/tables", json=plan)) == "bad-request"


@pytest.mark.parametrize(
    "body",
    [
        b'{"game": "\xff"}',
        b"[" * 50_000,
        *(b'{"a":' * depth + b"1" + b"}" * depth for depth in (700, 1_500, 10_000)),
    ],
)
def test_bodies_that_can_not_be_decoded_are_declined(ann: Guest, body: bytes) -> None:
    assert problem(ann.post("/tables", content=body)) == "bad-request"


@pytest.mark.parametrize(("locked", "status"), [(True, 200), (0, 400), ("false", 400)])
def test_a_value_of_another_type_is_declined(ann: Guest, locked: object, status: int) -> None:
    table = ann.new_table("me", "here:Ben")
    reply = ann.post(f"/tables/{table['id']}/chat-lock", json={"locked": locked})
    assert reply.status_code == status


def test_a_number_without_a_fraction_is_an_integer(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    reply = ann.post(f"/tables/{table['id']}/undo", json={"version": 0.0, "key": "a" * 16})
    assert reply.status_code == 422  # understood, but there is nothing to undo


def test_a_number_in_the_path_has_its_documented_limits(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    reply = ann.post(f"/tables/{table['id']}/mutes/{2**31}/remove")
    assert reply.status_code == 400
