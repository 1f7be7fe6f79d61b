"""Which position a page shows next to a reader who follows the game action by action."""

from __future__ import annotations

from datetime import UTC, datetime

from smokestack.server.domain import dealing, turns
from smokestack.server.domain.creation import create
from smokestack.server.domain.event_log import EventLogs
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.pages.catch_up import past_step, since_last_turn
from smokestack.server.pages.log_lines import all_actions
from smokestack.server.pages.table_page import position_after
from tests.server.services import ANN, BOB, CONTRIBUTION, plan

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Game:
    """Brass, with Ann in seat 0 and two bots, whose answers the test gives."""

    def __init__(self) -> None:
        chosen = plan("me", "apprentice", "apprentice", game="brass")
        self.table: Table = create(TokenSigner(b"x" * 32), ANN, chosen, NOW)
        dealing.contribute(self.table, ANN, CONTRIBUTION, NOW)
        self.logs = EventLogs()

    def answer(self) -> None:
        actor = self.table.actor
        assert actor is not None
        answer = self.table.match.answers[0]
        if actor.bot:
            turns.answer_for_bot(self.table, answer, NOW)
        else:
            turns.answer_for_guest(self.table, ANN, None, answer, NOW)

    def play_until_turn_of_ann(self) -> None:
        while self.table.match.actor != 0:
            self.answer()

    def play_turn_of_ann(self) -> int:
        """Returns the number of answers after it."""
        while self.table.match.actor == 0:
            self.answer()
        return len(self.table.match.history)

    def seen_next(self, after: int, guest: str = ANN) -> int | None:
        return position_after(self.logs, self.table, guest, after)


def game_at_turn_of_ann() -> tuple[Game, int]:
    """The game after Ann and both bots had their turns, and how many answers Ann has seen."""
    game = Game()
    game.play_until_turn_of_ann()
    seen = game.play_turn_of_ann()
    game.play_until_turn_of_ann()
    return game, seen


def test_a_reader_sees_each_action_of_others_and_then_the_current_position() -> None:
    game, seen = game_at_turn_of_ann()
    length = len(game.table.match.history)
    actions = all_actions(game.logs, game.table)
    ends = [action.entry.last for action in actions if action.entry.last > seen]
    shown = []
    while seen < length:
        seen = game.seen_next(seen) or 0
        shown.append(seen)
    assert shown == ends
    assert len(ends) > 1


def test_own_actions_are_not_shown_again() -> None:
    game, _ = game_at_turn_of_ann()
    entries = [action.entry for action in all_actions(game.logs, game.table)]
    own = next(entry for entry in entries if entry.seat == 0)
    position = game.seen_next(own.first - 1)
    assert next(entry for entry in entries if entry.last == position).seat != 0
    assert game.seen_next(own.first - 1, guest=BOB) == own.last


def test_the_middle_of_a_bots_action_is_not_shown() -> None:
    game, _ = game_at_turn_of_ann()
    complete = game.play_turn_of_ann()
    game.answer()
    assert game.table.match.decision not in game.table.game.first_decisions
    assert game.seen_next(complete) is None


def test_after_an_undo_the_current_position_is_shown() -> None:
    game, _ = game_at_turn_of_ann()
    length = len(game.table.match.history)
    assert game.seen_next(length + 3) == length


def test_steps_since_the_last_turn_lead_from_one_action_to_the_next() -> None:
    game, seen = game_at_turn_of_ann()
    game.answer()  # Ann has begun her turn
    actions = all_actions(game.logs, game.table)
    since = since_last_turn(actions, [0], my_turn=True)
    assert {action.entry.seat for action in since} == {1, 2}
    assert since[0].entry.first - 1 == seen
    number, steps = seen, 0
    while (step := past_step(number, since, actions, following=False)).next is not None:
        assert (step.step, step.steps) == (steps, len(since))
        number, steps = step.next, steps + 1
    assert number == since[-1].entry.last
    assert step.previous == since[-2].entry.last
    assert step.text == since[-1].text
