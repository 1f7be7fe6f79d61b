"""Converting goods, at the contract or by a factory."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ASK_CONVERT,
    CONVERT_FROM,
    CONVERT_TO,
    FIRST_GOLD_CONVERSION,
    STORE,
    WHISKY,
)


def ask_convert(table: Table, seat: i64, max_gold: i64) -> bool:
    """Ask for one conversion and how often; False if nothing can be converted.

    `max_gold` limits steel to gold and back. The barrel may be one of the goods spent.
    """
    table.count = 0
    own: i64 = seat * 4
    barrel: i64 = table.stores[own + WHISKY] if table.whisky_converts else 0
    for conversion in range(4):
        target: i64 = CONVERT_TO[conversion]
        have: i64 = table.stores[own + CONVERT_FROM[conversion]]
        room: i64 = STORE[target] - table.stores[own + target]
        if conversion >= FIRST_GOLD_CONVERSION:
            room = min(room, max_gold)
        answer: i64 = answers.CONVERT + conversion * 2 * answers.MAX_USES
        for uses in range(1, min(room, have + barrel) + 1):
            if uses <= have:
                table.offer(answer)
            if barrel == 1:
                table.offer(answer + 1)
            answer += 2
    if table.count == 0:
        return False
    table.offer(answers.PASS)
    table.ask(ASK_CONVERT, seat)
    return True


def convert(table: Table, seat: i64, answer: i64) -> None:
    code: i64 = answer - answers.CONVERT
    barrel: i64 = code % 2
    uses: i64 = code // 2 % answers.MAX_USES + 1
    conversion: i64 = code // (2 * answers.MAX_USES)
    own: i64 = seat * 4
    table.stores[own + CONVERT_FROM[conversion]] -= uses - barrel
    table.stores[own + CONVERT_TO[conversion]] += uses
    if barrel == 1:
        table.stores[own + WHISKY] = 0
