"""Which folder holds saved games and the server's database."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.terminal.data_folder import data_folder

HOME = Path("/home/ann")


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"SMOKESTACK_HOME": "/games", "XDG_DATA_HOME": "/share"}, Path("/games")),
        ({"SMOKESTACK_HOME": "here"}, Path("here")),
        ({"SMOKESTACK_HOME": "", "XDG_DATA_HOME": "/share"}, Path("/share/smokestack")),
        ({"XDG_DATA_HOME": ""}, HOME / ".local/share/smokestack"),
        ({}, HOME / ".local/share/smokestack"),
    ],
)
def test_the_environment_chooses_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], folder: Path
) -> None:
    for name in ("SMOKESTACK_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(HOME))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert data_folder() == folder
