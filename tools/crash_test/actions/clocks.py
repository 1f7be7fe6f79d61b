"""Pauses of clocks, and what must hold for clocks whatever is killed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from benchmarks.web_client import Client, Page
from smokestack.server.domain.announcements import CLOCK_PAUSED, CLOCK_RESUMED, TIMED_OUT
from smokestack.server.domain.table import RESIGNED, RUNNING
from tools.crash_test.actions.action import Action, announced_twice, post
from tools.crash_test.game import Game, Stored, Submission


class Pause(Action):
    """Clocks stop once both players agree, and run again when one of them wants it."""

    name = "pause"
    share = 0.1

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        offered = re.findall(r'hx-post="/tables/[^"]*/(pause|resume)"', page.text)
        if not offered or (offered == ["pause"] and rng.random() > 0.3):
            return None
        return str(rng.choice(offered))

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await post(client, f"{game.path}/{submission.value}", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = stored.announced(CLOCK_PAUSED, CLOCK_RESUMED)
        yield from announced_twice(said)
        clock = stored.table.clock
        if clock is not None and stored.table.status == RUNNING:
            paused = said[-1:] == [CLOCK_PAUSED]
            if clock.paused != paused:
                yield f"the clocks {'run' if paused else 'stand still'}"


def clock_problems(stored: Stored) -> Iterator[str]:
    """Clocks are neither lost nor negative, and time runs out once, whatever was killed."""
    table, clock = stored.table, stored.table.clock
    if clock is None:
        if table.pace.has_clock:
            yield "the clocks are lost"
        return
    if any(not 0 <= left <= table.pace.seconds for left in clock.left):
        yield f"the seats have {clock.left} seconds"
    if table.status == RUNNING and clock.running is None:
        yield "no clock runs"
    if stored.timeout_jobs != (clock.due is not None):
        yield f"{stored.timeout_jobs} jobs for the time-out at {clock.due}"
    timeouts = len(stored.announced(TIMED_OUT))
    if not timeouts == len(clock.timed_out) == (table.status == RESIGNED):
        yield f"{timeouts} time-outs announced, {clock.timed_out} stored, status {table.status}"
