"""What an answer costs and brings, in short sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import LOAN_AMOUNTS, Answer, Kind, decode
from smokestack.games.brass.rules.edition import Tile
from smokestack.games.brass.rules.scoring import link_value
from smokestack.games.brass.rules.terms import CARD_KINDS, MARKER, NONE
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.dry_run import Outcome, possible_sales, try_answer
from smokestack.games.brass.ui.things import table_of
from smokestack.presentation.language import tr, trn


def explain(view: View, number: int) -> str:
    """What an answer costs and brings here."""
    answer = decode(number)
    return preview(view, answer, try_answer(table_of(view), answer))


def preview(view: View, answer: Answer, outcome: Outcome | None) -> str:
    """The same for an answer whose dry run has been made."""
    if outcome is None:
        return " ".join(_EFFECTS[answer.kind](view, answer))
    effects = _OUTCOMES[answer.kind](view, answer, outcome)
    return " ".join([_cost(outcome), *_supply(view, outcome), *effects])


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
    slot = answer.slot
    tile = table.edition.tiles[table.next_tile(table.actor, answer.industry)]
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


def _explain_link(view: View, answer: Answer, _: Outcome) -> list[str]:
    points = words.points(int(link_value(table_of(view), answer.line)))
    return [tr("As it stands it scores {points}.", points=points)]


def _explain_development(view: View, answer: Answer, _: Outcome) -> list[str]:
    table = table_of(view)
    trial = table.copy()
    trial.developed[table.actor * 5 + answer.industry] += 1
    kind = trial.next_tile(table.actor, answer.industry)
    if kind == NONE:
        return [tr("It is the last tile of this stack.")]
    return [tr("Next: {tile}.", tile=words.tile_name(table.edition.tiles[kind]))]


def _explain_selling(view: View, _: Answer) -> list[str]:
    sales = len(possible_sales(table_of(view)))
    return [trn("{n} sale is possible.", "{n} sales are possible.", sales)]


def _explain_loan(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    space = table.seats[MARKER + table.actor]
    before = words.money(int(table.course.income[space]))
    for _ in range(LOAN_AMOUNTS.index(answer.amount) + 1):
        space = table.course.lower_space[space]
    after = words.money(int(table.course.income[space]))
    return [tr("Your income falls from {before} to {after} a round.", before=before, after=after)]


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
    return [
        tr("The mill flips: {gains}.", gains=_gains(tiles[table.tile[answer.mill]])),
        tr(
            "The port of {player} flips: {gains}.",
            player=view.players[table.owner[answer.port]],
            gains=_gains(tiles[table.tile[answer.port]]),
        ),
    ]


def _explain_distant_sale(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    tile = table.edition.tiles[table.tile[answer.mill]]
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


def _explain_liquidation(view: View, answer: Answer) -> list[str]:
    table = table_of(view)
    tile = table.edition.tiles[table.tile[answer.slot]]
    return [
        tr("{tile} for {amount}.", tile=words.tile_title(tile), amount=words.money(tile.cost // 2))
    ]


def _explain_done(_view: View, _answer: Answer) -> list[str]:
    return [tr("No more of this action.")]


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


def _supply(view: View, outcome: Outcome) -> list[str]:
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
