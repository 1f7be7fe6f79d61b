"""Reading and writing files whose names people choose."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from smokestack.engine.errors import InvalidInput
from smokestack.engine.messages import mark

MAX_FILE_BYTES = 4_000_000


def read_text(path: Path) -> str:
    """The text of a file; `InvalidInput` if it is not readable, not UTF-8 or too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidInput(
            mark("{file}: can't be read ({reason})"), file=_name(path), reason=_reason(error)
        ) from None
    if len(data) > MAX_FILE_BYTES:
        megabytes = MAX_FILE_BYTES // 1_000_000
        raise InvalidInput(
            mark("{file}: larger than {max} MB, so not a Smokestack file"), file=path, max=megabytes
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            mark("{file}: not a text file (byte {n} is not UTF-8)"), file=path, n=error.start
        ) from None


def write_text(path: Path, text: str) -> None:
    """Replace a file atomically: a crash leaves the old text or the new one, never a part."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.parent / f".{path.name}.{secrets.token_hex(4)}"
        try:
            # Not from tempfile: its files can be read by their owner only.
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
            mark("{file}: can't be written ({reason})"), file=_name(path), reason=_reason(error)
        ) from None


def is_taken(path: Path) -> bool:
    """Whether something with this name exists."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        raise InvalidInput(
            mark("{file}: not a valid file name ({reason})"),
            file=_name(path),
            reason=_reason(error),
        ) from None


def _name(path: Path) -> str:
    return str(path) if str(path).isprintable() else repr(str(path))


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
