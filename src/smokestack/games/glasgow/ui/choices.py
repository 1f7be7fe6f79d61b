"""The legal answers to a decision, with labels, as a player chooses among them."""

from __future__ import annotations

from typing import Final

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.decoding import Answer, Kind, decode
from smokestack.games.glasgow.formats.notation import cell_text, to_text
from smokestack.games.glasgow.rules.terms import ARCHITECT, ARCHITECT_TILES, NONE
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.previews import (
    chosen_by,
    converted,
    lead,
    name_of,
    preview,
)
from smokestack.games.glasgow.ui.things import highlights_of, table_of, thing_of
from smokestack.games.glasgow.ui.words import amount_of, contract_name
from smokestack.presentation.language import mark, tr
from smokestack.presentation.table_text import Choice

CONVERSION_NAMES: Final = (
    mark("Stone into steel"),
    mark("Steel into stone"),
    mark("Steel into gold"),
    mark("Gold into steel"),
)


def choices(view: View) -> list[Choice]:
    """The legal answers as a player chooses among them; moves from the nearest tile on."""
    return [_choice(view, number) for number in view.answers]


def _choice(view: View, number: int) -> Choice:
    table = table_of(view)
    answer = decode(number)
    return Choice(
        answer=number,
        notation=to_text(number),
        group=_group(view, answer),
        label=_label(table, answer),
        detail=preview(view, answer),
        thing=thing_of(table, answer),
        highlights=tuple(highlights_of(table, answer)),
    )


def _label(table: Glasgow, answer: Answer) -> str:
    """What the answer does, in a few words."""
    match answer.kind:
        case Kind.MOVE:
            return _move_label(table, answer.index)
        case Kind.TAKE:
            return tr("Take {goods}", goods=amount_of(answer.good, 1))
        case Kind.CONVERT:
            given, gained = converted(answer)
            return tr("Convert {given} into {gained}", given=given, gained=gained)
        case Kind.REPLACE:
            index = ARCHITECT_TILES[answer.architect]
            return tr("Replace the buildings at {index}", index=index)
        case Kind.ACTIVATE:
            factory = name_of(table, int(table.city[answer.cell]))
            return tr("Activate {building}", building=factory)
        case Kind.DRAW:
            return tr("Draw a building")
        case Kind.BUILD:
            return tr("Build {building}", building=name_of(table, chosen_by(table, answer)))
        case Kind.DISCARD:
            return tr("Discard {building}", building=name_of(table, int(table.drawn)))
        case Kind.PAY:
            if answer.good == NONE:
                return tr("Pay and keep the whisky")
            return tr("Pay with the whisky for {goods}", goods=amount_of(answer.good, 1))
        case Kind.PLACE:
            return tr("Place it at {place}", place=cell_text(answer.cell))
        case Kind.RESOLVE:
            factory = name_of(table, int(table.city[answer.cell]))
            return tr("Use {building} next", building=factory)
        case Kind.PASS:
            return tr("Pass")


def _move_label(table: Glasgow, index: int) -> str:
    tile = table.ring[index]
    if tile == ARCHITECT:
        return tr("Move to the architect at {index}", index=index)
    what = contract_name(table.tiles.contracts[tile])
    return tr("Move to {index}: {what}", index=index, what=what)


def _group(view: View, answer: Answer) -> str:
    """A heading: for moves, who moves next; for conversions, their line and direction."""
    table = table_of(view)
    match answer.kind:
        case Kind.MOVE if lead(table, answer.index) > 0:
            return tr("Then {name} moves", name=view.players[1 - table.actor])
        case Kind.MOVE:
            return tr("Then you move again")
        case Kind.CONVERT:
            return tr(CONVERSION_NAMES[answer.conversion])
        case _:
            return ""
