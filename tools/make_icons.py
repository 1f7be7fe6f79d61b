"""Write the icons of the installed app as PNG files, from the drawing `icon.svg`.

The drawing fills the square and keeps to its middle, as systems that cut icons to a circle need it.
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

FOLDER = Path(__file__).parent.parent / "src" / "smokestack" / "web" / "static"
SIZES = (180, 192, 512)


def main() -> None:
    drawing = (FOLDER / "icon.svg").read_text("utf-8")
    for size in SIZES:
        picture = resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size)
        (FOLDER / f"icon-{size}.png").write_bytes(bytes(picture))


if __name__ == "__main__":
    main()
