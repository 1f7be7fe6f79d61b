"""Brass as one generator: slow and literal, written from the rules without the engine.

It yields each decision and receives the answer; between two decisions its table equals the state in
the trace. It has no random numbers of its own and takes random results from the trace.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from typing import TypeAlias, TypeVar

from tests.games.audit_checks import Decision
from tests.games.brass.audit_table import INDUSTRIES, Table, Tile

T = TypeVar("T")
Asking: TypeAlias = Generator[Decision, str, T]

LINK_MARKERS = 14
CANAL_PRICE, RAIL_PRICE, SECOND_RAIL_PRICE = 3, 5, 10
LOANS = {10: 1, 20: 2, 30: 3}


def play(table: Table) -> Asking[None]:
    """The whole game."""
    for period in ("canal", "rail"):
        table.period = period
        table.deal()
        for number in range(1, table.facts.rounds + 1):
            table.round = number
            if not table.facts.income_ends_round:
                yield from settle_income(table)
            for player in list(table.order):
                yield from take_turn(table, player)
            yield from end_round(table)
        score(table)
        if period == "canal":
            clean_up(table)


def end_round(table: Table) -> Asking[None]:
    facts = table.facts
    before = list(table.order)
    # A stable sort: ties keep their order.
    table.order.sort(key=lambda player: table.spent[player])
    table.seen["new order"] += table.order != before
    table.spent = [0 for _ in table.spent]
    if not facts.refill_each_turn:
        for player in table.order:
            table.refill(player)
    last_of_game = table.period == "rail" and table.round == facts.rounds
    if facts.income_ends_round and not last_of_game:
        yield from settle_income(table)


def settle_income(table: Table) -> Asking[None]:
    """Income for everybody, then debtors sell tiles in turn order, as long as they must."""
    for player, space in enumerate(table.income):
        table.money[player] += table.facts.income[space]
        table.seen["negative income"] += table.facts.income[space] < 0
    for player in table.order:
        while table.money[player] < 0 and table.tiles_of(player):
            answers = [f"liquidate {slot}" for slot in table.tiles_of(player)]
            chosen = yield Decision(player, "debt", answers)
            tile = table.board.pop(chosen.split()[1])
            table.money[player] += table.facts.tiles[tile.industry, tile.level]["cost"] // 2
            table.seen["liquidation"] += 1
            table.seen["liquidation of a flipped tile"] += tile.flipped
        if table.money[player] < 0:
            lost = min(table.vp[player], -table.money[player])
            table.vp[player] -= lost
            table.forfeited[player] += lost
            table.money[player] = 0
            table.seen["vp for debt"] += lost > 0
            table.seen["debt forgiven"] += 1


def score(table: Table) -> None:
    """All links are counted before anything is removed; in rail also £10 = 1 VP."""
    facts = table.facts
    table.scored.append(table.state() | {"money": list(table.money), "links": dict(table.links)})
    for line, owner in table.links.items():
        for place in table.ends(line):
            table.vp[owner] += table.coins(place)
            table.seen["scored place without slots"] += not facts.locations[place]["slots"]
    for tile in table.board.values():
        if tile.flipped:
            table.vp[tile.owner] += facts.tiles[tile.industry, tile.level]["vp"]
    if table.period == "rail":
        for player, money in enumerate(table.money):
            table.vp[player] += money // 10


def clean_up(table: Table) -> None:
    """Links and level 1 leave the board; the distant market follows with the new deal."""
    table.links = {}
    for slot, tile in list(table.board.items()):
        if tile.level == 1:
            del table.board[slot]
            table.seen["level 1 removed"] += 1
            table.seen["level 1 removed with cubes"] += tile.cubes > 0


def take_turn(table: Table, player: int) -> Asking[None]:
    """Two actions, in canal round 1 one; building with two cards is both."""
    actions = 1 if table.period == "canal" and table.round == 1 else 2
    while actions:
        actions -= yield from take_action(table, player, actions)
    if table.facts.refill_each_turn:
        table.refill(player)


def take_action(table: Table, player: int, left: int) -> Asking[int]:
    """One action; returns how many of the turn's actions it was."""
    answers = possible_actions(table, player)
    if left == 2:
        anywhere = possible_builds(table, player)
        answers += [f"build2 {industry} {slot}" for industry, slot in anywhere]
    chosen = yield Decision(player, "action", answers)
    match chosen.split():
        case ["build", industry, slot]:
            allowing = cards_allowing(table, player, industry, slot)
            card = yield from discard(table, player, allowing)
            count_card(table, player, card, slot)
            yield from build(table, player, industry, slot)
        case ["build2", industry, slot]:
            table.seen["build2"] += 1
            yield from discard(table, player, table.hands[player])
            yield from discard(table, player, table.hands[player])
            yield from build(table, player, industry, slot)
            return 2
        case [kind, *what]:
            yield from discard(table, player, table.hands[player])
            if kind == "link":
                yield from link(table, player, what[0])
            elif kind == "develop":
                yield from develop(table, player, what[0])
            elif kind == "sell":
                yield from sell_cotton(table, player)
            elif kind == "loan":
                table.money[player] += int(what[0])
                fallen = space_after_loan(table, player, int(what[0]))
                assert fallen is not None
                table.income[player] = fallen
    return 1


