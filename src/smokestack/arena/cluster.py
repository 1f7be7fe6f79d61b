"""Spreading work over a Ray cluster, or over a Ray that lives on this machine for the time."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from smokestack.arena.workers import Done, Task
from smokestack.engine.errors import InvalidInput, SmokestackError

LOCAL = "local"
AUTO = "auto"
MOST_WAITING = 500
"""Tasks handed over ahead of time: enough for a large cluster, or to make one grow."""
PATIENCE = 10
"""Seconds for a first sign of life; Ray itself waits for minutes."""


class Cluster:
    """Spreads over Ray: `local` starts one here, `auto` finds a running one, else an address.

    `workers` is how many games are played at once at most, 0 as many as there are processors.
    Every node needs this version of Smokestack, and the programs of external bots.
    """

    def __init__(self, address: str = LOCAL, workers: int = 0) -> None:
        self.address = address
        self.workers = workers
        self.waiting = workers if workers and address != LOCAL else MOST_WAITING

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        ray = self._connect()
        try:
            queue = iter(tasks)
            do = ray.remote(work_on)
            running = [do.remote(work, task) for task in islice(queue, self.waiting)]
            while running:
                done, running = ray.wait(running)
                running += [do.remote(work, task) for task in islice(queue, len(done))]
                for finished in done:
                    yield ray.get(finished)
        except ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, SmokestackError):
                raise SmokestackError(str(error.cause)) from None
            raise
        except ray.exceptions.RayError as error:
            raise SmokestackError(f"Ray: {error}") from error
        finally:
            ray.shutdown()

    def _connect(self) -> Any:
        """Ray, ready to work; nothing is reported to its makers."""
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        options: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
        if self.address == LOCAL:
            # Makes a Ray of one machine listen on that machine only, whatever its system.
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
            options |= {"num_cpus": self.workers or os.cpu_count(), "include_dashboard": False}
        try:
            import ray
        except ImportError:
            raise InvalidInput("--ray needs Ray: pip install 'smokestack[ray]'") from None
        told = self.address
        try:
            address = _find(ray) if self.address == AUTO else self.address
            told = address if address == self.address else f"{self.address} ({address})"
            _knock(address)
            ray.init(address=address, **options)
        except (OSError, OverflowError, ValueError, RuntimeError, ImportError) as error:
            raise InvalidInput(f"--ray {told}: no connection ({error})") from None
        return ray


def _find(ray: Any) -> str:
    """Where Ray would go by itself, which may be a cluster that is long gone."""
    named = os.environ.get("RAY_ADDRESS") or AUTO
    if named != AUTO:
        return named
    return str(ray._private.services.canonicalize_bootstrap_address(AUTO))


def _knock(address: str) -> None:
    """`OSError` if nobody is at home at HOST:PORT."""
    host, _, port = address.rpartition(":")
    if host and "/" not in host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def work_on(work: Callable[[Task], Done], task: Task) -> Done:
    """What Ray calls; a function of its own, because a partial one has no name to run under."""
    return work(task)
