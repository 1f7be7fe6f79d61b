"""Records: all that is needed to replay a game, answer by answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from smokestack.engine.core.stream import MAX_SEED
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.files import read_text, write_text
from smokestack.engine.messages import mark

FORMAT = 1
MAX_ANSWERS = 100_000


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game starts from. Equal setups and answers give equal games."""

    game: str
    seed: int
    players: list[str]
    edition: str
    options: dict[str, bool | int]
    rules: int
    tiles: str | dict[str, Any] = ""
    """The name of a shipped tile set, or a whole tile set; empty for games without tile sets."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    reason: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setup, the answers in notation, and the result if the game is over."""

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
    """A record from its JSON. Only `replay` checks whether its answers are legal."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidInput(
            mark("{file}: not a record ({reason})"), file=source, reason=str(error)
        ) from None
    if not isinstance(data, dict) or "smokestack" not in data or "setup" not in data:
        raise InvalidInput(mark("{file}: not a record of Smokestack"), file=source)
    if data["smokestack"] != FORMAT:
        raise InvalidInput(
            mark(
                "{file}: a record of format {found}, but this version of Smokestack reads "
                "format {known}; a newer version may read it"
            ),
            file=source,
            found=brief(data["smokestack"]),
            known=FORMAT,
        )
    try:
        record = msgspec.convert(data, Record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InvalidInput(
            mark("{file}: a broken record ({reason})"), file=source, reason=str(error)
        ) from None
    check_seed(record.setup.seed)
    if len(record.answers) > MAX_ANSWERS:
        raise InvalidInput(mark("{file}: more than {n} answers"), file=source, n=MAX_ANSWERS)
    return record


def check_seed(seed: int) -> None:
    if not 0 <= seed <= MAX_SEED:
        raise InvalidInput(
            mark("seed {seed} is out of range; it must be from 0 to {most}"),
            seed=brief(seed),
            most=MAX_SEED,
        )
