"""The output and the errors of the commands."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.match import Match
from tests.games.glasgow.positions import custom_tiles
from tests.terminal.commands import plain_environment, run_here

TILES = Path(smokestack.__file__).parent / "games" / "glasgow" / "data" / "tiles.toml"
COMMAND = [sys.executable, "-m", "smokestack"]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command in an empty folder."""

    def run_command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        whole = {**plain_environment(tmp_path / "home"), **environment}
        return run_here(*arguments, folder=tmp_path, environment=whole)

    return run_command


def finished_game() -> Match:
    match = smokestack.new_game("glasgow", seed=5, players=["Ann", "Ben"])
    bots = [make_bot("random", match.game, 5, seat) for seat in range(2)]
    while match.actor is not None:
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return match


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The file of a finished game."""
    finished_game().record().save(tmp_path / "game.json")
    return "game.json"


def error_line(result: subprocess.CompletedProcess[str]) -> str:
    """The one error line of a command that failed."""
    assert "Traceback" not in result.stderr
    (line,) = result.stderr.splitlines()
    assert line.startswith("smokestack: ")
    return line.removeprefix("smokestack: ")


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_help_lists_the_commands(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stderr) == (0, "")
    listed = re.findall(r"^  (\w+)  ", result.stdout.split("Commands:")[1], re.MULTILINE)
    assert listed == [
        "play",
        "serve",
        "worker",
        "backup",
        "restore",
        "simulate",
        "arena",
        "trace",
        "replay",
        "analyse",
        "verify",
        "perft",
        "tune",
        "train",
        "dataset",
        "benchmark",
        "puzzles",
        "tiles",
        "openings",
        "games",
        "people",
        "tournaments",
        "reports",
    ]


@pytest.mark.parametrize(
    "group", ["puzzles", "tiles", "openings", "games", "people", "tournaments", "reports"]
)
def test_a_group_without_a_command_prints_its_help(run: Run, group: str) -> None:
    result = run(group)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == run(group, "--help").stdout


def test_help_explains_the_exit_codes(run: Run) -> None:
    text = " ".join(run("--help").stdout.split())
    assert "0 success, 1 invalid input, 2 wrong usage, 130 interrupted" in text


@pytest.mark.parametrize(
    "command",
    [
        *("", "play", "serve", "simulate", "arena", "trace", "replay", "perft", "tune", "train"),
        "analyse",
        *("tiles check", "tiles show", "tiles copy", "worker", "backup", "restore"),
        *(f"games {command}" for command in ("list", "show", "export", "import", "prune")),
        *(f"people {command}" for command in ("list", "show", "rename", "ban", "reset", "invite")),
    ],
)
def test_the_help_of_every_command_has_an_example(run: Run, command: str) -> None:
    result = run(*command.split(), "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert f"Examples:\n    smokestack {command}".rstrip() in result.stdout


def test_the_version_shows_whether_the_rules_are_compiled(run: Run) -> None:
    mode = "compiled" if smokestack.pure.is_compiled() else "interpreted"
    result = run("--version")
    assert result.stdout == f"smokestack {smokestack.__version__} ({mode})\n"
    assert (result.returncode, result.stderr) == (0, "")


def test_simulate_prints_wins_and_points_of_each_seat(run: Run) -> None:
    result = run("simulate", "glasgow", "--games", "20", "--workers", "1")
    head, *seats = [line.split() for line in result.stdout.splitlines()[:3]]
    assert " ".join(head) == "seat bot wins win rate mean points spread least most"
    assert [seat[:2] for seat in seats] == [["0", "random"], ["1", "random"]]
    assert sum(float(seat[2]) for seat in seats) == 20
    assert (result.returncode, result.stderr) == (0, "")


def test_simulate_prints_length_and_endings(run: Run) -> None:
    options = ["--option", "turn_limit=9"]
    result = run("simulate", "glasgow", "--games", "20", "--workers", "1", *options)
    lines = result.stdout.splitlines()
    assert lines[4].startswith("length: 9.0 turns (9-9), ")
    assert lines[5] == "ended by: turn_limit 20"


def test_simulate_gives_the_same_table_with_any_number_of_workers(run: Run) -> None:
    games = ["simulate", "glasgow", "--games", "30", "--seed", "3"]
    one, two = (run(*games, "--workers", workers).stdout.splitlines() for workers in "12")
    assert one[:-1] == two[:-1]
    assert len(one) == 7


def test_the_seeds_of_a_simulation_go_up_one_by_one(run: Run) -> None:
    wins = 0.0
    for seed in ("8", "9"):
        table = run("simulate", "glasgow", "--games", "1", "--seed", seed).stdout
        wins += float(table.splitlines()[1].split()[2])
    both = run("simulate", "glasgow", "--games", "2", "--seed", "8", "--workers", "1").stdout
    assert float(both.splitlines()[1].split()[2]) == wins


def test_the_highest_seed_can_be_simulated(run: Run) -> None:
    result = run("simulate", "glasgow", "--games", "1", "--seed", str(2**63 - 1))
    assert (result.returncode, result.stderr) == (0, "")


STATE = [
    *("ring", "merchants", "goods", "offers", "city"),
    *("discards", "drawn", "doubled", "behind", "turn", "pile"),
]


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The lines of a traced game."""
    home = tmp_path_factory.mktemp("home")
    result = subprocess.run(
        [*COMMAND, "trace", "glasgow", "--seed", "7"],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env=plain_environment(home),
    )
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_first_line_of_a_trace_has_the_setup(traced: list[dict[str, Any]]) -> None:
    keys = ["game", "edition", "options", "players", "seed", "rules", "state"]
    assert list(traced[0]) == keys
    assert [traced[0][key] for key in keys[:-1]] == [
        "glasgow",
        "standard",
        {"whisky_converts": True, "turn_limit": 500},
        2,
        7,
        1,
    ]


