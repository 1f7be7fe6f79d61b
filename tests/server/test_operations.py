"""What whoever runs a server does at the command line."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update
from typer.testing import CliRunner

import smokestack
from server.houses import ANN, open_house, plan, play, settings, two_people, wait_until
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import replay
from smokestack.engine.record import load_record
from smokestack.server.backup import backup, restore
from smokestack.server.database import Database
from smokestack.server.errors import NoSuchTable
from smokestack.server.schema import tables
from smokestack.server.table import OVER, Table
from smokestack.terminal.commands import app

Command = Callable[..., str]


@pytest.fixture
def command(tmp_path: Path, database: str) -> Command:
    """Runs a command on the test's database and gives what it prints."""

    def run(*arguments: str) -> str:
        place = ["--data", str(tmp_path), *(["--database", database] if database else [])]
        result = CliRunner().invoke(app, [*arguments, *place], env={"COLUMNS": "200"})
        if isinstance(result.exception, InvalidInput):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.output

    return run


async def finish(tmp_path: Path, database: str) -> Table:
    """A game that was played to its end, and one that was not."""
    async with open_house(tmp_path, database=database) as house:
        table = await two_people(house, options={"turn_limit": 20})
        while table.actor is not None:
            table = await play(house, table, table.actor.guest, table.match.answers[-1])
        other = await house.create(ANN, plan("me", "here:Ben"))
        await play(house, other, ANN)
        return table


def test_games_are_listed_and_shown(tmp_path: Path, database: str, command: Command) -> None:
    table = asyncio.run(finish(tmp_path, database))
    head, *lines = [
        re.split(r"\s{2,}", line.strip()) for line in command("games", "list").splitlines()
    ]
    assert " ".join(head) == "id game status players answers changed"
    assert [line[1:5] for line in lines] == [
        ["glasgow", "running", "Ann, Ben", "1"],
        ["glasgow", "over", "Ann, Bob", str(len(table.given))],
    ]
    assert table.id in command("games", "list", "--status", "over")
    assert table.id not in command("games", "list", "--status", "running")
    shown = command("games", "show", table.id)
    assert shown.startswith("Glasgow, standard, over: Ann, Bob\n")
    assert "Ann" in shown.splitlines()[-1] or "Bob" in shown.splitlines()[-1]
    with pytest.raises(InvalidInput, match="there is no game 'nothing'"):
        command("games", "show", "nothing")
    with pytest.raises(InvalidInput, match="--status"):
        command("games", "list", "--status", "lost")


def test_records_go_out_and_come_in(tmp_path: Path, database: str, command: Command) -> None:
    table = asyncio.run(finish(tmp_path, database))
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


def test_an_unfinished_record_can_be_played_on(
    tmp_path: Path, database: str, command: Command
) -> None:
    asyncio.run(finish(tmp_path, database))
    match = smokestack.new_game("glasgow", seed=3, players=["Ann", "apprentice"])
    for _ in range(9):
        match.play(match.answers[0])
    file = tmp_path / "begun.json"
    match.record().save(file)
    printed = command("games", "import", str(file))
    link = re.search(r"Ann: /seats/(\S+)", printed)
    assert link is not None
    token = link[1]

    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table, seat = await house.take_seat(token, ANN, "Ann")
            assert (seat, table.match.history[:9]) == (0, match.history)
            table = await wait_until(house, table.id, lambda table: table.match.actor == 0)
            table = await play(house, table, ANN)
            replay(table.match.game, table.match.record())

    asyncio.run(story())
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text().replace('"move 1"', '"move 99"', 1))
    with pytest.raises(InvalidInput, match=re.escape(f"{broken}: ")):
        command("games", "import", str(broken))


def test_old_games_are_pruned(tmp_path: Path, database: str, command: Command) -> None:
    table = asyncio.run(finish(tmp_path, database))
    assert command("games", "prune", "--days", "30") == "0 games removed\n"
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.writing() as connection:
        long_ago = datetime.now(UTC) - timedelta(days=31)
        connection.execute(update(tables).values(changed=long_ago))
    opened.close()
    said = command("games", "prune", "--days", "30", "--only", "finished", "--dry-run")
    assert said == f"{table.id}\n1 games would be removed\n"
    assert "2 games would be removed" in command("games", "prune", "--days", "30", "--dry-run")
    assert command("games", "prune", "--days", "30", "--only", "finished") == "1 games removed\n"

    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            with pytest.raises(NoSuchTable):
                await house.find(table.id)
            assert len(await house.tables_of(ANN)) == 1

    asyncio.run(story())


def test_servers_hear_of_pruned_games(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            place = ["--data", str(tmp_path), "--database", database]
            opened = Database(settings(tmp_path, database=database).database_url())
            with opened.writing() as connection:
                connection.execute(update(tables).values(changed=datetime(2020, 1, 1, tzinfo=UTC)))
            opened.close()
            arguments = ["games", "prune", "--days", "30", *place]
            result = await asyncio.to_thread(CliRunner().invoke, app, arguments)
            assert result.output == "1 games removed\n"
            await asyncio.sleep(0.5)
            with pytest.raises(NoSuchTable):
                await house.find(table.id)

    asyncio.run(story())


def test_a_backup_is_taken_while_people_play_and_comes_back(tmp_path: Path) -> None:
    home, file = settings(tmp_path / "home"), tmp_path / "saved.sqlite"

    async def story() -> None:
        async with open_house(home.folder) as house:
            table = await two_people(house)
            table = await play(house, table, ANN)
            backup(home, file, force=False)
            await play(house, table, table.seats[table.match.actor or 0].guest)
            with pytest.raises(InvalidInput, match="in use by a server"):
                restore(home, file, force=True)
        with pytest.raises(InvalidInput, match="--force"):
            backup(home, file, force=False)
        with pytest.raises(InvalidInput, match="--force"):
            restore(home, file, force=False)
        restore(home, file, force=True)
        async with open_house(home.folder) as house:
            assert len((await house.find(table.id)).match.history) == 1
        shutil.rmtree(home.folder)
        restore(home, file, force=False)
        async with open_house(home.folder) as house:
            assert (await house.find(table.id)).status != OVER

    asyncio.run(story())


def test_only_backups_are_restored(tmp_path: Path) -> None:
    home = settings(tmp_path / "home")
    with pytest.raises(InvalidInput, match="no backup"):
        restore(home, tmp_path / "nothing", force=True)
    (tmp_path / "text").write_text("nothing of the kind")
    with pytest.raises(InvalidInput, match="no backup of Smokestack"):
        restore(home, tmp_path / "text", force=True)
    sqlite3.connect(tmp_path / "empty").execute("CREATE TABLE something (x)").connection.close()
    with pytest.raises(InvalidInput, match="no backup of Smokestack"):
        restore(home, tmp_path / "empty", force=True)
    with pytest.raises(InvalidInput, match="there is no database"):
        backup(home, tmp_path / "saved", force=False)


def test_postgresql_has_its_own_backups_and_shows_no_password(tmp_path: Path) -> None:
    home = settings(tmp_path, database="postgresql://me:secret@localhost/tables")
    for deed in (backup, restore):
        with pytest.raises(InvalidInput, match=r"pg_(dump|restore)") as caught:
            deed(home, tmp_path / "file", force=False)
        assert "secret" not in str(caught.value)


def test_no_command_makes_a_database_by_mistake(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["games", "list", "--data", str(tmp_path / "nowhere")])
    assert isinstance(result.exception, InvalidInput)
    assert not (tmp_path / "nowhere").exists()
