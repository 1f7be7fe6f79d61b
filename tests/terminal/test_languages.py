"""The terminal table in the language that was asked for, or in that of the environment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import smokestack
from commands import plain_environment, run_here

GREETINGS = {
    "en": "Glasgow, seed 3. Type help for help.",
    "de": "Glasgow, Startwert 3. Mit help gibt es Hilfe.",
    "fr": "Glasgow, graine 3. Tapez help pour de l'aide.",
    "nl": "Glasgow, startwaarde 3. Typ help voor hulp.",
}


class Terminal:
    """A folder in which commands are run, with nobody's wishes for a language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(
        self, *arguments: str, lines: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        plain = {**plain_environment(self.folder / "home"), "COLUMNS": "100"}
        return run_here(
            *arguments,
            folder=self.folder,
            environment={**plain, **environment},
            lines=lines.replace("; ", "\n"),
        )

    def play(self, *arguments: str, lines: str = "", **environment: str) -> list[str]:
        """The lines that a table of two people prints."""
        people = ("--seats", "Ann,Ben", "--seed", "3")
        result = self.run("play", *people, *arguments, lines=lines, **environment)
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout.splitlines()


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


@pytest.mark.parametrize("code", GREETINGS)
def test_the_table_speaks_the_language_asked_for(terminal: Terminal, code: str) -> None:
    assert terminal.play("--lang", code, LANG="fr_FR.UTF-8")[0] == GREETINGS[code]


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "nl"}, "nl"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_without_a_wish_the_environment_chooses(
    terminal: Terminal, environment: dict[str, str], code: str
) -> None:
    assert terminal.play(**environment)[0] == GREETINGS[code]


def test_a_language_that_nobody_speaks_here_is_named(terminal: Terminal) -> None:
    result = terminal.run("play", "--lang", "la")
    assert result.returncode == 1
    assert result.stderr == "smokestack: --lang: no language 'la'; there is en, de, fr, nl\n"


def test_notation_and_commands_are_the_same_in_every_language(terminal: Terminal) -> None:
    told = terminal.play("--lang", "de", lines="move 3; help; save mine.json; quit")
    assert "  undo       die letzte Antwort zurücknehmen" in told
    assert smokestack.load_game(terminal.folder / "mine.json").record().answers == ["move 3"]


def test_errors_at_the_table_are_in_its_language(terminal: Terminal) -> None:
    told = "\n".join(terminal.play("--lang", "de", lines="99; undo"))
    assert "Option 99 gibt es nicht; es sind 1 bis 15" in told
    assert "es gibt noch keine Antwort zurückzunehmen" in told


def test_yes_may_be_said_in_the_language_of_the_table(terminal: Terminal) -> None:
    lines = "move 15; build 0; undo; {}; quit"
    for reply, kept in (("o", 1), ("y", 1), ("n", 2)):
        folder = terminal.folder / reply
        folder.mkdir()
        table = Terminal(folder)
        told = "\n".join(table.play("--lang", "fr", lines=lines.format(reply)))
        assert "[o/N]" in told
        (path,) = (folder / "home" / "games").glob("*.json")
        assert len(smokestack.load_game(path).history) == kept


def test_the_way_back_to_a_game_keeps_its_language(terminal: Terminal) -> None:
    asked = terminal.play("--lang", "nl", lines="move 3; quit")
    assert asked[-1].endswith("smokestack play glasgow --continue --lang nl")
    usual = terminal.play(lines="move 3; quit", LANG="nl_NL.UTF-8")
    assert usual[-1].endswith("smokestack play glasgow --continue")


def test_records_and_tiles_are_told_in_the_language_asked_for(terminal: Terminal) -> None:
    match = smokestack.new_game("glasgow", seed=3, players=["Ann", "Ben"])
    match.play("move 3")
    match.record().save(terminal.folder / "game.json")
    replay = terminal.run("replay", "game.json", "--lang", "fr")
    assert (
        replay.stdout.splitlines()[0]
        == "Glasgow, graine 3, règles 1, 1 réponse\N{NO-BREAK SPACE}: Ann – Ben"
    )
    tiles = terminal.run("tiles", "show", "--lang", "nl").stdout.splitlines()
    assert tiles[2].split()[:4] == ["F1", "fabriek", "baksteen,", "baksteen"]
