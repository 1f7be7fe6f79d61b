"""What a game has to offer; everything outside the games lives on this page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.language import tr
from smokestack.engine.picture import Picture
from smokestack.engine.record import Result, Setup
from smokestack.engine.snapshot import Frozen, thaw
from smokestack.engine.state import State
from smokestack.engine.stream import Stream
from smokestack.engine.table_talk import About, Change, Choice, Deed, Fact, Step

if TYPE_CHECKING:
    from rich.console import RenderableType

    from smokestack.engine.view import View


MOST_NAME = 40


class Option(msgspec.Struct, frozen=True):
    """A named choice among rulings; numbers have bounds, switches have none."""

    name: str
    default: bool | int
    text: str
    least: int = 0
    most: int = 0
    editions: tuple[str, ...] = ()
    """The editions in which it makes a difference; empty for all of them."""


class ScoreLine(msgspec.Struct, frozen=True):
    """Points of one seat and where they come from."""

    seat: int
    item: str
    """What scores, in the game's notation: a tile's id, a link."""
    points: int
    bonus: int
    text: str
    """Why."""
    name: str = ""
    """What scores, in words, where its notation says nothing to people."""

    @property
    def title(self) -> str:
        return self.name or self.item

    @property
    def total(self) -> int:
        return self.points + self.bonus


class LedgerEntry(msgspec.Struct, frozen=True):
    """One change of what a seat has, and its cause."""

    answer: int
    """The answer that led to it, counted from 1."""
    seat: int
    what: str
    change: int
    cause: str
    where: str
    """On the map, in the game's notation, or empty."""


