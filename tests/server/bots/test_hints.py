"""Hints for the guest who must answer, at tables that play with them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from smokestack.analysis.hint import Hint
from smokestack.server.bots.hints import HintService
from smokestack.server.bots.tasks import find_hints
from smokestack.server.domain.errors import InvalidAction, LimitExceeded, NotYourSeat, NotYourTurn
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.table import RUNNING
from tests.server.domain.tables import new_table, sentences
from tests.server.services import ANN, BOB, EVE, key, open_service, play, two_people


async def test_only_the_guest_who_must_answer_gets_hints(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, hint_simulations=20) as service:
        table = await two_people(service, hints=True)
        hints, repeated = await asyncio.gather(
            service.turns.hint(table.id, ANN), service.turns.hint(table.id, ANN)
        )
        assert hints == repeated
        assert hints[0].answer in table.match.state.answers()
        with pytest.raises(NotYourTurn):
            await service.turns.hint(table.id, BOB)
        with pytest.raises(NotYourSeat):
            await service.turns.hint(table.id, EVE)
        table = await service.seats.resign(table.id, BOB, 1)
        with pytest.raises(InvalidAction):
            await service.turns.hint(table.id, ANN)


@pytest.mark.parametrize(
    ("seats", "chosen", "allowed"),
    [
        (("me", "clerk"), None, True),
        (("me", "clerk"), False, False),
        (("me", "link"), None, False),
        (("me", "here:Ben"), None, False),
        (("me", "link"), True, True),
    ],
)
def test_hints_are_on_by_default_only_if_one_person_plays(
    seats: tuple[str, ...], chosen: bool | None, allowed: bool
) -> None:
    assert new_table(*seats, hints=chosen).hints is allowed


async def test_a_table_without_hints_refuses_them(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, hint_simulations=20) as service:
        table = await two_people(service)
        with pytest.raises(InvalidAction, match="without hints"):
            await service.turns.hint(table.id, ANN)
        assert await service.find(table.id) == table
    async with open_service(tmp_path, database=database, hint_simulations=20) as service:
        with pytest.raises(InvalidAction, match="without hints"):
            await service.turns.hint(table.id, ANN)


async def test_each_use_of_a_hint_is_announced_once_for_a_decision(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, hint_simulations=20) as service:
        table = await two_people(service, hints=True)
        for _ in range(2):
            await service.turns.hint(table.id, ANN)
        used = "Ann has looked at a hint."
        assert sentences(await service.find(table.id)).count(used) == 1
        table = await play(service, table, ANN)
        if table.match.actor == 0:
            await service.turns.hint(table.id, ANN)
        else:
            await service.turns.hint(table.id, BOB)
    async with open_service(tmp_path, database=database) as service:
        found = sentences(await service.find(table.id))
        assert sum("has looked at a hint" in text for text in found) == 2


async def test_a_rematch_plays_with_hints_if_the_game_did(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        for hints in (True, False):
            table = await two_people(service, hints=hints, absence_minutes=60)
            await service.seats.resign(table.id, ANN, 0)
            table = await service.creation.rematch(table.id, BOB)
            assert (table.hints, table.absence_minutes) == (hints, 60)


async def test_a_hint_that_takes_too_long_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    chosen = {"hint_simulations": 10_000_000, "hint_timeout": 0.2, "bot_timeout": 0.5}
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service, hints=True)
        with pytest.raises(InvalidAction):
            await service.turns.hint(table.id, ANN)
        assert await service.find(table.id) == table
        table = await play(service, table, ANN)
        assert table.status == RUNNING


async def test_an_address_has_a_share_of_the_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()
    started: list[str] = []

    async def wait(_: HintService, function: Any, name: str) -> str:
        started.append(name)
        await go_on.wait()
        return name

    monkeypatch.setattr(HintService, "_compute", wait)
    async with open_service(tmp_path, bots=1) as service:

        def request(name: str, origin: Origin) -> asyncio.Task[str]:
            work = service._hints.compute_once(origin, (name, ()), str, name)
            return asyncio.create_task(work)

        home = [request(f"home {number}", Origin("home")) for number in range(4)]
        town = [request(f"town {number}", Origin("town")) for number in range(2)]
        here = [request(f"here {number}", THIS_MACHINE) for number in range(3)]
        repeated = request("home 0", Origin("home"))
        await asyncio.sleep(0.01)
        assert started == ["home 0", "town 0", "here 0", "here 1", "here 2"]
        for refused in home[2:]:
            with pytest.raises(LimitExceeded, match="your network"):
                await refused
        go_on.set()
        assert await asyncio.gather(*home[:2], *town, *here, repeated)
        assert await request("home 2", Origin("home")) == "home 2"
        assert "home 1" in started


async def test_hints_are_computed_once_for_each_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = []
    compute = HintService._compute

    async def count(service: HintService, function: Any, *args: object) -> list[Hint]:
        computed.append(function)
        found: list[Hint] = await compute(service, function, *args)
        return found

    monkeypatch.setattr(HintService, "_compute", count)
    async with open_service(tmp_path, hint_simulations=20) as service:
        table = await two_people(service, hints=True)
        hints = await service.turns.hint(table.id, ANN)
        assert await service.turns.hint(table.id, ANN) == hints
        table = await play(service, table, ANN)
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert table.version == 2
        assert await service.turns.hint(table.id, ANN) == hints
        assert computed == [find_hints]
