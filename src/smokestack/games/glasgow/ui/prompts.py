"""The current decision in a sentence, for the seat that must answer and for everyone else."""

from __future__ import annotations

from typing import Final

from smokestack.engine.view import View
from smokestack.games.glasgow.rules.scoring import score, winner
from smokestack.games.glasgow.rules.stores import can_pay
from smokestack.games.glasgow.rules.terms import (
    ASK_ACTIVATE,
    ASK_BUILD,
    ASK_CHOICE,
    ASK_CONVERT,
    ASK_DRAW,
    ASK_DRAWN,
    ASK_MOVE,
    ASK_PAY,
    ASK_PLACE,
    ASK_REPLACE,
    DECISIONS,
    NONE,
    REASONS,
)
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.previews import name_of
from smokestack.games.glasgow.ui.things import table_of
from smokestack.games.glasgow.ui.words import amount_of
from smokestack.presentation.language import mark, tr, trn

ENDINGS: Final = {
    "city": mark("the city is complete"),
    "turn_limit": mark("the turn limit is reached"),
}

_FOR_OTHERS: Final = {
    "move": mark("{name} is behind and moves."),
    "choice": mark("{name} chooses a good."),
    "convert": mark("{name} may convert goods."),
    "replace": mark("{name} may replace the buildings of an architect."),
    "activate": mark("{name} may activate a factory."),
    "draw": mark("{name} may draw a building."),
    "drawn": mark("{name} builds or discards the building drawn."),
    "build": mark("{name} may build at the architect."),
    "pay": mark("{name} pays."),
    "place": mark("{name} places a building in the city."),
    "resolve": mark("{name} chooses which factory to use next."),
}


def prompt(view: View) -> str:
    """What must be decided now, or how the game ended."""
    table = table_of(view)
    if table.over:
        return _ending(view)
    if view.actor != view.seat:
        name = view.players[table.actor]
        return tr(_FOR_OTHERS[DECISIONS[table.decision]], name=name)
    return _for_actor(view)


def _ending(view: View) -> str:
    table = table_of(view)
    first = int(winner(table))
    return tr(
        "{name} wins {points} to {others} ({reason}).",
        name=view.players[first],
        points=int(score(table, first)),
        others=int(score(table, 1 - first)),
        reason=tr(ENDINGS[REASONS[table.reason] or "city"]),
    )


def _for_actor(view: View) -> str:
    table = table_of(view)
    decision = table.decision
    if decision == ASK_MOVE:
        return _ask_to_move(view)
    if decision == ASK_CHOICE:
        return _twice(table, tr("Take one good, or pass."))
    if decision == ASK_CONVERT:
        if table.fired != NONE:
            return tr(
                "Your {building} works: convert one pair of goods as often as you like, or pass.",
                building=name_of(table, int(table.fired)),
            )
        return _twice(
            table,
            tr("Convert stone and steel as often as you like, or steel and gold once, or pass."),
        )
    if decision == ASK_REPLACE:
        if table.fired != NONE:
            return tr(
                "Your {building} works: choose an architect who gets two new buildings, or pass.",
                building=name_of(table, int(table.fired)),
            )
        return _twice(table, tr("Choose an architect who gets two new buildings, or pass."))
    if decision == ASK_ACTIVATE:
        return _twice(
            table, tr("Choose a factory: it works, and so do those in its row and column. Or pass.")
        )
    if decision == ASK_DRAW:
        return _twice(table, tr("Draw a building to build or discard it, or pass."))
    if decision == ASK_DRAWN:
        return _ask_about_drawn(table)
    if decision == ASK_BUILD:
        return _ask_to_build(table)
    building = name_of(table, int(table.building))
    if decision == ASK_PAY:
        return tr("Pay for {building}: with the whisky or without?", building=building)
    if decision == ASK_PLACE:
        return tr(
            "Place {building} beside another building. Free cells show what factories would give.",
            building=building,
        )
    return tr("Several factories work. Choose which one is next.")


def _ask_to_move(view: View) -> str:
    table = table_of(view)
    seat = view.seat
    other = view.players[1 - seat]
    behind = int(table.steps[1 - seat] - table.steps[seat])
    if behind:
        text = trn(
            "Move your merchant: you are {n} tile behind {name}.",
            "Move your merchant: you are {n} tiles behind {name}.",
            behind,
            name=other,
        )
    else:
        text = tr("Move your merchant: you stand behind {name} on the same tile.", name=other)
    if table.doubled >> seat & 1:
        text += " " + tr("The tile counts twice.")
    return text


def _ask_about_drawn(table: Glasgow) -> str:
    building = name_of(table, int(table.drawn))
    good = amount_of(int(table.tiles.leftmost[table.drawn]), 1)
    if can_pay(table, table.active, table.drawn, 0):
        return tr(
            "You drew {building}: build it, or discard it for {goods}.",
            building=building,
            goods=good,
        )
    return tr(
        "You drew {building} and can't pay for it: discard it for {goods}.",
        building=building,
        goods=good,
    )


def _ask_to_build(table: Glasgow) -> str:
    if table.surcharge:
        return tr(
            "Build again for {gold} extra, or pass.",
            gold=amount_of(2, int(table.surcharge)),
        )
    return _twice(table, tr("Build one of the two buildings at this architect, or pass."))


def _twice(table: Glasgow, text: str) -> str:
    """A prompt, with a reminder that the tile can be used once more after this."""
    return f"{text} {tr('The tile counts twice.')}" if table.uses == 2 else text
