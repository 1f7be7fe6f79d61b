"""What a thing on the board is: its cost and gains, its owner, and who may use it."""

from __future__ import annotations

from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.notation import card_names, line_names, slot_names
from smokestack.games.brass.formats.position import stack_left
from smokestack.games.brass.rules.edition import Tile
from smokestack.games.brass.rules.links import link_cost
from smokestack.games.brass.rules.markets import price
from smokestack.games.brass.rules.scoring import coins_at, link_value, standing_points
from smokestack.games.brass.rules.terms import (
    BIT,
    CANAL,
    COAL,
    COTTON,
    FIRST_INDUSTRY_CARD,
    INDUSTRIES,
    NONE,
    PORT,
    RAIL,
    SCORE,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.previews import tiles_left
from smokestack.games.brass.ui.things import COTTON_MARKET, INCOME_TRACK, SCORE_TRACK, table_of
from smokestack.presentation.language import tr, trn
from smokestack.presentation.table_text import ThingDescription

SECTION_OF_INDUSTRY: Final = ("sell", "coal", "iron", "sell", "shipyards")


def about(view: View, thing: str) -> ThingDescription | None:
    """The description of a thing, or None if this table has no such thing."""
    kind, _, name = thing.partition("-")
    table = table_of(view)
    if kind == "slot" and name in slot_names():
        return _about_slot(view, slot_names().index(name))
    if kind == "line" and name in line_names():
        return _about_line(view, line_names().index(name))
    if kind == "place" and name in facts().ids:
        return _about_place(table, facts().ids.index(name))
    if kind == "card" and name in card_names():
        return _about_card(table, card_names().index(name))
    if kind in ("stack", "develop") and name in INDUSTRIES:
        return _about_stack(view, INDUSTRIES.index(name))
    if kind == "market" and name in ("coal", "iron"):
        return _about_market(table, INDUSTRIES.index(name))
    if thing == COTTON_MARKET:
        return _about_cotton(table)
    if thing == INCOME_TRACK:
        return _about_income()
    if thing == SCORE_TRACK:
        return _about_score(view)
    return None


def _about_slot(view: View, slot: int) -> ThingDescription | None:
    table = table_of(view)
    if not table.edition.playable_slots & BIT[slot]:
        return None
    if table.tile[slot] != NONE:
        return _about_tile(view, slot)
    kinds = words.kinds_of_slot(table, slot)
    lines = [tr("Free for: {industries}.", industries=words.several(map(words.industry, kinds)))]
    place = table.edition.slot_place[slot]
    if table.edition.rail_only & BIT[place]:
        lines.append(tr("Nothing can be built here before the rail period."))
    if view.seat >= 0:
        for industry in kinds:
            tile = table.next_tile(view.seat, industry)
            if tile != NONE:
                lines.append(tr("Your next: {tile}.", tile=_offer(table.edition.tiles[tile])))
    return ThingDescription(words.plot(table.edition, slot), lines, "build")


def _about_tile(view: View, slot: int) -> ThingDescription:
    table = table_of(view)
    tile = table.edition.tiles[table.tile[slot]]
    owner = view.players[table.owner[slot]]
    lines = [
        tr(
            "It stands in {town} and belongs to {player}.",
            town=words.town_of(table.edition, slot),
            player=owner,
        )
    ]
    if table.is_flipped(slot):
        lines.append(
            tr(
                "Flipped: it scores {points} at the end of the period, and one coin for every "
                "link that ends here.",
                points=words.points(tile.points),
            )
        )
    else:
        lines.append(_how_it_flips(tile))
        lines.append(tr("When it flips: {gains}.", gains=_gains(tile)))
    cubes = int(table.cubes[slot])
    if cubes:
        left = trn("{n} cube is left", "{n} cubes are left", cubes)
        if tile.industry == COAL:
            lines.append(
                tr(
                    "{left}; anyone connected can take them for free, from the nearest mine first.",
                    left=left,
                )
            )
        else:
            lines.append(tr("{left}; anyone can take them for free, at any distance.", left=left))
    if tile.industry == PORT:
        lines.append(tr("Anyone connected to it can use the coal market and the distant market."))
    if tile.level == 1 and table.period == CANAL:
        lines.append(tr("It leaves the board at the end of the canal period."))
    return ThingDescription(words.tile_title(tile), lines, SECTION_OF_INDUSTRY[tile.industry])


def _how_it_flips(tile: Tile) -> str:
    if tile.industry == COTTON:
        return tr("It flips when its owner sells its cotton.")
    if tile.industry == PORT:
        return tr("It flips when anyone sells cotton through it.")
    return tr("It flips when its last cube is taken.")


def _about_line(view: View, line: int) -> ThingDescription | None:
    table = table_of(view)
    if not table.lines_of_period() & BIT[line]:
        return None
    owner = int(table.line_owner[line])
    points = words.points(int(link_value(table, line)))
    if owner != NONE:
        lines = [
            tr(
                "It belongs to {player}; anyone may move goods over it.",
                player=view.players[owner],
            )
        ]
    elif table.period == RAIL:
        lines = [
            tr(
                "Free. A railway costs {cost} and one coal. Two in one action cost £15 and two "
                "coal.",
                cost=words.money(int(link_cost(table))),
            )
        ]
    else:
        lines = [tr("Free. A canal costs {cost}.", cost=words.money(int(link_cost(table))))]
    lines.append(tr("It would score {points} now.", points=points))
    title = words.link(table.edition, line, table.period == CANAL)
    return ThingDescription(title, lines, "links")


def _about_place(table: Brass, place: int) -> ThingDescription | None:
    spot = table.edition.places[place]
    if not spot.present:
        return None
    coins = int(coins_at(table, place))
    lines = [
        trn(
            "Every link that ends here scores {n} point for it.",
            "Every link that ends here scores {n} points for it.",
            coins,
        )
    ]
    if spot.anchor:
        lines.append(tr("Anyone connected to it can use the coal market and the distant market."))
    if spot.rail_only:
        lines.append(tr("Nothing can be built here before the rail period."))
    if not spot.slots:
        lines.append(tr("It has no plots, but it can be part of your network."))
    return ThingDescription(spot.name, lines, "map")


def _about_card(table: Brass, card: int) -> ThingDescription | None:
    count = int(table.course.deck[card])
    if not count:
        return None
    name = words.card_name(table.edition, card)
    if card < FIRST_INDUSTRY_CARD:
        lines = [
            tr(
                "Build any industry that {town} has a plot for, even outside your network.",
                town=name,
            )
        ]
    else:
        industry = words.industry(card - FIRST_INDUSTRY_CARD)
        lines = [
            tr("Build: {industry}, in any town of your network.", industry=industry),
            tr("If you have nothing on the board: in any town."),
        ]
    lines.append(tr("For other actions, any card will do."))
    total = sum(int(table.course.deck[kind]) for kind in range(len(card_names())))
    lines.append(
        trn(
            "{n} of the {total} cards is of this kind.",
            "{n} of the {total} cards are of this kind.",
            count,
            total=total,
        )
    )
    return ThingDescription(tr("Card {card}", card=name), lines, "cards")


def _about_stack(view: View, industry: int) -> ThingDescription | None:
    table = table_of(view)
    if view.seat < 0:
        return None
    levels = stack_left(table, view.seat, industry)
    title = words.industry_title(industry)
    if not levels:
        return ThingDescription(title, [tr("Your stack is empty.")], "build")
    tile = table.edition.tiles[table.next_tile(view.seat, industry)]
    lines = [tr("Your next: {tile}.", tile=_offer(tile))]
    if not tile.canal and not tile.rail:
        lines.append(tr("You can't build it. Remove it by developing to get to the next one."))
    elif table.period == RAIL and not tile.rail:
        lines.append(tr("It can no longer be built; remove it by developing."))
    elif table.period == CANAL and not tile.canal:
        lines.append(tr("You can't build it before the rail period."))
    counts = [f"{level} ×{levels.count(level)}" for level in sorted(set(levels))]
    lines.append(tr("Levels left: {levels}.", levels=words.several(counts)))
    return ThingDescription(title, lines, "develop" if len(lines) > 2 else "build")


def _about_market(table: Brass, industry: int) -> ThingDescription:
    cubes = int(table.coal if industry == COAL else table.iron)
    lines = [
        trn("{n} cube lies on it.", "{n} cubes lie on it.", cubes),
        tr("The next costs {money}.", money=words.money(int(price(table, cubes)))),
        tr(
            "When it is empty, you can still buy more for {money} each.",
            money=words.money(int(table.course.price_when_empty)),
        ),
    ]
    if industry == COAL:
        lines.append(
            tr(
                "You can buy here if you are connected to a port or an outer market and no "
                "connected mine has coal."
            )
        )
        return ThingDescription(tr("Coal market"), lines, "coal")
    lines.append(tr("Anyone can buy here, but only if no iron works has iron left."))
    return ThingDescription(tr("Iron market"), lines, "iron")


def _about_cotton(table: Brass) -> ThingDescription:
    at = int(table.cotton)
    if at == table.course.last_demand:
        lines = [tr("There is no more demand in this period.")]
    else:
        value = f"+{int(table.course.cotton_demand[at])}"
        lines = [
            tr(
                "The demand is {value}. Each sale first turns over a tile and lowers the demand.",
                value=value,
            )
        ]
        left = tiles_left(table)
        counts = [f"{value} ×{count}" for value, count in sorted(left.items()) if count]
        lines.append(tr("Tiles still to be turned: {tiles}.", tiles=words.several(counts)))
    lines.append(tr("For mills connected to a port or an outer market."))
    return ThingDescription(tr("Distant market"), lines, "sell")


def _about_income() -> ThingDescription:
    return ThingDescription(
        tr("Income track"),
        [
            tr(
                "A marker's space shows what its owner receives each round. Below zero, the "
                "owner pays."
            ),
            tr("Flipped tiles advance the marker by steps, a loan moves it down by levels."),
        ],
        "income",
    )


def _about_score(view: View) -> ThingDescription:
    table = table_of(view)
    scores = [
        tr(
            "{player}: {points}, {standing} if scored now.",
            player=player,
            points=words.points(int(table.seats[SCORE + seat])),
            standing=int(standing_points(table, seat)),
        )
        for seat, player in enumerate(view.players)
    ]
    return ThingDescription(
        tr("Score track"),
        [
            *scores,
            tr("An outline shows what its owner would have if the period ended now."),
            tr("After 99 a marker starts again at 0; a sign shows the hundreds."),
        ],
        "scoring",
    )


def _offer(tile: Tile) -> str:
    """A tile with its cost and gains."""
    needs = [words.money(tile.cost)]
    if tile.coal:
        needs.append(tr("1 coal"))
    if tile.iron:
        needs.append(tr("1 iron"))
    return tr(
        "{tile}, for {needs}; flipped {gains}",
        tile=words.tile_name(tile),
        needs=words.several(needs),
        gains=_gains(tile),
    )


def _gains(tile: Tile) -> str:
    return f"{words.points(tile.points)}, {words.steps(tile.steps)}"
