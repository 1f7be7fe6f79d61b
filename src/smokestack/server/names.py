"""What people write: names, lines of chat and keys of submissions, made fit to be shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from smokestack.engine.language import tr
from smokestack.server.errors import NotPossible

MOST_NAME: Final = 20
MOST_SAYING: Final = 500

_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def read_name(text: str) -> str:
    """A name as it will be shown; `NotPossible` if it can't be one."""
    name = _line(text)
    if not 0 < len(name) <= MOST_NAME:
        raise NotPossible(tr("A name must have 1 to {most} characters.", most=MOST_NAME))
    return name


def tell_apart(name: str, others: Collection[str]) -> str:
    """`Ann 2` if there is an Ann."""
    taken = {other.casefold() for other in others}
    found = name
    number = 2
    while found.casefold() in taken:
        found = f"{name} {number}"
        number += 1
    return found


def read_saying(text: str) -> str:
    """A line of chat as it will be shown."""
    line = _line(text)
    if not line:
        raise NotPossible(tr("Please write something first."))
    if len(line) > MOST_SAYING:
        raise NotPossible(
            tr("A line of chat can't have more than {most} characters.", most=MOST_SAYING)
        )
    return line


def check_key(key: str) -> None:
    """What a page sends along with a move to know it again."""
    if not _KEY.fullmatch(key):
        raise NotPossible(tr("This page is broken. Please load it again."))


def _line(text: str) -> str:
    """On one line, with nothing in it that can't be seen."""
    spaced = " ".join(unicodedata.normalize("NFC", text[: 10 * MOST_SAYING]).split())
    return "".join(letter for letter in spaced if letter.isprintable()).strip()
