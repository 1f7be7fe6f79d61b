"""For whatever watches over the server: is it up, and can it serve?"""

from __future__ import annotations

from litestar import Response, get

from smokestack.server.asking import Asked, house_of


@get("/health", opt={"exclude_from_csrf": True})
async def health() -> dict[str, str]:
    """The process is up."""
    return {"status": "ok"}


@get("/ready", opt={"exclude_from_csrf": True})
async def ready(request: Asked) -> Response[dict[str, str]]:
    """The house is open and its database answers."""
    problem = await house_of(request).trouble()
    if problem:
        return Response({"status": "not ready", "reason": problem}, status_code=503)
    return Response({"status": "ready"})
