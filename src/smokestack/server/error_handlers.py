"""Error responses: a problem for the API, a page or a part of one for browsers."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException

from smokestack.engine.errors import SmokestackError
from smokestack.presentation.language import tr, translate
from smokestack.server.api.problems import problem, problem_of, problem_with_request
from smokestack.server.domain.errors import LimitExceeded, StorageUnavailable
from smokestack.server.http.errors import status_of
from smokestack.server.http.gateway import route_of
from smokestack.server.http.requests import HttpRequest, is_api, wants_fragment
from smokestack.server.pages.rendering import page

log = logging.getLogger(__name__)


def domain_error(request: HttpRequest, error: SmokestackError) -> Response[Any]:
    """A request that the service has declined; the message says why."""
    if isinstance(error, StorageUnavailable):
        fields = {"method": request.method, "route": route_of(request.scope)}
        log.error("database can't be used: %s", error.reason, extra={"fields": fields})
    if is_api(request.scope):
        return problem_of(error)
    response = _error_page(request, status_of(error), translate(error))
    if isinstance(error, LimitExceeded) and error.retry_after is not None:
        response.headers["retry-after"] = str(error.retry_after)
    return response


def http_error(request: HttpRequest, error: HTTPException) -> Response[Any]:
    """A request that did not reach the service."""
    texts = {
        403: tr("This page is out of date. Please reload it and try again."),
        404: tr("There is no page at this address."),
        405: tr("This page does not accept this request."),
        408: tr("This request took too long to arrive."),
        413: tr("This request is too large."),
    }
    text = texts.get(error.status_code, tr("This request can't be understood."))
    if is_api(request.scope):
        return problem_with_request(error, text)
    return _error_page(request, error.status_code, text)


def internal_error(request: HttpRequest, error: Exception) -> Response[Any]:
    """A bug: logged in full, shown without details."""
    fields = {"method": request.method, "route": route_of(request.scope)}
    log.error("request failed", exc_info=error, extra={"fields": fields})
    text = tr("Something went wrong. Nothing was lost; please try again.")
    if is_api(request.scope):
        return problem("internal-error", text)
    return _error_page(request, 500, text)


def _error_page(request: HttpRequest, status: int, text: str) -> Response[Any]:
    """A whole page, or a notice for the page whose script sent the request."""
    if not wants_fragment(request):
        title = tr("Not found") if status == 404 else tr("That didn't work")
        return page(request, "error.html", status, title=title, text=text)
    response = page(request, "error_notice.html", status, text=text)
    response.headers.update({"hx-retarget": "#notices", "hx-reswap": "innerHTML"})
    return response
