"""Run one step of the set-up and show its progress on the terminal.

    python -m tools.step 2/4 "Install the packages" pip install ...

If the command fails, the last lines of its output are shown.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from typing import IO

LAST_LINES = 60


def main() -> None:
    position, title, *command = sys.argv[1:]
    number, _, count = position.partition("/")
    label = f"Step {number} of {count}: {title}"
    print(label, end=" ", flush=True)
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        code = run(command, output, label, start)
        print(f"{_again(label)}({time.monotonic() - start:.0f} s)", flush=True)
        if code:
            output.seek(0)
            print(*output.read().decode(errors="replace").splitlines()[-LAST_LINES:], sep="\n")
            print(f"Step {number} failed: {' '.join(command)}", flush=True)
    sys.exit(code)


def run(command: list[str], output: IO[bytes], label: str, start: float) -> int:
    with subprocess.Popen(command, stdout=output, stderr=output) as process:
        while True:
            try:
                return process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                if sys.stdout.isatty():
                    print(f"{_again(label)}{time.monotonic() - start:.0f} s", end="", flush=True)
            except KeyboardInterrupt:
                print()
                return 130


def _again(label: str) -> str:
    """On a terminal, write the label over itself; elsewhere it is already there."""
    return f"\r{label} " if sys.stdout.isatty() else ""


if __name__ == "__main__":
    main()
