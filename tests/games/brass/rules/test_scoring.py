"""Points at the end of each period, and who wins."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.engine.record import Result
from smokestack.games.brass.rules.ledger import Ledger
from tests.games.brass.positions import Position, position

# All players have £0, so that money scores nothing at the end.
BROKE = dict.fromkeys(range(4), 0)


def scored(
    *,
    period: str = "canal",
    edition: str = "2007",
    board: dict[str, str] | None = None,
    links: dict[str, str] | None = None,
    vp: dict[int, int] | None = None,
    income: dict[int, int] | None = None,
    money: dict[int, int] | None = None,
    spent: dict[int, int] | None = None,
    order: list[int] | None = None,
) -> Position:
    """A period for four is over, after its last round was passed."""
    match = position(
        edition=edition,
        period=period,
        round_number=8,
        hand_size=2,
        deck=0,
        order=order,
        board=board,
        links=links,
        vp=vp or {},
        income=income or {},
        money=BROKE if money is None else money,
        spent=spent or {},
    )
    return match.pass_round()


def result(match: Position) -> Result:
    assert match.result is not None
    return match.result


@pytest.mark.parametrize("period", ["canal", "rail"])
def test_a_link_scores_a_coin_for_each_flipped_tile_of_anybody_at_both_ends(period: str) -> None:
    match = scored(
        period=period,
        board={
            "bolton.0": "coal 2 b flipped",
            "bolton.1": "coal 2 c flipped",
            "bury.0": "coal 2 b flipped",
            "bury.1": "cotton 2 a",
            "manchester.0": "coal 2 c flipped",
        },
        links={"bolton-bury": "a"},
    )
    assert match.table["vp"] == [3, 4, 4, 0]


@pytest.mark.parametrize(
    ("period", "line", "points"),
    [
        ("canal", "colne-yorkshire", 2),
        ("canal", "macclesfield-the_midlands", 2),
        ("canal", "ellesmere_port-northwich", 2),
        ("canal", "northwich-the_midlands", 4),
        ("canal", "bolton-bury", 0),
        ("rail", "lancaster-scotland", 2),
        ("rail", "blackpool-preston", 2),
        ("rail", "preston-southport", 2),
        ("rail", "southport-wigan", 2),
    ],
)
def test_a_place_without_slots_counts_two_coins(period: str, line: str, points: int) -> None:
    assert scored(period=period, links={line: "b"}).table["vp"] == [0, points, 0, 0]


def test_every_link_scores_for_its_owner() -> None:
    match = scored(
        board={"bolton.0": "coal 2 d flipped"},
        links={"bolton-bury": "a", "bolton-manchester": "b", "colne-yorkshire": "a"},
    )
    assert match.table["vp"] == [1 + 2, 1, 0, 2]


def test_all_links_are_counted_before_level_1_tiles_are_removed() -> None:
    match = scored(
        board={"bolton.0": "coal 1 d flipped", "manchester.0": "cotton 1 d flipped"},
        links={"bolton-bury": "a", "bolton-manchester": "b", "bury-manchester": "c"},
    )
    assert match.table["vp"] == [1, 2, 1, 1 + 3]
    assert match.table["board"] == {}


@pytest.mark.parametrize(
    ("slot", "tile", "points"),
    [
        ("bolton.0", "cotton 1 a flipped", 3),
        ("bolton.0", "cotton 2 a flipped", 5),
        ("bolton.0", "cotton 3 a flipped", 9),
        ("bolton.0", "cotton 4 a flipped", 12),
        ("bolton.0", "coal 1 a flipped", 1),
        ("bolton.0", "coal 2 a flipped", 2),
        ("bolton.0", "coal 3 a flipped", 3),
        ("bolton.0", "coal 4 a flipped", 4),
        ("bolton.2", "iron 1 a flipped", 3),
        ("bolton.2", "iron 2 a flipped", 5),
        ("bolton.2", "iron 3 a flipped", 7),
        ("bolton.2", "iron 4 a flipped", 9),
        ("preston.0", "port 1 a flipped", 2),
        ("preston.0", "port 2 a flipped", 4),
        ("preston.0", "port 3 a flipped", 6),
        ("preston.0", "port 4 a flipped", 9),
        ("liverpool.2", "shipyard 1 a flipped", 10),
    ],
)
def test_flipped_tiles_score_their_points(slot: str, tile: str, points: int) -> None:
    assert scored(board={slot: tile}).table["vp"] == [points, 0, 0, 0]


def test_a_shipyard_2_scores_18_points_at_the_end() -> None:
    match = scored(period="rail", board={"birkenhead.0": "shipyard 2 a flipped"})
    assert match.table["vp"] == [18, 0, 0, 0]


@pytest.mark.parametrize("tile", ["cotton 4 a", "coal 4 a 1"])
@pytest.mark.parametrize("period", ["canal", "rail"])
def test_unflipped_tiles_score_nothing(period: str, tile: str) -> None:
    assert scored(period=period, board={"bolton.0": tile}).table["vp"] == [0, 0, 0, 0]


def test_cotton_1_scores_5_points_in_2018() -> None:
    match = scored(edition="2018", board={"bolton.0": "cotton 1 a flipped"})
    assert match.vp(0) == 5


def test_points_are_added_to_those_scored_before() -> None:
    match = scored(board={"bolton.0": "cotton 2 a flipped"}, vp={0: 7, 1: 4})
    assert match.table["vp"] == [12, 4, 0, 0]


def test_tiles_of_level_2_and_above_score_in_both_periods() -> None:
    match = scored(
        board={"bolton.0": "cotton 2 a flipped", "colne.0": "cotton 1 b flipped"},
        links={"bolton-bury": "c"},
    )
    assert match.table["vp"] == [5, 3, 1, 0]
    while not match.over:
        match.pass_round()
    assert match.table["vp"] == [10, 3, 1, 0]


def test_the_virtual_link_scores_nothing() -> None:
    match = scored(
        period="rail",
        board={"birkenhead.0": "shipyard 2 a flipped", "liverpool.0": "port 2 a flipped"},
    )
    assert match.table["vp"] == [18 + 4, 0, 0, 0]


def test_at_the_end_10_pounds_are_a_point_rounded_down() -> None:
    match = scored(period="rail", money={0: 9, 1: 10, 2: 29, 3: 130})
    assert match.table["vp"] == [0, 1, 2, 13]
    assert match.table["money"] == [9, 10, 29, 130]


def test_money_scores_nothing_after_the_canal_period() -> None:
    match = scored(money={0: 9, 1: 10, 2: 29, 3: 130})
    assert match.table["vp"] == [0, 0, 0, 0]


@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_most_points_win(edition: str) -> None:
    match = scored(
        edition=edition,
        period="rail",
        vp={0: 20, 1: 20, 2: 21},
        income={0: 90, 1: 90},
        money={0: 9, 1: 8, 2: 0, 3: 0},
    )
    assert result(match) == Result([20, 20, 21, 0], [2], "points")


def test_points_of_the_last_scoring_decide_too() -> None:
    match = scored(period="rail", board={"bolton.0": "cotton 4 d flipped"}, vp={0: 20, 3: 9})
    assert result(match) == Result([20, 0, 0, 21], [3], "points")


def test_on_equal_points_the_space_on_the_income_track_decides() -> None:
    match = scored(
        period="rail",
        vp={0: 20, 1: 20, 3: 20},
        income={0: 11, 1: 12, 2: 50, 3: 11},
        money={0: 9, 1: 0, 2: 0, 3: 0},
    )
    assert result(match) == Result([20, 20, 0, 20], [1], "income")


def test_on_equal_income_more_money_decides() -> None:
    match = scored(
        period="rail",
        vp={0: 20, 1: 20, 3: 20},
        income={0: 40, 1: 40, 3: 39},
        money={0: 11, 1: 12, 2: 99, 3: 19},
        spent={1: 5},
    )
    assert result(match) == Result([21, 21, 9, 21], [1], "money")


@pytest.mark.parametrize(
    ("order", "spent", "winner"),
    [
        ([0, 1, 2, 3], {}, 0),
        ([3, 2, 1, 0], {}, 3),
        ([0, 1, 2, 3], {0: 7, 1: 3, 2: 3, 3: 2}, 3),
        ([0, 1, 2, 3], {0: 7, 3: 9}, 1),
    ],
)
def test_on_equal_money_the_next_turn_order_decides_in_2007(
    order: list[int], spent: dict[int, int], winner: int
) -> None:
    match = scored(period="rail", order=order, spent=spent, vp=dict.fromkeys(range(4), 20))
    assert result(match) == Result([20, 20, 20, 20], [winner], "turn order")


def test_the_next_turn_order_decides_in_the_duel_too() -> None:
    match = position(
        players=2,
        edition="2009-duel",
        period="rail",
        round_number=10,
        hand_size=2,
        deck=0,
        spent={0: 1},
        vp=20,
        money=0,
    ).pass_round()
    assert result(match) == Result([20, 20], [1], "turn order")


def test_on_equal_money_the_victory_is_shared_in_2018() -> None:
    match = scored(
        edition="2018",
        period="rail",
        vp={0: 20, 1: 20, 2: 20, 3: 20},
        income={0: 40, 1: 39, 2: 40, 3: 40},
        money={0: 5, 1: 9, 2: 5, 3: 4},
        spent={0: 7},
    )
    assert result(match) == Result([20, 20, 20, 20], [0, 2], "shared")


def test_a_game_that_goes_on_has_no_result() -> None:
    assert scored().result is None


def test_the_score_sheet_names_the_tiles_that_scored_and_their_period() -> None:
    match = position(
        round_number=8,
        place=3,
        actions=1,
        hand_size=1,
        deck=0,
        hands={0: "", 1: "", 2: "", 3: "wigan"},
        board={"wigan.0": "coal 1 a flipped", "bolton.2": "iron 2 a flipped"},
        links={"bolton-manchester": "a"},
    )
    match.state.ledger = Ledger()
    match.answer("pass", "discard wigan")
    lines = [line for line in smokestack.score_sheet(match) if line.seat == 0]
    scored = {(line.period, line.group, line.name, line.total) for line in lines}
    assert ("canal", "coal", "Coal mine, level 1", 1) in scored  # no longer on the board
    assert ("canal", "iron", "Iron works, level 2", 5) in scored
    assert ("rail", "iron", "Iron works, level 2", 5) in scored  # as it stands now
    assert ("canal", "link", "Canal Bolton – Manchester", 1) in scored
