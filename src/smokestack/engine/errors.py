"""What can go wrong by a user's doing; each message is one line that says what to do."""

from __future__ import annotations


class SmokestackError(Exception):
    """Base of all errors that are answered with a message instead of a traceback."""


class IllegalAnswer(SmokestackError):
    """An answer that the standing question does not offer."""


class InvalidInput(SmokestackError):
    """A file, option or name that can't be used; `problems` lists every finding."""

    def __init__(self, message: str, problems: list[str] | None = None) -> None:
        super().__init__(message)
        self.problems = problems or []
