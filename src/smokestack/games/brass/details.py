"""What an answer costs and brings, in short sentences."""

from __future__ import annotations

from smokestack.engine.language import tr, trn
from smokestack.engine.view import View
from smokestack.games.brass import answers, words
from smokestack.games.brass.cotton import offer_sales
from smokestack.games.brass.edition import Tile
from smokestack.games.brass.notation import card_names
from smokestack.games.brass.phrases import table_of
from smokestack.games.brass.scoring import link_value
from smokestack.games.brass.terms import MARKER, NONE, SLOTS
from smokestack.games.brass.trials import Outcome
from smokestack.games.brass.turn import Brass


def detail(view: View, answer: int, outcome: Outcome | None) -> str:
    """What an answer costs and brings here; `outcome` is what `try_answer` finds."""
    if outcome is not None:
        found = [_cost(outcome), *_fetched(view, outcome)]
        if answer < answers.LINK:
            found += _of_build(view, answer % answers.BUILD2, outcome)
        elif answer < answers.DEVELOP:
            found += _of_link(view, answer - answers.LINK)
        else:
            found += _of_development(view, answer - answers.DEVELOP)
        return " ".join(found)
    return " ".join(_sentences(view, answer))


def _sentences(view: View, answer: int) -> list[str]:
    table = table_of(view)
    if answer == answers.SELL:
        return [trn("{n} sale is possible.", "{n} sales are possible.", _sale_count(table))]
    if answer < answers.PASS:
        return _of_loan(table, answer - answers.LOAN)
    if answer == answers.PASS:
        return [tr("Discard a card and do nothing.")]
    if answer < answers.TAKE_COAL:
        return [_of_discard(table, answer - answers.DISCARD)]
    if answer < answers.SALE:
        return _of_source(view, (answer - answers.TAKE_COAL) % SLOTS)
    if answer < answers.DISTANT_SALE:
        return _of_sale(view, answer - answers.SALE)
    if answer < answers.LIQUIDATE:
        return _of_distant_sale(table, answer - answers.DISTANT_SALE)
    if answer < answers.DONE:
        return _of_liquidation(view, answer - answers.LIQUIDATE)
    return [tr("No more of this action.")]


def _of_build(view: View, site: int, outcome: Outcome) -> list[str]:
    table = table_of(view)
    slot = int(table.edition.site_slot[site])
    tile = table.edition.tiles[table.next_tile(table.actor, table.edition.site_industry[site])]
    found = []
    if outcome.sold:
        earned = words.money(outcome.earned)
        found.append(
            trn(
                "{n} cube goes to the market at once for {earned}.",
                "{n} cubes go to the market at once for {earned}.",
                outcome.sold,
                earned=earned,
            )
        )
    if slot in outcome.flipped:
        found.append(tr("It flips at once: {gains}.", gains=_gains(tile)))
    else:
        found.append(tr("When it flips: {gains}.", gains=_gains(tile)))
    if table.tile[slot] != NONE:
        found.append(tr("It replaces: {tile}.", tile=words.tile_at(table, slot, view.players)))
    return found


def _of_link(view: View, line: int) -> list[str]:
    table = table_of(view)
    points = words.points(int(link_value(table, line)))
    return [tr("As it stands it scores {points}.", points=points)]


def _of_development(view: View, industry: int) -> list[str]:
    table = table_of(view)
    trial = table.copy()
    trial.developed[table.actor * 5 + industry] += 1
    kind = trial.next_tile(table.actor, industry)
    if kind == NONE:
        return [tr("It is the last tile of this stack.")]
    return [tr("Next: {tile}.", tile=words.tile_name(table.edition.tiles[kind]))]


def _of_loan(table: Brass, loan: int) -> list[str]:
    space = table.seats[MARKER + table.actor]
    before = words.money(int(table.course.income[space]))
    for _ in range(loan + 1):
        space = table.course.lower_space[space]
    after = words.money(int(table.course.income[space]))
    return [tr("Your income falls from {before} to {after} a round.", before=before, after=after)]


def _of_discard(table: Brass, card: int) -> str:
    count = int(table.hands[table.actor * len(card_names()) + card])
    if count == 1:
        return tr("Your only card of this kind.")
    return tr("One of {n} cards of this kind.", n=count)


