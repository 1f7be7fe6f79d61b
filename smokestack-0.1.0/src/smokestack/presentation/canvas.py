"""A grid of characters for drawings in a terminal."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text


class Canvas:
    """Text at coordinates, each piece with its own style."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write from left to right; anything outside the grid is cut off."""
        if 0 <= y < len(self.cells):
            for column, character in enumerate(text, x):
                if 0 <= column < self.width:
                    self.cells[y][column] = (character, style)

    def box(self, x: int, y: int, width: int, height: int, style: str = "") -> None:
        self.put(x, y, "┌" + "─" * (width - 2) + "┐", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, "└" + "─" * (width - 2) + "┘", style)

    def to_text(self) -> Text:
        text = Text(no_wrap=True, overflow="crop")
        for number, row in enumerate(self.cells):
            if number:
                text.append("\n")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(character for character, _ in run), style)
        return text
