"""External programs as bots: the protocol, invalid programs, and ending them."""

from __future__ import annotations

import collections
import gc
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import smokestack
from smokestack.arena.playing import play_game
from smokestack.bots.external import ExternalBot, ExternalBotError
from smokestack.bots.registry import check_bot, is_bot, make_bot
from smokestack.engine.match import Match
from tests.terminal.commands import plain_environment, run_here

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "example_bot.py"
GLASGOW = smokestack.find_game("glasgow")
ANSWERS_FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "view" in message:
        print(message["view"]["answers"][0], flush=True)
"""
WritesProgram = Callable[[str], str]


@pytest.fixture
def program(tmp_path: Path) -> WritesProgram:
    """Writes a script and returns the name of the bot that runs it."""

    def write(source: str) -> str:
        path = tmp_path / "bot.py"
        path.write_text(source)
        return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return write


def first_answer(bot: str) -> int:
    match = smokestack.new_game("glasgow", seed=1)
    return make_bot(bot, match.game, 1, 0).answer(match.view(0))


def failure(bot: str) -> str:
    with pytest.raises(ExternalBotError) as caught:
        first_answer(bot)
    message = str(caught.value)
    assert message.startswith("the program ")
    assert "\n" not in message
    return message


def finished(bots: list[str], match: Match) -> Match:
    seated = [make_bot(bot, match.game, 1, seat) for seat, bot in enumerate(bots)]
    while match.actor is not None:
        match.play(seated[match.actor].answer(match.view(match.actor)))
    return match


@pytest.mark.parametrize("game", smokestack.game_names())
def test_the_example_plays_a_reproducible_game(game: str) -> None:
    bot = f"program:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    tables = [smokestack.new_game(game, seed=3) for _ in range(2)]
    bots = [bot, *["random"] * (len(tables[0].setup.players) - 1)]
    one, two = (finished(bots, match) for match in tables)
    assert one.result is not None
    assert one.history == two.history


def test_a_program_reads_a_greeting_and_then_its_view(
    program: WritesProgram, tmp_path: Path
) -> None:
    bot = program(
        "import json, sys\n"
        f"log = open({str(tmp_path / 'log')!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    log.write(line); log.flush()\n"
        "    if 'view' in json.loads(line): print('move 1', flush=True)"
    )
    match = smokestack.new_game("glasgow", seed=1)
    seated = make_bot(bot, match.game, 1, 0)
    seated.answer(match.view(0))
    seated.answer(match.view(0))
    hello, *views = map(json.loads, (tmp_path / "log").read_text().splitlines())
    assert hello["hello"] == {**hello["hello"], "protocol": 1, "game": "glasgow", "seat": 0}
    assert set(hello["hello"]) == {"protocol", "game", "seat", "seed"}
    assert views == [{"view": json.loads(match.view(0).to_json())}] * 2


def test_the_seed_of_a_program_depends_on_seed_and_seat() -> None:
    command = f"program:{shlex.quote(sys.executable)}"
    bots = [make_bot(command, GLASGOW, seed, seat) for seed in (1, 2) for seat in (0, 1)]
    seeds = {bot.seed for bot in bots if isinstance(bot, ExternalBot)}
    assert len(seeds) == 4


def test_a_command_may_contain_colons_and_equals_signs(program: WritesProgram) -> None:
    assert first_answer(program(ANSWERS_FIRST) + " a:b=c --d=e:f") == 1


def test_a_player_called_program_is_no_bot() -> None:
    assert is_bot("program:./mybot.py")
    assert not is_bot("program")


@pytest.mark.parametrize("command", ["", "  ", "./missing.py", "'unclosed", "nul\0"])
def test_a_command_that_can_not_be_run_is_refused(command: str) -> None:
    with pytest.raises(smokestack.InvalidInput):
        check_bot(f"program:{command}", GLASGOW)


def test_checking_a_program_does_not_start_it(program: WritesProgram, tmp_path: Path) -> None:
    check_bot(program(f"open({str(tmp_path / 'started')!r}, 'w')"), GLASGOW)
    time.sleep(0.2)
    assert not (tmp_path / "started").exists()


def test_a_file_that_is_no_program_fails_to_start(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x00\x01\x02")
    file.chmod(0o755)
    assert "can't be started (Exec format error)" in failure(f"program:{file}")


def test_an_invalid_answer_is_quoted(program: WritesProgram) -> None:
    assert "'resign' is not a move" in failure(program("print('resign', flush=True); input()"))


def test_an_illegal_answer_is_quoted(program: WritesProgram) -> None:
    message = failure(program("print('place 0,0', flush=True); input()"))
    assert "answered 'place 0,0', but move allows: move 1, move 2" in message


def test_bytes_that_are_no_text_are_refused(program: WritesProgram) -> None:
    source = "import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); input()"
    assert "is not a move" in failure(program(source))


@pytest.mark.parametrize("text", ["'x' * 5000", "'move 1\\n' * 5000"])
def test_too_long_a_line_is_refused_and_shortened(program: WritesProgram, text: str) -> None:
    message = failure(program(f"print({text}, flush=True)\ninput()"))
    assert "more than 1000 bytes" in message
    assert len(message) < 400


def test_an_early_exit_is_reported_with_exit_code_and_output(
    program: WritesProgram,
) -> None:
    message = failure(program("print('so long', end=''); raise SystemExit(3)"))
    assert "ended with exit code 3 instead of answering; it wrote 'so long'" in message


def test_an_exit_in_the_middle_of_a_game_is_reported(program: WritesProgram) -> None:
    bot = program(ANSWERS_FIRST + "        break\n")
    with pytest.raises(ExternalBotError, match=r"ended with exit code 0 .* it wrote nothing"):
        finished([bot, "random"], smokestack.new_game("glasgow", seed=1))


def test_a_crash_is_reported_with_its_signal(program: WritesProgram) -> None:
    assert "ended with signal 9" in failure(program("import os; os.kill(os.getpid(), 9)"))


@pytest.mark.parametrize("source", ["import time; time.sleep(60)", "for line in open(0): pass"])
def test_a_program_that_does_not_answer_times_out(
    program: WritesProgram, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.setenv("SMOKESTACK_PROGRAM_TIMEOUT", "0.3")
    start = time.monotonic()
    assert "has not answered for 0.3 seconds" in failure(program(source))
    assert time.monotonic() - start < 10


def test_a_program_that_does_not_read_times_out(
    program: WritesProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes answers without reading, until the pipe to it is full."""
    monkeypatch.setenv("SMOKESTACK_PROGRAM_TIMEOUT", "1")
    match = smokestack.new_game("glasgow", seed=1)
    source = "import time\nwhile True: print('move 1', flush=True); time.sleep(0.001)"
    bot = make_bot(program(source), match.game, 1, 0)
    with pytest.raises(ExternalBotError, match=r"has not answered|more than 1000 bytes"):
        collections.deque((bot.answer(match.view(0)) for _ in range(10_000)), maxlen=0)


