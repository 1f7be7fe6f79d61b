"""Validation of what people type: names, chat messages, answers and idempotency keys."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction

MAX_NAME_LENGTH: Final = 20
MAX_MESSAGE_LENGTH: Final = 500
MAX_ANSWER_LENGTH: Final = 200  # in notation; none is nearly as long

_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def read_name(text: str) -> str:
    """A name in the form in which it is shown; `InvalidAction` if it is not acceptable."""
    name = _line(text)
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise InvalidAction(tr("A name must have 1 to {max} characters.", max=MAX_NAME_LENGTH))
    return name


def name_key(name: str) -> str:
    """Names with the same key look alike."""
    return unicodedata.normalize("NFKC", name).casefold()


def make_unique(name: str, others: Collection[str]) -> str:
    """The name, with a number added if it is taken: `Ann 2`."""
    taken = {name_key(other) for other in others}
    found = name
    number = 2
    while name_key(found) in taken:
        found = f"{name} {number}"
        number += 1
    return found


def read_message(text: str) -> str:
    """A chat message in the form in which it is shown."""
    line = _line(text)
    if not line:
        raise InvalidAction(tr("Please write something first."))
    if len(line) > MAX_MESSAGE_LENGTH:
        raise InvalidAction(
            tr("A line of chat can't have more than {max} characters.", max=MAX_MESSAGE_LENGTH)
        )
    return line


def read_optional_line(text: str, max_length: int) -> str:
    """A line that may be empty; `InvalidAction` if it is too long."""
    line = _line(text)
    if len(line) > max_length:
        raise InvalidAction(tr("This text can't have more than {max} characters.", max=max_length))
    return line


def check_key(key: str) -> None:
    """Check an idempotency key, which a client sends to make a request repeatable."""
    if not _KEY.fullmatch(key):
        raise InvalidAction(tr("This page is out of date. Please reload it."))


def _line(text: str) -> str:
    """The text on one line, without invisible characters."""
    spaced = " ".join(unicodedata.normalize("NFC", text[: 10 * MAX_MESSAGE_LENGTH]).split())
    return "".join(letter for letter in spaced if letter.isprintable()).strip()
