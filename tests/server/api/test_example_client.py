"""docs/example_client.py plays a whole game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server.api.servers import Running

CLIENT = Path(__file__).parents[3] / "docs" / "example_client.py"


def test_the_example_client_plays_a_game_to_the_end(server: Running) -> None:
    run = subprocess.run(
        [sys.executable, CLIENT, server.url], capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    watch, end = run.stdout.splitlines()
    assert watch.startswith(f"You can watch at {server.url}/tables/")
    assert " wins " in end
