"""Runs tasks on a Ray cluster, or on a Ray instance that is started on this machine."""

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
MAX_PENDING_TASKS = 500
"""Tasks submitted ahead of time: enough to keep a large cluster busy or to make one scale up."""
CONNECT_TIMEOUT_SECONDS = 10


class Cluster:
    """Runs tasks on Ray: `local` starts an instance here, `auto` finds a running one.

    Any other address is that of a cluster. `workers` limits how many tasks run at once; 0 is no
    limit. Every node needs this version of Smokestack and the programs of external bots.
    """

    def __init__(self, address: str = LOCAL, workers: int = 0) -> None:
        self.address = address
        self.workers = workers
        self.max_pending = workers if workers and address != LOCAL else MAX_PENDING_TASKS

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        ray = self._connect()
        try:
            queue = iter(tasks)
            remote = ray.remote(call)
            running = [remote.remote(work, task) for task in islice(queue, self.max_pending)]
            while running:
                done, running = ray.wait(running)
                running += [remote.remote(work, task) for task in islice(queue, len(done))]
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
        """The `ray` module, connected; usage statistics are off."""
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        options: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
        if self.address == LOCAL:
            # On every system, makes a local instance listen on the loopback interface only.
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
            options |= {"num_cpus": self.workers or os.cpu_count(), "include_dashboard": False}
        try:
            import ray
        except ImportError:
            raise InvalidInput("--ray needs Ray: pip install 'smokestack[ray]'") from None
        shown = self.address
        try:
            address = _find_address() if self.address == AUTO else self.address
            shown = address if address == self.address else f"{self.address} ({address})"
            _check_reachable(address)
            ray.init(address=address, **options)
        except (OSError, OverflowError, ValueError, RuntimeError, ImportError) as error:
            raise InvalidInput(f"--ray {shown}: no connection ({error})") from None
        return ray


def _find_address() -> str:
    """The address that Ray uses for `auto`; that cluster may have stopped long ago.

    Ray has no public function for it (docs/decisions.md, Arena). Should the private one disappear,
    Ray finds the address itself, but takes minutes to report a cluster that has stopped.
    """
    named = os.environ.get("RAY_ADDRESS") or AUTO
    if named != AUTO:
        return named
    try:
        from ray._private.services import canonicalize_bootstrap_address
    except ImportError:
        return AUTO
    return str(canonicalize_bootstrap_address(AUTO))


def _check_reachable(address: str) -> None:
    """`OSError` if `address` is HOST:PORT and does not accept connections."""
    host, _, port = address.rpartition(":")
    if host and "/" not in host and port.isdecimal():
        connection = (host.strip("[]"), int(port))
        socket.create_connection(connection, CONNECT_TIMEOUT_SECONDS).close()


def call(work: Callable[[Task], Done], task: Task) -> Done:
    """Call `work`; Ray runs functions with a name, which a `partial` does not have."""
    return work(task)
