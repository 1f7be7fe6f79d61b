"""The game in the terminal: people at one keyboard, bots, or both."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

from smokestack.analysis.hint import hint
from smokestack.bots.bot import Bot
from smokestack.bots.registry import is_bot, is_program, make_bot
from smokestack.engine.errors import IllegalAnswer, InvalidInput, SmokestackError
from smokestack.engine.match import Match
from smokestack.games import ui_of
from smokestack.presentation.language import mark, tr, translate
from smokestack.terminal.languages import language_option
from smokestack.terminal.options import numbered_answer, print_options, read_line
from smokestack.terminal.printing import SafeConsole, say
from smokestack.terminal.saved_games import new_save, save_as
from smokestack.terminal.score_sheet import print_score

HELP = {
    "options": mark("list the options again"),
    "board": mark("show the table again"),
    "hint": mark("ask for a hint"),
    "score": mark("the current score in detail"),
    "undo": mark("undo the last move"),
    "save FILE": mark("write the game to a file"),
    "help": mark("show this help"),
    "quit": mark("quit; the game is saved"),
}

MAX_EXAMPLES = 4


class TerminalTable:
    """Plays a game until it is over or a person leaves, and saves it after every answer.

    `seats` names the players: bots as in the registry, with their settings; other names are people.
    """

    def __init__(self, match: Match, seats: list[str], file: Path | None = None) -> None:
        if len(seats) != len(match.setup.players):
            count = len(match.setup.players)
            raise InvalidInput(
                tr("--seats: {given} for a game of {count} players", given=len(seats), count=count)
            )
        self.match = match
        self.ui = ui_of(match.game)
        self.seats = seats
        self.file = file or new_save(match.game.name)
        self.console = SafeConsole(highlight=False)
        self.bots: dict[int, Bot] = {
            seat: make_bot(name, match.game, match.setup.seed, seat)
            for seat, name in enumerate(seats)
            if is_bot(name)
        }
        self.left = False
        self.saved: set[Path] = set()
        self.autosave = True
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
            title, seed = self.match.game.title, self.match.setup.seed
            self._say(tr("{game}, seed {seed}. Type help for help.", game=title, seed=seed))
        try:
            while self.match.actor is not None and not self.left:
                if self.match.actor in self.bots:
                    self._play_bot(self.match.actor)
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
            if self.autosave:
                self._say(tr("The record is in {file}", file=self.file))

    def _play_bot(self, seat: int) -> None:
        view = self.match.view(seat)
        self._play(self.bots[seat].answer(view))

    def _ask(self) -> None:
        """Show the table and the legal answers, then read lines until one is an answer."""
        self._board([])
        self._prompt()
        self._options([])
        answers = len(self.match.history)
        while len(self.match.history) == answers and not self.left:
            line = read_line(
                self.console, f"{self._name(self.match.actor)} {self.match.decision}> "
            )
            if line is None:
                self._quit([])
                return
            try:
                self._take(line)
            except SmokestackError as error:
                self._say(translate(error), "red")

    def _take(self, line: str) -> None:
        """Run a command, or play an answer: its number in the list, or its notation."""
        text = line.strip()
        if not text:
            return
        word, *_ = text.split()
        if word.lower() in self.commands:
            self.commands[word.lower()](_arguments(text))
        elif text.isascii() and text.isdigit():
            self._play(numbered_answer(text, self.match.state.answers()))
        else:
            self._play(self.match.game.to_answer(text))

    def _play(self, answer: int) -> None:
        actor = self.match.actor
        assert actor is not None
        before = self.match.view(actor)
        self.match.play(answer)
        self._say(self.ui.log_line(before, answer, self.match.view(actor)), "italic")
        self._save_automatically()

    def _save_automatically(self) -> None:
        """Save the game; if that fails, say so once and go on without saving."""
        if not self.autosave:
            return
        try:
            self.match.record().save(self.file)
        except InvalidInput as error:
            self.autosave = False
            self._say(tr("The game can't be saved: {error}", error=translate(error)), "red")

    def _help(self, _: list[str]) -> None:
        self._say(
            tr(
                "Answer with the number of an option, or in notation: {examples}.",
                examples=", ".join(notation_examples(self.match.answers)),
            )
        )
        for command, text in HELP.items():
            self._say(f"  {command:<11}{tr(text)}")
        self._say(tr("Commands and notation are the same in every language."))

    def _board(self, _: list[str]) -> None:
        seat = self.match.actor if self.match.actor is not None else 0
        self.console.print()
        self.console.print(self.ui.draw(self.match.view(seat)))

    def _prompt(self) -> None:
        assert self.match.actor is not None
        self._say(self.ui.prompt(self.match.view(self.match.actor)), "bold")

    def _options(self, _: list[str]) -> None:
        assert self.match.actor is not None
        print_options(self.console, self.match.view(self.match.actor))

    def _hint(self, _: list[str]) -> None:
        assert self.match.actor is not None
        view = self.match.view(self.match.actor)
        game = self.match.game
        for found in hint(view):
            points = ", ".join(
                f"{name} {value:.0f}"
                for name, value in zip(view.players, found.points, strict=True)
            )
            self._say(
                f"{game.to_text(found.answer)}: {self.ui.explain(view, found.answer)}", "bold"
            )
            chances = tr(
                "chance to win {chance}%; expected points: {points}",
                chance=round(100 * found.chance),
                points=points,
            )
            self._say(f"  {chances}")
            line = "; ".join(game.to_text(answer) for answer in found.line[1:])
            self._say(f"  {tr('then: {line}', line=line)}")

    def _score(self, _: list[str]) -> None:
        print_score(self.console, self.match)

    def _undo(self, _: list[str]) -> None:
        """Take back the last answer of a person and all answers after it.

        Asks first if a bot has answered since or something hidden was revealed.
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
            raise IllegalAnswer(tr("there is no move to undo yet"))
        question = ""
        if bot_acted:
            question = tr("This also undoes the bot's moves since. Undo?")
        elif revealed != self.match.state.revealed:
            question = tr("This also undoes what was revealed since. Undo?")
        if question and not self._agrees(question):
            return
        self.match.go_to(target)
        self._save_automatically()

    def _save(self, arguments: list[str]) -> None:
        if len(arguments) != 1:
            raise InvalidInput(tr("give a file name: {command}", command="save my-game.json"))
        path = Path(os.path.expanduser(arguments[0]))
        if path in self.saved:
            self.match.record().save(path)
        else:
            save_as(self.match, path)
            self.saved.add(path)
        command = f"smokestack play --load {path}{self._resume_options()}"
        self._say(tr("Saved. Continue later: {command}", command=command))

    def _quit(self, _: list[str]) -> None:
        self.left = True
        if self.autosave and self.match.history:
            command = f"smokestack play {self.match.game.name} --continue{self._resume_options()}"
            self._say(tr("The game is saved. Continue: {command}", command=command))

    def _resume_options(self) -> str:
        """The `--seats` and `--lang` that a command needs to resume this game; often empty."""
        if self.seats == self.match.setup.players and not any(map(is_program, self.seats)):
            return language_option()
        return f" --seats {shlex.quote(','.join(self.seats))}{language_option()}"

    def _agrees(self, question: str) -> bool:
        """Whether the reply is yes, in the language in use or in English."""
        yes, no = tr("yes"), tr("no")
        reply = read_line(self.console, f"{question} [{yes[0]}/{no[0].upper()}] ")
        return (reply or "").strip().lower() in ("y", "yes", yes[0], yes)

    def _name(self, seat: int | None) -> str:
        return "" if seat is None else self.match.setup.players[seat]

    def _say(self, text: str, style: str = "") -> None:
        say(text, self.console, style)


def notation_examples(answers: list[str]) -> list[str]:
    """A few of the legal answers, one of each kind first."""
    kinds: dict[str, str] = {}
    for text in answers:
        kinds.setdefault(text.split()[0], text)
    first = list(kinds.values())
    return [*first, *(text for text in answers if text not in first)][:MAX_EXAMPLES]


def _arguments(line: str) -> list[str]:
    try:
        return shlex.split(line)[1:]
    except ValueError:
        raise InvalidInput(tr("can't read that line; is a quotation mark missing?")) from None
