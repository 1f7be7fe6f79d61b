"""Reading and writing the files that people hand over."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from smokestack.engine.errors import InvalidInput
from smokestack.engine.language import tr

MOST_BYTES = 4_000_000


def read_text(path: Path) -> str:
    """The text of a file; an error unless it is readable, UTF-8 and of sensible size."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidInput(
            tr("{file}: can't be read ({reason})", file=_name(path), reason=_reason(error))
        ) from None
    if len(data) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise InvalidInput(
            tr("{file}: larger than {most} MB, so not one of ours", file=path, most=most)
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            tr("{file}: not a text file (byte {n} is not UTF-8)", file=path, n=error.start)
        ) from None


def write_text(path: Path, text: str) -> None:
    """Write a file completely or not at all: what was there stays until the new text is safe."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.parent / f".{path.name}.{secrets.token_hex(4)}"
        try:
            # Not one of tempfile's, which only their owner may read.
            with draft.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise InvalidInput(
            tr("{file}: can't be written ({reason})", file=_name(path), reason=_reason(error))
        ) from None


def is_taken(path: Path) -> bool:
    """Whether there is already something under this name."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        raise InvalidInput(
            tr("{file}: not a usable name ({reason})", file=_name(path), reason=_reason(error))
        ) from None


def _name(path: Path) -> str:
    return str(path) if str(path).isprintable() else repr(str(path))


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
