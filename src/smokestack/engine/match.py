"""A game being played: its setup, its answers so far and its state."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from smokestack.engine.core.keyed_stream import KeyedStream
from smokestack.engine.core.state import State
from smokestack.engine.deal import Shuffle
from smokestack.engine.errors import IllegalAnswer, InvalidInput, brief, plain
from smokestack.engine.game import Game, LedgerEntry
from smokestack.engine.messages import Message, mark, mark_plural
from smokestack.engine.record import DEALT_FORMAT, Record, Result, Setup
from smokestack.engine.snapshot import StateData
from smokestack.engine.view import SPECTATOR, View


class Match:
    """One game from its setup to its result. All answers from outside are checked here.

    >>> import smokestack
    >>> match = smokestack.new_game("glasgow", seed=7)
    >>> match.actor, match.decision, match.answers[:2]
    (0, 'move', ['move 1', 'move 2'])
    >>> match.play("move 2")
    >>> match.undo()
    >>> len(match.history)
    0
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.state = game.start(setup)
        self.history: list[int] = []
        self._turns = {0: int(self.state.turn)}
        self._resumed = 0
        self._resumed_state: State | None = None

    @classmethod
    def resume(cls, game: Game, setup: Setup, history: list[int], data: StateData) -> Match:
        """Continue from a state that was saved after the answers of `history`."""
        match = cls(game, setup)
        match.history = history
        match.state = game.resume(setup, data, len(history))
        match._turns = {len(history): int(match.state.turn)}
        match._resumed = len(history)
        match._resumed_state = match.state.copy()
        return match

    def copy(self) -> Match:
        """An independent match with the same answers so far."""
        copied = copy(self)
        copied.state = self.game.follow(self.state)
        copied.history = self.history[:]
        copied._turns = self._turns.copy()
        return copied

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def actor(self) -> int | None:
        """The seat that must answer, or None once the game is over."""
        return None if self.state.over else int(self.state.actor)

    @property
    def decision(self) -> str | None:
        """The name of the decision that the actor has to make, or None once the game is over."""
        return None if self.state.over else self.game.decisions[self.state.decision]

    @property
    def answers(self) -> list[str]:
        """The legal answers in notation."""
        return [self.game.to_text(answer) for answer in self.state.answers()]

    def play(self, answer: str | int) -> None:
        """Give an answer, in notation or as an integer; `IllegalAnswer` if it is not legal."""
        number = self._legal(answer)
        self.state.apply(number)
        self.history.append(number)
        self._turns[len(self.history)] = int(self.state.turn)

    def reveals(self, answer: str | int) -> bool:
        """Whether a legal answer would reveal something hidden, as the end of the game also does.

        This is the only place that decides it.
        """
        after = self.state.copy()
        after.apply_without_listing(self._legal(answer))
        return self.is_revealing(after)

    def is_revealing(self, after: State) -> bool:
        """Whether something hidden was revealed on the way from the current state to `after`."""
        return bool(after.over or after.revealed != self.state.revealed)

    def after(self, answer: str | int, then: Sequence[str] = (), skip: bool = False) -> State:
        """The state after an answer and those that follow without asking (`follow_up`).

        The legal answers of the next decision may be missing.
        """
        seat, prepared = self.actor, list(then)
        after = self.state.copy()
        after.apply_without_listing(self._legal(answer))
        while (number := follow_up(self.game, after, seat, prepared, skip)) is not None:
            after.apply_without_listing(number)
        return after

    def _legal(self, answer: str | int) -> int:
        """An answer as an integer; `IllegalAnswer` if it is not legal now."""
        if self.state.over:
            raise IllegalAnswer(mark("the game is over"))
        number = self.game.to_answer(answer) if isinstance(answer, str) else answer
        if not 0 <= number < self.game.answers:
            raise IllegalAnswer(
                f"answer {number} is outside the action space of {self.game.answers}"
            )
        if not self.state.offers_answer(number):
            legal = self.answers
            shown = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
            raise IllegalAnswer(
                mark("{answer} is not possible here; {question} allows: {shown}"),
                answer=repr(self.game.to_text(number)),
                question=self.decision,
                shown=shown,
            )
        return number

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` answers by replaying the others."""
        if not 0 <= count <= len(self.history):
            raise IllegalAnswer(
                mark_plural(
                    "there is only {n} move to undo",
                    "there are only {n} moves to undo",
                ),
                n=len(self.history),
            )
        self.go_to(len(self.history) - count)

    def go_to(self, length: int) -> None:
        """Go back to the position after the first `length` answers."""
        self.history = self.history[:length]
        self.state = self.game.start(self.setup)
        self._turns = {0: int(self.state.turn)}
        for number, answer in enumerate(self.history, 1):
            self.state.apply(answer)
            self._turns[number] = int(self.state.turn)
        self._resumed = 0
        self._resumed_state = None

    def state_at(self, length: int) -> State:
        """A new state as it was after the first `length` answers."""
        first, state = 0, None
        if self._resumed_state is not None and length >= self._resumed:
            first, state = self._resumed, self._resumed_state.copy()
        state = state or self.game.start(self.setup)
        for answer in self.history[first:length]:
            state.apply(answer)
        return state

    def turn_at(self, length: int) -> int:
        """The number of the turn after the first `length` answers.

        Only a match that was resumed after them replays the game to find it.
        """
        if length not in self._turns:
            self._turns[length] = int(self.state_at(length).turn)
        return self._turns[length]

    def view(self, seat: int) -> View:
        """What a seat may know; `SPECTATOR` stands for people without a seat."""
        return View(self.game, self.state, seat, self.setup.players)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows for a match: the table as the actor sees it."""
        return self.view(SPECTATOR if self.actor is None else self.actor)._repr_mimebundle_()

    def ledger(self, after: int = 0) -> list[LedgerEntry]:
        """The changes that the answers after number `after` caused; see `Game.ledger`."""
        if after < self._resumed:
            # The ledger of a resumed match has no entries from before it was resumed.
            self.go_to(len(self.history))
        return self.game.ledger(self.state, after)

    @property
    def result(self) -> Result | None:
        """Scores, winners and reason, once the game is over."""
        return self.game.result(self.state)

    def record(self) -> Record:
        """All that is needed to replay this game."""
        answers = [self.game.to_text(answer) for answer in self.history]
        if self.setup.deal is None:
            return Record(self.setup, answers, self.result)
        return Record(self.setup, answers, self.result, DEALT_FORMAT, self.shuffles())

    def shuffles(self) -> list[Shuffle]:
        """All shuffles of a game with a deal, found by replaying it; empty for one with a seed."""
        again = Match(self.game, self.setup)
        for answer in self.history:
            again.play(answer)
        stream = again.state.stream
        if not isinstance(stream, KeyedStream):
            return []
        return [Shuffle(label, order) for label, order in stream.log]


def follow_up(
    game: Game, state: State, seat: int | None, prepared: list[str], skip: bool
) -> int | None:
    """What to answer without asking, after an answer of the same seat; None if it must be asked.

    That is the next prepared answer, in notation, if it is legal now; it is taken off the list. If
    `skip`, it is also the only answer of a decision that a person need not be asked.
    """
    if state.over or state.actor != seat:
        return None
    if prepared:
        number = game.to_answer(prepared[0])
        if state.offers_answer(number):
            prepared.pop(0)
            return number
    if skip and state.count == 1 and game.decisions[state.decision] in game.unasked_decisions:
        return int(state.legal[0])
    return None


def replay(game: Game, record: Record) -> Match:
    """Play a record; `InvalidInput` names the first wrong answer, or a wrong result."""
    match = Match(game, record.setup)
    for number, answer in enumerate(record.answers, 1):
        try:
            match.play(answer)
        except IllegalAnswer as error:
            raise InvalidInput(
                mark("answer {number} of the record: {error}"), number=number, error=error
            ) from None
    if record.shuffles != match.shuffles():
        raise InvalidInput(mark("the record claims other shuffles than its deal gives"))
    if record.result is not None and record.result != match.result:
        raise InvalidInput(
            mark("the record claims the result {claimed}, replaying it gives {found}"),
            claimed=_result_message(record.result),
            found=_result_message(match.result),
        )
    return match


def _result_message(result: Result | None) -> Message:
    if result is None:
        return Message(mark("none yet"))
    values: dict[str, object] = {
        "scores": brief(result.scores),
        "winners": brief(result.winners),
        "reason": plain(result.reason),
    }
    return Message(mark("{scores}, won by {winners} ({reason})"), values)
