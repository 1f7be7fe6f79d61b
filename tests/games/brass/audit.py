"""An auditor of Brass traces, and an independent recount of their victory points.

The rules are in `audit_rules`, written from the rulebook without the engine. Their decisions must
be those of the trace, and after every answer their table must equal the state in the trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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
from tests.games.brass.audit_rules import play, winners
from tests.games.brass.audit_table import STATE_KEYS, Facts, Table

PLAYERS = {"2007": (3, 4), "2009-duel": (2,), "2018": (2, 3, 4)}
SHUFFLED = ("hands", "aside")


def audit(lines: Iterable[str], data: dict[str, Any]) -> Counter[str]:
    """Check a whole trace; count what it exercised. Raises AuditError at the first difference."""
    trace = iter(lines)
    table = set_up(read(trace, 1), data)
    game = play(table)
    decision: Decision | None = next(game)
    check_state(table)
    while decision:
        table.line += 1
        record = read(trace, table.line)
        check_answer(table, decision, record)
        try:
            decision = game.send(record["chosen"])
        except StopIteration:
            decision = None
        check_state(table)
    points = recount(table.scored, table.forfeited, table.facts)
    check(table.line, "recount of vp", points, table.shown["vp"])
    table.line += 1
    check_result(table, read(trace, table.line))
    for text in trace:
        raise AuditError(f"line {table.line + 1}: expected the end of the trace, found {text!r}")
    return +table.seen


def recount(
    scorings: Iterable[dict[str, Any]], forfeited: Sequence[int], facts: Facts
) -> list[int]:
    """Both scorings again, location by location, from states in the form of a trace.

    `scorings` are the states just before each scoring, `forfeited` the points paid for debts.
    """
    points = [-lost for lost in forfeited]
    for state in scorings:
        flipped = {slot: tile for slot, tile in state["board"].items() if tile["flipped"]}
        coins = Counter(slot.split(".")[0] for slot in flipped)
        for place, location in facts.locations.items():
            coins[place] += location["link_coins"]
            for line, owner in state["links"].items():
                if place in line.split("-"):
                    points[owner] += coins[place]
        for tile in flipped.values():
            points[tile["owner"]] += facts.tiles[tile["industry"], tile["level"]]["vp"]
        if state["period"] == "rail":
            points = [vp + pounds // 10 for vp, pounds in zip(points, state["money"], strict=True)]
    return points


def set_up(header: dict[str, Any], data: dict[str, Any]) -> Table:
    """Check the header; of the setup, turn order and shuffles are taken from it."""
    keys = ("game", "edition", "options", "players", "seed", "rules", "state")
    check_keys(1, "header", keys, header)
    check(1, "game", "brass", header["game"])
    for key in ("players", "seed", "rules"):
        check_type(1, key, int, header[key])
    edition, players, options = header["edition"], header["players"], header["options"]
    if edition not in PLAYERS:
        raise AuditError(f"line 1: edition: expected one of {list(PLAYERS)}, found {edition!r}")
    if players not in PLAYERS[edition]:
        raise AuditError(f"line 1: players: expected {PLAYERS[edition]}, found {players}")
    switches = {
        "virtual_link": edition != "2018",
        "virtual_link_reverse": False,
        "scotland_canal": True,
        "refill_each_turn": edition == "2018",
    }
    check_type(1, "options", dict, options)
    for name, value in options.items():
        if name not in switches:
            raise AuditError(f"line 1: options: expected {list(switches)}, found {name!r}")
        check_type(1, name, bool, value)
    facts = facts_of(edition, players, {**switches, **options}, data)
    state = header["state"]
    check_keys(1, "state", STATE_KEYS, state)
    check_type(1, "order", list, state["order"])
    check(1, "seats in order", list(range(players)), sorted(state["order"], key=str))
    return Table(facts=facts, shown=state, order=list(state["order"]))


def facts_of(edition: str, players: int, switches: dict[str, bool], data: dict[str, Any]) -> Facts:
    """Check the data against the rules' table of editions."""
    cards, markets = data["C_cards"], data["D_markets"]
    duel, modern = edition == "2009-duel", edition == "2018"
    tracks, money, gone = markets, data["E_income"]["start_money"], []
    lines = {line["id"]: dict(line) for line in data["A_map"]["links"]}
    if duel:
        deck, setup = cards["community_2p_2009"]["deck"], cards["community_2p_2009"]
        rounds, distant = setup["rounds_per_period"], markets["distant_tiles_community_2p"]
        set_aside = {"canal": setup["remove_canal"], "rail": setup["remove_rail"]}
        tracks, money = markets["community_2p"], setup["start_money"]
        gone = data["A_map"]["two_player_2009_board"]["removed_locations"]
        lines["lancaster-scotland"]["canal"] = switches["scotland_canal"]
    elif modern:
        deck = cards["roxley_2018"]["decks"][str(players)]
        rounds = cards["roxley_2018"]["rounds_per_era"][str(players)]
        distant = markets["distant_tiles_roxley"][str(players)]
        set_aside = {"canal": players, "rail": 0}
    else:
        deck, setup = cards["deck_2007"], cards["setup_2007"][str(players)]
        rounds, distant = setup["rounds_per_period"], markets["distant_tiles_2007"]
        set_aside = {"canal": setup["remove_canal"], "rail": setup["remove_rail"]}

    tiles = {}
    for tile in data["B_tiles"]["per_player"]:
        vp = tile["vp_roxley_2018" if modern else "vp"]
        tiles[tile["industry"], tile["level"]] = {**tile, "vp": vp}
    places = {place["id"]: place for place in data["A_map"]["locations"]}
    return Facts(
        players=players,
        locations={name: place for name, place in places.items() if name not in gone},
        lines={name: line for name, line in lines.items() if not {line["a"], line["b"]} & {*gone}},
        tiles=tiles,
        deck=Counter(deck["locations"]) + Counter(deck["industries"]),
        rounds=rounds,
        set_aside=set_aside,
        money=money,
        distant=list(distant),
        track={"coal": tracks["coal_track"], "iron": tracks["iron_track"]},
        demand=markets["cotton_demand_track"],
        income=data["E_income"]["space_to_income"],
        slot_priority=data["A_map"]["slot_priority"],
        income_ends_round=modern,
        refill_each_turn=switches["refill_each_turn"],
        virtual_link=switches["virtual_link"],
        virtual_link_reverse=switches["virtual_link_reverse"],
        shared_victory=modern,
    )


