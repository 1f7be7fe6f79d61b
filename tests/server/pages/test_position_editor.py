"""Setting up a position by hand, as a browser without scripts does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.games import game_names
from smokestack.presentation.language import LANGUAGES
from tests.server.services import NO_LIMITS, app_client

Client = TestClient[Litestar]
STARTS = {"glasgow": "glasgow/standard/2", "brass": "brass/2007/4"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with app_client(tmp_path_factory.mktemp("editor"), **NO_LIMITS) as client:
        yield client


def open_editor(client: Client, start: str) -> str:
    found = client.get("/study/edit", params={"start": start}, follow_redirects=True)
    assert found.status_code == 200, found.text
    return found.text


def form_of(page: str) -> tuple[str, dict[str, str]]:
    """Where the form of the editor is sent, and its fields as the browser would send them."""
    action = re.search(r'action="(/study/edit\?[^"]+)"', page)
    assert action
    body = page[action.start() : page.index("</form>", action.start())]
    fields = dict(re.findall(r'type="number" name="([^"]+)"[^>]* value="([^"]*)"', body))
    fields |= dict.fromkeys(
        re.findall(r'name="([^"]+)" id="[^"]+" value="yes" checked', body), "yes"
    )
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', body, re.DOTALL):
        fields[name] = unescape(re.findall(r'value="([^"]*)" selected', options)[0])
    return unescape(action[1]), fields


def send(client: Client, page: str, status: int = 200, /, **changes: str) -> str:
    action, fields = form_of(page)
    fields |= {name.replace("__", "-"): value for name, value in changes.items()}
    fields["_csrf_token"] = client.cookies["csrftoken"]
    sent = client.post(action, data=fields, follow_redirects=True)
    assert sent.status_code == status, sent.text
    return unescape(sent.text)


@pytest.mark.parametrize("name", game_names())
def test_a_position_is_shown_on_the_board_and_edited_again(client: Client, name: str) -> None:
    page = open_editor(client, STARTS[name])
    board = send(client, page)
    assert "data-my-turn" in board
    back = re.search(r'href="(/study/edit\?[^"]+)"', board)
    assert back
    again = client.get(back[1]).text
    assert form_of(again) == form_of(page)
    assert form_of(send(client, page, check="yes")) == form_of(page)


def test_what_was_entered_is_on_the_board(client: Client) -> None:
    page = send(client, open_editor(client, STARTS["brass"]), money__1="77")
    assert "£77" in page
    page = send(client, open_editor(client, STARTS["glasgow"]), stone__0="5")
    assert 'title="stone of 5"' in page


def test_the_reason_of_the_loader_stands_beside_what_was_entered(client: Client) -> None:
    page = open_editor(client, STARTS["brass"])
    refused = send(client, page, 422, money__0="-5", money__1="77", flipped__x="yes")
    assert "money: negative without a debt to settle" in refused
    assert form_of(refused)[1]["money-0"] == "-5"
    assert form_of(refused)[1]["money-1"] == "77"
    assert form_of(refused)[0] == form_of(page)[0]


def test_fields_that_are_wrong_are_marked(client: Client) -> None:
    page = open_editor(client, STARTS["glasgow"])
    refused = send(client, page, 422, gold__0="many", ring__1="nothing")
    assert 'href="#gold-0"' in refused
    assert 'id="gold-0-problem">Enter a whole number from 0 to 3.' in refused
    assert "Choose one of the values offered." in refused
    assert 'value="many"' in refused


def test_reasons_are_in_the_language_of_the_reader(client: Client) -> None:
    page = open_editor(client, STARTS["glasgow"])
    action, fields = form_of(page)
    fields |= {"whisky-0": "1", "whisky-1": "1", "_csrf_token": client.cookies["csrftoken"]}
    found = set()
    for code in LANGUAGES:
        sent = client.post(action, data=fields, headers={"accept-language": code})
        assert sent.status_code == 422
        found.add(re.findall(r'role="alert">([^<]+)', sent.text)[0])
    assert len(found) == len(LANGUAGES)


def test_addresses_that_are_damaged_are_refused(client: Client) -> None:
    assert client.get("/study/edit").status_code == 422
    assert client.get("/study/edit?start=chess/1/2").status_code == 422
    assert client.get("/study/edit?game=brass&position=none").status_code == 422
