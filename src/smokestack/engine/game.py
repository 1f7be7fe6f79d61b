"""The contract of a game's rules; what people see of a game is in `presentation/game_ui.py`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.endgame import Endgame
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.starter import Starter
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.messages import mark
from smokestack.engine.network_spec import NetworkSpec
from smokestack.engine.record import Result, Setup
from smokestack.engine.snapshot import StateData, restore_state

if TYPE_CHECKING:
    from smokestack.engine.view import View

MAX_NAME_LENGTH = 40


class Option(msgspec.Struct, frozen=True):
    """A rule that a table can change: a switch, or a number from `minimum` to `maximum`."""

    name: str
    default: bool | int
    minimum: int = 0
    maximum: int = 0
    editions: tuple[str, ...] = ()
    """The editions in which it makes a difference; empty for all."""


class FirstSeat(Enum):
    """Who starts a game."""

    SEAT_0 = "seat 0"
    CHOSEN_OR_DRAWN = "chosen or drawn"
    """`Setup.first`, or a seat that the deal draws."""
    DRAWN = "drawn"
    """The deal draws the whole order."""


class LedgerEntry(msgspec.Struct, frozen=True):
    """One change of what a seat has, and its cause."""

    answer: int
    """The number of the answer that caused it, counted from 1."""
    seat: int
    what: str
    change: int
    cause: str
    where: str
    """The place on the map in notation, or empty."""
    tile: int = -1
    """The kind of tile that scored, a number of the game; -1 if none did."""


class Game(ABC):
    """The rules of one game and its notation.

    Every game has its own subclass of `State`; callers pass it back without looking inside.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[int]
    """The rules version of new games. A change that would alter an old record raises it."""
    known_rules: ClassVar[tuple[int, ...]]
    """The rules versions whose records can be replayed."""
    editions: ClassVar[tuple[str, ...]]
    seats: ClassVar[tuple[int, ...]]
    """The possible numbers of players, over all editions."""
    options: ClassVar[tuple[Option, ...]]
    decisions: ClassVar[tuple[str, ...]]
    reasons: ClassVar[tuple[str, ...]]
    """Why a game can end; `Result.reason` is one of these."""
    answers: ClassVar[int]
    """The size of the action space: answers are integers from 0 up to this."""
    first_decisions: ClassVar[frozenset[str]]
    """Decisions with which an action starts; the others complete it."""
    unasked_decisions: ClassVar[frozenset[str]] = frozenset()
    """Decisions of an action that a person is not asked if only one answer is legal."""
    shrinking_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of the state that may become shorter during a game; all others keep their length."""
    optional_repeats: ClassVar[dict[str, str]] = {}
    """Decisions to go on with an action, each with the answer that ends it."""
    has_tile_sets: ClassVar[bool] = False
    """Whether it can be played with tiles other than those that come with it."""
    hidden_hands: ClassVar[bool] = False
    """Whether seats hold something that the other seats must not see."""
    weight_file: ClassVar[Path]
    """The file with the weights of the evaluation and the parameters of the search."""
    weight_names: ClassVar[tuple[str, ...]]
    """The weights of the evaluation, in the order that `evaluator` expects."""
    networks: ClassVar[NetworkSpec]
    """The networks that can evaluate positions instead of these weights."""
    puzzle_file: ClassVar[Path]
    """The file with the puzzles that come with the game."""
    puzzle_themes: ClassVar[tuple[str, ...]]
    """What puzzles of this game can be about; the last one is for puzzles of no other theme."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The state at the first decision; `InvalidInput` if the setup can't be played."""

    @abstractmethod
    def starter(self, setup: Setup) -> Starter:
        """Starts games with this setup and other streams; `InvalidInput` as for `start`."""

    @abstractmethod
    def encoder(self, setup: Setup) -> Encoder:
        """Writes observations of the games with this setup, for programs that learn."""

    @abstractmethod
    def evaluator(self, weights: list[float]) -> Evaluator:
        """An evaluator of positions with these weights, for bots."""

    def endgame(self) -> Endgame | None:
        """Solves the end of games exactly; None if the game has no such solver."""
        return None

    @abstractmethod
    def table_of(self, state: State) -> str:
        """Edition and number of players, as `2007/4`: networks are trained for certain tables."""

    @abstractmethod
    def to_text(self, answer: int) -> str:
        """An answer in notation."""

    @abstractmethod
    def to_answer(self, text: str) -> int:
        """The answer with this notation; `IllegalAnswer` if there is none."""

    @abstractmethod
    def opening_move(self, state: State, answer: int) -> str:
        """A legal answer as the statistics of openings count it.

        Everybody can see it, and it names what games have in common, not what was dealt. Empty for
        an answer that only completes a move, such as the choice of a card.
        """

    @abstractmethod
    def themes_of(self, state: State, line: Sequence[int], wrong: Sequence[int]) -> list[str]:
        """The themes of a puzzle: a position, the best line, and the line of the greedy answer.

        A line is as long as the search is sure of it, and begins with the answer in question.
        """

    @abstractmethod
    def idea_of(self, state: State, best: int, wrong: int) -> str:
        """What puzzles that are alike have in common, no matter which table they come from.

        It names the part of the game, the best answer and the wrong one that is the most tempting,
        without what makes no difference to a person who solves the puzzle.
        """

    @abstractmethod
    def audit(self, state: State) -> dict[str, Any]:
        """The whole table as JSON-ready data, hidden parts included, for traces."""

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """A state as JSON-ready data, without loss."""

    @abstractmethod
    def load(self, data: object) -> State:
        """The state that `dump` wrote; `InvalidInput` for any other data."""

    @abstractmethod
    def show(self, state: State) -> dict[str, Any]:
        """A state as `State.seen_by` returns it, as JSON-ready data."""

    @abstractmethod
    def distinctive_facts(self, state: State) -> list[str]:
        """What one recognises a position by, in a state as `State.seen_by` returns it.

        Seats are not named, and what changes with every turn or can be exchanged without changing
        the best answer is left out, so that a position is recognised after small changes.
        """

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """Scores, winners and reason, once the game is over."""

    @abstractmethod
    def points(self, state: State) -> list[int]:
        """The points of each seat if the game ended now."""

    def period(self, state: State) -> str:
        """The period of the game; empty if it has only one."""
        return ""

    def ledger(self, state: State, after: int = 0) -> list[LedgerEntry]:
        """The changes that the answers after number `after` caused; empty without a ledger.

        Only a state that comes from `start`, `follow` or `resume` keeps a ledger.
        """
        return []

    def follow(self, state: State) -> State:
        """A copy of a state together with its ledger."""
        return state.copy()

    def resume(self, setup: Setup, data: StateData, answers: int) -> State:
        """The state that was saved after this number of answers; its ledger starts here."""
        state = self.start(setup)
        restore_state(state, data)
        return state

    def tile_set(self, path: Path | None) -> str | dict[str, Any]:
        """The value of `Setup.tiles` for a tile file, or for the tiles that come with the game."""
        if path is not None:
            raise InvalidInput(f"{self.title} is not played with tile files")
        return ""

    def determinize(self, view: View, stream: Stream) -> State:
        """A full state that agrees with `view`, the hidden part drawn from `stream`."""
        state = view.state.copy()
        state.redeal(view.seat, stream)
        return state

    def player_counts(self, edition: str) -> list[int]:
        """The possible numbers of players in an edition, the usual one last."""
        return sorted(self.seats)

    def first_seat(self, edition: str) -> FirstSeat:
        """Who starts in an edition."""
        return FirstSeat.SEAT_0

    def edition_options(self, edition: str) -> dict[str, bool | int]:
        """The options for which an edition has its own default."""
        return {}

    def options_of(self, edition: str) -> list[Option]:
        """The options that make a difference in an edition."""
        return [option for option in self.options if edition in (option.editions or self.editions)]

    def complete_options(self, edition: str, given: dict[str, bool | int]) -> dict[str, bool | int]:
        """The given options, checked, and the edition's defaults for the others."""
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            option = known.get(name)
            if option is None:
                raise InvalidInput(
                    mark("{game} has no option {name}; it has {options}"),
                    game=self.title,
                    name=brief(name),
                    options=", ".join(known),
                )
            if isinstance(option.default, bool):
                if not isinstance(value, bool):
                    raise InvalidInput(
                        mark("option {name} must be true or false, not {value}"),
                        name=name,
                        value=brief(value),
                    )
            elif isinstance(value, bool) or not option.minimum <= value <= option.maximum:
                raise InvalidInput(
                    mark("option {name} must be a whole number from {min} to {max}, not {value}"),
                    name=name,
                    min=option.minimum,
                    max=option.maximum,
                    value=brief(value),
                )
        defaults = {name: option.default for name, option in known.items()}
        return {**defaults, **self.edition_options(edition), **given}

    def check_setup(self, setup: Setup) -> None:
        """Check what every setup must have, in every game; `InvalidInput` says what is wrong."""
        if setup.rules not in self.known_rules:
            raise InvalidInput(
                f"played under rules {brief(setup.rules)} of {self.title}, but this version of "
                f"Smokestack knows rules {', '.join(map(str, self.known_rules))}; use the version "
                "that wrote it"
            )
        self.check_edition(setup.edition)
        self.check_player_count(setup.edition, len(setup.players))
        if setup.first is not None and not 0 <= setup.first < len(setup.players):
            raise InvalidInput(f"there is no seat {brief(setup.first)} to start the game")
        for name in setup.players:
            if not 0 < len(name) <= MAX_NAME_LENGTH or not name.isprintable():
                limits = f"it needs 1 to {MAX_NAME_LENGTH} printable characters"
                raise InvalidInput(f"{brief(name)} is not a name: {limits}")
        if self.complete_options(setup.edition, setup.options) != setup.options:
            missing = sorted({option.name for option in self.options} - setup.options.keys())
            raise InvalidInput(f"options of {self.title} missing: {', '.join(missing)}")

    def check_edition(self, edition: str) -> None:
        self._check_one_of("edition", edition, self.editions)

    def check_player_count(self, edition: str, players: int) -> None:
        self._check_one_of("number of players", players, self.player_counts(edition))

    def _check_one_of(self, what: str, found: object, allowed: Sequence[object]) -> None:
        if found not in allowed:
            choices = ", ".join(str(choice) for choice in allowed)
            raise InvalidInput(f"{self.title} has no {what} {brief(found)}; possible: {choices}")
