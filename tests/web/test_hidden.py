"""Pages don't depend on hidden information: changing it changes no byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.engine.view import SPECTATOR, View
from smokestack.server.domain import turns
from smokestack.server.domain.pace import WITHOUT_CLOCK, Pace, days
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import SystemTime
from smokestack.server.service.table_service import TableService
from tests.server.services import ANN, BOB, EVE, NO_LIMITS, app_client, key, plan, seat_token
from tests.sizes import LONG
from tests.web.conftest import Server
from tests.web.page_client import PageClient

GUESTS = (ANN, BOB, EVE)
SECRET = "98765432109abcdef" * 3 + "0" * 13
OTHER_SEED = 4711
STOPPED = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)  # the time that clocks show
TABLES = [("brass", "2007", 3), ("brass", "2018", 2), ("glasgow", "standard", 2)]
POSITIONS = (0, 1, 12, 45, 80) if LONG > 1 else (0, 60)  # answers given


class HiddenTable:
    """A table of several guests on its own server, and a client that requests its pages."""

    def __init__(
        self,
        client: TestClient[Litestar],
        game: str,
        edition: str,
        people: int,
        pace: Pace = WITHOUT_CLOCK,
    ) -> None:
        self.client = client
        self.service: TableService = client.app.state.service
        seats = ["me", *["link"] * (people - 1)]
        chosen = plan(*seats, game=game, edition=edition, secret=SECRET, pace=pace)
        self.table = self.ask(self.service.creation.create, ANN, chosen)
        self.invitations: list[str] = []
        """The links with which the seats were taken."""
        for seat in range(1, people):
            token = seat_token(self.service, self.table, seat)
            self.invitations.append(token)
            self.table, _ = self.ask(self.service.seats.take, token, GUESTS[seat], f"Guest {seat}")
        for guest in GUESTS[:people]:
            self.table = self.ask(
                self.service.deals.contribute, self.table.id, guest, "text of a guest"
            )

    def ask(self, function: Any, *arguments: Any) -> Any:
        with self.client.portal() as portal:
            return portal.call(function, *arguments)

    def play_until(self, length: int) -> bool:
        """Give random answers; returns whether the game still runs."""
        stream = Stream(length)
        while not self.table.finished and len(self.table.match.history) < length:
            answers = self.table.match.answers
            actor = self.table.actor
            assert actor is not None
            answer = answers[stream.below(len(answers))]
            self.table = self.ask(
                self.service.turns.answer,
                self.table.id,
                actor.guest,
                self.table.version,
                key(),
                answer,
            )
        return not self.table.finished

    def sent(self, seat: int) -> dict[str, str]:
        """Every response that a seat can get, by path or action."""
        self.client.cookies.clear()
        if seat != SPECTATOR:
            self.client.cookies.set("guest", self.service.signer.sign(GUESTS[seat]))
        self.client.app.state.event_logs.clear()
        path = f"/tables/{self.table.id}"
        addresses = ["/", path, *(f"{path}?seat={other}" for other in range(4)), f"{path}/log"]
        length = len(self.table.match.history)
        addresses += [f"{path}?at={number}" for number in {0, length // 2, max(0, length - 1)}]
        rests = ("record.json", "score", "replay/0", "deal", "revision", "analysis")
        addresses += [f"{path}/{rest}" for rest in rests]
        addresses += [f"/seats/{token}" for token in self.invitations]
        addresses += [f"/study/board?table={self.table.id}&move={move}" for move in (0, length)]
        addresses += ["/next", "/turns", "/people/Ann", "/account/export.json"]
        addresses += [f"/study?table={self.table.id}", f"{path}/mistakes/0/1"]
        addresses.append(f"/study/edit?table={self.table.id}&move={length}")
        bodies = {address: self._body("GET", address) for address in addresses}
        for thing in sorted(set(re.findall(r'data-thing="([^"]+)"', bodies[path])))[::5]:
            address = f"{path}/about/{thing}"
            bodies[address] = self._body("GET", address)
        fragment = {"hx-request": "true"}
        bodies["fragment"] = self._body("GET", path, headers=fragment)
        followed = f"{path}?after={max(0, length - 9)}"
        bodies["followed"] = self._body("GET", followed, headers=fragment)
        form = {"version": str(self.table.version), "key": "unused-key", "answer": "nonsense"}
        form["_csrf_token"] = self.client.cookies["csrftoken"]
        foreign = f"seats/{(seat + 1) % 2}"
        for name in (
            "answers",
            "undo",
            *(f"{foreign}/{action}" for action in ("resign", "renew-link", "remove")),
            *("close", "chat-lock", "mutes", "mutes/99/remove", "reports", "hint"),
            *("pause" if seat == 0 else "resume", f"automatic/{(seat + 1) % 2}", "invitations"),
            *(f"{foreign}/bot-vote", "invitation"),
        ):
            if name == "hint" and self.table.actor is not None and self.table.actor.number == seat:
                continue
            if name == "chat-lock" and seat == 0:
                continue
            if name != "undo" or not turns.can_undo(self.table, GUESTS[seat]):
                bodies[name] = self._body("POST", f"{path}/{name}", data=form, headers=fragment)
        form |= {"text": "another text", "seat": "0", "bot": "clerk"}
        for name in ("contribution", "deal", "analysis", "replay/0/play-on"):
            bodies[name] = self._body("POST", f"{path}/{name}", data=form, headers=fragment)
        return bodies

    @contextmanager
    def redealt(self, seat: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Change everything that a seat can't see, now and in all earlier states."""
        table: Table = self.ask(self.service.find, self.table.id)
        original_match = table.match
        table.dealt = _redealt_match(original_match, seat)
        original_init = View.__init__

        def init(self: View, game: Any, state: State, viewer: int, players: list[str]) -> None:
            original_init(self, game, _redealt_state(state, viewer), viewer, players)

        with monkeypatch.context() as patched:
            patched.setattr(View, "__init__", init)
            yield
        table.dealt = original_match

    def check_redeals(self, people: int, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
        """Check that a redeal changes nothing that anybody is sent; returns what was sent."""
        all_sent = []
        for length in POSITIONS:
            if not self.play_until(length):
                break
            for seat in (SPECTATOR, *range(people)):
                original = self.sent(seat)
                with self.redealt(seat, monkeypatch):
                    changed = self.sent(seat)
                assert original.keys() == changed.keys()
                for address, body in original.items():
                    assert body == changed[address], f"{address} after {length}, seen by {seat}"
                    assert SECRET not in body, address
                all_sent.append(original)
        return all_sent

    def _body(self, method: str, address: str, **options: Any) -> str:
        response = self.client.request(method, address, follow_redirects=False, **options)
        assert response.status_code < 500, response.text
        return f"{response.status_code} {_without_tokens(response.text)}"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with app_client(tmp_path, **NO_LIMITS) as client:
        yield client


@pytest.mark.slow
def test_hidden_information_changes_no_byte_at_a_table_with_a_clock(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SystemTime, "now", lambda _: STOPPED)
    table = HiddenTable(client, "brass", "2018", 2, days(24, 0))
    table.play_until(21)
    table.ask(table.service.clocks.vote_for_pause, table.table.id, ANN)
    table.check_redeals(2, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "edition", "people"), TABLES)
