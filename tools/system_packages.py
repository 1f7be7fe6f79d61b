"""Install Chromium and PostgreSQL for the tests, if they are missing.

The tests use what is there. What is missing is installed by the system's package manager, which
needs root or a `sudo` that asks for no password (Homebrew: neither). If that is impossible, the
command that installs it is printed, and the exit status is 1.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from glob import glob

# For each package manager: the commands that install packages, and what the packages are called.
PACKAGE_MANAGERS = {
    "apt-get": (
        ["apt-get update -qq", "apt-get install -y -qq"],
        {"Chromium": "chromium chromium-headless-shell", "PostgreSQL": "postgresql"},
    ),
    "dnf": (
        ["dnf install -y -q"],
        {"Chromium": "chromium", "PostgreSQL": "postgresql-server"},
    ),
    "zypper": (
        ["zypper --non-interactive --quiet install"],
        {"Chromium": "chromium", "PostgreSQL": "postgresql-server"},
    ),
    "pacman": (
        ["pacman -Sy --noconfirm --needed"],
        {"Chromium": "chromium", "PostgreSQL": "postgresql"},
    ),
    "apk": (
        ["apk add --quiet"],
        {"Chromium": "chromium", "PostgreSQL": "postgresql"},
    ),
    "brew": (
        ["brew install --quiet"],
        {"Chromium": "google-chrome", "PostgreSQL": "postgresql@17"},
    ),
}
WITHOUT_ROOT = {"brew"}
BY_HAND = {
    "Chromium": "install Chromium or Chrome and put it on PATH, or its path into $CHROMIUM",
    "PostgreSQL": "install PostgreSQL and put `initdb` and `postgres` on PATH",
}

# The headless shell is Chromium without its own windows: a page opens in a third of the time.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
POSTGRESQL_FOLDERS = (
    "/usr/lib/postgresql/*/bin",  # Debian
    "/usr/lib/postgresql*/bin",  # openSUSE
    "/usr/libexec/postgresql*",  # Alpine
    "/opt/homebrew/opt/postgresql@*/bin",  # Homebrew
    "/usr/local/opt/postgresql@*/bin",  # Homebrew on Intel
)


def main() -> None:
    missing = missing_programs()
    if not missing:
        return
    manager = package_manager()
    names = " and ".join(missing)
    if not manager:
        steps = "\n".join(f"  - {BY_HAND[name]}" for name in missing)
        sys.exit(f"The tests need {names}:\n{steps}")
    commands = install_commands(manager, missing)
    prefix = [] if manager in WITHOUT_ROOT else root_prefix()
    if prefix is None:
        sys.exit(f"The tests need {names}. Install with:\n\n    {command_line(manager, missing)}\n")
    print(f"Installing {names} …", flush=True)
    for command in commands:
        full_command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", *shlex.split(command)]
        if subprocess.run(full_command, stdout=subprocess.DEVNULL).returncode:
            sys.exit(f"This command failed:\n\n    {shlex.join(full_command)}\n")
    still_missing = missing_programs()
    if still_missing:
        sys.exit(f"{' and '.join(still_missing)} not found after the installation.")


def missing_programs() -> list[str]:
    found = {"Chromium": find_chromium(), "PostgreSQL": find_postgresql("postgres")}
    return [name for name, path in found.items() if path is None]


def find_chromium() -> str | None:
    """The browser of the tests: `$CHROMIUM`, or the first on PATH that Playwright can drive."""
    chosen = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [chosen] if chosen else CHROMIUM_NAMES)), None)


def find_postgresql(program: str) -> str | None:
    """A program of PostgreSQL's server; most systems keep them off PATH, by version."""
    folders = [folder for pattern in POSTGRESQL_FOLDERS for folder in glob(pattern)]
    folders.sort(key=_version, reverse=True)
    return shutil.which(program, path=os.pathsep.join([*folders, *os.get_exec_path()]))


def package_manager() -> str:
    """The one of this system, or empty if there is none of those that are known."""
    return next(filter(shutil.which, PACKAGE_MANAGERS), "")


def install_commands(manager: str, missing: list[str]) -> list[str]:
    commands, packages = PACKAGE_MANAGERS[manager]
    names = " ".join(packages[name] for name in missing)
    return [*commands[:-1], f"{commands[-1]} {names}"]


def command_line(manager: str, missing: list[str]) -> str:
    """What a person types to install it."""
    sudo = "" if manager in WITHOUT_ROOT else "sudo "
    return " && ".join(f"{sudo}{command}" for command in install_commands(manager, missing))


def missing_with_commands() -> list[str]:
    """For a list of all that a machine lacks: each program, or all with their command."""
    missing, manager = missing_programs(), package_manager()
    if missing and manager:
        return [f"{' and '.join(missing)} ({command_line(manager, missing)})"]
    return [f"{name} ({BY_HAND[name]})" for name in missing]


def root_prefix() -> list[str] | None:
    """What goes before a command to run it as root; None if that needs a password."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0:
        return [sudo, "-n"]
    return None


def _version(folder: str) -> int:
    number = re.search(r"\d+", folder)
    return int(number[0]) if number else 0


if __name__ == "__main__":
    main()
