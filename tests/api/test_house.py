"""What programs learn of the house before they sit down."""

from __future__ import annotations

import httpx
import pytest

from api.servers import Guest, Running, problem
from smokestack.server.api.problems import KINDS
from smokestack.server.api.rooms import HANDLERS


def test_games_come_with_editions_options_and_player_counts(ann: Guest) -> None:
    games = {game["name"]: game for game in ann.get("/games").json()}
    assert games.keys() == {"glasgow", "brass"}
    editions = {edition["name"]: edition for edition in games["brass"]["editions"]}
    assert editions["2018"]["player_counts"] == [2, 3, 4]
    (limit,) = (option for option in games["glasgow"]["options"] if option["name"] == "turn_limit")
    assert limit["least"] < limit["default"] <= limit["most"]


def test_bots_come_by_name(ann: Guest) -> None:
    assert [bot["name"] for bot in ann.get("/bots").json()] == [
        "apprentice",
        "clerk",
        "merchant",
        "master",
    ]


def test_texts_are_in_the_language_asked_for(server: Running) -> None:
    german = server.guest(**{"accept-language": "de"})
    english = server.guest(**{"accept-language": "xx, en;q=0.5"})
    assert german.get("/bots").json()[0]["title"] != english.get("/bots").json()[0]["title"]


def test_every_guest_is_somebody_else(ann: Guest, bob: Guest) -> None:
    assert ann.token != bob.token


def test_without_a_token_one_is_told_how_to_get_one(server: Running) -> None:
    reply = httpx.get(f"{server.url}/api/v1/tables")
    assert reply.status_code == 401
    assert problem(reply) == "unknown-guest"
    assert reply.headers["www-authenticate"] == "Bearer"
    assert "/api/v1/guests" in reply.json()["detail"]


@pytest.mark.parametrize("header", ["Bearer x", "Bearer", "Basic YTpi", "", "Bearer ü"])
def test_a_wrong_token_is_nobodys(server: Running, header: str) -> None:
    reply = httpx.get(
        f"{server.url}/api/v1/open-tables", headers=[(b"authorization", header.encode())]
    )
    assert problem(reply) == "unknown-guest"


def test_cookies_count_for_nothing(server: Running, ann: Guest) -> None:
    reply = httpx.get(f"{server.url}/api/v1/tables", cookies={"guest": ann.token})
    assert problem(reply) == "unknown-guest"
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize("slug", KINDS)
def test_every_kind_of_problem_leads_to_its_description(ann: Guest, slug: str) -> None:
    found = ann.get(f"/problems/{slug}").json()
    assert found["type"] == f"/api/v1/problems/{slug}"
    assert found["status"] == KINDS[slug].status


def test_what_leads_nowhere_is_a_problem_too(ann: Guest) -> None:
    assert problem(ann.get("/nothing")) == "not-found"
    assert problem(ann.get("/problems/nothing")) == "not-found"
    assert problem(ann.get("/tables/xyz")) == "no-such-table"
    reply = ann.delete("/games")
    assert problem(reply) == "method-not-allowed"
    assert "GET" in reply.headers["allow"]


def test_nothing_is_kept_on_the_way(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    for path in ("/games", f"/tables/{table['id']}", "/nothing"):
        assert ann.get(path).headers["cache-control"] == "no-store"


def test_the_document_tells_of_every_address(ann: Guest) -> None:
    document = ann.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    told = [operation for methods in document["paths"].values() for operation in methods.values()]
    assert len(told) == len(HANDLERS)
    assert len({operation["operationId"] for operation in told}) == len(told)
    assert all(operation["summary"] for operation in told)
