"""The server's key: from a file or from the environment."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.server.storage.server_key import load_server_key


def test_the_key_is_created_once_and_readable_only_by_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMOKESTACK_SECRET", raising=False)
    folder = tmp_path / "data"
    key = load_server_key(folder)
    assert load_server_key(folder) == key
    assert load_server_key(tmp_path / "other") != key
    path = folder / "secret.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in folder.iterdir()] == ["secret.key"]
    path.write_text("short")
    with pytest.raises(InvalidInput):
        load_server_key(folder)


def test_the_key_can_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMOKESTACK_SECRET", "a long enough secret")
    key = load_server_key(tmp_path)
    assert load_server_key(tmp_path / "elsewhere") == key
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("SMOKESTACK_SECRET", "short")
    with pytest.raises(InvalidInput):
        load_server_key(tmp_path)
