"""Answers as data: the kind of an answer and its arguments, decoded once from its number.

`rules/answers.py` numbers the answers for the compiled rules; nothing else needs to know how.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

import msgspec

from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.rules.terms import CARD_KINDS, INDUSTRIES, LINES, NONE, SLOTS


class Kind(StrEnum):
    """What an answer does, in the words of its notation."""

    BUILD = "build"
    BUILD2 = "build2"
    LINK = "link"
    DEVELOP = "develop"
    SELL = "sell"
    LOAN = "loan"
    PASS = "pass"
    DISCARD = "discard"
    COAL = "coal"
    IRON = "iron"
    SALE = "sell to"
    DISTANT_SALE = "sell to distant"
    LIQUIDATE = "liquidate"
    DONE = "done"


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer; arguments that its kind does not have are `NONE`.

    Slots, lines, cards and industries are numbered as in the rules.
    """

    kind: Kind
    industry: int = NONE
    """Build: what. Develop: from which stack."""
    slot: int = NONE
    """Build: where. Coal, iron: from which tile. Liquidate: which tile."""
    line: int = NONE
    """Link: which line."""
    card: int = NONE
    """Discard: which kind of card."""
    amount: int = NONE
    """Loan: in pounds."""
    mill: int = NONE
    """Sale: the slot of the mill."""
    port: int = NONE
    """Sale: the slot of the port, unless it is a distant sale."""


BUILDS: Final = frozenset({Kind.BUILD, Kind.BUILD2})
ACTIONS: Final = BUILDS | {Kind.LINK, Kind.DEVELOP, Kind.SELL, Kind.LOAN, Kind.PASS}
LOAN_AMOUNTS: Final = (10, 20, 30)


def decode(answer: int) -> Answer:
    """The kind and arguments of an answer."""
    return decoded_answers()[answer]


def encode(answer: Answer) -> int:
    """The number of an answer; a `KeyError` if the action space has no such answer."""
    return _numbers()[answer]


@cache
def decoded_answers() -> tuple[Answer, ...]:
    """The whole action space, in the order of `rules/answers.py`."""
    mills, ports = _slots_for("cotton"), _slots_for("port")
    return (
        *(Answer(kind=Kind.BUILD, industry=industry, slot=slot) for slot, industry in _sites()),
        *(Answer(kind=Kind.BUILD2, industry=industry, slot=slot) for slot, industry in _sites()),
        *(Answer(kind=Kind.LINK, line=line) for line in range(LINES)),
        *(Answer(kind=Kind.DEVELOP, industry=industry) for industry in range(len(INDUSTRIES))),
        Answer(kind=Kind.SELL),
        *(Answer(kind=Kind.LOAN, amount=amount) for amount in LOAN_AMOUNTS),
        Answer(kind=Kind.PASS),
        *(Answer(kind=Kind.DISCARD, card=card) for card in range(CARD_KINDS)),
        *(Answer(kind=Kind.COAL, slot=slot) for slot in range(SLOTS)),
        *(Answer(kind=Kind.IRON, slot=slot) for slot in range(SLOTS)),
        *(Answer(kind=Kind.SALE, mill=mill, port=port) for mill in mills for port in ports),
        *(Answer(kind=Kind.DISTANT_SALE, mill=mill) for mill in mills),
        *(Answer(kind=Kind.LIQUIDATE, slot=slot) for slot in range(SLOTS)),
        Answer(kind=Kind.DONE),
    )


def site_of(answer: Answer) -> int:
    """The number of a build's site in the rules."""
    return _site_numbers()[answer.slot, answer.industry]


@cache
def _numbers() -> dict[Answer, int]:
    return {answer: number for number, answer in enumerate(decoded_answers())}


@cache
def _sites() -> list[tuple[int, int]]:
    """Every slot with each industry that it may hold."""
    return [
        (slot, INDUSTRIES.index(industry))
        for slot, industries in enumerate(facts().slots)
        for industry in industries
    ]


@cache
def _site_numbers() -> dict[tuple[int, int], int]:
    return {site: number for number, site in enumerate(_sites())}


def _slots_for(industry: str) -> list[int]:
    return [slot for slot, industries in enumerate(facts().slots) if industry in industries]
