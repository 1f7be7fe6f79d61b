"""The guide through the first turn."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.glasgow.rules.terms import ARCHITECT, RING_SIZE
from smokestack.games.glasgow.ui.things import CITY, offers_at, ring_thing, store_thing, table_of
from smokestack.presentation.language import tr
from smokestack.presentation.table_text import GuideStep


def guide(view: View) -> list[GuideStep]:
    """The steps: the parts of the board, then what to do now."""
    table = table_of(view)
    seat = max(view.seat, 0)
    here = int(table.position(seat))
    contract = here + 1 if table.ring[(here + 1) % RING_SIZE] != ARCHITECT else here + 2
    return [
        GuideStep(
            ring_thing(here),
            tr("Your merchant"),
            tr(
                "You travel clockwise along the Clyde. The merchant who is farther behind moves "
                "next, so you can move several times in a row."
            ),
        ),
        GuideStep(
            ring_thing(contract % RING_SIZE),
            tr("Contracts"),
            tr(
                "A contract gives you goods or an action when you land on it. You can go as far as "
                "you like, but after a long move your opponent may take several turns in a row."
            ),
        ),
        GuideStep(
            ring_thing(5),
            tr("Architects"),
            tr("You build at these four tiles. Both merchants can stand on the same one."),
        ),
        GuideStep(
            (offers_at(table, 1) or [ring_thing(5)])[0],
            tr("Buildings for sale"),
            tr(
                "Each architect offers two buildings. The top shows the kind and the points, the "
                "bottom the cost. A tick means that you can pay for it."
            ),
        ),
        GuideStep(
            store_thing(seat),
            tr("Your store"),
            tr(
                "It has room for 5 stone, 4 steel, 3 gold and the only whisky barrel. Whisky can "
                "replace any other good. Goods that don't fit are lost."
            ),
        ),
        GuideStep(
            CITY,
            tr("The city"),
            tr(
                "You both build the same city, which will measure 5 by 4 cells. A factory works "
                "for its owner whenever a building is placed in its row or column."
            ),
        ),
        GuideStep(
            "players",
            tr("Points"),
            tr(
                "The 20th building ends the game. The player with the most points wins. Parks "
                "score more together, tenements side by side, shops in a corner."
            ),
        ),
        GuideStep(
            "prompt",
            tr("Your turn"),
            tr(
                "Here you see what to do. Point at a marked tile to see what it gives you, then "
                "choose it."
            ),
        ),
    ]
