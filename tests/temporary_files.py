"""Where the temporary files of tests are: in memory, if there is room.

On a disk all tests take a sixth longer, mostly for the writes that servers wait for.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
DISK = Path("/tmp")
ROOM = 2 << 30  # bytes; the tests need a third of it


def has_room_in_memory() -> bool:
    return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM


def keep_in_memory() -> None:
    """Let this process, pytest and the programs that tests start use a folder in memory."""
    if "TMPDIR" not in os.environ and has_room_in_memory():
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # look it up again


def folder_with_a_short_path() -> Path:
    """For sockets, whose paths have at most 107 characters."""
    return MEMORY if has_room_in_memory() else DISK
