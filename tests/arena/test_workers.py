"""Work in several processes: nothing is lost when somebody interrupts it."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from smokestack.arena.workers import HeldInterrupts, Processes


def interrupting_tasks(at: int) -> Iterator[int]:
    for task in range(40):
        if task == at:
            signal.raise_signal(signal.SIGINT)
        yield task


@pytest.mark.parametrize("at", [2, 3, 10])
def test_an_interrupt_while_tasks_are_handed_out_is_heard(at: int) -> None:
    finished: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        finished.extend(Processes(2)(abs, interrupting_tasks(at)))
    assert len(finished) < 40


def test_an_interrupt_at_the_very_end_is_heard() -> None:
    with pytest.raises(KeyboardInterrupt), HeldInterrupts():
        signal.raise_signal(signal.SIGINT)


def test_all_is_done_when_nobody_interrupts() -> None:
    assert sorted(Processes(2)(abs, range(-40, 0))) == list(range(1, 41))
