"""The score sheet: every building with its points and why it scores them."""

from __future__ import annotations

from smokestack.engine.match import Match
from smokestack.games.glasgow.rules.scoring import bonus, counted_by_bank, neighbouring_tenements
from smokestack.games.glasgow.rules.terms import (
    BANK,
    KINDS,
    PARK,
    PER_FACTORY,
    SHOP,
    STATION,
    TENEMENT,
)
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.words import amount_of, building_title, kind_name
from smokestack.presentation.language import tr, trn
from smokestack.presentation.table_text import ScoreLine


def score_sheet(match: Match) -> list[ScoreLine]:
    """The points of every building in the city."""
    table = match.state
    assert isinstance(table, Glasgow)
    return [
        ScoreLine(
            seat=int(table.owner(building)),
            item=tile.id,
            points=tile.points,
            bonus=int(bonus(table, building)),
            text=reason_for(table, building),
            name=building_title(tile),
            group=KINDS[tile.kind],
        )
        for building, tile in enumerate(table.tiles.buildings)
        if table.standing >> building & 1
    ]


def reason_for(table: Glasgow, building: int) -> str:
    """Why a building is worth its bonus, or what kind it is if it has none."""
    kind = int(table.tiles.kind[building])
    points = int(bonus(table, building))
    if kind == PARK:
        return trn(
            "park: {n} park, {n} point each",
            "park: {n} parks, {n} points each",
            points,
        )
    if kind == TENEMENT:
        beside = int(neighbouring_tenements(table, table.site[building]))
        return trn("tenement: {n} tenement beside it", "tenement: {n} tenements beside it", beside)
    if kind == SHOP:
        return tr("shop: in a corner") if points else tr("shop: not in a corner")
    if kind == STATION:
        if points:
            return tr("station: with landmark, factory, park and tenement")
        return tr("station: without landmark, factory, park and tenement")
    if kind == BANK:
        return _bank_reason(table, building)
    return kind_name(kind)


def _bank_reason(table: Glasgow, bank: int) -> str:
    per = int(table.tiles.bonus_per[bank])
    counted = int(counted_by_bank(table, bank))
    each = int(table.tiles.bonus_points[bank])
    if per == PER_FACTORY:
        what = trn("{n} factory", "{n} factories", counted)
    else:
        what = amount_of(per, counted)
    return trn("bank: {what}, {n} point each", "bank: {what}, {n} points each", each, what=what)
