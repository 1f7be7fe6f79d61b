"""The layouts of observations repeat some sizes of the rules as literals."""

from __future__ import annotations

from smokestack.games.brass.observation import layout as brass
from smokestack.games.brass.rules import terms as brass_terms
from smokestack.games.glasgow.observation import layout as glasgow
from smokestack.games.glasgow.rules import terms as glasgow_terms


def test_brass() -> None:
    assert len(brass_terms.DECISIONS) == brass.DECISION_COUNT
    assert len(brass.EDITIONS) == brass.EDITION_COUNT
    assert len(brass.ACTION_KINDS) == brass.ACTION_KIND_COUNT
    assert len(brass_terms.INDUSTRIES) == brass.INDUSTRY_COUNT
    assert brass_terms.MAX_PLAYERS == brass.SEAT_COUNT
    assert brass_terms.CARD_KINDS == brass.CARD_COUNT
    assert brass_terms.PLACES == brass.PLACE_COUNT
    assert brass_terms.SLOTS == brass.SLOT_COUNT
    assert brass_terms.LINES == brass.LINE_COUNT


def test_glasgow() -> None:
    assert len(glasgow_terms.DECISIONS) == glasgow.DECISION_COUNT
    assert len(glasgow_terms.CONTRACT_KINDS) == glasgow.CONTRACT_KIND_COUNT
    assert glasgow_terms.BUILDINGS == glasgow.BUILDING_COUNT
    assert glasgow_terms.RING_SIZE == glasgow.RING_TILE_COUNT
    assert glasgow.FACTORY_CLASSES + glasgow_terms.BANK + 1 == glasgow.CLASSES
