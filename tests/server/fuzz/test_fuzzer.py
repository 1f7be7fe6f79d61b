"""A short run of `make fuzz-api`, and that the fuzzer notices what it looks for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from smokestack.server.api import serializers
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.service.analyses import AnalysisService
from smokestack.server.service.turns import TurnService
from tests.server.api.fuzz import UntouchedTable, fuzzed_server
from tests.server.fuzz.checks import SecretWatch
from tests.server.fuzz.forms import forms_of, urls_of
from tests.server.fuzz.fuzzer import Fuzzer

ANSWER = "POST /api/v1/tables/{table_id}/answers"
"""An operation that succeeds only if many requests before it did."""


def fuzz(folder: Path, requests: int) -> Fuzzer:
    """Send so many requests, and more of them until a legal answer was given."""
    with fuzzed_server(folder) as server:
        untouched = UntouchedTable(server)
        fuzzer = Fuzzer(server, folder / "tables.sqlite", 1, folder / "failures")
        try:
            fuzzer.run(requests)
            while ANSWER not in fuzzer.succeeded and fuzzer.requests < 20_000:
                fuzzer.run(fuzzer.requests + 200)
        finally:
            fuzzer.close()
        untouched.check()
    return fuzzer


@pytest.mark.slow
def test_generated_requests_to_all_routes_break_nothing(tmp_path: Path) -> None:
    fuzzer = fuzz(tmp_path, 2500)
    assert not fuzzer.violations
    assert {operation.name for operation in fuzzer.operations} == fuzzer.counts.keys()
    succeeded = {name for name in fuzzer.succeeded if not name.startswith("OPTIONS")}
    assert len(succeeded) > 40, "most requests should reach what they are for"
    assert ANSWER in succeeded


async def fail(*_: object) -> None:
    raise RuntimeError("a bug")


async def refuse(*_: object) -> None:
    raise InvalidAction("no")


async def write_and_refuse(turns: TurnService, *_: object) -> None:
    database = turns._store._database
    await database.write("x", lambda c: c.execute(text("UPDATE tables SET host = 'x'")))
    raise InvalidAction("no")


def show_all_tokens(signer: Any, table: Any, seat: Any, guest: str) -> str:
    return str(signer.seat_token(table.id, seat.number, seat.token_nonce))


DEFECTS: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "server error": (TurnService, "undo", fail, "status 500"),
    "change by a refused request": (TurnService, "undo", write_and_refuse, "was changed"),
    "leak": (serializers, "visible_token", show_all_tokens, "secrets of others"),
}


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_is_found_and_its_request_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, defect: str
) -> None:
    where, name, replacement, problem = DEFECTS[defect]
    monkeypatch.setattr(where, name, replacement)
    # While an analysis runs, the fuzzer can't tell who changed the database.
    monkeypatch.setattr(AnalysisService, "request", refuse)
    with fuzzed_server(tmp_path) as server:
        fuzzer = Fuzzer(server, tmp_path / "tables.sqlite", 1, tmp_path / "failures")
        while not fuzzer.violations and fuzzer.requests < 20_000:
            fuzzer.run(fuzzer.requests + 200)
        fuzzer.close()
    assert problem in fuzzer.violations[0]
    saved = sorted((tmp_path / "failures").iterdir())
    found = json.loads(saved[0].read_text())
    assert {"problem", "seed", "request", "bytes", "requests_before"} <= found.keys()


def test_a_token_may_be_shown_to_those_who_know_it_only() -> None:
    watch = SecretWatch()
    token = "t" * 43
    assert watch.leaks("ann", f'"seat_token":"{token}"') == []
    assert watch.leaks("ann", f"again {token}") == []
    assert watch.leaks("bob", f"<p>{token}</p>") == [token]
    watch.note_request("eve", f"POST /seats/{token}")
    assert watch.leaks("eve", f"/seats/{token}") == []


def test_the_token_of_a_session_is_a_secret() -> None:
    watch = SecretWatch()
    token = "s_" + "t" * 43
    assert watch.leaks("ann", f"session={token}; Path=/; HttpOnly") == []
    assert watch.leaks("bob", f'{{"devices": ["{token}"]}}') == [token]


def test_stored_secrets_of_others_are_found(tmp_path: Path) -> None:
    with fuzzed_server(tmp_path) as server:
        table = server.guest().new_table("me", "here:Ben")
        fuzzer = Fuzzer(server, tmp_path / "tables.sqlite", 1, tmp_path / "failures")
        query = "SELECT deal_secret FROM tables WHERE id = ?"
        (secret,) = fuzzer._database.execute(query, (table["id"],)).fetchone()
        nobody = fuzzer._visitors[0]
        assert fuzzer._stored.leaks(nobody, f"<code>{secret}</code>", "") == [secret]
        url = "https://example.org/hook-of-ann"
        owner = server.guest()
        assert owner.post("/notices", json={"webhook": {"url": url}}).is_success
        assert fuzzer._stored.leaks(nobody, f"<input value='{url}'>", "") == [url]
        assert fuzzer._stored.leaks(nobody, f"<input value='{url}'>", f"url={url}") == []
        fuzzer.close()


def test_forms_and_links_are_found() -> None:
    html = """<a href="/new?game=brass">x</a><form action="/tables" method="post">
      <input name="name" value="A&amp;B"><select name="game"><option value="glasgow">
      <option value="brass"></select><button name="answer" value="move 1"></button></form>
      <form action="/search"><input name="q"></form>"""
    (form,) = forms_of(html)
    assert form.action == "/tables"
    assert form.fields == {"name": ["A&B"], "game": ["glasgow", "brass"], "answer": ["move 1"]}
    assert urls_of(html) == {"/new?game=brass", "/tables", "/search"}
