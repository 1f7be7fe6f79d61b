"""The pages and the API of tournaments: what they show, to whom, and what they never contain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.engine.errors import InvalidInput
from smokestack.server.domain.pace import live
from smokestack.server.domain.ratings import PEOPLE as PEOPLE_LIST
from smokestack.server.domain.ratings import RatingList
from smokestack.server.domain.table import Table
from smokestack.server.domain.tournaments.tournament import SWISS, Tournament
from smokestack.server.pages.routes.tournaments import _start
from smokestack.server.service.table_service import TableService
from smokestack.terminal import tournaments as terminal
from tests.server.services import NO_LIMITS, app_client, create, key, settings, take_seat
from tests.server.services import plan as table_plan
from tests.server.tournaments.games import (
    ORGANISER,
    PEOPLE,
    deal,
    open_games,
    resign,
    started,
    with_people,
)
from tests.web.test_hidden import _redealt_match


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with app_client(tmp_path, bots=0, **NO_LIMITS) as client:
        yield client


class Visitor:
    """Requests pages and the API for a guest, and calls the service."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.service: TableService = client.app.state.service

    def ask(self, function: Any, *arguments: Any, **named: Any) -> Any:
        with self.client.portal() as portal:
            return portal.call(lambda: function(*arguments, **named))

    def page(self, path: str, guest: str = "", status: int = 200) -> str:
        self.client.cookies.clear()
        if guest:
            self.client.cookies.set("guest", self.service.signer.sign(guest))
        found = self.client.get(path)
        assert found.status_code == status
        return re.sub(r'name="_csrf_token" value="[^"]*"', "", found.text)

    def post(self, path: str, guest: str, **fields: str) -> Any:
        self.page("/tournaments", guest)
        form = {"_csrf_token": self.client.cookies["csrftoken"], **fields}
        return self.client.post(path, data=form, follow_redirects=False)

    def api(self, method: str, path: str, guest: str = "", body: Any = None) -> Any:
        self.client.cookies.clear()
        headers = {}
        if guest:
            headers["authorization"] = f"Bearer {self.service.signer.sign(guest)}"
        return self.client.request(method, f"/api/v1{path}", headers=headers, json=body)


@pytest.fixture
def visitor(client: TestClient[Litestar]) -> Visitor:
    return Visitor(client)


def test_the_form_creates_a_tournament_and_keeps_what_was_wrong(visitor: Visitor) -> None:
    fields = {
        "title": "Club night",
        "game": "brass",
        "edition": "2018",
        "table-size": "4",
        "format": "swiss",
        "rounds": "3",
        "max-entrants": "12",
        "pace": "days",
        "turn-hours": "24",
        "reserve-hours": "24",
    }
    for wrong in ({"rounds": "99"}, {"starts": "tomorrow"}, {"table-size": "x"}, {"title": " "}):
        refused = visitor.post("/tournaments", ORGANISER, **{**fields, **wrong})
        assert refused.status_code == 422
        assert 'role="alert"' in refused.text
        assert 'value="12"' in refused.text
    created = visitor.post("/tournaments", ORGANISER, **fields)
    assert created.status_code == 303
    address = created.headers["location"]
    own = visitor.page(address, ORGANISER)
    assert "Cancel the tournament" in own
    assert "Swiss system, 3 rounds. 4 players at a table. Hints are off." in own
    assert "Cancel the tournament" not in visitor.page(address)
    assert "Club night" in visitor.page("/tournaments")
    visitor.page("/tournaments/new?game=chess", status=404)
    visitor.page("/tournaments/nothing", status=404)
    assert visitor.client.get("/tournaments/nothing/revision").status_code == 404
    assert visitor.client.get(f"{address}/revision").text == "0"


def test_a_start_is_read_in_the_time_zone_of_the_reader() -> None:
    assert _start("2026-07-01T20:00", "Europe/Berlin") == datetime(2026, 7, 1, 18, tzinfo=UTC)
    assert _start("2026-07-01T20:00", "Nowhere/At all") == datetime(2026, 7, 1, 20, tzinfo=UTC)
    assert _start("", "UTC") is None


