"""The markets as ladders: coal and iron with their prices, cotton with its falling demand."""

from __future__ import annotations

from html import escape

from smokestack.games.brass.rules.edition import Course
from smokestack.games.brass.rules.markets import price
from smokestack.games.brass.rules.terms import INDUSTRIES
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.things import COTTON_MARKET, market_thing
from smokestack.presentation.language import tr, trn
from smokestack.presentation.picture import Picture, layer

TOP = 398
RUNG = 31
BOX = 24
LEFT = {"coal": 10, "iron": 92, "cotton": 174}
WIDTH = 78
LONG_WORD = 6  # letters


def draw_markets(picture: Picture, table: Brass) -> None:
    for name, cubes in (("coal", int(table.coal)), ("iron", int(table.iron))):
        _draw_market(picture, table.course, name, cubes, int(price(table, cubes)))
    _draw_cotton(picture, table.course, int(table.cotton), int(table.distant_count))


@layer
def _draw_market(picture: Picture, course: Course, name: str, cubes: int, now: int) -> None:
    left, money = words.cubes(cubes), words.money(now)
    if name == "coal":
        label = tr("Coal market: {cubes}, the next costs {money}", cubes=left, money=money)
    else:
        label = tr("Iron market: {cubes}, the next costs {money}", cubes=left, money=money)
    drawn = price_ladder(course, name, cubes, now)
    picture.thing(market_thing(name), label, drawn, "market")


@layer
def _draw_cotton(picture: Picture, course: Course, at: int, tiles: int) -> None:
    label = tr("Distant cotton market: no more demand")
    if at != course.last_demand:
        value = f"+{int(course.cotton_demand[at])}"
        demand = tr("Distant cotton market: demand {value}", value=value)
        label = f"{demand}, {trn('{n} tile left', '{n} tiles left', tiles)}"
    picture.thing(COTTON_MARKET, label, cotton_ladder(course, at, tiles), "market")


def price_ladder(course: Course, name: str, cubes: int, now: int) -> str:
    """Expensive spaces above, cheap ones below; the next cube, for £`now`, is the lowest."""
    track = [int(value) for value in course.track]
    size = len(track)
    prices = sorted(set(track), reverse=True)
    left = LEFT[name]
    drawn = _board(left, len(prices) + 1, name)
    for row, value in enumerate([int(course.price_when_empty), *prices]):
        y = TOP + 30 + RUNG * row
        kind = "price now" if value == now else "price"
        drawn += f'<text x="{left + 19}" y="{y + 17}" class="{kind}">£{value}</text>'
    drawn += f'<text x="{left + 46}" y="{TOP + 47}" class="price endless">∞</text>'
    spaces = ""
    for space in range(size):
        x, y = _space(left, prices.index(track[space]) + 1, space % 2)
        spaces += f"M{x} {y}h22v22h-22z"
    drawn += f'<path d="{spaces}" class="space"/>'
    for cube in range(cubes):
        space = size - 1 - cube
        x, y = _space(left, prices.index(track[space]) + 1, space % 2)
        drawn += (
            f'<rect id="{name}-cube-{cube}" x="{x + 3}" y="{y + 3}" width="16" height="16" rx="2" '
            f'class="cube {name}" data-cube="{name}"/>'
        )
    return drawn


def cotton_ladder(course: Course, at: int, tiles: int) -> str:
    """The demand falls from space to space; on the last there is none."""
    demand = [int(value) for value in course.cotton_demand]
    left = LEFT["cotton"]
    drawn = _board(left, 5, "cotton")
    for row, value in enumerate(sorted(set(demand), reverse=True)):
        y = TOP + 30 + RUNG * row
        drawn += f'<text x="{left + 19}" y="{y + 17}" class="price">+{value}</text>'
    y = TOP + 30 + RUNG * 4
    drawn += f'<path d="M{left + 8} {y + 6}l11 11m0-11l-11 11" class="cross"/>'
    for space in range(len(demand)):
        x, y = _space(left, space // 2, space % 2)
        drawn += f'<rect x="{x}" y="{y}" width="22" height="22" rx="11" class="space"/>'
    x, y = _space(left, 4, 0)
    drawn += f'<rect x="{x}" y="{y}" width="{2 * BOX - 2}" height="22" rx="11" class="space"/>'
    x, y = _space(left, at // 2, at % 2)
    shift = 12 if at == len(demand) else 0
    foot = TOP + 30 + RUNG * 5
    return (
        f'{drawn}<circle id="cotton-marker" r="8.5" class="moves demand" '
        f'style="transform:translate({x + 11 + shift}px,{y + 11}px)"/>'
        f'<rect x="{left + 22}" y="{foot + 1}" width="13" height="13" rx="2" class="card"/>'
        f'<text x="{left + 40}" y="{foot + 12}" class="figure fine">×{tiles}</text>'
    )


def _board(left: int, rungs: int, name: str) -> str:
    height = 30 + RUNG * rungs + (18 if name == "cotton" else 2)
    title = words.industry_short(INDUSTRIES.index(name))
    kind = "caption fine" if len(title) > LONG_WORD else "caption"
    return (
        f'<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{height}" rx="8" class="ladder"/>'
        f"{icon(name, left + 5, TOP + 5, 18)}"
        f'<text x="{left + 26}" y="{TOP + 19}" class="{kind}">{escape(title)}</text>'
    )


def _space(left: int, row: int, column: int) -> tuple[int, int]:
    return left + 22 + BOX * column, TOP + 30 + RUNG * row
