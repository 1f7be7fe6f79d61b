"""The charts: well-formed, one line for each seat, turning points linked, names escaped."""

from __future__ import annotations

from xml.etree import ElementTree

from smokestack.analysis.chart import chance_chart, picture, points_chart
from smokestack.analysis.report import FORMAT, Analysis, Step, Values

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
    assert "Ann wins & more" in [text.text for text in root.findall(f"{SVG}text")]
