"""The moves of openings in words; `formats/openings.py` names them."""

from __future__ import annotations

from functools import cache

from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.rules.terms import INDUSTRIES
from smokestack.games.brass.ui import words
from smokestack.presentation.language import tr


def opening_text(move: str) -> str:
    """A move in a few words; what no game calls so stays as it is."""
    kind, _, rest = move.partition(" ")
    what, _, where = rest.partition(" ")
    names = _place_names()
    if kind == "build" and what in INDUSTRIES and where in names:
        industry = words.industry_title(INDUSTRIES.index(what))
        return tr("{industry} in {place}", industry=industry, place=names[where])
    ends = rest.split("-")
    if kind == "link" and len(ends) == 2 and all(end in names for end in ends):
        return f"{tr('Canal')} {names[ends[0]]} – {names[ends[1]]}"
    if kind == "develop" and rest in INDUSTRIES:
        return tr("Develop: {industry}", industry=words.industry(INDUSTRIES.index(rest)))
    if kind == "loan" and rest.isdecimal():
        return tr("Take a loan of {amount}", amount=words.money(int(rest)))
    if move == "sell":
        return tr("Sell cotton")
    return tr("Pass") if move == "pass" else move


@cache
def _place_names() -> dict[str, str]:
    return {place["id"]: place["name"] for place in facts().places}