@pytest.mark.parametrize("timeout", ["soon", "0", "-1", "nan", "1e9"])
def test_the_timeout_must_be_seconds(monkeypatch: pytest.MonkeyPatch, timeout: str) -> None:
    monkeypatch.setenv("SMOKESTACK_PROGRAM_TIMEOUT", timeout)
    with pytest.raises(smokestack.InvalidInput, match="SMOKESTACK_PROGRAM_TIMEOUT"):
        check_bot(f"program:{shlex.quote(sys.executable)}", GLASGOW)


STUBBORN = """
import json, os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(f"{os.getpid()} {child.pid}", file=open(sys.argv[1], "w"), flush=True)
print("move 1", flush=True)
time.sleep(60)
"""


def test_a_program_and_its_children_end_with_the_bot(
    program: WritesProgram, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    assert first_answer(f"{program(STUBBORN)} {shlex.quote(str(pids))}") == 1
    gc.collect()
    for pid in map(int, pids.read_text().split()):
        assert is_gone(pid), "the program still runs after the bot was deleted"


def test_the_input_of_a_program_ends_with_the_bot(program: WritesProgram, tmp_path: Path) -> None:
    exited = tmp_path / "exited"
    first_answer(program(f"{ANSWERS_FIRST}\nopen({str(exited)!r}, 'w')"))
    gc.collect()
    assert exited.exists()


def is_gone(pid: int) -> bool:
    """Whether a process has ended; it may still be a zombie."""
    for _ in range(50):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


def run(home: Path, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return run_here(*arguments, folder=home, environment=plain_environment(home), lines=lines)


def run_process(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """For games in worker processes, and for what programs write to standard error."""
    return subprocess.run(
        [sys.executable, "-m", "smokestack", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "SMOKESTACK_HOME": str(home)},
    )


def test_programs_play_in_parallel_simulations(program: WritesProgram, tmp_path: Path) -> None:
    bots = f"{program(ANSWERS_FIRST)},random"
    result = run_process(
        tmp_path, "simulate", "glasgow", "--games", "4", "--workers", "2", "--bots", bots
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "4 games in" in result.stdout


# Writes its process id into a folder and does not exit when its input ends.
LINGERING = """
import json, os, sys, time
folder, reply = sys.argv[1:]
open(os.path.join(folder, str(os.getpid())), "w").close()
for line in sys.stdin:
    message = json.loads(line)
    if "view" in message and reply != "none":
        print(message["view"]["answers"][0] if reply == "first" else reply, flush=True)
time.sleep(60)
"""
SHORT = ["--option", "turn_limit=2", "--games", "4"]


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    folder = tmp_path / "pids"
    folder.mkdir()
    return folder


@pytest.fixture
def lingering(program: WritesProgram, pids: Path) -> WritesProgram:
    bot = f"{program(LINGERING)} {shlex.quote(str(pids))}"
    return lambda reply: f"{bot} {reply}"


def count_running(pids: Path) -> int:
    return sum(not is_gone(int(path.name)) for path in pids.iterdir())


def test_no_program_runs_after_a_failed_game(lingering: WritesProgram, pids: Path) -> None:
    setup = smokestack.new_game("glasgow", seed=1).setup
    with pytest.raises(smokestack.SmokestackError, match="'resign' is not a move") as caught:
        play_game(setup, [lingering("first"), lingering("resign")])
    assert len(list(pids.iterdir())) == 2
    assert count_running(pids) == 0
    assert caught.value.__cause__ is not None, "only an error with a cause keeps the bots alive"


@pytest.mark.parametrize("command", [["simulate", "--bots"], ["arena", "--players"]])
@pytest.mark.slow
def test_no_program_runs_after_many_games(
    lingering: WritesProgram, tmp_path: Path, pids: Path, command: list[str]
) -> None:
    bots = f"{lingering('first')},random"
    result = run_process(
        tmp_path, command[0], "glasgow", command[1], bots, *SHORT, "--workers", "2"
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert len(list(pids.iterdir())) == 4
    assert count_running(pids) == 0


def test_a_failing_program_ends_an_arena_with_one_line(
    lingering: WritesProgram, tmp_path: Path, pids: Path
) -> None:
    bots = f"{lingering('first')},{lingering('resign')}"
    result = run_process(tmp_path, "arena", "glasgow", "--players", bots, *SHORT, "--workers", "2")
    assert (result.returncode, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert re.match(r"smokestack: program:.* failed \(seat \d, seed \d, after \d answers\): ", line)
    assert "'resign' is not a move" in line
    assert count_running(pids) == 0


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_program_runs_after_its_parent_was_stopped(
    lingering: WritesProgram, tmp_path: Path, pids: Path, sent: signal.Signals
) -> None:
    command = ["arena", "glasgow", "--players", f"{lingering('none')},random", "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "smokestack", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + 30
        while len(list(pids.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, sent)
    assert len(list(pids.iterdir())) == 2
    assert count_running(pids) == 0


def test_standard_error_of_a_program_is_passed_on(program: WritesProgram, tmp_path: Path) -> None:
    source = f"import sys\nprint('thinking', file=sys.stderr)\n{ANSWERS_FIRST}"
    result = run_process(tmp_path, "trace", "glasgow", "--bots", f"{program(source)},random")
    assert (result.returncode, result.stderr) == (0, "thinking\n")
    assert '"result"' in result.stdout.splitlines()[-1]


def test_a_failing_program_ends_a_simulation_with_one_line(
    program: WritesProgram, tmp_path: Path
) -> None:
    bots = program("print('resign', flush=True); input()")
    result = run_process(
        tmp_path, "simulate", "glasgow", "--games", "8", "--workers", "2", "--bots", bots
    )
    assert result.returncode == 1
    ours = [line for line in result.stderr.splitlines() if line.startswith("smokestack: ")]
    assert len(ours) == 1
    assert "'resign' is not a move" in ours[0]
    assert "smokestack/" not in result.stderr, "the output contains a traceback"


def test_a_game_against_a_program_continues_when_it_is_named_again(
    program: WritesProgram, tmp_path: Path
) -> None:
    bot = program(ANSWERS_FIRST)
    begun = run(tmp_path, "play", "--seats", f"Ann,{bot}", "--seed", "3", lines="move 3\nquit\n")
    assert begun.returncode == 0, begun.stderr
    last_line = begun.stdout.splitlines()[-1]
    assert "The game is saved. Continue: smokestack play glasgow --continue --seats " in last_line
    command = shlex.split(last_line.partition("smokestack ")[2])
    assert command[-1] == f"Ann,{bot}"
    resumed = run(tmp_path, *command, lines="quit\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")


def test_loading_a_record_starts_no_program(program: WritesProgram, tmp_path: Path) -> None:
    bot = "program:touch started"
    smokestack.new_game("glasgow", seed=3, players=[bot, "Ann"]).record().save(tmp_path / "a.json")
    result = run(tmp_path, "play", "--load", str(tmp_path / "a.json"))
    assert result.returncode == 1
    assert "name the bot or person for 'program:touch started'" in result.stderr


def test_a_game_with_a_failing_program_is_saved(program: WritesProgram, tmp_path: Path) -> None:
    bot = program("print('resign', flush=True); input()")
    result = run(tmp_path, "play", "--seats", f"Ann,{bot}", "--seed", "3", lines="move 3\n" * 40)
    assert result.returncode == 1
    assert "The game is saved." in result.stdout
    assert "'resign' is not a move" in result.stderr


def test_a_bot_with_long_settings_plays_and_continues(tmp_path: Path) -> None:
    bot = "search:simulations=1:nodes=1000:exploration=0.25:prior_temperature=2"
    begun = run(tmp_path, "play", "--seats", f"Ann,{bot}", "--seed", "3", lines="move 3\nquit\n")
    command = shlex.split(begun.stdout.splitlines()[-1].partition("smokestack ")[2])
    assert command[-1] == f"Ann,{bot}"
    assert run(tmp_path, *command, lines="quit\n").returncode == 0
    assert "name the bot or person" in run(tmp_path, *command[:-2], lines="quit\n").stderr


def test_a_saved_game_needs_the_right_number_of_seats(tmp_path: Path) -> None:
    run(tmp_path, "play", "--seats", "Ann,Ben", "--seed", "3", lines="move 3\nquit\n")
    result = run(tmp_path, "play", "--continue", "--seats", "Ann,Ben,Cat")
    assert result.returncode == 1
    assert "3 for a game of 2 players" in result.stderr


@pytest.mark.slow
def test_the_commands_in_the_documentation_run(tmp_path: Path) -> None:
    text = (DOCS / "external-bots.md").read_text(encoding="utf-8")
    commands = re.findall(r"^smokestack ((?:simulate|arena|trace) .*)$", text, re.M)
    assert len(commands) == 3
    for command in commands:
        result = run_here(
            *shlex.split(command.replace("20", "2")),
            folder=DOCS.parent,
            environment=plain_environment(tmp_path),
        )
        assert (result.returncode, result.stderr) == (0, "")
