"""A tile set as the fields of a form, and back, with a problem for each wrong field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data
from smokestack.games.glasgow.rules.terms import (
    BANK_COUNTS,
    CONTRACT_KINDS,
    FACTORY_GIVES,
    GOODS,
    STORE,
)
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.ui.words import good_name
from smokestack.presentation.language import tr

COST_GOODS: Final = GOODS[:3]
MAX_POINTS: Final = 99
MAX_NAME_LENGTH: Final = 60
KNOWN_FIELDS: Final = ("kind", "cost", "points", "gives", "bonus")


class TileProblem(msgspec.Struct, frozen=True):
    """What is wrong with one field of a tile; both are empty if it concerns the whole set."""

    tile: str
    field: str
    text: str


def fields_of(tiles: TileSet) -> dict[str, str]:
    """The fields of a form that describes this set."""
    data = tiles_to_data(tiles)
    fields = {"name": tiles.name}
    for entry in data["building"]:
        tile = entry["id"]
        for good in COST_GOODS:
            fields[f"{tile}-{good}"] = str(entry["cost"].count(good))
        fields[f"{tile}-first"] = entry["cost"][0]
        fields[f"{tile}-points"] = str(entry["points"])
        fields[f"{tile}-gives"] = entry.get("gives", "")
        bonus = entry.get("bonus", {})
        fields[f"{tile}-per"] = bonus.get("per", "")
        fields[f"{tile}-bonus"] = str(bonus.get("vp", ""))
        certain = all(field in entry["known"] for field in _fields(entry))
        fields[f"{tile}-known"] = "yes" if certain else ""
    for entry in data["contract"]:
        tile = entry["id"]
        fields[f"{tile}-kind"] = entry["kind"]
        for good in GOODS:
            fields[f"{tile}-{good}"] = str(entry.get("goods", {}).get(good, 0))
        fields[f"{tile}-known"] = "yes" if entry["known"] else ""
    return fields


def read_fields(form: Mapping[str, str]) -> tuple[dict[str, Any], list[TileProblem]]:
    """The tile set that a form describes, as a tile file holds it, and what is wrong with it."""
    reader = _Reader(form)
    shipped = tiles_to_data(shipped_tiles())
    data: dict[str, Any] = {
        "name": reader.name(),
        "building": [reader.building(entry) for entry in shipped["building"]],
        "contract": [reader.contract(entry) for entry in shipped["contract"]],
    }
    doubles = [entry["id"] for entry in data["contract"] if entry["kind"] == "double"]
    for tile in doubles[1:]:
        reader.problem(tile, "kind", tr("There can be only one doubling contract."))
    return data, reader.problems


def _fields(entry: Mapping[str, Any]) -> list[str]:
    """The fields of a building that can be certain."""
    return [field for field in KNOWN_FIELDS if field in entry]


class _Reader:
    def __init__(self, form: Mapping[str, str]) -> None:
        self.form = form
        self.problems: list[TileProblem] = []

    def problem(self, tile: str, field: str, text: str) -> None:
        self.problems.append(TileProblem(tile, field, text))

    def name(self) -> str:
        name = " ".join(self.form.get("name", "").split())
        if not 0 < len(name) <= MAX_NAME_LENGTH or not name.isprintable():
            text = tr("The name must have 1 to {max} characters.", max=MAX_NAME_LENGTH)
            self.problem("", "name", text)
        elif name == shipped_tiles().name:
            self.problem("", "name", tr("Please choose another name for your set."))
        return name

    def building(self, shipped: Mapping[str, Any]) -> dict[str, Any]:
        tile = shipped["id"]
        entry = {"id": tile, "kind": shipped["kind"], "cost": self._cost(tile)}
        entry["points"] = self._number(tile, "points", MAX_POINTS)
        if "gives" in shipped:
            entry["gives"] = self._choice(tile, "gives", FACTORY_GIVES)
        if "bonus" in shipped:
            entry["bonus"] = {
                "per": self._choice(tile, "per", BANK_COUNTS),
                "vp": self._number(tile, "bonus", MAX_POINTS),
            }
        certain = self.form.get(f"{tile}-known") == "yes"
        entry["known"] = _fields(entry) if certain else shipped["known"]
        return entry

    def contract(self, shipped: Mapping[str, Any]) -> dict[str, Any]:
        tile = shipped["id"]
        kind = self._choice(tile, "kind", CONTRACT_KINDS)
        known = self.form.get(f"{tile}-known") == "yes"
        entry: dict[str, Any] = {"id": tile, "kind": kind, "known": known}
        if kind == "goods":
            amounts = {
                good: self._number(tile, good, int(STORE[number]))
                for number, good in enumerate(GOODS)
            }
            entry["goods"] = {good: amount for good, amount in amounts.items() if amount}
            if not entry["goods"]:
                self.problem(tile, "goods", tr("Choose at least one good."))
        return entry

    def _cost(self, tile: str) -> list[str]:
        """The goods, those of the kind that is leftmost first."""
        amounts = {
            good: self._number(tile, good, int(STORE[number]))
            for number, good in enumerate(COST_GOODS)
        }
        first = self._choice(tile, "first", COST_GOODS)
        if not any(amounts.values()):
            self.problem(tile, "cost", tr("The cost must have at least one good."))
        elif not amounts[first]:
            text = tr("The leftmost good, {good}, is not part of the cost.")
            name = good_name(GOODS.index(first))
            self.problem(tile, "first", text.format(good=name))
        order = sorted(COST_GOODS, key=lambda good: good != first)
        return [good for good in order for _ in range(amounts[good])]

    def _number(self, tile: str, field: str, maximum: int) -> int:
        text = self.form.get(f"{tile}-{field}", "").strip()
        if text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= maximum:
            return int(text)
        self.problem(tile, field, tr("Enter a whole number from 0 to {max}.", max=maximum))
        return 0

    def _choice(self, tile: str, field: str, allowed: tuple[str, ...]) -> str:
        text = self.form.get(f"{tile}-{field}", "")
        if text in allowed:
            return text
        self.problem(tile, field, tr("Choose one of the values offered."))
        return allowed[0]
