"""Templates: what they escape, and how they find attributes."""

from __future__ import annotations

from datetime import date

import jinja2
import pytest
from markupsafe import Markup

from smokestack.server.pages.templates import Templates


def render(source: str, **values: object) -> str:
    return Templates("en").from_string(source).render(**values)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("plain", "plain"),
        ("<b> & \"'", "&lt;b&gt; &amp; &#34;&#39;"),
        (Markup("<b>"), "<b>"),
        (7, "7"),
        (True, "True"),
        (1.5, "1.5"),
        (date(2026, 1, 2), "2026-01-02"),
        (["<"], "[&#39;&lt;&#39;]"),
    ],
)
def test_values_are_escaped(value: object, expected: str) -> None:
    assert render("{{ value }}", value=value) == expected


def test_a_macro_returns_markup() -> None:
    source = "{% macro bold(text) %}<b>{{ text }}</b>{% endmacro %}{{ bold(name) }}"
    assert render(source, name="<Ann>") == "<b>&lt;Ann&gt;</b>"


def test_items_of_mappings_can_be_written_as_attributes() -> None:
    assert render("{{ given.name }}", given={"name": "Ann"}) == "Ann"


@pytest.mark.parametrize("source", ["{{ missing }}", "{{ table.missing }}", "{{ given.missing }}"])
def test_a_missing_value_is_an_error(source: str) -> None:
    with pytest.raises((jinja2.UndefinedError, AttributeError)):
        render(source, table=object(), given={})
