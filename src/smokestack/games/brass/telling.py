"""What an answer did, told in a sentence with what it changed and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.engine.game import LedgerEntry
from smokestack.engine.language import mark, tr, trn
from smokestack.engine.table_talk import Change, Deed
from smokestack.engine.view import View
from smokestack.games.brass import answers, words
from smokestack.games.brass.choices import mill_of, port_of, thing_of
from smokestack.games.brass.notation import line_names, slot_names
from smokestack.games.brass.phrases import table_of
from smokestack.games.brass.scoring import standing_points
from smokestack.games.brass.terms import CANAL, CASH, LINES, MARKER, SLOTS
from smokestack.games.brass.turn import Brass

BUILDS: Final = (
    mark("builds a cotton mill (level {level}) in {place}"),
    mark("builds a coal mine (level {level}) in {place}"),
    mark("builds an iron works (level {level}) in {place}"),
    mark("builds a port (level {level}) in {place}"),
    mark("builds a shipyard (level {level}) in {place}"),
)
BUILDS_BY_TWO: Final = (
    mark("builds a cotton mill (level {level}) in {place} with two cards"),
    mark("builds a coal mine (level {level}) in {place} with two cards"),
    mark("builds an iron works (level {level}) in {place} with two cards"),
    mark("builds a port (level {level}) in {place} with two cards"),
    mark("builds a shipyard (level {level}) in {place} with two cards"),
)
DEVELOPS: Final = (
    mark("develops: a cotton mill (level {level}) leaves the game"),
    mark("develops: a coal mine (level {level}) leaves the game"),
    mark("develops: an iron works (level {level}) leaves the game"),
    mark("develops: a port (level {level}) leaves the game"),
    mark("develops: a shipyard (level {level}) leaves the game"),
)


def tell(before: View, answer: int, after: View, entries: Sequence[LedgerEntry]) -> Deed:
    old, new = table_of(before), table_of(after)
    if entries:
        changes = _noted_changes(before, entries)
    else:
        changes = [change for seat in range(old.players) for change in _compared(old, new, seat)]
    return Deed(
        int(old.actor),
        _sentence(old, answer, new),
        changes,
        _changed_things(old, answer, new),
        _headline(old, new),
    )


def _headline(old: Brass, new: Brass) -> str:
    if new.over:
        return tr("the game is over")
    if new.period != old.period:
        return tr("the canal period is over, the rail period begins")
    if new.round != old.round:
        return tr("round {n} begins", n=int(new.round))
    return ""


def _sentence(table: Brass, answer: int, after: Brass) -> str:
    """What the actor does, without the name."""
    edition = table.edition
    if answer < answers.LINK:
        site = answer % answers.BUILD2
        industry = int(edition.site_industry[site])
        messages = BUILDS if answer < answers.BUILD2 else BUILDS_BY_TWO
        return tr(
            messages[industry],
            level=edition.tiles[table.next_tile(table.actor, industry)].level,
            place=words.plot(table.edition, int(edition.site_slot[site])),
        )
    if answer < answers.DEVELOP:
        line = words.line_name(table.edition, answer - answers.LINK)
        if table.period == CANAL:
            return tr("builds the canal {line}", line=line)
        return tr("builds the railway {line}", line=line)
    if answer < answers.SELL:
        industry = answer - answers.DEVELOP
        level = edition.tiles[table.next_tile(table.actor, industry)].level
        return tr(DEVELOPS[industry], level=level)
    if answer == answers.SELL:
        return tr("sells cotton")
    if answer < answers.PASS:
        amount = words.money(10 * (answer - answers.LOAN + 1))
        return tr("takes a loan of {amount}", amount=amount)
    if answer == answers.PASS:
        return tr("passes")
    if answer < answers.TAKE_COAL:
        return tr("discards {card}", card=words.card_name(table.edition, answer - answers.DISCARD))
    if answer < answers.TAKE_IRON:
        return tr(
            "takes coal from {place}", place=words.plot(table.edition, answer - answers.TAKE_COAL)
        )
    if answer < answers.SALE:
        return tr(
            "takes iron from {place}", place=words.plot(table.edition, answer - answers.TAKE_IRON)
        )
    if answer < answers.DISTANT_SALE:
        return tr(
            "sells cotton of {mill} through the port of {port}",
            mill=words.plot(table.edition, mill_of(table, answer)),
            port=words.plot(table.edition, port_of(table, answer)),
        )
    if answer < answers.LIQUIDATE:
        return _distant_sale(table, answer, after)
    if answer < answers.DONE:
        return tr("gives up {place}", place=words.plot(table.edition, answer - answers.LIQUIDATE))
    return tr("ends the action")


def _distant_sale(table: Brass, answer: int, after: Brass) -> str:
    """With the tile that was turned, unless a new period has already shuffled it in."""
    mill = words.plot(table.edition, mill_of(table, answer))
    if after.period != table.period:
        return tr("offers cotton of {mill} on the distant market", mill=mill)
    turned = int(after.distant[after.distant_count])
    if after.cotton == table.course.last_demand:
        return tr(
            "turns tile {turned}: no more demand, and the cotton of {mill} stays unsold",
            turned=turned,
            mill=mill,
        )
    return tr(
        "turns tile {turned} and sells cotton of {mill} on the distant market at {value}",
        turned=turned,
        mill=mill,
        value=f"+{int(table.course.cotton_demand[after.cotton])}",
    )


def tell_entry(table: Brass, entry: LedgerEntry) -> Change:
    """An entry of the ledger, with the place that it names."""
    place = words.place_named(table, entry.where)
    cause = words.cause(entry.cause) + (f": {place}" if place else "")
    return Change(entry.seat, _amount(entry.what, entry.change), cause, entry.what)


def _noted_changes(view: View, entries: Sequence[LedgerEntry]) -> list[Change]:
    """The ledger's entries, those of one seat and cause together."""
    table = table_of(view)
    sums: dict[tuple[int, str, str], int] = {}
    for entry in entries:
        cause = words.cause(entry.cause)
        if entry.cause == "flip":
            town = words.town_of(table.edition, slot_names().index(entry.where))
            cause = tr("tile flipped in {town}", town=town)
        key = (entry.seat, entry.what, cause)
        sums[key] = sums.get(key, 0) + entry.change
    return [
        Change(seat, _amount(what, change), cause, what)
        for (seat, what, cause), change in sums.items()
        if change
    ]


