"""Names with settings become bots; invalid names get a clear error."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.bots.greedy import GreedyBot
from smokestack.bots.mistakes import BotWithMistakes
from smokestack.bots.registry import bot_names, check_bot, is_bot, levels, make_bot
from smokestack.bots.search.lookahead import values_of_answers
from smokestack.bots.search_bot import SearchBot
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput

GLASGOW = smokestack.find_game("glasgow")
BRASS = smokestack.find_game("brass")


def test_both_games_have_the_four_levels_in_order_of_strength() -> None:
    assert list(levels()) == ["apprentice", "clerk", "merchant", "master"]
    for game in (GLASGOW, BRASS):
        for level in levels():
            check_bot(level, game)
            assert levels()[level]["text"]


def test_the_former_master_remains_as_a_reference_that_nobody_is_offered() -> None:
    for game in (GLASGOW, BRASS):
        former = make_bot("master-0.1", game, 1, 0)
        assert isinstance(former, SearchBot)
        assert (former.settings.evaluation, former.settings.simulations) == ("linear", 8000)
    assert "master-0.1" in bot_names()


def test_every_listed_name_is_a_bot_and_other_names_are_not() -> None:
    for name in bot_names():
        assert is_bot(name)
        check_bot(name, GLASGOW)
    assert is_bot("master:seconds=0.2")
    assert not is_bot("Ann")
    assert not is_bot("mastermind")


def test_settings_behind_a_level_override_it() -> None:
    master = make_bot("master", GLASGOW, 1, 0)
    quick = make_bot("master:seconds=0.25", GLASGOW, 1, 0)
    assert isinstance(master, SearchBot)
    assert isinstance(quick, SearchBot)
    assert master.settings.seconds == 0.0
    assert quick.settings.seconds == 0.25


def test_only_bots_with_mistakes_are_wrapped() -> None:
    assert isinstance(make_bot("greedy", GLASGOW, 1, 0), GreedyBot)
    assert isinstance(make_bot("greedy:mistakes=0.5", GLASGOW, 1, 0), BotWithMistakes)


def test_mistakes_are_as_frequent_as_set() -> None:
    match = smokestack.new_game("glasgow", seed=1)
    view = match.view(0)

    class First:
        def answer(self, _: smokestack.View) -> int:
            return view.answers[0]

    bot = BotWithMistakes(First(), 0.3, Stream(5))
    given = [bot.answer(view) for _ in range(4000)]
    others = len(view.answers) - 1
    expected = 0.3 * others / (others + 1)
    assert sum(answer != view.answers[0] for answer in given) / 4000 == pytest.approx(
        expected, abs=0.03
    )
    assert set(given) == set(view.answers)


def test_a_bot_that_misjudges_answers_still_prefers_good_ones() -> None:
    view = smokestack.new_game("glasgow", seed=1).view(0)
    bot = make_bot("greedy:samples=1:misjudged_points=2", GLASGOW, 1, 0)
    assert isinstance(bot, GreedyBot)
    values = values_of_answers(bot.linear, [GLASGOW.determinize(view, Stream(1))])
    ranking = sorted(range(len(values)), key=lambda n: -values[n])
    places = {view.answers[n]: place for place, n in enumerate(ranking)}
    given = [places[bot.answer(view)] for _ in range(400)]
    assert given.count(0) > given.count(3) > given.count(len(values) - 1)
    assert given.count(3) > 0


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("unknown", "no bot"),
        ("", "no bot"),
        ("search:fast", "must look like"),
        ("search:speed=3", "unknown field"),
        ("search:simulations=many", "int"),
        ("search:simulations=0", "at least 1"),
        ("random:seconds=1", "unknown field"),
        ("greedy:mistakes=2", "from 0 to 1"),
        ("greedy:mistakes=nan", "from 0 to 1"),
        ("greedy:samples=0", "from 1 to 1000"),
        ("greedy:misjudged_points=-1", "from 0 to 1000"),
        ("search:endgame=-1", "from 0 to"),
        ("search:seconds=nan", "at most 3600"),
        ("master:weights=/nowhere.toml", "can't be read"),
        ("search:fpu_reduction=nan", "fpu_reduction must be a finite number"),
        ("search:exploration=inf", "exploration must be a finite number"),
        ("search:exploration=-0.1", "exploration must be at least 0"),
        ("search:prior_temperature=-1", "prior_temperature must be at least 0"),
        ("search:win_margin_scale=0", "win_margin_scale must be more than 0"),
        ("search:own_points_weight=1.1", "own_points_weight must be from 0 to 1"),
        ("search:best_line_weight=-0.1", "best_line_weight must be from 0 to 1"),
    ],
)
def test_invalid_names_and_settings_get_an_error_that_says_why(name: str, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        check_bot(name, GLASGOW)


def test_the_random_stream_depends_on_the_seat() -> None:
    match = smokestack.new_game("brass", seed=1)
    assert match.actor is not None
    view = match.view(match.actor)

    def answers(seat: int) -> list[int]:
        bot = make_bot("random", BRASS, 9, seat)
        return [bot.answer(view) for _ in range(20)]

    assert answers(0) == answers(0)
    assert answers(0) != answers(1)
