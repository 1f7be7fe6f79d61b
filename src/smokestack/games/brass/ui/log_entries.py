"""What an answer did: a sentence, the changes it made, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.engine.game import LedgerEntry
from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import Answer, Kind, decode
from smokestack.games.brass.formats.notation import slot_names
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import CASH, LINES, MARKER, SLOTS
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.things import (
    COAL_MARKET,
    COTTON_MARKET,
    IRON_MARKET,
    line_thing,
    slot_thing,
    table_of,
    thing_of,
)
from smokestack.presentation.language import mark, tr, trn
from smokestack.presentation.numbers import signed
from smokestack.presentation.table_text import Change, LogEntry

# Without the name of the player; `_distant_sale` has the messages for distant sales.
SENTENCES: Final[words.Messages] = {
    Kind.BUILD: (
        mark("builds a cotton mill (level {level}) in {place}"),
        mark("builds a coal mine (level {level}) in {place}"),
        mark("builds an iron works (level {level}) in {place}"),
        mark("builds a port (level {level}) in {place}"),
        mark("builds a shipyard (level {level}) in {place}"),
    ),
    Kind.BUILD2: (
        mark("builds a cotton mill (level {level}) in {place} with two cards"),
        mark("builds a coal mine (level {level}) in {place} with two cards"),
        mark("builds an iron works (level {level}) in {place} with two cards"),
        mark("builds a port (level {level}) in {place} with two cards"),
        mark("builds a shipyard (level {level}) in {place} with two cards"),
    ),
    Kind.LINK: (mark("builds the canal {line}"), mark("builds the railway {line}")),
    Kind.DEVELOP: (
        mark("develops: a cotton mill (level {level}) leaves the game"),
        mark("develops: a coal mine (level {level}) leaves the game"),
        mark("develops: an iron works (level {level}) leaves the game"),
        mark("develops: a port (level {level}) leaves the game"),
        mark("develops: a shipyard (level {level}) leaves the game"),
    ),
    Kind.SELL: mark("sells cotton"),
    Kind.LOAN: mark("takes a loan of {amount}"),
    Kind.PASS: mark("passes"),
    Kind.DISCARD: mark("discards {card}"),
    Kind.COAL: mark("takes coal from {place}"),
    Kind.IRON: mark("takes iron from {place}"),
    Kind.SALE: mark("sells cotton from {mill} through the port of {port}"),
    Kind.LIQUIDATE: mark("gives up {place}"),
    Kind.DONE: mark("ends the action"),
}
# What an answer after the first adds to the line of its action.
DETAILS: Final[words.Messages] = {
    Kind.DISCARD: mark("card: {card}"),
    Kind.COAL: mark("coal from {place}"),
    Kind.IRON: mark("iron from {place}"),
    Kind.SALE: mark("{mill} through the port of {port}"),
}
SETTLING: Final = frozenset(
    {"income", "debt", "debt forgiven", "money"}
    | {"canal link", "rail link", "canal tile", "rail tile"}
)
"""The causes of changes at the end of a round, a period or the game."""


def log_entry(before: View, number: int, after: View, entries: Sequence[LedgerEntry]) -> LogEntry:
    """The log entry of an answer; without ledger entries, changes come from comparing the views."""
    old, new = table_of(before), table_of(after)
    answer = decode(number)
    if entries:
        changes = _noted_changes(old, entries)
    else:
        changes = [change for seat in range(old.players) for change in _compared(old, new, seat)]
    return LogEntry(
        int(old.actor),
        _sentence(old, answer, new),
        changes,
        _changed_things(old, answer, new),
        _headline(old, new),
        starts_action=before.decision in before.game.first_decisions,
        detail=_detail(old, answer),
        round_heading=_round_heading(old),
        next_round_heading=_round_heading(new),
    )


def ledger_change(table: Brass, entry: LedgerEntry) -> Change:
    """One ledger entry as a change, with the place that it names."""
    place = words.place_named(table, entry.where)
    cause = words.cause(entry.cause) + (f": {place}" if place else "")
    text = change_text(entry.what, entry.change)
    return Change(entry.seat, text, cause, entry.what, entry.change, entry.cause in SETTLING)


def _headline(old: Brass, new: Brass) -> str:
    if new.over:
        return tr("the game is over")
    if new.period != old.period:
        return tr("the canal period is over, the rail period begins")
    if new.round != old.round:
        return tr("round {n} begins", n=int(new.round))
    return ""


def _round_heading(table: Brass) -> str:
    if table.over:
        return tr("Game over")
    if table.period:
        return tr("Rail period, round {n}", n=int(table.round))
    return tr("Canal period, round {n}", n=int(table.round))


def _detail(table: Brass, answer: Answer) -> str | None:
    if answer.kind is Kind.DONE:
        return ""
    return words.answer_text(DETAILS, table, answer) if answer.kind in DETAILS else None


def _sentence(table: Brass, answer: Answer, after: Brass) -> str:
    if answer.kind is Kind.DISTANT_SALE:
        return _distant_sale(table, answer, after)
    return words.answer_text(SENTENCES, table, answer)


def _distant_sale(table: Brass, answer: Answer, after: Brass) -> str:
    """Names the turned tile, unless a new period has already shuffled it in."""
    mill = words.plot(table.edition, answer.mill)
    if after.period != table.period:
        return tr("offers cotton from {mill} on the distant market", mill=mill)
    turned = int(after.distant[after.distant_count])
    if after.cotton == table.course.last_demand:
        return tr(
            "turns over tile {turned}: no more demand, and the cotton from {mill} stays unsold",
            turned=turned,
            mill=mill,
        )
    return tr(
        "turns over tile {turned} and sells cotton from {mill} on the distant market at {value}",
        turned=turned,
        mill=mill,
        value=f"+{int(table.course.cotton_demand[after.cotton])}",
    )


def _noted_changes(table: Brass, entries: Sequence[LedgerEntry]) -> list[Change]:
    """The ledger entries, added up by seat and cause."""
    sums: dict[tuple[int, str, str, bool], int] = {}
    for entry in entries:
        cause = words.cause(entry.cause)
        if entry.cause == "flip":
            town = words.town_of(table.edition, slot_names().index(entry.where))
            cause = tr("tile flipped in {town}", town=town)
        key = (entry.seat, entry.what, cause, entry.cause in SETTLING)
        sums[key] = sums.get(key, 0) + entry.change
    return [
        Change(seat, change_text(what, change), cause, what, change, settles)
        for (seat, what, cause, settles), change in sums.items()
        if change
    ]


def change_text(what: str, change: int) -> str:
    if what == "money":
        return words.signed_money(change)
    number = signed(change)
    if what == "income":
        return trn("{change} income step", "{change} income steps", abs(change), change=number)
    return trn("{change} point", "{change} points", abs(change), change=number)


def _compared(old: Brass, new: Brass, seat: int) -> list[Change]:
    """Money, income and standing points that differ."""
    found = []
    money = int(new.seats[CASH + seat] - old.seats[CASH + seat])
    if money:
        found.append(Change(seat, words.signed_money(money), "", "money", money))
    steps = int(new.seats[MARKER + seat] - old.seats[MARKER + seat])
    if steps:
        found.append(Change(seat, change_text("income", steps), "", "income", steps))
    points = int(standing_points(new, seat) - standing_points(old, seat))
    if points:
        found.append(Change(seat, change_text("points", points), "", "points", points))
    return found


def _changed_things(old: Brass, answer: Answer, new: Brass) -> list[str]:
    """Where on the board it happened; nothing when a new period changes the whole board."""
    if new.period != old.period:
        return []
    found = [
        slot_thing(slot)
        for slot in range(SLOTS)
        if (old.tile[slot], old.owner[slot], old.cubes[slot], old.is_flipped(slot))
        != (new.tile[slot], new.owner[slot], new.cubes[slot], new.is_flipped(slot))
    ]
    found += [
        line_thing(line) for line in range(LINES) if old.line_owner[line] != new.line_owner[line]
    ]
    for market, changed in (
        (COAL_MARKET, old.coal != new.coal),
        (IRON_MARKET, old.iron != new.iron),
        (COTTON_MARKET, old.cotton != new.cotton),
    ):
        if changed:
            found.append(market)
    thing = thing_of(answer)
    if not found and thing.startswith(("slot-", "line-", "market-")):
        found.append(thing)
    return found
