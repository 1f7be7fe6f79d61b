"""Lines and tables in the style of all commands."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table


def say(line: str, console: Console | None = None) -> None:
    """Print one line unchanged: no wrapping, no markup, no highlighting."""
    console = console or Console()
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def new_table() -> Table:
    return Table(box=None, pad_edge=False, header_style="bold")
