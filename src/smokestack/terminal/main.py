"""The command `smokestack`: errors on one line, exit codes for scripts."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

import typer

from smokestack.engine.errors import SmokestackError
from smokestack.terminal.commands import app
from smokestack.terminal.options import complete_ray

FAILED = 1
INTERRUPTED = 130


def main() -> NoReturn:
    """Run a command; 0: done, 1: input that can't be used, 2: wrong usage, 130: interrupted."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # What a terminal can't show, or nobody can read, becomes a question mark.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(complete_ray(sys.argv[1:]), prog_name="smokestack", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SmokestackError as error:
        _complain(str(error))
        code = FAILED
    except typer.TyperException as error:
        _complain(f"{error.format_message()} ('smokestack --help' shows how)")
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except SystemExit as leaving:
        # How libraries leave when the reader, `head` perhaps, has seen enough.
        code = 0 if isinstance(leaving.__context__, BrokenPipeError) else leaving.code
        _drop_output()
    except BrokenPipeError:
        code = 0
        _drop_output()
    except OSError as error:
        _complain(f"the output can't be written ({error.strerror or error})")
        code = FAILED
        _drop_output()
    sys.exit(code)


def _drop_output() -> None:
    """Keep Python from trying to write the rest when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> None:
    print(f"smokestack: {' '.join(message.split())}", file=sys.stderr)
