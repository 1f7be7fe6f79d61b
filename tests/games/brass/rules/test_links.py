"""Canals and railways: where, at what price, and with whose coal."""

from __future__ import annotations

import pytest

from tests.games.brass.positions import position

CARDS = {0: "oldham oldham"}
DISCARD = "discard oldham"
BOLTON_RAILS = {"blackburn-bolton", "bolton-bury", "bolton-manchester", "bolton-wigan"}

# A connected railway net of 13 lines, with coal at its end.
THIRTEEN = (
    "bolton-bury", "bolton-manchester", "bolton-wigan", "blackburn-bolton", "blackburn-burnley",
    "blackburn-preston", "blackburn-wigan", "burnley-bury", "burnley-colne", "bury-manchester",
    "bury-rochdale", "manchester-oldham", "manchester-stockport",
)  # fmt: skip


def test_a_canal_costs_3_pounds_and_no_coal() -> None:
    match = position(hands=CARDS, board={"bolton.0": "cotton 1 a"})
    match.answer("link bolton-bury", DISCARD)
    assert match.table["links"] == {"bolton-bury": 0}
    assert (match.money(0), match.spent(0), match.table["coal"]) == (27, 3, 8)


def test_any_card_builds_a_link() -> None:
    match = position(hands={0: "wigan oldham port"}, board={"bolton.0": "cotton 1 a"})
    match.answer("link bolton-bury")
    assert set(match.answers) == {"discard wigan", "discard oldham", "discard port"}


def test_an_action_builds_one_canal_only() -> None:
    match = position(hands=CARDS, board={"bolton.0": "cotton 1 a"})
    match.answer("link bolton-bury", DISCARD)
    assert (match.actor, match.decision) == (0, "action")
    match.answer("link bury-manchester", DISCARD)
    assert (match.actor, match.decision) == (1, "action")


@pytest.mark.parametrize(
    ("period", "lines"),
    [("canal", {"bolton-bury", "bolton-manchester"}), ("rail", BOLTON_RAILS)],
)
def test_only_lines_of_the_period_are_built(period: str, lines: set[str]) -> None:
    match = position(period=period, board={"bolton.0": "coal 2 a"})
    assert match.offered("link") == lines


def test_there_is_no_railway_from_ellesmere_port_to_liverpool() -> None:
    board = {"ellesmere_port.0": "port 2 a"}
    assert position(board=board).offered("link") == {
        "ellesmere_port-liverpool",
        "ellesmere_port-northwich",
        "ellesmere_port-warrington_runcorn",
    }
    assert position(board=board, period="rail").offered("link") == {
        "birkenhead-ellesmere_port",
        "ellesmere_port-northwich",
        "ellesmere_port-warrington_runcorn",
    }


def test_a_line_is_built_once() -> None:
    match = position(board={"bolton.0": "cotton 1 a"}, links={"bolton-bury": "b"})
    assert match.offered("link") == {"bolton-manchester"}


def test_own_links_also_lead_through_places_without_slots() -> None:
    match = position(links={"colne-yorkshire": "a"})
    assert match.offered("link") == {"burnley-colne", "rochdale-yorkshire"}


def test_links_and_tiles_of_others_do_not_lead_on() -> None:
    match = position(
        board={"bolton.0": "cotton 1 a", "wigan.0": "coal 1 b"}, links={"bolton-bury": "b"}
    )
    assert match.offered("link") == {"bolton-manchester"}


@pytest.mark.parametrize("period", ["canal", "rail"])
def test_a_link_cannot_be_the_very_first_build(period: str) -> None:
    match = position(period=period, board={"bolton.0": "coal 2 b"}, money=100)
    assert match.offered("link") == set()


@pytest.mark.parametrize(("money", "possible"), [(2, False), (3, True)])
def test_a_canal_is_offered_only_if_it_can_be_paid(money: int, possible: bool) -> None:
    match = position(board={"colne.0": "cotton 1 a"}, money=money)
    assert ("link colne-yorkshire" in match.answers) == possible