def test_the_api_from_the_creation_to_the_standings(visitor: Visitor) -> None:
    body = {"name": "Club night", "game": "glasgow", "format": "swiss", "rounds": 1}
    assert visitor.api("POST", "/tournaments", "", body).status_code == 401
    created = visitor.api("POST", "/tournaments", ORGANISER, body).json()
    path = f"/tournaments/{created['id']}"
    for name in ("Ann", "Bob"):
        entered = visitor.api("POST", f"{path}/enter", PEOPLE[name], {"name": name})
        assert entered.status_code == 200
    assert entered.json()["my_number"] == 2
    assert entered.json()["standings"] == []
    refused = visitor.api("POST", f"{path}/start", PEOPLE["Ann"])
    assert refused.json()["type"].endswith("not-host")
    listed = visitor.api("GET", "/tournaments").json()
    assert [(each["id"], each["entrants"]) for each in listed] == [(created["id"], 2)]
    running = visitor.api("POST", f"{path}/start", ORGANISER).json()
    assert (running["status"], running["current_round"], running["rounds"]) == ("running", 1, 1)
    (pairing,) = running["pairings"]
    table = visitor.api("GET", f"/tables/{pairing['table']}", PEOPLE["Ann"]).json()
    assert table["my_seats"] == [pairing["entrants"].index(1)]
    left = visitor.api("POST", f"{path}/leave", PEOPLE["Ann"]).json()
    assert left["entrants"][0]["withdrawn"]
    visitor.ask(visitor.service._jobs.run_due)
    over = visitor.api("GET", path).json()
    while over["status"] != "over":
        over = visitor.api("GET", path).json()
    assert [(each["entrant"], each["points"]) for each in over["standings"]] == [(2, 1.0), (1, 0.0)]
    gone = visitor.api("POST", f"{path}/cancel", ORGANISER)
    assert gone.status_code == 422
    assert (
        visitor.api("GET", "/tournaments/unknown").json()["type"].endswith("tournament-not-found")
    )
    assert visitor.api("POST", f"{path}/entrants/1/remove", PEOPLE["Bob"]).status_code == 403


def test_pages_of_a_running_tournament_contain_nothing_hidden(visitor: Visitor) -> None:
    """Neither guest ids, with which one could act, nor secrets of deals, nor cards."""
    service = visitor.service
    found: Tournament = visitor.ask(started, service, 4, format=SWISS, rounds=2)
    first, second = open_games(found)
    visitor.ask(resign, service, first, 0)
    visitor.ask(deal, service, second)
    table = visitor.ask(service.find, second.table_id)
    for _ in range(8):
        actor = table.actor
        table = visitor.ask(
            service.turns.answer,
            table.id,
            actor.guest,
            table.version,
            key(),
            table.match.answers[0],
        )
    visitor.ask(service._jobs.run_due)

    def sent() -> dict[tuple[str, str], str]:
        path = f"/tournaments/{found.id}"
        return {
            (address, guest): visitor.page(address, guest)
            for address in ("/tournaments", path, f"/api/v1{path}", "/api/v1/tournaments")
            for guest in ("", ORGANISER, PEOPLE["Ann"], PEOPLE["Dot"])
        }

    original = sent()
    secrets = [ORGANISER, *PEOPLE.values(), table.setup.deal.secret]
    secrets += [token for seat in table.seats for token in (seat.token_nonce, seat.token_hash)]
    for where, body in original.items():
        assert not [secret for secret in secrets if secret in body], where
    table.dealt = _redealt_match(table.match, -1)
    assert sent() == original
    assert "Watch" in original[f"/tournaments/{found.id}", ""]


def test_players_are_linked_to_their_public_profiles_and_their_ratings_shown(
    visitor: Visitor,
) -> None:
    service = visitor.service
    ann, bob = PEOPLE["Ann"], PEOPLE["Bob"]
    for guest, name in ((ann, "Ann"), (bob, "Bob")):
        visitor.ask(service.accounts.sign_up, guest, name, "correct horse battery", "")
    table = visitor.ask(rated_game, service, ann, bob)
    visitor.ask(service.accounts.set_private, bob, True)
    assert table.finished
    kind = RatingList("glasgow", 2, PEOPLE_LIST)
    rating = visitor.ask(service.ratings.of_guests, kind, {ann})[ann]
    found: Tournament = visitor.ask(with_people, service, 3)
    for start in (False, True):
        if start:
            visitor.ask(service.tournaments.start, found.id, ORGANISER)
        shown = visitor.page(f"/tournaments/{found.id}")
        assert shown.count('href="/people/Ann"') == 1
        assert "/people/Bob" not in shown
        assert "/people/Cid" not in shown
        assert shown.count("account-mark") == 2
        assert re.findall(r'title="Rating">(\d+)\?<', shown) == [str(rating.points)]


async def rated_game(service: TableService, winner: str, loser: str) -> Table:
    """A rated game of two accounts, which has changed their ratings."""
    new = table_plan("me", "link", pace=live(10, 0), rated=True, first=-1)
    table = await create(service, winner, new)
    number = next(seat.number for seat in table.seats if seat.free)
    table = await take_seat(service, table, number, loser, "")
    table = await service.seats.resign(table.id, loser, number)
    await service._jobs.run_due()
    return table


def test_hosts_list_show_and_cancel_tournaments(
    visitor: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found: Tournament = visitor.ask(started, visitor.service, 3)
    chosen = settings(tmp_path)
    terminal.print_list(chosen, 10)
    assert f"{found.id}  Club night  glasgow  running  3 of 16" in capsys.readouterr().out
    terminal.show(chosen, found.id)
    shown = capsys.readouterr().out
    assert "round 1 of 3" in shown
    assert open_games(found)[0].table_id in shown
    terminal.cancel(chosen, found.id)
    assert visitor.api("GET", f"/tournaments/{found.id}").json()["status"] == "cancelled"
    for wrong in (found.id, "unknown"):
        with pytest.raises(InvalidInput):
            terminal.cancel(chosen, wrong)
