"""Answers: who may give them, when, and how often."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smokestack.server.domain.errors import (
    InvalidAction,
    KeyReused,
    NotYourSeat,
    NotYourTurn,
    SeatNotFound,
    VersionConflict,
)
from smokestack.server.domain.table import OVER, RUNNING, WAITING
from tests.server.services import ANN, BOB, EVE, create, key, open_service, plan, play, two_people


async def test_an_answer_is_stored(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        table = await play(service, table, ANN, "move 3")
        assert table.match.record().answers == ["move 3"]
        assert table.version == 1
    async with open_service(tmp_path, database=database) as service:
        again = await service.find(table.id)
        assert again is not table
        assert again.match.record() == table.match.record()
        assert again.match.state == table.match.state
        assert again.seats == table.seats
        assert again.answer_log == table.answer_log
        assert (again.version, again.revision, again.status) == (1, table.revision, RUNNING)
        assert (again.created, again.changed, again.decision_since) == (
            table.created,
            table.changed,
            table.decision_since,
        )


async def test_an_answer_leaves_the_table_before_it_unchanged(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        before = await two_people(service)
        state = before.match.state.copy()
        after = await play(service, before, ANN)
        assert before.match.history == []
        assert before.match.state == state
        assert before.answer_log == []
        assert after.match.history != []


async def test_a_repeated_submission_is_applied_once(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        own = key()
        first = await service.turns.answer(table.id, ANN, 0, own, "move 3")
        again = await service.turns.answer(table.id, ANN, 0, own, "move 3")
        assert again.version == first.version == 1
    async with open_service(tmp_path, database=database) as service:
        again = await service.turns.answer(table.id, ANN, 0, own, "move 3")
        assert again.version == 1
        later = await play(service, again, again.seats[again.match.actor or 0].guest)
        assert later.version == 2
        again = await service.turns.answer(table.id, ANN, 0, own, "move 3")
        assert again.version == 2
        while later.actor != later.seats[0]:
            later = await play(service, later, BOB)
        with pytest.raises(KeyReused):
            await service.turns.answer(table.id, ANN, later.version, own, later.match.answers[0])
        found = await service.find(table.id)
        assert (found.version, found.revision) == (later.version, later.revision)


async def test_a_submission_sent_ten_times_at_once_is_applied_once(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        own = key()
        sent = [service.turns.answer(table.id, ANN, 0, own, "move 3") for _ in range(10)]
        results = await asyncio.gather(*sent)
        assert {found.version for found in results} == {1}
        assert len((await service.find(table.id)).match.history) == 1


async def test_of_conflicting_answers_one_is_applied(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        sent = [service.turns.answer(table.id, ANN, 0, key(), f"move {n}") for n in range(1, 6)]
        results = await asyncio.gather(*sent, return_exceptions=True)
        assert sum(isinstance(found, VersionConflict) for found in results) == 4
        assert (await service.find(table.id)).version == 1


async def test_a_stale_version_changes_nothing(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await play(service, await two_people(service), ANN)
        for version in (-1, 0, 2, 2**70):
            with pytest.raises(VersionConflict):
                await service.turns.answer(table.id, BOB, version, key(), table.match.answers[0])
        found = await service.find(table.id)
        assert (found.version, found.revision) == (table.version, table.revision)
        assert found.match.history == table.match.history


async def test_only_the_seat_that_must_answer_can_answer(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        answer = table.match.answers[0]
        for guest, seat, error in [
            (BOB, None, NotYourTurn),
            (BOB, 1, NotYourTurn),
            (BOB, 0, NotYourSeat),
            (EVE, None, NotYourSeat),
            (EVE, 0, NotYourSeat),
            ("", None, NotYourSeat),
            ("", 0, NotYourSeat),
            (ANN, 1, NotYourSeat),
            (ANN, 2, SeatNotFound),
            (ANN, -1, SeatNotFound),
        ]:
            with pytest.raises(error):
                await service.turns.answer(table.id, guest, 0, key(), answer, seat)
        assert await service.find(table.id) is table


async def test_only_legal_answers_in_notation_are_accepted(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        for answer in ("", "move 99", "build 0", "0", "m" * 10_000, "\0", "move ³"):
            with pytest.raises(InvalidAction):
                await service.turns.answer(table.id, ANN, 0, key(), answer)
        for wrong in ("short", "x" * 65, "with space", "ключ-ключ", ""):
            with pytest.raises(InvalidAction):
                await service.turns.answer(table.id, ANN, 0, wrong, "move 3")
        assert await service.find(table.id) is table


async def test_the_game_starts_once_all_seats_are_taken(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "link"))
        assert table.status == WAITING
        assert table.actor is None
        with pytest.raises(InvalidAction):
            await service.turns.answer(table.id, ANN, 0, key(), table.match.answers[0])


async def test_one_guest_can_play_all_seats_to_the_end(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, max_cached_tables=1) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        assert [seat.name for seat in table.seats] == ["Ann", "Ben"]
        assert table.seats_of(ANN) == [0, 1]
        while not table.match.over:
            seat = table.match.actor
            table = await service.turns.answer(
                table.id, ANN, table.version, key(), table.match.answers[0], seat
            )
        assert table.status == OVER
        with pytest.raises(InvalidAction):
            await play(service, table, ANN, "move 1")
    async with open_service(tmp_path, database=database) as service:
        again = await service.find(table.id)
        assert again.match.result == table.match.result
        assert again.finished