def test_every_line_between_is_an_answer(traced: list[dict[str, Any]]) -> None:
    for number, line in enumerate(traced[1:-1], 1):
        assert list(line) == ["n", "actor", "decision", "options", "chosen", "state"]
        assert line["n"] == number
        assert line["actor"] in (0, 1)
        assert line["chosen"] in line["options"]


def test_every_state_of_a_trace_has_what_an_auditor_needs(traced: list[dict[str, Any]]) -> None:
    for line in traced[:-1]:
        assert sorted(line["state"]) == sorted(STATE)
        assert list(line["state"]["goods"][0]) == ["stone", "steel", "gold", "whisky"]
        assert list(line["state"]["offers"]) == ["0", "5", "10", "15"]


def test_the_last_line_of_a_trace_is_the_result(traced: list[dict[str, Any]]) -> None:
    assert list(traced[-1]) == ["result"]
    result = traced[-1]["result"]
    assert list(result) == ["scores", "winners", "reason"]
    assert (len(result["scores"]), result["reason"]) == (2, "city")
    assert result["winners"] == [result["scores"].index(max(result["scores"]))]


def test_the_state_of_a_trace_is_the_one_after_the_answer(traced: list[dict[str, Any]]) -> None:
    for before, after in pairwise(traced[:-1]):
        if after["decision"] == "move":
            moved = after["state"]["merchants"][after["actor"]]
            assert moved > before["state"]["merchants"][after["actor"]]
            assert moved % 16 == int(after["chosen"].removeprefix("move "))


def test_the_same_seed_gives_the_same_trace(run: Run) -> None:
    command = ["trace", "glasgow", "--seed", "7", "--bots", "greedy,random"]
    assert run(*command).stdout == run(*command).stdout


def test_the_options_of_a_trace_are_those_given(run: Run) -> None:
    options = ["--option", "turn_limit=3", "--option", "whisky_converts=false"]
    lines = run("trace", "glasgow", *options).stdout.splitlines()
    assert json.loads(lines[0])["options"] == {"whisky_converts": False, "turn_limit": 3}
    assert json.loads(lines[-1])["result"]["reason"] == "turn_limit"


def test_a_record_is_replayed_to_its_result(run: Run, record: str) -> None:
    result = finished_game().result
    assert result is not None
    lines = run("replay", record).stdout.splitlines()
    assert lines[0].startswith("Glasgow, seed 5, rules 1, ")
    assert lines[0].endswith(" answers: Ann – Ben")
    winner = ["Ann", "Ben"][result.winners[0]]
    assert lines[-1].startswith(f"{winner} wins ")
    assert lines[-1].endswith(" (the city is complete).")


def test_a_replay_explains_every_point(run: Run, record: str) -> None:
    lines = run("replay", record).stdout.splitlines()
    rows = [line.split() for line in lines[2:-1]]
    for seat, name in enumerate(["Ann", "Ben"]):
        totals = [int(row[5]) for row in rows if row[0] == name and row[-1] != "total"]
        (total,) = [int(row[1]) for row in rows if row[0] == name and row[-1] == "total"]
        result = finished_game().result
        assert result is not None
        assert sum(totals) == total == result.scores[seat]


