"""Answers of people at pages: several at once, without decisions that leave no choice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from smokestack.server.domain import turns
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from tests.server.services import (
    ANN,
    BOB,
    create,
    key,
    open_service,
    open_two_services,
    plan,
    play,
    two_people,
    wait_until,
)


async def give(service: TableService, table: Table, answers: Sequence[str]) -> Table:
    return await service.turns.answer_together(table.id, ANN, table.version, key(), answers)


async def brass(service: TableService, *seats: str, **chosen: object) -> Table:
    seats = seats or ("me", "here:Ben", "here:Cleo")
    return await create(service, ANN, plan(*seats, game="brass", edition="2007", **chosen))


def some_card(table: Table) -> str:
    """A card of the actor, in notation."""
    trial = table.match.copy()
    trial.play("pass")
    return trial.answers[0]


def given(table: Table) -> list[str]:
    return table.match.record().answers


async def test_prepared_answers_are_given_and_undone_together(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        start = await brass(service)
        card = some_card(start)
        table = await give(service, start, ["loan 30", card])
        assert given(table) == ["loan 30", card]
        assert table.version == start.version + 1
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert given(table) == []
        assert table.match.state == start.match.state
    async with open_service(tmp_path, database=database) as service:
        assert given(await service.find(table.id)) == []


async def test_answers_given_one_after_another_are_undone_one_after_another(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await brass(service)
        table = await give(service, table, ["loan 30"])
        table = await give(service, table, [some_card_of(table)])
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert given(table) == ["loan 30"]
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert given(table) == []


async def test_a_prepared_answer_that_does_not_fit_is_dropped(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await give(service, await brass(service), ["loan 30", "done"])
        assert given(table) == ["loan 30"]
        assert table.match.decision == "card"


async def test_a_first_answer_that_is_not_legal_changes_nothing(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await brass(service)
        for answers in (["done"], ["nonsense"], ["loan 30", "nonsense"], ["x" * 500], [""]):
            with pytest.raises(InvalidAction):
                await give(service, table, answers)
        assert await service.find(table.id) == table


async def test_a_person_is_not_asked_for_the_only_usable_card(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await brass(service)
        answer, card = build_with_one_card(table)
        asked = await play(service, await brass(service), ANN, answer)
        assert asked.match.decision == "card"  # programs are asked
        table = await give(service, table, [answer])
        assert given(table) == [answer, card]
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert given(table) == []


async def test_a_turn_can_be_restarted(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await until_two_actions(service, await brass(service))
        start = given(table)
        assert not turns.can_restart_turn(table, ANN)
        table = await give(service, table, ["loan 10"])
        assert not turns.can_restart_turn(table, ANN)  # undo does the same
        table = await give(service, table, [some_card_of(table)])
        table = await give(service, table, ["pass"])
        assert turns.can_restart_turn(table, ANN)
        table = await service.turns.restart_turn(table.id, ANN, table.version, key())
        assert given(table) == start


async def test_against_bots_alone_an_answer_can_be_undone_later(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        stored = await brass(service, "me", "apprentice", "apprentice")
    table = stored.copy()
    now = datetime.now(UTC)
    turns.answer_for_person(table, ANN, ["loan 30", some_card(table)], now)
    for seconds, answer in enumerate(("pass", some_card(table)), 1):
        turns.answer_for_bot(table, answer, now + timedelta(seconds=seconds))
    assert not any(meta.reveals for meta in table.answer_log)
    assert turns.can_undo(table, ANN)
    turns.undo(table, ANN, now)
    assert given(table) == []
    assert table.match.state == stored.match.state


async def test_what_a_bot_revealed_is_not_undone(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await brass(service, "me", "apprentice", "apprentice")
        table = await give(service, table, ["loan 30", some_card(table)])
        # The round ends with the last bot, and everybody draws a card.
        table = await wait_until(service, table.id, lambda table: table.match.actor == 0)
        assert any(meta.by_bot and meta.reveals for meta in table.answer_log)
        assert not turns.can_undo(table, ANN)
        with pytest.raises(InvalidAction):
            await service.turns.undo(table.id, ANN, table.version, key())


async def test_another_person_may_have_seen_what_came_since(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        table = await play(service, table, ANN, "move 3")
        while table.answer_log[-1].seat == 0:
            guest = ANN if table.match.actor == 0 else BOB
            table = await play(service, table, guest)
        assert not turns.can_undo(table, ANN)


async def test_another_process_sees_answers_given_together_and_what_came_before(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database) as (service, other):
        table = await brass(service)
        await other.find(table.id)
        # Two changes and two answers, but only one of the changes has answers.
        await service.chat.post(table.id, ANN, "Ann", "hello")
        table = await give(service, table, ["loan 30", some_card(table)])
        found = await other.find(table.id, table.version)
        assert given(found) == given(table)
        assert [message.text for message in found.chat_messages] == ["hello"]


def some_card_of(table: Table) -> str:
    return table.match.answers[0]


def build_with_one_card(table: Table) -> tuple[str, str]:
    for answer in table.match.answers:
        trial = table.match.copy()
        trial.play(answer)
        if answer.startswith("build ") and len(trial.answers) == 1:
            return answer, trial.answers[0]
    raise AssertionError("every build leaves a choice of cards")


async def until_two_actions(service: TableService, table: Table) -> Table:
    """The first turn of the second round."""
    while table.match.actor != 0 or len(table.match.history) < 6:
        table = await give(service, table, ["pass", some_card(table)])
    return table
