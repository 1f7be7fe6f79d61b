"""Who is said to have played better and lost, and which moments decided a game."""

from __future__ import annotations

from smokestack.analysis.grading import accuracy_of, verdict_of
from smokestack.analysis.moments import moments_of
from smokestack.analysis.report import Grade, Moment, Step, Values
from smokestack.analysis.seats import seat_reports
from smokestack.analysis.units import to_units


def step(number: int, seat: int, loss: float, luck: float) -> Step:
    """A step of a game of two in which `luck` is that of seat 0."""
    return step_with_luck(number, seat, loss, [luck, -luck])


def step_with_luck(number: int, seat: int, loss: float, luck: list[float]) -> Step:
    none = Values([0.0] * len(luck), [0.0] * len(luck))
    grade = Grade("a", ["a"], none, none, loss, 0.0, accuracy_of(loss), verdict_of(loss))
    luck_values = Values(luck, none.points)
    return Step(number, seat, "move", "", "a", none, luck_values, none, any(luck), False, grade)


def reports(*steps: Step) -> list[bool]:
    """Whether each seat played better and lost, if seat 0 won."""
    start, result = to_units([0.5, 0.5], [0, 0]), to_units([1, 0], [10, 8])
    found = seat_reports(["Ann", "Ben"], [0], start, result, to_units([0, 0], [0, 0]), 1.0, steps)
    return [report.played_better_and_lost for report in found]


def test_a_loser_with_fewer_errors_played_better_if_luck_decided() -> None:
    assert reports(step(1, 0, 0.2, 0.8), step(2, 1, 0.0, 0.0)) == [False, True]


def test_a_loser_who_made_more_errors_did_not_play_better() -> None:
    assert reports(step(1, 0, 0.0, 0.8), step(2, 1, 0.2, 0.0)) == [False, False]


def test_a_loser_did_not_play_better_if_the_winner_needed_no_luck() -> None:
    assert reports(step(1, 0, 0.2, 0.1), step(2, 1, 0.0, 0.0)) == [False, False]


def test_the_result_without_luck_leaves_out_the_share_that_lasts() -> None:
    start, result = to_units([0.5, 0.5], [10, 10]), to_units([1, 0], [12, 8])
    deal = to_units([0.1, -0.1], [1, -1])
    steps = [step(1, 0, 0.0, 0.4)]
    first, second = seat_reports(["Ann", "Ben"], [0], start, result, deal, 0.8, steps)
    assert (first.luck_chance, first.skill_chance, first.adjusted_chance) == (0.5, 0.0, 0.6)
    assert (second.luck_chance, second.skill_chance, second.adjusted_chance) == (-0.5, 0.0, 0.4)
    assert (first.luck_points, first.adjusted_points) == (1.0, 11.2)


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


def test_bad_luck_of_one_of_four_seats_is_a_moment() -> None:
    deal = Values([0.01, 0.0, 0.0, -0.01], [0.0] * 4)
    steps = [
        step_with_luck(1, 1, 0.116, [0.0] * 4),
        step_with_luck(2, 2, 0.0, [0.05, 0.045, 0.044, -0.139]),
        step_with_luck(3, 0, 0.078, [0.09, -0.03, -0.03, -0.03]),
        step_with_luck(4, 3, 0.0, [0.0] * 4),
    ]
    assert moments_of(deal, steps) == [
        Moment(1, "error", 1, -0.116),
        Moment(2, "luck", 3, -0.139),
        Moment(3, "luck", 0, 0.09),
    ]


def test_a_bad_deal_of_one_of_four_seats_is_a_moment() -> None:
    deal = Values([0.07, -0.21, 0.07, 0.07], [0.0] * 4)
    assert moments_of(deal, []) == [Moment(0, "luck", 1, -0.21)]


def test_with_two_seats_luck_is_told_of_the_seat_that_gained() -> None:
    deal = Values([-0.200001, 0.2], [0.0, 0.0])
    assert moments_of(deal, []) == [Moment(0, "luck", 1, 0.2)]
