"""Line charts: round grids, lines inside the margins, escaped texts."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from smokestack.presentation.line_chart import MAX_GRID_LINES, LineChart, Margins

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("ends", "labels"),
    [
        ((0, 1), ["0", "1"]),
        ((-4.5, 41.0), ["0", "10", "20", "30", "40"]),
        ((1475, 1635), ["1500", "1550", "1600"]),
        ((0, 9000), [str(1000 * number) for number in range(10)]),  # beyond the largest step
    ],
)
def test_a_grid_has_round_numbers(ends: tuple[float, float], labels: list[str]) -> None:
    chart = LineChart(1, ends, 200, Margins())
    chart.add_round_grid()
    root = ElementTree.fromstring(chart.svg("Points"))
    assert [text.text for text in root.findall(f"{SVG}text")] == labels
    assert len(labels) <= MAX_GRID_LINES + 1 or ends == (0, 9000)


def test_lines_are_inside_the_margins_and_texts_escaped() -> None:
    chart = LineChart(2, (-5, 5), 100, Margins(left=10, bottom=20, right=30, top=5), width=140)
    chart.add_course(1, [-5, 5, 0])
    chart.add_period_title(1, "<Rail>")
    root = ElementTree.fromstring(chart.svg('Ann & "Bob"'))
    (line,) = root.findall(f"{SVG}polyline")
    assert line.get("points") == "10.0,80.0 60.0,5.0 110.0,42.5"
    assert [text.text for text in root.findall(f"{SVG}text")] == ["<Rail>"]
    assert root.get("aria-label") == 'Ann & "Bob"'


def test_a_chart_of_one_step_is_drawn() -> None:
    chart = LineChart(0, (0, 1), 100, Margins())
    chart.add_course(0, [1])
    assert 'points="54.0,12.0"' in chart.markup
