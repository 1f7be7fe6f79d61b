"""Build the archives of a release, install them in clean environments and play a game with each.

    python -m tools.check_wheels python3.11 python3.12 python3.13

`dist/` then has the source archive, a compiled wheel for each of these Pythons, built from that
archive alone, and the interpreted wheel for everything else.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PROJECT = Path(__file__).parent.parent
DIST = PROJECT / "dist"
GAME = [["simulate", game, "--games", "20", "--seed", "1"] for game in ("glasgow", "brass")]
LOCKED = ("--require-hashes", "-r", str(PROJECT / "requirements" / "play.txt"))
IS_COMPILED = "import smokestack.pure; print(smokestack.pure.is_compiled())"
INSTALLED_TAG = """
from email import message_from_string
from importlib.metadata import distribution
print(message_from_string(distribution("smokestack").read_text("WHEEL"))["Tag"])
"""
SYSTEM_WITHOUT_COMPILED_WHEEL = "freebsd_14_3_release_amd64"


def main() -> None:
    pythons = sys.argv[1:] or [sys.executable]
    shutil.rmtree(DIST, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", str(DIST)]
    subprocess.run([*command, str(PROJECT)], check=True, stdout=subprocess.DEVNULL)
    (archive,) = DIST.glob("*.tar.gz")
    wheels = {}
    for python in pythons:
        with tempfile.TemporaryDirectory(prefix="smokestack-build-") as folder:
            environment = new_environment(python, Path(folder))
            pip(environment, "install", *LOCKED)
            wheels[python] = build(environment, archive)
            if python == pythons[-1]:
                pure = build(environment, archive, SMOKESTACK_PURE="1")
    for python, wheel in wheels.items():
        check(python, wheel, compiled=True)
        check(python, pure, compiled=False)
        check_choice(python, wheel, pure)
    print(f"{len(wheels)} compiled wheels, an interpreted one and the source archive: {DIST}")


def build(python: Path, archive: Path, **variables: str) -> Path:
    """A wheel, built from the source archive alone: a call of npm would fail."""
    with tempfile.TemporaryDirectory() as folder:
        npm = Path(folder, "npm")
        npm.write_text("#!/bin/sh\nexit 1\n")
        npm.chmod(0o755)
        path = os.pathsep.join([folder, os.environ["PATH"]])
        command = [str(python), "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation"]
        run([*command, "-w", folder, archive], PATH=path, **variables)
        (built,) = Path(folder).glob("*.whl")
        return Path(shutil.move(built, DIST / built.name))


def check(python: str, wheel: Path, *, compiled: bool) -> None:
    """Install a wheel with what it needs in a clean environment; play games, serve a page."""
    with tempfile.TemporaryDirectory(prefix="smokestack-wheel-") as folder:
        environment = new_environment(python, Path(folder))
        pip(environment, "install", *LOCKED)
        pip(environment, "install", "--no-deps", "--no-index", wheel)
        found = output([environment, "-c", IS_COMPILED], folder)
        if found.strip() != str(compiled):
            sys.exit(f"{wheel.name}: compiled is {found.strip()}")
        for game in GAME:
            output([environment, "-m", "smokestack", *game], folder)
        check_page(environment, folder)
        version = output([environment, "--version"], folder).strip()
        print(f"{wheel.name} on {version}: plays both games and serves its pages", flush=True)


def check_choice(python: str, compiled: Path, pure: Path) -> None:
    """From a folder with all wheels, pip takes the compiled one where there is one."""
    with tempfile.TemporaryDirectory(prefix="smokestack-choice-") as folder:
        environment = new_environment(python, Path(folder))
        from_folder = ("--no-index", "--no-deps", "--find-links", DIST)
        pip(environment, "install", *from_folder, "smokestack")
        tag = output([environment, "-c", INSTALLED_TAG], folder).strip()
        if not compiled.stem.endswith(tag):
            sys.exit(f"pip installed the wheel for {tag}, not {compiled.name}")
        other_system = ("--platform", SYSTEM_WITHOUT_COMPILED_WHEEL, "--only-binary", ":all:")
        pip(environment, "download", *from_folder, *other_system, "-d", folder, "smokestack")
        found = [wheel.name for wheel in Path(folder).glob("*.whl")]
        if found != [pure.name]:
            sys.exit(f"for another system, pip took {found}, not {pure.name}")
        print(f"pip prefers {compiled.name} to {pure.name}", flush=True)


def check_page(python: Path, folder: str) -> None:
    """Start the installed command; load a page and the script that comes from npm."""
    command = [str(python.with_name("smokestack")), "serve"]
    command += ["--port", "0", "--data", f"{folder}/data"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not start"
            page = fetch(found[0])
            script = re.search(r'src="(/static/[^"]*htmx\.js)"', page)
            assert script, "the page has no script"
            fetch(found[0].rstrip("/") + script[1])
        finally:
            server.terminate()


def fetch(url: str) -> str:
    end = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as reply:
                return str(reply.read().decode())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def new_environment(python: str, folder: Path) -> Path:
    run([python, "-m", "venv", folder / "environment"])
    return folder / "environment" / "bin" / "python"


def pip(python: Path, *arguments: str | Path) -> None:
    run([python, "-m", "pip", *arguments, "-qq", "--disable-pip-version-check"])


def run(command: list[str | Path], **variables: str) -> None:
    if subprocess.run(command, env=os.environ | variables).returncode:
        sys.exit(f"This command failed: {' '.join(map(str, command))}")


def output(command: list[str | Path], folder: str) -> str:
    # Outside the source tree, so that the installed package is used.
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
