"""What every page with a board shows: the pictures, the choices and the facts of a view."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import Final

import msgspec
from markupsafe import Markup

from smokestack.engine.match import Match
from smokestack.engine.view import View
from smokestack.games import ui_of
from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.language import tr
from smokestack.presentation.table_text import Action, Choice, Fact
from smokestack.server.pages.choice_button import button_markup

ANSWER_SEPARATOR: Final = "; "
"""Between an answer and those prepared for the decisions after it."""
MAX_ANSWERS: Final = 4  # an action, its cards, and what it does


class ChoiceButton(msgspec.Struct, frozen=True):
    choice: Choice
    value: str
    """The answers to give."""
    reveals: str
    """Why it can't be undone, a key of `GameUI.reveal_texts`; empty if it can."""
    completion_reveals: str
    """The same for the whole action."""

    @property
    def markup(self) -> Markup:
        return button_markup(self.choice, self.value, self.reveals, self.completion_reveals)


class ChoiceGroup(msgspec.Struct, frozen=True):
    """Choices of one kind."""

    heading: str
    kind: str
    buttons: list[ChoiceButton]
    on_board: bool
    """Some of them can be chosen on the board as well."""


class DrawnPart(msgspec.Struct, frozen=True):
    """A part of the board as markup."""

    name: str
    title: str
    target: float
    pictures: list[str]


class Board(msgspec.Struct, frozen=True):
    """A board without a table: of a lesson, a study or an exercise."""

    seat: int
    """Whose view it is."""
    my_turn: bool
    """There is something to answer."""
    parts: list[DrawnPart]
    description: Markup
    prompt: str
    actions: tuple[Action, ...]
    direct: tuple[Choice, ...]
    switch: str
    groups: list[ChoiceGroup]
    additions: tuple[Choice, ...]
    names: list[str]
    facts: list[tuple[Fact, ...]]


def board_of(
    view: View, answering: bool, recent: Collection[str] = (), match: Match | None = None
) -> Board:
    """The board of a view, `answering` if its decision is the reader's; see `choice_groups`."""
    ui = ui_of(view.game)
    my_turn = answering and bool(view.answers)
    if not my_turn:
        view.state.count = 0  # nothing to click
    groups = choice_groups(view, match) if my_turn else []
    return Board(
        seat=view.seat,
        my_turn=my_turn,
        parts=drawn_parts(ui, view, recent),
        description=list_items(ui.describe(view)),
        prompt=ui.prompt(view),
        actions=tuple(ui.actions(view)) if my_turn else (),
        direct=direct_choices(groups),
        switch=switch_name(ui, groups),
        groups=groups,
        additions=tuple(ui.additions(view)) if my_turn else (),
        names=view.players,
        facts=[tuple(facts) for facts in ui.facts(view)],
    )


def drawn_parts(ui: GameUI, view: View, recent: Collection[str]) -> list[DrawnPart]:
    return [
        DrawnPart(
            part.name, part.title, part.target, [picture.markup() for picture in part.pictures]
        )
        for part in ui.parts(view, recent)
    ]


def list_items(sentences: list[str]) -> Markup:
    """Escaped all at once, which is many times faster; no sentence contains a line break."""
    items = escape("\n".join(sentences)).replace("\n", "</li><li>")
    return Markup(f"<li>{items}</li>")


def choice_groups(view: View, match: Match | None = None) -> list[ChoiceGroup]:
    """The choices of a view.

    With the match of which it is the current view, the page asks before an answer that reveals
    something; without one, every answer can be taken back.
    """
    ui = ui_of(view.game)

    def revealed_by(answer: int, then: tuple[str, ...]) -> str:
        if match is None:
            return ""
        after = match.after(answer, then, skip=True)
        return ui.revealed(match.state, after) if match.is_revealing(after) else ""

    groups: dict[str, list[ChoiceButton]] = {}
    for choice in ui.page_choices(view):
        button = ChoiceButton(
            choice,
            ANSWER_SEPARATOR.join((choice.notation, *choice.then)),
            revealed_by(choice.answer, choice.then),
            revealed_by(choice.answer, choice.completion) if choice.completion else "",
        )
        groups.setdefault(choice.group, []).append(button)
    return [
        ChoiceGroup(
            heading,
            buttons[0].choice.kind,
            buttons,
            any(button.choice.thing for button in buttons),
        )
        for heading, buttons in groups.items()
    ]


def direct_choices(groups: list[ChoiceGroup]) -> tuple[Choice, ...]:
    """Choices that have a small button beside their action."""
    return tuple(
        button.choice for group in groups for button in group.buttons if button.choice.short
    )


def switch_name(ui: GameUI, groups: list[ChoiceGroup]) -> str:
    """The name of the switch for unusual choices, or empty if there are none."""
    is_needed = any(button.choice.unusual for group in groups for button in group.buttons)
    return tr(ui.unusual_texts[0]) if is_needed else ""
