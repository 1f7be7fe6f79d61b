"""The table at the terminal: people at one keyboard, bots, or both."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from smokestack.bots.bot import Bot
from smokestack.bots.hint import hint
from smokestack.bots.registry import is_bot, is_program, make_bot
from smokestack.engine.errors import IllegalAnswer, InvalidInput, SmokestackError
from smokestack.engine.match import Match
from smokestack.terminal.report import print_score
from smokestack.terminal.saves import new_save, save_as

HELP = """\
Answer with the number of an option, or in notation: move 7, take steel, place 1,-2, pass.
  options      list the options again          board   draw the table again
  hint         what a strong player would do    score   every point as it stands
  undo         take back the last answer       save FILE   write the game to a file
  help         this text                       quit    leave; the game is kept"""


class TerminalTable:
    """Asks, answers, draws; goes on until the game is over or somebody leaves.

    `seats` says who plays: bots by their registry's names, with all settings, and anybody else.
    """

    def __init__(self, match: Match, seats: list[str], file: Path | None = None) -> None:
        if len(seats) != len(match.setup.players):
            count = len(match.setup.players)
            raise InvalidInput(f"--seats: {len(seats)} for a game of {count} players")
        self.match = match
        self.seats = seats
        self.file = file or new_save(match.game.name)
        self.console = Console(highlight=False)
        self.bots: dict[int, Bot] = {
            seat: make_bot(name, match.game, match.setup.seed, seat)
            for seat, name in enumerate(seats)
            if is_bot(name)
        }
        self.left = False
        self.saved: set[Path] = set()
        self.keeping = True
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "help": self._help,
            "options": self._options,
            "board": self._board,
            "hint": self._hint,
            "score": self._score,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }

    def run(self) -> None:
        if not self.match.over:
            self._say(f"{self.match.game.title}, seed {self.match.setup.seed}. Type help for help.")
        try:
            while self.match.actor is not None and not self.left:
                if self.match.actor in self.bots:
                    self._let_bot_answer(self.match.actor)
                else:
                    self._ask()
        except KeyboardInterrupt:
            self.console.print()
            self._quit([])
            raise
        except SmokestackError:
            self._quit([])
            raise
        if self.match.over:
            self._board([])
            print_score(self.console, self.match)
            if self.keeping:
                self._say(f"The record is in {self.file}")

    def _let_bot_answer(self, seat: int) -> None:
        view = self.match.view(seat)
        self._play(self.bots[seat].answer(view))

    def _ask(self) -> None:
        """Show the table and the options, then take lines until one is an answer."""
        self._board([])
        self._options([])
        asked = len(self.match.history)
        while len(self.match.history) == asked and not self.left:
            line = self._read(f"{self._name(self.match.actor)} {self.match.decision}> ")
            if line is None:
                self._quit([])
                return
            try:
                self._take(line)
            except SmokestackError as error:
                self._say(str(error), "red")

    def _take(self, line: str) -> None:
        """A command, the number of an option, or an answer in notation."""
        text = line.strip()
        if not text:
            return
        word, *_ = text.split()
        if word.lower() in self.commands:
            self.commands[word.lower()](_arguments(text))
        elif text.isascii() and text.isdigit():
            self._play(self._option(text))
        else:
            self._play(self.match.game.to_answer(text))

    def _option(self, digits: str) -> int:
        """The answer with this number in the list of options."""
        answers = self.match.state.answers()
        number = digits.lstrip("0") or "0"
        if len(number) > 4 or not 1 <= int(number) <= len(answers):
            raise IllegalAnswer(f"there is no option {number:.6}; they go from 1 to {len(answers)}")
        return answers[int(number) - 1]

    def _play(self, answer: int) -> None:
        actor = self.match.actor
        assert actor is not None
        before = self.match.view(actor)
        self.match.play(answer)
        told = self.match.game.narrate(before, answer, self.match.view(actor))
        self._say(told, "italic")
        self._keep()

    def _keep(self) -> None:
        """Save after every answer; a folder that can't be written to is told once."""
        if not self.keeping:
            return
        try:
            self.match.record().save(self.file)
        except InvalidInput as error:
            self.keeping = False
            self._say(f"The game can't be kept: {error}", "red")

    def _help(self, _: list[str]) -> None:
        self._say(HELP)

    def _board(self, _: list[str]) -> None:
        seat = self.match.actor if self.match.actor is not None else 0
        self.console.print()
        self.console.print(self.match.game.draw(self.match.view(seat)))

    def _options(self, _: list[str]) -> None:
        assert self.match.actor is not None
        view = self.match.view(self.match.actor)
        texts = [self.match.game.to_text(answer) for answer in view.answers]
        width = max(len(text) for text in texts)
        for number, (answer, text) in enumerate(zip(view.answers, texts, strict=True), 1):
            line = Text(no_wrap=True, overflow="ellipsis")
            line.append(f"{number:>3}  ", "bold")
            line.append(f"{text:<{width}}")
            line.append(f"  {self.match.game.explain(view, answer)}", "dim")
            self.console.print(line)

    def _hint(self, _: list[str]) -> None:
        assert self.match.actor is not None
        view = self.match.view(self.match.actor)
        game = self.match.game
        for found in hint(view):
            points = ", ".join(
                f"{name} {value:.0f}"
                for name, value in zip(view.players, found.points, strict=True)
            )
            self._say(f"{game.to_text(found.answer)}: {game.explain(view, found.answer)}", "bold")
            self._say(f"  chance to win {found.chance:.0%}; expected points: {points}")
            self._say(f"  then: {'; '.join(game.to_text(answer) for answer in found.line[1:])}")

    def _score(self, _: list[str]) -> None:
        print_score(self.console, self.match)

    def _undo(self, _: list[str]) -> None:
        """Take back the last answer of a person, and whatever followed from it.

        Asks first if a bot has acted since or something hidden came to light.
        """
        replayed = Match(self.match.game, self.match.setup)
        target, revealed, bot_acted = None, 0, False
        for number, answer in enumerate(self.match.history):
            if replayed.actor in self.bots:
                bot_acted = True
            else:
                target, revealed, bot_acted = number, int(replayed.state.revealed), False
            replayed.play(answer)
        if target is None:
            raise IllegalAnswer("there is no answer to take back yet")
        if bot_acted or revealed != self.match.state.revealed:
            why = "what the bot did" if bot_acted else "what came to light"
            reply = self._read(f"This also takes back {why} since. Take it back? [y/N] ")
            if (reply or "").strip().lower() not in ("y", "yes"):
                return
        self.match.go_to(target)
        self._keep()

    def _save(self, arguments: list[str]) -> None:
        if len(arguments) != 1:
            raise InvalidInput("say where: save my-game.json")
        path = Path(os.path.expanduser(arguments[0]))
        if path in self.saved:
            self.match.record().save(path)
        else:
            save_as(self.match, path)
            self.saved.add(path)
        self._say(f"Saved. Go on later: smokestack play --load {path}{self._seats_again()}")

    def _quit(self, _: list[str]) -> None:
        self.left = True
        if self.keeping and self.match.history:
            command = f"smokestack play {self.match.game.name} --continue{self._seats_again()}"
            self._say(f"The game is kept. Go on: {command}")

    def _seats_again(self) -> str:
        """What must be said again to go on, unless the record alone tells it."""
        if self.seats == self.match.setup.players and not any(map(is_program, self.seats)):
            return ""
        return f" --seats {shlex.quote(','.join(self.seats))}"

    def _read(self, prompt: str) -> str | None:
        """A line, or None at the end of the input."""
        try:
            return self.console.input(Text(prompt, "bold"))
        except EOFError:
            self.console.print()
            return None

    def _name(self, seat: int | None) -> str:
        return "" if seat is None else self.match.setup.players[seat]

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style, markup=False, soft_wrap=True)


def _arguments(line: str) -> list[str]:
    try:
        return shlex.split(line)[1:]
    except ValueError as error:
        raise InvalidInput(f"can't read that line ({error})") from None
