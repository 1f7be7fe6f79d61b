"""A restore drill as an operator would do it: play, back up, lose everything, restore, play on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.server.api.servers import Guest
from tests.server.server_process import serving
from tests.terminal.commands import plain_environment, run_here


def command(tmp_path: Path, *words: str) -> str:
    done = run_here(*words, folder=tmp_path, environment=plain_environment(tmp_path))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_lost_server_is_restored_and_the_game_goes_on(tmp_path: Path) -> None:
    home, safe = tmp_path / "home", tmp_path / "safe"
    home.mkdir()
    safe.mkdir()
    with serving(home) as url:
        ann = Guest(url)
        table = ann.new_table("me", "here:Ben")
        for _ in range(25):
            table = ann.answer(table).json()
        ann.post(f"/tables/{table['id']}/chat", json={"text": "Good luck", "name": "Ann"})
        said = command(tmp_path, "backup", "safe/tables.sqlite", "--data", "home")
        assert "secret.key" in said
        shutil.copy(home / "secret.key", safe)
        later = ann.answer(table).json()
        assert later["version"] == table["version"] + 1
    shutil.rmtree(home)

    home.mkdir()
    command(tmp_path, "restore", "safe/tables.sqlite", "--data", "home")
    shutil.copy(safe / "secret.key", home)
    assert table["id"] in command(tmp_path, "games", "list", "--data", "home")
    with serving(home) as url:
        again = Guest(url)
        again.headers["authorization"] = ann.headers["authorization"]
        restored = again.table(table["id"])
        assert restored["version"] == table["version"]
        assert restored["choices"] == table["choices"]
        messages = again.get(f"/tables/{table['id']}/chat").json()["messages"]
        assert [message["text"] for message in messages] == ["Good luck"]
        for _ in range(5):
            restored = again.answer(restored).json()
        assert restored["version"] == table["version"] + 5
