"""A bot that is a program of its own, in any language: views go in, answers come out.

The lines of the conversation are in `docs/external-bots.md`.
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

PROTOCOL = 1
LONGEST_LINE = 1000  # bytes; no answer of any game is nearly as long
PATIENCE = 60.0  # seconds
FAREWELL = 1.0  # seconds between the end of its input and the end of a program
GUARD = "read -r program && ! read -r done && sleep 1 && kill -s KILL -- -$program"
"""Hears which program to guard. If no other line follows, we have died before we could end it."""


class ProgramFailed(SmokestackError):
    """A program that did not start, did not answer, or answered what it may not."""


class Program:
    """Starts with the first question and ends with this object.

    `seed` is for the program's own random numbers; it never learns that of the game, which would
    tell it what is hidden.
    """

    def __init__(self, command: str, seed: int) -> None:
        self.words = _read_command(command)
        self.name = f"the program {brief(command)}"
        self.patience = _read_patience()
        self.seed = seed
        self.process: subprocess.Popen[bytes] | None = None
        self.end: Callable[[], object] = _nothing_to_end
        self.heard = b""

    def answer(self, view: View) -> int:
        try:
            text = self._ask(view)
            return self._read_answer(text, view)
        except ProgramFailed:
            self.end()
            self.process = None
            raise

    def _ask(self, view: View) -> str:
        line = _line({"view": view.to_data()})
        if self.process is None:
            self._start()
            hello = {"protocol": PROTOCOL, "game": view.game.name, "seat": view.seat}
            line = _line({"hello": {**hello, "seed": self.seed}}) + line
        return _text(self._exchange(line)).strip()

    def _start(self) -> None:
        if sys.platform == "win32":
            raise ProgramFailed("programs can be bots on Linux and macOS only")
        try:
            self.process, guard = _start_guarded(self.words)
        except OSError as error:
            raise ProgramFailed(f"{self.name} can't be started ({error.strerror})") from None
        self.heard = b""
        self.end = weakref.finalize(self, _end, self.process, guard)

    def _exchange(self, line: bytes) -> bytes:
        """Say a line and hear one; neither a deaf nor a silent program can hold us up for long."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        ear, mouth = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(ear, False)
        os.set_blocking(mouth, False)
        end = time.monotonic() + self.patience
        with selectors.DefaultSelector() as selector:
            selector.register(ear, selectors.EVENT_WRITE)
            selector.register(mouth, selectors.EVENT_READ)
            while line or b"\n" not in self.heard:
                ready = [key.fd for key, _ in selector.select(max(0.0, end - time.monotonic()))]
                if not ready:
                    raise ProgramFailed(
                        f"{self.name} has not answered for {self.patience:g} seconds"
                    )
                if mouth in ready:
                    self._hear(mouth)
                if ear in ready:
                    line = self._say(ear, line)
                    if not line:
                        selector.unregister(ear)
        said, _, self.heard = self.heard.partition(b"\n")
        return said

    def _say(self, ear: int, line: bytes) -> bytes:
        """What is left to say."""
        try:
            return line[os.write(ear, line) :]
        except BrokenPipeError:
            raise ProgramFailed(self._how_it_ended()) from None

    def _hear(self, mouth: int) -> None:
        heard = os.read(mouth, LONGEST_LINE + 1)
        if not heard:
            raise ProgramFailed(self._how_it_ended())
        self.heard += heard
        if len(self.heard) > LONGEST_LINE:
            raise ProgramFailed(
                f"{self.name} said {brief(_text(self.heard))} and more than {LONGEST_LINE} bytes "
                "in all, instead of one line with an answer"
            )

    def _how_it_ended(self) -> str:
        assert self.process is not None
        said = brief(_text(self.heard)) if self.heard else "nothing"
        try:
            code = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return f"{self.name} closed its input or output instead of answering; it said {said}"
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"{self.name} ended with {how} instead of answering; it said {said}"

    def _read_answer(self, text: str, view: View) -> int:
        try:
            answer = view.game.to_answer(text)
        except IllegalAnswer as error:
            raise ProgramFailed(f"{self.name}: {error}") from None
        if answer not in view.answers:
            offered = [view.game.to_text(offer) for offer in view.answers]
            shown = ", ".join(offered[:8]) + (", …" if len(offered) > 8 else "")
            raise ProgramFailed(
                f"{self.name} answered {brief(text)}, but {view.decision} allows: {shown}"
            )
        return answer


def _read_command(command: str) -> list[str]:
    """The words of a command, the first being a program that can be run."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidInput(f"can't read the command {brief(command)} ({error})") from None
    if not words:
        raise InvalidInput("a program needs its command: program:./mybot.py")
    if "\0" in command or shutil.which(words[0]) is None:
        raise InvalidInput(f"there is no program {brief(words[0])} that can be run")
    return words


def _read_patience() -> float:
    """How many seconds an answer may take; a command has no room for settings of ours."""
    text = os.environ.get("SMOKESTACK_PATIENCE") or str(PATIENCE)
    try:
        patience = float(text)
    except ValueError:
        patience = 0.0
    if not 0.0 < patience <= 86_400.0:
        raise InvalidInput(f"SMOKESTACK_PATIENCE={brief(text)} must be a number of seconds")
    return patience


def _line(data: dict[str, Any]) -> bytes:
    return msgspec.json.encode(data) + b"\n"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _start_guarded(words: list[str]) -> tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]:
    """A program, and a process that ends it and all that it started if this one is killed."""
    guard = subprocess.Popen(
        ["sh", "-c", GUARD],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # so that an interrupt does not reach it
    )
    assert guard.stdin is not None
    told = guard.stdin.fileno()
    try:
        program = subprocess.Popen(
            words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # so that it can be ended with all that it started
            # It names itself: we might die before we could.
            preexec_fn=lambda: os.write(told, b"%d\n" % os.getpid()),
        )
    except OSError:
        guard.communicate(b"done\n")
        raise
    return program, guard


def _end(process: subprocess.Popen[bytes], guard: subprocess.Popen[bytes]) -> None:
    """Let the program see the end of its input; if it stays, end it and all that it started."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    try:
        process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
    process.stdout.close()
    guard.communicate(b"done\n")


def _nothing_to_end() -> None:
    pass