def test_hidden_information_changes_no_byte_of_a_page(
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    edition: str,
    people: int,
) -> None:
    assert HiddenTable(client, game, edition, people).check_redeals(people, monkeypatch)


def test_the_comparison_notices_a_changed_card(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If everything that spectators can't see changes, the page of a seat changes, too."""
    hidden_table = HiddenTable(client, "brass", "2007", 3)
    hidden_table.play_until(12)
    original = hidden_table.sent(0)
    table: Table = hidden_table.ask(hidden_table.service.find, hidden_table.table.id)
    table.dealt = _redealt_match(table.match, SPECTATOR)
    changed = hidden_table.sent(0)
    path = f"/tables/{table.id}"
    assert original[path] != changed[path]
    assert original["fragment"] != changed["fragment"]
    assert original[f"{path}/log"] == changed[f"{path}/log"]


def test_a_running_game_has_no_record(client: TestClient[Litestar]) -> None:
    table = HiddenTable(client, "brass", "2007", 3)
    for seat in (SPECTATOR, 0, 1, 2):
        sent = table.sent(seat)
        for rest in ("record.json", "score", "replay/0", "analysis"):
            assert sent[f"/tables/{table.table.id}/{rest}"].startswith("422 ")
        for name in ("analysis", "replay/0/play-on"):
            assert sent[name].startswith("422 ")


def test_event_streams_contain_only_numbers(server: Server) -> None:
    ann = PageClient(server)
    seats = {"seat-0": "me", "seat-1": "here", "name-1": "Bob"}
    table = ann.create({"game": "brass", "edition": "2018", "players": "2", **seats})
    path = table.headers["location"]
    lines = []
    with httpx.stream("GET", ann.address(f"{path}/events"), timeout=20) as stream:
        ann.post(f"{path}/chat", {"text": "hello"})
        for line in stream.iter_lines():
            lines.append(line)
            if line == "data: 2":
                break
    assert set(lines) <= {
        "event: revision",
        "data: 1",
        "data: 2",
        "retry: 1000",
        "",
        "event: heartbeat",
        "data:",
    }
    ann.web.close()


def _redealt_match(match: Match, seat: int) -> Match:
    """A match with the same history in which everything that `seat` can't see is different."""
    changed = copy(match)
    changed.go_to(len(match.history))
    changed.state.redeal(seat, Stream(OTHER_SEED))
    return changed


def _redealt_state(state: State, seat: int) -> State:
    changed = state.copy()
    changed.redeal(seat, Stream(OTHER_SEED))
    return changed


def _without_tokens(body: str) -> str:
    """The page without the tokens that are random for each response."""
    return re.sub(r'name="(key|_csrf_token)" value="[^"]*"', "", body)
