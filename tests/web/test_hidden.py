"""Nobody is sent what they may not see: whatever is hidden, not one byte is different."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server.houses import ANN, BOB, EVE, key, plan, settings
from smokestack.engine.match import Match
from smokestack.engine.state import State
from smokestack.engine.stream import Stream
from smokestack.engine.view import SPECTATOR, View
from smokestack.server.app import make_app
from smokestack.server.house import House
from smokestack.server.table import Table
from web.callers import Caller
from web.conftest import Server

GUESTS = (ANN, BOB, EVE)
SEED = 98_765_432_109  # long enough to be recognized wherever it might be shown
ANOTHER_DEAL = 4711
TABLES = [("brass", "2007", 3), ("brass", "2018", 2), ("glasgow", "standard", 2)]
POSITIONS = (0, 1, 12, 45, 80)  # answers given


class Round:
    """A table of people in a house of its own, and whoever asks for its pages."""

    def __init__(self, client: TestClient[Litestar], game: str, edition: str, people: int) -> None:
        self.client = client
        self.house: House = client.app.state.house
        seats = ["me", *["link"] * (people - 1)]
        chosen = plan(*seats, game=game, edition=edition, seed=SEED)
        self.table = self.ask(self.house.create, ANN, chosen)
        for seat in range(1, people):
            token = self.house.seat_token(self.table, seat)
            self.table, _ = self.ask(self.house.take_seat, token, GUESTS[seat], f"Guest {seat}")

    def ask(self, function: Any, *arguments: Any) -> Any:
        with self.client.portal() as portal:
            return portal.call(function, *arguments)

    def play_until(self, length: int) -> bool:
        """Random answers; whether the game still runs."""
        stream = Stream(length)
        while not self.table.finished and len(self.table.match.history) < length:
            answers = self.table.match.answers
            actor = self.table.actor
            assert actor is not None
            answer = answers[stream.below(len(answers))]
            self.table = self.ask(
                self.house.answer, self.table.id, actor.guest, self.table.version, key(), answer
            )
        return not self.table.finished

    def sent(self, seat: int) -> dict[str, str]:
        """Everything that a seat can be sent: by address, or by what was tried."""
        self.client.cookies.clear()
        if seat != SPECTATOR:
            self.client.cookies.set("guest", self.house.identity.sign(GUESTS[seat]))
        self.client.app.state.stories.kept.clear()
        path = f"/tables/{self.table.id}"
        addresses = ["/", path, *(f"{path}?seat={other}" for other in range(4)), f"{path}/log"]
        addresses += [f"{path}/{rest}" for rest in ("record.json", "score", "replay/0")]
        if self.table.actor is None or self.table.actor.number != seat:
            addresses.append(f"{path}/hint")
        bodies = {address: self._body("GET", address) for address in addresses}
        for thing in sorted(set(re.findall(r'data-thing="([^"]+)"', bodies[path])))[::5]:
            address = f"{path}/about/{thing}"
            bodies[address] = self._body("GET", address)
        fragment = {"hx-request": "true"}
        bodies["fragment"] = self._body("GET", path, headers=fragment)
        form = {"version": str(self.table.version), "key": "key-of-nobody", "answer": "nonsense"}
        form["_csrf_token"] = self.client.cookies["csrftoken"]
        for name in ("answers", "undo", f"seats/{(seat + 1) % 2}/resign"):
            if name != "undo" or not self.house.can_undo(self.table, GUESTS[seat]):
                bodies[name] = self._body("POST", f"{path}/{name}", data=form, headers=fragment)
        return bodies

    @contextmanager
    def dealt_anew(self, seat: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """All that a seat can't see is otherwise, now and at every earlier moment told of."""
        table: Table = self.ask(self.house.find, self.table.id)
        before = table.match
        table.match = _twin(before, seat)
        usual = View.__init__

        def made(self: View, game: Any, state: State, eyes: int, players: list[str]) -> None:
            usual(self, game, _redealt(state, eyes), eyes, players)

        with monkeypatch.context() as patched:
            patched.setattr(View, "__init__", made)
            yield
        table.match = before

    def _body(self, method: str, address: str, **options: Any) -> str:
        response = self.client.request(method, address, follow_redirects=False, **options)
        assert response.status_code < 500, response.text
        return f"{response.status_code} {_without_tokens(response.text)}"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(make_app(settings(tmp_path))) as client:
        yield client


@pytest.mark.parametrize(("game", "edition", "people"), TABLES)
def test_what_is_hidden_changes_no_byte_that_is_sent(
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    edition: str,
    people: int,
) -> None:
    around = Round(client, game, edition, people)
    for length in POSITIONS:
        if not around.play_until(length):
            break
        for seat in (SPECTATOR, *range(people)):
            usual = around.sent(seat)
            with around.dealt_anew(seat, monkeypatch):
                otherwise = around.sent(seat)
            assert usual.keys() == otherwise.keys()
            for address, body in usual.items():
                assert body == otherwise[address], f"{address} after {length}, seen by {seat}"
                assert str(SEED) not in body, address


def test_the_comparison_would_notice_a_card(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dealt anew for those who watch, the hand of a seat is another one, and its page too."""
    around = Round(client, "brass", "2007", 3)
    around.play_until(12)
    usual = around.sent(0)
    table: Table = around.ask(around.house.find, around.table.id)
    table.match = _twin(table.match, SPECTATOR)
    otherwise = around.sent(0)
    path = f"/tables/{table.id}"
    assert usual[path] != otherwise[path]
    assert usual["fragment"] != otherwise["fragment"]
    assert usual[f"{path}/log"] == otherwise[f"{path}/log"]


def test_a_record_is_refused_while_the_game_runs(client: TestClient[Litestar]) -> None:
    around = Round(client, "brass", "2007", 3)
    for seat in (SPECTATOR, 0, 1, 2):
        sent = around.sent(seat)
        for rest in ("record.json", "score", "replay/0"):
            assert sent[f"/tables/{around.table.id}/{rest}"].startswith("422 ")


def test_live_news_are_nothing_but_numbers(server: Server) -> None:
    ann = Caller(server)
    seats = {"seat-0": "me", "seat-1": "here", "name-1": "Bob"}
    table = ann.post("/tables", {"game": "brass", "edition": "2018", "players": "2", **seats})
    path = table.headers["location"]
    lines = []
    with httpx.stream("GET", ann.address(f"{path}/events"), timeout=20) as stream:
        ann.post(f"{path}/chat", {"text": "hello"})
        for line in stream.iter_lines():
            lines.append(line)
            if line == "data: 1":
                break
    assert set(lines) <= {"event: news", "data: 0", "data: 1", "retry: 1000", ""}
    ann.web.close()


def _twin(match: Match, seat: int) -> Match:
    """The same match with all that it keeps, but with something else where `seat` can't see."""
    twin = copy(match)
    twin.go_to(len(match.history))
    twin.state.redeal(seat, Stream(ANOTHER_DEAL))
    return twin


def _redealt(state: State, seat: int) -> State:
    other = state.copy()
    other.redeal(seat, Stream(ANOTHER_DEAL))
    return other


def _without_tokens(body: str) -> str:
    """What is drawn anew for each page, whatever it shows."""
    return re.sub(r'name="(key|_csrf_token)" value="[^"]*"', "", body)
