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
                "You and your opponent are merchants who travel clockwise along the Clyde. "
                "Whoever is behind moves, so one of you may move several times in a row."
            ),
        ),
        GuideStep(
            ring_thing(contract % RING_SIZE),
            tr("Contracts"),
            tr(
                "A contract gives goods or does something for you when you land on it. You may "
                "go as far as you like, but every tile you skip gives your opponent time."
            ),
        ),
        GuideStep(
            ring_thing(5),
            tr("Architects"),
            tr("On these four tiles you build. Both merchants may stand on the same one."),
        ),
        GuideStep(
            (offers_at(table, 1) or [ring_thing(5)])[0],
            tr("Buildings for sale"),
            tr(
                "Each architect offers two buildings: at the top the kind and the printed points, "
                "at the bottom the cost. A tick says that you can pay."
            ),
        ),
        GuideStep(
            store_thing(seat),
            tr("Your store"),
            tr(
                "It holds 5 stone, 4 steel, 3 gold and the only barrel of whisky, which stands "
                "for any other good. What does not fit is lost."
            ),
        ),
        GuideStep(
            CITY,
            tr("The city"),
            tr(
                "Every building joins the one city that you share, 5 by 4 cells in the end. "
                "Factories give something to their owner whenever a building is placed in their "
                "row or column."
            ),
        ),
        GuideStep(
            "players",
            tr("Points"),
            tr(
                "The game ends with the 20th building; most points win. Parks like company of "
                "their own, tenements stand side by side, shops want a corner."
            ),
        ),
        GuideStep(
            "prompt",
            tr("Your turn"),
            tr(
                "Here you read what to do now, with all possible answers. Point at a bright tile "
                "to see what it brings, then choose it."
            ),
        ),
    ]
