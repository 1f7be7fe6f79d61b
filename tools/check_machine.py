"""Check that this machine has what the set-up needs, before the set-up starts.

    python -m tools.check_machine play     without a C compiler the rules run interpreted
    python -m tools.check_machine test     the tests need a C compiler

Everything that is missing is named together, with the command that installs it on Debian. If
only Chromium or PostgreSQL is missing, `tools.system_packages` installs it next.
"""

from __future__ import annotations

import importlib.util
import sys

from tools import system_packages
from tools.compiler import compiler_works, is_pure

INTERPRETED = """\
No C compiler works here, so the rules run interpreted: about 80 times slower. The bots apprentice
and clerk stay quick; stronger ones take long. To compile the rules, install a compiler (on Debian:
apt-get install gcc python3-dev) and run `make play` again."""


def main() -> None:
    purpose = sys.argv[1]
    missing = missing_modules()
    if purpose == "test" and not compiler_works():
        missing.append("a C compiler with Python's headers (on Debian: gcc python3-dev)")
    if missing:
        if purpose == "test":
            missing += system_packages.missing_with_commands()
        sys.exit("This machine lacks:\n" + "\n".join(f"  - {entry}" for entry in missing))
    if purpose == "play" and not is_pure() and not compiler_works():
        print(INTERPRETED, flush=True)


def missing_modules() -> list[str]:
    """Debian packages these two modules of the standard library separately."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return [
        f"Python's module {name} (on Debian: apt-get install python{version}-venv)"
        for name in ("venv", "ensurepip")
        if importlib.util.find_spec(name) is None
    ]


if __name__ == "__main__":
    main()
