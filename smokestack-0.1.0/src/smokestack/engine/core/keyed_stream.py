"""Random orders from a secret key, which can be verified by everyone who knows the key.

The algorithm is `smokestack-deal-1`, specified in docs/fair-dealing.md. Every shuffle has its own
key, derived from the key of the deal, the number of the shuffle and its label, so one shuffle
reveals nothing about another.
"""

from __future__ import annotations

import hmac
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler

_WORD_BYTES: Final = 4
_WORDS_PER_BLOCK: Final = 8  # of a SHA-256 digest
_WORD_VALUES: Final = 0x100000000


class KeyedStream(Shuffler):
    """Shuffles that are determined by a key of 32 bytes."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.shuffles: i64 = 0  # how many there were
        # The label and the resulting order of every shuffle since the stream began or was restored.
        self.log: list[tuple[str, list[int]]] = []

    def shuffle(self, cards: vec[i64], count: i64, label: str) -> None:
        """Sort the cards and shuffle them, so that their order before makes no difference."""
        order = sorted([int(cards[i]) for i in range(count)])
        words = _Words(hmac.digest(self.key, f"{self.shuffles}\n{label}".encode(), "sha256"))
        for i in range(count - 1, 0, -1):
            j = words.below(i + 1)
            order[i], order[j] = order[j], order[i]
        for i in range(count):
            cards[i] = order[i]
        self.shuffles += 1
        self.log = [*self.log, (label, order)]

    def copy(self) -> KeyedStream:
        other = KeyedStream(self.key)
        other.shuffles = self.shuffles
        other.log = self.log
        return other

    def numbers(self) -> vec[i64]:
        return vec[i64]([self.shuffles])

    def restore(self, numbers: vec[i64]) -> None:
        self.shuffles = numbers[0]
        self.log = []


class _Words:
    """The random 32-bit words of one shuffle: the digests of the numbers 0, 1, 2, …"""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.block = b""
        self.taken: i64 = 0

    def word(self) -> i64:
        place: i64 = self.taken % _WORDS_PER_BLOCK * _WORD_BYTES
        if place == 0:
            number: i64 = self.taken // _WORDS_PER_BLOCK
            self.block = hmac.digest(self.key, str(number).encode(), "sha256")
        self.taken += 1
        return int.from_bytes(self.block[place : place + _WORD_BYTES], "big")

    def below(self, n: i64) -> i64:
        """A uniform number from 0 to n-1; words that would favour small numbers are skipped."""
        limit: i64 = _WORD_VALUES - _WORD_VALUES % n
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n
