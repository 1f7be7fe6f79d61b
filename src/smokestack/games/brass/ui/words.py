"""The words of Brass in the current language: industries, places, amounts, causes, answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from smokestack.games.brass.formats.decoding import Answer, Kind
from smokestack.games.brass.formats.notation import line_names, slot_names
from smokestack.games.brass.rules.edition import Edition, Tile
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import FIRST_INDUSTRY_CARD, NONE
from smokestack.presentation.language import cached_per_language, mark, tr, trn
from smokestack.presentation.numbers import MINUS

INDUSTRY: Final = (
    mark("cotton mill"),
    mark("coal mine"),
    mark("iron works"),
    mark("port"),
    mark("shipyard"),
)
INDUSTRY_TITLE: Final = (
    mark("Cotton mill"),
    mark("Coal mine"),
    mark("Iron works"),
    mark("Port"),
    mark("Shipyard"),
)
INDUSTRY_SHORT: Final = (
    mark("Cotton"),
    mark("Coal"),
    mark("Iron"),
    mark("Port"),
    mark("Shipyard"),
)
PERIOD: Final = (mark("Canal period"), mark("Rail period"))

# By the causes that the rules write into the ledger.
CAUSE: Final = {
    "build": mark("tile built"),
    "link": mark("link built"),
    "coal": mark("coal from the market"),
    "iron": mark("iron from the market"),
    "cubes sold": mark("cubes sold to the market"),
    "flip": mark("tile flipped"),
    "loan": mark("loan"),
    "income": mark("income"),
    "liquidation": mark("tile given up"),
    "debt": mark("points paid for debt"),
    "debt forgiven": mark("debt settled"),
    "canal link": mark("canals"),
    "rail link": mark("railways"),
    "canal tile": mark("tiles of the canal period"),
    "rail tile": mark("tiles of the rail period"),
    "money": mark("money at the end"),
}

Messages = Mapping[Kind, str | tuple[str, ...]]
"""Messages about answers; a tuple has one for each industry, for links one for each period."""


def answer_text(messages: Messages, table: Table, answer: Answer) -> str:
    """The message about an answer of this kind, with the arguments of the answer filled in."""
    message = messages[answer.kind]
    if isinstance(message, tuple):
        message = message[table.period if answer.kind is Kind.LINK else answer.industry]
    level = NONE
    if answer.industry != NONE:
        level = table.edition.tiles[table.next_tile(table.actor, answer.industry)].level
    return _answer_text(message, table.edition, answer, level)


@cached_per_language
def _answer_text(message: str, edition: Edition, answer: Answer, level: int) -> str:
    found: dict[str, object] = {"level": level}
    if answer.line != NONE:
        found["line"] = line_name(edition, answer.line)
    if answer.card != NONE:
        found["card"] = card_name(edition, answer.card)
    if answer.amount != NONE:
        found["amount"] = money(answer.amount)
    for name, slot in (("place", answer.slot), ("mill", answer.mill), ("port", answer.port)):
        if slot != NONE:
            found[name] = plot(edition, slot)
    return tr(message, **found)


def industry(number: int) -> str:
    """`cotton mill`."""
    return tr(INDUSTRY[number])


def industry_title(number: int) -> str:
    """`Cotton mill`."""
    return tr(INDUSTRY_TITLE[number])


def industry_short(number: int) -> str:
    """`Cotton`, as on a card."""
    return tr(INDUSTRY_SHORT[number])


@cached_per_language
def tile_name(tile: Tile) -> str:
    """`cotton mill, level 2`."""
    return tr("{industry}, level {level}", industry=industry(tile.industry), level=tile.level)


@cached_per_language
def tile_title(tile: Tile) -> str:
    return tr("{industry}, level {level}", industry=industry_title(tile.industry), level=tile.level)


def tile_at(table: Table, slot: int, players: list[str]) -> str:
    """`coal mine, level 2 (Ann)`."""
    tile = table.edition.tiles[table.tile[slot]]
    return f"{tile_name(tile)} ({players[table.owner[slot]]})"


def town_of(edition: Edition, slot: int) -> str:
    return edition.places[edition.slot_place[slot]].name


def plot_number(edition: Edition, slot: int) -> int:
    """Counted from 1 within the town."""
    return slot - int(edition.first_slot[edition.slot_place[slot]]) + 1


def plot(edition: Edition, slot: int) -> str:
    """`Bolton (plot 2)`, or the town alone where it has only one."""
    place = edition.places[edition.slot_place[slot]]
    if len(place.slots) == 1:
        return place.name
    return _plot(place.name, plot_number(edition, slot))


@cached_per_language
def _plot(town: str, number: int) -> str:
    return tr("{town} (plot {number})", town=town, number=number)


def place_of(table: Table, slot: int, players: list[str]) -> str:
    """`Wigan (Ann)`: where a mine or works is and whose."""
    return f"{town_of(table.edition, slot)} ({players[table.owner[slot]]})"


def line_name(edition: Edition, line: int) -> str:
    """`Bolton – Bury`."""
    drawn = edition.lines[line]
    places = edition.places
    return f"{places[drawn.a].name} – {places[drawn.b].name}"


def card_name(edition: Edition, card: int) -> str:
    """A town's name, or the industry's."""
    if card < FIRST_INDUSTRY_CARD:
        return edition.places[card].name
    return industry_short(card - FIRST_INDUSTRY_CARD)


def period(number: int) -> str:
    return tr(PERIOD[number])


def link(edition: Edition, line: int, canal: bool) -> str:
    """`Canal Bolton – Bury`."""
    return f"{tr('Canal') if canal else tr('Railway')} {line_name(edition, line)}"


def money(amount: int) -> str:
    """`£3`; a debt has a true minus sign."""
    return f"£{amount}" if amount >= 0 else f"{MINUS}£{-amount}"


def signed_money(amount: int) -> str:
    """`+£3`; less has a true minus sign."""
    return f"+£{amount}" if amount >= 0 else f"{MINUS}£{-amount}"


@cached_per_language
def points(number: int) -> str:
    return trn("{n} point", "{n} points", number)


@cached_per_language
def steps(number: int) -> str:
    """How far the income marker advances."""
    return trn("{n} income step", "{n} income steps", number)


@cached_per_language
def cubes(number: int) -> str:
    return trn("{n} cube", "{n} cubes", number)


def several(items: Iterable[str]) -> str:
    return ", ".join(items)


def cause(raw: str) -> str:
    """A cause of the ledger in words."""
    return tr(CAUSE[raw])


def place_named(table: Table, where: str) -> str:
    """The line or town that a ledger entry names, or empty."""
    if where in line_names():
        return line_name(table.edition, line_names().index(where))
    if where in slot_names():
        return town_of(table.edition, slot_names().index(where))
    return ""


def kinds_of_slot(table: Table, slot: int) -> list[int]:
    """The industries that a plot may hold."""
    place = table.edition.slot_place[slot]
    return table.edition.places[place].slots[slot - int(table.edition.first_slot[place])]