@pytest.mark.parametrize(("switch", "possible"), [(True, True), (False, False)])
def test_the_duel_has_a_canal_to_scotland_unless_switched_off(switch: bool, possible: bool) -> None:
    match = position(
        players=2,
        edition="2009-duel",
        board={"lancaster.0": "port 1 a"},
        scotland_canal=switch,
    )
    assert ("link lancaster-scotland" in match.answers) == possible


def test_a_railway_costs_5_pounds_and_a_coal() -> None:
    match = position(period="rail", hands=CARDS, board={"bolton.0": "coal 2 a"})
    match.answer("link bolton-bury", DISCARD)
    assert match.tile("bolton.0") == "coal 2 a 2"
    assert (match.money(0), match.spent(0)) == (25, 5)
    assert (match.actor, match.decision) == (0, "second rail")


def test_a_second_railway_can_be_declined() -> None:
    match = position(period="rail", hands=CARDS, board={"bolton.0": "coal 2 a"})
    match.answer("link bolton-bury", DISCARD, "done")
    assert match.table["links"] == {"bolton-bury": 0}
    assert (match.actor, match.decision, match.money(0)) == (0, "action", 25)


def test_two_railways_in_one_action_cost_15_pounds_and_a_coal_each() -> None:
    match = position(period="rail", hands=CARDS, board={"bolton.0": "coal 2 a"})
    match.answer("link bolton-bury", DISCARD, "link bolton-wigan")
    assert match.table["links"] == {"bolton-bury": 0, "bolton-wigan": 0}
    assert (match.money(0), match.spent(0)) == (15, 15)
    assert match.tile("bolton.0") == "coal 2 a 1"
    assert match.table["discards"] == ["oldham"]


def test_an_action_builds_no_third_railway() -> None:
    match = position(period="rail", hands=CARDS, board={"bolton.0": "coal 2 a"}, money=100)
    match.answer("link bolton-bury", DISCARD, "link bolton-wigan")
    assert (match.actor, match.decision) == (0, "action")


def test_the_second_railway_may_use_the_first() -> None:
    match = position(period="rail", hands=CARDS, board={"bolton.0": "coal 2 a"})
    match.answer("link bolton-bury", DISCARD)
    assert set(match.answers) == {
        "done",
        "link blackburn-bolton",
        "link bolton-manchester",
        "link bolton-wigan",
        "link burnley-bury",
        "link bury-manchester",
        "link bury-rochdale",
    }


def test_the_coal_of_the_second_railway_may_come_over_the_first() -> None:
    match = position(
        period="rail", hands=CARDS, board={"blackburn.0": "cotton 2 a", "bolton.0": "coal 2 b"}
    )
    assert match.offered("link") == {"blackburn-bolton"}
    match.answer("link blackburn-bolton", DISCARD, "link blackburn-preston")
    assert match.tile("bolton.0") == "coal 2 b 1"


# Money; whether a first and a second railway can be paid with coal from the full track.
@pytest.mark.parametrize(
    ("money", "first", "second"),
    [(5, False, False), (6, True, False), (16, True, False), (17, True, True)],
)
def test_railways_are_offered_only_if_their_coal_can_be_paid_too(
    money: int, first: bool, second: bool
) -> None:
    match = position(period="rail", hands=CARDS, board={"preston.0": "port 2 a"}, money=money)
    assert ("link preston-wigan" in match.answers) == first
    if first:
        match.answer("link preston-wigan", DISCARD)
        assert (match.decision == "second rail") == second


@pytest.mark.parametrize(("money", "second"), [(14, False), (15, True)])
def test_a_second_railway_that_cannot_be_paid_is_not_asked_for(money: int, second: bool) -> None:
    match = position(period="rail", hands=CARDS, board={"bolton.0": "coal 2 a"}, money=money)
    match.answer("link bolton-bury", DISCARD)
    assert match.decision == ("second rail" if second else "action")


def test_a_second_railway_without_coal_is_not_asked_for() -> None:
    match = position(period="rail", hands=CARDS, board={"bolton.0": "coal 2 a 1"})
    match.answer("link bolton-bury", DISCARD)
    assert (match.tile("bolton.0"), match.income(0)) == ("coal 2 a flipped", 17)
    assert match.decision == "action"


