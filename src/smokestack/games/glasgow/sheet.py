"""Why a building is worth what it is worth."""

from __future__ import annotations

from smokestack.engine.language import tr, trn
from smokestack.games.glasgow.scoring import bonus, counted_by_bank, neighbouring_tenements
from smokestack.games.glasgow.terms import BANK, PARK, PER_FACTORY, SHOP, STATION, TENEMENT
from smokestack.games.glasgow.turn import Glasgow
from smokestack.games.glasgow.words import amount_of, kind_name


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
