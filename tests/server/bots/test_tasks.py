"""What a bot process is given."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.server.bots.tasks import choose_answer, task_of, view_of


@pytest.mark.parametrize("game", smokestack.game_names())
def test_a_task_contains_only_what_the_seat_sees(game: str) -> None:
    match = smokestack.new_game(game, seed=11)
    for number in range(60):
        seat = match.actor
        assert seat is not None
        view = match.view(seat)
        task = task_of(view, number)
        assert view_of(task).to_json() == view.to_json()
        # With other hidden information the task is the same.
        other_state = match.game.determinize(view, smokestack.Stream(1000 + number))
        other_view = smokestack.View(match.game, other_state, seat, match.setup.players)
        assert task_of(other_view, number) == task
        answer = make_bot("apprentice", match.game, number, seat).answer(view)
        assert choose_answer(task, "apprentice") == match.game.to_text(answer)
        match.play(answer)
