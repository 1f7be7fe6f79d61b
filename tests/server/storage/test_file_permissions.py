"""Only the user of the server may read its files."""

from __future__ import annotations

import os
from pathlib import Path

from smokestack.server.storage.backup import backup, restore
from tests.server.services import open_service, settings, two_people


def rights(folder: Path) -> dict[str, int]:
    found = {path.name: path.stat().st_mode & 0o777 for path in folder.rglob("*")}
    return {**found, ".": folder.stat().st_mode & 0o777}


def assert_private(folder: Path) -> None:
    wrong = {name: oct(mode) for name, mode in rights(folder).items() if mode & 0o077}
    assert not wrong


async def test_new_files_are_private(tmp_path: Path) -> None:
    home = settings(tmp_path / "home")
    before = os.umask(0)
    try:
        async with open_service(home.data_folder, backup_every=1.0) as service:
            await two_people(service)
            assert {"tables.sqlite-wal", "tables.sqlite-shm", "secret.key"} < rights(
                home.data_folder
            ).keys()
            assert_private(home.data_folder)
            backup(home, tmp_path / "saved", force=False)
        restore(settings(tmp_path / "new"), tmp_path / "saved", force=False)
        assert_private(tmp_path / "new")
        assert rights(tmp_path)["saved"] == 0o600
    finally:
        os.umask(before)


async def test_files_of_before_are_made_private(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with open_service(home) as service:
        await two_people(service)
    for path in (home, *home.iterdir()):
        path.chmod(0o777)
    async with open_service(home):
        assert_private(home)


async def test_a_folder_that_holds_other_things_keeps_its_rights(tmp_path: Path) -> None:
    """`--data /srv` must not lock others out of /srv."""
    home = tmp_path / "home"
    (home / "music").mkdir(parents=True)
    home.chmod(0o755)
    async with open_service(home) as service:
        await two_people(service)
    assert rights(home)["."] == 0o755
    assert rights(home)["tables.sqlite"] == rights(home)["secret.key"] == 0o600
