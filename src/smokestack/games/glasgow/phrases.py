"""What an answer costs and brings, in a few words."""

from __future__ import annotations

from smokestack.engine.language import tr, trn
from smokestack.engine.view import View
from smokestack.games.glasgow import answers
from smokestack.games.glasgow.city import factories_in_line, place
from smokestack.games.glasgow.scoring import has_station_set, score, size
from smokestack.games.glasgow.stores import can_pay, price
from smokestack.games.glasgow.terms import (
    ARCHITECT,
    ASK_BUILD,
    ASK_CONVERT,
    ASK_REPLACE,
    BANK,
    CONVERT_FROM,
    CONVERT_TO,
    DRAWN,
    FACTORY,
    GRANT,
    NONE,
    PARK,
    RING_SIZE,
    SHOP,
    STATION,
    STORE,
    TENEMENT,
    WHISKY,
)
from smokestack.games.glasgow.things import members, table_of
from smokestack.games.glasgow.turn import Glasgow
from smokestack.games.glasgow.words import (
    amount_of,
    bank_text,
    building_name,
    contract_text,
    gift_text,
    goods_text,
)


def explain(view: View, answer: int) -> str:
    """What an answer costs and brings, in a few words."""
    table = table_of(view)
    if answer < answers.TAKE:
        return _explain_move(view, answer - answers.MOVE)
    if answer < answers.CONVERT:
        return tr("gain {goods}", goods=amount_of(answer - answers.TAKE, 1))
    if answer < answers.REPLACE:
        given, gained = converted(answer)
        return tr("{given} for {gained}", given=given, gained=gained)
    if answer < answers.ACTIVATE:
        offered = offer_names(table, answer - answers.REPLACE)
        return tr("discard {buildings}, draw two", buildings=", ".join(offered))
    if answer < answers.DRAW:
        return fires(view, int(factories_in_line(table, answer - answers.ACTIVATE)))
    if answer == answers.DRAW:
        return tr("reveal the next building, then build or discard it")
    if answer == answers.DISCARD:
        good = amount_of(int(table.tiles.leftmost[table.drawn]), 1)
        return tr("for {goods}, the leftmost of its cost", goods=good)
    if answer < answers.PAY:
        surcharge = 0 if answer == answers.BUILD_DRAWN else int(table.surcharge)
        return _explain_build(table, chosen_by(table, answer), surcharge)
    if answer < answers.PLACE:
        return _explain_payment(table, answer)
    if answer < answers.RESOLVE:
        return _explain_place(view, answer - answers.PLACE)
    if answer < answers.PASS:
        return factory_deed(view, int(table.city[answer - answers.RESOLVE]))
    return _explain_pass(table)


def factory_deed(view: View, factory: int) -> str:
    """What a factory does for its owner."""
    table = table_of(view)
    return tr(
        "{tile} gives {name} {gift}",
        tile=table.tiles.buildings[factory].id,
        name=view.players[table.owner(factory)],
        gift=gift_text(int(table.tiles.gives[factory])),
    )


def fires(view: View, factories: int) -> str:
    """What the factories of a set do."""
    deeds = [factory_deed(view, factory) for factory in members(factories)]
    return ", ".join(deeds) if deeds else tr("no factory works")


def offer_names(table: Glasgow, architect: int) -> list[str]:
    return [
        name_of(table, int(table.offers[place]))
        for place in (2 * architect, 2 * architect + 1)
        if table.offers[place] != NONE
    ]


def cost_text(table: Glasgow, building: int, surcharge: int) -> str:
    return goods_text(int(price(table, building, good, surcharge)) for good in range(3))


def converted(answer: int) -> tuple[str, str]:
    """What a conversion spends and what it brings."""
    code = answer - answers.CONVERT
    conversion = code // (2 * answers.MOST_USES)
    uses = code // 2 % answers.MOST_USES + 1
    source, target = int(CONVERT_FROM[conversion]), int(CONVERT_TO[conversion])
    given = amount_of(source, uses)
    if code % 2:
        given = tr("the whisky for {goods}", goods=amount_of(source, 1))
        if uses > 1:
            given = tr("{goods} and the whisky", goods=amount_of(source, uses - 1))
    return given, amount_of(target, uses)


def chosen_by(table: Glasgow, answer: int) -> int:
    """The building that an answer builds."""
    if answer == answers.BUILD_DRAWN:
        return int(table.drawn)
    first = int(table.position(table.active)) // 5 * 2
    return int(table.offers[first + answer - answers.BUILD])


def lead(table: Glasgow, target: int) -> int:
    """How far ahead of the other merchant a move would lead."""
    seat = int(table.actor)
    steps = int(table.steps[seat]) + (target - int(table.position(seat))) % RING_SIZE
    return steps - int(table.steps[1 - seat])


