"""Records: all that is needed to replay a game, answer by answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from smokestack.engine.core.stream import MAX_SEED
from smokestack.engine.deal import Deal, Shuffle
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.files import read_text, write_text
from smokestack.engine.messages import mark

FORMATS = (1, 2)
SEEDED_FORMAT, DEALT_FORMAT = FORMATS
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
    first: int | None = None
    """The seat that starts, if it was chosen; None if the rules decide or draw it."""
    deal: Deal | None = None
    """What the game is dealt from instead of the seed, which is 0 then."""


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
    smokestack: int = SEEDED_FORMAT
    """The version of the file format: 2 for a game with a deal."""
    shuffles: list[Shuffle] = []
    """Every shuffle of a game with a deal, so that anyone can compare it with the secret."""

    def to_json(self) -> str:
        data = msgspec.to_builtins(self)
        for name in ("first", "deal"):
            if data["setup"][name] is None:
                del data["setup"][name]
        if self.setup.deal is None:
            del data["shuffles"]
        return msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n"

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
    if data["smokestack"] not in FORMATS:
        raise InvalidInput(
            mark(
                "{file}: a record of format {found}, but this version of Smokestack reads "
                "formats up to {known}; a newer version may read it"
            ),
            file=source,
            found=brief(data["smokestack"]),
            known=FORMATS[-1],
        )
    try:
        record = msgspec.convert(data, Record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InvalidInput(
            mark("{file}: a broken record ({reason})"), file=source, reason=str(error)
        ) from None
    check_seed(record.setup.seed)
    if (record.smokestack == DEALT_FORMAT) != (record.setup.deal is not None):
        raise InvalidInput(
            mark("{file}: records of format 2 have a deal, others have none"), file=source
        )
    if len(record.answers) > MAX_ANSWERS:
        raise InvalidInput(mark("{file}: more than {n} answers"), file=source, n=MAX_ANSWERS)
    return record


def check_seed(seed: int) -> None:
    if not 0 <= seed <= MAX_SEED:
        raise InvalidInput(
            mark("seed {seed} is out of range; it must be from 0 to {max}"),
            seed=brief(seed),
            max=MAX_SEED,
        )
