"""The ranking, the points over time and the turning points of a game."""

from __future__ import annotations

import pytest

from smokestack.bots.registry import make_bot
from smokestack.server.domain.standings import Turn, course_of, ranking, turning_points
from smokestack.server.domain.table import OVER, Table
from tests.server.domain.tables import new_table


def played(game: str, bots: int) -> Table:
    """A finished game of random answers."""
    table = new_table("me", *["apprentice"] * (bots - 1), game=game)
    match = table.match.copy()
    bot = make_bot("random", match.game, 3, 0)
    while match.actor is not None:
        match.play(bot.answer(match.view(match.actor)))
    table.dealt, table.status = match, OVER
    return table


@pytest.mark.parametrize(("game", "players"), [("glasgow", 2), ("brass", 3)])
def test_the_winner_comes_first_and_the_course_ends_with_the_result(
    game: str, players: int
) -> None:
    table = played(game, players)
    result = table.match.result
    assert result is not None
    standings = ranking(table)
    assert [standing.seat for standing in standings][: len(result.winners)] == result.winners
    points = [standing.points for standing in standings]
    assert points == sorted(result.scores, reverse=True)
    turns = course_of(table)
    assert list(turns[-1].points) == result.scores
    assert turns[-1].number == len(table.match.history)
    titles = {turn.period_title for turn in turns}
    assert titles == ({"Canal period", "Rail period"} if game == "brass" else {""})


def test_turning_points_are_the_largest_changes_and_the_last_change_of_the_lead() -> None:
    points = [(0, 0), (3, 0), (3, 4), (9, 4), (9, 5), (9, 6), (9, 7), (9, 16), (9, 17), (19, 17)]
    turns = [Turn(n, n, n % 2, both, "") for n, both in enumerate(points)]
    found = turning_points(turns)
    assert [(point.number, point.new_leader) for point in found] == [
        (2, 1),
        (3, 0),
        (7, 1),
        (9, 0),
    ]
    assert found[-1].gains == (10, 0)


def test_a_game_without_points_has_no_turning_points() -> None:
    assert turning_points([Turn(0, 0, -1, (0, 0), ""), Turn(1, 1, 0, (0, 0), "")]) == []
