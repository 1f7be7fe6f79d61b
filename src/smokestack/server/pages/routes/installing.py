"""What a browser needs to install Smokestack as an app."""

from __future__ import annotations

import msgspec
from litestar import Response, get

from smokestack.presentation.language import language, tr
from smokestack.server.http.assets import assets
from smokestack.server.http.requests import HttpRequest

PAPER = "#f4ecdb"


@get("/app.webmanifest")
async def manifest(request: HttpRequest) -> Response[bytes]:
    """The web app manifest, in the language of the visitor."""
    icons = [
        {"src": assets().url(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    found = {
        "id": "/",
        "name": "Smokestack",
        "short_name": "Smokestack",
        "description": tr(
            "Glasgow and Brass, two board games of the industrial age, in your browser."
        ),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [{**icon, "purpose": use} for icon in icons for use in ("any", "maskable")],
        "shortcuts": [
            {"name": tr("Next game"), "url": "/next"},
            {"name": tr("New game"), "url": "/new"},
        ],
    }
    return Response(
        msgspec.json.encode(found),
        media_type="application/manifest+json",
        headers={"cache-control": "no-cache", "vary": "cookie, accept-language"},
    )
