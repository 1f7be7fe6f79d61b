"""An HTTP client that submits the forms of pages, as they are or modified."""

from __future__ import annotations

import re
from html import unescape

import httpx

from tests.server.api.servers import NO_CERTIFICATES
from tests.web.conftest import Server

HEADERS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
INTERNALS = re.compile(r"Traceback|File \"|line \d+, in|sqlalchemy|litestar|/site-packages/", re.I)


class PageClient:
    """Has its own cookies; checks each response for internals and security headers."""

    def __init__(self, server: Server) -> None:
        self.web = httpx.Client(base_url=server.url, timeout=20, verify=NO_CERTIFICATES)
        self.get("/")

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return checked(self.web.get(path, headers=headers))

    def post(
        self, path: str, data: dict[str, str], headers: dict[str, str] | None = None
    ) -> httpx.Response:
        form = {"_csrf_token": self.web.cookies["csrftoken"], **data}
        return checked(self.web.post(path, data=form, headers=headers))

    def create(self, plan: dict[str, str]) -> httpx.Response:
        """Create a table and contribute to its deal; returns the response to the form."""
        response = self.post("/tables", plan)
        if response.status_code == 303:
            table = response.headers["location"]
            self.post(f"{table}/contribution", {"text": "a random text"})
        return response

    def answer(self, table: str, **changed: str) -> httpx.Response:
        """Submit the first choice as the page's script does, with changed fields."""
        form = {**self.form(table), **changed}
        return self.post(f"{table}/answers", form, headers={"hx-request": "true"})

    def form(self, table: str) -> dict[str, str]:
        page = self.get(table).text
        found = dict(re.findall(r'name="(version|key)" value="([^"]*)"', page))
        answers = re.findall(r'name="answer" value="([^"]*)"', page)
        return {**found, "answer": unescape(answers[0])} if answers else found

    def address(self, path: str) -> str:
        return str(self.web.base_url.join(path))


def checked(response: httpx.Response) -> httpx.Response:
    assert response.status_code < 500, response.text
    assert not INTERNALS.search(response.text) or "/static/" in str(response.url), response.text
    for name, value in HEADERS.items():
        assert response.headers.get(name, "").startswith(value), (response.url, name)
    return response
