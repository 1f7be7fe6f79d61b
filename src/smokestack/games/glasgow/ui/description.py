"""What each seat has, and the whole table in sentences, for screen readers."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.notation import cell_text
from smokestack.games.glasgow.rules.scoring import score, size
from smokestack.games.glasgow.rules.stores import can_pay
from smokestack.games.glasgow.rules.terms import ARCHITECT, ARCHITECT_TILES, GOODS, NONE, STORE
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.ui.things import PlacedBuilding, placed_buildings, table_of
from smokestack.games.glasgow.ui.words import (
    contract_text,
    good_name,
    goods_text,
    offer_text,
    points_text,
    site_text,
)
from smokestack.presentation.language import cached_per_language, tr, trn
from smokestack.presentation.table_text import Fact


def facts(view: View) -> list[list[Fact]]:
    """What each seat has, for its panel."""
    return [_facts_of(view, seat) for seat in range(2)]


def describe(view: View) -> list[str]:
    """The whole table in sentences."""
    table = table_of(view)
    return [
        *(_seat(view, seat) for seat in range(2)),
        _ring(table.tiles, tuple(table.ring)),
        *(_offer(view, architect) for architect in range(len(ARCHITECT_TILES))),
        *_city(table.tiles, placed_buildings(table), tuple(view.players)),
        _pile(view),
    ]


def _facts_of(view: View, seat: int) -> list[Fact]:
    table = table_of(view)
    steps = int(table.steps[seat])
    return _facts(
        int(score(table, seat)),
        tuple(int(table.stores[seat * 4 + good]) for good in range(len(GOODS))),
        int(size(table.owned(seat))),
        steps,
        steps - int(table.steps[1 - seat]),
        bool(table.doubled >> seat & 1),
    )


@cached_per_language
def _facts(
    points: int, goods: tuple[int, ...], built: int, steps: int, ahead: int, doubled: bool
) -> list[Fact]:
    found = [Fact("points", tr("points"), str(points))]
    for number, good in enumerate(GOODS):
        limit = tr("of {n}", n=int(STORE[number]))
        found.append(Fact(good, good_name(number), str(goods[number]), limit))
    found.append(Fact("architect", tr("buildings"), str(built)))
    note = trn("{n} tile ahead", "{n} tiles ahead", ahead) if ahead > 0 else ""
    found.append(Fact("merchant", tr("tiles walked"), str(steps), note))
    if doubled:
        found.append(Fact("double", tr("next tile"), "×2"))
    return found


def _seat(view: View, seat: int) -> str:
    table = table_of(view)
    behind = table.steps[0] == table.steps[1] and table.rear == seat
    return _describe_seat(
        view.players[seat],
        int(score(table, seat)),
        tuple(int(table.stores[seat * 4 + good]) for good in range(4)),
        int(table.position(seat)),
        behind,
        bool(table.doubled >> seat & 1),
    )


@cached_per_language
def _describe_seat(
    name: str, points: int, goods: tuple[int, ...], index: int, behind: bool, doubled: bool
) -> str:
    text = tr(
        "{name} has {points} and in store {goods}; the merchant stands on tile {index}.",
        name=name,
        points=points_text(points),
        goods=goods_text(goods) or tr("nothing"),
        index=index,
    )
    if behind:
        text += " " + tr("It stands behind the other one.")
    if doubled:
        text += " " + tr("The next tile counts twice.")
    return text


@cached_per_language
def _ring(tiles: TileSet, ring: tuple[int, ...]) -> str:
    described = []
    for index, tile in enumerate(ring):
        what = tr("architect") if tile == ARCHITECT else contract_text(tiles.contracts[tile])
        described.append(f"{index} {what}")
    return tr("The ring, clockwise: {tiles}.", tiles="; ".join(described))


def _offer(view: View, architect: int) -> str:
    table = table_of(view)
    buildings = [int(table.offers[place]) for place in (2 * architect, 2 * architect + 1)]
    offered = tuple(
        (building, not table.over and bool(can_pay(table, table.active, building, 0)))
        for building in buildings
        if building != NONE
    )
    return _describe_offer(table.tiles, ARCHITECT_TILES[architect], offered)


@cached_per_language
def _describe_offer(tiles: TileSet, index: int, offered: tuple[tuple[int, bool], ...]) -> str:
    """The buildings at an architect, with a tick if the active player can pay."""
    texts = [
        offer_text(tiles.buildings[building]) + (" ✓" if affordable else "")
        for building, affordable in offered
    ]
    return tr(
        "Architect at {index}: {buildings}.",
        index=index,
        buildings="; ".join(texts) or tr("nothing"),
    )


@cached_per_language
def _city(
    tiles: TileSet, buildings: tuple[PlacedBuilding, ...], players: tuple[str, ...]
) -> tuple[str, ...]:
    """The city row by row, each building with its owner and what it is worth now."""
    if not buildings:
        return (tr("The city is empty."),)
    sites = (
        site_text(
            cell_text(each.cell), tiles.buildings[each.building], players[each.seat], each.worth
        )
        for each in buildings
    )
    built = len(buildings)
    return (trn("{n} of 20 buildings stands.", "{n} of 20 buildings stand.", built), *sites)


def _pile(view: View) -> str:
    table = table_of(view)
    return tr(
        "Pile {pile}, discards {discards}, turn {turn}.",
        pile=int(table.pile_count),
        discards=int(table.discard_count),
        turn=int(table.turn) + (0 if table.over else 1),
    )
