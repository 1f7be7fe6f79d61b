"""The HTML report is complete, self-contained, and safe for any name of a player."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from smokestack.arena.page import page_of
from smokestack.arena.plan import Plan, make_plan
from smokestack.arena.plots import Scale
from smokestack.arena.report import report_of
from tests.arena.tables import allow_names, finished

HOSTILE_NAME = '<script>alert("1")</script>&\'{{ 7 * 7 }}'


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> Plan:
    allow_names(monkeypatch, HOSTILE_NAME)
    return make_plan("glasgow", ["greedy", HOSTILE_NAME, "random"])


@pytest.fixture
def page(plan: Plan) -> str:
    endings = [[9, 5], [5, 9], [9, 1], [1, 9], [6, 4], [4, 6]]
    return page_of(report_of(plan, finished(plan, *endings * 3)))


def test_names_are_escaped_everywhere(page: str) -> None:
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "{{ 7 * 7 }}" in page


def test_the_page_loads_nothing(page: str) -> None:
    assert not re.search(r"https?:|src=|@import|url\(|<link|<script", page)


def test_all_parts_are_there(page: str) -> None:
    ids = re.findall(r'<section class="[^"]*" id="(\w+)"', page)
    assert " ".join(ids) == "standings ratings wins points duels seats games reading"


def part(page: str, name: str) -> str:
    found = re.search(rf'<section class="[^"]*" id="{name}">.*?</section>', page, re.S)
    assert found is not None
    return found[0]


def test_every_player_is_in_every_plot(page: str) -> None:
    for name in ("ratings", "wins"):
        assert part(page, name).count('class="dot"') == 3
        assert part(page, name).count('class="reach" x1') == 3 + 1  # and the key
    assert part(page, "points").count('class="mean"') == 3
    assert len(re.findall(r'class="(?:ahead|behind)"', part(page, "duels"))) == 6
    assert part(page, "seats").count('class="dot"') == 2


def test_the_drawings_are_valid_and_within_bounds(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(drawings) > 12
    for drawing in drawings:
        for element in ElementTree.fromstring(drawing).iter():
            for name in ("x", "x1", "x2", "cx", "width"):
                value = element.get(name, "0")
                if value.endswith("%"):
                    assert 0 <= float(value.removesuffix("%")) <= 100


def test_a_bot_against_itself_has_a_page_without_comparisons() -> None:
    plan = make_plan("glasgow", ["random"])
    page = page_of(report_of(plan, finished(plan, [4, 3])))
    assert "random against itself" in page
    assert 'id="ratings"' not in page
    assert 'id="duels"' not in page


def test_the_headline_says_that_one_seed_proves_nothing() -> None:
    plan = make_plan("glasgow", ["greedy", "random"])
    page = page_of(report_of(plan, finished(plan, [9, 5], [5, 9])))
    assert "greedy is ahead, but one seed proves nothing" in page


def test_the_headline_claims_no_more_than_the_intervals() -> None:
    plan = make_plan("glasgow", ["greedy", "random"])
    clear = finished(plan, *[[9, 5], [5, 9]] * 8)
    close = finished(plan, *[[9, 5], [5, 9], [9, 5], [9, 5], [5, 9], [9, 5]] * 2)
    assert "<h1>greedy is the strongest</h1>" in _joined(page_of(report_of(plan, clear)))
    assert "are too close to call</h1>" in _joined(page_of(report_of(plan, close)))


def _joined(page: str) -> str:
    return re.sub(r"\s+(?=</h1>)|(?<=<h1>)\s+", "", page)


def test_the_page_shows_the_command_of_the_plan() -> None:
    plan = make_plan("glasgow", ["greedy", "random"], seed=5, options={"turn_limit": 9})
    page = page_of(report_of(plan, finished(plan, [9, 5], [5, 9])))
    assert (
        "smokestack arena glasgow --edition standard --players greedy,random --seats 2 --games 2 "
        "--seed 5 --option turn_limit=9</code>"
    ) in page


@pytest.mark.parametrize(
    ("lowest", "highest", "labels"),
    [
        (0, 100, ["0", "20", "40", "60", "80", "100"]),
        (-12.5, 48, ["-20", "0", "20", "40", "60"]),
        (5, 5, ["5", "6"]),
    ],
)
def test_scales_have_round_numbers(lowest: float, highest: float, labels: list[str]) -> None:
    assert [tick.label for tick in Scale(lowest, highest).ticks()] == labels
