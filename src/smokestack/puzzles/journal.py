"""Reads files that a run with puzzles has left, to continue it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from smokestack.engine.errors import InvalidInput


class Plan(Protocol):
    """What a run does; the first line of its file."""

    @property
    def command(self) -> str: ...


P = TypeVar("P", bound=Plan)
L = TypeVar("L")


def read_journal(path: Path, plan: P, line_type: type[L], what: str) -> tuple[list[L], int]:
    """The lines after the plan, and how many bytes of the file are whole lines.

    `InvalidInput` if the file has another plan or something else; `what` says what it should have.
    """
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if not whole and msgspec.json.encode(plan).startswith(data):
        return [], 0
    first, *rest = whole.splitlines() or [b""]
    try:
        found = msgspec.json.decode(first, type=type(plan))
        lines = [msgspec.json.decode(line, type=line_type) for line in rest]
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidInput(
            f"{path} is not a file of {what} ({error}); choose another --out"
        ) from None
    if found != plan:
        raise InvalidInput(
            f"{path} was made by another command ({found.command}); choose another --out"
        )
    return lines, len(whole)
