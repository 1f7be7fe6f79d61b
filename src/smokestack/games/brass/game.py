"""Brass as the rest of the house knows it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.console import RenderableType

from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game, LedgerEntry, Option, ScoreLine
from smokestack.engine.language import mark, tr
from smokestack.engine.picture import Picture
from smokestack.engine.record import Result, Setup
from smokestack.engine.snapshot import Frozen
from smokestack.engine.state import State
from smokestack.engine.table_talk import About, Change, Choice, Deed, Fact, Step
from smokestack.engine.view import View
from smokestack.games.brass import (
    about,
    answers,
    board,
    choices,
    details,
    drawing,
    guide,
    icons,
    loading,
    notation,
    phrases,
    position,
    rules_drawing,
    telling,
    trials,
    weights,
    words,
)
from smokestack.games.brass.data import EDITIONS, facts, find_edition
from smokestack.games.brass.ledger import WHAT, Entry, Ledger
from smokestack.games.brass.scoring import deciding_tie_break, link_value, winners
from smokestack.games.brass.setup import set_up
from smokestack.games.brass.terms import (
    CANAL,
    CASH,
    DECISIONS,
    LINES,
    NONE,
    POINTS_FOR_MONEY,
    RAIL,
    REASONS,
    SCORE,
    SLOTS,
)
from smokestack.games.brass.turn import Brass

WITH_BIRKENHEAD: Final = ("2007", "2018")


class BrassGame(Game):
    """Two to four entrepreneurs in Lancashire: canals, then railways, cotton, coal, iron, debt."""

    name: ClassVar[str] = "brass"
    title: ClassVar[str] = "Brass"
    folder: ClassVar[Path] = Path(__file__).parent
    rules: ClassVar[int] = 1
    summary: ClassVar[str] = mark(
        "Two to four entrepreneurs in Lancashire: canals, then railways, cotton, coal and iron."
    )
    editions: ClassVar[tuple[str, ...]] = EDITIONS
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
    hidden_hands: ClassVar[bool] = True
    seats: ClassVar[tuple[int, ...]] = (4, 3, 2)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "virtual_link",
            True,
            mark("shipyard cards reach Birkenhead from Liverpool"),
            editions=WITH_BIRKENHEAD,
        ),
        Option(
            "virtual_link_reverse",
            False,
            mark("any industry card reaches Liverpool from Birkenhead"),
            editions=WITH_BIRKENHEAD,
        ),
        Option(
            "scotland_canal",
            True,
            mark("a canal may join Lancaster and Scotland"),
            editions=("2009-duel",),
        ),
        Option(
            "refill_each_turn", False, mark("hands are refilled after each turn, not each round")
        ),
    )
    decisions: ClassVar[tuple[str, ...]] = DECISIONS
    reasons: ClassVar[dict[str, str]] = {
        "points": mark("most points"),
        "income": mark("tied on points, further on the income track"),
        "money": mark("tied on points and income, more money"),
        "turn order": mark("tied on all else, next in turn order"),
        "shared": mark("tied on everything, a shared victory"),
    }
    answers: ClassVar[int] = answers.ANSWERS
    weight_file: ClassVar[Path] = weights.SHIPPED
    weight_names: ClassVar[tuple[str, ...]] = weights.NAMES

    def edition_options(self, edition: str) -> dict[str, bool | int]:
        """The options that an edition sets otherwise than by default."""
        rules = facts().editions[edition]
        return {name: rules[name] for name in ("virtual_link", "refill_each_turn")}

    def player_counts(self, edition: str) -> list[int]:
        return facts().player_counts(edition)

    def start(self, setup: Setup) -> State:
        self.check_setup(setup)
        options = setup.options
        edition = find_edition(setup.edition, len(setup.players), bool(options["scotland_canal"]))
        state = set_up(
            edition,
            setup.seed,
            bool(options["virtual_link"]),
            bool(options["virtual_link_reverse"]),
            bool(options["refill_each_turn"]),
        )
        state.ledger = Ledger()
        return state

    def to_text(self, answer: int) -> str:
        return notation.to_text(answer)

    def to_answer(self, text: str) -> int:
        return notation.to_answer(text)

    def audit(self, state: State) -> dict[str, Any]:
        return position.audit(_own(state))

    def dump(self, state: State) -> dict[str, Any]:
        return position.dump(_own(state))

    def load(self, data: object) -> State:
        return loading.load(data)

    def show(self, state: State) -> dict[str, Any]:
        return position.show(_own(state))

    def result(self, state: State) -> Result | None:
        table = _own(state)
        if not table.over:
            return None
        won = winners(table)
        return Result(
            [int(table.seats[SCORE + seat]) for seat in range(table.players)],
            [seat for seat in range(table.players) if won >> seat & 1],
            REASONS[deciding_tie_break(table)],
        )

    def score_sheet(self, state: State) -> list[ScoreLine]:
        """Each scored link and tile, then what stands on the board if the game goes on."""
        table = _own(state)
        lines = [
            ScoreLine(
                entry.seat,
                entry.where or entry.cause,
                entry.change,
                0,
                words.cause(entry.cause),
                words.place_named(table, entry.where) or words.cause(entry.cause),
            )
            for entry in self.ledger(state)
            if entry.what == "points"
        ]
        for seat in range(table.players):
            before = int(table.seats[SCORE + seat]) - sum(
                line.points for line in lines if line.seat == seat
            )
            if before:
                told = tr("scored before")
                lines.append(ScoreLine(seat, "before", before, 0, told, told))
            if not table.over:
                lines += _standing_lines(table, seat)
        return lines

    def ledger(self, state: State, after: int = 0) -> list[LedgerEntry]:
        table = _own(state)
        if table.ledger is None:
            return []
        first = bisect_right(table.ledger.entries, after, key=lambda entry: entry.answer)
        return [
            LedgerEntry(
                entry.answer,
                entry.seat,
                WHAT[entry.what],
                entry.change,
                entry.cause,
                _where(entry),
            )
            for entry in table.ledger.entries[first:]
        ]

    def tell_entry(self, state: State, entry: LedgerEntry) -> Change:
        return telling.tell_entry(_own(state), entry)

    def follow(self, state: State) -> State:
        table = _own(state)
        twin = table.copy()
        if table.ledger is not None:
            twin.ledger = table.ledger.copy()
        return twin

    def resume(self, setup: Setup, frozen: Frozen, answers: int) -> State:
        table = _own(super().resume(setup, frozen, answers))
        assert table.ledger is not None
        table.ledger.answers = answers
        return table

    def prompt(self, view: View) -> str:
        return phrases.prompt(view)

    def choices(self, view: View) -> list[Choice]:
        return choices.choices(view)

    def explain(self, view: View, answer: int) -> str:
        return details.detail(view, answer, trials.try_answer(phrases.table_of(view), answer))

    def tell(
        self, before: View, answer: int, after: View, entries: Sequence[LedgerEntry] = ()
    ) -> Deed:
        return telling.tell(before, answer, after, entries)

    def facts(self, view: View) -> list[list[Fact]]:
        return phrases.facts(view)

    def describe(self, view: View) -> list[str]:
        return phrases.describe(view)

    def picture(self, view: View, recent: Collection[str] = ()) -> Picture:
        return drawing.draw_picture(view, recent)

    def icons(self) -> str:
        return icons.symbols()

    def about(self, view: View, thing: str) -> About | None:
        return about.about(view, thing)

    def guide(self, view: View) -> list[Step]:
        return guide.guide(view)

    def rules_picture(self, name: str) -> str | None:
        return rules_drawing.rules_picture(name)

    def draw(self, view: View) -> RenderableType:
        return board.draw(view)


def _where(entry: Entry) -> str:
    if entry.where < 0:
        return ""
    names = notation.line_names() if entry.cause.endswith("link") else notation.slot_names()
    return names[entry.where]


def _standing_lines(table: Brass, seat: int) -> list[ScoreLine]:
    """What the table would score for a seat if the period ended now."""
    lines = [
        ScoreLine(
            seat,
            name,
            int(link_value(table, line)),
            0,
            words.link(table.edition, line, table.period == CANAL),
            words.line_name(table.edition, line),
        )
        for line, name in enumerate(notation.line_names()[:LINES])
        if table.line_owner[line] == seat
    ]
    for slot, name in enumerate(notation.slot_names()[:SLOTS]):
        if table.owner[slot] == seat and table.tile[slot] != NONE:
            tile = table.edition.tiles[table.tile[slot]]
            flipped = table.is_flipped(slot)
            text = words.tile_title(tile)
            if not flipped:
                text = tr("{tile}, not flipped", tile=text)
            town = words.town_of(table.edition, slot)
            lines.append(ScoreLine(seat, name, tile.points if flipped else 0, 0, text, town))
    if table.period == RAIL and table.seats[CASH + seat] >= POINTS_FOR_MONEY:
        lines.append(
            ScoreLine(
                seat,
                "money",
                int(table.seats[CASH + seat] // POINTS_FOR_MONEY),
                0,
                tr("a point for every £10"),
                words.cause("money"),
            )
        )
    return lines


def _own(state: State) -> Brass:
    if not isinstance(state, Brass):
        raise InvalidInput("this is not a state of Brass")
    return state
