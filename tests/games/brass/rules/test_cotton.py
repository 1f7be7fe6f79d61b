"""Selling cotton: through ports and on the distant market."""

from __future__ import annotations

import pytest

from tests.games.brass.positions import position

CARDS = {0: "oldham oldham"}
SELL = ("sell", "discard oldham")
WARRINGTON = {"warrington_runcorn.0": "cotton 1 a", "warrington_runcorn.1": "port 1 b"}
TO_PORT = "sell warrington_runcorn.0 to warrington_runcorn.1"
TO_DISTANT = "sell warrington_runcorn.0 to distant"
DEMAND = [3, 3, 2, 2, 1, 1, 0, 0]


def test_selling_through_a_port_flips_mill_and_port_and_both_owners_advance() -> None:
    match = position(hands=CARDS, board=WARRINGTON).answer(*SELL, TO_PORT)
    assert match.tile("warrington_runcorn.0") == "cotton 1 a flipped"
    assert match.tile("warrington_runcorn.1") == "port 1 b flipped"
    assert match.table["income"] == [15, 13, 10, 10]


def test_selling_through_an_own_port_advances_twice() -> None:
    match = position(
        period="rail",
        hands=CARDS,
        board={"warrington_runcorn.0": "cotton 2 a", "warrington_runcorn.1": "port 3 a"},
    )
    assert match.answer(*SELL, TO_PORT).income(0) == 10 + 4 + 4


def test_selling_costs_nothing_but_the_card() -> None:
    match = position(hands=CARDS, board=WARRINGTON).answer(*SELL, TO_PORT)
    assert (match.money(0), match.spent(0)) == (30, 0)
    assert match.table["discards"] == ["oldham"]
    assert match.table["cotton"] == 0


def test_any_card_sells() -> None:
    match = position(hands={0: "wigan oldham port"}, board=WARRINGTON).answer("sell")
    assert set(match.answers) == {"discard wigan", "discard oldham", "discard port"}


def test_a_mill_sells_to_every_port_connected_by_links_of_anybody() -> None:
    match = position(
        hands=CARDS,
        board={
            "bolton.0": "cotton 1 a",
            "warrington_runcorn.1": "port 1 b",
            "liverpool.0": "port 1 c",
            "preston.0": "port 1 d",
        },
        links={
            "bolton-manchester": "b",
            "manchester-warrington_runcorn": "c",
            "warrington_runcorn-wigan": "c",
            "liverpool-wigan": "d",
        },
    )
    match.answer(*SELL)
    assert (match.actor, match.decision) == (0, "sale")
    assert set(match.answers) == {
        "sell bolton.0 to warrington_runcorn.1",
        "sell bolton.0 to liverpool.0",
        "sell bolton.0 to distant",
    }


def test_without_a_connection_there_is_nothing_to_sell() -> None:
    match = position(board={"bolton.0": "cotton 1 a", "preston.0": "port 1 b"})
    assert "sell" not in match.answers


@pytest.mark.parametrize("mill", ["cotton 1 a flipped", "cotton 1 b"])
def test_only_own_unflipped_mills_are_sold(mill: str) -> None:
    match = position(board={**WARRINGTON, "warrington_runcorn.0": mill})
    assert "sell" not in match.answers


def test_a_flipped_port_is_only_an_anchor() -> None:
    match = position(hands=CARDS, board={**WARRINGTON, "warrington_runcorn.1": "port 1 b flipped"})
    assert match.answer(*SELL).answers == [TO_DISTANT]


def test_a_port_used_as_an_anchor_does_not_flip() -> None:
    match = position(hands=CARDS, board=WARRINGTON, distant=[1]).answer(*SELL, TO_DISTANT)
    assert match.tile("warrington_runcorn.1") == "port 1 b"
    assert match.income(1) == 10


