"""The search tree: nodes in flat arrays of a fixed capacity."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NONE: Final = -1
ROOT: Final = 0


class Tree:
    """A node is an answer and its statistics; its children are the answers to what follows.

    A node takes 8 * (6 + 4 * players) bytes.
    """

    def __init__(self, players: i64, capacity: i64) -> None:
        self.players = players
        self.capacity = capacity
        self.answer = vec[i64]([0] * capacity)
        self.sibling = vec[i64]([0] * capacity)
        self.child = vec[i64]([0] * capacity)
        self.visits = vec[i64]([0] * capacity)
        self.availability = vec[i64]([0] * capacity)  # visits of the parent while it was legal
        self.prior_value = vec[float]([0.0] * capacity)  # by lookahead, before the first visit
        # Of each seat at each node, at `node * players + seat`: sums over all visits, except
        # `best_line_value`. Only hints use `win_chances` and `points`.
        self.rewards = vec[float]([0.0] * (capacity * players))
        self.best_line_value = vec[float]([0.0] * (capacity * players))
        self.win_chances = vec[float]([0.0] * (capacity * players))
        self.points = vec[float]([0.0] * (capacity * players))
        self.count: i64 = 0
        self.clear()

    def clear(self) -> None:
        self.count = 0
        self.add(NONE, NONE)

    def is_full(self) -> bool:
        return self.count == self.capacity

    def add(self, parent: i64, answer: i64) -> i64:
        """Add a node to a tree that is not full."""
        node: i64 = self.count
        self.count += 1
        self.answer[node] = answer
        self.child[node] = NONE
        self.visits[node] = 0
        self.availability[node] = 0
        self.prior_value[node] = 0.0
        for i in range(node * self.players, (node + 1) * self.players):
            self.rewards[i] = 0.0
            self.best_line_value[i] = 0.0
            self.win_chances[i] = 0.0
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

    def back_up_best_line(self, node: i64, seat: i64) -> None:
        """Copy the best-line values of the child that is best for the seat that chooses here."""
        players = self.players
        values = self.best_line_value
        best: i64 = NONE
        child: i64 = self.child[node]
        while child != NONE:
            if self.visits[child] > 0 and (
                best == NONE or values[child * players + seat] > values[best * players + seat]
            ):
                best = child
            child = self.sibling[child]
        if best != NONE:
            for i in range(players):
                self.best_line_value[node * players + i] = values[best * players + i]

    def mean_win_chance(self, node: i64, seat: i64) -> float:
        """The mean over all visits; the node must have some."""
        return self.win_chances[node * self.players + seat] / float(self.visits[node])

    def mean_points(self, node: i64, seat: i64) -> float:
        """The mean over all visits; the node must have some."""
        return self.points[node * self.players + seat] / float(self.visits[node])
