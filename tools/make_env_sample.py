"""Write deploy/env.sample: every variable that the server and the worker read."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any, Final

from typer.main import get_command

from smokestack.terminal.commands import app
from smokestack.terminal.commands.serve import SMTP_PASSWORD

FILE = Path(__file__).parent.parent / "deploy" / "env.sample"
COMMANDS: Final = ("serve", "worker")
SET_BY_THE_CONTAINER: Final = {"host", "port", "data", "log_format", "browse"}
START = """\
# Settings of compose.yaml, of the server and of the worker. Copy this file to .env beside it.
# A line without # sets a variable. Several values are separated by spaces.

# The port of this machine, or address and port, at which the server is published.
#PUBLISH=8750

# The password of the database, if compose.postgresql.yaml is used: letters and digits only.
#POSTGRES_PASSWORD=

# The key that signs cookies and links. By default it is made at the first start and kept in the
# data folder. Server and worker need the same one.
#SMOKESTACK_SECRET=
"""
PASSWORD = f"""\
# Password for the SMTP server.
#{SMTP_PASSWORD}=
"""
WORKER = """\
# ---- The worker (smokestack worker), which compose.postgresql.yaml starts ----
"""
OUTSIDE = """\
# ---- Set by the container; change them only where the server runs without one ----
"""
HOME = """\
# Data folder of all commands, unless --data names another one.
#SMOKESTACK_HOME=
"""


def sample() -> str:
    server, worker = (options(command) for command in COMMANDS)
    parts = [START]
    for option in server:
        if option.name not in SET_BY_THE_CONTAINER:
            parts.append(lines_of("serve", option))
        if option.name == "smtp_user":
            parts.append(PASSWORD)
    parts.append(WORKER)
    parts += [lines_of("worker", one) for one in worker if one.name not in SET_BY_THE_CONTAINER]
    parts += [OUTSIDE, HOME]
    parts += [lines_of("serve", one) for one in server if one.name in SET_BY_THE_CONTAINER]
    parts += [lines_of("worker", one) for one in worker if one.name in SET_BY_THE_CONTAINER]
    return "\n".join(parts)


def options(command: str) -> list[Any]:
    """The options of a command, without those for tests."""
    commands: Any = get_command(app)
    return [option for option in commands.commands[command].params if not option.hidden]


def lines_of(command: str, option: Any) -> str:
    """The help of an option, and its variable with the default."""
    default = option.default
    if isinstance(default, bool):
        default = str(default).lower()
    value = "" if default is None else default
    help_lines = textwrap.wrap(option.help, 98, initial_indent="# ", subsequent_indent="# ")
    return "\n".join([*help_lines, f"#SMOKESTACK_{command}_{option.name}".upper() + f"={value}\n"])


if __name__ == "__main__":
    FILE.write_text(sample(), encoding="utf-8")
