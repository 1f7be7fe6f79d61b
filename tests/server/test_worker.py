"""`smokestack worker`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.server.services import (
    ANN,
    create,
    open_service,
    plan,
    wait_until,
)


async def test_a_worker_runs_bot_jobs_of_servers_on_the_same_database(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        table = await create(service, ANN, plan("apprentice", "me"))
        options = ["--data", str(tmp_path), "--database", database]
        command = [sys.executable, "-m", "smokestack", "worker", *options, "--bot-pause", "0"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        worker = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            table = await wait_until(service, table.id, lambda table: table.match.actor == 1)
        finally:
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(timeout=30) == 0
        assert table.answer_log
        assert all(given.by_bot for given in table.answer_log)
