"""The command `smokestack`: errors on one line, exit codes for scripts."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from smokestack.engine.errors import SmokestackError
from smokestack.terminal.commands import app

FAILED = 1
INTERRUPTED = 130


def main() -> NoReturn:
    """Run a command; 0: done, 1: input that can't be used, 2: wrong usage, 130: interrupted."""
    try:
        app(prog_name="smokestack")
    except SmokestackError as error:
        print(f"smokestack: {error}", file=sys.stderr)
        sys.exit(FAILED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader, `head` perhaps, has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)
