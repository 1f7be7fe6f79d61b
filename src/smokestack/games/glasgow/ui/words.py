"""Names of goods, buildings and contracts in the current language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from smokestack.games.glasgow.rules.terms import (
    BANK,
    CONTRACT_KINDS,
    FACTORY,
    GIVES_CONVERSION,
    GIVES_REPLACEMENT,
    GOLD,
    GRANT,
    KINDS,
    NONE,
    PER_FACTORY,
    STEEL,
    STONE,
)
from smokestack.games.glasgow.rules.tileset import Building, Contract
from smokestack.presentation.language import cached_per_language, mark, tr, trn

GOOD_NAMES: Final = (mark("stone"), mark("steel"), mark("gold"), mark("whisky"))

KIND_NAMES: Final = (
    mark("factory"),
    mark("shop"),
    mark("park"),
    mark("tenement"),
    mark("station"),
    mark("bank"),
    mark("landmark"),
)

KIND_TITLES: Final = (
    mark("Factory {tile}"),
    mark("Shop {tile}"),
    mark("Park {tile}"),
    mark("Tenement {tile}"),
    mark("Station {tile}"),
    mark("Bank {tile}"),
    mark("Landmark {tile}"),
)

CONTRACT_NAMES: Final = {
    "choice": mark("choice of a good"),
    "convert": mark("conversion"),
    "replace": mark("replacement"),
    "activate": mark("activation"),
    "draw": mark("draw"),
    "double": mark("doubling"),
}

CONTRACT_TEXTS: Final = {
    "choice": mark("1 stone, steel or gold of your choice"),
    "convert": mark("convert stone and steel, or steel and gold once"),
    "replace": mark("replace both buildings of an architect"),
    "activate": mark("activate a factory with its row and column"),
    "draw": mark("draw a building: build it or take its leftmost good"),
    "double": mark("use your next tile twice"),
}


@cached_per_language
def amount_of(good: int, amount: int, shown: str = "") -> str:
    """`2 stone`; the number may be shown in another way, as `+2`."""
    count = abs(amount)
    shown = shown or str(amount)
    if good == STONE:
        return trn("{amount} stone", "{amount} stone", count, amount=shown)
    if good == STEEL:
        return trn("{amount} steel", "{amount} steel", count, amount=shown)
    if good == GOLD:
        return trn("{amount} gold", "{amount} gold", count, amount=shown)
    return trn("{amount} whisky", "{amount} whisky", count, amount=shown)


def goods_text(amounts: Iterable[int]) -> str:
    """`1 stone, 2 steel`, from the amount of each good."""
    return ", ".join(amount_of(good, int(n)) for good, n in enumerate(amounts) if n)


@cached_per_language
def points_text(points: int) -> str:
    return trn("{n} point", "{n} points", points)


def good_name(good: int) -> str:
    return tr(GOOD_NAMES[good])


def kind_name(kind: int) -> str:
    return tr(KIND_NAMES[kind])


def building_name(tile: Building) -> str:
    """A building in a sentence: `factory F1`."""
    return f"{kind_name(tile.kind)} {tile.id}"


def building_title(tile: Building) -> str:
    """A building as a heading: `Factory F1`."""
    return tr(KIND_TITLES[tile.kind], tile=tile.id)


def gift_text(gift: int) -> str:
    """What a factory gives."""
    if gift == GIVES_CONVERSION:
        return tr("a conversion")
    if gift == GIVES_REPLACEMENT:
        return tr("a replacement")
    return amount_of(gift, 1)


def bank_text(tile: Building) -> str:
    """What a bank counts."""
    n = tile.bonus_points
    if tile.bonus_per == STONE:
        return trn("{n} point per stone left", "{n} points per stone left", n)
    if tile.bonus_per == STEEL:
        return trn("{n} point per steel left", "{n} points per steel left", n)
    if tile.bonus_per == GOLD:
        return trn("{n} point per gold left", "{n} points per gold left", n)
    return trn("{n} point per own factory", "{n} points per own factory", n)


@cached_per_language
def building_detail(tile: Building) -> str:
    """A building with what it gives or counts: `factory F1: 1 stone`."""
    if tile.kind == FACTORY and tile.gives != NONE:
        return tr("{building}: {what}", building=building_name(tile), what=gift_text(tile.gives))
    if tile.kind == BANK:
        return tr("{building}: {what}", building=building_name(tile), what=bank_text(tile))
    return building_name(tile)


@cached_per_language
def offer_text(tile: Building) -> str:
    """A building on offer: `factory F1: 1 stone, 2 points, costs 1 gold`."""
    return tr(
        "{building}, {points}, costs {goods}",
        building=building_detail(tile),
        points=points_text(tile.points),
        goods=goods_text([tile.cost.count(good) for good in range(3)]),
    )


@cached_per_language
def site_text(place: str, tile: Building, player: str, worth: int) -> str:
    """A building in the city: `b3: factory F1: 1 stone of Ann, 2 points`."""
    return tr(
        "{place}: {building} of {name}, {points}",
        place=place,
        building=building_detail(tile),
        name=player,
        points=points_text(worth),
    )


def bank_count_name(per: int) -> str:
    """What a bank counts, without points."""
    if per == PER_FACTORY:
        return kind_name(FACTORY)
    return good_name(per)


def contract_kind_name(kind: int) -> str:
    """A kind of contract: `goods`, `conversion`."""
    return tr("goods") if kind == GRANT else tr(CONTRACT_NAMES[CONTRACT_KINDS[kind]])


def contract_name(contract: Contract) -> str:
    """A contract in two or three words: `2 stone`, `conversion`."""
    if contract.kind == GRANT:
        return goods_text(contract.goods)
    return tr(CONTRACT_NAMES[CONTRACT_KINDS[contract.kind]])


@cached_per_language
def contract_text(contract: Contract) -> str:
    """What a contract does."""
    if contract.kind == GRANT:
        return tr("gain {goods}", goods=goods_text(contract.goods))
    return tr(CONTRACT_TEXTS[CONTRACT_KINDS[contract.kind]])


def kind_rule(kind: int) -> str:
    """What buildings of a kind do or score."""
    return tr(_KIND_RULES[KINDS[kind]])


_KIND_RULES: Final = {
    "factory": mark(
        "Works for its owner whenever a building is placed in its row or column, or when it is "
        "activated."
    ),
    "shop": mark("5 more points in a corner of the finished grid."),
    "park": mark("Your parks score together: 1, 4, 9, 16, 25 or 36 points for 1 to 6 parks."),
    "tenement": mark("3 more points for each tenement beside it, no matter who owns it."),
    "station": mark("10 more points if you own a landmark, a factory, a park and a tenement."),
    "bank": mark("Scores what you have left at the end, as printed."),
    "landmark": mark("Scores its printed points."),
}
