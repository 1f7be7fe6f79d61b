"""The interactive first game: the last four rounds of the canal period of a duel, and a railway."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from smokestack.presentation.language import tr
from smokestack.presentation.lesson import Lesson, LessonStep, read_position

POSITION: Final = Path(__file__).parents[1] / "data" / "lesson.json"
OPPONENT: Final = "Ada"


def lesson() -> Lesson:
    return Lesson(
        tr("Learn Brass"),
        "2009-duel",
        OPPONENT,
        (*_building(), *_developing(), *_selling(), *_railways()),
    )


@cache
def _position() -> dict[str, Any]:
    return read_position(POSITION)


def _building() -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            tr("Lancashire"),
            tr(
                "You and Ada build mines, mills and ports, and connect them with canals, later "
                "with railways. In each turn you have two actions. Each action costs a card from "
                "your hand. Four rounds of the canal period are left."
            ),
            position=_position(),
        ),
        LessonStep(
            tr("Build"),
            tr(
                "With a town card, you can build any industry in that town. A coal mine costs £5 "
                "and holds two cubes of coal."
            ),
            tr("Build a coal mine in Wigan with the card Wigan."),
            ("build coal wigan.0", "discard wigan"),
        ),
        LessonStep(
            tr("Canals"),
            tr(
                "A canal costs £3. It must start from your network: a place where you have a tile "
                "or a link. You can use any card for it."
            ),
            tr("Build the canal from Wigan to Blackburn and discard Colne."),
            ("link blackburn-wigan", "discard colne"),
            (
                "link warrington_runcorn-wigan", "discard coal", "pass", "discard coal",
                "build cotton manchester.0", "discard manchester", "pass", "discard burnley",
            ),
        ),
        LessonStep(
            tr("Coal and iron"),
            tr(
                "Ada spent less than you, so she went first in this round. With an industry card, "
                "you can build that industry in any town in your network. An iron works needs one "
                "coal. Your mine delivers it for free over the canal. The new works sells as many "
                "cubes as fit to the iron market: two, for £4."
            ),
            tr("Build an iron works in Blackburn with the iron card."),
            ("build iron blackburn.2", "discard iron"),
        ),
    )  # fmt: skip


def _developing() -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            tr("Develop"),
            tr(
                "You must build the lowest level of an industry first. Developing removes one or "
                "two tiles, for one iron each. Your works has two cubes left. When the last one is "
                "taken, the works flips and your income rises."
            ),
            tr("Develop two cotton mills in one action and discard Bury."),
            ("develop cotton", "discard bury", "develop cotton"),
        ),
        LessonStep(
            tr("Loans"),
            tr(
                "This time you spent less, so you take two turns in a row. Your next mill costs "
                "£14, but you only have £13. A loan of £30 lowers your income by three levels."
            ),
            tr("Take a loan of £30 and discard Lancaster."),
            ("loan 30", "discard lancaster"),
        ),
        LessonStep(
            tr("A cotton mill"),
            tr(
                "The mill needs one coal and takes the last cube from your mine. So the mine "
                "flips, and your income rises at once. The mill flips when you sell its cotton."
            ),
            tr("Build a cotton mill in Warrington & Runcorn with the card of that town."),
            ("build cotton warrington_runcorn.0", "discard warrington_runcorn"),
            (
                "pass", "discard barrow_in_furness", "pass", "discard fleetwood",
                "build cotton bolton.0", "discard bolton", "pass", "discard preston",
            ),
        ),
    )  # fmt: skip


def _selling() -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            tr("Sell"),
            tr(
                "A mill can sell through any connected port, even another player's. The mill and "
                "the port flip, and both owners gain income. Without such a port, you can try the "
                "distant market."
            ),
            tr("Sell through Ada's port in Liverpool and discard the cotton card."),
            ("sell", "discard cotton", "sell warrington_runcorn.0 to liverpool.0"),
        ),
        LessonStep(
            tr("The end of the canal period"),
            tr(
                "When you play your last card, the period ends and is scored. A link scores one "
                "point for each flipped tile at its two ends, and your flipped tiles score the "
                "points they show. Your mine in Wigan is flipped, so another canal there is worth "
                "a point."
            ),
            tr("Build the canal from Wigan to Preston."),
            ("link preston-wigan", "discard port"),
        ),
    )


def _railways() -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            tr("Railways"),
            tr(
                "You have 12 points, Ada has 8. All canals and all tiles of level 1 are gone. Your "
                "mill of level 2 stays and scores again at the end of the game. A railway costs £5 "
                "and one coal. No mine is connected, so you buy the coal on the market, through "
                "the port in Liverpool."
            ),
            tr(
                "Build the railway from Liverpool to Warrington & Runcorn and discard "
                "Barrow-in-Furness."
            ),
            ("link liverpool-warrington_runcorn", "discard barrow_in_furness", "done"),
        ),
        LessonStep(
            tr("Now you can play"),
            tr(
                "You have built, developed, borrowed, sold and laid canals and railways. The only "
                "other action is to pass. After the rail period, links and tiles score again, and "
                "every £10 is worth a point. The player with the most points wins."
            ),
        ),
    )