def check_answer(table: Table, decision: Decision, record: dict[str, Any]) -> None:
    """Who must answer what, and with which answers; then the trace shows a new state."""
    check_decision(table.line, decision, record)
    check_keys(table.line, "state", STATE_KEYS, record["state"])
    table.shown = record["state"]
    table.seen[f"decision:{decision.kind}"] += 1
    table.seen[f"{decision.kind}:{record['chosen'].split()[0]}"] += 1


def check_state(table: Table) -> None:
    """The trace must show our table; the order of cards in hand or set aside does not matter."""
    for key, expected in table.state().items():
        found = table.shown[key]
        if key in SHUFFLED:
            expected, found = unordered(expected), unordered(found)
        check(table.line, f"state: {key}", expected, found)


def unordered(cards: Any) -> Any:
    """Lists of cards sorted, and lists of hands hand by hand; anything else as it is."""
    if not isinstance(cards, list):
        return cards
    if cards and all(isinstance(hand, list) for hand in cards):
        return [unordered(hand) for hand in cards]
    return sorted(cards, key=str)


def check_result(table: Table, record: dict[str, Any]) -> None:
    check_keys(table.line, "last line", ["result"], record)
    result = record["result"]
    check_keys(table.line, "result", ["scores", "winners", "reason"], result)
    expected, reason = winners(table)
    check(table.line, "scores", table.vp, result["scores"])
    check(table.line, "winners", expected, result["winners"])
    check(table.line, "reason", reason, result["reason"])
    table.seen[f"reason:{reason}"] += 1