def _explain_move(view: View, target: int) -> str:
    table = table_of(view)
    seat, other = int(table.actor), 1 - int(table.actor)
    doubled = bool(table.doubled >> seat & 1)
    tile = table.ring[target]
    if tile == ARCHITECT:
        parts = [tr("architect: {buildings}", buildings=_within_reach(table, seat, target // 5))]
    else:
        parts = [contract_text(table.tiles.contracts[tile])]
        lost = _lost(table, seat, int(tile), 2 if doubled else 1)
        if lost:
            parts.append(tr("no room for {goods}", goods=lost))
    if doubled:
        parts[0] = tr("twice: {what}", what=parts[0])
    ahead = lead(table, target)
    if ahead > 0:
        parts.append(tr("{n} ahead of {name}", n=ahead, name=view.players[other]))
    else:
        parts.append(tr("you move again"))
    return "; ".join(parts)


def _within_reach(table: Glasgow, seat: int, architect: int) -> str:
    """The buildings of an architect, those that can be paid with a tick."""
    return ", ".join(
        name_of(table, int(table.offers[place]))
        + (" ✓" if can_pay(table, seat, table.offers[place], 0) else "")
        for place in (2 * architect, 2 * architect + 1)
        if table.offers[place] != NONE
    )


def _lost(table: Glasgow, seat: int, contract: int, times: int) -> str:
    """The goods of a contract that would not fit the store."""
    tile = table.tiles.contracts[contract]
    if tile.kind != GRANT:
        return ""
    return goods_text(
        max(0, int(table.stores[seat * 4 + good]) + times * tile.goods[good] - int(STORE[good]))
        for good in range(WHISKY)
    )


def _explain_build(table: Glasgow, building: int, surcharge: int) -> str:
    parts = [
        tr(
            "{building} for {goods}",
            building=name_of(table, building),
            goods=cost_text(table, building, surcharge),
        )
    ]
    if surcharge:
        parts[0] = tr("{cost} ({n} gold of it on top)", cost=parts[0], n=surcharge)
    points = int(table.tiles.points[building])
    if points:
        parts.append(trn("{n} printed point", "{n} printed points", points))
    prospect = _prospect(table, building)
    if prospect:
        parts.append(prospect)
    return "; ".join(parts)


def _prospect(table: Glasgow, building: int) -> str:
    """What a building may bring beyond its printed points."""
    tile = table.tiles.buildings[building]
    seat = int(table.active)
    if tile.kind == FACTORY:
        return tr("gives {gift}", gift=gift_text(tile.gives))
    if tile.kind == BANK:
        return bank_text(tile)
    if tile.kind == PARK:
        more = 2 * int(size(table.owned(seat) & table.tiles.parks)) + 1
        return trn("{n} point more for your parks", "{n} points more for your parks", more)
    if tile.kind == TENEMENT:
        return tr("3 more for each tenement beside it")
    if tile.kind == SHOP:
        return tr("5 more in a corner")
    if tile.kind == STATION:
        if has_station_set(table, seat):
            return tr("10 more, your set is complete")
        return tr("10 more with a landmark, factory, park and tenement")
    return ""


def _explain_payment(table: Glasgow, answer: int) -> str:
    surcharge = 0 if table.source == DRAWN else int(table.surcharge)
    cost = cost_text(table, int(table.building), surcharge)
    if answer == answers.PAY:
        return tr("{goods}, keeping the whisky", goods=cost)
    barrel_for = amount_of(answer - answers.PAY_WHISKY, 1)
    return tr("{goods}, with the whisky for {good}", goods=cost, good=barrel_for)


def _explain_place(view: View, cell: int) -> str:
    """The points that it brings to anybody now, and the factories that work."""
    table = table_of(view)
    twin = table.copy()
    place(twin, cell)
    parts = []
    for seat in (int(table.active), 1 - int(table.active)):
        change = int(score(twin, seat) - score(table, seat))
        if change:
            parts.append(
                trn(
                    "{change} point for {name}",
                    "{change} points for {name}",
                    abs(change),
                    change=f"{change:+d}",
                    name=view.players[seat],
                )
            )
    parts.append(fires(view, int(twin.firing)))
    return "; ".join(parts)


def _explain_pass(table: Glasgow) -> str:
    if table.fired != NONE:
        return tr("leave the factory unused")
    if table.decision == ASK_BUILD:
        return tr("build nothing more")
    if table.decision in (ASK_CONVERT, ASK_REPLACE) and table.uses == 2:
        return tr("leave the tile, both uses")
    return tr("leave the tile")


def name_of(table: Glasgow, building: int) -> str:
    return building_name(table.tiles.buildings[building])
