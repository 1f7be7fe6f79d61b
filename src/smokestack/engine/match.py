"""A game being played: its setup, its answers so far and where it stands."""

from __future__ import annotations

from copy import copy

from smokestack.engine.errors import IllegalAnswer, InvalidInput, brief, plain
from smokestack.engine.game import Game, LedgerEntry, ScoreLine
from smokestack.engine.language import tr, trn
from smokestack.engine.record import Record, Result, Setup
from smokestack.engine.snapshot import Frozen
from smokestack.engine.state import State
from smokestack.engine.view import View


class Match:
    """One game from its setup to its result; the only place where answers are checked.

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
        self._resumed = 0
        self._resumed_state: State | None = None

    @classmethod
    def resume(cls, game: Game, setup: Setup, history: list[int], frozen: Frozen) -> Match:
        """A match from a state on that was frozen after the answers of `history`."""
        match = cls(game, setup)
        match.history = history
        match.state = game.resume(setup, frozen, len(history))
        match._resumed = len(history)
        match._resumed_state = match.state.copy()
        return match

    def copy(self) -> Match:
        """The same game so far, to go on with apart from this one."""
        twin = copy(self)
        twin.state = self.game.follow(self.state)
        twin.history = self.history[:]
        return twin

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def actor(self) -> int | None:
        """The seat that must answer, or None once the game is over."""
        return None if self.state.over else int(self.state.actor)

    @property
    def decision(self) -> str | None:
        """The name of the standing question."""
        return None if self.state.over else self.game.decisions[self.state.decision]

    @property
    def answers(self) -> list[str]:
        """The legal answers in notation."""
        return [self.game.to_text(answer) for answer in self.state.answers()]

    def play(self, answer: str | int) -> None:
        """Give an answer, in notation or as an integer; `IllegalAnswer` if it is not offered."""
        if self.state.over:
            raise IllegalAnswer(tr("the game is over"))
        number = self.game.to_answer(answer) if isinstance(answer, str) else answer
        if not 0 <= number < self.game.answers:
            raise IllegalAnswer(
                f"answer {number} is outside the action space of {self.game.answers}"
            )
        if not self.state.offers_answer(number):
            offered = self.answers
            shown = ", ".join(offered[:8]) + (", …" if len(offered) > 8 else "")
            raise IllegalAnswer(
                tr(
                    "{answer} is not possible here; {question} allows: {shown}",
                    answer=repr(self.game.to_text(number)),
                    question=self.decision,
                    shown=shown,
                )
            )
        self.state.apply(number)
        self.history.append(number)

    def undo(self, count: int = 1) -> None:
        """Take back the last answers by replaying all the others."""
        if not 0 <= count <= len(self.history):
            raise IllegalAnswer(
                trn(
                    "there is only {n} answer to take back",
                    "there are only {n} answers to take back",
                    len(self.history),
                )
            )
        self.go_to(len(self.history) - count)

    def go_to(self, length: int) -> None:
        """Return to the position after the first `length` answers."""
        self.history = self.history[:length]
        self.state = self.game.start(self.setup)
        for answer in self.history:
            self.state.apply(answer)
        self._resumed = 0
        self._resumed_state = None

    def state_at(self, length: int) -> State:
        """The state after the first `length` answers, to be gone on with by whoever wants it."""
        first, state = 0, None
        if self._resumed_state is not None and length >= self._resumed:
            first, state = self._resumed, self._resumed_state.copy()
        state = state or self.game.start(self.setup)
        for answer in self.history[first:length]:
            state.apply(answer)
        return state

    def view(self, seat: int) -> View:
        """What a seat may know; `smokestack.SPECTATOR` for somebody without a seat."""
        return View(self.game, self.state, seat, self.setup.players)

    def score(self) -> list[ScoreLine]:
        """Every point that each seat would score if the game ended now."""
        self._know_from(0)
        return self.game.score_sheet(self.state)

    def ledger(self, after: int = 0) -> list[LedgerEntry]:
        """Every change of money, income and points with its cause, in games that have those.

        Only those of later answers than number `after`.
        """
        self._know_from(after)
        return self.game.ledger(self.state, after)

    def _know_from(self, number: int) -> None:
        """Have a ledger of all later answers: that of a resumed match begins where it does."""
        if number < self._resumed:
            self.go_to(len(self.history))

    @property
    def result(self) -> Result | None:
        """Scores, winners and reason, once the game is over."""
        return self.game.result(self.state)

    def record(self) -> Record:
        """All that is needed to play this game again."""
        answers = [self.game.to_text(answer) for answer in self.history]
        return Record(self.setup, answers, self.result)


def replay(game: Game, record: Record) -> Match:
    """Play a record; `InvalidInput` names the first answer or result that is not right."""
    match = Match(game, record.setup)
    for number, answer in enumerate(record.answers, 1):
        try:
            match.play(answer)
        except IllegalAnswer as error:
            raise InvalidInput(
                tr("answer {number} of the record: {error}", number=number, error=error)
            ) from None
    if record.result is not None and record.result != match.result:
        raise InvalidInput(
            tr(
                "the record claims the result {claimed}, replaying it gives {found}",
                claimed=_told(record.result),
                found=_told(match.result),
            )
        )
    return match


def _told(result: Result | None) -> str:
    if result is None:
        return tr("none yet")
    return tr(
        "{scores}, won by {winners} ({reason})",
        scores=brief(result.scores),
        winners=brief(result.winners),
        reason=plain(result.reason),
    )
