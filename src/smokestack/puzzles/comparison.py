"""Compares the answers to a decision by a search from the view of its seat.

A search visits poor answers rarely, so their means are rough. Every answer that could be as good as
the best one, and every answer that is shown to people, is visited until it has as many visits, so
that all these means are equally precise.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from smokestack.analysis.decisions import with_only_answer
from smokestack.analysis.values import shares_of
from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search.tree import NONE
from smokestack.bots.search_bot import Basis
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.puzzles.same_effect import have_same_effect

MAX_NODES: Final = 400_000
NODES_PER_SIMULATION: Final = 400


class ComparedAnswer(NamedTuple):
    """An answer and what the search expects of it for its seat."""

    answer: int
    chance: float
    points: float
    visits: int
    line: list[int]


class Comparison:
    """Searches decisions of one game, each on its own."""

    def __init__(self, game: Game, basis: Basis, players: int, simulations: int) -> None:
        self._game = game
        self._players = players
        self._simulations = simulations
        capacity = min(MAX_NODES, 3 * NODES_PER_SIMULATION * simulations + 1000)
        self._search = Search(
            basis.evaluator, basis.guide, basis.params, players, game.answers, capacity
        )

    @property
    def search(self) -> Search:
        """The search of the last decision."""
        return self._search

    def compare(
        self, view: State, stream: Stream, margin: float, also: Collection[int], others: int = 0
    ) -> list[ComparedAnswer]:
        """The answers that were visited, the most visited one first, then the better ones first.

        Answers that come within `margin` of the first, and those in `also`, are compared on equal
        terms with it. The comparison ends early if one of them can't be distinguished from it.
        With `others`, so many more of the natural answers, and the best of all others, are compared
        on equal terms as well.
        """
        search, seat = self._search, int(view.actor)
        search.clear()
        search.run(view, seat, stream, self._simulations)
        best = int(search.best_answer(view))
        enough = visits_of(search, best)
        for visits in (enough // 4, enough):
            for answer in self._rivals(view, best, margin, also):
                missing = visits - visits_of(search, answer)
                if missing > 0:
                    search.run(with_only_answer(view, answer), seat, stream, missing)
            found = self._sorted(view, best)
            if self._is_undecided(view, found, margin / 2):
                return found
        while others:
            missing_of = self._missing_visits(found, margin, others, enough)
            if not missing_of:
                break
            for answer, missing in missing_of.items():
                search.run(with_only_answer(view, answer), seat, stream, missing)
            found = self._sorted(view, best)
        return found

    def _missing_visits(
        self, found: list[ComparedAnswer], margin: float, others: int, enough: int
    ) -> dict[int, int]:
        """The natural answers that need more visits, and how many.

        Natural is what the search visits most. The best of the other answers is visited, too, until
        it is no longer the best or has enough; at first a quarter, since most fall behind.
        """
        best, *rest = found
        wrong = [each for each in rest if each.chance <= best.chance - margin]
        most_visited = sorted(wrong, key=lambda each: -each.visits)[:others]
        missing = {each.answer: enough - each.visits for each in most_visited}
        for each in wrong[:1]:
            target = enough if each.visits >= enough // 4 else enough // 4
            missing.setdefault(each.answer, target - each.visits)
        return {answer: count for answer, count in missing.items() if count > 0}

    def _sorted(self, view: State, best: int) -> list[ComparedAnswer]:
        found = visited_answers(self._search, view, self._players)
        found.sort(key=lambda each: (each.answer != best, -each.chance))
        return found

    def _rivals(self, view: State, best: int, margin: float, also: Collection[int]) -> list[int]:
        chance = self._chance(best, view)
        return [
            answer
            for answer in view.answers()
            if answer != best
            and (
                answer in also
                or (
                    visits_of(self._search, answer) > 0
                    and self._chance(answer, view) > chance - margin
                )
            )
        ]

    def _is_undecided(self, view: State, found: list[ComparedAnswer], margin: float) -> bool:
        """Whether an answer with another effect comes within a margin of the first one."""
        best, *others = found
        return any(
            not have_same_effect(self._game, view, best.line, other.line)
            for other in others
            if other.chance > best.chance - margin
        )

    def _chance(self, answer: int, view: State) -> float:
        node = int(self._search.tree.find(self._search.root, answer))
        return chance_of(self._search, node, int(view.actor), self._players)


def visits_of(search: Search, answer: int) -> int:
    """How often a search has visited an answer."""
    node = search.tree.find(search.root, answer)
    return 0 if node == NONE else int(search.tree.visits[node])


def visited_answers(search: Search, view: State, players: int) -> list[ComparedAnswer]:
    """The legal answers that a search has visited."""
    tree, seat, found = search.tree, int(view.actor), []
    for answer in view.answers():
        node = int(tree.find(search.root, answer))
        if node == NONE or tree.visits[node] == 0:
            continue
        found.append(
            ComparedAnswer(
                answer,
                chance_of(search, node, seat, players),
                float(tree.mean_points(node, seat)),
                int(tree.visits[node]),
                search.expected_line(node) or [answer],
            )
        )
    return found


def chance_of(search: Search, node: int, seat: int, players: int) -> float:
    """The chance of a seat to win after an answer that was visited."""
    chances = [float(search.tree.mean_win_chance(node, other)) for other in range(players)]
    return shares_of(chances)[seat]
