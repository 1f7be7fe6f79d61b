"""Errors caused by input: each has a message on one line that says what is wrong."""

from __future__ import annotations

from smokestack.engine.messages import Message, Plural

MAX_SHOWN_LENGTH = 60


class SmokestackError(Exception):
    """Base of all errors that are shown as a message instead of a traceback.

    `str` is the message in English; `presentation.language.translate` has the other languages.
    """

    def __init__(self, template: str | Plural, /, **values: object) -> None:
        # The values are not in `args`: pickling passes them on as attributes.
        super().__init__(template)
        self.message = Message(template, values)

    def __str__(self) -> str:
        return str(self.message)


class IllegalAnswer(SmokestackError):
    """An answer that is not legal now."""


class InvalidInput(SmokestackError):
    """A file, option or name that can't be used; `problems` lists everything that is wrong."""

    def __init__(
        self, template: str | Plural, /, problems: list[str] | None = None, **values: object
    ) -> None:
        super().__init__(template, **values)
        self.problems = problems or []


def brief(value: object) -> str:
    """A value from outside for a message: on one line and short."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = "something endless"
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}…"


def plain(name: object) -> str:
    """A name from outside, without quotes if it is printable and short."""
    if isinstance(name, str) and name.isprintable() and len(name) <= MAX_SHOWN_LENGTH:
        return name
    return brief(name)
