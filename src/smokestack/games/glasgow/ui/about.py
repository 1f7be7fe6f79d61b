"""Descriptions of the things on the board."""

from __future__ import annotations

from typing import Final

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.notation import cell_text
from smokestack.games.glasgow.rules.scoring import bonus, score
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    BANK,
    FACTORY,
    NONE,
    RING_SIZE,
    STORE,
)
from smokestack.games.glasgow.rules.tileset import Building, Contract
from smokestack.games.glasgow.rules.turn import Glasgow, unseen_buildings
from smokestack.games.glasgow.ui.previews import gifts_text
from smokestack.games.glasgow.ui.score_sheet import reason_for
from smokestack.games.glasgow.ui.things import (
    CITY,
    DISCARDS,
    DRAWN_TILE,
    PILE,
    cell_of,
    factories_triggered,
    offer_thing,
    ring_thing,
    table_of,
)
from smokestack.games.glasgow.ui.words import (
    amount_of,
    bank_text,
    building_name,
    building_title,
    contract_name,
    contract_text,
    gift_text,
    goods_text,
    kind_rule,
    points_text,
)
from smokestack.presentation.language import mark, tr, trn
from smokestack.presentation.table_text import ThingDescription

FIELD_NAMES: Final = {
    "kind": mark("kind"),
    "cost": mark("cost"),
    "points": mark("points"),
    "gives": mark("what it gives"),
    "bonus": mark("what it counts"),
    "goods": mark("what it shows"),
}

_SECTIONS: Final = {FACTORY: "factories"}


def about(view: View, thing: str) -> ThingDescription | None:
    """The description of a thing, or None if the board has no such thing."""
    table = table_of(view)
    kind, _, rest = thing.partition("-")
    if kind == "ring":
        return _about_ring_tile(view, thing)
    if kind == "offer":
        return _about_offer(table, thing)
    if kind == "cell":
        cell = cell_of(thing)
        return None if cell is None else _about_cell(view, cell)
    if kind == "store" and rest in ("0", "1"):
        return _about_store(view, int(rest))
    if thing == DRAWN_TILE and table.drawn != NONE:
        return _about_tile(table.tiles.buildings[table.drawn], "contracts")
    if thing == CITY:
        return _about_city(view)
    if thing == PILE:
        return _about_pile(view)
    if thing == DISCARDS:
        return _about_discards(view)
    return None


def reconstructed_fields(tile: Building) -> list[str]:
    """The fields of a building that are not certain."""
    fields = ["cost", "points"]
    if tile.gives != NONE:
        fields.append("gives")
    if tile.bonus_per != NONE:
        fields.append("bonus")
    return [field for field in fields if field not in tile.known]


def _reconstruction(fields: list[str]) -> list[str]:
    if not fields:
        return []
    names = ", ".join(tr(FIELD_NAMES[field]) for field in fields)
    return [tr("Reconstructed; the printed tile may differ: {fields}.", fields=names)]


def _about_ring_tile(view: View, thing: str) -> ThingDescription | None:
    table = table_of(view)
    for index in range(RING_SIZE):
        if thing == ring_thing(index):
            here = [
                tr("The merchant of {name} stands here.", name=view.players[seat])
                for seat in range(2)
                if table.position(seat) == index
            ]
            tile = table.ring[index]
            if tile == ARCHITECT:
                return ThingDescription(
                    tr("Architect at {index}", index=index),
                    [
                        tr("Choose one of its two buildings, pay for it and place it."),
                        tr(
                            "Each further build in the same turn costs extra gold: 1, then 2, "
                            "then 3."
                        ),
                        tr("Both merchants can stand here. The second to arrive stands behind."),
                        *here,
                    ],
                    "architects",
                )
            return _about_contract(table.tiles.contracts[tile], index, here)
    return None


def _about_contract(contract: Contract, index: int, here: list[str]) -> ThingDescription:
    fields = [] if contract.known else ["goods"]
    name, text = contract_name(contract), contract_text(contract)
    return ThingDescription(
        tr("Contract at {index}: {what}", index=index, what=name),
        [
            tr("Landing here: {what}.", what=text),
            tr("Only one merchant can stand here."),
            *here,
            *_reconstruction(fields),
        ],
        "contracts",
    )


def _about_offer(table: Glasgow, thing: str) -> ThingDescription | None:
    for offer in range(2 * len(ARCHITECT_TILES)):
        if thing == offer_thing(offer) and table.offers[offer] != NONE:
            return _about_tile(table.tiles.buildings[table.offers[offer]], "architects")
    return None


