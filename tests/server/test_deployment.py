"""The files in `deploy/`."""

from __future__ import annotations

import json
from pathlib import Path

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
