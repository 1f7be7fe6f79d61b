"""What an analysis says about each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smokestack.analysis.grading import score_of
from smokestack.analysis.report import Score, SeatReport, Step
from smokestack.analysis.units import UNITS, Units, difference, share_of, sum_of, to_units


def seat_reports(
    players: Sequence[str],
    winners: Sequence[int],
    start: Units,
    result: Units,
    deal_luck: Units,
    luck_share: float,
    steps: Sequence[Step],
) -> list[SeatReport]:
    """`luck_share` is the share of luck that lasts, see `Calibration`."""
    lucks = [to_units(step.luck.chances, step.luck.points) for step in steps]
    luck = sum_of([deal_luck, *lucks])
    skill = difference(difference(result, start), luck)
    adjusted = difference(result, share_of(luck, luck_share))
    scores = [_score(steps, seat) for seat in range(len(players))]
    reports = []
    for seat, name in enumerate(players):
        points = len(players) + seat
        reports.append(
            SeatReport(
                name=name,
                total=scores[seat],
                periods=_scores_by(steps, seat, lambda step: step.period),
                kinds=_scores_by(steps, seat, lambda step: step.decision),
                start_chance=start[seat] / UNITS,
                start_points=start[points] / UNITS,
                result_chance=result[seat] / UNITS,
                result_points=result[points] / UNITS,
                luck_chance=luck[seat] / UNITS,
                luck_points=luck[points] / UNITS,
                skill_chance=skill[seat] / UNITS,
                skill_points=skill[points] / UNITS,
                adjusted_chance=adjusted[seat] / UNITS,
                adjusted_points=adjusted[points] / UNITS,
                played_better_and_lost=_played_better_and_lost(seat, winners, adjusted, scores),
            )
        )
    return reports


def _played_better_and_lost(
    seat: int, winners: Sequence[int], adjusted: Units, scores: Sequence[Score]
) -> bool:
    """A loser would have come first without luck, and lost less by its answers than any winner.

    Nobody has lost a game without winners, which was not played to its end.
    """
    others = [other for other in range(len(scores)) if other != seat]
    return (
        bool(winners)
        and seat not in winners
        and all(adjusted[seat] > adjusted[other] for other in others)
        and all(scores[seat].chance_loss < scores[winner].chance_loss for winner in winners)
    )


def _score(steps: Sequence[Step], seat: int) -> Score:
    return score_of(step.grade for step in steps if step.seat == seat and step.grade is not None)


def _scores_by(steps: Sequence[Step], seat: int, key: Callable[[Step], str]) -> dict[str, Score]:
    """The scores of a seat by a property of its graded steps, in the order of the game."""
    graded = [step for step in steps if step.seat == seat and step.grade is not None]
    names = dict.fromkeys(map(key, graded))
    return {name: _score([step for step in graded if key(step) == name], seat) for name in names}