def _about_tile(tile: Building, section: str) -> ThingDescription:
    return ThingDescription(
        building_title(tile), _tile_lines(tile), _SECTIONS.get(tile.kind, section)
    )


def _tile_lines(tile: Building) -> list[str]:
    cost = goods_text([tile.cost.count(good) for good in range(3)])
    lines = [
        tr("Costs {goods}.", goods=cost),
        tr("{points} printed.", points=points_text(tile.points)),
        kind_rule(tile.kind),
    ]
    if tile.kind == FACTORY:
        lines.append(tr("It gives {gift}.", gift=gift_text(tile.gives)))
    if tile.kind == BANK:
        lines.append(tr("It counts {what}.", what=bank_text(tile)))
    lines.append(
        tr("If you draw it and discard it, you get {goods}.", goods=amount_of(tile.cost[0], 1))
    )
    return lines + _reconstruction(reconstructed_fields(tile))


def _about_cell(view: View, cell: int) -> ThingDescription:
    table = table_of(view)
    building = int(table.city[cell])
    if building == NONE:
        return ThingDescription(
            tr("Free cell {place}", place=cell_text(cell)),
            [
                tr(
                    "A building placed here: {what}.",
                    what=gifts_text(view, factories_triggered(table, cell)),
                )
            ],
            "placing",
        )
    tile = table.tiles.buildings[building]
    owner = view.players[table.owner(building)]
    worth = tile.points + int(bonus(table, building))
    return ThingDescription(
        tr("{building}, {name}", building=building_title(tile), name=owner),
        [
            tr("Worth {points} now.", points=points_text(worth)),
            tr("{reason}.", reason=reason_for(table, building)),
            *_tile_lines(tile),
        ],
        _SECTIONS.get(tile.kind, "scoring"),
    )


def _about_city(view: View) -> ThingDescription:
    table = table_of(view)
    columns, rows = int(table.east - table.west) + 1, int(table.south - table.north) + 1
    lines = [tr("The game ends with the 20th building.")]
    if columns * rows == 20:
        lines.append(tr("Its size is fixed: {columns} by {rows}.", columns=columns, rows=rows))
    elif table.built:
        lines.append(
            tr(
                "It measures {columns} by {rows} cells so far and can grow to 5 by 4 or 4 by 5.",
                columns=columns,
                rows=rows,
            )
        )
    built = int(table.built)
    title = trn("The city: {n} of 20 buildings", "The city: {n} of 20 buildings", built)
    return ThingDescription(title, lines, "placing")


def _about_store(view: View, seat: int) -> ThingDescription:
    table = table_of(view)
    lines = [
        tr(
            "{goods} of at most {max}.",
            goods=amount_of(good, int(table.stores[seat * 4 + good])),
            max=int(STORE[good]),
        )
        for good in range(3)
    ]
    if table.stores[seat * 4 + 3]:
        lines.append(tr("The whisky barrel: use it once as any other good."))
    lines.append(tr("{points} if the game ended now.", points=points_text(int(score(table, seat)))))
    return ThingDescription(tr("Store of {name}", name=view.players[seat]), lines, "contracts")


def _about_pile(view: View) -> ThingDescription:
    table = table_of(view)
    unseen = unseen_buildings(table)
    names = [building_name(table.tiles.buildings[unseen[i]]) for i in range(table.pile_count)]
    out = [
        contract_name(contract)
        for number, contract in enumerate(table.tiles.contracts)
        if number not in table.ring
    ]
    return ThingDescription(
        trn("Draw pile: {n} building", "Draw pile: {n} buildings", len(names)),
        [
            tr("Somewhere in it: {buildings}.", buildings=", ".join(names) or tr("nothing")),
            tr("Contracts left in the box: {contracts}.", contracts=", ".join(out)),
        ],
        "empty-pile",
    )


def _about_discards(view: View) -> ThingDescription:
    table = table_of(view)
    names = [
        building_name(table.tiles.buildings[table.discards[i]]) for i in range(table.discard_count)
    ]
    return ThingDescription(
        trn("Discard pile: {n} building", "Discard pile: {n} buildings", len(names)),
        [
            tr("In it: {buildings}.", buildings=", ".join(names) or tr("nothing")),
            tr("When the pile is empty, these are shuffled and become the new pile."),
        ],
        "empty-pile",
    )
