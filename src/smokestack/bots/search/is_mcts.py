"""Information set Monte Carlo tree search with PUCT, for any number of players.

The base is single-observer IS-MCTS (SO-ISMCTS, Cowling, Powley and Whitehouse 2012). There is one
tree, for the seat that searches (the observer); opponents have no trees of their own. Each
simulation draws one determinization: a random deal of everything that the observer can't see. It
descends by the answers that are legal in this deal, evaluates the leaf, and adds the result to
every node on its path. As in the paper, a node counts its availability, the visits of its parent in
whose deal its answer was legal; the exploration term uses this instead of the visits of the parent.
The result is the answer with the most visits.

Differences from the paper:

- The edges of the tree are answers only. What is drawn or revealed between two answers makes no
  branch, so a node may also merge states that the observer will be able to distinguish.
- Selection uses PUCT (Rosin 2011; in the form of AlphaGo and AlphaZero, Silver et al. 2016 and
  2018) instead of UCB1: value + exploration * prior * sqrt(availability) / (1 + visits). The prior
  is a softmax over the values that a lookahead to the end of the turn (`lookahead.py`) gives the
  answers. The lookahead runs once for each node, in the deal that created it; the softmax is taken
  over the answers that are legal in the current deal.
- First-play urgency (Gelly and Wang 2006): an unvisited answer has the value of its parent less
  `fpu_reduction`, not infinity, so not every answer must be visited. In the paper every unvisited
  answer is visited before any other.
- The first visit of a node adds all of its legal answers as children, not one of them. Later
  visits add the answers that only their own deal allows. Once the tree is full, it is not
  extended, and the simulation ends at the last node that it reached.
- There is no random playout, unless `SearchParams.playout` asks for it. The first visit of a node
  continues greedily to the end of the turn, or of the current part of it, and evaluates that
  position. Without priors (`prior_temperature` 0) it evaluates the position after one answer.
- A search that begins near the end of the game can go on in the same way, action by action for
  every seat, to the end, and then counts real points (`SearchParams.plays_to_end`).
- Every seat has its own reward, and at each node the actor maximises its own (max^n, Luckhardt and
  Irani 1986). A reward is a mix of the probability to win and of the seat's points.
- The value of a node is a mix of its mean reward and of the best line below it (Coulom 2006
  compares such backups). The mix of the two is `best_line_weight`.
- Ties between answers with the most visits go to the higher prior value.
- Two evaluators share the work: `guide` values answers by lookahead, `evaluator` the leaves. They
  differ if networks would take too long for the many positions of a lookahead.
- Within a turn, `descend` keeps the subtree of the given answer for the next decision.

- Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search. IEEE Transactions on
  Computational Intelligence and AI in Games 4(2), 2012.
- Rosin: Multi-armed Bandits with Episode Context. Annals of Mathematics and Artificial Intelligence
  61(3), 2011 (PUCB).
- Silver et al.: Mastering the Game of Go with Deep Neural Networks and Tree Search. Nature 529,
  2016. A General Reinforcement Learning Algorithm that Masters Chess, Shogi, and Go through
  Self-Play. Science 362, 2018 (PUCT).
- Gelly, Wang: Exploration Exploitation in Go: UCT for Monte-Carlo Go. NIPS Workshop on On-line
  Trading of Exploration and Exploitation, 2006.
- Coulom: Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search. Computers and
  Games, 2006.
- Luckhardt, Irani: An Algorithmic Solution of N-Person Games. AAAI, 1986.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.bots.search.lookahead import value_of_answer
from smokestack.bots.search.params import SearchParams
from smokestack.bots.search.tree import NONE, ROOT, Tree
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.playout import play_out
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream

MAX_DEPTH: Final = 400
MIN_LINE_VISITS: Final = 8
MAX_EXPONENT: Final = 500.0
POINT_REWARD: Final = 0.01  # of a point, when a certain win is 1


class Search:
    """The search of one seat; it can be continued with the next decision of the same turn."""

    def __init__(
        self,
        evaluator: Evaluator,
        guide: Evaluator,
        params: SearchParams,
        players: i64,
        answers: i64,
        capacity: i64,
    ) -> None:
        self.evaluator = evaluator  # of leaves
        self.guide = guide  # of the answers within a turn; it is asked far more often
        self.params = params
        self.players = players
        self.tree = Tree(players, capacity)
        self.child_of = vec[i64]([NONE] * answers)  # the node of each answer, during `_select`
        self.priors = vec[float]([0.0] * answers)  # of the legal answers, during `_select`
        self.path = vec[i64]([NONE] * (MAX_DEPTH + 1))
        self.actors = vec[i64]([NONE] * (MAX_DEPTH + 1))  # the actor at each node of the path
        self.expected = vec[float]([0.0] * players)
        self.points = vec[float]([0.0] * players)
        self.win_chances = vec[float]([0.0] * players)
        self.rewards = vec[float]([0.0] * players)
        self.root: i64 = ROOT
        self.observer: i64 = NONE
        self.reaches_end = False  # leaves are evaluated at the end of the game

    def clear(self) -> None:
        self.tree.clear()
        self.root = ROOT

    def descend(self, answer: i64) -> bool:
        """Make the child for an answer the root; False if there is none."""
        node = self.tree.find(self.root, answer)
        if node == NONE:
            return False
        self.root = node
        return True

    def is_half_full(self) -> bool:
        return 2 * self.tree.count > self.tree.capacity

    def run(self, state: State, observer: i64, stream: Stream, simulations: i64) -> None:
        """Search from `state`, of which only what `observer` sees is used."""
        self.observer = observer
        self.reaches_end = self.params.plays_to_end and self.evaluator.is_near_end(state)
        for _ in range(simulations):
            self._simulate(state, stream)

    def best_answer(self, state: State) -> i64:
        """The legal answer with the most visits."""
        tree = self.tree
        best: i64 = state.legal[0]
        best_visits: i64 = -1
        best_prior = 0.0
        for i in range(state.count):
            node = tree.find(self.root, state.legal[i])
            if node == NONE:
                continue
            visits: i64 = tree.visits[node]
            prior = tree.prior_value[node]
            if visits > best_visits or (visits == best_visits and prior > best_prior):
                best = state.legal[i]
                best_visits = visits
                best_prior = prior
        return best

    def expected_line(self, node: i64) -> list[int]:
        """The answer of a node and the most visited ones below it, while they have many visits."""
        tree = self.tree
        line: list[int] = []
        while node != NONE and tree.visits[node] >= MIN_LINE_VISITS:
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
        state = root.copy()
        state.redeal(self.observer, stream)
        tree = self.tree
        node = self.root
        depth: i64 = 0
        self.path[0] = node
        is_leaf = False
        while not (state.over or is_leaf or depth == MAX_DEPTH):
            is_leaf = tree.visits[node] == 0
            selected = self._select(state, node)
            if selected == NONE:
                break
            if is_leaf and self.params.prior_temperature > 0.0:
                # This visit counts for the node itself, with the value of its best answer.
                self._complete_turn(state, tree.answer[selected])
                if self.reaches_end:
                    self._play_to_end(state)
                break
            self.actors[depth] = state.actor
            state.apply(tree.answer[selected])
            node = selected
            depth += 1
            self.path[depth] = node
        self._evaluate(state, stream)
        self._back_up(depth)

    def _select(self, state: State, node: i64) -> i64:
        """The child to visit; missing children are added. NONE if the tree is full."""
        tree = self.tree
        child_of = self.child_of
        child: i64 = tree.child[node]
        while child != NONE:
            child_of[tree.answer[child]] = child
            child = tree.sibling[child]
        best_prior = -1e9
        complete = True
        for i in range(state.count):
            answer: i64 = state.legal[i]
            child = child_of[answer]
            if child == NONE:
                if tree.is_full():
                    complete = False
                    break
                child = tree.add(node, answer)
                child_of[answer] = child
                if self.params.prior_temperature > 0.0:
                    tree.prior_value[child] = value_of_answer(
                        self.guide,
                        state,
                        i,
                        state.actor,
                        state.turn,
                        self.guide.opening_decisions,
                    )
            tree.availability[child] += 1
            if tree.prior_value[child] > best_prior:
                best_prior = tree.prior_value[child]
        selected = self._select_by_puct(state, node, best_prior) if complete else NONE
        child = tree.child[node]
        while child != NONE:
            child_of[tree.answer[child]] = NONE
            child = tree.sibling[child]
        return selected

    def _select_by_puct(self, state: State, node: i64, best_prior: float) -> i64:
        tree = self.tree
        child_of = self.child_of
        params = self.params
        temperature = params.prior_temperature
        priors = self.priors
        share = 1.0 / float(state.count)
        if temperature > 0.0:
            total = 0.0
            for i in range(state.count):
                distance = tree.prior_value[child_of[state.legal[i]]] - best_prior
                priors[i] = math.exp(distance / temperature)
                total += priors[i]
            share = 1.0 / total
        seat = state.actor
        unvisited = 1.0
        if tree.visits[node] > 0:
            unvisited = self._value(node, seat) - params.fpu_reduction
        best = -1e9
        selected: i64 = NONE
        for i in range(state.count):
            child: i64 = child_of[state.legal[i]]
            prior = share
            if temperature > 0.0:
                prior *= priors[i]
            visits: i64 = tree.visits[child]
            value = self._value(child, seat) if visits > 0 else unvisited
            value += (
                params.exploration
                * prior
                * math.sqrt(float(tree.availability[child]))
                / float(1 + visits)
            )
            if value > best:
                best = value
                selected = child
        return selected

    def _value(self, node: i64, seat: i64) -> float:
        """The value of a visited node: a mix of its mean reward and of its best line."""
        tree = self.tree
        at: i64 = node * self.players + seat
        weight = self.params.best_line_weight
        mean = (1.0 - weight) * tree.rewards[at] / float(tree.visits[node])
        return mean + weight * tree.best_line_value[at]

    def _complete_turn(self, state: State, answer: i64) -> None:
        """Give the answer and the best ones by lookahead until the turn, or a part of it, ends."""
        seat = state.actor
        turn = state.turn
        guide = self.guide
        answered: i64 = guide.opening_decisions | (1 << state.decision)
        self._apply(state, answer)
        while (
            not state.over
            and state.turn == turn
            and state.actor == seat
            and answered & (1 << state.decision) == 0
        ):
            best: i64 = 0
            if guide.routine_decisions & (1 << state.decision) == 0:
                best = self._best_by_lookahead(state, answered)
            answered |= 1 << state.decision
            self._apply(state, state.legal[best])

    def _play_to_end(self, state: State) -> None:
        """Let every seat give its best answers by lookahead until the game is over."""
        openings = self.guide.opening_decisions
        while not state.over:
            best = self._best_by_lookahead(state, openings)
            self._complete_turn(state, state.legal[best])

    def _best_by_lookahead(self, state: State, answered: i64) -> i64:
        """The index of the legal answer with the best value for the actor."""
        best: i64 = 0
        if state.count == 1:
            return best
        best_value = -1e9
        for i in range(state.count):
            value = value_of_answer(self.guide, state, i, state.actor, state.turn, answered)
            if value > best_value:
                best_value = value
                best = i
        return best

    def _apply(self, state: State, answer: i64) -> None:
        """Apply an answer on the way to the evaluation; legal answers are listed if it goes on."""
        if self.params.playout or self.reaches_end:
            state.apply(answer)
        else:
            state.apply_without_listing(answer)

    def _evaluate(self, state: State, stream: Stream) -> None:
        """The points, the probability to win and the reward of each seat."""
        if self.params.playout:
            play_out(state, stream)
        evaluator = self.evaluator
        params = self.params
        scale = params.win_margin_scale + params.win_margin_spread * evaluator.share_left(state, 0)
        best = -1e9
        second = -1e9
        for seat in range(self.players):
            value = evaluator.expected_points(state, seat)
            self.expected[seat] = value
            if state.over:
                self.points[seat] = float(state.points(seat))
            else:
                left = evaluator.share_left(state, seat)
                self.points[seat] = value + params.future_points * left * math.sqrt(left)
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
        weight = params.own_points_weight
        for seat in range(self.players):
            value = self.expected[seat]
            margin = value - second if value == best else value - best
            chance = win_chance(margin / scale)
            self.win_chances[seat] = chance
            self.rewards[seat] = (1.0 - weight) * chance + weight * self.points[seat] * POINT_REWARD

    def _back_up(self, depth: i64) -> None:
        """Add the result to every node of the path, from the leaf to the root."""
        tree = self.tree
        players = self.players
        for i in range(depth, -1, -1):
            node: i64 = self.path[i]
            tree.visits[node] += 1
            for seat in range(players):
                at: i64 = node * players + seat
                tree.rewards[at] += self.rewards[seat]
                tree.win_chances[at] += self.win_chances[seat]
                tree.points[at] += self.points[seat]
                if i == depth:
                    tree.best_line_value[at] = self.rewards[seat]
            if i < depth and self.params.best_line_weight > 0.0:
                tree.back_up_best_line(node, self.actors[i])


def win_chance(lead: float) -> float:
    """The probability to win with a lead, in units of the win margin (logistic function)."""
    if lead < -MAX_EXPONENT:
        return 0.0
    if lead > MAX_EXPONENT:
        return 1.0
    return 1.0 / (1.0 + math.exp(-lead))
