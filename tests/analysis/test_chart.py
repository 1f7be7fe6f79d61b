"""The charts: well-formed, one line for each seat, turning points linked, names escaped."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import msgspec

from smokestack.analysis.chart import chance_chart, picture, points_chart, slider_chart
from smokestack.analysis.report import FORMAT, Analysis, Step, Values
from smokestack.analysis.turning_points import main_turning_points

NAMES = ["Ann <b>", "Ben & Co"]
SVG = "{http://www.w3.org/2000/svg}"


def analysis() -> Analysis:
    none = Values([0.0, 0.0], [0.0, 0.0])
    steps = [
        Step(number, 0, "move", period, "a", values, none, none, False, turning, None)
        for number, period, values, turning in (
            (1, "canal", Values([0.8, 0.2], [30.0, -4.0]), True),
            (2, "rail", Values([1.0, 0.0], [41.0, 12.0]), False),
        )
    ]
    start = Values([0.5, 0.5], [20.0, 20.0])
    return Analysis(
        FORMAT, "brass", "2018", 2, NAMES, [41, 12], [0], "quick", 1, 0, start, start, none, steps,
        [], [],
    )  # fmt: skip


def test_win_chances_and_turning_points() -> None:
    root = ElementTree.fromstring(chance_chart(analysis(), NAMES, lambda number: f"/step/{number}"))
    assert len(root.findall(f".//{SVG}polyline")) == 2
    assert [link.get("href") for link in root.findall(f"{SVG}a")] == ["/step/1"]
    assert NAMES[0] in (root.get("aria-label") or "")


def test_the_drawing_over_the_slider_has_chances_points_and_turning_points() -> None:
    root = ElementTree.fromstring(slider_chart(analysis(), NAMES, 2))
    bands = [band for band in root.findall(f"{SVG}svg") if band.get("viewBox")]
    assert [len(band.findall(f"{SVG}polyline")) for band in bands] == [2, 2]
    for band in bands:
        height = float((band.get("viewBox") or "").split()[3])
        for line in band.findall(f"{SVG}polyline"):
            for point in (line.get("points") or "").split():
                assert 0 <= float(point.split(",")[1]) <= height
    titles = [text.text for text in root.findall(f"{SVG}text")]
    assert titles == ["Win chances", "Expected points, -4 to 41"]

    def places(name: str) -> list[str | None]:
        path = f"{SVG}path[@class='{name}']"
        return [mark.get("x") for mark in root.findall(f"{SVG}svg") if mark.find(path) is not None]

    assert places("turning") == places("turning-line") == ["50.00%"]  # after one of two answers
    assert places("current-step") == ["100.00%"]
    assert (root.get("aria-label") or "").endswith("Ben & Co. Turning points: moves 1")


def test_points_below_zero_fit_into_the_chart() -> None:
    root = ElementTree.fromstring(points_chart(analysis(), NAMES))
    height = float((root.get("viewBox") or "").split()[3])
    for line in root.findall(f"{SVG}polyline"):
        for point in (line.get("points") or "").split():
            assert 0 <= float(point.split(",")[1]) <= height


def test_the_picture_to_share_needs_no_other_file() -> None:
    svg = picture(analysis(), "Ann wins & more", NAMES)
    root = ElementTree.fromstring(svg)
    assert len(root.findall(f".//{SVG}polyline")) == 4
    assert "var(" not in svg
    assert "DejaVu Sans" in svg  # the only font of the container
    assert "Ann wins & more" in [text.text for text in root.findall(f"{SVG}text")]


def test_marks_of_turning_points_do_not_overlap() -> None:
    """A long game with many turning points side by side, as with four players."""
    none = Values([0.0, 0.0], [0.0, 0.0])
    steps = [
        Step(number, 0, "move", "canal", "a", Values([chance, 1 - chance], [1.0, 1.0]), none, none,
             False, turning, None)
        for number, (chance, turning) in enumerate(
            ((0.5 + 0.3 * (number % 2), number < 100) for number in range(1, 161)), 1
        )
    ]  # fmt: skip
    steps[19] = msgspec.structs.replace(steps[19], values=Values([0.0, 1.0], [1.0, 1.0]))
    game = msgspec.structs.replace(analysis(), steps=steps)
    marked = main_turning_points(game)
    assert 20 in marked  # the largest of its neighbourhood
    assert all(later - earlier >= 5 for earlier, later in pairwise(marked))
    assert len(marked) >= 10
    root = ElementTree.fromstring(slider_chart(game, NAMES, 2))
    assert len(root.findall(f".//{SVG}path[@class='turning']")) == len(marked)


def test_a_long_title_of_the_picture_to_share_has_several_lines() -> None:
    title = "Brass: Ann wins 120 to 120, 93, 70 (tied on points, further on the income track)."
    root = ElementTree.fromstring(picture(analysis(), title, NAMES))
    lines = [text.text or "" for text in root.findall(f"{SVG}text[@class='title long']")]
    assert len(lines) == 2
    assert " ".join(lines) == title
