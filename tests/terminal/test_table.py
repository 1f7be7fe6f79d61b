"""The terminal table, played by lines on its input."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import smokestack
from commands import plain_environment, run_here
from smokestack.engine.match import Match
from smokestack.engine.record import load_record

# With this seed the first tiles are stone-stone, double, gold-2 and gold-1; 9 is replace.
PEOPLE = ("--seats", "Ann,Ben", "--seed", "3")
AGAINST_BOT = ("--seats", "Ann,greedy", "--seed", "3")


NO_ANSWER = "is no answer; they look like 'move 7', 'place 1,-2'"

# Lines that answer nothing at the first question, and the message that each gets.
UNUSABLE = {
    "castle": f"'castle' {NO_ANSWER}",
    "[/x]": f"'[/x]' {NO_ANSWER}",
    "-1": f"'-1' {NO_ANSWER}",
    "0": "there is no option 0; they go from 1 to 15",
    "16": "there is no option 16; they go from 1 to 15",
    "9" * 5000: "there is no option 999999; they go from 1 to 15",
    "move 0": "'move 0' is not possible here; move allows: move 1, move 2, ",
    "place 0,0": "'place 0,0' is not possible here; move allows: move 1, move 2, ",
    "save": "say where: save my-game.json",
    "save one two": "say where: save my-game.json",
    'save "one': "can't read that line; is a quotation mark missing?",
    "undo": "there is no answer to take back yet",
}


class Table:
    """A folder in which games are played; every sitting is a run of the real command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"

    def say(self, *arguments: str, lines: str | bytes = "", **environment: str) -> str:
        """What a sitting prints in which these lines are typed; it must not fail."""
        result = run_here(
            *("play", *arguments),
            folder=self.folder,
            environment={**self.environment(), **environment},
            lines=lines if isinstance(lines, bytes) else lines.replace("; ", "\n"),
        )
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "smokestack", "play", *arguments]

    def environment(self) -> dict[str, str]:
        return {**plain_environment(self.home), "COLUMNS": "100"}

    def kept(self) -> list[Path]:
        """The files of the games that were kept, oldest first."""
        return sorted((self.home / "games").glob("*"))

    def answers(self) -> list[str]:
        """The answers of the only game that was kept."""
        (path,) = self.kept()
        return load_record(path).answers


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What two people see when they sit down."""
    return Table(tmp_path_factory.mktemp("opening")).say(*PEOPLE)


@pytest.fixture(scope="module")
def replies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What Ann is told for each of these lines at her first question."""
    lines = [*UNUSABLE, "help", "HELP", "options", "board", "hint", "hint", "\n ", "move 3"]
    table = Table(tmp_path_factory.mktemp("replies"))
    told = table.say(*PEOPLE, lines="\n".join(lines)).split("Ann move> ")[1:]
    assert table.answers() == ["move 3"]
    return dict(zip("\n".join(lines).split("\n"), told, strict=True))


def after(text: str, prompt: str) -> str:
    """What was told in return for the line typed at the first such prompt."""
    return text.split(f"{prompt}> ", 1)[1].split("> ", 1)[0]


def options_in(text: str) -> list[str]:
    """The notation of the options listed, in their order."""
    return re.findall(r"^ +\d+  (\S+(?: \S+)*)  ", text, re.MULTILINE)


def people_after(*answers: str) -> Match:
    match = smokestack.new_game("glasgow", seed=3, players=["Ann", "Ben"])
    for answer in answers:
        match.play(answer)
    return match


def test_the_table_names_the_game_and_its_seed(opening: str) -> None:
    assert opening.splitlines()[0] == "Glasgow, seed 3. Type help for help."


def test_the_options_are_numbered_and_explained(opening: str) -> None:
    assert "  1  move 1   gain 2 stone; 1 ahead of Ben\n" in opening
    assert options_in(opening) == people_after().answers


def test_the_table_shows_ring_offers_stores_and_points(opening: str) -> None:
    assert "│2 stone    ││double     ││gold       │" in opening
    assert "  0 [0] L6   landmark               9 pt  1 stone, 2 steel, 2 gold" in opening
    assert "→● Ann  stone 1/5  steel 1/4  gold 0/3          points 0  step 0" in opening


def test_an_answer_may_be_the_number_of_an_option(table: Table) -> None:
    told = table.say(*PEOPLE, lines="3; 1")
    assert "Ann: moves to 3, 1 gold (Ann +1 gold)\n" in told
    assert table.answers() == ["move 3", "move 1"]


