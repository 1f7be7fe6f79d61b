"""The answers to a question with their names, as a player chooses among them."""

from __future__ import annotations

from typing import Final

from smokestack.engine.language import mark, tr
from smokestack.engine.table_talk import Choice
from smokestack.engine.view import View
from smokestack.games.glasgow import answers
from smokestack.games.glasgow.notation import cell_text, to_text
from smokestack.games.glasgow.phrases import chosen_by, converted, explain, lead, name_of
from smokestack.games.glasgow.terms import ARCHITECT, ARCHITECT_TILES
from smokestack.games.glasgow.things import lights_of, table_of, thing_of
from smokestack.games.glasgow.turn import Glasgow
from smokestack.games.glasgow.words import amount_of, contract_name

CONVERSION_NAMES: Final = (
    mark("Stone into steel"),
    mark("Steel into stone"),
    mark("Steel into gold"),
    mark("Gold into steel"),
)


def choices(view: View) -> list[Choice]:
    """The answers with their names; moves from the nearest tile to the farthest."""
    table = table_of(view)
    return [
        Choice(
            answer=answer,
            notation=to_text(answer),
            group=_group(view, answer),
            label=label(table, answer),
            detail=explain(view, answer),
            thing=thing_of(table, answer),
            lights=tuple(lights_of(table, answer)),
        )
        for answer in view.answers
    ]


def label(table: Glasgow, answer: int) -> str:
    """What one does, in a few words."""
    if answer < answers.TAKE:
        index = answer - answers.MOVE
        tile = table.ring[index]
        if tile == ARCHITECT:
            return tr("Move to the architect at {index}", index=index)
        what = contract_name(table.tiles.contracts[tile])
        return tr("Move to {index}: {what}", index=index, what=what)
    if answer < answers.CONVERT:
        return tr("Take {goods}", goods=amount_of(answer - answers.TAKE, 1))
    if answer < answers.REPLACE:
        given, gained = converted(answer)
        return tr("Convert {given} into {gained}", given=given, gained=gained)
    if answer < answers.ACTIVATE:
        index = ARCHITECT_TILES[answer - answers.REPLACE]
        return tr("Replace the buildings at {index}", index=index)
    if answer < answers.DRAW:
        factory = name_of(table, int(table.city[answer - answers.ACTIVATE]))
        return tr("Activate {building}", building=factory)
    if answer == answers.DRAW:
        return tr("Draw a building")
    if answer == answers.DISCARD:
        return tr("Discard {building}", building=name_of(table, int(table.drawn)))
    if answer < answers.PAY:
        return tr("Build {building}", building=name_of(table, chosen_by(table, answer)))
    if answer == answers.PAY:
        return tr("Pay and keep the whisky")
    if answer < answers.PLACE:
        goods = amount_of(answer - answers.PAY_WHISKY, 1)
        return tr("Pay with the whisky for {goods}", goods=goods)
    if answer < answers.RESOLVE:
        return tr("Place it at {place}", place=cell_text(answer - answers.PLACE))
    if answer < answers.PASS:
        factory = name_of(table, int(table.city[answer - answers.RESOLVE]))
        return tr("Let {building} work next", building=factory)
    return tr("Pass")


def _group(view: View, answer: int) -> str:
    """A heading: for moves, who moves next; for conversions, their line and direction."""
    table = table_of(view)
    if answer < answers.TAKE:
        if lead(table, answer - answers.MOVE) > 0:
            return tr("Then {name} moves", name=view.players[1 - table.actor])
        return tr("Then you move again")
    if answers.CONVERT <= answer < answers.REPLACE:
        return tr(CONVERSION_NAMES[(answer - answers.CONVERT) // (2 * answers.MOST_USES)])
    return ""
