"""Writes deploy/env.sample: every option of `smokestack serve` as a variable."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from typer.main import get_command

from smokestack.terminal.commands import app

FILE = Path(__file__).parent.parent / "deploy" / "env.sample"
SET_BY_THE_CONTAINER = {"host", "port", "data", "log_format", "browse", "help"}
START = """\
# Settings of compose.yaml and of the server. Copy this file to .env beside it.
# A line without # sets a variable. Several values are separated by spaces.

# The port of this machine, or address and port, at which the server is published.
#PUBLISH=8750

# The password of the database, if compose.postgresql.yaml is used: letters and digits only.
#POSTGRES_PASSWORD=

# The key that signs cookies and links. By default it is made at the first start and kept in the
# data folder.
#SMOKESTACK_SECRET=
"""


def sample() -> str:
    serve: Any = get_command(app)
    parts = [START]
    for option in serve.commands["serve"].params:
        if option.name not in SET_BY_THE_CONTAINER and not option.hidden:
            default = option.default
            if isinstance(default, bool):
                default = str(default).lower()
            help_lines = textwrap.wrap(option.help, 98, initial_indent="# ", subsequent_indent="# ")
            name = f"SMOKESTACK_SERVE_{option.name.upper()}"
            value = "" if default is None else default
            parts.append("\n".join([*help_lines, f"#{name}={value}\n"]))
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(sample(), encoding="utf-8")