def _of_source(view: View, slot: int) -> list[str]:
    table = table_of(view)
    left = int(table.cubes[slot])
    tile = words.tile_at(table, slot, view.players)
    found = [trn("{tile}, {n} cube left.", "{tile}, {n} cubes left.", left, tile=tile)]
    if left == 1:
        found.append(tr("It is the last cube: the tile flips."))
    return found


def _of_sale(view: View, code: int) -> list[str]:
    table = table_of(view)
    edition = table.edition
    mill = edition.tiles[table.tile[edition.mill_slot[code // answers.PORT_SLOTS]]]
    at = int(edition.port_slot[code % answers.PORT_SLOTS])
    port = edition.tiles[table.tile[at]]
    return [
        tr("The mill flips: {gains}.", gains=_gains(mill)),
        tr(
            "The port of {player} flips: {gains}.",
            player=view.players[table.owner[at]],
            gains=_gains(port),
        ),
    ]


def _of_distant_sale(table: Brass, mill: int) -> list[str]:
    tile = table.edition.tiles[table.tile[table.edition.mill_slot[mill]]]
    left = tiles_left(table)
    last = int(table.course.last_demand)
    failing = sum(count for value, count in left.items() if table.cotton + value >= last)
    found = [tr("If it sells: {gains}, and the demand reached.", gains=_gains(tile))]
    total = sum(left.values())
    if failing:
        found.append(
            trn(
                "{n} of the {total} tiles left would end the demand.",
                "{n} of the {total} tiles left would end the demand.",
                failing,
                total=total,
            )
        )
    else:
        found.append(tr("None of the {total} tiles left can end the demand.", total=total))
    return found


def _of_liquidation(view: View, slot: int) -> list[str]:
    table = table_of(view)
    return [
        tr(
            "{tile} for {amount}.",
            tile=words.tile_title(table.edition.tiles[table.tile[slot]]),
            amount=words.money(int(table.edition.cost[table.tile[slot]]) // 2),
        )
    ]


def tiles_left(table: Brass) -> dict[int, int]:
    """How many distant tiles of each value are still to be turned; everybody can count them."""
    left: dict[int, int] = {}
    for value in table.course.distant:
        left[int(value)] = left.get(int(value), 0) + 1
    for i in range(table.distant_count, len(table.distant)):
        left[int(table.distant[i])] -= 1
    return left


def _cost(outcome: Outcome) -> str:
    cost = words.money(outcome.cost)
    coal, iron = words.money(outcome.coal_cost), words.money(outcome.iron_cost)
    if outcome.coal_cost and outcome.iron_cost:
        return tr(
            "Costs {cost}, of which {coal} for coal and {iron} for iron from the markets.",
            cost=cost,
            coal=coal,
            iron=iron,
        )
    if outcome.coal_cost:
        return tr("Costs {cost}, of which {coal} for coal from the market.", cost=cost, coal=coal)
    if outcome.iron_cost:
        return tr("Costs {cost}, of which {iron} for iron from the market.", cost=cost, iron=iron)
    if outcome.cost:
        return tr("Costs {cost}.", cost=cost)
    return tr("Costs no money.")


def _fetched(view: View, outcome: Outcome) -> list[str]:
    """Where coal and iron come from, if not from the markets."""
    table = table_of(view)
    found = []
    coal = words.several(words.place_of(table, slot, view.players) for slot in outcome.coal_from)
    iron = words.several(words.place_of(table, slot, view.players) for slot in outcome.iron_from)
    if len(outcome.coal_from) > 1:
        found.append(tr("Coal, as you choose, from {places}.", places=coal))
    elif coal:
        found.append(tr("Coal from {places}.", places=coal))
    if len(outcome.iron_from) > 1:
        found.append(tr("Iron, as you choose, from {places}.", places=iron))
    elif iron:
        found.append(tr("Iron from {places}.", places=iron))
    emptied = [
        words.place_of(table, slot, view.players)
        for slot in (*outcome.coal_from[:1], *outcome.iron_from[:1])
        if slot in outcome.flipped
    ]
    if emptied and len(outcome.coal_from) < 2 and len(outcome.iron_from) < 2:
        places = words.several(emptied)
        found.append(tr("Its last cube is taken, and it flips: {places}.", places=places))
    return found


def _gains(tile: Tile) -> str:
    return f"{words.points(tile.points)}, {words.steps(tile.steps)}"


def _sale_count(table: Brass) -> int:
    trial = table.copy()
    trial.count = 0
    offer_sales(trial)
    return int(trial.count)
