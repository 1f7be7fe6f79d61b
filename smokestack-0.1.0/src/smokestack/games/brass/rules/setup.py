"""Setting up the game."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.starter import Starter
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.games.brass.rules.answers import MAX_LEGAL_ANSWERS
from smokestack.games.brass.rules.cards import deal
from smokestack.games.brass.rules.edition import Edition
from smokestack.games.brass.rules.rounds import begin_round, lay_distant_tiles
from smokestack.games.brass.rules.terms import (
    CARD_KINDS,
    CASH,
    LINES,
    MARKER,
    MAX_CARDS,
    MAX_PLAYERS,
    NONE,
    ORDER,
    PLACES,
    SEATS_SIZE,
    SLOTS,
)
from smokestack.games.brass.rules.turn import Brass

START_BY_LOT: Final = -1
ORDER_BY_LOT: Final = -2


@final
class BrassStarter(Starter):
    """Starts games of one edition with the same options."""

    def __init__(
        self,
        edition: Edition,
        start: i64,
        virtual_link: bool,
        virtual_link_reverse: bool,
        refill_each_turn: bool,
    ) -> None:
        super().__init__(edition.course.players)
        self.edition = edition
        self.first: i64 = start
        self.virtual_link = virtual_link
        self.virtual_link_reverse = virtual_link_reverse
        self.refill_each_turn = refill_each_turn

    def start(self, stream: Shuffler) -> State:
        return set_up(
            self.edition,
            stream,
            self.first,
            self.virtual_link,
            self.virtual_link_reverse,
            self.refill_each_turn,
        )


def set_up(
    edition: Edition,
    stream: Shuffler,
    start: i64,
    virtual_link: bool,
    virtual_link_reverse: bool,
    refill_each_turn: bool,
) -> Brass:
    """A new game: turn order, distant tiles, then cards.

    `start` is the seat that starts, `START_BY_LOT` or `ORDER_BY_LOT`.
    """
    game = empty_table(edition)
    game.stream = stream
    game.virtual_link = virtual_link
    game.virtual_link_reverse = virtual_link_reverse
    game.refill_each_turn = refill_each_turn
    draw_order(game, start)
    lay_distant_tiles(game)
    deal(game)
    begin_round(game)
    game.go_on()
    return game


def draw_order(game: Brass, start: i64) -> None:
    """The whole order by lot, or a start player and then clockwise by seats."""
    game.stream.shuffle(game.seats, game.players, "turn order")
    if start == ORDER_BY_LOT:
        return
    first: i64 = game.seats[ORDER] if start == START_BY_LOT else start
    for place in range(game.players):
        game.seats[ORDER + place] = (first + place) % game.players


def empty_table(edition: Edition) -> Brass:
    """Money and markers at the start, and nothing on the board."""
    course = edition.course
    seats = vec[i64]([0] * SEATS_SIZE)
    for seat in range(MAX_PLAYERS):
        seats[ORDER + seat] = seat
        seats[CASH + seat] = course.money
        seats[MARKER + seat] = course.start_space
    return Brass(
        edition,
        seats,
        vec[i64]([0] * (MAX_PLAYERS * CARD_KINDS)),
        vec[i64]([NONE] * MAX_CARDS),
        vec[i64](),
        vec[i64]([NONE] * MAX_CARDS),
        vec[i64]([0] * (MAX_PLAYERS * 5)),
        vec[i64]([NONE] * SLOTS),
        vec[i64]([NONE] * SLOTS),
        vec[i64]([0] * SLOTS),
        vec[i64]([NONE] * LINES),
        vec[i64]([0] * PLACES),
        vec[i64](),
        vec[i64]([NONE] * MAX_LEGAL_ANSWERS),
        Stream(0),
    )
