"""What a new visitor gets with the first page."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.server.api.servers import Running

TABLE = {"game": "glasgow", "seat-0": "me", "seat-1": "link", "name": "Ann"}


@pytest.mark.parametrize(("page", "action"), [("/new", "/tables"), ("/", "/quick-match")])
def test_a_table_whose_reply_was_lost_belongs_to_its_creator(
    server: Running, page: str, action: str
) -> None:
    with httpx.Client(base_url=server.url) as browser:
        token = re.search(r'name="_csrf_token" value="([^"]*)"', browser.get(page).text)
        assert token is not None
        before = httpx.Cookies(browser.cookies)
        created = browser.post(action, data={**TABLE, "_csrf_token": token[1]})
        assert created.status_code == 303
        browser.cookies = before  # as if the reply had not arrived
        assert created.headers["location"] in browser.get("/").text


def test_later_pages_keep_the_cookie(server: Running) -> None:
    with httpx.Client(base_url=server.url) as browser:
        first = browser.get("/new").cookies["guest"]
        assert "guest" not in browser.get("/").cookies
        assert browser.cookies["guest"] == first
