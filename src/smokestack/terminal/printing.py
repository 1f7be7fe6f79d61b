"""Lines and tables in the style of all commands.

All output of commands goes through here, because names, answers and errors can come from files,
databases and other people, and must not control the terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

from smokestack.presentation.printable import escape, printable

MAX_LINE_LENGTH: Final = 2000


class SafeConsole(Console):
    """Escapes the control characters of everything that it prints."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                lines = segment.text.split("\n")
                text = "\n".join(escape(line) for line in lines)
                yield Segment(text, segment.style)


def say(line: str, console: Console | None = None, style: str = "") -> None:
    """Print one line as it is, except for control characters: no wrapping, markup, highlighting."""
    console = console or SafeConsole()
    text = printable(line, MAX_LINE_LENGTH)
    console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)


def say_error(line: str) -> None:
    """Print one line on standard error."""
    print(printable(line, MAX_LINE_LENGTH), file=sys.stderr)


def say_data(line: str) -> None:
    """Print a line for programs, such as JSON, unchanged."""
    print(line)


def new_table() -> Table:
    return Table(box=None, pad_edge=False, header_style="bold")
