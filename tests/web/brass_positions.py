"""Brass tables in the middle of a game, with Ann to move, for tests in the browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.match import Match
from smokestack.engine.record import Record
from smokestack.games.brass.formats.decoding import Kind
from smokestack.games.brass.rules.terms import CARD_KINDS
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui.game_ui import UI
from smokestack.presentation.table_text import Choice
from smokestack.server.settings import Settings
from smokestack.server.storage.game_admin import GameAdmin
from tests.web.conftest import Server
from tests.web.player import take_seat

EDITIONS = (("2007", 4), ("2018", 3), ("2007", 3), ("2018", 4))
SEEDS = range(40)
RANDOM_SHARE = 0.3  # of the answers, since good players rarely have debts
ANN = 0

Wanted = Callable[[Match], bool]


def open_table(page: Page, server: Server, record: Record) -> None:
    """A new table that goes on from a record, in the browser of Ann."""
    admin = GameAdmin(Settings(server.folder))
    _, tokens = admin.add(record)
    admin.close()
    take_seat(page, f"{server.url}/seats/{tokens[ANN]}", "Ann")
    page.wait_for_selector("#main[data-my-turn]")


def find_position(wanted: Wanted) -> Record:
    """The first position of a game between bots that is wanted, with Ann to move."""
    for seed in SEEDS:
        for edition, players in EDITIONS:
            for match in _positions(edition, players, seed):
                if match.actor == ANN and wanted(match):
                    return match.record()
    raise AssertionError("no game has such a position")


def at_decision(decision: str) -> Wanted:
    return lambda match: match.decision == decision and len(match.answers) > 1


def late_action(match: Match) -> bool:
    """An action with much to choose, of a full hand, late in the canal period."""
    state = match.state
    assert isinstance(state, Brass)
    return match.decision == "action" and state.round >= 4 and state.count > 25


def rail_action(match: Match) -> bool:
    state = match.state
    assert isinstance(state, Brass)
    return late_action(match) and state.period == 1


def last_turns(match: Match) -> bool:
    """The last round of the game has begun."""
    state = match.state
    assert isinstance(state, Brass)
    return match.decision == "action" and state.period == 1 and state.round >= state.course.rounds


def cards_of(match: Match) -> int:
    """How many kinds of cards Ann holds."""
    state = match.state
    assert isinstance(state, Brass)
    return sum(state.hands[ANN * CARD_KINDS + card] > 0 for card in range(CARD_KINDS))


def choices_of(match: Match, kind: Kind) -> list[Choice]:
    """The usual choices of an action."""
    if match.decision != "action":
        return []
    found = UI.page_choices(match.view(ANN))
    return [choice for choice in found if choice.kind == kind and not choice.unusual]


@cache
def _positions(edition: str, players: int, seed: int) -> list[Match]:
    names = ["Ann", *["apprentice"] * (players - 1)]
    match = smokestack.new_game("brass", edition=edition, seed=seed, players=names)
    bots = [make_bot("greedy", match.game, seed, seat) for seat in range(players)]
    chance = random.Random(seed)
    found = []
    while match.actor is not None:
        if match.actor == ANN:
            found.append(match.copy())
        if chance.random() < RANDOM_SHARE:
            match.play(chance.choice(match.answers))
        else:
            match.play(bots[match.actor].answer(match.view(match.actor)))
    return found
