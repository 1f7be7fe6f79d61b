"""The files that pages load: read once, compressed once, named by their content."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from smokestack.engine.picture import INKS
from smokestack.games import find_game, game_names

FOLDER: Final = Path(__file__).parent.parent / "web" / "static"
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
ALREADY_SMALL: Final = {".woff2"}
STYLES: Final = "house.css"


class Asset(msgspec.Struct, frozen=True):
    content: bytes
    zipped: bytes | None
    media_type: str


class Assets:
    """All static files by name; `url` names their content, so browsers may keep them for ever."""

    def __init__(self) -> None:
        self.files: dict[str, Asset] = {}
        self.urls: dict[str, str] = {}
        for path in sorted(FOLDER.rglob("*")):
            if path.suffix in KINDS and path.name != STYLES:
                self._keep(path.name, path.read_bytes())
        self._keep(STYLES, self._with_urls(INKS, FOLDER / STYLES))
        for name in game_names():
            # Nested, so that a game's class names mean nothing outside its pictures.
            sheet = self._with_urls(find_game(name).folder / "picture.css")
            self._keep(f"{name}.css", b".picture {\n" + sheet + b"}\n")

    def url(self, name: str) -> str:
        return self.urls[name]

    def _keep(self, name: str, content: bytes) -> None:
        digest = hashlib.sha256(content).hexdigest()[:12]
        suffix = Path(name).suffix
        zipped = None if suffix in ALREADY_SMALL else gzip.compress(content, mtime=0)
        self.files[f"{digest}/{name}"] = Asset(content, zipped, KINDS[suffix])
        self.urls[name] = f"/static/{digest}/{name}"

    def _with_urls(self, *sheets: Path) -> bytes:
        """Style sheets as one, with the full names of the fonts that they load."""
        text = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
        for name, url in self.urls.items():
            text = text.replace(f'url("{name}")', f'url("{url}")')
        return text.encode()


@cache
def assets() -> Assets:
    return Assets()
