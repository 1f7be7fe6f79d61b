"""The deal of a table: commitment, contributions, start, and when the secret is revealed."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from smokestack.engine.core.keyed_stream import KeyedStream
from smokestack.engine.core.stream import Stream
from smokestack.engine.deal import commitment_to
from smokestack.engine.match import replay
from smokestack.games.glasgow.formats.data import shipped_tiles
from smokestack.games.glasgow.rules.setup import set_up
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.server.domain import creation, dealing, leaving, seats
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.pace import Pace, days, live
from smokestack.server.domain.table import CLOSED, RUNNING, WAITING, Table
from smokestack.server.service.table_service import TableService
from smokestack.terminal.deal_check import problems_of
from tests.server.domain.tables import NOW, SIGNER, new_table
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    key,
    open_service,
    plan,
    play,
    two_people,
)


def waiting_table(*kinds: str) -> Table:
    """A table that nobody has contributed to."""
    return creation.create(SIGNER, ANN, plan(*kinds, secret=""), NOW)


def test_the_commitment_is_published_before_anyone_contributes() -> None:
    table = waiting_table("me", "clerk")
    deal = table.setup.deal
    assert deal is not None
    assert (table.status, table.started) == (WAITING, False)
    assert deal.commitment == commitment_to(table.id, deal.secret)
    assert deal.contributions == ["", ""]


def test_no_cards_exist_before_the_start() -> None:
    table = waiting_table("me", "link")
    dealing.contribute(table, ANN, "first", NOW)
    with pytest.raises(InvalidAction):
        assert table.match
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    assert not table.started
    dealing.contribute(table, BOB, "second", NOW)
    assert table.status == RUNNING
    assert isinstance(table.match.state.stream, KeyedStream)
    assert table.setup.deal is not None
    assert table.setup.deal.contributions == ["person:first", "person:second"]


def test_bots_alone_start_at_once() -> None:
    table = waiting_table("clerk", "apprentice")
    assert table.status == RUNNING
    assert table.setup.deal is not None
    assert table.setup.deal.contributions == ["bot", "bot"]


def test_a_contribution_can_not_be_changed() -> None:
    table = waiting_table("me", "link")
    dealing.contribute(table, ANN, "first", NOW)
    dealing.contribute(table, ANN, "another", NOW)
    assert table.seats[0].contribution == "person:first"


def test_everyone_at_one_screen_contributes_together() -> None:
    table = waiting_table("me", "here:Ben")
    dealing.contribute(table, ANN, "text", NOW)
    assert table.status == RUNNING


@pytest.mark.parametrize("text", ["", "two\nlines", "\x00", "x" * 65])
def test_bad_contributions_are_refused(text: str) -> None:
    table = waiting_table("me", "clerk")
    with pytest.raises(InvalidAction):
        dealing.contribute(table, ANN, text, NOW)
    assert not table.started


def test_only_seated_guests_contribute() -> None:
    table = waiting_table("me", "link")
    with pytest.raises(NotYourSeat):
        dealing.contribute(table, BOB, "text", NOW)


def test_a_seat_that_is_left_before_the_start_contributes_again() -> None:
    table = waiting_table("me", "link")
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    dealing.contribute(table, BOB, "text", NOW)
    leaving.leave(table, SIGNER, BOB, 1, NOW)
    assert table.seats[1].contribution == ""


def test_a_game_starts_without_people_who_do_not_come() -> None:
    table = waiting_table("me", "link")
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    dealing.contribute(table, ANN, "text", NOW)
    with pytest.raises(InvalidAction):
        dealing.deal_now(table, ANN, NOW + timedelta(seconds=29))
    with pytest.raises(NotYourSeat):
        dealing.deal_now(table, EVE, NOW + timedelta(minutes=1))
    dealing.deal_now(table, ANN, NOW + timedelta(seconds=30))
    assert table.status == RUNNING
    assert table.setup.deal is not None
    assert table.setup.deal.contributions == ["person:text", "absent"]


def test_a_game_with_a_free_seat_can_not_be_dealt() -> None:
    table = waiting_table("me", "link")
    dealing.contribute(table, ANN, "text", NOW)
    with pytest.raises(InvalidAction):
        dealing.deal_now(table, ANN, NOW + timedelta(days=1))


def test_a_table_that_was_closed_before_the_start_has_no_game() -> None:
    table = waiting_table("me", "link")
    leaving.leave(table, SIGNER, ANN, 0, NOW)
    assert (table.status, table.started) == (CLOSED, False)


async def test_the_deal_survives_a_restart(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "link", secret=""))
    async with open_service(tmp_path, database=database) as service:
        again = await service.find(table.id)
        assert again == table
        assert not again.started
        token = service.signer.seat_token(table.id, 1, table.seats[1].token_nonce)
        await service.seats.take(token, BOB, "Bob")
        started = await service.deals.contribute(table.id, BOB, "text")
    async with open_service(tmp_path, database=database) as service:
        again = await service.find(table.id)
        assert again.match.state == started.match.state
        assert again.setup == started.setup


async def finish(service: TableService, table: Table) -> Table:
    while not table.finished:
        actor = table.actor
        assert actor is not None
        answers = table.match.answers
        table = await service.turns.answer(
            table.id, actor.guest, table.version, key(), answers[len(answers) // 2]
        )
    return table


async def test_the_record_of_a_finished_game_can_be_verified(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await two_people(service, options={"turn_limit": 20})
        with pytest.raises(InvalidAction):
            await service.deals.record(table.id)
        await finish(service, table)
        record = await service.deals.record(table.id)
    assert problems_of(json.loads(record.to_json())) == []
    replay(table.game, record)


async def test_a_game_that_is_continued_keeps_its_secret(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        for _ in range(6):
            table = await play(service, table, ANN)
        table = await service.seats.resign(table.id, ANN, 0)
        assert await service.deals.may_reveal(table)
        again = await service.creation.play_on(table.id, 3, ANN, 0, "apprentice", "Ann")
        assert again.setup.deal == table.setup.deal
        assert not await service.deals.may_reveal(table)
        with pytest.raises(InvalidAction):
            await service.deals.record(table.id)
        await service.seats.resign(again.id, ANN, 0)
        assert (await service.deals.record(table.id)).setup.deal == table.setup.deal
        assert (await service.deals.record(again.id)).answers == (
            await service.deals.record(table.id)
        ).answers[:3]


async def test_a_stranger_can_not_hide_the_secret_of_a_game(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        table = await play(service, table, ANN)
        table = await service.seats.resign(table.id, ANN, 0)
        with pytest.raises(InvalidAction, match="Only those who played"):
            await service.creation.play_on(table.id, 0, EVE, 0, "apprentice", "Eve")
        assert await service.deals.may_reveal(table)


@pytest.mark.parametrize(
    ("pace", "delay"), [(days(24, 0), timedelta(hours=12)), (live(10, 0), timedelta(minutes=2))]
)
def test_a_game_of_a_tournament_waits_for_its_players_by_its_pace(
    pace: Pace, delay: timedelta
) -> None:
    table = new_table("me", "link", pace=pace)
    table.tournament = "club"
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    with pytest.raises(InvalidAction):
        dealing.deal_now(table, ANN, NOW + delay - timedelta(seconds=1))
    dealing.deal_now(table, ANN, NOW + delay)
    assert table.started


def test_a_search_over_seeds_finds_nothing() -> None:
    """The attack that found the 48-bit seed of a table, at reduced size."""
    table = new_table("me", "here:Ben", secret="")
    assert isinstance(table.match.state, Glasgow)
    assert seeds_with_ring(table.match.state) == []
    assert seeds_with_ring(set_up(shipped_tiles(), Stream(4711))) == [4711]


def seeds_with_ring(state: Glasgow) -> list[int]:
    """The seeds below 2**14 that lay the same ring."""
    tiles = shipped_tiles()
    return [seed for seed in range(1 << 14) if set_up(tiles, Stream(seed)).ring == state.ring]
