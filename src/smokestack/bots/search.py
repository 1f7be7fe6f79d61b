"""Monte-Carlo tree search through what a seat can't see, for any number of players."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.bots.lookahead import value_of_answer
from smokestack.bots.tree import NONE, TOP, Tree
from smokestack.engine.playout import play_out
from smokestack.engine.state import State
from smokestack.engine.stream import Stream

LONGEST_LINE: Final = 400
ENOUGH_VISITS: Final = 8
LARGE: Final = 500.0
POINT: Final = 0.01  # what a point is worth beside a certain victory


def chance(lead: float) -> float:
    """To win with a lead, in units of what makes winning likely."""
    if lead < -LARGE:
        return 0.0
    if lead > LARGE:
        return 1.0
    return 1.0 / (1.0 + math.exp(-lead))


class Manner:
    """How a search goes about it; see `settings.py` for what each number means."""

    def __init__(
        self,
        exploration: float,
        temperature: float,
        caution: float,
        growth: float,
        scale: float,
        spread: float,
        own: float,
        faith: float,
        playout: bool,
    ) -> None:
        self.exploration = exploration
        self.temperature = temperature
        self.caution = caution
        self.growth = growth
        self.scale = scale
        self.spread = spread
        self.own = own
        self.faith = faith
        self.playout = playout


class Search:
    """One seat's thinking about one position, and about what may follow it in the same turn."""

    def __init__(self, manner: Manner, players: i64, answers: i64, capacity: i64) -> None:
        self.manner = manner
        self.players = players
        self.tree = Tree(players, capacity)
        self.known = vec[i64]([NONE] * answers)  # the node of each answer, while choosing
        self.path = vec[i64]([NONE] * (LONGEST_LINE + 1))
        self.actors = vec[i64]([NONE] * (LONGEST_LINE + 1))  # who chose next
        self.prospects = vec[float]([0.0] * players)
        self.points = vec[float]([0.0] * players)
        self.won = vec[float]([0.0] * players)
        self.reward = vec[float]([0.0] * players)
        self.top: i64 = TOP
        self.seat: i64 = NONE  # who thinks

    def forget(self) -> None:
        """Begin anew."""
        self.tree.clear()
        self.top = TOP

    def follow(self, answer: i64) -> bool:
        """Keep what was found below an answer; False if nothing was."""
        node = self.tree.find(self.top, answer)
        if node == NONE:
            return False
        self.top = node
        return True

    def is_crowded(self) -> bool:
        """Whether so much is remembered that there is little room for more."""
        return 2 * self.tree.count > self.tree.capacity

    def run(self, root: State, seat: i64, stream: Stream, simulations: i64) -> None:
        self.seat = seat
        for _ in range(simulations):
            self._simulate(root, stream)

    def best_answer(self, root: State) -> i64:
        """Of the offered answers, the one that was tried most."""
        tree = self.tree
        best: i64 = root.options[0]
        best_visits: i64 = -1
        best_guess = 0.0
        for i in range(root.count):
            node = tree.find(self.top, root.options[i])
            if node == NONE:
                continue
            visits: i64 = tree.visits[node]
            if visits > best_visits or (visits == best_visits and tree.guess[node] > best_guess):
                best = root.options[i]
                best_visits = visits
                best_guess = tree.guess[node]
        return best

    def expected_line(self, node: i64) -> list[int]:
        """The answers that were tried most, one after the other, while there is much to go by."""
        tree = self.tree
        line: list[int] = []
        while node != NONE and tree.visits[node] >= ENOUGH_VISITS:
            line.append(int(tree.answer[node]))
            best: i64 = NONE
            child: i64 = tree.child[node]
            while child != NONE:
                if best == NONE or tree.visits[child] > tree.visits[best]:
                    best = child
                child = tree.sibling[child]
            node = best
        return line

    def _simulate(self, root: State, stream: Stream) -> None:
        """Deal what the seat can't see, walk down the tree, judge where it ends, remember."""
        state = root.copy()
        state.redeal(self.seat, stream)
        tree = self.tree
        node = self.top
        depth: i64 = 0
        self.path[0] = node
        fresh = False
        while not (state.over or fresh or depth == LONGEST_LINE):
            fresh = tree.visits[node] == 0
            chosen = self._choose(state, node)
            if chosen == NONE:
                break
            if fresh and self.manner.temperature > 0.0:
                # Its promise is what this visit is worth: that of the best answer.
                self._finish_turn(state, tree.answer[chosen])
                break
            self.actors[depth] = state.actor
            state.apply(tree.answer[chosen])
            node = chosen
            depth += 1
            self.path[depth] = node
        self._judge(state, stream)
        self._remember(depth)

    def _remember(self, depth: i64) -> None:
        """Add what was judged to every node of the path, and let promises rise from its end."""
        tree = self.tree
        players = self.players
        for i in range(depth, -1, -1):
            node: i64 = self.path[i]
            tree.visits[node] += 1
            for seat in range(players):
                at: i64 = node * players + seat
                tree.rewards[at] += self.reward[seat]
                tree.won[at] += self.won[seat]
                tree.points[at] += self.points[seat]
                if i == depth:
                    tree.promise[at] = self.reward[seat]
            if i < depth and self.manner.faith > 0.0:
                tree.look_up(node, self.actors[i])

    def _choose(self, state: State, node: i64) -> i64:
        """The child to visit: one that did well, was promising, or was rarely tried."""
        tree = self.tree
        known = self.known
        child: i64 = tree.child[node]
        while child != NONE:
            known[tree.answer[child]] = child
            child = tree.sibling[child]
        best_guess = -1e9
        complete = True
        for i in range(state.count):
            answer: i64 = state.options[i]
            child = known[answer]
            if child == NONE:
                if tree.is_full():
                    complete = False
                    break
                child = tree.add(node, answer)
                known[answer] = child
                if self.manner.temperature > 0.0:
                    tree.guess[child] = value_of_answer(
                        state, i, state.actor, state.turn, state.openings
                    )
            tree.chances[child] += 1
            if tree.guess[child] > best_guess:
                best_guess = tree.guess[child]
        chosen = self._most_urgent(state, node, best_guess) if complete else NONE
        child = tree.child[node]
        while child != NONE:
            known[tree.answer[child]] = NONE
            child = tree.sibling[child]
        return chosen

    def _most_urgent(self, state: State, node: i64, best_guess: float) -> i64:
        tree = self.tree
        known = self.known
        manner = self.manner
        warmth = manner.temperature
        share = 1.0 / float(state.count)
        if warmth > 0.0:
            total = 0.0
            for i in range(state.count):
                total += math.exp((tree.guess[known[state.options[i]]] - best_guess) / warmth)
            share = 1.0 / total
        seat = state.actor
        untried = 1.0
        if tree.visits[node] > 0:
            untried = self._mean(node, seat) - manner.caution
        best = -1e9
        chosen: i64 = NONE
        for i in range(state.count):
            child: i64 = known[state.options[i]]
            weight = share
            if warmth > 0.0:
                weight *= math.exp((tree.guess[child] - best_guess) / warmth)
            visits: i64 = tree.visits[child]
            value = self._mean(child, seat) if visits > 0 else untried
            value += (
                manner.exploration
                * weight
                * math.sqrt(float(tree.chances[child]))
                / float(1 + visits)
            )
            if value > best:
                best = value
                chosen = child
        return chosen

    def _finish_turn(self, state: State, answer: i64) -> None:
        """Give the answer and go on as it seems best until the turn, or its next part, is over."""
        seat = state.actor
        turn = state.turn
        answered: i64 = state.openings | (1 << state.decision)
        state.glance = not self.manner.playout
        state.apply(answer)
        while (
            not state.over
            and state.turn == turn
            and state.actor == seat
            and answered & (1 << state.decision) == 0
        ):
            best: i64 = 0
            if state.count > 1 and state.routine & (1 << state.decision) == 0:
                best_value = -1e9
                for i in range(state.count):
                    value = value_of_answer(state, i, seat, turn, answered)
                    if value > best_value:
                        best_value = value
                        best = i
            answered |= 1 << state.decision
            state.apply(state.options[best])

    def _judge(self, state: State, stream: Stream) -> None:
        """What each seat may expect: points, and by their margin a chance to win."""
        if self.manner.playout:
            play_out(state, stream)
        scale = self.manner.scale + self.manner.spread * state.left(0)
        own = self.manner.own
        best = -1e9
        second = -1e9
        for seat in range(self.players):
            value = state.prospects(seat)
            self.prospects[seat] = value
            self.points[seat] = float(state.points(seat))
            if not state.over:
                left = state.left(seat)
                self.points[seat] = value + self.manner.growth * left * math.sqrt(left)
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
        for seat in range(self.players):
            value = self.prospects[seat]
            margin = value - second if value == best else value - best
            self.won[seat] = chance(margin / scale)
            self.reward[seat] = (1.0 - own) * self.won[seat] + own * self.points[seat] * POINT

    def _mean(self, node: i64, seat: i64) -> float:
        """What a seat found below a node: on average, and in the best line."""
        tree = self.tree
        at: i64 = node * self.players + seat
        faith = self.manner.faith
        return (1.0 - faith) * tree.rewards[at] / float(tree.visits[node]) + faith * tree.promise[
            at
        ]
