"""What each seat has, and the whole table in sentences."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.brass.rules.edition import Edition
from smokestack.games.brass.rules.markets import price
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import (
    CARD_KINDS,
    CASH,
    HELD,
    INDUSTRIES,
    MARKER,
    NONE,
    ORDER,
    SCORE,
    SPENT,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.prompts import prompt
from smokestack.games.brass.ui.things import table_of
from smokestack.presentation.language import cached_per_language, tr, trn
from smokestack.presentation.table_text import Fact


def facts(view: View) -> list[list[Fact]]:
    table = table_of(view)
    return [_facts_of(table, seat) for seat in range(table.players)]


def describe(view: View) -> list[str]:
    """The table in sentences, for players who do not see it."""
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


def _facts_of(table: Brass, seat: int) -> list[Fact]:
    seats = table.seats
    space = int(seats[MARKER + seat])
    return _facts(
        int(standing_points(table, seat)),
        None if table.over else int(seats[SCORE + seat]),
        int(seats[CASH + seat]),
        int(table.course.income[space]),
        space,
        int(seats[SPENT + seat]),
        [int(seats[ORDER + place]) for place in range(table.players)].index(seat) + 1,
        int(seats[HELD + seat]),
        int(table.markers_left(seat)),
    )


@cached_per_language
def _facts(
    points: int,
    scored: int | None,
    money: int,
    income: int,
    space: int,
    spent: int,
    place: int,
    cards: int,
    links: int,
) -> list[Fact]:
    return [
        Fact(
            "points",
            tr("Points if scored now"),
            str(points),
            "" if scored is None else tr("{n} scored", n=scored),
        ),
        Fact("money", tr("Money"), words.money(money)),
        Fact("income", tr("Income"), words.money(income), tr("space {n}", n=space)),
        Fact(
            "spent",
            tr("Spent this round"),
            words.money(spent),
            tr("place {n} in turn order", n=place),
        ),
        Fact("cards", tr("Cards"), str(cards)),
        Fact("link", tr("Links left"), str(links)),
    ]


def _describe_markets(table: Brass) -> str:
    at = int(table.cotton)
    ended = at == table.course.last_demand
    return _market_text(
        int(table.coal),
        int(price(table, table.coal)),
        int(table.iron),
        int(price(table, table.iron)),
        None if ended else int(table.course.cotton_demand[at]),
    )


@cached_per_language
def _market_text(coal: int, coal_price: int, iron: int, iron_price: int, demand: int | None) -> str:
    return tr(
        "Markets: coal {coal}, next {coal_price}; iron {iron}, next {iron_price}; "
        "demand for cotton {demand}.",
        coal=words.cubes(coal),
        coal_price=words.money(coal_price),
        iron=words.cubes(iron),
        iron_price=words.money(iron_price),
        demand=tr("none") if demand is None else f"+{demand}",
    )


def _describe_player(view: View, seat: int) -> list[str]:
    table = table_of(view)
    name = view.players[seat]
    space = int(table.seats[MARKER + seat])
    lines = table.lines_of_period()
    owned = [
        (slot, int(table.tile[slot]), bool(table.is_flipped(slot)), int(table.cubes[slot]))
        for slot in _members(int(table.occupied))
        if table.owner[slot] == seat
    ]
    linked = _members(int(table.linked & lines))
    links = [line for line in linked if table.line_owner[line] == seat]
    stacks = [int(table.next_tile(seat, industry)) for industry in range(len(INDUSTRIES))]
    sentences = (
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
    return [sentence for sentence in sentences if sentence]


def _members(mask: int) -> list[int]:
    """The numbers of the bits of a mask."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


@cached_per_language
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


@cached_per_language
def _describe_tiles(
    player: str, edition: Edition, owned: tuple[tuple[int, int, bool, int], ...]
) -> str:
    """Slots with the kind of their tile, whether it is flipped, and the cubes on it."""
    tiles = []
    for slot, kind, flipped, cubes in owned:
        text = f"{words.town_of(edition, slot)}: {words.tile_name(edition.tiles[kind])}"
        if flipped:
            text = tr("{tile}, flipped", tile=text)
        elif cubes:
            text = f"{text}, {words.cubes(cubes)}"
        tiles.append(text)
    if not tiles:
        return ""
    return tr("Tiles of {player}: {tiles}.", player=player, tiles="; ".join(tiles))


@cached_per_language
def _describe_links(player: str, edition: Edition, links: tuple[int, ...]) -> str:
    if not links:
        return ""
    lines = "; ".join(words.line_name(edition, line) for line in links)
    return tr("Links of {player}: {lines}.", player=player, lines=lines)


@cached_per_language
def _describe_stacks(player: str, edition: Edition, kinds: tuple[int, ...]) -> str:
    if not kinds:
        return ""
    tiles = "; ".join(words.tile_name(edition.tiles[kind]) for kind in kinds)
    return tr("Next tiles of {player}: {tiles}.", player=player, tiles=tiles)


def _describe_hand(view: View) -> str:
    table = table_of(view)
    first = view.seat * CARD_KINDS
    counts = [int(table.hands[first + card]) for card in range(CARD_KINDS)]
    return _hand_text(table.edition, tuple(counts))


@cached_per_language
def _hand_text(edition: Edition, counts: tuple[int, ...]) -> str:
    """A hand with so many cards of each kind."""
    cards = [words.card_name(edition, card) for card, n in enumerate(counts) for _ in range(n)]
    if not cards:
        return tr("You have no cards.")
    return tr("Your cards: {cards}.", cards=words.several(cards))
