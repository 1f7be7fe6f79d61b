"""Guests and keys."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.server.identity import Identity, load_key


def test_a_guest_is_known_by_the_cookie_that_this_server_signed() -> None:
    identity = Identity(b"key")
    guest = identity.new_guest()
    cookie = identity.sign(guest)
    assert identity.read(cookie) == guest
    assert identity.new_guest() != guest
    assert Identity(b"other key").read(cookie) is None


@pytest.mark.parametrize("wrong", ["", ".", "x", "a.b", "é.é", "\0", "x" * 10_000])
def test_forged_cookies_are_nobody_s(wrong: str) -> None:
    identity = Identity(b"key")
    cookie = identity.sign(identity.new_guest())
    assert identity.read(wrong) is None
    assert identity.read(cookie[:-1]) is None
    assert identity.read(cookie + "x") is None
    assert identity.read(identity.new_guest() + cookie[22:]) is None
    assert identity.read(cookie.replace(".", "\n.")) is None


def test_the_key_is_made_once_and_only_its_owner_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMOKESTACK_SECRET", raising=False)
    folder = tmp_path / "data"
    key = load_key(folder)
    assert load_key(folder) == key
    assert load_key(tmp_path / "other") != key
    path = folder / "secret.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in folder.iterdir()] == ["secret.key"]
    path.write_text("short")
    with pytest.raises(InvalidInput):
        load_key(folder)


def test_the_key_can_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMOKESTACK_SECRET", "a long enough secret")
    key = load_key(tmp_path)
    assert load_key(tmp_path / "elsewhere") == key
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("SMOKESTACK_SECRET", "short")
    with pytest.raises(InvalidInput):
        load_key(tmp_path)
