"""Bots that are programs of their own: what they hear, and what becomes of bad ones."""

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
from smokestack.bots.program import Program, ProgramFailed
from smokestack.bots.registry import check_bot, is_bot, make_bot
from smokestack.engine.match import Match

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
    """Writes a script and gives the name of the bot that it is."""

    def write(source: str) -> str:
        path = tmp_path / "bot.py"
        path.write_text(source)
        return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return write


def first_question(bot: str) -> int:
    match = smokestack.new_game("glasgow", seed=1)
    return make_bot(bot, match.game, 1, 0).answer(match.view(0))


def failure(bot: str) -> str:
    with pytest.raises(ProgramFailed) as caught:
        first_question(bot)
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
def test_the_example_plays_a_whole_game_and_the_same_again(game: str) -> None:
    bot = f"program:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    tables = [smokestack.new_game(game, seed=3) for _ in range(2)]
    bots = [bot, *["random"] * (len(tables[0].setup.players) - 1)]
    one, two = (finished(bots, match) for match in tables)
    assert one.result is not None
    assert one.history == two.history


def test_a_program_hears_a_greeting_and_then_its_view(
    program: WritesProgram, tmp_path: Path
) -> None:
    bot = program(
        "import json, sys\n"
        f"heard = open({str(tmp_path / 'heard')!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    heard.write(line); heard.flush()\n"
        "    if 'view' in json.loads(line): print('move 1', flush=True)"
    )
    match = smokestack.new_game("glasgow", seed=1)
    seated = make_bot(bot, match.game, 1, 0)
    seated.answer(match.view(0))
    seated.answer(match.view(0))
    hello, *views = map(json.loads, (tmp_path / "heard").read_text().splitlines())
    assert hello["hello"] == {**hello["hello"], "protocol": 1, "game": "glasgow", "seat": 0}
    assert set(hello["hello"]) == {"protocol", "game", "seat", "seed"}
    assert views == [{"view": json.loads(match.view(0).to_json())}] * 2


def test_seats_and_seeds_have_their_own_random_numbers() -> None:
    command = f"program:{shlex.quote(sys.executable)}"
    bots = [make_bot(command, GLASGOW, seed, seat) for seed in (1, 2) for seat in (0, 1)]
    seeds = {bot.seed for bot in bots if isinstance(bot, Program)}
    assert len(seeds) == 4


def test_a_command_may_hold_colons_and_equals_signs(program: WritesProgram) -> None:
    assert first_question(program(ANSWERS_FIRST) + " a:b=c --d=e:f") == 1


def test_a_program_is_a_bot_and_somebody_called_program_is_not() -> None:
    assert is_bot("program:./mybot.py")
    assert not is_bot("program")


@pytest.mark.parametrize("command", ["", "  ", "./missing.py", "'unclosed", "nul\0"])
def test_a_command_that_can_not_be_run_is_refused_at_once(command: str) -> None:
    with pytest.raises(smokestack.InvalidInput):
        check_bot(f"program:{command}", GLASGOW)


def test_checking_a_program_does_not_start_it(program: WritesProgram, tmp_path: Path) -> None:
    check_bot(program(f"open({str(tmp_path / 'started')!r}, 'w')"), GLASGOW)
    time.sleep(0.2)
    assert not (tmp_path / "started").exists()


