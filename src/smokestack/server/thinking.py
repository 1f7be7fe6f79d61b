"""What bots do in their own processes, from what their seat may see and nothing else."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread
from typing import Any

import msgspec

from smokestack.bots.hint import Hint, hint
from smokestack.bots.registry import make_bot
from smokestack.engine.stream import Stream
from smokestack.engine.view import View
from smokestack.games import find_game, game_names


class Question(msgspec.Struct, frozen=True):
    """A question at a table, fit to be sent to another process."""

    game: str
    position: dict[str, Any]
    seat: int
    players: list[str]
    seed: int
    """For the thinker's own random stream."""


def question_of(view: View, seed: int) -> Question:
    """What `view` shows; the position to be sent has all that is hidden dealt anew."""
    game = view.game
    position = game.dump(game.determinize(view, Stream(seed)))
    return Question(game.name, position, view.seat, view.players, seed)


def view_of(question: Question) -> View:
    """The view from which a question was made."""
    game = find_game(question.game)
    return View(game, game.load(question.position), question.seat, question.players)


def find_answer(question: Question, bot: str) -> str:
    """A bot's answer, in notation."""
    view = view_of(question)
    answer = make_bot(bot, view.game, question.seed, question.seat).answer(view)
    return view.game.to_text(answer)


def find_hints(question: Question, simulations: int) -> list[Hint]:
    return hint(view_of(question), simulations, question.seed)


def begin() -> None:
    """Leave it to the server when to stop, and don't outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=_end_with_server, daemon=True).start()


def get_ready() -> None:
    """Load the games before somebody waits for it."""
    for name in game_names():
        find_game(name)


def _end_with_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
