"""The web app: rooms, doors and the guard at each."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from smokestack.engine.errors import SmokestackError
from smokestack.engine.language import speaking, tr
from smokestack.server.api.caller import is_api
from smokestack.server.api.problems import problem, problem_of, problem_with_request
from smokestack.server.api.rooms import api
from smokestack.server.asking import Asked, status_of, visitor, wants_fragment
from smokestack.server.assets import assets
from smokestack.server.counting import Counts, metrics
from smokestack.server.door import Door
from smokestack.server.errors import TooMuch
from smokestack.server.house import House
from smokestack.server.limits import Limits, within_limits
from smokestack.server.pages import page
from smokestack.server.routes import health, live, replays, rules, seats, start, tables
from smokestack.server.settings import Settings
from smokestack.server.story import Stories
from smokestack.server.visitor import preferred

LOG = logging.getLogger(__name__)
MOST_BODY: Final = 64 * 1024


def make_app(settings: Settings) -> Litestar:
    house = House(settings)
    counts = Counts(house)
    secure = settings.public_url.startswith("https://")

    @asynccontextmanager
    async def at_home(app: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = Litestar(
        route_handlers=[
            health.health,
            health.ready,
            *([metrics] if settings.metrics else []),
            static,
            start.start,
            start.example,
            start.new,
            start.create,
            start.choose_language,
            tables.table_page,
            tables.give_answer,
            tables.take_back,
            tables.say,
            tables.change_seat,
            tables.join,
            tables.rematch,
            tables.give_hint,
            tables.about,
            tables.log,
            tables.record,
            live.events,
            seats.invitation,
            seats.take,
            replays.replay_start,
            replays.replay,
            replays.play_on,
            replays.score,
            rules.rules,
            api(),
        ],
        lifespan=[at_home],
        state=State(
            {
                "house": house,
                "stories": Stories(),
                "counts": counts,
                "limits": Limits(settings, house.identity),
                "secure": secure,
                "public_url": settings.public_url,
            }
        ),
        middleware=[in_their_language, within_limits],
        csrf_config=CSRFConfig(
            secret=house.identity.secret("csrf"), cookie_secure=secure, cookie_httponly=True
        ),
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=600,
            gzip_compress_level=3,
            exclude=["/events$", "^/static/"],
        ),
        exception_handlers={
            SmokestackError: refuse,
            HTTPException: complain,
            Exception: apologize,
        },
        request_max_body_size=MOST_BODY,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Door(app.asgi_handler, settings, counts)
    return app


def in_their_language(app: ASGIApp) -> ASGIApp:
    """Speak the visitor's language for as long as a request takes."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        request: Asked = scope["litestar_app"].request_class(scope)
        with speaking(language_of(request)):
            await app(scope, receive, send)

    return middleware


def language_of(request: Asked) -> str:
    """Programs have no cookies: they say in each request what they want to read."""
    if is_api(request.scope):
        return preferred(request.headers.get("accept-language", ""))
    return visitor(request).language


@get("/static/{digest:str}/{name:str}")
async def static(request: Asked, digest: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    asset = assets().files.get(f"{digest}/{name}")
    if asset is None:
        raise HTTPException(status_code=404)
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    content = asset.content
    if asset.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        content = asset.zipped
    return Response(content, media_type=asset.media_type, headers=headers)


def refuse(request: Asked, error: SmokestackError) -> Response[Any]:
    """A wish that can't be granted: what was wrong, in words."""
    with speaking(language_of(request)):
        if is_api(request.scope):
            return problem_of(error)
        response = _sorry(request, status_of(error), str(error))
    if isinstance(error, TooMuch) and error.retry_after is not None:
        response.headers["retry-after"] = str(error.retry_after)
    return response


def complain(request: Asked, error: HTTPException) -> Response[Any]:
    with speaking(language_of(request)):  # it may not have come as far as our middleware
        texts = {
            403: tr("This form is too old or was not made by this page. Load the page again."),
            404: tr("There is no such page."),
            405: tr("This page does not take that."),
            408: tr("This request took too long to arrive."),
            413: tr("That is more than fits here."),
        }
        text = texts.get(error.status_code, tr("This request can't be understood."))
        if is_api(request.scope):
            return problem_with_request(error, text)
        return _sorry(request, error.status_code, text)


def apologize(request: Asked, error: Exception) -> Response[Any]:
    """Our own mistake: told to the log in full, to the visitor without details."""
    route = request.scope.get("path_template", "(none)")  # an address may hold a secret
    LOG.exception("a request to %s failed", route, exc_info=error)
    with speaking(language_of(request)):
        text = tr("Something went wrong here. Nothing was lost; try again.")
        if is_api(request.scope):
            return problem("our-mistake", text)
        return _sorry(request, 500, text)


def _sorry(request: Asked, status: int, text: str) -> Response[Any]:
    """A page of its own, or a notice on the page from which a script asked."""
    asker = visitor(request)
    if not wants_fragment(request):
        return page(request, asker, "sorry.html", status, text=text)
    response = page(request, asker, "sorry_part.html", status, text=text)
    response.headers.update({"hx-retarget": "#notices", "hx-reswap": "innerHTML"})
    return response
