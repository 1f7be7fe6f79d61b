"""A game between bots: its outcome, and the error if a bot fails."""

from __future__ import annotations

import pytest

from smokestack.arena.plan import make_plan
from smokestack.arena.playing import play_game
from smokestack.bots import registry
from smokestack.bots.bot import Bot
from smokestack.engine.errors import SmokestackError
from smokestack.engine.view import View
from smokestack.games import find_game
from tests.arena.tables import allow_names, outcome


class Stubborn:
    """Gives an illegal answer."""

    def answer(self, view: View) -> int:
        return 10**9


class Broken:
    """Fails at its first decision, as an external program can."""

    def answer(self, view: View) -> int:
        raise SmokestackError("no answer within 5 s")


def test_an_outcome_has_answers_and_thinking_time_of_each_seat() -> None:
    table = make_plan("glasgow", ["greedy", "random"], seed=3).table(0)
    played = play_game(table.setup, table.seating)
    assert len(played.scores) == len(played.answers) == 2
    assert played.winners == [0]
    assert played.answer_times.seconds[0] > played.answer_times.seconds[1] > 0
    for seconds, slowest in zip(
        played.answer_times.seconds, played.answer_times.slowest, strict=True
    ):
        assert 0 < slowest <= seconds


@pytest.mark.parametrize(
    ("bot", "why"), [(Stubborn(), "outside the action space"), (Broken(), "no answer within 5 s")]
)
def test_a_failing_bot_is_named(monkeypatch: pytest.MonkeyPatch, bot: Bot, why: str) -> None:
    allow_names(monkeypatch, "faulty")
    table = make_plan("glasgow", ["random", "faulty"], seed=3).table(0)
    good = registry.make_bot("random", find_game("glasgow"), 3, 0)
    bots = {"random": good, "faulty": bot}
    monkeypatch.setattr("smokestack.arena.playing.make_bot", lambda name, *_: bots[name])
    with pytest.raises(SmokestackError, match=rf"^faulty failed \(seat 1, seed 3, .*{why}"):
        play_game(table.setup, table.seating)


def test_a_bot_that_can_not_be_made_is_named() -> None:
    table = make_plan("glasgow", ["random", "greedy"], seed=3).table(0)
    with pytest.raises(SmokestackError, match=r"^nobody failed .seat 1, seed 3, .*no bot 'nobody'"):
        play_game(table.setup, ["random", "nobody"])


def test_a_shared_win_is_divided() -> None:
    shared = outcome([9, 9, 4], winners=[0, 1])
    assert [shared.wins(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_winners_are_placed_first_even_with_equal_points() -> None:
    assert outcome([9, 9, 4], winners=[1]).places() == [1, 0, 2]


def test_seats_with_equal_points_share_a_place() -> None:
    assert outcome([7, 9, 7, 9], winners=[1, 3]).places() == [2, 0, 2, 0]
