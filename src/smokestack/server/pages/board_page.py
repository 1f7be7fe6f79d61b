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
from smokestack.presentation.language import cached_per_language, tr
from smokestack.presentation.picture import ascii_markup
from smokestack.presentation.table_text import Action, Choice, Fact
from smokestack.server.pages.choice_button import button_markup
from smokestack.server.pages.rendering import macro

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
    def markup(self) -> str:
        return button_markup(self.choice, self.value, self.reveals, self.completion_reveals)


class ChoiceGroup(msgspec.Struct, frozen=True):
    """Choices of one kind."""

    heading: str
    buttons: list[ChoiceButton]
    on_board: bool
    """Some of them can be chosen on the board as well."""

    @property
    def markup(self) -> str:
        """Without a template, for the same reason as the buttons."""
        place = ' class="on-board"' if self.on_board else ""
        if all(button.choice.short for button in self.buttons):
            place = ' class="amounts"'
        heading = f"<legend>{escape(self.heading)}</legend>" if self.heading else ""
        buttons = [f"        {button.markup}\n" for button in self.buttons]
        opening = f"      <fieldset{place}>\n{heading}"
        return "".join((opening, *buttons, "      </fieldset>\n"))


class Stage(msgspec.Struct, frozen=True):
    """All pictures of a board."""

    markup: str
    """Not `Markup`, and not from one template, because each would copy the pictures again."""
    in_parts: bool


class PageChoices(msgspec.Struct, frozen=True):
    """What the reader can choose; empty while they have nothing to answer."""

    actions: tuple[Action, ...] = ()
    direct: tuple[Choice, ...] = ()
    """Choices that have a small button beside their action."""
    switch: str = ""
    """The name of the switch for unusual choices, or empty if there are none."""
    groups: list[ChoiceGroup] = []
    additions: tuple[Choice, ...] = ()


class ShownView(msgspec.Struct, frozen=True):
    """What every page with a board has: the pictures of a view and its choices."""

    seat: int
    """Whose view it is."""
    my_turn: bool
    """The reader has something to answer."""
    stage: Stage
    description: Markup
    """The table in words, as items of a list."""
    prompt: str
    choices: PageChoices


class Board(ShownView, frozen=True):
    """A board without a table: of a lesson, a study or an exercise."""

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
    return Board(
        seat=view.seat,
        my_turn=my_turn,
        stage=draw_stage(ui, view, recent),
        description=list_items(ui.describe(view)),
        prompt=ui.prompt(view),
        choices=page_choices(view, match) if my_turn else PageChoices(),
        names=view.players,
        facts=[tuple(facts) for facts in ui.facts(view)],
    )


def draw_stage(ui: GameUI, view: View, recent: Collection[str]) -> Stage:
    parts = ui.parts(view, recent)
    names = tuple((part.name, part.title, part.target) for part in parts)
    found = []
    for opening, part in zip(_between_parts(names), parts, strict=False):
        found.append(opening)
        found += [picture.markup() for picture in part.pictures]
    found.append(_between_parts(names)[-1])
    return Stage("".join(found), len(parts) > 1)


@cached_per_language
def _between_parts(names: tuple[tuple[str, str, float], ...]) -> list[str]:
    """What stands before each part of a stage and after the last, given name, title and target."""
    found: list[list[str]] = [['<div class="stage" id="stage">']]
    for number, (name, title, target) in enumerate(names):
        is_first = number == 0
        found[-1].append(macro("part_opening", name, title, target, is_first, len(names) > 1))
        found.append([macro("part_closing", is_first and target > 0)])
    found[-1] += ("</div>", macro("board_tools"))
    return [ascii_markup("".join(pieces)) for pieces in found]


def list_items(sentences: list[str]) -> Markup:
    """Escaped all at once, which is many times faster; no sentence contains a line break."""
    items = escape("\n".join(sentences)).replace("\n", "</li><li>")
    return Markup(f"<li>{items}</li>")


def page_choices(view: View, match: Match | None = None) -> PageChoices:
    """The choices of a view; see `choice_groups`."""
    ui = ui_of(view.game)
    groups = choice_groups(view, match)
    return PageChoices(
        actions=tuple(ui.actions(view)),
        direct=_direct_choices(groups),
        switch=_switch_name(ui, groups),
        groups=groups,
        additions=tuple(ui.additions(view)),
    )


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
        completed = revealed_by(choice.answer, choice.completion) if choice.completion else ""
        # What the answer reveals at once, its completion reveals as well.
        is_harmless = choice.completion and not completed
        button = ChoiceButton(
            choice,
            ANSWER_SEPARATOR.join((choice.notation, *choice.then)),
            "" if is_harmless else revealed_by(choice.answer, choice.then),
            completed,
        )
        groups.setdefault(choice.group, []).append(button)
    return [
        ChoiceGroup(
            heading,
            buttons,
            any(button.choice.thing for button in buttons),
        )
        for heading, buttons in groups.items()
    ]


def _direct_choices(groups: list[ChoiceGroup]) -> tuple[Choice, ...]:
    return tuple(
        button.choice for group in groups for button in group.buttons if button.choice.short
    )


def _switch_name(ui: GameUI, groups: list[ChoiceGroup]) -> str:
    is_needed = any(button.choice.unusual for group in groups for button in group.buttons)
    return tr(ui.unusual_texts[0]) if is_needed else ""
