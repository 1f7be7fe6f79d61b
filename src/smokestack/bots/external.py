"""A bot that is an external program, in any language: it reads views and writes answers.

`docs/external-bots.md` describes the protocol.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from typing import Any

import msgspec

from smokestack.engine.errors import IllegalAnswer, InvalidInput, SmokestackError, brief
from smokestack.engine.view import View

PROTOCOL_VERSION = 1
MAX_LINE_BYTES = 1000  # much more than the longest answer of any game
TIMEOUT_VARIABLE = "SMOKESTACK_PROGRAM_TIMEOUT"
DEFAULT_TIMEOUT_SECONDS = 60.0
MAX_TIMEOUT_SECONDS = 86_400.0
EXIT_TIMEOUT_SECONDS = 1.0  # for a program to exit after the end of its input
WATCHDOG_SCRIPT = "read -r program && ! read -r done && sleep 1 && kill -s KILL -- -$program"
"""Reads a process id. If its input then ends without another line, this process was killed before
it could end the program, and the watchdog kills the program's process group.
"""


class ExternalBotError(SmokestackError):
    """A program did not start, did not answer in time, or gave no legal answer."""


class ExternalBot:
    """Starts its program at the first decision and ends it with this object.

    `seed` is for the program's own random numbers. The program never gets the seed of the game,
    from which it could compute what is hidden.
    """

    def __init__(self, command: str, seed: int) -> None:
        self.command = _parse_command(command)
        self.name = f"the program {brief(command)}"
        self.timeout = _read_timeout()
        self.seed = seed
        self.process: subprocess.Popen[bytes] | None = None
        self.end: Callable[[], object] = _end_nothing
        self.received = b""

    def answer(self, view: View) -> int:
        try:
            text = self._ask(view)
            return self._parse_answer(text, view)
        except ExternalBotError:
            self.end()
            self.process = None
            raise

    def _ask(self, view: View) -> str:
        request = _json_line({"view": view.to_data()})
        if self.process is None:
            self._start()
            hello = {"protocol": PROTOCOL_VERSION, "game": view.game.name, "seat": view.seat}
            request = _json_line({"hello": {**hello, "seed": self.seed}}) + request
        return _to_text(self._exchange(request)).strip()

    def _start(self) -> None:
        if sys.platform == "win32":
            raise ExternalBotError("programs can be bots on Linux and macOS only")
        try:
            self.process, watchdog = _start_with_watchdog(self.command)
        except OSError as error:
            raise ExternalBotError(f"{self.name} can't be started ({error.strerror})") from None
        self.received = b""
        self.end = weakref.finalize(self, _end, self.process, watchdog)

    def _exchange(self, request: bytes) -> bytes:
        """Send a request and return the next line, both within the timeout."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        stdin, stdout = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(stdin, False)
        os.set_blocking(stdout, False)
        deadline = time.monotonic() + self.timeout
        with selectors.DefaultSelector() as selector:
            selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stdout, selectors.EVENT_READ)
            while request or b"\n" not in self.received:
                remaining = max(0.0, deadline - time.monotonic())
                ready = [key.fd for key, _ in selector.select(remaining)]
                if not ready:
                    raise ExternalBotError(
                        f"{self.name} has not answered for {self.timeout:g} seconds"
                    )
                if stdout in ready:
                    self._receive(stdout)
                if stdin in ready:
                    request = self._send(stdin, request)
                    if not request:
                        selector.unregister(stdin)
        line, _, self.received = self.received.partition(b"\n")
        return line

    def _send(self, stdin: int, request: bytes) -> bytes:
        """Send what the pipe accepts and return the rest."""
        try:
            return request[os.write(stdin, request) :]
        except BrokenPipeError:
            raise ExternalBotError(self._describe_exit()) from None

    def _receive(self, stdout: int) -> None:
        received = os.read(stdout, MAX_LINE_BYTES + 1)
        if not received:
            raise ExternalBotError(self._describe_exit())
        self.received += received
        if len(self.received) > MAX_LINE_BYTES:
            raise ExternalBotError(
                f"{self.name} wrote {brief(_to_text(self.received))} and more than "
                f"{MAX_LINE_BYTES} bytes in all, instead of one line with an answer"
            )

    def _describe_exit(self) -> str:
        assert self.process is not None
        written = brief(_to_text(self.received)) if self.received else "nothing"
        try:
            code = self.process.wait(EXIT_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            return (
                f"{self.name} closed its input or output instead of answering; it wrote {written}"
            )
        status = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"{self.name} ended with {status} instead of answering; it wrote {written}"

    def _parse_answer(self, text: str, view: View) -> int:
        try:
            answer = view.game.to_answer(text)
        except IllegalAnswer as error:
            raise ExternalBotError("{name}: {error}", name=self.name, error=error) from None
        if answer not in view.answers:
            legal = [view.game.to_text(legal_answer) for legal_answer in view.answers]
            shown = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
            raise ExternalBotError(
                f"{self.name} answered {brief(text)}, but {view.decision} allows: {shown}"
            )
        return answer


def _parse_command(command: str) -> list[str]:
    """The words of a command; the first must be an executable."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidInput(f"can't read the command {brief(command)} ({error})") from None
    if not words:
        raise InvalidInput("a program needs its command: program:./mybot.py")
    if "\0" in command or shutil.which(words[0]) is None:
        raise InvalidInput(f"there is no program {brief(words[0])} that can be run")
    return words


def _read_timeout() -> float:
    """The seconds that an answer may take, from the environment: a command has no settings."""
    text = os.environ.get(TIMEOUT_VARIABLE) or str(DEFAULT_TIMEOUT_SECONDS)
    try:
        timeout = float(text)
    except ValueError:
        timeout = 0.0
    if not 0.0 < timeout <= MAX_TIMEOUT_SECONDS:
        raise InvalidInput(f"{TIMEOUT_VARIABLE}={brief(text)} must be a number of seconds")
    return timeout


def _json_line(data: dict[str, Any]) -> bytes:
    return msgspec.json.encode(data) + b"\n"


def _to_text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _start_with_watchdog(
    command: list[str],
) -> tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]:
    """Start a program, and a process that kills its process group if this process is killed."""
    watchdog = subprocess.Popen(
        ["sh", "-c", WATCHDOG_SCRIPT],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # an interrupt must not reach it
    )
    assert watchdog.stdin is not None
    watchdog_input = watchdog.stdin.fileno()
    try:
        program = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # a process group of its own, which can be killed as a whole
            # The child writes its id itself: this process may be killed before it could.
            preexec_fn=lambda: os.write(watchdog_input, b"%d\n" % os.getpid()),
        )
    except OSError:
        watchdog.communicate(b"done\n")
        raise
    return program, watchdog


def _end(process: subprocess.Popen[bytes], watchdog: subprocess.Popen[bytes]) -> None:
    """Close the program's input; if it does not exit, kill its process group."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    try:
        process.wait(EXIT_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
    process.stdout.close()
    watchdog.communicate(b"done\n")


def _end_nothing() -> None:
    pass
