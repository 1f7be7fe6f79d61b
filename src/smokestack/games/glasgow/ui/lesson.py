"""The interactive first game: the first turns, and the last building."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from smokestack.presentation.language import tr
from smokestack.presentation.lesson import Lesson, LessonStep, read_position

DATA: Final = Path(__file__).parents[1] / "data"
OPPONENT: Final = "Ada"


def lesson() -> Lesson:
    return Lesson(tr("Learn Glasgow"), "standard", OPPONENT, (*_moving(), *_building(), *_ending()))


@cache
def _position(name: str) -> dict[str, Any]:
    return read_position(DATA / name)


def _moving() -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            tr("The Clyde"),
            tr(
                "You and Ada are merchants on the Clyde, a ring of contracts and architects. "
                "Contracts give you goods. You use them to build a city that you share. The player "
                "with the most points wins."
            ),
            position=_position("lesson.json"),
        ),
        LessonStep(
            tr("Move"),
            tr(
                "The merchant who is farther behind moves. You go clockwise, as far as you like. A "
                "contract gives you what it shows."
            ),
            tr("Move to the first contract: it gives you two stone."),
            ("move 1",),
            ("move 9",),
        ),
        LessonStep(
            tr("Several turns in a row"),
            tr(
                "Ada has gone far ahead. It is your turn until you overtake her, so short moves "
                "are better. The marked contract gives you a good of your choice."
            ),
            tr("Move there and take gold."),
            ("move 3", "take gold"),
        ),
    )


def _building() -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            tr("Build"),
            tr(
                "An architect offers two buildings. Each shows its cost at the bottom. The factory "
                "costs two stone and will soon pay for itself."
            ),
            tr("Move to the architect and build the factory."),
            ("move 5", "build 0"),
        ),
        LessonStep(
            tr("Collect"),
            tr("You are still behind Ada, so you have time for one more contract."),
            tr("Move to the next contract: it gives you a stone."),
            ("move 6",),
        ),
        LessonStep(
            tr("Factories"),
            tr(
                "Every new building activates the factories in its row and column. Each of them "
                "gives its owner a good."
            ),
            tr(
                "Move to the next architect, build the shop and place it to the right of your "
                "factory."
            ),
            ("move 10", "build 1", "place 1,0"),
        ),
        LessonStep(
            tr("Build again"),
            tr(
                "Your factory gave you a stone. You can build again in the same turn: the second "
                "building costs one extra gold, the third two."
            ),
            tr("Also build the tenement, and place it to the right of the shop."),
            ("build 0", "place 2,0"),
            ("move 15", "build 1", "place 0,1"),
        ),
        LessonStep(
            tr("Points"),
            tr(
                "Ada built a bank in the column of your factory, so you got a stone in her turn. "
                "Every building scores the points printed on it. Tenements also score for "
                "tenements next to them, parks for your other parks, shops in a corner of the "
                "city, stations for a mix of buildings, banks for what you own."
            ),
        ),
    )


def _ending() -> tuple[LessonStep, ...]:
    return (
        LessonStep(
            tr("The last building"),
            tr(
                "Later in the game: the city has 19 buildings, and the 20th will end the game. You "
                "have 33 points, Ada has 34. The free cell is a corner, where a shop scores 5 "
                "extra points."
            ),
            tr("Move to the architect and build the shop."),
            ("move 10", "build 0"),
            position=_position("lesson_end.json"),
        ),
        LessonStep(
            tr("You win 38 to 34"),
            tr(
                "That's all you need to start playing. The game explains the other contracts when "
                "you get there."
            ),
        ),
    )