@pytest.mark.parametrize(
    ("links", "possible"),
    [
        ({"manchester-stockport": "b", "macclesfield-stockport": "b"}, False),
        (
            {
                "manchester-stockport": "b",
                "macclesfield-stockport": "b",
                "macclesfield-the_midlands": "b",
            },
            True,
        ),
        ({"manchester-oldham": "b", "oldham-rochdale": "c", "rochdale-yorkshire": "d"}, True),
        (
            {
                "manchester-warrington_runcorn": "b",
                "ellesmere_port-warrington_runcorn": "b",
                "ellesmere_port-northwich": "b",
            },
            False,
        ),
    ],
)
def test_the_distant_market_needs_an_anchor(links: dict[str, str], possible: bool) -> None:
    match = position(board={"manchester.0": "cotton 1 a"}, links=links)
    assert ("sell" in match.answers) == possible


@pytest.mark.parametrize(
    ("links", "possible"),
    [
        ({"lancaster-preston": "b", "lancaster-scotland": "c"}, True),
        ({"blackpool-preston": "b"}, False),
        ({"preston-southport": "b"}, False),
    ],
)
def test_scotland_takes_cotton_and_blackpool_and_southport_do_not(
    links: dict[str, str], possible: bool
) -> None:
    match = position(period="rail", board={"preston.1": "cotton 2 a"}, links=links)
    assert ("sell" in match.answers) == possible


def test_the_virtual_link_moves_no_cotton() -> None:
    match = position(
        period="rail",
        board={"warrington_runcorn.0": "cotton 2 a", "liverpool.0": "port 2 a"},
        links={"ellesmere_port-warrington_runcorn": "a", "birkenhead-ellesmere_port": "a"},
    )
    assert "sell" not in match.answers


@pytest.mark.parametrize(
    ("marker", "tile"),
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 4), (2, 4), (5, 1), (6, 0), (6, 1), (7, 0)],
)
def test_a_distant_sale_brings_the_steps_and_the_value_of_the_space_reached(
    marker: int, tile: int
) -> None:
    match = position(hands=CARDS, board=WARRINGTON, cotton=marker, distant=[tile])
    match.answer(*SELL, TO_DISTANT)
    assert match.tile("warrington_runcorn.0") == "cotton 1 a flipped"
    assert match.table["cotton"] == marker + tile
    assert match.income(0) == 10 + 5 + DEMAND[marker + tile]


@pytest.mark.parametrize("marker", [6, 7])
def test_a_space_of_value_0_sells(marker: int) -> None:
    match = position(hands=CARDS, board=WARRINGTON, cotton=marker, distant=[0])
    match.answer(*SELL, TO_DISTANT)
    assert match.tile("warrington_runcorn.0") == "cotton 1 a flipped"
    assert match.income(0) == 15


@pytest.mark.parametrize(("marker", "tile"), [(4, 4), (5, 4), (6, 2), (7, 1), (7, 4)])
def test_a_sale_fails_on_the_last_space(marker: int, tile: int) -> None:
    match = position(hands=CARDS, board=WARRINGTON, cotton=marker, distant=[tile])
    match.answer(*SELL, TO_DISTANT)
    assert match.tile("warrington_runcorn.0") == "cotton 1 a"
    assert (match.table["cotton"], match.table["turned"], match.income(0)) == (8, [tile], 10)


def test_a_failed_sale_ends_the_action() -> None:
    match = position(
        hands=CARDS,
        board={**WARRINGTON, "lancaster.1": "cotton 1 a", "lancaster.0": "port 1 b"},
        cotton=7,
        distant=[1],
    )
    match.answer(*SELL, TO_DISTANT)
    assert (match.actor, match.decision) == (0, "action")


def test_earlier_sales_stand_when_a_later_one_fails() -> None:
    match = position(
        hands=CARDS,
        board={**WARRINGTON, "lancaster.1": "cotton 1 a", "lancaster.0": "port 1 b"},
        cotton=5,
        distant=[1, 2],
    )
    match.answer(*SELL, TO_DISTANT, "sell lancaster.1 to distant")
    assert match.tile("warrington_runcorn.0") == "cotton 1 a flipped"
    assert match.tile("lancaster.1") == "cotton 1 a"
    assert (match.income(0), match.decision) == (15, "action")


