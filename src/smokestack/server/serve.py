"""Serving until interrupted, in one process or several.

Only a process that serves imports the web app: the supervisor's process does without Litestar.
"""

from __future__ import annotations

import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec
import uvicorn

from smokestack.engine.errors import InvalidInput
from smokestack.server.http.addresses import TrustedProxies
from smokestack.server.http.logging import configure_logging
from smokestack.server.http.protocol import protocol_for
from smokestack.server.http.security_headers import security_headers
from smokestack.server.http.shared_counts import SharedMemory
from smokestack.server.settings import Settings
from smokestack.server.supervisor import supervise

if TYPE_CHECKING:
    from litestar import Litestar

    from smokestack.server.service.table_service import TableService

SHUTDOWN_TIMEOUT_SECONDS: Final = 10  # for requests in flight
KEEP_ALIVE_SECONDS: Final = 30
WRITE_TIMEOUT_MILLISECONDS: Final = 60_000  # for sent data that the client does not acknowledge
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")
WILDCARD_HOSTS: Final = ("0.0.0.0", "::", "")

log = logging.getLogger(__name__)


def serve(
    settings: Settings,
    host: str,
    port: int,
    browse: bool = False,
    log_format: str = "",
    processes: int = 1,
) -> None:
    """Serve until interrupted."""
    configure_logging(log_format)
    TrustedProxies(settings.trusted_proxies)  # `InvalidInput` if one is not an address
    settings = msgspec.structs.replace(settings, allowed_hosts=hosts_of(settings, host))
    if not settings.allowed_hosts:
        log.warning("any host name is accepted; set one with --public-url or --allow-host")
    sockets = _listen(host, port, processes)
    port = sockets[0].getsockname()[1]
    shown = "localhost" if host in ("127.0.0.1", "localhost", "0.0.0.0", "::") else host
    url = settings.public_url or f"http://{shown}:{port}"

    def opened() -> None:
        print(f"Smokestack is open at {url} (Ctrl-C closes it)", flush=True)
        if browse:
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

    if processes > 1:
        memory = SharedMemory(processes)
        supervise(processes, ServerProcess(settings, sockets, log_format, memory), opened)
    else:
        _serve(settings, sockets[0], opened, SharedMemory(), 0)


def hosts_of(settings: Settings, host: str) -> tuple[str, ...]:
    """The host names that a server listening on `host` answers to; empty for any."""
    names = set(settings.allowed_hosts)
    public = urlsplit(settings.public_url).hostname
    if public:
        names.add(public)
    if host in WILDCARD_HOSTS and not names:
        return ()
    if host not in WILDCARD_HOSTS:
        names.add(host)
    return tuple(sorted({*names, *LOCAL_HOSTS}))


class ServerProcess(msgspec.Struct, frozen=True):
    """Runs in each of several processes; only the first one runs bots."""

    settings: Settings
    sockets: list[socket.socket]
    log_format: str
    memory: SharedMemory

    def __call__(self, number: int, opened: Callable[[], None]) -> None:
        settings = self.settings
        if number:
            settings = msgspec.structs.replace(settings, bots=0)
        configure_logging(self.log_format)
        try:
            _serve(settings, self.sockets[number], opened, self.memory, number)
        except InvalidInput as error:
            log.error("%s", error)
            raise SystemExit(1) from None


class Server(uvicorn.Server):
    """Closes the event streams when it shuts down: they would never end by themselves."""

    def __init__(self, app: Litestar, opened: Callable[[], None] = lambda: None) -> None:
        self.service: TableService = app.state.service
        self._opened = opened
        counts = app.state.rate_limiter.counts
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                http=protocol_for(self.service.settings, counts),
                ws="none",
                lifespan="on",
                proxy_headers=False,  # the gateway reads them
                server_header=False,
                headers=security_headers(self.service.settings),
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_SECONDS,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
            )
        )
        # Its lines contain whole URLs, and those of seats are secrets.
        logging.getLogger("uvicorn.access").disabled = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # Before the lifespan, in which uvicorn would hide the message of an error.
        await self.service.open()
        await super().startup(sockets)
        self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.service.broadcast.close()
        super().handle_exit(sig, frame)


def _serve(
    settings: Settings,
    listening: socket.socket,
    opened: Callable[[], None],
    memory: SharedMemory,
    process: int,
) -> None:
    from smokestack.server.app import make_app

    _raise_open_file_limit()
    server = Server(make_app(settings, memory, process), opened)
    _tune_garbage_collection()
    server.run(sockets=[listening])


def _raise_open_file_limit() -> None:
    """Allow as many open files as the system permits: each connection is one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def _tune_garbage_collection() -> None:
    """Collect old objects rarely: pages leave few cycles, and hundreds of tables take long to scan.

    Young objects are collected often, since a generation of 50,000 objects blocks all requests
    for 60 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 100, 40)


def _listen(host: str, port: int, processes: int) -> list[socket.socket]:
    """A socket for each process. Linux distributes connections evenly among them."""
    exclusive = _bind(host, port, reuse_port=False)  # fails if another server has this port
    if processes == 1 or sys.platform != "linux":
        return [exclusive] * processes
    port = exclusive.getsockname()[1]
    exclusive.close()
    return [_bind(host, port, reuse_port=True) for _ in range(processes)]


def _bind(host: str, port: int, reuse_port: bool) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With any other protocol number asyncio would not set TCP_NODELAY: 40 ms per response.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if reuse_port:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted connections inherit it
        listening.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, WRITE_TIMEOUT_MILLISECONDS
        )
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise InvalidInput(
            f"can't listen on {host}:{port} ({error.strerror}); choose another with --port"
        ) from None
    return listening
