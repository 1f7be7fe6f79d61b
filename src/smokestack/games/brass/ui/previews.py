"""What an answer costs and brings, in short sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import LOAN_AMOUNTS, Answer, Kind, decode
from smokestack.games.brass.rules.edition import Tile
from smokestack.games.brass.rules.scoring import link_value
from smokestack.games.brass.rules.terms import (
    CANAL,
    CARD_KINDS,
    CASH,
    LAST_SPACE,
    MARKER,
    NONE,
    ORDER,
    SPENT,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.dry_run import Outcome, possible_sales, try_answer
from smokestack.games.brass.ui.things import table_of
from smokestack.presentation.language import cached_per_language, tr, trn


def explain(view: View, number: int) -> str:
    """What an answer costs and brings here."""
    answer = decode(number)
    return preview(view, answer, try_answer(table_of(view), answer))


def preview(view: View, answer: Answer, outcome: Outcome | None) -> str:
    """The same for an answer whose dry run has been made."""
    if outcome is None:
        return " ".join(_EFFECTS[answer.kind](view, answer))
    effects = _OUTCOMES[answer.kind](view, answer, outcome)
    return " ".join([_cost(view, outcome), *_supply(view, outcome), *effects, *_place(outcome)])


def tiles_left(table: Brass) -> dict[int, int]:
    """How many distant tiles of each value are not yet turned; all players can count them."""
    left: dict[int, int] = {}
    for value in table.course.distant:
        left[int(value)] = left.get(int(value), 0) + 1
    for i in range(table.distant_count, len(table.distant)):
        left[int(table.distant[i])] -= 1
    return left


def _explain_build(view: View, answer: Answer, outcome: Outcome) -> list[str]:
    table = table_of(view)
    slot, seat = answer.slot, int(table.actor)
    tile = table.edition.tiles[table.next_tile(seat, answer.industry)]
    gains = _gains(table, seat, tile)
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
        found.append(tr("It flips at once: {gains}.", gains=gains))
    else:
        found.append(tr("When it flips: {gains}.", gains=gains))
    if table.tile[slot] != NONE:
        found.append(tr("It replaces: {tile}.", tile=words.tile_at(table, slot, view.players)))
    return found


def _explain_link(view: View, answer: Answer, outcome: Outcome) -> list[str]:
    points = words.points(int(link_value(outcome.after, answer.line)))
    return [tr("It would score {points} now.", points=points)]


def _explain_development(view: View, answer: Answer, _: Outcome) -> list[str]:
    table = table_of(view)
    trial = table.copy()
    trial.developed[table.actor * 5 + answer.industry] += 1
    kind = trial.next_tile(table.actor, answer.industry)
    if kind == NONE:
        return [tr("It is the last tile of this stack.")]
    return [tr("Next: {tile}.", tile=words.tile_name(table.edition.tiles[kind]))]


def _explain_selling(view: View, _: Answer) -> list[str]:
    sales = possible_sales(table_of(view))
    mills = len({sale.mill for sale in sales})
    return [trn("{n} mill can sell.", "{n} mills can sell.", mills)]


def _explain_loan(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    seat = int(table.actor)
    space = table.seats[MARKER + seat]
    for _ in range(LOAN_AMOUNTS.index(answer.amount) + 1):
        space = table.course.lower_space[space]
    before, after = income_at(table, table.seats[MARKER + seat]), income_at(table, space)
    money = words.money(int(table.seats[CASH + seat]) + answer.amount)
    return [
        tr("Income {before} → {after}.", before=before, after=after),
        tr("{money} in hand.", money=money),
    ]


def _explain_pass(_view: View, _answer: Answer) -> list[str]:
    return [tr("Discard a card and do nothing.")]


def _explain_discard(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    count = int(table.hands[table.actor * CARD_KINDS + answer.card])
    if count == 1:
        return [tr("Your only card of this kind.")]
    return [tr("One of {n} cards of this kind.", n=count)]


def _explain_source(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    left = int(table.cubes[answer.slot])
    tile = words.tile_at(table, answer.slot, view.players)
    found = [trn("{tile}, {n} cube left.", "{tile}, {n} cubes left.", left, tile=tile)]
    if left == 1:
        found.append(tr("It is the last cube: the tile flips."))
    return found


def _explain_sale(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    tiles = table.edition.tiles
    seat, owner = int(table.actor), int(table.owner[answer.port])
    mill, port = tiles[table.tile[answer.mill]], tiles[table.tile[answer.port]]
    moved = mill.steps if owner == seat else 0
    return [
        tr("The mill flips: {gains}.", gains=_gains(table, seat, mill)),
        tr(
            "The port of {player} flips: {gains}.",
            player=view.players[owner],
            gains=_gains(table, owner, port, moved),
        ),
    ]


def _explain_distant_sale(view: View, answer: Answer) -> list[str]:
    """The odds, and what the sale brings with the demand that would be reached."""
    table = table_of(view)
    seat = int(table.actor)
    tile = table.edition.tiles[table.tile[answer.mill]]
    left = tiles_left(table)
    last, total = int(table.course.last_demand), sum(left.values())
    reached = {
        int(table.cotton) + value: count
        for value, count in left.items()
        if count and int(table.cotton) + value < last
    }
    if not reached:
        return [tr("Every tile left would end the demand.")]
    bonuses = [int(table.course.cotton_demand[space]) for space in reached]
    space = int(table.seats[MARKER + seat]) + tile.steps
    worst, best = (income_at(table, space + bonus) for bonus in (min(bonuses), max(bonuses)))
    after = worst if worst == best else tr("{min} to {max}", min=worst, max=best)
    return [
        tr("{chance} % to sell.", chance=round(100 * sum(reached.values()) / total)),
        tr(
            "Then {points}, income {before} → {after}, with {bonus} from the demand.",
            points=_points(table, tile),
            before=income_at(table, table.seats[MARKER + seat]),
            after=after,
            bonus=words.steps(min(bonuses))
            if min(bonuses) == max(bonuses)
            else tr("{min} to {max}", min=min(bonuses), max=words.steps(max(bonuses))),
        ),
    ]


def _explain_liquidation(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    tile = table.edition.tiles[table.tile[answer.slot]]
    return [
        tr("{tile} for {amount}.", tile=words.tile_title(tile), amount=words.money(tile.cost // 2))
    ]


def _explain_done(_view: View, _answer: Answer) -> list[str]:
    return [tr("No more of this action.")]


def _cost(view: View, outcome: Outcome) -> str:
    left = outcome.after.seats[CASH + view.state.actor]
    return _cost_text(outcome.price, outcome.coal_cost, outcome.iron_cost, left)


@cached_per_language
def _cost_text(price: int, coal_cost: int, iron_cost: int, money_left: int) -> str:
    total = price + coal_cost + iron_cost
    cost, left = words.money(total), words.money(money_left)
    coal, iron = words.money(coal_cost), words.money(iron_cost)
    if coal_cost and iron_cost:
        return tr(
            "Costs {cost} (coal {coal}, iron {iron}), {left} left.",
            cost=cost,
            coal=coal,
            iron=iron,
            left=left,
        )
    if coal_cost:
        return tr("Costs {cost} (coal {coal}), {left} left.", cost=cost, coal=coal, left=left)
    if iron_cost:
        return tr("Costs {cost} (iron {iron}), {left} left.", cost=cost, iron=iron, left=left)
    if total:
        return tr("Costs {cost}, {left} left.", cost=cost, left=left)
    return tr("Costs no money.")


def _place(outcome: Outcome) -> list[str]:
    """The place in the next round's order, if nobody spent more."""
    if not outcome.cost:
        return []
    after = outcome.after
    seat, seats = after.seat(), after.seats
    place, is_before = 1, True
    for turn in range(after.players):
        other = seats[ORDER + turn]
        if other == seat:
            is_before = False
        elif seats[SPENT + other] < seats[SPENT + seat] + int(is_before):
            place += 1
    return [_place_text(place, int(after.players))]


