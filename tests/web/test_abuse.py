"""Requests that no page makes are declined with a clear error and change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.web.conftest import Server
from tests.web.page_client import PageClient, checked

HUGE = "9" * 400


@pytest.fixture
def ann(server: Server) -> Iterator[PageClient]:
    client = PageClient(server)
    yield client
    client.web.close()


@pytest.fixture
def eve(server: Server) -> Iterator[PageClient]:
    client = PageClient(server)
    yield client
    client.web.close()


@pytest.fixture
def table(ann: PageClient) -> str:
    """Ann and Bob play Glasgow at Ann's screen."""
    plan = {"game": "glasgow", "seat-0": "me", "seat-1": "here", "name-1": "Bob", "name": "Ann"}
    response = ann.create(plan)
    assert response.status_code == 303, response.text
    path = response.headers["location"]
    assert ann.answer(path).status_code == 200
    return str(path)


@pytest.fixture
def unchanged(ann: PageClient, table: str) -> Iterator[str]:
    """The table, which the test must not change."""
    before = _content(ann, table)
    yield table
    assert _content(ann, table) == before
    assert ann.answer(table).status_code == 200, "the table is stuck"


def _content(client: PageClient, table: str) -> str:
    """The page of a table without what differs for each request."""
    page = re.sub(r'name="key" value="[^"]*"', "", client.get(table).text)
    return re.sub(r'name="_csrf_token" value="[^"]*"', "", page)


def test_a_stale_version_is_declined_with_the_current_table(ann: PageClient, table: str) -> None:
    old = ann.form(table)
    assert ann.answer(table).status_code == 200
    before = _content(ann, table)
    response = ann.post(
        f"{table}/answers", {**old, "key": "another-key"}, headers={"hx-request": "true"}
    )
    assert response.status_code == 409
    assert "The game has changed since." in response.text
    assert 'data-version="2"' in response.text
    assert _content(ann, table) == before


def test_a_repeated_submission_is_applied_once(ann: PageClient, table: str) -> None:
    form = ann.form(table)
    for _ in range(3):
        response = ann.post(f"{table}/answers", form, headers={"hx-request": "true"})
        assert response.status_code == 200
        assert 'data-version="2"' in response.text


def test_a_key_that_was_used_for_another_answer_is_declined(ann: PageClient, table: str) -> None:
    form = ann.form(table)
    assert ann.post(f"{table}/answers", form).status_code == 303
    before = _content(ann, table)
    for other in ({**form, "answer": "move 15"}, {**ann.form(table), "key": form["key"]}):
        response = ann.post(f"{table}/answers", other, headers={"hx-request": "true"})
        assert response.status_code == 409
        assert "This key was used for another request." in response.text
    assert _content(ann, table) == before


@pytest.mark.parametrize("version", ["-1", "0.5", "x", "", HUGE, "१", "1e3", "0x1", " 1", "\x00"])
def test_invalid_versions(ann: PageClient, unchanged: str, version: str) -> None:
    assert ann.answer(unchanged, version=version).status_code in (409, 422)


@pytest.mark.parametrize(
    "answer",
    [
        *("", "move 0", "move 16", f"move {HUGE}", "move -1", "place 0,0", "x" * 900, "Ω"),
        *("move 3\nmove 4", "\x00", "../../etc/passwd", "<script>", "' or 1=1 --", "move 3;move 4"),
    ],
)
def test_illegal_answers(ann: PageClient, unchanged: str, answer: str) -> None:
    assert ann.answer(unchanged, answer=answer).status_code == 422


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space", "ключ-ключ", "\x00" * 12])
def test_invalid_keys(ann: PageClient, unchanged: str, key: str) -> None:
    assert ann.answer(unchanged, key=key).status_code == 422


def test_a_guest_without_a_seat_can_change_nothing(
    ann: PageClient, eve: PageClient, unchanged: str
) -> None:
    form = ann.form(unchanged)
    assert eve.post(f"{unchanged}/answers", form).status_code == 403
    assert eve.post(f"{unchanged}/undo", form).status_code == 403
    assert eve.post(f"{unchanged}/rematch", {}).status_code == 403
    for seat in ("0", "1"):
        for action in ("resign", "leave", "return", "bot-vote", "renew-link", "remove"):
            status = eve.post(f"{unchanged}/seats/{seat}/{action}", {"bot": "clerk"}).status_code
            assert status in (403, 422), action
    assert eve.post(f"{unchanged}/hint", {}).status_code == 403
    assert eve.post(f"{unchanged}/close", {}).status_code == 403
    assert eve.post(f"{unchanged}/chat-lock", {"locked": "yes"}).status_code == 403
    assert eve.post(f"{unchanged}/mutes", {"message": "1"}).status_code == 403
    assert eve.post(f"{unchanged}/join", {"name": "Eve"}).status_code == 422
    for rest in ("record.json", "score", "replay/0", "replay/0/play-on"):
        response = eve.get(f"{unchanged}/{rest}")
        assert response.status_code in (405, 422), rest
    assert (
        eve.post(f"{unchanged}/replay/0/play-on", {"seat": "0", "bot": "clerk"}).status_code == 422
    )


