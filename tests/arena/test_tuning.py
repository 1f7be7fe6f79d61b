"""Tuning weights: that it finds better ones, can be stopped at any time, and says what it did."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

import smokestack
from smokestack.arena.intervals import Estimate, share_of
from smokestack.arena.plan import Table
from smokestack.arena.self_play import Comparison, SelfPlay
from smokestack.arena.tuning import Generation, Plan, Tuning, make_plan, tuned
from smokestack.arena.workers import Done, Processes, Task
from smokestack.bots.registry import make_bot
from smokestack.bots.searcher import MANNER
from smokestack.engine.weights import Weight, Weights, format_weights, load_weights
from smokestack.terminal.tuning import print_comparison

GLASGOW = smokestack.find_game("glasgow")
SETUP = smokestack.new_game("glasgow", seed=5, options={"turn_limit": 40}).setup
TINY = make_plan(SETUP, "greedy:samples=1", games=2, population=4)
COMMAND = [sys.executable, "-m", "smokestack", "tune"]
SMALL = ["--bot", "greedy:samples=1", "--games", "4", "--population", "4"]


def goals(plan: Plan) -> list[float]:
    """Where the bogus games below want the weights to be: two steps up, or at 0."""
    wanted = [weight.value + 2.0 * weight.step for _, _, weight in tuned(plan)]
    wanted[0] = 0.0
    return wanted


def nearness(weights: Weights) -> float:
    """Highest at the goals."""
    found = [weights.evaluation[name].value for _, name, _ in tuned(TINY)]
    steps = [weight.step for _, _, weight in tuned(TINY)]
    wanted = goals(TINY)
    return -sum(((f - w) / s) ** 2 for f, w, s in zip(found, wanted, steps, strict=True))


def bogus(generation: int, candidates: list[Weights]) -> list[float]:
    return [nearness(weights) for weights in candidates]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        cwd=folder,
        env={**os.environ, "COLUMNS": "100"},
    )


def test_tuning_finds_what_is_asked_for_up_to_the_bound_at_zero(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(TINY, population=12)
    tuning = Tuning(plan, tmp_path, bogus)
    for _ in range(80):
        tuning.step()
    assert nearness(plan.start) < -60
    assert nearness(tuning.weights) > -0.5
    assert tuning.weights.evaluation["stone_value"].value < 0.1


def test_no_candidate_goes_below_zero_unless_it_began_there(tmp_path: Path) -> None:
    names = [name for _, name, _ in tuned(TINY)]
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
def test_an_interrupted_run_ends_like_one_that_was_not(tmp_path: Path, stop: int) -> None:
    whole = Tuning(TINY, tmp_path / "whole", bogus)
    for _ in range(5):
        whole.step()

    def fail(generation: int, candidates: list[Weights]) -> list[float]:
        if generation == stop:
            raise KeyboardInterrupt
        return bogus(generation, candidates)

    with pytest.raises(KeyboardInterrupt):
        go_on(Tuning(TINY, tmp_path / "parts", fail), 5)
    resumed = Tuning(TINY, tmp_path / "parts", bogus)
    assert len(resumed.generations) == stop
    go_on(resumed, 5)
    assert resumed.generations == whole.generations
    assert resumed.weights == whole.weights
    for name in ("tuning.jsonl", "weights.toml"):
        one, two = (tmp_path / folder / name for folder in ("whole", "parts"))
        assert one.read_bytes() == two.read_bytes()


def go_on(tuning: Tuning, generations: int) -> None:
    while len(tuning.generations) < generations:
        tuning.step()


def test_other_settings_need_another_folder(tmp_path: Path) -> None:
    Tuning(TINY, tmp_path, bogus).step()
    other = msgspec.structs.replace(
        TINY, setup=msgspec.structs.replace(SETUP, seed=6), games=3, aim="points"
    )
    with pytest.raises(smokestack.InvalidInput, match=r"other settings \(seed, aim, games\)"):
        Tuning(other, tmp_path, bogus)


def test_candidates_that_can_not_be_proposed_again_are_refused(tmp_path: Path) -> None:
    tuning = Tuning(TINY, tmp_path, bogus)
    tuning.step()
    candidates = [[value * 1.5 for value in values] for values in tuning.generations[0].candidates]
    changed = Generation(candidates, tuning.generations[0].values)
    lines = [msgspec.json.encode(entry) for entry in (TINY, changed)]
    (tmp_path / "tuning.jsonl").write_bytes(b"\n".join(lines))
    with pytest.raises(smokestack.InvalidInput, match="another version of cma or numpy"):
        Tuning(TINY, tmp_path, bogus)


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"candidates":[],"values":[]}'])
def test_a_broken_log_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "tuning.jsonl").write_text(text)
    with pytest.raises(smokestack.InvalidInput, match=r"tuning\.jsonl holds no tuning"):
        Tuning(TINY, tmp_path, bogus)


@pytest.mark.parametrize("aim", ["wins", "points"])
def test_values_do_not_depend_on_the_number_of_workers(tmp_path: Path, aim: str) -> None:
    plan = msgspec.structs.replace(TINY, aim=aim)
    values = []
    for count in (1, 2):
        with Processes(count) as spread:
            judge = SelfPlay(plan, tmp_path, spread)
            values.append(judge.evaluate(1, [plan.start, doubled(plan.start)]))
    assert values[0] == values[1]
    assert len(set(values[0])) == 2


def doubled(weights: Weights) -> Weights:
    return Weights(
        {
            name: msgspec.structs.replace(weight, value=2.0 * weight.value)
            for name, weight in weights.evaluation.items()
        },
        weights.search,
    )


def test_weights_against_themselves_are_worth_an_equal_share(tmp_path: Path) -> None:
    judge = SelfPlay(TINY, tmp_path, Processes(1))
    assert judge.games == 2
    compared = judge.compare(TINY.start, 4)
    assert compared.games == 4
    assert compared.wins == share_of([0.5, 0.5])
    assert compared.lead == Estimate(0.0, 0.0, 0.0)


def test_every_generation_has_new_seeds_and_its_candidates_the_same(tmp_path: Path) -> None:
    seeds: list[set[int]] = []

    def play_and_note(work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        tables = list(tasks)
        seeds.append({table.setup.seed for table in tables if isinstance(table, Table)})
        return map(work, tables)

    judge = SelfPlay(TINY, tmp_path, play_and_note)
    for generation in range(2):
        judge.evaluate(generation, [TINY.start, TINY.start])
    judge.compare(TINY.start, 4)
    first, second, fresh = seeds
    assert len(first) == len(second) == 1
    assert not first & second
    assert not fresh & (first | second)


@pytest.mark.parametrize(("game", "aim"), [("glasgow", "wins"), ("brass", "points")])
def test_the_usual_aim_suits_the_game(game: str, aim: str) -> None:
    assert make_plan(smokestack.new_game(game, seed=1).setup, "greedy").aim == aim


@pytest.mark.parametrize(
    ("bot", "settings", "problem"),
    [
        ("alphago", {}, "no bot 'alphago'"),
        ("random", {}, "has no weights"),
        ("program:python3", {}, "a program has no weights"),
        ("greedy:weights=a.toml", {}, "can't be read"),
        ("greedy:samples=0", {}, "samples of greedy"),
        ("search:seconds=1", {}, "looks at the clock"),
        ("greedy", {"group": "search"}, "only search bots"),
        ("clerk", {"group": "both"}, "only search bots"),
        ("greedy", {"group": "all"}, "--group 'all' must be one of"),
        ("greedy", {"aim": "fame"}, "--aim 'fame' must be one of"),
    ],
)
def test_what_can_not_be_tuned_is_refused(bot: str, settings: dict[str, str], problem: str) -> None:
    with pytest.raises(smokestack.InvalidInput, match=problem):
        make_plan(SETUP, bot, group=settings.get("group", "evaluation"), aim=settings.get("aim"))


def test_weights_to_begin_with_must_be_those_of_the_game(tmp_path: Path) -> None:
    brass = smokestack.find_game("brass").weight_file
    with pytest.raises(smokestack.InvalidInput, match="stone_value is missing"):
        make_plan(SETUP, "greedy", start=brass)
    with pytest.raises(smokestack.InvalidInput, match="name the first weights with --start"):
        make_plan(SETUP, f"greedy:weights={GLASGOW.weight_file}")
    first = Weights(
        {n: Weight(w.value, 0.0, 0.0, "") for n, w in TINY.start.evaluation.items()}, {}
    )
    plan = msgspec.structs.replace(TINY, start=first)
    with pytest.raises(smokestack.InvalidInput, match="the step of stone_value"):
        Tuning(plan, tmp_path, bogus)


def test_the_search_can_be_tuned_together_with_the_evaluation() -> None:
    plan = make_plan(SETUP, "search:simulations=2", group="both")
    names = [name for _, name, _ in tuned(plan)]
    assert names == [*GLASGOW.weight_names, *MANNER]


def test_a_share_stays_one_while_it_is_tuned(tmp_path: Path) -> None:
    plan = make_plan(SETUP, "search:simulations=2", group="search", population=8)
    most = {**plan.start.search, "own": Weight(1.0, 1.0, 0.1, "")}
    plan = msgspec.structs.replace(plan, start=Weights(plan.start.evaluation, most))
    tuning = Tuning(
        plan,
        tmp_path,
        lambda _, candidates: [weights.search["own"].value for weights in candidates],
    )
    go_on(tuning, 20)
    tried = [values[MANNER.index("own")] for g in tuning.generations for values in g.candidates]
    assert 0.0 <= min(tried) < max(tried) <= 1.0
    assert tuning.weights.search["own"].value <= 1.0


def test_without_the_package_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(smokestack.InvalidInput, match=r"pip install 'smokestack\[tune\]'"):
        Tuning(TINY, tmp_path, bogus)


def test_the_command_tunes_compares_and_writes_weights_that_a_bot_plays_with(
    tmp_path: Path,
) -> None:
    result = run(
        tmp_path, "glasgow", *SMALL, "--generations", "2", "--validation", "4", "--out", "one"
    )
    assert (result.returncode, result.stderr) == (0, "")
    head, *lines = result.stdout.splitlines()
    assert head.split() == ["weight", "old", "new", "steps"]
    assert lines[12].startswith("After generation 2; best candidate ")
    assert lines[13].startswith("new against old, 4 games on fresh seeds: wins ")
    assert lines[14].startswith("That is too little to tell")
    assert "--bots greedy:samples=1:weights=one/weights.toml" in lines[15]

    written = load_weights(tmp_path / "one" / "weights.toml")
    assert [f"{w.value:.4g}" for w in written.evaluation.values()] == [
        line.split()[2] for line in lines[:12]
    ]
    assert written != load_weights(GLASGOW.weight_file)
    bot = make_bot(f"greedy:weights={tmp_path / 'one' / 'weights.toml'}", GLASGOW, 1, 0)
    match = smokestack.new_game("glasgow", seed=1)
    assert bot.answer(match.view(0)) in match.view(0).answers

    more = ["glasgow", *SMALL, "--generations", "3", "--validation", "0"]
    longer = run(tmp_path, *more, "--out", "one")
    at_once = run(tmp_path, *more, "--out", "two", "--workers", "1")
    assert longer.returncode == at_once.returncode == 0
    one, two = (tmp_path / folder / "tuning.jsonl" for folder in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        (Estimate(0.58, 0.51, 0.65), "The new weights are better."),
        (Estimate(0.56, 0.49, 0.63), "That does not show a difference"),
        (Estimate(0.42, 0.35, 0.49), "The new weights are worse"),
    ],
)
def test_better_is_only_said_outside_of_the_interval(
    wins: Estimate, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    print_comparison(TINY, Comparison(200, wins, Estimate(50.0, 49.0, 51.0)))
    assert f"\n{verdict}" in capsys.readouterr().out


def test_an_interrupt_keeps_the_generations_and_says_how_to_go_on(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [*COMMAND, "glasgow", *SMALL, "--generations", "9999", "--workers", "2", "--out", "run"],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=tmp_path,
        start_new_session=True,
    )
    log = tmp_path / "run" / "tuning.jsonl"
    for _ in range(200):
        if log.exists():
            break
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=30)
    assert running.returncode == 130
    kept = len(log.read_text().splitlines()) - 1
    assert kept >= 1
    assert told.strip() == (
        f"run keeps everything up to generation {kept}; the same command goes on from there."
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["glasgow", "--players", "3"],
        ["glasgow", "--bot", "random"],
        ["glasgow", "--start", "missing.toml"],
        ["glasgow", "--seed", str(2**63 - 1)],
        ["glasgow", "--out", "file", *SMALL, "--generations", "1"],
    ],
)
def test_bad_input_is_told_on_one_line(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    result = run(tmp_path, *arguments)
    assert result.returncode == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("smokestack: ")


def test_the_text_of_weights_tells_them_exactly(tmp_path: Path) -> None:
    tuning = Tuning(TINY, tmp_path, bogus)
    tuning.step()
    (tmp_path / "again.toml").write_text(format_weights(tuning.weights))
    assert load_weights(tmp_path / "again.toml") == tuning.weights


def test_the_document_names_every_option(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "tuning.md").read_text(encoding="utf-8")
    told = {name for row in re.findall(r"^\| (`--.*?) \|", text, re.M) for name in row.split(", ")}
    there = re.findall(r"^ +(--[a-z]+) ", run(tmp_path, "--help").stdout, re.M)
    assert told == {f"`{name}`" for name in there}
