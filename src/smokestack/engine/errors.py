"""What can go wrong by a user's doing; each message is one line that says what to do."""

from __future__ import annotations

MOST_SHOWN = 60


def brief(value: object) -> str:
    """A value from outside as a message can show it: on one line, and short."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = "something endless"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def plain(name: object) -> str:
    """A name from outside, without quotes if it looks like one."""
    if isinstance(name, str) and name.isprintable() and len(name) <= MOST_SHOWN:
        return name
    return brief(name)


class SmokestackError(Exception):
    """Base of all errors that are answered with a message instead of a traceback."""


class IllegalAnswer(SmokestackError):
    """An answer that the standing question does not offer."""


class InvalidInput(SmokestackError):
    """A file, option or name that can't be used; `problems` lists every finding."""

    def __init__(self, message: str, problems: list[str] | None = None) -> None:
        super().__init__(message)
        self.problems = problems or []