def test_a_replay_with_moves_prints_one_line_for_each_answer(run: Run, record: str) -> None:
    output = run("replay", record, "--moves").stdout.splitlines()
    answers = len(finished_game().history)
    assert [line[:6].strip() for line in output[1 : answers + 1]] == [
        str(number) for number in range(1, answers + 1)
    ]


def test_a_replay_shows_the_table_at_any_point(run: Run, record: str) -> None:
    match = finished_game()
    match.go_to(30)
    shown = run("replay", record, "--at", "30").stdout
    table = match.game.audit(match.state)
    assert f"step {table['merchants'][0]}" in shown
    assert f"step {table['merchants'][1]}" in shown
    assert f"pile {len(table['pile'])} " in shown


def test_a_replay_at_the_start_shows_the_empty_city(run: Run, record: str) -> None:
    result = run("replay", record, "--at", "0")
    assert (result.returncode, result.stderr) == (0, "")
    assert "pile 29 " in result.stdout


def test_replay_says_if_a_record_is_unfinished(run: Run, tmp_path: Path) -> None:
    smokestack.new_game("glasgow", seed=5).record().save(tmp_path / "game.json")
    result = run("replay", "game.json")
    assert result.stdout.splitlines()[-1] == "The game is not over."


def test_perft_counts_the_answers_at_each_depth(run: Run) -> None:
    lines = run("perft", "glasgow", "--seed", "1", "--depth", "2").stdout.splitlines()
    match = smokestack.new_game("glasgow", seed=1)
    leaves = 0
    for answer in match.answers:
        match.play(answer)
        leaves += len(match.answers)
        match.undo()
    counted = [line.partition(" (")[0] for line in lines]
    assert counted == ["depth 1: 15", f"depth 2: {leaves}"]


def test_a_copy_of_the_tiles_can_be_checked_and_played(run: Run) -> None:
    copied = run("tiles", "copy", "mine.toml")
    assert (
        copied.stdout == "mine.toml written; correct it, then: smokestack tiles check mine.toml\n"
    )
    assert run("tiles", "check", "mine.toml").stdout == (
        "mine.toml: 37 buildings and 14 contracts, all playable: "
        "smokestack play --tiles mine.toml\n"
    )
    assert run("simulate", "glasgow", "--games", "1", "--tiles", "mine.toml").returncode == 0


def test_copying_the_tiles_overwrites_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("precious", "utf-8")
    result = run("tiles", "copy", "mine.toml")
    assert result.returncode == 1
    assert error_line(result) == "mine.toml exists already; choose another name"
    assert (tmp_path / "mine.toml").read_text("utf-8") == "precious"


def test_checking_tiles_lists_every_problem(run: Run, tmp_path: Path) -> None:
    text = TILES.read_text("utf-8").replace('kind = "station"', 'kind = "pub"')
    text = text.replace("points = 10", "points = -1")
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    result = run("tiles", "check", "mine.toml")
    kinds = "factory, shop, park, tenement, station, bank, landmark"
    assert result.stdout.splitlines() == [
        f"mine.toml: building R1: kind: must be one of {kinds}",
        f"mine.toml: building R2: kind: must be one of {kinds}",
        f"mine.toml: building R3: kind: must be one of {kinds}",
        "mine.toml: building L7: points: must be a whole number from 0 to 99",
    ]
    assert result.returncode == 1
    assert error_line(result) == "mine.toml: 4 problems; nothing was changed"


def test_showing_the_tiles_lists_all_and_marks_reconstructed_values(run: Run) -> None:
    lines = run("tiles", "show", COLUMNS="100").stdout.splitlines()
    assert lines[0] == "Tile set reconstructed-1; * marks what is reconstructed."
    assert lines[2].split() == ["F1", "factory", "stone,", "stone", "*", "1", "1", "stone", "*"]
    assert len(lines) == 3 + 37 + 14


@pytest.mark.parametrize("name", ["[/x]", "[red]"])
def test_names_of_tiles_are_shown_as_they_are_written(run: Run, tmp_path: Path, name: str) -> None:
    text = TILES.read_text("utf-8").replace('id = "F1"', f'id = "{name}"')
    text = text.replace('name = "reconstructed-1"', f'name = "{name}"')
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    result = run("tiles", "show", "mine.toml", COLUMNS="100")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"Tile set {name}; * marks what is reconstructed."
    assert lines[2].split()[0] == name


