"""The markets as ladders: coal and iron with their prices, cotton with its falling demand."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from smokestack.games.brass.rules.edition import Course
from smokestack.games.brass.rules.markets import price
from smokestack.games.brass.rules.terms import INDUSTRIES
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.things import COTTON_MARKET, market_thing
from smokestack.presentation.language import cached_per_language, tr, trn
from smokestack.presentation.picture import Picture

WIDTH = 104
HEIGHT = 190
HEAD = 32
PRICE_RUNG = 31
DEMAND_RUNG = 27
BOX = 27
LONG_WORD = 6  # letters


def market_pictures(table: Brass, open_: Collection[str], recent: Collection[str]) -> list[Picture]:
    """Coal, iron and cotton, each as a picture of its own."""
    pictures = []
    for name, cubes in (("coal", int(table.coal)), ("iron", int(table.iron))):
        thing, now = market_thing(name), int(price(table, cubes))
        marks = thing in open_, thing in recent
        pictures.append(_market_picture(table.course, name, cubes, now, *marks))
    at, tiles = int(table.cotton), int(table.distant_count)
    marks = COTTON_MARKET in open_, COTTON_MARKET in recent
    pictures.append(_cotton_picture(table.course, at, tiles, *marks))
    return pictures


@cached_per_language
def _market_picture(
    course: Course, name: str, cubes: int, now: int, is_open: bool, is_recent: bool
) -> Picture:
    left, money = words.cubes(cubes), words.money(now)
    if name == "coal":
        label = tr("Coal market: {cubes}, the next costs {money}", cubes=left, money=money)
    else:
        label = tr("Iron market: {cubes}, the next costs {money}", cubes=left, money=money)
    drawn = price_ladder(course, name, cubes, now)
    return _picture_of(market_thing(name), label, drawn, is_open, is_recent)


@cached_per_language
def _cotton_picture(course: Course, at: int, tiles: int, is_open: bool, is_recent: bool) -> Picture:
    label = tr("Distant cotton market: no more demand")
    if at != course.last_demand:
        value = f"+{int(course.cotton_demand[at])}"
        demand = tr("Distant cotton market: demand {value}", value=value)
        label = f"{demand}, {trn('{n} tile left', '{n} tiles left', tiles)}"
    drawn = cotton_ladder(course, at, tiles)
    return _picture_of(COTTON_MARKET, label, drawn, is_open, is_recent)


def _picture_of(thing: str, label: str, drawn: str, is_open: bool, is_recent: bool) -> Picture:
    open_, recent = ([thing] if holds else [] for holds in (is_open, is_recent))
    picture = Picture(WIDTH, HEIGHT, "", open_, recent)
    picture.thing(thing, label, drawn, "market")
    return picture


def price_ladder(course: Course, name: str, cubes: int, now: int) -> str:
    """Expensive spaces above, cheap ones below; the next cube, for £`now`, is the lowest."""
    track = [int(value) for value in course.track]
    size = len(track)
    prices = sorted(set(track), reverse=True)
    drawn = _board(name)
    for row, value in enumerate([int(course.price_when_empty), *prices]):
        _, y = _space(PRICE_RUNG, row, 0)
        kind = "price now" if value == now else "price"
        drawn += f'<text x="38" y="{y + 18}" class="{kind}">£{value}</text>'
    x, y = _space(PRICE_RUNG, 0, 1)
    drawn += f'<text x="{x - 1}" y="{y + 19}" class="price endless">∞</text>'
    spaces = ""
    for space in range(size):
        x, y = _space(PRICE_RUNG, prices.index(track[space]) + 1, space % 2)
        spaces += f"M{x} {y}h24v24h-24z"
    drawn += f'<path d="{spaces}" class="space"/>'
    for cube in range(cubes):
        space = size - 1 - cube
        x, y = _space(PRICE_RUNG, prices.index(track[space]) + 1, space % 2)
        drawn += (
            f'<rect id="{name}-cube-{cube}" x="{x + 3}" y="{y + 3}" width="18" height="18" rx="2" '
            f'class="cube {name}" data-marker="{name}"/>'
        )
    return drawn


def cotton_ladder(course: Course, at: int, tiles: int) -> str:
    """The demand falls from space to space; on the last there is none."""
    demand = [int(value) for value in course.cotton_demand]
    drawn = _board("cotton")
    for row, value in enumerate(sorted(set(demand), reverse=True)):
        _, y = _space(DEMAND_RUNG, row, 0)
        now = at < len(demand) and demand[at] == value
        kind = "price now" if now else "price"
        drawn += f'<text x="38" y="{y + 18}" class="{kind}">+{value}</text>'
    _, y = _space(DEMAND_RUNG, 4, 0)
    drawn += f'<path d="M24 {y + 6}l12 12m0-12l-12 12" class="cross"/>'
    for space in range(len(demand)):
        x, y = _space(DEMAND_RUNG, space // 2, space % 2)
        drawn += f'<rect x="{x}" y="{y}" width="24" height="24" rx="12" class="space"/>'
    x, y = _space(DEMAND_RUNG, 4, 0)
    drawn += f'<rect x="{x}" y="{y}" width="{BOX + 24}" height="24" rx="12" class="space"/>'
    x, y = _space(DEMAND_RUNG, at // 2, at % 2)
    shift = BOX / 2 if at == len(demand) else 0
    return (
        f'{drawn}<circle id="cotton-marker" r="9.5" class="moves demand" '
        f'style="transform:translate({x + 12 + shift:g}px,{y + 12}px)"/>'
        f'<rect x="30" y="{HEIGHT - 20}" width="13" height="13" rx="2" class="card"/>'
        f'<text x="50" y="{HEIGHT - 9}" class="figure fine">×{tiles}</text>'
    )


def _board(name: str) -> str:
    title = words.industry_short(INDUSTRIES.index(name))
    sign, x, kind = icon(name, 7, 6, 21), 33, "caption"
    if len(title) > LONG_WORD:
        sign, x, kind = icon(name, 4, 7, 18), 25, "caption fine"
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8" class="ladder"/>'
        f'{sign}<text x="{x}" y="22" class="{kind}">{escape(title)}</text>'
    )


def _space(rung: int, row: int, column: int) -> tuple[int, int]:
    return 46 + BOX * column, HEAD + rung * row
