"""What runs in bot processes. They get what a seat may see and nothing else."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread
from typing import Any

import msgspec

from smokestack.analysis.hint import Hint, hint
from smokestack.bots.registry import levels, make_bot
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.view import View
from smokestack.games import find_game, game_names


class BotTask(msgspec.Struct, frozen=True):
    """A decision as its seat sees it, in a form that can be sent to another process."""

    game: str
    position: dict[str, Any]
    seat: int
    players: list[str]
    seed: int
    """For the random stream of the bot."""


def task_of(view: View, seed: int) -> BotTask:
    """The decision that `view` shows, with all hidden information determinized."""
    game = view.game
    position = game.dump(game.determinize(view, Stream(seed)))
    return BotTask(game.name, position, view.seat, view.players, seed)


def view_of(task: BotTask) -> View:
    """The view from which a task was made."""
    game = find_game(task.game)
    return View(game, game.load(task.position), task.seat, task.players)


def choose_answer(task: BotTask, bot: str) -> str:
    """A bot's answer, in notation. Only levels play on a server, never `program:…`."""
    if bot not in levels():
        raise InvalidInput(f"{brief(bot)} is not a level")
    view = view_of(task)
    answer = make_bot(bot, view.game, task.seed, task.seat).answer(view)
    return view.game.to_text(answer)


def find_hints(task: BotTask, simulations: int) -> list[Hint]:
    return hint(view_of(task), simulations, task.seed)


def init_process() -> None:
    """Runs first in each bot process."""
    # A handler in Python would not run before compiled code returns.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_exit_with_server, daemon=True).start()


def warm_up() -> None:
    """Load the games, so that the first answer does not have to wait for it."""
    for name in game_names():
        find_game(name)


def _exit_with_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
