"""What answers mean and what happened, in words."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.engine.words import counted
from smokestack.games.glasgow import answers
from smokestack.games.glasgow.city import factories_in_line
from smokestack.games.glasgow.notation import cell_text, to_text
from smokestack.games.glasgow.scoring import neighbouring_tenements, score
from smokestack.games.glasgow.stores import price
from smokestack.games.glasgow.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    ASK_BUILD,
    ASK_CONVERT,
    ASK_PAY,
    ASK_REPLACE,
    CONTRACT_KINDS,
    CONVERSIONS,
    DRAWN,
    FACTORY_GIVES,
    GOODS,
    GRANT,
    KINDS,
    NONE,
    RING_SIZE,
    TENEMENT,
)
from smokestack.games.glasgow.turn import Glasgow

CONTRACT_TEXTS = {
    "choice": "1 stone, steel or gold of your choice",
    "convert": "convert stone and steel, or steel and gold once",
    "replace": "replace both buildings of an architect",
    "activate": "activate a factory with its row and column",
    "draw": "draw a building: build it or take its leftmost good",
    "double": "use your next tile twice",
}


def table_of(view: View) -> Glasgow:
    state = view.state
    assert isinstance(state, Glasgow)
    return state


def explain(view: View, answer: int) -> str:
    """What an answer costs and brings, in a few words."""
    table = table_of(view)
    if answer < answers.TAKE:
        return _explain_move(view, answer - answers.MOVE)
    if answer < answers.CONVERT:
        return f"gain 1 {GOODS[answer - answers.TAKE]}"
    if answer < answers.REPLACE:
        return _explain_conversion(answer)
    if answer < answers.ACTIVATE:
        offered = offer_names(table, answer - answers.REPLACE)
        return f"discard {' and '.join(offered)}, draw two"
    if answer < answers.DRAW:
        return fires(view, table.firing | factories_in_line(table, answer - answers.ACTIVATE))
    if answer == answers.DRAW:
        return "reveal the next building, then build or discard it"
    if answer == answers.BUILD_DRAWN:
        return _explain_build(table, table.drawn, 0)
    if answer == answers.DISCARD:
        good = GOODS[table.tiles.leftmost[table.drawn]]
        return f"discard {building_name(table, table.drawn)} for 1 {good}"
    if answer < answers.PAY:
        first = table.position(table.active) // 5 * 2
        building = table.offers[first + answer - answers.BUILD]
        return _explain_build(table, building, table.surcharge)
    if answer < answers.PLACE:
        return _explain_payment(table, answer)
    if answer < answers.RESOLVE:
        return _explain_place(view, answer - answers.PLACE)
    if answer < answers.PASS:
        return factory_name(view, table.city[answer - answers.RESOLVE])
    return _explain_pass(table)


def narrate(before: View, answer: int, after: View) -> str:
    """Who did what, and every change of goods and points that came of it."""
    old, new = table_of(before), table_of(after)
    name = before.players[old.actor]
    changes = [
        f"{before.players[seat]} {', '.join(found)}"
        for seat in range(2)
        if (found := _changes(old, new, seat))
    ]
    told = f"{name}: {_deed(old, answer)}"
    if answer == answers.DRAW:
        told += f" {building_name(new, new.drawn)}"
    return f"{told} ({'; '.join(changes)})" if changes else told


def building_name(table: Glasgow, building: int) -> str:
    tile = table.tiles.buildings[building]
    return f"{KINDS[tile.kind]} {tile.id}"


def factory_name(view: View, factory: int) -> str:
    """A factory with its owner and what it does."""
    table = table_of(view)
    owner = view.players[table.owner(factory)]
    gift = FACTORY_GIVES[table.tiles.gives[factory]]
    return f"{table.tiles.buildings[factory].id} of {owner}: {gift}"


def fires(view: View, factories: int) -> str:
    """The factories of a set, or nothing."""
    names = [
        factory_name(view, factory)
        for factory in range(len(table_of(view).tiles.buildings))
        if factories >> factory & 1
    ]
    return f"fires {', '.join(names)}" if names else "fires no factory"


def offer_names(table: Glasgow, architect: int) -> list[str]:
    return [
        building_name(table, table.offers[place])
        for place in (2 * architect, 2 * architect + 1)
        if table.offers[place] != NONE
    ]


def cost_text(table: Glasgow, building: int, surcharge: int) -> str:
    parts = []
    for good in range(3):
        amount = price(table, building, good, surcharge)
        if amount:
            parts.append(f"{amount} {GOODS[good]}")
    return ", ".join(parts)


def contract_text(table: Glasgow, contract: int) -> str:
    """What a contract does."""
    tile = table.tiles.contracts[contract]
    if tile.kind == GRANT:
        goods = zip(GOODS, tile.goods, strict=True)
        return "gain " + ", ".join(f"{amount} {good}" for good, amount in goods if amount)
    return CONTRACT_TEXTS[CONTRACT_KINDS[tile.kind]]


def _explain_move(view: View, target: int) -> str:
    table = table_of(view)
    seat, other = table.actor, 1 - table.actor
    steps = table.steps[seat] + (target - table.position(seat)) % RING_SIZE
    tile = table.ring[target]
    if tile == ARCHITECT:
        names = ", ".join(offer_names(table, target // 5))
        what = f"architect: {names}"
    else:
        what = contract_text(table, tile)
    twice = "twice: " if table.doubled >> seat & 1 else ""
    lead = steps - table.steps[other]
    after = f"{lead} ahead of {view.players[other]}" if lead > 0 else "you move again"
    return f"{twice}{what}; {after}"


def _explain_conversion(answer: int) -> str:
    code = answer - answers.CONVERT
    source, target = CONVERSIONS[code // (2 * answers.MOST_USES)].split(">")
    uses = code // 2 % answers.MOST_USES + 1
    spent = f"{uses} {source}"
    if code % 2:
        spent = f"{uses - 1} {source} and the whisky" if uses > 1 else "the whisky"
    return f"{spent} for {uses} {target}"


def _explain_build(table: Glasgow, building: int, surcharge: int) -> str:
    extra = f" (surcharge {surcharge} gold included)" if surcharge else ""
    points = counted(int(table.tiles.points[building]), "printed point")
    cost = cost_text(table, building, surcharge)
    return f"{building_name(table, building)}, {points}, for {cost}{extra}"


def _explain_payment(table: Glasgow, answer: int) -> str:
    cost = cost_text(table, table.building, _surcharge_of(table))
    if answer == answers.PAY:
        return f"{cost}, keeping the whisky"
    return f"{cost}, with the whisky for 1 {GOODS[answer - answers.PAY_WHISKY]}"


def _surcharge_of(table: Glasgow) -> int:
    return 0 if table.source == DRAWN else int(table.surcharge)


def _explain_place(view: View, cell: int) -> str:
    table = table_of(view)
    text = fires(view, factories_in_line(table, cell))
    if table.tiles.kind[table.building] == TENEMENT:
        text += f"; {counted(int(neighbouring_tenements(table, cell)), 'tenement')} next to it"
    return text


def _explain_pass(table: Glasgow) -> str:
    if table.fired != NONE:
        return "leave the factory unused"
    if table.decision == ASK_BUILD:
        return "build nothing more"
    if table.decision in (ASK_CONVERT, ASK_REPLACE) and table.uses == 2:
        return "leave the tile, both uses"
    return "leave the tile"


def _deed(table: Glasgow, answer: int) -> str:
    """The answer with names in place of numbers where notation alone says little."""
    text = to_text(answer)
    if answer < answers.TAKE:
        tile = table.ring[answer - answers.MOVE]
        name = "architect" if tile == ARCHITECT else table.tiles.contracts[tile].id
        return f"moves to {answer - answers.MOVE}, {name}"
    if answers.REPLACE <= answer < answers.ACTIVATE:
        return f"replaces the offer at {ARCHITECT_TILES[answer - answers.REPLACE]}"
    if answers.BUILD <= answer < answers.PAY:
        first = table.position(table.active) // 5 * 2
        return f"builds {building_name(table, table.offers[first + answer - answers.BUILD])}"
    if answer == answers.BUILD_DRAWN:
        return f"builds {building_name(table, table.drawn)}"
    if answer == answers.DISCARD:
        return f"discards {building_name(table, table.drawn)}"
    if answers.PLACE <= answer < answers.RESOLVE:
        place = cell_text(answer - answers.PLACE)
        return f"places {building_name(table, table.building)} at {place}"
    if table.decision == ASK_PAY and answer != answers.PAY:
        return f"pays with the whisky for 1 {GOODS[answer - answers.PAY_WHISKY]}"
    verb, _, rest = text.partition(" ")
    verb = "passes" if verb == "pass" else f"{verb}s"
    return f"{verb} {rest}".rstrip()


def _changes(old: Glasgow, new: Glasgow, seat: int) -> list[str]:
    found = []
    for number, good in enumerate(GOODS):
        change = new.stores[seat * 4 + number] - old.stores[seat * 4 + number]
        if change:
            found.append(f"{change:+d} {good}")
    points = score(new, seat) - score(old, seat)
    if points:
        found.append(f"{points:+d} points")
    return found
