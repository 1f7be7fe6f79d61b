"""Who is said to have played better and lost, and which moments decided a game."""

from __future__ import annotations

from smokestack.analysis.grading import accuracy_of, verdict_of
from smokestack.analysis.moments import moments_of
from smokestack.analysis.report import Grade, Moment, Step, Values
from smokestack.analysis.seats import seat_reports
from smokestack.analysis.units import to_units


def step(number: int, seat: int, loss: float, luck: float) -> Step:
    """A step of a game of two in which `luck` is that of seat 0."""
    none = Values([0.0, 0.0], [0.0, 0.0])
    grade = Grade("a", ["a"], none, none, loss, 0.0, accuracy_of(loss), verdict_of(loss))
    luck_values = Values([luck, -luck], [0.0, 0.0])
    return Step(number, seat, "move", "", "a", none, luck_values, none, luck != 0.0, False, grade)


def reports(*steps: Step) -> list[bool]:
    """Whether each seat played better and lost, if seat 0 won."""
    start, result = to_units([0.5, 0.5], [0, 0]), to_units([1, 0], [10, 8])
    found = seat_reports(["Ann", "Ben"], [0], start, result, to_units([0, 0], [0, 0]), steps)
    return [report.played_better_and_lost for report in found]


def test_a_loser_with_fewer_errors_played_better_if_luck_decided() -> None:
    assert reports(step(1, 0, 0.2, 0.8), step(2, 1, 0.0, 0.0)) == [False, True]


def test_a_loser_who_made_more_errors_did_not_play_better() -> None:
    assert reports(step(1, 0, 0.0, 0.8), step(2, 1, 0.2, 0.0)) == [False, False]


def test_a_loser_did_not_play_better_if_the_winner_needed_no_luck() -> None:
    assert reports(step(1, 0, 0.2, 0.1), step(2, 1, 0.0, 0.0)) == [False, False]


def test_the_three_largest_changes_are_the_moments_in_order() -> None:
    deal = Values([0.01, -0.01], [0.0, 0.0])
    steps = [step(1, 0, 0.3, 0.0), step(2, 1, 0.05, -0.2), step(3, 0, 0.1, 0.0)]
    assert moments_of(deal, steps) == [
        Moment(1, "error", 0, -0.3),
        Moment(2, "luck", 1, 0.2),
        Moment(3, "error", 0, -0.1),
    ]


def test_a_quiet_game_has_no_moments() -> None:
    assert moments_of(Values([0.01, -0.01], [0.0, 0.0]), [step(1, 0, 0.01, 0.0)]) == []
