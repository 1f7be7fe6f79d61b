"""Below the map: the income track, the players in turn order, and the seat's own stacks."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape

from smokestack.engine.view import View
from smokestack.games.brass.rules.edition import Course, Edition, Tile
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import CASH, HELD, INDUSTRIES, MARKER, NONE, ORDER, SPENT
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.score_track_drawing import BOTTOM
from smokestack.games.brass.ui.things import INCOME_TRACK, stack_thing, table_of
from smokestack.games.brass.ui.tile_drawing import HEXAGON, needs, shape
from smokestack.presentation.language import tr, trn
from smokestack.presentation.picture import Picture, layer

TRACK_TOP = BOTTOM + 6
STRIP_TOP = TRACK_TOP + 62
ROW = 32
STRIP_WIDTH = 566
STACK_LEFT = 582
STACK_PITCH = 83
CELLS = (("points", 146), ("money", 202), ("income", 262), ("spent", 322), ("cards", 380))
MAX_ROWS = 5000


def draw_players(picture: Picture, view: View) -> None:
    table = table_of(view)
    spaces = tuple(int(table.seats[MARKER + seat]) for seat in range(table.players))
    _draw_income_track(picture, table.course, spaces)
    for place in range(table.players):
        _draw_row(picture, view, int(table.seats[ORDER + place]), place)
    if view.seat >= 0:
        _draw_stacks(picture, table.edition, stacks_of(table, view.seat))


@layer
def _draw_income_track(picture: Picture, course: Course, spaces: tuple[int, ...]) -> None:
    income = tuple(int(value) for value in course.income)
    markers = "".join(
        f'<g id="income-{seat}" class="moves" '
        f'style="transform:translate({x:g}px,{y:g}px) scale(.85)">{shape(seat)}</g>'
        for seat, (x, y) in enumerate(_marker_spots(spaces))
    )
    picture.thing(INCOME_TRACK, tr("Income track"), income_ruler(income) + markers)


def _marker_spots(spaces: tuple[int, ...]) -> list[tuple[float, float]]:
    """A spot above its space for each marker, where no other covers it."""
    taken: list[tuple[float, float]] = []
    for space in spaces:
        x = _track_x(space) + 4.8
        spots = [(x + dx, TRACK_TOP + y) for dx in (0, 15, -15, 30) for y in (21, 7)]
        free = [
            (sx, sy)
            for sx, sy in spots
            if all(abs(sx - tx) >= 14 or abs(sy - ty) >= 14 for tx, ty in taken)
        ]
        taken.append(free[0])
    return taken


def _track_x(space: int) -> float:
    return 20 + 9.6 * space


@cache
def income_ruler(income: tuple[int, ...]) -> str:
    """A ruler of the spaces, in bands of one level; every fifth level shows its pounds."""
    y = TRACK_TOP + 30
    levels = {"debt": "", "odd": "", "even": ""}
    ticks = ""
    first = 0
    for space in range(1, len(income) + 1):
        if space < len(income) and income[space] == income[first]:
            continue
        x, width = _track_x(first), 9.6 * (space - first)
        kind = "debt" if income[first] < 0 else "odd" if income[first] % 2 else "even"
        levels[kind] += f"M{x:g} {y}h{width:g}v9h-{width:g}z"
        if income[first] % 5 == 0:
            ticks += (
                f'<text x="{x + width / 2:g}" y="{y + 22}" class="tick">'
                f"{words.money(income[first])}</text>"
            )
        first = space
    bands = "".join(f'<path d="{drawn}" class="level-{kind}"/>' for kind, drawn in levels.items())
    marks = f"M{_track_x(0):g} {y}v9" + "m9.6-9v9" * len(income)
    return (
        f'<rect x="8" y="{TRACK_TOP}" width="984" height="56" rx="10" class="sheet"/>'
        f'{bands}<path d="{marks}" class="marks"/>{ticks}'
    )


def _draw_row(picture: Picture, view: View, seat: int, place: int) -> None:
    table = table_of(view)
    space = int(table.seats[MARKER + seat])
    figures = (
        str(int(standing_points(table, seat))),
        words.money(int(table.seats[CASH + seat])),
        words.money(int(table.course.income[space])),
        words.money(int(table.seats[SPENT + seat])),
        str(int(table.seats[HELD + seat])),
    )
    levels = tuple(
        str(table.edition.tiles[kind].level) if left else ""
        for kind, left in stacks_of(table, seat)
    )
    drawn = _row(seat, view.players[seat], view.actor == seat, figures, levels)
    y = STRIP_TOP + ROW * place
    picture.add(
        f'<g id="row-{seat}" class="moves" style="transform:translate(0px,{y}px)">{drawn}</g>'
    )


@lru_cache(MAX_ROWS)
def _row(
    seat: int,
    player: str,
    turn: bool,
    figures: tuple[str, ...],
    levels: tuple[str, ...],
) -> str:
    """The player's name and figures, and the next level of each stack."""
    drawn = (
        f'<rect x="8" y="1" width="{STRIP_WIDTH}" height="{ROW - 3}" rx="8" '
        f'class="row{" turn" if turn else ""}"/>'
        f'<g transform="translate(24 16)">{shape(seat)}</g>'
        f'<text x="38" y="21" class="player">{escape(_short(player))}</text>'
    )
    for (name, x), value in zip(CELLS, figures, strict=True):
        drawn += f'{icon(name, x, 8, 15)}<text x="{x + 19}" y="21" class="figure">{value}</text>'
    for industry, level in enumerate(levels):
        x = 418 + 31 * industry
        kind = "soft" if level else "none"
        drawn += icon(INDUSTRIES[industry], x, 8, 14, f' class="{kind}"')
        drawn += f'<text x="{x + 16}" y="21" class="figure fine">{level or "–"}</text>'
    return drawn


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def stacks_of(table: Brass, seat: int) -> tuple[tuple[int, int], ...]:
    """The kind of each stack's next tile and the number of tiles left; (0, 0) if it is empty."""
    found = []
    for industry in range(len(INDUSTRIES)):
        kind = int(table.next_tile(seat, industry))
        left = int(table.edition.stack_size[industry] - table.developed[seat * 5 + industry])
        found.append((0, 0) if kind == NONE else (kind, left))
    return tuple(found)


