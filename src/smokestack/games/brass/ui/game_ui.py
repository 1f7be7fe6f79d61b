"""The user interface of Brass as `GameUI`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType

from smokestack.engine.core.state import State
from smokestack.engine.game import LedgerEntry
from smokestack.engine.match import Match
from smokestack.engine.view import View
from smokestack.games.brass.rules.terms import CANAL, CARD_KINDS, DECISIONS, ORDER, RAIL
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import (
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
    words,
)
from smokestack.games.brass.ui.things import table_of
from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.language import mark, tr
from smokestack.presentation.lesson import Lesson
from smokestack.presentation.picture import BoardPart, Picture
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


class BrassUI(GameUI):
    folder: ClassVar[Path] = Path(__file__).parents[1]
    summary: ClassVar[str] = mark(
        "Two to four entrepreneurs in Lancashire: canals, then railways, cotton, coal and iron."
    )
    edition_titles: ClassVar[dict[str, str]] = {
        "2007": mark("Brass, 2007"),
        "2009-duel": mark("The duel, 2009"),
        "2018": mark("Brass: Lancashire, 2018"),
    }
    edition_texts: ClassVar[dict[str, str]] = {
        "2007": mark("The classic: 3 or 4 players, hands refilled at the end of the round."),
        "2009-duel": mark("For 2 players on a smaller map, with fewer cards."),
        "2018": mark("2 to 4 players, hands refilled after each turn, income after each round."),
    }
    option_texts: ClassVar[dict[str, str]] = {
        "virtual_link": mark("shipyard cards work in Birkenhead if Liverpool is in your network"),
        "virtual_link_reverse": mark(
            "industry cards work in Liverpool if Birkenhead is in your network"
        ),
        "scotland_canal": mark("a canal can be built between Lancaster and Scotland"),
        "refill_each_turn": mark("hands are refilled after each turn, not each round"),
    }
    reason_texts: ClassVar[dict[str, str]] = {
        "points": mark("most points"),
        "income": mark("tied on points, further on the income track"),
        "money": mark("tied on points and income, more money"),
        "turn order": mark("tied on everything else, earlier in turn order"),
        "shared": mark("tied on everything, a shared victory"),
    }

    score_groups: ClassVar[dict[str, str]] = {
        "link": mark("Links"),
        "cotton": mark("Cotton mills"),
        "port": mark("Ports"),
        "coal": mark("Coal mines"),
        "iron": mark("Iron works"),
        "shipyard": mark("Shipyards"),
        "money": mark("Money"),
        "debt": mark("Paid for debt"),
        "before": mark("Scored before"),
    }
    decision_texts: ClassVar[dict[str, str]] = {
        "action": mark("Actions"),
        "card": mark("Cards to discard"),
        "coal": mark("Sources of coal"),
        "iron": mark("Sources of iron"),
        "second rail": mark("Second railways"),
        "second development": mark("Second developments"),
        "sale": mark("Cotton sales"),
        "debt": mark("Tiles sold for debts"),
    }

    score_periods: ClassVar[dict[str, str]] = {
        "canal": words.PERIOD[CANAL],
        "rail": words.PERIOD[RAIL],
        "": "",
    }

    theme_titles: ClassVar[dict[str, str]] = {
        "coal before rails": mark("Coal before rails"),
        "double rails": mark("Double rails"),
        "overbuilding": mark("Overbuilding"),
        "last sale": mark("Last sale"),
        "loan": mark("Loan before the deadline"),
        "turn order": mark("Two turns in a row"),
        "money": mark("Money in time"),
        "network": mark("Links for the network"),
        "development": mark("Development"),
        "mills and ports": mark("Cotton mills and ports"),
        "coal mines": mark("Coal mines"),
        "iron works": mark("Iron works"),
        "shipyards": mark("Shipyards"),
        "cubes": mark("Whose coal and iron"),
        "sales": mark("Sales"),
        "other": mark("Best move"),
    }
    reveal_texts: ClassVar[dict[str, str]] = {
        "end": mark("You can't undo this: it ends the game."),
        "period": mark("You can't undo this: it ends the canal period and deals new cards."),
        "tile": mark("You can't undo this: it turns over a tile of the distant market."),
        "cards": mark("You can't undo this: it draws new cards."),
    }

    unusual_texts: ClassVar[tuple[str, str]] = (
        mark("Build with two cards"),
        mark("This takes two cards and both actions of your turn."),
    )
    turn_texts: ClassVar[dict[str, str]] = {
        "card": mark("{name}: plots that need another card are faint."),
        "filter": mark("{name}: plots for it are marked."),
        "rest": mark("Now choose a card for this sale."),
    }

    def prompt(self, view: View) -> str:
        return prompts.prompt(view)

    def choices(self, view: View) -> list[Choice]:
        return choices.choices(view)

    def page_choices(self, view: View) -> list[Choice]:
        return choices.page_choices(view)

    def additions(self, view: View) -> list[Choice]:
        return choices.additions(view)

    def actions(self, view: View) -> list[Action]:
        return choices.actions(view)

    def explain(self, view: View, answer: int) -> str:
        return previews.explain(view, answer)

    def log_entry(
        self, before: View, answer: int, after: View, entries: Sequence[LedgerEntry] = ()
    ) -> LogEntry:
        return log_entries.log_entry(before, answer, after, entries)

    def ledger_change(self, state: State, entry: LedgerEntry) -> Change:
        assert isinstance(state, Brass)
        return log_entries.ledger_change(state, entry)

    def change_text(self, what: str, change: int) -> str:
        return log_entries.change_text(what, change)

    def revealed(self, before: State, after: State) -> str:
        assert isinstance(before, Brass)
        assert isinstance(after, Brass)
        if after.over:
            return "end"
        if after.period != before.period:
            return "period"
        return "tile" if after.distant_count != before.distant_count else "cards"

    def period_title(self, state: State) -> str:
        assert isinstance(state, Brass)
        return words.period(int(state.period))

    def first_cards(self, view: View) -> dict[str, list[int]]:
        if view.seat < 0:
            return {}
        table = table_of(view)
        first = view.seat * CARD_KINDS
        hand = [card for card in range(CARD_KINDS) for _ in range(table.hands[first + card])]
        order = [int(table.seats[ORDER + place]) for place in range(table.players)]
        return {"cards": hand, "place": [order.index(view.seat)]}

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
        assert isinstance(state, Brass)
        pending = tr(self.decision_texts[DECISIONS[state.decision]])
        return position_form.position_form(state, pending, self.option_texts)

    def edited_position(self, state: State, values: FieldValues) -> dict[str, Any]:
        assert isinstance(state, Brass)
        return edited_position.edited_position(state, values)

    def draw(self, view: View) -> RenderableType:
        return terminal_board.draw(view)

    def picture(self, view: View, recent: Collection[str] = ()) -> Picture:
        return drawing.draw_picture(view, recent)

    def parts(self, view: View, recent: Collection[str] = ()) -> list[BoardPart]:
        return drawing.draw_parts(view, recent)

    def icons(self) -> str:
        return icons.symbols()

    def rules_picture(self, name: str) -> str | None:
        return rulebook_pictures.rules_picture(name)


UI = BrassUI()
