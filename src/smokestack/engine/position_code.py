"""Positions as short text, for addresses and data files."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

import msgspec

from smokestack.engine.errors import InvalidInput
from smokestack.engine.messages import mark

MAX_CODE_LENGTH: Final = 4_000
MAX_POSITION_BYTES: Final = 60_000


def encode_position(data: dict[str, Any]) -> str:
    """The data of `Game.dump` as text; `InvalidInput` if it would be too long."""
    packed = zlib.compress(msgspec.json.encode(data), 9)
    code = urlsafe_b64encode(packed).rstrip(b"=").decode()
    if len(code) > MAX_CODE_LENGTH:
        raise InvalidInput(mark("this position is too large"))
    return code


def decode_position(code: str) -> object:
    """The data of `encode_position`; the game's loader must check it."""
    if len(code) > MAX_CODE_LENGTH or not code.isascii():
        raise _damaged()
    try:
        packed = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MAX_POSITION_BYTES)
        if not unpacking.eof:
            raise _damaged()
        return msgspec.json.decode(text)
    except (binascii.Error, ValueError, zlib.error, msgspec.DecodeError, RecursionError):
        raise _damaged() from None


def _damaged() -> InvalidInput:
    return InvalidInput(mark("this position is damaged"))
