"""A plan gives the same games with any runner, after interruptions and in any order."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from smokestack.arena.cluster import Cluster
from smokestack.arena.journal import Journal
from smokestack.arena.plan import Plan, make_plan
from smokestack.arena.results import Results, results_of
from smokestack.arena.tournament import Tournament, play_table
from smokestack.arena.workers import Done, Processes, Task, TaskRunner
from smokestack.engine.errors import InvalidInput, SmokestackError

GAMES = 8


@pytest.fixture
def plan() -> Plan:
    return make_plan("glasgow", ["greedy", "random"], seed=11)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "arena"


def play(plan: Plan, folder: Path, spread: TaskRunner, games: int = GAMES) -> Results:
    with Journal(folder / "games.jsonl", plan) as journal:
        tournament = Tournament(plan, plan.groups_for(games), journal)
        for _ in tournament.play(spread):
            pass
        return results_of(plan, tournament.played())


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    plan = make_plan("glasgow", ["greedy", "random"], seed=11)
    return msgspec.json.encode(play(plan, tmp_path_factory.mktemp("one"), Processes(1)))


def test_two_workers_give_the_same_results_as_one(
    plan: Plan, folder: Path, expected: bytes
) -> None:
    assert msgspec.json.encode(play(plan, folder, Processes(2))) == expected


def test_the_order_in_which_games_finish_does_not_matter(
    plan: Plan, folder: Path, expected: bytes
) -> None:
    class Backwards:
        def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
            return map(work, reversed(list(tasks)))

    assert msgspec.json.encode(play(plan, folder, Backwards())) == expected


def test_continuing_after_an_interruption_gives_the_same_results(
    plan: Plan, folder: Path, expected: bytes
) -> None:
    with Journal(folder / "games.jsonl", plan) as journal:
        tournament = Tournament(plan, plan.groups_for(GAMES), journal)
        for _ in islice(tournament.play(Processes(1)), 3):
            pass
    assert msgspec.json.encode(play(plan, folder, Processes(1))) == expected


def test_finished_games_are_not_played_again(plan: Plan, folder: Path) -> None:
    first = play(plan, folder, Processes(1), games=4)
    assert play(plan, folder, Cluster("127.0.0.1:1"), games=4) == first


def test_more_games_are_added_and_fewer_report_on_the_first(
    plan: Plan, folder: Path, expected: bytes
) -> None:
    few = play(plan, folder, Processes(1), games=4)
    assert msgspec.json.encode(play(plan, folder, Processes(1))) == expected
    assert play(plan, folder, Processes(1), games=4) == few


def test_greedy_is_rated_above_random(plan: Plan, folder: Path) -> None:
    results = play(plan, folder, Processes(1))
    assert [standing.player for standing in results.standings] == ["greedy", "random"]


def test_a_worker_of_another_version_is_refused(plan: Plan) -> None:
    with pytest.raises(SmokestackError, match=r"for Smokestack 0\.0\.0, but a worker has"):
        play_table("0.0.0", plan.table(0))


@pytest.mark.parametrize("spread", [Processes(1), Processes(2), Cluster("local", 1)])
@pytest.mark.slow
def test_the_error_of_a_worker_is_raised(plan: Plan, spread: TaskRunner) -> None:
    work = partial(play_table, "0.0.0")
    with pytest.raises(SmokestackError, match=r"^the plan is for Smokestack 0\.0\.0, but [^\n]*$"):
        list(spread(work, map(plan.table, range(4))))


def test_a_worker_that_dies_is_an_error() -> None:
    with pytest.raises(SmokestackError, match="a worker process died"):
        list(Processes(2)(die, range(4)))


def die(task: int) -> None:
    os._exit(9)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:99999", "somewhere"])
def test_an_unreachable_cluster_is_an_error_at_once(address: str) -> None:
    with pytest.raises(InvalidInput, match=rf"^--ray {address}: no connection \([^\n]*\)$"):
        list(Cluster(address)(abs, [1]))


@pytest.mark.parametrize("remembered_by", ["file", "environment"])
def test_a_stopped_cluster_is_an_error_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remembered_by: str
) -> None:
    """Ray stores the address of the last cluster, and retries it for minutes if it has stopped.

    The test uses 127.0.0.2 because Ray may replace 127.0.0.1 by the address of this machine.
    """
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    if remembered_by == "environment":
        monkeypatch.setenv("RAY_ADDRESS", "127.0.0.2:1")
    else:
        # Hides clusters that other users run on this machine.
        monkeypatch.setattr("ray._private.services.find_gcs_addresses", set)
        with pytest.raises(InvalidInput, match=r"^--ray auto: no connection \(Could not find"):
            list(Cluster("auto")(abs, [1]))
        (tmp_path / "ray").mkdir()
        (tmp_path / "ray" / "ray_current_cluster").write_text("127.0.0.2:1")
    start = time.monotonic()
    with pytest.raises(InvalidInput, match=r"^--ray auto \(127\.0\.0\.2:1\): no connection \("):
        list(Cluster("auto")(abs, [1]))
    assert time.monotonic() - start < 10


def test_ray_finds_its_cluster_itself_if_the_private_function_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.delattr("ray._private.services.canonicalize_bootstrap_address")
    addresses: list[str] = []

    def refuse(address: str, **_: object) -> None:
        addresses.append(address)
        raise ConnectionError("no cluster")

    monkeypatch.setattr("ray.init", refuse)
    with pytest.raises(InvalidInput, match=r"^--ray auto: no connection \(no cluster\)$"):
        list(Cluster("auto")(abs, [1]))
    assert addresses == ["auto"]


def test_without_ray_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidInput, match=r"pip install 'smokestack\[ray\]'"):
        list(Cluster()(abs, [1]))
