"""Log entries: what an answer did, in a sentence, with every change of goods and points."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.decoding import Answer, Kind, decode
from smokestack.games.glasgow.formats.notation import cell_text
from smokestack.games.glasgow.rules.city import factories_in_line
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    ASK_BUILD,
    GOODS,
    NONE,
    REASONS,
)
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.previews import chosen_by, converted, name_of, offer_names
from smokestack.games.glasgow.ui.prompts import ENDINGS
from smokestack.games.glasgow.ui.things import (
    DISCARDS,
    DRAWN_TILE,
    cell_thing,
    factory_things,
    members,
    offers_at,
    ring_thing,
    store_thing,
    table_of,
    thing_of,
)
from smokestack.games.glasgow.ui.words import amount_of, contract_name
from smokestack.presentation.language import tr, trn
from smokestack.presentation.numbers import signed
from smokestack.presentation.table_text import Change, LogEntry


def log_entry(before: View, number: int, after: View) -> LogEntry:
    """The log entry of an answer, from the views before and after it."""
    old, new = table_of(before), table_of(after)
    answer = decode(number)
    placed = members(int(new.standing & ~old.standing))
    worked = _worked(old, answer, placed, new)
    changes = [change for seat in range(2) for change in _changes(old, new, seat, worked)]
    return LogEntry(
        seat=int(old.actor),
        sentence=_sentence(old, answer, placed, new),
        changes=changes,
        things=_things(old, answer, new, placed, worked, changes),
        headline=_headline(new),
        starts_action=before.decision in before.game.first_decisions,
        next_round_heading=tr("Game over") if new.over else "",
    )


def _sentence(old: Glasgow, answer: Answer, placed: list[int], new: Glasgow) -> str:
    """What the actor does; a building with a single possible cell is placed at once."""
    sentence = _action(old, answer, new)
    if not placed or answer.kind == Kind.PLACE:
        return sentence
    return tr(
        "{action} and places it at {place}",
        action=sentence,
        place=cell_text(int(new.site[placed[0]])),
    )


def _action(old: Glasgow, answer: Answer, new: Glasgow) -> str:
    match answer.kind:
        case Kind.MOVE:
            return _move(old, answer.index)
        case Kind.TAKE:
            return tr("takes {goods}", goods=amount_of(answer.good, 1))
        case Kind.CONVERT:
            given, gained = converted(answer)
            return tr("converts {given} into {gained}", given=given, gained=gained)
        case Kind.REPLACE:
            return tr(
                "replaces the buildings at {index}: now {buildings}",
                index=ARCHITECT_TILES[answer.architect],
                buildings=", ".join(offer_names(new, answer.architect)),
            )
        case Kind.ACTIVATE:
            factory = name_of(old, int(old.city[answer.cell]))
            return tr("activates {building} with its row and column", building=factory)
        case Kind.DRAW:
            return tr("draws {building}", building=name_of(old, int(new.drawn)))
        case Kind.BUILD:
            return tr("builds {building}", building=name_of(old, chosen_by(old, answer)))
        case Kind.DISCARD:
            return tr("discards {building}", building=name_of(old, int(old.drawn)))
        case Kind.PAY:
            if answer.good == NONE:
                return tr("pays and keeps the whisky")
            return tr("pays with the whisky for {goods}", goods=amount_of(answer.good, 1))
        case Kind.PLACE:
            building, place = name_of(old, int(old.building)), cell_text(answer.cell)
            return tr("places {building} at {place}", building=building, place=place)
        case Kind.RESOLVE:
            factory = name_of(old, int(old.city[answer.cell]))
            return tr("uses {building}", building=factory)
        case Kind.PASS:
            return _pass(old)


def _move(table: Glasgow, index: int) -> str:
    tile = table.ring[index]
    if tile == ARCHITECT:
        return tr("moves to {index}, architect", index=index)
    what = contract_name(table.tiles.contracts[tile])
    return tr("moves to {index}, {what}", index=index, what=what)


def _pass(table: Glasgow) -> str:
    if table.fired != NONE:
        return tr("leaves {building} unused", building=name_of(table, int(table.fired)))
    if table.decision == ASK_BUILD:
        return tr("builds nothing more")
    return tr("passes")


def _headline(new: Glasgow) -> str:
    if not new.over:
        return ""
    reason = tr(ENDINGS[REASONS[new.reason] or "city"])
    return tr("the game ends: {reason}", reason=reason)


def _worked(old: Glasgow, answer: Answer, placed: list[int], new: Glasgow) -> int:
    """The factories that may have given something because of an answer."""
    if answer.kind == Kind.ACTIVATE:
        fired = factories_in_line(old, answer.cell)
    elif placed:
        fired = factories_in_line(old, new.site[placed[0]])
    else:
        fired = old.firing
    return int(fired & ~new.firing)


def _changes(old: Glasgow, new: Glasgow, seat: int, worked: int) -> list[Change]:
    found = []
    for good, name in enumerate(GOODS):
        change = int(new.stores[seat * 4 + good] - old.stores[seat * 4 + good])
        if change:
            cause = _givers(new, seat, good, worked) if change > 0 else ""
            found.append(Change(seat, change_text(name, change), cause, name, change))
    points = int(score(new, seat) - score(old, seat))
    if points:
        found.append(Change(seat, change_text("points", points), "", "points", points))
    return found


def change_text(what: str, change: int) -> str:
    if what == "points":
        return trn("{change} point", "{change} points", abs(change), change=signed(change))
    return amount_of(GOODS.index(what), change, signed(change))


def _givers(table: Glasgow, seat: int, good: int, worked: int) -> str:
    """The factories of a seat that gave a good."""
    return ", ".join(
        name_of(table, factory)
        for factory in members(int(worked & table.owned(seat)))
        if table.tiles.gives[factory] == good
    )


def _things(
    old: Glasgow,
    answer: Answer,
    new: Glasgow,
    placed: list[int],
    worked: int,
    changes: list[Change],
) -> list[str]:
    """Where on the board something happened."""
    found = [thing_of(old, answer) or _place_of_decision(old)]
    match answer.kind:
        case Kind.REPLACE:
            found += offers_at(new, answer.architect)
        case Kind.DRAW:
            found.append(DRAWN_TILE)
        case Kind.BUILD if answer.place == NONE:
            found.append(DRAWN_TILE)
        case Kind.DISCARD:
            found.append(DISCARDS)
    found += [cell_thing(int(new.site[building])) for building in placed]
    found += factory_things(new, worked)
    found += [store_thing(seat) for seat in sorted({change.seat for change in changes})]
    return list(dict.fromkeys(found))


def _place_of_decision(table: Glasgow) -> str:
    """The factory or the ring tile that the actor was deciding about."""
    if table.fired != NONE:
        return cell_thing(int(table.site[table.fired]))
    return ring_thing(int(table.position(table.active)))