@layer
def _draw_stacks(picture: Picture, edition: Edition, stacks: tuple[tuple[int, int], ...]) -> None:
    """The next tile of each stack with cost, needs and gains, and how many tiles are left."""
    for industry, (kind, left) in enumerate(stacks):
        _draw_stack(picture, industry, edition.tiles[kind], left)


def _draw_stack(picture: Picture, industry: int, tile: Tile, left: int) -> None:
    place = f"translate({STACK_LEFT + STACK_PITCH * industry} {STRIP_TOP + 1})"
    if left:
        label = f"{words.tile_title(tile)}, {trn('{n} tile left', '{n} tiles left', left)}"
        drawn = _stack(industry, left)
        figures = _figures(tile, left)
    else:
        label = tr("{industry}: no tile left", industry=words.industry_title(industry))
        drawn = '<rect width="78" height="125" rx="8" class="plot"/>'
        drawn += icon(INDUSTRIES[industry], 27, 50, 24, ' class="none"')
        figures = ""
    picture.thing(stack_thing(industry), label, drawn, "stack", place)
    # Not part of the stack: its label says in words what the figures mean.
    picture.add(f'<g class="figures" transform="{place}" aria-hidden="true">{figures}</g>')


@cache
def _stack(industry: int, left: int) -> str:
    edges = "".join(
        f'<rect x="{2 * n}" y="{2 * n}" width="74" height="119" rx="8" class="card"/>'
        for n in range(min(left, 3) - 1, -1, -1)
    )
    return f"{edges}{icon(INDUSTRIES[industry], 6, 6, 28)}"


def _figures(tile: Tile, left: int) -> str:
    return (
        f'<text x="66" y="29" class="numeral">{tile.level}</text>'
        f'<path d="M6 40h62" class="split"/>'
        f'<text x="8" y="60" class="figure">£{tile.cost}</text>'
        f"{needs(tile.coal, tile.iron, 42, 49)}"
        f'<path d="{HEXAGON}" transform="translate(19 82) scale(.9)" class="hex"/>'
        f'<text x="19" y="87" class="vp">{tile.points}</text>'
        f'{icon("income", 38, 74, 15)}<text x="56" y="87" class="figure">{tile.steps}</text>'
        f'<text x="37" y="113" class="note">×{left}</text>'
    )
