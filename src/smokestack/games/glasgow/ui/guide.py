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
                "You travel clockwise along the Clyde. The merchant who is behind moves, so you "
                "may move several times in a row."
            ),
        ),
        GuideStep(
            ring_thing(contract % RING_SIZE),
            tr("Contracts"),
            tr(
                "A contract gives you goods or an action when you land on it. You may go as far "
                "as you like, but every tile you skip gives your opponent time."
            ),
        ),
        GuideStep(
            ring_thing(5),
            tr("Architects"),
            tr("You build on these four tiles. Both merchants may stand on the same one."),
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
                "It has room for 5 stone, 4 steel, 3 gold and the only barrel of whisky, which "
                "can replace any other good. What does not fit is lost."
            ),
        ),
        GuideStep(
            CITY,
            tr("The city"),
            tr(
                "All buildings form one city that you share, 5 by 4 cells in the end. A factory "
                "gives its owner something whenever a building is placed in its row or column."
            ),
        ),
        GuideStep(
            "players",
            tr("Points"),
            tr(
                "The game ends with the 20th building. Most points win. Parks score more together, "
                "tenements side by side, shops in a corner."
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
