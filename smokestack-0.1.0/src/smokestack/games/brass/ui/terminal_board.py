"""The table as text for the terminal: towns by region, markets, players and hand."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from smokestack.engine.view import View
from smokestack.games.brass.formats.notation import card_names, line_names
from smokestack.games.brass.rules.edition import Place
from smokestack.games.brass.rules.markets import price
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import (
    BIT,
    CARD_KINDS,
    CASH,
    COAL,
    COTTON,
    INDUSTRIES,
    IRON,
    MARKER,
    MAX_STACK,
    NONE,
    ORDER,
    SCORE,
    SPENT,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.things import table_of
from smokestack.presentation.language import mark, tr

# Owners differ in colour and in shape.
MARKS = ("●", "▲", "■", "◆")
COLOURS = ("cyan", "magenta", "yellow", "green")
LETTERS = ("C", "M", "I", "P", "S")  # cotton, coal mine, iron, port, shipyard

REGIONS = (
    (
        mark("North"),
        ("barrow_in_furness", "lancaster", "preston", "fleetwood", "blackpool", "scotland"),
    ),
    (mark("East"), ("colne", "burnley", "blackburn", "bury", "rochdale", "oldham", "yorkshire")),
    (mark("Centre"), ("bolton", "wigan", "manchester", "warrington_runcorn", "southport")),
    (mark("South"), ("liverpool", "birkenhead", "ellesmere_port", "northwich", "stockport")),
    (mark("Border"), ("macclesfield", "the_midlands")),
)


def draw(view: View) -> Group:
    """The table as `view` shows it."""
    table = table_of(view)
    return Group(
        _headline(table),
        *(_region(table, name, ids) for name, ids in REGIONS if _places(table, ids)),
        _markets(table),
        _players(view),
        _hand(view),
    )


def _headline(table: Brass) -> Text:
    course = tr(
        "{period}, round {round} of {rounds}",
        period=words.period(int(table.period)),
        round=int(table.round),
        rounds=int(table.course.rounds),
    )
    text = Text(course)
    text.stylize("bold")
    text.append(f"   {tr('{n} in the deck', n=int(table.deck_count))}", "dim")
    letters = (f"{letter} {words.industry_short(number)}" for number, letter in enumerate(LETTERS))
    text.append(f"   {', '.join(letters)}", "dim")
    return text


def _places(table: Brass, ids: tuple[str, ...]) -> list[tuple[int, Place]]:
    """The places of a region that are on this edition's map."""
    return [(i, p) for i, p in enumerate(table.edition.places) if p.id in ids and p.present]


def _region(table: Brass, name: str, ids: tuple[str, ...]) -> Text:
    """Towns with their slots, then the lines that begin here; links show their owner."""
    text = Text(f"{tr(name):<7} ", "bold")
    for number, (index, place) in enumerate(_places(table, ids)):
        if number:
            text.append("\n        " if number % 3 == 0 else "   ")
        text.append(place.id, "" if place.slots else "italic")
        first = int(table.edition.first_slot[index])
        for slot in range(first, first + len(place.slots)):
            text.append(" ")
            text.append_text(_slot(table, slot, place.slots[slot - first]))
        if place.coins:
            text.append(" " + "◎" * place.coins, "dim")
    return text.append_text(_lines(table, ids))


def _lines(table: Brass, ids: tuple[str, ...]) -> Text:
    text = Text()
    shown = 0
    for line, name in enumerate(line_names()):
        if name.split("-")[0] not in ids or not table.lines_of_period() & BIT[line]:
            continue
        text.append("\n        " if shown % 3 == 0 else "  ")
        shown += 1
        owner = table.line_owner[line]
        if owner == NONE:
            text.append(name, "dim")
        else:
            text.append(f"{MARKS[owner]}{name}", f"bold {COLOURS[owner]}")
    return text


def _slot(table: Brass, slot: int, industries: list[int]) -> Text:
    """An empty slot shows what it may hold; a tile its owner, level and cubes, or ✓ if flipped."""
    kind = table.tile[slot]
    if kind == NONE:
        return Text("[" + "/".join(LETTERS[industry] for industry in industries) + "]", "dim")
    tile = table.edition.tiles[kind]
    owner = table.owner[slot]
    state = "✓" if table.is_flipped(slot) else "•" * table.cubes[slot]
    colour = COLOURS[owner]
    return Text(f"{MARKS[owner]}{LETTERS[tile.industry]}{tile.level}{state}", f"bold {colour}")


def _markets(table: Brass) -> Text:
    text = Text(f"{tr('Markets'):<7} ", "bold")
    size = int(table.course.track_size)
    for industry, cubes in ((COAL, int(table.coal)), (IRON, int(table.iron))):
        name = words.industry_short(industry)
        text.append(f"{name} {'■' * cubes}{'□' * (size - cubes)} £{price(table, cubes)}  ")
    demand = [*(str(value) for value in table.course.cotton_demand), "✗"]
    text.append(f"{words.industry_short(COTTON)} ")
    for space, value in enumerate(demand):
        text.append(f"[{value}]" if space == table.cotton else f" {value} ")
    text.append(f"  {tr('{n} distant tiles', n=int(table.distant_count))}", "dim")
    return text


def _players(view: View) -> Text:
    table = table_of(view)
    text = Text()
    width = max(len(name) for name in view.players)
    for place in range(table.players):
        seat = int(table.seats[ORDER + place])
        turn = "→" if view.actor == seat else " "
        space = int(table.seats[MARKER + seat])
        text.append(f"{turn}{MARKS[seat]} {view.players[seat]:<{width}}", f"bold {COLOURS[seat]}")
        has = tr(
            "{money} spent {spent} income {income} (space {space})",
            money=f"{words.money(int(table.seats[CASH + seat])):<5}",
            spent=f"{words.money(int(table.seats[SPENT + seat])):<4}",
            income=f"{words.money(int(table.course.income[space])):<4}",
            space=f"{space:>2}",
        )
        text.append(f"  {has}")
        points = tr(
            "{score} points, {standing} as it stands",
            score=f"{int(table.seats[SCORE + seat]):>3}",
            standing=f"{int(standing_points(table, seat)):>3}",
        )
        text.append(f"  {points}", "bold")
        stacks = tr("stacks {tiles}", tiles=_stacks(table, seat))
        text.append(f"\n        {stacks}\n", "dim")
    text.rstrip()
    return text


def _stacks(table: Brass, seat: int) -> str:
    """The next level of each stack and how many tiles are left in it."""
    parts = []
    for industry in range(len(INDUSTRIES)):
        left = table.edition.stack_size[industry] - table.developed[seat * 5 + industry]
        if left:
            first = industry * (MAX_STACK + 1)
            kind = table.edition.stack[first + table.developed[seat * 5 + industry]]
            parts.append(f"{LETTERS[industry]}{table.edition.tiles[kind].level}×{left}")
    return " ".join(parts)


def _hand(view: View) -> Text:
    table = table_of(view)
    text = Text(f"{tr('Hand'):<7} ", "bold")
    if view.seat < 0:
        return text
    for card, name in enumerate(card_names()):
        count = table.hands[view.seat * CARD_KINDS + card]
        if count:
            text.append(f"{name}{'' if count == 1 else f' ×{count}'}   ")
    return text
