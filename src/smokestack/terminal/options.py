"""What games and puzzles share in the terminal: numbered options and lines that people type."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.view import View
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.terminal.printing import SafeConsole


def print_options(console: SafeConsole, view: View) -> None:
    """The legal answers, each with its number, its notation and what it does."""
    ui = ui_of(view.game)
    texts = [view.game.to_text(answer) for answer in view.answers]
    width = max(len(text) for text in texts)
    for number, (answer, text) in enumerate(zip(view.answers, texts, strict=True), 1):
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f"{number:>3}  ", "bold")
        line.append(f"{text:<{width}}")
        line.append(f"  {ui.explain(view, answer)}", "dim")
        console.print(line)


def numbered_answer(digits: str, answers: Sequence[int]) -> int:
    """The answer with this number in the list."""
    number = digits.lstrip("0") or "0"
    if len(number) > 4 or not 1 <= int(number) <= len(answers):
        raise IllegalAnswer(
            tr(
                "there is no option {number}; they go from 1 to {max}",
                number=number[:6],
                max=len(answers),
            )
        )
    return answers[int(number) - 1]


def read_line(console: SafeConsole, prompt: str) -> str | None:
    """A line, or None at the end of the input."""
    try:
        return console.input(Text(prompt, "bold"))
    except EOFError:
        console.print()
        return None