def possible_actions(table: Table, player: int) -> list[str]:
    """What one card can do; passing always can."""
    answers = ["pass"]
    for industry, slot in possible_builds(table, player):
        if cards_allowing(table, player, industry, slot):
            answers.append(f"build {industry} {slot}")
    price = CANAL_PRICE if table.period == "canal" else RAIL_PRICE
    answers += [f"link {line}" for line in possible_lines(table, player, price)]
    answers += possible_developments(table, player)
    if possible_sales(table, player):
        answers.append("sell")
    if table.period == "canal" or table.deck:
        loans = [pounds for pounds in LOANS if space_after_loan(table, player, pounds) is not None]
        table.seen["loan refused below -10"] += len(loans) < len(LOANS)
        answers += [f"loan {pounds}" for pounds in loans]
    return answers


def discard(table: Table, player: int, cards: Iterable[str]) -> Asking[str]:
    """One of the cards that allow the action leaves the hand."""
    chosen = yield Decision(player, "card", [f"discard {card}" for card in sorted(set(cards))])
    card = chosen.split()[1]
    table.hands[player].remove(card)
    table.discards.append(card)
    return card


def possible_builds(table: Table, player: int) -> list[tuple[str, str]]:
    """Industry and slot of every build that can be completed, the cards apart."""
    builds = []
    for industry, stack in table.stacks[player].items():
        if not stack:
            continue
        tile = table.facts.tiles[industry, stack[0]]
        if not tile["build_canal" if table.period == "canal" else "build_rail"]:
            continue
        for slot in table.facts.town_slots():
            if not slot_takes(table, player, industry, stack[0], slot):
                continue
            coal = table.coal_price([slot.split(".")[0]]) if tile["coal"] else 0
            iron = table.iron_price() if tile["iron"] else 0
            if coal is not None and table.money[player] >= tile["cost"] + coal + iron:
                builds.append((industry, slot))
    return builds


def slot_takes(table: Table, player: int, industry: str, level: int, slot: str) -> bool:
    facts, town = table.facts, slot.split(".")[0]
    if facts.locations[town]["build_only_in"] not in ("any", table.period):
        return False
    if industry not in facts.shown_on(slot):
        return False
    old = table.board.get(slot)
    here = [own for own in table.tiles_of(player) if own.split(".")[0] == town]
    if table.period == "canal" and here and here != [slot]:
        return False
    if old and not may_replace(table, player, old, industry, level):
        return False
    for first in facts.slot_priority:
        if (first["location"], first["industry"]) == (town, industry):
            dedicated, shared = f"{town}.{first['first_slot']}", f"{town}.{first['then_slot']}"
            if slot == shared and dedicated not in table.board:
                table.seen["slot priority"] += 1
                table.seen["slot priority over replacing"] += old is not None
                return False
    return True


def may_replace(table: Table, player: int, old: Tile, industry: str, level: int) -> bool:
    """Same industry, strictly higher level; another's only in need of its cubes."""
    if old.industry != industry or old.level >= level:
        return False
    if old.owner == player:
        return True
    if industry not in ("coal", "iron"):
        return False
    return not table.with_cubes(industry) and table.track[industry] == 0


