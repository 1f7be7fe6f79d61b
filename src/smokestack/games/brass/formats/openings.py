"""Answers as the statistics of openings count them: actions, without the cards and cubes used.

A tile counts for its town: plots of a town are rarely different in the opening.
"""

from __future__ import annotations

from smokestack.games.brass.formats.decoding import Kind, decode
from smokestack.games.brass.formats.notation import to_text
from smokestack.games.brass.rules.terms import ASK_ACTION, ASK_SECOND_DEVELOPMENT, INDUSTRIES
from smokestack.games.brass.rules.turn import Brass


def opening_move(table: Brass, number: int) -> str:
    """As the notation: `build cotton bury`, `link bolton-bury`, `develop iron`, `loan 30`."""
    answer = decode(number)
    if table.decision == ASK_ACTION:
        if answer.kind in (Kind.BUILD, Kind.BUILD2):
            town = table.edition.places[table.edition.slot_place[answer.slot]].id
            return f"build {INDUSTRIES[answer.industry]} {town}"
        return to_text(number)
    if table.decision == ASK_SECOND_DEVELOPMENT and answer.kind is Kind.DEVELOP:
        return to_text(number)
    return ""
