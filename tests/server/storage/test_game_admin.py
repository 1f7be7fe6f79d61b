"""The commands `smokestack games …`: list, show, export, import, end, remove and prune."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update
from typer.testing import CliRunner

import smokestack
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import replay
from smokestack.engine.record import load_record
from smokestack.games import find_game
from smokestack.puzzles.collection import plan_for
from smokestack.puzzles.mining import mine_game
from smokestack.server.domain.errors import InvalidAction, InvitationUsed, TableNotFound
from smokestack.server.domain.table import CLOSED, RUNNING, Table
from smokestack.server.storage.database import Database
from smokestack.server.storage.schema import tables
from smokestack.terminal.commands import app
from tests.server.domain.tables import sentences
from tests.server.services import (
    ANN,
    BOB,
    create,
    open_service,
    plan,
    play,
    settings,
    two_people,
    wait_until,
)

Command = Callable[..., str]


@pytest.fixture
def command(tmp_path: Path, database: str) -> Command:
    """Runs a command on the test's database and returns its output."""

    def run(*arguments: str) -> str:
        place = ["--data", str(tmp_path), *(["--database", database] if database else [])]
        result = CliRunner().invoke(app, [*arguments, *place], env={"COLUMNS": "200"})
        if isinstance(result.exception, InvalidInput):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.output

    return run


async def test_games_are_listed_and_shown(tmp_path: Path, database: str, command: Command) -> None:
    table = await play_one_of_two_games(tmp_path, database)
    head, *lines = [
        re.split(r"\s{2,}", line.strip()) for line in command("games", "list").splitlines()
    ]
    assert " ".join(head) == "id game status players answers changed"
    assert [line[1:5] for line in lines] == [
        ["glasgow", "running", "Ann, Ben", "1"],
        ["glasgow", "over", "Ann, Bob", str(len(table.answer_log))],
    ]
    assert table.id in command("games", "list", "--status", "over")
    assert table.id not in command("games", "list", "--status", "running")
    shown = command("games", "show", table.id)
    assert shown.startswith("Glasgow, standard, over: Ann, Bob\n")
    assert "Ann" in shown.splitlines()[-1] or "Bob" in shown.splitlines()[-1]
    with pytest.raises(InvalidInput, match="no game has the id 'missing'"):
        command("games", "show", "missing")
    with pytest.raises(InvalidInput, match="--status"):
        command("games", "list", "--status", "lost")


async def test_records_are_exported_and_imported(
    tmp_path: Path, database: str, command: Command
) -> None:
    table = await play_one_of_two_games(tmp_path, database)
    out = tmp_path / "records"
    assert command("games", "export", str(out)) == f"1 new records in {out}\n"
    assert command("games", "export", str(out)) == f"0 new records in {out}\n"
    (file,) = out.iterdir()
    assert load_record(file) == table.match.record()
    printed = command("games", "import", str(file))
    found = re.search(r"/tables/(\S+) \(over\)", printed)
    assert found is not None
    one = tmp_path / "one.json"
    command("games", "export", str(one), f"--game={found[1]}")
    assert load_record(one) == table.match.record()
    with pytest.raises(InvalidInput, match="exists"):
        command("games", "export", str(one), f"--game={found[1]}")


async def test_only_games_whose_players_all_agreed_are_exported_for_puzzles(
    tmp_path: Path, database: str, command: Command
) -> None:
    table = await play_one_of_two_games(tmp_path, database)
    out = tmp_path / "games"

    async def agree(guest: str, name: str) -> None:
        async with open_service(tmp_path, database=database) as service:
            await service.accounts.sign_up(guest, name, "a long password", "")
            assert not (await service.accounts.account(guest)).games_for_puzzles
            await service.accounts.set_games_for_puzzles(guest, True)

    def exported() -> int:
        command("puzzles", "export", "glasgow", str(out))
        return len(list(out.iterdir()))

    assert exported() == 0
    await agree(ANN, "Ann")
    assert exported() == 0
    await agree(BOB, "Bob")
    assert exported() == 1
    (file,) = out.iterdir()
    assert "Ann" not in file.read_text()
    assert load_record(file).answers == table.match.record().answers
    (task,) = plan_for(table.game, simulations=20, records=out).tasks()
    assert task.history == table.match.history
    mined = mine_game(task)
    assert mined.decisions > 0
    assert list(plan_for(find_game("brass"), records=out).tasks()) == []


async def test_an_imported_unfinished_game_can_be_continued(
    tmp_path: Path, database: str, command: Command
) -> None:
    await play_one_of_two_games(tmp_path, database)
    match = smokestack.new_game("glasgow", seed=3, players=["Ann", "apprentice"])
    for _ in range(9):
        match.play(match.answers[0])
    file = tmp_path / "unfinished.json"
    match.record().save(file)
    printed = command("games", "import", str(file))
    link = re.search(r"Ann: /seats/(\S+)", printed)
    assert link is not None
    token = link[1]

    async with open_service(tmp_path, database=database) as service:
        table, seat = await service.seats.take(token, ANN, "Somebody")
        assert (seat, table.match.history[:9]) == (0, match.history)
        assert (table.status, table.seats[0].name) == (RUNNING, "Ann")
        with pytest.raises(InvitationUsed):
            await service.seats.take(token, BOB, "Bob")
        table = await wait_until(service, table.id, lambda table: table.match.actor == 0)
        table = await play(service, table, ANN)
        replay(table.match.game, table.match.record())
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text().replace('"move 1"', '"move 99"', 1))
    with pytest.raises(InvalidInput, match=re.escape(f"{broken}: ")):
        command("games", "import", str(broken))


