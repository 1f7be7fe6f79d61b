"""The random stream: documented, reproducible, fair."""

from __future__ import annotations

import pytest

from smokestack.engine.core.stream import MAX_SEED, Stream

FIRST_WORDS = [3974065876, 868300887, 936207110, 2513231734, 2416916315, 3217037139]


def xoroshiro64_star_star(low: int, high: int) -> tuple[int, int, int]:
    """The generator as its authors define it, in unbounded integers."""

    def rotate(x: int, bits: int) -> int:
        return (x << bits | x >> (32 - bits)) & 0xFFFFFFFF

    word = rotate(low * 0x9E3779BB & 0xFFFFFFFF, 5) * 5 & 0xFFFFFFFF
    high ^= low
    return word, (rotate(low, 26) ^ high ^ high << 9) & 0xFFFFFFFF, rotate(high, 13)


@pytest.mark.parametrize("seed", [0, 1, 42, 2**32, MAX_SEED])
def test_the_stream_is_xoroshiro64_star_star(seed: int) -> None:
    stream = Stream(seed)
    low, high = int(stream.low), int(stream.high)
    for _ in range(1000):
        word, low, high = xoroshiro64_star_star(low, high)
        assert stream.word() == word


def test_seeds_never_change_their_meaning() -> None:
    first = [Stream(seed).word() for seed in (0, 1, 2, 12345, 2**40, MAX_SEED)]
    assert first == FIRST_WORDS


def test_different_seeds_start_different_streams() -> None:
    starts = {(Stream(seed).low, Stream(seed).high) for seed in range(20_000)}
    starts |= {(Stream(seed << 32).low, Stream(seed << 32).high) for seed in range(1, 20_000)}
    assert len(starts) == 39_999


@pytest.mark.parametrize("n", [1, 2, 3, 7, 37, 1000, 2**31])
def test_below_stays_below(n: int) -> None:
    stream = Stream(n)
    assert all(0 <= stream.below(n) < n for _ in range(2000))


def test_below_is_fair() -> None:
    stream = Stream(1)
    counts = [0] * 7
    for _ in range(70_000):
        counts[stream.below(7)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts)


def test_a_copy_goes_on_alike_and_apart() -> None:
    stream = Stream(9)
    twin = stream.copy()
    assert [stream.word() for _ in range(5)] == [twin.word() for _ in range(5)]
    stream.word()
    assert (stream.low, stream.high) != (twin.low, twin.high)
