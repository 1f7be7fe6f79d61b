"""Games with a verifiable deal, for tests."""

from __future__ import annotations

import msgspec

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.engine.deal import new_deal
from smokestack.engine.match import Match

SECRET = "00112233445566778899aabbccddeeff" * 2


def dealt_match(
    game: str = "glasgow",
    contributions: tuple[str, ...] = ("person:hello", "bot"),
    secret: str = SECRET,
    edition: str | None = None,
) -> Match:
    """A new game that is dealt from a secret."""
    players = [f"Player {seat}" for seat in range(len(contributions))]
    seeded = smokestack.new_game(game, seed=0, players=players, edition=edition)
    deal = new_deal("a-table", list(contributions), secret)
    return Match(seeded.game, msgspec.structs.replace(seeded.setup, deal=deal))


def play_randomly(match: Match, seed: int = 1, answers: int = 100_000) -> Match:
    stream = Stream(seed)
    while not match.over and len(match.history) < answers:
        legal = match.state.answers()
        match.play(legal[stream.below(len(legal))])
    return match
