"""Pictures and their cached layers."""

from __future__ import annotations

from xml.etree import ElementTree

from smokestack.presentation.language import tr, use_language
from smokestack.presentation.picture import Picture, layer


def classes(picture: Picture) -> dict[str, str]:
    """The classes of a picture's things."""
    root = ElementTree.fromstring(picture.markup())
    return {
        each.attrib["data-thing"]: each.attrib["class"]
        for each in root.iter()
        if "data-thing" in each.attrib
    }


def test_a_layer_is_drawn_once_for_each_argument_and_language() -> None:
    drawn: list[tuple[int, str]] = []

    @layer
    def plots(picture: Picture, count: int) -> None:
        drawn.append((count, tr("Money")))
        for number in range(count):
            picture.thing(f"plot-{number}", tr("Money"), "<path/>")

    for _ in range(2):
        for language in ("en", "de"):
            with use_language(language):
                picture = Picture(10, 10, "")
                plots(picture, 2)
                assert picture.markup().count(tr("Money")) == 2
    plots(Picture(10, 10, ""), 3)
    assert drawn == [(2, "Money"), (2, "Geld"), (3, "Money")]


def test_things_of_a_layer_are_open_or_recent_in_one_picture_only() -> None:
    @layer
    def plots(picture: Picture) -> None:
        for number in range(3):
            picture.add(f'<path id="before-{number}"/>')
            picture.thing(f"plot-{number}", f"Plot {number}", "<path/>", "plot")

    plain = {f"plot-{number}": "thing plot" for number in range(3)}
    for open_, recent, changed in (
        ({"plot-1"}, ["plot-2"], {"plot-1": "thing open plot", "plot-2": "thing recent plot"}),
        ({"plot-0", "elsewhere"}, ["plot-0"], {"plot-0": "thing open recent plot"}),
        (set(), [], {}),
    ):
        picture = Picture(10, 10, "", open_, recent)
        picture.thing("first", "First", "<path/>")
        plots(picture)
        assert classes(picture) == {"first": "thing", **plain, **changed}


def test_a_picture_is_the_same_with_and_without_layers() -> None:
    def plots(picture: Picture) -> None:
        picture.add("<text>–</text>")
        picture.thing("plot", "Bolton – Bury <b>", "<path/>")

    straight, layered = Picture(10, 10, "Ä", {"plot"}), Picture(10, 10, "Ä", {"plot"})
    plots(straight)
    layer(plots)(layered)
    assert layered.markup() == straight.markup()
    label = next(
        each.attrib["aria-label"]
        for each in ElementTree.fromstring(straight.markup()).iter()
        if "data-thing" in each.attrib
    )
    assert label == "Bolton – Bury <b>"


def test_a_picture_is_plain_ascii() -> None:
    picture = Picture(10, 10, "Über")
    picture.add("<text>£2 – ∞</text>")
    picture.thing("card", "Ø", "<text>×</text>")
    assert picture.markup("<title>é</title>").isascii()


def test_a_thing_that_is_drawn_again_replaces_the_one_before() -> None:
    base = Picture(10, 10, "")
    for name in ("first", "second", "third"):
        base.thing(name, name, "<path/>")
    picture = Picture(10, 10, "")
    picture.redraw(base)
    picture.thing("second", "Second", "<circle/>", "changed")
    assert list(classes(picture).items()) == [
        ("first", "thing"),
        ("second", "thing changed"),
        ("third", "thing"),
    ]
    assert "<circle/>" not in base.markup()


def test_markup_contains_what_was_added_after_it_was_asked_for() -> None:
    picture = Picture(10, 10, "")
    picture.thing("first", "First", "<path/>")
    assert "second" not in picture.markup()
    picture.thing("second", "Second", "<path/>")
    assert "second" in picture.markup()
    picture.add('<path id="third"/>')
    assert "third" in picture.markup()