def test_guest_cookies_can_not_be_forged(ann: PageClient, eve: PageClient, unchanged: str) -> None:
    cookie = ann.web.cookies["guest"]
    guest, _, code = cookie.partition(".")
    swapped = f"{guest[:-1]}{'A' if guest[-1] != 'A' else 'B'}.{code}"
    forged = [guest, f"{guest}.", f"{guest}.{code[:-1]}", f"{guest}.{code.swapcase()}", swapped]
    forged += [f"{guest}.{code}.{code}", "", "." * 50, "é.é", "x" * 5000, f"{guest}.{'A' * 43}"]
    form = ann.form(unchanged)
    for text in forged:
        eve.web.cookies.set("guest", text.encode("latin-1", "replace").decode("latin-1"))
        header = "; ".join(f"{cookie.name}={cookie.value}" for cookie in eve.web.cookies.jar)
        response = checked(
            httpx.post(
                eve.address(f"{unchanged}/answers"),
                data={**form, "_csrf_token": eve.web.cookies["csrftoken"]},
                headers={b"cookie": header.encode()},
            )
        )
        assert response.status_code == 403, text


def test_seat_links_can_not_be_guessed(eve: PageClient, unchanged: str) -> None:
    for token in ("x", "A" * 43, "A" * 5000, "%00", "..%2f..%2fsecret.key", "é"):
        assert eve.get(f"/seats/{token}").status_code in (404, 414), token
        assert eve.post(f"/seats/{token}", {"name": "Eve"}).status_code in (404, 414), token


def test_a_form_without_a_csrf_token_is_declined(ann: PageClient, unchanged: str) -> None:
    form = ann.form(unchanged)
    posts = [
        f"{unchanged}/{rest}" for rest in ("answers", "undo", "chat", "rematch", "join", "hint")
    ]
    posts += [f"{unchanged}/{rest}" for rest in ("close", "chat-lock", "mutes", "reports")]
    posts += ["/tables", "/language", "/seats/x", f"{unchanged}/seats/0/resign"]
    for path in posts:
        for token in (None, "", "x" * 128, ann.web.cookies["csrftoken"][:-1]):
            data = form if token is None else {**form, "_csrf_token": token}
            response = checked(ann.web.post(path, data=data))
            assert response.status_code == 403, (path, token)
            assert "Please reload it and try again." in response.text


def test_a_form_from_another_site_is_declined(ann: PageClient, unchanged: str) -> None:
    # Another site can make a browser send the cookies, but does not know the token of the form.
    other_site = httpx.Client(cookies=ann.web.cookies)
    response = other_site.post(
        ann.address(f"{unchanged}/seats/0/resign"),
        headers={"origin": "https://elsewhere.example"},
    )
    assert checked(response).status_code == 403


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"x" * 1_000_000, "application/x-www-form-urlencoded"),
        (b"text=" + b"x" * 1_000_000, "application/x-www-form-urlencoded"),
        (b"\x00\xff\xfe" * 300, "application/x-www-form-urlencoded"),
        (b"\x00\xff\xfe" * 300, "application/octet-stream"),
        (b"{", "application/json"),
        (b'{"answer": "move 3"}', "application/json"),
        (b"[" * 20_000, "application/json"),
        (b"<answer/>", "text/xml"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"--x\r\n", "multipart/form-data"),
        (
            b'--x\r\ncontent-disposition: form-data; name="answer"; filename="a"\r\n\r\nmove 3\r\n'
            b"--x--\r\n",
            "multipart/form-data; boundary=x",
        ),
        (b"&".join(b"a%d=1" % n for n in range(3000)), "application/x-www-form-urlencoded"),
        (b"answer=%ff%fe&version=%", "application/x-www-form-urlencoded"),
        (b"", ""),
        (b"answer=move+3", "nonsense"),
    ],
)
def test_bodies_that_are_too_large_or_not_forms(
    ann: PageClient, unchanged: str, body: bytes, kind: str
) -> None:
    headers = {"x-csrftoken": ann.web.cookies["csrftoken"], "content-type": kind}
    for path in (f"{unchanged}/answers", f"{unchanged}/chat", "/language", f"{unchanged}/undo"):
        response = checked(ann.web.post(path, content=body, headers=headers))
        assert 400 <= response.status_code < 500, path


def test_tables_that_can_not_be_played_are_declined(ann: PageClient) -> None:
    before = ann.get("/").text.count('class="table-card"')
    for plan in (
        {"game": "chess"},
        {"game": "glasgow", "edition": "9999"},
        {"game": "glasgow", "seat-0": "me", "seat-1": "me"},
        {"game": "glasgow", "seat-0": "me", "seat-1": "program:/bin/sh"},
        {"game": "glasgow", "seat-0": "me", "seat-1": "Ω"},
        {"game": "glasgow", "options": "shown", "option-turn_limit": HUGE},
        {"game": "glasgow", "options": "shown", "option-turn_limit": "0"},
        {"game": "glasgow", "options": "shown"},
        {"game": "glasgow", "seat-0": "here", "seat-1": "x" * 999},
    ):
        response = ann.post("/tables", plan)
        assert response.status_code in (404, 422), (plan, response.headers)
    assert ann.get("/").text.count('class="table-card"') == before


