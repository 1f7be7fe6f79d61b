"""The matching is as large as the best that a full search finds."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from smokestack.server.domain.tournaments.matching import NOBODY, can_pair_all, maximum_matching

NODES = st.integers(0, 9)


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    size = draw(NODES)
    edges = draw(st.sets(st.sampled_from(list(combinations(range(size), 2)) or [(0, 0)])))
    found: list[list[int]] = [[] for _ in range(size)]
    for one, other in edges:
        if one != other:
            found[one].append(other)
            found[other].append(one)
    return found


def largest(neighbours: list[list[int]], free: frozenset[int]) -> int:
    if not free:
        return 0
    node = min(free)
    rest = free - {node}
    return max(
        [largest(neighbours, rest)]
        + [1 + largest(neighbours, rest - {other}) for other in neighbours[node] if other in rest]
    )


@given(graphs())
def test_as_many_as_possible_are_paired(neighbours: list[list[int]]) -> None:
    mate = maximum_matching(neighbours)
    paired = [node for node, other in enumerate(mate) if other != NOBODY]
    assert all(mate[mate[node]] == node and mate[node] in neighbours[node] for node in paired)
    assert len(paired) == 2 * largest(neighbours, frozenset(range(len(neighbours))))


def test_odd_cycles_are_contracted() -> None:
    """Two triangles that are joined by an edge: a search without blossoms pairs only two pairs."""
    neighbours = [[1, 2], [0, 2], [0, 1, 3], [2, 4, 5], [3, 5], [3, 4]]
    assert can_pair_all(neighbours)
    assert not can_pair_all([[1, 2], [0, 2], [0, 1]])  # an odd number
