"""The inputs of Brass's networks: what one seat knows of a position, as small whole numbers.

Nothing here depends on what the seat can't see: no other hand, no deck, no cards set aside and no
distant tiles that have not been turned. `input_groups.py` lists all
inputs in order.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.engine.core.network import ActiveInputs
from smokestack.games.brass.evaluation.input_groups import (
    ACTIONS_LEFT,
    BEFORE_NEXT_ACTION,
    BEST_OPEN_LINE,
    CARD_AGAIN,
    CARD_HELD,
    CASH_AMOUNT,
    CASH_STEP,
    COAL_MARKET,
    COTTON_DEMAND,
    DISTANT_SUM,
    DISTANT_TILES,
    EDITION,
    INCOME,
    INCOME_STEP,
    INDUSTRY_CARD_SITE,
    IRON_MARKET,
    LINE,
    LINK_END_EMPTY,
    LINK_END_OTHERS,
    LINK_END_OWN,
    NETWORK,
    NETWORK_SITE,
    OPEN_LINE,
    OTHERS_CASH,
    OTHERS_COAL,
    OTHERS_INCOME,
    OTHERS_IRON,
    OTHERS_MILLS,
    OTHERS_PORTS,
    OWN_COAL,
    OWN_FLIPPED,
    OWN_IRON,
    OWN_LINKS,
    OWN_UNFLIPPED,
    REACHED_COAL,
    REACHED_MARKET,
    SELLABLE_MILL,
    SLOT,
    SPENT_LESS,
    STACK,
    TOWN_CARD_SITE,
)
from smokestack.games.brass.rules.connections import reach
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    BIT,
    CANAL,
    CARD_KINDS,
    CASH,
    COAL,
    COTTON,
    FIRST_INDUSTRY_CARD,
    IRON,
    LINES,
    MARKER,
    MAX_STACK,
    NONE,
    ORDER,
    PLACES,
    PORT,
    SLOTS,
    SPENT,
    TILE_KINDS,
)

_MAX_CASH: Final = 120
_CASH_STEPS: Final = 22
_MAX_VALUE: Final = 7  # of an open line
_OWN: Final = 2 * TILE_KINDS  # counters of `_write_tiles`
_OTHERS: Final = _OWN + 5
_COINS: Final = _OTHERS + 5
_COAL_CUBES: Final = _COINS + PLACES  # on mines, for each place
_MARKETS: Final = _COAL_CUBES + PLACES  # where the markets begin, one bit for each place
_OTHERS_STEPS: Final = 15
_MAX_REACHED_COAL: Final = 6


def write_inputs(table: Table, seat: i64, active: ActiveInputs) -> None:
    """Replace the contents of `active` by the inputs of a seat."""
    active.clear()
    _write_course(table, seat, active)
    _write_money(table, seat, active)
    _write_cards(table, seat, active)
    towns = _write_tiles(table, seat, active)
    network = _write_lines(table, seat, active, towns)
    _write_open_lines(table, active, network)
    _write_coal(table, active, network)
    _write_sites(table, seat, active, network)
    _write_markets(table, active)


def _write_course(table: Table, seat: i64, active: ActiveInputs) -> None:
    """Edition, time and turn order."""
    edition = table.edition
    course = table.course
    place: i64 = 0
    while table.seats[ORDER + place] != seat:
        place += 1
    left: i64 = 2 * (course.rounds - table.round)
    if place == table.place:
        left += table.actions
        if table.action != NONE:
            left -= 1  # the action that is being carried out is used up
    elif place > table.place:
        left += 2
    active.set(ACTIONS_LEFT + (left if left < 20 else 20))
    active.set(EDITION + edition.number)
    active.set(EDITION + 1 + table.players)
    less: i64 = 0
    spent: i64 = table.seats[SPENT + seat]
    for other in range(table.players):
        if other != seat and table.seats[SPENT + other] < spent:
            less += 1
    active.set(SPENT_LESS + less)
    turns: i64 = 0
    if place > table.place:
        turns = place - table.place
    elif place < table.place:
        turns = table.players - table.place + less
    elif table.actions == 0 or (table.actions == 1 and table.action != NONE):
        turns = table.players - table.place - 1 + less
    active.set(BEFORE_NEXT_ACTION + turns)


def _write_money(table: Table, seat: i64, active: ActiveInputs) -> None:
    cash: i64 = table.seats[CASH + seat]
    if cash < 0:
        cash = 0
    if cash > _MAX_CASH:
        cash = _MAX_CASH
    active.add(CASH_AMOUNT, cash)
    step: i64 = cash // 3
    active.set(CASH_STEP + (step if step < _CASH_STEPS else _CASH_STEPS - 1))
    income: i64 = table.course.income[table.seats[MARKER + seat]] + 10
    active.add(INCOME, income)
    active.set(INCOME_STEP + income // 2)
    cash_of_others: i64 = 0
    income_of_others: i64 = 0
    for other in range(table.players):
        if other != seat:
            cash_of_others += table.seats[CASH + other]
            income_of_others += table.course.income[table.seats[MARKER + other]] + 10
    if cash_of_others < 0:
        cash_of_others = 0
    step = cash_of_others // 12
    active.set(OTHERS_CASH + (step if step < _OTHERS_STEPS else _OTHERS_STEPS - 1))
    step = income_of_others // 6
    active.set(OTHERS_INCOME + (step if step < _OTHERS_STEPS else _OTHERS_STEPS - 1))


def _write_cards(table: Table, seat: i64, active: ActiveInputs) -> None:
    """The seat's hand and its stacks."""
    hands = table.hands
    for card in range(CARD_KINDS):
        count: i64 = hands[seat * CARD_KINDS + card]
        if count > 0:
            active.set(CARD_HELD + card)
            if count > 1:
                active.add(CARD_AGAIN + card, count - 1)
    for industry in range(5):
        gone: i64 = table.developed[seat * 5 + industry]
        active.set(STACK + industry * (MAX_STACK + 1) + gone)


