"""A tiny run of the learning: it continues where it stopped, and checks its folder."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

import smokestack
from smokestack.arena.workers import Processes
from smokestack.bots.networks import learned_evaluator, read_header
from smokestack.engine.errors import InvalidInput
from smokestack.terminal.training import setups_of
from smokestack.training.gates import play_gate
from smokestack.training.learner import LearnerSettings
from smokestack.training.learning import Learning, LearningPlan
from smokestack.training.recording import Population, record_game
from smokestack.training.samples import read_batches

GLASGOW = smokestack.find_game("glasgow")
BRASS = smokestack.find_game("brass")
TINY = LearningPlan(
    [smokestack.new_game("glasgow", seed=5, options={"turn_limit": 30}).setup],
    first_games=6,
    games=4,
    gate_deals=2,
    batch_games=2,
    learner=LearnerSettings(units=24, epochs=1, batch=32),
)


def run(plan: LearningPlan, folder: Path, generations: int) -> Learning:
    learning = Learning(plan, folder, Processes(1), lambda text: None, "smokestack train")
    while len(learning.reports) < generations:
        learning.step()
    return learning


def test_a_run_makes_networks_that_bots_can_use(tmp_path: Path) -> None:
    learning = run(TINY, tmp_path, 2)
    assert [report.games for report in learning.reports] == [6, 10]
    assert len(learning.reports[1].gates) >= 1
    assert learning.reports[1].cpu_hours >= learning.reports[0].cpu_hours
    header = read_header(tmp_path / "generation-001" / "trained.network")
    assert (header.recipe.generation, header.recipe.games) == (1, 10)
    assert header.tables == [GLASGOW.table_of(GLASGOW.start(TINY.setups[0]))]
    assert learned_evaluator(GLASGOW, learning.result).networks


def test_an_interrupted_run_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = run(TINY, tmp_path / "whole", 2)
    run(TINY, tmp_path / "parts", 1)
    second = tmp_path / "parts" / "generation-001"
    second.mkdir()
    batch = Path("generation-001", "games-000000.npz")
    (tmp_path / "parts" / batch).write_bytes((tmp_path / "whole" / batch).read_bytes())
    continued = run(TINY, tmp_path / "parts", 2)
    for report, other in zip(whole.reports, continued.reports, strict=True):
        assert (report.r_squared, report.mean_score) == (other.r_squared, other.mean_score)
    assert read_header(whole.result).sha256 == read_header(continued.result).sha256


def test_a_folder_with_another_plan_is_refused(tmp_path: Path) -> None:
    run(TINY, tmp_path, 1)
    with pytest.raises(InvalidInput, match=r"other settings \(games\); use those"):
        run(msgspec.structs.replace(TINY, games=5), tmp_path, 2)


def test_a_run_can_start_from_networks_of_another(tmp_path: Path) -> None:
    earlier = run(TINY, tmp_path / "earlier", 1)
    plan = msgspec.structs.replace(TINY, start=str(earlier.result))
    later = run(plan, tmp_path / "later", 1)
    assert earlier.reports[0].mean_score != later.reports[0].mean_score
    opponents = [gate.opponents for gate in later.reports[0].gates]
    assert opponents[1:] == [f"greedy:samples=1:network={earlier.result}"]
    with pytest.raises(InvalidInput, match="nothing"):
        run(msgspec.structs.replace(TINY, start="nothing"), tmp_path / "none", 1)


def test_damaged_samples_are_named(tmp_path: Path) -> None:
    run(TINY, tmp_path, 1)
    file = tmp_path / "generation-000" / "games-000002.npz"
    file.write_bytes(b"nothing")
    with pytest.raises(InvalidInput, match=r"games-000002\.npz holds no samples"):
        run(TINY, tmp_path, 2)


def leads(scores: list[int]) -> list[int]:
    return [scores[0] - scores[1], scores[1] - scores[0]]


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_gains_are_the_points_from_the_position_to_the_end(game: str) -> None:
    setup = smokestack.new_game(game, seed=8).setup
    samples, scores = record_game(setup, Population())
    assert len(samples.inputs) == len(samples.parts) == len(samples.gains) == len(samples.seeds)
    # Nobody has points at the start, except for money in no edition.
    if game == "glasgow":
        assert samples.gains[0].tolist() in ([lead, sum(scores)] for lead in leads(scores))
    else:
        assert samples.gains[0].tolist() in ([score] for score in scores)
    assert samples.inputs.max() > 0
    again, _ = record_game(setup, Population())
    assert np.array_equal(samples.inputs, again.inputs)


def test_random_answers_change_a_game() -> None:
    setup = smokestack.new_game("glasgow", seed=8, options={"turn_limit": 30}).setup
    plain, _ = record_game(setup, Population())
    varied, _ = record_game(setup, Population(random_share=0.5))
    assert not np.array_equal(plain.inputs, varied.inputs)


def test_networks_can_play_with_a_search(tmp_path: Path) -> None:
    network = str(run(TINY, tmp_path, 1).result)
    greedy = Population([network], linear_share=0.0, noisy_share=0.0)
    searching = msgspec.structs.replace(greedy, simulations=8)
    setup = TINY.setups[0]
    plain, _ = record_game(setup, greedy)
    searched, _ = record_game(setup, searching)
    again, _ = record_game(setup, searching)
    assert not np.array_equal(plain.inputs, searched.inputs)
    assert np.array_equal(searched.inputs, again.inputs)


def test_batches_are_read_as_they_were_written(tmp_path: Path) -> None:
    run(TINY, tmp_path, 1)
    files = sorted((tmp_path / "generation-000").glob("games-*.npz"))
    samples = read_batches(files)
    assert len(np.unique(samples.seeds)) == 6
    assert samples.inputs.shape == (len(samples.gains), GLASGOW.networks.inputs)


def test_a_gate_plays_every_deal_from_every_seat() -> None:
    setups = [smokestack.new_game("glasgow", seed=seed).setup for seed in (1, 2)]
    gate = play_gate(setups, "greedy:samples=1", "random", Processes(1))
    assert gate.games == 4
    assert (gate.wins.mean, gate.par) == (1.0, 0.5)
    assert gate.is_passed
    assert not play_gate(setups, "random", "greedy:samples=1", Processes(1)).is_passed


def test_all_tables_are_learned_unless_one_is_chosen() -> None:
    tables = [(setup.edition, len(setup.players)) for setup in setups_of("brass", None, None, 1)]
    assert tables == [
        ("2007", 3),
        ("2007", 4),
        ("2009-duel", 2),
        ("2018", 2),
        ("2018", 3),
        ("2018", 4),
    ]
    assert len(setups_of("brass", "2018", 3, 1)) == 1
    with pytest.raises(InvalidInput, match="can be played by 5"):
        setups_of("brass", None, 5, 1)
