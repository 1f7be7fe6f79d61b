"""The user interface of Glasgow as `GameUI`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType

from smokestack.engine.core.state import State
from smokestack.engine.game import LedgerEntry
from smokestack.engine.match import Match
from smokestack.engine.view import View
from smokestack.games.glasgow import GAME
from smokestack.games.glasgow.rules.terms import ARCHITECT, DECISIONS, NONE
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui import (
    about,
    choices,
    description,
    drawing,
    edited_position,
    guide,
    icons,
    lesson,
    log_entries,
    openings,
    position_form,
    previews,
    prompts,
    rulebook_pictures,
    score_sheet,
    terminal_board,
)
from smokestack.games.glasgow.ui.things import table_of
from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.language import mark, tr
from smokestack.presentation.lesson import Lesson
from smokestack.presentation.picture import Picture
from smokestack.presentation.position_form import FieldValues, FormSection
from smokestack.presentation.table_text import (
    Choice,
    Fact,
    GuideStep,
    LogEntry,
    ScoreLine,
    ThingDescription,
)


class GlasgowUI(GameUI):
    folder: ClassVar[Path] = Path(__file__).parents[1]
    summary: ClassVar[str] = mark(
        "Two merchants race around a ring of contracts and build a shared city. 20 to 30 minutes."
    )
    edition_titles: ClassVar[dict[str, str]] = {"standard": mark("Glasgow")}
    edition_texts: ClassVar[dict[str, str]] = {"standard": mark("As in the box.")}
    option_texts: ClassVar[dict[str, str]] = {
        "whisky_converts": mark("whisky can be converted"),
        "turn_limit": mark("turn limit, counting both players' turns"),
    }
    reason_texts: ClassVar[dict[str, str]] = prompts.ENDINGS

    decision_texts: ClassVar[dict[str, str]] = {
        "move": mark("Moving"),
        "choice": mark("Taking goods"),
        "convert": mark("Converting goods"),
        "replace": mark("Replacing offers"),
        "activate": mark("Activating factories"),
        "draw": mark("Drawing buildings"),
        "drawn": mark("Using drawn buildings"),
        "build": mark("Building"),
        "pay": mark("Paying"),
        "place": mark("Placing buildings"),
        "resolve": mark("Order of factories"),
    }

    score_groups: ClassVar[dict[str, str]] = {
        "factory": mark("Factories"),
        "shop": mark("Shops"),
        "park": mark("Parks"),
        "tenement": mark("Tenements"),
        "station": mark("Stations"),
        "bank": mark("Banks"),
        "landmark": mark("Landmarks"),
    }

    theme_titles: ClassVar[dict[str, str]] = {
        "factories": mark("Factories in row and column"),
        "tempo": mark("Tempo on the ring"),
        "long way": mark("Worth the long way"),
        "contested tile": mark("Before the opponent gets there"),
        "sets": mark("Sets and corners"),
        "building": mark("When and what to build"),
        "offers": mark("New offers"),
        "goods": mark("The right goods"),
        "other": mark("Best move"),
    }
    reveal_texts: ClassVar[dict[str, str]] = {
        "end": mark("You can't undo this: it ends the game."),
        "building": mark("You can't undo this: it reveals a building."),
    }

    def prompt(self, view: View) -> str:
        return prompts.prompt(view)

    def choices(self, view: View) -> list[Choice]:
        return choices.choices(view)

    def explain(self, view: View, answer: int) -> str:
        return previews.explain(view, answer)

    def log_entry(
        self, before: View, answer: int, after: View, entries: Sequence[LedgerEntry] = ()
    ) -> LogEntry:
        return log_entries.log_entry(before, answer, after)

    def change_text(self, what: str, change: int) -> str:
        return log_entries.change_text(what, change)

    def revealed(self, before: State, after: State) -> str:
        return "end" if after.over else "building"

    def first_cards(self, view: View) -> dict[str, list[int]]:
        table = table_of(view)
        found = {"contracts": [int(tile) for tile in table.ring if tile != ARCHITECT]}
        offers = [int(building) for building in table.offers]
        if table.revealed == len(offers) and NONE not in offers:  # nothing was drawn since
            found["buildings"] = offers
        return found

    def opening_text(self, move: str) -> str:
        return openings.opening_text(move)

    def score_sheet(self, match: Match) -> list[ScoreLine]:
        return score_sheet.score_sheet(match)

    def facts(self, view: View) -> list[list[Fact]]:
        return description.facts(view)

    def describe(self, view: View) -> list[str]:
        return description.describe(view)

    def about(self, view: View, thing: str) -> ThingDescription | None:
        return about.about(view, thing)

    def guide(self, view: View) -> list[GuideStep]:
        return guide.guide(view)

    def lesson(self) -> Lesson:
        return lesson.lesson()

    def position_form(self, state: State) -> list[FormSection]:
        assert isinstance(state, Glasgow)
        pending = tr(self.decision_texts[DECISIONS[state.decision]])
        return position_form.position_form(state, pending, self.option_texts)

    def edited_position(self, state: State, values: FieldValues) -> dict[str, Any]:
        assert isinstance(state, Glasgow)
        return edited_position.edited_position(state, values)

    def draw(self, view: View) -> RenderableType:
        return terminal_board.draw(view)

    def picture(self, view: View, recent: Collection[str] = ()) -> Picture:
        return drawing.draw_picture(view, recent)

    def icons(self) -> str:
        return icons.symbols()

    def rules_picture(self, name: str) -> str | None:
        return rulebook_pictures.rules_picture(GAME, name)

    def rules_facts(self, name: str) -> list[tuple[str, str]]:
        return rulebook_pictures.reconstructed() if name == "reconstructed" else []


UI = GlasgowUI()
