"""The command `smokestack`: errors on one line, exit codes for scripts."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from smokestack.engine.errors import SmokestackError
from smokestack.terminal.commands import app

FAILED = 1
INTERRUPTED = 130


def main() -> NoReturn:
    """Run a command; 0: done, 1: input that can't be used, 2: wrong usage, 130: interrupted."""
    try:
        code = app(prog_name="smokestack", standalone_mode=False)
        sys.stdout.flush()
    except SmokestackError as error:
        _complain(str(error))
        code = FAILED
    except typer.TyperException as error:
        _complain(f"{error.format_message()} ('smokestack --help' shows how)")
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader, `head` perhaps, has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def _complain(message: str) -> None:
    print(f"smokestack: {' '.join(message.split())}", file=sys.stderr)
