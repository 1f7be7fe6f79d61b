"""Types are inspected before threads decode them; msgspec would crash otherwise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

DECODE_IN_THREADS = """
import sys
import threading
from pathlib import Path

import msgspec
from sqlalchemy.engine import URL

from smokestack.server.storage.async_database import AsyncDatabase

INNER = "class Inner{0}(msgspec.Struct):\\n    x: list[int]\\n    y: dict[str, int] = {{}}\\n"
FIELDS = "".join(f"    a{n}: Inner{n} | None = None\\n" for n in range(10))
SOURCE = "from __future__ import annotations\\nimport msgspec\\n"
SOURCE += "".join(INNER.format(n) for n in range(10))
SOURCE += "".join(f"class Outer{n}(msgspec.Struct):\\n{FIELDS}" for n in range(200))
Path("many_structs.py").write_text(SOURCE)
sys.path.insert(0, ".")
import many_structs

AsyncDatabase(URL.create("sqlite", database="test.db"))
sys.setswitchinterval(1e-6)


def decode(kind, barrier):
    barrier.wait()
    msgspec.convert({f"a{n}": {"x": [1]} for n in range(10)}, kind)


for number in range(200):
    barrier = threading.Barrier(4)
    arguments = (getattr(many_structs, f"Outer{number}"), barrier)
    threads = [threading.Thread(target=decode, args=arguments) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("decoded")
"""

LATE_IMPORTS = """
import pkgutil
import sys

from sqlalchemy.engine import URL

from smokestack import games
from smokestack.server.storage.async_database import AsyncDatabase

AsyncDatabase(URL.create("sqlite", database="test.db"))
modules = [each.name for each in pkgutil.walk_packages(games.__path__, f"{games.__name__}.")]
print(len(modules) > 50, [name for name in modules if name not in sys.modules])
"""


def run(program: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_threads_can_decode_a_type_for_the_first_time_together(tmp_path: Path) -> None:
    assert run(DECODE_IN_THREADS, tmp_path) == "decoded\n"


def test_no_module_of_a_game_is_imported_after_threads_have_started(tmp_path: Path) -> None:
    assert run(LATE_IMPORTS, tmp_path) == "True []\n"
