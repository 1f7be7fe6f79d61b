"""The files of records: saving never harms what is there, and bad files are refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import smokestack
from smokestack.engine.errors import InvalidInput
from smokestack.engine.record import load_record
from tests.engine.played_records import changed, played


def test_saving_creates_missing_folders(tmp_path: Path) -> None:
    path = tmp_path / "one" / "two" / "game.json"
    played(5).record().save(path)
    assert load_record(path) == played(5).record()


def test_saving_leaves_no_temporary_file(tmp_path: Path) -> None:
    played(5).record().save(tmp_path / "game.json")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(InvalidInput) as caught:
        load_record(path)
    assert str(caught.value) == f"{path}: can't be read (No such file or directory)"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        load_record(tmp_path)
    assert str(caught.value) == f"{tmp_path}: can't be read (Is a directory)"


def test_binary_garbage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(InvalidInput) as caught:
        load_record(path)
    assert str(caught.value) == f"{path}: not a text file (byte 128 is not UTF-8)"


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b" " * 4_000_001)
    with pytest.raises(InvalidInput) as caught:
        load_record(path)
    assert str(caught.value) == f"{path}: larger than 4 MB, so not a Smokestack file"


def test_the_file_is_named_when_its_record_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(changed("answers", to=3), "utf-8")
    with pytest.raises(InvalidInput) as caught:
        smokestack.load_game(path)
    assert str(caught.value).startswith(f"{path}: a broken record (")


def test_saving_below_a_file_fails_and_leaves_the_file(tmp_path: Path) -> None:
    blocking = tmp_path / "notes"
    blocking.write_text("precious", "utf-8")
    with pytest.raises(InvalidInput) as caught:
        played(5).record().save(blocking / "game.json")
    assert str(caught.value).startswith(f"{blocking / 'game.json'}: can't be written (")
    assert blocking.read_text("utf-8") == "precious"


def test_saving_over_a_folder_fails_and_leaves_what_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "notes").write_text("precious", "utf-8")
    with pytest.raises(InvalidInput) as caught:
        played(5).record().save(folder)
    assert str(caught.value).startswith(f"{folder}: can't be written (")
    assert (folder / "notes").read_text("utf-8") == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["games"]


# Saves a game while no file can be larger than 100 bytes.
SAVE_WITH_A_SIZE_LIMIT = """
import resource, sys, smokestack
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    smokestack.new_game("glasgow").record().save(Path(sys.argv[1]))
except smokestack.InvalidInput as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="modes are not Windows'")
def test_a_saved_game_has_the_usual_file_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    played(5).record().save(tmp_path / "game.json")
    modes = [(tmp_path / name).stat().st_mode for name in ("usual", "game.json")]
    assert modes[0] == modes[1]


def test_a_failed_save_leaves_the_old_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played(5).record().save(path)
    old = path.read_bytes()
    command = [sys.executable, "-c", SAVE_WITH_A_SIZE_LIMIT, str(path)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output == f"{path}: can't be written (File too large)\n"
    assert path.read_bytes() == old
    assert [found.name for found in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("name", ["x" * 300, "nul\0byte"], ids=["too long", "with a null"])
def test_an_impossible_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidInput):
        played(5).record().save(tmp_path / name)
    with pytest.raises(InvalidInput):
        smokestack.load_game(tmp_path / name)
