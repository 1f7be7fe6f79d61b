"""The page of an invitation."""

from __future__ import annotations

import re

import httpx

from tests.server.api.servers import Guest, Running


def test_a_seat_is_not_lost_with_the_reply_that_it_was_taken(server: Running, ann: Guest) -> None:
    """A new visitor who sends the form again is the same guest, so the invitation still works."""
    table = ann.new_table("me", "link")
    path = f"/seats/{table['seats'][1]['seat_token']}"
    with httpx.Client(base_url=server.url) as browser:
        form = browser.get(path)
        token = re.search(r'name="_csrf_token" value="([^"]*)"', form.text)
        assert token is not None
        fields = {"name": "Bob", "_csrf_token": token[1]}
        before = httpx.Cookies(browser.cookies)
        assert browser.post(path, data=fields).status_code == 303
        browser.cookies = before  # as if the reply had not arrived
        assert browser.post(path, data=fields).status_code == 303
        assert browser.get(path).status_code == 303  # to the table, where the seat is theirs
