"""A tournament from its creation to its standings, with the page open all the time."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import Visit
from tests.web.test_accessibility import _check, _too_wide


class ApiPlayer:
    """Somebody who plays by the API, to save time."""

    def __init__(self, server: Server, name: str) -> None:
        self.name = name
        token = httpx.post(f"{server.url}/api/v1/guests").json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        self._client = httpx.Client(base_url=f"{server.url}/api/v1", headers=headers, timeout=30)

    def get(self, path: str) -> Any:
        return self._client.get(path).json()

    def post(self, path: str, **body: Any) -> Any:
        reply = self._client.post(path, json=body or None)
        assert reply.is_success, reply.text
        return reply.json()

    def lose(self, table_id: str) -> None:
        """Resign, if this is a game of this player that is not over."""
        table = self.get(f"/tables/{table_id}")
        for seat in table["my_seats"]:
            if table["status"] == "running":
                self.post(f"/tables/{table_id}/seats/{seat}/resign")


def test_a_tournament_of_four(server: Server, visit: Visit) -> None:
    ann = visit(f"{server.url}/tournaments", inspected=True, width=360, height=780)
    ann.get_by_role("link", name="New tournament").click()
    found = _check(ann, "form") + _too_wide(ann, "form")
    expect(ann.get_by_label("Rounds of the Swiss system")).to_be_hidden()
    ann.get_by_label("Name of the tournament").fill("Club night")
    ann.get_by_label("Kind").select_option("swiss")
    ann.get_by_label("Rounds of the Swiss system").fill("2")
    ann.get_by_role("button", name="Create the tournament").click()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Sign up").click()
    expect(ann.locator(".entrants")).to_contain_text("Ann")
    path = ann.url.removeprefix(server.url)
    others = [ApiPlayer(server, name) for name in ("Bob", "Cid", "WWWWWWWWWWWWWWWWWWWW")]
    for player in others:
        player.post(f"{path}/enter", name=player.name)
    expect(ann.locator(".entrants li")).to_have_count(4)  # without a reload
    found += _check(ann, "sign-up") + _too_wide(ann, "sign-up")
    watcher = visit(ann.url, locale="de-DE")
    expect(watcher.locator(".lead[role=status]")).to_contain_text("Anmeldung offen")
    ann.get_by_role("button", name="Start the tournament").click()
    for number in (1, 2):
        expect(ann.locator(".lead[role=status]")).to_contain_text(f"Round {number} of 2")
        expect(watcher.locator(f"#round-{number}")).to_be_visible()
        _win(ann, others, path, number)
        ann.goto(f"{server.url}{path}")
    expect(ann.locator(".lead[role=status]")).to_contain_text("Ended")
    expect(watcher.locator(".lead[role=status]")).to_contain_text("Beendet")
    expect(ann.get_by_text("Winner: Ann")).to_be_visible()
    first = ann.locator(".statistics tbody tr").first
    expect(first).to_contain_text("Ann")
    assert first.locator("td").nth(1).inner_text() == "2"
    found += _check(ann, "standings") + _too_wide(ann, "standings")
    ann.goto(f"{server.url}/tournaments")
    expect(ann.locator(".table-card").first).to_contain_text("Club night")
    found += _check(ann, "list") + _too_wide(ann, "list")
    assert not found, "\n".join(found)


def _win(ann: Page, others: list[ApiPlayer], path: str, number: int) -> None:
    """Everybody opens their table; in each game somebody resigns, and never Ann."""
    games = [each for each in others[0].get(path)["pairings"] if each["round"] == number]
    for game in games:
        for player in others:
            table = player.get(f"/tables/{game['table']}")
            if table["my_seats"]:
                player.post(f"/tables/{game['table']}/contribution", text="text")
    ann.get_by_role("link", name="To your table").click()
    ann.locator("#main[data-seated]").wait_for()
    for game in games:
        for player in others:
            player.lose(game["table"])
    ann.get_by_role("link", name="To the tournament").wait_for()
