"""The guide through a first turn: the parts of the board, then the first action."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.brass.rules.terms import CARD_KINDS, COTTON
from smokestack.games.brass.ui.things import (
    COAL_MARKET,
    COTTON_MARKET,
    INCOME_TRACK,
    card_thing,
    stack_thing,
    table_of,
)
from smokestack.presentation.language import tr
from smokestack.presentation.table_text import GuideStep


def guide(view: View) -> list[GuideStep]:
    return [
        GuideStep(
            "place-manchester",
            tr("Lancashire"),
            tr(
                "Towns have plots for industries. You connect them by canals in the first half of "
                "the game and by railways in the second."
            ),
        ),
        GuideStep(
            "slot-manchester.0",
            tr("A plot"),
            tr(
                "It shows what can be built there. A tile scores once it is flipped: a mill or a "
                "port by selling cotton, a mine or works when its cubes are used up."
            ),
        ),
        GuideStep(
            _some_card(view),
            tr("Your cards"),
            tr(
                "Every action costs a card. To build, you need the card of the town, or the card "
                "of the industry in a town of your network. For all else any card will do."
            ),
        ),
        GuideStep(
            stack_thing(COTTON),
            tr("Your tiles"),
            tr(
                "You build the lowest level of each industry first. Here are its cost, the coal "
                "and iron that it needs, its points and its income. Developing removes low levels."
            ),
        ),
        GuideStep(
            COAL_MARKET,
            tr("Coal and iron"),
            tr(
                "Cubes on tiles are free. If there are none, you buy from these markets, cheapest "
                "first. New works and connected new mines sell their cubes here at once."
            ),
        ),
        GuideStep(
            COTTON_MARKET,
            tr("Cotton"),
            tr(
                "A mill sells through a connected port, which flips too, or on the distant market, "
                "where the demand falls with each sale."
            ),
        ),
        GuideStep(
            INCOME_TRACK,
            tr("Income and loans"),
            tr(
                "Flipped tiles raise your income. A loan of £30 early in the game is common: it "
                "costs only three levels of income."
            ),
        ),
        GuideStep(
            "players",
            tr("Turn order"),
            tr(
                "The player who spends least in a round goes first in the next one. That way you "
                "can have two turns in a row."
            ),
        ),
        GuideStep(
            "prompt",
            tr("Your first action"),
            tr(
                "Choose an action, or a card or plot on the board. Good starts are a coal mine, an "
                "iron works, or a port and a mill that sells through it."
            ),
        ),
    ]


def _some_card(view: View) -> str:
    """A card of the seat's hand."""
    table = table_of(view)
    if view.seat >= 0:
        for card in range(CARD_KINDS):
            if table.hands[view.seat * CARD_KINDS + card]:
                return card_thing(card)
    return "prompt"
