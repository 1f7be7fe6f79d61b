"""The contract between a game and its randomness: everything random in a game is a shuffle."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod

from librt.vecs import vec
from mypy_extensions import i64


class Shuffler(metaclass=ABCMeta):
    """A source of random orders, part of a state.

    `Stream` is the fast kind, determined by a seed, for programs; `KeyedStream` is the kind that
    nobody can predict and everyone can verify after the game, for people.
    """

    @abstractmethod
    def shuffle(self, cards: vec[i64], count: i64, label: str) -> None:
        """Put the first `count` cards in a uniformly random order; `label` says what they are."""

    @abstractmethod
    def copy(self) -> Shuffler:
        """An independent copy that continues in the same way."""

    @abstractmethod
    def numbers(self) -> vec[i64]:
        """What distinguishes it from others of the same setup; `restore` takes the same."""

    @abstractmethod
    def restore(self, numbers: vec[i64]) -> None:
        """Continue from where `numbers` were taken."""
