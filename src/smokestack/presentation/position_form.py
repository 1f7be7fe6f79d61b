"""A position as the fields of a form, with which people set up any position by hand.

A game describes its position in sections of fields (`GameUI.position_form`) and turns what was
entered into the data of `Game.load` (`GameUI.edited_position`). Pages show and read the fields
without knowing what they mean.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from enum import Enum
from typing import Final

import msgspec

from smokestack.presentation.language import tr

ON: Final = "yes"
"""What a form sends for a switch that is on."""
MAX_DIGITS: Final = 6
MAX_SHORT_TITLE: Final = 3


class FieldKind(Enum):
    NUMBER = "number"
    CHOICE = "choice"
    SWITCH = "switch"


class FieldOption(msgspec.Struct, frozen=True):
    """A value of a choice."""

    value: str
    text: str
    group: str = ""
    """A heading for options that belong together, or empty."""


class FormField(msgspec.Struct, frozen=True):
    """One thing to enter. Use `number`, `choice` and `switch` to make one."""

    name: str
    label: str
    """What it is, clear without its place in the form."""
    value: str
    kind: FieldKind
    minimum: int = 0
    maximum: int = 0
    options: tuple[FieldOption, ...] = ()

    @property
    def is_on(self) -> bool:
        return self.value == ON

    @property
    def option_groups(self) -> dict[str, list[FieldOption]]:
        """The options by heading, in their order."""
        groups: dict[str, list[FieldOption]] = {}
        for option in self.options:
            groups.setdefault(option.group, []).append(option)
        return groups


class FormRow(msgspec.Struct, frozen=True):
    title: str
    fields: tuple[FormField, ...]


class FormSection(msgspec.Struct, frozen=True):
    """Fields that belong together: a table if it has columns, otherwise a list of fields."""

    title: str
    rows: tuple[FormRow, ...]
    columns: tuple[str, ...] = ()
    text: str = ""
    """What to know before one enters something, or empty."""
    corner: str = ""
    """What the rows of the table are."""

    @property
    def has_short_titles(self) -> bool:
        """Whether the titles of the rows fit into a narrow column."""
        return all(len(row.title) <= MAX_SHORT_TITLE for row in self.rows)

    @property
    def has_only_switches(self) -> bool:
        return all(field.kind is FieldKind.SWITCH for row in self.rows for field in row.fields)

    def has_any(self, names: Container[str]) -> bool:
        """Whether one of the fields has one of these names."""
        return any(field.name in names for row in self.rows for field in row.fields)


class FieldProblem(msgspec.Struct, frozen=True):
    """What is wrong with one field."""

    field: str
    label: str
    text: str


class FieldValues:
    """What was entered, checked field by field; what is missing is as it was."""

    def __init__(self, sections: Iterable[FormSection], entered: Mapping[str, str]) -> None:
        self._texts: dict[str, str] = {}
        self.problems: list[FieldProblem] = []
        for field in fields_of(sections):
            text = _entered_text(field, entered)
            problem = _problem(field, text)
            if problem:
                self.problems.append(FieldProblem(field.name, field.label, problem))
            self._texts[field.name] = text

    def number(self, name: str) -> int:
        return int(self._texts[name])

    def choice(self, name: str) -> str:
        return self._texts[name]

    def is_on(self, name: str) -> bool:
        return self._texts[name] == ON


def number(name: str, label: str, value: int, minimum: int, maximum: int) -> FormField:
    return FormField(name, label, str(value), FieldKind.NUMBER, minimum, maximum)


def choice(name: str, label: str, value: str, options: Iterable[FieldOption]) -> FormField:
    return FormField(name, label, value, FieldKind.CHOICE, options=tuple(options))


def switch(name: str, label: str, value: bool) -> FormField:
    return FormField(name, label, ON if value else "", FieldKind.SWITCH)


def single_fields(*fields: FormField) -> tuple[FormRow, ...]:
    """The rows of a section that is a list of fields."""
    return tuple(FormRow(field.label, (field,)) for field in fields)


def player_names(count: int) -> list[str]:
    return [tr("Player {number}", number=seat + 1) for seat in range(count)]


def player_options(count: int) -> list[FieldOption]:
    """The seats as the options of a choice."""
    return [FieldOption(str(seat), name) for seat, name in enumerate(player_names(count))]


def fields_of(sections: Iterable[FormSection]) -> list[FormField]:
    return [field for section in sections for row in section.rows for field in row.fields]


def filled(sections: Iterable[FormSection], entered: Mapping[str, str]) -> list[FormSection]:
    """The form with what was entered, right or wrong."""
    return [
        msgspec.structs.replace(
            section,
            rows=tuple(
                FormRow(
                    row.title,
                    tuple(
                        msgspec.structs.replace(field, value=_entered_text(field, entered))
                        for field in row.fields
                    ),
                )
                for row in section.rows
            ),
        )
        for section in sections
    ]


def _entered_text(field: FormField, entered: Mapping[str, str]) -> str:
    if field.kind is FieldKind.SWITCH:
        # Browsers send nothing for a switch that is off. An empty form changes nothing.
        return entered.get(field.name, "") if entered else field.value
    return entered.get(field.name, field.value).strip()


def _problem(field: FormField, text: str) -> str:
    """What is wrong with a text for this field, or empty."""
    if field.kind is FieldKind.NUMBER:
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS
        if not is_number or not field.minimum <= int(text) <= field.maximum:
            return tr(
                "Enter a whole number from {min} to {max}.",
                min=field.minimum,
                max=field.maximum,
            )
    is_choice = field.kind is FieldKind.CHOICE
    if is_choice and text not in [option.value for option in field.options]:
        return tr("Choose one of the values offered.")
    return ""
