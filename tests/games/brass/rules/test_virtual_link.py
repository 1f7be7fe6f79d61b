"""The virtual link between Liverpool and Birkenhead, which is only for cards."""

from __future__ import annotations

import pytest

from smokestack.engine.errors import IllegalAnswer
from tests.games.brass.positions import (
    PORT_2,
    SHIPYARD_2,
    position,
)

# A shipyard in Birkenhead takes its coal over Ellesmere Port.
BIRKENHEAD = {"birkenhead-ellesmere_port": "b"}
PORTS = {"ellesmere_port.0": "port 2 b", "liverpool.0": "port 2 a"}


def test_with_liverpool_in_the_network_a_shipyard_card_builds_in_birkenhead() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
    )
    assert match.offered("build") == {"shipyard birkenhead.0", "shipyard liverpool.2"}
    match.answer("build shipyard birkenhead.0", "discard shipyard")
    assert match.tile("birkenhead.0") == "shipyard 2 a flipped"


def test_a_link_to_liverpool_is_enough_for_the_virtual_link() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board={"ellesmere_port.0": "port 2 b"},
        links={**BIRKENHEAD, "liverpool-southport": "a"},
        developed={0: SHIPYARD_2},
    )
    assert match.offered("build") == {"shipyard birkenhead.0"}


def test_without_the_virtual_link_a_shipyard_card_does_not_reach_birkenhead() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
        virtual_link=False,
    )
    assert match.offered("build") == {"shipyard liverpool.2"}


def test_the_virtual_link_moves_no_coal() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board={"liverpool.0": "port 2 a", "wigan.0": "coal 2 a"},
        links={"liverpool-wigan": "a"},
        developed={0: SHIPYARD_2},
    )
    assert match.offered("build") == {"shipyard liverpool.2"}


def test_the_virtual_link_is_no_link_to_build() -> None:
    match = position(period="rail", board=PORTS)
    with pytest.raises(IllegalAnswer):
        match.answer("link birkenhead-liverpool")


def test_the_virtual_link_does_not_lengthen_the_network() -> None:
    match = position(period="rail", board={"liverpool.0": "port 2 a"})
    assert match.offered("link") == {
        "liverpool-southport",
        "liverpool-warrington_runcorn",
        "liverpool-wigan",
    }


@pytest.mark.parametrize(
    ("edition", "reverse", "sites"),
    [
        ("2007", False, set()),
        ("2018", False, set()),
        ("2007", True, {"port liverpool.0", "port liverpool.1", "port liverpool.3"}),
    ],
)
def test_from_birkenhead_cards_reach_liverpool_only_with_the_reverse_link(
    edition: str, reverse: bool, sites: set[str]
) -> None:
    match = position(
        edition=edition,
        period="rail",
        hands={0: "port port"},
        board={"birkenhead.0": "shipyard 2 a flipped"},
        developed={0: PORT_2},
        virtual_link_reverse=reverse,
    )
    assert match.offered("build") == sites


def test_the_reverse_link_serves_shipyard_cards_too() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board={"birkenhead.0": "shipyard 2 a flipped", "liverpool.0": "port 2 b"},
        developed={0: {"shipyard": 5}},
        virtual_link_reverse=True,
    )
    assert match.offered("build") == {"shipyard liverpool.2"}


def test_the_virtual_link_serves_shipyard_cards_only() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard port liverpool birkenhead"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
    )
    match.answer("build shipyard birkenhead.0")
    assert set(match.answers) == {"discard shipyard", "discard birkenhead"}


@pytest.mark.parametrize(("edition", "possible"), [("2007", True), ("2018", False)])
def test_the_2018_edition_is_played_without_the_virtual_link(edition: str, possible: bool) -> None:
    match = position(
        edition=edition,
        period="rail",
        hands={0: "shipyard shipyard"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
    )
    assert ("build shipyard birkenhead.0" in match.answers) == possible
