"""The analysis of whole games: exact sums, grades from views, the same again for the same seed."""

from __future__ import annotations

from functools import cache
from math import sqrt
from pathlib import Path
from statistics import stdev

import msgspec
import pytest

import smokestack
from smokestack.analysis import analyser
from smokestack.analysis.calibration import basis_of
from smokestack.analysis.decisions import DecisionSearch
from smokestack.analysis.report import Analysis, Grade
from smokestack.analysis.units import difference, mean_of
from smokestack.analysis.values import Valuation
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match

RECORDS = Path(__file__).parents[1] / "records"
GAMES = ("glasgow_city", "brass_2018_3", "brass_won_by_shared")
SIMULATIONS = 4


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(analyser.SIMULATIONS, "quick", SIMULATIONS)
    monkeypatch.setitem(analyser.SAMPLES, "quick", 2)


@cache
def analysis_of(name: str, seed: int = 0) -> Analysis:
    return smokestack.analyse(smokestack.load_game(RECORDS / f"{name}.json"), seed=seed)


def millionths(number: float) -> int:
    return round(number * 1_000_000)


@pytest.mark.parametrize("name", GAMES)
def test_luck_and_skill_add_up_exactly_to_the_result_less_the_start(name: str) -> None:
    analysis = analysis_of(name)
    for seat, report in enumerate(analysis.seats):
        for kind in ("chances", "points"):
            start = millionths(getattr(analysis.start, kind)[seat])
            luck = millionths(getattr(analysis.deal_luck, kind)[seat])
            skill = 0
            for step in analysis.steps:
                luck += millionths(getattr(step.luck, kind)[seat])
                skill += millionths(getattr(step.skill, kind)[seat])
            result = millionths(getattr(analysis.steps[-1].values, kind)[seat])
            assert result - start == luck + skill
            name_in_report = {"chances": "chance", "points": "points"}[kind]
            assert luck == millionths(getattr(report, f"luck_{name_in_report}"))
            assert skill == millionths(getattr(report, f"skill_{name_in_report}"))
        assert report.result_points == analysis.scores[seat]
    wins = [1 / len(analysis.winners) if s in analysis.winners else 0.0 for s in range(3)]
    assert analysis.steps[-1].values.chances == wins[: len(analysis.players)]


def test_all_games_of_a_table_have_the_same_start() -> None:
    starts, deals = [], []
    for seed in (1, 2):
        match = smokestack.new_game("glasgow", seed=seed, options={"turn_limit": 8})
        while not match.over:
            match.play(match.answers[-1])
        analysis = smokestack.analyse(match)
        starts.append(analysis.start)
        deals.append(analysis.dealt)
        for seat, luck in enumerate(analysis.deal_luck.chances):
            change = millionths(analysis.dealt.chances[seat])
            change -= millionths(analysis.start.chances[seat])
            assert millionths(luck) == change
    assert starts[0] == starts[1]
    assert deals[0] != deals[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_luck_of_a_reveal_is_taken_from_the_value_shown(name: str) -> None:
    """So that value after minus expectation before is luck, and the rest of the change skill."""
    match = smokestack.load_game(RECORDS / f"{name}.json")
    finding, index = next(
        (finding, index)
        for index, finding in enumerate(analyser.examine(match, "quick", 0, 0, 40))
        if any(finding.luck)
    )
    state, answer = match.state_at(index), match.history[index]
    basis = basis_of(match.game, state)
    valuation = Valuation(match.game, basis, len(match.setup.players))
    means = []
    for seed in range(300):
        stream, other = Stream(seed), state.copy()
        other.reshuffle(stream)
        other.apply(answer)
        means.append(valuation.value(other, stream, 1))
    expected = difference(finding.value, finding.luck)
    for found, mean, column in zip(expected, mean_of(means), zip(*means, strict=True), strict=True):
        error = stdev(column) * sqrt(1 / len(means) + 1 / analyser.ALTERNATIVES["quick"])
        assert abs(found - mean) <= 4 * error


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_in_the_analysis_and_forced_ones_are_not_graded(name: str) -> None:
    analysis = analysis_of(name)
    match = smokestack.load_game(RECORDS / f"{name}.json")
    answers = match.record().answers
    assert [step.answer for step in analysis.steps] == answers
    match.go_to(0)
    for step in analysis.steps:
        assert step.seat == match.actor
        legal = match.answers
        revealed = match.state.revealed
        if len(legal) == 1:
            assert step.grade is None
        else:
            assert step.grade is not None
            assert step.grade.best in legal
            assert step.grade.line[0] == step.grade.best
        match.play(step.answer)
        assert step.revealed == (match.state.revealed != revealed)
        if not step.revealed:
            assert not any(step.luck.chances + step.luck.points)
        assert sum(step.values.chances) == pytest.approx(1.0, abs=1e-4)
    graded = [step for step in analysis.steps if step.grade is not None]
    for seat, report in enumerate(analysis.seats):
        count = sum(step.seat == seat for step in graded)
        assert report.total.decisions == count
        assert sum(score.decisions for score in report.periods.values()) == count
        assert sum(score.decisions for score in report.kinds.values()) == count


def test_the_same_seed_gives_the_same_analysis() -> None:
    match = smokestack.load_game(RECORDS / "brass_won_by_shared.json")
    first = analysis_of("brass_won_by_shared").to_json()
    assert smokestack.analyse(match.record()).to_json() == first
    assert analysis_of("brass_won_by_shared", seed=1).to_json() != first
    assert msgspec.json.decode(first, type=Analysis).to_json() == first


def test_a_grade_does_not_depend_on_what_its_seat_can_not_see() -> None:
    match = smokestack.load_game(RECORDS / "brass_2018_3.json")
    given = match.history[30]
    match.go_to(30)
    assert len(match.answers) > 1
    seat = match.actor
    assert seat is not None
    grades = []
    for seed in range(3):
        state = match.state.copy()
        state.redeal(seat, Stream(seed))
        grades.append(grade_of(match, state, given))
    assert grades[0] == grades[1] == grades[2]


def grade_of(match: Match, state: State, given: int) -> Grade:
    settings = SearchSettings(simulations=100)
    basis = SearchBot(match.game, settings, Stream(0)).basis_for(state)
    search = DecisionSearch(match.game, basis, len(match.setup.players), 100)
    return search.grade(state, given, Stream(7))


def test_a_game_that_is_not_over_is_not_analysed() -> None:
    match = smokestack.new_game("glasgow", seed=1)
    match.play(match.answers[0])
    with pytest.raises(smokestack.InvalidInput, match="over"):
        smokestack.analyse(match)


def test_progress_reaches_every_answer() -> None:
    match = smokestack.load_game(RECORDS / "glasgow_tie_turn_limit.json")
    told: list[tuple[int, int]] = []
    analyser.analyse_match(match, progress=lambda done, total: told.append((done, total)))
    length = len(match.history)
    assert told == [(number, length) for number in range(1, length + 1)]


@pytest.mark.parametrize("number", [47, 57])
def test_a_blunder_is_found_with_a_better_answer(number: int) -> None:
    """A merchant moves on and leaves the best tile to the other player."""
    match = smokestack.load_game(RECORDS / "glasgow_city.json")
    state = match.state_at(number - 1)
    grade = grade_of(match, state, match.history[number - 1])
    assert grade.verdict == "blunder"
    better = grade_of(match, state, match.game.to_answer(grade.best))
    assert (better.verdict, better.chance_loss) == ("", 0.0)