@cached_per_language
def _place_text(place: int, players: int) -> str:
    return tr("Next round: place {n} of {players}.", n=place, players=players)


def _supply(view: View, outcome: Outcome) -> list[str]:
    """Where coal and iron come from, if not from the markets."""
    if not (outcome.coal_from or outcome.iron_from):
        return []
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
    if len(outcome.coal_from) < 2 and len(outcome.iron_from) < 2:
        for slot in (*outcome.coal_from, *outcome.iron_from):
            if slot in outcome.flipped:
                owner = int(table.owner[slot])
                gains = _gains(table, owner, table.edition.tiles[table.tile[slot]])
                place = words.place_of(table, slot, view.players)
                found.append(tr("{place} is empty and flips: {gains}.", place=place, gains=gains))
    return found


def _gains(table: Brass, seat: int, tile: Tile, moved: int = 0) -> str:
    """Points and income of a tile that flips, after the owner's marker has moved already."""
    space = table.seats[MARKER + seat] + moved
    after = space + tile.steps
    income = table.course.income
    is_kept = table.period == CANAL and tile.level > 1
    return _gains_text(
        tile.points,
        is_kept,
        income[space if space < LAST_SPACE else LAST_SPACE],
        income[after if after < LAST_SPACE else LAST_SPACE],
    )


@cached_per_language
def _gains_text(points: int, is_kept: bool, before: int, after: int) -> str:
    return tr(
        "{points}, income {before} → {after}",
        points=_points_text(points, is_kept),
        before=words.money(before),
        after=words.money(after),
    )


def _points(table: Brass, tile: Tile) -> str:
    """A tile that stays on the board after the canal period scores again."""
    return _points_text(tile.points, table.period == CANAL and tile.level > 1)


def _points_text(points: int, is_kept: bool) -> str:
    if is_kept:
        return tr("{points} in each period", points=words.points(points))
    return words.points(points)


def income_at(table: Brass, space: int) -> str:
    """The income at a space of the track."""
    return words.money(int(table.course.income[min(int(space), LAST_SPACE)]))


_OUTCOMES: Final[dict[Kind, Callable[[View, Answer, Outcome], list[str]]]] = {
    Kind.BUILD: _explain_build,
    Kind.BUILD2: _explain_build,
    Kind.LINK: _explain_link,
    Kind.DEVELOP: _explain_development,
}

_EFFECTS: Final[dict[Kind, Callable[[View, Answer], list[str]]]] = {
    Kind.SELL: _explain_selling,
    Kind.LOAN: _explain_loan,
    Kind.PASS: _explain_pass,
    Kind.DISCARD: _explain_discard,
    Kind.COAL: _explain_source,
    Kind.IRON: _explain_source,
    Kind.SALE: _explain_sale,
    Kind.DISTANT_SALE: _explain_distant_sale,
    Kind.LIQUIDATE: _explain_liquidation,
    Kind.DONE: _explain_done,
}
