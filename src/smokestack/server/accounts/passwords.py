"""Hashing passwords with Argon2id, in threads: it takes tens of milliseconds on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# The second choice of RFC 9106 needs 64 MiB; this is OWASP's for servers with less memory.
TIME_COST: Final = 2
MEMORY_KIB: Final = 19 * 1024
THREADS: Final = 2  # at most this many at a time, so that sign-ins can't exhaust the memory

Result = TypeVar("Result")


def hash_now(password: str) -> str:
    """The hash of a password, made in the calling thread."""
    return PasswordHasher(TIME_COST, MEMORY_KIB, parallelism=1).hash(password)


@cache
def _dummy() -> str:
    """The hash that is checked for a name that nobody has."""
    return hash_now("nobody has this password")


class Passwords:
    def __init__(self) -> None:
        self._hasher = PasswordHasher(TIME_COST, MEMORY_KIB, parallelism=1)
        self._threads = ThreadPoolExecutor(THREADS, "password")
        self._dummy = _dummy()

    async def hash(self, password: str) -> str:
        return await self._in_thread(self._hasher.hash, password)

    async def is_correct(self, hashed: str, password: str) -> bool:
        """With an empty hash, for a name that nobody has, this takes as long as for any other."""
        return await self._in_thread(self._verify, hashed, password)

    def close(self) -> None:
        self._threads.shutdown()

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            self._hasher.verify(hashed or self._dummy, password)
        except (VerificationError, InvalidHashError):
            return False
        return bool(hashed)

    async def _in_thread(self, function: Callable[..., Result], *args: str) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)
