"""Shuffles from a key: reproducible, uniform, independent of each other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.keyed_stream import KeyedStream

KEY = bytes(range(32))


def order(stream: KeyedStream, items: list[int], label: str = "cards") -> list[int]:
    cards = vec[i64](items)
    stream.shuffle(cards, len(items), label)
    return [int(card) for card in cards]


def test_the_same_key_gives_the_same_orders() -> None:
    first, second = KeyedStream(KEY), KeyedStream(KEY)
    items = list(range(66))
    assert [order(first, items) for _ in range(3)] == [order(second, items) for _ in range(3)]


def test_key_number_and_label_each_change_the_order() -> None:
    items = list(range(66))
    stream = KeyedStream(KEY)
    orders = [order(stream, items), order(stream, items)]
    orders.append(order(KeyedStream(KEY), items, "buildings"))
    orders.append(order(KeyedStream(bytes(32)), items))
    assert len({tuple(found) for found in orders}) == 4


def test_the_order_before_makes_no_difference() -> None:
    assert order(KeyedStream(KEY), [3, 1, 2, 2, 0]) == order(KeyedStream(KEY), [0, 1, 2, 2, 3])


def test_cards_beyond_the_count_stay_where_they_are() -> None:
    cards = vec[i64]([3, 2, 1, 9, 8])
    KeyedStream(KEY).shuffle(cards, 3, "cards")
    assert [int(card) for card in cards[3:]] == [9, 8]
    assert sorted(int(card) for card in cards[:3]) == [1, 2, 3]


def test_every_order_is_equally_likely() -> None:
    stream = KeyedStream(KEY)
    counts = Counter(tuple(order(stream, [0, 1, 2, 3])) for _ in range(4800))
    assert set(counts) == set(permutations(range(4)))
    chi_squared = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_squared < 58  # 23 degrees of freedom: exceeded once in 10,000 keys


def test_a_copy_continues_in_the_same_way() -> None:
    stream = KeyedStream(KEY)
    order(stream, [0, 1, 2])
    other = stream.copy()
    assert order(stream, list(range(20))) == order(other, list(range(20)))
    assert stream.log == other.log


def test_a_restored_stream_continues_with_the_next_shuffle() -> None:
    stream, other = KeyedStream(KEY), KeyedStream(KEY)
    order(stream, [0, 1, 2])
    other.restore(stream.numbers())
    assert order(stream, list(range(20))) == order(other, list(range(20)))


@pytest.mark.parametrize("count", [0, 1])
def test_few_cards_can_be_shuffled(count: int) -> None:
    assert order(KeyedStream(KEY), list(range(count))) == list(range(count))