def test_an_answer_may_be_in_notation(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3;  Move  1 ")
    assert table.answers() == ["move 3", "move 1"]


def test_the_prompt_names_player_and_question(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 3; move 7; take gold")
    assert re.findall(r"^(\w+ \w+)> ", told, re.MULTILINE) == [
        "Ann move",
        "Ben move",
        "Ben choice",
        "Ann move",
    ]


@pytest.mark.parametrize("line", UNUSABLE, ids=lambda line: line[:12])
def test_a_line_that_can_not_be_used_gets_a_message(replies: dict[str, str], line: str) -> None:
    (message,) = replies[line].splitlines()
    assert message.startswith(UNUSABLE[line])


@pytest.mark.parametrize("line", ["0000099", "000001" + "9" * 5000], ids=["short", "endless"])
def test_zeros_before_a_number_hide_nothing(table: Table, line: str) -> None:
    told = table.say(*PEOPLE, lines=f"{line}; move 3")
    assert after(told, "Ann move").startswith("there is no option ")
    assert table.answers() == ["move 3"]


@pytest.mark.parametrize(
    "name",
    ["x" * 300, "~nosuchuser/game.json", "nul\0byte"],
    ids=["too long", "of an unknown user", "with a null"],
)
def test_a_name_under_which_nothing_can_be_saved_loses_nothing(table: Table, name: str) -> None:
    told = table.say(*PEOPLE, lines=f"save {name}; move 3")
    assert len(after(told, "Ann move").splitlines()) == 2
    assert table.answers() == ["move 3"]


def test_a_line_that_is_no_text_gets_a_message_and_loses_nothing(table: Table) -> None:
    lines = b"move 1\n\xff\xfe\nmove 2\n"
    table.say(*PEOPLE, lines=lines, PYTHONIOENCODING="utf-8:strict")
    assert table.answers() == ["move 1", "move 2"]


@pytest.mark.parametrize("line", ["", " "])
def test_an_empty_line_is_just_asked_again(replies: dict[str, str], line: str) -> None:
    assert replies[line] == ""


def test_help_names_every_command(replies: dict[str, str]) -> None:
    for command in ("options", "board", "hint", "score", "undo", "save FILE", "help", "quit"):
        assert re.search(rf"^ .*\b{command} ", replies["help"], re.MULTILINE), command


def test_commands_do_not_care_about_case(replies: dict[str, str]) -> None:
    assert replies["HELP"] == replies["help"]


def test_options_lists_them_again(replies: dict[str, str]) -> None:
    assert options_in(replies["options"]) == people_after().answers


def test_board_draws_the_table_again(replies: dict[str, str], opening: str) -> None:
    drawn = opening.split("\n", 1)[1].split("Move your merchant")[0]
    assert replies["board"] == drawn


def test_a_hint_names_legal_answers(replies: dict[str, str]) -> None:
    lines = replies["hint"].splitlines()
    hints = [line.partition(":")[0] for line in lines if not line.startswith(" ")]
    assert len(hints) == 3
    assert re.fullmatch(r"  chance to win \d+%; expected points: Ann \d+, Ben \d+", lines[1])
    assert set(hints) <= set(people_after().answers)


def test_the_table_shows_the_city(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 15; build 0")
    assert re.search(r"^│ +│ +0 +· +●S1 +· ", told, re.MULTILINE)


def test_score_tells_every_point_as_it_stands(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 15; build 0; score")
    sheet = told.split("Ben move> ")[1].splitlines()
    assert sheet[1].split(maxsplit=5) == ["Ann", "S1", "1", "0", "1", "shop: not in a corner"]
    assert sheet[2].split() == ["Ann", "1", "in", "all"]
    assert sheet[3].split() == ["Ben", "0", "in", "all"]
    assert sheet[4] == "The game is not over."


@pytest.mark.parametrize("name", ["[/x]", "[red]"])
def test_names_are_shown_as_they_were_given(table: Table, name: str) -> None:
    told = table.say("--seats", f"{name},Ben", "--seed", "3", lines="move 3; score")
    sheet = told.split("Ben move> ")[1].splitlines()
    assert sheet[1].split() == [name, "0", "in", "all"]


def test_undo_takes_back_the_last_answer(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 3; move 1; undo; move 4")
    assert "Take it back?" not in told
    assert table.answers() == ["move 3", "move 4"]


def test_undo_may_be_repeated(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3; move 1; undo; undo; undo")
    assert table.answers() == []


def test_undo_shows_table_and_options_once(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 3; undo")
    again = told.split("Ben move> ")[1]
    assert options_in(again) == people_after().answers
    assert again.count("┌0──") == 1


def test_undo_asks_before_taking_back_what_a_bot_did(table: Table) -> None:
    told = table.say(*AGAINST_BOT, lines="move 3; undo; y")
    assert "This also takes back what the bot did since. Take it back? [y/N] " in told
    assert table.answers() == []


def test_undo_asks_before_taking_back_what_came_to_light(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 9; replace 0; undo; yes")
    assert "This also takes back what came to light since. Take it back? [y/N] " in told
    assert table.answers() == ["move 9"]


@pytest.mark.parametrize("reply", ["; n", "; ", ""])
def test_undo_takes_nothing_back_without_a_yes(table: Table, reply: str) -> None:
    table.say(*PEOPLE, lines=f"move 9; replace 0; undo{reply}")
    assert table.answers() == ["move 9", "replace 0"]


def test_a_bot_answers_by_itself(table: Table) -> None:
    told = table.say(*AGAINST_BOT, lines="move 3")
    assert "\ngreedy: moves to " in told
    assert "greedy move>" not in told
    assert len(table.answers()) > 1


def test_a_bot_may_begin(table: Table) -> None:
    told = table.say("--seats", "random,Ben", "--seed", "3")
    assert told.splitlines()[1].startswith("random: moves to ")


def test_a_saved_game_goes_on_at_the_same_point(table: Table) -> None:
    saved = table.say(*PEOPLE, lines="move 3; move 7; save my-game.json")
    assert "Saved. Go on later: smokestack play --load my-game.json\n" in saved
    told = table.say("--load", "my-game.json")
    assert "Ben choice> " in told
    assert options_in(told) == ["take stone", "take steel", "take gold", "pass"]


def test_a_file_name_may_have_spaces(table: Table) -> None:
    table.say(*PEOPLE, lines='move 3; save "my game.json"')
    assert load_record(table.folder / "my game.json").answers == ["move 3"]


def test_a_loaded_game_is_kept_in_its_file(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3; save my-game.json")
    table.say("--load", "my-game.json", lines="move 1; move 2")
    assert load_record(table.folder / "my-game.json").answers == ["move 3", "move 1", "move 2"]


def test_a_game_may_be_saved_again_under_its_name(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3; save my-game.json; move 1; save my-game.json")
    assert load_record(table.folder / "my-game.json").answers == ["move 3", "move 1"]


def test_nothing_is_saved_over_another_file(table: Table) -> None:
    path = table.folder / "notes.txt"
    path.write_text("precious", "utf-8")
    told = table.say(*PEOPLE, lines="save notes.txt")
    assert after(told, "Ann move").startswith("notes.txt holds something else; choose another name")
    assert path.read_text("utf-8") == "precious"


def test_nothing_is_saved_over_a_folder(table: Table) -> None:
    (table.folder / "games").mkdir()
    told = table.say(*PEOPLE, lines="save games")
    assert after(told, "Ann move").startswith("games holds something else; choose another name")
    assert list((table.folder / "games").iterdir()) == []


def test_nothing_is_saved_over_another_game_from_the_same_start(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3; move 1; move 2; save my-game.json")
    old = (table.folder / "my-game.json").read_bytes()
    told = table.say(*PEOPLE, lines="move 4; save my-game.json")
    assert "Saved" not in told
    assert (table.folder / "my-game.json").read_bytes() == old


def test_quit_keeps_the_game(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 3; quit; move 1")
    assert told.endswith("The game is kept. Go on: smokestack play glasgow --continue\n")
    assert table.answers() == ["move 3"]


def test_the_end_of_the_input_keeps_the_game(table: Table) -> None:
    told = table.say(*PEOPLE, lines="move 3")
    assert told.endswith("The game is kept. Go on: smokestack play glasgow --continue\n")
    assert table.answers() == ["move 3"]


def test_the_last_unfinished_game_can_be_continued(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3; quit")
    told = table.say("--continue", lines="move 1; quit")
    assert told.splitlines()[0] == "Glasgow, seed 3. Type help for help."
    assert "Ben move> " in told
    assert table.answers() == ["move 3", "move 1"]


def test_the_newest_of_several_games_is_continued(table: Table) -> None:
    table.say("--seats", "Ann,Ben", "--seed", "4", lines="move 3")
    table.say(*PEOPLE, lines="move 4")
    assert "Glasgow, seed 3." in table.say("--continue")


def test_a_finished_game_is_not_continued(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3")
    table.say("--seats", "random,random", "--option", "turn_limit=2")
    assert "Glasgow, seed 3." in table.say("--continue")


def test_a_file_that_is_no_record_does_not_keep_a_game_from_being_continued(table: Table) -> None:
    table.say(*PEOPLE, lines="move 3")
    (table.home / "games" / "glasgow-99999999-broken.json").write_bytes(b"\xff")
    assert "Glasgow, seed 3." in table.say("--continue")


def test_an_interrupted_game_is_kept(table: Table) -> None:
    with subprocess.Popen(
        table.command(*PEOPLE),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=table.folder,
        env={**table.environment(), "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("move 3\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(" 14  move 15"):
                process.send_signal(signal.SIGINT)
                break
        _, complaint = process.communicate()
    assert (process.returncode, complaint) == (130, "")
    assert table.answers() == ["move 3"]


def test_two_people_can_play_a_whole_game(table: Table) -> None:
    told = table.say(*PEOPLE, "--option", "turn_limit=20", lines="1\n" * 200)
    ending = r"^(Ann|Ben) won: Ann \d+, Ben \d+ \(the turn limit is reached\)\.$"
    assert re.search(ending, told, re.MULTILINE)
    (path,) = table.kept()
    record = load_record(path)
    assert record.result is not None
    assert told.endswith(f"The record is in {path}\n")


def test_a_person_can_play_a_whole_game_against_a_bot(table: Table) -> None:
    told = table.say(*AGAINST_BOT, "--option", "turn_limit=12", lines="1\n" * 200)
    assert re.search(r"^(Ann|greedy) won: .* \(the turn limit", told, re.MULTILINE)


def test_bots_can_play_each_other_to_the_end(table: Table) -> None:
    told = table.say("--seats", "greedy,random", "--seed", "3")
    assert re.search(r"^(greedy|random) won: .* \(the city is complete\)\.$", told, re.MULTILINE)
    (path,) = table.kept()
    assert smokestack.load_game(path).over


@pytest.fixture
def finished(table: Table) -> Path:
    """The file of a finished game of Ann and Ben."""
    match = smokestack.new_game("glasgow", seed=3, players=["Ann", "Ben"])
    while not match.over:
        match.play(match.answers[0])
    path = table.folder / "finished.json"
    match.record().save(path)
    return path


def test_a_finished_game_loaded_again_shows_its_result(table: Table, finished: Path) -> None:
    result, old = load_record(finished).result, finished.read_bytes()
    assert result is not None
    told = table.say("--load", "finished.json")
    winner = ["Ann", "Ben"][result.winners[0]]
    assert re.search(rf"^{winner} won: .* \(the city is complete\)\.$", told, re.MULTILINE)
    assert "> " not in told
    assert finished.read_bytes() == old


def test_the_same_seed_and_answers_give_the_same_game_against_a_bot(table: Table) -> None:
    for _ in range(2):
        table.say(*AGAINST_BOT, lines="1\n" * 4)
    first, second = (json.loads(path.read_text("utf-8")) for path in table.kept())
    assert first == second


def test_an_owners_tiles_are_kept_with_the_game(table: Table) -> None:
    shipped = Path(smokestack.__file__).parent / "games" / "glasgow" / "tiles.toml"
    tiles = table.folder / "mine.toml"
    tiles.write_text(shipped.read_text("utf-8").replace("points = 9", "points = 11"), "utf-8")
    table.say(*PEOPLE, "--tiles", "mine.toml", lines="move 3")
    tiles.unlink()
    told = table.say("--continue")
    assert "L6   landmark              11 pt" in told


@pytest.mark.parametrize("blocked", ["a file", "x" * 300], ids=["a file", "too long"])
def test_a_game_that_can_not_be_kept_can_be_played(table: Table, blocked: str) -> None:
    (table.folder / "a file").touch()
    home = str(table.folder / blocked)
    told = table.say(*PEOPLE, lines="move 3; move 1; save my-game.json", SMOKESTACK_HOME=home)
    assert told.count("The game can't be kept: ") == 1
    assert "The game is kept" not in told
    assert load_record(table.folder / "my-game.json").answers == ["move 3", "move 1"]


def test_games_are_kept_in_the_folder_for_application_data(table: Table) -> None:
    share = table.folder / "share"
    table.say(*PEOPLE, lines="move 3", SMOKESTACK_HOME="", XDG_DATA_HOME=str(share))
    (path,) = (share / "smokestack" / "games").iterdir()
    assert load_record(path).answers == ["move 3"]


def test_the_table_can_be_played_in_a_narrow_terminal(table: Table) -> None:
    table.say(*PEOPLE, lines="hint; score; help; move 15; build 0", COLUMNS="10")
    assert table.answers() == ["move 15", "build 0"]


def test_the_table_has_no_escape_codes_without_a_terminal(table: Table) -> None:
    assert "\x1b" not in table.say(*PEOPLE, lines="castle; move 3; hint; score")


def test_the_table_has_colours_where_they_are_wished(table: Table) -> None:
    told = table.say(*PEOPLE, lines="castle", FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[31m'castle' is no answer" in told