USAGE = [
    ["castle"],
    ["simulate"],
    ["simulate", "glasgow", "chess"],
    ["simulate", "glasgow", "--games", "0"],
    ["trace", "glasgow", "--moves"],
    ["replay"],
    ["replay", "game.json", "--at", "-1"],
    ["perft", "glasgow", "--depth", "0"],
    ["tiles", "castle"],
    ["play", "--seed", "lucky"],
    ["play", "--continue", "yes", "please"],
]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_wrong_usage_prints_one_line_and_exits_with_two(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert re.search(r" \(see 'smokestack.* --help'\)$", error_line(result))
    assert (result.returncode, result.stdout) == (2, "")


LONG = "x" * 300

INVALID = [
    ["play", "chess"],
    ["play", "chess", "--continue"],
    ["play", "**", "--continue"],
    ["play", "/glasgow", "--continue"],
    ["play", "--continue"],
    ["play", "--load", LONG],
    ["play", "--seats", "Ann,Ann"],
    ["play", "--seats", "Ann,\x1b[31m"],
    ["play", "--option", "turn_limit"],
    ["play", "--option", f"turn_limit={'9' * 5000}"],
    ["simulate", "glasgow", "--bots", "alphago"],
    ["simulate", "glasgow", "--bots", "greedy,random,random"],
    ["simulate", "glasgow", "--seed", str(2**63 - 1), "--games", "2"],
    ["trace", "glasgow", "--seed", str(10**30)],
    ["replay", "missing.json"],
    ["replay", "/dev/zero"],
    ["tiles", "check", "/dev/zero"],
    ["tiles", "copy", LONG],
    ["tiles", "copy", "/dev/null/mine.toml"],
]


@pytest.mark.parametrize(
    "arguments", INVALID, ids=[" ".join(words).replace(LONG, "x…")[:60] for words in INVALID]
)
def test_invalid_input_prints_one_line_and_exits_with_one(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    error_line(result)
    assert (result.returncode, result.stdout) == (1, "")


def test_continuing_an_unknown_game_names_the_known_ones(run: Run) -> None:
    assert (
        error_line(run("play", "chess", "--continue")) == "no game 'chess'; there is brass, glasgow"
    )


def test_an_absurd_number_of_players_is_refused_at_once(tmp_path: Path) -> None:
    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))

    result = subprocess.run(
        [*COMMAND, "simulate", "glasgow", "--players", "1000000000"],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        env=plain_environment(tmp_path),
        preexec_fn=limit_memory,
    )
    assert error_line(result) == "Glasgow has no number of players 1000000000; possible: 2"


def changed_record(**changes: object) -> bytes:
    data = json.loads(finished_game().record().to_json())
    return json.dumps({**data, **changes}).encode()


def changed_setup(**changes: object) -> bytes:
    setup = json.loads(finished_game().record().to_json())["setup"]
    return changed_record(setup={**setup, **changes})


NULL_GOODS = custom_tiles(draw={"goods": None})

BROKEN_RECORDS = {
    "binary garbage": bytes(range(256)),
    "deeply nested": b"[" * 100_000,
    "other format": changed_record(smokestack=2),
    "illegal answer": changed_record(answers=["place 0,0"]),
    "nonsense": changed_record(answers=["castle\nling"]),
    "wrong result": changed_record(result={"scores": [1, 2], "winners": [1], "reason": "city"}),
    "other rules": changed_setup(rules=2),
    "tiles with a null": changed_setup(tiles=NULL_GOODS),
}


