"""The endings and scoring rules, with one stored record for each."""

from __future__ import annotations

import smokestack
from smokestack.engine.match import Match
from smokestack.games.glasgow.rules.terms import BANK_COUNTS, KINDS
from smokestack.games.glasgow.rules.turn import Glasgow

CORNERS = (
    "city",
    "turn_limit",
    "tie_city",
    "tie_turn_limit",
    "shop_in_corner",
    "shop_not_in_corner",
    "shop_in_corner_at_turn_limit",
    "tenement_beside_tenement",
    "tenement_alone",
    *(f"parks_{count}" for count in range(1, 7)),
    "station_with_set",
    "two_stations_with_set",
    "station_without_set",
    "bank_stone",
    "bank_steel",
    "bank_gold",
    "bank_factory",
    "landmark",
    "factory",
)


def corners_of(match: Match) -> set[str]:
    """The endings and scoring rules that occur in a finished game."""
    assert match.result is not None
    reason = match.result.reason
    found = {reason}
    if match.result.scores[0] == match.result.scores[1]:
        found.add(f"tie_{reason}")
    assert isinstance(match.state, Glasgow)
    tiles = {tile.id: tile for tile in match.state.tiles.buildings}
    lines = smokestack.score_sheet(match)
    for line in lines:
        kind = KINDS[tiles[line.item].kind]
        if kind == "shop":
            found.add("shop_in_corner" if line.bonus else "shop_not_in_corner")
            if line.bonus and reason == "turn_limit":
                found.add("shop_in_corner_at_turn_limit")
        elif kind == "tenement":
            found.add("tenement_beside_tenement" if line.bonus else "tenement_alone")
        elif kind == "park":
            found.add(f"parks_{line.bonus}")
        elif kind == "station":
            found.add("station_with_set" if line.bonus else "station_without_set")
        elif kind == "bank" and line.bonus:
            found.add(f"bank_{BANK_COUNTS[tiles[line.item].bonus_per]}")
        elif kind in ("landmark", "factory"):
            found.add(kind)
    for seat in range(2):
        own = [line for line in lines if line.seat == seat]
        stations = [line for line in own if KINDS[tiles[line.item].kind] == "station"]
        if sum(line.bonus for line in stations) >= 20:
            found.add("two_stations_with_set")
    return found