async def test_old_games_are_pruned(tmp_path: Path, database: str, command: Command) -> None:
    table = await play_one_of_two_games(tmp_path, database)
    assert command("games", "prune", "--days", "30") == "0 games removed\n"
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.writing() as connection:
        long_ago = datetime.now(UTC) - timedelta(days=31)
        connection.execute(update(tables).values(changed=long_ago))
    opened.close()
    printed = command("games", "prune", "--days", "30", "--only", "finished", "--dry-run")
    assert printed == f"{table.id}\n1 games would be removed\n"
    assert "2 games would be removed" in command("games", "prune", "--days", "30", "--dry-run")
    assert command("games", "prune", "--days", "30", "--only", "finished") == "1 games removed\n"

    async with open_service(tmp_path, database=database) as service:
        with pytest.raises(TableNotFound):
            await service.find(table.id)
        assert len(await service.lobby.tables_of(ANN)) == 1


async def test_games_are_ended_by_id_host_status_and_age(
    tmp_path: Path, database: str, command: Command
) -> None:
    async with open_service(tmp_path, database=database) as service:
        waiting = await service.creation.create(ANN, plan("me", "link"))
        running = await two_people(service)
        other = await create(service, BOB, plan("me", "here:Ben"))
    with pytest.raises(InvalidInput, match="name games by"):
        command("games", "end")
    with pytest.raises(InvalidInput, match="--status"):
        command("games", "end", "--status", "over")
    with pytest.raises(InvalidInput, match="no game has the id"):
        command("games", "end", running.id, "missing")
    assert command("games", "end", "--hours", "1") == "0 games ended\n"
    printed = command("games", "end", "--host", ANN, "--dry-run")
    assert sorted(printed.splitlines()) == sorted(
        [waiting.id, running.id, "2 games would be ended"]
    )
    assert command("games", "end", "--status", "waiting") == "1 games ended\n"
    _age(tmp_path, database, hours=5)
    assert command("games", "end", "--hours", "6") == "0 games ended\n"
    assert command("games", "end", "--hours", "4", "--host", ANN) == "1 games ended\n"
    assert command("games", "end", "--host", ANN) == "0 games ended\n"
    assert f"host {ANN}" in command("games", "show", running.id)
    async with open_service(tmp_path, database=database) as service:
        for table_id in (waiting.id, running.id):
            table = await service.find(table_id)
            assert table.status == CLOSED
            assert sentences(table)[-1] == "The operator of this server has closed the table."
        assert (await service.find(other.id)).status == RUNNING


async def test_games_are_removed_by_id_host_status_and_age(
    tmp_path: Path, database: str, command: Command
) -> None:
    finished = await play_one_of_two_games(tmp_path, database)
    with pytest.raises(InvalidInput, match="name games by"):
        command("games", "remove")
    printed = command("games", "remove", "--status", "over", "--dry-run")
    assert printed == f"{finished.id}\n1 games would be removed\n"
    assert command("games", "remove", "--status", "over", "--hours", "1") == "0 games removed\n"
    assert command("games", "remove", finished.id) == "1 games removed\n"
    assert command("games", "remove", "--host", ANN) == "1 games removed\n"
    assert command("games", "list") == "no games\n"


async def test_a_running_server_notices_that_a_game_was_ended(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        place = ["--data", str(tmp_path), "--database", database]
        result = await asyncio.to_thread(
            CliRunner().invoke, app, ["games", "end", table.id, *place]
        )
        assert result.output == "1 games ended\n"
        table = await wait_until(service, table.id, lambda table: table.finished)
        with pytest.raises(InvalidAction):
            await play(service, table, ANN)


def _age(tmp_path: Path, database: str, hours: int) -> None:
    """Let all games have changed so many hours ago."""
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.writing() as connection:
        past = datetime.now(UTC) - timedelta(hours=hours)
        connection.execute(update(tables).values(changed=past))
    opened.close()


async def test_a_running_server_notices_that_a_game_was_pruned(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        place = ["--data", str(tmp_path), "--database", database]
        opened = Database(settings(tmp_path, database=database).database_url())
        with opened.writing() as connection:
            connection.execute(update(tables).values(changed=datetime(2020, 1, 1, tzinfo=UTC)))
        opened.close()
        arguments = ["games", "prune", "--days", "30", *place]
        result = await asyncio.to_thread(CliRunner().invoke, app, arguments)
        assert result.output == "1 games removed\n"
        await asyncio.sleep(0.5)
        with pytest.raises(TableNotFound):
            await service.find(table.id)


def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["games", "list", "--data", str(tmp_path / "missing")])
    assert isinstance(result.exception, InvalidInput)
    assert not (tmp_path / "missing").exists()


async def play_one_of_two_games(tmp_path: Path, database: str) -> Table:
    """Store a finished and an unfinished game; returns the finished one."""
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service, options={"turn_limit": 20})
        while table.actor is not None:
            table = await play(service, table, table.actor.guest, table.match.answers[-1])
        other = await create(service, ANN, plan("me", "here:Ben"))
        await play(service, other, ANN)
        return table