def _amount(what: str, change: int) -> str:
    if what == "money":
        return words.signed_money(change)
    signed = f"{change:+d}"
    if what == "income":
        return trn("{change} income step", "{change} income steps", abs(change), change=signed)
    return trn("{change} point", "{change} points", abs(change), change=signed)


def _compared(old: Brass, new: Brass, seat: int) -> list[Change]:
    """Money, income and standing points that differ."""
    found = []
    money = int(new.seats[CASH + seat] - old.seats[CASH + seat])
    if money:
        found.append(Change(seat, words.signed_money(money), "", "money"))
    steps = int(new.seats[MARKER + seat] - old.seats[MARKER + seat])
    if steps:
        found.append(Change(seat, _amount("income", steps), "", "income"))
    points = int(standing_points(new, seat) - standing_points(old, seat))
    if points:
        found.append(Change(seat, _amount("points", points), "", "points"))
    return found


def _changed_things(old: Brass, answer: int, new: Brass) -> list[str]:
    """Where on the board it happened; a new period changes so much that nothing stands out."""
    if new.period != old.period:
        return []
    found = [
        f"slot-{name}"
        for slot, name in enumerate(slot_names()[:SLOTS])
        if (old.tile[slot], old.owner[slot], old.cubes[slot], old.is_flipped(slot))
        != (new.tile[slot], new.owner[slot], new.cubes[slot], new.is_flipped(slot))
    ]
    found += [
        f"line-{name}"
        for line, name in enumerate(line_names()[:LINES])
        if old.line_owner[line] != new.line_owner[line]
    ]
    for name, changed in (
        ("coal", old.coal != new.coal),
        ("iron", old.iron != new.iron),
        ("cotton", old.cotton != new.cotton),
    ):
        if changed:
            found.append(f"market-{name}")
    thing = thing_of(old, answer)
    if not found and thing.startswith(("slot-", "line-", "market-")):
        found.append(thing)
    return found
