"""Play games until every special case of the rules has a record in `tests/records`.

Run by `make records` after a deliberate change of the rules. Existing records are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.engine.view import View
from smokestack.games import ui_of
from tests.games.brass import corners as brass_corners
from tests.games.brass.tables import TABLES, new_match
from tests.games.glasgow import corners as glasgow_corners

RECORDS = Path(__file__).parents[1] / "tests" / "records"
Policy = Callable[[View], int]


def main() -> None:
    collect("glasgow", glasgow_games(), glasgow_corners.CORNERS, glasgow_corners.corners_of)
    collect("brass", brass_games(), brass_corners.CORNERS, brass_corners.corners_of)


def collect(
    game: str,
    games: Iterator[Match],
    corners: tuple[str, ...],
    corners_of: Callable[[Match], set[str]],
) -> None:
    """Save the first game with each special case that has no record yet."""
    missing = [corner for corner in corners if not (RECORDS / f"{game}_{corner}.json").exists()]
    while missing:
        match = next(games)
        for corner in sorted(corners_of(match) & set(missing)):
            missing.remove(corner)
            match.record().save(RECORDS / f"{game}_{corner}.json")
            print(f"{game} {corner}: seed {match.setup.seed}")


def glasgow_games() -> Iterator[Match]:
    """Games of random, greedy and park-building players, some with a turn limit."""
    for seed in range(20_000):
        options: dict[str, bool | int] = {"turn_limit": 90} if seed % 3 == 0 else {}
        match = smokestack.new_game("glasgow", seed=seed, options=options)
        random = make_bot("random", match.game, seed, 0).answer
        park_builder = ParkBuilder(Stream(seed)).answer
        policies: list[Policy] = [random, park_builder if seed % 2 else random]
        if seed % 50 == 1:
            policies = [make_bot("greedy", match.game, seed, seat).answer for seat in range(2)]
        yield play(match, policies)


def brass_games() -> Iterator[Match]:
    """Greedy games with some random answers, and random games.

    After those, random games with a rare ending: `corners_of` is too slow to search for it.
    """
    for seed in range(10):
        for edition, players in TABLES:
            match = new_match(edition, players, seed)
            bot = "random" if seed % 3 == 0 else "greedy"
            stream = Stream(seed)
            policies = [
                PartlyRandom(make_bot(bot, match.game, seed, seat).answer, stream).answer
                for seat in range(players)
            ]
            yield play(match, policies)
    for seed in range(200_000):
        match = new_match("2009-duel", 2, seed)
        play(match, [make_bot("random", match.game, seed, seat).answer for seat in range(2)])
        if match.result is not None and match.result.reason == "money":
            yield match


def play(match: Match, policies: Sequence[Policy]) -> Match:
    while match.actor is not None:
        match.play(policies[match.actor](match.view(match.actor)))
    return match


class ParkBuilder:
    """Builds only parks; answers other decisions at random."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, view: View) -> int:
        texts = {view.game.to_text(answer): answer for answer in view.answers}
        for text, answer in texts.items():
            if text.startswith("build") and "park" in ui_of(view.game).explain(view, answer):
                return answer
        if view.decision in ("build", "drawn"):
            return view.answers[-1]
        return view.answers[self.stream.below(len(view.answers))]


class PartlyRandom:
    """Follows a policy, but gives a random answer one time in seven."""

    def __init__(self, policy: Policy, stream: Stream) -> None:
        self.policy = policy
        self.stream = stream

    def answer(self, view: View) -> int:
        if self.stream.below(7) == 0:
            return view.answers[self.stream.below(len(view.answers))]
        return self.policy(view)


if __name__ == "__main__":
    main()
