"""The map, tiles and editions, read from TOML and checked; errors name the wrong entry."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib import resources
from typing import Any

from smokestack.engine.errors import InvalidInput
from smokestack.games.brass.rules.answers import MILL_SLOTS, PORT_SLOTS, SITES
from smokestack.games.brass.rules.edition import Course, Edition, Line, Place, Tile
from smokestack.games.brass.rules.terms import (
    EDITIONS,
    INDUSTRIES,
    LINES,
    PERIODS,
    PLACES,
    SLOTS,
    TILE_KINDS,
    TILES,
    TOWNS,
)


class Facts:
    """The parsed data files, checked."""

    def __init__(
        self, map_data: dict[str, Any], tile_data: dict[str, Any], edition_data: dict[str, Any]
    ) -> None:
        self.places: list[dict[str, Any]] = map_data["place"]
        self.lines: list[dict[str, Any]] = map_data["line"]
        self.tiles: list[dict[str, Any]] = tile_data["tile"]
        self.editions = edition_data
        problems = self._map_problems() + self._tile_problems() + self._edition_problems()
        if problems:
            raise InvalidInput(f"the data of Brass: {problems[0]}", problems)

    @property
    def ids(self) -> list[str]:
        return [place["id"] for place in self.places]

    @property
    def slots(self) -> list[list[str]]:
        """The industries that each slot may hold."""
        return [slot for place in self.places for slot in place.get("slots", [])]

    def edition(self, name: str, players: int, scotland_canal: bool) -> Edition:
        """The tables of an edition for a number of players."""
        rules = self.editions[name]
        removed = set(rules["removed"])
        return Edition(
            name,
            [self._place(place, place["id"] not in removed) for place in self.places],
            [self._line(line, removed, name, scotland_canal) for line in self.lines],
            [self._tile(tile, rules["cotton_1_points"]) for tile in self.tiles],
            self._course(rules, rules[str(players)], players),
        )

    def player_counts(self, name: str) -> list[int]:
        return [int(key) for key in self.editions[name] if key.isdigit()]

    def _place(self, entry: dict[str, Any], present: bool) -> Place:
        return Place(
            entry["id"],
            entry["name"],
            [[INDUSTRIES.index(name) for name in slot] for slot in entry.get("slots", [])],
            entry.get("rail_only", False),
            entry.get("anchor", False),
            entry.get("coins", 0),
            present,
        )

    def _line(
        self, entry: dict[str, Any], removed: set[str], edition: str, scotland_canal: bool
    ) -> Line:
        a, b = entry["between"]
        there = not removed & {a, b}
        canal = "canal" in entry["periods"]
        if edition == "2009-duel" and {a, b} == {"lancaster", "scotland"}:
            canal = scotland_canal
        return Line(
            f"{a}-{b}",
            self.ids.index(a),
            self.ids.index(b),
            there and canal,
            there and "rail" in entry["periods"],
        )

    def _tile(self, entry: dict[str, Any], cotton_1_points: int) -> Tile:
        points = entry["points"]
        if (entry["industry"], entry["level"]) == ("cotton", 1):
            points = cotton_1_points
        return Tile(
            INDUSTRIES.index(entry["industry"]),
            entry["level"],
            entry["count"],
            entry.get("cost", 0),
            entry.get("coal", 0),
            entry.get("iron", 0),
            entry.get("cubes", 0),
            points,
            entry["steps"],
            "canal" in entry["periods"],
            "rail" in entry["periods"],
        )

    def _course(self, rules: dict[str, Any], own: dict[str, Any], players: int) -> Course:
        kinds = [*self.ids[:TOWNS], *INDUSTRIES]
        shared = self.editions
        return Course(
            players,
            own["rounds"],
            own["aside_canal"],
            own["aside_rail"],
            rules["money"],
            [own["deck"].get(kind, 0) for kind in kinds],
            own["distant"],
            rules["track"],
            shared["cotton_demand"],
            shared["income"],
            shared["start_space"],
            shared["hand"],
            shared["link_markers"],
            shared["price_when_empty"],
            rules["income_at_start"],
            rules["last_tie_break"] == "shared",
        )

    def _map_problems(self) -> list[str]:
        problems = []
        ids = self.ids
        problems += [f"map, place {name}: twice" for name, n in Counter(ids).items() if n > 1]
        towns = [place for place in self.places if place.get("slots")]
        slots = [slot for place in towns for slot in place["slots"]]
        for place in self.places:
            for slot in place.get("slots", []):
                if not slot or not set(slot) <= set(INDUSTRIES):
                    problems.append(f"map, place {place['id']}: slots: unknown industry")
        for line in self.lines:
            name = "-".join(line["between"])
            if not set(line["between"]) <= set(ids) or len(set(line["between"])) != 2:
                problems.append(f"map, line {name}: between: unknown place")
            if not line["periods"] or not set(line["periods"]) <= set(PERIODS):
                problems.append(f"map, line {name}: periods: must be canal, rail or both")
        if self.places[:TOWNS] != towns:
            problems.append("map: the towns must come before the places without slots")
        both = [line for line in self.lines if len(line["periods"]) == 2]
        only_canal = [line for line in self.lines if line["periods"] == ["canal"]]
        for what, found, expected in (
            ("places", len(self.places), PLACES),
            ("towns", len(towns), TOWNS),
            ("slots", len(slots), SLOTS),
            ("sites", sum(len(slot) for slot in slots), SITES),
            ("slots for cotton", sum("cotton" in slot for slot in slots), MILL_SLOTS),
            ("slots for ports", sum("port" in slot for slot in slots), PORT_SLOTS),
            ("lines", len(self.lines), LINES),
            ("lines of both periods", len(both), 22),
            ("lines of the canal period only", len(only_canal), 1),
        ):
            if found != expected:
                problems.append(f"map: {found} {what}, expected {expected}")
        return problems

    def _tile_problems(self) -> list[str]:
        problems = []
        for tile in self.tiles:
            name = f"tiles, {tile.get('industry')} {tile.get('level')}"
            if tile["industry"] not in INDUSTRIES:
                problems.append(f"{name}: industry: unknown")
            if not set(tile["periods"]) <= set(PERIODS):
                problems.append(f"{name}: periods: must be canal, rail or both")
            for field in ("count", "cost", "coal", "iron", "cubes", "points", "steps"):
                if not isinstance(tile.get(field, 0), int) or tile.get(field, 0) < 0:
                    problems.append(f"{name}: {field}: must be a whole number, not negative")
        if len(self.tiles) != TILE_KINDS:
            problems.append(f"tiles: {len(self.tiles)} kinds, expected {TILE_KINDS}")
        total = sum(tile["count"] for tile in self.tiles)
        if total != TILES:
            problems.append(f"tiles: {total} for a player, expected {TILES}")
        order = [(INDUSTRIES.index(t["industry"]), t["level"]) for t in self.tiles]
        if order != sorted(order):
            problems.append("tiles: must be in the order of industries and levels")
        return problems

    def _edition_problems(self) -> list[str]:
        problems = []
        income = self.editions["income"]
        if len(income) != 100 or income != sorted(income):
            problems.append("editions, income: must have 100 spaces that never fall")
        cards = {*self.ids[:TOWNS], *INDUSTRIES}
        totals = {"2007": {3: 66, 4: 66}, "2009-duel": {2: 40}, "2018": {2: 40, 3: 54, 4: 64}}
        for name in EDITIONS:
            if set(self.player_counts(name)) != totals[name].keys():
                problems.append(f"editions, {name}: wrong numbers of players")
                continue
            for players, total in totals[name].items():
                own = self.editions[name][str(players)]
                where = f"editions, {name}, {players} players"
                deck = own["deck"]
                for card in sorted(set(deck) - cards):
                    problems.append(f"{where}, deck: unknown card {card}")
                if sum(deck.values()) != total:
                    problems.append(f"{where}, deck: {sum(deck.values())} cards, expected {total}")
                played = (2 * own["rounds"] - 1) * players, 2 * own["rounds"] * players
                for aside, needed in zip(("aside_canal", "aside_rail"), played, strict=True):
                    if total - own[aside] != needed:
                        problems.append(f"{where}, {aside}: leaves {total - own[aside]} cards")
        return problems


@cache
def facts() -> Facts:
    """The data files of the package, read once."""
    return Facts(*(_read(name) for name in ("map.toml", "tiles.toml", "editions.toml")))


@cache
def find_edition(name: str, players: int, scotland_canal: bool) -> Edition:
    return facts().edition(name, players, scotland_canal)


def _read(name: str) -> dict[str, Any]:
    text = (
        resources.files("smokestack.games.brass").joinpath("data", name).read_text(encoding="utf-8")
    )
    return tomllib.loads(text)
