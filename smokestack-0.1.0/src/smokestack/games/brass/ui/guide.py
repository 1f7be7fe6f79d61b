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
                "Towns with plots for industries. First you join them by canals, and after half "
                "the game by railways."
            ),
        ),
        GuideStep(
            "slot-manchester.0",
            tr("A plot"),
            tr(
                "It shows what may be built on it. A tile scores only once it is flipped: a mill "
                "by selling cotton, a mine or works when its cubes are used up."
            ),
        ),
        GuideStep(
            _some_card(view),
            tr("Your cards"),
            tr(
                "Every action costs a card. To build you need the card of the town, or the card of "
                "the industry where your network reaches; for all else any card will do."
            ),
        ),
        GuideStep(
            stack_thing(COTTON),
            tr("Your tiles"),
            tr(
                "Of each industry you build the lowest level first. Here are its cost, the coal "
                "and iron it needs, its points and its income. Developing removes low levels."
            ),
        ),
        GuideStep(
            COAL_MARKET,
            tr("Coal and iron"),
            tr(
                "Cubes on tiles are free. If none can be had you buy from these markets, cheapest "
                "first. New mines and works sell their cubes here and earn money at once."
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
                "Who spends least in a round goes first in the next; so two turns in a row can "
                "be had."
            ),
        ),
        GuideStep(
            "prompt",
            tr("Your first action"),
            tr(
                "Choose an action from the list or something marked on the board. A coal mine or "
                "an iron works, or a port and a mill that sells through it, are good beginnings."
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
