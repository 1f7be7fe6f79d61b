"""The moves of openings in words; `formats/openings.py` names them."""

from __future__ import annotations

from smokestack.games.glasgow.formats.openings import ARCHITECT_MOVE
from smokestack.games.glasgow.rules.terms import GOODS, KINDS
from smokestack.games.glasgow.ui.words import CONTRACT_NAMES, amount_of, goods_text, kind_name
from smokestack.presentation.language import tr


def opening_text(move: str) -> str:
    """A move in two or three words; what no game calls so stays as it is."""
    first, _, rest = move.partition(" ")
    if move == ARCHITECT_MOVE:
        return tr("architect")
    if move == "pass":
        return tr("Pass")
    if move in CONTRACT_NAMES:
        return tr(CONTRACT_NAMES[move])
    if first == "build" and rest in KINDS:
        return tr("Build: {building}", building=kind_name(KINDS.index(rest)))
    if first == "take" and rest in GOODS:
        return tr("Take {goods}", goods=amount_of(GOODS.index(rest), 1))
    words = move.split(" ")
    if all(word in GOODS for word in words):
        return goods_text([words.count(good) for good in GOODS])
    return move
