"""What a search remembers: nodes in flat arrays, so many and no more."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NONE: Final = -1
TOP: Final = 0


class Tree:
    """Every node is an answer and what came of it; its children are the answers that followed.

    A node takes 8 * (6 + 4 * players) bytes, and never more than `capacity` of them are made.
    """

    def __init__(self, players: i64, capacity: i64) -> None:
        self.players = players
        self.capacity = capacity
        self.answer = vec[i64]([0] * capacity)
        self.sibling = vec[i64]([0] * capacity)
        self.child = vec[i64]([0] * capacity)
        self.visits = vec[i64]([0] * capacity)
        self.chances = vec[i64]([0] * capacity)  # visits of the parent that could choose it
        self.guess = vec[float]([0.0] * capacity)  # what it promised before it was tried
        # Of each seat below each node: summed rewards, what the best line promises, and for those
        # who ask why, summed chances to win and points.
        self.rewards = vec[float]([0.0] * (capacity * players))
        self.promise = vec[float]([0.0] * (capacity * players))
        self.won = vec[float]([0.0] * (capacity * players))
        self.points = vec[float]([0.0] * (capacity * players))
        self.count: i64 = 0
        self.clear()

    def clear(self) -> None:
        self.count = 0
        self.add(NONE, NONE)

    def is_full(self) -> bool:
        return self.count == self.capacity

    def add(self, parent: i64, answer: i64) -> i64:
        """A new node; the caller has made sure that there is room."""
        node: i64 = self.count
        self.count += 1
        self.answer[node] = answer
        self.child[node] = NONE
        self.visits[node] = 0
        self.chances[node] = 0
        self.guess[node] = 0.0
        for i in range(node * self.players, (node + 1) * self.players):
            self.rewards[i] = 0.0
            self.promise[i] = 0.0
            self.won[i] = 0.0
            self.points[i] = 0.0
        self.sibling[node] = NONE
        if parent != NONE:
            self.sibling[node] = self.child[parent]
            self.child[parent] = node
        return node

    def find(self, parent: i64, answer: i64) -> i64:
        """The child for an answer, or NONE."""
        node: i64 = self.child[parent]
        while node != NONE and self.answer[node] != answer:
            node = self.sibling[node]
        return node

    def look_up(self, node: i64, seat: i64) -> None:
        """Let a node promise what its best child does, in the eyes of the seat that chooses."""
        players = self.players
        best: i64 = NONE
        child: i64 = self.child[node]
        while child != NONE:
            if self.visits[child] > 0 and (
                best == NONE
                or self.promise[child * players + seat] > self.promise[best * players + seat]
            ):
                best = child
            child = self.sibling[child]
        if best != NONE:
            for i in range(players):
                self.promise[node * players + i] = self.promise[best * players + i]

    def mean_won(self, node: i64, seat: i64) -> float:
        """The average chance of a seat to win, below a node that was visited."""
        return self.won[node * self.players + seat] / float(self.visits[node])

    def mean_points(self, node: i64, seat: i64) -> float:
        return self.points[node * self.players + seat] / float(self.visits[node])
