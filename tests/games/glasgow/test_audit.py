"""Traces agree, line by line, with a second, slow implementation of the rules (`audit.py`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.match import Match
from smokestack.engine.trace import trace
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data
from tests.games.glasgow.audit import audit
from tests.games.glasgow.positions import custom_tiles
from tests.sizes import LONG

# Many factories that ask their owner or move the barrel: with the shipped tiles both are rare.
BUSY_TILES = custom_tiles(
    F1={"gives": "whisky"},
    F2={"gives": "convert"},
    F3={"gives": "replace"},
    F4={"gives": "whisky"},
    F5={"gives": "convert"},
    gold_1={"goods": {"gold": 2, "whisky": 1}},
    stone={"goods": {"stone": 3, "gold": 1}},
)


@pytest.mark.parametrize("first", range(0, 20 * LONG, 20))
def test_random_games_agree_with_the_slow_rules(first: int) -> None:
    tiles = tiles_to_data(shipped_tiles())
    for seed in range(first, first + 20):
        options: dict[str, bool | int] = {"whisky_converts": seed % 3 != 0}
        if seed % 5 == 0:
            options["turn_limit"] = 40 + seed
        _audited(seed, "random", options, tiles, None)


@pytest.mark.parametrize("first", range(0, 20 * LONG, 20))
def test_games_with_custom_tiles_agree_with_the_slow_rules(first: int) -> None:
    for seed in range(first, first + 20):
        _audited(seed, "random", {}, BUSY_TILES, BUSY_TILES)


def test_games_of_the_greedy_bot_agree_with_the_slow_rules() -> None:
    tiles = tiles_to_data(shipped_tiles())
    for seed in range(5 * LONG):
        _audited(seed, "greedy", {}, tiles, None)


@pytest.mark.slow
def test_the_audited_games_cover_every_special_case() -> None:
    tiles = tiles_to_data(shipped_tiles())
    covered: Counter[str] = Counter()
    for seed in range(1000, 1080):
        covered += _audited(seed, "random", {}, tiles, None)
        covered += _audited(seed, "random", {"turn_limit": 50}, BUSY_TILES, BUSY_TILES)
    for case in (
        "reshuffle",
        "forced discard",
        "replace on the architect just built from",
        "replace factory dropped at the end",
        "order of whisky",
        "out-of-turn convert",
        "out-of-turn replace",
        "whisky paid surcharge",
        "whisky converted alone",
        "only one cell",
        "20th building from the pile",
        "end:city",
        "end:turn_limit",
        "surcharge 2",
        "second build without gold",
        *(f"doubled:{kind}" for kind in ("architect", "goods", "choice", "convert")),
        *(f"doubled:{kind}" for kind in ("replace", "activate", "draw")),
    ):
        assert covered[case] > 0, case


def _audited(
    seed: int,
    bot: str,
    options: dict[str, bool | int],
    tiles: dict[str, Any],
    custom: dict[str, Any] | None,
) -> Counter[str]:
    match = smokestack.new_game("glasgow", seed=seed, options=options)
    if custom is not None:
        setup = smokestack.Setup(**{**_fields(match.setup), "tiles": custom})
        match = Match(match.game, setup)
    bots = [make_bot(bot, match.game, seed, seat) for seat in range(2)]
    return audit(trace(match, lambda view: bots[view.seat].answer(view)), tiles)


def _fields(setup: smokestack.Setup) -> dict[str, Any]:
    return {name: getattr(setup, name) for name in setup.__struct_fields__}
