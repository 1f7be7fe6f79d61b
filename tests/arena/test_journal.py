"""Finished games survive a crash and never mix with those of another plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.arena.journal import Game, Journal
from smokestack.arena.plan import Plan, make_plan
from smokestack.engine.errors import InvalidInput
from tests.arena.tables import finished


@pytest.fixture
def plan() -> Plan:
    return make_plan("glasgow", ["greedy", "random"])


@pytest.fixture
def games(plan: Plan) -> list[Game]:
    return finished(plan, [9, 5], [5, 9], [7, 6])


@pytest.fixture
def path(tmp_path: Path, plan: Plan, games: list[Game]) -> Path:
    """A journal of three games, not in the order of the plan."""
    path = tmp_path / "deep" / "games.jsonl"
    with Journal(path, plan) as journal:
        for number in (1, 0, 2):
            journal.add(games[number])
    return path


def test_games_are_read_back(path: Path, plan: Plan, games: list[Game]) -> None:
    with Journal(path, plan) as journal:
        assert [journal.games[number] for number in range(3)] == games


def test_a_game_is_on_the_disk_as_soon_as_it_is_added(
    tmp_path: Path, plan: Plan, games: list[Game]
) -> None:
    with Journal(tmp_path / "games.jsonl", plan) as journal:
        journal.add(games[0])
        assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 2


@pytest.mark.parametrize("lost", [1, 30])
def test_an_incomplete_last_line_loses_one_game(
    path: Path, plan: Plan, games: list[Game], lost: int
) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    with Journal(path, plan) as journal:
        assert sorted(journal.games) == [0, 1]
        journal.add(games[2])
    assert path.read_bytes() == whole


def test_an_incomplete_first_line_is_written_again(path: Path, plan: Plan) -> None:
    first = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(first[:40])
    with Journal(path, plan) as journal:
        assert journal.games == {}
    assert path.read_bytes() == first


def test_another_plan_is_refused_and_nothing_changes(path: Path) -> None:
    before = path.read_bytes()
    other = make_plan("glasgow", ["greedy", "random"], seed=7, options={"turn_limit": 99})
    with pytest.raises(InvalidInput, match=r"another plan \(other options and seed\).*--fresh"):
        Journal(path, other)
    assert path.read_bytes() == before


def test_fresh_discards_the_games_of_another_plan(path: Path) -> None:
    other = make_plan("glasgow", ["greedy", "random"], seed=7)
    with Journal(path, other, fresh=True) as journal:
        assert journal.games == {}
    with Journal(path, other) as journal:
        assert journal.games == {}


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("content", [b"dear diary\n", b"dear diary", b"\n", b'{"game":1}\n'])
def test_a_file_that_is_not_a_journal_is_never_changed(
    tmp_path: Path, plan: Plan, content: bytes, fresh: bool
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match="choose another --out"):
        Journal(path, plan, fresh)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seed":0', b'"seed":8'),
        (b'["random","greedy"]', b'["greedy","greedy"]'),
        (b'"winners":[1]', b'"winners":[]'),
        (b'"winners":[1]', b'"winners":[2]'),
        (b'"scores":[5,9]', b'"scores":[5]'),
        (b'"reason":"city"', b'"reason":"boredom"'),
        (b'"number":1', b'"number":-1'),
        (b'"number":1', b'"numbr":1'),
    ],
)
def test_a_line_that_does_not_fit_the_plan_is_named(
    path: Path, plan: Plan, old: bytes, new: bytes
) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[1]
    lines[1] = lines[1].replace(old, new)
    path.write_bytes(b"".join(lines))
    with pytest.raises(InvalidInput, match="line 2 is not a game of its plan"):
        Journal(path, plan)


def test_a_game_that_was_written_twice_counts_once(path: Path, plan: Plan) -> None:
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[1])
    with Journal(path, plan) as journal:
        assert len(journal.games) == 3


def test_a_folder_that_can_not_be_created_is_an_error(plan: Plan) -> None:
    with pytest.raises(InvalidInput, match=r"can't be written .* choose another --out"):
        Journal(Path("/dev/null/arena/games.jsonl"), plan)
