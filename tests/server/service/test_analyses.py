"""Analyses of finished games: asked for once, made by any process, shown to everybody."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import httpx
import pytest

import smokestack
from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.record import parse_record
from smokestack.presentation.language import LANGUAGES
from smokestack.presentation.numbers import decimal
from smokestack.server.domain.errors import InvalidAction, TableNotFound
from smokestack.server.domain.mistakes import Exercise
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import analyses
from tests.server.api.servers import NO_CERTIFICATES, Guest, Running, data, problem, two_guests
from tests.server.services import key, open_service, two_people

TURNS = 3
FEW = {"options": {"turn_limit": TURNS}}


def test_from_a_finished_game_to_its_analysis(server: Running, ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob, **FEW)
    path = f"/tables/{table['id']}/analysis"
    web = httpx.Client(base_url=server.url, verify=NO_CERTIFICATES, timeout=120)
    for refused in (ann.get(path), ann.post(path, json={"depth": "quick"})):
        assert problem(refused) == "invalid-action"  # the game is running
    assert web.get(path).status_code == 422
    while table["status"] == "running":
        guest = (ann, bob)[table["actor"]]
        table = data(guest.answer(guest.table(table["id"])))

    assert data(ann.get(path))["status"] == "none"
    assert "Quick analysis" in web.get(path).text
    assert "/analysis" in web.get(f"/tables/{table['id']}").text
    form = {"_csrf_token": web.cookies["csrftoken"], "depth": "quick"}
    assert web.post(path, data=form).status_code == 303
    assert web.post(path, data={**form, "depth": "endless"}).status_code == 422
    shown = web.get(path, params={"depth": "quick"})
    assert ("refresh" in shown.headers) == ("<progress" in shown.text)
    end = time.monotonic() + 300
    while (state := data(ann.get(path)))["status"] != "done":
        assert state["status"] in ("waiting", "running")
        assert time.monotonic() < end
        time.sleep(0.05)

    record = parse_record(ann.get(f"/tables/{table['id']}/record").text)
    analysis = smokestack.analyse(record)
    assert state["analysis"] == httpx.Response(200, content=analysis.to_json()).json()
    again = data(bob.post(path, json={"depth": "quick"}))
    assert again["status"] == "done"  # it is made once
    for language in LANGUAGES:
        shown = web.get(path, headers={"accept-language": language})
        assert shown.status_code == 200
        assert shown.text.count('<svg class="chart"') == 2
        assert "refresh" not in shown.headers
    svg = web.get(f"{path}.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    png = web.get(f"{path}.png")
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(b"\x89PNG")
    for number, values in enumerate([analysis.dealt, *(step.values for step in analysis.steps)]):
        replay = web.get(f"/tables/{table['id']}/replay/{number}").text
        for chance, points in zip(values.chances, values.points, strict=True):
            shown_points = decimal(points, digits=0)
            assert re.search(rf">{round(100 * chance)}\s%</td><td [^>]*>{shown_points}<", replay)

    graded = next(step for step in analysis.steps if step.grade is not None)
    assert graded.grade is not None
    line = f"/tables/{table['id']}/replay/{graded.number - 1}?line="
    assert "The better line: " in web.get(f"{line}1").text
    assert web.get(f"{line}{len(graded.grade.line) + 1}").status_code == 404

    # What is hidden in a game that continues this one stays hidden.
    body = {"after": 1, "seat": 1, "bot": "apprentice", "name": "Ann"}
    assert ann.post(f"/tables/{table['id']}/play-on", json=body).status_code == 201
    assert problem(ann.get(path)) == "invalid-action"
    for hidden in (path, f"{path}.svg", f"{path}.png"):
        assert web.get(hidden).status_code == 422
    assert "Win chances" not in web.get(f"/tables/{table['id']}/replay/1").text


async def test_an_analysis_survives_restarts_and_dead_processes(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        table = await finish(service, await two_people(service, **FEW))
        state = await service.analyses.request(table.id, "quick")
        assert (state.status, state.answers) == ("waiting", len(table.match.history))
        job = await service._database.write("", analyses.claim_next, "dead", 0.0)
        assert job is not None
        assert job.table_id == table.id
        assert (await service.analyses.find(table.id, "quick")).status == "waiting"
    async with open_service(tmp_path, database=database) as service:
        while (state := await service.analyses.find(table.id, "quick")).status != "done":
            assert state.status != "failed"
            await asyncio.sleep(0.05)
    async with open_service(tmp_path, database=database, bots=0) as service:
        again = await service.analyses.find(table.id, "quick")
        assert again.analysis == state.analysis is not None
        stale = await service._database.write("", analyses.note_progress, job, "dead", 1.0, 1)
        assert not stale


async def test_an_analysis_is_given_up_after_some_failures_and_can_be_repeated(
    tmp_path: Path,
) -> None:
    async with open_service(tmp_path, bots=0) as service:
        table = await finish(service, await two_people(service, **FEW))
        await service.analyses.request(table.id, "deep")
        for _ in range(analyses.MAX_FAILURES):
            job = await service._database.write("", analyses.claim_next, "me", 60.0)
            assert job is not None
            assert (await service.analyses.find(table.id, "deep")).status == "running"
            assert await service._database.write("", analyses.claim_next, "other", 60.0) is None
            await service._database.write("", analyses.release, job, "me", True)
        assert (await service.analyses.find(table.id, "deep")).status == "failed"
        assert await service._database.write("", analyses.claim_next, "me", 60.0) is None
        assert (await service.analyses.request(table.id, "deep")).status == "waiting"


async def test_a_game_that_was_resigned_is_analysed_up_to_its_last_answer(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await two_people(service)
        assert table.actor is not None
        guest, seat = table.actor.guest, table.actor.number
        answer = table.match.answers[0]
        early = await two_people(service)
        await service.seats.resign(early.id, guest, seat)
        with pytest.raises(InvalidAction, match="Nobody has made a move"):
            await service.analyses.request(early.id, "quick")
        await service.turns.answer(table.id, guest, table.version, key(), answer)
        with pytest.raises(InvalidAction):
            await service.analyses.request(table.id, "quick")
        await service.seats.resign(table.id, guest, seat)
        await service.analyses.request(table.id, "quick")
        while (state := await service.analyses.find(table.id, "quick")).status != "done":
            assert state.status != "failed"
            await asyncio.sleep(0.05)
        analysis = state.analysis
        assert analysis is not None
        assert (len(analysis.steps), analysis.winners) == (1, [])
        for number, report in enumerate(analysis.seats):
            assert report.result_chance == analysis.steps[-1].values.chances[number]
        step = analysis.steps[0]
        if step.grade is not None and step.grade.verdict in ("mistake", "blunder"):
            exercise = await service.mistakes.exercise(table.id, step.seat, 1)
            assert (await service.mistakes.judge(exercise, step.grade.best)).solves
        with pytest.raises(TableNotFound):
            await service.mistakes.exercise(table.id, 1 - step.seat, 1)


async def test_other_answers_to_a_mistake_are_judged_by_a_search(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await finish(service, await two_people(service, **FEW))
        analysis = smokestack.analyse(table.match.record())
        step = next(step for step in analysis.steps if step.grade is not None)
        state = table.match.state_at(step.number - 1)
        exercise = Exercise(table, analysis, step, 1, 1)
        for answer in state.answers()[:4]:
            text = table.game.to_text(answer)
            judged = await service.mistakes.judge(exercise, text)
            assert judged == await service.mistakes.judge(exercise, text)
            assert 0 <= judged.chance_loss <= 1
        with pytest.raises(IllegalAnswer):
            await service.mistakes.judge(exercise, "nonsense")


async def finish(service: TableService, table: Table) -> Table:
    while not table.finished:
        assert table.actor is not None
        answer = table.match.answers[0]
        table = await service.turns.answer(
            table.id, table.actor.guest, table.version, key(), answer
        )
    return table
