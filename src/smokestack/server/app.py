"""The web app: routes, middleware and error handlers, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware

from smokestack.engine.errors import SmokestackError
from smokestack.server.api.router import api
from smokestack.server.domain.event_log import EventLogs
from smokestack.server.error_handlers import (
    domain_error,
    http_error,
    internal_error,
)
from smokestack.server.http import assets, monitoring
from smokestack.server.http.compression import FastCompression
from smokestack.server.http.csrf import CsrfProtection
from smokestack.server.http.gateway import Gateway
from smokestack.server.http.json_body import JsonRequest
from smokestack.server.http.metrics import Metrics
from smokestack.server.http.rate_limit import RateLimiter, rate_limit
from smokestack.server.http.shared_counts import SharedMemory
from smokestack.server.http.visitor import cookie_name
from smokestack.server.pages.routes import (
    account,
    addresses,
    analyses,
    chat,
    clocks,
    events,
    hosting,
    installing,
    lessons,
    lobby,
    mistakes,
    next_game,
    notices,
    openings,
    own_games,
    passkeys,
    position_editor,
    puzzles,
    ratings,
    replays,
    rulebook,
    seats,
    start,
    study,
    tables,
    terms,
    tile_sets,
    tournaments,
)
from smokestack.server.service.table_service import TableService
from smokestack.server.settings import Settings

MAX_BODY_BYTES: Final = 64 * 1024
MIN_COMPRESSED_BYTES: Final = 600
CSRF_COOKIE: Final = "csrftoken"


def make_app(settings: Settings, memory: SharedMemory | None = None, process: int = 0) -> Litestar:
    """The app of one process; all processes of a server share the `memory` of its limits."""
    metrics = Metrics()
    service = TableService(settings, metrics)
    rate_limiter = RateLimiter(service, memory or SharedMemory(), process)
    secure = settings.is_https
    csrf = CSRFConfig(
        secret=service.signer.secret("csrf"),
        cookie_name=cookie_name(CSRF_COOKIE, secure),
        cookie_secure=secure,
        cookie_httponly=True,
    )

    @asynccontextmanager
    async def open_service(app: Litestar) -> AsyncIterator[None]:
        await service.open()
        try:
            yield
        finally:
            await service.close()

    app = Litestar(
        route_handlers=[
            monitoring.health,
            monitoring.ready,
            *([monitoring.metrics] if settings.metrics else []),
            assets.static,
            assets.service_worker,
            start.start,
            start.example,
            start.new_table,
            start.create,
            start.choose_language,
            tables.table_page,
            tables.answer,
            tables.undo,
            chat.post_message,
            chat.mute,
            chat.unmute,
            chat.lock_chat,
            chat.report,
            hosting.close_table,
            clocks.vote_for_pause,
            clocks.end_pause,
            clocks.answer_automatically,
            tables.change_seat,
            tables.join,
            tables.contribute,
            tables.deal_now,
            tables.deal,
            tables.rematch,
            tables.hint,
            tables.about,
            tables.log,
            tables.revision,
            tables.record,
            events.events,
            events.list_events,
            events.list_revision,
            events.turns,
            seats.invitation,
            seats.take_seat,
            replays.replay_start,
            replays.replay,
            replays.play_on,
            replays.score,
            analyses.analysis_page,
            analyses.request_analysis,
            analyses.svg_picture,
            analyses.png_picture,
            mistakes.mistakes_start,
            mistakes.mistake,
            mistakes.mistake_answer,
            mistakes.mistake_about,
            rulebook.rules,
            tile_sets.overview,
            tile_sets.show,
            tile_sets.save,
            tile_sets.download,
            tile_sets.remove,
            lessons.lesson_start,
            lessons.lesson,
            lessons.answer,
            lessons.about,
            openings.openings,
            puzzles.puzzles,
            puzzles.next_puzzle,
            puzzles.puzzle,
            puzzles.puzzle_answer,
            puzzles.puzzle_about,
            position_editor.edit_position,
            position_editor.save_position,
            study.study_start,
            study.study_text,
            study.study_new,
            study.study_board,
            study.study_answer,
            study.study_hint,
            study.study_about,
            next_game.next_game,
            own_games.own_games,
            account.account_page,
            account.sign_up,
            account.sign_in,
            account.sign_out,
            account.change_password,
            account.change_privacy,
            account.change_games_for_puzzles,
            account.add_guest_games,
            account.export,
            account.delete_account,
            account.profile,
            addresses.set_address,
            addresses.confirm_page,
            addresses.confirm,
            addresses.forgot_page,
            addresses.forgot,
            addresses.reset_page,
            addresses.reset,
            passkeys.registration_options,
            passkeys.register,
            passkeys.remove,
            passkeys.sign_up_options,
            passkeys.sign_up,
            passkeys.sign_in_options,
            passkeys.sign_in,
            installing.manifest,
            notices.notices_page,
            notices.choose,
            notices.set_webhook,
            notices.add_device,
            notices.remove_device,
            notices.send_test,
            notices.unsubscribe_page,
            notices.unsubscribe,
            ratings.ratings,
            tournaments.overview,
            tournaments.new_tournament,
            tournaments.create,
            tournaments.show,
            tournaments.enter,
            tournaments.leave,
            tournaments.remove,
            tournaments.start,
            tournaments.cancel,
            tournaments.events,
            tournaments.revision,
            terms.terms,
            lobby.quick_match,
            lobby.invite,
            lobby.answer_invitation,
            api(),
        ],
        lifespan=[open_service],
        request_class=JsonRequest,
        state=State(
            {
                "service": service,
                "event_logs": EventLogs(),
                "metrics": metrics,
                "rate_limiter": rate_limiter,
                "secure": secure,
                "public_url": settings.public_url,
            }
        ),
        middleware=[rate_limit, DefineMiddleware(CsrfProtection, config=csrf)],
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=MIN_COMPRESSED_BYTES,
            exclude=["/events$", "^/static/"],
            middleware_class=FastCompression,
        ),
        exception_handlers={
            SmokestackError: domain_error,
            HTTPException: http_error,
            Exception: internal_error,
        },
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Gateway(app.asgi_handler, service, metrics, rate_limiter)
    return app