def _write_lines(table: Table, seat: i64, active: ActiveInputs, towns: i64) -> i64:
    """Links, and what their ends may still score; returns the network of the seat."""
    edition = table.edition
    network = towns
    links: i64 = 0
    counts = active.counts  # empty slots, own and others' unflipped tiles at the ends of own links
    counts[0] = counts[1] = counts[2] = 0
    linked = table.linked
    for line in range(LINES):
        if (linked >> line) & 1 == 0:
            continue
        if table.line_owner[line] == seat:
            active.set(LINE + 2 * line)
            links += 1
            network |= BIT[edition.line_a[line]] | BIT[edition.line_b[line]]
            _count_link_end(table, seat, active, edition.line_a[line])
            _count_link_end(table, seat, active, edition.line_b[line])
        else:
            active.set(LINE + 2 * line + 1)
    if links > 0:
        active.add(OWN_LINKS, links)
        active.add(LINK_END_EMPTY, counts[0])
        active.add(LINK_END_OWN, counts[1])
        active.add(LINK_END_OTHERS, counts[2])
    for place in range(PLACES):
        if (network >> place) & 1 == 1:
            active.set(NETWORK + place)
    return network


def _count_link_end(table: Table, seat: i64, active: ActiveInputs, place: i64) -> None:
    counts = active.counts
    for slot in range(table.edition.first_slot[place], table.edition.first_slot[place + 1]):
        if (table.occupied >> slot) & 1 == 0:
            counts[0] += 1
        elif not table.is_flipped(slot):
            if table.owner[slot] == seat:
                counts[1] += 1
            else:
                counts[2] += 1


