"""The OpenAPI document and what holds for all routes."""

from __future__ import annotations

from smokestack.server.api.router import HANDLERS
from tests.server.api.servers import Guest


def test_the_document_describes_every_route(ann: Guest) -> None:
    document = ann.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    operations = [
        operation for methods in document["paths"].values() for operation in methods.values()
    ]
    assert len(operations) == len(HANDLERS)
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert all(operation["summary"] for operation in operations)


def test_responses_must_not_be_cached(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    for path in ("/games", f"/tables/{table['id']}", "/nothing"):
        assert ann.get(path).headers["cache-control"] == "no-store"
