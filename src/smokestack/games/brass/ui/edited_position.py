"""What was entered in the form of `position_form`, as a position of Brass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from smokestack.games.brass import GAME
from smokestack.games.brass.formats.notation import card_names, line_names, slot_names
from smokestack.games.brass.formats.position import dump
from smokestack.games.brass.rules.terms import BIT, CANAL, INDUSTRIES, PERIODS
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui.position_form import (
    NEW_ACTION,
    cards_played,
    is_drawn,
    whole_stack,
)
from smokestack.presentation.position_form import FieldValues


def edited_position(state: Brass, values: FieldValues) -> dict[str, Any]:
    data = dump(state)
    seats = range(state.players)
    data["period"] = values.choice("period")
    data["round"] = values.number("round")
    data["order"] = [int(values.choice(f"order-{place}")) for place in seats]
    for option in GAME.options_of(state.edition.name):
        data[option.name] = values.is_on(option.name)
    for name in ("money", "spent", "vp"):
        data[name] = [values.number(f"{name}-{seat}") for seat in seats]
    data["income"] = [int(values.choice(f"income-{seat}")) for seat in seats]
    data["board"] = _edited_board(state, values)
    data["links"] = {
        name: int(values.choice(f"link-{name}"))
        for line, name in enumerate(line_names())
        if is_drawn(state, line) and values.choice(f"link-{name}")
    }
    for name in ("coal", "iron", "cotton"):
        data[name] = int(values.choice(name))
    data["stacks"] = [_edited_stacks(state, seat, data["board"], values) for seat in seats]
    if values.choice("decision") == NEW_ACTION:
        data.update(_new_action(values, data["order"]))
        data["turn"] = _turns_before(state, data)
    _turn_distant_tiles(data, values)
    _deal_cards(state, data, values)
    return data


def _edited_board(state: Brass, values: FieldValues) -> dict[str, Any]:
    found = {}
    for slot, name in enumerate(slot_names()):
        if not state.edition.playable_slots & BIT[slot]:
            continue
        industry, _, level = values.choice(f"tile-{name}").partition(" ")
        if industry:
            found[name] = {
                "industry": industry,
                "level": int(level),
                "owner": int(values.choice(f"owner-{name}")),
                "flipped": values.is_on(f"flipped-{name}"),
                "cubes": values.number(f"cubes-{name}"),
            }
    return found


def _edited_stacks(
    state: Brass, seat: int, board: dict[str, Any], values: FieldValues
) -> dict[str, list[int]]:
    """The stacks as entered; those that were not changed give the tiles that are on the board."""
    found = {}
    for industry, name in enumerate(INDUSTRIES):
        whole = whole_stack(state, industry)
        gone = int(values.choice(f"stack-{name}-{seat}"))
        if gone == state.developed[seat * len(INDUSTRIES) + industry]:
            built = [
                tile["level"]
                for tile in board.values()
                if (tile["industry"], tile["owner"]) == (name, seat)
            ]
            highest = max(built, default=0)
            lower = sum(level < highest for level in whole)
            gone = max(gone, min(len(whole), lower + built.count(highest)))
        found[name] = whole[gone:]
    return found


def _new_action(values: FieldValues, order: list[int]) -> dict[str, Any]:
    seat = int(values.choice("turn-of"))
    return {
        "place": order.index(seat) if seat in order else 0,
        "actions": int(values.choice("actions")),
        "phase": 0,
        "action": None,
        "cards_due": 0,
        "coal_from": None,
        "iron_due": False,
        "new_slot": None,
        "repeats": 0,
        "decision": "action",
        "actor": seat,
    }


def _turn_distant_tiles(data: dict[str, Any], values: FieldValues) -> None:
    """Turn as many tiles of each value as were entered; the others keep their order."""
    every = [*data["turned"], *data["distant"]]
    wanted = {value: values.number(f"turned-{value}") for value in set(every)}
    turned: list[int] = []
    rest: list[int] = []
    for value in every:
        (turned if turned.count(value) < wanted[value] else rest).append(value)
    data["turned"], data["distant"] = turned, rest


def _deal_cards(state: Brass, data: dict[str, Any], values: FieldValues) -> None:
    """Hands and discards as entered; the other cards, in their old order, are aside and deck."""
    unseen = [*data["aside"], *data["deck"]]
    every = Counter({name: int(state.course.deck[n]) for n, name in enumerate(card_names())})
    names = [name for name, count in every.items() if count]
    data["hands"] = [
        [name for name in names for _ in range(values.number(f"hand-{name}-{seat}"))]
        for seat in range(state.players)
    ]
    entered = Counter({name: values.number(f"discarded-{name}") for name in names})
    data["discards"] = _in_order(data["discards"], entered)
    held = Counter(card for hand in data["hands"] for card in hand)
    left = _in_order(unseen, every - held - entered)
    aside = _cards_aside(state, data["period"])
    if values.is_on("fill_discards"):
        missing = max(0, cards_played(state.course, data) - entered.total())
        first = max(aside, len(left) - missing)
        data["discards"] += left[first:]
        left = left[:first]
    data["aside"], data["deck"] = left[:aside], left[aside:]


def _in_order(known: Iterable[str], counts: Counter[str]) -> list[str]:
    """So many cards of each kind, in the known order as far as possible."""
    rest = counts.copy()
    found = []
    for card in known:
        if rest[card] > 0:
            rest[card] -= 1
            found.append(card)
    return [*found, *rest.elements()]


def _cards_aside(state: Brass, period: str) -> int:
    course = state.course
    return int(course.aside_canal if period == PERIODS[CANAL] else course.aside_rail)


def _turns_before(state: Brass, data: dict[str, Any]) -> int:
    rounds = data["round"] - 1
    if data["period"] != PERIODS[CANAL]:
        rounds += int(state.course.rounds)
    return int(rounds * state.players + data["place"])