def _write_open_lines(table: Table, active: ActiveInputs, network: i64) -> None:
    """The free lines at the network, by what they would score now; after `_write_tiles`."""
    edition = table.edition
    free = table.lines_of_period() & ~table.linked
    best: i64 = NONE
    counts = active.counts
    for i in range(_MAX_VALUE + 1):
        counts[i] = 0
    ends_a, ends_b, coins = edition.line_a, edition.line_b, edition.coins
    for line in range(LINES):
        if (free >> line) & 1 == 0:
            continue
        a: i64 = ends_a[line]
        b: i64 = ends_b[line]
        if ((network >> a) | (network >> b)) & 1 == 1:
            value: i64 = coins[a] + coins[b] + counts[_COINS + a] + counts[_COINS + b]
            if value > _MAX_VALUE:
                value = _MAX_VALUE
            counts[value] += 1
            if value > best:
                best = value
    if best != NONE:
        active.set(BEST_OPEN_LINE + best)
        for i in range(_MAX_VALUE + 1):
            _add_if_any(active, OPEN_LINE + i, counts[i])


def _write_tiles(table: Table, seat: i64, active: ActiveInputs) -> i64:
    """The tiles on the board; returns the towns where the seat has some."""
    edition = table.edition
    towns: i64 = 0
    mills: i64 = 0
    ports: i64 = 0
    open_ports: i64 = 0
    # Own unflipped and flipped tiles of each kind; then the seat's and the others' cubes on mines
    # and works, the others' mills and ports; then the flipped tiles and the coal of each place.
    counts = active.counts
    for i in range(_COAL_CUBES + PLACES):
        counts[i] = 0
    tiles, owners, cubes = table.tile, table.owner, table.cubes
    places, industries = edition.slot_place, edition.industry
    occupied = table.occupied
    flipped = table.flipped
    for slot in range(SLOTS):
        if (occupied >> slot) & 1 == 0:
            continue
        tile: i64 = tiles[slot]
        place: i64 = places[slot]
        own: bool = owners[slot] == seat
        number: i64 = SLOT + 4 * slot if own else SLOT + 4 * slot + 2
        industry: i64 = industries[tile]
        if own:
            towns |= BIT[place]
        if industry == PORT:
            ports |= BIT[place]
        if (flipped >> slot) & 1 == 1:
            counts[_COINS + place] += 1
            active.set(number + 1)
            if own:
                counts[TILE_KINDS + tile] += 1
            continue
        active.set(number)
        if industry == PORT:
            open_ports |= BIT[place]
        elif industry == COAL:
            counts[_COAL_CUBES + place] += cubes[slot]
        if own:
            counts[tile] += 1
            if industry == COTTON:
                mills |= BIT[slot]
            counts[_OWN + industry] += cubes[slot]
        else:
            counts[_OTHERS + industry] += cubes[slot] if edition.cubes[tile] > 0 else 1
    _write_counted_tiles(active)
    counts[_MARKETS] = edition.anchors | ports
    if mills != 0:
        _write_sellable_mills(table, active, mills, open_ports)
    return towns


def _write_counted_tiles(active: ActiveInputs) -> None:
    """What `_write_tiles` has counted."""
    counts = active.counts
    for tile in range(TILE_KINDS):
        _add_if_any(active, OWN_UNFLIPPED + tile, counts[tile])
        _add_if_any(active, OWN_FLIPPED + tile, counts[TILE_KINDS + tile])
    _add_if_any(active, OWN_COAL, counts[_OWN + COAL])
    _add_if_any(active, OWN_IRON, counts[_OWN + IRON])
    _add_if_any(active, OTHERS_COAL, counts[_OTHERS + COAL])
    _add_if_any(active, OTHERS_IRON, counts[_OTHERS + IRON])
    _add_if_any(active, OTHERS_MILLS, counts[_OTHERS + COTTON])
    _add_if_any(active, OTHERS_PORTS, counts[_OTHERS + PORT])