def test_the_distant_market_is_closed_with_the_marker_on_the_last_space() -> None:
    match = position(hands=CARDS, board=WARRINGTON, cotton=8).answer(*SELL)
    assert match.answers == [TO_PORT]


def test_without_demand_and_without_a_port_there_is_nothing_to_sell() -> None:
    match = position(board={**WARRINGTON, "warrington_runcorn.1": "port 1 b flipped"}, cotton=8)
    assert "sell" not in match.answers


def test_a_sale_that_must_fail_is_still_offered() -> None:
    match = position(
        players=2, edition="2009-duel", hands={0: "wigan bury"}, board=WARRINGTON, cotton=7
    )
    assert 0 not in match.table["distant"]
    assert TO_DISTANT in match.answer("sell", "discard bury").answers


def test_turned_tiles_lie_in_the_order_they_were_turned() -> None:
    match = position(
        hands=CARDS,
        board={**WARRINGTON, "lancaster.1": "cotton 1 a", "lancaster.0": "port 1 b"},
        distant=[1, 3, 2],
    )
    match.answer(*SELL, TO_DISTANT, "sell lancaster.1 to distant")
    assert match.table["turned"] == [1, 3]
    assert match.table["distant"][0] == 2
    assert match.table["cotton"] == 4


def test_the_first_sale_cannot_be_declined_and_later_ones_can() -> None:
    match = position(
        hands=CARDS, board={**WARRINGTON, "lancaster.1": "cotton 1 a", "lancaster.0": "port 1 b"}
    )
    match.answer(*SELL)
    assert "done" not in match.answers
    match.answer(TO_PORT)
    assert set(match.answers) == {
        "sell lancaster.1 to lancaster.0",
        "sell lancaster.1 to distant",
        "done",
    }
    match.answer("done")
    assert (match.actor, match.decision) == (0, "action")
    assert match.tile("lancaster.1") == "cotton 1 a"


def test_any_number_of_mills_is_sold_in_one_action() -> None:
    match = position(
        hands=CARDS,
        board={
            **WARRINGTON,
            "lancaster.1": "cotton 1 a",
            "lancaster.0": "port 1 b",
            "manchester.0": "cotton 1 a",
        },
        links={"manchester-warrington_runcorn": "b"},
        distant=[0],
    )
    match.answer(*SELL, "sell lancaster.1 to lancaster.0", TO_PORT, "sell manchester.0 to distant")
    assert match.income(0) == 10 + 5 + 5 + 5 + 3
    assert (match.actor, match.decision) == (0, "action")


def test_a_port_takes_one_sale_only() -> None:
    match = position(
        hands=CARDS,
        board={**WARRINGTON, "manchester.0": "cotton 1 a"},
        links={"manchester-warrington_runcorn": "b"},
    )
    match.answer(*SELL, TO_PORT)
    assert set(match.answers) == {"sell manchester.0 to distant", "done"}


def test_after_the_last_mill_nothing_more_is_asked() -> None:
    match = position(hands=CARDS, board=WARRINGTON).answer(*SELL, TO_PORT)
    assert (match.actor, match.decision) == (0, "action")


def test_a_single_possible_sale_is_still_asked_for() -> None:
    match = position(hands=CARDS, board=WARRINGTON, cotton=8).answer(*SELL, TO_PORT)
    assert match.record().answers == ["sell", "discard oldham", TO_PORT]


@pytest.mark.parametrize(("level", "steps"), [(1, 5), (2, 4), (3, 3), (4, 2)])
def test_mills_bring_the_steps_of_their_level(level: int, steps: int) -> None:
    match = position(hands=CARDS, board={**WARRINGTON, "warrington_runcorn.0": f"cotton {level} a"})
    assert match.answer(*SELL, TO_PORT).income(0) == 10 + steps


def test_the_income_marker_stops_at_space_99_for_cotton_too() -> None:
    match = position(hands=CARDS, board=WARRINGTON, income=93, distant=[0])
    assert match.answer(*SELL, TO_DISTANT).income(0) == 99
