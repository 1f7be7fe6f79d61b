"""The server's key, from which all tokens are derived."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from pathlib import Path
from typing import Final

from smokestack.engine.errors import InvalidInput
from smokestack.server.storage.file_permissions import create_private_folder, make_private

VARIABLE: Final = "SMOKESTACK_SECRET"
FILE: Final = "secret.key"
MIN_SECRET_LENGTH: Final = 16  # characters


def load_server_key(folder: Path) -> bytes:
    """The key from the environment or from the file, which the first start creates."""
    secret = os.environ.get(VARIABLE)
    if secret:
        if len(secret) < MIN_SECRET_LENGTH:
            raise InvalidInput(f"{VARIABLE} must have at least {MIN_SECRET_LENGTH} characters")
        return hashlib.sha256(secret.encode()).digest()
    path = folder / FILE
    try:
        create_private_folder(folder)
        if not path.exists():
            _write_key(path)
        make_private(path)
        text = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: the server's key can't be read ({error})") from None
    if len(text) < MIN_SECRET_LENGTH:
        raise InvalidInput(
            f"{path}: not a server key; delete the file to create a new one, which makes all "
            "cookies and seat links invalid"
        )
    return hashlib.sha256(text.encode()).digest()


def _write_key(path: Path) -> None:
    """Create the file atomically, readable by its owner only."""
    draft = path.with_name(f".{FILE}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # created by another process: use that one
            os.link(draft, path)
    finally:
        draft.unlink()
