"""A server that is killed: what it has acknowledged is there, and its processes are gone."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from own_server import lives
from server.houses import ANN, open_house, wait_until
from torture import Torture

SERVER = """
import asyncio, sys
from multiprocessing import active_children
from pathlib import Path
from server.houses import ANN, open_house, plan, play, wait_until

async def serve():
    async with open_house(Path(sys.argv[1])) as house:
        bots = await house.create(ANN, plan("apprentice", "apprentice"))
        await wait_until(house, bots.id, lambda table: table.version >= 1)
        table = await house.create(ANN, plan("me", "here:Ben"))
        print(bots.id, table.id, *(process.pid for process in active_children()), flush=True)
        while True:
            table = await play(house, table, ANN)
            print(table.version, table.match.record().answers[-1], flush=True)

if __name__ == "__main__":
    asyncio.run(serve())
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(SERVER)
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
    # Lines that it wrote in the meantime were acknowledged as well.
    acknowledged += [line.split(maxsplit=1)[1].strip() for line in server.stdout]
    server.wait()
    server.stdout.close()
    end = time.monotonic() + 10.0
    while any(lives(int(pid)) for pid in workers):
        assert time.monotonic() < end, "bots' processes outlive their server"
        time.sleep(0.05)

    async def story() -> None:
        async with open_house(folder) as house:
            table = await house.find(table_id)
            found = table.match.record().answers
            assert found[: len(acknowledged)] == acknowledged
            assert len(found) <= len(acknowledged) + 1
            assert table.version == len(found) == len(table.given)
            version = (await house.find(bots)).version
            await wait_until(house, bots, lambda table: table.version > version)
            assert {table.id for table in await house.tables_of(ANN)} == {bots, table_id}

    asyncio.run(story())


def test_a_server_can_be_killed_again_and_again(tmp_path: Path, database: str) -> None:
    """The short form of `make torture`."""
    counts = asyncio.run(Torture(tmp_path, database, games=8).run(kills=2))
    assert counts["kills"] == 2
    assert counts["acknowledged"] >= 12
