"""`smokestack perft`."""

from __future__ import annotations

import smokestack
from tests.terminal.commands import Run


def test_perft_counts_the_answers_at_each_depth(run: Run) -> None:
    lines = run("perft", "glasgow", "--seed", "1", "--depth", "2").stdout.splitlines()
    match = smokestack.new_game("glasgow", seed=1)
    leaves = 0
    for answer in match.answers:
        match.play(answer)
        leaves += len(match.answers)
        match.undo()
    counted = [line.partition(" (")[0] for line in lines]
    assert counted == ["depth 1: 15", f"depth 2: {leaves}"]
