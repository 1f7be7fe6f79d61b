"""Plays the games of a dataset and writes them, shard by shard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from smokestack.arena.plan import check_seeds
from smokestack.arena.workers import TaskRunner
from smokestack.bots.bot import Bot
from smokestack.bots.mistakes import BotWithMistakes
from smokestack.bots.registry import make_bot
from smokestack.bots.search.tree import NONE
from smokestack.bots.search_bot import SearchBot
from smokestack.engine.core.observer import Observer
from smokestack.engine.core.stream import Stream
from smokestack.engine.view import View
from smokestack.envs.arrays import array_of
from smokestack.envs.dataset.description import Description, save_description, shard_path
from smokestack.envs.dataset.shards import count_games, save_shard
from smokestack.games import find_game


def write_dataset(folder: Path, description: Description, spread: TaskRunner) -> Iterator[int]:
    """Write the shards that are missing; yields the number of games of each.

    Shards appear under their names only when they are complete, so an interrupted run continues
    where it stopped.
    """
    check_seeds(description.setup.seed, description.games)
    save_description(folder, description)
    missing = [
        shard for shard in range(description.shards) if not is_complete(folder, description, shard)
    ]
    yield description.games - sum(len(description.seeds(shard)) for shard in missing)
    yield from spread(partial(write_shard, folder, description), missing)


def is_complete(folder: Path, description: Description, shard: int) -> bool:
    """Whether a shard is there with all its games; the last one may have been shorter before."""
    path = shard_path(folder, description, shard)
    return path.exists() and count_games(path) == len(description.seeds(shard))


def write_shard(folder: Path, description: Description, shard: int) -> int:
    """Play the games of a shard and write them; the number of games."""
    recorder = Recorder(description)
    seeds = description.seeds(shard)
    for seed in seeds:
        recorder.play(seed)
    save_shard(shard_path(folder, description, shard), recorder.arrays(), description)
    return len(seeds)


class Recorder:
    """Plays games and collects what the seats saw, could answer and did answer."""

    def __init__(self, description: Description) -> None:
        self.setup = description.setup
        self.bots = description.bots
        self.rules = find_game(self.setup.game)
        self.starter = self.rules.starter(self.setup)
        self.observer = Observer(self.rules.encoder(self.setup), self.rules.answers)
        self.numbers = array_of(self.observer.observation, np.int16)
        self.mask = array_of(self.observer.mask, np.uint8)
        self.observations: list[np.ndarray] = []
        self.masks: list[np.ndarray] = []
        self.answers: list[int] = []
        self.seats: list[int] = []
        self.visits: list[list[tuple[int, int]]] = []
        self.game_offsets = [0]
        self.game_seeds: list[int] = []
        self.game_scores: list[list[int]] = []
        self.game_winners: list[list[bool]] = []

    def play(self, seed: int) -> None:
        players = len(self.bots)
        state = self.starter.start(Stream(seed))
        bots = [make_bot(name, self.rules, seed, seat) for seat, name in enumerate(self.bots)]
        self.observer.begin(state)
        while not state.over:
            seat = int(state.actor)
            view = View(self.rules, state, seat, self.setup.players)
            answer = bots[seat].answer(view)
            self.observer.observe(state, seat)
            self.observations.append(self.numbers.copy())
            self.masks.append(np.packbits(self.mask))
            self.answers.append(answer)
            self.seats.append(seat)
            self.visits.append(visits_of(bots[seat], view))
            state.apply(answer)
        self.game_offsets.append(len(self.answers))
        self.game_seeds.append(seed)
        self.game_scores.append([int(state.points(seat)) for seat in range(players)])
        won = int(state.winners())
        self.game_winners.append([bool(won >> seat & 1) for seat in range(players)])

    def arrays(self) -> dict[str, np.ndarray]:
        lengths = [len(visits) for visits in self.visits]
        flat = [visit for visits in self.visits for visit in visits]
        return {
            "observations": np.array(self.observations, np.int16),
            "masks": np.array(self.masks, np.uint8),
            "answers": np.array(self.answers, np.int16),
            "seats": np.array(self.seats, np.int8),
            "visit_offsets": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            "visit_answers": np.array([answer for answer, _ in flat], np.int16),
            "visit_counts": np.array([count for _, count in flat], np.int32),
            "game_offsets": np.array(self.game_offsets, np.int64),
            "game_seeds": np.array(self.game_seeds, np.int64),
            "game_scores": np.array(self.game_scores, np.int16),
            "game_winners": np.array(self.game_winners, np.bool_),
        }


def visits_of(bot: Bot, view: View) -> list[tuple[int, int]]:
    """How often the bot's search visited each legal answer; empty for bots without search."""
    if isinstance(bot, BotWithMistakes):
        bot = bot.bot
    answers = view.answers
    if not isinstance(bot, SearchBot) or bot.search is None or len(answers) < 2:
        return []
    search = bot.search
    found = [(answer, search.tree.find(search.root, answer)) for answer in answers]
    return [
        (answer, int(search.tree.visits[node]))
        for answer, node in found
        if node != NONE and search.tree.visits[node] > 0
    ]
