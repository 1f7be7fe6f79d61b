"""The map, the tiles and the cards, and how a game is set up."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import msgspec
import pytest

import smokestack
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.games import find_game
from smokestack.games.brass.formats.data import Facts, facts, find_edition

# Edition, players; cards, set aside in canal and rail, rounds, money, spaces of a track, distant.
COURSES = [
    ("2007", 3, 66, 9, 6, 10, 30, [1, 1, 2, 2, 3, 3, 4, 4], [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]),
    ("2007", 4, 66, 6, 2, 8, 30, [1, 1, 2, 2, 3, 3, 4, 4], [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]),
    ("2009-duel", 2, 40, 2, 0, 10, 25, [2, 2, 3, 3, 4, 4], [1, 2, 2, 2, 2, 3, 3, 4]),
    ("2018", 2, 40, 2, 0, 10, 30, [1, 1, 2, 2, 3, 3, 4, 4], [1, 2, 2, 2, 3, 3, 3, 4]),
    ("2018", 3, 54, 3, 0, 9, 30, [1, 1, 2, 2, 3, 3, 4, 4], [0, 1, 2, 2, 2, 2, 3, 3, 3, 4]),
    ("2018", 4, 64, 4, 0, 8, 30, [1, 1, 2, 2, 3, 3, 4, 4], [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]),
]
GAMES = [(edition, players) for edition, players, *_ in COURSES]


def test_the_map_has_19_towns_with_43_slots_and_6_places_without() -> None:
    slots = [len(place.get("slots", [])) for place in facts().places]
    assert len([count for count in slots if count]) == 19
    assert sum(slots) == 43
    assert len([count for count in slots if not count]) == 6


def test_the_map_has_36_lines_22_of_both_periods_1_canal_and_13_railways() -> None:
    assert Counter(tuple(line["periods"]) for line in facts().lines) == {
        ("canal", "rail"): 22,
        ("canal",): 1,
        ("rail",): 13,
    }


def test_the_only_line_without_a_railway_is_ellesmere_port_liverpool() -> None:
    lines = [line["between"] for line in facts().lines if line["periods"] == ["canal"]]
    assert lines == [["ellesmere_port", "liverpool"]]


def test_scotland_yorkshire_and_the_midlands_are_the_anchors_of_the_map() -> None:
    anchors = {place["id"] for place in facts().places if place.get("anchor")}
    assert anchors == {"scotland", "yorkshire", "the_midlands"}


def test_every_place_without_slots_is_worth_two_coins() -> None:
    coins = {place["id"]: place["coins"] for place in facts().places if "coins" in place}
    assert coins == {
        "scotland": 2,
        "yorkshire": 2,
        "the_midlands": 2,
        "blackpool": 2,
        "southport": 2,
        "northwich": 2,
    }


def test_barrow_and_birkenhead_belong_to_the_rail_period() -> None:
    towns = {place["id"] for place in facts().places if place.get("rail_only")}
    assert towns == {"barrow_in_furness", "birkenhead"}


def test_a_player_has_37_tiles() -> None:
    counts: Counter[str] = Counter()
    for tile in facts().tiles:
        counts[tile["industry"]] += tile["count"]
    assert counts == {"cotton": 12, "coal": 7, "iron": 4, "port": 8, "shipyard": 6}


# Industry, level; number, cost, coal, iron, cubes, points, steps, periods.
@pytest.mark.parametrize(
    ("industry", "level", "values", "periods"),
    [
        ("cotton", 1, (3, 12, 0, 0, 0, 3, 5), ["canal"]),
        ("cotton", 2, (3, 14, 1, 0, 0, 5, 4), ["canal", "rail"]),
        ("cotton", 3, (3, 16, 1, 1, 0, 9, 3), ["canal", "rail"]),
        ("cotton", 4, (3, 18, 1, 1, 0, 12, 2), ["canal", "rail"]),
        ("coal", 1, (1, 5, 0, 0, 2, 1, 4), ["canal"]),
        ("coal", 2, (2, 7, 0, 0, 3, 2, 7), ["canal", "rail"]),
        ("coal", 3, (2, 8, 0, 1, 4, 3, 6), ["canal", "rail"]),
        ("coal", 4, (2, 10, 0, 1, 5, 4, 5), ["canal", "rail"]),
        ("iron", 1, (1, 5, 1, 0, 4, 3, 3), ["canal"]),
        ("iron", 2, (1, 7, 1, 0, 4, 5, 3), ["canal", "rail"]),
        ("iron", 3, (1, 9, 1, 0, 5, 7, 2), ["canal", "rail"]),
        ("iron", 4, (1, 12, 1, 0, 6, 9, 1), ["canal", "rail"]),
        ("port", 1, (2, 6, 0, 0, 0, 2, 3), ["canal"]),
        ("port", 2, (2, 7, 0, 0, 0, 4, 3), ["canal", "rail"]),
        ("port", 3, (2, 8, 0, 0, 0, 6, 4), ["canal", "rail"]),
        ("port", 4, (2, 9, 0, 0, 0, 9, 4), ["canal", "rail"]),
        ("shipyard", 0, (2, 0, 0, 0, 0, 0, 0), []),
        ("shipyard", 1, (2, 16, 1, 1, 0, 10, 2), ["canal"]),
        ("shipyard", 2, (2, 25, 1, 1, 0, 18, 1), ["rail"]),
    ],
)
def test_the_tiles_are_those_of_the_box(
    industry: str, level: int, values: tuple[int, ...], periods: list[str]
) -> None:
    names = ("count", "cost", "coal", "iron", "cubes", "points", "steps")
    tiles = {(tile["industry"], tile["level"]): tile for tile in facts().tiles}
    tile = tiles[industry, level]
    assert tuple(tile.get(name, 0) for name in names) == values
    assert tile["periods"] == periods


@pytest.mark.parametrize(
    ("edition", "players", "points"), [("2007", 4, 3), ("2009-duel", 2, 3), ("2018", 4, 5)]
)
def test_only_the_2018_edition_gives_5_points_for_cotton_1(
    edition: str, players: int, points: int
) -> None:
    assert find_edition(edition, players, True).tiles[0].points == points


def test_the_2007_deck_has_41_towns_and_25_industries() -> None:
    towns = set(facts().ids)
    for players in ("3", "4"):
        deck = facts().editions["2007"][players]["deck"]
        assert sum(count for card, count in deck.items() if card in towns) == 41
        assert sum(count for card, count in deck.items() if card not in towns) == 25


def test_the_income_track_runs_from_minus_10_to_30_and_is_0_on_space_10() -> None:
    income = facts().editions["income"]
    assert len(income) == 100
    assert income[:15] == [-10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 1, 2, 2]
    assert [income.count(level) for level in range(1, 11)] == [2] * 10
    assert [income.count(level) for level in range(11, 21)] == [3] * 10
    assert [income.count(level) for level in range(21, 31)] == [4] * 9 + [3]


def test_demand_for_cotton_falls_from_3_to_0_in_pairs() -> None:
    assert facts().editions["cotton_demand"] == [3, 3, 2, 2, 1, 1, 0, 0]


def test_the_duel_map_has_13_towns_32_slots_and_24_lines() -> None:
    edition = find_edition("2009-duel", 2, True)
    towns = [place for place in edition.places if place.present and place.slots]
    assert len(towns) == 13
    assert sum(len(town.slots) for town in towns) == 32
    assert len([line for line in edition.lines if line.canal or line.rail]) == 24


def test_the_duel_map_lacks_eight_places() -> None:
    edition = find_edition("2009-duel", 2, True)
    assert {place.id for place in edition.places if not place.present} == {
        "birkenhead",
        "ellesmere_port",
        "stockport",
        "macclesfield",
        "oldham",
        "rochdale",
        "northwich",
        "the_midlands",
    }


@pytest.mark.parametrize(("switch", "canal"), [(True, True), (False, False)])
def test_lancaster_scotland_is_a_canal_in_the_duel_unless_switched_off(
    switch: bool, canal: bool
) -> None:
    lines = {line.id: line for line in find_edition("2009-duel", 2, switch).lines}
    assert lines["lancaster-scotland"].canal == canal
    assert lines["lancaster-scotland"].rail


@pytest.mark.parametrize(("edition", "players"), [("2007", 4), ("2018", 4)])
def test_the_full_map_never_has_a_canal_to_scotland(edition: str, players: int) -> None:
    lines = {line.id: line for line in find_edition(edition, players, True).lines}
    assert not lines["lancaster-scotland"].canal


@pytest.mark.parametrize(
    ("edition", "counts"), [("2007", [3, 4]), ("2009-duel", [2]), ("2018", [2, 3, 4])]
)
def test_editions_are_for_their_numbers_of_players(edition: str, counts: list[int]) -> None:
    for players in (1, 2, 3, 4, 5):
        if players in counts:
            assert len(_new(edition, players).setup.players) == players
        else:
            with pytest.raises(InvalidInput, match="number of players"):
                _new(edition, players)


def test_the_usual_game_is_2007_for_four() -> None:
    setup = smokestack.new_game("brass", seed=1).setup
    assert (setup.edition, len(setup.players)) == ("2007", 4)


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [
        ("2007", 4, (True, False, True, False)),
        ("2009-duel", 2, (False, False, True, False)),
        ("2018", 4, (False, False, True, True)),
    ],
)
def test_editions_set_the_switches(
    edition: str, players: int, options: tuple[bool, bool, bool, bool]
) -> None:
    names = ("virtual_link", "virtual_link_reverse", "scotland_canal", "refill_each_turn")
    assert _new(edition, players).setup.options == dict(zip(names, options, strict=True))


@pytest.mark.parametrize(
    ("edition", "players", "cards", "canal", "rail", "rounds", "money", "track", "distant"), COURSES
)
def test_the_editions_differ_in_cards_rounds_money_and_markets(
    edition: str,
    players: int,
    cards: int,
    canal: int,
    rail: int,
    rounds: int,
    money: int,
    track: list[int],
    distant: list[int],
) -> None:
    own = facts().editions[edition][str(players)]
    assert sum(own["deck"].values()) == cards
    assert (own["aside_canal"], own["aside_rail"], own["rounds"]) == (canal, rail, rounds)
    assert facts().editions[edition]["money"] == money
    assert facts().editions[edition]["track"] == track
    assert own["distant"] == distant


@pytest.mark.parametrize(("edition", "players", "cards", "aside"), [c[:4] for c in COURSES])
def test_all_cards_are_set_aside_dealt_or_in_the_deck(
    edition: str, players: int, cards: int, aside: int
) -> None:
    table = _table(_new(edition, players))
    everywhere = Counter(card for hand in table["hands"] for card in hand)
    everywhere.update(table["deck"] + table["aside"])
    deck = facts().editions[edition][str(players)]["deck"]
    assert everywhere == deck
    assert everywhere.total() == cards
    assert len(table["aside"]) == aside
    assert table["discards"] == []


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_everybody_is_dealt_eight_cards(edition: str, players: int) -> None:
    assert [len(hand) for hand in _table(_new(edition, players))["hands"]] == [8] * players


@pytest.mark.parametrize(("edition", "players", "money"), [(*c[:2], c[6]) for c in COURSES])
def test_everybody_starts_with_the_money_of_the_edition_on_space_10(
    edition: str, players: int, money: int
) -> None:
    table = _table(_new(edition, players))
    assert table["money"] == [money] * players
    assert table["income"] == [10] * players
    assert table["spent"] == table["vp"] == [0] * players


@pytest.mark.parametrize(("edition", "players", "distant"), [(*c[:2], c[8]) for c in COURSES])
def test_all_distant_tiles_lie_face_down_and_demand_is_at_the_top(
    edition: str, players: int, distant: list[int]
) -> None:
    table = _table(_new(edition, players))
    assert sorted(table["distant"]) == distant
    assert (table["turned"], table["cotton"]) == ([], 0)


@pytest.mark.parametrize(("edition", "players", "cubes"), [(*c[:2], len(c[7])) for c in COURSES])
def test_the_tracks_start_full(edition: str, players: int, cubes: int) -> None:
    table = _table(_new(edition, players))
    assert (table["coal"], table["iron"]) == (cubes, cubes)


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_the_board_starts_empty_and_the_stacks_whole(edition: str, players: int) -> None:
    table = _table(_new(edition, players))
    assert table["board"] == table["links"] == {}
    for stacks in table["stacks"]:
        assert stacks == {
            "cotton": [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4],
            "coal": [1, 2, 2, 3, 3, 4, 4],
            "iron": [1, 2, 3, 4],
            "port": [1, 1, 2, 2, 3, 3, 4, 4],
            "shipyard": [0, 0, 1, 1, 2, 2],
        }


@pytest.mark.parametrize(("edition", "players"), [("2007", 4), ("2007", 3), ("2009-duel", 2)])
def test_a_start_player_drawn_by_lot_is_followed_clockwise(edition: str, players: int) -> None:
    orders = {tuple(_table(_new(edition, players, seed))["order"]) for seed in range(60)}
    assert orders == {
        tuple((first + place) % players for place in range(players)) for first in range(players)
    }


def test_a_start_player_chosen_at_the_table_is_followed_clockwise() -> None:
    setup = _new("2007", 4, 1).setup
    for first in range(4):
        match = Match(find_game("brass"), msgspec.structs.replace(setup, first=first))
        assert _table(match)["order"] == [(first + place) % 4 for place in range(4)]


def test_a_seat_that_does_not_exist_can_not_start() -> None:
    setup = _new("2007", 4, 1).setup
    for first in (-1, 4, 2**70):
        with pytest.raises(InvalidInput, match="to start the game"):
            Match(find_game("brass"), msgspec.structs.replace(setup, first=first))


def test_in_the_edition_of_2018_the_whole_order_is_drawn_by_lot() -> None:
    orders = {tuple(_table(_new("2018", 3, seed))["order"]) for seed in range(60)}
    assert len(orders) == 6


def test_rules_version_1_drew_the_whole_order_by_lot() -> None:
    setups = [msgspec.structs.replace(_new("2007", 3, seed).setup, rules=1) for seed in range(60)]
    orders = {tuple(_table(Match(find_game("brass"), setup))["order"]) for setup in setups}
    assert len(orders) == 6


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_the_game_begins_with_canal_round_1(edition: str, players: int) -> None:
    match = _new(edition, players)
    table = _table(match)
    assert (table["period"], table["round"]) == ("canal", 1)
    assert (match.actor, match.decision) == (table["order"][0], "action")


def test_a_seat_sees_its_own_hand_only() -> None:
    match = _new("2007", 4)
    hands = match.view(2).to_data()["table"]["hands"]
    assert hands == [None, None, _table(match)["hands"][2], None]


@pytest.mark.parametrize("seat", [0, smokestack.SPECTATOR])
def test_no_seat_sees_deck_aside_cards_and_distant_tiles(seat: int) -> None:
    table = _new("2007", 4).view(seat).to_data()["table"]
    assert {"deck", "aside", "distant"}.isdisjoint(table)
    assert (table["deck_size"], table["aside_size"], table["distant_size"]) == (28, 6, 12)


def test_discards_are_public() -> None:
    match = _new("2007", 4)
    match.play("pass")
    card = match.answers[0]
    match.play(card)
    for seat in (0, 1, 2, 3, smokestack.SPECTATOR):
        discards = match.view(seat).to_data()["table"]["discards"]
        assert discards == [card.removeprefix("discard ")]


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("map", "place", 2, "slots", 0), ["wool"], "map, place blackburn: slots"),
        (("map", "place", 2, "id"), "bolton", "map, place bolton: twice"),
        (("map", "line", 3, "between"), ["blackburn", "leeds"], "map, line blackburn-leeds"),
        (("map", "line", 3, "periods"), ["air"], "map, line blackburn-burnley: periods"),
        (("map", "line", 0, "periods"), ["canal"], "map: 2 lines of the canal period only"),
        (("tiles", "tile", 4, "cost"), -5, "tiles, coal 1: cost"),
        (("tiles", "tile", 4, "steps"), "many", "tiles, coal 1: steps"),
        (("tiles", "tile", 4, "periods"), ["air"], "tiles, coal 1: periods"),
        (("tiles", "tile", 4, "count"), 2, "tiles: 38 for a player, expected 37"),
        (("tiles", "tile", 4, "level"), 5, "tiles: must be in the order"),
        (("editions", "income", 99), 0, "editions, income"),
        (
            ("editions", "2007", "3", "deck", "leeds"),
            1,
            "2007, 3 players, deck: unknown card leeds",
        ),
        (("editions", "2018", "4", "deck", "coal"), 5, "2018, 4 players, deck: 65 cards"),
        (("editions", "2007", "4", "aside_rail"), 3, "2007, 4 players, aside_rail: leaves 63"),
        (("editions", "2009-duel", "3"), {}, "editions, 2009-duel: wrong numbers of players"),
    ],
)
def test_broken_data_is_refused_naming_the_entry(
    path: tuple[str | int, ...], value: object, problem: str
) -> None:
    data: dict[str, Any] = {
        "map": {"place": facts().places, "line": facts().lines},
        "tiles": {"tile": facts().tiles},
        "editions": facts().editions,
    }
    data = copy.deepcopy(data)
    entry: Any = data
    for step in path[:-1]:
        entry = entry[step]
    entry[path[-1]] = value
    with pytest.raises(InvalidInput, match="the data of Brass") as caught:
        Facts(data["map"], data["tiles"], data["editions"])
    assert any(problem in text for text in caught.value.problems)


def _new(edition: str, players: int, seed: int = 7) -> smokestack.Match:
    return smokestack.new_game("brass", seed=seed, edition=edition, players=players)


def _table(match: smokestack.Match) -> dict[str, Any]:
    return match.game.audit(match.state)
