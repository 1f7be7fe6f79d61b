"""The editions, endings and rare events that a finished game can show."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from smokestack.engine.match import Match, replay
from smokestack.engine.record import Record
from smokestack.engine.trace import trace
from tests.games.brass.audit import audit

FACTS = json.loads((Path(__file__).with_name("audit_facts.json")).read_text("utf-8"))

TABLES = ("2007_3", "2007_4", "2009-duel_2", "2018_2", "2018_3", "2018_4")
EVENTS = {
    "liquidation": "liquidation",
    "failed_cotton_sale": "cotton failed",
    "overbuilding_of_an_opponent": "overbuild other",
    "virtual_link": "virtual link",
    "points_for_debt": "vp for debt",
    "double_rail": "double rail",
}
REASONS = ("points", "income", "money", "turn_order", "shared")
CORNERS = (*TABLES, *EVENTS, *(f"won_by_{reason}" for reason in REASONS))


def corners_of(match: Match) -> set[str]:
    """The corners that a finished game reached, by the audit of its trace."""
    assert match.result is not None
    visited = audited(match)
    found = {f"{match.setup.edition}_{len(match.setup.players)}"}
    found |= {name for name, event in EVENTS.items() if visited[event]}
    return found | {f"won_by_{match.result.reason.replace(' ', '_')}"}


def audited(match: Match) -> Counter[str]:
    """What the slow rules count while a game is replayed answer by answer."""
    again = replay(match.game, Record(match.setup, []))
    answers = iter(match.history)
    return audit(trace(again, lambda view: next(answers)), FACTS)
