"""The score sheet: every point of every seat, and where it comes from."""

from __future__ import annotations

from smokestack.engine.match import Match
from smokestack.games.brass.formats import notation
from smokestack.games.brass.rules.scoring import link_value
from smokestack.games.brass.rules.terms import (
    CANAL,
    CASH,
    LINES,
    NONE,
    POINTS_FOR_MONEY,
    RAIL,
    SCORE,
    SLOTS,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.presentation.language import tr
from smokestack.presentation.table_text import ScoreLine


def score_sheet(match: Match) -> list[ScoreLine]:
    """The points already scored, then those of links and tiles on the board."""
    # Before the state is read: a match resumed from a snapshot replays to complete its ledger.
    entries = match.ledger()
    table = match.state
    assert isinstance(table, Brass)
    lines = [
        ScoreLine(
            entry.seat,
            entry.where or entry.cause,
            entry.change,
            0,
            words.cause(entry.cause),
            words.place_named(table, entry.where) or words.cause(entry.cause),
        )
        for entry in entries
        if entry.what == "points"
    ]
    for seat in range(table.players):
        before = int(table.seats[SCORE + seat]) - sum(
            line.points for line in lines if line.seat == seat
        )
        if before:
            text = tr("scored earlier")
            lines.append(ScoreLine(seat, "before", before, 0, text, text))
        if not table.over:
            lines += _points_on_board(table, seat)
    return lines


def _points_on_board(table: Brass, seat: int) -> list[ScoreLine]:
    """What a seat would score if the period ended now."""
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
