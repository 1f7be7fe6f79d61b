"""The contract of a game's user interface: all texts, drawings and pages that people see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from smokestack.engine.core.state import State
from smokestack.engine.game import LedgerEntry
from smokestack.engine.match import Match
from smokestack.engine.record import Result
from smokestack.engine.view import View
from smokestack.presentation.language import tr
from smokestack.presentation.lesson import Lesson
from smokestack.presentation.picture import BoardPart, Picture, seat_patterns
from smokestack.presentation.position_form import FieldValues, FormSection
from smokestack.presentation.table_text import (
    Action,
    Change,
    Choice,
    Fact,
    GuideStep,
    LogEntry,
    ScoreLine,
    ThingDescription,
)

if TYPE_CHECKING:
    from rich.console import RenderableType


class GameUI(ABC):
    """What people see of one game, in a browser or a terminal.

    The class attributes with texts are in English and marked for translation; translate them with
    `tr`. Methods return texts in the language in use.
    """

    folder: ClassVar[Path]
    """The game's folder."""
    summary: ClassVar[str]
    """The game in a sentence."""
    edition_titles: ClassVar[dict[str, str]]
    edition_texts: ClassVar[dict[str, str]]
    """What is special about each edition."""
    option_texts: ClassVar[dict[str, str]]
    """What each option changes."""
    reason_texts: ClassVar[dict[str, str]]
    """Each of `Game.reasons` in words, the usual one first."""
    decision_texts: ClassVar[dict[str, str]]
    """What each of `Game.decisions` is about, as a heading."""
    score_groups: ClassVar[dict[str, str]]
    """What points are for, by `ScoreLine.group`, in the order in which it is listed."""
    score_periods: ClassVar[dict[str, str]] = {"": ""}
    """When points are scored, by `ScoreLine.period`."""
    reveal_texts: ClassVar[dict[str, str]]
    """Why an answer can't be undone, by what `revealed` returns."""
    theme_titles: ClassVar[dict[str, str]]
    """What each of `Game.puzzle_themes` is about, as a heading."""
    unusual_texts: ClassVar[tuple[str, str]] = ("", "")
    """The name of the switch for unusual choices, and the question before one is taken."""
    turn_texts: ClassVar[dict[str, str]] = {}
    """What a page says about a turn that was begun but not sent.

    `card` with the `{name}` of a chosen card, `filter` with that of a chosen thing that filters the
    answers, and `rest` if an answer was sent without its card. See `Picture.thing`.
    """

    @abstractmethod
    def prompt(self, view: View) -> str:
        """What the actor has to do now and why, in a sentence; spectators read it too."""

    @abstractmethod
    def choices(self, view: View) -> list[Choice]:
        """The legal answers of `view`, in an order that is good to read."""

    def page_choices(self, view: View) -> list[Choice]:
        """The choices on a page, which may answer the decisions that follow as well (`then`)."""
        return self.choices(view)

    def additions(self, view: View) -> list[Choice]:
        """What may be added to the pending action before its card is chosen.

        On a page, an addition replaces the last of the choices' answers in `then`.
        """
        return []

    def actions(self, view: View) -> list[Action]:
        """The kinds of actions between which the actor chooses, possible or not; often none."""
        return []

    @abstractmethod
    def explain(self, view: View, answer: int) -> str:
        """In a few words, what an answer costs and brings."""

    @abstractmethod
    def log_entry(
        self, before: View, answer: int, after: View, entries: Sequence[LedgerEntry] = ()
    ) -> LogEntry:
        """What the actor of `before` did and what it changed.

        `entries` are the ledger entries of this answer, if the game keeps a ledger.
        """

    def log_line(self, before: View, answer: int, after: View) -> str:
        """The log entry on one line."""
        entry = self.log_entry(before, answer, after)
        line = f"{before.players[entry.seat]}: {entry.sentence}"
        if entry.headline:
            line += f"; {entry.headline}"
        changes = [
            f"{name} {', '.join(change.text for change in entry.changes if change.seat == seat)}"
            for seat, name in enumerate(before.players)
            if any(change.seat == seat for change in entry.changes)
        ]
        return f"{line} ({'; '.join(changes)})" if changes else line

    def ledger_change(self, state: State, entry: LedgerEntry) -> Change:
        """A ledger entry in words."""
        text = self.change_text(entry.what, entry.change)
        return Change(entry.seat, text, entry.cause, entry.what, entry.change)

    @abstractmethod
    def change_text(self, what: str, change: int) -> str:
        """A change of an amount, which is named by its icon, in words: `+2 stone`."""

    @abstractmethod
    def revealed(self, before: State, after: State) -> str:
        """What became visible between two states, or `end`: a key of `reveal_texts`."""

    @abstractmethod
    def first_cards(self, view: View) -> dict[str, list[int]]:
        """What the reader sees of the deal before their first answer, to compare it later.

        By the label of its shuffle, as `web/static/verify.js` expects it; empty if nothing.
        """

    @abstractmethod
    def opening_text(self, move: str) -> str:
        """A move of `Game.opening_move` in a few words."""

    @abstractmethod
    def score_sheet(self, match: Match) -> list[ScoreLine]:
        """Every point that each seat would score if the game ended now."""

    def period_title(self, state: State) -> str:
        """What `Game.period` is called; empty if the game has only one period."""
        return ""

    def result_sentence(self, players: Sequence[str], result: Result) -> str:
        """Who won, with which score and why."""
        reason = tr(self.reason_texts[result.reason])
        points = result.scores[result.winners[0]]
        if len(result.winners) > 1:
            names = ", ".join(players[seat] for seat in result.winners)
            return tr(
                "Shared victory at {points}: {names} ({reason}).",
                points=points,
                names=names,
                reason=reason,
            )
        others = (score for seat, score in enumerate(result.scores) if seat not in result.winners)
        return tr(
            "{name} wins {points} to {others} ({reason}).",
            name=players[result.winners[0]],
            points=points,
            others=", ".join(str(score) for score in sorted(others, reverse=True)),
            reason=reason,
        )

    @abstractmethod
    def facts(self, view: View) -> list[list[Fact]]:
        """What each seat has, points first, for the panels beside the board."""

    @abstractmethod
    def describe(self, view: View) -> list[str]:
        """The table in sentences, for people who don't see it."""

    @abstractmethod
    def about(self, view: View, thing: str) -> ThingDescription | None:
        """What a thing on the board is; None if there is no such thing."""

    @abstractmethod
    def guide(self, view: View) -> list[GuideStep]:
        """The steps of a guide through a first turn."""

    @abstractmethod
    def lesson(self) -> Lesson:
        """An interactive first game."""

    @abstractmethod
    def position_form(self, state: State) -> list[FormSection]:
        """A position as the fields of a form, for people who set one up by hand."""

    @abstractmethod
    def edited_position(self, state: State, values: FieldValues) -> dict[str, Any]:
        """The data of a position with the values of its form; `Game.load` checks it.

        What no field shows stays as in `state`. What is hidden gets what is left over.
        """

    @abstractmethod
    def draw(self, view: View) -> RenderableType:
        """The table as text for a terminal."""

    @abstractmethod
    def picture(self, view: View, recent: Collection[str] = ()) -> Picture:
        """The whole board; things of `view.answers` are open, those in `recent` highlighted."""

    def parts(self, view: View, recent: Collection[str] = ()) -> list[BoardPart]:
        """The board in parts for a page; the first, called `board`, can be zoomed."""
        picture = self.picture(view, recent)
        return [BoardPart("board", picture.title, [picture])]

    @abstractmethod
    def icons(self) -> str:
        """The SVG symbols that pictures and pages use; ids begin with `icon-`."""

    def to_svg(self, view: View) -> str:
        """The board as a picture that needs no other file."""
        style = self.theme_css.read_text("utf-8") + self.picture_css.read_text("utf-8")
        return self.picture(view).standalone(seat_patterns() + self.icons(), style)

    @property
    def theme_css(self) -> Path:
        """The game's own colours; `presentation/theme.css` has those that all games share."""
        return self.folder / "ui" / "theme.css"

    @property
    def picture_css(self) -> Path:
        """The style sheet of the game's pictures."""
        return self.folder / "ui" / "picture.css"

    def rulebook(self, language: str) -> Path:
        """The rules in a language, as Markdown."""
        return self.folder / "rulebook" / f"{language}.md"

    def rules_picture(self, name: str) -> str | None:
        """A picture that the rulebook names, such as `tile:F1` or `icon:stone`, as SVG."""
        return None

    def rules_facts(self, name: str) -> list[tuple[str, str]]:
        """The rows of a table that the rulebook names and the game's data fill."""
        return []