class Game(ABC):
    """The rules of one game, with its names, its notation and its pictures.

    A state is the game's own; callers hold it as `State` and hand it back.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    folder: ClassVar[Path]
    """Where the game's files are: `rules/LANGUAGE.md`, `picture.css`."""
    rules: ClassVar[int]
    """Raised by any change that would alter an old record; old records still replay."""
    summary: ClassVar[str]
    """What the game is, in a line."""
    editions: ClassVar[tuple[str, ...]]
    edition_titles: ClassVar[dict[str, str]]
    edition_texts: ClassVar[dict[str, str]]
    """What is special about each edition."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players it can be played with, in one edition or another."""
    options: ClassVar[tuple[Option, ...]]
    decisions: ClassVar[tuple[str, ...]]
    reasons: ClassVar[dict[str, str]]
    """Why a game can end, each in words."""
    answers: ClassVar[int]
    """The size of the action space: answers are integers from 0 up to this."""
    hidden_hands: ClassVar[bool] = False
    """Whether seats hold something that the others at the same screen must not see."""
    weight_file: ClassVar[Path]
    """The file that says how much things count when a position is judged; see `weights.py`."""
    weight_names: ClassVar[tuple[str, ...]]
    """The weights of the evaluation, in the order in which `State.weights` holds them."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The state at the first question; `InvalidInput` if the setup can't be played."""

    @abstractmethod
    def to_text(self, answer: int) -> str:
        """An answer in notation."""

    @abstractmethod
    def to_answer(self, text: str) -> int:
        """The answer that a line of notation means; `IllegalAnswer` if none."""

    @abstractmethod
    def audit(self, state: State) -> dict[str, Any]:
        """Everything on the table and what is hidden, for traces."""

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """A state as JSON-ready data, without loss."""

    @abstractmethod
    def load(self, data: object) -> State:
        """The state that `dump` wrote; `InvalidInput` if it is none."""

    @abstractmethod
    def show(self, state: State) -> dict[str, Any]:
        """What a seat sees (`state` is `seen_by` it) as JSON-ready data."""

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """Scores, winners and reason, once the game is over."""

    @abstractmethod
    def score_sheet(self, state: State) -> list[ScoreLine]:
        """Every point that each seat would score if the game ended now."""

    def ledger(self, state: State, after: int = 0) -> list[LedgerEntry]:
        """Every change of a followed game with its cause, for games that keep a ledger.

        Only those of later answers than number `after`.
        """
        return []

    def tell_entry(self, state: State, entry: LedgerEntry) -> Change:
        """An entry of the ledger in words."""
        return Change(entry.seat, f"{entry.change:+d} {entry.what}", entry.cause)

    def follow(self, state: State) -> State:
        """A twin of a followed game that is followed as well: it has the same ledger."""
        return state.copy()

    def resume(self, setup: Setup, frozen: Frozen, answers: int) -> State:
        """A followed game from a state on that was frozen after so many answers."""
        state = self.start(setup)
        thaw(state, frozen)
        return state

    @abstractmethod
    def prompt(self, view: View) -> str:
        """What the actor has to do now and why, in a sentence, also for those who only watch."""

    @abstractmethod
    def choices(self, view: View) -> list[Choice]:
        """The answers of `view`, in an order that is good to read."""

    @abstractmethod
    def explain(self, view: View, answer: int) -> str:
        """In a few words, what an answer means here: what it costs and brings."""

    @abstractmethod
    def tell(
        self, before: View, answer: int, after: View, entries: Sequence[LedgerEntry] = ()
    ) -> Deed:
        """What the actor of `before` did and what it changed.

        `entries` are those of the ledger that came of the answer, if the game keeps one.
        """

    @abstractmethod
    def facts(self, view: View) -> list[list[Fact]]:
        """What each seat has, points first, for the panels beside the board."""

    @abstractmethod
    def draw(self, view: View) -> RenderableType:
        """The table as text for a terminal."""

    @abstractmethod
    def picture(self, view: View, recent: Collection[str] = ()) -> Picture:
        """The board; what `view.answers` concern is open, what is in `recent` stands out."""

    @abstractmethod
    def icons(self) -> str:
        """The symbols that pictures and pages use, as SVG; ids begin with `icon-`."""

    @abstractmethod
    def describe(self, view: View) -> list[str]:
        """The table in sentences, for those who don't see it."""

    @abstractmethod
    def about(self, view: View, thing: str) -> About | None:
        """What a thing on the board is; None if there is no such thing."""

    @abstractmethod
    def guide(self, view: View) -> list[Step]:
        """Steps through a first turn, from what the board is to what to do."""

    def rules_picture(self, name: str) -> str | None:
        """A picture that the rules name, as `tile:F1` or `icon:stone`, as SVG."""
        return None

    def rules_facts(self, name: str) -> list[tuple[str, str]]:
        """What the rules tell from the data, by the name of its place in the text."""
        return []

    def tell_result(self, players: Sequence[str], result: Result) -> str:
        """Who won, how and why, in a sentence."""
        scores = " : ".join(str(score) for score in result.scores)
        names = " & ".join(players[seat] for seat in result.winners)
        reason = tr(self.reasons[result.reason])
        return tr("{names} won, {scores} ({reason}).", names=names, scores=scores, reason=reason)

    def narrate(self, before: View, answer: int, after: View) -> str:
        """What the actor of `before` did and what it changed, on one line."""
        deed = self.tell(before, answer, after)
        told = f"{before.players[deed.seat]}: {deed.sentence}"
        if deed.headline:
            told += f"; {deed.headline}"
        changes = [
            f"{name} {', '.join(change.text for change in deed.changes if change.seat == seat)}"
            for seat, name in enumerate(before.players)
            if any(change.seat == seat for change in deed.changes)
        ]
        return f"{told} ({'; '.join(changes)})" if changes else told

    def tile_set(self, path: Path | None) -> str | dict[str, Any]:
        """What a setup holds for a tile file, or for the tiles that come with the game."""
        if path is not None:
            raise InvalidInput(f"{self.title} is not played with tile files")
        return ""

    def determinize(self, view: View, stream: Stream) -> State:
        """A full state that looks like `view`, the hidden part dealt from `stream`."""
        state = view.state.copy()
        state.redeal(view.seat, stream)
        return state

    def player_counts(self, edition: str) -> list[int]:
        """The numbers of players that an edition is for, the usual one last."""
        return sorted(self.seats)

    def edition_options(self, edition: str) -> dict[str, bool | int]:
        """The options whose default an edition changes."""
        return {}

    def options_of(self, edition: str) -> list[Option]:
        """The options that make a difference in an edition."""
        return [option for option in self.options if edition in (option.editions or self.editions)]

    def complete_options(self, edition: str, given: dict[str, bool | int]) -> dict[str, bool | int]:
        """The given options, checked, and the edition's defaults of the others."""
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            option = known.get(name)
            if option is None:
                raise InvalidInput(
                    tr(
                        "{game} has no option {name}; it has {options}",
                        game=self.title,
                        name=brief(name),
                        options=", ".join(known),
                    )
                )
            if isinstance(option.default, bool):
                if not isinstance(value, bool):
                    raise InvalidInput(
                        tr(
                            "option {name} must be true or false, not {value}",
                            name=name,
                            value=brief(value),
                        )
                    )
            elif isinstance(value, bool) or not option.least <= value <= option.most:
                raise InvalidInput(
                    tr(
                        "option {name} must be a whole number from {least} to {most}, not {value}",
                        name=name,
                        least=option.least,
                        most=option.most,
                        value=brief(value),
                    )
                )
        defaults = {name: option.default for name, option in known.items()}
        return {**defaults, **self.edition_options(edition), **given}

    def check_setup(self, setup: Setup) -> None:
        """What every game must have right in a setup, whatever its rules."""
        if setup.rules != self.rules:
            raise InvalidInput(
                f"played under rules {setup.rules} of {self.title}, but this version of "
                f"Smokestack knows rules {self.rules}; use the version that wrote it"
            )
        self.check_edition(setup.edition)
        self.check_player_count(setup.edition, len(setup.players))
        for name in setup.players:
            if not 0 < len(name) <= MOST_NAME or not name.isprintable():
                raise InvalidInput(f"{brief(name)} is no name of 1 to {MOST_NAME} characters")
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
