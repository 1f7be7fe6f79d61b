"""The pending decision in a sentence, for the actor and for the others."""

from __future__ import annotations

from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import Kind, decode
from smokestack.games.brass.rules.terms import (
    ASK_ACTION,
    ASK_CARD,
    ASK_COAL,
    ASK_DEBT,
    ASK_IRON,
    ASK_SALE,
    ASK_SECOND_DEVELOPMENT,
    ASK_SECOND_RAIL,
    CANAL,
    CASH,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.things import table_of
from smokestack.presentation.language import mark, tr

# By the number of the decision.
FOR_OTHERS: Final = (
    mark("{player} chooses an action."),
    mark("{player} chooses a card to discard."),
    mark("{player} chooses a mine to take coal from."),
    mark("{player} chooses a works to take iron from."),
    mark("{player} may build a second railway."),
    mark("{player} may develop a second tile."),
    mark("{player} sells cotton."),
    mark("{player} can't pay and gives up tiles."),
)
FOR_ACTOR: Final = {
    ASK_COAL: mark("Several mines are equally near: choose where the coal comes from."),
    ASK_IRON: mark("Choose which works gives the iron."),
    ASK_SECOND_RAIL: mark("Build a second railway for £10 and another coal, or end the action."),
    ASK_SECOND_DEVELOPMENT: mark("Develop a second tile for another iron, or end the action."),
    ASK_SALE: mark("Choose what to sell, one mill after the other, or end the action."),
}


def prompt(view: View) -> str:
    """What the actor has to decide now."""
    table = table_of(view)
    if view.actor is None:
        return tr("The game is over.")
    if view.actor != view.seat:
        return tr(FOR_OTHERS[table.decision], player=view.players[view.actor])
    if table.decision == ASK_ACTION:
        return _ask_action(table)
    if table.decision == ASK_CARD:
        return _ask_card(table)
    if table.decision == ASK_SALE and table.repeats == 0:
        return tr("Choose a mill and where to sell its cotton.")
    if table.decision == ASK_DEBT:
        owed = words.money(-int(table.seats[CASH + view.seat]))
        return tr("You owe {amount}: give up tiles for half their cost.", amount=owed)
    return tr(FOR_ACTOR[int(table.decision)])


def _ask_action(table: Brass) -> str:
    if table.actions == 2:
        return tr("Choose the first of your two actions; each takes a card.")
    if table.period == CANAL and table.round == 1:
        return tr("Choose an action. In the first round everyone has only one.")
    return tr("Choose your last action of this turn.")


def _ask_card(table: Brass) -> str:
    kind = decode(int(table.action)).kind
    if kind is Kind.BUILD:
        return tr("Discard a card that allows this build: its town, or its industry.")
    if table.cards_due == 2:
        return tr("Discard the first of two cards: any will do.")
    if kind is Kind.BUILD2:
        return tr("Discard the second card: any will do.")
    return tr("Discard a card for this action: any will do.")
