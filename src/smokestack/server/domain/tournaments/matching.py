"""A maximum matching in any graph: Edmonds' blossom algorithm (1965), O(n³).

Swiss pairings need it to know whether the rest can still be paired. networkx has it as well, but
brings 2 MB for this one function; see docs/decisions.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def can_pair_all(neighbours: Sequence[Sequence[int]]) -> bool:
    """Whether everybody can be paired with one of their neighbours."""
    return NOBODY not in maximum_matching(neighbours)


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """For each node the one it is paired with, or `NOBODY`; as many as possible are paired."""
    mate = [NOBODY] * len(neighbours)
    for node, others in enumerate(neighbours):  # a quick start, which the search then improves
        if mate[node] == NOBODY:
            free = next((other for other in others if mate[other] == NOBODY), NOBODY)
            if free != NOBODY:
                mate[node], mate[free] = free, node
    for node in range(len(neighbours)):
        if mate[node] == NOBODY:
            _Search(neighbours, mate).augment_from(node)
    return mate


class _Search:
    """Looks for an augmenting path: it alternates between unpaired and paired edges."""

    def __init__(self, neighbours: Sequence[Sequence[int]], mate: list[int]) -> None:
        self._neighbours = neighbours
        self._mate = mate
        size = len(neighbours)
        self._parent = [NOBODY] * size
        self._base = list(range(size))  # of the blossom that contains a node
        self._reached = [False] * size

    def augment_from(self, root: int) -> None:
        """Pair the root, if there is an augmenting path that starts at it."""
        end = self._find_end(root)
        while end != NOBODY:
            parent = self._parent[end]
            following = self._mate[parent]
            self._mate[end], self._mate[parent] = parent, end
            end = following

    def _find_end(self, root: int) -> int:
        self._reached[root] = True
        queue = deque([root])
        while queue:
            node = queue.popleft()
            for other in self._neighbours[node]:
                if self._base[node] == self._base[other] or self._mate[node] == other:
                    continue
                mate = self._mate[other]
                if other == root or (mate != NOBODY and self._parent[mate] != NOBODY):
                    queue.extend(self._contract(node, other))
                elif self._parent[other] == NOBODY:
                    self._parent[other] = node
                    if mate == NOBODY:
                        return other
                    self._reached[mate] = True
                    queue.append(mate)
        return NOBODY

    def _contract(self, node: int, other: int) -> list[int]:
        """Shrink an odd cycle to its base; returns the nodes that can be searched from now."""
        base = self._common_base(node, other)
        blossom: set[int] = set()
        self._mark_path(node, base, other, blossom)
        self._mark_path(other, base, node, blossom)
        found = []
        for each in range(len(self._base)):
            if self._base[each] in blossom:
                self._base[each] = base
                if not self._reached[each]:
                    self._reached[each] = True
                    found.append(each)
        return found

    def _common_base(self, one: int, other: int) -> int:
        seen: set[int] = set()
        node = one
        while True:
            node = self._base[node]
            seen.add(node)
            if self._mate[node] == NOBODY:
                break
            node = self._parent[self._mate[node]]
        node = self._base[other]
        while node not in seen:
            node = self._base[self._parent[self._mate[node]]]
        return node

    def _mark_path(self, node: int, base: int, child: int, blossom: set[int]) -> None:
        while self._base[node] != base:
            mate = self._mate[node]
            blossom.update((self._base[node], self._base[mate]))
            self._parent[node] = child
            child = mate
            node = self._parent[mate]
