"""Messages for people as an English template and its values.

The engine writes messages in English and knows no other language. `presentation/language.py`
translates them where they are shown.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Plural(NamedTuple):
    """A template for one and a template for any other number; the value `n` decides."""

    one: str
    many: str


class Message(msgspec.Struct, frozen=True):
    """A template with `{names}` for its values; a value can be a message or an error itself."""

    template: str | Plural
    values: dict[str, object] = {}

    def __str__(self) -> str:
        """The message in English."""
        if isinstance(self.template, Plural):
            template = self.template.one if self.values["n"] == 1 else self.template.many
        else:
            template = self.template
        return template.format(**self.values) if self.values else template


def mark(template: str) -> str:
    """Mark a template where it is written, so that `tools/make_catalogues.py` collects it."""
    return template


def mark_plural(one: str, many: str) -> Plural:
    """Like `mark`, for a message that depends on a number."""
    return Plural(one, many)
