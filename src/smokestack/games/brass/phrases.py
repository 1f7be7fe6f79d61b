"""What answers mean and what happened, in words."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.engine.words import counted, pounds
from smokestack.games.brass import answers
from smokestack.games.brass.cotton import offer_sales
from smokestack.games.brass.edition import Tile
from smokestack.games.brass.links import link_cost
from smokestack.games.brass.markets import iron_cost
from smokestack.games.brass.notation import card_names, to_text
from smokestack.games.brass.scoring import link_value, standing_points
from smokestack.games.brass.terms import (
    ASK_SECOND_RAIL,
    CASH,
    INDUSTRIES,
    MARKER,
    NONE,
    RAIL,
    SECOND_RAIL_COST,
    SLOTS,
)
from smokestack.games.brass.turn import Brass


def table_of(view: View) -> Brass:
    state = view.state
    assert isinstance(state, Brass)
    return state


def explain(view: View, answer: int) -> str:
    """What an answer costs and brings, in a few words."""
    table = table_of(view)
    if answer < answers.BUILD2:
        return _explain_build(table, answer - answers.BUILD)
    if answer < answers.LINK:
        return f"with two cards: {_explain_build(table, answer - answers.BUILD2)}"
    if answer < answers.DEVELOP:
        return _explain_link(table, answer - answers.LINK)
    if answer < answers.SELL:
        return _explain_development(table, answer - answers.DEVELOP)
    if answer == answers.SELL:
        return counted(_sale_count(table), "possible sale")
    if answer < answers.PASS:
        return _explain_loan(table, answer - answers.LOAN)
    if answer == answers.PASS:
        return "discard a card and do nothing"
    if answer < answers.TAKE_COAL:
        return _explain_discard(table, answer - answers.DISCARD)
    if answer < answers.SALE:
        slot = (answer - answers.TAKE_COAL) % SLOTS
        return f"{_tile_at(view, slot)}, {counted(int(table.cubes[slot]), 'cube')} left"
    if answer < answers.DISTANT_SALE:
        return _explain_sale(view, answer - answers.SALE)
    if answer < answers.LIQUIDATE:
        mill = table.tile[table.edition.mill_slot[answer - answers.DISTANT_SALE]]
        return (
            f"turn a tile of the distant market; {_reward(table.edition.tiles[mill])} if it sells"
        )
    if answer < answers.DONE:
        slot = answer - answers.LIQUIDATE
        return f"{_tile_at(view, slot)} for £{table.edition.cost[table.tile[slot]] // 2}"
    return "no more of this action"


def narrate(before: View, answer: int, after: View) -> str:
    """Who did what, and every change of money, income and points that came of it."""
    old, new = table_of(before), table_of(after)
    changes = []
    for seat, name in enumerate(before.players):
        found = _changes(old, new, seat)
        if found:
            changes.append(f"{name} {', '.join(found)}")
    told = f"{before.players[old.actor]}: {to_text(answer)}"
    if new.period != old.period:
        told += "; the canal period is over"
    elif new.round != old.round:
        told += f"; round {new.round} begins"
    return f"{told} ({'; '.join(changes)})" if changes else told


def tile_name(tile: Tile) -> str:
    return f"{INDUSTRIES[tile.industry]} {tile.level}"


def _tile_at(view: View, slot: int) -> str:
    table = table_of(view)
    tile = table.edition.tiles[table.tile[slot]]
    return f"{tile_name(tile)} of {view.players[table.owner[slot]]}"


def _reward(tile: Tile) -> str:
    return f"{counted(tile.points, 'point')}, income +{tile.steps}"


def _explain_build(table: Brass, site: int) -> str:
    tile = table.edition.tiles[table.next_tile(table.actor, table.edition.site_industry[site])]
    slot = table.edition.site_slot[site]
    needs = [f"£{tile.cost}"]
    if tile.coal:
        needs.append("coal")
    if tile.iron:
        needs.append("iron")
    over = "over " + tile_name(table.edition.tiles[table.tile[slot]]) + ", "
    replaced = over if table.tile[slot] != NONE else ""
    return f"{replaced}level {tile.level} for {', '.join(needs)}; {_reward(tile)} when it flips"


def _explain_link(table: Brass, line: int) -> str:
    cost = SECOND_RAIL_COST if table.decision == ASK_SECOND_RAIL else link_cost(table)
    coal = " and coal" if table.period == RAIL else ""
    return f"£{cost}{coal}; {counted(int(link_value(table, line)), 'point')} as it stands"


def _explain_development(table: Brass, industry: int) -> str:
    tile = table.edition.tiles[table.next_tile(table.actor, industry)]
    price = iron_cost(table)
    iron = f"iron for £{price}" if price else "free iron"
    return f"remove {tile_name(tile)}, {iron}"


def _explain_loan(table: Brass, loan: int) -> str:
    space = table.seats[MARKER + table.actor]
    for _ in range(loan + 1):
        space = table.course.lower_space[space]
    before = table.course.income[table.seats[MARKER + table.actor]]
    return f"income {pounds(before)} becomes {pounds(table.course.income[space])}"


def _explain_discard(table: Brass, card: int) -> str:
    count = table.hands[table.actor * len(card_names()) + card]
    return "your only one" if count == 1 else f"one of {count}"


def _explain_sale(view: View, code: int) -> str:
    table = table_of(view)
    edition = table.edition
    mill = edition.tiles[table.tile[edition.mill_slot[code // answers.PORT_SLOTS]]]
    port_slot = edition.port_slot[code % answers.PORT_SLOTS]
    return f"{_reward(mill)}; flips {_tile_at(view, port_slot)}"


def _sale_count(table: Brass) -> int:
    trial = table.copy()
    trial.count = 0
    offer_sales(trial)
    return int(trial.count)


def _changes(old: Brass, new: Brass, seat: int) -> list[str]:
    found = []
    money = new.seats[CASH + seat] - old.seats[CASH + seat]
    if money:
        found.append(f"+{pounds(money)}" if money > 0 else pounds(money))
    income = (
        new.course.income[new.seats[MARKER + seat]] - old.course.income[old.seats[MARKER + seat]]
    )
    if income:
        found.append(f"income {income:+d}")
    points = standing_points(new, seat) - standing_points(old, seat)
    if points:
        found.append(f"{points:+d} points")
    return found
