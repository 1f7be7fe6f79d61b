"""Static files: read and compressed once, with a hash of their content in the URL."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from litestar import Response, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from smokestack.games import find_ui, game_names
from smokestack.presentation.picture import THEME_CSS
from smokestack.server.http.requests import HttpRequest

FOLDER: Final = Path(__file__).parents[2] / "web" / "static"
NPM_FOLDER: Final = FOLDER / "npm"
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
COMPRESSED_SUFFIXES: Final = {".png", ".woff2"}
SERVICE_WORKER: Final = "service-worker.js"
MAIN_STYLES: Final = "site.css"
CACHE_CONTROL: Final = "public, max-age=31536000, immutable"


@get("/static/{digest:str}/{name:str}")
async def static(
    request: HttpRequest, digest: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    asset = assets().files.get(f"{digest}/{name}")
    if asset is None:
        raise HTTPException(status_code=404)
    headers = {"cache-control": CACHE_CONTROL, "vary": "accept-encoding"}
    content = asset.content
    if asset.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        content = asset.gzipped
    return Response(content, media_type=asset.media_type, headers=headers)


@get("/service-worker.js")
async def service_worker() -> Response[bytes]:
    """At the root, because a service worker serves only pages below its own address."""
    asset = assets().find(SERVICE_WORKER)
    headers = {"cache-control": "no-cache"}
    return Response(asset.content, media_type=asset.media_type, headers=headers)


@cache
def assets() -> Assets:
    return Assets()


class Asset(msgspec.Struct, frozen=True):
    content: bytes
    gzipped: bytes | None
    media_type: str


class Assets:
    """All static files. A URL contains the hash of its content, so browsers never reload it."""

    def __init__(self) -> None:
        self.files: dict[str, Asset] = {}
        self.urls: dict[str, str] = {}
        for path in sorted(FOLDER.rglob("*")):
            if path.suffix in MEDIA_TYPES and path.name != MAIN_STYLES:
                self._add(path.name, _smaller(path))
        self._add(MAIN_STYLES, self._with_urls(THEME_CSS, FOLDER / MAIN_STYLES))
        for name in game_names():
            ui = find_ui(name)
            theme, sheet = self._with_urls(ui.theme_css), self._with_urls(ui.picture_css)
            # Nested, so that the class names of a game apply to its pictures only.
            self._add(f"{name}.css", theme + b".picture {\n" + sheet + b"}\n")
            for script in sorted(ui.picture_css.parent.glob("*.js")):
                self._add(f"{name}-{script.name}", _smaller(script))

    def url(self, name: str) -> str:
        return self.urls[name]

    def find(self, name: str) -> Asset:
        return self.files[self.urls[name].removeprefix("/static/")]

    def _add(self, name: str, content: bytes) -> None:
        digest = hashlib.sha256(content).hexdigest()[:12]
        suffix = Path(name).suffix
        gzipped = None if suffix in COMPRESSED_SUFFIXES else gzip.compress(content, mtime=0)
        self.files[f"{digest}/{name}"] = Asset(content, gzipped, MEDIA_TYPES[suffix])
        self.urls[name] = f"/static/{digest}/{name}"

    def _with_urls(self, *sheets: Path) -> bytes:
        """Style sheets joined into one, with the URLs of the fonts that they load."""
        text = "\n".join(sheet.read_text("utf-8") for sheet in sheets)
        for name, url in self.urls.items():
            text = text.replace(f'url("{name}")', f'url("{url}")')
        return text.encode()


def _smaller(path: Path) -> bytes:
    """The content of a file; scripts of our own without indentation and lines of comments.

    A tool for this, rjsmin, removes spaces from templates (`${a} ${b}`). No template of ours has
    more than one line.
    """
    if path.suffix == ".js" and path.parent != NPM_FOLDER:
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
        return "\n".join(line for line in lines if line and not line.startswith("//")).encode()
    return path.read_bytes()