@pytest.mark.parametrize("broken", BROKEN_RECORDS)
def test_a_broken_record_prints_one_line_and_is_not_changed(
    run: Run, tmp_path: Path, broken: str
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(BROKEN_RECORDS[broken])
    result = run("replay", "game.json")
    error_line(result)
    assert (result.returncode, result.stdout) == (1, "")
    assert path.read_bytes() == BROKEN_RECORDS[broken]


def test_a_broken_record_is_not_continued(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(BROKEN_RECORDS["illegal answer"])
    result = run("play", "--load", "game.json")
    assert error_line(result).startswith("answer 1 of the record: 'place 0,0' is not possible here")
    assert result.returncode == 1
    assert path.read_bytes() == BROKEN_RECORDS["illegal answer"]


BROKEN_TILES = {
    "binary garbage": bytes(range(256)),
    "deeply nested": b"name = " + b"[" * 100_000,
    "deep keys": b"stores.stone" + b".a" * 2000 + b" = 1",
    "endless number": b"stores.stone = " + b"9" * 5000,
    "no tiles": b"building = []\ncontract = []",
}


@pytest.mark.parametrize("broken", BROKEN_TILES)
def test_a_broken_tile_file_prints_one_line(run: Run, tmp_path: Path, broken: str) -> None:
    (tmp_path / "mine.toml").write_bytes(BROKEN_TILES[broken])
    result = run("tiles", "check", "mine.toml")
    assert error_line(result).startswith("mine.toml: ")
    assert result.returncode == 1


def test_a_broken_tile_file_is_not_played_with(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(BROKEN_TILES["no tiles"])
    result = run("simulate", "glasgow", "--tiles", "mine.toml")
    assert error_line(result) == (
        "mine.toml: building: 0 of kind factory, expected 8 (and 7 more); "
        "'smokestack tiles check FILE' lists all"
    )
    assert (result.returncode, result.stdout) == (1, "")


def test_a_replay_beyond_the_end_is_refused(run: Run, record: str) -> None:
    result = run("replay", record, "--at", "100000")
    answers = len(finished_game().history)
    assert error_line(result) == f"--at 100000: the record has only {answers} answers"
    assert result.returncode == 1


@pytest.mark.parametrize("command", [["trace", "glasgow"], ["tiles", "show"]], ids=" ".join)
def test_a_full_disk_prints_one_line(tmp_path: Path, command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*COMMAND, *command],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=plain_environment(tmp_path),
        )
    error_line(result)
    assert result.returncode == 1


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize(
    "command", [["tiles", "show"], ["replay", "game.json", "--at", "9"]], ids=" ".join
)
def test_a_terminal_without_unicode_works(tmp_path: Path, command: list[str]) -> None:
    result = subprocess.run(
        [*COMMAND, *command],
        capture_output=True,
        cwd=tmp_path,
        env={**plain_environment(tmp_path / "home"), "PYTHONIOENCODING": "ascii"},
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize("command", ["trace glasgow", "tiles show", "replay game.json --moves"])
def test_a_closed_pipe_is_not_an_error(tmp_path: Path, command: str) -> None:
    pipe = f"set -o pipefail; {sys.executable} -m smokestack {command} | head -1"
    result = subprocess.run(
        ["bash", "-c", pipe],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=plain_environment(tmp_path),
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 1


def start_up_seconds(environment: dict[str, str]) -> float:
    """How long a simulation of one game takes under the current load."""
    start = time.monotonic()
    one_game = [*COMMAND, "simulate", "glasgow", "--games", "1"]
    subprocess.run(one_game, check=True, capture_output=True, env=environment)
    return time.monotonic() - start


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_simulation_exits_with_130_and_prints_nothing(
    tmp_path: Path, workers: str
) -> None:
    games = ["simulate", "glasgow", "--games", "1000000", "--workers", workers]
    environment = plain_environment(tmp_path)
    while_playing = 2 * start_up_seconds(environment)
    with subprocess.Popen(
        [*COMMAND, *games],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(while_playing)
            os.killpg(process.pid, signal.SIGINT)
            output = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, output) == (130, ("", ""))


TABLE = ["replay", "game.json", "--at", "40"]
ESCAPE = re.compile(r"\x1b\[[\d;]*m")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


def shown_in_terminal(home: Path, **environment: str) -> str:
    """What the command writes to a real terminal."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *TABLE],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=home,
        env={**plain_environment(home), **environment},
    ):
        os.close(follower)
        shown = b""
        try:
            while chunk := os.read(leader, 65536):
                shown += chunk
        except OSError:  # the terminal's other end is closed
            pass
        os.close(leader)
    return shown.decode()


@pytest.mark.usefixtures("record")
def test_output_to_a_terminal_has_colours(tmp_path: Path) -> None:
    assert COLOUR.search(shown_in_terminal(tmp_path))


@pytest.mark.usefixtures("record")
def test_no_color_removes_colours_in_a_terminal(tmp_path: Path) -> None:
    shown = shown_in_terminal(tmp_path, NO_COLOR="1")
    assert not COLOUR.search(shown)
    assert "architect" in ESCAPE.sub("", shown)


@pytest.mark.usefixtures("record")
def test_piped_output_has_no_escape_codes(run: Run) -> None:
    assert "\x1b" not in run(*TABLE).stdout


@pytest.mark.usefixtures("record")
def test_no_color_means_no_escape_codes_in_a_pipe(run: Run) -> None:
    assert "\x1b" not in run(*TABLE, NO_COLOR="1").stdout


@pytest.mark.usefixtures("record")
def test_force_color_adds_colours_in_a_pipe(run: Run) -> None:
    assert COLOUR.search(run(*TABLE, FORCE_COLOR="1").stdout)
