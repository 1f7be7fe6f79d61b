"""Plays one game between bots."""

from __future__ import annotations

import time

import msgspec

from smokestack.arena.luck import Luck, LuckMeter
from smokestack.bots.bot import Bot
from smokestack.bots.registry import make_bot
from smokestack.engine.errors import SmokestackError
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.games import find_game


class AnswerTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long each seat took to answer; the only part of an outcome that no seed determines."""

    seconds: list[float]
    slowest: list[float]
    """The longest time of each seat for one answer."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a finished game; lists are by seat."""

    scores: list[int]
    winners: list[int]
    reason: str
    turns: int
    answers: list[int]
    """The number of answers of each seat."""
    answer_times: AnswerTimes = msgspec.field(name="thinking")
    luck: Luck | None = None
    """Missing in games of earlier versions."""

    def wins(self, seat: int) -> float:
        """1 for a win, a fraction for a shared one, else 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def places(self) -> list[int]:
        """The place of each seat: 0 for the winners, then by score; ties share a place."""
        standing = [(seat not in self.winners, -points) for seat, points in enumerate(self.scores)]
        return [sum(other < own for other in standing) for own in standing]


def play_game(setup: Setup, bots: list[str]) -> Outcome:
    """Play a whole game with a bot on each seat; the error of a bot names the bot."""
    match = Match(find_game(setup.game), setup)
    seated = [_seat_bot(name, match, seat) for seat, name in enumerate(bots)]
    try:
        return _play(match, bots, seated)
    finally:
        seated.clear()  # ends external programs, even if a traceback still refers to this frame


def _play(match: Match, bots: list[str], seated: list[Bot]) -> Outcome:
    answers = [0] * len(bots)
    seconds = [0.0] * len(bots)
    slowest = [0.0] * len(bots)
    meter = LuckMeter(match.game, match.setup, match.state)
    meter.add_deal(match.state)
    while (seat := match.actor) is not None:
        view = match.view(seat)
        before = match.state.copy()
        start = time.perf_counter()
        try:
            answer = seated[seat].answer(view)
            taken = time.perf_counter() - start
            match.play(answer)
        except SmokestackError as error:
            raise _failure(error, bots[seat], match, seat) from error
        meter.add_answer(before, answer, match.state)
        answers[seat] += 1
        seconds[seat] += taken
        slowest[seat] = max(slowest[seat], taken)
    result = match.result
    assert result is not None
    times = AnswerTimes([round(s, 6) for s in seconds], [round(s, 6) for s in slowest])
    turns = int(match.state.turn)
    return Outcome(
        result.scores, result.winners, result.reason, turns, answers, times, meter.result()
    )


def _seat_bot(name: str, match: Match, seat: int) -> Bot:
    try:
        return make_bot(name, match.game, match.setup.seed, seat)
    except SmokestackError as error:
        raise _failure(error, name, match, seat) from error


def _failure(error: SmokestackError, name: str, match: Match, seat: int) -> SmokestackError:
    where = f"seat {seat}, seed {match.setup.seed}, after {len(match.history)} answers"
    return SmokestackError("{name} failed ({where}): {error}", name=name, where=where, error=error)