def cards_allowing(table: Table, player: int, industry: str, slot: str) -> set[str]:
    """The town's card, and the industry's if the town is in the network or nothing is built."""
    town = slot.split(".")[0]
    network = table.network(player)
    near = town in network or not network or virtually_near(table, network, industry, town)
    return {card for card in table.hands[player] if card == town or (card == industry and near)}


def virtually_near(table: Table, network: set[str], industry: str, town: str) -> bool:
    """The virtual link between Liverpool and Birkenhead."""
    if (town, industry) == ("birkenhead", "shipyard"):
        return table.facts.virtual_link and "liverpool" in network
    if town == "liverpool":
        return table.facts.virtual_link_reverse and "birkenhead" in network
    return False


def count_card(table: Table, player: int, card: str, slot: str) -> None:
    """Count the unusual permissions a build relied on, before the tile lies there."""
    network, town = table.network(player), slot.split(".")[0]
    if card in INDUSTRIES:
        table.seen["free first build by industry card"] += not network
        far = len(network) > 0 and town not in network
        table.seen["virtual link"] += far and town == "birkenhead"
        table.seen["virtual link reverse"] += far and town == "liverpool"


def build(table: Table, player: int, industry: str, slot: str) -> Asking[None]:
    """Pay and place; coal; iron; cubes, sold if the track can be reached; shipyards flip."""
    old = table.board.pop(slot, None)
    if old:
        table.seen["overbuild own" if old.owner == player else "overbuild other"] += 1
        table.seen["overbuild with cubes"] += old.cubes > 0
    level = table.stacks[player][industry].pop(0)
    facts = table.facts.tiles[industry, level]
    town = slot.split(".")[0]
    table.pay(player, facts["cost"])
    tile = table.board[slot] = Tile(industry, level, player)
    table.seen[f"built:{industry} {level}"] += 1
    if facts["coal"]:
        yield from take_coal(table, player, [town])
    if facts["iron"]:
        yield from take_iron(table, player)
    tile.cubes = facts["cubes"]
    if industry == "iron" or (industry == "coal" and table.anchored([town])):
        sell_to_track(table, slot)
    if industry == "shipyard":
        table.flip(slot)


def sell_to_track(table: Table, slot: str) -> None:
    """As many cubes as fit, the dearest empty space first; this pays, and never later."""
    tile = table.board[slot]
    spaces = table.facts.track[tile.industry]
    while tile.cubes and table.track[tile.industry] < len(spaces):
        table.track[tile.industry] += 1
        table.money[tile.owner] += spaces[len(spaces) - table.track[tile.industry]]
        table.seen["mine sold to track" if tile.industry == "coal" else "works sold to track"] += 1
        table.take_cube(slot)


def choose_source(player: int, cube: str, sources: list[str]) -> Asking[str]:
    if len(sources) == 1:
        return sources[0]
    answers = [f"{cube} {slot}" for slot in sources]
    return (yield Decision(player, cube, answers)).split()[1]


def take_coal(table: Table, player: int, starts: Collection[str]) -> Asking[None]:
    """From the nearest connected mine with cubes; only if there is none, from the track."""
    mines = table.nearest_mines(starts)
    if mines:
        table.seen["coal tie"] += len(mines) > 1
        table.take_cube((yield from choose_source(player, "coal", mines)))
    else:
        table.buy(player, "coal")


def take_iron(table: Table, player: int) -> Asking[None]:
    works = table.with_cubes("iron")
    if works:
        table.seen["iron choice"] += len(works) > 1
        table.take_cube((yield from choose_source(player, "iron", works)))
    else:
        table.buy(player, "iron")


def possible_lines(table: Table, player: int, price: int) -> list[str]:
    """Empty lines of the period touching the network, payable with their coal."""
    network, lines = table.network(player), []
    if len(table.links_of(player)) >= LINK_MARKERS:
        table.seen["no link marker left"] += 1
        return []
    for line, facts in table.facts.lines.items():
        ends = table.ends(line)
        if not facts[table.period] or line in table.links or not ends & network:
            continue
        coal = table.coal_price(ends) if table.period == "rail" else 0
        if coal is not None and table.money[player] >= price + coal:
            lines.append(line)
    return lines


