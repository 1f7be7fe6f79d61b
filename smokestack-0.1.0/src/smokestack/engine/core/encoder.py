"""The contract between a game's observation and the programs that learn from it, in integers."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod

from librt.vecs import vec
from mypy_extensions import i16, i64

from smokestack.engine.core.state import State


class Field:
    """Some neighbouring numbers of an observation: where they are, what they mean, their range."""

    def __init__(
        self, name: str, first: int, shape: tuple[int, ...], low: int, high: int, meaning: str
    ) -> None:
        self.name = name
        self.first = first
        self.shape = shape
        self.low = low
        self.high = high
        self.meaning = meaning

    @property
    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size


class Encoder(metaclass=ABCMeta):
    """Writes what one seat may know of a position as a row of numbers: an observation.

    An encoder reads only what `State.seen_by` would copy for the seat, so a state and the seat's
    view of it give the same numbers. It must only be given states of its own game.
    """

    def __init__(self, version: int, fields: list[Field]) -> None:
        self.version = version
        self.fields = fields
        last = fields[-1]
        self.size: i64 = last.first + last.size

    @abstractmethod
    def begin(self, state: State, row: vec[i16], start: i64) -> None:
        """Clear the row that begins at `start`, and write what never changes during the game."""

    @abstractmethod
    def write(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        """Write the position as `seat` sees it.

        The row must hold what `begin` or `write` wrote for an earlier position of the same game.
        """

    def clear(self, row: vec[i16], start: i64) -> None:
        for index in range(start, start + self.size):
            row[index] = 0


def encode(encoder: Encoder, state: State, seat: int) -> vec[i16]:
    """The observation of one position."""
    row = vec[i16]([0] * encoder.size)
    encoder.begin(state, row, 0)
    encoder.write(state, seat, row, 0)
    return row
