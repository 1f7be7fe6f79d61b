"""The files in `deploy/`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml
from typer import Context
from typer.main import get_command

from smokestack.terminal.commands import app
from tools import make_env_sample

DEPLOY = Path(__file__).parents[2] / "deploy"


SOURCE = DEPLOY.parent / "src" / "smokestack"
NOT_FOR_HOSTS = {
    "SMOKESTACK_PROGRAM_TIMEOUT",  # of external bots, which a server does not run
    "SMOKESTACK_PURE",  # for developers
}


def variables_in_the_sample() -> set[str]:
    text = make_env_sample.FILE.read_text(encoding="utf-8")
    return set(re.findall(r"^#([A-Z_]+)=", text, re.M))


def test_the_container_does_not_trust_everybody_who_reaches_its_port() -> None:
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    entry = next(line for line in lines if line.startswith("ENTRYPOINT "))
    command = json.loads(entry.removeprefix("ENTRYPOINT "))
    assert "0.0.0.0" in command
    assert not {"--behind-proxy", "--trusted-proxy"} & set(command)


def test_published_ports_of_containers_behind_a_proxy_are_local() -> None:
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n#", "")
    runs = [line for line in text.splitlines() if "podman run" in line]
    assert len(runs) == 2
    for run in runs:
        assert ("--trusted-proxy" in run) == ("-p 127.0.0.1:" in run)


def test_the_service_trusts_a_proxy_on_its_own_machine_only() -> None:
    text = (DEPLOY / "smokestack.service").read_text()
    assert "--behind-proxy" in text
    assert "--trusted-proxy" not in text
    assert "--host" not in text


def test_the_sample_of_settings_has_every_option() -> None:
    """After a change: `python -m tools.make_env_sample`."""
    assert make_env_sample.FILE.read_text(encoding="utf-8") == make_env_sample.sample()


def test_the_sample_of_settings_has_every_variable_that_is_read() -> None:
    read = {
        variable
        for path in SOURCE.rglob("*.py")
        for variable in re.findall(r'"(SMOKESTACK_[A-Z_]+)"', path.read_text("utf-8"))
    }
    assert {"SMOKESTACK_SECRET", "SMOKESTACK_SMTP_PASSWORD"} <= read
    commands: Any = get_command(app)
    for name in ("serve", "worker"):
        top = Context(commands, info_name="smokestack", auto_envvar_prefix="SMOKESTACK")
        prefix = Context(commands.commands[name], parent=top, info_name=name).auto_envvar_prefix
        parameters = commands.commands[name].params
        read |= {f"{prefix}_{one.name.upper()}" for one in parameters if not one.hidden}
    in_compose_files = {"PUBLISH", "POSTGRES_PASSWORD"}
    assert variables_in_the_sample() == (read - NOT_FOR_HOSTS) | in_compose_files


def test_the_compose_files_set_only_known_variables() -> None:
    known = variables_in_the_sample()
    known |= {"POSTGRES_USER", "POSTGRES_DB"}  # of the image of PostgreSQL
    for name in ("compose.yaml", "compose.postgresql.yaml"):
        text = (DEPLOY / name).read_text()
        services = yaml.safe_load(text)["services"]
        for service in services.values():
            assert set(service.get("environment", {})) <= known
        assert set(re.findall(r"\$\{(\w+)", text)) <= known


def test_only_the_server_has_a_published_port() -> None:
    files = [(DEPLOY / name).read_text() for name in ("compose.yaml", "compose.postgresql.yaml")]
    services = [item for text in files for item in yaml.safe_load(text)["services"].items()]
    assert [name for name, service in services if "ports" in service] == ["server"]


def test_a_variable_sets_an_option() -> None:
    for command, option in (("serve", "port"), ("worker", "bots")):
        run = subprocess.run(
            [sys.executable, "-m", "smokestack", command],
            env={**os.environ, f"SMOKESTACK_{command}_{option}".upper(): "x"},
            capture_output=True,
            text=True,
        )
        assert run.returncode == 2
        assert f"Invalid value for '--{option}'" in run.stderr
