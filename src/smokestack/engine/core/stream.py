"""The fast random number generator of games, bots and simulations.

It is xoroshiro64** (Blackman and Vigna): 64 bits of state in two 32-bit words, 32 bits of output.
A four-round Feistel network, a bijection, maps a seed to the two words, so two seeds never start
the same stream. Every intermediate result fits into a signed 64-bit integer: multipliers of 2**31
and more are written as their negative equivalent modulo 2**32. So compiled and interpreted code
agree bit for bit, and nothing relies on overflow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler

MAX_SEED: Final = 2**63 - 1

_WORD: Final = 0xFFFFFFFF


class Stream(Shuffler):
    """A reproducible sequence of random numbers, determined by its seed."""

    def __init__(self, seed: i64) -> None:
        low: i64 = seed & _WORD
        high: i64 = (seed >> 32) & _WORD
        low ^= _mix(high + 0x243F6A88)
        high ^= _mix(low + 0x05A308D3)
        low ^= _mix(high + 0x13198A2E)
        high ^= _mix(low + 0x03707344)
        if low == 0 and high == 0:
            low = 1
        self.low: i64 = low
        self.high: i64 = high

    def word(self) -> i64:
        """The next 32 random bits."""
        low = self.low
        high = self.high ^ low
        scrambled: i64 = (low * -0x61C88645) & _WORD
        result: i64 = (((scrambled << 5) & _WORD | scrambled >> 27) * 5) & _WORD
        self.low = ((low << 26) & _WORD | low >> 6) ^ high ^ ((high << 9) & _WORD)
        self.high = (high << 13) & _WORD | high >> 19
        return result

    def below(self, n: i64) -> i64:
        """A uniform number from 0 to n-1 (Lemire's method); n is at most 2**31."""
        product: i64 = self.word() * n
        if product & _WORD < n:
            threshold: i64 = 0x100000000 % n
            while product & _WORD < threshold:
                product = self.word() * n
        return product >> 32

    def shuffle(self, cards: vec[i64], count: i64, label: str = "") -> None:
        for i in range(count - 1, 0, -1):
            j: i64 = self.below(i + 1)
            card: i64 = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def copy(self) -> Stream:
        other = Stream(0)
        other.low = self.low
        other.high = self.high
        return other

    def numbers(self) -> vec[i64]:
        return vec[i64]([self.low, self.high])

    def restore(self, numbers: vec[i64]) -> None:
        self.low = numbers[0]
        self.high = numbers[1]


def _mix(x: i64) -> i64:
    x &= _WORD
    x ^= x >> 16
    x = (x * 0x7FEB352D) & _WORD
    x ^= x >> 15
    x = (x * -0x7B935975) & _WORD
    return x ^ x >> 16
