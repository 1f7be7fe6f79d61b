"""Random operations of several guests: the service returns what is stored."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from smokestack.server.domain.errors import DomainError
from smokestack.server.domain.table import ChatMessage, Mute, Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import tables as repository
from smokestack.server.storage.database import Database
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    key,
    open_service,
    plan,
    seat_token,
    settings,
)

STEPS = 250
GUESTS = (ANN, BOB, EVE, "")


def random_operation(service: TableService, table: Table, rng: random.Random) -> Awaitable[Any]:
    """An operation that a guest might try, allowed or not."""
    guest = rng.choice(GUESTS)
    seat = rng.randrange(len(table.seats))
    version = table.version - (rng.random() < 0.1)
    actor = table.actor
    if actor is not None and rng.random() < 0.6:
        return service.turns.answer(
            table.id, actor.guest, version, key(), rng.choice(table.match.answers)
        )
    if rng.random() < 0.5:
        return service.turns.undo(table.id, rng.choice([ANN, BOB]), version, key())
    operations: list[Callable[[], Awaitable[Any]]] = [
        lambda: service.chat.post(table.id, guest, "Dora", "hello"),
        lambda: service.seats.leave(table.id, guest, seat),
        lambda: service.seats.vote_for_bot(table.id, guest, seat, "apprentice"),
        lambda: service.seats.return_to(table.id, table.seats[seat].guest, seat),
        lambda: service.seats.return_to(table.id, guest, seat),
        lambda: service.seats.join(table.id, guest, "Ann"),
        lambda: service.seats.renew_link(table.id, guest, seat),
        lambda: service.hosting.remove_player(table.id, guest, seat),
        lambda: service.hosting.lock_chat(table.id, guest, rng.random() < 0.5),
        lambda: service.chat.mute(table.id, guest, _some_number(rng, table.chat_messages)),
        lambda: service.chat.unmute(table.id, guest, _some_number(rng, table.mutes)),
        lambda: service.chat.report(table.id, guest, seat, text="hello"),
        lambda: service.seats.take(seat_token(service, table, seat), guest, "Ann"),
        lambda: service.deals.contribute(table.id, guest, "text"),
        lambda: service.deals.contribute(table.id, guest, ""),
        lambda: service.deals.deal_now(table.id, guest),
        lambda: service.creation.rematch(table.id, guest),
        lambda: service.creation.play_on(table.id, seat, guest, 0, "apprentice", "Ann"),
    ]
    return rng.choice(operations)()


def _some_number(rng: random.Random, numbered: Sequence[ChatMessage | Mute]) -> int:
    return rng.choice(numbered).number if numbered else 0


@pytest.mark.parametrize("seed", range(4))
async def test_what_the_service_returns_is_what_is_stored(
    tmp_path: Path, database: str, seed: int
) -> None:
    rng = random.Random(seed)
    opened = Database(settings(tmp_path, database=database).database_url())

    async with open_service(
        tmp_path, database=database, bot_pause=1000.0, max_cached_tables=2
    ) as service:
        game, seats = (("glasgow", 2), ("brass", 3))[seed % 2]
        kinds = ["me", *["link"] * (seats - 1)]
        table = await create(
            service, ANN, plan(*kinds, game=game, open=True, secret=f"{seed:064x}")
        )
        for _ in range(STEPS):
            before = await service.find(table.id)
            try:
                await random_operation(service, before, rng)
            except DomainError:
                assert await service.find(table.id) == before
            after = await service.find(table.id)
            assert_consistent(before, after)
            with opened.reading() as connection:
                stored = repository.load(connection, table.id)
            assert stored is not None
            assert comparable(stored) == comparable(after)
            if after.rematch:
                table = await service.find(after.rematch)
    opened.close()


def assert_consistent(before: Table, after: Table) -> None:
    assert after.revision >= before.revision
    assert (after.revision == before.revision) == (after == before)
    answers, answers_before = answers_of(after), answers_of(before)
    started = after.started and not before.started
    game_changed = answers != answers_before or after.status != before.status
    if after.version == before.version:
        assert answers == answers_before
    elif game_changed and not started:
        assert after.version == before.version + 1
    names = [seat.name for seat in after.seats if seat.name]
    assert len({name.casefold() for name in names}) == len(names)
    assert len(after.answer_log) == len(answers)


def answers_of(table: Table) -> list[int]:
    return table.match.history if table.started else []


def comparable(table: Table) -> dict[str, Any]:
    """All fields of a table; the match as its record and its state."""
    fields = msgspec.structs.asdict(table)
    match = fields.pop("dealt")
    fields["seats"] = [msgspec.structs.asdict(seat) for seat in table.seats]
    if match is None:
        return fields
    return {**fields, "record": match.record(), "state": match.state}
