"""Pages of seats: invitations, private links, the host's buttons, hints, mutes and reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.server.domain.table import CLOSED, Table
from smokestack.server.service.table_service import TableService
from tests.server.services import app_client

LINK = re.compile(r"/seats/[\w-]{43}")


class Browser:
    """A visitor with cookies of their own, on a server that all visitors share."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}
        self.get("/")

    def get(self, path: str) -> httpx.Response:
        return self._send("GET", path)

    def post(self, path: str, **form: str) -> httpx.Response:
        return self._send("POST", path, {**form, "_csrf_token": self.cookies["csrftoken"]})

    def page(self, path: str) -> str:
        response = self.get(path)
        assert response.status_code == 200, response.text
        return unescape(response.text)

    def _send(self, method: str, path: str, data: dict[str, str] | None = None) -> httpx.Response:
        self.client.cookies.clear()
        for name, value in self.cookies.items():
            self.client.cookies.set(name, value)
        response = self.client.request(method, path, data=data, follow_redirects=False)
        self.cookies.update(response.cookies)
        return response


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with app_client(tmp_path, hint_simulations=10) as client:
        yield client


@pytest.fixture
def ann(client: TestClient[Litestar]) -> Browser:
    return Browser(client)


@pytest.fixture
def bob(client: TestClient[Litestar]) -> Browser:
    return Browser(client)


def create(ann: Browser, **form: str) -> tuple[str, str]:
    """The path of a table with a free seat, and its invitation; the host has contributed."""
    plan = {"game": "glasgow", "name": "Ann", "seat-0": "me", "seat-1": "link", "first": "0"}
    path = str(ann.post("/tables", **{**plan, **form}).headers["location"])
    ann.post(f"{path}/contribution", text="a random text")
    return path, LINK.findall(ann.page(path))[0]


def sit_down(bob: Browser, path: str, invitation: str) -> None:
    """Take the last free seat, so that the game starts."""
    assert bob.post(invitation, name="Bob").headers["location"] == path
    assert bob.post(f"{path}/contribution", text="a random text").status_code == 303


def stored(client: TestClient[Litestar], path: str) -> Table:
    service: TableService = client.app.state.service
    with client.portal() as portal:
        return portal.call(service.find, path.rpartition("/")[2])


def test_the_inviter_who_reopens_the_link_gets_a_clear_page_and_no_access(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann)
    sit_down(bob, path, invitation)
    for response in (ann.get(invitation), ann.post(invitation, name="Ann")):
        assert response.status_code == 410
        assert "This invitation has been used. Bob has the seat." in response.text
        assert f'href="{path}"' in response.text
        assert '<form method="post" action="/seats/' not in response.text
    assert LINK.findall(ann.page(path)) != [invitation]
    table = stored(client, path)
    assert [len(table.seats_of(seat.guest)) for seat in table.seats] == [1, 1]
    # The guest who used it comes back with it.
    assert bob.get(invitation).headers["location"] == path


def test_everybody_sees_that_a_seat_is_used_on_one_more_device(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann)
    sit_down(bob, path, invitation)
    phone, spectator = Browser(client), Browser(client)
    (private,) = set(LINK.findall(bob.page(path)))
    assert "Everyone at the table will see" in phone.page(private)
    phone.post(private)
    for reader in (ann, bob, phone, spectator):
        page = reader.page(path)
        assert page.count("The seat of Bob is now used on one more device.") == 2
        assert "2 devices" in page
        assert "used on one more device" in reader.page(f"{path}/log")
    assert set(LINK.findall(phone.page(path))) == {private}
    assert "renew-link" in bob.page(path)
    assert "seats/1/renew-link" not in phone.page(path)
    bob.post(f"{path}/seats/1/renew-link")
    assert LINK.findall(phone.page(path)) == []
    assert phone.get(private).status_code == 404
    assert "Other devices have lost the seat" in ann.page(path)


def test_what_was_agreed_is_shown_before_and_during_the_game(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann, open="yes", hints="yes", absence="4320")
    agreed = "Hints are on. A bot may replace an absent player after 3 days."
    for address in ("/", invitation, path):
        assert agreed in bob.page(address), address
    sit_down(bob, path, invitation)
    for reader in (ann, bob, Browser(client)):
        assert agreed in reader.page(path)
    form = ann.page("/new?game=glasgow")
    assert re.search(r'<option value="1440" selected>1 day</option>', form)
    assert ann.post("/tables", game="glasgow", absence="5").status_code == 422


