"""The answers of an action have one entry in the log together."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import smokestack
from smokestack.engine.match import Match
from smokestack.engine.view import SPECTATOR
from smokestack.games import ui_of
from smokestack.games.brass.rules.terms import CASH
from smokestack.games.brass.rules.turn import Brass
from smokestack.presentation.action_log import join_entries, split_into_actions
from smokestack.presentation.table_text import ActionEntry, LogEntry


def log_of(match: Match, answers: list[str]) -> list[LogEntry]:
    """The entries of answers, which are played."""
    ui = ui_of(match.game)
    entries = []
    for answer in answers:
        before = match.view(SPECTATOR)
        length = len(match.history)
        match.play(answer)
        number = match.history[-1]
        after, changes = match.view(SPECTATOR), match.ledger(length)
        entries.append(ui.log_entry(before, number, after, changes))
    return entries


def actions_of(match: Match, entries: list[LogEntry]) -> list[ActionEntry]:
    first, found = 1, []
    for parts in split_into_actions(entries):
        found.append(join_entries(ui_of(match.game), first, parts))
        first += len(parts)
    return found


def random_game(game: str, seed: int) -> tuple[Match, list[ActionEntry]]:
    match = smokestack.new_game(game, seed=seed)
    chance = random.Random(seed)
    entries: list[LogEntry] = []
    while not match.over:
        entries += log_of(match, [chance.choice(match.answers)])
    return match, actions_of(match, entries)


def test_a_build_names_its_card_and_its_cost() -> None:
    match = smokestack.new_game("brass", edition="2018", players=2, seed=3)
    build = next(answer for answer in match.answers if answer.startswith("build "))
    entries = log_of(match, [build])
    while match.decision not in match.game.first_decisions:
        entries += log_of(match, [match.answers[0]])
    (entry,) = actions_of(match, entries)
    assert (entry.first, entry.last) == (1, len(entries))
    assert entry.sentence.startswith("builds a")
    assert entry.details[0].startswith("card: ")
    money = [change for change in entry.changes if change.icon == "money"]
    assert money[0].text == f"\N{MINUS SIGN}£{-money[0].amount}"


def test_actions_account_for_all_money_of_a_game_of_brass() -> None:
    match, actions = random_game("brass", 11)
    start = smokestack.new_game("brass", seed=11).state
    end = match.state
    assert isinstance(start, Brass)
    assert isinstance(end, Brass)
    sums: Counter[int] = Counter()
    for entry in actions:
        for change in entry.changes + entry.settled:
            if change.icon == "money":
                sums[change.seat] += change.amount
    for seat in range(end.players):
        assert sums[seat] == end.seats[CASH + seat] - start.seats[CASH + seat]


def test_rounds_change_between_actions_and_carry_income() -> None:
    _, actions = random_game("brass", 5)
    for entry, later in pairwise(actions):
        assert later.round_heading == entry.next_round_heading
        assert not entry.settled or entry.round_heading != entry.next_round_heading, (
            "else nobody sees it"
        )
    assert actions[0].round_heading == "Canal period, round 1"
    assert actions[-1].next_round_heading == "Game over"
    assert any(change.cause == "income" for entry in actions for change in entry.settled)


def test_a_turn_of_glasgow_is_one_action() -> None:
    _, actions = random_game("glasgow", 2)
    assert all(entry.sentence.startswith("moves to ") for entry in actions)
    assert any("builds" in detail for entry in actions for detail in entry.details)
