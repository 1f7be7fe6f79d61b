"""What an answer costs and brings, in a few words."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.decoding import Answer, Kind, decode
from smokestack.games.glasgow.rules.architects import architect_at
from smokestack.games.glasgow.rules.city import factories_in_line, place
from smokestack.games.glasgow.rules.scoring import has_station_set, score, size
from smokestack.games.glasgow.rules.stores import can_pay, price
from smokestack.games.glasgow.rules.terms import (
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
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.things import members, offer_of, table_of
from smokestack.games.glasgow.ui.words import (
    amount_of,
    bank_text,
    building_name,
    contract_text,
    gift_text,
    good_name,
    goods_text,
)
from smokestack.presentation.language import tr, trn
from smokestack.presentation.numbers import signed


def explain(view: View, number: int) -> str:
    """What an answer costs and brings, in a few words."""
    return preview(view, decode(number))


def preview(view: View, answer: Answer) -> str:
    """As `explain`, of an answer that is already decoded."""
    table = table_of(view)
    match answer.kind:
        case Kind.MOVE:
            return _explain_move(view, answer.index)
        case Kind.TAKE:
            return tr("gain {goods}", goods=amount_of(answer.good, 1))
        case Kind.CONVERT:
            given, gained = converted(answer)
            return tr("{given} for {gained}", given=given, gained=gained)
        case Kind.REPLACE:
            offered = offer_names(table, answer.architect)
            return tr("discard {buildings}, draw two", buildings=", ".join(offered))
        case Kind.ACTIVATE:
            return gifts_text(view, int(factories_in_line(table, answer.cell)))
        case Kind.DRAW:
            return tr("reveal the next building, then build or discard it")
        case Kind.BUILD:
            surcharge = 0 if answer.place == NONE else int(table.surcharge)
            return _explain_build(table, chosen_by(table, answer), surcharge)
        case Kind.DISCARD:
            good = amount_of(int(table.tiles.leftmost[table.drawn]), 1)
            return tr("for {goods}, the leftmost of its cost", goods=good)
        case Kind.PAY:
            return _explain_payment(table, answer.good)
        case Kind.PLACE:
            return _explain_place(view, answer.cell)
        case Kind.RESOLVE:
            return _factory_gift(view, int(table.city[answer.cell]))
        case Kind.PASS:
            return _explain_pass(table)


def gifts_text(view: View, factories: int) -> str:
    """What each factory of a set gives to its owner."""
    gifts = [_factory_gift(view, factory) for factory in members(factories)]
    return ", ".join(gifts) if gifts else tr("no factory works")


def _factory_gift(view: View, factory: int) -> str:
    table = table_of(view)
    return tr(
        "{tile} gives {name} {gift}",
        tile=table.tiles.buildings[factory].id,
        name=view.players[table.owner(factory)],
        gift=gift_text(int(table.tiles.gives[factory])),
    )


def offer_names(table: Glasgow, architect: int) -> list[str]:
    return [
        name_of(table, int(table.offers[place]))
        for place in (2 * architect, 2 * architect + 1)
        if table.offers[place] != NONE
    ]


def cost_text(table: Glasgow, building: int, surcharge: int) -> str:
    return goods_text(int(price(table, building, good, surcharge)) for good in range(3))


def converted(answer: Answer) -> tuple[str, str]:
    """What a conversion spends and what it brings."""
    source, target = int(CONVERT_FROM[answer.conversion]), int(CONVERT_TO[answer.conversion])
    given = amount_of(source, answer.uses)
    if answer.barrel:
        given = tr("the whisky for {goods}", goods=amount_of(source, 1))
        if answer.uses > 1:
            given = tr("{goods} and the whisky", goods=amount_of(source, answer.uses - 1))
    return given, amount_of(target, answer.uses)


def chosen_by(table: Glasgow, answer: Answer) -> int:
    """The building that an answer builds."""
    if answer.place == NONE:
        return int(table.drawn)
    return int(table.offers[offer_of(table, answer.place)])


def lead(table: Glasgow, target: int) -> int:
    """How many steps a move would take the actor ahead of the other merchant."""
    seat = int(table.actor)
    steps = int(table.steps[seat]) + (target - int(table.position(seat))) % RING_SIZE
    return steps - int(table.steps[1 - seat])


def _explain_move(view: View, target: int) -> str:
    table = table_of(view)
    seat, other = int(table.actor), 1 - int(table.actor)
    doubled = bool(table.doubled >> seat & 1)
    tile = table.ring[target]
    if tile == ARCHITECT:
        offered = _offers_with_ticks(table, seat, int(architect_at(target)))
        parts = [tr("architect: {buildings}", buildings=offered)]
    else:
        times = 2 if doubled else 1
        parts = [
            contract_text(table.tiles.contracts[tile]),
            *_stored(table, seat, int(tile), times),
        ]
        lost = _lost(table, seat, int(tile), times)
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


def _stored(table: Glasgow, seat: int, contract: int, times: int) -> list[str]:
    """How the store changes by the goods of a contract."""
    tile = table.tiles.contracts[contract]
    if tile.kind != GRANT:
        return []
    changes = []
    for good in range(WHISKY):
        held = int(table.stores[seat * 4 + good])
        after = min(int(STORE[good]), held + times * tile.goods[good])
        if after != held:
            changes.append(f"{good_name(good)} {held} → {after}")
    return changes


def _offers_with_ticks(table: Glasgow, seat: int, architect: int) -> str:
    """The buildings of an architect, with a tick if the seat can pay."""
    return ", ".join(
        name_of(table, int(table.offers[place]))
        + (" ✓" if can_pay(table, seat, table.offers[place], 0) else "")
        for place in (2 * architect, 2 * architect + 1)
        if table.offers[place] != NONE
    )


def _lost(table: Glasgow, seat: int, contract: int, times: int) -> str:
    """The goods of a contract that do not fit the store."""
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
        parts[0] = tr("{cost} (including {n} extra gold)", cost=parts[0], n=surcharge)
    left = [
        f"{good_name(good)} {held} → {held - paid}"
        for good in range(3)
        for held in [int(table.stores[int(table.active) * 4 + good])]
        for paid in [int(price(table, building, good, surcharge))]
        if paid and held >= paid
    ]
    parts += left
    points = int(table.tiles.points[building])
    if points:
        parts.append(trn("{n} printed point", "{n} printed points", points))
    prospect = _prospect(table, building)
    if prospect:
        parts.append(prospect)
    return "; ".join(parts)


def _prospect(table: Glasgow, building: int) -> str:
    """What a building may bring in addition to its printed points."""
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


def _explain_payment(table: Glasgow, barrel_for: int) -> str:
    surcharge = 0 if table.source == DRAWN else int(table.surcharge)
    cost = cost_text(table, int(table.building), surcharge)
    if barrel_for == NONE:
        return tr("{goods}, keeping the whisky", goods=cost)
    good = amount_of(barrel_for, 1)
    return tr("{goods}, with the whisky for {good}", goods=cost, good=good)


def _explain_place(view: View, cell: int) -> str:
    """How many points it changes for either player, and which factories work."""
    table = table_of(view)
    after = table.copy()
    place(after, cell)
    parts = []
    for seat in (int(table.active), 1 - int(table.active)):
        change = int(score(after, seat) - score(table, seat))
        if change:
            parts.append(
                trn(
                    "{change} point for {name}",
                    "{change} points for {name}",
                    abs(change),
                    change=signed(change),
                    name=view.players[seat],
                )
            )
    parts.append(gifts_text(view, int(after.firing)))
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
