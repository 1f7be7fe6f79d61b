"""The language of the terminal: the chosen one, or that of the environment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import smokestack
from tests.terminal.commands import plain_environment, run_here

GREETINGS = {
    "en": "Glasgow, seed 3. Type help for help.",
    "de": "Glasgow, Startwert 3. Mit help gibt es Hilfe.",
    "fr": "Glasgow, graine 3. Tapez help pour de l'aide.",
    "nl": "Glasgow, startwaarde 3. Typ help voor hulp.",
}


class Terminal:
    """A folder in which commands run, without a language in the environment."""

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
        """The lines that a game of two people prints."""
        people = ("--seats", "Ann,Ben", "--seed", "3")
        result = self.run("play", *people, *arguments, lines=lines, **environment)
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout.splitlines()


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


@pytest.mark.parametrize("code", GREETINGS)
def test_the_game_uses_the_chosen_language(terminal: Terminal, code: str) -> None:
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
def test_without_lang_the_environment_chooses_the_language(
    terminal: Terminal, environment: dict[str, str], code: str
) -> None:
    assert terminal.play(**environment)[0] == GREETINGS[code]


def test_an_unknown_language_is_an_error(terminal: Terminal) -> None:
    result = terminal.run("play", "--lang", "la")
    assert result.returncode == 1
    assert result.stderr == "smokestack: --lang: no language 'la'; there is en, de, fr, nl\n"


def test_notation_and_commands_are_the_same_in_every_language(terminal: Terminal) -> None:
    output = terminal.play("--lang", "de", lines="move 3; help; save mine.json; quit")
    assert "  undo       den letzten Zug rückgängig machen" in output
    assert smokestack.load_game(terminal.folder / "mine.json").record().answers == ["move 3"]


def test_errors_in_a_game_are_in_its_language(terminal: Terminal) -> None:
    output = "\n".join(terminal.play("--lang", "de", lines="99; undo"))
    assert "Option 99 gibt es nicht; es sind 1 bis 15" in output
    assert "es gibt noch keinen Zug, der sich rückgängig machen lässt" in output


def test_yes_can_be_typed_in_the_language_of_the_game(terminal: Terminal) -> None:
    lines = "move 15; build 0; undo; {}; quit"
    for reply, kept in (("o", 1), ("y", 1), ("n", 2)):
        folder = terminal.folder / reply
        folder.mkdir()
        table = Terminal(folder)
        output = "\n".join(table.play("--lang", "fr", lines=lines.format(reply)))
        assert "[o/N]" in output
        (path,) = (folder / "home" / "games").glob("*.json")
        assert len(smokestack.load_game(path).history) == kept


def test_the_command_to_continue_keeps_the_language(terminal: Terminal) -> None:
    asked = terminal.play("--lang", "nl", lines="move 3; quit")
    assert asked[-1].endswith("smokestack play glasgow --continue --lang nl")
    usual = terminal.play(lines="move 3; quit", LANG="nl_NL.UTF-8")
    assert usual[-1].endswith("smokestack play glasgow --continue")


def test_replay_and_tiles_use_the_chosen_language(terminal: Terminal) -> None:
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
