"""What each seat has, and the whole table in sentences for those who don't see it."""

from __future__ import annotations

from smokestack.engine.language import tr, trn
from smokestack.engine.table_talk import Fact
from smokestack.engine.view import View
from smokestack.games.glasgow.notation import cell_text
from smokestack.games.glasgow.scoring import bonus, score, size
from smokestack.games.glasgow.stores import can_pay
from smokestack.games.glasgow.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    CELLS,
    GOODS,
    NONE,
    RING_SIZE,
    STORE,
)
from smokestack.games.glasgow.things import table_of
from smokestack.games.glasgow.words import (
    contract_text,
    good_name,
    goods_text,
    offer_text,
    points_text,
    site_text,
)


def facts(view: View) -> list[list[Fact]]:
    return [_facts_of(view, seat) for seat in range(2)]


def describe(view: View) -> list[str]:
    return [
        *(_seat(view, seat) for seat in range(2)),
        _ring(view),
        *(_offer(view, architect) for architect in range(len(ARCHITECT_TILES))),
        *_city(view),
        _pile(view),
    ]


def _facts_of(view: View, seat: int) -> list[Fact]:
    table = table_of(view)
    found = [Fact("points", tr("points"), str(int(score(table, seat))))]
    for number, good in enumerate(GOODS):
        amount = int(table.stores[seat * 4 + number])
        room = tr("of {n}", n=int(STORE[number]))
        found.append(Fact(good, good_name(number), str(amount), room))
    built = int(size(table.owned(seat)))
    found.append(Fact("architect", tr("buildings"), str(built)))
    ahead = int(table.steps[seat] - table.steps[1 - seat])
    note = trn("{n} tile ahead", "{n} tiles ahead", ahead) if ahead > 0 else ""
    found.append(Fact("merchant", tr("tiles walked"), str(int(table.steps[seat])), note))
    if table.doubled >> seat & 1:
        found.append(Fact("double", tr("next tile"), "×2"))
    return found


def _seat(view: View, seat: int) -> str:
    table = table_of(view)
    shared = table.steps[0] == table.steps[1]
    goods = goods_text([int(table.stores[seat * 4 + good]) for good in range(4)])
    told = tr(
        "{name} has {points} and in store {goods}; the merchant stands on tile {index}.",
        name=view.players[seat],
        points=points_text(int(score(table, seat))),
        goods=goods or tr("nothing"),
        index=int(table.position(seat)),
    )
    if shared and table.rear == seat:
        told += " " + tr("It stands behind the other one.")
    if table.doubled >> seat & 1:
        told += " " + tr("The next tile counts twice.")
    return told


def _ring(view: View) -> str:
    table = table_of(view)
    tiles = []
    for index in range(RING_SIZE):
        tile = table.ring[index]
        what = tr("architect")
        if tile != ARCHITECT:
            what = contract_text(table.tiles.contracts[tile])
        tiles.append(f"{index} {what}")
    return tr("The ring, clockwise: {tiles}.", tiles="; ".join(tiles))


def _offer(view: View, architect: int) -> str:
    table = table_of(view)
    offered = []
    for place in (2 * architect, 2 * architect + 1):
        building = int(table.offers[place])
        if building != NONE:
            tile = table.tiles.buildings[building]
            told = offer_text(tile)
            if not table.over and can_pay(table, table.active, building, 0):
                told += " ✓"
            offered.append(told)
    return tr(
        "Architect at {index}: {buildings}.",
        index=ARCHITECT_TILES[architect],
        buildings="; ".join(offered) or tr("nothing"),
    )


def _city(view: View) -> list[str]:
    """The city row by row, each building with its owner and what it is worth now."""
    table = table_of(view)
    if table.built == 0:
        return [tr("The city is empty.")]
    lines = [trn("{n} of 20 buildings stands.", "{n} of 20 buildings stand.", int(table.built))]
    for cell in range(CELLS):
        building = int(table.city[cell])
        if building != NONE:
            tile = table.tiles.buildings[building]
            worth = tile.points + int(bonus(table, building))
            player = view.players[table.owner(building)]
            lines.append(site_text(cell_text(cell), tile, player, worth))
    return lines


def _pile(view: View) -> str:
    table = table_of(view)
    return tr(
        "Pile {pile}, discards {discards}, turn {turn}.",
        pile=int(table.pile_count),
        discards=int(table.discard_count),
        turn=int(table.turn) + (0 if table.over else 1),
    )
