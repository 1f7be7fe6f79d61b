"""Openings of finished games: counted once, after the game, and shown without its players."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from smokestack.analysis.openings import Count
from smokestack.engine.match import Match
from smokestack.presentation.language import LANGUAGES
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import jobs, openings
from smokestack.server.storage.writer import AFTER_ALL_TABLES
from tests.server.api.servers import NO_CERTIFICATES, Guest, Running, data, problem
from tests.server.services import key, open_service, two_people

FEW = {"options": {"turn_limit": 3}}


async def finish(service: TableService, table: Table) -> Table:
    while not table.finished:
        actor = table.actor
        assert actor is not None
        answer = table.match.answers[0]
        table = await service.turns.answer(table.id, actor.guest, table.version, key(), answer)
    return table


async def server_counts(service: TableService) -> dict[str, Count]:
    found = await service.openings.find("glasgow", "standard", 2, "")
    return {choice.move: choice.server for choice in found.choices if choice.server}


async def counts_after_jobs(service: TableService) -> dict[str, Count]:
    """The counts as soon as there are some; the service runs its jobs by itself as well."""
    async with asyncio.timeout(30):
        while not (counts := await server_counts(service)):
            await service._jobs.run_due()
            await asyncio.sleep(0.02)
    return counts


async def test_a_finished_game_is_counted_once_and_a_running_one_not(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        table = await two_people(service, **FEW)
        first = Match(table.game, table.setup)
        await service._jobs.run_due()
        assert await server_counts(service) == {}

        table = await finish(service, table)
        counts = await counts_after_jobs(service)
        move = table.game.opening_move(first.state, table.match.history[0])
        assert counts[move].games >= 1
        assert sum(count.games for count in counts.values()) == 2
        assert sum(count.wins for count in counts.values()) == 1
        result = table.match.result
        assert result is not None
        assert sum(count.points for count in counts.values()) == sum(result.scores)

        await service._database.write(
            AFTER_ALL_TABLES,
            jobs.schedule,
            openings.OPENINGS_JOB,
            openings.ALL_TABLES,
            service.now(),
            {},
        )
        await service._jobs.run_due()
        assert await server_counts(service) == counts


async def test_games_that_continue_another_one_do_not_count(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        table = await finish(service, await two_people(service, **FEW))
        counts = await counts_after_jobs(service)
        ann = table.seats[0].guest
        again = await service.creation.play_on(table.id, 1, ann, 0, "apprentice", "Ann")
        assert again.inherited_answers == 1
        await service.openings._add(again)
        assert await server_counts(service) == counts


async def test_kinds_of_tables_are_offered_if_a_game_is_known(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        by_bot = [("brass", "2007", 4), ("glasgow", "standard", 2)]
        assert sorted(await service.openings.kinds()) == by_bot
        table = await two_people(service, **FEW)
        counts = {"build": Count(1, 1.0, 50)}
        await service._database.write(
            AFTER_ALL_TABLES, openings.add, table.id, "brass", "2018/2", counts
        )
        assert sorted(await service.openings.kinds()) == sorted([*by_bot, ("brass", "2018", 2)])


def test_the_page_and_the_api_in_all_languages(server: Running, ann: Guest) -> None:
    web = httpx.Client(base_url=server.url, verify=NO_CERTIFICATES, timeout=60)
    kind = {"game": "glasgow", "edition": "standard", "players": "2"}
    found = data(ann.get("/openings", params=kind))
    first = found["choices"][0]
    assert first["bot"]["games"] > 0
    for language in LANGUAGES:
        headers = {"accept-language": language}
        start = web.get("/openings", headers=headers)
        assert start.status_code == 200
        after = web.get("/openings", params={**kind, "line": first["move"]}, headers=headers)
        assert 'class="opening-line"' in after.text
    assert ">Brass, 2007, 4 players</a>" in web.get("/openings?game=brass").text
    for path in ("/study", "/study/new?start=brass/2007/4"):
        assert web.get(path, follow_redirects=True).status_code == 200
    for wrong in ({"game": "chess"}, {"players": "9"}, {"line": "/".join("abcdefg")}):
        assert web.get("/openings", params={**kind, **wrong}).status_code == 422
    assert problem(ann.get("/openings", params={**kind, "edition": "none"})) == "invalid-action"
