"""The entry point of `smokestack`: runs a command, prints errors on one line."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

import typer

from smokestack.engine.errors import SmokestackError
from smokestack.terminal.commands import app
from smokestack.terminal.parsing import complete_ray
from smokestack.terminal.printing import say_error

FAILED = 1
INTERRUPTED = 130


def main() -> NoReturn:
    """Run a command and exit: 0 success, 1 invalid input, 2 wrong usage, 130 interrupted."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A character that can't be decoded or encoded becomes a question mark.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(
            complete_ray(sys.argv[1:]),
            prog_name="smokestack",
            standalone_mode=False,
            auto_envvar_prefix="SMOKESTACK",  # options by variable: SMOKESTACK_SERVE_PORT
        )
        if sys.stdout is not None:
            sys.stdout.flush()
    except SmokestackError as error:
        _print_error(str(error))
        code = FAILED
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "smokestack"
        _print_error(f"{error.format_message()} (see '{command} --help')")
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except SystemExit as exiting:
        # Rich exits like this when the reader of a pipe, such as `head`, closes it.
        code = 0 if isinstance(exiting.__context__, BrokenPipeError) else exiting.code
        _discard_output()
    except BrokenPipeError:
        code = 0
        _discard_output()
    except OSError as error:
        _print_error(f"the output can't be written ({error.strerror or error})")
        code = FAILED
        _discard_output()
    sys.exit(code)


def _discard_output() -> None:
    """Keep Python from writing buffered output when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(message: str) -> None:
    say_error(f"smokestack: {' '.join(message.split())}")
