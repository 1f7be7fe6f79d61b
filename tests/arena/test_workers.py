"""Tasks in several processes, with and without an interrupt."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from smokestack.arena.workers import DeferredInterrupts, Processes


def interrupting_tasks(at: int) -> Iterator[int]:
    for task in range(40):
        if task == at:
            signal.raise_signal(signal.SIGINT)
        yield task


@pytest.mark.parametrize("at", [2, 3, 10])
def test_an_interrupt_while_tasks_are_submitted_is_raised(at: int) -> None:
    finished: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        finished.extend(Processes(2)(abs, interrupting_tasks(at)))
    assert len(finished) < 40


def test_an_interrupt_at_the_end_is_raised() -> None:
    with pytest.raises(KeyboardInterrupt), DeferredInterrupts():
        signal.raise_signal(signal.SIGINT)


def test_all_tasks_are_done_without_an_interrupt() -> None:
    assert sorted(Processes(2)(abs, range(-40, 0))) == list(range(1, 41))
