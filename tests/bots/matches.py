"""Games for the tests of bots."""

from __future__ import annotations

from typing import Any

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match


def played(match: Match, bots: list[str], seed: int = 0) -> Match:
    """The match, played to its end."""
    seated = [make_bot(bot, match.game, seed, seat) for seat, bot in enumerate(bots)]
    while match.actor is not None:
        match.play(seated[match.actor].answer(match.view(match.actor)))
    return match


def middle(game: str, answers: int, seed: int = 3) -> Match:
    """A game after some answers of greedy bots, at a decision with several legal answers."""
    match = smokestack.new_game(game, seed=seed)
    seats = range(len(match.setup.players))
    bots = [make_bot("greedy:samples=1", match.game, seed, seat) for seat in seats]
    while len(match.history) < answers or len(match.answers) < 4:
        assert match.actor is not None
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return match


def search_bot(match: Match, seed: int = 1, **settings: Any) -> SearchBot:
    return SearchBot(match.game, SearchSettings(**settings), Stream(seed))
