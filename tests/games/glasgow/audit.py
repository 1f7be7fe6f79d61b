"""An auditor of Glasgow traces.

The rules are in `audit_rules`, written from the rulebook without the engine. Their decisions must
be those of the trace, and after every answer their table must equal the state in the trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.games.audit_checks import (
    AuditError,
    Decision,
    check,
    check_decision,
    check_keys,
    check_type,
    read,
)
from tests.games.glasgow.audit_rules import ARCHITECTS, STATE_KEYS, Table, ledger, play, score


def audit(lines: Iterable[str], tiles: dict[str, Any]) -> Counter[str]:
    """Check a whole trace; count what it exercised. Raises AuditError at the first difference."""
    trace = iter(lines)
    table = set_up(read(trace, 1), tiles)
    game = play(table)
    decision: Decision | None = next(game)
    reason = ""
    while decision:
        table.line += 1
        record = read(trace, table.line)
        check_answer(table, decision, record)
        table.shown = record["state"]
        try:
            decision = game.send(record["chosen"])
        except StopIteration as end:
            decision, reason = None, end.value
        check_state(table)
    table.line += 1
    check_result(table, reason, read(trace, table.line), tiles)
    for text in trace:
        raise AuditError(f"line {table.line + 1}: expected the end of the trace, found {text!r}")
    return +table.seen


def set_up(header: dict[str, Any], tiles: dict[str, Any]) -> Table:
    """Check the header; what is drawn at random in the setup is taken from it."""
    keys = ("game", "edition", "options", "players", "seed", "rules", "state")
    check_keys(1, "header", keys, header)
    check(1, "game", "glasgow", header["game"])
    check(1, "players", 2, header["players"])
    for key, kind in (("edition", str), ("seed", int), ("rules", int)):
        check_type(1, key, kind, header[key])
    options, state = header["options"], header["state"]
    check_keys(1, "options", ("whisky_converts", "turn_limit"), options)
    check_type(1, "whisky_converts", bool, options["whisky_converts"])
    check_type(1, "turn_limit", int, options["turn_limit"])
    check(1, "turn_limit of one or more", True, options["turn_limit"] > 0)
    check_keys(1, "state", STATE_KEYS, state)

    building = {tile["id"]: tile for tile in tiles["building"]}
    contract = {tile["id"]: tile for tile in tiles["contract"]}
    ring, offers, pile = state["ring"], state["offers"], state["pile"]
    check(1, "length of the ring", 16, len(ring))
    check(1, "architects", ARCHITECTS, [i for i, tile in enumerate(ring) if tile == "architect"])
    contracts = set(map(str, ring)) & set(contract)
    check(1, "different contracts of the tile set", 12, len(contracts))
    check_keys(1, "offers", [str(architect) for architect in ARCHITECTS], offers)
    check(1, "buildings per architect", [2, 2, 2, 2], [len(cards) for cards in offers.values()])
    dealt = [card for cards in (*offers.values(), pile) for card in cards]
    check(1, "buildings in offers and pile", sorted(building), sorted(dealt, key=str))

    table = Table(
        building=building,
        contract=contract,
        whisky_converts=options["whisky_converts"],
        turn_limit=options["turn_limit"],
        ring=list(ring),
        offers={architect: list(offers[str(architect)]) for architect in ARCHITECTS},
        pile=list(pile),
        shown=state,
    )
    check_state(table)
    return table


def check_answer(table: Table, decision: Decision, record: dict[str, Any]) -> None:
    """Who decides what, and with which legal answers."""
    check_decision(table.line, decision, record)
    table.seen[f"decision:{decision.kind}"] += 1
    table.seen[f"pass:{decision.kind}"] += record["chosen"] == "pass"
    table.seen[f"out-of-turn {decision.kind}"] += decision.actor != table.active


def check_state(table: Table) -> None:
    """The trace must show our table; after a reshuffle it shows the order of the pile."""
    check_keys(table.line, "state", STATE_KEYS, table.shown)
    if table.reshuffled:
        check_type(table.line, "pile", list, table.shown["pile"])
        table.pile = list(table.shown["pile"])
        check(table.line, "reshuffled pile", sorted(table.reshuffled), sorted(table.pile, key=str))
        table.reshuffled = []
    for key, expected in table.state().items():
        check(table.line, f"state: {key}", expected, table.shown[key])


def check_result(table: Table, reason: str, record: dict[str, Any], tiles: dict[str, Any]) -> None:
    """Most points win; on a tie the player who took the last turn loses."""
    check_keys(table.line, "last line", ["result"], record)
    result = record["result"]
    check_keys(table.line, "result", ["scores", "winners", "reason"], result)
    scores = score(table.shown, tiles)
    tie = scores[0] == scores[1]
    winner = 1 - table.active if tie else scores.index(max(scores))
    check(table.line, "reason", reason, result["reason"])
    check(table.line, "scores", scores, result["scores"])
    check(table.line, "winners", [winner], result["winners"])
    table.seen[f"end:{reason}"] += 1
    table.seen["tie"] += tie
    for _, what, points in ledger(table.shown, tiles):
        table.seen[f"scored:{what}"] += points > 0
