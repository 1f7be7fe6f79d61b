"""The model of the study board: the position, the lines tried, and the positions after it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from smokestack.analysis.hint import Hint
from smokestack.analysis.words import MAX_LINE_LENGTH
from smokestack.engine.core.state import State
from smokestack.engine.game import Game
from smokestack.engine.view import SPECTATOR, View
from smokestack.games import ui_of
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.study import Study
from smokestack.server.domain.study_address import (
    MAX_DRAW,
    StudyAddress,
    position_address,
)
from smokestack.server.domain.study_address import (
    MAX_LINE_LENGTH as MAX_STUDY_LINE,
)
from smokestack.server.pages.board_page import Board, board_of
from smokestack.server.pages.openings_page import path_from

BOARD = "/study/board?"
VERSIONS_PER_LINE = MAX_STUDY_LINE + 1


class ShownStep(msgspec.Struct, frozen=True):
    """An answer of a line, and the address of the position after it."""

    text: str
    seat: int
    path: str
    is_current: bool = False
    variations: tuple[ShownStep, ...] = ()
    """What other lines answer instead."""


class StudyPage(msgspec.Struct, frozen=True):
    board: Board
    query: str
    """The address of the position shown."""
    version: int
    """Another number for every position of the study."""
    latest: str
    """What the last answer did; empty at the start."""
    result: str
    """How the game ended, if it is over."""
    steps: list[ShownStep]
    back: str
    """The paths of the positions before and after; empty at the ends of the line."""
    forward: str
    other_draw: str
    without_line: str
    """Empty without lines."""
    restart: str
    """A new study that starts from the position shown."""
    openings: str
    """The opening of the seat that must answer; empty if the study does not begin at a start."""


def study_page_of(study: Study) -> StudyPage:
    address = study.address
    latest, things = _last_answer(study)
    ui = ui_of(study.game)
    result = study.game.result(study.state)
    return StudyPage(
        board=board_of(study.view, True, things),
        query=address.query(),
        version=address.line * VERSIONS_PER_LINE + address.at,
        latest=latest,
        result=ui.result_sentence(study.names, result) if result else "",
        steps=_steps(study),
        back=path_of(address.go_to(address.at - 1)) if address.at else "",
        forward=(
            path_of(address.go_to(address.at + 1)) if address.at < len(address.shown_line) else ""
        ),
        other_draw=path_of(
            msgspec.structs.replace(address.start, draw=address.draw % MAX_DRAW + 1)
        ),
        without_line=path_of(address.without_line()) if address.lines else "",
        restart=path_of(position_address(study.game, study.state)),
        openings=_openings(study),
    )


def _openings(study: Study) -> str:
    if study.first is None:
        return ""
    return path_from(study.game, study.first, [*study.before, *study.address.given])


def path_of(address: StudyAddress) -> str:
    return BOARD + address.query()


def hint_lines(study: Study, hints: Sequence[Hint]) -> dict[int, list[ShownStep]]:
    """The line that the search expects after each answer, as far as it is possible here."""
    return {hint.answer: _expected(study, hint.line) for hint in hints}


def _expected(study: Study, line: Sequence[int]) -> list[ShownStep]:
    state, address, found = study.state.copy(), study.address, []
    for answer in line[:MAX_LINE_LENGTH]:
        if state.over or not state.offers_answer(answer):
            break
        try:
            address = address.with_answers([answer])
        except InvalidAction:  # no room for another line
            break
        label = _labels(study.game, state, study.names)[answer]
        found.append(ShownStep(label, int(state.actor), path_of(address)))
        state.apply(answer)
    return found


def _steps(study: Study) -> list[ShownStep]:
    """The whole line that is shown, with the variations of each answer."""
    address, state, found = study.address, study.start.copy(), []
    for at, answer in enumerate(address.shown_line):
        if state.over or not state.offers_answer(answer):
            break  # only the part up to the position shown has been checked
        labels, seat = _labels(study.game, state, study.names), int(state.actor)
        others = {
            line[at]: number
            for number, line in reversed(list(enumerate(address.lines)))
            if len(line) > at and line[:at] == address.shown_line[:at] and line[at] != answer
        }
        found.append(
            ShownStep(
                labels[answer],
                seat,
                path_of(address.go_to(at + 1)),
                at + 1 == address.at,
                tuple(
                    ShownStep(labels[other], seat, path_of(address.go_to(at + 1, number)))
                    for other, number in others.items()
                    if other in labels
                ),
            )
        )
        state.apply(answer)
    return found


def _labels(game: Game, state: State, names: list[str]) -> dict[int, str]:
    """The legal answers in a few words."""
    view = View(game, state, int(state.actor), names)
    return {choice.answer: choice.label for choice in ui_of(game).choices(view)}


def _last_answer(study: Study) -> tuple[str, list[str]]:
    """What the last answer did, in words, and the things on the board that it concerned."""
    given = study.address.given
    if not given:
        return "", []
    state = study.start.copy()
    for answer in given[:-1]:
        state.apply(answer)
    before = View(study.game, state, SPECTATOR, study.names)
    after = View(study.game, study.state, SPECTATOR, study.names)
    entry = ui_of(study.game).log_entry(before, given[-1], after)
    return f"{study.names[entry.seat]} {entry.sentence}", list(entry.things)
