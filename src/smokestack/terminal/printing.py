"""Lines and tables as all commands print them."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table


def say(line: str, console: Console | None = None) -> None:
    """One line as it stands, however long: nothing in it is colour or markup."""
    console = console or Console()
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def new_table() -> Table:
    return Table(box=None, pad_edge=False, header_style="bold")