def test_a_file_that_is_no_program_can_not_be_started(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x00\x01\x02")
    file.chmod(0o755)
    assert "can't be started (Exec format error)" in failure(f"program:{file}")


def test_what_is_no_answer_is_quoted(program: WritesProgram) -> None:
    assert "'resign' is no answer" in failure(program("print('resign', flush=True); input()"))


def test_an_answer_that_is_not_offered_is_quoted(program: WritesProgram) -> None:
    told = failure(program("print('place 0,0', flush=True); input()"))
    assert "answered 'place 0,0', but move allows: move 1, move 2" in told


def test_bytes_that_are_no_text_are_shown_as_such(program: WritesProgram) -> None:
    source = "import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); input()"
    assert "is no answer" in failure(program(source))


@pytest.mark.parametrize("text", ["'x' * 5000", "'move 1\\n' * 5000"])
def test_too_long_a_line_is_cut(program: WritesProgram, text: str) -> None:
    told = failure(program(f"print({text}, flush=True)\ninput()"))
    assert "more than 1000 bytes" in told
    assert len(told) < 400


def test_a_program_that_ends_is_named_with_its_exit_code_and_last_words(
    program: WritesProgram,
) -> None:
    told = failure(program("print('so long', end=''); raise SystemExit(3)"))
    assert "ended with exit code 3 instead of answering; it said 'so long'" in told


def test_a_program_may_end_in_the_middle_of_a_game(program: WritesProgram) -> None:
    bot = program(ANSWERS_FIRST + "        break\n")
    with pytest.raises(ProgramFailed, match=r"ended with exit code 0 .* it said nothing"):
        finished([bot, "random"], smokestack.new_game("glasgow", seed=1))


def test_a_program_that_crashes_is_named_with_its_signal(program: WritesProgram) -> None:
    assert "ended with signal 9" in failure(program("import os; os.kill(os.getpid(), 9)"))


@pytest.mark.parametrize("source", ["import time; time.sleep(60)", "for line in open(0): pass"])
def test_patience_has_an_end(
    program: WritesProgram, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.setenv("SMOKESTACK_PATIENCE", "0.3")
    start = time.monotonic()
    assert "has not answered for 0.3 seconds" in failure(program(source))
    assert time.monotonic() - start < 10


def test_a_deaf_program_can_not_hold_up_a_game(
    program: WritesProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers without listening, until the pipe to it is full."""
    monkeypatch.setenv("SMOKESTACK_PATIENCE", "1")
    match = smokestack.new_game("glasgow", seed=1)
    source = "import time\nwhile True: print('move 1', flush=True); time.sleep(0.001)"
    bot = make_bot(program(source), match.game, 1, 0)
    with pytest.raises(ProgramFailed, match=r"has not answered|more than 1000 bytes"):
        collections.deque((bot.answer(match.view(0)) for _ in range(10_000)), maxlen=0)


@pytest.mark.parametrize("patience", ["soon", "0", "-1", "nan", "1e9"])
def test_patience_must_be_seconds(monkeypatch: pytest.MonkeyPatch, patience: str) -> None:
    monkeypatch.setenv("SMOKESTACK_PATIENCE", patience)
    with pytest.raises(smokestack.InvalidInput, match="SMOKESTACK_PATIENCE"):
        check_bot(f"program:{shlex.quote(sys.executable)}", GLASGOW)


STUBBORN = """
import json, os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(f"{os.getpid()} {child.pid}", file=open(sys.argv[1], "w"), flush=True)
print("move 1", flush=True)
time.sleep(60)
"""


def test_a_program_ends_with_its_bot_and_takes_its_children_along(
    program: WritesProgram, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    assert first_question(f"{program(STUBBORN)} {shlex.quote(str(pids))}") == 1
    gc.collect()
    for pid in map(int, pids.read_text().split()):
        assert is_gone(pid), "the bot is gone, but its program is not"


def test_a_program_sees_the_end_of_its_input(program: WritesProgram, tmp_path: Path) -> None:
    goodbye = tmp_path / "goodbye"
    first_question(program(f"{ANSWERS_FIRST}\nopen({str(goodbye)!r}, 'w')"))
    gc.collect()
    assert goodbye.exists()


def is_gone(pid: int) -> bool:
    """Whether no process, or only one that nobody has buried yet, has this number."""
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
    return subprocess.run(
        [sys.executable, "-m", "smokestack", *arguments],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "SMOKESTACK_HOME": str(home)},
    )


def test_programs_play_in_simulations_on_all_cores(program: WritesProgram, tmp_path: Path) -> None:
    bots = f"{program(ANSWERS_FIRST)},random"
    result = run(tmp_path, "simulate", "glasgow", "--games", "4", "--workers", "2", "--bots", bots)
    assert (result.returncode, result.stderr) == (0, "")
    assert "4 games in" in result.stdout


# Notes its number in a folder, does as it is told, and stays when its input ends.
LINGERING = """
import json, os, sys, time
folder, manner = sys.argv[1:]
open(os.path.join(folder, str(os.getpid())), "w").close()
for line in sys.stdin:
    message = json.loads(line)
    if "view" in message and manner != "think":
        print(message["view"]["answers"][0] if manner == "answer" else manner, flush=True)
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
    return lambda manner: f"{bot} {manner}"


def number_left(pids: Path) -> int:
    return sum(not is_gone(int(path.name)) for path in pids.iterdir())


def test_no_program_outlives_a_game_that_failed(lingering: WritesProgram, pids: Path) -> None:
    setup = smokestack.new_game("glasgow", seed=1).setup
    with pytest.raises(smokestack.SmokestackError, match="'resign' is no answer") as caught:
        play_game(setup, [lingering("answer"), lingering("resign")])
    assert len(list(pids.iterdir())) == 2
    assert number_left(pids) == 0
    assert caught.value.__cause__ is not None, "the error remembers the game all the same"


@pytest.mark.parametrize("command", [["simulate", "--bots"], ["arena", "--players"]])
def test_no_program_outlives_many_games(
    lingering: WritesProgram, tmp_path: Path, pids: Path, command: list[str]
) -> None:
    bots = f"{lingering('answer')},random"
    result = run(tmp_path, command[0], "glasgow", command[1], bots, *SHORT, "--workers", "2")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(list(pids.iterdir())) == 4
    assert number_left(pids) == 0


def test_a_failing_program_ends_an_arena_with_one_line_and_all_programs(
    lingering: WritesProgram, tmp_path: Path, pids: Path
) -> None:
    bots = f"{lingering('answer')},{lingering('resign')}"
    result = run(tmp_path, "arena", "glasgow", "--players", bots, *SHORT, "--workers", "2")
    assert (result.returncode, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert re.match(r"smokestack: program:.* failed \(seat \d, seed \d, after \d answers\): ", line)
    assert "'resign' is no answer" in line
    assert number_left(pids) == 0


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_program_outlives_those_who_asked_it(
    lingering: WritesProgram, tmp_path: Path, pids: Path, sent: signal.Signals
) -> None:
    command = ["arena", "glasgow", "--players", f"{lingering('think')},random", "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "smokestack", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
        start_new_session=True,
    ) as process:
        patience = time.monotonic() + 30
        while len(list(pids.iterdir())) < 2 and time.monotonic() < patience:
            time.sleep(0.05)
        os.killpg(process.pid, sent)
    assert len(list(pids.iterdir())) == 2
    assert number_left(pids) == 0


def test_what_a_program_says_on_standard_error_is_passed_on(
    program: WritesProgram, tmp_path: Path
) -> None:
    source = f"import sys\nprint('thinking', file=sys.stderr)\n{ANSWERS_FIRST}"
    result = run(tmp_path, "trace", "glasgow", "--bots", f"{program(source)},random")
    assert (result.returncode, result.stderr) == (0, "thinking\n")
    assert '"result"' in result.stdout.splitlines()[-1]


def test_a_bad_program_ends_a_simulation_with_one_line(
    program: WritesProgram, tmp_path: Path
) -> None:
    bots = program("print('resign', flush=True); input()")
    result = run(tmp_path, "simulate", "glasgow", "--games", "8", "--workers", "2", "--bots", bots)
    assert result.returncode == 1
    ours = [line for line in result.stderr.splitlines() if line.startswith("smokestack: ")]
    assert len(ours) == 1
    assert "'resign' is no answer" in ours[0]
    assert "smokestack/" not in result.stderr, "a traceback of ours"


def test_a_game_against_a_program_goes_on_when_it_is_named_again(
    program: WritesProgram, tmp_path: Path
) -> None:
    bot = program(ANSWERS_FIRST)
    begun = run(tmp_path, "play", "--seats", f"Ann,{bot}", "--seed", "3", lines="move 3\nquit\n")
    assert begun.returncode == 0, begun.stderr
    told = begun.stdout.splitlines()[-1]
    assert "The game is kept. Go on: smokestack play glasgow --continue --seats " in told
    command = shlex.split(told.partition("smokestack ")[2])
    assert command[-1] == f"Ann,{bot}"
    resumed = run(tmp_path, *command, lines="quit\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")


def test_a_record_alone_starts_no_program(program: WritesProgram, tmp_path: Path) -> None:
    bot = "program:touch started"
    smokestack.new_game("glasgow", seed=3, players=[bot, "Ann"]).record().save(tmp_path / "a.json")
    result = run(tmp_path, "play", "--load", str(tmp_path / "a.json"))
    assert result.returncode == 1
    assert "say again who plays for 'program:touch started'" in result.stderr


def test_a_failing_program_leaves_the_game_to_go_on_with(
    program: WritesProgram, tmp_path: Path
) -> None:
    bot = program("print('resign', flush=True); input()")
    result = run(tmp_path, "play", "--seats", f"Ann,{bot}", "--seed", "3", lines="move 3\n" * 40)
    assert result.returncode == 1
    assert "The game is kept." in result.stdout
    assert "'resign' is no answer" in result.stderr


def test_a_bot_with_long_settings_sits_at_the_table_and_goes_on(tmp_path: Path) -> None:
    bot = "search:simulations=1:nodes=1000:exploration=0.25:temperature=2"
    begun = run(tmp_path, "play", "--seats", f"Ann,{bot}", "--seed", "3", lines="move 3\nquit\n")
    command = shlex.split(begun.stdout.splitlines()[-1].partition("smokestack ")[2])
    assert command[-1] == f"Ann,{bot}"
    assert run(tmp_path, *command, lines="quit\n").returncode == 0
    assert "say again who plays" in run(tmp_path, *command[:-2], lines="quit\n").stderr


def test_seats_for_a_saved_game_must_be_as_many_as_it_has(tmp_path: Path) -> None:
    run(tmp_path, "play", "--seats", "Ann,Ben", "--seed", "3", lines="move 3\nquit\n")
    result = run(tmp_path, "play", "--continue", "--seats", "Ann,Ben,Cat")
    assert result.returncode == 1
    assert "3 for a game of 2 players" in result.stderr


def test_the_commands_of_the_document_run(tmp_path: Path) -> None:
    text = (DOCS / "external-bots.md").read_text(encoding="utf-8")
    commands = re.findall(r"^smokestack ((?:simulate|arena|trace) .*)$", text, re.M)
    assert len(commands) == 3
    for command in commands:
        result = subprocess.run(
            [sys.executable, "-m", "smokestack", *shlex.split(command.replace("20", "2"))],
            capture_output=True,
            encoding="utf-8",
            cwd=DOCS.parent,
            env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
        )
        assert (result.returncode, result.stderr) == (0, "")
