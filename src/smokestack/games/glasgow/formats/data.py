"""Tile sets: read from TOML, with problems reported by entry and field."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from smokestack.engine.errors import InvalidInput, brief, plain
from smokestack.engine.files import read_text
from smokestack.games.glasgow.rules.terms import (
    BANK_COUNTS,
    CONTRACT_KINDS,
    CONTRACTS,
    FACTORY_GIVES,
    GOODS,
    KIND_COUNTS,
    KINDS,
    NONE,
    STORE,
)
from smokestack.games.glasgow.rules.tileset import Building, Contract, TileSet

SHIPPED = "reconstructed-1"

_STORES = dict(zip(GOODS, STORE, strict=True))
_FIXED_TABLES: dict[str, dict[str, Any]] = {
    "stores": _STORES,
    "start": {"stone": 1, "steel": 1, "gold": 0},
    "conversion": {
        "ratio": "1:1",
        "contract_limits": {"stone-steel": "unlimited", "steel-gold": 1},
        "factory_limits": {"stone-steel": "unlimited", "steel-gold": "unlimited"},
    },
}
_SECTIONS = ("name", *_FIXED_TABLES, "building", "contract")
_BUILDING_FIELDS = ("id", "kind", "cost", "points", "gives", "bonus", "known")
_CONTRACT_FIELDS = ("id", "kind", "goods", "known")
_MAX_POINTS = 99


@cache
def shipped_tiles() -> TileSet:
    """The tile set that comes with Smokestack."""
    text = (
        resources.files("smokestack.games.glasgow")
        .joinpath("data", "tiles.toml")
        .read_text(encoding="utf-8")
    )
    return parse_tiles(text, "tiles.toml")


def load_tiles(path: Path) -> TileSet:
    """The tile set in a file; `InvalidInput` lists all its problems."""
    return parse_tiles(read_text(path), str(path))


def parse_tiles(text: str, source: str) -> TileSet:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{source}: not valid TOML ({plain(str(error))})") from None
    return tiles_from_data(data, source)


def tiles_from_data(data: dict[str, Any], source: str) -> TileSet:
    """A tile set from its parsed form, as a TOML file or a record holds it."""
    problems = find_problems(data)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise InvalidInput(
            f"{source}: {problems[0]}{more}; 'smokestack tiles check FILE' lists all",
            problems,
        )
    return TileSet(
        data.get("name", "custom"),
        [_building(entry) for entry in data["building"]],
        [_contract(entry) for entry in data["contract"]],
    )


def tiles_to_data(tiles: TileSet) -> dict[str, Any]:
    """The parsed form of a tile set, which is enough to replay a record."""
    buildings: list[dict[str, Any]] = []
    for building in tiles.buildings:
        entry: dict[str, Any] = {
            "id": building.id,
            "kind": KINDS[building.kind],
            "cost": [GOODS[good] for good in building.cost],
            "points": building.points,
            "known": building.known,
        }
        if building.gives != NONE:
            entry["gives"] = FACTORY_GIVES[building.gives]
        if building.bonus_per != NONE:
            entry["bonus"] = {
                "per": BANK_COUNTS[building.bonus_per],
                "vp": building.bonus_points,
            }
        buildings.append(entry)
    contracts: list[dict[str, Any]] = []
    for contract in tiles.contracts:
        entry = {"id": contract.id, "kind": CONTRACT_KINDS[contract.kind], "known": contract.known}
        if any(contract.goods):
            goods = zip(GOODS, contract.goods, strict=True)
            entry["goods"] = {good: amount for good, amount in goods if amount}
        contracts.append(entry)
    return {"name": tiles.name, "building": buildings, "contract": contracts}


def tiles_to_toml(tiles: TileSet) -> str:
    """A tile set as the text of a tile file, which `load_tiles` reads again."""
    data = tiles_to_data(tiles)
    lines = [f"name = {_toml(data['name'])}"]
    for section in ("building", "contract"):
        for entry in data[section]:
            lines += ["", f"[[{section}]]", *(f"{key} = {_toml(entry[key])}" for key in entry)]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value of a tile file; JSON writes strings, numbers and booleans like TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def find_problems(data: dict[str, Any]) -> list[str]:
    """Every problem of a parsed tile file, each with its entry and field."""
    problems = [
        f"{plain(field)}: unknown; a tile file has {', '.join(_SECTIONS)}"
        for field in data
        if field not in _SECTIONS
    ]
    name = data.get("name", "custom")
    if not isinstance(name, str) or not 0 < len(name) <= 60:
        problems.append("name: must be a text of 1 to 60 characters")
    for table, expected in _FIXED_TABLES.items():
        problems += _fixed_table_problems(table, data.get(table, expected), expected)
    buildings = _entries(data, "building", problems)
    contracts = _entries(data, "contract", problems)
    for label, entry in buildings:
        problems += [f"{label}: {text}" for text in _building_problems(entry)]
    for label, entry in contracts:
        problems += [f"{label}: {text}" for text in _contract_problems(entry)]
    problems += _duplicate_ids(buildings) + _duplicate_ids(contracts)
    if not problems:
        problems += _count_problems(buildings, contracts)
    return problems


def _building(entry: dict[str, Any]) -> Building:
    bonus = entry.get("bonus")
    return Building(
        entry["id"],
        KINDS.index(entry["kind"]),
        [GOODS.index(good) for good in entry["cost"]],
        entry["points"],
        FACTORY_GIVES.index(entry["gives"]) if "gives" in entry else NONE,
        BANK_COUNTS.index(bonus["per"]) if bonus else NONE,
        bonus["vp"] if bonus else 0,
        entry.get("known", []),
    )


def _contract(entry: dict[str, Any]) -> Contract:
    goods = entry.get("goods", {})
    return Contract(
        entry["id"],
        CONTRACT_KINDS.index(entry["kind"]),
        [goods.get(good, 0) for good in GOODS],
        entry.get("known", False),
    )


def _entries(
    data: dict[str, Any], section: str, problems: list[str]
) -> list[tuple[str, dict[str, Any]]]:
    """The entries of a section, each with its name in messages."""
    entries = data.get(section)
    if not isinstance(entries, list):
        problems.append(f"{section}: missing; write one [[{section}]] table for each tile")
        return []
    labelled = []
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, dict):
            labelled.append((f"{section} {plain(entry.get('id', number))}", entry))
        else:
            problems.append(f"{section} {number}: must be a table")
    return labelled


def _building_problems(entry: dict[str, Any]) -> list[str]:
    problems = _shared_problems(entry, _BUILDING_FIELDS, KINDS)
    kind = entry.get("kind")
    problems += _cost_problems(entry.get("cost"))
    if not _is_whole(entry.get("points"), 0, _MAX_POINTS):
        problems.append(f"points: must be a whole number from 0 to {_MAX_POINTS}")
    if kind == "factory" or "gives" in entry:
        if kind != "factory":
            problems.append("gives: only a factory gives something")
        elif entry.get("gives") not in FACTORY_GIVES:
            problems.append(f"gives: must be one of {', '.join(FACTORY_GIVES)}")
    if kind == "bank" or "bonus" in entry:
        if kind != "bank":
            problems.append("bonus: only a bank has a bonus")
        else:
            problems += _bonus_problems(entry.get("bonus"))
    known = entry.get("known", [])
    if not isinstance(known, list) or not all(field in _BUILDING_FIELDS for field in known):
        problems.append(f"known: must list fields of the entry ({', '.join(_BUILDING_FIELDS)})")
    return problems


def _cost_problems(cost: object) -> list[str]:
    if not isinstance(cost, list) or not cost:
        return ["cost: must list at least one good, leftmost first"]
    problems = []
    for good in {brief(good): good for good in cost}.values():
        if good == "whisky":
            problems.append("cost: whisky is never asked for, it only stands for another good")
        elif good not in GOODS:
            problems.append(f"cost: unknown good {brief(good)}; there are stone, steel and gold")
        elif cost.count(good) > _STORES[good]:
            problems.append(
                f"cost: {cost.count(good)} {good}, but a store holds only {_STORES[good]}"
            )
    return problems


def _bonus_problems(bonus: object) -> list[str]:
    if not isinstance(bonus, dict) or set(bonus) != {"per", "vp"}:
        return ["bonus: a bank needs { per = …, vp = … }"]
    problems = []
    if bonus["per"] not in BANK_COUNTS:
        problems.append(f"bonus.per: must be one of {', '.join(BANK_COUNTS)}")
    if not _is_whole(bonus["vp"], 0, _MAX_POINTS):
        problems.append(f"bonus.vp: must be a whole number from 0 to {_MAX_POINTS}")
    return problems


def _contract_problems(entry: dict[str, Any]) -> list[str]:
    problems = _shared_problems(entry, _CONTRACT_FIELDS, CONTRACT_KINDS)
    if entry.get("id") == "architect":
        problems.append("id: 'architect' is the name of the architects' tiles")
    if not isinstance(entry.get("known", False), bool):
        problems.append("known: must be true or false")
    goods = entry.get("goods")
    if entry.get("kind") != "goods":
        if "goods" in entry:
            problems.append("goods: only a contract of kind 'goods' grants goods")
    elif not isinstance(goods, dict) or not goods:
        problems.append("goods: must name at least one good, as in { stone = 1 }")
    else:
        for good, amount in goods.items():
            if good not in GOODS:
                problems.append(
                    f"goods: unknown good {brief(good)}; there are stone, steel, gold and whisky"
                )
            elif not _is_whole(amount, 1, _STORES[good]):
                problems.append(f"goods.{good}: must be a whole number from 1 to {_STORES[good]}")
    return problems


def _shared_problems(
    entry: dict[str, Any], fields: tuple[str, ...], kinds: tuple[str, ...]
) -> list[str]:
    problems = [f"{plain(field)}: unknown field" for field in entry if field not in fields]
    tile_id = entry.get("id")
    if not isinstance(tile_id, str) or not 0 < len(tile_id) <= 20 or not tile_id.isprintable():
        problems.append("id: must be a text of 1 to 20 characters")
    if entry.get("kind") not in kinds:
        problems.append(f"kind: must be one of {', '.join(kinds)}")
    return problems


def _duplicate_ids(entries: list[tuple[str, dict[str, Any]]]) -> list[str]:
    counts = Counter(label for label, entry in entries if "id" in entry)
    return [f"{label}: id used {count} times" for label, count in counts.items() if count > 1]


def _count_problems(
    buildings: list[tuple[str, dict[str, Any]]], contracts: list[tuple[str, dict[str, Any]]]
) -> list[str]:
    problems = []
    kinds = Counter(entry["kind"] for _, entry in buildings)
    for kind, expected in zip(KINDS, KIND_COUNTS, strict=True):
        if kinds[kind] != expected:
            problems.append(f"building: {kinds[kind]} of kind {kind}, expected {expected}")
    if len(contracts) != CONTRACTS:
        problems.append(f"contract: {len(contracts)} of them, expected {CONTRACTS}")
    doubles = [label for label, entry in contracts if entry["kind"] == "double"]
    if len(doubles) > 1:
        problems.append(f"{doubles[1]}: kind: a second 'double'; there can be only one")
    return problems


def _fixed_table_problems(table: str, found: object, expected: dict[str, Any]) -> list[str]:
    """The rules depend on these values, so a file may repeat but not change them."""
    if not isinstance(found, dict):
        return [f"{table}: must be a table"]
    problems = [
        f"{table}.{plain(field)}: unknown field" for field in found if field not in expected
    ]
    for field, value in expected.items():
        other = found.get(field, value)
        if other != value or isinstance(other, bool):
            problems.append(f"{table}.{field}: is {brief(other)}, but the rules need {value!r}")
    return problems


def _is_whole(value: object, minimum: int, maximum: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum
