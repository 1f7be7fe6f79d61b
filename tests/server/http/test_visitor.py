"""Cookies: their names under https, and those from before."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest

from smokestack.server.http.rate_limit import RateLimiter
from tests.server.api.servers import Running, running

HOST = {"host": "games.example"}
PUBLIC = {"public_url": "https://games.example", "allowed_hosts": ("games.example",)}


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, **PUBLIC) as server:
        yield server


def cookies_of(reply: httpx.Response) -> SimpleCookie:
    found = SimpleCookie()
    for header in reply.headers.get_list("set-cookie"):
        found.load(header)
    return found


def create(server: Running, **cookies: str) -> httpx.Response:
    """Create a table as a browser with these cookies."""
    first = httpx.get(f"{server.url}/new", headers=HOST, cookies=cookies)
    name = next(name for name in cookies_of(first) if "csrf" in name)
    token = cookies_of(first)[name].value
    return httpx.post(
        f"{server.url}/tables",
        data={"_csrf_token": token, "name": "Ann", "seat-0": "me", "seat-1": "here"},
        headers=HOST,
        cookies={**cookies, name: token},
    )


def test_under_https_all_cookies_are_bound_to_the_host(secure: Running) -> None:
    created = create(secure)
    assert created.status_code == 303
    page = httpx.get(f"{secure.url}/new", headers=HOST)
    found = {**cookies_of(created), **cookies_of(page)}
    assert {"__Host-guest", "__Host-name", "__Host-csrftoken"} == found.keys()
    for morsel in found.values():
        assert (morsel["path"], morsel["domain"], morsel["secure"]) == ("/", "", True)
        assert morsel["httponly"]
        assert morsel["samesite"].lower() == "lax"


def test_a_cookie_from_before_keeps_its_guest_and_is_renamed(secure: Running) -> None:
    signer = secure.app.state.service.signer
    token = signer.sign(signer.new_guest())
    old = {"guest": token, "name": "Ann%C3%A9", "language": "de"}
    table = create(secure, **old).headers["location"]

    page = httpx.get(secure.url + table, headers=HOST, cookies=old)
    assert 'lang="de"' in page.text
    assert 'id="contribution"' in page.text
    renamed = {name: morsel.value for name, morsel in cookies_of(page).items()}
    assert renamed["__Host-guest"] == token
    assert renamed["__Host-name"] == "Ann%C3%A9"
    assert renamed["__Host-language"] == "de"

    again = httpx.get(secure.url + table, headers=HOST, cookies=renamed)
    assert 'id="contribution"' in again.text
    assert not {"__Host-guest", "__Host-name", "__Host-language"} & cookies_of(again).keys()


def test_the_new_cookie_wins_over_one_that_another_site_may_have_set(secure: Running) -> None:
    signer = secure.app.state.service.signer
    own, planted = (signer.sign(signer.new_guest()) for _ in range(2))
    table = create(secure, **{"__Host-guest": own}).headers["location"]
    page = httpx.get(
        secure.url + table, headers=HOST, cookies={"guest": planted, "__Host-guest": own}
    )
    assert 'id="contribution"' in page.text
    limiter: RateLimiter = secure.app.state.rate_limiter
    header = f"guest={planted}; __Host-guest={own}".encode()
    scope: Any = {"type": "http", "path": "/", "method": "POST", "headers": [(b"cookie", header)]}
    scope |= {"litestar_app": secure.app, "state": {}}
    assert limiter._guest(scope) == signer.read(own)


def test_without_https_the_names_are_plain(server: Running) -> None:
    assert {"csrftoken", "guest"} == cookies_of(httpx.get(f"{server.url}/new")).keys()


@pytest.mark.parametrize(
    "form",
    [
        {"data": {"_csrf_token": "é" * 128}},
        {"files": {"_csrf_token": ("a", b"x" * 128)}},
        {"headers": {"x-csrftoken": ("é" * 128).encode()}},
        {"cookies": {"csrftoken": "é" * 64}, "data": {"_csrf_token": "x" * 128}},
    ],
    ids=["form", "file", "header", "cookie"],
)
def test_a_csrf_token_that_can_not_be_one_is_refused(server: Running, form: Any) -> None:
    with httpx.Client(base_url=server.url) as browser:
        browser.get("/new")
        cookies = form.pop("cookies", {})
        headers = {
            "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()
        }
        if cookies:
            form["headers"] = headers
        assert browser.post("/language", **form).status_code == 403
