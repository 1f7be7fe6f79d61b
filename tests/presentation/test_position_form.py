"""Fields of a form with which a position is set up."""

from __future__ import annotations

import pytest

from smokestack.presentation.position_form import (
    FieldOption,
    FieldValues,
    FormSection,
    choice,
    fields_of,
    filled,
    number,
    single_fields,
    switch,
)

FORM = [
    FormSection(
        "Store",
        single_fields(
            number("gold", "Gold", 1, 0, 3),
            choice("mover", "Who moves", "a", [FieldOption("a", "Ann"), FieldOption("b", "Bob")]),
            switch("doubled", "Doubled", True),
        ),
    )
]


def test_a_form_that_was_not_changed_gives_its_values() -> None:
    values = FieldValues(FORM, {"gold": "1", "mover": "a", "doubled": "yes"})
    assert values.problems == []
    assert (values.number("gold"), values.choice("mover"), values.is_on("doubled")) == (
        1,
        "a",
        True,
    )


def test_a_switch_that_is_not_sent_is_off_and_other_fields_stay() -> None:
    values = FieldValues(FORM, {"mover": "b"})
    assert not values.is_on("doubled")
    assert values.number("gold") == 1
    assert values.choice("mover") == "b"


@pytest.mark.parametrize("text", ["4", "-1", "", "1.5", "one", "9" * 50, "٣"])
def test_a_number_out_of_range_is_named_with_its_range(text: str) -> None:
    problem = FieldValues(FORM, {"gold": text}).problems[0]
    assert (problem.field, problem.label) == ("gold", "Gold")
    assert problem.text == "Enter a whole number from 0 to 3."


def test_only_the_options_can_be_chosen() -> None:
    assert [each.field for each in FieldValues(FORM, {"mover": "c"}).problems] == ["mover"]


def test_what_was_entered_is_shown_again_right_or_wrong() -> None:
    shown = fields_of(filled(FORM, {"gold": "many", "mover": "b"}))
    assert [field.value for field in shown] == ["many", "b", ""]
