"""Routes for monitoring: liveness, readiness and metrics."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from smokestack.server.http.metrics import Metrics
from smokestack.server.http.requests import HttpRequest, service_of

HEALTH_PATHS: Final = ("/health", "/ready")
MONITORING_PATHS: Final = (*HEALTH_PATHS, "/metrics")


@get("/health", opt={"exclude_from_csrf": True})
async def health() -> dict[str, str]:
    """200 while the process is alive."""
    return {"status": "ok"}


@get("/ready", opt={"exclude_from_csrf": True})
async def ready(request: HttpRequest) -> Response[dict[str, str]]:
    """200 while the service is open and its database answers, 503 otherwise."""
    problem = await service_of(request).readiness_problem()
    if problem:
        return Response({"status": "not ready", "reason": problem}, status_code=503)
    return Response({"status": "ready"})


@get("/metrics", opt={"exclude_from_csrf": True})
async def metrics(request: HttpRequest) -> Response[bytes]:
    own: Metrics = request.app.state.metrics
    totals = await service_of(request).totals()
    text = own.render(totals.unfinished_tables, totals.pending_bot_jobs)
    return Response(text, media_type=CONTENT_TYPE_LATEST)
