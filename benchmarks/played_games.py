"""Games that bots play for the proofs of the analysis.

They are played once and kept in the results folder, with whatever evaluates positions at that time.
An interrupted run continues. What is measured in them can be measured again with other networks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec

import smokestack
from smokestack.analysis.calibration import calibration_of
from smokestack.bots.networks import shipped_networks
from smokestack.bots.registry import make_bot
from smokestack.engine.game import Game
from smokestack.engine.match import Match

RESULTS_FOLDER: Final = Path(".analysis-proof")
NAME_LENGTH: Final = 8

Row = TypeVar("Row", bound=msgspec.Struct)


class PlayedGame(msgspec.Struct, frozen=True):
    game: str
    seed: int
    bots: list[str]
    """By seat."""
    history: list[int]

    @property
    def match(self) -> Match:
        match = new_match(self.game, self.seed)
        for answer in self.history:
            match.play(answer)
        return match


def played_games(
    game: str, name: str, seeds: range, bots: Callable[[int], Sequence[str]]
) -> list[PlayedGame]:
    """The games of all seeds; `bots` names the bots of a game by its seed."""
    return rows(
        PlayedGame, f"games-{game}-{name}", seeds, lambda seed: play_game(game, bots(seed), seed)
    )


def play_game(game: str, bots: Sequence[str], seed: int) -> PlayedGame:
    match = new_match(game, seed)
    seated = [make_bot(bot, match.game, seed, seat) for seat, bot in enumerate(bots)]
    while (seat := match.actor) is not None:
        match.play(seated[seat].answer(match.view(seat)))
    return PlayedGame(game, seed, list(bots), [int(answer) for answer in match.history])


def new_match(game: str, seed: int) -> Match:
    return smokestack.new_game(game, seed=seed)


def rows(kind: type[Row], name: str, seeds: range, make: Callable[[int], Row]) -> list[Row]:
    """The rows of all seeds, in their order; those that are missing in the file are made."""
    path = RESULTS_FOLDER / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    whole = b""
    if path.exists():
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]  # without a line that a crash left incomplete
    found = [msgspec.json.decode(line, type=kind) for line in whole.splitlines()]
    with path.open("ab") as file:
        file.truncate(len(whole))
        for seed in seeds[len(found) :]:
            found.append(make(seed))
            file.write(msgspec.json.encode(found[-1]) + b"\n")
            file.flush()
    return found[: len(seeds)]


def evaluation_of(game: Game) -> str:
    """What values the positions of the usual table: the beginning of the networks' checksum."""
    if calibration_of(game).evaluation == "linear":
        return "linear"
    table = game.table_of(new_match(game.name, 0).state)
    path = shipped_networks(game, table)
    if path is None:
        return "linear"
    header = msgspec.json.decode(path.read_bytes().split(b"\n", 1)[0], type=dict[str, object])
    return str(header["sha256"])[:NAME_LENGTH]
