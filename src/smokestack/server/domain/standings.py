"""How a game ended or stands: the ranking, the points over time and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from smokestack.games import ui_of
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import name_of

MAX_TURNING_POINTS = 4


class Standing(msgspec.Struct, frozen=True):
    """A seat's place in the ranking."""

    place: int
    seat: int
    name: str
    points: int


class Turn(msgspec.Struct, frozen=True):
    """The points after a turn."""

    number: int
    """The answers given so far."""
    best_answer: int
    """The number of the answer in this turn that changed the points most."""
    seat: int
    points: tuple[int, ...]
    period_title: str
    """The period in which the next turn is, or empty if the game has none."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn that decided much."""

    number: int
    """The answer to show in the replay."""
    seat: int
    gains: tuple[int, ...]
    """What each seat won or lost in this turn."""
    new_leader: int
    """The seat that took the lead, or -1."""
    ended: str
    """The period that ended with it, or empty."""


def ranking(table: Table) -> list[Standing]:
    """The seats, winners first; as the points stand if nobody has won."""
    result = table.match.result
    points = table.game.points(table.match.state) if result is None else result.scores
    winners = [] if result is None else result.winners
    order = sorted(range(len(points)), key=lambda seat: (seat not in winners, -points[seat]))
    found: list[Standing] = []
    for index, seat in enumerate(order):
        place = index + 1
        if found and points[seat] == points[order[index - 1]]:
            tied_winners = seat in winners and order[index - 1] in winners
            if tied_winners or (seat not in winners and order[index - 1] not in winners):
                place = found[-1].place
        found.append(Standing(place, seat, name_of(table.seats[seat]), points[seat]))
    return found


def course_of(table: Table) -> list[Turn]:
    """The points before the first turn and after each."""
    game, history = table.game, table.match.history
    ui = ui_of(game)
    state = game.start(table.setup)
    points = tuple(game.points(state))
    turns = [Turn(0, 0, -1, points, ui.period_title(state))]
    seat, largest, best = -1, -1, 0
    for number, answer in enumerate(history, 1):
        turn, actor = state.turn, int(state.actor)
        state.apply_without_listing(answer)
        before, points = points, tuple(game.points(state))
        change = sum(abs(new - old) for old, new in zip(before, points, strict=True))
        if change > largest:
            seat, largest, best = actor, change, number
        if state.turn != turn or number == len(history):
            turns.append(Turn(number, best, seat, points, ui.period_title(state)))
            largest = -1
    return turns


def turning_points(turns: Sequence[Turn]) -> list[TurningPoint]:
    """The turns with the largest changes between the seats, and the last that changed the lead."""
    found: list[tuple[int, TurningPoint]] = []
    led_by = -1
    for before, after in pairwise(turns):
        gains = tuple(new - old for old, new in zip(before.points, after.points, strict=True))
        leader = _leader(after.points)
        new_leader = leader if leader >= 0 and led_by not in (-1, leader) else -1
        led_by = leader if leader >= 0 else led_by
        if max(gains) != min(gains):
            ended = before.period_title if before.period_title != after.period_title else ""
            point = TurningPoint(after.best_answer, after.seat, gains, new_leader, ended)
            found.append((max(gains) - min(gains), point))
    last = [entry for entry in found if entry[1].new_leader >= 0][-1:]
    others = sorted((entry for entry in found if entry not in last), key=lambda entry: -entry[0])
    chosen = [point for _, point in last + others[: MAX_TURNING_POINTS - len(last)]]
    return sorted(chosen, key=lambda point: point.number)


def _leader(points: Sequence[int]) -> int:
    """The seat with the most points, or -1 if several have."""
    highest = max(points)
    return points.index(highest) if list(points).count(highest) == 1 else -1
