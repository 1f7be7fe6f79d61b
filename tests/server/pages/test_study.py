"""The study board, as a browser without scripts uses it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

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
    folder: Path = tmp_path_factory.mktemp("study")
    with app_client(folder, hint_simulations=100, **NO_LIMITS) as client:
        client.get("/study")
        yield client


def get(client: Client, path: str, language: str = "en") -> str:
    found = client.get(path, headers={"accept-language": language})
    assert found.status_code == 200, found.text
    return unescape(found.text)


def post(client: Client, path: str, status: int = 200, **fields: str) -> str:
    form = {**fields, "_csrf_token": client.cookies["csrftoken"]}
    sent = client.post(path, data=form, follow_redirects=True)
    assert sent.status_code == status, sent.text
    return unescape(sent.text)


def address(page: str) -> str:
    found = re.search(r'data-address="([^"]+)"', page)
    assert found
    return found[1]


def answers(page: str) -> list[str]:
    return re.findall(r'name="answer" value="([^"]+)"', page)


@pytest.mark.parametrize("name", game_names())
def test_lines_are_tried_kept_in_the_address_and_shared(client: Client, name: str) -> None:
    first = get(client, f"/study/new?start={STARTS[name]}")
    page = first
    for _ in range(5):
        page = post(client, address(page), answer=answers(page)[0])
    assert page.count('class="log-entry') >= 5
    back = re.search(r'id="back" rel="prev" href="([^"]+)"', page)
    assert back
    assert get(client, back[1]).count("log-entry") == page.count("log-entry")
    before = get(client, re.sub(r"&at=\d+", "&at=0", address(page)))
    other = post(client, address(before), answer=answers(before)[-1])
    assert "or: " in other
    assert get(client, address(other)).count("log-entry") == other.count("log-entry")
    hints = post(client, address(other).replace("/board?", "/board/hint?"))
    assert "Win chance" in hints
    line = re.search(r'<a href="(/study/board\?[^"]+)" data-step>', hints)
    assert line
    assert 'aria-current="step"' in get(client, line[1])
    for code in LANGUAGES:
        assert "data-my-turn" in get(client, address(other), code)
    thing = re.findall(r'data-thing="([^"]+)"', first)[0]
    about = address(first).replace("/board?", "/about?")
    assert "/rules/" in get(client, f"{about}&thing={thing}")
    assert client.get(f"{about}&thing=nothing").status_code == 404


def test_a_position_is_edited_as_text_and_checked(client: Client) -> None:
    page = get(client, f"/study/new?start={STARTS['brass']}")
    form = get(client, address(page).replace("/study/board?", "/study?"))
    text = form.split("required>")[1].split("</textarea>")[0]
    richer = re.sub(r'"money": \[\s*\d+', '"money": [ 77', text)
    page = post(client, "/study", game="brass", text=richer)
    assert "£77" in page
    refused = post(client, "/study", 422, game="brass", text=richer.replace(" 77", " -5"))
    assert 'role="alert"' in refused
    assert '"money": [ -5' in refused  # nothing of the text is lost
    assert "not JSON" in post(client, "/study", 422, game="brass", text="{")
    assert client.get("/study/new?start=brass/1830/2").status_code == 422
    assert client.get("/study/new?start=chess/1/2").status_code == 422
    assert client.get("/study/board?game=brass&position=none").status_code == 422
    assert client.get("/study/board?table=nowhere").status_code == 404


def test_the_language_changes_without_losing_the_study(client: Client) -> None:
    page = get(client, f"/study/new?start={STARTS['brass']}")
    page = post(client, address(page), answer=answers(page)[0])
    back = re.search(r'name="back" value="([^"]+)"', page)
    assert back
    assert back[1] == address(page)
    german = post(client, "/language", language="de", back=back[1])
    assert address(german) == address(page)
    assert 'lang="de"' in german
    post(client, "/language", language="en")
