"""What the table says of itself: the question, what everybody has, and the whole in sentences."""

from __future__ import annotations

from typing import Final

from smokestack.engine.language import mark, remembered, tr, trn
from smokestack.engine.table_talk import Fact
from smokestack.engine.view import View
from smokestack.games.brass import answers, words
from smokestack.games.brass.edition import Edition
from smokestack.games.brass.markets import price
from smokestack.games.brass.scoring import standing_points
from smokestack.games.brass.terms import (
    ASK_ACTION,
    ASK_CARD,
    ASK_COAL,
    ASK_DEBT,
    ASK_IRON,
    ASK_SALE,
    ASK_SECOND_DEVELOPMENT,
    ASK_SECOND_RAIL,
    BIT,
    CANAL,
    CARD_KINDS,
    CASH,
    HELD,
    INDUSTRIES,
    LINES,
    MARKER,
    NONE,
    ORDER,
    SCORE,
    SLOTS,
    SPENT,
)
from smokestack.games.brass.turn import Brass

WATCHED: Final = (
    mark("{player} chooses an action."),
    mark("{player} chooses a card to discard."),
    mark("{player} chooses a mine to take coal from."),
    mark("{player} chooses a works to take iron from."),
    mark("{player} may build a second railway."),
    mark("{player} may develop a second tile."),
    mark("{player} sells cotton."),
    mark("{player} is short of money and gives up tiles."),
)
ASKED: Final = {
    ASK_COAL: mark("Several mines are equally near: choose where the coal comes from."),
    ASK_IRON: mark("Choose which works gives the iron."),
    ASK_SECOND_RAIL: mark("Build a second railway for £10 and another coal, or end the action."),
    ASK_SECOND_DEVELOPMENT: mark("Develop a second tile for another iron, or end the action."),
    ASK_SALE: mark("Choose what to sell, one mill after the other, or end the action."),
}


def table_of(view: View) -> Brass:
    state = view.state
    assert isinstance(state, Brass)
    return state


def prompt(view: View) -> str:
    """What the actor has to do now and why."""
    table = table_of(view)
    if view.actor is None:
        return tr("The game is over.")
    if view.actor != view.seat:
        return tr(WATCHED[table.decision], player=view.players[view.actor])
    if table.decision == ASK_ACTION:
        return _ask_action(table)
    if table.decision == ASK_CARD:
        return _ask_card(table)
    if table.decision == ASK_SALE and table.repeats == 0:
        return tr("Choose a mill and where to sell its cotton.")
    if table.decision == ASK_DEBT:
        owed = words.money(-int(table.seats[CASH + view.seat]))
        return tr("You owe {amount}: give up tiles for half their cost.", amount=owed)
    return tr(ASKED[int(table.decision)])


def _ask_action(table: Brass) -> str:
    if table.actions == 2:
        return tr("Choose the first of your two actions; each takes a card.")
    if table.period == CANAL and table.round == 1:
        return tr("Choose an action; in the first round everybody has only one.")
    return tr("Choose your last action of this turn.")


def _ask_card(table: Brass) -> str:
    if table.action < answers.BUILD2:
        return tr("Discard a card that allows this build: its town, or its industry.")
    if table.cards_due == 2:
        return tr("Discard the first of two cards: any will do.")
    if table.action < answers.LINK:
        return tr("Discard the second card: any will do.")
    return tr("Discard a card for this action: any will do.")


def facts(view: View) -> list[list[Fact]]:
    table = table_of(view)
    return [_facts_of(table, seat) for seat in range(table.players)]


def _facts_of(table: Brass, seat: int) -> list[Fact]:
    score = int(table.seats[SCORE + seat])
    space = int(table.seats[MARKER + seat])
    standing = int(standing_points(table, seat))
    place = [int(table.seats[ORDER + i]) for i in range(table.players)].index(seat) + 1
    return [
        Fact(
            "points",
            tr("Points as it stands"),
            str(standing),
            "" if table.over else tr("{n} scored", n=score),
        ),
        Fact("money", tr("Money"), words.money(int(table.seats[CASH + seat]))),
        Fact(
            "income",
            tr("Income"),
            words.money(int(table.course.income[space])),
            tr("space {n}", n=space),
        ),
        Fact(
            "spent",
            tr("Spent this round"),
            words.money(int(table.seats[SPENT + seat])),
            tr("place {n} in turn order", n=place),
        ),
        Fact("cards", tr("Cards"), str(int(table.seats[HELD + seat]))),
        Fact("link", tr("Links left"), str(int(table.markers_left(seat)))),
    ]


