"""Tokens of guests."""

from __future__ import annotations

import pytest

from smokestack.server.domain.tokens import TokenSigner, new_id


def test_a_signed_token_identifies_its_guest() -> None:
    signer = TokenSigner(b"key")
    guest = signer.new_guest()
    token = signer.sign(guest)
    assert signer.read(token) == guest
    assert signer.new_guest() != guest
    assert TokenSigner(b"other key").read(token) is None


@pytest.mark.parametrize("wrong", ["", ".", "x", "a.b", "é.é", "\0", "x" * 10_000])
def test_forged_tokens_identify_no_guest(wrong: str) -> None:
    signer = TokenSigner(b"key")
    token = signer.sign(signer.new_guest())
    assert signer.read(wrong) is None
    assert signer.read(token[:-1]) is None
    assert signer.read(token + "x") is None
    assert signer.read(signer.new_guest() + token[22:]) is None
    assert signer.read(token.replace(".", "\n.")) is None


def test_no_id_looks_like_an_option_of_a_command() -> None:
    assert not [name for name in (new_id() for _ in range(2000)) if name.startswith("-")]
