"""The terminal game, played by lines on standard input."""

from __future__ import annotations

import json
import re

import pytest

import smokestack
from smokestack.engine.match import Match
from smokestack.engine.record import load_record
from tests.terminal.terminal_table import AGAINST_BOT, PEOPLE, Table, after, options_in

NOT_AN_ANSWER = "is not a move; moves look like 'move 7', 'place 1,-2'"
# Lines that are not an answer to the first decision, and the message for each.
INVALID = {
    "castle": f"'castle' {NOT_AN_ANSWER}",
    "[/x]": f"'[/x]' {NOT_AN_ANSWER}",
    "-1": f"'-1' {NOT_AN_ANSWER}",
    "0": "there is no option 0; they go from 1 to 15",
    "16": "there is no option 16; they go from 1 to 15",
    "9" * 5000: "there is no option 999999; they go from 1 to 15",
    "move 0": "'move 0' is not possible here; move allows: move 1, move 2, ",
    "place 0,0": "'place 0,0' is not possible here; move allows: move 1, move 2, ",
    "save": "give a file name: save my-game.json",
    "save one two": "give a file name: save my-game.json",
    'save "one': "can't read that line; is a quotation mark missing?",
    "undo": "there is no move to undo yet",
}


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The output at the start of a game of two people."""
    return Table(tmp_path_factory.mktemp("opening")).play(*PEOPLE)


@pytest.fixture(scope="module")
def replies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The reply to each of these lines at the first decision."""
    lines = [*INVALID, "help", "HELP", "options", "board", "hint", "hint", "\n ", "move 3"]
    table = Table(tmp_path_factory.mktemp("replies"))
    output = table.play(*PEOPLE, lines="\n".join(lines)).split("Ann move> ")[1:]
    assert table.answers() == ["move 3"]
    return dict(zip("\n".join(lines).split("\n"), output, strict=True))


def people_after(*answers: str) -> Match:
    match = smokestack.new_game("glasgow", seed=3, players=["Ann", "Ben"])
    for answer in answers:
        match.play(answer)
    return match


def test_the_table_names_the_game_and_its_seed(opening: str) -> None:
    assert opening.splitlines()[0] == "Glasgow, seed 3. Type help for help."


def test_the_options_are_numbered_and_explained(opening: str) -> None:
    assert "  1  move 1   gain 2 stone; stone 1 → 3; 1 ahead of Ben\n" in opening
    assert options_in(opening) == people_after().answers


def test_the_table_shows_ring_offers_stores_and_points(opening: str) -> None:
    assert "│2 stone    ││double     ││gold       │" in opening
    assert "  0 [0] L6   landmark               9 pt  1 stone, 2 steel, 2 gold" in opening
    assert "→● Ann  stone 1/5  steel 1/4  gold 0/3          points 0  step 0" in opening


def test_an_answer_may_be_the_number_of_an_option(table: Table) -> None:
    output = table.play(*PEOPLE, lines="3; 1")
    assert "Ann: moves to 3, 1 gold (Ann +1 gold)\n" in output
    assert table.answers() == ["move 3", "move 1"]


