"""Sentences about several people have their verb in the plural."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from smokestack.presentation.language import use_language
from smokestack.server.domain import seats
from smokestack.server.domain.status import waiting_line
from smokestack.server.pages.clocks import ShownClocks
from smokestack.server.pages.rendering import templates
from tests.server.domain.tables import NOW, SIGNER, new_table
from tests.server.services import BOB, EVE


@pytest.mark.parametrize(
    ("code", "names", "expected"),
    [
        ("en", ["Ann"], "Ann suggests a pause"),
        ("en", ["Ann", "Bob"], "Ann, Bob suggest a pause"),
        ("de", ["Ann", "Bob"], "Ann, Bob schlagen eine Pause vor"),
        ("fr", ["Ann", "Bob"], "Ann, Bob proposent une pause"),
        ("nl", ["Ann", "Bob"], "Ann, Bob stellen een pauze voor"),
    ],
)
def test_those_who_suggest_a_pause(code: str, names: list[str], expected: str) -> None:
    page = SimpleNamespace(clocks=ShownClocks([], False, False, False, names))
    with use_language(code):
        template = templates(code).get_template("table_clocks.html")
        assert expected in template.render(table_page=page, table=None, csrf="")


@pytest.mark.parametrize(
    ("code", "one", "two"),
    [
        ("en", "Waiting for Eve to open the table.", "Waiting for Bob, Eve to open the table."),
        ("de", "Eve muss den Tisch noch öffnen.", "Bob, Eve müssen den Tisch noch öffnen."),
        (
            "fr",
            "En attente de Eve, qui doit encore ouvrir la table.",
            "En attente de Bob, Eve, qui doivent encore ouvrir la table.",
        ),
        ("nl", "Eve moet de tafel nog openen.", "Bob, Eve moeten de tafel nog openen."),
    ],
)
def test_those_who_must_open_the_table(code: str, one: str, two: str) -> None:
    table = new_table("me", "link", "link", game="brass")
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    seats.take(table, SIGNER, table.seats[2], EVE, "Eve", NOW)
    with use_language(code):
        assert waiting_line(table) == two
        table.seats[1].contribution = "text"
        assert waiting_line(table) == one
