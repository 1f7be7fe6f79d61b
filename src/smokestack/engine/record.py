"""Records: all that is needed to play a game again, answer by answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.files import read_text, write_text
from smokestack.engine.language import tr
from smokestack.engine.stream import MAX_SEED

FORMAT = 1
MOST_ANSWERS = 100_000


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game starts from; equal setups and answers give equal games, for ever."""

    game: str
    seed: int
    players: list[str]
    edition: str
    options: dict[str, bool | int]
    rules: int
    tiles: str | dict[str, Any] = ""
    """The name of a shipped tile set or a whole one; empty for games without."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    reason: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setup, the answers in notation, and the result once there is one."""

    setup: Setup
    answers: list[str]
    result: Result | None = None
    smokestack: int = FORMAT
    """The version of the file format."""

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"

    def save(self, path: Path) -> None:
        write_text(path, self.to_json())


def load_record(path: Path) -> Record:
    return parse_record(read_text(path), str(path))


def parse_record(text: str, source: str = "record") -> Record:
    """A record from its JSON; whether its answers are legal shows when it is replayed."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidInput(
            tr("{file}: not a record ({reason})", file=source, reason=error)
        ) from None
    if not isinstance(data, dict) or "smokestack" not in data or "setup" not in data:
        raise InvalidInput(tr("{file}: not a record of Smokestack", file=source))
    if data["smokestack"] != FORMAT:
        raise InvalidInput(
            tr(
                "{file}: a record of format {found}, but this version of Smokestack reads "
                "format {known}; a newer version may read it",
                file=source,
                found=brief(data["smokestack"]),
                known=FORMAT,
            )
        )
    try:
        record = msgspec.convert(data, Record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InvalidInput(
            tr("{file}: a broken record ({reason})", file=source, reason=error)
        ) from None
    check_seed(record.setup.seed)
    if len(record.answers) > MOST_ANSWERS:
        raise InvalidInput(tr("{file}: more than {n} answers", file=source, n=MOST_ANSWERS))
    return record


def check_seed(seed: int) -> None:
    if not 0 <= seed <= MAX_SEED:
        raise InvalidInput(
            tr(
                "seed {seed} is out of range; it must be from 0 to {most}",
                seed=brief(seed),
                most=MAX_SEED,
            )
        )
