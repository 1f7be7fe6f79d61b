"""After a kill, all acknowledged answers are stored and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.own_server import is_running
from tests.server.services import ANN, open_service, wait_until
from tools.crash_test.run import CrashTest

SERVICE_SCRIPT = """
import asyncio, sys
from multiprocessing import active_children
from pathlib import Path
from tests.server.services import ANN, create, open_service, plan, play, wait_until

async def serve():
    async with open_service(Path(sys.argv[1])) as service:
        bots = await create(service, ANN, plan("apprentice", "apprentice"))
        await wait_until(service, bots.id, lambda table: table.version >= 1)
        table = await create(service, ANN, plan("me", "here:Ben"))
        print(bots.id, table.id, *(process.pid for process in active_children()), flush=True)
        while True:
            table = await play(service, table, ANN)
            print(table.version, table.match.record().answers[-1], flush=True)

if __name__ == "__main__":
    asyncio.run(serve())
"""


async def test_acknowledged_answers_survive_a_kill(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(SERVICE_SCRIPT)
    folder = tmp_path / "data"
    server = subprocess.Popen(
        [sys.executable, script, folder],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert server.stdout is not None
    bots, table_id, *workers = server.stdout.readline().split()
    acknowledged = [server.stdout.readline().split(maxsplit=1)[1].strip() for _ in range(20)]
    server.send_signal(signal.SIGKILL)
    # Lines written before the kill were acknowledged as well.
    acknowledged += [line.split(maxsplit=1)[1].strip() for line in server.stdout]
    server.wait()
    server.stdout.close()
    end = time.monotonic() + 10.0
    while any(is_running(int(pid)) for pid in workers):
        assert time.monotonic() < end, "bot processes are still running"
        time.sleep(0.05)

    async with open_service(folder) as service:
        table = await service.find(table_id)
        found = table.match.record().answers
        assert found[: len(acknowledged)] == acknowledged
        assert len(found) <= len(acknowledged) + 1
        assert table.version == len(found) == len(table.answer_log)
        version = (await service.find(bots)).version
        await wait_until(service, bots, lambda table: table.version > version)
        assert {table.id for table in await service.lobby.tables_of(ANN)} == {bots, table_id}


@pytest.mark.slow
async def test_no_answer_is_lost_when_the_server_is_killed_repeatedly(
    tmp_path: Path, database: str
) -> None:
    """A short run of `make crash-test`."""
    counts = await CrashTest(tmp_path, database, games=8).run(kills=2)
    assert counts["kills"] == 2
    assert counts["answer"] >= 12
