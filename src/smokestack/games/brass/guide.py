"""Steps through a first turn, from what the board is to what to do."""

from __future__ import annotations

from smokestack.engine.language import tr
from smokestack.engine.table_talk import Step
from smokestack.engine.view import View
from smokestack.games.brass.notation import card_names
from smokestack.games.brass.phrases import table_of
from smokestack.games.brass.terms import CARD_KINDS


def guide(view: View) -> list[Step]:
    return [
        Step(
            "place-manchester",
            tr("Lancashire"),
            tr(
                "Towns with plots for industries. First you join them by canals, and after half "
                "the game by railways."
            ),
        ),
        Step(
            "slot-manchester.0",
            tr("A plot"),
            tr(
                "It shows what may be built on it. A tile scores only once it is flipped: a mill "
                "by selling cotton, a mine or works when its cubes are used up."
            ),
        ),
        Step(
            _some_card(view),
            tr("Your cards"),
            tr(
                "Every action costs a card. To build you need the card of the town, or the card of "
                "the industry where your network reaches; for all else any card will do."
            ),
        ),
        Step(
            "stack-cotton",
            tr("Your tiles"),
            tr(
                "Of each industry you build the lowest level first. Here are its cost, the coal "
                "and iron it needs, its points and its income. Developing removes low levels."
            ),
        ),
        Step(
            "market-coal",
            tr("Coal and iron"),
            tr(
                "Cubes on tiles are free. If none can be had you buy from these markets, cheapest "
                "first. New mines and works sell their cubes here and earn money at once."
            ),
        ),
        Step(
            "market-cotton",
            tr("Cotton"),
            tr(
                "A mill sells through a connected port, which flips too, or on the distant market, "
                "where the demand falls with each sale."
            ),
        ),
        Step(
            "track-income",
            tr("Income and loans"),
            tr(
                "Flipped tiles raise your income. A loan of £30 early in the game is common: it "
                "costs only three levels of income."
            ),
        ),
        Step(
            "players",
            tr("Turn order"),
            tr(
                "Who spends least in a round goes first in the next; so two turns in a row can "
                "be had."
            ),
        ),
        Step(
            "prompt",
            tr("Your first action"),
            tr(
                "Choose an action from the list or something marked on the board. A coal mine or "
                "an iron works, or a port and a mill that sells through it, are good beginnings."
            ),
        ),
    ]


def _some_card(view: View) -> str:
    """A card in the hand, to point at."""
    table = table_of(view)
    if view.seat >= 0:
        for card in range(CARD_KINDS):
            if table.hands[view.seat * CARD_KINDS + card]:
                return f"card-{card_names()[card]}"
    return "prompt"