def link(table: Table, player: int, line: str) -> Asking[None]:
    if table.period == "canal":
        table.pay(player, CANAL_PRICE)
        table.links[line] = player
        return
    yield from lay_rail(table, player, line, RAIL_PRICE)
    answers = [f"link {line}" for line in possible_lines(table, player, SECOND_RAIL_PRICE)]
    if not answers:
        return
    chosen = yield Decision(player, "second rail", [*answers, "done"])
    if chosen != "done":
        table.seen["double rail"] += 1
        yield from lay_rail(table, player, chosen.split()[1], SECOND_RAIL_PRICE)


def lay_rail(table: Table, player: int, line: str, price: int) -> Asking[None]:
    """Its coal is measured from the nearer end; the rail itself counts nothing."""
    table.pay(player, price)
    table.links[line] = player
    yield from take_coal(table, player, table.ends(line))


def possible_developments(table: Table, player: int) -> list[str]:
    if table.money[player] < table.iron_price():
        return []
    return [f"develop {industry}" for industry, stack in table.stacks[player].items() if stack]


def develop(table: Table, player: int, industry: str) -> Asking[None]:
    """One or two tiles leave their stacks, each before its iron."""
    table.stacks[player][industry].pop(0)
    yield from take_iron(table, player)
    answers = possible_developments(table, player)
    if not answers:
        return
    chosen = yield Decision(player, "second development", [*answers, "done"])
    if chosen != "done":
        table.seen["double development"] += 1
        table.stacks[player][chosen.split()[1]].pop(0)
        yield from take_iron(table, player)


def possible_sales(table: Table, player: int) -> list[str]:
    """Own unflipped mills with connected unflipped ports, or with the distant market."""
    unflipped = {slot: tile for slot, tile in table.board.items() if not tile.flipped}
    sales = []
    for mill, tile in unflipped.items():
        if tile.industry != "cotton" or tile.owner != player:
            continue
        town = mill.split(".")[0]
        connected = table.distances([town])
        for port, other in unflipped.items():
            if other.industry == "port" and port.split(".")[0] in connected:
                sales.append(f"sell {mill} to {port}")
        if table.anchored([town]) and table.facts.demand[table.cotton] is not None:
            sales.append(f"sell {mill} to distant")
    return sales


def sell_cotton(table: Table, player: int) -> Asking[None]:
    """Mills one after another; the first can't be declined, a failure ends the action."""
    declining: list[str] = []
    while sales := possible_sales(table, player):
        chosen = yield Decision(player, "sale", sales + declining)
        if chosen == "done":
            return
        _, mill, _, buyer = chosen.split()
        if buyer == "distant":
            if not sell_to_distant_market(table, mill):
                return
        else:
            table.seen["port of another"] += table.board[buyer].owner != player
            table.flip(mill)
            table.flip(buyer)
        declining = ["done"]


def sell_to_distant_market(table: Table, mill: str) -> bool:
    """Turn a tile and move the marker down; False if there is no more demand."""
    tile = table.distant.pop(0)
    table.turned.append(tile)
    table.cotton = min(table.cotton + tile, len(table.facts.demand) - 1)
    value = table.facts.demand[table.cotton]
    if value is None:
        table.seen["cotton failed"] += 1
        return False
    table.seen["distant sale at 0"] += value == 0
    table.flip(mill, value)
    return True


def space_after_loan(table: Table, player: int, pounds: int) -> int | None:
    """Each £10 costs a level, to the highest space of the next lower one; None below -10."""
    level = table.facts.income[table.income[player]] - LOANS[pounds]
    spaces = [space for space, income in enumerate(table.facts.income) if income == level]
    return max(spaces, default=None)


def winners(table: Table) -> tuple[list[int], str]:
    """Most VP, further on the income track, more money, then as the edition says."""
    left = sorted(table.order)
    for reason, values in (("points", table.vp), ("income", table.income), ("money", table.money)):
        left = [player for player in left if values[player] == max(values[p] for p in left)]
        if len(left) == 1:
            return left, reason
    if table.facts.shared_victory:
        return left, "shared"
    return [next(player for player in table.order if player in left)], "turn order"
