"""Tables of three or four: who plays with whom in a round.

Everybody plays in every round if tables of the size of the tournament, and of one seat less where
the edition allows it, can seat all; otherwise as few as possible sit out.

A search exchanges people between tables as long as that lowers the cost of the tables. It is exact
for no number of entrants, but leaves few repeated meetings; docs/decisions.md has the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

Meetings = Mapping[frozenset[int], int]
Cost = Callable[[int, int], float]
Tables = list[list[int]]

MAX_SCHEDULES: Final = 40  # tried for a round robin, of which the best is taken
MAX_SCHEDULE_WORK: Final = 60_000  # bounds them for many entrants
MAX_CACHED_SCHEDULES: Final = 20
MEETING_COST: Final = 1_000.0  # more than any difference of points


def sizes_of_tables(entrants: int, sizes: Collection[int]) -> list[int]:
    """The sizes of the tables that seat most of the entrants, as large as possible."""
    largest, smallest = max(sizes), min(sizes)
    for seated in range(entrants, 0, -1):
        for count in range(seated // largest, seated // smallest + 1):
            smaller = count * largest - seated
            if 0 <= smaller <= (count if smallest < largest else 0):
                return [largest] * (count - smaller) + [smallest] * smaller
    return []


def rounds_of(entrants: int, table_size: int) -> int:
    """As many rounds as it takes at least to meet everybody."""
    return -(-(entrants - 1) // (table_size - 1))


@lru_cache(MAX_CACHED_SCHEDULES)
def schedule(entrants: tuple[int, ...], sizes: tuple[int, ...], rounds: int) -> list[Tables]:
    """A round robin: in each round everybody meets those they have met least.

    Without sitting out, all play the same number of games. The same entrants get the same schedule.
    """
    work = rounds * len(entrants) ** 2
    found = [
        _schedule(entrants, sizes, rounds, Random(seed))
        for seed in range(max(1, min(MAX_SCHEDULES, MAX_SCHEDULE_WORK // work)))
    ]
    return min(found, key=_unevenness)


def spread(
    ranked: Sequence[int],
    sizes: Collection[int],
    meetings: Meetings,
    byes: Mapping[int, int],
    points: Mapping[int, Fraction],
) -> tuple[Tables, list[int]]:
    """The tables of a Swiss round, and those who sit out.

    People with similar points play together; among equal points the ranking is folded, so that the
    best of them meet late. Those who sit out are the last among those who never or seldom did.
    """
    table_sizes = sizes_of_tables(len(ranked), sizes)
    too_many = len(ranked) - sum(table_sizes)
    candidates = list(reversed(ranked))
    candidates.sort(key=lambda number: byes.get(number, 0))
    sit_out = candidates[:too_many]
    playing = [number for number in ranked if number not in sit_out]

    def cost(one: int, other: int) -> float:
        difference = float(points[one] - points[other])
        return MEETING_COST * _met(meetings, one, other) + difference**2

    return improve(_folded(playing, table_sizes, points), cost), sit_out


def improve(tables: Tables, cost: Cost) -> Tables:
    """Exchange people between tables while that lowers the cost."""
    found = [list(table) for table in tables]
    improved = True
    while improved:
        improved = False
        for one, other in combinations(range(len(found)), 2):
            for i in range(len(found[one])):
                for j in range(len(found[other])):
                    if _gain(found[one], i, found[other], j, cost) > 1e-9:
                        found[one][i], found[other][j] = found[other][j], found[one][i]
                        improved = True
    return found


def _gain(one: list[int], i: int, other: list[int], j: int, cost: Cost) -> float:
    """By how much the cost falls if two people change places."""
    a, b = one[i], other[j]
    change = 0.0
    for index, each in enumerate(one):
        if index != i:
            change += cost(a, each) - cost(b, each)
    for index, each in enumerate(other):
        if index != j:
            change += cost(b, each) - cost(a, each)
    return change


def _folded(
    ranked: Sequence[int], table_sizes: Sequence[int], points: Mapping[int, Fraction]
) -> Tables:
    """Tables in the order of the ranking; people with equal points are spread over theirs."""
    slots = [(table, seat) for table, size in enumerate(table_sizes) for seat in range(size)]
    tables: Tables = [[] for _ in table_sizes]
    first = 0
    while first < len(ranked):
        same = [n for n in ranked[first:] if points[n] == points[ranked[first]]]
        own = slots[first : first + len(same)]
        snake = sorted(own, key=lambda slot: (slot[1], slot[0] if slot[1] % 2 == 0 else -slot[0]))
        for number, (table, _) in zip(same, snake, strict=True):
            tables[table].append(number)
        first += len(same)
    return tables


def _schedule(
    entrants: Sequence[int], sizes: Collection[int], rounds: int, random: Random
) -> list[Tables]:
    table_sizes = sizes_of_tables(len(entrants), sizes)
    met: dict[frozenset[int], int] = {}
    sat_out = dict.fromkeys(entrants, 0)
    found: list[Tables] = []
    for _ in range(rounds):
        order = sorted(entrants, key=lambda number: (-sat_out[number], random.random()))
        playing = order[: sum(table_sizes)]
        for number in order[sum(table_sizes) :]:
            sat_out[number] += 1
        random.shuffle(playing)
        tables: Tables = []
        for size in table_sizes:
            tables.append(playing[:size])
            playing = playing[size:]
        tables = improve(tables, lambda one, other: (_met(met, one, other) + 1) ** 2)
        for pair in _pairs(tables):
            met[pair] = met.get(pair, 0) + 1
        found.append(tables)
    return found


def _unevenness(rounds: list[Tables]) -> tuple[int, int]:
    """How often two people meet at most, and how unevenly all meet."""
    counts: dict[frozenset[int], int] = {}
    for tables in rounds:
        for pair in _pairs(tables):
            counts[pair] = counts.get(pair, 0) + 1
    return max(counts.values(), default=0), sum(count**2 for count in counts.values())


def _pairs(tables: Tables) -> list[frozenset[int]]:
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]


def _met(meetings: Meetings, one: int, other: int) -> int:
    return meetings.get(frozenset((one, other)), 0)
