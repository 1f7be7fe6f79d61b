"""Set-up on machines that lack something: what is installed, what is asked for, what is said."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import check_machine, system_packages
from tools.check_machine import INTERPRETED

PROJECT = Path(__file__).parents[2]
MAKEFILE = (PROJECT / "Makefile").read_text(encoding="utf-8")
NO_COMPILER = "/nowhere/cc"


class Machine:
    """A machine on whose PATH are only the programs that a test adds."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.log = folder / "log"
        self.log.touch()
        self.link("env")

    def link(self, name: str) -> None:
        found = shutil.which(name)
        assert found is not None, f"the tests need {name}"
        (self.programs / name).symlink_to(found)

    def add(self, name: str, script: str = "") -> None:
        """A program that logs how it is called, and then runs a script."""
        lines = ["#!/bin/sh", f'echo "{name} $*" >> {self.log}', script]
        (self.programs / name).write_text("\n".join(lines))
        (self.programs / name).chmod(0o755)

    def add_package_manager(self) -> None:
        """`apt-get`, whose `install` makes Chromium and PostgreSQL appear."""
        installed = " ".join(str(self.programs / name) for name in ("chromium", "postgres"))
        copy = f"for program in {installed}; do /bin/cp {self.programs}/apt-get $program; done"
        self.add("apt-get", f'[ "$1" != install ] || {copy}')

    def calls(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Without Chromium and PostgreSQL, and not for root."""
    made = Machine(tmp_path)
    monkeypatch.setenv("PATH", str(made.programs))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(system_packages, "POSTGRESQL_FOLDERS", ())
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return made


INSTALL = "apt-get install -y -qq chromium chromium-headless-shell postgresql"


def test_without_root_the_exact_command_is_printed(machine: Machine) -> None:
    machine.add_package_manager()
    with pytest.raises(SystemExit) as stopped:
        system_packages.main()
    assert f"    sudo apt-get update -qq && sudo {INSTALL}\n" in str(stopped.value)
    assert machine.calls() == []


def test_a_sudo_that_asks_for_a_password_is_not_used(machine: Machine) -> None:
    machine.add_package_manager()
    machine.add("sudo", "exit 1")
    with pytest.raises(SystemExit, match="Install with"):
        system_packages.main()
    assert machine.calls() == ["sudo -n true"]


def test_root_installs_what_is_missing(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.add_package_manager()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system_packages.main()
    assert machine.calls() == ["apt-get update -qq", INSTALL]
    assert system_packages.missing_programs() == []


def test_sudo_without_a_password_installs_what_is_missing(machine: Machine) -> None:
    machine.add_package_manager()
    machine.add("sudo", 'shift; [ "$1" = true ] || exec "$@"')
    system_packages.main()
    prefix = "sudo -n env DEBIAN_FRONTEND=noninteractive"
    assert machine.calls() == [
        "sudo -n true",
        f"{prefix} apt-get update -qq",
        "apt-get update -qq",
        f"{prefix} {INSTALL}",
        INSTALL,
    ]


def test_only_what_is_missing_is_installed(machine: Machine) -> None:
    machine.add_package_manager()
    machine.add("chromium")
    with pytest.raises(SystemExit, match="need PostgreSQL") as stopped:
        system_packages.main()
    assert "apt-get install -y -qq postgresql\n" in str(stopped.value)


def test_nothing_happens_if_all_is_there(machine: Machine) -> None:
    machine.add_package_manager()
    machine.add("chromium")
    machine.add("postgres")
    system_packages.main()
    assert machine.calls() == []


def test_homebrew_installs_what_is_missing_without_root(machine: Machine) -> None:
    names = (machine.programs / "postgres", machine.programs / "chromium")
    machine.add("brew", "; ".join(f"/bin/cp $0 {name}" for name in names))
    system_packages.main()
    assert machine.calls() == ["brew install --quiet google-chrome postgresql@17"]


def test_without_a_package_manager_each_program_is_named_with_what_to_do(machine: Machine) -> None:
    machine.add("chromium")
    with pytest.raises(SystemExit) as stopped:
        system_packages.main()
    assert str(stopped.value) == (
        "The tests need PostgreSQL:\n  - install PostgreSQL and put `initdb` and `postgres` on PATH"
    )


def test_all_that_a_machine_lacks_is_named_together(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.add_package_manager()
    monkeypatch.setenv("CC", NO_COMPILER)
    monkeypatch.setattr(sys, "argv", ["check_machine", "test"])
    with pytest.raises(SystemExit) as stopped:
        check_machine.main()
    lacking = str(stopped.value)
    assert "a C compiler with Python's headers" in lacking
    assert f"Chromium and PostgreSQL (sudo apt-get update -qq && sudo {INSTALL})" in str(
        stopped.value
    )
    assert machine.calls() == []


def test_a_failing_package_manager_is_named(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.add("apt-get", "exit 100")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SystemExit, match="This command failed"):
        system_packages.main()
    assert machine.calls() == ["apt-get update -qq"]


def test_make_test_stops_before_it_does_anything(machine: Machine, tmp_path: Path) -> None:
    """No package manager is known here, so what is missing can't be installed, even by root."""
    compiler = shutil.which("cc", path=os.defpath)
    for name in ("sh", "find", "cat"):
        (machine.programs / name).symlink_to(shutil.which(name, path=os.defpath) or name)
    environment = os.path.join(tmp_path, "venv")
    run = subprocess.run(
        [
            shutil.which("make", path=os.defpath) or "make",
            "test",
            f"PYTHON={sys.executable}",
            f"VENV={environment}",
        ],
        cwd=PROJECT,
        env={"PATH": str(machine.programs), "CC": compiler or "cc", "CHROMIUM": "/nowhere"},
        capture_output=True,
        text=True,
    )
    assert run.returncode != 0
    assert "The tests need Chromium" in run.stderr
    assert "Step" not in run.stdout
    assert not os.path.exists(environment)


def run_tool(*command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CC": NO_COMPILER}
    environment.pop("SMOKESTACK_PURE", None)
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_without_a_compiler_playing_says_what_that_costs() -> None:
    run = run_tool("tools.check_machine", "play")
    assert (run.returncode, run.stdout) == (0, f"{INTERPRETED}\n")
    assert "80 times slower" in run.stdout
    assert run_tool("tools.compiler").stdout == "interpreted\n"


def test_without_a_compiler_the_tests_do_not_start() -> None:
    run = run_tool("tools.check_machine", "test")
    assert run.returncode != 0
    assert "a C compiler with Python's headers (on Debian: gcc python3-dev)" in run.stderr


@pytest.mark.parametrize(("kind", "is_said"), [("interpreted", True), ("compiled", False)])
def test_each_start_says_whether_the_rules_are_interpreted(
    kind: str, is_said: bool, tmp_path: Path
) -> None:
    """The recipe of `make play`, with an environment in which `smokestack` does nothing."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "smokestack").symlink_to(shutil.which("true") or "true")
    (tmp_path / "build-kind").write_text(f"{kind}\n")
    (recipe,) = re.findall(r"^play: ready-to-play.*\n((?:\t.*\n)+)", MAKEFILE, re.M)
    makefile = tmp_path / "Makefile"
    makefile.write_text(f"VENV := .\nBIN := ./bin\nplay:\n{recipe}")
    run = run_make(tmp_path)
    assert run.returncode == 0, run.stderr
    assert ("run interpreted" in run.stdout) is is_said


@pytest.mark.parametrize("targets", [(), ("help",)])
def test_help_lists_every_described_target_in_one_line(targets: tuple[str, ...]) -> None:
    run = run_make(PROJECT, *targets)
    described = re.findall(r"^([\w-]+):.*## (.+)$", MAKEFILE, re.M)
    assert {"play", "test", "test-quick", "test-versions"} <= dict(described).keys()
    lines = [line for line in run.stdout.splitlines() if line.startswith("make ")]
    assert [line.split(maxsplit=2)[1:] for line in lines] == [list(entry) for entry in described]
    assert len(run.stdout.splitlines()) == len(lines)


def run_make(folder: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    """Not as part of the `make` that may have started these tests."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    return subprocess.run(
        ["make", *targets], cwd=folder, env=environment, capture_output=True, text=True
    )


def test_every_supported_python_is_looked_for() -> None:
    project = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    versions = re.findall(r"Python :: (3\.\d+)", project)
    assert len(versions) >= 4
    for script in ("find_python.sh", "installed_pythons.sh"):
        text = (PROJECT / "tools" / script).read_text(encoding="utf-8")
        assert set(versions) <= set(re.findall(r"3\.\d+", text)), script
