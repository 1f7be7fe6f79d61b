"""Cookies: their names under https, and cookies that another site of the domain may have set."""

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
PUBLIC = {
    "public_url": "https://games.example",
    "allowed_hosts": ("games.example",),
    "sign_up": "open",
}


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, **PUBLIC) as server:
        yield server


def cookies_of(reply: httpx.Response) -> SimpleCookie:
    found = SimpleCookie()
    for header in reply.headers.get_list("set-cookie"):
        found.load(header)
    return found


def get(server: Running, path: str, **cookies: str) -> httpx.Response:
    return httpx.get(server.url + path, headers=HOST, cookies=cookies)


def send(server: Running, path: str, form: dict[str, str], **cookies: str) -> httpx.Response:
    """Send a form as a browser with these cookies."""
    first = get(server, "/new", **cookies)
    name = next(name for name in cookies_of(first) if "csrf" in name)
    token = cookies_of(first)[name].value
    return httpx.post(
        server.url + path,
        data={"_csrf_token": token, **form},
        headers=HOST,
        cookies={**cookies, name: token},
    )


def create(server: Running, **cookies: str) -> httpx.Response:
    """Create a table as a browser with these cookies."""
    return send(server, "/tables", {"name": "Ann", "seat-0": "me", "seat-1": "here"}, **cookies)


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


def test_under_https_cookies_with_plain_names_are_ignored(secure: Running) -> None:
    signer = secure.app.state.service.signer
    planted = signer.sign(signer.new_guest())
    plain = {"guest": planted, "name": "Mallory", "language": "de"}
    table = create(secure, **{"__Host-guest": planted}).headers["location"]
    assert 'id="contribution"' in get(secure, table, **{"__Host-guest": planted}).text

    page = get(secure, table, **plain)
    assert 'lang="en"' in page.text
    assert 'id="contribution"' not in page.text
    assert "Mallory" not in get(secure, "/new", **plain).text
    found = cookies_of(page)
    assert signer.read(found["__Host-guest"].value) not in (None, signer.read(planted))
    limiter: RateLimiter = secure.app.state.rate_limiter
    header = f"guest={planted}".encode()
    scope: Any = {"type": "http", "path": "/", "method": "POST", "headers": [(b"cookie", header)]}
    scope |= {"litestar_app": secure.app, "state": {}}
    assert limiter._guest(scope) == ""


def test_under_https_another_site_can_not_sign_a_visitor_in(secure: Running) -> None:
    form = {"name": "Mallory", "password": "a long enough password"}
    planted = cookies_of(send(secure, "/account/sign-up", form))["__Host-session"].value
    assert "Mallory" in get(secure, "/account", **{"__Host-session": planted}).text

    signer = secure.app.state.service.signer
    own = signer.sign(signer.new_guest())
    for cookies in ({"session": planted}, {"session": planted, "__Host-guest": own}):
        page = get(secure, "/account", **cookies)
        assert 'action="/account/sign-in"' in page.text
        assert "Mallory" not in page.text


def test_under_https_another_site_can_not_offer_its_games_to_an_account(secure: Running) -> None:
    signer = secure.app.state.service.signer
    planted = signer.sign(signer.new_guest())
    create(secure, **{"__Host-guest": planted})
    form = {"name": "Ann", "password": "a long enough password"}
    session = cookies_of(send(secure, "/account/sign-up", form))["__Host-session"].value
    own = {"__Host-session": session, "guest": planted}
    assert 'action="/account/guest-games"' not in get(secure, "/account", **own).text
    refused = send(secure, "/account/guest-games", {}, **own)
    assert refused.status_code != 303


def test_the_cookie_of_this_host_wins_over_one_of_another_site(secure: Running) -> None:
    signer = secure.app.state.service.signer
    own, planted = (signer.sign(signer.new_guest()) for _ in range(2))
    table = create(secure, **{"__Host-guest": own}).headers["location"]
    page = get(secure, table, **{"guest": planted, "__Host-guest": own})
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
