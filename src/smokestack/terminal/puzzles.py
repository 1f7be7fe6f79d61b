"""Puzzles in the terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain

from smokestack.engine.errors import IllegalAnswer, InvalidInput, SmokestackError
from smokestack.engine.game import Game
from smokestack.games import ui_of
from smokestack.presentation.language import mark, tr, translate, trn
from smokestack.puzzles.daily import daily_puzzle
from smokestack.puzzles.puzzle import (
    Puzzle,
    format_puzzles,
    puzzles_of,
    theme_counts,
    view_of,
)
from smokestack.puzzles.words import (
    line_steps,
    names_of,
    proof_sentence,
    refutation,
    solution_sentence,
    task_sentence,
    theme_titles,
    verdict_sentence,
)
from smokestack.terminal.options import numbered_answer, print_options, read_line
from smokestack.terminal.printing import SafeConsole, new_table, say, say_data

HELP = {
    "options": mark("list the options again"),
    "board": mark("show the table again"),
    "solution": mark("give up and show the solution"),
    "next": mark("go on to another puzzle"),
    "help": mark("show this help"),
    "quit": mark("quit"),
}


class PuzzleSession:
    """Asks puzzles one after the other, until the person quits."""

    def __init__(self, game: Game, theme: str = "", puzzle_id: str = "") -> None:
        self.game = game
        self.ui = ui_of(game)
        self.queue = _queue(game, theme, puzzle_id)
        self.console = SafeConsole(highlight=False)
        self.tried = 0
        self.solved = 0
        self.left = False

    def run(self) -> None:
        self._say(tr("Type help for help."))
        try:
            for puzzle in self.queue:
                self._ask(puzzle)
                if self.left:
                    break
        except KeyboardInterrupt:
            self.console.print()
            self._say_score()
            raise
        self._say_score()

    def _ask(self, puzzle: Puzzle) -> None:
        """Read lines until the puzzle is solved or left; the first answer counts."""
        self._board(puzzle)
        self._options(puzzle)
        counted, is_open = False, True
        while is_open:
            line = read_line(self.console, f"{puzzle.id}> ")
            word = "quit" if line is None else line.strip().lower()
            if word in ("quit", "next"):
                self.left = word == "quit"
                return
            if word == "solution":
                self.tried += not counted
                self._explain(puzzle)
                return
            try:
                answer = self._command(puzzle, word)
            except SmokestackError as error:
                self._say(translate(error), "red")
                continue
            if answer:
                solved = puzzle.solves(answer)
                self.tried += not counted
                self.solved += solved and not counted
                counted, is_open = True, not solved
                self._say(verdict_sentence(puzzle, puzzle.state(), answer), "bold")
        self._explain(puzzle)

    def _command(self, puzzle: Puzzle, word: str) -> str:
        """Run a command, or return the answer that was given; empty for none."""
        if word == "help":
            for command, text in HELP.items():
                self._say(f"  {command:<11}{tr(text)}")
        elif word == "board":
            self._board(puzzle)
        elif word == "options":
            self._options(puzzle)
        elif word:
            return self._answer(puzzle, word)
        return ""

    def _answer(self, puzzle: Puzzle, text: str) -> str:
        """An answer in notation, from its number in the list or from its notation."""
        state = puzzle.state()
        answers = state.answers()
        if text.isascii() and text.isdigit():
            return self.game.to_text(numbered_answer(text, answers))
        number = self.game.to_answer(text)
        if number not in answers:
            raise IllegalAnswer(tr("This move is not possible now."))
        return self.game.to_text(number)

    def _board(self, puzzle: Puzzle) -> None:
        state = puzzle.state()
        view = view_of(puzzle, names_of(state))
        self.console.print()
        self.console.print(self.ui.draw(view))
        self._say(task_sentence(state), "bold")
        self._say(self.ui.prompt(view), "bold")

    def _options(self, puzzle: Puzzle) -> None:
        print_options(self.console, view_of(puzzle, names_of(puzzle.state())))

    def _explain(self, puzzle: Puzzle) -> None:
        state = puzzle.state()
        sentences = [(solution_sentence(puzzle, state), puzzle.best)]
        sentences += [(refutation(puzzle, state, tried), tried) for tried in puzzle.tries]
        for sentence, tried in sentences:
            self._say(sentence)
            line = "; ".join(step.text for step in line_steps(state, tried.line)[1:])
            if line:
                self._say(f"  {tr('then: {line}', line=line)}", "dim")
        if puzzle.proven:
            self._say(proof_sentence(puzzle))
        self._say(tr("Theme: {themes}", themes=", ".join(theme_titles(puzzle))))

    def _say_score(self) -> None:
        if self.tried:
            self._say(
                tr("Solved: {solved} of {count}", solved=self.solved, count=self.tried), "bold"
            )

    def _say(self, text: str, style: str = "") -> None:
        say(text, self.console, style)


def id_of_the_day(game: Game) -> str:
    """Of the puzzle that every server shows today, by the date in UTC."""
    puzzle = daily_puzzle(game.name, datetime.now(UTC).date())
    return puzzle.id if puzzle else ""


def print_list(game: Game, theme: str) -> None:
    table = new_table()
    for title in (tr("Id"), tr("Rating"), tr("Theme")):
        table.add_column(title)
    found = _matching(game, theme)
    for puzzle in sorted(found, key=lambda puzzle: puzzle.rating):
        names = ", ".join(puzzle.themes)
        table.add_row(puzzle.id, str(puzzle.rating), names)
    console = SafeConsole()
    console.print(table)
    say(trn("{n} puzzle", "{n} puzzles", len(found)), console)


def print_json(game: Game, theme: str) -> None:
    say_data(format_puzzles(_matching(game, theme)).removesuffix("\n"))


def _queue(game: Game, theme: str, puzzle_id: str) -> Iterator[Puzzle]:
    """The puzzle asked for, then all others in random order."""
    found = _matching(game, theme)
    first = [puzzle for puzzle in found if puzzle.id == puzzle_id]
    if puzzle_id and not first:
        raise InvalidInput(tr("There is no such puzzle."))
    rest = [puzzle for puzzle in found if puzzle.id != puzzle_id]
    random.shuffle(rest)
    return chain(first, rest)


def _matching(game: Game, theme: str) -> list[Puzzle]:
    if theme and theme not in theme_counts(game.name):
        raise InvalidInput(
            tr(
                "{game} has no theme {theme}; it has {themes}",
                game=game.title,
                theme=repr(theme[:40]),
                themes=", ".join(theme_counts(game.name)),
            )
        )
    return [puzzle for puzzle in puzzles_of(game.name) if not theme or theme in puzzle.themes]
