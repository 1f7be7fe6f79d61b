"""Opening the house to the network, and closing it without losing anything."""

from __future__ import annotations

import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType
from urllib.parse import urlsplit

import msgspec
import uvicorn
from litestar import Litestar

from smokestack.engine.errors import InvalidInput
from smokestack.server.app import make_app
from smokestack.server.connection import connection_with
from smokestack.server.house import House
from smokestack.server.logs import set_up_logs
from smokestack.server.processes import run_processes
from smokestack.server.settings import Settings

PATIENCE = 10  # seconds for requests in flight when the house closes
WRITE_PATIENCE = 60_000  # milliseconds that what we sent may stay untaken
MOST_OTHERS = 1000  # connections besides those of streams
HERE = ("localhost", "127.0.0.1", "::1")
ANYWHERE = ("0.0.0.0", "::", "")

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """Ends the live streams when it is told to stop, so that nobody waits for them."""

    def __init__(self, app: Litestar, opened: Callable[[], None] = lambda: None) -> None:
        self.house: House = app.state.house
        self._opened = opened
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                http=connection_with(self.house.settings.line_patience),
                ws="none",
                lifespan="on",
                proxy_headers=False,  # the door does that
                server_header=False,
                limit_concurrency=self.house.settings.most_watchers + MOST_OTHERS,
                timeout_graceful_shutdown=PATIENCE,
                timeout_keep_alive=30,
            )
        )
        # It would write down whole addresses, secrets of seats too.
        logging.getLogger("uvicorn.access").disabled = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.open()  # whatever is wrong with its database is told as it is
        await super().startup(sockets)
        self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.house.news().close()
        super().handle_exit(sig, frame)


class OneOfSeveral(msgspec.Struct, frozen=True):
    """What each process is given that serves together with others; bots think in the first."""

    settings: Settings
    sockets: list[socket.socket]
    log_format: str

    def __call__(self, number: int, opened: Callable[[], None]) -> None:
        settings = self.settings
        if number:
            settings = msgspec.structs.replace(settings, bots=0)
        set_up_logs(self.log_format)
        try:
            _serve(settings, self.sockets[number], opened)
        except InvalidInput as error:
            log.error("%s", error)
            raise SystemExit(1) from None


def serve(
    settings: Settings,
    host: str,
    port: int,
    browse: bool = False,
    log_format: str = "",
    processes: int = 1,
) -> None:
    """Serve until interrupted."""
    set_up_logs(log_format)
    settings = msgspec.structs.replace(settings, hosts=hosts_of(settings, host))
    if not settings.hosts:
        log.warning(
            "listening for everybody under any name; name this server with --public-url or "
            "--allow-host"
        )
    sockets = _listen(host, port, processes)
    port = sockets[0].getsockname()[1]
    shown = "localhost" if host in ("127.0.0.1", "localhost", "0.0.0.0", "::") else host
    url = settings.public_url or f"http://{shown}:{port}"

    def opened() -> None:
        print(f"Smokestack is open at {url} (Ctrl-C closes it)", flush=True)
        if browse:
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

    if processes > 1:
        run_processes(processes, OneOfSeveral(settings, sockets, log_format), opened)
    else:
        _serve(settings, sockets[0], opened)


def _serve(settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> None:
    _allow_many_connections()
    server = Server(make_app(settings), opened)
    _look_for_garbage_less_often()
    server.run(sockets=[listening])


def hosts_of(settings: Settings, host: str) -> tuple[str, ...]:
    """The names under which a server that listens at `host` is asked; empty for any."""
    named = set(settings.hosts)
    public = urlsplit(settings.public_url).hostname
    if public:
        named.add(public)
    if host in ANYWHERE and not named:
        return ()
    if host not in ANYWHERE:
        named.add(host)
    return tuple(sorted({*named, *HERE}))


def _allow_many_connections() -> None:
    """As many open files as the system lets us have: each connection is one."""
    try:
        import resource
    except ImportError:  # a system that has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _look_for_garbage_less_often() -> None:
    """Pages leave few cycles behind, and looking for them through all that is kept takes long.

    What is new is looked through in small portions: with 50,000 objects everybody waits for 60 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 100, 40)


def _listen(host: str, port: int, processes: int) -> list[socket.socket]:
    """A socket for each process. Linux deals connections out evenly to those at one address."""
    alone = _bind(host, port, False)  # which notices others at this address
    if processes == 1 or sys.platform != "linux":
        return [alone] * processes
    port = alone.getsockname()[1]
    alone.close()
    return [_bind(host, port, True) for _ in range(processes)]


def _bind(host: str, port: int, shared: bool) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio would not turn off Nagle's delay of 40 ms for each response.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # where connections take it over from here
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, WRITE_PATIENCE)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise InvalidInput(
            f"can't listen on {host}:{port} ({error.strerror}); choose another with --port"
        ) from None
    return listening
