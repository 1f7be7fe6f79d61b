"""What an answer did, in a sentence, with every change of goods and points."""

from __future__ import annotations

from smokestack.engine.language import tr, trn
from smokestack.engine.table_talk import Change, Deed
from smokestack.engine.view import View
from smokestack.games.glasgow import answers
from smokestack.games.glasgow.city import factories_in_line
from smokestack.games.glasgow.notation import cell_text
from smokestack.games.glasgow.phrases import chosen_by, converted, name_of, offer_names
from smokestack.games.glasgow.prompts import ENDINGS
from smokestack.games.glasgow.scoring import score
from smokestack.games.glasgow.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    ASK_BUILD,
    GOODS,
    NONE,
    REASONS,
)
from smokestack.games.glasgow.things import (
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
from smokestack.games.glasgow.turn import Glasgow
from smokestack.games.glasgow.words import amount_of, contract_name


def tell(before: View, answer: int, after: View) -> Deed:
    """Who did what, and every change of goods and points that came of it."""
    old, new = table_of(before), table_of(after)
    sentence = _sentence(old, answer, new)
    placed = members(int(new.standing & ~old.standing))
    if placed and not answers.PLACE <= answer < answers.RESOLVE:
        sentence = tr(
            "{deed} and places it at {place}",
            deed=sentence,
            place=cell_text(int(new.site[placed[0]])),
        )
    worked = _worked(old, answer, placed, new)
    changes = [change for seat in range(2) for change in _changes(old, new, seat, worked)]
    headline = ""
    if new.over:
        reason = tr(ENDINGS[REASONS[new.reason] or "city"])
        headline = tr("the game ends: {reason}", reason=reason)
    return Deed(
        seat=int(old.actor),
        sentence=sentence,
        changes=changes,
        things=_things(old, answer, new, placed, worked, changes),
        headline=headline,
    )


def _sentence(table: Glasgow, answer: int, new: Glasgow) -> str:
    if answer < answers.TAKE:
        index = answer - answers.MOVE
        tile = table.ring[index]
        if tile == ARCHITECT:
            return tr("moves to {index}, architect", index=index)
        what = contract_name(table.tiles.contracts[tile])
        return tr("moves to {index}, {what}", index=index, what=what)
    if answer < answers.CONVERT:
        return tr("takes {goods}", goods=amount_of(answer - answers.TAKE, 1))
    if answer < answers.REPLACE:
        given, gained = converted(answer)
        return tr("converts {given} into {gained}", given=given, gained=gained)
    if answer < answers.ACTIVATE:
        architect = answer - answers.REPLACE
        return tr(
            "replaces the buildings at {index}: now {buildings}",
            index=ARCHITECT_TILES[architect],
            buildings=", ".join(offer_names(new, architect)),
        )
    if answer < answers.DRAW:
        factory = name_of(table, int(table.city[answer - answers.ACTIVATE]))
        return tr("activates {building} with its row and column", building=factory)
    if answer == answers.DRAW:
        return tr("draws {building}", building=name_of(table, int(new.drawn)))
    if answer == answers.DISCARD:
        return tr("discards {building}", building=name_of(table, int(table.drawn)))
    if answer < answers.PAY:
        return tr("builds {building}", building=name_of(table, chosen_by(table, answer)))
    if answer == answers.PAY:
        return tr("pays and keeps the whisky")
    if answer < answers.PLACE:
        goods = amount_of(answer - answers.PAY_WHISKY, 1)
        return tr("pays with the whisky for {goods}", goods=goods)
    if answer < answers.RESOLVE:
        return tr(
            "places {building} at {place}",
            building=name_of(table, int(table.building)),
            place=cell_text(answer - answers.PLACE),
        )
    if answer < answers.PASS:
        factory = name_of(table, int(table.city[answer - answers.RESOLVE]))
        return tr("lets {building} work", building=factory)
    if table.fired != NONE:
        return tr("leaves {building} unused", building=name_of(table, int(table.fired)))
    if table.decision == ASK_BUILD:
        return tr("builds nothing more")
    return tr("passes")


def _worked(old: Glasgow, answer: int, placed: list[int], new: Glasgow) -> int:
    """The factories that may have given something because of an answer."""
    if answers.ACTIVATE <= answer < answers.DRAW:
        fired = factories_in_line(old, answer - answers.ACTIVATE)
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
            text = amount_of(good, change, f"{change:+d}")
            cause = _givers(new, seat, good, worked) if change > 0 else ""
            found.append(Change(seat, text, cause, name))
    points = int(score(new, seat) - score(old, seat))
    if points:
        text = trn("{change} point", "{change} points", abs(points), change=f"{points:+d}")
        found.append(Change(seat, text, "", "points"))
    return found


def _givers(table: Glasgow, seat: int, good: int, worked: int) -> str:
    """The factories of a seat that gave a good."""
    return ", ".join(
        name_of(table, factory)
        for factory in members(int(worked & table.owned(seat)))
        if table.tiles.gives[factory] == good
    )


def _things(
    old: Glasgow,
    answer: int,
    new: Glasgow,
    placed: list[int],
    worked: int,
    changes: list[Change],
) -> list[str]:
    """Where something happened."""
    here = ring_thing(int(old.position(old.active)))
    if old.fired != NONE:
        here = cell_thing(int(old.site[old.fired]))
    found = [thing_of(old, answer) or here]
    if answers.REPLACE <= answer < answers.ACTIVATE:
        found += offers_at(new, answer - answers.REPLACE)
    if answer in (answers.DRAW, answers.BUILD_DRAWN):
        found.append(DRAWN_TILE)
    if answer == answers.DISCARD:
        found.append(DISCARDS)
    found += [cell_thing(int(new.site[building])) for building in placed]
    found += factory_things(new, worked)
    found += [store_thing(seat) for seat in sorted({change.seat for change in changes})]
    return list(dict.fromkeys(found))
