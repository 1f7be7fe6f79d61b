"""The files in `deploy/`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from tools import make_env_sample

DEPLOY = Path(__file__).parents[2] / "deploy"


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


def test_the_compose_files_set_only_known_variables() -> None:
    known = set(re.findall(r"^#([A-Z_]+)=", make_env_sample.sample(), re.M))
    known |= {name.replace("_SERVE_", "_WORKER_") for name in known}
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
    command = [sys.executable, "-m", "smokestack", "serve"]
    run = subprocess.run(
        command, env={**os.environ, "SMOKESTACK_SERVE_PORT": "x"}, capture_output=True, text=True
    )
    assert run.returncode == 2
    assert "Invalid value for '--port'" in run.stderr
