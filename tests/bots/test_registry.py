"""Names with settings become players; what is no name gets a clear error."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.bots.careless import Careless
from smokestack.bots.greedy import Greedy
from smokestack.bots.registry import bot_names, check_bot, is_bot, levels, make_bot
from smokestack.bots.searcher import Searcher
from smokestack.engine.errors import InvalidInput
from smokestack.engine.stream import Stream

GLASGOW = smokestack.find_game("glasgow")
BRASS = smokestack.find_game("brass")


def test_the_four_levels_are_there_in_both_games_and_go_from_friendly_to_strong() -> None:
    assert list(levels()) == ["apprentice", "clerk", "merchant", "master"]
    for game in (GLASGOW, BRASS):
        for level in levels():
            check_bot(level, game)
            assert levels()[level]["text"]


def test_every_name_is_a_bot_and_people_are_not() -> None:
    for name in bot_names():
        assert is_bot(name)
        check_bot(name, GLASGOW)
    assert is_bot("master:seconds=0.2")
    assert not is_bot("Ann")
    assert not is_bot("mastermind")


def test_settings_behind_a_level_change_it() -> None:
    master = make_bot("master", GLASGOW, 1, 0)
    quick = make_bot("master:seconds=0.25", GLASGOW, 1, 0)
    assert isinstance(master, Searcher)
    assert isinstance(quick, Searcher)
    assert master.settings.seconds == 0.0
    assert quick.settings.seconds == 0.25


def test_a_bot_that_makes_no_mistakes_is_not_careless() -> None:
    assert isinstance(make_bot("greedy", GLASGOW, 1, 0), Greedy)
    assert isinstance(make_bot("greedy:mistakes=0.5", GLASGOW, 1, 0), Careless)
    assert isinstance(make_bot("apprentice", GLASGOW, 1, 0), Careless)


def test_mistakes_are_made_as_often_as_said() -> None:
    match = smokestack.new_game("glasgow", seed=1)
    view = match.view(0)

    class First:
        def answer(self, _: smokestack.View) -> int:
            return view.answers[0]

    careless = Careless(First(), 0.3, Stream(5))
    given = [careless.answer(view) for _ in range(4000)]
    others = len(view.answers) - 1
    expected = 0.3 * others / (others + 1)
    assert sum(answer != view.answers[0] for answer in given) / 4000 == pytest.approx(
        expected, abs=0.03
    )
    assert set(given) == set(view.answers)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nobody", "no bot"),
        ("", "no bot"),
        ("search:fast", "must look like"),
        ("search:speed=3", "unknown field"),
        ("search:simulations=many", "int"),
        ("search:simulations=0", "at least 1"),
        ("random:seconds=1", "unknown field"),
        ("greedy:mistakes=2", "from 0 to 1"),
        ("greedy:mistakes=nan", "from 0 to 1"),
        ("greedy:samples=0", "from 1 to 1000"),
        ("search:seconds=nan", "at most 3600"),
        ("master:weights=/nowhere.toml", "can't be read"),
        ("search:caution=nan", "caution must be a finite number"),
        ("search:exploration=inf", "exploration must be a finite number"),
        ("search:exploration=-0.1", "exploration must be at least 0"),
        ("search:temperature=-1", "temperature must be at least 0"),
        ("search:scale=0", "scale must be more than 0"),
        ("search:own=1.1", "own is a share, from 0 to 1"),
        ("search:own=-0.1", "own is a share, from 0 to 1"),
    ],
)
def test_what_is_no_bot_gets_an_error_that_says_why(name: str, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        check_bot(name, GLASGOW)


def test_two_seats_of_a_game_get_different_streams_and_the_same_seat_the_same() -> None:
    match = smokestack.new_game("brass", seed=1)
    assert match.actor is not None
    view = match.view(match.actor)

    def answers(seat: int) -> list[int]:
        bot = make_bot("random", BRASS, 9, seat)
        return [bot.answer(view) for _ in range(20)]

    assert answers(0) == answers(0)
    assert answers(0) != answers(1)
