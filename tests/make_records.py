"""Plays games until every ending and every scoring rule of Glasgow has a record in tests/records.

Run by `make records`, after a deliberate change of the rules; records that are there already and
still replay stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import smokestack
from glasgow.corners import CORNERS, corners_of
from smokestack.bots.bot import make_bot
from smokestack.engine.match import Match
from smokestack.engine.stream import Stream
from smokestack.engine.view import View

RECORDS = Path(__file__).parent / "records"
Policy = Callable[[View], int]


def main() -> None:
    missing = [corner for corner in CORNERS if not (RECORDS / f"glasgow_{corner}.json").exists()]
    for match in games():
        for corner in sorted(corners_of(match)):
            if corner in missing:
                missing.remove(corner)
                match.record().save(RECORDS / f"glasgow_{corner}.json")
                print(f"{corner}: seed {match.setup.seed}")
        if not missing:
            return
    raise SystemExit(f"no game found for: {', '.join(missing)}")


def games() -> Iterator[Match]:
    """Random, sensible and one-sided games, some of them cut short."""
    for seed in range(20_000):
        options: dict[str, bool | int] = {"turn_limit": 90} if seed % 3 == 0 else {}
        match = smokestack.new_game("glasgow", seed=seed, options=options)
        random = make_bot("random", seed, 0).answer
        park_keeper = ParkKeeper(Stream(seed)).answer
        policies: list[Policy] = [random, park_keeper if seed % 2 else random]
        if seed % 50 == 1:
            policies = [make_bot("greedy", seed, seat).answer for seat in range(2)]
        while match.actor is not None:
            match.play(policies[match.actor](match.view(match.actor)))
        yield match


class ParkKeeper:
    """Builds nothing but parks, otherwise anything legal."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, view: View) -> int:
        texts = {view.game.to_text(answer): answer for answer in view.answers}
        for text, answer in texts.items():
            if text.startswith("build") and "park" in view.game.explain(view, answer):
                return answer
        if view.decision in ("build", "drawn"):
            return view.answers[-1]
        return view.answers[self.stream.below(len(view.answers))]


if __name__ == "__main__":
    main()