def test_coal_of_the_track_is_paid_for_each_railway() -> None:
    match = position(period="rail", hands=CARDS, board={"preston.0": "port 2 a"}, coal=1)
    match.answer("link preston-wigan", DISCARD, "link liverpool-wigan")
    assert (match.money(0), match.spent(0)) == (30 - 5 - 4 - 10 - 5, 24)
    assert match.table["coal"] == 0


def test_no_railway_without_a_mine_and_without_an_anchor() -> None:
    match = position(period="rail", board={"bolton.0": "cotton 2 a", "wigan.0": "coal 2 b"})
    assert match.offered("link") == {"bolton-wigan"}


def test_an_anchor_at_the_far_end_of_the_new_railway_opens_the_track() -> None:
    match = position(period="rail", hands=CARDS, board={"lancaster.1": "cotton 2 a"})
    assert match.offered("link") == {"lancaster-scotland"}
    match.answer("link lancaster-scotland", DISCARD)
    assert (match.money(0), match.table["coal"]) == (24, 7)


def test_the_new_railway_counts_nothing_for_the_distance_of_a_mine() -> None:
    match = position(
        period="rail", hands=CARDS, board={"bolton.0": "coal 2 a", "bury.0": "coal 2 b"}
    )
    match.answer("link bolton-bury", DISCARD)
    assert (match.actor, match.decision) == (0, "coal")
    assert set(match.answers) == {"coal bolton.0", "coal bury.0"}


def test_the_nearer_end_of_the_new_railway_counts() -> None:
    match = position(
        period="rail",
        hands=CARDS,
        board={"bolton.0": "cotton 2 a", "wigan.0": "coal 2 b", "bury.0": "coal 2 c"},
        links={"bolton-wigan": "b"},
    )
    match.answer("link bolton-bury", DISCARD)
    assert match.decision == "second rail"
    assert (match.tile("wigan.0"), match.tile("bury.0")) == ("coal 2 b 3", "coal 2 c 2")


def test_mines_equally_far_from_either_end_leave_the_choice() -> None:
    match = position(
        period="rail",
        hands=CARDS,
        board={"bolton.0": "cotton 2 a", "wigan.0": "coal 2 b", "rochdale.0": "coal 2 c"},
        links={"bolton-wigan": "b", "bury-rochdale": "c"},
    )
    match.answer("link bolton-bury", DISCARD)
    assert set(match.answers) == {"coal wigan.0", "coal rochdale.0"}


def test_each_railway_takes_its_coal_right_after_it_is_placed() -> None:
    match = position(
        period="rail", hands=CARDS, board={"bolton.0": "coal 2 a", "bolton.1": "coal 2 b"}
    )
    match.answer("link bolton-bury", DISCARD)
    assert (match.decision, match.table["links"]) == ("coal", {"bolton-bury": 0})
    assert match.answer("coal bolton.0").decision == "second rail"
    assert match.answer("link bolton-wigan").decision == "coal"
    assert match.answer("coal bolton.1").decision == "action"
    assert (match.tile("bolton.0"), match.tile("bolton.1")) == ("coal 2 a 2", "coal 2 b 2")


def test_the_second_railway_needs_a_second_marker() -> None:
    match = position(
        period="rail",
        hands=CARDS,
        board={"bolton.0": "coal 2 a"},
        links=dict.fromkeys(THIRTEEN, "a"),
    )
    match.answer("link oldham-rochdale", DISCARD)
    assert len(match.table["links"]) == 14
    assert (match.actor, match.decision) == (0, "action")


def test_without_a_marker_no_link_is_offered() -> None:
    match = position(
        period="rail",
        board={"bolton.0": "coal 2 a"},
        links=dict.fromkeys([*THIRTEEN, "oldham-rochdale"], "a"),
    )
    assert match.offered("link") == set()


def test_markers_of_others_do_not_count() -> None:
    match = position(
        period="rail",
        board={"bolton.0": "coal 2 a"},
        links={**dict.fromkeys(THIRTEEN, "b"), "oldham-rochdale": "a"},
    )
    assert match.offered("link") == {"rochdale-yorkshire"}
