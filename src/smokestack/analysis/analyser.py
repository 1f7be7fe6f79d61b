"""Analyses a finished game: examines its answers one by one, and puts the findings together.

Each answer is examined with random numbers of its own, so the answers can be examined in any order
and in different processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from smokestack.analysis.calibration import basis_of, calibration_of
from smokestack.analysis.decisions import DecisionSearch
from smokestack.analysis.grading import TURNING_POINT
from smokestack.analysis.luck import LuckMeasure, value_before_deal
from smokestack.analysis.moments import moments_of
from smokestack.analysis.report import FORMAT, Analysis, Depth, Grade, Step
from smokestack.analysis.seats import seat_reports
from smokestack.analysis.units import UNITS, Units, difference, nothing, to_values
from smokestack.analysis.values import Valuation
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.engine.messages import mark
from smokestack.engine.record import Result

SIMULATIONS: Final[dict[Depth, int]] = {"quick": 250, "deep": 1000}
"""For each decision, and up to as many again for the answer given."""
SAMPLES: Final[dict[Depth, int]] = {"quick": 32, "deep": 128}
"""Shuffles over which the value of a position is the mean."""
ALTERNATIVES: Final[dict[Depth, int]] = {"quick": 64, "deep": 256}
"""Random outcomes that are compared with the actual one, to measure luck."""
PERIODS: Final = ("opening", "middle", "ending")
"""The thirds of a game that has no periods of its own."""

Progress = Callable[[int, int], None]
"""Is called with the number of answers examined and of all."""


class Finding(NamedTuple):
    """What was found out about an answer."""

    value: Units
    """Of the position after the answer."""
    luck: Units
    grade: Grade | None
    """None if only one answer was legal."""


def analyse_match(
    match: Match, depth: Depth = "quick", seed: int = 0, progress: Progress | None = None
) -> Analysis:
    """The analysis of a game that is over; the same for the same game, depth and seed."""
    check_over(match)
    findings = []
    for finding in examine(match, depth, seed):
        findings.append(finding)
        if progress is not None:
            progress(len(findings), len(match.history))
    return put_together(match, depth, seed, findings)


def check_over(match: Match) -> None:
    """`InvalidInput` for a running game.

    A server reveals the deal of a game after its end only, so a record with a deal whose last
    position is not the end is that of a game that was resigned.
    """
    if not match.over and (match.setup.deal is None or not match.history):
        raise InvalidInput(
            mark("this game is not over; a game can be analysed when it has ended or was resigned")
        )


def examine(
    match: Match, depth: Depth, seed: int, first: int = 0, end: int | None = None
) -> Iterator[Finding]:
    """Examine the answers from index `first` up to `end`."""
    state = match.state_at(first)
    players = len(match.setup.players)
    basis = basis_of(match.game, state)
    valuation = Valuation(match.game, basis, players)
    measure = LuckMeasure(match.game, valuation, ALTERNATIVES[depth])
    searching = DecisionSearch(match.game, basis, players, SIMULATIONS[depth])
    samples = SAMPLES[depth]
    for index, answer in enumerate(match.history[first:end], first):
        stream = _stream(seed, index + 1)
        before = state.copy()
        state.apply(answer)
        value = valuation.value(state, stream, samples)
        luck = nothing(players)
        if state.revealed != before.revealed:
            luck = measure.of_answer(before, answer, value, stream)
        grade = searching.grade(before, answer, stream) if before.count > 1 else None
        yield Finding(value, luck, grade)


def grade_answer(match: Match, depth: Depth, seed: int, answer: int) -> Grade:
    """The grade of another answer to the current decision of a match."""
    state = match.state
    players = len(match.setup.players)
    searching = DecisionSearch(match.game, basis_of(match.game, state), players, SIMULATIONS[depth])
    return searching.grade(state, answer, _stream(seed, len(match.history) + 1))


def put_together(match: Match, depth: Depth, seed: int, findings: Sequence[Finding]) -> Analysis:
    """The analysis from what was found out about each answer.

    Nobody has won a game that was not played to its end; its last position stands for the result.
    """
    game, setup = match.game, match.setup
    result = match.result or Result(game.points(match.state), [], "")
    start = game.start(setup)
    valuation = Valuation(game, basis_of(game, start), len(setup.players))
    dealt = valuation.value(start, _stream(seed, 0), SAMPLES[depth])
    luck = LuckMeasure(game, valuation, ALTERNATIVES[depth]).of_deal(setup, dealt)
    values = [dealt, *(finding.value for finding in findings)]
    before_deal = value_before_deal(game, setup)
    steps = _steps(match, findings, values)
    return Analysis(
        format=FORMAT,
        game=game.name,
        edition=setup.edition,
        rules=setup.rules,
        players=setup.players,
        scores=result.scores,
        winners=result.winners,
        depth=depth,
        simulations=SIMULATIONS[depth],
        seed=seed,
        start=to_values(before_deal),
        dealt=to_values(dealt),
        deal_luck=to_values(luck),
        steps=steps,
        seats=seat_reports(
            setup.players,
            result.winners,
            before_deal,
            values[-1],
            luck,
            calibration_of(game).luck_share,
            steps,
        ),
        moments=moments_of(to_values(luck), steps),
    )


def _stream(seed: int, number: int) -> Stream:
    return Stream((seed * 1_000_003 + number) % 2**62)


def _steps(match: Match, findings: Sequence[Finding], values: Sequence[Units]) -> list[Step]:
    game = match.game
    state = game.start(match.setup)
    turns = int(match.state.turn) + 1
    steps = []
    for number, (answer, finding) in enumerate(zip(match.history, findings, strict=True), 1):
        seat, decision, revealed = int(state.actor), game.decisions[state.decision], state.revealed
        period = game.period(state) or PERIODS[len(PERIODS) * int(state.turn) // turns]
        state.apply(answer)
        change = difference(values[number], values[number - 1])
        largest = max(abs(chance) for chance in change[: len(change) // 2])
        steps.append(
            Step(
                number=number,
                seat=seat,
                decision=decision,
                period=period,
                answer=game.to_text(answer),
                values=to_values(values[number]),
                luck=to_values(finding.luck),
                skill=to_values(difference(change, finding.luck)),
                revealed=bool(state.revealed != revealed),
                turning=largest >= TURNING_POINT * UNITS,
                grade=finding.grade,
            )
        )
    return steps