@pytest.mark.parametrize(
    "path",
    [
        *("/static/../secret.key", "/static/..%2f..%2fsecret.key", "/static/x/site.css"),
        *("/static/%2e%2e/%2e%2e/tables.sqlite", "/static//etc/passwd", "/static/x/%00"),
        *("/tables/none", "/tables/%2e%2e%2fsecret.key", f"/tables/{'x' * 3000}"),
        *("/tables/none/events", "/tables/none/about/x", "/tables/none/record.json"),
        *("/tables/none/replay/99999999999999999999", "/tables/%C3%A9", "/tables"),
        *("/rules/none", "/rules/..%2f..", "/example/x", "/new?game=none", "/nothing"),
        *("/new?game=brass&edition=none", "/schema", "/docs", "/.env", "/%ff%fe"),
    ],
)
def test_unknown_paths(eve: PageClient, path: str) -> None:
    raw = eve.web.build_request("GET", "/")
    raw.url = raw.url.copy_with(raw_path=path.encode())
    response = checked(eve.web.send(raw))
    assert response.status_code in (400, 404, 405), response.status_code


def test_random_queries_and_headers(ann: PageClient, unchanged: str) -> None:
    for query in ("?seat=9", "?seat=-1", f"?seat={HUGE}", "?seat=%00", "?seat[]=1", "?&&&=&"):
        assert ann.get(f"{unchanged}{query}").status_code == 200
    for name, value in (
        ("accept-language", "de;q=x,,;;q=,fr;q=-5,nl;q=99999"),
        ("accept-language", "x" * 5000),
        ("hx-request", "perhaps"),
        ("accept-encoding", "gzip;q=0, br, \x7f"),
        ("host", "elsewhere.example"),
    ):
        response = ann.get(unchanged, headers={name: value})
        assert response.status_code in (200, 400, 421)


def test_unknown_things(ann: PageClient, unchanged: str) -> None:
    for thing in ("x", "ring-99", "ring--1", "%3Cscript%3E", "a" * 2000, "ring-1%00", "é"):
        assert ann.get(f"{unchanged}/about/{thing}").status_code in (400, 404), thing


@pytest.mark.parametrize(
    "back",
    [
        *("https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example"),
        *("\\\\elsewhere.example", "/\t/elsewhere.example", "/\n/elsewhere.example"),
        *("elsewhere.example", "javascript:alert(1)"),
        *("/%0d%0aset-cookie:x=y", "/\r\nset-cookie: x=y"),
    ],
)
def test_the_language_form_never_redirects_to_another_site(ann: PageClient, back: str) -> None:
    response = ann.post("/language", {"language": "en", "back": back})
    assert response.status_code == 303
    target = httpx.URL(ann.web.base_url).join(_as_browsers_interpret(response.headers["location"]))
    assert target.host == ann.web.base_url.host
    assert "x" not in response.cookies


def test_names_and_chat_messages_are_escaped(ann: PageClient, eve: PageClient, table: str) -> None:
    for text in (
        "<script>alert(1)</script>",
        '" onmouseover="x',
        "{{ 7 * 7 }}",
        "‮gnirts",
        "a" * 500,
    ):
        response = eve.post(f"{table}/chat", {"text": text}, headers={"hx-request": "true"})
        assert response.status_code == 200, text
        assert "<script>alert" not in response.text
        assert 'onmouseover="x"' not in response.text
    assert eve.post(f"{table}/chat", {"text": "a" * 501}).status_code == 422
    assert eve.post(f"{table}/chat", {"text": " \t "}).status_code == 422
    assert "{{ 7 * 7 }}" in ann.get(table).text


@pytest.mark.parametrize("name", ["Zoë", "Łukasz", "Ωμέγα", "李小龍", "100% Ann; b=c", "🎩 𗍑"])
def test_names_in_all_scripts_are_accepted(ann: PageClient, eve: PageClient, name: str) -> None:
    plan = {"game": "glasgow", "seat-0": "me", "seat-1": "link", "name": name}
    created = ann.post("/tables", plan)
    assert created.status_code == 303
    assert f'value="{name}"' in ann.get("/new").text
    shown = ann.get(created.headers["location"]).text
    assert name in shown
    link = re.findall(r"/seats/[\w-]{43}", shown)[0]
    assert eve.post(link, {"name": name}).status_code == 303
    assert f'value="{name}"' in eve.get("/new").text


def test_the_server_is_still_healthy(ann: PageClient) -> None:
    assert ann.get("/health").json() == {"status": "ok"}


def _as_browsers_interpret(location: str) -> str:
    """Browsers treat backslashes as slashes and remove tabs and line breaks."""
    return re.sub(r"[\t\r\n]", "", location).replace("\\", "/")
