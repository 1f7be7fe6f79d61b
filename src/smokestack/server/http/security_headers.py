"""Security headers of every response.

The server (`serve.Server`) adds them to whatever it sends, so that no response lacks them: pages,
errors, static files, event streams, and what uvicorn sends without calling the app.
"""

from __future__ import annotations

from typing import Final

from smokestack.server.settings import Settings

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS: Final = (
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
STRICT_TRANSPORT_SECURITY: Final = ("strict-transport-security", "max-age=31536000")


def security_headers(settings: Settings) -> list[tuple[str, str]]:
    """The headers for a server; one whose public URL is https tells browsers to insist on it."""
    if settings.is_https:
        return [*SECURITY_HEADERS, STRICT_TRANSPORT_SECURITY]
    return list(SECURITY_HEADERS)