def test_a_game_between_people_offers_no_hints_unless_they_agreed(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann)
    sit_down(bob, path, invitation)
    page = ann.page(path)
    assert "Hints are off." in page
    assert f"{path}/hint" not in page
    assert ann.post(f"{path}/hint").status_code == 422
    path, invitation = create(ann, hints="yes")
    sit_down(bob, path, invitation)
    assert f"{path}/hint" in ann.page(path)
    assert "Win chance" in ann.post(f"{path}/hint").text
    for reader in (ann, bob, Browser(client)):
        assert reader.page(path).count("Ann has looked at a hint.") == 2
        assert "Ann has looked at a hint." in reader.page(f"{path}/log")
    # A link or a picture on another page must not use up a hint.
    assert ann.get(f"{path}/hint").status_code == 405


def test_an_absent_player_is_told_that_a_bot_plays_and_returns(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann, absence="360")
    sit_down(bob, path, invitation)
    assert bob.post(f"{path}/seats/0/bot-vote").status_code == 422
    _let_time_pass(client, path, timedelta(hours=4))
    for reader in (ann, bob):
        assert "In 2 hours, the other players can let a bot take over." in reader.page(path)
    assert bob.post(f"{path}/seats/0/bot-vote").status_code == 422
    _let_time_pass(client, path, timedelta(hours=2, minutes=1))
    assert "Ann has not answered for a long time." in bob.page(path)
    assert bob.post(f"{path}/seats/0/bot-vote", bot="clerk").status_code == 303
    assert "A bot plays for you." in ann.page("/")
    assert "A bot plays for you." not in bob.page("/")
    assert "Clerk plays for you, Ann. You can take your seat back at any time." in ann.page(path)
    ann.post(f"{path}/seats/0/return")
    assert "plays for you" not in ann.page(path)
    assert "Ann is back." in bob.page(path)


def test_a_player_who_has_left_is_offered_no_answers_until_they_return(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann)
    sit_down(bob, path, invitation)
    assert '<form id="answers"' in ann.page(path)
    ann.post(f"{path}/seats/0/leave")
    assert '<form id="answers"' not in ann.page(path)
    ann.post(f"{path}/seats/0/return")
    assert '<form id="answers"' in ann.page(path)


def test_the_host_removes_a_player_and_closes_the_table(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann, game="brass", edition="2018", players="3", **{"seat-2": "link"})
    bob.post(invitation, name="Bob")
    assert "Remove Bob from the table" in ann.page(path)
    assert "Close the table" in ann.page(path)
    page = bob.page(path)
    assert "Remove" not in page
    assert "Close the table" not in page
    ann.post(f"{path}/seats/{stored(client, path).seats_of(_guest(bob))[0]}/remove")
    assert "The host has removed Bob from the table." in bob.page(path)
    assert LINK.findall(bob.page(path)) == []
    ann.post(f"{path}/close")
    assert stored(client, path).status == CLOSED
    for reader in (ann, bob):
        page = reader.page(path)
        assert "This table was closed. The game is over." in page
        assert "/replay/0" not in page


def test_a_player_mutes_and_reports_a_message(
    client: TestClient[Litestar], ann: Browser, bob: Browser
) -> None:
    path, invitation = create(ann)
    sit_down(bob, path, invitation)
    bob.post(f"{path}/chat", text="something rude")
    number = str(stored(client, path).chat_messages[0].number)
    assert f'name="message" value="{number}"' in ann.page(path)
    assert f'name="message" value="{number}"' not in bob.page(path)
    thanks = ann.post(f"{path}/reports", message=number)
    assert (thanks.status_code, "Thank you" in thanks.text) == (200, True)
    ann.post(f"{path}/mutes", message=number)
    page = ann.page(path)
    assert "something rude" not in page
    assert "Muted: Bob" in page
    for reader in (bob, Browser(client)):
        assert "something rude" in reader.page(path)
        assert "Muted" not in reader.page(path)
    (mute,) = stored(client, path).mutes
    ann.post(f"{path}/mutes/{mute.number}/remove")
    assert "something rude" in ann.page(path)


def test_the_host_locks_the_chat(client: TestClient[Litestar], ann: Browser, bob: Browser) -> None:
    path, _ = create(ann)
    assert "Lock the chat" in ann.page(path)
    assert "Lock the chat" not in bob.page(path)
    ann.post(f"{path}/chat-lock", locked="yes")
    assert 'id="chat-form"' not in bob.page(path)
    assert bob.post(f"{path}/chat", text="hello").status_code == 422
    ann.post(f"{path}/chat-lock", locked="no")
    assert bob.post(f"{path}/chat", text="hello").status_code == 303


def _guest(browser: Browser) -> str:
    return browser.cookies["guest"].partition(".")[0]


def _let_time_pass(client: TestClient[Litestar], path: str, time: timedelta) -> None:
    """The server keeps the table in memory, where the decision can be made older."""
    stored(client, path).decision_since -= time
