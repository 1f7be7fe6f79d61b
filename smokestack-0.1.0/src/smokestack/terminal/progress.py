"""The progress bar of games between bots."""

from __future__ import annotations

import sys

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from smokestack.terminal.printing import SafeConsole


def game_progress() -> Progress:
    """A bar on the terminal that disappears at the end; nothing if stderr is not a terminal."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=SafeConsole(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
