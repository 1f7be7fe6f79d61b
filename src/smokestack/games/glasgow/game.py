"""Glasgow as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType

from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game, LedgerEntry, Option, ScoreLine
from smokestack.engine.language import mark
from smokestack.engine.picture import Picture
from smokestack.engine.record import Result, Setup
from smokestack.engine.state import State
from smokestack.engine.table_talk import About, Choice, Deed, Fact, Step
from smokestack.engine.view import View
from smokestack.games.glasgow import (
    about,
    answers,
    board,
    choices,
    deeds,
    describing,
    drawing,
    guide,
    icons,
    loading,
    notation,
    phrases,
    position,
    prompts,
    rules_pictures,
    weights,
)
from smokestack.games.glasgow.scoring import bonus, score, winner
from smokestack.games.glasgow.setup import set_up
from smokestack.games.glasgow.sheet import reason_for
from smokestack.games.glasgow.terms import DECISIONS, REASONS
from smokestack.games.glasgow.tiles import (
    SHIPPED,
    load_tiles,
    shipped_tiles,
    tiles_from_data,
    tiles_to_data,
)
from smokestack.games.glasgow.tileset import TileSet
from smokestack.games.glasgow.turn import Glasgow


class GlasgowGame(Game):
    """Two merchants race around a ring of contracts and build a shared city."""

    name: ClassVar[str] = "glasgow"
    title: ClassVar[str] = "Glasgow"
    folder: ClassVar[Path] = Path(__file__).parent
    rules: ClassVar[int] = 1
    summary: ClassVar[str] = mark(
        "Two merchants race around a ring of contracts and build a shared city. 20 to 30 minutes."
    )
    editions: ClassVar[tuple[str, ...]] = ("standard",)
    edition_titles: ClassVar[dict[str, str]] = {"standard": mark("Glasgow")}
    edition_texts: ClassVar[dict[str, str]] = {"standard": mark("As in the box.")}
    seats: ClassVar[tuple[int, ...]] = (2,)
    options: ClassVar[tuple[Option, ...]] = (
        Option("whisky_converts", True, mark("whisky may be one of the goods converted")),
        Option(
            "turn_limit", 500, mark("turns of both together after which the game ends"), 1, 10_000
        ),
    )
    decisions: ClassVar[tuple[str, ...]] = DECISIONS
    reasons: ClassVar[dict[str, str]] = prompts.ENDINGS
    answers: ClassVar[int] = answers.ANSWERS
    weight_file: ClassVar[Path] = weights.SHIPPED
    weight_names: ClassVar[tuple[str, ...]] = weights.NAMES

    def tile_set(self, path: Path | None) -> str | dict[str, Any]:
        if path is None:
            return SHIPPED
        data = tiles_to_data(load_tiles(path))
        shipped = tiles_to_data(shipped_tiles())
        return SHIPPED if {**data, "name": ""} == {**shipped, "name": ""} else data

    def start(self, setup: Setup) -> State:
        self.check_setup(setup)
        return set_up(
            _tiles(setup.tiles),
            setup.seed,
            bool(setup.options["whisky_converts"]),
            int(setup.options["turn_limit"]),
        )

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
        reason = REASONS[table.reason]
        if reason is None:
            return None
        return Result([int(score(table, seat)) for seat in range(2)], [int(winner(table))], reason)

    def score_sheet(self, state: State) -> list[ScoreLine]:
        table = _own(state)
        return [
            ScoreLine(
                seat=int(table.owner(building)),
                item=tile.id,
                points=tile.points,
                bonus=int(bonus(table, building)),
                text=reason_for(table, building),
            )
            for building, tile in enumerate(table.tiles.buildings)
            if table.standing >> building & 1
        ]

    def prompt(self, view: View) -> str:
        return prompts.prompt(view)

    def choices(self, view: View) -> list[Choice]:
        return choices.choices(view)

    def explain(self, view: View, answer: int) -> str:
        return phrases.explain(view, answer)

    def tell(
        self, before: View, answer: int, after: View, entries: Sequence[LedgerEntry] = ()
    ) -> Deed:
        return deeds.tell(before, answer, after)

    def facts(self, view: View) -> list[list[Fact]]:
        return describing.facts(view)

    def draw(self, view: View) -> RenderableType:
        return board.draw(view)

    def picture(self, view: View, recent: Collection[str] = ()) -> Picture:
        return drawing.draw_picture(view, recent)

    def icons(self) -> str:
        return icons.icons()

    def describe(self, view: View) -> list[str]:
        return describing.describe(view)

    def about(self, view: View, thing: str) -> About | None:
        return about.about(view, thing)

    def guide(self, view: View) -> list[Step]:
        return guide.guide(view)

    def rules_picture(self, name: str) -> str | None:
        return rules_pictures.rules_picture(self, name)

    def rules_facts(self, name: str) -> list[tuple[str, str]]:
        return rules_pictures.reconstructed() if name == "reconstructed" else []


def _own(state: State) -> Glasgow:
    if not isinstance(state, Glasgow):
        raise InvalidInput("this is not a state of Glasgow")
    return state


def _tiles(tiles: str | dict[str, Any]) -> TileSet:
    if isinstance(tiles, dict):
        return tiles_from_data(tiles, "tiles of the record")
    if tiles != SHIPPED:
        raise InvalidInput(f"no tile set {tiles!r:.40}; this version ships {SHIPPED}")
    return shipped_tiles()
