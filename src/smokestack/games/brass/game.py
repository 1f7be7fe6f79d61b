"""The rules of Brass as `Game`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.starter import Starter
from smokestack.engine.core.state import State
from smokestack.engine.deal import stream_of
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import FirstSeat, Game, LedgerEntry, Option
from smokestack.engine.network_spec import InputGroup, NetworkSpec
from smokestack.engine.record import Result, Setup
from smokestack.engine.snapshot import StateData
from smokestack.games.brass.evaluation import input_groups, weights
from smokestack.games.brass.evaluation.evaluator import BrassEvaluator
from smokestack.games.brass.evaluation.learned import PARTS, LearnedBrassEvaluator
from smokestack.games.brass.formats import loading, notation, openings, position, themes
from smokestack.games.brass.formats.data import facts, find_edition
from smokestack.games.brass.observation import layout
from smokestack.games.brass.observation.encoder import BrassEncoder
from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.ledger import WHAT, Entry, Ledger
from smokestack.games.brass.rules.scoring import deciding_tie_break, standing_points, winners
from smokestack.games.brass.rules.setup import ORDER_BY_LOT, START_BY_LOT, BrassStarter
from smokestack.games.brass.rules.terms import DECISIONS, EDITIONS, PERIODS, REASONS, SCORE
from smokestack.games.brass.rules.turn import Brass

WITH_BIRKENHEAD: Final = ("2007", "2018")


class BrassGame(Game):
    """Two to four entrepreneurs in Lancashire: canals, then railways, cotton, coal, iron, debt."""

    name: ClassVar[str] = "brass"
    title: ClassVar[str] = "Brass"
    rules: ClassVar[int] = 2
    known_rules: ClassVar[tuple[int, ...]] = (1, 2)
    editions: ClassVar[tuple[str, ...]] = EDITIONS
    shrinking_fields: ClassVar[frozenset[str]] = frozenset({"aside"})
    hidden_hands: ClassVar[bool] = True
    first_decisions: ClassVar[frozenset[str]] = frozenset({"action", "debt"})
    unasked_decisions: ClassVar[frozenset[str]] = frozenset({"card", "sale"})
    optional_repeats: ClassVar[dict[str, str]] = {"sale": "done"}
    seats: ClassVar[tuple[int, ...]] = (4, 3, 2)
    options: ClassVar[tuple[Option, ...]] = (
        Option("virtual_link", True, editions=WITH_BIRKENHEAD),
        Option("virtual_link_reverse", False, editions=WITH_BIRKENHEAD),
        Option("scotland_canal", True, editions=("2009-duel",)),
        Option("refill_each_turn", False),
    )
    decisions: ClassVar[tuple[str, ...]] = DECISIONS
    reasons: ClassVar[tuple[str, ...]] = REASONS
    answers: ClassVar[int] = answers.ANSWERS
    weight_file: ClassVar[Path] = weights.SHIPPED
    weight_names: ClassVar[tuple[str, ...]] = weights.NAMES
    puzzle_file: ClassVar[Path] = weights.SHIPPED.with_name("puzzles.jsonl")
    puzzle_themes: ClassVar[tuple[str, ...]] = themes.THEMES
    networks: ClassVar[NetworkSpec] = NetworkSpec(
        input_groups.VERSION,
        tuple(InputGroup(*group) for group in input_groups.GROUPS),
        PARTS,
        tuple(weights.SHIPPED.with_name(f"brass-{players}.network") for players in (2, 3, 4)),
        LearnedBrassEvaluator,
    )

    def edition_options(self, edition: str) -> dict[str, bool | int]:
        rules = facts().editions[edition]
        return {name: rules[name] for name in ("virtual_link", "refill_each_turn")}

    def player_counts(self, edition: str) -> list[int]:
        return facts().player_counts(edition)

    def first_seat(self, edition: str) -> FirstSeat:
        if facts().editions[edition]["start_player"]:
            return FirstSeat.CHOSEN_OR_DRAWN
        return FirstSeat.DRAWN

    def start(self, setup: Setup) -> State:
        state = _own(self.starter(setup).start(stream_of(setup)))
        state.ledger = Ledger()
        return state

    def starter(self, setup: Setup) -> Starter:
        self.check_setup(setup)
        if setup.tiles != "":
            raise InvalidInput(
                f"Brass has no tile sets; tiles must be empty, not {brief(setup.tiles)}"
            )
        options = setup.options
        edition = find_edition(setup.edition, len(setup.players), bool(options["scotland_canal"]))
        return BrassStarter(
            edition,
            _start(setup),
            bool(options["virtual_link"]),
            bool(options["virtual_link_reverse"]),
            bool(options["refill_each_turn"]),
        )

    def encoder(self, setup: Setup) -> Encoder:
        return BrassEncoder(layout.EDITIONS.index(setup.edition))

    def evaluator(self, weights: list[float]) -> Evaluator:
        return BrassEvaluator(weights)

    def table_of(self, state: State) -> str:
        table = _own(state)
        return f"{table.edition.name}/{table.players}"

    def to_text(self, answer: int) -> str:
        return notation.to_text(answer)

    def to_answer(self, text: str) -> int:
        return notation.to_answer(text)

    def opening_move(self, state: State, answer: int) -> str:
        return openings.opening_move(_own(state), answer)

    def themes_of(self, state: State, line: Sequence[int], wrong: Sequence[int]) -> list[str]:
        return themes.themes_of(_own(state), line, wrong)

    def idea_of(self, state: State, best: int, wrong: int) -> str:
        return themes.idea_of(_own(state), best, wrong)

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

    def points(self, state: State) -> list[int]:
        table = _own(state)
        return [int(standing_points(table, seat)) for seat in range(table.players)]

    def distinctive_facts(self, state: State) -> list[str]:
        """Tiles, links, and the cards in hand."""
        shown = self.show(state)
        return [
            *(
                f"{slot} {tile['industry']} {tile['level']}"
                for slot, tile in shown["board"].items()
            ),
            *shown["links"],
            *(card for hand in shown["hands"] for card in hand or ()),
        ]

    def period(self, state: State) -> str:
        return PERIODS[_own(state).period]

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
                entry.tile,
            )
            for entry in table.ledger.entries[first:]
        ]

    def follow(self, state: State) -> State:
        table = _own(state)
        copied = table.copy()
        if table.ledger is not None:
            copied.ledger = table.ledger.copy()
        return copied

    def resume(self, setup: Setup, data: StateData, answers: int) -> State:
        table = _own(super().resume(setup, data, answers))
        assert table.ledger is not None
        table.ledger.answers = answers
        return table


def _where(entry: Entry) -> str:
    if entry.where < 0:
        return ""
    names = notation.line_names() if entry.cause.endswith("link") else notation.slot_names()
    return names[entry.where]


def _own(state: State) -> Brass:
    if not isinstance(state, Brass):
        raise InvalidInput("this is not a state of Brass")
    return state


def _start(setup: Setup) -> int:
    """Who starts: a seat, one drawn by lot, or the whole order by lot."""
    if setup.rules == 1 or not facts().editions[setup.edition]["start_player"]:
        return ORDER_BY_LOT
    return START_BY_LOT if setup.first is None else setup.first
