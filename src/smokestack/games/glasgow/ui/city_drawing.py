"""The city in the middle: buildings, free cells, and the rows and columns of factories."""

from __future__ import annotations

from functools import cache

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.notation import cell_coordinates, cell_text
from smokestack.games.glasgow.rules.city import place
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.terms import FACTORY, FACTORY_GIVES, NONE, SHOP, SIDE, TENEMENT
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.icons import icon
from smokestack.games.glasgow.ui.layout import CITY_MIDDLE, CityPlan, city_plan
from smokestack.games.glasgow.ui.things import (
    CITY,
    PlacedBuilding,
    cell_thing,
    factories_triggered,
    members,
    placed_buildings,
    table_of,
)
from smokestack.games.glasgow.ui.tile_drawing import city_building
from smokestack.games.glasgow.ui.words import points_text, site_text
from smokestack.presentation.language import tr, trn
from smokestack.presentation.picture import Picture, layer


def draw_city(picture: Picture, view: View) -> None:
    table = table_of(view)
    plan = city_plan(table)
    buildings = placed_buildings(table)
    _draw_ground(picture, table.tiles, plan, buildings)
    for row in range(plan.north, plan.north + plan.rows):
        for column in range(plan.west, plan.west + plan.columns):
            cell = row * SIDE + column
            if table.city[cell] == NONE and cell_thing(cell) in picture.open:
                _draw_free_cell(picture, table, plan, cell)
    firing = int(table.firing) | (0 if table.fired == NONE else 1 << table.fired)
    _draw_buildings(picture, table.tiles, plan, buildings, firing, tuple(view.players))


@layer
def _draw_ground(
    picture: Picture, tiles: TileSet, plan: CityPlan, buildings: tuple[PlacedBuilding, ...]
) -> None:
    built = len(buildings)
    label = trn("The city: {n} of 20 buildings", "The city: {n} of 20 buildings", built)
    picture.thing(CITY, label, _streets(plan))
    if not buildings:
        x, y = CITY_MIDDLE
        picture.add(f'<text class="cartouche" x="{x:g}" y="{y - 120:g}">GLASGOW</text>')
    picture.add(_factory_lines(tiles, plan, buildings))


@layer
def _draw_buildings(
    picture: Picture,
    tiles: TileSet,
    plan: CityPlan,
    buildings: tuple[PlacedBuilding, ...],
    firing: int,
    players: tuple[str, ...],
) -> None:
    for placed in buildings:
        cell, building, seat, worth = placed
        x, y = plan.corner(cell)
        tile = tiles.buildings[building]
        drawn = (
            f'<g id="building-{building}" class="moves" data-piece="" '
            f'style="transform:translate({x:.1f}px,{y:.1f}px) scale({plan.size / 100:.3f})">'
            f'{city_building(tile, seat, worth)}<rect class="edge" x="3" y="3" width="94" '
            'height="94" rx="9"/></g>'
        )
        label = site_text(cell_text(cell), tile, players[seat], worth)
        kind = "built firing" if firing >> building & 1 else "built"
        picture.thing(cell_thing(cell), label, drawn, kind)
    picture.add(_tenement_joints(tiles, plan, buildings))


@cache
def _streets(plan: CityPlan) -> str:
    """The grid of cells that the city can still grow to, with the coordinates that the log uses,
    and its corners once they are final.
    """
    size = plan.size
    lines: list[str] = []
    for column in range(plan.columns + 1):
        lines.append(f"M{plan.left + column * size:.1f} {plan.top:.1f}v{plan.rows * size:.1f}")
    for row in range(plan.rows + 1):
        lines.append(f"M{plan.left:.1f} {plan.top + row * size:.1f}h{plan.columns * size:.1f}")
    drawn = (
        f'<rect class="ground" x="{plan.left:.1f}" y="{plan.top:.1f}" '
        f'width="{plan.columns * size:.1f}" height="{plan.rows * size:.1f}" rx="16"/>'
        f'<path class="streets" d="{"".join(lines)}"/>{_numbers(plan)}'
    )
    if plan.columns * plan.rows == 20:
        right, bottom = plan.left + plan.columns * size, plan.top + plan.rows * size
        drawn += (
            f'<path class="corners" d="M{plan.left - 7:.1f} {plan.top + 26:.1f}v-33h33'
            f"M{right - 26:.1f} {plan.top - 7:.1f}h33v33"
            f"M{right + 7:.1f} {bottom - 26:.1f}v33h-33"
            f'M{plan.left + 26:.1f} {bottom + 7:.1f}h-33v-33"/>'
        )
    return drawn