def describe(view: View) -> list[str]:
    """The table in sentences, for those who don't see it."""
    table = table_of(view)
    found = [
        tr(
            "{period}, round {round} of {rounds}; {deck} cards in the deck.",
            period=words.period(int(table.period)),
            round=int(table.round),
            rounds=int(table.course.rounds),
            deck=int(table.deck_count),
        ),
        prompt(view),
        _describe_markets(table),
    ]
    for place in range(table.players):
        found += _describe_player(view, int(table.seats[ORDER + place]))
    if view.seat >= 0:
        found.append(_describe_hand(view))
    return found


def _describe_markets(table: Brass) -> str:
    at = int(table.cotton)
    ended = at == table.course.last_demand
    demand = tr("none") if ended else f"+{int(table.course.cotton_demand[at])}"
    return tr(
        "Markets: coal {coal}, next {coal_price}; iron {iron}, next {iron_price}; "
        "demand for cotton {demand}.",
        coal=words.cubes(int(table.coal)),
        coal_price=words.money(int(price(table, table.coal))),
        iron=words.cubes(int(table.iron)),
        iron_price=words.money(int(price(table, table.iron))),
        demand=demand,
    )


def _describe_player(view: View, seat: int) -> list[str]:
    table = table_of(view)
    name = view.players[seat]
    space = int(table.seats[MARKER + seat])
    lines = table.lines_of_period()
    owned = [
        (slot, int(table.tile[slot]), bool(table.is_flipped(slot)), int(table.cubes[slot]))
        for slot in range(SLOTS)
        if table.owner[slot] == seat
    ]
    links = [line for line in range(LINES) if table.line_owner[line] == seat and lines & BIT[line]]
    stacks = [int(table.next_tile(seat, industry)) for industry in range(len(INDUSTRIES))]
    told = (
        _describe_figures(
            name,
            int(table.seats[SCORE + seat]),
            int(standing_points(table, seat)),
            int(table.seats[CASH + seat]),
            int(table.course.income[space]),
            int(table.seats[SPENT + seat]),
            int(table.seats[HELD + seat]),
        ),
        _describe_tiles(name, table.edition, tuple(owned)),
        _describe_links(name, table.edition, tuple(links)),
        _describe_stacks(name, table.edition, tuple(kind for kind in stacks if kind != NONE)),
    )
    return [sentence for sentence in told if sentence]


@remembered
def _describe_figures(
    player: str, scored: int, points: int, money: int, income: int, spent: int, cards: int
) -> str:
    return tr(
        "{player}: {scored} scored, {points} as it stands, {money}, income {income}, "
        "spent {spent}, {cards}.",
        player=player,
        scored=scored,
        points=words.points(points),
        money=words.money(money),
        income=words.money(income),
        spent=words.money(spent),
        cards=trn("{n} card", "{n} cards", cards),
    )


@remembered
def _describe_tiles(
    player: str, edition: Edition, owned: tuple[tuple[int, int, bool, int], ...]
) -> str:
    """Slots with the kind of their tile, whether it is flipped, and the cubes on it."""
    tiles = []
    for slot, kind, flipped, cubes in owned:
        told = f"{words.town_of(edition, slot)}: {words.tile_name(edition.tiles[kind])}"
        if flipped:
            told = tr("{tile}, flipped", tile=told)
        elif cubes:
            told = f"{told}, {words.cubes(cubes)}"
        tiles.append(told)
    if not tiles:
        return ""
    return tr("Tiles of {player}: {tiles}.", player=player, tiles="; ".join(tiles))


@remembered
def _describe_links(player: str, edition: Edition, links: tuple[int, ...]) -> str:
    if not links:
        return ""
    lines = "; ".join(words.line_name(edition, line) for line in links)
    return tr("Links of {player}: {lines}.", player=player, lines=lines)


@remembered
def _describe_stacks(player: str, edition: Edition, kinds: tuple[int, ...]) -> str:
    if not kinds:
        return ""
    tiles = "; ".join(words.tile_name(edition.tiles[kind]) for kind in kinds)
    return tr("Next tiles of {player}: {tiles}.", player=player, tiles=tiles)


def _describe_hand(view: View) -> str:
    table = table_of(view)
    cards = [
        words.card_name(table.edition, card)
        for card in range(CARD_KINDS)
        for _ in range(table.hands[view.seat * CARD_KINDS + card])
    ]
    if not cards:
        return tr("You hold no cards.")
    return tr("Your cards: {cards}.", cards=words.several(cards))
