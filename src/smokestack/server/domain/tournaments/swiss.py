"""Swiss pairings for two at a table.

From the top of the ranking, each is paired with somebody of the same points: the first of the upper
half with the first of the lower half, and so on. If that is impossible, the opponent is somebody
with fewer points. Nobody meets an opponent twice as long as everybody can be paired without that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from smokestack.server.domain.tournaments.matching import can_pair_all

Meetings = Mapping[frozenset[int], int]
"""How often two entrants have met."""


def pairs(
    ranked: Sequence[int],
    points: Mapping[int, Fraction],
    meetings: Meetings,
    byes: Counter[int],
) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs, best first, and who has no opponent if the number of entrants is odd.

    That is the last in the ranking among those who had an opponent most often.
    """
    if len(ranked) % 2 == 0:
        return _pair_all(ranked, points, meetings), None
    fewest = min(byes[number] for number in ranked)
    candidates = [number for number in reversed(ranked) if byes[number] == fewest]
    fewest = min(_needed_meetings(_without(ranked, number), meetings) for number in candidates)
    sits_out = next(
        number
        for number in candidates
        if _needed_meetings(_without(ranked, number), meetings) == fewest
    )
    return _pair_all(_without(ranked, sits_out), points, meetings), sits_out


def _pair_all(
    ranked: Sequence[int], points: Mapping[int, Fraction], meetings: Meetings
) -> list[tuple[int, int]]:
    allowed = _needed_meetings(ranked, meetings)
    left = list(ranked)
    found = []
    while left:
        best, others = left[0], left[1:]
        opponent = next(
            other
            for other in _preferred(best, others, points)
            if _meetings(meetings, best, other) <= allowed
            and _can_pair(_without(others, other), meetings, allowed)
        )
        found.append((best, opponent))
        left = _without(others, opponent)
    return found


def _preferred(best: int, others: Sequence[int], points: Mapping[int, Fraction]) -> list[int]:
    """The opponents of the best who is left: of the same points first, the lower half before."""
    same = [other for other in others if points[other] == points[best]]
    half = len(same) // 2
    return [*same[half:], *reversed(same[:half]), *others[len(same) :]]


def _needed_meetings(entrants: Sequence[int], meetings: Meetings) -> int:
    """How often two who are paired may have met, so that everybody can be paired."""
    allowed = 0
    while not _can_pair(entrants, meetings, allowed):
        allowed += 1
    return allowed


def _can_pair(entrants: Sequence[int], meetings: Meetings, allowed: int) -> bool:
    return can_pair_all(
        [
            [
                index
                for index, other in enumerate(entrants)
                if other != number and _meetings(meetings, number, other) <= allowed
            ]
            for number in entrants
        ]
    )


def _meetings(meetings: Meetings, one: int, other: int) -> int:
    return meetings.get(frozenset((one, other)), 0)


def _without(entrants: Sequence[int], number: int) -> list[int]:
    return [other for other in entrants if other != number]
