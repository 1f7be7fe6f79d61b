"""Files with networks: what is written is read, and damaged files get a clear error."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

import smokestack
from smokestack.bots.greedy import GreedyBot, GreedySettings
from smokestack.bots.networks import Part, Recipe, learned_evaluator, read_header, write_networks
from smokestack.bots.registry import make_bot
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from tests.bots.matches import middle, played

RECIPE = Recipe("smokestack train", 100, 0.5, 3, "0.1.0")
BRASS = smokestack.find_game("brass")


def random_part(game: Game, seed: int, units: int = 24, size: int = 200) -> Part:
    random = Random(seed)
    inputs = game.networks.inputs
    return Part(
        [random.randint(-size, size) for _ in range(units)],
        [random.randint(-size, size) for _ in range(units * inputs)],
        [random.randint(-2000, 2000) for _ in range(units)],
        [random.randint(-500_000, 500_000) for _ in range(inputs)],
        50_000_000,
    )


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """A file with random networks for Brass."""
    path = tmp_path / "random.network"
    parts = [random_part(BRASS, seed) for seed in (1, 2, 3, 4)]
    write_networks(path, BRASS, parts, ["2007/4"], RECIPE)
    return path


def test_what_is_written_is_read(network: Path) -> None:
    header = read_header(network)
    assert (header.game, header.units) == ("brass", 24)
    assert header.parts == ["canal", "late canal", "rail", "late rail"]
    assert header.recipe == RECIPE
    evaluator = learned_evaluator(BRASS, network)
    match = middle("brass", 60)
    numbers, amounts = evaluator.inputs_of(match.state, 0)
    part = random_part(BRASS, 1)
    total = part.bias + sum(part.skip[n] * a for n, a in zip(numbers, amounts, strict=True))
    for unit in range(24):
        row = unit * BRASS.networks.inputs
        found = part.hidden_bias[unit] + sum(
            part.hidden[row + n] * a for n, a in zip(numbers, amounts, strict=True)
        )
        total += part.out[unit] * max(0, found)
    expected = int(match.state.points(0)) + total / 2**20
    assert evaluator.expected_points(match.state, 0) == pytest.approx(expected)


def test_a_finished_game_is_worth_its_points(network: Path) -> None:
    match = played(smokestack.new_game("brass", seed=1), ["random"] * 4)
    evaluator = learned_evaluator(BRASS, network)
    points = [evaluator.expected_points(match.state, seat) for seat in range(4)]
    assert points == [match.state.points(seat) for seat in range(4)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-1], "incomplete"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum"),
        (lambda data: data.replace(b'"brass"', b'"glasgow"', 1), "not for brass"),
        (lambda data: data.replace(b'"inputs_version":', b'"inputs_version":9', 1), "other inputs"),
        (lambda data: data.replace(b'"format":1', b'"format":2', 1), "format 2"),
        (lambda data: data.replace(b'"canal"', b'"coast"', 1), "canal, late canal, rail"),
        (lambda data: data.replace(b'"units":24', b'"units":25', 1), "multiple of 24"),
        (lambda data: b"weights = 3\n", "not a file with networks"),
    ],
)
def test_other_files_are_refused(network: Path, change: object, message: str) -> None:
    assert callable(change)
    network.write_bytes(change(network.read_bytes()))
    with pytest.raises(InvalidInput, match=message):
        learned_evaluator(BRASS, network)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="can't read"):
        learned_evaluator(BRASS, tmp_path / "none.network")


def test_weights_that_could_overflow_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.network"
    parts = [random_part(BRASS, seed, size=30_000) for seed in (1, 2, 3, 4)]
    write_networks(path, BRASS, parts, ["2007/4"], RECIPE)
    with pytest.raises(InvalidInput, match="too large"):
        learned_evaluator(BRASS, path)


@pytest.mark.parametrize("bot", ["greedy:samples=1", "search:simulations=10"])
def test_bots_play_with_networks_from_a_file(network: Path, bot: str) -> None:
    match = smokestack.new_game("brass", seed=3)
    other = "greedy:samples=1"
    assert played(match, [f"{bot}:network={network}", other, other, other]).over


@pytest.mark.parametrize("bot", ["greedy:samples=2", "search:simulations=30"])
def test_bots_with_networks_do_not_use_what_is_hidden(network: Path, bot: str) -> None:
    """Equal views with different hidden parts get equal answers."""
    for answers in (20, 60, 140, 220):
        match = middle("brass", answers)
        seat = match.actor
        assert seat is not None
        view = match.view(seat)
        for deal in range(3):
            hidden = match.state.copy()
            hidden.redeal(seat, Stream(deal))
            other = smokestack.View(match.game, hidden, seat, view.players)
            name = f"{bot}:network={network}"
            bots = [make_bot(name, match.game, 5, seat) for _ in range(2)]
            assert bots[0].answer(view) == bots[1].answer(other)


def test_shipped_networks_are_used_only_at_tables_that_they_were_trained_for(
    network: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = (network.with_name("missing.network"), network)
    monkeypatch.setattr(type(BRASS), "networks", BRASS.networks._replace(files=files))
    four = smokestack.new_game("brass", seed=1).state
    three = smokestack.new_game("brass", seed=1, players=3).state

    def is_learned(table: State, **settings: str) -> bool:
        bot = SearchBot(BRASS, msgspec.convert(settings, SearchSettings), Stream(1))
        return isinstance(bot.basis_for(table).evaluator, LearnedEvaluator)

    assert is_learned(four)
    assert not is_learned(three)
    assert is_learned(three, network=str(network))
    assert not is_learned(four, evaluation="linear")
    with pytest.raises(InvalidInput, match="no networks for Brass at 2007/3"):
        is_learned(three, evaluation="learned")


def test_greedy_uses_networks_where_there_are_some(
    network: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(BRASS), "networks", BRASS.networks._replace(files=(network,)))
    for players, has_networks in ((4, True), (3, False)):
        match = smokestack.new_game("brass", seed=1, players=players)
        assert match.actor is not None
        bot = GreedyBot(BRASS, GreedySettings(samples=1, learned=True), Stream(1))
        assert bot.answer(match.view(match.actor)) in match.state.answers()
        assert isinstance(bot.evaluator, LearnedEvaluator) == has_networks