def test_an_answer_may_be_in_notation(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3;  Move  1 ")
    assert table.answers() == ["move 3", "move 1"]


def test_the_prompt_names_player_and_decision(table: Table) -> None:
    output = table.play(*PEOPLE, lines="move 3; move 7; take gold")
    assert re.findall(r"^(\w+ \w+)> ", output, re.MULTILINE) == [
        "Ann move",
        "Ben move",
        "Ben choice",
        "Ann move",
    ]


@pytest.mark.parametrize("line", INVALID, ids=lambda line: line[:12])
def test_an_invalid_line_gets_a_message(replies: dict[str, str], line: str) -> None:
    (message,) = replies[line].splitlines()
    assert message.startswith(INVALID[line])


@pytest.mark.parametrize("line", ["0000099", "000001" + "9" * 5000], ids=["short", "endless"])
def test_leading_zeros_of_a_number_are_ignored(table: Table, line: str) -> None:
    output = table.play(*PEOPLE, lines=f"{line}; move 3")
    assert after(output, "Ann move").startswith("there is no option ")
    assert table.answers() == ["move 3"]


@pytest.mark.parametrize(
    "name",
    ["x" * 300, "~nosuchuser/game.json", "nul\0byte"],
    ids=["too long", "of an unknown user", "with a null"],
)
def test_an_unusable_file_name_does_not_end_the_game(table: Table, name: str) -> None:
    output = table.play(*PEOPLE, lines=f"save {name}; move 3")
    assert len(after(output, "Ann move").splitlines()) == 2
    assert table.answers() == ["move 3"]


def test_a_line_that_is_not_text_does_not_end_the_game(table: Table) -> None:
    lines = b"move 1\n\xff\xfe\nmove 2\n"
    table.play(*PEOPLE, lines=lines, PYTHONIOENCODING="utf-8:strict")
    assert table.answers() == ["move 1", "move 2"]


@pytest.mark.parametrize("line", ["", " "])
def test_after_an_empty_line_the_prompt_is_shown_again(replies: dict[str, str], line: str) -> None:
    assert replies[line] == ""


def test_help_names_every_command(replies: dict[str, str]) -> None:
    for command in ("options", "board", "hint", "score", "undo", "save FILE", "help", "quit"):
        assert re.search(rf"^ .*\b{command} ", replies["help"], re.MULTILINE), command


def notation_in_help(text: str) -> list[str]:
    """The examples of notation in the text of `help`."""
    found = re.search(r"or in notation: (.*)\.$", text, re.MULTILINE)
    assert found is not None
    return found[1].split(", ")


def test_help_shows_legal_answers_of_glasgow(replies: dict[str, str]) -> None:
    assert notation_in_help(replies["help"]) == ["move 1", "move 2", "move 3", "move 4"]


def test_help_shows_legal_answers_of_brass(table: Table) -> None:
    output = table.play("brass", "--seats", "Ann,Ben,Cat", "--seed", "3", lines="help; pass; help")
    action, _, card = output.split("> ")[1:4]
    match = smokestack.new_game("brass", seed=3, players=["Ann", "Ben", "Cat"])
    assert set(notation_in_help(action)) <= set(match.answers)
    assert len({example.split()[0] for example in notation_in_help(action)}) == 4
    match.play("pass")
    assert set(notation_in_help(card)) <= set(match.answers)


def test_commands_ignore_case(replies: dict[str, str]) -> None:
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
    output = table.play(*PEOPLE, lines="move 15; build 0")
    assert re.search(r"^│ +│ +0 +· +●S1 +· ", output, re.MULTILINE)


def test_score_prints_every_point_so_far(table: Table) -> None:
    output = table.play(*PEOPLE, lines="move 15; build 0; score")
    sheet = output.split("Ben move> ")[1].splitlines()
    assert sheet[1].split(maxsplit=6) == [
        "Ann", "Shop", "S1", "1", "0", "1", "shop: not in a corner",
    ]  # fmt: skip
    assert sheet[2].split() == ["Ann", "1", "total"]
    assert sheet[3].split() == ["Ben", "0", "total"]
    assert sheet[4] == "The game is not over."


@pytest.mark.parametrize("name", ["[/x]", "[red]"])
def test_names_are_shown_as_they_were_given(table: Table, name: str) -> None:
    output = table.play("--seats", f"{name},Ben", "--seed", "3", lines="move 3; score")
    sheet = output.split("Ben move> ")[1].splitlines()
    assert sheet[1].split() == [name, "0", "total"]


def test_undo_takes_back_the_last_answer(table: Table) -> None:
    output = table.play(*PEOPLE, lines="move 3; move 1; undo; move 4")
    assert "Take it back?" not in output
    assert table.answers() == ["move 3", "move 4"]


def test_undo_may_be_repeated(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3; move 1; undo; undo; undo")
    assert table.answers() == []


def test_undo_shows_table_and_options_once(table: Table) -> None:
    output = table.play(*PEOPLE, lines="move 3; undo")
    again = output.split("Ben move> ")[1]
    assert options_in(again) == people_after().answers
    assert again.count("┌0──") == 1


def test_undo_asks_before_taking_back_what_a_bot_did(table: Table) -> None:
    output = table.play(*AGAINST_BOT, lines="move 3; undo; y")
    assert "This also undoes the bot's moves since. Undo? [y/N] " in output
    assert table.answers() == []


def test_undo_asks_before_taking_back_something_revealed(table: Table) -> None:
    output = table.play(*PEOPLE, lines="move 9; replace 0; undo; yes")
    assert "This also undoes what was revealed since. Undo? [y/N] " in output
    assert table.answers() == ["move 9"]


@pytest.mark.parametrize("reply", ["; n", "; ", ""])
def test_undo_takes_nothing_back_without_a_yes(table: Table, reply: str) -> None:
    table.play(*PEOPLE, lines=f"move 9; replace 0; undo{reply}")
    assert table.answers() == ["move 9", "replace 0"]


def test_a_bot_answers_by_itself(table: Table) -> None:
    output = table.play(*AGAINST_BOT, lines="move 3")
    assert "\ngreedy: moves to " in output
    assert "greedy move>" not in output
    assert len(table.answers()) > 1


def test_a_bot_may_begin(table: Table) -> None:
    output = table.play("--seats", "random,Ben", "--seed", "3")
    assert output.splitlines()[1].startswith("random: moves to ")


def test_two_people_can_play_a_whole_game(table: Table) -> None:
    output = table.play(*PEOPLE, "--option", "turn_limit=20", lines="1\n" * 200)
    ending = r"^(Ann|Ben) wins \d+ to \d+ \(the turn limit is reached\)\.$"
    assert re.search(ending, output, re.MULTILINE)
    (path,) = table.kept()
    record = load_record(path)
    assert record.result is not None
    assert output.endswith(f"The record is in {path}\n")


def test_a_person_can_play_a_whole_game_against_a_bot(table: Table) -> None:
    output = table.play(*AGAINST_BOT, "--option", "turn_limit=12", lines="1\n" * 200)
    assert re.search(r"^(Ann|greedy) wins .* \(the turn limit", output, re.MULTILINE)


def test_bots_can_play_each_other_to_the_end(table: Table) -> None:
    output = table.play("--seats", "greedy,random", "--seed", "3")
    assert re.search(r"^(greedy|random) wins .* \(the city is complete\)\.$", output, re.MULTILINE)
    (path,) = table.kept()
    assert smokestack.load_game(path).over


def test_the_same_seed_and_answers_give_the_same_game_against_a_bot(table: Table) -> None:
    for _ in range(2):
        table.play(*AGAINST_BOT, lines="1\n" * 4)
    first, second = (json.loads(path.read_text("utf-8")) for path in table.kept())
    assert first == second


def test_the_table_can_be_played_in_a_narrow_terminal(table: Table) -> None:
    table.play(*PEOPLE, lines="hint; score; help; move 15; build 0", COLUMNS="10")
    assert table.answers() == ["move 15", "build 0"]


def test_the_table_has_no_escape_codes_without_a_terminal(table: Table) -> None:
    assert "\x1b" not in table.play(*PEOPLE, lines="castle; move 3; hint; score")


def test_the_table_has_colours_with_force_color(table: Table) -> None:
    output = table.play(*PEOPLE, lines="castle", FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[31m'castle' is not a move" in output