def _write_coal(table: Table, active: ActiveInputs, network: i64) -> None:
    """The coal that links from the network lead to; after `_write_tiles`."""
    connected = reach(table, network)
    counts = active.counts
    cubes: i64 = 0
    for place in range(PLACES):
        if connected & BIT[place] != 0:
            cubes += counts[_COAL_CUBES + place]
    active.set(REACHED_COAL + (cubes if cubes < _MAX_REACHED_COAL else _MAX_REACHED_COAL))
    if connected & counts[_MARKETS] != 0:
        active.set(REACHED_MARKET)


def _write_sites(table: Table, seat: i64, active: ActiveInputs, network: i64) -> None:
    """Where the next tiles of the seat could be built, costs aside."""
    edition = table.edition
    hand: i64 = seat * CARD_KINDS
    counts = active.counts  # empty sites of each industry by town card, then those at the network
    for i in range(10):
        counts[i] = 0
    buildable = _buildable_industries(table, seat)
    shown, places, hands = edition.slot_industries, edition.slot_place, table.hands
    empty = edition.playable_slots & ~table.occupied
    for slot in range(SLOTS):
        if (empty >> slot) & 1 == 0:
            continue
        industries: i64 = shown[slot] & buildable
        if industries == 0:
            continue
        town: i64 = places[slot]
        held: i64 = 1 if hands[hand + town] > 0 else 0
        near: i64 = 1 if network == 0 else (network >> town) & 1
        if held + near > 0:
            industry: i64 = 0
            while industries != 0:
                if industries & 1 == 1:
                    counts[industry] += held
                    counts[5 + industry] += near
                industries >>= 1
                industry += 1
    for industry in range(5):
        by_town: i64 = counts[industry]
        at_network: i64 = counts[5 + industry]
        _add_if_any(active, NETWORK_SITE + industry, at_network)
        if by_town > 0:
            active.set(TOWN_CARD_SITE + 3 * industry + (by_town if by_town < 3 else 3) - 1)
        if at_network > 0 and table.hands[hand + FIRST_INDUSTRY_CARD + industry] > 0:
            many: i64 = 0 if at_network == 1 else 1 if at_network < 4 else 2
            active.set(INDUSTRY_CARD_SITE + 3 * industry + many)


def _buildable_industries(table: Table, seat: i64) -> i64:
    """The industries whose next tile can be built in this period, one bit each."""
    edition = table.edition
    allowed = edition.canal_tiles if table.period == CANAL else edition.rail_tiles
    buildable: i64 = 0
    for industry in range(5):
        tile = table.next_tile(seat, industry)
        if tile != NONE and allowed & BIT[tile] != 0:
            buildable |= BIT[industry]
    return buildable


def _write_sellable_mills(table: Table, active: ActiveInputs, mills: i64, open_ports: i64) -> None:
    """Own unflipped mills that are connected to an unflipped port or to a market with demand."""
    edition = table.edition
    counts = active.counts
    for level in range(4):
        counts[level] = 0
    markets = open_ports
    if table.cotton < table.course.last_demand:
        markets |= counts[_MARKETS]
    connected = reach(table, markets)
    for slot in range(SLOTS):
        if (mills >> slot) & 1 == 1 and connected & BIT[edition.slot_place[slot]] != 0:
            counts[edition.level[table.tile[slot]] - 1] += 1
    for level in range(4):
        _add_if_any(active, SELLABLE_MILL + level, counts[level])


def _write_markets(table: Table, active: ActiveInputs) -> None:
    active.set(COAL_MARKET + table.coal)
    active.set(IRON_MARKET + table.iron)
    active.set(COTTON_DEMAND + (table.cotton if table.cotton < 8 else 8))
    _add_if_any(active, DISTANT_TILES, table.distant_count)
    left: i64 = 0
    for i in range(len(table.course.distant)):
        left += table.course.distant[i]
    for i in range(table.distant_count, len(table.distant)):
        left -= table.distant[i]
    _add_if_any(active, DISTANT_SUM, left)


def _add_if_any(active: ActiveInputs, number: i64, amount: i64) -> None:
    if amount > 0:
        active.add(number, amount)
