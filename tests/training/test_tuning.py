"""Tuning finds better weights, checks its plan and continues an interrupted run."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

import smokestack
from smokestack.bots.search_bot import PARAM_NAMES
from smokestack.bots.weights import Weight, Weights, format_weights, load_weights
from smokestack.training.tuning import Generation, Plan, Tuning, make_plan, tuned_weights

GLASGOW = smokestack.find_game("glasgow")
SETUP = smokestack.new_game("glasgow", seed=5, options={"turn_limit": 40}).setup
TINY = make_plan(SETUP, "greedy:samples=1", games=2, population=4)


def goals(plan: Plan) -> list[float]:
    """The best weights for `nearness`: two steps up, the first one at 0."""
    wanted = [weight.value + 2.0 * weight.step for _, _, weight in tuned_weights(plan)]
    wanted[0] = 0.0
    return wanted


def nearness(weights: Weights) -> float:
    """Highest at the goals."""
    found = [weights.evaluation[name].value for _, name, _ in tuned_weights(TINY)]
    steps = [weight.step for _, _, weight in tuned_weights(TINY)]
    wanted = goals(TINY)
    return -sum(((f - w) / s) ** 2 for f, w, s in zip(found, wanted, steps, strict=True))


def nearness_of_each(generation: int, candidates: list[Weights]) -> list[float]:
    return [nearness(weights) for weights in candidates]


def test_tuning_finds_the_best_weights_within_the_bounds(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(TINY, population=12)
    tuning = Tuning(plan, tmp_path, nearness_of_each)
    for _ in range(80):
        tuning.step()
    assert nearness(plan.start) < -60
    assert nearness(tuning.weights) > -0.5
    assert tuning.weights.evaluation["stone_value"].value < 0.1


def test_only_weights_that_start_below_zero_become_negative(tmp_path: Path) -> None:
    names = [name for _, name, _ in tuned_weights(TINY)]
    first = {**TINY.start.evaluation, names[1]: Weight(-1.0, 0.0, 1.0, "a weight below 0")}
    plan = msgspec.structs.replace(TINY, start=Weights(first, TINY.start.search))
    tuning = Tuning(
        plan,
        tmp_path,
        lambda _, candidates: [
            -sum(weight.value for weight in weights.evaluation.values()) for weights in candidates
        ],
    )
    for _ in range(30):
        tuning.step()
    tried = [values for g in tuning.generations for values in g.candidates]
    assert min(values[1] for values in tried) < -1.0
    assert min(value for values in tried for value in (values[0], *values[2:])) >= 0.0


@pytest.mark.parametrize("stop", [0, 1, 3])
def test_an_interrupted_run_ends_like_an_uninterrupted_one(tmp_path: Path, stop: int) -> None:
    whole = Tuning(TINY, tmp_path / "whole", nearness_of_each)
    for _ in range(5):
        whole.step()

    def fail(generation: int, candidates: list[Weights]) -> list[float]:
        if generation == stop:
            raise KeyboardInterrupt
        return nearness_of_each(generation, candidates)

    with pytest.raises(KeyboardInterrupt):
        run_until(Tuning(TINY, tmp_path / "parts", fail), 5)
    resumed = Tuning(TINY, tmp_path / "parts", nearness_of_each)
    assert len(resumed.generations) == stop
    run_until(resumed, 5)
    assert resumed.generations == whole.generations
    assert resumed.weights == whole.weights
    for name in ("tuning.jsonl", "weights.toml"):
        one, two = (tmp_path / folder / name for folder in ("whole", "parts"))
        assert one.read_bytes() == two.read_bytes()


def run_until(tuning: Tuning, generations: int) -> None:
    while len(tuning.generations) < generations:
        tuning.step()


def test_another_plan_needs_another_folder(tmp_path: Path) -> None:
    Tuning(TINY, tmp_path, nearness_of_each).step()
    other = msgspec.structs.replace(
        TINY, setup=msgspec.structs.replace(SETUP, seed=6), games=3, aim="points"
    )
    with pytest.raises(smokestack.InvalidInput, match=r"other settings \(seed, aim, games\)"):
        Tuning(other, tmp_path, nearness_of_each)


def test_a_log_with_other_proposals_is_refused(tmp_path: Path) -> None:
    tuning = Tuning(TINY, tmp_path, nearness_of_each)
    tuning.step()
    candidates = [[value * 1.5 for value in values] for values in tuning.generations[0].candidates]
    changed = Generation(candidates, tuning.generations[0].values)
    lines = [msgspec.json.encode(entry) for entry in (TINY, changed)]
    (tmp_path / "tuning.jsonl").write_bytes(b"\n".join(lines))
    with pytest.raises(smokestack.InvalidInput, match="another version of cma or numpy"):
        Tuning(TINY, tmp_path, nearness_of_each)


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"candidates":[],"values":[]}'])
def test_a_broken_log_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "tuning.jsonl").write_text(text)
    with pytest.raises(smokestack.InvalidInput, match=r"tuning\.jsonl holds no tuning"):
        Tuning(TINY, tmp_path, nearness_of_each)


@pytest.mark.parametrize(("game", "aim"), [("glasgow", "wins"), ("brass", "points")])
def test_the_default_aim_depends_on_the_game(game: str, aim: str) -> None:
    assert make_plan(smokestack.new_game(game, seed=1).setup, "greedy").aim == aim


@pytest.mark.parametrize(
    ("bot", "settings", "problem"),
    [
        ("alphago", {}, "no bot 'alphago'"),
        ("random", {}, "has no weights"),
        ("program:python3", {}, "a program has no weights"),
        ("greedy:weights=a.toml", {}, "can't be read"),
        ("greedy:samples=0", {}, "samples of greedy"),
        ("search:seconds=1", {}, "depends on the clock"),
        ("greedy", {"group": "search"}, "only search bots"),
        ("clerk", {"group": "both"}, "only search bots"),
        ("greedy", {"group": "all"}, "--group 'all' must be one of"),
        ("greedy", {"aim": "fame"}, "--aim 'fame' must be one of"),
    ],
)
def test_invalid_plans_are_refused(bot: str, settings: dict[str, str], problem: str) -> None:
    with pytest.raises(smokestack.InvalidInput, match=problem):
        make_plan(SETUP, bot, group=settings.get("group", "evaluation"), aim=settings.get("aim"))


def test_the_first_weights_must_belong_to_the_game(tmp_path: Path) -> None:
    brass = smokestack.find_game("brass").weight_file
    with pytest.raises(smokestack.InvalidInput, match="stone_value is missing"):
        make_plan(SETUP, "greedy", start=brass)
    with pytest.raises(smokestack.InvalidInput, match="give the first weights with --start"):
        make_plan(SETUP, f"greedy:weights={GLASGOW.weight_file}")
    first = Weights(
        {n: Weight(w.value, 0.0, 0.0, "") for n, w in TINY.start.evaluation.items()}, {}
    )
    plan = msgspec.structs.replace(TINY, start=first)
    with pytest.raises(smokestack.InvalidInput, match="the step of stone_value"):
        Tuning(plan, tmp_path, nearness_of_each)


def test_search_and_evaluation_can_be_tuned_together() -> None:
    plan = make_plan(SETUP, "search:simulations=2", group="both")
    names = [name for _, name, _ in tuned_weights(plan)]
    assert names == [*GLASGOW.weight_names, *PARAM_NAMES]


def test_a_share_stays_between_0_and_1_weights(tmp_path: Path) -> None:
    plan = make_plan(SETUP, "search:simulations=2", group="search", population=8)
    search = {**plan.start.search, "own_points_weight": Weight(1.0, 1.0, 0.1, "")}
    plan = msgspec.structs.replace(plan, start=Weights(plan.start.evaluation, search))
    tuning = Tuning(
        plan,
        tmp_path,
        lambda _, candidates: [weights.search["own_points_weight"].value for weights in candidates],
    )
    run_until(tuning, 20)
    tried = [
        values[PARAM_NAMES.index("own_points_weight")]
        for g in tuning.generations
        for values in g.candidates
    ]
    assert 0.0 <= min(tried) < max(tried) <= 1.0
    assert tuning.weights.search["own_points_weight"].value <= 1.0


def test_a_missing_package_is_named_with_its_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(smokestack.InvalidInput, match=r"pip install 'smokestack\[tune\]'"):
        Tuning(TINY, tmp_path, nearness_of_each)


def test_tuned_weights_are_written_exactly(tmp_path: Path) -> None:
    tuning = Tuning(TINY, tmp_path, nearness_of_each)
    tuning.step()
    (tmp_path / "again.toml").write_text(format_weights(tuning.weights))
    assert load_weights(tmp_path / "again.toml") == tuning.weights
