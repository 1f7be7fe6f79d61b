"""A PostgreSQL server for tests: its data and its socket are in a temporary folder.

PostgreSQL refuses to run as root. If the tests do, it runs as `postgres` or `nobody`.
"""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

from tests.server.storage.migrated import migrate
from tools.system_packages import find_postgresql

USER = "smokestack"
FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")


class Postgres:
    """A running server; returns the URLs of new databases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)
        self._migrated = ""

    def new_database(self, template: str = "template1") -> str:
        """An empty database, or a copy of another one."""
        name = f"tables{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def migrated_database(self) -> str:
        """A database with the current schema; the migrations run only once."""
        if not self._migrated:
            url = self.new_database()
            migrate(url)
            self._migrated = str(make_url(url).database)
        return self.new_database(self._migrated)

    def drop_database(self, url: str) -> None:
        name = make_url(url).database
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def url(self, name: str) -> str:
        return f"postgresql://{USER}@/{name}?host={self.folder}"


@contextmanager
def postgres(settings: tuple[str, ...], parent: Path) -> Iterator[Postgres]:
    """Run a server with its files in a new folder of `parent`; they are deleted at the end."""
    user = _unprivileged()
    with tempfile.TemporaryDirectory(prefix="smokestack-pg-", dir=parent) as name:
        folder = Path(name)
        folder.chmod(0o755)
        data = folder / "data"
        data.mkdir(mode=0o700)
        if user is not None:
            for path in (folder, data):
                os.chown(path, user, -1)
        subprocess.run(
            [_program("initdb"), "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "-N"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            preexec_fn=_as(user),
        )
        options = [f"unix_socket_directories={folder}", "listen_addresses=", *settings]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [_program("postgres"), "-D", data, *(f"--{option}" for option in options)],
                stdout=log,
                stderr=log,
                cwd=folder,
                preexec_fn=_as(user),
            )
        try:
            found = Postgres(folder)
            _wait(found, server, folder / "log")
            yield found
        finally:
            server.terminate()
            try:
                server.wait(5)
            except subprocess.TimeoutExpired:
                server.send_signal(signal.SIGQUIT)  # does not wait for connected clients
                server.wait()


def _program(name: str) -> str:
    found = find_postgresql(name)
    if found is None:
        raise FileNotFoundError(f"PostgreSQL's {name} is missing; `make test` installs it")
    return found


def _unprivileged() -> int | None:
    """The user who runs the server if the tests run as root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise RuntimeError("as root the tests need a user 'nobody' to run PostgreSQL")


def _as(user: int | None) -> Callable[[], None] | None:
    return None if user is None else lambda: os.setuid(user)


def _wait(found: Postgres, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60.0
    while True:
        try:
            psycopg.connect(found.url("postgres")).close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()}") from None
            time.sleep(0.05)