def _numbers(plan: CityPlan) -> str:
    """The numbers of the columns, above them, and of the rows, to their left."""
    if plan.columns * plan.rows == 1:
        return ""
    west, north = cell_coordinates(plan.north * SIDE + plan.west)
    half = plan.size / 2
    across, down = (
        [(first + number, start + number * plan.size + half) for number in range(count)]
        for first, start, count in ((west, plan.left, plan.columns), (north, plan.top, plan.rows))
    )
    places = [(number, at, plan.top - 9) for number, at in across]
    places += [(number, plan.left - 14, at + 5) for number, at in down]
    return "".join(
        f'<text class="coordinate" x="{x:.1f}" y="{y:.1f}">{number}</text>'
        for number, x, y in places
    )


def _draw_free_cell(picture: Picture, table: Glasgow, plan: CityPlan, cell: int) -> None:
    """A cell where the building may go, with what the factories in its row and column give."""
    x, y = plan.corner(cell)
    inner = plan.size - 10
    drawn = f'<rect class="free" x="5" y="5" width="{inner:.1f}" height="{inner:.1f}" rx="8"/>'
    fired = members(factories_triggered(table, cell))
    gain = _gain(table, cell)
    label = tr("Free cell {place}", place=cell_text(cell))
    if gain:
        label += f", +{points_text(gain)}"
        drawn += (
            f'<text class="gain" x="{plan.size - 11:.1f}" y="{plan.size - 13:.1f}">+{gain}</text>'
        )
    elif not fired:
        middle = plan.size / 2
        drawn += f'<path class="plus" d="M{middle - 11:.1f} {middle:.1f}h22m-11-11v22"/>'
    picture.thing(
        cell_thing(cell),
        label,
        drawn + gifts(table, fired, plan.size),
        "cell",
        f"translate({x:.1f},{y:.1f})",
    )


def _gain(table: Glasgow, cell: int) -> int:
    """The points that the chosen building would gain from its cell."""
    kind = table.tiles.kind[table.building]
    if kind not in (SHOP, TENEMENT):
        return 0
    after = table.copy()
    place(after, cell)
    seat = int(table.active)
    return int(score(after, seat) - score(table, seat) - table.tiles.points[table.building])


def gifts(table: Glasgow, factories: list[int], size: float) -> str:
    """What each factory gives, in a circle of its owner's colour."""
    across = 1 if len(factories) == 1 else 2
    down = (len(factories) + across - 1) // across
    step = min(size * 0.42, (size - 10) / max(across, down))
    drawn = []
    for number, factory in enumerate(factories):
        x = round(size / 2 + step * (number % across - (across - 1) / 2), 1)
        y = round(size / 2 + step * (number // across - (down - 1) / 2), 1)
        drawn.append(
            f'<circle class="gift gift-{table.owner(factory)}" cx="{x:g}" cy="{y:g}" '
            f'r="{step * 0.46:.1f}"/>'
            f"{icon(FACTORY_GIVES[table.tiles.gives[factory]], x, y, round(step * 0.66, 1))}"
        )
    return "".join(drawn)


def _factory_lines(tiles: TileSet, plan: CityPlan, buildings: tuple[PlacedBuilding, ...]) -> str:
    """The rows and columns of the factories, in their owners' colours."""
    lines: tuple[list[str], list[str]] = ([], [])
    factories = [each for each in buildings if tiles.kind[each.building] == FACTORY]
    for number, factory in enumerate(sorted(factories, key=lambda each: each.building)):
        x, y = plan.corner(factory.cell)
        aside = plan.size / 2 + (number % 3 - 1) * 7
        lines[factory.seat].append(
            f"M{plan.left:.1f} {y + aside:.1f}h{plan.columns * plan.size:.1f}"
            f"M{x + aside:.1f} {plan.top:.1f}v{plan.rows * plan.size:.1f}"
        )
    return "".join(
        f'<path class="line line-{seat}" d="{"".join(drawn)}"/>'
        for seat, drawn in enumerate(lines)
        if drawn
    )


def _tenement_joints(tiles: TileSet, plan: CityPlan, buildings: tuple[PlacedBuilding, ...]) -> str:
    """A mark between neighbouring tenements: each scores for the other."""
    drawn = []
    tenements = [each.cell for each in buildings if tiles.kind[each.building] == TENEMENT]
    for cell in tenements:
        x, y = plan.corner(cell)
        for step, dx, dy in ((1, plan.size, plan.size / 2), (SIDE, plan.size / 2, plan.size)):
            if cell + step in tenements:
                drawn.append(
                    f'<circle class="joint" cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="15"/>'
                    f'<text class="joint-text" x="{x + dx:.1f}" y="{y + dy + 7:.1f}">+3</text>'
                )
    return "".join(drawn)
