"""The score sheet: every point of every seat, and where it comes from."""

from __future__ import annotations

from smokestack.engine.game import LedgerEntry
from smokestack.engine.match import Match
from smokestack.games.brass.formats import notation
from smokestack.games.brass.rules.scoring import link_value
from smokestack.games.brass.rules.terms import (
    CANAL,
    CASH,
    INDUSTRIES,
    LINES,
    NONE,
    PERIODS,
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
    lines = [_scored(table, entry) for entry in entries if entry.what == "points"]
    for seat in range(table.players):
        before = int(table.seats[SCORE + seat]) - sum(
            line.points for line in lines if line.seat == seat
        )
        if before:
            text = tr("scored earlier")
            lines.append(ScoreLine(seat, "before", before, 0, text, text, "before"))
        if not table.over:
            lines += _points_on_board(table, seat)
    return lines


def _scored(table: Brass, entry: LedgerEntry) -> ScoreLine:
    """Points that were scored at the end of a period, or paid for a debt."""
    period, _, what = entry.cause.partition(" ")
    cause = words.cause(entry.cause)
    if what == "link":
        line = notation.line_names().index(entry.where)
        name = words.link(table.edition, line, period == PERIODS[CANAL])
        return ScoreLine(entry.seat, entry.where, entry.change, 0, "", name, "link", period)
    if what == "tile":
        tile = table.edition.tiles[entry.tile]
        return ScoreLine(
            entry.seat,
            entry.where,
            entry.change,
            0,
            words.place_named(table, entry.where),
            words.tile_title(tile),
            INDUSTRIES[tile.industry],
            period,
        )
    if entry.cause == "money":
        text = tr("a point for every £10")
        return ScoreLine(entry.seat, "money", entry.change, 0, text, cause, "money", PERIODS[RAIL])
    return ScoreLine(entry.seat, entry.cause, entry.change, 0, cause, cause, "debt")


def _points_on_board(table: Brass, seat: int) -> list[ScoreLine]:
    """What a seat would score if the period ended now."""
    period = PERIODS[table.period]
    lines = [
        ScoreLine(
            seat,
            name,
            int(link_value(table, line)),
            0,
            "",
            words.link(table.edition, line, table.period == CANAL),
            "link",
            period,
        )
        for line, name in enumerate(notation.line_names()[:LINES])
        if table.line_owner[line] == seat
    ]
    for slot, name in enumerate(notation.slot_names()[:SLOTS]):
        if table.owner[slot] == seat and table.tile[slot] != NONE:
            tile = table.edition.tiles[table.tile[slot]]
            flipped = table.is_flipped(slot)
            town = words.town_of(table.edition, slot)
            text = town if flipped else tr("{town}, not flipped", town=town)
            points = tile.points if flipped else 0
            title = words.tile_title(tile)
            group = INDUSTRIES[tile.industry]
            lines.append(ScoreLine(seat, name, points, 0, text, title, group, period))
    if table.period == RAIL and table.seats[CASH + seat] >= POINTS_FOR_MONEY:
        points = int(table.seats[CASH + seat] // POINTS_FOR_MONEY)
        text = tr("a point for every £10")
        name = words.cause("money")
        lines.append(ScoreLine(seat, "money", points, 0, text, name, "money", period))
    return lines
